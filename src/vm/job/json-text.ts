/**
 * The text of a JSON document: whether it is one, and where in it a value is. Values themselves come from `JSON.parse`.
 *
 * Source: RFC 8259. A name that an object has twice, which the RFC leaves open, is a fault here.
 */
import { MAX_JOB_NESTING } from '../../base/limits.ts';

/** Names and indices that lead from the document to a value. */
export type JsonPath = readonly (string | number)[];

/** A range of characters; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A syntax error of JSON, and its position. */
export interface JsonFault extends TextRange {
  readonly kind: 'syntax' | 'duplicate' | 'nesting';
  /** The expected syntax, or the name that occurs twice. */
  readonly what: string;
}

/** The path as text, as RFC 9535 writes it: `$.commands[2].shader`. */
export function pathText(path: JsonPath): string {
  let text = '$';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  }
  return text;
}

export function jsonFault(text: string): JsonFault | undefined {
  try {
    new Scanner(text, undefined).document();
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault.fault;
    throw fault;
  }
}

/** Where the value at `path` is in a JSON document; where there is none, the innermost value on the way to it. */
export function locateJson(text: string, path: JsonPath, ofName = false): TextRange {
  const scanner = new Scanner(text, path);
  try {
    scanner.document();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
  }
  return (ofName ? scanner.foundName : undefined) ?? scanner.found;
}

/** Line and column of a character, from 1; the end of a line is LF, CR or both. */
export function lineAndColumn(text: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    if (index + end.length > at) break;
    line++;
    start = index + end.length;
  }
  return { line, column: at - start + 1 };
}

class Fault extends Error {
  constructor(readonly fault: JsonFault) {
    super(fault.what);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const WORDS = ['true', 'false', 'null'];

class Scanner {
  /** The innermost value on the path so far. */
  found: TextRange;
  /** The name of the last step of the path, where that is a name. */
  foundName: TextRange | undefined;
  /** Steps of the path that lead to {@link found}. */
  #matched = 0;
  #at = 0;
  #depth = 0;

  constructor(
    private readonly text: string,
    private readonly path: JsonPath | undefined,
  ) {
    this.found = { start: 0, end: text.length };
  }

  document(): void {
    this.#space();
    this.#value(0);
    this.#space();
    if (this.#at < this.text.length) this.#fail('the end of the document');
  }

  /** @param matched steps of the path that lead to this value; -1 where it is not on the path */
  #value(matched: number): void {
    const start = this.#at;
    const isOnPath = matched >= this.#matched;
    if (isOnPath) this.#matched = matched;
    const character = this.text[start];
    if (character === '{') this.#object(matched);
    else if (character === '[') this.#array(matched);
    else if (character === '"') this.#string();
    else if (!this.#match(NUMBER)) this.#word();
    if (isOnPath && matched === this.#matched) this.found = { start, end: this.#at };
  }

  #object(matched: number): void {
    const names = new Set<string>();
    this.#list('}', "a name in quotes or '}'", () => {
      const start = this.#at;
      if (this.text[start] !== '"') this.#fail('a name in quotes');
      this.#string();
      const end = this.#at;
      const name = JSON.parse(this.text.slice(start, end)) as string;
      if (names.has(name)) throw new Fault({ kind: 'duplicate', what: name, start, end });
      names.add(name);
      this.#space();
      if (this.text[this.#at] !== ':') this.#fail("':'");
      this.#at++;
      this.#space();
      const next = this.#next(matched, name);
      if (next >= 0 && next === this.path?.length) this.foundName = { start, end };
      this.#value(next);
    });
  }

  #array(matched: number): void {
    let index = 0;
    this.#list(']', "a value or ']'", () => this.#value(this.#next(matched, index++)));
  }

  #next(matched: number, step: string | number): number {
    return matched >= 0 && this.path !== undefined && this.path[matched] === step ? matched + 1 : -1;
  }

  /** The elements between brackets. */
  #list(close: string, expected: string, element: () => void): void {
    const start = this.#at++;
    if (++this.#depth > MAX_JOB_NESTING)
      throw new Fault({ kind: 'nesting', what: String(MAX_JOB_NESTING), start, end: start + 1 });
    this.#space();
    if (this.text[this.#at] === close) this.#at++;
    else {
      if (this.#at >= this.text.length) this.#fail(expected);
      for (;;) {
        element();
        this.#space();
        const character = this.text[this.#at];
        if (character !== ',' && character !== close) this.#fail(`a comma or '${close}'`);
        this.#at++;
        if (character === close) break;
        this.#space();
      }
    }
    this.#depth--;
  }

  #string(): void {
    const text = this.text;
    for (this.#at++; this.#at < text.length; ) {
      const code = text.charCodeAt(this.#at);
      if (code === QUOTE) {
        this.#at++;
        return;
      }
      if (code === BACKSLASH) {
        if (!this.#match(ESCAPE)) this.#fail('an escape that JSON has');
      } else if (code < FIRST_PRINTABLE) break;
      else this.#at++;
    }
    this.#fail('the end of a string on its line');
  }

  #word(): void {
    const word = WORDS.find((one) => this.text.startsWith(one, this.#at));
    if (word === undefined) this.#fail('a value');
    this.#at += word.length;
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #fail(what: string): never {
    const start = Math.min(this.#at, this.text.length);
    throw new Fault({ kind: 'syntax', what, start, end: Math.min(start + 1, this.text.length) });
  }
}
