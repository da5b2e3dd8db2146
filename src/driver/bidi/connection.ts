/** The connection to the browser, with the protocol's own types. */
import type { Commands, EventData } from 'webdriver-bidi-protocol';
import type { ErrorCode } from '../../errors.js';
import type { Channel } from '../../rpc/channel.js';
import type { CallScope } from '../driver.js';
import { explain } from './errors.js';

/** Every event of the protocol: a switch over `method` narrows the type of `params`. */
export type BidiEvent = EventData;

export interface SendScope extends CallScope {
  /** What the call ends with: the tag passed to `drop`. */
  endsWith?: string | undefined;
}

export class Connection {
  readonly channel: Channel;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  async send<M extends keyof Commands>(
    method: M,
    params: Commands[M]['params'],
    scope: SendScope = {},
  ): Promise<Commands[M]['returnType']> {
    try {
      // The protocol's own type package says what a method returns.
      return (await this.channel.send(method, params, {
        session: scope.endsWith,
        signal: scope.signal,
        ...(scope.timeout !== undefined && { timeout: scope.timeout }),
      })) as Commands[M]['returnType'];
    } catch (error) {
      throw explain(error);
    }
  }

  /** The subject of these calls is gone. Firefox answers them late or never, so they fail at once. */
  drop(tag: string, code: ErrorCode, reason: string): void {
    this.channel.dropSession(tag, code, reason);
  }

  listen(handler: (event: BidiEvent) => void): void {
    // Only subscribed events arrive, and the protocol's own type package describes those.
    this.channel.listen((event) => handler(event as unknown as BidiEvent));
  }
}
