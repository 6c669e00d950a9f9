/** Assignments at once, run in the order that is written: the result is that of all at once. */
import { expect, it } from 'vitest';
import { copyInParallel } from '../../../src/emit/common/parallel-copy.ts';

/** Runs the copies `target <- source` on variables that hold their own names. */
function run(pairs: Readonly<Record<string, string>>): { values: Record<string, string>; kept: number } {
  const values: Record<string, string> = {};
  for (const [target, source] of Object.entries(pairs)) {
    values[target] ??= target;
    values[source] ??= source;
  }
  let kept = 0;
  copyInParallel(
    Object.entries(pairs).map(([target, value]) => ({ target, value, reads: new Set([value]) })),
    (target, value) => {
      values[target] = values[value]!;
    },
    ({ value }) => {
      const name = `kept${kept++}`;
      values[name] = values[value]!;
      return name;
    },
  );
  return { values, kept };
}

it.each([
  [{ a: 'b', b: 'c' }, 0],
  [{ b: 'c', a: 'b' }, 0],
  [{ a: 'b', b: 'a' }, 1],
  [{ a: 'b', b: 'c', c: 'a' }, 1],
  [{ a: 'b', b: 'a', c: 'd', d: 'c' }, 2],
  [{ a: 'b', b: 'a', c: 'a' }, 1],
  [{ a: 'a', b: 'a' }, 0],
])('copies %j', (pairs, names) => {
  const { values, kept } = run(pairs as unknown as Record<string, string>);
  for (const [target, source] of Object.entries(pairs)) expect(values[target]).toBe(source);
  expect(kept).toBe(names);
});
