/**
 * Computes an expression over columns for a record. As in SQL, a comparison with null is null, and a record matches
 * only if the entire expression is true.
 *
 * Not for: the language (parse.ts).
 */
import type { ColumnValue, ScanColumn } from '../columns.ts';
import type { Comparison, Condition, Operand, TextOperator } from './parse.ts';

export type RecordReader = (name: ScanColumn) => ColumnValue;

export type Predicate = (read: RecordReader) => boolean;

type Truth = boolean | null;
type Evaluate = (read: RecordReader) => Truth;
type Scalar = string | number | boolean;

export function predicateOf(condition: Condition): Predicate {
  const evaluate = compile(condition);
  return (read) => evaluate(read) === true;
}

function compile(condition: Condition): Evaluate {
  switch (condition.kind) {
    case 'or':
      return anyOf(condition.parts.map(compile), true);
    case 'and':
      return anyOf(condition.parts.map(compile), false);
    case 'not': {
      const part = compile(condition.part);
      return (read) => {
        const value = part(read);
        return value === null ? null : !value;
      };
    }
    case 'value': {
      const operand = reader(condition.operand);
      return (read) => operand(read) as Truth;
    }
    case 'compare': {
      const [left, right] = [reader(condition.left), reader(condition.right)];
      const compare = COMPARE[condition.operator];
      return (read) => {
        const [a, b] = [left(read), right(read)];
        return a === null || b === null ? null : compare(a as Scalar, b as Scalar);
      };
    }
    case 'in': {
      const operand = reader(condition.operand);
      return (read) => {
        const value = operand(read);
        return value === null ? null : condition.values.has(value as Scalar);
      };
    }
    case 'text': {
      const operand = reader(condition.operand);
      const matches = TEXT_MATCHER[condition.operator](condition.pattern);
      return (read) => {
        const value = operand(read);
        if (value === null) return null;
        return Array.isArray(value) ? value.some(matches) : matches(value as string);
      };
    }
    case 'null': {
      const operand = reader(condition.operand);
      return (read) => operand(read) === null;
    }
  }
}

/** The parts joined by `or` (`decisive` is true) or `and` (false): a decisive part decides, else null wins. */
function anyOf(parts: readonly Evaluate[], decisive: boolean): Evaluate {
  return (read) => {
    let result: Truth = !decisive;
    for (const part of parts) {
      const value = part(read);
      if (value === decisive) return decisive;
      if (value === null) result = null;
    }
    return result;
  };
}

function reader(operand: Operand): (read: RecordReader) => ColumnValue {
  if (operand.kind === 'literal') return () => operand.value;
  return (read) => read(operand.name);
}

const COMPARE: Readonly<Record<Comparison, (a: Scalar, b: Scalar) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const TEXT_MATCHER: Readonly<Record<TextOperator, (pattern: string) => (text: string) => boolean>> = {
  like: (pattern) => likeMatcher(pattern),
  ilike: (pattern) => {
    const matches = likeMatcher(pattern.toLowerCase());
    return (text) => matches(text.toLowerCase());
  },
  contains: (pattern) => (text) => text.includes(pattern),
};

/**
 * Returns a matcher for a pattern of SQL: `%` is any text, `_` any character, and `\` quotes the next one. Not a
 * regular expression: this takes no more time than the product of both lengths.
 */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const parts = patternParts(pattern);
  return (text) => {
    let [at, part, star, retry] = [0, 0, -1, 0];
    while (at < text.length) {
      const expected = parts[part];
      if (expected === ANY_TEXT) {
        star = part++;
        retry = at;
      } else if (expected !== undefined && (expected === ANY_CHARACTER || expected === text[at])) {
        part++;
        at++;
      } else if (star >= 0) {
        part = star + 1;
        at = ++retry;
      } else return false;
    }
    while (parts[part] === ANY_TEXT) part++;
    return part === parts.length;
  };
}

const ANY_TEXT = Symbol('any text');
const ANY_CHARACTER = Symbol('any character');
type PatternPart = string | typeof ANY_TEXT | typeof ANY_CHARACTER;

function patternParts(pattern: string): PatternPart[] {
  const parts: PatternPart[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i]!;
    if (character === '%') parts.push(ANY_TEXT);
    else if (character === '_') parts.push(ANY_CHARACTER);
    else parts.push(character === '\\' && i + 1 < pattern.length ? pattern[++i]! : character);
  }
  return parts;
}
