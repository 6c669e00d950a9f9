/**
 * The table of operations of preshaders: code that Direct3D runs on the CPU to compute constants, states and indices of an
 * effect, and the texels of a texture shader. Effects of Direct3D 9 and of Direct3D 10 and 11 share the numbers. Reader,
 * listing, evaluator, the reference page and the generators of random code derive from the rows.
 *
 * Not for: the encoding of instructions (code.ts), what operations compute (vm/preshader).
 *
 * Source: oracle. Names by listing all numbers; types and operand counts by compiling expressions.
 */

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
  code: number,
  inputs: readonly PreshaderValueType[],
  output: PreshaderValueType,
  category: PreshaderCategory,
  generations: readonly PreshaderGeneration[],
];

// Functions make rows because listings carry the table: it takes half as much of a bundle (measured).

/** The row of an operation on each component for itself. */
function each(...[code, inputs, output, category, generations]: Traits) {
  return { code, inputs, output, access: 'each' as const, category, generations };
}

/** The row of an operation that makes one component of all. */
function reduce(...[code, inputs, output, category, generations, variable]: [...Traits, variable?: true]) {
  const row = { code, inputs, output, access: 'reduce' as const, category, generations };
  return variable ? { ...row, variable } : row;
}

// biome-ignore format: one row, one line
export const PRESHADER_OPCODES = {
  mov:            each(0x100, ['bits'], 'bits', 'move', BOTH),
  neg:            each(0x101, F1, 'float', 'float', BOTH),
  rcp:            each(0x103, F1, 'float', 'float', BOTH),
  frc:            each(0x104, F1, 'float', 'float', BOTH),
  exp:            each(0x105, F1, 'float', 'float', BOTH),
  log:            each(0x106, F1, 'float', 'float', BOTH),
  rsq:            each(0x107, F1, 'float', 'float', BOTH),
  sin:            each(0x108, F1, 'float', 'float', BOTH),
  cos:            each(0x109, F1, 'float', 'float', BOTH),
  asin:           each(0x10a, F1, 'float', 'float', BOTH),
  acos:           each(0x10b, F1, 'float', 'float', BOTH),
  atan:           each(0x10c, F1, 'float', 'float', BOTH),
  sqrt:           each(0x112, F1, 'float', 'float', SECOND),
  ineg:           each(0x120, I1, 'int', 'integer', SECOND),
  not:            each(0x121, ['bits'], 'bits', 'bitwise', SECOND),
  itof:           each(0x130, I1, 'float', 'convert', SECOND),
  utof:           each(0x131, U1, 'float', 'convert', SECOND),
  ftoi:           each(0x132, F1, 'int', 'convert', SECOND),
  ftou:           each(0x133, F1, 'uint', 'convert', SECOND),
  btof:           each(0x134, ['bool'], 'float', 'convert', SECOND),
  btoi:           each(0x135, ['bool'], 'int', 'convert', SECOND),
  itob:           each(0x136, I1, 'bool', 'convert', SECOND),
  ftob:           each(0x137, F1, 'bool', 'convert', SECOND),
  round:          each(0x138, F1, 'float', 'float', SECOND),
  floor:          each(0x139, F1, 'float', 'float', SECOND),
  ceil:           each(0x13a, F1, 'float', 'float', SECOND),
  min:            each(0x200, F2, 'float', 'float', BOTH),
  max:            each(0x201, F2, 'float', 'float', BOTH),
  lt:             each(0x202, F2, 'float', 'compare', BOTH),
  ge:             each(0x203, F2, 'float', 'compare', BOTH),
  add:            each(0x204, F2, 'float', 'float', BOTH),
  mul:            each(0x205, F2, 'float', 'float', BOTH),
  atan2:          each(0x206, F2, 'float', 'float', BOTH),
  div:            each(0x208, F2, 'float', 'float', SECOND),
  bilt:           each(0x210, I2, 'bool', 'compare', SECOND),
  bige:           each(0x211, I2, 'bool', 'compare', SECOND),
  bieq:           each(0x212, I2, 'bool', 'compare', SECOND),
  bine:           each(0x213, I2, 'bool', 'compare', SECOND),
  buge:           each(0x214, U2, 'bool', 'compare', SECOND),
  bult:           each(0x215, U2, 'bool', 'compare', SECOND),
  iadd:           each(0x216, I2, 'int', 'integer', SECOND),
  idiv:           each(0x217, I2, 'int', 'integer', SECOND),
  imul:           each(0x219, I2, 'int', 'integer', SECOND),
  udiv:           each(0x21a, U2, 'uint', 'integer', SECOND),
  umod:           each(0x21b, U2, 'uint', 'integer', SECOND),
  umul:           each(0x21c, U2, 'uint', 'integer', SECOND),
  imin:           each(0x21d, I2, 'int', 'integer', SECOND),
  imax:           each(0x21e, I2, 'int', 'integer', SECOND),
  umin:           each(0x21f, U2, 'uint', 'integer', SECOND),
  umax:           each(0x220, U2, 'uint', 'integer', SECOND),
  and:            each(0x230, B2, 'bits', 'bitwise', SECOND),
  or:             each(0x231, B2, 'bits', 'bitwise', SECOND),
  xor:            each(0x233, B2, 'bits', 'bitwise', SECOND),
  ishl:           each(0x234, ['bits', 'uint'], 'bits', 'bitwise', SECOND),
  ishr:           each(0x235, ['int', 'uint'], 'int', 'bitwise', SECOND),
  ushr:           each(0x236, U2, 'uint', 'bitwise', SECOND),
  cmp:            each(0x300, ['float', 'bits', 'bits'], 'bits', 'move', BOTH),
  movc:           each(0x301, ['bool', 'bits', 'bits'], 'bits', 'move', BOTH),
  dot:            reduce(0x500, F2, 'float', 'vector', BOTH),
  noise:          reduce(0x502, F1, 'float', 'noise', BOTH),
  d3ds_dotswiz:   reduce(0x70e, F1, 'float', 'vector', BOTH, true),
  d3ds_noiseswiz: reduce(0x711, F1, 'float', 'noise', BOTH, true),
} as const satisfies Record<string, PreshaderOpcodeRow>;

/** The operations, as listings spell them. */
export type PreshaderOpcode = keyof typeof PRESHADER_OPCODES;

/** Operations by number. */
export const PRESHADER_OPCODE_BY_CODE: ReadonlyMap<number, PreshaderOpcode> = /* @__PURE__ */ namesByCode();

function namesByCode(): Map<number, PreshaderOpcode> {
  return new Map(
    (Object.keys(PRESHADER_OPCODES) as PreshaderOpcode[]).map((name) => [PRESHADER_OPCODES[name].code, name]),
  );
}

/** The row of an opcode number, if it has one. */
export function preshaderOpcodeRow(code: number): PreshaderOpcodeRow | undefined {
  const name = PRESHADER_OPCODE_BY_CODE.get(code);
  return name && PRESHADER_OPCODES[name];
}
