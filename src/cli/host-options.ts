/** What the settings say about the host: how it opens its browser, what its answers show, where files go. */
import { join } from 'node:path';
import type { HostOptions } from '../agent/host.js';
import { parseDotenv } from '../agent/secrets/dotenv.js';
import { Secrets } from '../agent/secrets/secrets.js';
import { browserOpener, read } from './browser-options.js';
import type { Settings } from './settings/table.js';

export function hostOptions(settings: Settings): HostOptions {
  const { snapshotMode, snapshotBoxes, consoleLevel, workspace, firstContext = 0 } = settings;
  return {
    open: browserOpener({ ...settings, outputDir: outputFolder(settings) }),
    root: rootFolder(settings),
    outputFolder: outputFolder(settings),
    secrets: secretsIn(settings),
    ...(settings.unrestrictedFiles && { unrestrictedFiles: true }),
    code: settings.codegen !== 'none',
    state: { ...(workspace !== undefined && { flag: workspace }), environment: process.env, firstContext },
    ...(snapshotMode && { snapshotMode }),
    ...(snapshotBoxes && { boxes: snapshotBoxes }),
    ...(consoleLevel && { consoleLevel }),
    ...(settings.filePaths && { filePaths: settings.filePaths }),
    ...(settings.outputMaxSize && { outputMaxSize: settings.outputMaxSize }),
  };
}

function secretsIn({ secretsFile, secrets = {} }: Settings): Secrets {
  const inFile = secretsFile === undefined ? {} : parseDotenv(read('--secrets', secretsFile));
  const found = new Secrets({ ...secrets, ...inFile });
  for (const problem of found.problems) process.stderr.write(`${problem}\n`);
  return found;
}

/** Where files go that nobody gave a name: downloads, pictures, the log of a session. */
export function outputFolder(settings: Settings): string {
  return settings.outputDir ?? join(rootFolder(settings), '.sightline', 'output');
}

/** The folder that the files of agents are kept to. */
function rootFolder({ workspace }: Settings): string {
  return workspace ?? process.cwd();
}
