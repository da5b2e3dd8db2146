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
import { NotWritten } from '../files/workspace-files.js';
import type { Action } from './diff-name.js';
import { PageFiles, type Written } from './page-files.js';
import { StateFolder } from './state-folder.js';
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
  #files = new Map<Page, PageFiles>();
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
        return await this.#filesOf(page, folder).record({
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

  /** What was last written of a page. */
  textsOf(page: Page): { dom: string; tree: string } | undefined {
    return this.#files.get(page)?.texts;
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
    this.#files.clear();
    const { workspace } = this;
    if (!workspace) throw new NotWritten('there is no workspace');
    this.#folder = await StateFolder.claim(workspace, this.#disk);
    return this.#folder;
  }

  async #leave(): Promise<void> {
    const folder = this.#folder;
    this.#folder = undefined;
    this.#files.clear();
    await folder?.end();
  }

  #filesOf(page: Page, folder: StateFolder): PageFiles {
    const known = this.#files.get(page);
    if (known) return known;
    const { firstContext = 0 } = this.#options;
    const isFirst = page.index === 0 && page.context.index === firstContext;
    const files = new PageFiles(folder, isFirst ? '' : `pages/${page.handle}/`);
    this.#files.set(page, files);
    return files;
  }

  async #forgetClosed(): Promise<void> {
    const closed = [...this.#files].filter(([page]) => page.closed !== undefined);
    for (const [page, files] of closed.slice(0, Math.max(0, closed.length - MAX_CLOSED))) {
      this.#files.delete(page);
      await files.remove();
    }
  }
}
