/**
 * What the validator finds in a container that was made from a listing, told at the lines of the text.
 *
 * Not for: rules (validate/sm4/), or which text becomes which words (program.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { Container, parseChunkDirectory } from '../../container/dxbc.ts';
import type { Sm4Diagnostic } from '../../validate/sm4/diagnostics.ts';
import type { ProgramValidator } from '../program-validator.ts';
import type { Line, LineReports } from './headers/lines.ts';

/** Where the instructions of a program stand in the text, in their order. */
export class InstructionLines {
  /** DWORD index of each in the program. */
  readonly words: number[] = [];
  /** Where its line begins, in characters of the text, and its number. */
  readonly at: number[] = [];
  readonly lines: number[] = [];

  /** To be told of each instruction by the assembler of programs. */
  readonly add = (word: number, at: number, line: number): void => {
    this.words.push(word);
    this.at.push(at);
    this.lines.push(line);
  };

  /** Index of the instruction that DWORD `word` belongs to; -1: none. */
  indexOf(word: number): number {
    const { words } = this;
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]! <= word) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/**
 * Judges `bytes` and tells each finding at its line; what is about the program as a whole at `versionLine`.
 *
 * @param original a container whose own faults are not the text's: rules that it breaks, too, are not told
 */
export function validateAssembled(
  bytes: Uint8Array,
  validator: ProgramValidator,
  lines: InstructionLines,
  versionLine: Line,
  reports: LineReports,
  original?: Uint8Array,
): void {
  const diagnostics = diagnosticsIn(bytes, validator);
  if (diagnostics.length === 0) return;
  const known = new Set(original === undefined ? [] : diagnosticsIn(original, validator).map(({ rule }) => rule));
  for (const diagnostic of diagnostics) {
    if (known.has(diagnostic.rule)) continue;
    const index = diagnostic.at < 0 ? -1 : lines.indexOf(diagnostic.at);
    if (index < 0) reports.diagnostic(diagnostic, versionLine);
    else {
      const line = lineFrom(reports.source, lines.at[index]!, lines.lines[index]!);
      const [from, to] = operandIn(line.text, diagnostic.operand) ?? [];
      reports.diagnostic(diagnostic, line, from, to);
    }
  }
}

/** The findings in `bytes`; the digest is the right one, as it was just put there, or not the text's business. */
function diagnosticsIn(bytes: Uint8Array, validator: ProgramValidator): readonly Sm4Diagnostic[] {
  const directory = parseChunkDirectory(bytes, new Diagnostics());
  if (directory === undefined) return [];
  return validator.sm4(new Container(directory.bytes, directory.chunks, 'retail', directory.words));
}

/** From `start`, which may be behind a number in front of the instruction, to the end of the line. */
function lineFrom(source: string, start: number, number: number): Line {
  const first = source.lastIndexOf('\n', start - 1) + 1;
  const end = source.indexOf('\n', start);
  return { text: source.slice(first, end < 0 ? source.length : end).trimEnd(), start: first, number };
}

/** Numbers and offsets in front of an instruction, its mnemonic with what belongs to it, up to the first operand. */
const MNEMONIC = /^\s*(?:(?:\d+:|0x[0-9a-f]+:)\s*)*[a-z][\w.]*(?:\([^)]*\))*[\w]*(?:\s*\[[^\]]*\])?\s+/i;

/** From where to where operand `operand` (from 1) stands in `text`. */
function operandIn(text: string, operand: number): readonly [number, number] | undefined {
  const mnemonic = MNEMONIC.exec(text);
  if (operand === 0 || mnemonic === null) return undefined;
  let from = mnemonic[0].length;
  let depth = 0;
  let number = 1;
  for (let at = from; at <= text.length; at++) {
    const character = text[at] ?? ',';
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    if (at < text.length && (character !== ',' || depth > 0)) continue;
    if (number === operand) return [from, text.slice(from, at).trimEnd().length + from];
    number++;
    from = at + 1;
    while (text[from] === ' ') from++;
  }
  return undefined;
}
