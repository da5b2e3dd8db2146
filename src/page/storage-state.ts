/** What a context keeps between visits, in the shape of Playwright's storage state files. */
import type { Cookie } from '../driver/context-settings.js';

export interface StorageState {
  cookies: Cookie[];
  origins: OriginStorage[];
}

export interface OriginStorage {
  origin: string;
  localStorage: { name: string; value: string }[];
}
