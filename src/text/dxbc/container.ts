/**
 * The listing of a DXBC container: the header sections, the program and the line with the slot count; for libraries the
 * listing of each function. The order of sections, and when one is missing: oracle. Sections that most shaders have are
 * written as bytes, rare ones as strings.
 *
 * Not for: the sections themselves (the other files of this folder), or instructions (../sm4/, ../sm1/).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { MAX_LISTING_LENGTH } from '../../base/limits.ts';
import { u32At, wordsOf } from '../../base/words.ts';
import { type Level9Program, readAon9 } from '../../chunks/aon9.ts';
import { readDebugNameText } from '../../chunks/debug-name.ts';
import { readIfce } from '../../chunks/ifce.ts';
import { type FunctionSignature, readLfs0, readLibh } from '../../chunks/library.ts';
import { type Rdef, readRdef } from '../../chunks/rdef.ts';
import { type FeatureInfo, readSfi0 } from '../../chunks/sfi0.ts';
import { readSignature, type Signature } from '../../chunks/signature.ts';
import { readStat, type Statistics } from '../../chunks/stat.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container, readContainer } from '../../container/dxbc.ts';
import { DX1008 } from '../../container/messages.ts';
import { pickChunks, type ShaderChunks } from '../../container/shader-chunks.ts';
import { readSm4Words, type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import type { DebugPrinters } from '../debug-notes.ts';
import type { Markup } from '../markup.ts';
import { DX1019, DX1021 } from '../messages.ts';
import type { ListingStyle } from '../options.ts';
import { printSm1 } from '../sm1/print.ts';
import { printSm4 } from '../sm4/print.ts';
import { PackedText } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';
import { printBindings, printBindingWords } from './bindings.ts';
import { printBuffers } from './buffers.ts';
import { printBufferWords, ResourceWords } from './resource-words.ts';
import {
  DEBUG_LAYER_NOTE,
  printFeatures,
  printFunctionSignature,
  printLibraryHeader,
  printLinkage,
  printMappings,
  printSlots,
  printStatistics,
} from './sections.ts';
import { type Direction, printSignature } from './signatures.ts';

/** The contents of the header sections. */
export interface Header {
  readonly resources: Rdef | ResourceWords | undefined;
  /** Byte offset of the payload with the resources. */
  readonly resourcesOffset: number;
  readonly signatures: {
    readonly input: Signature | undefined;
    readonly output: Signature | undefined;
    readonly patchConstants: Signature | undefined;
    readonly function: FunctionSignature | undefined;
  };
  readonly statistics: Statistics | undefined;
  readonly features: FeatureInfo | undefined;
  /** The line that names the file with the debug information; empty where there is none. */
  readonly debugName: string;
}

/**
 * Reads the chunks of the header sections. Microsoft's disassembler prints no section at all unless reflection can be
 * made of the container: it has an input and an output signature, and every chunk is valid.
 *
 * @param asWords whether resources as compilers write them are left to the printers that check their words
 * @returns undefined when there are no header sections
 */
export function readHeader(
  container: Container,
  chunks: ShaderChunks,
  diagnostics: Diagnostics,
  isFunction: boolean,
  asWords: boolean,
): Header | undefined {
  const missing = missingSignature(chunks, isFunction);
  if (missing !== undefined) {
    diagnostics.report(DX1019, 0, container.bytes.byteLength, { reason: missing });
    return undefined;
  }
  const signature = (chunk: Chunk | undefined) => chunk && readSignature(container, chunk, diagnostics);
  const signatures = {
    input: isFunction ? undefined : signature(chunks.input),
    output: isFunction ? undefined : signature(chunks.output),
    patchConstants: isFunction ? undefined : signature(chunks.patchConstants),
    function: isFunction ? readLfs0(container, chunks.functionSignature!, diagnostics) : undefined,
  };
  const resources =
    chunks.resources &&
    ((asWords ? ResourceWords.of(container, chunks.resources) : undefined) ??
      readRdef(container, chunks.resources, diagnostics));
  for (const chunk of chunks.level9) {
    // Reflection reads only this field of them.
    if (u32At(chunk.data, LEVEL_9_SIZE) >= 4) continue;
    const offset = chunk.offset + CHUNK_HEADER_SIZE + LEVEL_9_SIZE;
    diagnostics.report(DX1019, offset, offset + 4, {
      reason: `${chunk.name} says that it has no program`,
    });
    return undefined;
  }
  const statistics = chunks.statistics && readStat(container, chunks.statistics, diagnostics);
  const features = chunks.features && readSfi0(container, chunks.features, diagnostics);
  const parts: readonly (readonly [Chunk | undefined, { readonly intact: boolean } | undefined])[] = [
    [chunks.resources, resources instanceof ResourceWords ? INTACT : resources],
    [chunks.input, isFunction ? INTACT : signatures.input],
    [chunks.output, isFunction ? INTACT : signatures.output],
    [chunks.patchConstants, isFunction ? INTACT : signatures.patchConstants],
    [chunks.functionSignature, isFunction ? signatures.function : INTACT],
    [chunks.statistics, statistics],
    [chunks.features, features],
  ];
  for (const [chunk, part] of parts) {
    if (chunk === undefined || part?.intact) continue;
    diagnostics.report(DX1019, chunk.offset, chunk.offset + 4, {
      reason: `${chunk.name} cannot be read as a whole`,
    });
    return undefined;
  }
  return {
    resources,
    resourcesOffset: (chunks.resources?.offset ?? 0) + CHUNK_HEADER_SIZE,
    signatures,
    statistics,
    features,
    debugName: printDebugName(container, chunks, diagnostics),
  };
}

function printDebugName(container: Container, { debugName }: ShaderChunks, diagnostics: Diagnostics): string {
  const name = debugName && readDebugNameText(container, debugName, diagnostics);
  return name ? `// Debug name: ${name}\n` : '';
}

const INTACT = { intact: true };

/** Byte offset of the program's length in a chunk of feature level 9. */
const LEVEL_9_SIZE = 8;

function missingSignature(chunks: ShaderChunks, isFunction: boolean): string | undefined {
  if (isFunction) return chunks.functionSignature === undefined ? 'there is no function signature' : undefined;
  if (chunks.input === undefined) return 'there is no input signature';
  return chunks.output === undefined ? 'there is no output signature' : undefined;
}

/** The creator that a listing names when no chunk names one. */
export const UNKNOWN_CREATOR = 'Microsoft (R) D3D Shader Disassembler';

const GENERATED_BY = /* @__PURE__ */ new PackedText('//\n// Generated by ');
const AFTER_CREATOR = /* @__PURE__ */ new PackedText('\n//\n//\n');
const SEPARATOR = /* @__PURE__ */ new PackedText('//\n');

/** Writes the listing of a container, without the frame of the markup. */
export function printContainer(
  out: TextWriter,
  container: Container,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug: DebugPrinters = {},
): void {
  new ContainerPrinter(out, style, debug, container.bytes.byteLength).print(container, diagnostics);
}

/** The limit on bytes of nested programs, as a multiple of the container's size: chunks may overlap. */
const NESTED_BUDGET = 4;

class ContainerPrinter {
  readonly #markup: Markup;
  /** How many more characters may be written. */
  #budget = MAX_LISTING_LENGTH;
  /** How many more bytes of chunks with programs may be printed. */
  #nested: number;

  /** @param size bytes of the container */
  constructor(
    private readonly out: TextWriter,
    private readonly style: ListingStyle,
    private readonly debug: DebugPrinters,
    size: number,
  ) {
    this.#markup = style.markup;
    this.#nested = NESTED_BUDGET * size;
  }

  print(container: Container, diagnostics: Diagnostics): void {
    const chunks = pickChunks(container, diagnostics);
    const library = chunks.libraryHeader !== undefined || chunks.functions.length > 0;
    if (library) this.#library(container, chunks, diagnostics);
    else this.#shader(container, chunks, diagnostics);
  }

  #library(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics): void {
    const markup = this.#markup;
    const out = this.out;
    const { libraryHeader, functions } = chunks;
    const header = libraryHeader && readLibh(container, libraryHeader, diagnostics);
    if (header !== undefined) this.#comment(printLibraryHeader(header));
    let first = true;
    for (const chunk of functions) {
      if (!this.#mayPrint(chunk, diagnostics)) break;
      const inner = diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE);
      const part = readContainer(chunk.data, inner);
      if (part === undefined) continue;
      // Microsoft closes the frame after each function, and opens it only once.
      if (!first && markup.html) out.text(markup.frame.close);
      first = false;
      this.#shader(part, pickChunks(part, inner), inner, true);
    }
  }

  /** Whether the contents of `chunk` are within the limit; reports when not. */
  #mayPrint(chunk: Chunk, diagnostics: Diagnostics): boolean {
    this.#nested -= chunk.data.byteLength;
    if (this.#nested >= 0 && this.#budget > 0) return true;
    const limit = this.#budget > 0 ? `${NESTED_BUDGET} times the bytes of the container` : MAX_LISTING_LENGTH;
    diagnostics.report(DX1021, chunk.offset, chunk.offset + CHUNK_HEADER_SIZE, {
      tag: chunk.name,
      limit,
    });
    return false;
  }

  #shader(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics, isFunction = false): void {
    const style = this.style;
    const markup = this.#markup;
    const out = this.out;
    const begin = out.length;
    const program = readProgram(container, chunks, diagnostics);
    out.text(markup.comment.open);
    const header =
      (isFunction ? undefined : this.#fastHeader(container, chunks, program)) ??
      this.#readHeader(container, chunks, program, diagnostics, isFunction);
    out.text(markup.comment.close);
    if (style.header) {
      this.#linkage(container, chunks, diagnostics);
      this.#level9(container, chunks.level9, 'Level9', diagnostics);
      this.#level9(container, chunks.xnaPrepass, 'XNA Prepass', diagnostics);
      this.#level9(container, chunks.xna, 'XNA', diagnostics);
    }
    if (program !== undefined) {
      out.text(markup.code.open);
      printSm4(out, program, style, this.#notes(container, chunks.program!, program, diagnostics));
      out.text(markup.code.close);
    }
    if (header !== undefined && style.header) this.#comment(printSlots(header.statistics));
    this.#budget -= out.length - begin;
  }

  /** The debug information of `program`, where it is requested and there is any. */
  #notes(container: Container, chunk: Chunk, program: Sm4Program, diagnostics: Diagnostics) {
    const debug = this.debug;
    const style = this.style;
    return style.debug ? debug.sm4?.(container, chunk, program, style, diagnostics) : undefined;
  }

  /**
   * Writes the header sections without reading the resource definitions first; nothing where they are not as compilers
   * write them.
   */
  #fastHeader(container: Container, chunks: ShaderChunks, program: Sm4Program | undefined): Header | undefined {
    if (!this.style.header || !fastPaths.enabled) return undefined;
    const diagnostics = new Diagnostics();
    const { length } = this.out;
    const header = readHeader(container, chunks, diagnostics, false, true);
    if (header !== undefined && this.#header(container, header, program, diagnostics) && diagnostics.list.length === 0)
      return header;
    this.out.rewind(length);
    return undefined;
  }

  /** Writes any header sections. */
  #readHeader(
    container: Container,
    chunks: ShaderChunks,
    program: Sm4Program | undefined,
    diagnostics: Diagnostics,
    isFunction: boolean,
  ): Header | undefined {
    const header = readHeader(container, chunks, diagnostics, isFunction, false);
    if (header !== undefined && this.style.header) this.#header(container, header, program, diagnostics);
    return header;
  }

  /** Returns false, perhaps with a part of it written, when the words of `header` need the slow path. */
  #header(container: Container, header: Header, program: Sm4Program | undefined, diagnostics: Diagnostics): boolean {
    const out = this.out;
    const { resources, signatures } = header;
    const pixelShader = program?.stage === 'ps';
    const signature = (part: Signature | undefined, title: string, direction: Direction): void => {
      if (part !== undefined) printSignature(out, part, title, direction, pixelShader);
    };
    out.phrase(GENERATED_BY);
    if (resources instanceof ResourceWords) {
      if (resources.chunk.text(out, resources.creator) < 0) return false;
    } else {
      out.text(resources?.creator ?? UNKNOWN_CREATOR);
    }
    out.phrase(AFTER_CREATOR);
    if (container.digest === 'debug') out.text(DEBUG_LAYER_NOTE);
    out.text(printFeatures(header.features, program, signatures.function !== undefined));
    if (resources !== undefined) {
      const withIds = program !== undefined && sm4UsesRangeIds(program);
      if (resources instanceof ResourceWords) {
        if (!printBufferWords(out, resources, this.#markup.literal, this.#budget)) return false;
        if (!printBindingWords(out, resources, withIds)) return false;
      } else {
        const inChunk = diagnostics.at(header.resourcesOffset);
        printBuffers(out, resources.buffers, this.#markup.literal, this.#budget, inChunk);
        printBindings(out, resources.bindings, withIds);
      }
      out.phrase(SEPARATOR);
    }
    if (signatures.function !== undefined) {
      out.text(printFunctionSignature(signatures.function) + header.debugName);
      return true;
    }
    signature(signatures.patchConstants, 'Patch Constant', program?.stage === 'ds' ? 'in' : 'out');
    if (signatures.patchConstants !== undefined) out.phrase(SEPARATOR);
    signature(signatures.input, 'Input', 'in');
    if (signatures.input !== undefined) out.phrase(SEPARATOR);
    signature(signatures.output, 'Output', 'out');
    out.text(header.debugName);
    if (header.statistics !== undefined) out.text(printStatistics(header.statistics));
    return true;
  }

  #linkage(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics): void {
    const linkage = chunks.linkage && readIfce(container, chunks.linkage, diagnostics);
    if (linkage !== undefined) this.#comment(printLinkage(linkage));
  }

  #level9(container: Container, chunks: readonly Chunk[], title: string, diagnostics: Diagnostics): void {
    const out = this.out;
    const { open, close } = this.#markup.comment;
    for (const chunk of chunks) {
      if (!this.#mayPrint(chunk, diagnostics)) break;
      const program: Level9Program | undefined = readAon9(container, chunk, diagnostics);
      if (program === undefined) continue;
      // A damaged offset may lie anywhere.
      const offset = Math.min(program.offset, chunk.data.byteLength);
      const inner = diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE + offset);
      this.#comment(printMappings(program));
      out.text(`${open}//\n// ${title} shader bytecode:\n//\n`);
      printSm1(out, program.words, this.style, inner, this.debug);
      out.text(close);
    }
  }

  #comment(text: string): void {
    const { open, close } = this.#markup.comment;
    this.out.text(open + text + close);
  }
}

/** The positions of the last listed program, whose array the next one uses again: making one takes long. */
let spareStarts: Uint32Array = new Uint32Array(2 ** 10);
/** Longer arrays are not used again. */
const LONGEST_SPARE = 2 ** 16;

/** The program of shader model 4 and up; undefined, with a report, when there is none. */
function readProgram(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics): Sm4Program | undefined {
  const { program } = chunks;
  if (program !== undefined) {
    const inChunk = diagnostics.at(program.offset + CHUNK_HEADER_SIZE);
    const read = readSm4Words(wordsOf(program.data), inChunk, spareStarts);
    if (read.starts.length <= LONGEST_SPARE) spareStarts = read.starts;
    return read;
  }
  diagnostics.report(DX1008, 0, container.bytes.byteLength);
  return undefined;
}
