/**
 * What agents may do, by tool, effect, origin and the words on the target: the rules of a policy file. The first rule that
 * fits decides.
 */
import { z } from 'zod';
import { SightlineError } from '../../errors.js';
import { OriginRules, originOf } from '../../fence/origin-rules.js';
import { oneLine } from '../text-line.js';

const VERDICTS = ['allow', 'deny', 'confirm'] as const;
export type Verdict = (typeof VERDICTS)[number];

const RULE = z.strictObject({
  do: z.enum(VERDICTS),
  tools: z.array(z.string().min(1)).optional(),
  effects: z.array(z.enum(['read', 'act', 'navigate'])).optional(),
  origins: z.array(z.string().min(1)).optional(),
  words: z.array(z.string().min(1)).optional(),
  why: z.string().optional(),
});
const FILE = z.strictObject({ default: z.enum(VERDICTS).optional(), rules: z.array(RULE) });
type PolicyRule = z.infer<typeof RULE>;

/** What a call is about to do. */
export interface Act {
  tool: string;
  effect: 'read' | 'act' | 'navigate';
  /** Of the page and of the frame that it acts on, or where it goes. */
  urls: readonly string[];
  /** Of frames whose content it shows. */
  frames?: readonly string[];
  /** What stands on its targets. `unknown`: keys, coordinates and scripts can reach anything. */
  words: readonly string[] | 'unknown';
  /** Its steps are judged by themselves: only rules that name it count. */
  wraps?: boolean;
}

export interface Decision {
  verdict: Verdict;
  /** For people: which rule, and its reason. */
  because: string;
}

interface Compiled extends PolicyRule {
  from?: OriginRules;
  patterns?: RegExp[];
}

export class Policy {
  readonly #rules: readonly Compiled[];
  readonly #default: Verdict;

  /** Throws if it is not a policy. */
  constructor(file: unknown) {
    const parsed = FILE.safeParse(file);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(
        ({ path, message }) => `${path.join('.') || 'file'}: ${message}`,
      );
      throw new SightlineError('bad-argument', `Not a policy: ${oneLine(problems.join('; '), 500)}`);
    }
    this.#default = parsed.data.default ?? 'allow';
    this.#rules = parsed.data.rules.map((rule) => ({
      ...rule,
      ...(rule.origins && { from: new OriginRules({ allowed: rule.origins }) }),
      ...(rule.words && { patterns: rule.words.map(patternOf) }),
    }));
  }

  /** Tools that its rules name, to be checked against those that exist. */
  get tools(): string[] {
    return this.#rules.flatMap(({ tools = [] }) => tools);
  }

  /** Whether any rule asks for the words on the target of such a call. */
  readsWords(act: Omit<Act, 'words'>): boolean {
    return this.#rules.some((rule) => rule.patterns && fitsCall(rule, act));
  }

  decide(act: Act): Decision {
    const at = this.#rules.findIndex((rule) => fits(rule, act));
    const rule = this.#rules[at];
    if (!rule) return { verdict: act.wraps ? 'allow' : this.#default, because: "the policy's default" };
    const why = rule.why === undefined ? '' : ` (${oneLine(rule.why, 200)})`;
    return { verdict: rule.do, because: `rule ${at + 1} of the policy${why}` };
  }
}

function fits(rule: Compiled, act: Act): boolean {
  if (!fitsCall(rule, act)) return false;
  const { patterns } = rule;
  if (!patterns) return true;
  // Where the target is not known it may be the one that the rule is about, and is not known to be an allowed one.
  if (act.words === 'unknown') return rule.do !== 'allow';
  const words = act.words.map(plain);
  return patterns.some((pattern) => words.some((text) => pattern.test(text)));
}

function fitsCall(rule: Compiled, act: Omit<Act, 'words'>): boolean {
  const { tools, effects, from } = rule;
  const { tool, effect, urls, frames = [], wraps = false } = act;
  if (wraps && !tools) return false;
  if (tools && !tools.some((name) => name === tool || `browser_${name}` === tool)) return false;
  if (effects && !effects.includes(effect)) return false;
  if (!from) return true;
  const isOf = (url: string) => originOf(url) !== undefined && from.refusal(url) === undefined;
  // Allowed is what is about these origins only; a page may show frames of others.
  return rule.do === 'allow' ? urls.length > 0 && urls.every(isOf) : [...urls, ...frames].some(isOf);
}

/** A word as a whole, `delet*` as a beginning. Scripts without spaces between words have no whole words. */
function patternOf(word: string): RegExp {
  const text = plain(word);
  const open = text.endsWith('*');
  const source = (open ? text.slice(0, -1) : text).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\s\p{P}]+$/u.test(text))
    return new RegExp(source, 'iu');
  return new RegExp(`(?<![\\p{L}\\p{N}])${source}${open ? '' : '(?![\\p{L}\\p{N}])'}`, 'iu');
}

/** A page may write a word so that only people can read it: with wide letters or invisible characters. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ');
}
