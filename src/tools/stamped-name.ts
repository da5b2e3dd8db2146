import { join } from 'node:path';
import type { Session } from '../session/session.js';

/** A file that says what and when, for what an agent gave no name: `…/page-2026-01-31T12-00-00-000Z.pdf`. */
export function stampedName({ host }: Session, what: string, extension: string): string {
  return join(host.outputFolder, `${what}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.${extension}`);
}
