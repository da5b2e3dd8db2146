/** What a command module exports. Only results go to stdout; everything else goes to stderr. */
export interface Command {
  /** Gets the arguments after the command's name and gives the exit code. */
  run(args: string[]): Promise<number>;
  /** What `--help` prints where a line does not hold it. */
  help?(): string;
}

export interface CommandEntry {
  usage: string;
  summary: string;
  /** For other commands, not for people. */
  hidden?: true;
  /** Loaded when the command is used, so that `--version` costs nothing of it. */
  load(): Promise<Command>;
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** The words were typed wrongly: nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
