/**
 * The table of operations of preshaders: code that Direct3D runs on the CPU to compute constants, states and indices of an
 * effect, and the texels of a texture shader. Effects of Direct3D 9 and of Direct3D 10 and 11 share the numbers, which are in a file
 * of their own (opcode-numbers.ts), so that listings carry nothing else. Evaluator, the reference page and the generators of random
 * code derive from the rows.
 *
 * Not for: the encoding of instructions (code.ts), what operations compute (vm/preshader).
 *
 * Source: oracle. Types and operand counts by compiling expressions.
 */
import { PRESHADER_OPCODE_BY_CODE, PRESHADER_OPCODE_NUMBERS, type PreshaderOpcode } from './opcode-numbers.ts';

/** What an operand holds: a float, a signed or unsigned integer, a boolean (0 or not), or 32 bits that nothing interprets. */
export type PreshaderValueType = 'float' | 'int' | 'uint' | 'bool' | 'bits';

/** How an operation treats components: each for itself, or all of them give one result. */
export type PreshaderAccess = 'each' | 'reduce';

export type PreshaderCategory = 'move' | 'float' | 'integer' | 'bitwise' | 'compare' | 'convert' | 'vector' | 'noise';

export interface PreshaderOpcodeRow {
  readonly code: number;
  /** The types of the inputs; of an operation with any number of inputs, the type that all have. */
  readonly inputs: readonly PreshaderValueType[];
  /** The number of inputs is a choice of the compiler: each input is one component. */
  readonly variable?: true;
  readonly output: PreshaderValueType;
  readonly access: PreshaderAccess;
  readonly category: PreshaderCategory;
  /** Compilers write it for Direct3D 9, for Direct3D 10 and 11, or for both. */
  readonly generations: readonly PreshaderGeneration[];
}

/** 1: effects of Direct3D 9 and texture shaders, which compute with floats only; 2: effects of Direct3D 10 and 11. */
export type PreshaderGeneration = 1 | 2;

const BOTH: readonly PreshaderGeneration[] = [1, 2];
const SECOND: readonly PreshaderGeneration[] = [2];

const F1 = ['float'] as const;
const F2 = ['float', 'float'] as const;
const I1 = ['int'] as const;
const I2 = ['int', 'int'] as const;
const U1 = ['uint'] as const;
const U2 = ['uint', 'uint'] as const;
const B2 = ['bits', 'bits'] as const;

type Traits = readonly [
  inputs: readonly PreshaderValueType[],
  output: PreshaderValueType,
  category: PreshaderCategory,
  generations: readonly PreshaderGeneration[],
];

/** The row of an operation on each component for itself. */
function each(...[inputs, output, category, generations]: Traits) {
  return { inputs, output, access: 'each' as const, category, generations };
}

/** The row of an operation that makes one component of all. */
function reduce(...[inputs, output, category, generations, variable]: [...Traits, variable?: true]) {
  const row = { inputs, output, access: 'reduce' as const, category, generations };
  return variable ? { ...row, variable } : row;
}

type WrittenRow = Omit<PreshaderOpcodeRow, 'code'>;
type WithNumbers<Rows> = { readonly [Name in keyof Rows]: Rows[Name] & { readonly code: number } };

/** Enters into `rows` their numbers. */
function withNumbers<Rows extends Readonly<Record<PreshaderOpcode, WrittenRow>>>(rows: Rows): WithNumbers<Rows> {
  for (const [name, row] of Object.entries<WrittenRow & { code?: number }>(rows))
    row.code = PRESHADER_OPCODE_NUMBERS[name as PreshaderOpcode];
  return rows as WithNumbers<Rows>;
}

// biome-ignore format: one row, one line
export const PRESHADER_OPCODES = /* @__PURE__ */ withNumbers({
  mov:            each(['bits'], 'bits', 'move', BOTH),
  neg:            each(F1, 'float', 'float', BOTH),
  rcp:            each(F1, 'float', 'float', BOTH),
  frc:            each(F1, 'float', 'float', BOTH),
  exp:            each(F1, 'float', 'float', BOTH),
  log:            each(F1, 'float', 'float', BOTH),
  rsq:            each(F1, 'float', 'float', BOTH),
  sin:            each(F1, 'float', 'float', BOTH),
  cos:            each(F1, 'float', 'float', BOTH),
  asin:           each(F1, 'float', 'float', BOTH),
  acos:           each(F1, 'float', 'float', BOTH),
  atan:           each(F1, 'float', 'float', BOTH),
  sqrt:           each(F1, 'float', 'float', SECOND),
  ineg:           each(I1, 'int', 'integer', SECOND),
  not:            each(['bits'], 'bits', 'bitwise', SECOND),
  itof:           each(I1, 'float', 'convert', SECOND),
  utof:           each(U1, 'float', 'convert', SECOND),
  ftoi:           each(F1, 'int', 'convert', SECOND),
  ftou:           each(F1, 'uint', 'convert', SECOND),
  btof:           each(['bool'], 'float', 'convert', SECOND),
  btoi:           each(['bool'], 'int', 'convert', SECOND),
  itob:           each(I1, 'bool', 'convert', SECOND),
  ftob:           each(F1, 'bool', 'convert', SECOND),
  round:          each(F1, 'float', 'float', SECOND),
  floor:          each(F1, 'float', 'float', SECOND),
  ceil:           each(F1, 'float', 'float', SECOND),
  min:            each(F2, 'float', 'float', BOTH),
  max:            each(F2, 'float', 'float', BOTH),
  lt:             each(F2, 'float', 'compare', BOTH),
  ge:             each(F2, 'float', 'compare', BOTH),
  add:            each(F2, 'float', 'float', BOTH),
  mul:            each(F2, 'float', 'float', BOTH),
  atan2:          each(F2, 'float', 'float', BOTH),
  div:            each(F2, 'float', 'float', SECOND),
  bilt:           each(I2, 'bool', 'compare', SECOND),
  bige:           each(I2, 'bool', 'compare', SECOND),
  bieq:           each(I2, 'bool', 'compare', SECOND),
  bine:           each(I2, 'bool', 'compare', SECOND),
  buge:           each(U2, 'bool', 'compare', SECOND),
  bult:           each(U2, 'bool', 'compare', SECOND),
  iadd:           each(I2, 'int', 'integer', SECOND),
  idiv:           each(I2, 'int', 'integer', SECOND),
  imul:           each(I2, 'int', 'integer', SECOND),
  udiv:           each(U2, 'uint', 'integer', SECOND),
  umod:           each(U2, 'uint', 'integer', SECOND),
  umul:           each(U2, 'uint', 'integer', SECOND),
  imin:           each(I2, 'int', 'integer', SECOND),
  imax:           each(I2, 'int', 'integer', SECOND),
  umin:           each(U2, 'uint', 'integer', SECOND),
  umax:           each(U2, 'uint', 'integer', SECOND),
  and:            each(B2, 'bits', 'bitwise', SECOND),
  or:             each(B2, 'bits', 'bitwise', SECOND),
  xor:            each(B2, 'bits', 'bitwise', SECOND),
  ishl:           each(['bits', 'uint'], 'bits', 'bitwise', SECOND),
  ishr:           each(['int', 'uint'], 'int', 'bitwise', SECOND),
  ushr:           each(U2, 'uint', 'bitwise', SECOND),
  cmp:            each(['float', 'bits', 'bits'], 'bits', 'move', BOTH),
  movc:           each(['bool', 'bits', 'bits'], 'bits', 'move', BOTH),
  dot:            reduce(F2, 'float', 'vector', BOTH),
  noise:          reduce(F1, 'float', 'noise', BOTH),
  d3ds_dotswiz:   reduce(F1, 'float', 'vector', BOTH, true),
  d3ds_noiseswiz: reduce(F1, 'float', 'noise', BOTH, true),
} as const satisfies Record<PreshaderOpcode, WrittenRow>);

/** The row of an opcode number, if it has one. */
export function preshaderOpcodeRow(code: number): PreshaderOpcodeRow | undefined {
  const name = PRESHADER_OPCODE_BY_CODE.get(code);
  return name && PRESHADER_OPCODES[name];
}
