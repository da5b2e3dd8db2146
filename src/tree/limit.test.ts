import { describe, expect, it } from 'vitest';
import { checkLimits, DEFAULT_LIMITS, readSnapshotEnvironment } from './limit.js';

describe('checkLimits', () => {
  it('accepts the defaults, and no limits at all', () => {
    expect(checkLimits(DEFAULT_LIMITS)).toEqual([]);
    expect(checkLimits({})).toEqual([]);
  });

  it('names every wrong limit, with its value', () => {
    expect(
      checkLimits({ maxDepth: 0, maxNodes: 1.5, timeBudget: 'soon', maxTextLength: Number.NaN }),
    ).toEqual([
      'maxDepth must be a whole number from 1 to 1000, not 0',
      'maxNodes must be a whole number from 1 to 10000000, not 1.5',
      'timeBudget must be a whole number from 1 to 3600000, not "soon"',
      'maxTextLength must be a whole number from 1 to 10000000, not NaN',
    ]);
  });
});

describe('readSnapshotEnvironment', () => {
  it('reads every variable', () => {
    expect(
      readSnapshotEnvironment({
        SNAPSHOT_MAX_DEPTH: '20',
        SNAPSHOT_MAX_NODES: ' 500 ',
        SNAPSHOT_TIME_BUDGET_MS: '250',
        SNAPSHOT_MAX_TEXT_LENGTH: '80',
        SNAPSHOT_INCLUDE_IFRAMES_SAME_ORIGIN: 'false',
        SNAPSHOT_GENERATE_XPATH: '1',
        SNAPSHOT_PREFER_ID_ATTRIBUTES: '["id","data-qa"]',
        OTHER: 'x',
      }),
    ).toEqual({
      settings: {
        maxDepth: 20,
        maxNodes: 500,
        timeBudget: 250,
        maxTextLength: 80,
        sameOriginFrames: false,
        xpath: true,
        idAttributes: ['id', 'data-qa'],
      },
      problems: [],
    });
  });

  it('accepts a comma-separated list of attributes', () => {
    expect(readSnapshotEnvironment({ SNAPSHOT_PREFER_ID_ATTRIBUTES: 'id, data-qa' }).settings).toEqual({
      idAttributes: ['id', 'data-qa'],
    });
  });

  it('treats an empty variable as not set', () => {
    expect(readSnapshotEnvironment({ SNAPSHOT_MAX_DEPTH: '', SNAPSHOT_GENERATE_XPATH: ' ' })).toEqual({
      settings: {},
      problems: [],
    });
  });

  it('reports invalid values and keeps the rest', () => {
    const { settings, problems } = readSnapshotEnvironment({
      SNAPSHOT_MAX_DEPTH: '-1',
      SNAPSHOT_MAX_NODES: '1e3',
      SNAPSHOT_TIME_BUDGET_MS: '100',
      SNAPSHOT_GENERATE_XPATH: 'maybe',
      SNAPSHOT_PREFER_ID_ATTRIBUTES: '["id", 1]',
    });
    expect(settings).toEqual({ timeBudget: 100 });
    expect(problems).toEqual([
      'SNAPSHOT_MAX_DEPTH must be a whole number from 1 to 1000, not "-1"',
      'SNAPSHOT_MAX_NODES must be a whole number from 1 to 10000000, not "1e3"',
      'SNAPSHOT_GENERATE_XPATH must be true or false, not "maybe"',
      'SNAPSHOT_PREFER_ID_ATTRIBUTES must be a list of attribute names, ["id","data-testid"] or id,data-testid, not "[\\"id\\", 1]"',
    ]);
  });

  it.each(['[', '[]x', 'id,', '"id"', 'a b', '[""]'])('refuses %j as a list of attributes', (list) => {
    expect(readSnapshotEnvironment({ SNAPSHOT_PREFER_ID_ATTRIBUTES: list }).problems).toHaveLength(1);
  });
});
