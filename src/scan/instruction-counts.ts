/**
 * Counts the instructions of a program by category, with the same categories for both instruction sets. The category of
 * an opcode is a fact of the opcode tables; this file only says which count of a record each one adds to.
 *
 * Not for: the counts that Microsoft's compiler stores (isa/sm4/statistics.ts).
 */

import { Sm1Cursor } from '../isa/sm1/cursor.ts';
import { type Sm1Category, sm1OpcodeRow } from '../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../isa/sm1/program.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS } from '../isa/sm1/registers.ts';
import { Sm1SourceToken } from '../isa/sm1/tokens.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Category } from '../isa/sm4/opcodes.ts';

import type { Sm4Program } from '../isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../isa/sm4/tokens.ts';

/** The categories of a record, each with what it holds. */
export const CATEGORY_DOCS = {
  arithmetic: 'floating-point arithmetic; in models 1-3 also mov and macros',
  comparison: 'comparisons, and setp of models 2-3',
  integer: 'integer arithmetic',
  bitwise: 'bitwise operations and shifts',
  conversion: 'conversions between types',
  move: 'mov, movc and swapc of models 4-5.1, mova of models 2-3',
  texture: 'operations on texture coordinates without sampling (models 1-3)',
  sample: 'samples of textures',
  gather: 'gathers of four texels',
  load: 'loads from resources and memory',
  store: 'stores to resources and memory',
  atomic: 'atomic operations',
  query: 'queries of resources: size, level of detail, samples',
  derivative: 'derivatives',
  interpolation: 'evaluations of inputs at other positions',
  flow: 'flow control, and discard of models 4-5.1',
  stream: 'emit and cut of geometry shaders',
  barrier: 'barriers',
  other: 'everything else, such as nop',
} as const;

export type InstructionCategory = keyof typeof CATEGORY_DOCS;

/** All categories, in the order of the columns. */
export const CATEGORIES = Object.keys(CATEGORY_DOCS) as readonly InstructionCategory[];

/** The count for each category of shader models 1 to 3; null: no instruction that runs. */
const SM1_CATEGORIES: Readonly<Record<Sm1Category, InstructionCategory | null>> = {
  arithmetic: 'arithmetic',
  matrix: 'arithmetic',
  texture: 'texture',
  sample: 'sample',
  derivative: 'derivative',
  flow: 'flow',
  declaration: null,
  constant: null,
  address: 'move',
  predicate: 'comparison',
  other: 'other',
};

/** The count for each category of shader models 4 to 5.1. */
const SM4_CATEGORIES: Readonly<Record<Sm4Category, InstructionCategory | null>> = {
  arithmetic: 'arithmetic',
  comparison: 'comparison',
  integer: 'integer',
  bitwise: 'bitwise',
  conversion: 'conversion',
  move: 'move',
  sample: 'sample',
  gather: 'gather',
  load: 'load',
  store: 'store',
  atomic: 'atomic',
  query: 'query',
  derivative: 'derivative',
  interpolation: 'interpolation',
  flow: 'flow',
  stream: 'stream',
  barrier: 'barrier',
  phase: null,
  debug: 'other',
  none: 'other',
};

/** The category of an opcode of shader models 4 to 5.1 by its number; undefined for declarations and data. */
const SM4_CATEGORY_BY_CODE = /* @__PURE__ */ SM4_OPCODE_BY_CODE.map((row) =>
  row?.kind === 'instruction' ? (SM4_CATEGORIES[row.category] ?? undefined) : undefined,
);

/** Counts of one pass over a program. */
export interface InstructionCounts {
  /** Instructions that run. */
  readonly total: number;
  readonly byCategory: Readonly<Record<InstructionCategory, number>>;
}

type Counts = Record<InstructionCategory, number>;

function noCounts(): Counts {
  return Object.fromEntries(CATEGORIES.map((name) => [name, 0])) as Counts;
}

/** Counts the instructions of a program of shader models 4 to 5.1. Linear in its instructions. */
export function countSm4Instructions({ words, starts, count }: Sm4Program): InstructionCounts {
  const byCategory = noCounts();
  let total = 0;
  for (let i = 0; i < count; i++) {
    const category = SM4_CATEGORY_BY_CODE[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)];
    if (category === undefined) continue;
    byCategory[category]++;
    total++;
  }
  return { total, byCategory };
}

/** Counts of one pass over a program of shader models 1 to 3. */
export interface Sm1Counts extends InstructionCounts {
  /**
   * Different constant registers that instructions name, of all three types; rows of matrices count, relative addresses
   * do not.
   */
  readonly constantRegisters: number;
}

/** Types of constant registers by D3DSPR_*. */
const CONSTANTS: ReadonlySet<number> = new Set(
  (['const', 'const2', 'const3', 'const4', 'constInt', 'constBool'] as const).map((name) => SM1_REGISTERS[name].code),
);
/** Constant registers of the type `c` are numbered through the four types that hold them. */
const FLOAT = SM1_REGISTERS.const.code;
const FLOATS: ReadonlySet<number> = new Set(
  (['const', 'const2', 'const3', 'const4'] as const).map((name) => SM1_REGISTERS[name].code),
);
/** More than any type has: the constants of all four types, and rows of a matrix after the last one. */
const REGISTERS = 8 * (Sm1SourceToken.number.ones + 1);

/** Counts the instructions and constant registers of a program of shader models 1 to 3. Linear in its instructions. */
export function countSm1Instructions(program: Sm1Program): Sm1Counts {
  const byCategory = noCounts();
  const constants = new Set<number>();
  const cursor = new Sm1Cursor(program);
  let total = 0;
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    if (cursor.isComment) continue;
    const row = sm1OpcodeRow(cursor.opcode);
    const category = row === undefined ? 'other' : SM1_CATEGORIES[row.category];
    if (category === null) continue;
    byCategory[category]++;
    total++;
    for (let operand = cursor.firstSource; operand < cursor.operandCount; operand++) {
      const { type, number } = cursor.operands[operand]!;
      if (!CONSTANTS.has(type)) continue;
      const first = number + (SM1_REGISTER_BY_CODE[type]!.base ?? 0);
      const bank = FLOATS.has(type) ? FLOAT : type;
      const rows = row?.operands[operand]?.rows ?? 1;
      for (let at = 0; at < rows; at++) constants.add(bank * REGISTERS + first + at);
    }
  }
  return { total, byCategory, constantRegisters: constants.size };
}
