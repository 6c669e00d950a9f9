/** Copies that happen at once have the same results as moves one after the other. */
import { expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import { type Move, movesOf } from '../../src/generate/moves.ts';
import { OperandTable } from '../../src/generate/operand-table.ts';

const REGISTERS = 4;
const table = new OperandTable();

/** The registers after moves; each component begins with its location. */
function after(moves: readonly Move[], count: number): number[] {
  const registers = Array.from({ length: 4 * count }, (_, location) => location);
  for (const { register, components, fromRegister, fromComponents } of moves) {
    const values = fromComponents.map((component) => registers[(fromRegister << 2) | component]!);
    for (const [i, component] of components.entries()) registers[(register << 2) | component] = values[i]!;
  }
  return registers;
}

/** The registers after copies at once, and how many of them the moves need. */
function copied(copies: readonly { to: number; from: number }[]): { registers: number[]; used: number } {
  let used = REGISTERS;
  const moves = movesOf(
    copies,
    table,
    (value) => value,
    () => used++,
  );
  return { registers: after(moves, used), used };
}

test('random copies', () => {
  const random = new Random(5);
  for (let i = 0; i < 5000; i++) {
    const targets = Array.from({ length: 4 * REGISTERS }, (_, to) => to).filter(() => random.oneIn(2));
    const copies = targets.map((to) => ({ to, from: random.below(4 * REGISTERS) }));
    const { registers, used } = copied(copies);
    expect(used).toBeLessThan(REGISTERS + copies.length);
    for (const { to, from } of copies) expect(registers[to]).toBe(from);
  }
});

test('a move that waits for a circle does not cut it', () => {
  // r1.y <- r3.x waits until r2.xy <- r1.xy, which is in a circle with r1.x <- r2.x.
  const copies = [
    [5, 12],
    [8, 4],
    [9, 5],
    [4, 8],
  ].map(([to, from]) => ({ to: to!, from: from! }));
  const { registers, used } = copied(copies);
  expect(used).toBe(REGISTERS + 1);
  for (const { to, from } of copies) expect(registers[to]).toBe(from);
});
