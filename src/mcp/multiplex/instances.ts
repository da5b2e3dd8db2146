/** The instances of a multiplexer. It limits how many run and how many start at once; numbers are never reused. */
import { SightlineError } from '../../errors.js';
import { Instance, type InstanceCommand } from './instance.js';
import { instanceName } from './route.js';

export interface InstancesOptions {
  /** The command line of a server process. */
  command(instance: { name: string; number: number; browser: string | undefined }): InstanceCommand;
  /** How many may run at the same time. */
  limit: number;
  /** How many may be starting at the same time. */
  startingAtOnce: number;
}

export class Instances {
  readonly #options: InstancesOptions;
  readonly #running = new Map<number, Instance>();
  /** Why instances ended, for messages about their refs. */
  readonly #gone = new Map<number, string>();
  readonly #news: string[] = [];
  /** Running and starting instances. */
  #taken = 0;
  #next = 1;
  #starting = 0;
  readonly #waiting: (() => void)[] = [];
  #ended = false;
  #roots: readonly string[] = [];

  constructor(options: InstancesOptions) {
    this.#options = options;
  }

  /** Instances work in the first of these folders, from their next call on. */
  async takeRoots(roots: readonly string[]): Promise<void> {
    if (JSON.stringify(roots) === JSON.stringify(this.#roots)) return;
    this.#roots = roots;
    // One that ends in between needs no message.
    await Promise.allSettled(this.running().map((instance) => instance.rootsChanged()));
  }

  running(): Instance[] {
    return [...this.#running.values()].toSorted((a, b) => a.number - b.number);
  }

  /** Starts all of them or none. */
  async create(count: number, browser: string | undefined): Promise<Instance[]> {
    const { limit } = this.#options;
    if (this.#taken + count > limit)
      throw new SightlineError(
        'bad-argument',
        `${this.#taken} of at most ${limit} instances are running; ${count} more can't be started`,
        { hint: 'Close one first, or raise --max-instances.' },
      );
    const made = await Promise.allSettled(Array.from({ length: count }, () => this.#start(browser)));
    const failed = made.find((each) => each.status === 'rejected');
    const started = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (!failed) return started;
    await Promise.all(started.map((instance) => this.close(instance.number)));
    throw failed.reason;
  }

  /** A running instance. Otherwise the error says why it is not running. */
  get(number: number): Instance {
    const instance = this.#running.get(number);
    if (instance) return instance;
    const why = this.#gone.get(number) ?? 'it never existed';
    const open = this.running().map(({ name }) => name);
    throw new SightlineError(
      'instance-gone',
      `${instanceName(number)} is not running: ${why}. ${open.length === 0 ? 'No instance is running' : `Running: ${open.join(', ')}`}`,
    );
  }

  async close(number: number): Promise<void> {
    const instance = this.get(number);
    this.#forget(instance, 'it was closed');
    await instance.close();
  }

  /** Returns the events since the last call. */
  takeNews(): string[] {
    return this.#news.splice(0);
  }

  async end(): Promise<void> {
    this.#ended = true;
    await Promise.allSettled(this.running().map(({ number }) => this.close(number)));
  }

  async #start(browser: string | undefined): Promise<Instance> {
    const number = this.#next++;
    const name = instanceName(number);
    this.#taken++;
    await this.#turn();
    const command = this.#options.command({ name, number, browser });
    const instance = new Instance({
      name,
      number,
      browser: browser ?? 'default',
      command,
      roots: () => this.#roots,
      onLost: () => {
        if (!this.#forget(instance, 'its process ended unexpectedly')) return;
        this.#news.push(
          `${name} ended unexpectedly. Its pages are gone; the other instances are not affected`,
        );
      },
    });
    try {
      await instance.start();
      if (this.#ended) throw new SightlineError('instance-gone', 'The multiplexer is shutting down');
      this.#running.set(number, instance);
      return instance;
    } catch (error) {
      await instance.close();
      this.#gone.set(number, 'it did not start');
      this.#taken--;
      throw error;
    } finally {
      this.#starting--;
      this.#waiting.shift()?.();
    }
  }

  #forget({ number }: Instance, why: string): boolean {
    if (!this.#running.delete(number)) return false;
    this.#gone.set(number, why);
    this.#taken--;
    return true;
  }

  /** Waits for a free slot: browsers that start at once slow each other down. */
  async #turn(): Promise<void> {
    while (this.#starting >= this.#options.startingAtOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#starting++;
  }
}
