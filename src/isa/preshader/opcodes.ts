/**
 * The table of operations of preshaders: code that Direct3D runs on the CPU to compute constants, states and indices of
 * an effect, and the texels of a texture shader. Effects of Direct3D 9 and of Direct3D 10 and 11 share the numbers.
 * Listings, evaluator, the reference page and the generators of random code derive from the rows.
 *
 * Not for: the encoding of instructions (code.ts), what operations compute (vm/preshader).
 *
 * Source: oracle, which lists all numbers. Types and operand counts by compiling expressions.
 */
/**
 * The type of an operand: a float, a signed or unsigned integer, a boolean (0 or not), or 32 bits that nothing
 * interprets.
 */
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

/** The rows by mnemonic, as listings spell them, in the order of their numbers. */
// biome-ignore format: one row, one line
export const PRESHADER_OPCODES = {
  mov: { code: 0x100, ...each(['bits'], 'bits', 'move', BOTH) },
  neg: { code: 0x101, ...each(F1, 'float', 'float', BOTH) },
  rcp: { code: 0x103, ...each(F1, 'float', 'float', BOTH) },
  frc: { code: 0x104, ...each(F1, 'float', 'float', BOTH) },
  exp: { code: 0x105, ...each(F1, 'float', 'float', BOTH) },
  log: { code: 0x106, ...each(F1, 'float', 'float', BOTH) },
  rsq: { code: 0x107, ...each(F1, 'float', 'float', BOTH) },
  sin: { code: 0x108, ...each(F1, 'float', 'float', BOTH) },
  cos: { code: 0x109, ...each(F1, 'float', 'float', BOTH) },
  asin: { code: 0x10a, ...each(F1, 'float', 'float', BOTH) },
  acos: { code: 0x10b, ...each(F1, 'float', 'float', BOTH) },
  atan: { code: 0x10c, ...each(F1, 'float', 'float', BOTH) },
  sqrt: { code: 0x112, ...each(F1, 'float', 'float', SECOND) },
  ineg: { code: 0x120, ...each(I1, 'int', 'integer', SECOND) },
  not: { code: 0x121, ...each(['bits'], 'bits', 'bitwise', SECOND) },
  itof: { code: 0x130, ...each(I1, 'float', 'convert', SECOND) },
  utof: { code: 0x131, ...each(U1, 'float', 'convert', SECOND) },
  ftoi: { code: 0x132, ...each(F1, 'int', 'convert', SECOND) },
  ftou: { code: 0x133, ...each(F1, 'uint', 'convert', SECOND) },
  btof: { code: 0x134, ...each(['bool'], 'float', 'convert', SECOND) },
  btoi: { code: 0x135, ...each(['bool'], 'int', 'convert', SECOND) },
  itob: { code: 0x136, ...each(I1, 'bool', 'convert', SECOND) },
  ftob: { code: 0x137, ...each(F1, 'bool', 'convert', SECOND) },
  round: { code: 0x138, ...each(F1, 'float', 'float', SECOND) },
  floor: { code: 0x139, ...each(F1, 'float', 'float', SECOND) },
  ceil: { code: 0x13a, ...each(F1, 'float', 'float', SECOND) },
  min: { code: 0x200, ...each(F2, 'float', 'float', BOTH) },
  max: { code: 0x201, ...each(F2, 'float', 'float', BOTH) },
  lt: { code: 0x202, ...each(F2, 'float', 'compare', BOTH) },
  ge: { code: 0x203, ...each(F2, 'float', 'compare', BOTH) },
  add: { code: 0x204, ...each(F2, 'float', 'float', BOTH) },
  mul: { code: 0x205, ...each(F2, 'float', 'float', BOTH) },
  atan2: { code: 0x206, ...each(F2, 'float', 'float', BOTH) },
  div: { code: 0x208, ...each(F2, 'float', 'float', SECOND) },
  bilt: { code: 0x210, ...each(I2, 'bool', 'compare', SECOND) },
  bige: { code: 0x211, ...each(I2, 'bool', 'compare', SECOND) },
  bieq: { code: 0x212, ...each(I2, 'bool', 'compare', SECOND) },
  bine: { code: 0x213, ...each(I2, 'bool', 'compare', SECOND) },
  buge: { code: 0x214, ...each(U2, 'bool', 'compare', SECOND) },
  bult: { code: 0x215, ...each(U2, 'bool', 'compare', SECOND) },
  iadd: { code: 0x216, ...each(I2, 'int', 'integer', SECOND) },
  idiv: { code: 0x217, ...each(I2, 'int', 'integer', SECOND) },
  imul: { code: 0x219, ...each(I2, 'int', 'integer', SECOND) },
  udiv: { code: 0x21a, ...each(U2, 'uint', 'integer', SECOND) },
  umod: { code: 0x21b, ...each(U2, 'uint', 'integer', SECOND) },
  umul: { code: 0x21c, ...each(U2, 'uint', 'integer', SECOND) },
  imin: { code: 0x21d, ...each(I2, 'int', 'integer', SECOND) },
  imax: { code: 0x21e, ...each(I2, 'int', 'integer', SECOND) },
  umin: { code: 0x21f, ...each(U2, 'uint', 'integer', SECOND) },
  umax: { code: 0x220, ...each(U2, 'uint', 'integer', SECOND) },
  and: { code: 0x230, ...each(B2, 'bits', 'bitwise', SECOND) },
  or: { code: 0x231, ...each(B2, 'bits', 'bitwise', SECOND) },
  xor: { code: 0x233, ...each(B2, 'bits', 'bitwise', SECOND) },
  ishl: { code: 0x234, ...each(['bits', 'uint'], 'bits', 'bitwise', SECOND) },
  ishr: { code: 0x235, ...each(['int', 'uint'], 'int', 'bitwise', SECOND) },
  ushr: { code: 0x236, ...each(U2, 'uint', 'bitwise', SECOND) },
  cmp: { code: 0x300, ...each(['float', 'bits', 'bits'], 'bits', 'move', BOTH) },
  movc: { code: 0x301, ...each(['bool', 'bits', 'bits'], 'bits', 'move', BOTH) },
  dot: { code: 0x500, ...reduce(F2, 'float', 'vector', BOTH) },
  noise: { code: 0x502, ...reduce(F1, 'float', 'noise', BOTH) },
  d3ds_dotswiz: { code: 0x70e, ...reduce(F1, 'float', 'vector', BOTH, true) },
  d3ds_noiseswiz: { code: 0x711, ...reduce(F1, 'float', 'noise', BOTH, true) },
} as const satisfies Record<string, PreshaderOpcodeRow>;

export type PreshaderOpcode = keyof typeof PRESHADER_OPCODES;

export const PRESHADER_OPCODE_BY_CODE: ReadonlyMap<number, PreshaderOpcode> = /* @__PURE__ */ new Map(
  (Object.keys(PRESHADER_OPCODES) as PreshaderOpcode[]).map((name) => [PRESHADER_OPCODES[name].code, name]),
);

export function preshaderOpcodeRow(code: number): PreshaderOpcodeRow | undefined {
  const name = PRESHADER_OPCODE_BY_CODE.get(code);
  return name && PRESHADER_OPCODES[name];
}

// The register types of preshaders. An operand names a component: four times the number of its register, and the first
// component.

export interface PreshaderRegisterRow {
  readonly code: number;
  /** Before the register number; a preshader names its outputs as constants. */
  readonly name: string;
  readonly preshaderName?: string;
  /** The name under relative addressing and as an index, where it differs. */
  readonly relativeName?: string;
  /** The name in an expression of Direct3D 10 and 11, where the constant table names no variable. */
  readonly expressionName?: string;
  /** Registers that have a name of their own, from 0 on. */
  readonly named?: readonly string[];
}

// biome-ignore format: one row, one line
export const PRESHADER_REGISTERS = {
  literal:     { code: 1, name: 'l' },
  constant:    { code: 2, name: 'c' },
  input:       { code: 3, name: 'v', named: ['vPos', 'vPSize'] },
  floatOutput: { code: 4, name: 'oC', preshaderName: 'c', relativeName: 'of', expressionName: 'expr' },
  boolOutput:  { code: 5, name: 'ob' },
  intOutput:   { code: 6, name: 'oi' },
  temp:        { code: 7, name: 'r' },
  pointer:     { code: 9, name: 'ip' },
} as const satisfies Record<string, PreshaderRegisterRow>;

/** The register types by our names. */
export type PreshaderRegister = keyof typeof PRESHADER_REGISTERS;

const COUNT = 10;

export const PRESHADER_REGISTER_BY_CODE: readonly (PreshaderRegister | undefined)[] = /* @__PURE__ */ namesByCode();

function namesByCode(): (PreshaderRegister | undefined)[] {
  const names = Object.keys(PRESHADER_REGISTERS) as PreshaderRegister[];
  return Array.from({ length: COUNT }, (_, code) => names.find((name) => PRESHADER_REGISTERS[name].code === code));
}
