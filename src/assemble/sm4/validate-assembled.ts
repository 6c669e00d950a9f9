/**
 * Validates a container that was made from a listing, and reports the diagnostics at the lines of the text.
 *
 * Not for: rules (validate/sm4/), or assembling (program.ts).
 */
import { firstWhere } from '../../base/collections.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { wordsOf } from '../../base/words.ts';
import { Container, readChunkDirectory, readContainer } from '../../container/dxbc.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import { positionAt } from '../../isa/model.ts';
import { readSm4Words, type Sm4Program } from '../../isa/sm4/program.ts';
import { listingStyle } from '../../text/options.ts';
import { printSm4Line } from '../../text/sm4/print.ts';
import type { Sm4Diagnostic } from '../../validate/sm4/context.ts';
import type { ProgramValidator } from '../program-validator.ts';
import { operandRange } from '../text-location.ts';
import type { Line, LineReports } from './headers/lines.ts';

/** The lines of the instructions of a program, in order. */
export class InstructionLines {
  /** DWORD index of each in the program. */
  readonly words: number[] = [];
  /** The offset of its line, in characters of the text, and its number. */
  readonly at: number[] = [];
  readonly lines: number[] = [];

  readonly add = (word: number, at: number, line: number): void => {
    this.words.push(word);
    this.at.push(at);
    this.lines.push(line);
  };

  /** Index of the instruction that DWORD `word` belongs to; -1: none. */
  indexOf(word: number): number {
    return firstWhere(this.words.length, (i) => this.words[i]! > word) - 1;
  }
}

/**
 * Validates `bytes` and reports each diagnostic at its line; those of the entire program at `versionLine`.
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
  const program = programOf(bytes);
  let previous = '';
  for (const diagnostic of diagnostics) {
    if (known.has(diagnostic.rule)) continue;
    const index = diagnostic.at < 0 ? -1 : lines.indexOf(diagnostic.at);
    if (index >= 0) {
      // Two extended opcode tokens of an instruction are one suffix in the text.
      const message = `${index} ${diagnostic.operand} ${diagnostic.rule.code} ${JSON.stringify(diagnostic.values)}`;
      if (message === previous) continue;
      previous = message;
    }
    if (index < 0) reports.diagnostic(diagnostic, versionLine);
    else {
      const line = lineFrom(reports.source, lines.at[index]!, lines.lines[index]!);
      const [from, to] = operandIn(line.text, program, diagnostic.at) ?? [];
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

/** The entire line of `start`, which may be after the number of the instruction. */
export function lineFrom(source: string, start: number, number: number): Line {
  const first = source.lastIndexOf('\n', start - 1) + 1;
  const end = source.indexOf('\n', start);
  return { text: source.slice(first, end < 0 ? source.length : end).trimEnd(), start: first, number };
}

/** Numbers and offsets before an instruction, its mnemonic with suffixes and marks, up to the first operand. */
const MNEMONIC = /^\s*(?:(?:\d+:|0x[0-9a-f]+:)\s*)*[a-z][\w.]*(?:\([^)]*\))*[\w]*(?:\s*\[[^\]]*\])?\s+/i;

function programOf(bytes: Uint8Array): Sm4Program | undefined {
  const container = readContainer(bytes, new Diagnostics());
  const chunk = container && pickChunks(container, new Diagnostics()).program;
  return chunk && readSm4Words(wordsOf(chunk.data), new Diagnostics());
}

/** The range in `text` of the operand that DWORD `at` belongs to; undefined for the entire instruction. */
function operandIn(text: string, program: Sm4Program | undefined, at: number): readonly [number, number] | undefined {
  const position = program === undefined ? -1 : positionAt(program, at);
  if (position < 0) return undefined;
  const line = printSm4Line(program!, position, listingStyle());
  const operand = line.spans.findLastIndex((span) => span.at <= at && at < span.end);
  if (operand <= 0) return undefined;
  const { column, length } = line.spans[operand]!;
  const printed = text.indexOf(line.text.trim());
  if (printed >= 0) return [printed + column, printed + column + length];
  // The text has another spelling, so that only the number of the operand is known.
  const mnemonic = MNEMONIC.exec(text);
  if (mnemonic === null) return undefined;
  return operandRange(text.replace(/\/\/.*/, ''), mnemonic[0].length, operand);
}
