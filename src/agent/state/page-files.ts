/**
 * The files of one page: its DOM, its tree, and one diff for each change of the DOM. A new document starts without a
 * diff.
 */
import { unifiedDiff } from '../../tree/diff/unified-diff.js';
import { type Action, diffName, labelOf } from './diff-name.js';
import type { StateFile, StateFolder } from './state-folder.js';

export interface Capture {
  /** Document id. A new document is not diffed against the old one. */
  document: string;
  dom: string;
  tree: string;
  action: Action;
}

export interface Written {
  dom: string;
  tree: string;
  /** The file, or why there is none. */
  diff: { file: string } | { none: 'new document' | 'first capture' | 'no change' };
}

const DOM = 'dom.html';
const TREE = 'accessibility-tree.yaml';

export class PageFiles {
  readonly #folder: StateFolder;
  /** `pages/c0p1/`, or nothing for the first page. */
  readonly #prefix: string;
  #captures = 0;
  /** The content of the files. */
  #last: { document: string; dom: string; tree: string } | undefined;

  constructor(folder: StateFolder, prefix: string) {
    this.#folder = folder;
    this.#prefix = prefix;
  }

  async record({ document, dom, tree, action }: Capture): Promise<Written> {
    const capture = ++this.#captures;
    const last = this.#last;
    const same = last?.document === document;
    const label = labelOf(action);
    const diff = same
      ? unifiedDiff(last.dom, dom, { file: DOM, before: `(before ${label})`, after: `(after ${label})` })
      : '';
    const diffFile = `${this.#prefix}diffs/${diffName(capture, label)}`;
    const files: StateFile[] = [];
    if (diff !== '') files.push({ name: diffFile, text: diff });
    if (last?.tree !== tree || !(await this.#has(TREE)))
      files.push({ name: this.#prefix + TREE, text: tree });
    // Written last: if it fails, the diffs still lead to the DOM on disk.
    if (last?.dom !== dom || !(await this.#has(DOM))) files.push({ name: this.#prefix + DOM, text: dom });
    try {
      await this.#folder.write(files);
    } catch (error) {
      if (diff !== '') await this.#folder.remove([diffFile]);
      throw error;
    }
    this.#last = { document, dom, tree };
    const none = !last ? 'first capture' : same ? 'no change' : 'new document';
    return {
      dom: this.#shown(this.#prefix + DOM),
      tree: this.#shown(this.#prefix + TREE),
      diff: diff === '' ? { none } : { file: this.#shown(diffFile) },
    };
  }

  /** The content of the files. */
  get texts(): { dom: string; tree: string } | undefined {
    return this.#last;
  }

  /** Removes the files of a closed page. */
  async remove(): Promise<void> {
    const mine = this.#folder.written().filter((name) => this.#isMine(name));
    await this.#folder.remove(mine);
  }

  #isMine(name: string): boolean {
    return this.#prefix === '' ? !name.startsWith('pages/') : name.startsWith(this.#prefix);
  }

  #has(name: string): Promise<boolean> {
    return this.#folder.has(this.#prefix + name);
  }

  #shown(name: string): string {
    return `${this.#folder.name}/${name}`;
  }
}
