/** Sends what the person does in order, one request at a time; input during a request is sent together after it. */
import type { KeyInput } from './person-keys.js';

export type Input =
  | KeyInput
  | { do: 'paste'; text: string }
  | { do: 'move'; x: number; y: number }
  | { do: 'down' | 'up'; x: number; y: number; button: string; clickCount: number; modifiers: string[] }
  | { do: 'wheel'; x: number; y: number; deltaX: number; deltaY: number };

export class PersonQueue {
  readonly #send: (events: Input[]) => Promise<unknown>;
  readonly #onError: (message: string) => void;
  #waiting: Input[] = [];
  #isSending = false;

  constructor(send: (events: Input[]) => Promise<unknown>, onError: (message: string) => void) {
    this.#send = send;
    this.#onError = onError;
  }

  add(input: Input): void {
    const last = this.#waiting.at(-1);
    // Only where the pointer ends up matters.
    if (input.do === 'move' && last?.do === 'move') this.#waiting.pop();
    this.#waiting.push(input);
    void this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      const events = this.#waiting;
      this.#waiting = [];
      try {
        await this.#send(events);
      } catch (error) {
        this.#waiting = [];
        this.#onError(error instanceof Error ? error.message : String(error));
      }
    }
    this.#isSending = false;
  }
}
