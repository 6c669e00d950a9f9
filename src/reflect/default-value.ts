/**
 * Default values of variables in constant buffers: their DWORDs, and the numbers that the type makes of them.
 *
 * Not for: the values of constants in shader models 1-3 (`sm1.ts`), which are in whole registers.
 */

import { VariableClass } from '../base/d3d/enumerations.ts';
import { hex } from '../base/diagnostics.ts';
import { shortFloat32 } from '../base/float32.ts';
import { bytesOf } from '../base/words.ts';
import type { RdefType } from '../container/rdef.ts';

/** What a variable holds where the program sets nothing. */
export interface DefaultValue {
  /**
   * The value of each DWORD according to the type: floats with the fewest digits that distinguish them, booleans; null for
   * padding, and for the second half of a double. Values that JSON cannot represent (infinities, NaN) are in {@link words}.
   */
  readonly values: readonly (number | boolean | null)[];
  /** The DWORDs themselves: `0x3f800000`. */
  readonly words: readonly string[];
}

const MATRIX_ROWS = 2;
const MATRIX_COLUMNS = 3;
/** Bytes of a register: every element of an array, row of a matrix and structure begins at one. */
const REGISTER = 16;
/** Structures within structures that are looked into. */
const MAX_DEPTH = 16;

/** How the DWORDs of a `D3D_SHADER_VARIABLE_TYPE` read; other types, minimum precision too, are floats. */
const BOOL = 1;
const DOUBLE = 39;
const SIGNED: ReadonlySet<number> = new Set([2, 55, 56]);
const UNSIGNED: ReadonlySet<number> = new Set([19, 20, 57]);

/** Describes the default value in `words` of a variable of `type`. */
export function defaultValueOf(words: Uint32Array, type: RdefType | undefined): DefaultValue {
  const values: (number | boolean | null)[] = new Array(words.length).fill(null);
  if (type !== undefined) new ValueReader(words, values).read(type, 0, 0);
  const texts: string[] = [];
  for (const word of words) texts.push(hex(word, 8));
  return { values, words: texts };
}

class ValueReader {
  private readonly words: Uint32Array;
  private readonly values: (number | boolean | null)[];
  /** The remaining number of members to visit: damaged structures may share members. */
  private left: number;

  constructor(words: Uint32Array, values: (number | boolean | null)[]) {
    this.words = words;
    this.values = values;
    this.left = 64 + 4 * words.length;
  }

  /** @param at where the value begins, in bytes */
  read(type: RdefType, at: number, depth: number): void {
    const end = 4 * this.words.length;
    const count = Math.max(1, type.elements);
    const stride = (sizeOf(type, depth) + REGISTER - 1) & -REGISTER;
    for (let i = 0; i < count && at < end && this.left-- > 0; i++, at += stride) {
      if (type.class === VariableClass.struct) this.structure(type, at, depth);
      else this.registers(type, at);
    }
  }

  private structure({ members }: RdefType, at: number, depth: number): void {
    if (depth >= MAX_DEPTH) return;
    for (const { type, offset } of members) {
      if (this.left <= 0) return;
      if (type !== undefined) this.read(type, at + offset, depth + 1);
    }
  }

  private registers(type: RdefType, at: number): void {
    const { lines, width } = shapeOf(type);
    const lineSize = (width + REGISTER - 1) & -REGISTER;
    const step = type.type === DOUBLE ? 8 : 4;
    for (let line = 0; line < lines; line++) {
      const from = at + line * lineSize;
      for (let k = 0; k < width && this.left-- > 0; k += step) this.number(type.type, (from + k) >>> 2);
    }
  }

  private number(type: number, index: number): void {
    const { words, values } = this;
    if (index >= words.length) return;
    const word = words[index]!;
    if (type === BOOL) values[index] = word !== 0;
    else if (type === DOUBLE) values[index] = doubleOf(word, words[index + 1] ?? 0);
    else if (SIGNED.has(type)) values[index] = word | 0;
    else if (UNSIGNED.has(type)) values[index] = word;
    else values[index] = shortFloat32(word);
  }
}

/** The registers that one element takes, and the bytes that it uses of each. */
function shapeOf({ class: kind, type, rows, columns }: RdefType): { lines: number; width: number } {
  const component = type === DOUBLE ? 8 : 4;
  if (kind === MATRIX_ROWS) return { lines: rows, width: component * columns };
  if (kind === MATRIX_COLUMNS) return { lines: columns, width: component * rows };
  return { lines: 1, width: component * Math.max(1, columns) };
}

/** Bytes of one element without the padding after it. */
function sizeOf(type: RdefType, depth: number): number {
  if (type.class !== VariableClass.struct) {
    const { lines, width } = shapeOf(type);
    return Math.max(0, lines - 1) * ((width + REGISTER - 1) & -REGISTER) + width;
  }
  const last = type.members[type.members.length - 1];
  if (last?.type === undefined || depth >= MAX_DEPTH) return REGISTER;
  const one = sizeOf(last.type, depth + 1);
  const before = (Math.max(1, last.type.elements) - 1) * ((one + REGISTER - 1) & -REGISTER);
  return last.offset + before + one;
}

function doubleOf(low: number, high: number): number {
  const bytes = bytesOf(new Uint32Array([low, high]));
  return new DataView(bytes.buffer).getFloat64(0, true);
}
