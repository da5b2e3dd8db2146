const ALONE = new Set(['--session', '-s']);
const FLAG = /^(?:--json|--code|--session(?:=.+)?|-s)$/;

/** How many of the first words say which session, and how to answer: `--session=work --json`. */
export function countLeadingFlags(words: readonly string[]): number {
  let count = 0;
  for (; FLAG.test(words[count] ?? ''); count++) if (ALONE.has(words[count] ?? '')) count++;
  return count;
}
