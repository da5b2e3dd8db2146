/** What a command module exports. Only results go to stdout; everything else goes to stderr. */
export interface Command {
  /** Takes the arguments after the command's name and returns the exit code. */
  run(args: string[]): Promise<number>;
  /** The text of `--help`. Default: usage and summary. */
  help?(): string;
}

export interface CommandEntry {
  usage: string;
  summary: string;
  /** Typical uses, without `sightline`. */
  examples: readonly string[];
  /** Used by other commands, not by people. */
  hidden?: true;
  /** Loaded on use, so that `--version` stays fast. */
  load(): Promise<Command>;
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Wrong arguments: nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
