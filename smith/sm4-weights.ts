/**
 * How often the generator of valid SM 4-5.1 programs (sm4-valid.ts) does what. Everything that is a matter of taste
 * is only here; everything about validity is in sm4-recipes.ts.
 */
import type { Random } from './random.ts';

/** Weights of choices: the larger, the more often. */
export const WEIGHTS = {
  version: { '4.0': 3, '4.1': 2, '5.0': 4, '5.1': 4 },
  stage: { ps: 5, vs: 3, gs: 3, hs: 3, ds: 2, cs: 4 },
  /** The kind of a statement. */
  statement: {
    instruction: 40,
    if: 3,
    loop: 2,
    switch: 2,
    call: 2,
    conditionalCall: 2,
    functionCall: 3,
    conditionalReturn: 1,
    conditionalBreak: 3,
    conditionalContinue: 2,
    discard: 1,
    emit: 4,
    evaluate: 2,
    sync: 1,
    clock: 1,
    message: 1,
    comment: 1,
  },
  /** How an unfinished block ends. */
  blockEnd: { fallThrough: 12, break: 3, continue: 2, return: 1 },
  /** Which group the next instruction comes from; groups that a program cannot have do not count. */
  group: { arithmetic: 10, double: 4, texture: 7, feedback: 4, memory: 5, atomic: 4, other: 1 },
  /** Where a value is read. */
  source: {
    temp: 12,
    literal: 5,
    input: 6,
    constantBuffer: 5,
    immediateConstantBuffer: 2,
    indexableTemp: 2,
    thisPointer: 3,
    thisBuffer: 3,
  },
  /** Destinations of results. */
  destination: { temp: 12, output: 3, indexableTemp: 2 },
  /** The contents of a 32-bit word of a literal. */
  literal: { zero: 2, smallInt: 4, negativeInt: 2, float: 6, special: 2, denormal: 1, any: 2 },
  /** The selected components of a source. */
  selection: { swizzle: 8, replicate: 3, single: 2 },
  semantic: { TEXCOORD: 5, COLOR: 3, NORMAL: 2, POSITION: 1, FOG: 1, A: 1, aVeryLongSemanticNameOfItsOwn: 1 },
} as const;

/** Something happens once in so many times. */
export const ODDS = {
  saturate: 4,
  precise: 6,
  modifier: 3,
  nullResult: 4,
  minimumPrecision: 3,
  texelOffset: 3,
  resourceTokens: 2,
  freshView: 3,
  dynamicIndex: 3,
  indexByArray: 5,
  nonUniform: 3,
  elseBranch: 2,
  defaultCase: 2,
  unusedView: 4,
  unusedTemps: 8,
  registerGap: 6,
  immediateConstantBuffer: 3,
  indexableTemps: 2,
  indexRange: 3,
  packedElement: 3,
  systemValue: 3,
  unusedElement: 6,
  globalFlag: 3,
  feature: 2,
  scarceOpcode: 4,
  subroutines: 3,
  linkage: 4,
  passThrough: 5,
} as const;

/** Sizes that grow with nothing: most of what a program has. */
export const SIZES = {
  statements: 30,
  phaseStatements: 8,
  blockStatements: 5,
  blockDepth: 4,
  temps: 12,
  scarceOpcode: 4,
  subroutines: 3,
  linkage: 4,
  inputs: 5,
  outputs: 4,
  cases: 4,
} as const;

/** True once in `ODDS[name]` times. */
export function happens(random: Random, name: keyof typeof ODDS): boolean {
  return random.oneIn(ODDS[name]);
}

/** One of the keys of `weights`, those for which `possible` does not hold left out; undefined when none is left. */
export function weighted<K extends string>(
  random: Random,
  weights: Readonly<Record<K, number>>,
  possible: (key: K) => boolean = () => true,
): K | undefined {
  const keys = (Object.keys(weights) as K[]).filter(possible);
  const total = keys.reduce((sum, key) => sum + weights[key], 0);
  let left = random.below(total);
  for (const key of keys) {
    left -= weights[key];
    if (left < 0) return key;
  }
  return undefined;
}
