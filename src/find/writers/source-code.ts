/**
 * The writer of source code: the numbers of an array, in the style and layout that they have, and its length where the
 * source says it.
 *
 * Not for: arrays with comments, macros or directives between the numbers.
 */
import { concatBytes } from '../../base/collections.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { latin1Bytes, latin1Text, u32At } from '../../base/words.ts';
import { type CArray, readCArrays } from '../../file/c-array.ts';
import { CannotWrite, type Splice, sizeOfMember, spliced, type Writer } from '../writer.ts';

/** Everything between the first number and the end of the last one. */
const NUMBERS = /^[\s\d,a-fxul'-]*$/i;
const NUMBER = /-?(?:0x[\da-f']+|\d[\d']*)[ul]*/gi;
/** How far before the brace the length of an array is. */
const BEFORE = 256;

export const writeSourceCode: Writer = ({ bytes, changes }) => {
  const arrays = readCArrays(bytes, new Diagnostics());
  const splices: Splice[] = [];
  for (const { member, bytes: other } of changes) {
    const array = arrays.find(({ offset }) => offset === member.offset);
    if (array === undefined) throw new CannotWrite(`only arrays of numbers are written, not ${member.name}`);
    // A shader may be followed by other elements.
    const rest = array.bytes.subarray(sizeOfMember(member)!);
    for (const one of arraySplices(bytes, array, concatBytes([other, rest]))) splices.push(one);
  }
  return spliced(bytes, splices);
};

function arraySplices(
  text: Uint8Array,
  { name, bytes, elementSize, offset, end }: CArray,
  content: Uint8Array,
): Splice[] {
  if (content.byteLength % elementSize !== 0)
    throw new CannotWrite(
      `${content.byteLength} bytes are not a multiple of the ${elementSize} of an element of ${name}`,
    );
  const list = latin1Text(text, offset, end);
  const tokens = [...list.matchAll(NUMBER)];
  const first = tokens[0]?.index ?? 0;
  const last = tokens.at(-1);
  const lastEnd = last === undefined ? first : last.index + last[0].length;
  if (!NUMBERS.test(list.slice(first, lastEnd)) || tokens.length * elementSize !== bytes.byteLength)
    throw new CannotWrite(`there is something else between the numbers of ${name}`);
  const written = latin1Bytes(numbersText(list.slice(first, lastEnd), tokens, first, valuesOf(content, elementSize)));
  const splices = [{ start: offset + first, end: offset + lastEnd, bytes: written }];
  if (content.byteLength === bytes.byteLength) return splices;
  const count = content.byteLength / elementSize;
  return [...splices, ...lengthSplices(text, name, offset, tokens.length, count, bytes.byteLength, content.byteLength)];
}

function valuesOf(content: Uint8Array, elementSize: 1 | 4): number[] {
  if (elementSize === 1) return [...content];
  return Array.from({ length: content.byteLength / 4 }, (_, i) => u32At(content, 4 * i));
}

/** `values` as text, with the separators, digits and suffixes of the `tokens` of `list`. */
function numbersText(
  list: string,
  tokens: readonly RegExpMatchArray[],
  start: number,
  values: readonly number[],
): string {
  const words = tokens.map(([word]) => word);
  const separators = tokens.slice(1).map(({ index = 0 }, i) => {
    const before = tokens[i]!;
    return list.slice(before.index! + before[0].length - start, index - start);
  });
  const lineEnd = separators.findIndex((separator) => separator.includes('\n'));
  const perLine = lineEnd < 0 ? Number.POSITIVE_INFINITY : lineEnd + 1;
  const inLine = separators[0] ?? ', ';
  const newLine = separators[lineEnd] ?? ',\n';
  // Numbers that are aligned to the right have blanks before them: separator and number have one length.
  const lengthAt = (i: number) => separators[i]!.length + words[i + 1]!.length;
  const width = separators.length === 0 ? 0 : lengthAt(0);
  const isAligned =
    words.some(({ length }) => length !== words[0]!.length) &&
    separators.every((separator, i) => separator.includes('\n') || lengthAt(i) === width);
  const stem = inLine.trimEnd();
  const newStem = newLine.replace(/ *$/, '');
  const newWidth = lineEnd < 0 ? 0 : lengthAt(lineEnd) - newStem.length;
  const format = formatOf(words);
  return values
    .map((value, i) => {
      const word = format(value);
      if (i === 0) return word;
      const isFirst = i % perLine === 0;
      if (!isAligned) return (isFirst ? newLine : inLine) + word;
      return isFirst ? newStem + word.padStart(newWidth) : stem + word.padStart(width - stem.length);
    })
    .join('');
}

/** A function that writes numbers as `words` are written. */
function formatOf(words: readonly string[]): (value: number) => string {
  const suffix = /[ul]*$/i.exec(words[0]!)![0];
  const hex = words.filter((word) => /^-?0x/i.test(word));
  if (words.some((word) => word.startsWith('-')) || (hex.length > 0 && hex.length < words.length))
    throw new CannotWrite('the numbers are not all written alike');
  if (hex.length === 0) return (value) => value + suffix;
  const digits = hex.map((word) => word.slice(2).replace(/[ul']+$/i, ''));
  const isFixed = digits.every((one) => one.length === digits[0]!.length);
  const isUpper = digits.some((one) => /[A-F]/.test(one));
  const prefix = hex[0]!.slice(0, 2);
  return (value) => {
    const text = value.toString(16).padStart(isFixed ? digits[0]!.length : 1, '0');
    return prefix + (isUpper ? text.toUpperCase() : text) + suffix;
  };
}

/** The length in brackets before the list, and in a variable such as `name_len`. */
function lengthSplices(
  text: Uint8Array,
  name: string,
  offset: number,
  oldCount: number,
  count: number,
  oldSize: number,
  size: number,
): Splice[] {
  const splices: Splice[] = [];
  const start = Math.max(0, offset - BEFORE);
  const before = latin1Text(text, start, offset);
  const declared = /[[<][^[\]<>]*?\b(\d+)\s*[\]>][^[\]<>;]*$/.exec(before);
  if (declared !== null) {
    if (Number(declared[1]) !== oldCount)
      throw new CannotWrite(`the array ${name} declares ${declared[1]} elements and has ${oldCount}`);
    const at = start + declared.index + declared[0].indexOf(declared[1]!);
    splices.push({ start: at, end: at + declared[1]!.length, bytes: latin1Bytes(String(count)) });
  }
  if (name === '') return splices;
  const all = latin1Text(text, 0, text.byteLength);
  const variable = new RegExp(`\\b${name}_?(?:len|length|size)\\b\\s*=\\s*(\\d+)`, 'gi');
  for (const match of all.matchAll(variable)) {
    const value = Number(match[1]);
    if (value !== oldSize && value !== oldCount) throw new CannotWrite(`${match[0]} is not the length of ${name}`);
    const at = match.index + match[0].length - match[1]!.length;
    splices.push({
      start: at,
      end: at + match[1]!.length,
      bytes: latin1Bytes(String(value === oldSize ? size : count)),
    });
  }
  return splices;
}
