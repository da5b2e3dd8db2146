/** What callers can set when they launch a browser or connect to one. */
import type { BrowserName } from '../browsers/browser-name.js';
import type { ContextOptions, ProxySettings } from '../driver/context-settings.js';
import type { OriginLists } from '../fence/origin-rules.js';
import type { Viewport } from '../page/device.js';
import type { SnapshotDefaults } from '../page/snapshot/snapshot-options.js';
import type { StorageState } from '../page/storage/storage-state.js';

export interface SharedOptions extends Omit<ContextOptions, 'proxy'> {
  /**
   * The size, pixel density, user agent and touch support of a named device (`iPhone 15`); individual settings
   * override it.
   */
  device?: string;
  /**
   * Viewport size of every page in CSS pixels; null leaves it to the browser's windows. Default: 1280 × 720 for a browser
   * that Sightline starts, null for others.
   */
  viewport?: Viewport | null;
  /** Cookies and local storage to start with. */
  storageState?: StorageState;
  /**
   * Cookies and local storage of the default context are read from this file if it exists, and written to it when the
   * browser is closed. Only the owner can read it.
   */
  storageFile?: string;
  /** Milliseconds for the browser to answer. */
  timeout?: number;
  signal?: AbortSignal;
  /** Uploaded and dropped files must be in one of these folders; without it, any readable file is allowed. */
  fileRoots?: string[];
  /** The origins that may or may not be contacted; see docs/security.md. */
  origins?: OriginLists;
  /**
   * Milliseconds that an action waits for its element to be ready, unless the call says otherwise. Default 5000;
   * 0: no limit.
   */
  actionTimeout?: number;
  /** Milliseconds that a navigation may take, unless the call says otherwise. Default 60000; 0: no limit. */
  navigationTimeout?: number;
  /** The most milliseconds that an action waits for the page to settle. */
  settleTimeout?: number;
  /** Defaults for snapshots, unless a call says otherwise; override the `SNAPSHOT_*` environment variables. */
  snapshot?: Partial<SnapshotDefaults>;
}

export interface LaunchOptions extends SharedOptions {
  /** Default `chromium`: Chrome, Chromium or Edge, whichever is installed. */
  browser?: BrowserName;
  /** Use this program and no other. */
  executablePath?: string;
  /** Default true. */
  headless?: boolean;
  args?: readonly string[];
  /** Arguments of Sightline's own to leave out. */
  withoutArgs?: readonly string[];
  /** Variables for the browser's process, added to those of this one. */
  env?: Readonly<Record<string, string>>;
  /** Preferences (about:config) for Firefox, in a fresh profile only. They win over our own. */
  firefoxUserPrefs?: Readonly<Record<string, string | number | boolean>>;
  /** A profile folder to keep; without it a fresh one is created, and removed at the end. */
  userDataDir?: string;
  /** Start with a copy of an installed browser's profile: its name (`Default`), or the path of its folder. */
  profileCopy?: string;
  proxy?: ProxySettings;
  /** The browser's own sandbox. Default: on, except for Chromium as root, which cannot start with it. */
  sandbox?: boolean;
  /** Let pages see in `navigator.webdriver` that they are automated. Default: false; Firefox always does. */
  webdriver?: boolean;
  /** Download a browser if none is installed: default true. It never changes the system. */
  provision?: boolean;
  onProgress?: (line: string) => void;
}
