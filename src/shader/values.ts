/** Numbers as the DWORDs of a constant or a literal. */
import { bytesOf } from '../base/words.ts';
import { sm1LiteralWord } from '../isa/sm1/builder.ts';
import type { Sm4ValueType } from '../isa/sm4/opcodes.ts';
import { ShaderEditError } from './paths.ts';

/** A DWORD as it is stored, whatever the type of the constant. */
export interface RawWord {
  readonly word: number;
}

export type ConstantValue = number | boolean | RawWord;

/** Values of a constant or literal; a `Uint32Array` holds its DWORDs. */
export type ConstantValues = readonly ConstantValue[] | Uint32Array;

const TRUE = 0xffff_ffff;
const WORD_END = 2 ** 32;

/** @throws TypeError when `values` is neither an array nor a `Uint32Array` */
export function checkValues(values: unknown, caller: string): void {
  if (!Array.isArray(values) && !(values instanceof Uint32Array))
    throw new TypeError(`${caller}: values must be an array or a Uint32Array`);
}

/** The DWORDs of `value` as a number of `type`: two for a double, else one. */
export function valueWord(value: ConstantValue, type: Sm4ValueType): Uint32Array {
  if (isRaw(value)) {
    if (type === 'f64') throw new ShaderEditError('values', 'a double is two DWORDs; give it as a number');
    return Uint32Array.of(rawWord(value));
  }
  if (typeof value !== 'number' && typeof value !== 'boolean')
    throw new TypeError('values must be numbers or booleans');
  switch (type) {
    case 'f64': {
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, Number(value), true);
      return Uint32Array.of(view.getUint32(0, true), view.getUint32(4, true));
    }
    case 'i32':
    case 'u32':
    case 'bits':
      return Uint32Array.of(integerOf(value));
    case 'bool':
      return Uint32Array.of(value ? TRUE : 0);
    default:
      return new Uint32Array(Float32Array.of(Number(value)).buffer);
  }
}

/** The DWORD of `value` in a register of shader models 1 to 3. */
export function sm1ValueWord(value: ConstantValue, role: 'float' | 'int' | 'bool'): number {
  if (isRaw(value)) return rawWord(value);
  return sm1LiteralWord(role, role === 'int' ? integerOf(value) : value);
}

function isRaw(value: ConstantValue): value is RawWord {
  return typeof value === 'object' && value !== null && 'word' in value;
}

function rawWord({ word }: RawWord): number {
  if (!Number.isInteger(word) || word < 0 || word >= WORD_END)
    throw new ShaderEditError('values', `${word} is not a DWORD`);
  return word;
}

function integerOf(value: number | boolean): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= -WORD_END / 2 && number < WORD_END) return number;
  throw new ShaderEditError(
    'values',
    `${number} is not an integer of 32 bits, which belongs here; write the bits of a float as a word such as 0x3f800000`,
  );
}

/** The DWORDs of `values` as numbers of `type`; DWORDs stay as they are. */
export function valueWords(values: ConstantValues, type: Sm4ValueType): Uint32Array {
  if (values instanceof Uint32Array) return values;
  return Uint32Array.from(Array.from(values, (value) => [...valueWord(value, type)]).flat());
}

/** The numbers that DWORDs are as numbers of `type`. */
export function numbersOf(words: ArrayLike<number>, type: Sm4ValueType): number[] {
  const list = Uint32Array.from(words);
  if (type === 'i32') return [...new Int32Array(list.buffer)];
  if (type === 'u32' || type === 'bits' || type === 'bool') return [...list];
  if (type !== 'f64') return [...new Float32Array(list.buffer)];
  const bytes = bytesOf(list);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: list.length >>> 1 }, (_, i) => view.getFloat64(8 * i, true));
}
