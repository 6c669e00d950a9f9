/**
 * The registers that assembly can name, by version. These are the limits of the assembler; those of the validator differ
 * (source: oracle, every name with every number up to 8192 in every version).
 */

import { Sm1Version } from '../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, type Sm1RegisterName, type Sm1RegisterRow } from '../../isa/sm1/registers.ts';

const { v1_1, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw } = Sm1Version;

/** The number of registers from a version on, the newest entry last; before the first entry there are none. */
type Counts = readonly (readonly [since: number, count: number])[];

interface AssemblyRegisterRow {
  readonly register: Sm1RegisterName;
  /** Its spelling without the number. */
  readonly name: string;
  /** The number of a register that is written without a number. */
  readonly number?: number;
  /** It has one component, and components cannot be selected. */
  readonly scalar?: true;
  readonly vs?: Counts;
  readonly ps?: Counts;
  /** The first version in which it takes an index in brackets. */
  readonly indexed?: { readonly vs?: number; readonly ps?: number };
}

const CONSTANTS = 8192;
/** The limit of the number field of tokens, and therefore of software versions. */
const MAX_NUMBER = 2048;
const ONE_BEFORE_3: Counts = [
  [v1_1, 1],
  [v3_0, 0],
];
/** Integer and boolean constants; pixel shaders have one of the two later. */
const STATIC = (since: number): Counts => [
  [since, 16],
  [v2_sw, MAX_NUMBER],
  [v3_0, 16],
  [v3_sw, MAX_NUMBER],
];
const { named: RASTERIZER } = SM1_REGISTERS.rasterizerOut;
const { named: MISC } = SM1_REGISTERS.misc;

// biome-ignore format: one row, one line
const ROWS: readonly AssemblyRegisterRow[] = [
  { register: 'temp', name: 'r', vs: [[v1_1, 12], [v2_x, 32]], ps: [[v1_1, 2], [v1_4, 6], [v2_0, 12], [v2_x, 32]] },
  { register: 'input', name: 'v', vs: [[v1_1, 16]], ps: [[v1_1, 2], [v3_0, 10], [v3_sw, 14]], indexed: { vs: v3_0, ps: v3_0 } },
  { register: 'const', name: 'c', vs: [[v1_1, CONSTANTS]], ps: [[v1_1, 8], [v2_0, 32], [v2_sw, CONSTANTS], [v3_0, 224], [v3_sw, CONSTANTS]], indexed: { vs: v1_1 } },
  { register: 'addressOrTexture', name: 'a', vs: [[v1_1, 1]] },
  { register: 'addressOrTexture', name: 't', ps: [[v1_1, 4], [v1_4, 6], [v2_0, 8], [v3_0, 0]] },
  { register: 'rasterizerOut', name: RASTERIZER[0], number: 0, vs: ONE_BEFORE_3 },
  { register: 'rasterizerOut', name: RASTERIZER[1], number: 1, scalar: true, vs: ONE_BEFORE_3 },
  { register: 'rasterizerOut', name: RASTERIZER[2], number: 2, scalar: true, vs: ONE_BEFORE_3 },
  { register: 'attributeOut', name: 'oD', vs: [[v1_1, 2], [v3_0, 0]] },
  { register: 'outputOrTexCoordOut', name: 'oT', vs: [[v1_1, 8], [v3_0, 0]] },
  { register: 'outputOrTexCoordOut', name: 'o', vs: [[v3_0, 12], [v3_sw, 16]], indexed: { vs: v3_0 } },
  { register: 'colorOut', name: 'oC', ps: [[v2_0, 4]] },
  { register: 'depthOut', name: 'oDepth', number: 0, scalar: true, ps: [[v2_0, 1]] },
  { register: 'constInt', name: 'i', vs: STATIC(v2_0), ps: STATIC(v2_x) },
  { register: 'constBool', name: 'b', scalar: true, vs: STATIC(v2_0), ps: STATIC(v2_0) },
  { register: 'sampler', name: 's', vs: [[v3_0, 4]], ps: [[v2_0, 16]] },
  { register: 'loop', name: 'aL', number: 0, scalar: true, vs: [[v2_0, 1]], ps: [[v3_0, 1]] },
  { register: 'misc', name: MISC[0], number: 0, ps: [[v3_0, 1]] },
  { register: 'misc', name: MISC[1], number: 1, scalar: true, ps: [[v3_0, 1]] },
  { register: 'label', name: 'l', scalar: true, vs: [[v2_0, MAX_NUMBER]], ps: [[v2_x, MAX_NUMBER]] },
  { register: 'predicate', name: 'p', vs: [[v2_x, 1]], ps: [[v2_x, 1]] },
];

/** The maximum number of registers for parameters of functions on feature level 9. */
const LEVEL9_PARAMETERS = 32;
/** Registers of library functions on feature level 9: pixel functions have the outputs of vertex functions, and more inputs. */
const LEVEL9_ROWS: readonly AssemblyRegisterRow[] = [
  { register: 'outputOrTexCoordOut', name: 'oT', vs: [[v2_0, LEVEL9_PARAMETERS]], ps: [[v2_0, LEVEL9_PARAMETERS]] },
  { register: 'addressOrTexture', name: 't', ps: [[v2_0, LEVEL9_PARAMETERS]] },
];

/** A register as one version has it. */
export interface AssemblyRegister {
  readonly name: string;
  /** D3DSPR_* */
  readonly code: number;
  /** The number of a register that is written without a number; -1 for others. */
  readonly number: number;
  /** Numbers are below this. */
  readonly count: number;
  readonly scalar: boolean;
  readonly indexed: boolean;
}

/** The registers of a version by name. `level9`: those of programs of feature level 9, too. */
export function assemblyRegisters(
  stage: 'vs' | 'ps',
  version: number,
  level9 = false,
): ReadonlyMap<string, AssemblyRegister> {
  const registers = new Map<string, AssemblyRegister>();
  for (const row of level9 ? [...ROWS, ...LEVEL9_ROWS] : ROWS) {
    const count = row[stage]?.findLast(([since]) => version >= since)?.[1] ?? 0;
    if (count === 0) continue;
    const { register, name, number = -1, scalar = false } = row;
    const { code }: Sm1RegisterRow = SM1_REGISTERS[register];
    const indexed = version >= (row.indexed?.[stage] ?? Number.POSITIVE_INFINITY);
    registers.set(name, { name, code, number, count, scalar, indexed });
  }
  return registers;
}

/** The constants beyond 2047 have register types of their own, by their number's bits 12:11. */
export const CONSTANT_BANKS: readonly number[] = [
  SM1_REGISTERS.const.code,
  SM1_REGISTERS.const2.code,
  SM1_REGISTERS.const3.code,
  SM1_REGISTERS.const4.code,
];
