/**
 * The nearest right name to a misspelt one, by edits: insertions, deletions, replacements and swaps of neighbors.
 *
 * Not for: long names. Comparing costs the product of the lengths, and no name of ours is long.
 */

const MAX_LENGTH = 20;

/**
 * The name in `names` that is the fewest edits away from `name`, or undefined where none is near. Of several, the
 * first.
 *
 * @param longest length of the longest name that is compared
 */
export function nearestName(name: string, names: Iterable<string>, longest = MAX_LENGTH): string | undefined {
  if (name.length > longest) return undefined;
  let nearest: string | undefined;
  let fewest = Math.floor(name.length / 3) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= fewest || candidate === name) continue;
    const edits = editDistance(name, candidate);
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbors that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) edits = Math.min(edits, beforeLast[j - 2]! + 1);
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
