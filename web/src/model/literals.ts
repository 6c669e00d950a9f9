/**
 * The numbers in a line of a listing that an edit may change: literal operands, rows of the immediate constant buffer,
 * and the values of `def`, `defi` and `defb`.
 *
 * Not for: other numbers, such as those of registers and declarations.
 */

export type LiteralKind = 'float' | 'integer' | 'boolean';

/** A number in a line. */
export interface LiteralNumber {
  /** Characters in the line. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: LiteralKind;
}

/** The numbers of one literal. */
export interface LiteralGroup {
  readonly numbers: readonly LiteralNumber[];
}

const DEFINITION = /^\s*(def|defi|defb)\s+\w+\s*,/;
const OPERAND = /\b[ld]\(/g;
const ROW = /\{\s*(?=[-+\d])/g;
const NUMBER = /[-+]?(?:0x[\da-f]+|\d+\.?\d*(?:e[-+]?\d+)?(?:#\w+)?|\.\d+|nan|inf)|true|false/gi;

/** The literals of a line, in order. */
export function literalsOfLine(line: string): LiteralGroup[] {
  const comment = line.indexOf('//');
  const code = comment < 0 ? line : line.slice(0, comment);
  const definition = DEFINITION.exec(code);
  if (definition !== null) return [numbersBetween(code, definition[0].length, code.length, definition[1]!)];
  const opens = [...code.matchAll(OPERAND), ...code.matchAll(ROW)];
  return opens.flatMap(({ 0: text, index }) => {
    const start = index + text.length;
    const end = code.slice(start).search(/[)}]/);
    const group = numbersBetween(code, start, end < 0 ? code.length : start + end, '');
    return group.numbers.length === 0 ? [] : [group];
  });
}

function numbersBetween(code: string, from: number, to: number, definition: string): LiteralGroup {
  const found = [...code.slice(from, to).matchAll(NUMBER)].map(({ 0: text, index }): LiteralNumber => {
    const isFloat = definition === 'def' || (definition === '' && /[.#n]|\de/i.test(text) && !/^[-+]?0x/i.test(text));
    const kind = definition === 'defb' ? 'boolean' : isFloat ? 'float' : 'integer';
    return { from: from + index, to: from + index + text.length, text, kind };
  });
  return { numbers: found };
}

/** A value as a listing spells it: `decimals` has a point and six digits, as from model 4 on. */
export function literalText(value: number, kind: LiteralKind, decimals: boolean): string {
  if (kind === 'boolean') return value === 0 ? 'false' : 'true';
  if (kind === 'integer') return `${Math.trunc(value)}`;
  return decimals ? value.toFixed(6) : `${Number(value.toFixed(6))}`;
}

/** The value of a number of a listing; NaN where it is not a decimal or hexadecimal number. */
export function literalValue({ text, kind }: LiteralNumber): number {
  if (kind === 'boolean') return text.toLowerCase() === 'true' || text === '1' ? 1 : 0;
  return text.includes('#') ? Number.NaN : Number(text);
}

/** Whether the first three numbers can be a color: floats from 0 to 1. */
export function isColor({ numbers }: LiteralGroup): boolean {
  return (
    numbers.length >= 3 &&
    numbers.slice(0, 3).every((number) => {
      const value = literalValue(number);
      return number.kind === 'float' && value >= 0 && value <= 1;
    })
  );
}

/** `#ff8000` of three numbers from 0 to 1. */
export function colorText({ numbers }: LiteralGroup): string {
  return `#${numbers
    .slice(0, 3)
    .map((number) =>
      Math.round(255 * literalValue(number))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Three numbers from 0 to 1 of `#ff8000`. */
export function colorValues(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}
