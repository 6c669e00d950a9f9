/** The directive `#pragma`: `message`, `warning`, and those of the HLSL compiler, which do nothing here. */
import { DX2203, X3568 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import { operatorCode } from './characters.ts';
import type { DirectiveLine } from './directive-line.ts';
import type { NumberReader } from './numbers.ts';
import { TokenKind } from './token-source.ts';

const OPEN = operatorCode('(');
const CLOSE = operatorCode(')');
const COLON = operatorCode(':');

/** Pragmas of the HLSL compiler; the assembler skips them without a warning. */
const OTHER_PRAGMAS: ReadonlySet<string> = new Set(['def', 'pack_matrix', 'ruledisable']);

export class Pragmas {
  constructor(
    private readonly line: DirectiveLine,
    private readonly numbers: NumberReader,
  ) {}

  /** At `pragma`: follows the directive. */
  follow(): void {
    const { line } = this;
    const { token } = line;
    line.scan();
    if (token.kind === TokenKind.name) this.#named(token.text);
    if (!token.endsLine) line.skipRest();
    line.endIsNext();
  }

  #named(name: string): void {
    const { line } = this;
    if (name === 'message') this.#message();
    else if (name === 'warning') this.#warning();
    else if (!OTHER_PRAGMAS.has(name)) {
      line.report(X3568, line.token, { name });
      return;
    }
    if (!line.token.endsLine) line.readRest();
  }

  /** `#pragma message("text")`: a note. */
  #message(): void {
    const { line } = this;
    const { token } = line;
    const location = line.context.here();
    line.context.lexer.rawStrings = false;
    line.scan();
    if (!token.isPunctuator(OPEN)) return;
    let text = '';
    for (line.scan(); line.isAt(TokenKind.string); line.scan()) text += insideOf(token);
    if (text !== '' && !token.endsLine) line.report(DX2203, location, { text });
  }

  /** `#pragma warning(disable: 1519 3568)`; any other spelling does nothing. */
  #warning(): void {
    const { line, numbers } = this;
    const { token } = line;
    line.scan();
    if (!token.isPunctuator(OPEN)) return;
    line.scan();
    const level = token.text;
    if (level !== 'disable' && level !== 'error' && level !== 'once' && level !== 'default') return;
    line.scan();
    if (!token.isPunctuator(COLON)) return;
    const codes: number[] = [];
    for (line.scan(); line.isAt(TokenKind.number); line.scan()) {
      numbers.read(token.source, token.start, token.end);
      codes.push(numbers.value);
    }
    if (!token.isPunctuator(CLOSE)) return;
    line.scan();
    if (token.endsLine) for (const code of codes) line.context.reporter.setWarningLevel(code, level);
  }
}

/** The characters inside a string; one that is not closed ends with its line or the text. */
export function insideOf({ source, start, end }: Pick<TextLocation, 'source' | 'start' | 'end'>): string {
  return source.slice(start + 1, end).replace(/["\n>]$/, '');
}
