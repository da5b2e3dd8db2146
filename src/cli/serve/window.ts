/**
 * The window of a running server, for people. Its code is loaded when a person can find it: with the first step of a
 * trail (`sightline show`), when an agent asks for a person, or with a request to the HTTP server.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Host } from '../../agent/host.js';
import { reasonOf } from '../../errors.js';
import type { LiveWindow } from '../../show/live/live-window.js';
import type { AnswerRequest, Shown, Viewer } from '../../show/viewer-server.js';

interface Parts {
  live: LiveWindow;
  shown: Shown;
  /** For requests to the HTTP server. */
  answer: AnswerRequest;
}

export class Window {
  /** In the address on an HTTP server. */
  readonly token = randomBytes(24).toString('base64url');
  readonly #host: () => Promise<Host>;
  #parts: Promise<Parts> | undefined;
  #viewer: Promise<Viewer> | undefined;
  #closeSocket: Promise<() => void> | undefined;
  #served: string | undefined;

  constructor(host: () => Promise<Host>) {
    this.#host = host;
  }

  /** From now on its runs can be found, and its agents can invite people. */
  offer(host: Host): void {
    host.on('trail', () => {
      this.#closeSocket ??= this.#openSocket().catch((error: unknown) => {
        process.stderr.write(`The run can't be watched live: ${reasonOf(error)}\n`);
        return () => undefined;
      });
    });
    host.invite = () => this.#address();
  }

  /** Where the HTTP server serves it. */
  servedAt(url: string): void {
    this.#served = url;
  }

  /** A request to the HTTP server. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): void {
    this.#load().then(
      ({ answer }) => answer(request, response, path),
      () => response.destroy(),
    );
  }

  async end(): Promise<void> {
    (await this.#closeSocket)?.();
    await (await this.#parts?.catch(() => undefined))?.live.end();
    await (await this.#viewer?.catch(() => undefined))?.close();
  }

  /** For a person: on the HTTP server, else on this machine only. */
  async #address(): Promise<string> {
    if (this.#served !== undefined) return this.#served;
    const { serveViewer } = await import('../../show/viewer-server.js');
    this.#viewer ??= this.#load().then(({ shown }) => serveViewer(shown));
    return (await this.#viewer).url;
  }

  async #openSocket(): Promise<() => void> {
    const { openLiveSocket } = await import('./live-socket.js');
    return openLiveSocket((await this.#load()).live);
  }

  #load(): Promise<Parts> {
    this.#parts ??= this.#create();
    return this.#parts;
  }

  async #create(): Promise<Parts> {
    const [host, { LiveWindow }, { TrailReader }, { viewerOf }] = await Promise.all([
      this.#host(),
      import('../../show/live/live-window.js'),
      import('../../show/trail-reader.js'),
      import('../../show/viewer-server.js'),
    ]);
    const live = new LiveWindow(host);
    const shown: Shown = {
      live,
      reader: async () => {
        const folder = host.trails.newest;
        return folder === undefined ? undefined : new TrailReader(folder);
      },
    };
    return { live, shown, answer: viewerOf(shown, this.token) };
  }
}
