/** Reads the chunks of the header sections of a listing, and decides whether there are such sections. */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { readDebugNameText } from '../../chunks/debug-name.ts';
import { type FunctionSignature, readLfs0 } from '../../chunks/library.ts';
import { type Rdef, readRdef } from '../../chunks/rdef.ts';
import { type FeatureInfo, readSfi0 } from '../../chunks/sfi0.ts';
import { readSignature, type Signature } from '../../chunks/signature.ts';
import { readStat, type Statistics } from '../../chunks/stat.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../../container/dxbc.ts';
import type { ShaderChunks } from '../../container/shader-chunks.ts';
import { DX1019 } from '../messages.ts';
import { ResourceWords } from './resource-words.ts';

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
