/** Assignments that happen at once, in an order in which none destroys what a later one reads; a temporary is made only where they form a cycle. */

export interface Copy {
  readonly target: string;
  readonly value: string;
  /** Variables that the value mentions. */
  readonly reads: ReadonlySet<string>;
}

/**
 * @param assign writes one assignment
 * @param keep writes a constant with a value and returns its name
 */
export function copyInParallel<C extends Copy>(
  copies: readonly C[],
  assign: (target: string, value: string) => void,
  keep: (copy: C) => string,
): void {
  const waiting = new Map<string, C>();
  let areFree = true;
  for (const copy of copies) {
    if (copy.target === copy.value) continue;
    waiting.set(copy.target, copy);
    areFree &&= copy.reads.size === 0;
  }
  if (areFree) {
    // Most assignments read no variable: the last one is written first, as below.
    for (const { target, value } of [...waiting.values()].reverse()) assign(target, value);
    return;
  }
  /** How many waiting copies read each target. */
  const readers = new Map<string, number>();
  const count = (name: string, change: number) => readers.set(name, (readers.get(name) ?? 0) + change);
  for (const copy of waiting.values()) for (const name of copy.reads) if (name !== copy.target) count(name, 1);
  const ready = [...waiting.keys()].filter((name) => (readers.get(name) ?? 0) === 0);
  const finish = (copy: C, reads: ReadonlySet<string>): void => {
    for (const name of reads) {
      if (name === copy.target) continue;
      count(name, -1);
      if (readers.get(name) === 0 && waiting.has(name)) ready.push(name);
    }
  };
  while (waiting.size > 0) {
    const name = ready.pop();
    if (name !== undefined) {
      const copy = waiting.get(name);
      if (copy === undefined) continue;
      waiting.delete(name);
      assign(copy.target, copy.value);
      finish(copy, copy.reads);
      continue;
    }
    const [copy] = waiting.values();
    const saved = keep(copy!);
    // Moved to the end, so that the next one to keep is of another cycle.
    waiting.delete(copy!.target);
    waiting.set(copy!.target, { ...copy!, value: saved, reads: new Set() });
    finish(copy!, copy!.reads);
  }
}
