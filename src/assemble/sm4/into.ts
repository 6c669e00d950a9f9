/**
 * Replaces the program of a container with that of a text. All other chunks stay byte for byte, except STAT and SFI0, which
 * describe the program, and the checksum.
 *
 * A default listing does not have every literal exactly. Therefore a line of the text that is also a line of the listing of the
 * original keeps the words of the original; only changed lines are assembled.
 *
 * Not for: header sections, which are ignored here.
 */

import { alignLines } from '../../base/alignment.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { wordsOf } from '../../base/words.ts';
import { isContainer, readContainer } from '../../container/dxbc.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import { readSm4Words, type Sm4Program, sm4ProfileOf } from '../../isa/sm4/program.ts';
import { listingStyle } from '../../text/options.ts';
import { sm4Lines } from '../../text/sm4/lines.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import type { ProgramValidator } from '../program-validator.ts';
import { countLines, type Line, LineReports, type Piece, splitListing, withoutPrefix } from './headers/lines.ts';
import { type AssembledText, lineAt, OriginalWarnings } from './original-warnings.ts';
import { assembleProgram } from './program.ts';
import { replaceProgram } from './replace-program.ts';
import { InstructionLines, validateAssembled } from './validate-assembled.ts';

/** Words before the first instruction. */
const HEADER_WORDS = 2;

/** The container `original` with the program of the text; undefined when there are errors. */
export function assembleIntoOriginal(
  reports: LineReports,
  original: Uint8Array,
  validator: ProgramValidator | undefined,
): Uint8Array | undefined {
  // Only the ends of the sections matter: faults in them are not reported.
  const { source, name, diagnostics } = reports;
  const [part, second] = splitListing(new LineReports(source, name, new AssemblyDiagnostics(source, name))).parts;
  if (part === undefined) {
    reports.report('DX3200', { text: ' ', start: 0, number: 1 }, {}, 0, 0);
    return undefined;
  }
  const { program: piece } = part;
  const versionLine = lineAt(source, piece.start, piece.number);
  if (second !== undefined) {
    const at = lineAt(source, second.program.start, second.program.number);
    reports.report('DX3202', at, { profile: second.program.profile });
    return undefined;
  }
  const container = isContainer(original) ? readContainer(original, new Diagnostics()) : undefined;
  const chunks = container && pickChunks(container, new Diagnostics());
  if (container === undefined || chunks?.program === undefined) {
    reports.report('DX3220', versionLine);
    return undefined;
  }
  const before = readSm4Words(wordsOf(chunks.program.data), new Diagnostics());
  if (sm4ProfileOf(before) !== piece.profile) {
    reports.report('DX3221', versionLine, { profile: piece.profile, original: sm4ProfileOf(before) });
    return undefined;
  }
  const texts = instructionsOf(piece, reports);
  if (texts === undefined) return undefined;
  const merged = mergePrograms(before, texts, piece, reports);
  if (merged === undefined) return undefined;
  if (chunks.level9.length > 0) reports.report('DX3225', versionLine);
  // A text without changes gets no warnings.
  if (merged.words !== before.words) new OriginalWarnings(container, chunks, texts, merged.aligned, reports).report();
  if (diagnostics.errors > 0) return undefined;
  const after = merged.words === before.words ? before : readSm4Words(merged.words, new Diagnostics());
  const bytes = replaceProgram(original, container, chunks, before, after);
  if (validator === undefined || after === before) return bytes;
  validateAssembled(bytes, validator, merged.lines, versionLine, reports, original);
  return diagnostics.errors > 0 ? undefined : bytes;
}

/** Assembles the program at `piece`; undefined when there are errors, which are reported. */
function instructionsOf(piece: Piece, reports: LineReports): AssembledText | undefined {
  const { source, name, diagnostics } = reports;
  const starts: number[] = [];
  const at: number[] = [];
  const lines: number[] = [];
  const own = new AssemblyDiagnostics(source, name);
  const words = assembleProgram(source, own, {
    name,
    start: piece.start,
    end: piece.end,
    line: piece.number,
    onInstruction: (word, start, line) => {
      starts.push(word);
      at.push(start);
      lines.push(line);
    },
  });
  if (words === undefined) {
    diagnostics.adopt(own, 0, 0);
    return undefined;
  }
  starts.push(words.length);
  const texts = at.map((start, i) => comparable(source.slice(start, at[i + 1] ?? piece.end)));
  return { program: readSm4Words(words, new Diagnostics()), starts, at, lines, texts };
}

/** An instruction without the parts that may differ: numbers and offsets before it, indentation, comments, blanks. */
function comparable(text: string): string {
  const feed = text.indexOf('\n');
  if (feed < 0 || feed === text.length - 1) return comparableLine(text);
  let result = '';
  for (const line of text.split('\n')) {
    const bare = comparableLine(line);
    if (bare !== '') result += result === '' ? bare : `\n${bare}`;
  }
  return result;
}

function comparableLine(line: string): string {
  const bare = withoutPrefix(line);
  const comment = bare.indexOf('//');
  return (comment < 0 ? bare : bare.slice(0, comment)).trim();
}

interface Merged {
  readonly words: Uint32Array;
  /** For each instruction of the text the index of that of the original, or -1. */
  readonly aligned: Int32Array;
  /** The lines of the instructions of {@link words}. */
  readonly lines: InstructionLines;
}

/** The words of the original for equal lines, else those of the text; undefined when these have errors. */
function mergePrograms(
  before: Sm4Program,
  text: AssembledText,
  piece: Piece,
  reports: LineReports,
): Merged | undefined {
  const lineOf = sm4Lines(before, listingStyle());
  const positions: number[] = [];
  const originals: string[] = [];
  for (let i = 0; i < before.count; i++) {
    const line = comparable(lineOf(i));
    // Comments and data without a line belong to the instruction before them.
    if (line === '') continue;
    positions.push(i);
    originals.push(line);
  }
  const aligned = alignLines(originals, text.texts);
  reportInexact(text, aligned, piece, reports);
  const { words } = text.program;
  const same = aligned.length === originals.length && aligned.every((index, i) => index === i);
  const lines = new InstructionLines();
  if (same) return { words: before.words, aligned, lines };
  const pieces: Uint32Array[] = [before.words.subarray(0, 1), new Uint32Array(1)];
  const startOf = (i: number) => (i < before.count ? before.starts[i]! : before.end);
  pieces.push(before.words.subarray(HEADER_WORDS, startOf(positions[0] ?? before.count)));
  let count = pieces.reduce((sum, { length }) => sum + length, 0);
  for (let i = 0; i < aligned.length; i++) {
    const index = aligned[i]!;
    const part =
      index < 0
        ? words.subarray(text.starts[i], text.starts[i + 1])
        : before.words.subarray(startOf(positions[index]!), startOf(positions[index + 1] ?? before.count));
    lines.add(count, text.at[i]!, text.lines[i]!);
    pieces.push(part);
    count += part.length;
  }
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const merged = new Uint32Array(size);
  let at = 0;
  for (const part of pieces) {
    merged.set(part, at);
    at += part.length;
  }
  merged[1] = size;
  return { words: merged, aligned, lines };
}

/** Reports inexact literals in changed lines: assembles these once more, without the others. */
function reportInexact(text: AssembledText, aligned: Int32Array, piece: Piece, reports: LineReports): void {
  const { source, name, diagnostics } = reports;
  let changed = source.slice(piece.start, text.at[0] ?? piece.end);
  for (let i = 0; i < aligned.length; i++) {
    if (aligned[i]! < 0) {
      changed += source.slice(text.at[i], text.at[i + 1] ?? piece.end);
      continue;
    }
    const first = text.at[i]!;
    while (aligned[i + 1]! >= 0) i++;
    changed += '\n'.repeat(countLines(source, first, text.at[i + 1] ?? piece.end));
  }
  // Lines keep their numbers and columns; spans do not count the characters that were left out.
  const own = new AssemblyDiagnostics(changed, name);
  assembleProgram(changed, own, { name });
  if (own.list.length === 0) return;
  const starts = lineStarts(source, piece);
  for (const reported of own.list) {
    const start = (starts[reported.line - 1] ?? piece.end) + reported.column - 1;
    const line: Line = { text: '', start, number: reported.line + piece.number - 1 };
    diagnostics.push({
      ...reported,
      line: line.number,
      span: { unit: 'char', start, end: start + reported.span.end - reported.span.start },
    });
  }
}

function lineStarts(source: string, { start, end }: Piece): number[] {
  const starts = [start];
  for (let at = source.indexOf('\n', start); at >= 0 && at < end; at = source.indexOf('\n', at + 1))
    starts.push(at + 1);
  return starts;
}
