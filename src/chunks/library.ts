/**
 * Reads and writes the chunks of libraries: LIBH, which names the functions; LIBF, one function each, a separate
 * container; and in it LFS0, the parameters and the return value of the function.
 *
 * Not for: linking.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import { type ChunkSource, ChunkWriter, unchangedBytes } from '../container/chunk-writer.ts';
import type { ChecksumKind } from '../container/digest.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { serializeContainer } from '../container/write.ts';

/** The creator that Microsoft's tools show for a library without one (source: oracle). */
export const UNKNOWN_LIBRARY_CREATOR = 'Unknown creator';

export interface LibraryFunction {
  readonly name: string;
  /** Which programs of feature level 9 it has: bit 0 vertex, bit 1 pixel. */
  readonly level9: number;
}

export interface LibraryHeaderContent {
  /** 1 in all known files. */
  readonly version: number;
  /** Undefined when none is given. */
  readonly creator: string | undefined;
  readonly flags: number;
  readonly functions: readonly LibraryFunction[];
}

/** A header of a library that was read. */
export interface LibraryHeader extends LibraryHeaderContent {
  /** Where the chunk holds all that it says: while that is not changed, the writer gives the same bytes. */
  readonly source?: ChunkSource<LibraryHeaderContent> | undefined;
}

export interface FunctionParameter {
  /** Undefined when none is given. */
  readonly name: string | undefined;
  readonly semanticName: string | undefined;
  /** `D3D_SHADER_VARIABLE_TYPE`. */
  readonly type: number;
  /** `D3D_SHADER_VARIABLE_CLASS`. */
  readonly class: number;
  readonly rows: number;
  readonly columns: number;
  /** `D3D_INTERPOLATION_MODE`. */
  readonly interpolation: number;
  /** `D3D_PARAMETER_FLAGS`: {@link PARAMETER_IN}, {@link PARAMETER_OUT}. */
  readonly flags: number;
  readonly firstInRegister: number;
  readonly firstInComponent: number;
  readonly firstOutRegister: number;
  readonly firstOutComponent: number;
}

/** The parameters and the return value of a library function. */
export interface FunctionSignatureContent {
  /** The return value, whose record has the name of the function; undefined when the chunk has no record at all. */
  readonly returns: FunctionParameter | undefined;
  readonly parameters: readonly FunctionParameter[];
}

export interface FunctionSignature extends FunctionSignatureContent {
  /** Whether everything lies inside the container. */
  readonly intact: boolean;
  /** Where the chunk holds all that it says: while that is not changed, the writer gives the same bytes. */
  readonly source?: ChunkSource<FunctionSignatureContent> | undefined;
}

export const PARAMETER_IN = 1;
export const PARAMETER_OUT = 2;

const HEADER_SIZE = 20;
/** The count of parameters, and where they begin. */
const SIGNATURE_HEADER_SIZE = 8;
const FUNCTION_SIZE = 8;
const PARAMETER_SIZE = 48;

/** Reads a library header; undefined when it is incomplete. */
export function readLibh(container: Container, chunk: Chunk, diagnostics: Diagnostics): LibraryHeader | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
  const functions = view.records(view.u32(16), view.u32(12), FUNCTION_SIZE, 'functions', (at) => ({
    level9: view.u32(at),
    name: view.text(view.u32(at + 4), 'the name of a function') ?? '',
  }));
  const creator = optionalText(view, 4, 'the name of the compiler');
  const content = { version: view.u32(0), creator, flags: view.u32(8), functions };
  return { ...content, source: view.contained && view.intact ? { bytes: view.payload, content } : undefined };
}

/** Reads the header of a library: the chunk `LIBH`. */
export const parseLibh = /* @__PURE__ */ chunkParser(readLibh);

/** Reads the signature of a library function; undefined when not even the count is there. */
export function readLfs0(container: Container, chunk: Chunk, diagnostics: Diagnostics): FunctionSignature | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, SIGNATURE_HEADER_SIZE, 'the count of parameters')) return undefined;
  const readAt = (at: number) => readParameter(view, at);
  const records = view.records(view.u32(4), view.u32(0), PARAMETER_SIZE, 'parameters', readAt);
  const content = { returns: records[0], parameters: records.slice(1) };
  const source = view.contained && view.intact ? { bytes: view.payload, content } : undefined;
  return { ...content, intact: view.intact, source };
}

/** Reads the signature of a library function: the chunk `LFS0`. */
export const parseLfs0 = /* @__PURE__ */ chunkParser(readLfs0);

function readParameter(view: ChunkView, at: number): FunctionParameter {
  return {
    name: optionalText(view, at, 'the name of a parameter'),
    semanticName: optionalText(view, at + 4, 'the semantic of a parameter'),
    type: view.u32(at + 8),
    class: view.u32(at + 12),
    rows: view.u32(at + 16),
    columns: view.u32(at + 20),
    interpolation: view.u32(at + 24),
    flags: view.u32(at + 28),
    firstInRegister: view.u32(at + 32),
    firstInComponent: view.u32(at + 36),
    firstOutRegister: view.u32(at + 40),
    firstOutComponent: view.u32(at + 44),
  };
}

/** The text whose offset is at `at`; undefined when that is 0. */
function optionalText(view: ChunkView, at: number, what: string): string | undefined {
  const offset = view.u32(at);
  return offset === 0 ? undefined : view.text(offset, what);
}

/**
 * Returns the payload of a library header. A header that was read and not changed keeps its bytes; any other has the
 * layout of Microsoft's compiler: header, functions, the creator, the names (source: oracle).
 *
 * @throws RangeError where a number is too large for its field, or a name has a character of more than one byte
 */
export function serializeLibh(header: LibraryHeaderContent & Partial<LibraryHeader>): Uint8Array {
  const same = unchangedBytes<LibraryHeaderContent>(header);
  if (same !== undefined) return same;
  const { version, creator, flags, functions } = header;
  const writer = new ChunkWriter();
  writer.reserve(HEADER_SIZE + FUNCTION_SIZE * functions.length);
  writer.put32(0, version);
  writer.put32(4, creator === undefined ? 0 : writer.string(creator));
  writer.put32(8, flags);
  writer.put32(12, functions.length);
  writer.put32(16, HEADER_SIZE);
  for (let i = 0; i < functions.length; i++) {
    const { level9, name } = functions[i]!;
    const at = HEADER_SIZE + FUNCTION_SIZE * i;
    writer.put32(at, level9);
    writer.put32(at + 4, writer.string(name));
  }
  return writer.bytes();
}

/**
 * Returns the payload of the signature of a library function. A signature that was read and not changed keeps its
 * bytes; any other has the layout of Microsoft's compiler: count and offset, records, names (source: oracle).
 *
 * @throws RangeError where a number is too large for its field, or a name has a character of more than one byte, or
 *   there are parameters but no return value
 */
export function serializeLfs0(signature: FunctionSignatureContent & Partial<FunctionSignature>): Uint8Array {
  const same = unchangedBytes<FunctionSignatureContent>(signature);
  if (same !== undefined) return same;
  const { returns, parameters } = signature;
  if (returns === undefined && parameters.length > 0) throw new RangeError('parameters, but nothing that is returned');
  const records = returns === undefined ? [] : [returns, ...parameters];
  const writer = new ChunkWriter();
  writer.reserve(SIGNATURE_HEADER_SIZE + PARAMETER_SIZE * records.length);
  writer.put32(0, records.length);
  writer.put32(4, SIGNATURE_HEADER_SIZE);
  for (let i = 0; i < records.length; i++) {
    writeParameter(writer, SIGNATURE_HEADER_SIZE + PARAMETER_SIZE * i, records[i]!);
  }
  writer.align();
  return writer.bytes();
}

function writeParameter(writer: ChunkWriter, at: number, one: FunctionParameter): void {
  const { name, semanticName } = one;
  writer.put32(at, name === undefined ? 0 : writer.string(name));
  writer.put32(at + 4, semanticName === undefined ? 0 : writer.string(semanticName));
  const words = [one.type, one.class, one.rows, one.columns, one.interpolation, one.flags];
  const positions = [one.firstInRegister, one.firstInComponent, one.firstOutRegister, one.firstOutComponent];
  writer.putWords(at + 8, [...words, ...positions]);
}

/** A function of a library to write. */
export interface NewLibraryFunction extends LibraryFunction {
  /** Its container, digest included. */
  readonly container: Uint8Array;
}

/**
 * A library of functions, each a separate container: those first, then the header (source: oracle).
 *
 * @throws RangeError as {@link serializeLibh} does
 */
export function serializeLibrary(
  functions: readonly NewLibraryFunction[],
  creator: string | undefined,
  digest: ChecksumKind = 'retail',
): Uint8Array {
  const header = serializeLibh({ version: 1, creator, flags: 0, functions });
  const chunks = functions.map(({ container }) => ({ tag: TAG.LIBF, data: container }));
  return serializeContainer([...chunks, { tag: TAG.LIBH, data: header }], digest);
}
