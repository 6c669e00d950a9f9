/** Numbers as the DWORDs of a constant or a literal. */
import { bytesOf } from '../base/words.ts';
import type { Sm4ValueType } from '../isa/sm4/opcodes.ts';

/** Values of a constant or literal: numbers of its type, or its DWORDs. */
export type ConstantValues = readonly (number | boolean)[] | Uint32Array;

const TRUE = 0xffff_ffff;

/** The DWORDs of `value` as a number of `type`: two for a double, else one. */
export function valueWord(value: number | boolean, type: Sm4ValueType): Uint32Array {
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
      return Uint32Array.of(Number(value));
    case 'bool':
      return Uint32Array.of(value ? TRUE : 0);
    default:
      return new Uint32Array(Float32Array.of(Number(value)).buffer);
  }
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
  if (type === 'u32' || type === 'bool') return [...list];
  if (type !== 'f64') return [...new Float32Array(list.buffer)];
  const bytes = bytesOf(list);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: list.length >>> 1 }, (_, i) => view.getFloat64(8 * i, true));
}
