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

// biome-ignore format: one row, one line
export const PRESHADER_OPCODES = {
  mov:            { code: 0x100, inputs: ['bits'], output: 'bits', access: 'each', category: 'move', generations: BOTH },
  neg:            { code: 0x101, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  rcp:            { code: 0x103, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  frc:            { code: 0x104, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  exp:            { code: 0x105, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  log:            { code: 0x106, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  rsq:            { code: 0x107, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  sin:            { code: 0x108, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  cos:            { code: 0x109, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  asin:           { code: 0x10a, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  acos:           { code: 0x10b, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  atan:           { code: 0x10c, inputs: F1, output: 'float', access: 'each', category: 'float', generations: BOTH },
  sqrt:           { code: 0x112, inputs: F1, output: 'float', access: 'each', category: 'float', generations: SECOND },
  ineg:           { code: 0x120, inputs: I1, output: 'int', access: 'each', category: 'integer', generations: SECOND },
  not:            { code: 0x121, inputs: ['bits'], output: 'bits', access: 'each', category: 'bitwise', generations: SECOND },
  itof:           { code: 0x130, inputs: I1, output: 'float', access: 'each', category: 'convert', generations: SECOND },
  utof:           { code: 0x131, inputs: U1, output: 'float', access: 'each', category: 'convert', generations: SECOND },
  ftoi:           { code: 0x132, inputs: F1, output: 'int', access: 'each', category: 'convert', generations: SECOND },
  ftou:           { code: 0x133, inputs: F1, output: 'uint', access: 'each', category: 'convert', generations: SECOND },
  btof:           { code: 0x134, inputs: ['bool'], output: 'float', access: 'each', category: 'convert', generations: SECOND },
  btoi:           { code: 0x135, inputs: ['bool'], output: 'int', access: 'each', category: 'convert', generations: SECOND },
  itob:           { code: 0x136, inputs: I1, output: 'bool', access: 'each', category: 'convert', generations: SECOND },
  ftob:           { code: 0x137, inputs: F1, output: 'bool', access: 'each', category: 'convert', generations: SECOND },
  round:          { code: 0x138, inputs: F1, output: 'float', access: 'each', category: 'float', generations: SECOND },
  floor:          { code: 0x139, inputs: F1, output: 'float', access: 'each', category: 'float', generations: SECOND },
  ceil:           { code: 0x13a, inputs: F1, output: 'float', access: 'each', category: 'float', generations: SECOND },
  min:            { code: 0x200, inputs: F2, output: 'float', access: 'each', category: 'float', generations: BOTH },
  max:            { code: 0x201, inputs: F2, output: 'float', access: 'each', category: 'float', generations: BOTH },
  lt:             { code: 0x202, inputs: F2, output: 'float', access: 'each', category: 'compare', generations: BOTH },
  ge:             { code: 0x203, inputs: F2, output: 'float', access: 'each', category: 'compare', generations: BOTH },
  add:            { code: 0x204, inputs: F2, output: 'float', access: 'each', category: 'float', generations: BOTH },
  mul:            { code: 0x205, inputs: F2, output: 'float', access: 'each', category: 'float', generations: BOTH },
  atan2:          { code: 0x206, inputs: F2, output: 'float', access: 'each', category: 'float', generations: BOTH },
  div:            { code: 0x208, inputs: F2, output: 'float', access: 'each', category: 'float', generations: SECOND },
  bilt:           { code: 0x210, inputs: I2, output: 'bool', access: 'each', category: 'compare', generations: SECOND },
  bige:           { code: 0x211, inputs: I2, output: 'bool', access: 'each', category: 'compare', generations: SECOND },
  bieq:           { code: 0x212, inputs: I2, output: 'bool', access: 'each', category: 'compare', generations: SECOND },
  bine:           { code: 0x213, inputs: I2, output: 'bool', access: 'each', category: 'compare', generations: SECOND },
  buge:           { code: 0x214, inputs: U2, output: 'bool', access: 'each', category: 'compare', generations: SECOND },
  bult:           { code: 0x215, inputs: U2, output: 'bool', access: 'each', category: 'compare', generations: SECOND },
  iadd:           { code: 0x216, inputs: I2, output: 'int', access: 'each', category: 'integer', generations: SECOND },
  idiv:           { code: 0x217, inputs: I2, output: 'int', access: 'each', category: 'integer', generations: SECOND },
  imul:           { code: 0x219, inputs: I2, output: 'int', access: 'each', category: 'integer', generations: SECOND },
  udiv:           { code: 0x21a, inputs: U2, output: 'uint', access: 'each', category: 'integer', generations: SECOND },
  umod:           { code: 0x21b, inputs: U2, output: 'uint', access: 'each', category: 'integer', generations: SECOND },
  umul:           { code: 0x21c, inputs: U2, output: 'uint', access: 'each', category: 'integer', generations: SECOND },
  imin:           { code: 0x21d, inputs: I2, output: 'int', access: 'each', category: 'integer', generations: SECOND },
  imax:           { code: 0x21e, inputs: I2, output: 'int', access: 'each', category: 'integer', generations: SECOND },
  umin:           { code: 0x21f, inputs: U2, output: 'uint', access: 'each', category: 'integer', generations: SECOND },
  umax:           { code: 0x220, inputs: U2, output: 'uint', access: 'each', category: 'integer', generations: SECOND },
  and:            { code: 0x230, inputs: B2, output: 'bits', access: 'each', category: 'bitwise', generations: SECOND },
  or:             { code: 0x231, inputs: B2, output: 'bits', access: 'each', category: 'bitwise', generations: SECOND },
  xor:            { code: 0x233, inputs: B2, output: 'bits', access: 'each', category: 'bitwise', generations: SECOND },
  ishl:           { code: 0x234, inputs: ['bits', 'uint'], output: 'bits', access: 'each', category: 'bitwise', generations: SECOND },
  ishr:           { code: 0x235, inputs: ['int', 'uint'], output: 'int', access: 'each', category: 'bitwise', generations: SECOND },
  ushr:           { code: 0x236, inputs: U2, output: 'uint', access: 'each', category: 'bitwise', generations: SECOND },
  cmp:            { code: 0x300, inputs: ['float', 'bits', 'bits'], output: 'bits', access: 'each', category: 'move', generations: BOTH },
  movc:           { code: 0x301, inputs: ['bool', 'bits', 'bits'], output: 'bits', access: 'each', category: 'move', generations: BOTH },
  dot:            { code: 0x500, inputs: F2, output: 'float', access: 'reduce', category: 'vector', generations: BOTH },
  noise:          { code: 0x502, inputs: F1, output: 'float', access: 'reduce', category: 'noise', generations: BOTH },
  d3ds_dotswiz:   { code: 0x70e, inputs: F1, variable: true, output: 'float', access: 'reduce', category: 'vector', generations: BOTH },
  d3ds_noiseswiz: { code: 0x711, inputs: F1, variable: true, output: 'float', access: 'reduce', category: 'noise', generations: BOTH },
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
