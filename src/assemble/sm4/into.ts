/**
 * Replaces the program of a container with that of a text. All other chunks stay byte for byte, except STAT and SFI0,
 * which describe the program, and the checksum.
 *
 * A default listing does not have every literal exactly, and some data not at all. Therefore a line of the text that is
 * also a line of the original's listing keeps the words of the original, and in changed lines a literal that is also in
 * the original keeps its bits (preserved-literals.ts).
 *
 * Not for: header sections, which are ignored here.
 */

import { alignLines } from '../../base/alignment.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { readSfi0, serializeSfi0 } from '../../chunks/sfi0.ts';
import { readSignature, type SignatureElement } from '../../chunks/signature.ts';
import { readStat, type StatField, serializeStat } from '../../chunks/stat.ts';
import { type Container, isContainer, readContainer } from '../../container/dxbc.ts';
import { pickChunks, type ShaderChunks } from '../../container/shader-chunks.ts';
import { TAG } from '../../container/tags.ts';
import { type ChunkBytes, rewriteContainer } from '../../container/write.ts';
import { readSm4Words, type Sm4Program, sm4ProfileOf } from '../../isa/sm4/program.ts';
import { countSm4 } from '../../isa/sm4/statistics.ts';
import { listingStyle } from '../../text/options.ts';
import { sm4Lines } from '../../text/sm4/print.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX0240, DX3200, DX3202, DX3220, DX3221, DX3225 } from '../messages.ts';
import type { ProgramValidator } from '../program-validator.ts';
import { derivedFeatures } from './derived.ts';
import { LineReports, type Piece, splitListing, withoutPrefix } from './headers/lines.ts';
import { warnOfIntegers } from './integer-literals.ts';
import type { LiteralWords, WrittenLiteral } from './literals.ts';
import {
  type AssembledText,
  LiteralKeeper,
  lineAt,
  type OriginalLines,
  OriginalWarnings,
} from './preserved-literals.ts';
import { assembleProgram } from './program.ts';
import { InstructionLines, validateAssembled } from './validate-assembled.ts';

/**
 * The file with the program `after` in its container.
 *
 * @param input the complete file; bytes after the container stay
 */
export function replaceProgram(
  input: Uint8Array,
  container: Container,
  chunks: ShaderChunks,
  before: Sm4Program,
  after: Sm4Program,
): Uint8Array {
  const isChanged = before !== after;
  const features = isChanged ? featuresAfter(container, chunks, before, after) : undefined;
  const list: ChunkBytes[] = [];
  const isMoved = movesInstructions(before, after);
  for (const chunk of container.chunks) {
    if (isMoved && DEBUG_TAGS.includes(chunk.tag)) continue;
    if (chunk === chunks.program && isChanged) list.push({ tag: chunk.tag, data: bytesOf(after.words) });
    else if (chunk === chunks.statistics && isChanged)
      list.push({ tag: chunk.tag, data: statisticsAfter(container, chunk, before, after) });
    else if (chunk === chunks.features && features !== undefined) {
      if (features.low !== 0 || features.high !== 0)
        list.push({ tag: chunk.tag, data: serializeSfi0(features.low, features.high) });
    } else list.push(chunk);
  }
  if (chunks.features === undefined && features !== undefined && features.low !== 0) {
    const index = list.findIndex(({ tag }) => tag === chunks.program!.tag);
    list.splice(index + 1, 0, { tag: TAG.SFI0, data: serializeSfi0(features.low) });
  }
  return rewriteContainer(container, list, input);
}

const DEBUG_TAGS: readonly number[] = [TAG.SPDB, TAG.SDBG];

/** Whether the container has debug information that does not describe the program `after`. */
function losesDebugInformation(container: Container, before: Sm4Program, after: Sm4Program): boolean {
  return container.find(...DEBUG_TAGS) !== undefined && movesInstructions(before, after);
}

/** Whether an instruction of `after` begins where none of `before` does, or the other way round. */
function movesInstructions(before: Sm4Program, after: Sm4Program): boolean {
  if (before === after) return false;
  if (before.count !== after.count || before.end !== after.end) return true;
  for (let i = 0; i < before.count; i++) if (before.starts[i] !== after.starts[i]) return true;
  return false;
}

/** Features: removes those that the program no longer needs, and adds new ones. Undefined when nothing changes. */
function featuresAfter(
  container: Container,
  { features }: ShaderChunks,
  before: Sm4Program,
  after: Sm4Program,
): { readonly low: number; readonly high: number } | undefined {
  const old = derivedFeatures(before);
  const now = derivedFeatures(after);
  if (old === now) return undefined;
  const had = features === undefined ? { low: 0, high: 0 } : readSfi0(container, features, new Diagnostics());
  return { low: ((had.low & ~(old & ~now)) | (now & ~old)) >>> 0, high: had.high };
}

/**
 * Statistics: the compiler counts its internal representation, which the words of a program do not show in all cases.
 * If its count differs from ours, the difference is preserved.
 */
function statisticsAfter(
  container: Container,
  chunk: ChunkBytes & Parameters<typeof readStat>[1],
  before: Sm4Program,
  after: Sm4Program,
): Uint8Array {
  const { data } = chunk;
  // Sizes that no compiler writes are preserved, with the bytes without a field.
  if (data.byteLength % 4 !== 0) return data;
  const had = readStat(container, chunk, new Diagnostics()).all();
  const old = countSm4(before);
  const now = countSm4(after);
  const values: Partial<Record<StatField, number>> = {};
  for (const field of Object.keys(had) as StatField[]) {
    values[field] = Math.max(0, had[field]! + now[field] - old[field]) >>> 0;
  }
  return serializeStat(values, data.byteLength);
}

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
    reports.report(DX3200, { text: ' ', start: 0, number: 1 }, {}, 0, 0);
    return undefined;
  }
  const { program: piece } = part;
  const versionLine = lineAt(source, piece.start, piece.number);
  if (second !== undefined) {
    const at = lineAt(source, second.program.start, second.program.number);
    reports.report(DX3202, at, { profile: second.program.profile });
    return undefined;
  }
  const container = isContainer(original) ? readContainer(original, new Diagnostics()) : undefined;
  const chunks = container && pickChunks(container, new Diagnostics());
  if (container === undefined || chunks?.program === undefined) {
    reports.report(DX3220, versionLine);
    return undefined;
  }
  const before = readSm4Words(wordsOf(chunks.program.data), new Diagnostics());
  if (sm4ProfileOf(before) !== piece.profile) {
    reports.report(DX3221, versionLine, { profile: piece.profile, original: sm4ProfileOf(before) });
    return undefined;
  }
  const merged = mergePrograms(before, piece, reports);
  if (merged === undefined) return undefined;
  if (chunks.level9.length > 0) reports.report(DX3225, versionLine);
  // A text without changes gets no warnings.
  if (merged.words !== before.words)
    new OriginalWarnings(container, chunks, merged.text, merged.aligned, reports).report();
  if (diagnostics.errors > 0) return undefined;
  const after = merged.words === before.words ? before : readSm4Words(merged.words, new Diagnostics());
  warnOfIntegers(after, outputsOf(container, chunks, after), merged.lines, reports, (i) => merged.aligned[i]! < 0);
  if (losesDebugInformation(container, before, after)) reports.report(DX0240, versionLine);
  const bytes = replaceProgram(original, container, chunks, before, after);
  if (validator === undefined || after === before) return bytes;
  validateAssembled(bytes, validator, merged.lines, versionLine, reports, original);
  return diagnostics.errors > 0 ? undefined : bytes;
}

/** The outputs of the original. */
function outputsOf(container: Container, chunks: ShaderChunks, { stage }: Sm4Program): SignatureElement[] {
  const read = (chunk: ShaderChunks['output']) =>
    (chunk && readSignature(container, chunk, new Diagnostics())?.elements) ?? [];
  return stage === 'hs' ? [...read(chunks.output), ...read(chunks.patchConstants)] : [...read(chunks.output)];
}

/** A text, assembled as far as it has no errors. */
interface ReadText extends AssembledText {
  readonly literals: readonly WrittenLiteral[];
  readonly diagnostics: AssemblyDiagnostics;
}

/**
 * Assembles the program at `piece`; undefined when that is not possible at all.
 *
 * @param preserved the preserved words of literals, by index, that differ from those of their spelling
 */
function readText(
  piece: Piece,
  { source, name }: LineReports,
  preserved?: ReadonlyMap<number, LiteralWords>,
): ReadText | AssemblyDiagnostics {
  const starts: number[] = [];
  const at: number[] = [];
  const lines: number[] = [];
  const literals: WrittenLiteral[] = [];
  const diagnostics = new AssemblyDiagnostics(source, name);
  const words = assembleProgram(source, diagnostics, {
    name,
    start: piece.start,
    end: piece.end,
    line: piece.number,
    keepsErrors: true,
    onInstruction: (word, start, line) => {
      starts.push(word);
      at.push(start);
      lines.push(line);
    },
    onLiteral: (literal) => {
      literals.push(literal);
      return preserved?.get(literals.length - 1) ?? literal;
    },
  });
  if (words === undefined || diagnostics.list.some(({ code }) => code === 'DX0012')) return diagnostics;
  starts.push(words.length);
  const statements = at.map((start, i) => comparable(source.slice(start, at[i + 1] ?? piece.end)));
  return { program: readSm4Words(words, new Diagnostics()), starts, at, lines, statements, literals, diagnostics };
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
  const text = comment < 0 ? bare : bare.slice(0, comment);
  const other = text.indexOf(';');
  // A message in quotes may contain semicolons.
  return (other < 0 || text.lastIndexOf('"', other) >= 0 ? text : text.slice(0, other)).trim();
}

interface Merged {
  readonly words: Uint32Array;
  readonly text: AssembledText;
  /** For each instruction of the text the index of that of the original, or -1. */
  readonly aligned: Int32Array;
  readonly lines: InstructionLines;
}

/**
 * The words of the original for equal lines, else those of the text at `piece`; undefined when changed lines have
 * errors.
 */
function mergePrograms(before: Sm4Program, piece: Piece, reports: LineReports): Merged | undefined {
  const read = readText(piece, reports);
  if (read instanceof AssemblyDiagnostics) {
    reports.diagnostics.adopt(read, 0, 0);
    return undefined;
  }
  const original = linesOf(before);
  const aligned = alignLines(original.statements, read.statements);
  const lines = new InstructionLines();
  const same = aligned.length === original.statements.length && aligned.every((index, i) => index === i);
  if (same) return { words: before.words, text: read, aligned, lines };
  if (reportChanged(read, aligned, reports)) return undefined;
  const preserved = new LiteralKeeper(original, read, read.literals, aligned, reports).find();
  const again = preserved.size > 0 ? readText(piece, reports, preserved) : read;
  const text = again instanceof AssemblyDiagnostics ? read : again;
  return { words: joined(original, text, aligned, lines), text, aligned, lines };
}

/** The instructions of the original with their lines. */
function linesOf(program: Sm4Program): OriginalLines {
  const lineOf = sm4Lines(program, listingStyle());
  const positions: number[] = [];
  const statements: string[] = [];
  for (let i = 0; i < program.count; i++) {
    const line = comparable(lineOf(i));
    // Comments and data without a line belong to the instruction before them.
    if (line === '') continue;
    positions.push(i);
    statements.push(line);
  }
  return { program, positions, statements };
}

/**
 * Reports what is wrong in changed lines; others keep the words of the original, even if their text is incomplete.
 * Returns whether there are errors.
 */
function reportChanged({ diagnostics: read, lines }: ReadText, aligned: Int32Array, reports: LineReports): boolean {
  let next = 0;
  for (const reported of read.list.toSorted((a, b) => a.line - b.line)) {
    while (next < lines.length && lines[next]! <= reported.line) next++;
    if (next === 0 || aligned[next - 1]! < 0) reports.diagnostics.push(reported);
  }
  return reports.diagnostics.errors > 0;
}

/** The words of the original for equal lines, else those of the text. */
function joined(
  { program: before, positions }: OriginalLines,
  text: AssembledText,
  aligned: Int32Array,
  lines: InstructionLines,
): Uint32Array {
  const pieces: Uint32Array[] = [before.words.subarray(0, 1), new Uint32Array(1)];
  const startOf = (i: number) => (i < before.count ? before.starts[i]! : before.end);
  pieces.push(before.words.subarray(HEADER_WORDS, startOf(positions[0] ?? before.count)));
  let count = pieces.reduce((sum, { length }) => sum + length, 0);
  for (let i = 0; i < aligned.length; i++) {
    const index = aligned[i]!;
    const part =
      index < 0
        ? text.program.words.subarray(text.starts[i], text.starts[i + 1])
        : before.words.subarray(startOf(positions[index]!), startOf(positions[index + 1] ?? before.count));
    lines.add(count, text.at[i]!, text.lines[i]!);
    pieces.push(part);
    count += part.length;
  }
  const merged = new Uint32Array(count);
  let at = 0;
  for (const part of pieces) {
    merged.set(part, at);
    at += part.length;
  }
  merged[1] = count;
  return merged;
}
