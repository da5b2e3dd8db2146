/**
 * What every new session is sent before its target runs. All calls of one session are sent at once; the last one
 * resumes a target that waits for us, so none of its events can be missed.
 */
import type { Protocol } from 'devtools-protocol';
import type { ContextOptions } from '../driver.js';
import { inPage } from '../in-page.js';
import type { Session } from './connection.js';
import { prepareSettings, prepareWorkerSettings } from './emulation.js';
import type { Interception } from './network/interception.js';
import { registered } from './worlds/prepared.js';

/** Out-of-process frames, and workers for their requests and messages. */
const CHILDREN: Protocol.Target.SetAutoAttachRequest = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'iframe' }, { type: 'worker' }],
};

/** The setup of one page's sessions; read again for each, since it can change. */
export interface SetupOptions {
  /** The name of our isolated world. */
  readonly world: string;
  readonly bundle: string;
  settings(): ContextOptions;
  readonly interception: Interception;
}

export async function prepareFrame(
  session: Session,
  main: boolean,
  { world, bundle, settings, interception }: SetupOptions,
  onTree: (tree: Protocol.Page.FrameTree) => void,
): Promise<void> {
  const { ignoreHttpsErrors = false, blockServiceWorkers = false, ...more } = settings();
  await Promise.all([
    session.send('Page.enable'),
    session.send('Page.getFrameTree').then(({ frameTree }) => onTree(frameTree)),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Runtime.enable'),
    session.send('Network.enable', {}),
    session.send('Log.enable'),
    // Counts of styles and layouts, and processor time.
    session.send('Performance.enable', {}),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${inPage('addEarlyListeners')})()`,
      worldName: world,
      runImmediately: true,
    }),
    // Not for the document that is there already: in a new page that is an empty one.
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: registered(bundle), worldName: world }),
    session.send('Page.setInterceptFileChooserDialog', { enabled: true }),
    ...(ignoreHttpsErrors ? [session.send('Security.setIgnoreCertificateErrors', { ignore: true })] : []),
    ...prepareSettings(session, { ...more, blockServiceWorkers }),
    ...(interception.needed || blockServiceWorkers
      ? interception.apply(session, { blockServiceWorkers })
      : []),
    // A background page gets animation frames and keeps its focus only if it believes to be in front; a frame of another
    // process would get the focus, and its events, with the first key only.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ...(main ? mainOnly(session) : []),
    session.send('Target.setAutoAttach', CHILDREN),
    session.send('Runtime.runIfWaitingForDebugger'),
  ]);
}

export async function prepareWorker(
  session: Session,
  { settings, interception }: SetupOptions,
): Promise<void> {
  await Promise.all([
    session.send('Runtime.enable'),
    session.send('Network.enable', {}),
    ...prepareWorkerSettings(session, settings()),
    ...(interception.needed ? interception.apply(session, { worker: true }) : []),
    session.send('Runtime.runIfWaitingForDebugger'),
  ]);
}

function mainOnly(session: Session): Promise<unknown>[] {
  return [
    // A prerendered document would replace the page's target without an event that says so.
    session.send('Page.setPrerenderingAllowed', { isAllowed: false }),
  ];
}
