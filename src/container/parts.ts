/**
 * Microsoft's functions for parts of containers, byte for byte: `D3DStripShader`, `D3DGetBlobPart`, `D3DSetBlobPart`.
 * They use only the tags of chunks, not their contents, and accept only containers in the layout of compilers with the
 * right digest (source of all facts here: oracle).
 *
 * Not for: editing any other way, or containers that Microsoft refuses (edit.ts).
 */

import { type ByteSource, isSameBytes, toBytes } from '../base/bytes.ts';
import { type BytesResult, Diagnostics, fillPlaceholders, writeResult } from '../base/diagnostics.ts';
import type { Message } from '../base/messages.ts';
import { CappedDiagnostics } from './capped-reports.ts';
import { verifyChecksum } from './digest.ts';
import { CHUNK_HEADER_SIZE, type Chunk, Container, readChunkDirectory } from './dxbc.ts';
import { findChunk, MAX_GROWTH, removeChunks, reportStrayBytes } from './edit.ts';
import { layoutFault } from './layout.ts';
import { DX1030, DX1031, DX1032, DX1035, DX1037, DX1038, DX1042, DX1043, DX1045 } from './messages.ts';
import { CHUNK_KINDS, type ChunkName, TAG } from './tags.ts';
import { type ChunkBytes, containerSize, serializeContainer } from './write.ts';

/** The parts that {@link stripChunks} can remove (`D3DCOMPILER_STRIP_FLAGS`). */
export const STRIP_FLAGS = {
  reflection: 0x1,
  debug: 0x2,
  testBlobs: 0x4,
  privateData: 0x8,
  rootSignature: 0x10,
} as const satisfies Record<string, number>;

export type StripFlag = keyof typeof STRIP_FLAGS;

/** The chunks that a flag of {@link STRIP_FLAGS} removes, all of each tag. */
const STRIPPED = {
  reflection: ['RDEF', 'STAT'],
  debug: ['SPDB', 'SDBG', 'RPLY'],
  testBlobs: ['CRPT', 'SMID', 'PERF', 'SDTL'],
  privateData: ['PRIV'],
  rootSignature: ['RTS0'],
} as const satisfies Record<StripFlag, readonly ChunkName[]>;

/** Parts by the names and numbers of `D3D_BLOB_PART` in d3dcompiler.h. */
export const BLOB_PARTS = {
  inputSignature: 0,
  outputSignature: 1,
  inputAndOutputSignature: 2,
  patchConstantSignature: 3,
  allSignatures: 4,
  debugInfo: 5,
  legacyShader: 6,
  xnaPrepassShader: 7,
  xnaShader: 8,
  pdb: 9,
  privateData: 10,
  rootSignature: 11,
  debugName: 12,
  testAlternateShader: 0x8000,
  testCompileDetails: 0x8001,
  testCompilePerf: 0x8002,
  testCompileReport: 0x8003,
} as const satisfies Record<string, number>;

export type BlobPart = keyof typeof BLOB_PARTS;

/** Kinds that hold the same thing, the preferred one first; the first chunk of each kind counts. */
const INPUT = ['ISG1', 'ISGN'] as const satisfies readonly ChunkName[];
const OUTPUT = ['OSG5', 'OSG1', 'OSGN'] as const satisfies readonly ChunkName[];
const PATCH = ['PSG1', 'PCSG'] as const satisfies readonly ChunkName[];

interface PartRow {
  /** The part has one chunk of each of these; all are required. */
  readonly from: readonly (readonly ChunkName[])[];
  /** Whether the part is a container of these chunks; otherwise it is the payload alone. */
  readonly container: boolean;
}

const PARTS: Readonly<Record<BlobPart, PartRow>> = {
  inputSignature: { from: [INPUT], container: true },
  outputSignature: { from: [OUTPUT], container: true },
  inputAndOutputSignature: { from: [INPUT, OUTPUT], container: true },
  patchConstantSignature: { from: [PATCH], container: true },
  allSignatures: { from: [INPUT, OUTPUT, PATCH], container: true },
  debugInfo: { from: [['SDBG']], container: false },
  legacyShader: { from: [['Aon9']], container: false },
  xnaPrepassShader: { from: [['XNAP']], container: false },
  xnaShader: { from: [['XNAS']], container: false },
  pdb: { from: [['SPDB']], container: false },
  privateData: { from: [['PRIV']], container: false },
  rootSignature: { from: [['RTS0']], container: true },
  debugName: { from: [['ILDN']], container: false },
  testAlternateShader: { from: [['SMID']], container: false },
  testCompileDetails: { from: [['SDTL']], container: false },
  testCompilePerf: { from: [['PERF']], container: false },
  testCompileReport: { from: [['CRPT']], container: false },
};

const PART_NAMES: ReadonlyMap<number, BlobPart> = new Map(
  Object.entries(BLOB_PARTS).map(([name, number]) => [number, name as BlobPart]),
);

/** The parts that can be set, and the chunk that each is. */
const SETTABLE: Readonly<Partial<Record<BlobPart, ChunkName>>> = {
  privateData: 'PRIV',
  rootSignature: 'RTS0',
  debugName: 'ILDN',
};

/** The tag of the chunk that {@link writeBlobPart} sets for `part`; undefined where it cannot. */
export function settableTag(part: BlobPart): ChunkName | undefined {
  return SETTABLE[part];
}

/** The tag of the chunk whose payload `part` is; undefined for those that come as containers. */
export function payloadTag(part: BlobPart): ChunkName | undefined {
  const { from, container } = PARTS[part];
  return container ? undefined : from[0]![0];
}

/**
 * Returns the container `bytes` without the chunks that `flags` name, as `D3DStripShader` does. The other chunks keep
 * their order, and the digest keeps its kind. Library functions are not changed, and a library keeps its reflection.
 *
 * @param flags of {@link STRIP_FLAGS}; other bits do nothing
 * @returns undefined, with a diagnostic, where Microsoft's function refuses
 * @throws TypeError when `flags` is not a number
 */
export function stripChunks(bytes: Uint8Array, flags: number, diagnostics: Diagnostics): Uint8Array | undefined {
  requireNumber(flags, 'stripShader: flags');
  const container = openStrictly(bytes, diagnostics);
  if (container === undefined) return undefined;
  // A library keeps its reflection.
  const taken = findChunk(container.chunks, TAG.LIBH) ? flags & ~STRIP_FLAGS.reflection : flags;
  const names = Object.keys(STRIP_FLAGS) as StripFlag[];
  const tags = names.flatMap((name) => (taken & STRIP_FLAGS[name] ? STRIPPED[name].map((tag) => TAG[tag]) : []));
  reportStrayBytes(bytes, container, diagnostics);
  return serializeContainer(removeChunks(container.chunks, ...tags), container.digest);
}

/**
 * Returns a part of the container `bytes`, as `D3DGetBlobPart` does. Signatures and root signatures are containers with
 * a retail digest, all others the payload of a chunk.
 *
 * @param part a name, or a number of `D3D_BLOB_PART`
 * @returns undefined, with a diagnostic, where Microsoft's function refuses
 * @throws TypeError when `part` is neither a number nor a name
 */
export function readBlobPart(
  bytes: Uint8Array,
  part: BlobPart | number,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const name = partName(part, 'blobPart');
  const container = openStrictly(bytes, diagnostics);
  if (container === undefined) return undefined;
  if (name === undefined) {
    diagnostics.report(DX1037, 0, bytes.byteLength, { part, verb: 'taken' });
    return undefined;
  }
  const { from, container: wrapped } = PARTS[name];
  const chunks = from.flatMap((kinds) => findFirst(container, kinds) ?? []);
  if (chunks.length < from.length) {
    const missing = from.find((kinds) => findFirst(container, kinds) === undefined)!;
    diagnostics.report(DX1032, 0, bytes.byteLength, { part: wantedText(missing) });
    return undefined;
  }
  return wrapped ? serializeContainer(chunks) : chunks[0]!.data.slice();
}

/**
 * Returns the container `bytes` with another part, as `D3DSetBlobPart` does. All chunks of its kind are removed, and
 * the new one is the last; the digest keeps its kind. Where another tag occurs more than once, each of its chunks
 * becomes a copy of the first, with a warning: this breaks libraries. `setChunk()` does not have this defect.
 *
 * @param part private data, the debug name or the root signature; no others can be set
 * @param data the payload; for the root signature a container that has one
 * @returns undefined, with a diagnostic, where Microsoft's function refuses
 * @throws TypeError when `part` is neither a number nor a name
 */
export function writeBlobPart(
  bytes: Uint8Array,
  part: BlobPart | number,
  data: Uint8Array,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const name = partName(part, 'setBlobPart');
  const kind = name && SETTABLE[name];
  if (kind === undefined) {
    diagnostics.report(DX1037, 0, bytes.byteLength, { part, verb: 'set' });
    return undefined;
  }
  if (data.byteLength === 0) {
    diagnostics.report(DX1038, 0, bytes.byteLength, { part });
    return undefined;
  }
  const container = openStrictly(bytes, diagnostics);
  if (container === undefined) return undefined;
  const payload = kind === 'RTS0' ? rootSignatureIn(data, diagnostics) : data;
  if (payload === undefined) return undefined;
  reportStrayBytes(bytes, container, diagnostics);
  const others = firstOfEach(container, TAG[kind], diagnostics);
  const chunks = [...others, { tag: TAG[kind], data: payload }];
  const size = containerSize(chunks);
  if (size > MAX_GROWTH * (bytes.byteLength + data.byteLength)) {
    diagnostics.report(DX1035, 0, bytes.byteLength, { size });
    return undefined;
  }
  return serializeContainer(chunks, container.digest);
}

/**
 * Returns the chunks of `container` except those of one kind, as Microsoft's function copies them: it looks each one up
 * by its tag, so a second chunk of a kind becomes a copy of the first.
 */
function firstOfEach(container: Container, except: number, diagnostics: Diagnostics): ChunkBytes[] {
  const reports = new CappedDiagnostics(diagnostics, 'the container');
  const first = new Map<number, Chunk>();
  const copied: ChunkBytes[] = [];
  for (const [index, chunk] of container.chunks.entries()) {
    const { tag, name, offset, data } = chunk;
    if (tag === except) continue;
    const taken = first.get(tag) ?? chunk;
    first.set(tag, taken);
    copied.push(taken);
    if (taken === chunk || isSameBytes(data, taken.data)) continue;
    reports.report(DX1045, offset, offset + CHUNK_HEADER_SIZE + data.byteLength, { index, tag: name });
  }
  return copied;
}

/** Reads a container that Microsoft's functions accept; undefined, with a diagnostic, when they reject it. */
function openStrictly(bytes: Uint8Array, diagnostics: Diagnostics): Container | undefined {
  const found = openOrRefuse(bytes);
  if ('chunks' in found) return found;
  diagnostics.report(found.message, found.start, found.end, found.values);
  return undefined;
}

/** Why Microsoft's functions refuse a container; they look at the layout first. */
interface Refusal {
  readonly message: Message;
  readonly start: number;
  readonly end: number;
  readonly values: Readonly<Record<string, string>>;
}

function openOrRefuse(bytes: Uint8Array): Container | Refusal {
  const fault = layoutFault(bytes);
  if (fault !== undefined) {
    const { start, end, reason } = fault;
    return { message: DX1030, start, end, values: { reason } };
  }
  const { found, expected, kind } = verifyChecksum(bytes);
  if (kind === undefined) return { message: DX1031, start: 4, end: 20, values: { found, expected } };
  const container = readChunkDirectory(bytes, new Diagnostics())!;
  return new Container(container.bytes, container.chunks, kind);
}

/** Returns the payload of the root signature in the container `data`, which Microsoft's functions must accept, too. */
function rootSignatureIn(data: Uint8Array, diagnostics: Diagnostics): Uint8Array | undefined {
  const found = openOrRefuse(data);
  if (!('chunks' in found)) {
    const reason = fillPlaceholders(found.message.text, found.values);
    const badLayout = found.message === DX1030;
    diagnostics.report(badLayout ? DX1043 : DX1042, 0, 0, { reason });
    return undefined;
  }
  const chunk = findChunk(found.chunks, TAG.RTS0);
  if (chunk === undefined) diagnostics.report(DX1042, 0, 0, { reason: `there is no ${wantedText(['RTS0'])}` });
  return chunk?.data;
}

function findFirst(container: Container, kinds: readonly ChunkName[]): Chunk | undefined {
  for (const kind of kinds) {
    const chunk = findChunk(container.chunks, TAG[kind]);
    if (chunk !== undefined) return chunk;
  }
  return undefined;
}

/** The names of chunks in messages. */
function wantedText(kinds: readonly ChunkName[]): string {
  const last = kinds[kinds.length - 1]!;
  return `chunk ${kinds.join(', ')} (${CHUNK_KINDS[last]})`;
}

function partName(part: BlobPart | number, caller: string): BlobPart | undefined {
  if (typeof part === 'number') return PART_NAMES.get(part);
  if (typeof part === 'string' && Object.hasOwn(BLOB_PARTS, part)) return part;
  throw new TypeError(`${caller}: part must be a number or one of ${Object.keys(BLOB_PARTS).join(', ')}`);
}

function requireNumber(value: unknown, what: string): asserts value is number {
  if (typeof value !== 'number') throw new TypeError(`${what} must be a number, not ${typeof value}`);
}

/**
 * Removes chunks as `D3DStripShader` does. The others keep their order, and the checksum keeps its kind. Library
 * functions are not changed, and the header of a library keeps its reflection.
 *
 * @param flags of `STRIP_FLAGS`; other bits have no effect
 * @throws TypeError when `flags` is not a number
 */
export function stripShader(bytes: ByteSource, flags: number): BytesResult {
  const input = toBytes(bytes, 'stripShader');
  return writeResult((diagnostics) => stripChunks(input, flags, diagnostics));
}

/**
 * Returns a part of a container as `D3DGetBlobPart` does. Signatures and root signatures are containers with a retail
 * checksum, all others the payload of a chunk.
 *
 * @param part a name, or a number of `D3D_BLOB_PART`
 * @throws TypeError when `part` is neither a number nor a name
 */
export function blobPart(bytes: ByteSource, part: BlobPart | number): BytesResult {
  const input = toBytes(bytes, 'blobPart');
  return writeResult((diagnostics) => readBlobPart(input, part, diagnostics));
}

/**
 * Sets a part of a container as `D3DSetBlobPart` does. All chunks of its kind are removed, and the new one is the last;
 * the checksum keeps its kind. Where another tag occurs more than once, each of its chunks becomes a copy of the first,
 * with a warning: this breaks libraries. `setChunk()` does not have this defect.
 *
 * @param part private data, the debug name or the root signature; others cannot be set
 * @param data the payload; for the root signature a container that has one
 * @throws TypeError when `part` is neither a number nor a name
 */
export function setBlobPart(bytes: ByteSource, part: BlobPart | number, data: ByteSource): BytesResult {
  const input = toBytes(bytes, 'setBlobPart');
  const payload = toBytes(data, 'setBlobPart', 'data');
  return writeResult((diagnostics) => writeBlobPart(input, part, payload, diagnostics));
}
