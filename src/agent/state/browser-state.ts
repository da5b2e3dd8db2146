/**
 * State on disk: after each capture, the page's DOM, its tree and the diff are written to files that an agent reads
 * with its own tools. A failure is reported in the answer; the action still counts.
 */

import { reasonOf } from '../../errors.js';
import { Disk } from '../../fence/disk.js';
import type { Page } from '../../page/page.js';
import { Queue } from '../../queue.js';
import type { Snapshot } from '../../tree/node.js';
import { KnownTexts } from '../../tree/text/known-texts.js';
import { renderTree } from '../../tree/text/render.js';
import type { Action } from './diff-name.js';
import { PageTrail, type Written } from './page-trail.js';
import { NotWritten, StateFolder } from './state-folder.js';
import { resolveWorkspace, type Workspace, type WorkspaceSources } from './workspace.js';

export interface StateOptions extends WorkspaceSources {
  /** The context whose first page has its files at the top. Default 0. */
  firstContext?: number;
  /** Replaces secrets in everything that is written. */
  mask?: (text: string) => string;
}

export type StateReport = Written | { failure: string };

/** Closed pages whose files are kept: an agent may read a popup's files after it closed. */
const MAX_CLOSED = 10;

export class BrowserState {
  readonly #options: StateOptions;
  #workspace: Workspace | undefined;
  #folder: StateFolder | undefined;
  #trails = new Map<Page, PageTrail>();
  readonly #texts = new KnownTexts();
  /** Captures are written one after another. */
  readonly #queue = new Queue();
  #ended = false;
  readonly #disk: Disk;

  constructor(options: StateOptions = {}, disk = new Disk()) {
    this.#options = options;
    this.#disk = disk;
    this.#workspace = resolveWorkspace(options);
  }

  /** Undefined without a workspace. */
  get workspace(): Workspace | undefined {
    return this.#ended ? undefined : this.#workspace;
  }

  /** Call with the client's roots (`file:` URLs) when they arrive or change. Only the first one is used. */
  setRoots(roots: readonly string[]): Promise<void> {
    return this.#next(async () => {
      const workspace = resolveWorkspace({ ...this.#options, roots });
      if (workspace?.folder === this.#workspace?.folder) return;
      await this.#leave();
      this.#workspace = workspace;
    });
  }

  /** Whether a capture should include the DOM as text. */
  async isWanted(): Promise<boolean> {
    if (!this.workspace) return false;
    if (this.#folder) return true;
    return this.#next(async () => {
      try {
        await this.#claim();
        return true;
      } catch {
        return false; // `record` reports the reason.
      }
    });
  }

  /** Writes a capture of the whole page. Undefined without a workspace. */
  async record(page: Page, snapshot: Snapshot, action: Action): Promise<StateReport | undefined> {
    if (!this.workspace) return undefined;
    return this.#next(async () => {
      try {
        const folder = await this.#claim();
        const { dom } = snapshot;
        if (dom === undefined) return { failure: 'the DOM was not captured' };
        await this.#forgetClosed();
        const { mask = (text: string) => text } = this.#options;
        const { root, url } = snapshot.json;
        return await this.#trail(page, folder).record({
          document: page.mainFrame.document,
          dom: mask(dom),
          tree: mask(`${renderTree(root, { url, texts: this.#texts })}\n`),
          action: { ...action, ...(action.entered !== undefined && { entered: mask(action.entered) }) },
        });
      } catch (error) {
        return { failure: reasonOf(error) };
      }
    });
  }

  /** Removes all written files. */
  end(): Promise<void> {
    return this.#next(async () => {
      this.#ended = true;
      // A disk that does not answer keeps what it has: the next server that comes there removes it.
      await this.#leave().catch(() => undefined);
    });
  }

  #next<T>(run: () => Promise<T>): Promise<T> {
    return this.#queue.run('Writing the state', undefined, run);
  }

  /** Claims the folder again if it was removed; diffs then start over. */
  async #claim(): Promise<StateFolder> {
    const known = this.#folder;
    if (known && (await known.isOurs())) return known;
    this.#folder = undefined;
    this.#trails.clear();
    const { workspace } = this;
    if (!workspace) throw new NotWritten('there is no workspace');
    this.#folder = await StateFolder.claim(workspace, this.#disk);
    return this.#folder;
  }

  async #leave(): Promise<void> {
    const folder = this.#folder;
    this.#folder = undefined;
    this.#trails.clear();
    await folder?.end();
  }

  #trail(page: Page, folder: StateFolder): PageTrail {
    const known = this.#trails.get(page);
    if (known) return known;
    const { firstContext = 0 } = this.#options;
    const isFirst = page.index === 0 && page.context.index === firstContext;
    const trail = new PageTrail(folder, isFirst ? '' : `pages/${page.handle}/`);
    this.#trails.set(page, trail);
    return trail;
  }

  async #forgetClosed(): Promise<void> {
    const closed = [...this.#trails].filter(([page]) => page.closed !== undefined);
    for (const [page, trail] of closed.slice(0, Math.max(0, closed.length - MAX_CLOSED))) {
      this.#trails.delete(page);
      await trail.remove();
    }
  }
}
