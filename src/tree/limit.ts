/** Limits of a snapshot. What a limit cuts is marked in place and in the first line of the text. */

export interface SnapshotLimits {
  /** Levels of the tree below the root of each frame. */
  maxDepth: number;
  /** Elements per frame. */
  maxNodes: number;
  /** Milliseconds for the walk through each frame. */
  timeBudget: number;
  /** Characters of a name, a value or a text. */
  maxTextLength: number;
  /** Tokens of the text; 0 for no limit. */
  maxTokens: number;
}

/** High enough to show any ordinary page in full; they exist for pages that would never end. */
export const DEFAULT_LIMITS: SnapshotLimits = {
  // Articles and portals nest 6 to 30 levels, applications about 60; YAML parsers give up at about 450.
  maxDepth: 200,
  // Ordinary pages have hundreds to a few thousand elements, very long tables and manuals tens of thousands.
  maxNodes: 100_000,
  // 50,000 elements take well under a second; the rest is reserve for a slow machine under load.
  timeBudget: 10_000,
  // Longer than any label or paragraph that is read as a whole; a log or a data dump is cut.
  maxTextLength: 4_000,
  // Only the reader knows how much fits.
  maxTokens: 0,
};

/** Beyond these the result could not be passed on: `JSON.stringify` overflows the stack at about 3,000 levels. */
const BOUNDS: Record<keyof SnapshotLimits, [min: number, max: number]> = {
  maxDepth: [1, 1_000],
  maxNodes: [1, 10_000_000],
  timeBudget: [1, 3_600_000],
  maxTextLength: [1, 10_000_000],
  maxTokens: [0, 10_000_000],
};

/**
 * The deepest level that the text shows, counted across frames. Lower than `maxDepth` may be: the text is for
 * readers and parsers, and YAML parsers overflow at about 450 levels.
 */
export const MAX_TEXT_DEPTH = 300;

/** A message for each limit that is not a whole number within its bounds; empty when all are fine. */
export function checkLimits(limits: Partial<Record<keyof SnapshotLimits, unknown>>): string[] {
  const problems: string[] = [];
  for (const name of Object.keys(BOUNDS) as (keyof SnapshotLimits)[]) {
    const value = limits[name];
    if (value !== undefined) problems.push(...checkLimit(name, value, BOUNDS[name]));
  }
  return problems;
}

/** What environment variables may set. */
export interface SnapshotEnvironment extends Partial<SnapshotLimits> {
  /** Whether a stitched snapshot includes iframes of the page's own origin. */
  sameOriginFrames?: boolean;
  /** Whether `uidMap` has XPath besides CSS. */
  xpath?: boolean;
  /** Attributes that anchor selectors, in order of preference. */
  idAttributes?: string[];
  /** Whether long runs of similar siblings are folded. */
  fold?: boolean;
  /** If the changes are longer than this fraction of the whole view, the whole view is shown. */
  diffThreshold?: number;
}

const LIMIT_VARIABLES: Record<string, keyof SnapshotLimits> = {
  SNAPSHOT_MAX_DEPTH: 'maxDepth',
  SNAPSHOT_MAX_NODES: 'maxNodes',
  SNAPSHOT_TIME_BUDGET_MS: 'timeBudget',
  SNAPSHOT_MAX_TEXT_LENGTH: 'maxTextLength',
  SNAPSHOT_MAX_TOKENS: 'maxTokens',
};

const SWITCHES: Record<string, 'fold' | 'sameOriginFrames' | 'xpath'> = {
  SNAPSHOT_FOLD: 'fold',
  SNAPSHOT_INCLUDE_IFRAMES_SAME_ORIGIN: 'sameOriginFrames',
  SNAPSHOT_GENERATE_XPATH: 'xpath',
};

const ID_ATTRIBUTES = 'SNAPSHOT_PREFER_ID_ATTRIBUTES';
const DIFF_THRESHOLD = 'SNAPSHOT_DIFF_THRESHOLD';

/**
 * Reads the `SNAPSHOT_*` variables. An empty variable counts as not set; an invalid one is reported, not guessed.
 */
export function readSnapshotEnvironment(env: Record<string, string | undefined>): {
  settings: SnapshotEnvironment;
  problems: string[];
} {
  const settings: SnapshotEnvironment = {};
  const problems: string[] = [];
  const each = (name: string, read: (text: string) => string[]) => {
    const text = env[name]?.trim();
    if (text) problems.push(...read(text));
  };
  for (const [name, key] of Object.entries(LIMIT_VARIABLES)) {
    each(name, (text) => {
      const value = /^[0-9]+$/.test(text) ? Number(text) : text;
      const found = checkLimit(name, value, BOUNDS[key]);
      if (found.length === 0) settings[key] = Number(value);
      return found;
    });
  }
  for (const [name, key] of Object.entries(SWITCHES)) {
    each(name, (text) => {
      const value = switchOf(text);
      if (value === undefined) return [`${name} must be true or false, not ${JSON.stringify(text)}`];
      settings[key] = value;
      return [];
    });
  }
  each(DIFF_THRESHOLD, (text) => {
    const problems = checkThreshold(DIFF_THRESHOLD, Number(text));
    if (problems.length === 0) settings.diffThreshold = Number(text);
    return problems;
  });
  each(ID_ATTRIBUTES, (text) => {
    const names = attributesOf(text);
    if (!names)
      return [
        `${ID_ATTRIBUTES} must be a list of attribute names, ["id","data-testid"] or id,data-testid, not ${JSON.stringify(text)}`,
      ];
    settings.idAttributes = names;
    return [];
  });
  return { settings, problems };
}

/** A fraction of the whole view, 0 to 1; 0 shows the whole view whenever anything changed. */
export function checkThreshold(name: string, value: number): string[] {
  return value >= 0 && value <= 1 ? [] : [`${name} must be a number from 0 to 1, not ${value}`];
}

function checkLimit(name: string, value: unknown, [min, max]: [number, number]): string[] {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return [];
  const shown = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value);
  return [`${name} must be a whole number from ${min} to ${max}, not ${shown}`];
}

function switchOf(text: string): boolean | undefined {
  if (/^(?:true|1|yes|on)$/i.test(text)) return true;
  return /^(?:false|0|no|off)$/i.test(text) ? false : undefined;
}

function attributesOf(text: string): string[] | undefined {
  const names = text.startsWith('[') ? jsonList(text) : text.split(',').map((name) => name.trim());
  return names?.every((name) => /^[a-zA-Z_][\w.:-]*$/.test(name)) ? names : undefined;
}

function jsonList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((name) => typeof name === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
