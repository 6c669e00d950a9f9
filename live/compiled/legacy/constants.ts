/**
 * Constants of trials of models 1 to 3: random ones of all registers, integers where the constant table says so.
 */

import { Random } from '../../../smith/random.ts';
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import type { Sm1TypeDesc } from '../../../src/reflect/sm1-constants.ts';
import type { Sm1Constants } from '../../../src/vm/sm1/quad.ts';
import { randomTypedWord } from '../words.ts';
import type { LegacyProgram } from './program.ts';

/** Registers that an application can set, by model. */
const SOFTWARE = { floats: 8192, others: 2048 };
const MODERN = { floats: 256, others: 16 };
/** Pixel shaders before 2_0 have eight. */
const OLD_PIXEL_FLOATS = 8;
const COMPONENTS = 4;
const MAX_INTEGER = 6;

export function constantsOf({ stage, major, isSoftware, reflection }: LegacyProgram, seed: number): Sm1Constants {
  const random = new Random(seed);
  const limits = isSoftware ? SOFTWARE : MODERN;
  const count = stage === 'ps' && major < 2 ? OLD_PIXEL_FLOATS : limits.floats;
  const floats = Uint32Array.from({ length: COMPONENTS * count }, () => randomTypedWord(random, 'float'));
  for (const constant of reflection.constants) {
    if (constant.registerSet !== 'float4') continue;
    const end = constant.registerIndex + constant.registerCount;
    fillRegisters(floats, constant, { first: constant.registerIndex, end }, random);
  }
  const integers = new Int32Array(COMPONENTS * limits.others);
  // How often a loop runs, and the first value and the step of its counter.
  for (let i = 0; i < limits.others; i++)
    integers.set([random.between(0, 4), random.between(0, 2), random.between(0, 1)], COMPONENTS * i);
  return { floats, integers, booleans: Array.from({ length: limits.others }, () => random.oneIn(2)) };
}

interface Range {
  readonly first: number;
  readonly end: number;
}

/** Fills the registers of a type from `first` on, at most up to `end`; returns the register after them. */
function fillRegisters(floats: Uint32Array, type: Sm1TypeDesc, { first, end }: Range, random: Random): number {
  let at = first;
  for (let element = 0; element < Math.max(1, type.elements); element++)
    if (type.structMembers.length > 0)
      for (const member of type.structMembers) at = fillRegisters(floats, member, { first: at, end }, random);
    else {
      const isMatrix = type.class === 'matrixRows' || type.class === 'matrixColumns';
      const count = !isMatrix ? 1 : type.class === 'matrixRows' ? type.rows : type.columns;
      for (const stop = at + count; at < stop; at++)
        if (at < end && (type.type === 'int' || type.type === 'bool'))
          for (let i = 0; i < COMPONENTS; i++)
            floats[COMPONENTS * at + i] = bitsOfFloat(random.below(type.type === 'int' ? MAX_INTEGER : 2));
    }
  return at;
}
