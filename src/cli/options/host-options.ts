/** Turns settings into the options of the host: how to open the browser, what answers show, where files go. */
import type { HostOptions } from '../../agent/host.js';
import { Secrets } from '../../agent/secrets/secrets.js';
import type { TrailOptions } from '../../agent/trail/trail.js';
import type { VideoOptions } from '../../agent/video/video.js';
import { snapshotDefaults } from '../../launch/snapshot-defaults.js';
import { packageVersion } from '../../version.js';
import { asConfig } from '../settings/as-config.js';
import type { Settings } from '../settings/table.js';
import { browserOpener, joinsBrowser, type OpenBrowser, read } from './browser-options.js';
import { policyIn } from './policy-file.js';
import { secretsInFile } from './secrets-file.js';

/** `name`: of the run, in its trail. */
export function hostOptions(
  settings: Settings,
  name = process.env.SIGHTLINE_INSTANCE_ID || 'mcp',
): HostOptions & { open: OpenBrowser } {
  // What is wrong in the environment is told at the start, not by the first call.
  snapshotDefaults();
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
    ...(settings.policy !== undefined && { policy: policyIn(settings.policy) }),
    ...(settings.fencePageText && { fencesPageText: true }),
    ...(settings.timeoutAction !== undefined && { actionTimeout: settings.timeoutAction }),
    ...(settings.filePaths && { filePaths: settings.filePaths }),
    ...(settings.outputMaxSize && { outputMaxSize: settings.outputMaxSize }),
    ...(settings.saveVideo !== undefined && { video: videoOptions(settings.saveVideo) }),
    ...(settings.trail !== 'off' && { trail: trailOptions(settings, name) }),
  };
}

function videoOptions(size: Settings['saveVideo']): VideoOptions {
  return { size: size ?? undefined, tell: (line) => process.stderr.write(`${line}\n`) };
}

/** The name becomes part of a folder name. */
function trailOptions({ trail, trailMaxSize, trailMaxDays }: Settings, name: string): TrailOptions {
  return {
    name: name.replaceAll(/[^\w.-]/g, '_').slice(0, 64),
    version: packageVersion(),
    pictures: trail !== 'steps',
    anywhere: trail !== undefined,
    ...(trailMaxSize !== undefined && { maxSize: trailMaxSize }),
    ...(trailMaxDays !== undefined && { maxDays: trailMaxDays }),
  };
}

function secretsIn({ secretsFile, secrets = {} }: Settings): Secrets {
  const inFile = secretsInFile(secretsFile === undefined ? '' : read('--secrets', secretsFile));
  const found = new Secrets({ ...secrets, ...inFile.values });
  for (const problem of [...inFile.problems, ...found.problems]) process.stderr.write(`${problem}\n`);
  return found;
}
