/** One call of an agent, from arguments to answer: lock, run, capture, render. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isSightlineError, reasonOf, SightlineError } from '../errors.js';
import type { ActionReport } from '../page/actions.js';
import type { Page } from '../page/page.js';
import { takeSnapshot } from '../page/snapshot/capture.js';
import { refsIn } from '../tree/diff/answer.js';
import { quote } from '../tree/quote.js';
import type { Agent } from './agent.js';
import { fenceOf, translate } from './code/languages/translate.js';
import { fileLine, writeOutput } from './files/output-file.js';
import { firstLook } from './first-look.js';
import type { Host } from './host.js';
import { type Before, untilOutcome } from './outcome.js';
import { type Invitation, InvitationNeeded } from './person/invitation.js';
import { ConfirmationNeeded } from './policy/assert-allowed.js';
import { type Answer, type Image, renderAnswer, type TabLine } from './result.js';
import { baseOf, show } from './showing.js';
import type { StateReport } from './state/browser-state.js';
import type { Action } from './state/diff-name.js';
import { type Call, isFiller, type Outcome, type ShowOptions, type Tool } from './tool.js';
import { LogMarks } from './trail/log-marks.js';
import { stepOf } from './trail/step.js';

export interface TurnResult {
  text: string;
  images: Image[];
  isError: boolean;
  /** The result as data, if the tool has any. */
  data?: Outcome['data'];
  /** The person has to be asked first; nothing was done. */
  question?: string;
  /** The person has to be invited first. */
  invitation?: Invitation;
}

export type TurnOptions = Omit<Call, 'agent'>;

export function takeTurn(
  agent: Agent,
  tool: Tool,
  args: unknown,
  options: TurnOptions = {},
): Promise<TurnResult> {
  return agent.lock(async () => {
    const began = new Date();
    const { secrets, host } = agent;
    const trail = host.trails.of(agent.workplace);
    const before = agent.pages();
    const marks = trail && new LogMarks(before);
    agent.begin();
    const watched = host.snapshotMode !== 'none';
    const answer = await answerOf(tool, args, { ...options, agent, watched });
    // The call begins again with the answer: other news is reported then.
    if (answer.error instanceof ConfirmationNeeded)
      return { text: '', images: [], isError: true, question: secrets.mask(answer.error.question) };
    if (answer.error instanceof InvitationNeeded)
      return { text: '', images: [], isError: true, invitation: answer.error.invitation };
    const modal = modalState(agent, answer.about);
    // Also shown when only one of several tabs is left.
    const tabs = answer.tabs ?? (await changedTabs(agent, before, answer.about));
    const text = renderAnswer({
      ...answer,
      ...(tabs && { tabs }),
      ...(modal.length > 0 && { modal }),
      events: agent.takeNews(answer.about, tabs !== undefined),
      // Random for each answer, so that no page can know and close it.
      ...(agent.host.fencesPageText && { fence: randomBytes(6).toString('hex') }),
    });
    await agent.workplace.output.trim();
    const masked = secrets.mask(text);
    const isError = answer.error !== undefined;
    const entry = {
      time: began.toISOString(),
      milliseconds: Date.now() - began.getTime(),
      tool: tool.name,
      args: secrets.maskData(args),
      isError,
      answer: masked,
    };
    host.traces.add(agent, answer.about, entry);
    if (trail && marks) trail.add(stepOf(agent, tool, entry, marks, answer));
    return {
      text: masked,
      images: answer.images ?? [],
      isError,
      ...(answer.data && { data: secrets.maskData(answer.data) }),
    };
  });
}

type Answered = Answer & { about?: Page; data?: Outcome['data']; statements?: string[] };

async function answerOf(tool: Tool, args: unknown, call: Call): Promise<Answered> {
  const { agent } = call;
  try {
    const { since, rest } = takeSince(tool, args);
    // A running browser may have open pages: connect first, so that the call can use them.
    if (agent.host.joins) await agent.browser();
    // A link that was planted since the browser started: it would save downloads there.
    if (tool.effect !== 'read') await agent.workplace.output.refuseLeavingWorkspace();
    return await describe(tool, rest, await tool.call(rest, call), call, since);
  } catch (error) {
    if (error instanceof ConfirmationNeeded || error instanceof InvitationNeeded) return { error };
    const about = agent.last;
    const changes = about && !isSightlineError(error, 'bad-argument') && !isSightlineError(error, 'bad-ref');
    return {
      error,
      ...(about && { about }),
      ...(changes && withoutToldAbove(error, await changesMeanwhile(tool, args, about, call))),
    };
  }
}

/** Milliseconds for a look at the page after an error: a page that did not answer must not be waited for again. */
const LOOK_AFTER_ERROR = 2_000;

/** What changed on the page of an action that failed: it often says why, as a dialog that opened does. */
async function changesMeanwhile(
  tool: Tool,
  args: unknown,
  page: Page,
  { agent, signal }: Call,
): Promise<Pick<Answer, 'page' | 'snapshot' | 'state'>> {
  if (tool.effect !== 'act' || agent.stateless || !agent.memory.shown(page) || page.closed !== undefined)
    return {};
  if (page.dialog || agent.host.snapshotMode !== 'incremental' || signal?.aborted) return {};
  const action = { tool: tool.name, args };
  const inTime = AbortSignal.any([AbortSignal.timeout(LOOK_AFTER_ERROR), ...(signal ? [signal] : [])]);
  const { result: _, ...seen } = await capture(agent, page, {}, false, action, undefined, inTime);
  return seen.snapshot?.text === undefined ? {} : seen;
}

/** A refusal shows the element that differs: changes of nothing else need not be told again. */
function withoutToldAbove(error: unknown, seen: Pick<Answer, 'page' | 'snapshot' | 'state'>): typeof seen {
  const now: unknown = isSightlineError(error) ? error.details?.now : undefined;
  const { snapshot } = seen;
  if (typeof now !== 'string' || snapshot?.text === undefined) return seen;
  const told = refsIn(now);
  const isTold = (line: string) =>
    line.startsWith('- <changed') && [...refsIn(line)].some((ref) => told.has(ref));
  if (!snapshot.text.trimEnd().split('\n').every(isTold)) return seen;
  return { ...seen, snapshot: { heading: `${snapshot.heading}, all told above` } };
}

/** Every tool takes `since`: a stateless client has no other way to get a diff. */
function takeSince(tool: Tool, args: unknown): { since?: number; rest: unknown } {
  if (typeof args !== 'object' || args === null || !('since' in args) || tool.takes('since'))
    return { rest: args };
  const { since, ...rest } = args;
  if (isFiller(since)) return { rest };
  if (typeof since === 'number') return { since, rest };
  throw new SightlineError(
    'bad-argument',
    `since must be the number of a snapshot, not ${quote(String(since), 40)}`,
  );
}

async function describe(
  tool: Tool,
  args: unknown,
  outcome: Outcome,
  { agent, signal }: Call,
  since: number | undefined,
): Promise<Answered> {
  const { code, images } = outcome;
  const page = outcome.page ?? agent.host.people.news.pending(agent).find(({ acted }) => acted)?.page;
  const notes = (outcome.reports ?? []).flatMap((report) => report.notes);
  const result = [...(outcome.result ?? []), ...notes];
  const isAsked = outcome.show !== undefined;
  let asked = outcome.show ?? (tool.effect === 'read' ? 'none' : {});
  // What a person did is shown with the next answer, whatever it is about.
  if (asked === 'none' && page && personActedOn(agent, page)) asked = {};
  if (asked !== 'none' && since !== undefined) asked = { ...asked, since };
  const action = {
    tool: tool.name,
    args,
    ...(outcome.entered !== undefined && { entered: outcome.entered }),
  };
  const report = tool.effect === 'act' ? outcome.reports?.at(-1) : undefined;
  const seen =
    page && asked !== 'none' ? await capture(agent, page, asked, isAsked, action, report, signal) : undefined;
  const changed =
    page && tool.effect === 'act' && asked === 'none' ? await recordQuietly(agent, page, action) : undefined;
  const tabs = outcome.tabs ? await agent.tabs(page) : undefined;
  const data = outcome.data ?? (tabs && { tabs });
  return {
    ...(outcome.error !== undefined && { error: outcome.error }),
    result: [...result, ...(seen?.result ?? [])],
    ...(code && { statements: code, ...codeIn(agent.host.code, code) }),
    ...(outcome.document !== undefined && { document: outcome.document }),
    ...(images && { images }),
    ...(data && { data }),
    ...(tabs && { tabs }),
    ...(page && { about: page }),
    ...(seen?.page && { page: seen.page }),
    ...(seen?.snapshot && { snapshot: seen.snapshot }),
    ...(seen?.state && { state: seen.state }),
    ...(changed && { state: changed }),
  };
}

function personActedOn(agent: Agent, page: Page): boolean {
  return agent.host.people.news.pending(agent).some((event) => event.acted && event.page === page);
}

/** Statements that an answer has of a program; the trail has all. */
const MOST_STATEMENTS = 30;

function codeIn(language: Host['code'], code: string[]): Pick<Answer, 'code'> {
  if (language === 'none') return {};
  const shown = translate(code.slice(0, MOST_STATEMENTS), language);
  const more = code.length - MOST_STATEMENTS;
  const statements = more > 0 ? [...shown, `… ${more} more`] : shown;
  return { code: { fence: fenceOf(language), statements } };
}

/**
 * After an action whose answer shows no page, such as a script, the state files still follow: a later diff would blame
 * the next action. Undefined if nothing changed.
 */
async function recordQuietly(agent: Agent, page: Page, action: Action): Promise<StateReport | undefined> {
  const { state } = agent.workplace;
  if (page.closed !== undefined || page.dialog || agent.host.snapshotMode === 'none') return undefined;
  // The first capture is left to a call that shows the page.
  if (!agent.memory.shown(page) || !(await state.isWanted())) return undefined;
  try {
    const snapshot = await takeSnapshot(page.mainFrame, true, { dom: true, unseen: true });
    const written = await state.record(page, snapshot, action);
    const same = written && 'diff' in written && 'none' in written.diff && written.diff.none === 'no change';
    return written && !same ? shownPaths(agent, written) : undefined;
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

/** The page of refs that name none. */
const FIRST_PAGE = 'c0p0';

/**
 * Captures the page for the answer. If the call asked for a view, a failed capture is an error. After an action it is
 * not: the answer says why the view is missing.
 */
async function capture(
  agent: Agent,
  page: Page,
  asked: ShowOptions,
  isAsked: boolean,
  action: Action,
  report: ActionReport | undefined,
  signal: AbortSignal | undefined,
): Promise<Pick<Answer, 'page' | 'snapshot' | 'result' | 'state'>> {
  if (page.closed !== undefined) return {};
  const { handle } = page;
  const only = !agent.stateless && handle === FIRST_PAGE && agent.pages().length === 1;
  const { failedStatus: status, failedLoad, isPdf } = agent.watch(page);
  const place = {
    handle,
    only,
    isPdf,
    ...(status !== undefined && { status }),
    ...(failedLoad && { failure: failedLoad.reason }),
  };
  const known = {
    ...place,
    url: failedLoad?.url ?? page.url,
    title: agent.memory.shown(page)?.json.title ?? '',
  };
  if (page.dialog && !isAsked) return { page: known };
  if (agent.host.snapshotMode === 'none' && !asked.whole) return { page: known };
  const { frame, filename, whole: _, ...options } = asked;
  const since = filename === undefined ? baseOf(agent, page, asked) : undefined;
  const ofPage = frame === undefined && options.target === undefined;
  const { workplace } = agent;
  const dom = ofPage && options.maxDepth === undefined && (await workplace.state.isWanted());
  const boxes = options.boxes ?? agent.host.boxes;
  const limits = {
    ...options,
    ...(filename === undefined && firstLook(agent, page, asked, action)),
    boxes,
    dom,
    ...(since !== undefined && { since }),
    ...(signal && { signal }),
  };
  try {
    const take = () =>
      frame === undefined ? page.ariaSnapshotWithFrames(limits) : page.frame(frame).ariaSnapshot(limits);
    const { snapshot, notes } = await untilOutcome(
      page,
      report,
      seenOf(agent, page),
      take,
      action.args,
      signal,
    );
    const written = ofPage ? await workplace.state.record(page, snapshot, action) : undefined;
    const state = written && { state: shownPaths(agent, written) };
    const { url, title } = ofPage ? snapshot.json : known;
    const line = { ...place, url: failedLoad?.url ?? url, title };
    if (filename !== undefined) {
      const file = await writeOutput(agent, filename, `${snapshot.text}\n`);
      return { page: line, result: notes, snapshot: { heading: fileLine('Snapshot', file) }, ...state };
    }
    const told = agent.tellPage(line);
    // A known URL and title would be most of an answer with few changes.
    const same = told && snapshot.changes !== undefined && snapshot.changes.kind !== 'whole';
    return {
      ...(!same && { page: line }),
      ...(notes.length > 0 && { result: notes }),
      snapshot: show(agent, page, asked, snapshot),
      ...state,
    };
  } catch (error) {
    if (isAsked) throw error;
    if (page.closed !== undefined) return {};
    return { page: known, snapshot: { heading: `Not captured: ${reasonOf(error)}` } };
  }
}

const shownPaths = ({ workplace }: Agent, state: StateReport): StateReport =>
  workplace.filePaths === 'absolute' ? inFull(state, workplace.folder) : state;

/** State paths are relative to the workspace. */
function inFull(state: StateReport, folder: string): StateReport {
  if ('failure' in state) return state;
  const { dom, tree, diff } = state;
  return {
    dom: join(folder, dom),
    tree: join(folder, tree),
    diff: 'file' in diff ? { file: join(folder, diff.file) } : diff,
  };
}

function modalState(agent: Agent, about: Page | undefined): string[] {
  const pages = new Set(about ? [about] : []);
  for (const page of agent.pages()) if (page.dialog && agent.tellsOf(page, about)) pages.add(page);
  return [...pages].flatMap((page) => {
    const { dialog, fileChooser } = page;
    return [
      ...(dialog
        ? [
            `["${dialog.kind}" dialog of ${page.handle} with message ${quote(dialog.message, 500)}]: can be handled by browser_handle_dialog`,
          ]
        : []),
      ...(fileChooser && page.closed === undefined
        ? [`[File chooser of ${page.handle}]: can be handled by browser_file_upload`]
        : []),
    ];
  });
}

/** The tabs, if others are open than before the call. */
async function changedTabs(
  agent: Agent,
  before: readonly Page[],
  about: Page | undefined,
): Promise<TabLine[] | undefined> {
  const told = (page: Page) => agent.tellsOf(page, about);
  const then = before.filter(told);
  const now = agent.pages().filter(told);
  const isSame = then.length === now.length && then.every((page, at) => page === now[at]);
  // Also shown when only one of several tabs is left.
  return isSame || (now.length < 2 && then.length < 2) ? undefined : agent.tabs(about);
}

/** What the agent has seen of a page before the action. */
function seenOf(agent: Agent, page: Page): Before | undefined {
  const shown = agent.memory.shown(page)?.json;
  return shown && { root: shown.root, former: page.history.formerOf(shown.snapshotId) };
}
