/** Assignments at once, run in the order that is written: the result is that of all at once. */
import { expect, it } from 'vitest';
import { copyInParallel } from '../../../src/emit/common/flow-printer.ts';

/** Runs the copies `target <- source` on variables that hold their own names. */
function run(pairs: Readonly<Record<string, string>>): { values: Record<string, string>; saved: number } {
  const values: Record<string, string> = {};
  for (const [target, source] of Object.entries(pairs)) {
    values[target] ??= target;
    values[source] ??= source;
  }
  let saved = 0;
  copyInParallel(
    Object.entries(pairs).map(([target, value]) => ({ target, value, reads: new Set([value]) })),
    (target, value) => {
      values[target] = values[value]!;
    },
    ({ value }) => {
      const name = `saved${saved++}`;
      values[name] = values[value]!;
      return name;
    },
  );
  return { values, saved };
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
  const { values, saved } = run(pairs as unknown as Record<string, string>);
  for (const [target, source] of Object.entries(pairs)) expect(values[target]).toBe(source);
  expect(saved).toBe(names);
});

it('ends where several variables read each other', () => {
  const names = ['a', 'b', 'c', 'd'];
  const values: Record<string, string> = Object.fromEntries(names.map((name) => [name, name]));
  const read = (text: string) => text.split('+').map((name) => values[name]!);
  // Each one becomes the sum of all others: no order without names.
  const copies = names.map((target) => {
    const others = names.filter((name) => name !== target);
    return { target, value: others.join('+'), reads: new Set(others) };
  });
  let saved = 0;
  copyInParallel(
    copies,
    (target, value) => {
      values[target] = read(value).join('+');
    },
    ({ value }) => {
      const name = `saved${saved++}`;
      values[name] = read(value).join('+');
      return name;
    },
  );
  for (const { target, value } of copies) expect(values[target]).toBe(value);
});
