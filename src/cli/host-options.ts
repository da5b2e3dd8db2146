/** Turns settings into the options of the host: how to open the browser, what answers show, where files go. */
import type { HostOptions } from '../agent/host.js';
import { Secrets } from '../agent/secrets/secrets.js';
import { browserOpener, joinsBrowser, read } from './browser-options.js';
import { secretsInFile } from './secrets-file.js';
import { asConfig } from './settings/as-config.js';
import type { Settings } from './settings/table.js';

export function hostOptions(settings: Settings): HostOptions {
  const { snapshotMode, snapshotBoxes, consoleLevel, workspace, firstContext = 0 } = settings;
  return {
    open: browserOpener(settings),
    joins: joinsBrowser(settings),
    // The folder that the files of agents are kept to.
    root: workspace ?? process.cwd(),
    ...(settings.outputDir !== undefined && { outputFolder: settings.outputDir }),
    secrets: secretsIn(settings),
    ...(settings.unrestrictedFiles && { unrestrictedFiles: true }),
    code: settings.codegen ?? 'typescript',
    state: { ...(workspace !== undefined && { flag: workspace }), environment: process.env, firstContext },
    ...(snapshotMode && { snapshotMode }),
    ...(settings.outlineTokens !== undefined && { outlineTokens: settings.outlineTokens }),
    imageLimits: {
      ...(settings.imageMaxSide !== undefined && { side: settings.imageMaxSide }),
      ...(settings.imageMaxPixels !== undefined && { pixels: settings.imageMaxPixels }),
    },
    ...(snapshotBoxes && { boxes: snapshotBoxes }),
    ...(consoleLevel && { consoleLevel }),
    config: asConfig(settings),
    ...(settings.fencePageText && { fencesPageText: true }),
    ...(settings.timeoutAction !== undefined && { actionTimeout: settings.timeoutAction }),
    ...(settings.filePaths && { filePaths: settings.filePaths }),
    ...(settings.outputMaxSize && { outputMaxSize: settings.outputMaxSize }),
  };
}

function secretsIn({ secretsFile, secrets = {} }: Settings): Secrets {
  const inFile = secretsInFile(secretsFile === undefined ? '' : read('--secrets', secretsFile));
  const found = new Secrets({ ...secrets, ...inFile.values });
  for (const problem of [...inFile.problems, ...found.problems]) process.stderr.write(`${problem}\n`);
  return found;
}
