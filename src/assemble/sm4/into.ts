/**
 * Replaces the program of a container with that of a text. All other chunks stay byte for byte, except STAT and SFI0, which
 * describe the program, and the checksum.
 *
 * A default listing does not have every literal exactly. Therefore a line of the text that is also a line of the listing of the
 * original keeps the words of the original; only changed lines are assembled.
 *
 * Not for: header sections, which are ignored here.
 */
import { FIRST_PIXEL_OUTPUT, SYSTEM_VALUE_REGISTERS } from '../../base/d3d/system-values.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { type Container, isContainer, readContainer } from '../../container/dxbc.ts';
import { readRdef } from '../../container/rdef.ts';
import { readSfi0, serializeSfi0 } from '../../container/sfi0.ts';
import { pickChunks, type ShaderChunks } from '../../container/shader-chunks.ts';
import { NO_REGISTER, readSignature } from '../../container/signature.ts';
import { readStat, type StatField, serializeStat } from '../../container/stat.ts';
import { TAG } from '../../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../container/write.ts';
import {
  readSm4Declarations,
  SM4_RESOURCE_PREFIXES,
  type Sm4Declarations,
  type Sm4DeclaredRegister,
} from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { readSm4Words, type Sm4Program, sm4ProfileOf, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { countSm4 } from '../../isa/sm4/statistics.ts';
import { listingStyle } from '../../text/options.ts';
import { sm4Lines } from '../../text/sm4/print.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import type { ProgramValidator } from '../program-validator.ts';
import { alignLines } from './alignment.ts';
import { derivedFeatures, isOfPatch } from './derived.ts';
import { boundRegisters } from './headers/bindings.ts';
import { countLines, type Line, LineReports, type Piece, splitListing, withoutPrefix } from './headers/lines.ts';
import { assembleProgram } from './program.ts';
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
  if (merged.words !== before.words) new Warnings(container, chunks, texts, merged.aligned, reports).report();
  if (diagnostics.errors > 0) return undefined;
  const after = merged.words === before.words ? before : readSm4Words(merged.words, new Diagnostics());
  const bytes = replaceProgram(container, chunks, before, after);
  if (validator === undefined || after === before) return bytes;
  validateAssembled(bytes, validator, merged.lines, versionLine, reports, original);
  return diagnostics.errors > 0 ? undefined : bytes;
}

/** The instructions of a text, assembled. */
interface AssembledText {
  readonly program: Sm4Program;
  /** The word index of each instruction, and of the end. */
  readonly starts: readonly number[];
  /** The offset of the line of each instruction, in characters of the source, and its number. */
  readonly at: readonly number[];
  readonly lines: readonly number[];
  /** Each instruction as listings spell it, to compare. */
  readonly texts: readonly string[];
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

function lineAt(source: string, start: number, number: number): Line {
  const end = source.indexOf('\n', start);
  return { text: source.slice(start, end < 0 ? source.length : end).trimEnd(), start, number };
}

/** The container with the program `after`. */
function replaceProgram(container: Container, chunks: ShaderChunks, before: Sm4Program, after: Sm4Program): Uint8Array {
  const { digest = 'retail' } = container;
  const isChanged = before !== after;
  const features = isChanged ? featuresAfter(container, chunks, before, after) : undefined;
  const list: ChunkBytes[] = [];
  for (const chunk of container.chunks) {
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
  return serializeContainer(list, digest);
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
 * Statistics: the compiler counts its internal representation, which the words of a program do not show in all cases. When its
 * count differs from ours, the difference is kept.
 */
function statisticsAfter(
  container: Container,
  chunk: ChunkBytes & Parameters<typeof readStat>[1],
  before: Sm4Program,
  after: Sm4Program,
): Uint8Array {
  const { data } = chunk;
  // Sizes that no compiler writes are kept, with the bytes without a field.
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

const {
  input: INPUT,
  output: OUTPUT,
  inputControlPoint: CONTROL_POINT,
  inputPatchConstant: PATCH_CONSTANT,
} = SM4_OPERAND_TYPES;
/** Semantics of outputs with a register of their own, in small letters. */
const SPECIAL_OUTPUTS: ReadonlyMap<number, string> = new Map(
  SYSTEM_VALUE_REGISTERS.filter(({ code }) => code >= FIRST_PIXEL_OUTPUT).map(({ operand, semantic }) => [
    SM4_OPERAND_TYPES[operand].code,
    semantic.toLowerCase(),
  ]),
);

/** The components of a signature: by register, or by semantic for those with a register of their own. */
interface SignatureComponents {
  readonly masks: ReadonlyMap<number, number>;
  readonly semantics: ReadonlySet<string>;
}

/** Warns of declarations in changed lines that the chunks of the original do not have. */
class Warnings {
  private readonly declarations: Sm4Declarations;

  constructor(
    private readonly container: Container,
    private readonly chunks: ShaderChunks,
    private readonly text: AssembledText,
    private readonly aligned: Int32Array,
    private readonly reports: LineReports,
  ) {
    this.declarations = readSm4Declarations(text.program);
  }

  report(): void {
    const { chunks, declarations } = this;
    const { stage } = this.text.program;
    const input = this.elements(chunks.input);
    const output = this.elements(chunks.output);
    const patch = this.elements(chunks.patchConstants);
    for (const register of declarations.inputs) {
      if (register.type === INPUT.code || register.type === CONTROL_POINT.code) this.register(register, input, 'input');
      else if (register.type === PATCH_CONSTANT.code) this.register(register, patch, 'patch constant');
    }
    for (const register of declarations.outputs) {
      const isPatch = stage === 'hs' && isOfPatch(register);
      if (register.type === OUTPUT.code)
        this.register(register, isPatch ? patch : output, isPatch ? 'patch constant' : 'output');
      else if (SPECIAL_OUTPUTS.has(register.type)) this.register(register, output, 'output');
    }
    this.resources();
  }

  private elements(chunk: ShaderChunks['input']): SignatureComponents | undefined {
    const signature = chunk && readSignature(this.container, chunk, new Diagnostics());
    if (signature === undefined) return undefined;
    const masks = new Map<number, number>();
    const semantics = new Set<string>();
    for (const { register, mask, semanticName } of signature.elements) {
      if (register === NO_REGISTER) semantics.add(semanticName.toLowerCase());
      else masks.set(register, (masks.get(register) ?? 0) | mask);
    }
    return { masks, semantics };
  }

  private isChanged(position: number): boolean {
    return (this.aligned[position] ?? -1) < 0;
  }

  private line(position: number): Line {
    const { at, lines } = this.text;
    return lineAt(this.reports.source, at[position] ?? 0, lines[position] ?? 1);
  }

  private register(
    register: Sm4DeclaredRegister,
    components: SignatureComponents | undefined,
    signature: string,
  ): void {
    if (components === undefined || !this.isChanged(register.position)) return;
    const semantic = SPECIAL_OUTPUTS.get(register.type);
    const mask = components.masks.get(register.register);
    const found =
      semantic === undefined ? mask !== undefined && (register.mask & ~mask) === 0 : components.semantics.has(semantic);
    if (found) return;
    const line = this.line(register.position);
    this.reports.report('DX3222', line, { register: declaredText(line), signature });
  }

  private resources(): void {
    const { container, chunks, declarations, reports } = this;
    const resources = chunks.resources && readRdef(container, chunks.resources, new Diagnostics());
    if (resources === undefined) return;
    const rangeIds = sm4UsesRangeIds(this.text.program);
    const bound = boundRegisters(resources.bindings, rangeIds);
    for (const { type, id, position } of declarations.resources) {
      if (!this.isChanged(position) || bound.has(SM4_RESOURCE_PREFIXES[type] + id)) continue;
      const line = this.line(position);
      reports.report('DX3223', line, { register: declaredText(line) });
    }
  }
}

/** The declaration as the text has it. */
function declaredText({ text }: Line): string {
  return withoutPrefix(text).trim().slice(0, 80);
}
