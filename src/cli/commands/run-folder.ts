/** The run that a command is about: of the folder that it names, else the newest here or of a background browser. */
import { findRun } from '../../show/find-run.js';
import { runsFolder } from '../storage-folder.js';

export const runFolder = (given: string | undefined): Promise<string> =>
  given === undefined ? findRun('.', runsFolder()) : findRun(given);
