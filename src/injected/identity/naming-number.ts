/** Whether a number in a text names something. Any other one may be a clock or a counter. */

/** Nouns whose number is a name, in English: of "Votes 12" and "Score 12" it is not. */
const NAMED =
  /(?<!\p{L})(?:room|seat|gate|table|floor|flat|apt|apartment|unit|suite|block|chapter|part|lesson|episode|season|volume|vol|no|nr|number|ticket|case|order|invoice|lot|slot|track|platform|lane|bay|box|shelf|zone|terminal|flight|train|route|exit|version|release|build|patient|customer|account|user|player|team)\.?[ \u00a0]#?$/iu;
const DATE = /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2}))$/;
/** Versions and addresses, and no thousands. */
const DOTTED = /^\d+\.\d+\.\d+(?:\.\d+)*$/;
const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** "14" of "14 May" and "May 14", "2026" of "May 2026". */
const OF_DATE = /^(?:\d{1,2}|\d{4})$/;
/** Telephone numbers, accounts, cards. */
const LONG = /^[+(]?[\dA-Z](?:[\dA-Z\s()/-]*\d)?$/;
const MIN_DIGITS = 7;

const months = new Map<string, { before: RegExp; after: RegExp }>();

/** `language`: of the page. */
export function isNaming(number: string, before: string, after: string, language: string): boolean {
  if (DATE.test(number) || ADDRESS.test(number)) return true;
  if (DOTTED.test(number) && !THOUSANDS.test(number)) return true;
  if (NAMED.test(before)) return true;
  if (!OF_DATE.test(number)) return false;
  const month = monthsOf(language);
  return month.before.test(before) || month.after.test(after);
}

/** A text that is one long number, however it is written. */
export const isLongNumber = (text: string): boolean =>
  LONG.test(text) && text.replace(/\D/g, '').length >= MIN_DIGITS;

function monthsOf(language: string): { before: RegExp; after: RegExp } {
  let known = months.get(language);
  if (!known) {
    const names = new Set([...monthNames('en'), ...monthNames(language)]);
    const any = [...names].sort((one, other) => other.length - one.length).join('|');
    known = {
      before: new RegExp(`(?<!\\p{L})(?:${any})\\.?,?\\s$`, 'iu'),
      after: new RegExp(`^(?:st|nd|rd|th|\\.)?\\s(?:of )?(?:${any})(?!\\p{L})`, 'iu'),
    };
    months.set(language, known);
  }
  return known;
}

function* monthNames(language: string): Generator<string> {
  for (const month of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
    for (let at = 0; at < 12; at++) {
      const part = format.formatToParts(Date.UTC(2024, at, 1)).find(({ type }) => type === 'month');
      const name = part?.value.replace(/\.$/, '') ?? '';
      if (/^\p{L}+$/u.test(name)) yield name;
    }
  }
}

const PRICE =
  /\p{Sc}\s*\d|\d\s*(?:\p{Sc}|(?:USD|EUR|GBP|CHF|JPY|CNY|INR|AUD|CAD|SEK|NOK|DKK|PLN|CZK|BRL|KRW)\b)/u;

export const isPrice = (text: string): boolean => PRICE.test(text);
