/** Words of registers as text: as they were written, floats, integers, hexadecimal and bits. */
import type { WriteType } from './debug-trace.ts';

export const WORD_FORMATS = {
  written: 'As written',
  float: 'Float',
  int: 'Signed',
  uint: 'Unsigned',
  hex: 'Hexadecimal',
  bits: 'Bits',
} as const;
export type WordFormat = keyof typeof WORD_FORMATS;

const scratch = new DataView(new ArrayBuffer(4));

/** The float that a word is. */
export function floatOfWord(word: number): number {
  scratch.setUint32(0, word);
  return scratch.getFloat32(0);
}

/** A word as text. */
export function wordText(word: number, format: WordFormat, type: WriteType): string {
  switch (format) {
    case 'written':
      return type === 'i32' ? `${word | 0}` : type === 'u32' ? `${word}` : shortFloat(floatOfWord(word));
    case 'float':
      return floatText(floatOfWord(word));
    case 'int':
      return `${word | 0}`;
    case 'uint':
      return `${word >>> 0}`;
    case 'hex':
      return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
    case 'bits':
      return (word >>> 0)
        .toString(2)
        .padStart(32, '0')
        .replace(/(.{8})(?=.)/g, '$1 ');
  }
}

/** A float with at most six digits. */
function shortFloat(value: number): string {
  return Number.isFinite(value) && value !== 0 ? `${Number(value.toPrecision(6))}` : floatText(value);
}

/** A float with the fewest digits that distinguish it from its neighbors. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  for (let digits = 6; digits <= 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return `${text}`;
  }
  return `${value}`;
}

/** Red, green and blue of a color from three words, as a style has it. */
export function colorText(words: readonly number[]): string {
  const parts = words.slice(0, 3).map((word) => {
    const value = floatOfWord(word);
    return Math.round(255 * Math.min(Math.max(Number.isNaN(value) ? 0 : value, 0), 1));
  });
  return `rgb(${parts.join(' ')})`;
}
