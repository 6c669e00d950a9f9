/** Floats as literals. */
import { MAX_FLOAT } from '../../numerics/float.ts';

const words = new Int32Array(1);
const floats = new Float32Array(words.buffer);

/** The value of a float32 by its bits. */
export function floatOf(word: number): number {
  words[0] = word;
  return floats[0]!;
}

/** Whether a float is neither an infinity nor NaN, for which languages have no literals. */
export function isFinite32(word: number): boolean {
  return (word & 0x7f80_0000) !== 0x7f80_0000;
}

/** Literals that were written, by bits: programs share most of them, and finding the shortest text takes long. */
const known = /* @__PURE__ */ new Map<number, string>();
const MAX_KNOWN = 4096;

/** A float as a literal that is the same float32 again. */
export function floatLiteral(word: number): string {
  let text = known.get(word);
  if (text === undefined) {
    text = textOf(floatOf(word));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(word, text);
  }
  return text;
}

function textOf(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  for (let digits = 6; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    // The shortest text of the largest number is larger than it, which WGSL refuses.
    if (Math.fround(Number(text)) === value && Math.abs(Number(text)) <= MAX_FLOAT)
      return /[.e]/.test(text) ? text : `${text}.0`;
  }
  return String(value);
}
