/** The live side of a server in another process of this machine, reached through its private socket. */
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { HEADERS, say } from '../http-answer.js';
import type { LiveEndpoint } from './live-window.js';

/** A server opens its socket a moment after its run can be found. */
const TRIES = 10;
const PACE = 200;

export class LiveProxy implements LiveEndpoint {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  async handle(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#forward(name, request, response, request.method === 'GET' ? TRIES : 1);
  }

  #forward(name: string, request: IncomingMessage, response: ServerResponse, tries: number): void {
    if (response.destroyed) return;
    const inner = ask(
      { socketPath: this.#socket, path: `/${name}`, method: request.method ?? 'GET', agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, {
          ...HEADERS,
          'content-type': answer.headers['content-type'] ?? 'text/plain',
        });
        answer.pipe(response);
        answer.once('error', () => response.destroy());
      },
    );
    inner.once('error', () => {
      if (response.headersSent) response.destroy();
      else if (tries > 1) setTimeout(() => this.#forward(name, request, response, tries - 1), PACE);
      else say(response, 502, 'The server of this run does not answer any more.');
    });
    response.once('close', () => inner.destroy());
    if (request.method === 'GET') inner.end();
    else request.pipe(inner);
  }
}
