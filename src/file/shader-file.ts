/**
 * Opens a file that holds shaders: its format, the array of a C source, the container, the program chunk, and every
 * program with its offset. All verbs open files here, so that all take the same program of a container.
 *
 * Not for: reading the programs themselves, or the functions of libraries.
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { readAon9 } from '../chunks/aon9.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container, isContainer, readContainer } from '../container/dxbc.ts';
import { DX0001, DX0003, DX0009, DX0013, DX0015 } from '../container/messages.ts';
import { programChunk } from '../container/shader-chunks.ts';
import { TAG } from '../container/tags.ts';
import type { CArray } from './c-array.ts';
import {
  detectBinaryFormat,
  detectContainerFormat,
  detectTextFormat,
  type FileFormat,
  type Format,
  formatName,
  isAssembly,
  missingFor,
} from './detect-format.ts';

export interface ShaderProgram {
  /** The instruction set: shader models 1 to 3, or 4 to 5.1. */
  readonly isa: 'sm1' | 'sm4';
  /** The tokens, version token first. */
  readonly words: Uint32Array;
  /** Byte offset of the words in {@link ShaderFile.bytes}. */
  readonly offset: number;
  /** Whether it is a program for feature level 9, whose operands may have a minimum precision. */
  readonly level9: boolean;
  /**
   * The tag of its chunk; undefined for a bare token stream. Programs for XNA (`XNAS`, `XNAP`) follow the rules of
   * another console: Microsoft's own validator rejects what its compiler wrote there (source: oracle).
   */
  readonly chunk: 'SHEX' | 'SHDR' | 'Aon9' | 'XNAS' | 'XNAP' | undefined;
}

/** A program for feature level 9. */
export interface Level9ShaderProgram extends ShaderProgram {
  readonly isa: 'sm1';
  readonly level9: true;
  readonly chunk: 'Aon9' | 'XNAS' | 'XNAP';
}

export function isLevel9(program: ShaderProgram): program is Level9ShaderProgram {
  return program.level9;
}

/** A file and its programs. */
export interface ShaderFile extends FileFormat {
  /** The bytes that offsets count in: those of the file, or of the array in a C source. */
  readonly bytes: Uint8Array;
  /** The array of a C source that holds the shader; format and profile are those of its bytes. */
  readonly cArray: CArray | undefined;
  /** The container, digest checked; undefined for other formats and where there is no header to read. */
  readonly container: Container | undefined;
  /** The chunk with the program of shader models 4 to 5.1. */
  readonly programChunk: Chunk | undefined;
  /** The main program first, then those of feature level 9 in the order of their chunks. */
  readonly programs: readonly ShaderProgram[];
}

export interface OpenedShaderFile extends ShaderFile {
  /** The problems of the file, up to its programs; spans count in {@link ShaderFile.bytes}. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The parts of a file to read; default: all. */
export interface ReadFileOptions {
  /**
   * `false`: {@link ShaderFile.programs} is empty, and nothing is reported about chunks with programs of feature level
   * 9.
   */
  readonly programs?: boolean;
}

/**
 * Opens a file: detects its format and finds its programs. Never throws on any bytes.
 *
 * @param source a complete file of any format; of a C source, the first array that is a compiled shader
 * @throws TypeError when `source` holds no bytes
 */
export function openShaderFile(source: ByteSource): OpenedShaderFile {
  const diagnostics = new Diagnostics();
  return { ...readShaderFile(toBytes(source, 'openShaderFile'), diagnostics), diagnostics: diagnostics.list };
}

/** {@link openShaderFile} with a collector. */
export function readShaderFile(bytes: Uint8Array, diagnostics: Diagnostics, options: ReadFileOptions = {}): ShaderFile {
  const binary = readBinary(bytes, diagnostics);
  if (binary !== undefined) return fileOf(binary, undefined, options, diagnostics);
  const { format, profile, arrays, shader } = detectTextFormat(bytes, diagnostics);
  if (shader === undefined)
    return fileOf({ format, profile, bytes, container: undefined }, shader, options, diagnostics);
  if (arrays.length > 1) diagnostics.report(DX0009, 0, bytes.byteLength, { count: arrays.length, name: shader.name });
  const inside = diagnostics.withNote(arrayNote(shader.name));
  return fileOf(readBinary(shader.bytes, inside)!, shader, options, inside);
}

/** {@link readShaderFile} for binary files only: the format of a text, such as C source, is `unknown`. */
export function readBinaryFile(bytes: Uint8Array, diagnostics: Diagnostics, options: ReadFileOptions = {}): ShaderFile {
  const unknown: BinaryFile = { format: 'unknown', profile: null, bytes, container: undefined };
  return fileOf(readBinary(bytes, diagnostics) ?? unknown, undefined, options, diagnostics);
}

type BinaryFile = Pick<ShaderFile, 'format' | 'profile' | 'bytes' | 'container'>;

function readBinary(bytes: Uint8Array, diagnostics: Diagnostics): BinaryFile | undefined {
  const container = isContainer(bytes) ? readContainer(bytes, diagnostics) : undefined;
  const detected = container ? detectContainerFormat(container) : detectBinaryFormat(bytes);
  return detected && { format: detected.format, profile: detected.profile, bytes, container };
}

function fileOf(
  { format, profile, bytes, container }: BinaryFile,
  cArray: CArray | undefined,
  options: ReadFileOptions,
  diagnostics: Diagnostics,
): ShaderFile {
  const chunk = container && programChunk(container.chunks);
  const hasPrograms = options.programs ?? true;
  const programs = hasPrograms ? programsOf(format, bytes, container, chunk, diagnostics) : NO_PROGRAMS;
  // Written out: a spread costs more than finding the programs (measured).
  return { format, profile, bytes, cArray, container, programChunk: chunk, programs };
}

/** The collector for what is inside `file`: in a C source each diagnostic gets a note that names the array. */
export function diagnosticsIn({ cArray }: Pick<ShaderFile, 'cArray'>, diagnostics: Diagnostics): Diagnostics {
  return cArray === undefined ? diagnostics : diagnostics.withNote(arrayNote(cArray.name));
}

/** The note on a diagnostic about an array in a C source. */
export function arrayNote(name: string): string {
  return `the offset counts in the array ${name}`;
}

const LEVEL9_NAMES = new Map((['Aon9', 'XNAS', 'XNAP'] as const).map((name) => [TAG[name], name]));
const NO_PROGRAMS: readonly ShaderProgram[] = [];

function programsOf(
  format: Format,
  bytes: Uint8Array,
  container: Container | undefined,
  chunk: Chunk | undefined,
  diagnostics: Diagnostics,
): readonly ShaderProgram[] {
  if (format === 'sm1') return [{ isa: 'sm1', words: wordsOf(bytes), offset: 0, level9: false, chunk: undefined }];
  if (format !== 'dxbc' || container === undefined) return NO_PROGRAMS;
  const level9 = level9Programs(container, diagnostics);
  if (chunk === undefined) return level9;
  const main: ShaderProgram = {
    isa: 'sm4',
    words: wordsOf(chunk.data),
    offset: chunk.offset + CHUNK_HEADER_SIZE,
    level9: false,
    chunk: chunk.tag === TAG.SHEX ? 'SHEX' : 'SHDR',
  };
  return level9.length === 0 ? [main] : [main, ...level9];
}

function level9Programs(container: Container, diagnostics: Diagnostics): Level9ShaderProgram[] {
  const programs: Level9ShaderProgram[] = [];
  for (const chunk of container.chunks) {
    const name = LEVEL9_NAMES.get(chunk.tag);
    if (name === undefined) continue;
    const program = readAon9(container, chunk, diagnostics);
    // The reader reports a chunk without a program.
    if (program === undefined || program.words.length === 0) continue;
    const offset = chunk.offset + CHUNK_HEADER_SIZE + program.offset;
    programs.push({ isa: 'sm1', words: program.words, offset, level9: true, chunk: name });
  }
  return programs;
}

/** The missing part, in messages, of verbs for shader models 1 to 3 on texture shaders. */
const NO_TEXTURE_SHADERS = 'the same for texture shaders, whose format is another one';
/** The missing part, in messages, of these verbs on effects of Direct3D 10 and 11. */
const NO_EFFECTS = 'the same for the shaders inside effects';

function isBinaryEffect(format: Format): boolean {
  return format === 'fx4' || format === 'fx5';
}

/**
 * Reports why there is nothing to do in a file without programs. A container that cannot be read has been reported
 * already.
 *
 * @param verb what the caller cannot do with it
 * @param missing what dxlens lacks to do that with a file of shader models 4-5.1
 */
export function reportNoPrograms(file: ShaderFile, verb: string, missing: string, diagnostics: Diagnostics): void {
  const { format, bytes, container } = file;
  const size = bytes.byteLength;
  const reason = format === 'tx' ? NO_TEXTURE_SHADERS : isBinaryEffect(format) ? NO_EFFECTS : missingFor(format);
  if (size === 0) diagnostics.report(DX0003, 0, 0);
  else if (format === 'unknown') diagnostics.report(DX0001, 0, size, { size });
  else if (isAssembly(file)) diagnostics.report(DX0015, 0, size, { kind: formatName(file) });
  else if (format !== 'dxbc' || container !== undefined)
    diagnostics.report(DX0013, 0, size, { kind: formatName(file), verb, missing: reason ?? missing });
}
