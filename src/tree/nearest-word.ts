/** The word that was probably meant: at most a third of its letters are missing, added, different or swapped. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  let nearest: { word: string; distance: number } | undefined;
  for (const word of words) {
    const distance = distanceOf(typed.toLowerCase(), word);
    if (distance <= word.length / 3 && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { word, distance };
  }
  return nearest?.word;
}

/** Optimal string alignment distance. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (line: number[], index: number): number => line[index] ?? 0;
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(at(row, j), at(before, j - 2) + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
