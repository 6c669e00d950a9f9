/**
 * Validates a container that was made from a listing, and reports the diagnostics at the lines of the text.
 *
 * Not for: rules (validate/sm4/), or assembling (program.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { Container, readChunkDirectory } from '../../container/dxbc.ts';
import type { Sm4Diagnostic } from '../../validate/sm4/diagnostics.ts';
import type { ProgramValidator } from '../program-validator.ts';
import type { Line, LineReports } from './headers/lines.ts';

/** The lines of the instructions of a program, in order. */
export class InstructionLines {
  /** DWORD index of each in the program. */
  readonly words: number[] = [];
  /** The offset of its line, in characters of the text, and its number. */
  readonly at: number[] = [];
  readonly lines: number[] = [];

  /** The callback for the assembler of programs. */
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
 * Validates `bytes` and reports each diagnostic at its line; those of the program as a whole at `versionLine`.
 *
 * @param original a container whose own faults are not the text's: rules that it breaks, too, are not reported
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

/** The diagnostics of `bytes`. The checksum is not checked: it was just computed. */
function diagnosticsIn(bytes: Uint8Array, validator: ProgramValidator): readonly Sm4Diagnostic[] {
  const directory = readChunkDirectory(bytes, new Diagnostics());
  if (directory === undefined) return [];
  return validator.sm4(new Container(directory.bytes, directory.chunks, 'retail', directory.words));
}

/** The whole line of `start`, which may be after the number of the instruction. */
function lineFrom(source: string, start: number, number: number): Line {
  const first = source.lastIndexOf('\n', start - 1) + 1;
  const end = source.indexOf('\n', start);
  return { text: source.slice(first, end < 0 ? source.length : end).trimEnd(), start: first, number };
}

/** Numbers and offsets before an instruction, its mnemonic with suffixes and marks, up to the first operand. */
const MNEMONIC = /^\s*(?:(?:\d+:|0x[0-9a-f]+:)\s*)*[a-z][\w.]*(?:\([^)]*\))*[\w]*(?:\s*\[[^\]]*\])?\s+/i;

/** The range of operand `operand` (from 1) in `text`. */
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
