/**
 * Numbers of the CodeView records that the HLSL compiler writes, by Microsoft's names. Source: the headers that Microsoft
 * published (cvinfo.h, cvconst.h).
 *
 * Not for: the layout of the records (symbols.ts, types.ts, lines.ts).
 */

/** Kinds of symbol records. */
export const SYMBOL = {
  S_END: 0x0006,
  S_UDT: 0x1108,
  S_CONSTANT: 0x1107,
  S_LPROC32: 0x110f,
  S_GPROC32: 0x1110,
  S_PROCREF: 0x1125,
  S_COMPILE3: 0x113c,
  S_ENVBLOCK: 0x113d,
  S_LOCAL: 0x113e,
  S_LPROC32_ID: 0x1146,
  S_GPROC32_ID: 0x1147,
  S_INLINESITE: 0x114d,
  S_INLINESITE_END: 0x114e,
  S_DEFRANGE_HLSL: 0x1150,
  S_GDATA_HLSL: 0x1151,
  S_LDATA_HLSL: 0x1152,
} as const;

/** Bits of the flags of S_LOCAL. */
export const LOCAL_FLAG = {
  /** A parameter. */
  parameter: 1,
  /** Its value is in several pieces. */
  aggregate: 8,
  /** The value that its function returns. */
  returned: 0x80,
} as const;

/** Kinds of type records. */
export const LEAF = {
  LF_POINTER: 0x1002,
  LF_PROCEDURE: 0x1008,
  LF_MFUNCTION: 0x1009,
  LF_ARGLIST: 0x1201,
  LF_FIELDLIST: 0x1203,
  LF_METHODLIST: 0x1206,
  LF_BCLASS: 0x1400,
  LF_INDEX: 0x1404,
  LF_ARRAY: 0x1503,
  LF_CLASS: 0x1504,
  LF_STRUCTURE: 0x1505,
  LF_MEMBER: 0x150d,
  LF_STMEMBER: 0x150e,
  LF_METHOD: 0x150f,
  LF_ONEMETHOD: 0x1511,
  LF_STRIDED_ARRAY: 0x1516,
  LF_HLSL: 0x1517,
  LF_MODIFIER_EX: 0x1518,
  LF_INTERFACE: 0x1519,
  LF_BINTERFACE: 0x151a,
  LF_VECTOR: 0x151b,
  LF_MATRIX: 0x151c,
  LF_FUNC_ID: 0x1601,
  LF_MFUNC_ID: 0x1602,
  LF_STRING_ID: 0x1605,
} as const;

/** Kinds of subsections after the symbols of a module (C13). */
export const SUBSECTION = { lines: 0xf2, strings: 0xf3, files: 0xf4, inlinees: 0xf6 } as const;

/** Types below this number are built in, and have no record. */
export const FIRST_TYPE = 0x1000;

/** Names and sizes of the built-in types that HLSL has. */
export const BUILT_IN_TYPES: Readonly<Record<number, { readonly name: string; readonly size: number }>> = {
  3: { name: 'void', size: 0 },
  17: { name: 'int16_t', size: 2 },
  33: { name: 'uint16_t', size: 2 },
  48: { name: 'bool', size: 1 },
  50: { name: 'bool', size: 4 },
  51: { name: 'bool', size: 8 },
  64: { name: 'float', size: 4 },
  65: { name: 'double', size: 8 },
  70: { name: 'half', size: 2 },
  98: { name: 'bool', size: 4 },
  116: { name: 'int', size: 4 },
  117: { name: 'uint', size: 4 },
};
