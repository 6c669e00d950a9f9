/**
 * The tokens of the text of a root signature as its grammar takes them: punctuation, and the values of arguments. What
 * is not there is reported.
 *
 * Not for: entries and their arguments (parser.ts), or single tokens (tokens.ts).
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { nearestName } from '../../base/nearest-name.ts';
import {
  COMPARISON_FUNCTIONS,
  DESCRIPTOR_KINDS,
  DESCRIPTOR_RANGE_FLAGS,
  type DescriptorKind,
  LATER_ROOT_FLAGS,
  LATER_SHADER_VISIBILITIES,
  type NamedValues,
  OFFSET_APPEND,
  ROOT_DESCRIPTOR_FLAGS,
  ROOT_FLAGS,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  TEXTURE_ADDRESS_MODES,
  UNBOUNDED,
} from '../../chunks/rts0.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX4020, DX4023, DX4025, DX4026, DX4028 } from '../messages.ts';
import { floatBits } from '../sm1/numbers.ts';
import type { RootSignatureSource } from './source.ts';

// Splits the text of a root signature into tokens, as Microsoft's compiler splits the string (source: oracle): the
// blank is its only white space, and there are no comments. In a text of its own, outside a string, tabs, line ends,
// comments and hexadecimal numbers are allowed, too.

export const RootToken = {
  end: 0,
  name: 1,
  /** `b0`, `t12`: the letter is in {@link RootSignatureTokens.letter}, the number in `value`. */
  register: 2,
  /** An integer, perhaps with `+`: `value`. */
  unsigned: 3,
  /** An integer with `-`. */
  negative: 4,
  /** A number with a point, an exponent or an `f`. */
  fraction: 5,
  /** One of `, ( ) = |`. */
  punctuator: 6,
  /** A character that begins no token, or an invalid number. */
  unknown: 7,
} as const;

/** The maximum length of Microsoft's tokens; further characters are another token. */
const MAX_TOKEN = 127;
const MAX_U32 = 0xffff_ffff;
const MIN_I32 = -0x8000_0000;
/** The greatest float as a double: Microsoft refuses greater numbers, even those that would be rounded to it. */
const MAX_FLOAT = 3.4028234663852886e38;

const PUNCTUATORS = ',()=|';
const isDigit = (char: string) => char >= '0' && char <= '9';
const isNameStart = (char: string) => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_';

/** Moves over a text, one token at a time. */
export class RootSignatureTokens {
  kind: number = RootToken.end;
  /** The token is `text` from `start` to `end`. */
  start = 0;
  end = 0;
  /** Of integers and registers, unsigned. */
  value = 0;
  /** The bits of a number as a float. */
  float = 0;
  letter = '';
  /** Of hexadecimal numbers: they are bits where others are floats. */
  isHex = false;

  /**
   * @param text the characters of the string, or a complete text
   * @param isLenient allows syntax that only standalone sources may have
   */
  constructor(
    readonly text: string,
    readonly isLenient: boolean,
  ) {
    this.next();
  }

  get spelling(): string {
    return this.text.slice(this.start, this.end);
  }

  is(punctuator: string): boolean {
    return this.kind === RootToken.punctuator && this.text[this.start] === punctuator;
  }

  /** Moves to the next token; at the end it stays there. */
  next(): void {
    const { text } = this;
    this.#skipBlanks(this.end);
    const at = this.start;
    this.isHex = false;
    const first = text[at] ?? '\0';
    if (at >= text.length || (first === '\0' && !this.isLenient)) this.#set(RootToken.end, at);
    else if (PUNCTUATORS.includes(first)) this.#set(RootToken.punctuator, at + 1);
    else if (isDigit(first) || first === '+' || first === '-' || first === '.') this.#number(at);
    else if (isNameStart(first)) this.#name(at);
    else this.#set(RootToken.unknown, at + 1);
  }

  #set(kind: number, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  #skipBlanks(from: number): void {
    const { text } = this;
    let at = from;
    for (;;) {
      while (text[at] === ' ' || (this.isLenient && /[\t\n\v\f\r]/.test(text[at] ?? ''))) at++;
      if (!this.isLenient || text[at] !== '/') break;
      const isLine = text[at + 1] === '/';
      if (!isLine && text[at + 1] !== '*') break;
      const end = text.indexOf(isLine ? '\n' : '*/', at + 2);
      // A comment without an end is an unknown token.
      if (end < 0 && !isLine) break;
      at = end < 0 ? text.length : end + (isLine ? 1 : 2);
    }
    this.start = at;
  }

  #name(start: number): void {
    const { text } = this;
    let end = start + 1;
    while (end - start < MAX_TOKEN && (isNameStart(text[end] ?? '') || isDigit(text[end] ?? ''))) end++;
    this.#set(RootToken.name, end);
    if (!isDigit(text[start + 1] ?? '') || !'tsub'.includes(text[start]!)) return;
    // Characters after the digits are ignored (source: oracle).
    let digits = start + 1;
    while (digits < end && isDigit(text[digits]!)) digits++;
    this.value = Number(text.slice(start + 1, digits));
    this.letter = text[start]!;
    this.kind = this.value > MAX_U32 ? RootToken.unknown : RootToken.register;
  }

  #number(start: number): void {
    const { text } = this;
    if (this.isLenient && /0[xX]/.test(text.slice(start, start + 2))) {
      this.#hexadecimal(start);
      return;
    }
    let at = text[start] === '+' || text[start] === '-' ? start + 1 : start;
    const first = at;
    at = this.#digits(start, at);
    let digits = at - first;
    let isFraction = false;
    if (text[at] === '.') {
      isFraction = true;
      const fractionEnd = this.#digits(start, ++at);
      digits += fractionEnd - at;
      at = fractionEnd;
    }
    if (digits === 0) {
      this.#set(RootToken.unknown, at);
      return;
    }
    if (text[at] === 'e' || text[at] === 'E') {
      isFraction = true;
      at++;
      if (text[at] === '+' || text[at] === '-') at++;
      if (!isDigit(text[at] ?? '')) {
        this.#set(RootToken.unknown, at);
        return;
      }
      at = this.#digits(start, at);
    }
    const value = Number(text.slice(start, at));
    if (text[at] === 'f' || text[at] === 'F') {
      isFraction = true;
      at++;
    }
    this.float = floatBits(value) >>> 0;
    if (isFraction) this.#set(this.#isFloat(value, start, at) ? RootToken.fraction : RootToken.unknown, at);
    else if (text[start] === '-') {
      // Minus zero is an integer, and integers have one zero.
      if (value === 0) this.float = 0;
      this.#set(value < MIN_I32 ? RootToken.unknown : RootToken.negative, at);
    } else {
      this.value = value;
      this.#set(value > MAX_U32 ? RootToken.unknown : RootToken.unsigned, at);
    }
  }

  /** The end of the digits from `at` on, within the maximum length of a token that begins at `start`. */
  #digits(start: number, at: number): number {
    let end = at;
    while (isDigit(this.text[end] ?? '') && end - start < MAX_TOKEN) end++;
    return end;
  }

  /** Whether Microsoft accepts a number: it is not too great, and not rounded to zero. */
  #isFloat(value: number, start: number, end: number): boolean {
    if (Math.abs(value) > MAX_FLOAT) return false;
    return value !== 0 || !/^[-+]?[\d.]*[1-9]/.test(this.text.slice(start, end));
  }

  #hexadecimal(start: number): void {
    const { text } = this;
    let end = start + 2;
    while (end - start < MAX_TOKEN && /[\da-fA-F]/.test(text[end] ?? '')) end++;
    this.value = Number(text.slice(start, end));
    this.float = this.value;
    this.isHex = true;
    // The prefix alone gives NaN.
    this.#set(this.value <= MAX_U32 ? RootToken.unsigned : RootToken.unknown, end);
  }
}

/** A table of names, in any letter case, with those that only standalone root signature sources may have. */
class Names {
  readonly #byLower = new Map<string, number>();
  readonly #later = new Set<string>();
  /** In their spelling. */
  readonly #all: readonly string[];

  constructor(names: NamedValues, later: NamedValues = {}) {
    for (const [name, value] of Object.entries({ ...names, ...later })) this.#byLower.set(name.toLowerCase(), value);
    for (const name of Object.keys(later)) this.#later.add(name.toLowerCase());
    this.#all = Object.keys({ ...names, ...later });
  }

  find(spelling: string, isLenient: boolean): number | undefined {
    const lower = spelling.toLowerCase();
    return isLenient || !this.#later.has(lower) ? this.#byLower.get(lower) : undefined;
  }

  /** The hint for `spelling`, which is not one of the names. */
  hint(spelling: string): string {
    if (this.#later.has(spelling.toLowerCase())) return 'compilers of shader model 6 have this one; leave it out';
    const near = nearestName(
      spelling.toLowerCase(),
      this.#all.map((name) => name.toLowerCase()),
    );
    const meant = near && this.#all.find((name) => name.toLowerCase() === near);
    return meant
      ? `did you mean ${meant}?`
      : `write one of ${this.#all.slice(0, MAX_NAMES).join(', ')}${this.#all.length > MAX_NAMES ? ', ...' : ''}`;
  }
}

/** The maximum number of names in a hint. */
const MAX_NAMES = 8;

type ValueKind = 'unsigned' | 'count' | 'offset' | 'float';

/** An argument `NAME=` in the parentheses of an entry. */
interface Argument {
  /** The field of the record that it fills. */
  readonly field: string;
  readonly kind: ValueKind | 'name' | 'flags';
  readonly names?: Names;
}

interface ArgumentSpelling extends Argument {
  readonly spelling: string;
}

/** The arguments of an entry, by name in lower case. */
export type Arguments = ReadonlyMap<string, ArgumentSpelling>;

const argumentsOf = (rows: Readonly<Record<string, Argument>>): Arguments =>
  new Map(Object.entries(rows).map(([spelling, row]) => [spelling.toLowerCase(), { spelling, ...row }]));

const SPACE: Argument = { field: 'registerSpace', kind: 'unsigned' };
const VISIBILITY: Argument = {
  field: 'shaderVisibility',
  kind: 'name',
  names: new Names(SHADER_VISIBILITIES, LATER_SHADER_VISIBILITIES),
};
const ADDRESS_NAMES = new Names(TEXTURE_ADDRESS_MODES);

export const CONSTANTS_ARGUMENTS = argumentsOf({
  num32BitConstants: { field: 'num32BitValues', kind: 'unsigned' },
  space: SPACE,
  visibility: VISIBILITY,
});
export const DESCRIPTOR_ARGUMENTS = argumentsOf({
  space: SPACE,
  visibility: VISIBILITY,
  flags: { field: 'flags', kind: 'flags', names: new Names(ROOT_DESCRIPTOR_FLAGS) },
});
export const TABLE_ARGUMENTS = argumentsOf({ visibility: VISIBILITY });
export const RANGE_ARGUMENTS = argumentsOf({
  numDescriptors: { field: 'numDescriptors', kind: 'count' },
  space: SPACE,
  offset: { field: 'offsetInDescriptorsFromTableStart', kind: 'offset' },
  flags: { field: 'flags', kind: 'flags', names: new Names(DESCRIPTOR_RANGE_FLAGS) },
});
export const SAMPLER_ARGUMENTS = argumentsOf({
  filter: { field: 'filter', kind: 'name', names: new Names(SAMPLER_FILTERS) },
  addressU: { field: 'addressU', kind: 'name', names: ADDRESS_NAMES },
  addressV: { field: 'addressV', kind: 'name', names: ADDRESS_NAMES },
  addressW: { field: 'addressW', kind: 'name', names: ADDRESS_NAMES },
  mipLODBias: { field: 'mipLODBias', kind: 'float' },
  maxAnisotropy: { field: 'maxAnisotropy', kind: 'unsigned' },
  comparisonFunc: { field: 'comparisonFunc', kind: 'name', names: new Names(COMPARISON_FUNCTIONS) },
  borderColor: { field: 'borderColor', kind: 'name', names: new Names(STATIC_BORDER_COLORS) },
  minLOD: { field: 'minLOD', kind: 'float' },
  maxLOD: { field: 'maxLOD', kind: 'float' },
  space: SPACE,
  visibility: VISIBILITY,
});
export const ROOT_FLAG_NAMES = new Names(ROOT_FLAGS, LATER_ROOT_FLAGS);

/** Words for a number with all bits set, which has no digits. */
const UNBOUNDED_NAME = 'unbounded';
const APPEND_NAME = 'DESCRIPTOR_RANGE_OFFSET_APPEND';

export const ROOT_DESCRIPTORS: ReadonlyMap<string, DescriptorKind> = new Map(
  DESCRIPTOR_KINDS.filter(({ parameterType }) => parameterType >= 0).map((kind) => [kind.name.toLowerCase(), kind]),
);
export const RANGES: ReadonlyMap<string, DescriptorKind> = new Map(
  DESCRIPTOR_KINDS.map((kind) => [kind.name.toLowerCase(), kind]),
);

export const ENTRIES = ['RootFlags', 'RootConstants', 'CBV', 'SRV', 'UAV', 'DescriptorTable', 'StaticSampler'] as const;

/** Reads punctuation and values; each function reports what it does not find. */
export class RootSignatureReader {
  readonly tokens: RootSignatureTokens;
  /** End of the last token that was taken. */
  lastEnd = 0;
  /** Open parentheses of the current entry. */
  #depth = 0;

  constructor(
    private readonly source: RootSignatureSource,
    private readonly diagnostics: AssemblyDiagnostics,
  ) {
    this.tokens = new RootSignatureTokens(source.text, source.isLenient);
  }

  /** Begins an entry: no parenthesis is open. */
  begin(): void {
    this.#depth = 0;
  }

  // --- punctuation and errors ---------------------------------------------------------------------------------------

  /** Takes the token, and stores its end. */
  pass(): void {
    this.lastEnd = this.tokens.end;
    this.tokens.next();
  }

  /** Takes the opening parenthesis; false when there is none. */
  open(): boolean {
    if (!this.tokens.is('(')) return this.unexpected("'('");
    this.#depth++;
    this.pass();
    return true;
  }

  /** Takes the closing parenthesis, which is there. */
  close(): true {
    this.#depth--;
    this.pass();
    return true;
  }

  /** Takes the comma; false when there is none. */
  comma(): boolean {
    if (!this.tokens.is(',')) return this.unexpected(this.#depth > 0 ? "a comma or ')'" : 'a comma');
    this.pass();
    return true;
  }

  /** After an error: skips to the comma after the entry, or to the end. */
  skipEntry(): void {
    const tokens = this.tokens;
    while (tokens.kind !== RootToken.end) {
      if (tokens.is('(')) this.#depth++;
      else if (tokens.is(')')) this.#depth--;
      else if (tokens.is(',') && this.#depth <= 0) return;
      tokens.next();
    }
  }

  /** Reports `code` at the token. */
  wrong(message: Message, values: MessageValues = {}, hint?: string): false {
    const { start, end } = this.tokens;
    this.diagnostics.report(message, this.source.location(start, end), values, hint);
    return false;
  }

  /** Reports `code` at the token, for functions that return no value then. */
  refuse(message: Message, values: MessageValues = {}, hint?: string): undefined {
    this.wrong(message, values, hint);
    return undefined;
  }

  /** Reports that something else is expected. */
  unexpected(expected: string, hint?: string): false {
    const { kind, spelling } = this.tokens;
    const found = kind === RootToken.end ? 'the end of the text' : quoted(spelling);
    return this.wrong(DX4020, { found, expected }, hint);
  }

  /** Reports that `missing` is missing in the entry that begins at `start` and was just closed. */
  incomplete(entry: string, missing: string, start: number): false {
    this.diagnostics.report(DX4023, this.source.location(start, this.lastEnd), { entry, missing });
    return false;
  }

  // --- values -------------------------------------------------------------------------------------------------------

  /** Reads the value of `argument`; undefined when it is wrong. */
  value(argument: ArgumentSpelling): number | undefined {
    switch (argument.kind) {
      case 'unsigned':
        return this.#unsigned();
      case 'count':
        return this.#unsigned(UNBOUNDED_NAME, UNBOUNDED);
      case 'offset':
        return this.#unsigned(APPEND_NAME, OFFSET_APPEND);
      case 'float':
        return this.#float();
      case 'name':
        return this.#name(argument);
      case 'flags':
        return this.flagNames(argument.spelling, argument.names!);
    }
  }

  /** Reads a number, or `name` for the value `named`. */
  #unsigned(name?: string, named = 0): number | undefined {
    const tokens = this.tokens;
    const { kind, value, spelling } = tokens;
    if (kind === RootToken.unsigned) {
      this.pass();
      return value;
    }
    if (kind === RootToken.name && name !== undefined && spelling.toLowerCase() === name.toLowerCase()) {
      this.pass();
      return named;
    }
    if (kind === RootToken.negative || kind === RootToken.fraction || /^[-+.\d]/.test(spelling))
      return this.refuse(DX4028, { found: spelling, range: 'a whole number up to 4294967295' });
    this.unexpected(name === undefined ? 'a number' : `a number or ${name}`);
    return undefined;
  }

  #float(): number | undefined {
    const tokens = this.tokens;
    const { kind, float, value, isHex, spelling } = tokens;
    if (kind === RootToken.unsigned || kind === RootToken.negative || kind === RootToken.fraction) {
      this.pass();
      return isHex ? value : float;
    }
    if (/^[-+.\d]/.test(spelling))
      return this.refuse(DX4028, { found: spelling, range: 'a float; a number without a point has 32 bits' });
    this.unexpected('a number');
    return undefined;
  }

  #name({ spelling: argument, names }: ArgumentSpelling): number | undefined {
    const tokens = this.tokens;
    const { kind, spelling, value } = tokens;
    const isLenient = this.source.isLenient;
    const found = kind === RootToken.name ? names!.find(spelling, isLenient) : undefined;
    const named = found ?? (kind === RootToken.unsigned && isLenient ? value : undefined);
    if (named === undefined) {
      const hint = kind === RootToken.name ? names!.hint(spelling) : names!.hint('');
      return this.refuse(DX4025, { found: quoted(spelling), name: argument }, hint);
    }
    this.pass();
    return named;
  }

  /** Reads `0`, or names joined with `|`. */
  flagNames(argument: string, names: Names): number | undefined {
    const tokens = this.tokens;
    const isLenient = this.source.isLenient;
    let flags = 0;
    if (tokens.kind === RootToken.unsigned && !isLenient) {
      if (tokens.value !== 0) return this.refuse(DX4026, { found: tokens.spelling });
      this.pass();
      return 0;
    }
    for (;;) {
      const { kind, spelling, value } = tokens;
      const found = kind === RootToken.name ? names.find(spelling, isLenient) : undefined;
      const flag = found ?? (kind === RootToken.unsigned && isLenient ? value : undefined);
      if (flag === undefined) {
        const hint = names.hint(kind === RootToken.name ? spelling : '');
        return this.refuse(DX4025, { found: quoted(spelling), name: argument }, hint);
      }
      flags = (flags | flag) >>> 0;
      this.pass();
      if (!tokens.is('|')) return flags;
      this.pass();
    }
  }
}

function quoted(spelling: string): string {
  return spelling === '' ? 'the end of the text' : `'${spelling}'`;
}
