/**
 * The structures of the chunk SDBG, which compilers up to 2012 wrote: those that d3d10_1shader.h documents as
 * `D3D10_SHADER_DEBUG_INFO` and the structures that it refers to. Offsets of tables count bytes from the end of the
 * header, whose size is its first DWORD; strings and lists of integers have offsets in separate areas. `D3DDisassemble`
 * reads them like this (source: oracle).
 *
 * Not for: reading (view.ts, sdbg.ts).
 */

/** Offsets in bytes; a table is a count and, in the DWORD after it, an offset. */
export const SDBG_HEADER = {
  /** Bytes of the header. */
  size: 0,
  creator: 4,
  entryPoint: 8,
  target: 12,
  /** `D3DCOMPILE_*` */
  flags: 16,
  files: 20,
  instructions: 28,
  /** One for each component of a variable. */
  scalars: 36,
  inputs: 44,
  /** Positions in the source with the text there. */
  tokens: 52,
  scopes: 60,
  /** Variables and functions. */
  variables: 68,
  integers: 76,
  texts: 80,
} as const;
export const SDBG_HEADER_SIZE = 84;

export const SDBG_FILE = { name: 0, nameLength: 4, data: 8, dataLength: 12 } as const;
export const SDBG_FILE_SIZE = 16;
/** Microsoft's reader refuses longer names (source: oracle). */
export const SDBG_MAX_FILE_NAME = 259;

export const SDBG_INSTRUCTION = {
  /** Number of the instruction, declarations not counted. */
  id: 0,
  opcode: 4,
  outputCount: 8,
  /** Two outputs, whether there are so many or not. */
  outputs: 12,
  token: 372,
  /** How many functions are around it. */
  nesting: 376,
  scopes: 380,
  accessed: 388,
} as const;
export const SDBG_INSTRUCTION_SIZE = 396;
export const SDBG_MAX_OUTPUTS = 2;

export const SDBG_OUTPUT = {
  /** An index of {@link SDBG_REGISTER_SETS}. */
  registerSet: 0,
  register: 4,
  /** Which indexable temporary. */
  array: 8,
  /** Components of the register, {@link SDBG_NONE} where nothing is written. */
  components: 12,
  /** Four records of {@link SDBG_HELD}. */
  held: 28,
  /** The register that indexes the variable; {@link SDBG_NONE} where it is not indexed. */
  indexRegister: 172,
  indexComponent: 176,
} as const;
export const SDBG_OUTPUT_SIZE = 180;

/** The content of an output component: a scalar and its possible values. */
export const SDBG_HELD = {
  scalar: 0,
  uintMin: 4,
  uintMax: 8,
  intMin: 12,
  intMax: 16,
  floatMin: 20,
  floatMax: 24,
  mayBeNan: 28,
  mayBeInfinite: 32,
} as const;
export const SDBG_HELD_SIZE = 36;

export const SDBG_SCALAR = {
  token: 0,
  /** D3D_SHADER_VARIABLE_TYPE */
  type: 4,
  register: 8,
  component: 12,
  variable: 16,
  /** Component of the variable. */
  element: 20,
} as const;
export const SDBG_SCALAR_SIZE = 24;

/** A scalar that has a value at the start of the program. */
export const SDBG_INPUT = { scalar: 0, registerSet: 4, bank: 8, register: 12, component: 16, value: 20 } as const;
export const SDBG_INPUT_SIZE = 24;

export const SDBG_TOKEN = { file: 0, line: 4, column: 8, length: 12, text: 16 } as const;
export const SDBG_TOKEN_SIZE = 20;

export const SDBG_SCOPE = { type: 0, name: 4, nameLength: 8, count: 12, variables: 16 } as const;
export const SDBG_SCOPE_SIZE = 20;
/** D3D10_SHADER_DEBUG_SCOPETYPE */
export const SDBG_SCOPE_TYPES = [
  'global',
  'block',
  'for loop',
  'structure',
  'function',
  'state block',
  'namespace',
  'annotation',
] as const;

export const SDBG_VARIABLE = {
  token: 0,
  /** 1 for a function. */
  kind: 4,
  /** D3D_SHADER_VARIABLE_CLASS */
  class: 8,
  rows: 12,
  columns: 16,
  /** Scope with the members of a structure. */
  members: 20,
  dimensions: 24,
  lengths: 28,
  strides: 32,
  scalarCount: 36,
  firstScalar: 40,
} as const;
export const SDBG_VARIABLE_SIZE = 44;

/** "None" in fields with an index. */
export const SDBG_NONE = 0xffff_ffff;

/** D3D10_SHADER_DEBUG_REGTYPE, as listings write the registers; undefined for what is none. */
export const SDBG_REGISTER_SETS = ['v', 'o', 'cb', 'tb', 'r', 'x', 't', 's', 'icb', undefined, undefined] as const;
