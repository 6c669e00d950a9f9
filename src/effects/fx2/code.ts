/**
 * The data of objects and resources of an effect of Direct3D 9: a name, a shader or expression, or a name and an
 * expression.
 *
 * Not for: reading code (isa).
 */
import { stringAt, u32At } from '../../base/words.ts';

/** First DWORD of an expression (source: oracle). */
export const FX2_EXPRESSION = 0x4658_0200;

/** The name in the data of a resource: it ends with NUL. */
export function nameIn(data: Uint8Array): string {
  return stringAt(data, 0);
}

/** The parts of an index that is computed: the name of the array, and the expression that gives the index. */
export interface Fx2ElementCode {
  readonly name: string;
  readonly code: Uint8Array;
  /** Byte offset of the code in the data. */
  readonly at: number;
}

/** The array and the expression in `data`; the name is stored with its size. */
export function fx2ElementCode(data: Uint8Array): Fx2ElementCode {
  const size = u32At(data, 0);
  const at = Math.min(4 + size, data.byteLength);
  return { name: stringAt(data, 4, at), code: data.subarray(at), at };
}

/** The name of a parameter and the index of its element: `shaders[2]`; 0 where there is none. */
export function splitElement(text: string): { name: string; element: number } {
  const match = /^(.*)\[(\d{1,9})\]$/.exec(text);
  return match === null ? { name: text, element: 0 } : { name: match[1]!, element: Number(match[2]) };
}
