/** The contract of the driver interface: every driver passes every case, or says why it cannot. */
import { describe } from 'vitest';
import { Bench, type Harness } from './bench.js';
import { callCases } from './calls.js';
import { contextCases } from './contexts.js';
import { endingCases } from './endings.js';
import { eventCases } from './events.js';
import { fileCases } from './files.js';
import { frameCases } from './frames.js';
import { inputCases } from './input.js';
import { interceptionCases } from './interception.js';
import { navigationCases } from './navigation.js';
import { settingCases } from './settings.js';
import { viewCases } from './view.js';

export function driverContract(harness: Harness): void {
  describe(`driver contract: ${harness.name}`, () => {
    const bench = new Bench(harness);
    describe('contexts and pages', () => contextCases(bench));
    describe('navigation', () => navigationCases(bench));
    describe('frames', () => frameCases(bench));
    describe('calls', () => callCases(bench));
    describe('input', () => inputCases(bench));
    describe('events', () => eventCases(bench));
    describe('files', () => fileCases(bench));
    describe('settings', () => settingCases(bench));
    describe('interception', () => interceptionCases(bench));
    describe('view', () => viewCases(bench));
    describe('endings', () => endingCases(bench));
  });
}
