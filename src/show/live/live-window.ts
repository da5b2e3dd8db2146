/**
 * The live side of the window of one server: pictures and state as server-sent events, and what people do as requests.
 * Whoever may ask it has been checked before (`viewer-server.ts`, or the private socket).
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Host } from '../../agent/host.js';
import { isSightlineError, reasonOf } from '../../errors.js';
import { readBody } from '../../mcp/node-http.js';
import type { LivePicture } from '../../page/live-pictures.js';
import type { Page } from '../../page/page.js';
import { emit, emitJson, openStream, say, send } from '../http-answer.js';
import { COMMANDS, type Command } from './commands.js';
import { GivenFiles } from './given-files.js';
import type { LiveFrame, LiveState } from './live-state.js';

/** What is under `live` in the viewer's address. */
export interface LiveEndpoint {
  /** `name`: the rest of the path. */
  handle(name: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** In the person's hand. */
export interface OpenPicker {
  page: Page;
  ref: string;
  shown: NonNullable<LiveState['picker']>;
}

/** One page of the viewer. */
export interface Viewer {
  readonly id: string;
  readonly response: ServerResponse;
  /** The page that the person chose; else the one that agents used last. */
  chosen: Page | undefined;
  shown: Page | undefined;
  /** The pages that were there when it was last told. */
  known: ReadonlySet<Page>;
  unwatch: (() => void) | undefined;
  /** The state that it was last told, as JSON. */
  told: string;
  /** What the person last pointed at. */
  pointed: { page: Page; words: string; ref: string } | undefined;
  picker: OpenPicker | undefined;
  /** Where the person last picked: some browsers take its picker for open until the next click. */
  picked: string | undefined;
}

/** Milliseconds between looks at the state. */
const PACE = 300;
/** Bytes; files come with a request. */
const MAX_BODY = 64_000_000;
const MAX_URL = 500;

export class LiveWindow implements LiveEndpoint {
  readonly host: Host;
  readonly files = new GivenFiles();
  readonly #viewers = new Map<string, Viewer>();
  #timer: NodeJS.Timeout | undefined;
  readonly #unsubscribe: (() => void)[];

  constructor(host: Host) {
    this.host = host;
    const tell = () => this.#tellAll();
    this.#unsubscribe = [host.people.takeover.onChange(tell), host.people.requests.onChange(tell)];
  }

  async handle(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (name === '' && request.method === 'GET') return this.#open(response);
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command || request.method !== 'POST') return say(response, 404, 'There is no such command.');
    const body = await readBody(request, MAX_BODY);
    if (body === undefined) return say(response, 413, `More than ${MAX_BODY / 1_000_000} MB were sent.`);
    await this.#run(command, body, response);
  }

  /** The page that a viewer sees. */
  pageOf({ chosen }: Viewer): Page | undefined {
    return chosen && chosen.closed === undefined ? chosen : this.host.lastUsed;
  }

  async end(): Promise<void> {
    for (const off of this.#unsubscribe) off();
    clearInterval(this.#timer);
    for (const { unwatch, response } of this.#viewers.values()) {
      unwatch?.();
      response.end();
    }
    await this.files.remove();
  }

  async #run(command: Command, body: string, response: ServerResponse): Promise<void> {
    let viewer: Viewer | undefined;
    try {
      const given: unknown = JSON.parse(body);
      const { viewer: id } = Object(given);
      viewer = typeof id === 'string' ? this.#viewers.get(id) : undefined;
      if (!viewer) return say(response, 403, 'This page of the viewer is not connected any more. Reload it.');
      const reply = await command(this, viewer, given);
      send(response, 'application/json', JSON.stringify(reply ?? {}));
    } catch (error) {
      say(response, isSightlineError(error) || error instanceof SyntaxError ? 409 : 500, reasonOf(error));
    }
    if (viewer?.shown) this.host.pictures.nudge(viewer.shown);
    this.#tellAll();
  }

  #open(response: ServerResponse): void {
    openStream(response);
    const viewer: Viewer = {
      id: randomBytes(12).toString('base64url'),
      response,
      chosen: undefined,
      shown: undefined,
      known: new Set(),
      unwatch: undefined,
      told: '',
      pointed: undefined,
      picker: undefined,
      picked: undefined,
    };
    this.#viewers.set(viewer.id, viewer);
    emit(response, 'hello', viewer.id);
    response.once('close', () => void this.#close(viewer));
    this.#timer ??= setInterval(() => this.#tellAll(), PACE);
    this.#tell(viewer);
  }

  /** A person who closes the window has handed back. */
  async #close(viewer: Viewer): Promise<void> {
    this.#viewers.delete(viewer.id);
    viewer.unwatch?.();
    if (this.#viewers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    await this.host.people.handBack(viewer.id, this.host.pages(), viewer.shown, 'The window was closed.');
  }

  #tellAll(): void {
    for (const viewer of this.#viewers.values()) this.#tell(viewer);
  }

  #tell(viewer: Viewer): void {
    this.#follow(viewer);
    const page = this.pageOf(viewer);
    if (page !== viewer.shown) {
      viewer.unwatch?.();
      viewer.shown = page;
      viewer.unwatch = page && this.host.pictures.watch(page, (picture) => sendPicture(viewer, picture));
    }
    const state = JSON.stringify(this.#stateFor(viewer, page));
    if (state === viewer.told) return;
    viewer.told = state;
    emitJson(viewer.response, 'state', state);
  }

  /** A page that a person opens, such as a login in a window of its own, is what they want to see. */
  #follow(viewer: Viewer): void {
    const pages = this.host.pages();
    const isTheirs = this.host.people.takeover.holder?.id === viewer.id;
    const opened = pages.find((page) => !viewer.known.has(page) && page.opener === viewer.shown);
    if (isTheirs && viewer.shown && opened) viewer.chosen = opened;
    viewer.known = new Set(pages);
  }

  #stateFor({ id, picker }: Viewer, page: Page | undefined): LiveState {
    const { people, lost } = this.host;
    const { holder } = people.takeover;
    const { dialog, fileChooser } = page ?? {};
    return {
      pages: this.host.pages().map(({ handle, url }) => ({ handle, url: url.slice(0, MAX_URL) })),
      page: page?.handle,
      url: page?.url.slice(0, MAX_URL),
      holder: holder === undefined ? 'nobody' : holder.id === id ? 'you' : 'other',
      dialog: dialog && { ...dialog },
      chooser: fileChooser && { multiple: fileChooser.multiple },
      picker: picker?.page === page ? picker?.shown : undefined,
      requests: people.requests
        .open()
        .map(({ id: request, reason, needed, pick }) => ({ id: request, reason, needed, pick })),
      lost,
    };
  }
}

/** Someone who can't keep up misses pictures, not the last one for long: the next change brings another. */
function sendPicture({ response }: Viewer, { jpeg, width, height }: LivePicture): void {
  if (response.writableNeedDrain) return;
  const frame: LiveFrame = { jpeg: Buffer.from(jpeg).toString('base64'), width, height };
  emit(response, 'frame', frame);
}
