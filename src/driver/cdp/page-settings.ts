/** The settings of a page: those of its context, its own media features and its viewport, sent to all of its sessions. */
import type { Protocol } from 'devtools-protocol';
import type { ContextOptions, MediaSettings } from '../context-settings.js';
import { unlessLater } from '../deadline.js';
import type { Session } from './connection.js';
import type { Dialogs } from './dialogs.js';
import { addInitScript, applyNetworkSettings, applySettings, type SettingName } from './emulation.js';
import type { Interception } from './network/interception.js';
import type { Sessions } from './sessions.js';

/**
 * Milliseconds. A page that is held by its own script answers no sooner than that ends, and takes its settings then: it
 * runs the commands in their order, and nothing else before them.
 */
const PATIENCE = 1_000;

export class PageSettings {
  readonly #context: () => ContextOptions;
  readonly #interception: Interception;
  readonly #sessions: () => Sessions;
  readonly #dialogs: Dialogs;
  /** Overrides the media settings of the context. */
  #media: MediaSettings = {};
  #viewport: Protocol.Emulation.SetDeviceMetricsOverrideRequest | undefined;

  constructor(
    context: () => ContextOptions,
    interception: Interception,
    sessions: () => Sessions,
    dialogs: Dialogs,
  ) {
    this.#context = context;
    this.#interception = interception;
    this.#sessions = sessions;
    this.#dialogs = dialogs;
  }

  readonly current = (): ContextOptions => {
    const settings = this.#context();
    const media = { ...settings.media, ...this.#media };
    return Object.keys(media).length > 0 ? { ...settings, media } : settings;
  };

  /** Sends the changed settings to every frame and worker. */
  async apply(changed: ReadonlySet<SettingName>): Promise<void> {
    const settings = this.current();
    await this.#all((session, worker) =>
      worker ? applyNetworkSettings(session, settings, changed) : applySettings(session, settings, changed),
    );
  }

  async addInitScript(source: string): Promise<void> {
    await this.#all((session, worker) => (worker ? [] : [addInitScript(session, source)]));
  }

  /** Whether requests are intercepted may have changed. */
  async applyInterception(): Promise<void> {
    const { blockServiceWorkers = false } = this.current();
    await this.#all((session, worker) => this.#interception.apply(session, { worker, blockServiceWorkers }));
  }

  async emulateMedia(media: MediaSettings): Promise<void> {
    this.#media = { ...this.#media, ...media };
    await this.apply(new Set(['media']));
  }

  async setViewport(
    size: { width: number; height: number } | null,
    deviceScaleFactor: number,
  ): Promise<void> {
    this.#viewport = size
      ? { ...size, deviceScaleFactor, mobile: this.current().mobile ?? false }
      : undefined;
    if (this.#viewport) await this.restoreViewport();
    else await this.#sessions().main.send('Emulation.clearDeviceMetricsOverride');
  }

  /** In the session of a page that was revived. */
  async restoreViewport(): Promise<void> {
    if (this.#viewport)
      await this.#sessions().main.send('Emulation.setDeviceMetricsOverride', this.#viewport);
  }

  /** Sends to all sessions; one that ends in the meantime needs nothing more. The page's own reply counts. */
  async #all(send: (session: Session, worker: boolean) => Promise<unknown>[]): Promise<void> {
    const sessions = this.#sessions();
    const children = [
      ...sessions
        .frames()
        .filter((session) => session !== sessions.main)
        .flatMap((session) => send(session, false)),
      ...sessions.workers().flatMap((session) => send(session, true)),
    ];
    const sent = Promise.all([...send(sessions.main, false), Promise.allSettled(children)]);
    await unlessLater(sent, this.#dialogs.open ? 0 : PATIENCE);
  }
}
