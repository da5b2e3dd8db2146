/** The text of a capture: the requested view, or what changed since a snapshot that the caller has seen. */
import { SightlineError } from '../../errors.js';
import { answerChanges } from '../../tree/diff/answer.js';
import { gonePartsAfter } from '../../tree/diff/gone-parts.js';
import type { Snapshot, SnapshotJson, SnapshotNode } from '../../tree/node.js';
import type { Gaps } from '../../tree/text/gap.js';
import type { OutlineOptions } from '../../tree/view/outline.js';
import { inDocumentOrder } from '../../tree/view/shape.js';
import { framePartsOf } from '../../tree/view/site-frame.js';
import { type ShownView, viewOf } from '../../tree/view/view.js';
import { gapsOutside, type Size } from '../../tree/view/viewport.js';
import type { SnapshotHistory } from './snapshot-history.js';
import { PART_OPTIONS, type SnapshotDefaults, type SnapshotOptions } from './snapshot-options.js';

export interface Captured {
  json: SnapshotJson;
  /** Of the captured frame, if boxes were requested. */
  viewport: Size | undefined;
  /** What it covers: only snapshots of the same scope can be compared. */
  scope: string;
}

export function withText(
  captured: Captured,
  options: SnapshotOptions,
  defaults: SnapshotDefaults,
  /** Without it, the snapshot is not kept. */
  history: SnapshotHistory | undefined,
): Snapshot {
  const { json, scope } = captured;
  const gaps = options.viewport && captured.viewport ? gapsOutside(json.root, captured.viewport) : undefined;
  if (options.viewport && !options.boxes) dropBoxes(json.root);
  const base = options.since === undefined ? undefined : history?.find(options.since, scope);
  const whole = lazily(json, () => look(json, gaps, options, defaults, base?.snapshot.json.root));
  // A wrong cursor must fail this call, not a later read of the text.
  if (options.cursor !== undefined) void whole.text;
  if (options.since === undefined || !history) {
    history?.keep(whole, scope);
    return whole;
  }
  if (!base) {
    const snapshot = withChanges(whole, { kind: 'whole', reason: 'not kept', since: options.since });
    history.keep(snapshot, scope);
    return snapshot;
  }
  const shown = base.shown();
  const { former } = base;
  const answer = answerChanges(base.snapshot.json.root, json.root, () => whole, {
    url: json.url,
    shown,
    former,
    fold: options.fold ?? defaults.fold,
    maxRatio: options.diffThreshold ?? defaults.diffThreshold,
    maxTokens: options.outline || (options.maxTokens ?? defaults.maxTokens),
    dense: (options.outline ?? 0) > 0,
    acted: options.acted,
    words: options.words,
  });
  const { kind } = answer;
  const { since } = options;
  const diff = 'diff' in answer ? answer.diff : undefined;
  const before = { shown, former: diff ? gonePartsAfter(former, diff, () => shown) : former };
  const snapshot: Snapshot =
    kind === 'whole'
      ? withChanges(whole, { kind, reason: answer.reason, since })
      : { text: answer.text, json, changes: { kind, since } };
  history.keep(snapshot, scope, kind === 'whole' && answer.reason === 'new document' ? undefined : before);
  return snapshot;
}

/** Options that select a part of the tree cannot be combined with changes, which cover the whole. */
export function checkViewOptions(options: SnapshotOptions): string[] {
  const { since, depth, offset, limit } = options;
  const problems: string[] = [];
  const whole = (name: string, value: number | undefined, min: number) => {
    if (value !== undefined && !(Number.isInteger(value) && value >= min))
      problems.push(`${name} must be a whole number from ${min}, not ${value}`);
  };
  whole('depth', depth, 1);
  whole('offset', offset, 0);
  whole('limit', limit, 1);
  whole('since', since, 1);
  const given = PART_OPTIONS.filter((name) => options[name] !== undefined);
  if (since !== undefined && given.length > 0)
    problems.push(`since shows the changes of the whole view: leave out ${given.join(', ')}`);
  return problems;
}

function look(
  json: SnapshotJson,
  gaps: Gaps | undefined,
  options: SnapshotOptions,
  defaults: SnapshotDefaults,
  /** The tree that the caller has seen. */
  seen: SnapshotNode | undefined,
): ShownView {
  const { view, depth, offset, limit, cursor, words = [] } = options;
  const isSeen = seen?.ref === json.root.ref;
  const before = isSeen ? seen : options.before;
  const { outline: ofSeen = 0, outlineOfNew = ofSeen } = options;
  const outline = isSeen ? ofSeen : outlineOfNew;
  const maxTokens = options.maxTokens ?? defaults.maxTokens;
  const parts = { url: json.url, fold: options.fold ?? defaults.fold, view, depth, offset, limit, cursor };
  const key = JSON.stringify([parts, outline, words, maxTokens]);
  const written = gaps ? undefined : views.get(json.root);
  if (written?.key === key && written.before?.deref() === before) return written.shown;
  const known = outline > 0 && before ? framePartsOf(before) : undefined;
  const shown = viewOf(json.root, {
    ...parts,
    gaps,
    known,
    ...(outline > 0 && { outline: { maxTokens: outline, words, ...newIn(json.root, before) } }),
    ...(maxTokens > 0 && { maxTokens }),
  });
  if (!shown.ok) throw new SightlineError('bad-argument', shown.message);
  if (!gaps) views.set(json.root, { key, before: before && new WeakRef(before), shown });
  return shown;
}

/** The last view of a tree: a page that has not changed has the same tree, and mostly the same view is asked for. */
const views = new WeakMap<
  SnapshotNode,
  { key: string; before: WeakRef<SnapshotNode> | undefined; shown: ShownView }
>();

/** What came since; in another document of the site, what the one before did not say. */
function newIn(
  root: SnapshotNode,
  before: SnapshotNode | undefined,
): Pick<OutlineOptions, 'isNew' | 'isOld'> {
  if (!before) return {};
  const nodes = inDocumentOrder(before);
  if (before.ref === root.ref) {
    const refs = new Set(nodes.map(({ ref }) => ref));
    return { isNew: ({ ref }) => !refs.has(ref) };
  }
  const said = ({ role, name, text = '' }: SnapshotNode) => `${role} ${name} ${text}`;
  const same = (node: SnapshotNode) => `${said(node)} ${node.url} ${node.value}`;
  const known = new Set(nodes.map(said));
  /** Few are asked about. */
  let old: Set<string> | undefined;
  const isOld = (node: SnapshotNode): boolean => {
    old ??= new Set(nodes.map(same));
    return old.has(same(node));
  };
  return { isNew: (node) => !known.has(said(node)), isOld };
}

/** The text is rendered when first read: an answer that shows changes needs none. */
function lazily(json: SnapshotJson, write: () => ShownView): Snapshot {
  let view: ShownView | undefined;
  const written = (): ShownView => {
    view ??= write();
    return view;
  };
  return {
    get text() {
      return written().text;
    },
    get cursor() {
      return written().cursor;
    },
    get shortened() {
      return written().shortened;
    },
    json,
  };
}

function withChanges(whole: Snapshot, changes: NonNullable<Snapshot['changes']>): Snapshot {
  const { text, json, cursor, shortened } = whole;
  return { text, json, cursor, shortened, changes };
}

function dropBoxes(root: SnapshotNode): void {
  for (const node of inDocumentOrder(root)) delete node.box;
}
