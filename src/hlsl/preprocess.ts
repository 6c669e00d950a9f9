/** The text of a source after the preprocessor, as `D3DPreprocess` gives it. */
import { type AssemblyDiagnostic, AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import { textOf } from '../assemble/text-location.ts';
import type { ByteSource } from '../base/bytes.ts';
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import type { CompileOptions } from './front-end.ts';
import { readTokens, type SourceTokens } from './syntax/token-list.ts';

export type PreprocessOptions = Pick<CompileOptions, 'name' | 'defines' | 'include'>;

export interface Preprocessed {
  /** Undefined where there are errors. */
  readonly text: string | undefined;
  readonly diagnostics: readonly AssemblyDiagnostic[];
}

const PREPROCESS_OPTIONS: OptionTypes<PreprocessOptions> = { name: 'string', defines: 'object', include: 'function' };

/** Lines without tokens that are written as such; after more, `#line` says the number. */
const MAX_EMPTY_LINES = 4;
const INDENTATION = '    ';

/**
 * Follows the directives of a source and expands its macros. Tokens stay on the lines that they have, with one space
 * between them and `#line` where files and lines change. Comments and `#pragma warning` are left out.
 *
 * @param text bytes are taken as one character each
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function preprocess(text: string | ByteSource, options: PreprocessOptions = {}): Preprocessed {
  checkOptions(options, PREPROCESS_OPTIONS, 'preprocess');
  const source = textOf(text, 'preprocess');
  const { name = 'input.hlsl', defines, include } = options;
  const diagnostics = new AssemblyDiagnostics(source, name);
  const tokens = readTokens(source, name, diagnostics, { defines, include });
  return {
    text: diagnostics.errors > 0 ? undefined : textOfTokens(tokens),
    diagnostics: diagnostics.list,
  };
}

function textOfTokens({ list, packings }: SourceTokens): string {
  let file = '';
  // Before the first token, and where the lines of the text are no longer those of the source.
  let line = Number.NaN;
  let depth = 0;
  let packing = 0;
  let isFresh = true;
  const parts: string[] = [];
  const endLine = () => {
    if (!isFresh) parts.push('\n');
    isFresh = true;
  };
  for (const [i, token] of list.entries()) {
    for (; packings[packing]?.from === i; packing++) {
      endLine();
      parts.push(`#pragma pack_matrix(${packings[packing]!.isRowMajor ? 'row' : 'column'}_major)\n`);
      line = Number.NaN;
    }
    if (token.kind === 'end') break;
    if (token.file !== file || !(token.line >= line && token.line - line <= MAX_EMPTY_LINES)) {
      endLine();
      parts.push(lineDirective(token.line, token.file));
    } else if (token.line > line) {
      parts.push('\n'.repeat(token.line - line));
      isFresh = true;
    }
    ({ file, line } = token);
    if (token.text === '}') depth = Math.max(0, depth - 1);
    if (isFresh) parts.push(INDENTATION.repeat(depth));
    if (token.text === '{') depth++;
    parts.push(`${token.text} `);
    isFresh = false;
  }
  endLine();
  return parts.join('');
}

function lineDirective(line: number, file: string): string {
  return `#line ${line} "${file.replace(/["\\]/g, '\\$&')}"\n`;
}
