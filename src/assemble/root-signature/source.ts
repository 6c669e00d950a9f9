/**
 * Finds the text of a root signature: a text of its own, or the strings of a macro of an HLSL source
 * (`#define NAME "..." "..."`), which may use other macros and several lines.
 *
 * Not for: reading the text (parser.ts).
 */

import { firstWhere } from '../../base/collections.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { macrosOf } from '../../file/detect-format.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX4030 } from '../messages.ts';
import { operatorCode } from '../sm1/characters.ts';
import { ESCAPES } from '../sm1/numbers.ts';
import { Preprocessor, type PreprocessorOptions } from '../sm1/preprocessor.ts';
import { TokenKind } from '../sm1/token-source.ts';
import type { TextLocation } from '../text-location.ts';

/** Characters of the joined text that are consecutive in a source. */
interface Piece {
  /** Offset in the joined text, and in the source. */
  readonly at: number;
  readonly from: number;
  readonly source: string;
  readonly file: string;
  /** The characters come from a macro: their location is its definition. */
  readonly isMade: boolean;
}

/** The text of a root signature, with the origin of its characters. */
export class RootSignatureSource {
  text = '';
  readonly #pieces: Piece[] = [];
  /** The source whose lines were counted last, and the offset of each line. */
  #counted: string | undefined;
  #lineStarts: number[] = [];

  constructor(
    /** It is a text of its own: more kinds of blanks, comments, and numbers for names are allowed. */
    readonly isLenient: boolean,
  ) {}

  add(source: string, file: string, start: number, end: number): void {
    this.#pieces.push({ at: this.text.length, from: start, source, file, isMade: false });
    this.text += source.slice(start, end);
  }

  /** Appends characters that no source contains; messages point at `at` in `source`. */
  addMade(characters: string, source: string, file: string, at: number): void {
    this.#pieces.push({ at: this.text.length, from: at, source, file, isMade: true });
    this.text += characters;
  }

  /** The location of the characters from `start` to `end` of the joined text; of several pieces, the first one. */
  location(start: number, end: number): TextLocation {
    const pieces = this.#pieces;
    const low = Math.max(firstWhere(pieces.length, (i) => pieces[i]!.at > start) - 1, 0);
    const { at, from, source, file, isMade } = pieces[low]!;
    const until = isMade ? at : (pieces[low + 1]?.at ?? this.text.length);
    const first = from + Math.min(start, until) - at;
    const last = from + Math.min(Math.max(start, end), until) - at;
    return { source, file, start: first, end: last, ...this.#lineOf(source, first) };
  }

  #lineOf(source: string, offset: number): { line: number; column: number } {
    if (this.#counted !== source) {
      this.#counted = source;
      this.#lineStarts = [0];
      for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
    }
    const starts = this.#lineStarts;
    const line = firstWhere(starts.length, (i) => starts[i]! > offset);
    return { line, column: offset - starts[line - 1]! + 1 };
  }
}

/** The mark of UTF-8 as one character, as three bytes, or none. */
const BYTE_ORDER_MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)?/;

/** Marks the beginning and the end of the macro's expansion. */
const MARK = '""';

const OPEN = operatorCode('(');
const CLOSE = operatorCode(')');

/**
 * Finds the text of the root signature in `text`; undefined, with a diagnostic, when there is none. A text that defines
 * no macro is a text of its own.
 *
 * @param macro the name of the macro; default: the last one that is defined with a string
 */
export function findRootSignature(
  text: string,
  name: string,
  macro: string | undefined,
  diagnostics: AssemblyDiagnostics,
  options: PreprocessorOptions,
): RootSignatureSource | undefined {
  const macros = macrosOf(text);
  const chosen = macro ?? (macros.findLast(({ hasString }) => hasString) ?? macros.at(-1))?.name;
  if (chosen !== undefined) {
    const definition = macros.findLast((one) => one.name === chosen)?.at ?? 0;
    return expand(text, name, chosen, definition, diagnostics, options);
  }
  const source = new RootSignatureSource(true);
  source.add(text, name, BYTE_ORDER_MARK.exec(text)![0].length, text.length);
  return source;
}

/** The strings of `macro` at the end of the text; characters that no text contains are located at its `definition`. */
function expand(
  text: string,
  name: string,
  macro: string,
  definition: number,
  diagnostics: AssemblyDiagnostics,
  options: PreprocessorOptions,
): RootSignatureSource | undefined {
  const marked = `${text}\n\n${MARK} ${macro} ${MARK}\n`;
  /** The sources that contain strings, by the source that the preprocessor gives. */
  const files = new Map([[marked, { source: text, file: name }]]);
  const include: PreprocessorOptions['include'] = (path, from, kind) => {
    const found = options.include?.(path, from, kind);
    if (found) files.set(found.text, { source: found.text, file: found.name });
    return found;
  };
  const tokens = new Preprocessor(marked, name, diagnostics, {
    defines: options.defines,
    include: options.include && include,
    isAssembly: false,
  });
  const { token } = tokens;
  const goesOn = () =>
    token.kind !== TokenKind.end &&
    !(token.kind === TokenKind.string && token.source === marked && token.start > text.length);
  const source = new RootSignatureSource(false);
  for (tokens.next(); goesOn(); ) tokens.next();
  let isMatching = token.kind !== TokenKind.end;
  let depth = 0;
  let isEmpty = true;
  if (isMatching) tokens.next();
  for (; isMatching && goesOn(); tokens.next()) {
    if (token.kind === TokenKind.string) {
      isEmpty = false;
      const file = files.get(token.source);
      if (file) addString(source, file.source, file.file, token.start + 1, token.end - 1);
      else source.addMade(token.source.slice(token.start + 1, token.end - 1), text, name, definition);
    } else if (token.isPunctuator(OPEN) && isEmpty) depth++;
    else if (token.isPunctuator(CLOSE) && !isEmpty && depth > 0) depth--;
    else isMatching = false;
  }
  if (isMatching && !isEmpty && depth === 0 && token.kind !== TokenKind.end) return source;
  if (diagnostics.errors === 0) {
    source.addMade('', text, name, definition);
    const names = macrosOf(text).flatMap((one) => (one.hasString ? [one.name] : []));
    const near = nearestName(macro, names);
    const hint = near === undefined ? undefined : `did you mean ${near}?`;
    diagnostics.report(DX4030, source.location(0, 0), { name: macro }, hint);
  }
  return undefined;
}

/** Appends the characters of a string, escapes replaced as Microsoft's compiler does (source: oracle). */
function addString(to: RootSignatureSource, source: string, file: string, start: number, end: number): void {
  let from = start;
  for (let at = source.indexOf('\\', start); at >= 0 && at < end; at = source.indexOf('\\', from)) {
    to.add(source, file, from, at);
    ESCAPE.lastIndex = at + 1;
    const [escaped, octal, hexadecimal] = ESCAPE.exec(source) ?? [''];
    const code = octal === undefined ? Number.parseInt(hexadecimal?.slice(-2) ?? '', 16) : Number.parseInt(octal, 8);
    from = Math.min(at + 1 + escaped.length, end);
    if (!escaped.endsWith('\n')) {
      const known = Number.isNaN(code) ? ESCAPES[escaped] : code & 0xff;
      to.addMade(known === undefined ? escaped : String.fromCharCode(known), source, file, at);
    }
  }
  to.add(source, file, from, end);
}

/** The text after a backslash: an octal or hexadecimal code, a line end, or any character. */
const ESCAPE = /([0-7]{1,3})|x([\da-fA-F]+)|\r?\n|./sy;
