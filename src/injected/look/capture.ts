/** One snapshot of this frame: find the root, walk, prune, number. */

import { changeOf, type TextChange } from '../../tree/diff/text-change.js';
import type { Target } from '../../wire/api.js';
import { type RowChange, rowChangeOf } from '../../wire/row-change.js';
import type { Captured, CaptureReply, CaptureRequest, WireRow } from '../../wire/rows.js';
import type { Aria } from '../aria/aria.js';
import { Anchors } from '../dom/anchors.js';
import { documentBody, documentElement, documentTitle, documentUrl } from '../dom/intrinsics.js';
import { Paths } from '../dom/path.js';
import { Identities } from '../identity/identity.js';
import { resolveTarget, type Unresolved } from '../identity/resolve.js';
import { Things } from '../identity/thing.js';
import { ariaFor, type World } from '../world.js';
import { DomRecorder } from './dom-text/record.js';
import { serializeDom } from './dom-text/serialize.js';
import { emit } from './emit.js';
import { ExposedSink } from './exposed-sink.js';
import { PASSES } from './passes/passes.js';
import { prune } from './passes/prune.js';
import { walk } from './walk.js';

export function capture(world: World, request: CaptureRequest): CaptureReply {
  const started = performance.now();
  const { registry, standstill } = world;
  const spared = standstill.holds(request, registry.moment, () => ariaFor(world));
  if (spared && !request.checks) return { ok: true, unchanged: true, moment: registry.moment };
  standstill.begin(request);
  try {
    const reply = read(world, request, started);
    return spared && reply.ok ? { ...reply, spared } : reply;
  } finally {
    standstill.end();
  }
}

function read(world: World, request: CaptureRequest, started: number): Captured | Unresolved {
  const { registry, closedShadow, standstill } = world;
  if (request.retract) registry.retract(request.retract);
  const from = registry.next;
  const aria = ariaFor(world);
  const found = rootOf(world, request, aria);
  if (!found.ok) return found;

  closedShadow.begin(request.closedShadow, found.element);
  const sink = new ExposedSink(aria, closedShadow, request.maxTextLength);
  const dom = request.dom ? new DomRecorder(aria, closedShadow.rootOf, request.timeBudget) : undefined;
  const limits = { full: () => sink.kept > request.maxNodes, timeBudget: request.timeBudget };
  const stopped = walk(found.element, aria, sink, limits, dom);
  const { root } = sink;
  prune(root, PASSES);
  const { testIdAttribute: testId } = request;
  const anchors = new Anchors([...request.idAttributes, ...(testId === undefined ? [] : [testId])]);
  registry.nextMoment();
  const { rows, frames, truncated, keep } = emit(root, {
    request,
    aria,
    registry,
    identities: new Identities(anchors, aria),
    things: new Things(aria),
    anchors,
    paths: new Paths(anchors),
    whole: !stopped && !request.target,
  });
  registry.noteFocus(registry.moment, aria.activeElement);
  world.roots = [...aria.roots].map((read) => new WeakRef(read));
  const url = documentUrl(document);
  const domText = dom && serializeDom(dom.root, aria, request.domAttributes);
  const isWhole = !stopped && closedShadow.waiting === 0;
  const rest = (): void => {
    keep();
    if (!isWhole) return;
    const elements = frames.flatMap((number) => registry.element(number) ?? []);
    standstill.keep(registry.moment, request, aria, elements, dom?.roots);
  };
  if (request.keepsLater) world.rest = rest;
  else rest();
  return {
    ok: true,
    unchanged: false,
    rows: rowChange(world, request, rows, url),
    url,
    title: documentTitle(document),
    frames,
    truncated,
    ...(domText !== undefined && { dom: domChange(world, request, domText) }),
    ...(request.boxes && { viewport: [window.innerWidth, window.innerHeight] }),
    given: registry.givenSince(from),
    moment: registry.moment,
    closedCandidates: closedShadow.waiting,
    walkTime: performance.now() - started,
  };
}

/** Of a part of the page that is shown beside the views that were asked for. */
const MAX_PART_NODES = 60;
const MAX_PART_TEXT = 300;
const PART_TIME = 200;

/** Shows an element and what is in it, as a small capture of its own. */
export function showPart(world: World, top: Element): WireRow[] {
  const { registry, closedShadow } = world;
  const aria = ariaFor(world);
  const sink = new ExposedSink(aria, closedShadow, MAX_PART_TEXT);
  walk(top, aria, sink, { full: () => sink.kept > MAX_PART_NODES, timeBudget: PART_TIME });
  const { root } = sink;
  prune(root, PASSES);
  const anchors = new Anchors([]);
  const { rows, keep } = emit(root, {
    request: {
      maxDepth: MAX_PART_NODES,
      maxNodes: MAX_PART_NODES,
      timeBudget: PART_TIME,
      maxTextLength: MAX_PART_TEXT,
      selectors: false,
      xpath: false,
      boxes: false,
      idAttributes: [],
      closedShadow: 'none',
    },
    aria,
    registry,
    identities: new Identities(anchors, aria),
    things: new Things(aria),
    anchors,
    paths: new Paths(anchors),
    whole: false,
  });
  keep();
  return rows;
}

/** Random, so that what another document sent is never taken for what this one sent. */
const randomId = (): number => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);

/** The most rows kept for the next capture: some ten megabytes, in a page that takes ten times as much itself. */
const MOST_KEPT = 60_000;

function rowChange(world: World, { rowsBase }: CaptureRequest, rows: WireRow[], url: string): RowChange {
  const next = { id: randomId(), rows };
  const change = rowChangeOf(world.rows, rowsBase, next, url);
  world.rows = rows.length <= MOST_KEPT ? next : undefined;
  return change;
}

function domChange(world: World, { domBase }: CaptureRequest, text: string): TextChange {
  const next = { id: randomId(), text };
  const change = changeOf(world.dom, domBase, next);
  world.dom = next;
  return change;
}

/** `<body>` or `<frameset>`; the root element in documents that have neither, such as SVG. */
function rootOf(
  world: World,
  request: CaptureRequest,
  aria: Aria,
): { ok: true; element: Element } | Unresolved {
  if (request.target) return resolveTarget(world, targetOf(request.target), aria);
  const element = documentBody(document) ?? documentElement(document);
  return element ? { ok: true, element } : { ok: false, failure: { kind: 'no-match', selector: 'body' } };
}

function targetOf(target: NonNullable<CaptureRequest['target']>): Target {
  if ('element' in target) return target;
  const { selector } = target;
  if (selector.startsWith('xpath=')) return { locator: [{ engine: 'xpath', selector: selector.slice(6) }] };
  return { locator: [{ engine: 'css', selector: selector.replace(/^css=/, '') }] };
}
