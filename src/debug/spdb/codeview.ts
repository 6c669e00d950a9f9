/**
 * Numbers of the CodeView records that the HLSL compiler writes, by Microsoft's names, and the reader of little-endian
 * fields of a stream, one after another. Source: the headers that Microsoft published (cvinfo.h, cvconst.h).
 *
 * Not for: the layout of the records (symbols.ts, types.ts, lines.ts).
 */
import { stringAt, u16At, u32At } from '../../base/words.ts';

export class ByteReader {
  readonly end: number;
  at: number;
  /** False once a read went past {@link end}. */
  ok = true;

  constructor(
    readonly bytes: Uint8Array,
    at = 0,
    end = bytes.byteLength,
  ) {
    this.at = at;
    this.end = Math.min(end, bytes.byteLength);
  }

  /** Bytes that are left. */
  get left(): number {
    return this.end - this.at;
  }

  u8(): number {
    return this.take(1) ? this.bytes[this.at - 1]! : 0;
  }

  u16(): number {
    return this.take(2) ? u16At(this.bytes, this.at - 2) : 0;
  }

  u32(): number {
    return this.take(4) ? u32At(this.bytes, this.at - 4) : 0;
  }

  /** The bytes up to a NUL, which is read too, one character a byte; where there is none, up to the end. */
  text(): string {
    const text = this.at < this.end ? stringAt(this.bytes, this.at, this.end) : '';
    this.at += text.length;
    this.take(1);
    return text;
  }

  /** Moves on by `count` bytes; returns whether they are there. */
  take(count: number): boolean {
    if (count > this.end - this.at || this.at < 0) {
      this.ok = false;
      return false;
    }
    this.at += count;
    return true;
  }

  /** Moves on to the next multiple of 4, counted from the start of the bytes. */
  align(): void {
    this.at = Math.min((this.at + 3) & ~3, this.end);
  }
}

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

export const LOCAL_FLAG = {
  parameter: 1,
  /** Its value is in several pieces. */
  aggregate: 8,
  /** The value that its function returns. */
  returned: 0x80,
  /** It is nowhere. */
  optimizedOut: 0x100,
} as const;

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

/** Names of the built-in types that HLSL has. */
export const BUILT_IN_NAMES: Readonly<Record<number, string>> = {
  3: 'void',
  17: 'int16_t',
  33: 'uint16_t',
  48: 'bool',
  50: 'bool',
  51: 'bool',
  64: 'float',
  65: 'double',
  70: 'half',
  98: 'bool',
  116: 'int',
  117: 'uint',
};

/** Built-in types by their size in bytes; those that are left out have none (source: oracle). */
const BUILT_IN_BY_SIZE: Readonly<Record<number, readonly number[]>> = {
  1: [0x10, 0x20, 0x30, 0x60, 0x68, 0x69, 0x70],
  2: [0x05, 0x11, 0x21, 0x31, 0x46, 0x71, 0x72, 0x73, 0x7a],
  4: [0x06, 0x08, 0x12, 0x22, 0x32, 0x40, 0x45, 0x56, 0x62, 0x74, 0x75, 0x7b],
  6: [0x44],
  8: [0x04, 0x13, 0x23, 0x33, 0x41, 0x50, 0x55, 0x76, 0x77],
  10: [0x42],
  12: [0x54],
  16: [0x14, 0x24, 0x34, 0x43, 0x51, 0x78, 0x79],
  20: [0x52],
  32: [0x15, 0x25, 0x35, 0x53],
};

/** Sizes by the low byte of the number of a built-in type. */
export const BUILT_IN_SIZES: ReadonlyMap<number, number> = /* @__PURE__ */ new Map(
  Object.entries(BUILT_IN_BY_SIZE).flatMap(([size, types]) => types.map((type) => [type, Number(size)] as const)),
);

/**
 * Bits 8 to 11 of a built-in type: 0 is a value, and 8, which has no meaning, counts as one; others are pointers
 * (source: oracle).
 */
export const BUILT_IN_VALUE_MODES: readonly number[] = [0, 8];
