/**
 * Indices of a longest increasing subsequence: in a reordered list, the most elements that need not count as
 * moved.
 */
export function longestIncreasing(values: readonly number[]): number[] {
  /** Index of the smallest value that ends a subsequence of each length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    // Already in order: the common case.
    if (high > 0 && (values[ends[high - 1] ?? 0] ?? 0) < value) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (ends[low - 1] ?? -1) : -1);
    ends[low] = index;
  }
  const found: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) found.push(index);
  return found.reverse();
}
