/**
 * Special numbers: NaN with payloads, infinities, zeros of both signs, subnormals, the largest and the smallest. Moves
 * and bit operations keep all their bits; arithmetic and comparisons treat them as Direct3D says.
 */
import type { Random } from '../../smith/random.ts';
import { Sm4Code } from '../../smith/runnable/sm4-code.ts';
import { computeTrial } from './compute.ts';
import type { Family, Rule, Trial } from './trial.ts';

const SPECIAL = [
  0x7fc0_0000, 0xffc1_2345, 0x7f80_0000, 0xff80_0000, 0, 0x8000_0000, 0x0080_0000, 0x8080_0000, 0x7f7f_ffff,
  0xff7f_ffff, 0x3f80_0000, 0xbf80_0000,
];
/**
 * llvmpipe computes with subnormals, which Direct3D 11 flushes (functional specification, 3.1): only their bits are
 * compared.
 */
const SUBNORMAL = [1, 0x8000_0001, 0x007f_ffff];
const SOURCES = ['r0', 'r1', 'r2', 'r3'];
const RESULTS = ['r4', 'r5', 'r6', 'r7'];

/** Operations by what they do, with the letters of their operands: a vector, or a condition. */
const OPERATIONS: Readonly<Record<string, { readonly operands: string; readonly rule: Rule }>> = {
  mov: { operands: 'v', rule: 'bits' },
  movc: { operands: 'cvv', rule: 'bits' },
  and: { operands: 'vv', rule: 'bits' },
  xor: { operands: 'vv', rule: 'bits' },
  bfrev: { operands: 'v', rule: 'bits' },
  iadd: { operands: 'vv', rule: 'bits' },
  ieq: { operands: 'vv', rule: 'bits' },
  eq: { operands: 'vv', rule: 'bits' },
  ne: { operands: 'vv', rule: 'bits' },
  ge: { operands: 'vv', rule: 'bits' },
  lt: { operands: 'vv', rule: 'bits' },
  add: { operands: 'vv', rule: 'float' },
  mul: { operands: 'vv', rule: 'float' },
  mad: { operands: 'vvv', rule: 'float' },
  round_ni: { operands: 'v', rule: 'float' },
  round_z: { operands: 'v', rule: 'float' },
  min: { operands: 'vv', rule: 'float' },
  max: { operands: 'vv', rule: 'float' },
};

const ALL_OPERATIONS = Object.entries(OPERATIONS);
const BIT_OPERATIONS = ALL_OPERATIONS.filter(([name, { rule }]) => rule === 'bits' && !/^(eq|ne|ge|lt)$/.test(name));

function special(random: Random): Trial {
  const code = new Sm4Code(random, { isModel5: true });
  // The inputs of threads are numbers in r4 to r7: they choose among the special ones.
  const isBits = random.oneIn(2);
  const table = (isBits ? [...SPECIAL, ...SUBNORMAL] : SPECIAL).map((word) => `l(${word | 0})`);
  for (const to of SOURCES) {
    code.line(`and r10.xyzw, ${code.integerRegister()}.${code.swizzle()}, l(15, 15, 15, 15)`);
    code.line(`mov ${to}.xyzw, l(0, 0, 0, 0)`);
    for (const [i, literal] of table.entries()) {
      code.line(`ieq r8.xyzw, r10.xyzw, l(${i}, ${i}, ${i}, ${i})`);
      const word = literal.slice(2, -1);
      code.line(`movc ${to}.xyzw, r8.xyzw, l(${word}, ${word}, ${word}, ${word}), ${to}.xyzw`);
    }
  }
  const outputs: { register: string; rule: Rule }[] = [];
  for (const register of RESULTS) {
    const [name, { operands, rule }] = random.pick(isBits ? BIT_OPERATIONS : ALL_OPERATIONS);
    const sources = [...operands].map((kind) =>
      kind === 'c' ? `r10.${code.swizzle()}` : `${random.pick(SOURCES)}.${code.swizzle()}`,
    );
    code.line(`${name} ${register}.xyzw, ${sources.join(', ')}`);
    outputs.push({ register, rule });
  }
  return computeTrial(random, { code: code.lines, outputs });
}

export const SPECIAL_FAMILIES: readonly Family[] = [{ name: 'special numbers', api: 'd3d11', share: 3, make: special }];
