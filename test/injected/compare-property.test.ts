/**
 * An action never reaches another thing than the one that was seen: random pages, random changes. The normal run takes
 * a seeded sample; `COMPARE_TRIALS=100000` runs as many in each browser, `COMPARE_SEED` starts elsewhere.
 */
import { expect, it } from 'vitest';
import { COMPARE_TRIALS, type TrialOutcome } from '../support/compare-trials.js';
import { describePages } from '../support/pages.js';

const TRIALS = Number(process.env.COMPARE_TRIALS ?? 1_000);
const SEED = Number(process.env.COMPARE_SEED ?? 1);
const PER_CALL = 250;
/** A document that has shown more takes gigabytes. */
const PER_DOCUMENT = 2_500;
const TIME = 60_000 + TRIALS * 100;

describePages('refs of pages that change at random', (page) => {
  it(
    'are never acted on where a compared fact differs, nor refused where none does',
    async () => {
      const { driver } = page();
      const wrong: string[] = [];
      const needless: string[] = [];
      const counts: Record<string, number> = {};
      let nextElement = page().nextElement();
      for (let done = 0; done < TRIALS; done += PER_CALL) {
        if (done % PER_DOCUMENT === 0) await page().load('<!doctype html><title>trials</title>');
        const request = { seed: SEED * 7_919 + done, trials: Math.min(PER_CALL, TRIALS - done), nextElement };
        const reply = await driver.call(driver.mainFrame, COMPARE_TRIALS, JSON.stringify(request), {
          timeout: 0,
        });
        const outcome = JSON.parse(reply) as TrialOutcome & { nextElement: number };
        ({ nextElement } = outcome);
        wrong.push(...outcome.wrong);
        needless.push(...outcome.needless);
        for (const [kind, count] of Object.entries(outcome.counts))
          counts[kind] = (counts[kind] ?? 0) + count;
      }
      expect(wrong).toEqual([]);
      expect(needless).toEqual([]);
      // Every kind of change was tried, and both acted on and refused.
      for (const kind of ['unkeyed', 'keyed', 'virtual', 'fact', 'around', 'replaced', 'harmless'])
        expect(Object.keys(counts).join()).toContain(kind);
      for (const kind of [
        'unkeyed refused',
        'virtual refused',
        'fact refused',
        'around refused',
        'harmless acted',
      ])
        expect(counts[kind], kind).toBeGreaterThan(0);
    },
    TIME,
  );
});
