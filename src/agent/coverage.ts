/**
 * Counts how often an answer showed only changes, and how many characters that saved. `SIGHTLINE_DEBUG=snapshots`
 * writes it to stderr, for each answer and at the end.
 */
import type { Snapshot } from '../tree/node.js';
import { viewOf } from '../tree/view/view.js';

export const debugSnapshots = (process.env.SIGHTLINE_DEBUG ?? '').split(',').includes('snapshots');

/** `part`: the call asked for a part of the page, so a diff was not possible. */
type Kind = 'whole' | 'diff' | 'same' | 'part';

export class Coverage {
  readonly #answers: Record<Kind, number> = { whole: 0, diff: 0, same: 0, part: 0 };
  #shown = 0;
  #saved = 0;

  /** Renders the whole view only to measure it; used for debugging only. */
  count({ json, text, changes }: Snapshot, isPart: boolean): string {
    const kind = isPart ? 'part' : (changes?.kind ?? 'whole');
    const whole = kind === 'diff' || kind === 'same' ? viewOf(json.root, { url: json.url }) : undefined;
    const saved = whole?.ok ? whole.text.length - text.length : 0;
    this.#answers[kind]++;
    this.#shown += text.length;
    this.#saved += saved;
    const from = changes ? ` since ${changes.since}` : '';
    const reason = changes?.kind === 'whole' ? ` (${changes.reason})` : '';
    return `sightline:snapshots ${json.page} ${json.snapshotId} ${kind}${from}${reason}: ${text.length} characters, ${saved} saved`;
  }

  toString(): string {
    const { whole, diff, same, part } = this.#answers;
    const all = whole + diff + same;
    const served = all === 0 ? 0 : Math.round((100 * (diff + same)) / all);
    return `sightline:snapshots ${all} answers: ${whole} whole, ${diff} changes, ${same} unchanged (${served} % without the whole page), ${part} parts; ${this.#shown} characters, ${this.#saved} saved`;
  }
}
