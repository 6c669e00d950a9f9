/**
 * Results of float instructions for each class of operands: the tables of the Direct3D 11.3 functional specification,
 * 22.10.
 *
 * Of a cell, `a` and `b` are the first and the second operand, F is a finite number of that sign, and ? any finite
 * number.
 */
import { describe, expect, it } from 'vitest';
import { bitsOfFloat, floatOfBits } from '../../../src/numerics/conversion.ts';
import { runSm4, temp } from '../../support/run-sm4.ts';

/** Two numbers stand for each class. */
const CLASSES: Readonly<Record<string, readonly [number, number]>> = {
  '-inf': [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  '-F': [-3, -0.75],
  '-1': [-1, -1],
  '-den': [-(2 ** -130), -(2 ** -149)],
  '-0': [-0, -0],
  '+0': [0, 0],
  '+den': [2 ** -130, 2 ** -149],
  '+1': [1, 1],
  '+F': [5, 0.625],
  '+inf': [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  NaN: [Number.NaN, Number.NaN],
};

const TABLES: Readonly<Record<string, string>> = {
  add: `     -inf -F   -den -0   +0   +den +F   +inf NaN
       -inf -inf -inf -inf -inf -inf -inf -inf NaN  NaN
       -F   -inf -F   a    a    a    a    ?    +inf NaN
       -den -inf b    -0   -0   +0   +0   b    +inf NaN
       -0   -inf b    -0   -0   +0   +0   b    +inf NaN
       +0   -inf b    +0   +0   +0   +0   b    +inf NaN
       +den -inf b    +0   +0   +0   +0   b    +inf NaN
       +F   -inf ?    a    a    a    a    +F   +inf NaN
       +inf NaN  +inf +inf +inf +inf +inf +inf +inf NaN
       NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN`,
  mul: `     -inf -F   -1   -den -0   +0   +den +1   +F   +inf NaN
       -inf +inf +inf +inf NaN  NaN  NaN  NaN  -inf -inf -inf NaN
       -F   +inf +F   -a   +0   +0   -0   -0   a    -F   -inf NaN
       -1   +inf -b   +1   +0   +0   -0   -0   -1   -b   -inf NaN
       -den NaN  +0   +0   +0   +0   -0   -0   -0   -0   NaN  NaN
       -0   NaN  +0   +0   +0   +0   -0   -0   -0   -0   NaN  NaN
       +0   NaN  -0   -0   -0   -0   +0   +0   +0   +0   NaN  NaN
       +den NaN  -0   -0   -0   -0   +0   +0   +0   +0   NaN  NaN
       +1   -inf b    -1   -0   -0   +0   +0   +1   b    +inf NaN
       +F   -inf -F   -a   -0   -0   +0   +0   a    +F   +inf NaN
       +inf -inf -inf -inf NaN  NaN  NaN  NaN  +inf +inf +inf NaN
       NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN`,
  div: `     -inf -F   -1   -den -0   +0   +den +1   +F   +inf NaN
       -inf NaN  +inf +inf +inf +inf -inf -inf -inf -inf NaN  NaN
       -F   +0   +F   -a   +inf +inf -inf -inf a    -F   -0   NaN
       -den +0   +0   +0   NaN  NaN  NaN  NaN  -0   -0   -0   NaN
       -0   +0   +0   +0   NaN  NaN  NaN  NaN  -0   -0   -0   NaN
       +0   -0   -0   -0   NaN  NaN  NaN  NaN  +0   +0   +0   NaN
       +den -0   -0   -0   NaN  NaN  NaN  NaN  +0   +0   +0   NaN
       +F   -0   -F   -a   -inf -inf +inf +inf a    +F   +0   NaN
       +inf NaN  -inf -inf -inf -inf +inf +inf +inf +inf NaN  NaN
       NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN  NaN`,
  max: `     -inf +F   +inf NaN
       -inf -inf b    +inf -inf
       +F   a    +F   +inf a
       +inf +inf +inf +inf +inf
       NaN  -inf b    +inf NaN`,
  min: `     -inf +F   +inf NaN
       -inf -inf -inf -inf -inf
       +F   -inf +F   a    a
       +inf -inf b    +inf +inf
       NaN  -inf b    +inf NaN`,
};

/** Results for the classes of one operand, in this order. */
const UNARY_CLASSES = '-inf -F -den -0 +0 +den +F +inf NaN'.split(' ');
const UNARY: Readonly<Record<string, string>> = {
  exp: '+0 +F +1 +1 +1 +1 +F +inf NaN',
  frc: 'NaN [0,1) +0 +0 +0 +0 [0,1) NaN NaN',
  log: 'NaN NaN -inf -inf -inf -inf ? +inf NaN',
  round_ne: '-inf ? -0 -0 +0 +0 ? +inf NaN',
  round_ni: '-inf -F -0 -0 +0 +0 ? +inf NaN',
  round_pi: '-inf ? -0 -0 +0 +0 +F +inf NaN',
  round_z: '-inf ? -0 -0 +0 +0 ? +inf NaN',
  rcp: '-0 -F -inf -inf +inf +inf +F +0 NaN',
  rsq: 'NaN NaN -inf -inf +inf +inf +F +0 NaN',
  sqrt: 'NaN NaN -0 -0 +0 +0 +F +inf NaN',
  'sincos SIN null': 'NaN [-1,1] -0 -0 +0 +0 [-1,1] NaN NaN',
  'sincos null COS': 'NaN [-1,1] +1 +1 +1 +1 [-1,1] NaN NaN',
};

/** Whether `result` is what a cell says. */
function matches(cell: string, result: number, a: number, b: number): boolean {
  switch (cell) {
    case '?':
      return Number.isFinite(result);
    case 'a':
      return result === a;
    case '-a':
      return result === -a;
    case 'b':
      return result === b;
    case '-b':
      return result === -b;
    case '+F':
      return Number.isFinite(result) && result > 0;
    case '-F':
      return Number.isFinite(result) && result < 0;
    case '[0,1)':
      return result >= 0 && result < 1 && !Object.is(result, -0);
    case '[-1,1]':
      return result >= -1 && result <= 1;
    default:
      return Object.is(result, CLASSES[cell]![0]);
  }
}

interface Pair {
  readonly name: string;
  readonly cell: string;
  readonly a: number;
  readonly b: number;
}

/** Pairs of rows of cb0 that one program takes, four components each. */
const ROWS = 8;

/** The pairs whose result is not what the table says. */
function mismatches(code: (k: number) => string, pairs: readonly Pair[]): string[] {
  const wrong: string[] = [];
  for (let first = 0; first < pairs.length; first += 4 * ROWS) {
    const batch = pairs.slice(first, first + 4 * ROWS);
    const rows = Array.from({ length: 2 * ROWS }, (_, row) =>
      [0, 1, 2, 3].map((i) => bitsOfFloat(batch[4 * (row >> 1) + i]?.[row & 1 ? 'b' : 'a'] ?? 0)),
    );
    const quad = runSm4(Array.from({ length: ROWS }, (_, k) => code(k)).join('\n'), rows);
    for (const [i, { name, cell, a, b }] of batch.entries()) {
      const result = floatOfBits(temp(quad, i >> 2)[i & 3]!);
      if (!matches(cell, result, a, b)) wrong.push(`${name} = ${result}, not ${cell}`);
    }
  }
  return wrong;
}

describe('classes of operands', () => {
  it.each(Object.entries(TABLES))('of %s', (mnemonic, table) => {
    const [columns, ...rows] = table.split('\n').map((line) => line.trim().split(/\s+/));
    const pairs = rows.flatMap(([row, ...cells]) =>
      cells.flatMap((cell, i) =>
        [0, 1].map((k): Pair => {
          const [a, b] = [CLASSES[row!]![k]!, CLASSES[columns![i]!]![1 - k]!];
          return { name: `${mnemonic} ${a}, ${b}`, cell, a, b };
        }),
      ),
    );
    expect(pairs).toHaveLength(2 * rows.length * columns!.length);
    expect(mismatches((k) => `${mnemonic} r${k}, cb0[${2 * k}], cb0[${2 * k + 1}]`, pairs)).toEqual([]);
  });

  it.each(Object.entries(UNARY))('of %s', (instruction, line) => {
    const pairs = line
      .split(' ')
      .flatMap((cell, i) =>
        CLASSES[UNARY_CLASSES[i]!]!.map((a): Pair => ({ name: `${instruction} ${a}`, cell, a, b: 0 })),
      );
    const code = (k: number) =>
      `${instruction.replace('SIN', `r${k},`).replace('null COS', `null, r${k}`)}${instruction.includes(' ') ? ',' : ` r${k},`} cb0[${2 * k}]`;
    expect(mismatches(code, pairs)).toEqual([]);
  });
});
