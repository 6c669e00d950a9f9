/**
 * The tokens of a source after the preprocessor, and a reader of them that reports syntax errors.
 *
 * Not for: directives and macros, which the preprocessor of assembly follows for HLSL as well.
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import { Preprocessor, type PreprocessorOptions } from '../../assemble/sm1/preprocessor.ts';
import type { PreprocessorReporter } from '../../assemble/sm1/preprocessor-context.ts';
import { TokenKind } from '../../assemble/sm1/token-source.ts';
import type { TextLocation } from '../../assemble/text-location.ts';
import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { MAX_NESTING, MAX_TOKENS } from '../limits.ts';
import { DX6200, DX6201, X3000 } from '../messages.ts';
import type { Tokens } from './tree.ts';
import { isReserved } from './type-names.ts';

/** One token. */
export interface SourceToken extends TextLocation {
  readonly kind: 'end' | 'name' | 'number' | 'string' | 'punctuator' | 'unknown';
  readonly text: string;
}

const KINDS: Readonly<Record<number, SourceToken['kind']>> = {
  [TokenKind.name]: 'name',
  [TokenKind.number]: 'number',
  [TokenKind.string]: 'string',
  [TokenKind.punctuator]: 'punctuator',
  [TokenKind.unknown]: 'unknown',
};

/** The tokens of a source. */
export interface SourceTokens {
  readonly list: readonly SourceToken[];
  /** Tokens from which on matrices are row by row in memory, or column by column again: `#pragma pack_matrix`. */
  readonly packings: readonly { readonly from: number; readonly isRowMajor: boolean }[];
  /** The first `#pragma def`, which does nothing in models 1 to 3. */
  readonly definition: TextLocation | undefined;
}

/** All tokens of a source with macros expanded; the last one is its end. */
export function readTokens(
  text: string,
  name: string,
  diagnostics: AssemblyDiagnostics,
  options: PreprocessorOptions,
): SourceTokens {
  const list: SourceToken[] = [];
  const packings: { from: number; isRowMajor: boolean }[] = [];
  let definition: TextLocation | undefined;
  const reporter: PreprocessorReporter = {
    report: (message, location, values) => diagnostics.report(message, location, values),
    setWarningLevel: (code, level) => diagnostics.setWarningLevel(code, level),
    cut: () => diagnostics.cut(),
    defineConstant: (location) => {
      definition ??= location;
    },
    setPacking: (isRowMajor) => packings.push({ from: list.length, isRowMajor }),
  };
  const source = new Preprocessor(text, name, reporter, { ...options, isAssembly: false });
  const { token } = source;
  for (;;) {
    source.next();
    const { file, line, column, source: from, start, end } = token;
    const kind = KINDS[token.kind] ?? 'end';
    list.push({ kind, text: kind === 'end' ? '' : token.text, file, line, column, source: from, start, end });
    if (kind === 'end') return { list, packings, definition };
    if (list.length > MAX_TOKENS) {
      diagnostics.report(DX6201, list.at(-1)!, { limit: MAX_TOKENS });
      list.push({ kind: 'end', text: '', file, line, column, source: from, start, end: start });
      return { list, packings, definition };
    }
  }
}

/** Thrown inside the parser to go on after a syntax error; it never leaves the parser. */
export class SyntaxFault extends Error {}

export class TokenReader {
  at = 0;
  /** The token of the first syntax error. */
  firstFault: number | undefined;
  /** Levels of brackets, blocks and operators that are open. */
  #depth = 0;

  constructor(
    readonly tokens: readonly SourceToken[],
    readonly diagnostics: AssemblyDiagnostics,
  ) {}

  get token(): SourceToken {
    return this.tokens[this.at]!;
  }

  /** The token `ahead` further on; the end stays the end. */
  peek(ahead = 1): SourceToken {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(): SourceToken {
    const { token } = this;
    if (this.at < this.tokens.length - 1) this.at++;
    return token;
  }

  /** Whether the token is this punctuator or word. */
  is(text: string): boolean {
    const { token } = this;
    return token.text === text && (token.kind === 'punctuator' || token.kind === 'name');
  }

  get isName(): boolean {
    return this.token.kind === 'name';
  }

  get isEnd(): boolean {
    return this.token.kind === 'end';
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) this.fail();
  }

  expectName(): string {
    if (!this.isName) this.fail();
    return this.next().text;
  }

  /** The name of something that is declared. */
  expectNewName(): string {
    if (!this.isName || isReserved(this.token.text)) this.fail();
    return this.next().text;
  }

  /** Reports the token as unexpected, and leaves what is being read. */
  fail(): never {
    const { token } = this;
    this.failAt(this.at, X3000, { found: token.kind === 'end' ? 'the end of the file' : `'${token.text}'` });
  }

  /** Reports at a token, and leaves what is being read. */
  failAt(at: number, message: Message, values: MessageValues): never {
    this.reportAt(at, message, values);
    throw new SyntaxFault();
  }

  reportAt(at: number, message: Message, values: MessageValues): void {
    this.firstFault ??= at;
    this.diagnostics.report(message, this.tokens[at]!, values);
  }

  /** Reads one more level of something that contains itself. */
  nested<Node>(read: () => Node): Node {
    if (this.#depth >= MAX_NESTING) {
      this.failAt(this.at, DX6200, { limit: MAX_NESTING });
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** The tokens from `first` to the one before the current one. */
  since(first: number): Tokens {
    return { first, last: Math.max(first, this.at - 1) };
  }

  /** Goes to the end of a pair of brackets that begins at the token, with all that is inside. */
  skipPair(open: string, close: string): void {
    let depth = 0;
    do {
      if (this.is(open)) depth++;
      else if (this.is(close)) depth--;
      this.next();
    } while (depth > 0 && !this.isEnd);
  }
}
