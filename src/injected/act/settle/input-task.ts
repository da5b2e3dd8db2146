/** Whether the task that runs is one in which input arrives: what changes in it is the page's direct answer. */
import { addListener, removeListener } from '../../dom/effects.js';

const INPUT =
  'pointerover pointerdown pointerup click keydown keyup beforeinput input change wheel drop'.split(' ');
const CAPTURE = { capture: true, passive: true } as const;

export class InputTask {
  #isRunning = false;
  #channel: MessageChannel | undefined;

  get isRunning(): boolean {
    return this.#isRunning;
  }

  begin(): void {
    if (this.#channel) return;
    this.#channel = new MessageChannel();
    this.#channel.port1.onmessage = () => {
      this.#isRunning = false;
    };
    for (const type of INPUT) addListener(window, type, this.#onInput, CAPTURE);
  }

  end(): void {
    this.#channel?.port1.close();
    this.#channel = undefined;
    this.#isRunning = false;
    for (const type of INPUT) removeListener(window, type, this.#onInput, CAPTURE);
  }

  readonly #onInput = (): void => {
    if (!this.#isRunning) this.#channel?.port2.postMessage(null);
    this.#isRunning = true;
  };
}
