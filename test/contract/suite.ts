/** The contract of the driver interface: every driver passes every case, or says why it cannot. */
import { describe } from 'vitest';
import { callCases } from './calls.js';
import { contextCases } from './contexts.js';
import { endingCases } from './endings.js';
import { eventCases } from './events.js';
import { fileCases } from './files.js';
import { Fixture, type Harness } from './fixture.js';
import { frameCases } from './frames.js';
import { inputCases } from './input.js';
import { interceptionCases } from './interception.js';
import { navigationCases } from './navigation.js';
import { settingCases } from './settings.js';
import { viewCases } from './view.js';

export function driverContract(harness: Harness): void {
  describe(`driver contract: ${harness.name}`, () => {
    const fixture = new Fixture(harness);
    describe('contexts and pages', () => contextCases(fixture));
    describe('navigation', () => navigationCases(fixture));
    describe('frames', () => frameCases(fixture));
    describe('calls', () => callCases(fixture));
    describe('input', () => inputCases(fixture));
    describe('events', () => eventCases(fixture));
    describe('files', () => fileCases(fixture));
    describe('settings', () => settingCases(fixture));
    describe('interception', () => interceptionCases(fixture));
    describe('view', () => viewCases(fixture));
    describe('endings', () => endingCases(fixture));
  });
}
