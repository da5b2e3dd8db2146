/** `sightline background NAME`: the process of a background session. Started by other commands, not by people. */
import { mkdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Host } from '../../agent/host.js';
import { isSightlineError, reasonOf } from '../../errors.js';
import { TOOLS } from '../../tools/index.js';
import { packageVersion } from '../../version.js';
import type { StartReport } from '../background/client.js';
import { asWords } from '../background/flags.js';
import { checkName, type Options } from '../background/folder.js';
import { serveBackground } from '../background/process.js';
import { EXIT } from '../command.js';
import { hostOptions } from '../options/host-options.js';
import { Window } from '../serve/window.js';
import { readSettings } from '../settings/read.js';
import { runsFolder } from '../storage-folder.js';

/** Default idle timeout: an unused browser takes memory. */
const HALF_AN_HOUR = 1_800_000;
/** A person waits for a download as long as it takes, unlike an MCP client. The longest possible timer. */
const PATIENCE = 2 ** 31 - 1;

export async function run([name = '']: string[]): Promise<number> {
  try {
    const options: Options = JSON.parse(await text(process.stdin));
    const { settings, notes } = readSettings(asWords(options));
    for (const note of notes) process.stderr.write(`${note}\n`);
    // The file fence is for agents. A person may open and save any file.
    const { trail, ...rest } = hostOptions({ ...settings, unrestrictedFiles: true }, name);
    const host = new Host({
      ...rest,
      ...(trail && { trail: { ...trail, home: homeForRuns() } }),
      tools: TOOLS,
      installPatience: PATIENCE,
    });
    const window = new Window(async () => host);
    window.offer(host);
    await serveBackground(
      {
        info: { name: checkName(name), version: packageVersion(), options },
        host,
        idleTimeout: settings.idleTimeout ?? HALF_AN_HOUR,
      },
      () => report({ ready: true }),
    );
    await window.end();
    return EXIT.ok;
  } catch (error) {
    report({
      ready: false,
      message: reasonOf(error),
      ...(isSightlineError(error) && { code: error.code, hint: error.hint }),
    });
    return EXIT.failed;
  }
}

/** For `sightline show`, wherever it is typed. */
function homeForRuns(): string {
  const folder = runsFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function report(report: StartReport): void {
  process.stdout.on('error', () => undefined); // The command that started it may be gone.
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
