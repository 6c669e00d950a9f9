/**
 * The listing of a whole DXBC container: the header sections, the program and the line with the slot count; for libraries the listing of
 * each function. The order of sections, and when one is missing: oracle. Sections are built as strings: their lines are short and few,
 * and writing them as bytes like instructions takes a quarter longer (measured).
 *
 * Not for: the sections themselves (the files beside this one), or instructions (../sm4/, ../sm1/).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { MAX_LISTING_LENGTH } from '../../base/limits.ts';
import { u32At, wordsOf } from '../../base/words.ts';
import { type Level9Program, readAon9 } from '../../container/aon9.ts';
import { readDebugNameText } from '../../container/debug-name.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container, readContainer } from '../../container/dxbc.ts';
import { readIfce } from '../../container/ifce.ts';
import { type FunctionSignature, readLfs0, readLibh } from '../../container/library.ts';
import { CHUNK_MESSAGES } from '../../container/messages.ts';
import { type Rdef, readRdef } from '../../container/rdef.ts';
import { type FeatureInfo, readSfi0 } from '../../container/sfi0.ts';
import { pickChunks, type ShaderChunks } from '../../container/shader-chunks.ts';
import { readSignature, type Signature } from '../../container/signature.ts';
import { readStat, type Statistics } from '../../container/stat.ts';
import { readSm4Words, type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import type { Markup } from '../markup.ts';
import { TEXT_MESSAGES } from '../messages.ts';
import type { ListingStyle } from '../options.ts';
import { printSm1Words } from '../sm1/print.ts';
import { printSm4 } from '../sm4/print.ts';
import { printBindings } from './bindings.ts';
import { printBuffers } from './buffers.ts';
import { DEBUG_LAYER_NOTE, printFeatures } from './features.ts';
import { printFunctionSignature, printLibraryHeader } from './functions.ts';
import { printMappings } from './level9.ts';
import { printLinkage } from './linkage.ts';
import { printSignature } from './signatures.ts';
import { printSlots, printStatistics } from './statistics.ts';

/** The creator that a listing names when no chunk names one. */
export const UNKNOWN_CREATOR = 'Microsoft (R) D3D Shader Disassembler';

/**
 * The listing of a container, without the frame of the markup.
 *
 * @returns Latin-1 text: one character a byte
 */
export function printContainer(container: Container, style: ListingStyle, diagnostics: Diagnostics): string {
  return new ContainerPrinter(style, container.bytes.byteLength).print(container, diagnostics);
}

/** The limit on bytes of nested programs, as a multiple of the container's size: chunks may overlap. */
const NESTED_BUDGET = 4;

class ContainerPrinter {
  private readonly style: ListingStyle;
  private readonly markup: Markup;
  /** How many more characters may be written. */
  private room = MAX_LISTING_LENGTH;
  /** How many more bytes of chunks with programs may be printed. */
  private nested: number;

  /** @param size bytes of the container */
  constructor(style: ListingStyle, size: number) {
    this.style = style;
    this.markup = style.markup;
    this.nested = NESTED_BUDGET * size;
  }

  print(container: Container, diagnostics: Diagnostics): string {
    const chunks = pickChunks(container, diagnostics);
    const library = chunks.libraryHeader !== undefined || chunks.functions.length > 0;
    return library ? this.library(container, chunks, diagnostics) : this.shader(container, chunks, diagnostics);
  }

  private library(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics): string {
    const { markup } = this;
    const { libraryHeader, functions } = chunks;
    const header = libraryHeader && readLibh(container, libraryHeader, diagnostics);
    let text = header === undefined ? '' : this.comment(printLibraryHeader(header));
    let first = true;
    for (const chunk of functions) {
      if (!this.mayPrint(chunk, diagnostics)) break;
      const inner = diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE);
      const part = readContainer(chunk.data, inner);
      if (part === undefined) continue;
      // Microsoft closes the frame after each function, and opens it only once.
      if (!first && markup.html) text += markup.frame.close;
      first = false;
      text += this.shader(part, pickChunks(part, inner), inner, true);
    }
    return text;
  }

  /** Whether there is room for the contents of `chunk`; reports when not. */
  private mayPrint(chunk: Chunk, diagnostics: Diagnostics): boolean {
    this.nested -= chunk.data.byteLength;
    if (this.nested >= 0 && this.room > 0) return true;
    const limit = this.room > 0 ? `${NESTED_BUDGET} times the bytes of the container` : MAX_LISTING_LENGTH;
    diagnostics.report(TEXT_MESSAGES.DX1021, chunk.offset, chunk.offset + CHUNK_HEADER_SIZE, {
      tag: chunk.name,
      limit,
    });
    return false;
  }

  private shader(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics, isFunction = false): string {
    const { style } = this;
    const program = readProgram(container, chunks, diagnostics);
    const header = readHeader(container, chunks, diagnostics, isFunction);
    const shown = header !== undefined && style.header;
    let text = this.comment(shown ? this.header(container, header, program, diagnostics) : '');
    if (style.header) {
      text += this.linkage(container, chunks, diagnostics);
      text += this.level9(container, chunks.level9, 'Level9', diagnostics);
      text += this.level9(container, chunks.xnaPrepass, 'XNA Prepass', diagnostics);
      text += this.level9(container, chunks.xna, 'XNA', diagnostics);
    }
    if (program !== undefined) text += this.code(printSm4(program, style));
    if (shown) text += this.comment(printSlots(header.statistics));
    this.room -= text.length;
    return text;
  }

  private header(
    container: Container,
    header: Header,
    program: Sm4Program | undefined,
    diagnostics: Diagnostics,
  ): string {
    const { resources, signatures } = header;
    const pixelShader = program?.stage === 'ps';
    let text = `//\n// Generated by ${resources?.creator ?? UNKNOWN_CREATOR}\n//\n//\n`;
    if (container.digest === 'debug') text += DEBUG_LAYER_NOTE;
    text += printFeatures(header.features, program, signatures.function !== undefined);
    if (resources !== undefined) {
      const inChunk = diagnostics.at(header.resourcesOffset);
      text += printBuffers(resources.buffers, this.markup.literal, this.room, inChunk);
      text += `${printBindings(resources.bindings, program !== undefined && sm4UsesRangeIds(program))}//\n`;
    }
    if (signatures.function !== undefined) return text + printFunctionSignature(signatures.function) + header.debugName;
    if (signatures.patchConstants !== undefined) {
      const direction = program?.stage === 'ds' ? 'in' : 'out';
      text += `${printSignature(signatures.patchConstants, 'Patch Constant', direction, pixelShader)}//\n`;
    }
    if (signatures.input !== undefined) text += `${printSignature(signatures.input, 'Input', 'in', pixelShader)}//\n`;
    if (signatures.output !== undefined) text += printSignature(signatures.output, 'Output', 'out', pixelShader);
    text += header.debugName;
    return header.statistics === undefined ? text : text + printStatistics(header.statistics);
  }

  private linkage(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics): string {
    const linkage = chunks.linkage && readIfce(container, chunks.linkage, diagnostics);
    return linkage === undefined ? '' : this.comment(printLinkage(linkage));
  }

  private level9(container: Container, chunks: readonly Chunk[], title: string, diagnostics: Diagnostics): string {
    let text = '';
    for (const chunk of chunks) {
      if (!this.mayPrint(chunk, diagnostics)) break;
      const program: Level9Program | undefined = readAon9(container, chunk, diagnostics);
      if (program === undefined) continue;
      const inner = diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE + program.offset);
      const body = printSm1Words(program.words, this.style, inner);
      text += this.comment(printMappings(program)) + this.comment(`//\n// ${title} shader bytecode:\n//\n${body}`);
    }
    return text;
  }

  private comment(text: string): string {
    return this.markup.comment.open + text + this.markup.comment.close;
  }

  private code(text: string): string {
    return this.markup.code.open + text + this.markup.code.close;
  }
}

/** The contents of the header sections. */
interface Header {
  readonly resources: Rdef | undefined;
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

/** The program of shader model 4 and up; undefined, with a report, when there is none. */
function readProgram(container: Container, chunks: ShaderChunks, diagnostics: Diagnostics): Sm4Program | undefined {
  const { program } = chunks;
  if (program !== undefined)
    return readSm4Words(wordsOf(program.data), diagnostics.at(program.offset + CHUNK_HEADER_SIZE));
  diagnostics.report(CHUNK_MESSAGES.DX1008, 0, container.bytes.byteLength);
  return undefined;
}

/**
 * Reads the chunks of the header sections. Microsoft's disassembler prints no section at all unless reflection can be
 * made of the container: it has an input and an output signature, and every chunk is valid.
 *
 * @returns undefined when there are no header sections
 */
function readHeader(
  container: Container,
  chunks: ShaderChunks,
  diagnostics: Diagnostics,
  isFunction: boolean,
): Header | undefined {
  const missing = missingSignature(chunks, isFunction);
  if (missing !== undefined) {
    diagnostics.report(TEXT_MESSAGES.DX1019, 0, container.bytes.byteLength, { reason: missing });
    return undefined;
  }
  const signature = (chunk: Chunk | undefined) => chunk && readSignature(container, chunk, diagnostics);
  const signatures = {
    input: isFunction ? undefined : signature(chunks.input),
    output: isFunction ? undefined : signature(chunks.output),
    patchConstants: isFunction ? undefined : signature(chunks.patchConstants),
    function: isFunction ? readLfs0(container, chunks.functionSignature!, diagnostics) : undefined,
  };
  const resources = chunks.resources && readRdef(container, chunks.resources, diagnostics);
  for (const chunk of chunks.level9) {
    // Reflection reads only this field of them.
    if (u32At(chunk.data, LEVEL_9_SIZE) >= 4) continue;
    const offset = chunk.offset + CHUNK_HEADER_SIZE + LEVEL_9_SIZE;
    diagnostics.report(TEXT_MESSAGES.DX1019, offset, offset + 4, {
      reason: `${chunk.name} says that it has no program`,
    });
    return undefined;
  }
  const statistics = chunks.statistics && readStat(container, chunks.statistics, diagnostics);
  const features = chunks.features && readSfi0(container, chunks.features, diagnostics);
  const parts: readonly (readonly [Chunk | undefined, { readonly intact: boolean } | undefined])[] = [
    [chunks.resources, resources],
    [chunks.input, isFunction ? WHOLE : signatures.input],
    [chunks.output, isFunction ? WHOLE : signatures.output],
    [chunks.patchConstants, isFunction ? WHOLE : signatures.patchConstants],
    [chunks.functionSignature, isFunction ? signatures.function : WHOLE],
    [chunks.statistics, statistics],
    [chunks.features, features],
  ];
  for (const [chunk, part] of parts) {
    if (chunk === undefined || part?.intact) continue;
    diagnostics.report(TEXT_MESSAGES.DX1019, chunk.offset, chunk.offset + 4, {
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

const WHOLE = { intact: true };

/** Byte offset of the program's length in a chunk of feature level 9. */
const LEVEL_9_SIZE = 8;

function missingSignature(chunks: ShaderChunks, isFunction: boolean): string | undefined {
  if (isFunction) return chunks.functionSignature === undefined ? 'there is no function signature' : undefined;
  if (chunks.input === undefined) return 'there is no input signature';
  return chunks.output === undefined ? 'there is no output signature' : undefined;
}
