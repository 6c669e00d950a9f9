/**
 * Default values of variables in constant buffers: their DWORDs, and the numbers that the type decodes from them.
 *
 * Not for: the values of constants in shader models 1-3 (`sm1.ts`), which occupy complete registers.
 */

import { VariableClass } from '../base/d3d/enumerations.ts';
import { hex } from '../base/diagnostics.ts';
import { shortFloat32 } from '../base/float32.ts';
import { bytesOf } from '../base/words.ts';
import type { RdefType } from '../chunks/rdef.ts';

export interface DefaultValue {
  /**
   * The value of each DWORD according to the type: floats with the fewest digits that distinguish them, booleans; null
   * for padding, and for the second half of a double. Infinities and NaN are strings in the JSON of
   * `dxlens reflect`; {@link words} is exact.
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
  for (const { kind, index } of type === undefined ? [] : defaultSlots(type, words.length))
    values[index] = valueAt(words, index, kind);
  const parts: string[] = [];
  for (const word of words) parts.push(hex(word, 8));
  return { values, words: parts };
}

/** A number in a default value. */
export interface DefaultSlot {
  readonly kind: 'f32' | 'i32' | 'u32' | 'bool' | 'f64';
  /** The DWORD that holds it, or the first of the two of a double. */
  readonly index: number;
}

/**
 * Returns the numbers of a variable of `type` in the order of its DWORDs; padding is left out.
 *
 * @param words DWORDs of the default value
 * @param at where the variable begins, in bytes
 */
export function defaultSlots(type: RdefType, words: number, at = 0): DefaultSlot[] {
  const walk = new SlotWalk(words);
  walk.read(type, at, 0);
  return walk.slots;
}

/** A part of a variable: a member of a structure, an element of an array. */
export interface DefaultPart {
  readonly type: RdefType;
  /** Where it begins, in bytes from the start of the variable. */
  readonly at: number;
}

/** Returns the member `name` of a structure; undefined if there is none, or `type` is an array. */
export function defaultMember({ type, at }: DefaultPart, name: string): DefaultPart | undefined {
  if (type.class !== VariableClass.struct || type.elements > 1) return undefined;
  const member = type.members.find((one) => one.name === name);
  return member?.type && { type: member.type, at: at + member.offset };
}

/** Returns element `index` of an array; undefined if there is none. */
export function defaultElement({ type, at }: DefaultPart, index: number): DefaultPart | undefined {
  if (index >= type.elements) return undefined;
  return { type: { ...type, elements: 0 }, at: at + index * strideOf(type, 0) };
}

/** Bytes from one element of an array to the next. */
function strideOf(type: RdefType, depth: number): number {
  return (sizeOf(type, depth) + REGISTER - 1) & -REGISTER;
}

class SlotWalk {
  readonly slots: DefaultSlot[] = [];
  /** The remaining number of members to visit: damaged structures may share members. */
  private left: number;

  constructor(private readonly words: number) {
    this.left = 64 + 4 * words;
  }

  /** @param at where the value begins, in bytes */
  read(type: RdefType, at: number, depth: number): void {
    const end = 4 * this.words;
    const count = Math.max(1, type.elements);
    const stride = strideOf(type, depth);
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
    const kind = kindOf(type.type);
    for (let line = 0; line < lines; line++) {
      const from = at + line * lineSize;
      for (let k = 0; k < width && this.left-- > 0; k += step) {
        const index = (from + k) >>> 2;
        if (index < this.words) this.slots.push({ kind, index });
      }
    }
  }
}

function kindOf(type: number): DefaultSlot['kind'] {
  if (type === BOOL) return 'bool';
  if (type === DOUBLE) return 'f64';
  if (SIGNED.has(type)) return 'i32';
  return UNSIGNED.has(type) ? 'u32' : 'f32';
}

function valueAt(words: Uint32Array, index: number, kind: DefaultSlot['kind']): number | boolean {
  const word = words[index]!;
  return kind === 'f64' ? doubleOf(word, words[index + 1] ?? 0) : wordValue(word, kind);
}

/** The number in one DWORD: of floats the one with the fewest digits that distinguish it. */
export function wordValue(word: number, kind: Exclude<DefaultSlot['kind'], 'f64'>): number | boolean {
  if (kind === 'bool') return word !== 0;
  if (kind === 'i32') return word | 0;
  return kind === 'u32' ? word : shortFloat32(word);
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
