/** Timing in many short rounds, so that other load on the machine affects all candidates alike. */

/** The seconds of one call of `work`, measured over as many calls as fill `seconds`, at least one. */
export function secondsPerCall(work: () => void, seconds: number): number {
  const begin = performance.now();
  let calls = 0;
  let elapsed = 0;
  do {
    work();
    calls++;
    elapsed = (performance.now() - begin) / 1000;
  } while (elapsed < seconds);
  return elapsed / calls;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Something that is measured; the result is any number, such as seconds or MB/s. */
export type Candidate = () => number | Promise<number>;

/**
 * Runs every candidate once in each of `rounds` rounds, so that they are measured side by side. Every other round runs
 * them backwards: each of two neighbors pays as often for what the other leaves behind. Returns their results by name.
 */
export async function alternate<Name extends string>(
  candidates: Readonly<Record<Name, Candidate>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(candidates) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await candidates[name]());
  }
  return results;
}
