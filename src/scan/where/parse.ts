/**
 * Parses an expression over columns, such as `model >= '4.0' and (slots > 100 or not valid)`:
 *
 * ```text
 * or         = and { 'or' and }
 * and        = not { 'and' not }
 * not        = 'not' not | '(' or ')' | predicate
 * predicate  = value [ ('=' | '==' | '!=' | '<>' | '<' | '<=' | '>' | '>=') value
 *                    | ['not'] 'in' '(' literal { ',' literal } ')'
 *                    | ['not'] ('like' | 'ilike' | 'contains') text
 *                    | 'is' ['not'] 'null' ]
 * value      = column | literal
 * literal    = number | text | 'true' | 'false'
 * ```
 *
 * The words are those of SQL, so that an expression means the same in the `where` of a query of the Parquet file.
 *
 * Not for: computing it (evaluate.ts).
 */
import { type Diagnostic, diagnostic, type MessageValues, type Span } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { type ColumnType, SCAN_COLUMN_NAMES, type ScanColumn, scanColumn } from '../columns.ts';
import { DX0350, DX0351, DX0352, DX0353, DX0354, DX0355, DX0356, DX0357, DX0358 } from '../messages.ts';

// Cuts an expression over columns into tokens.

export type TokenType = 'word' | 'number' | 'text' | 'operator' | 'end';

interface Token {
  readonly type: TokenType;
  /** The text of the token; for a string, its value. */
  readonly text: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A syntax error of an expression. Parsing stops at the first one. */
class WhereFault extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

/** @returns the fault to throw */
function fault(message: Message, start: number, end: number, values: MessageValues = {}): WhereFault {
  const span: Span = { unit: 'char', start, end };
  return new WhereFault(diagnostic(message, span, values));
}

/** Tokens, in the order in which they are tried. Two quotes in a string are one. */
const TOKEN =
  /\s+|(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<number>-?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?))|(?<text>'(?:[^']|'')*'|"(?:[^"]|"")*")|(?<operator><=|>=|!=|<>|==|[=<>(),])/y;

/** Returns the tokens of `source`, the last one of type `end`. @throws WhereFault */
function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (found === null) throw unknownCharacter(source, start);
    const { word, number, text, operator } = found.groups!;
    const end = TOKEN.lastIndex;
    if (word !== undefined) tokens.push({ type: 'word', text: word, start, end });
    else if (number !== undefined) tokens.push({ type: 'number', text: number, start, end });
    else if (text !== undefined) tokens.push({ type: 'text', text: unquoted(text), start, end });
    else if (operator !== undefined) tokens.push({ type: 'operator', text: operator, start, end });
  }
  tokens.push({ type: 'end', text: '', start: source.length, end: source.length });
  return tokens;
}

function unknownCharacter(source: string, at: number): WhereFault {
  const character = String.fromCodePoint(source.codePointAt(at)!);
  if (character === "'" || character === '"') return fault(DX0353, at, source.length);
  return fault(DX0354, at, at + character.length, { character });
}

function unquoted(text: string): string {
  const [quote] = text;
  return text.slice(1, -1).replaceAll(`${quote}${quote}`, quote!);
}

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';
export type TextOperator = 'like' | 'ilike' | 'contains';

export type Operand =
  | { readonly kind: 'column'; readonly name: ScanColumn; readonly type: ColumnType }
  | { readonly kind: 'literal'; readonly value: string | number | boolean; readonly type: ColumnType };

/** An expression that is true, false or null for a record, as in SQL. */
export type Condition =
  | { readonly kind: 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'and'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'value'; readonly operand: Operand }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly values: ReadonlySet<string | number | boolean> }
  | { readonly kind: 'text'; readonly operator: TextOperator; readonly operand: Operand; readonly pattern: string }
  | { readonly kind: 'null'; readonly operand: Operand };

/** The result of {@link parseWhere}. */
export interface ParsedWhere {
  readonly condition: Condition | undefined;
  /** The first fault; spans count characters of the expression. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Levels of parentheses and `not`, far beyond any real expression. */
const MAX_DEPTH = 100;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
const TEXT_OPERATORS: readonly string[] = ['like', 'ilike', 'contains'] satisfies TextOperator[];

/** Type names with their articles, for messages. */
const TYPE_NAMES: Readonly<Record<ColumnType, string>> = {
  text: 'a text',
  integer: 'a number',
  boolean: 'true or false',
  list: 'a list',
};

/** Parses an expression. Never throws on any text. */
export function parseWhere(source: string): ParsedWhere {
  try {
    return { condition: new Parser(tokenize(source)).condition(), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof WhereFault)) throw error;
    return { condition: undefined, diagnostics: [error.diagnostic] };
  }
}

class Parser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  condition(): Condition {
    const condition = this.#or();
    if (this.#token.type !== 'end') throw this.#expected('and, or, or the end of the expression');
    return condition;
  }

  get #token(): Token {
    return this.tokens[this.#at]!;
  }

  /** The word under the parser in lower case; '' if it is none. */
  get #word(): string {
    return this.#token.type === 'word' ? this.#token.text.toLowerCase() : '';
  }

  #takeWord(word: string): boolean {
    if (this.#word !== word) return false;
    this.#at++;
    return true;
  }

  #takeOperator(text: string): boolean {
    if (this.#token.type !== 'operator' || this.#token.text !== text) return false;
    this.#at++;
    return true;
  }

  #expected(expected: string): WhereFault {
    const { type, text, start, end } = this.#token;
    const found = type === 'end' ? 'the end' : type === 'text' ? `'${text}'` : text;
    return fault(DX0350, start, end, { expected, found });
  }

  #or(): Condition {
    return this.#chain('or', () => this.#chain('and', () => this.#not()));
  }

  #chain(kind: 'or' | 'and', part: () => Condition): Condition {
    const parts = [part()];
    while (this.#takeWord(kind)) parts.push(part());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  #not(): Condition {
    const { start, end } = this.#token;
    const isNot = this.#takeWord('not');
    if (!isNot && !this.#takeOperator('(')) return this.#predicate();
    if (++this.#depth > MAX_DEPTH) throw fault(DX0355, start, end, { limit: MAX_DEPTH });
    const part = isNot ? this.#not() : this.#or();
    this.#depth--;
    if (isNot) return { kind: 'not', part };
    if (!this.#takeOperator(')')) throw this.#expected('and, or, or )');
    return part;
  }

  #predicate(): Condition {
    const first = this.#token;
    const left = this.#operand('a column or a value');
    const comparison = this.#token.type === 'operator' ? COMPARISONS[this.#token.text] : undefined;
    if (comparison !== undefined) return this.#comparison(left, comparison, first);
    if (this.#takeWord('is')) {
      const negated = this.#takeWord('not');
      if (!this.#takeWord('null')) throw this.#expected(negated ? 'null' : 'null or not null');
      return negatedIf(negated, { kind: 'null', operand: left });
    }
    const negated = this.#takeWord('not');
    if (this.#takeWord('in')) return negatedIf(negated, this.#in(left, first));
    if (TEXT_OPERATORS.includes(this.#word)) return negatedIf(negated, this.#textOperator(left, first));
    if (negated) throw this.#expected('in, like, ilike or contains');
    if (left.type !== 'boolean') {
      const values = { column: describe(left), type: TYPE_NAMES[left.type] };
      throw fault(DX0358, first.start, first.end, values);
    }
    return { kind: 'value', operand: left };
  }

  #comparison(left: Operand, operator: Comparison, first: Token): Condition {
    this.#at++;
    if (left.type === 'list') throw fault(DX0356, first.start, first.end, { column: describe(left) });
    const second = this.#token;
    const right = this.#operand('a column or a value');
    this.#sameType(left, right, second);
    return { kind: 'compare', operator, left, right };
  }

  #in(operand: Operand, first: Token): Condition {
    if (operand.type === 'list') throw fault(DX0356, first.start, first.end, { column: describe(operand) });
    if (!this.#takeOperator('(')) throw this.#expected('(');
    const values = new Set<string | number | boolean>();
    do {
      const token = this.#token;
      const value = this.#operand('a value');
      if (value.kind !== 'literal') {
        this.#at--;
        throw this.#expected('a value');
      }
      this.#sameType(operand, value, token);
      values.add(value.value);
    } while (this.#takeOperator(','));
    if (!this.#takeOperator(')')) throw this.#expected(', or )');
    return { kind: 'in', operand, values };
  }

  #textOperator(operand: Operand, first: Token): Condition {
    const operator = this.#word as TextOperator;
    this.#at++;
    if (operand.type !== 'text' && operand.type !== 'list') {
      const values = { operator, column: describe(operand), type: TYPE_NAMES[operand.type] };
      throw fault(DX0357, first.start, first.end, values);
    }
    if (this.#token.type !== 'text') throw this.#expected('a text in quotes');
    const pattern = this.#token.text;
    this.#at++;
    return { kind: 'text', operator, operand, pattern };
  }

  #sameType(left: Operand, right: Operand, { start, end }: Token): void {
    if (left.type === right.type) return;
    const values = { left: describe(left), leftType: TYPE_NAMES[left.type], rightType: TYPE_NAMES[right.type] };
    throw fault(DX0352, start, end, values);
  }

  #operand(expected: string): Operand {
    const { type, text, start, end } = this.#token;
    if (type === 'number') return this.#literal(Number(text), 'integer');
    if (type === 'text') return this.#literal(text, 'text');
    if (type !== 'word' || KEYWORDS.has(this.#word)) throw this.#expected(expected);
    if (this.#word === 'true' || this.#word === 'false') return this.#literal(this.#word === 'true', 'boolean');
    const name = SCAN_COLUMN_NAMES.find((column) => column === text);
    if (name === undefined) throw fault(DX0351, start, end, { name: text, suggestion: suggestion(text) });
    this.#at++;
    return { kind: 'column', name, type: scanColumn(name).type };
  }

  #literal(value: string | number | boolean, type: ColumnType): Operand {
    this.#at++;
    return { kind: 'literal', value, type };
  }
}

const KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'null', ...TEXT_OPERATORS]);

function negatedIf(negated: boolean, condition: Condition): Condition {
  return negated ? { kind: 'not', part: condition } : condition;
}

function describe(operand: Operand): string {
  return operand.kind === 'column' ? operand.name : JSON.stringify(operand.value);
}

function suggestion(word: string): string {
  const lower = word.toLowerCase();
  const nearest =
    SCAN_COLUMN_NAMES.find((name) => name.toLowerCase() === lower) ?? nearestName(word, SCAN_COLUMN_NAMES);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** The columns that `condition` reads, each once. */
export function columnsOf(condition: Condition): ScanColumn[] {
  const names = new Set<ScanColumn>();
  const add = (operand: Operand) => {
    if (operand.kind === 'column') names.add(operand.name);
  };
  const visit = (part: Condition): void => {
    if (part.kind === 'or' || part.kind === 'and') part.parts.forEach(visit);
    else if (part.kind === 'not') visit(part.part);
    else if (part.kind === 'compare') {
      add(part.left);
      add(part.right);
    } else add(part.operand);
  };
  visit(condition);
  return [...names];
}
