/**
 * The tokens of the text of a root signature as its grammar takes them: punctuation, and the values of arguments. What is not there
 * is reported.
 *
 * Not for: entries and their arguments (parser.ts), or single tokens (tokens.ts).
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { OFFSET_APPEND, UNBOUNDED } from '../../chunks/rts0.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX4020, DX4023, DX4025, DX4026, DX4028 } from '../messages.ts';
import { APPEND_NAME, type ArgumentSpelling, type Names, UNBOUNDED_NAME } from './arguments.ts';
import type { RootSignatureSource } from './source.ts';
import { RootSignatureTokens, RootToken } from './tokens.ts';

/** Reads punctuation and values; each function reports what it does not find. */
export class RootSignatureReader {
  readonly tokens: RootSignatureTokens;
  /** End of the last token that was taken. */
  lastEnd = 0;
  readonly #source: RootSignatureSource;
  readonly #diagnostics: AssemblyDiagnostics;
  /** Open parentheses of the current entry. */
  #depth = 0;

  constructor(source: RootSignatureSource, diagnostics: AssemblyDiagnostics) {
    this.#source = source;
    this.#diagnostics = diagnostics;
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
    this.#diagnostics.report(message, this.#source.location(start, end), values, hint);
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
    this.#diagnostics.report(DX4023, this.#source.location(start, this.lastEnd), { entry, missing });
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
    const isLenient = this.#source.isLenient;
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
    const isLenient = this.#source.isLenient;
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
