/**
 * Turns a failed start into an error that says what to do. A browser that dies during its start leaves only an
 * exit code and its output, so this is the one place that parses that text.
 */
import { SightlineError } from '../errors.js';
import type { BrowserExit } from './browser-process.js';

export interface FailedStart {
  executable: string;
  exit: BrowserExit;
  stderr: string;
  /** The given profile folder, if there was one. */
  profile: string | undefined;
}

/** Chromium's result code for a profile that another process holds (chrome_result_codes.h). */
const CHROME_PROFILE_IN_USE = 21;

const CAUSES: [pattern: RegExp, hint: string][] = [
  [
    /error while loading shared libraries: (\S+?):/,
    'The system lacks the library $1. Install it, or run `sightline install` for a browser that brings its own.',
  ],
  [
    /No usable sandbox|SUID sandbox|Running as root without --no-sandbox/i,
    'The browser could not set up its sandbox. Launch with `sandbox: false` (`--no-sandbox`) where the machine itself is the sandbox, such as a container.',
  ],
  [
    /Missing X server|don't have any display|cannot open display|no DISPLAY environment|Failed to open display/i,
    'There is no display. Launch headless, or start a display server such as Xvfb.',
  ],
  [/No space left on device|ENOSPC/i, 'The disk with the temporary folder is full: free some space.'],
  [
    /snap/i,
    'This is the stub of a snap package; run `sightline install`, or give the path of another browser.',
  ],
];

export function startFailed({ executable, exit, stderr, profile }: FailedStart): SightlineError {
  const tail = lastLines(stderr);
  const extras = { details: { executable, exitCode: exit.code, signal: exit.signal, stderr: tail } };
  if (profile !== undefined && isRefusalOfProfile(exit)) {
    return new SightlineError(
      'profile-locked',
      `The profile ${profile} is in use by another browser.`,
      extras,
    );
  }
  const how = exit.signal ? `was ended by ${exit.signal}` : `ended with code ${exit.code}`;
  const hint =
    hintFor(stderr) ??
    `Check that ${executable} is a browser and starts by hand; \`sightline doctor\` helps.`;
  return new SightlineError(
    'browser-start-failed',
    `${executable} ${how} before it answered.${tail && `\n${tail}`}`,
    { ...extras, hint },
  );
}

/**
 * Where the lock cannot be read beforehand, a second browser on a profile hands its job to the first one and
 * exits successfully.
 */
function isRefusalOfProfile({ code }: BrowserExit): boolean {
  return code === CHROME_PROFILE_IN_USE || (code === 0 && process.platform !== 'linux');
}

export function startTimedOut(executable: string, timeoutMs: number, stderr: string): SightlineError {
  const tail = lastLines(stderr);
  return new SightlineError(
    'browser-start-failed',
    `${executable} did not answer within ${timeoutMs} ms.${tail && `\n${tail}`}`,
    {
      hint:
        hintFor(stderr) ?? `Check that ${executable} is a browser, or raise the timeout on a slow machine.`,
      details: { executable, timeoutMs, stderr: tail },
    },
  );
}

/** The system refused to run the file. */
export function notRunnable(executable: string, error: unknown): SightlineError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file, or the interpreter it names is missing',
    EACCES: 'it is not marked as executable',
    ENOEXEC: 'it is not a program for this machine',
  };
  return new SightlineError(
    code === 'ENOENT' ? 'browser-not-found' : 'browser-start-failed',
    `${executable} could not be started: ${reasons[code] ?? code}.`,
    { hint: 'Give the path of a browser, or leave it out to search for one.', cause: error },
  );
}

function hintFor(stderr: string): string | undefined {
  for (const [pattern, hint] of CAUSES) {
    const match = pattern.exec(stderr);
    if (match) return hint.replace('$1', match[1] ?? '');
  }
  return undefined;
}

/** The last lines are about the end; more would add nothing. */
function lastLines(text: string): string {
  return text.trim().split('\n').slice(-8).join('\n');
}
