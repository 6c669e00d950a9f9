/**
 * Bundles of Unity: UnityFS, and UnityWeb and UnityRaw before version 5.3. Blocks that are stored, LZ4 or LZMA are one
 * stream, in which files are (source: the documentation of the crate unity-formats, and the readers AssetStudio and
 * UnityPy, MIT).
 *
 * Not for: the files in it (unity-assets.ts); LZHAM, which no published version writes; encrypted bundles.
 */

import { ByteCursor } from '../../base/byte-cursor.ts';
import { unpackLz4 } from '../lz4.ts';
import { DX0309, DX0310, DX0312 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, type RandomAccessSource, readFrom, sourceOfBytes, storedPieces } from '../source.ts';

const HEAD = 0x556e_6974;
const KINDS = ['UnityFS', 'UnityWeb', 'UnityRaw'] as const;
/** Tables of blocks and files larger than this are not read: they are in memory completely. */
const MAX_TABLE = 2 ** 26;
/** From this version on the table begins at a multiple of 16. */
const ALIGNED_VERSION = 7;
const ALIGNMENT = 16;

const COMPRESSION = 0x3f;
const TABLE_AT_END = 0x80;
const PADDED = 0x200;
const STORED = 0;
const LZMA = 1;
const LZ4 = 2;
const LZ4_HC = 3;
const LZMA_PROPERTIES = 5;
/** A .lzma file has the size after its properties. */
const LZMA_HEADER = 13;

export const UNITY_BUNDLE: FormatReader = {
  name: 'Unity bundle',
  matches: (head) => kindOf(head) !== undefined,
  members: readBundle,
  carveIf: 'no members',
};

function kindOf(head: Uint8Array): (typeof KINDS)[number] | undefined {
  const cursor = new BigEndianCursor(head);
  if (cursor.u32() !== HEAD) return undefined;
  cursor.at = 0;
  const text = cursor.text();
  return KINDS.find((kind) => kind === text);
}

/** Numbers with the highest byte first, and strings that end with a zero. */
export class BigEndianCursor extends ByteCursor {
  override u16(): number {
    return this.u8() * 256 + this.u8();
  }

  override u32(): number {
    return this.u16() * 2 ** 16 + this.u16();
  }

  /** A 64-bit number; beyond 2^53 it is not exact. */
  u64(): number {
    return this.u32() * 2 ** 32 + this.u32();
  }

  text(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) this.failed = true;
    const start = this.skip(end < 0 ? 0 : end - this.at + 1);
    return end < 0 ? '' : new TextDecoder().decode(this.bytes.subarray(start, end));
  }

  align(size: number): void {
    this.skip(Math.ceil(this.at / size) * size - this.at);
  }
}

interface Block {
  readonly offset: number;
  readonly packedSize: number;
  readonly size: number;
  readonly compression: number;
}

interface Node {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

async function* readBundle(input: ReaderInput): AsyncGenerator<Member> {
  const { head, source, diagnostics } = input;
  const cursor = new BigEndianCursor(head);
  const kind = cursor.text();
  const version = cursor.u32();
  cursor.text();
  cursor.text();
  // Version 6 of the older kinds has the newer header.
  if (kind !== 'UnityFS' && version < 6) {
    yield* readOldBundle(input, cursor, kind === 'UnityWeb', version);
    return;
  }
  const table = await readTable(input, cursor, kind, version);
  if (table === undefined) {
    diagnostics.report(DX0310, 0, cursor.at, {
      format: 'Unity bundle',
      what: 'the table of blocks is damaged or packed in an unknown way',
    });
    return;
  }
  const { blocks, nodes } = table;
  const last = blocks.at(-1);
  const end = last === undefined ? 0 : last.offset + last.packedSize;
  const start = blocks[0]?.offset ?? 0;
  if (end > source.size)
    diagnostics.report(DX0309, start, source.size, {
      format: 'Unity bundle',
      what: 'the end of the blocks',
      offset: end,
      size: source.size,
    });
  const as = filesReader(() => nodes);
  if (blocks.every(({ compression }) => compression === STORED)) {
    yield { name: '', offset: start, source: partOfSource(source, start, end - start), as };
    return;
  }
  const open = () => unpackBlocks(blocks, input);
  const size = blocks.reduce((sum, block) => sum + block.size, 0);
  yield { name: '', offset: start, open, codec: 'UnityFS', packedSize: end - start, size, as };
}

/** The blocks and files of a bundle; undefined where the table is damaged. */
async function readTable(
  input: ReaderInput,
  header: BigEndianCursor,
  kind: string,
  version: number,
): Promise<{ blocks: readonly Block[]; nodes: readonly Node[] } | undefined> {
  const { source } = input;
  header.u64();
  const packedSize = header.u32();
  const size = header.u32();
  const flags = header.u32();
  if (kind !== 'UnityFS') header.skip(1);
  if (version >= ALIGNED_VERSION) header.align(ALIGNMENT);
  if (header.failed || Math.max(packedSize, size) > MAX_TABLE) return undefined;
  const isAtEnd = (flags & TABLE_AT_END) !== 0;
  const offset = isAtEnd ? source.size - packedSize : header.at;
  const packed = await readFrom(source, offset, packedSize);
  const block = { offset, packedSize, size, compression: flags & COMPRESSION };
  const bytes = await unpackTable(packed, block, input);
  if (bytes === undefined) return undefined;
  const data = isAtEnd ? header.at : header.at + packedSize;
  return parseTable(bytes, flags & PADDED ? Math.ceil(data / ALIGNMENT) * ALIGNMENT : data);
}

async function unpackTable(packed: Uint8Array, block: Block, input: ReaderInput): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  try {
    const source = sourceOfBytes(packed);
    for await (const piece of unpackBlocks([{ ...block, offset: 0 }], { ...input, source })) pieces.push(piece);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes.byteLength < block.size ? undefined : bytes;
}

const HASH = 16;

function parseTable(bytes: Uint8Array, data: number): { blocks: Block[]; nodes: Node[] } | undefined {
  const cursor = new BigEndianCursor(bytes, HASH);
  const blocks: Block[] = [];
  let offset = data;
  for (let left = cursor.u32(); left > 0 && !cursor.failed; left--) {
    const size = cursor.u32();
    const packedSize = cursor.u32();
    blocks.push({ offset, packedSize, size, compression: cursor.u16() & COMPRESSION });
    offset += packedSize;
  }
  const nodes: Node[] = [];
  for (let left = cursor.u32(); left > 0 && !cursor.failed; left--) {
    const [start, size] = [cursor.u64(), cursor.u64()];
    cursor.u32();
    nodes.push({ offset: start, size, name: cursor.text() });
  }
  return cursor.failed ? undefined : { blocks, nodes };
}

/** The bytes of `blocks`, one after the other. @throws Error where one is damaged */
async function* unpackBlocks(
  blocks: readonly Block[],
  { source, codecs, limit }: Pick<ReaderInput, 'source' | 'codecs' | 'limit'>,
): AsyncGenerator<Uint8Array> {
  for (const { offset, packedSize, size, compression } of blocks) {
    const packed = partOfSource(source, offset, packedSize);
    if (compression === LZMA) {
      const properties = await readFrom(packed, 0, LZMA_PROPERTIES);
      yield* codecs.lzma(partOfSource(packed, LZMA_PROPERTIES, packedSize), { size, properties, limit: size });
    } else if (compression === LZ4 || compression === LZ4_HC) {
      // Blocks have 128 KB; what they claim is no reason to take more than there may be.
      yield* unpackLz4(await readFrom(packed, 0, Math.min(packedSize, limit)), Math.min(size, limit));
    } else if (compression === STORED) yield* storedPieces(packed);
    else throw new Error(`a block is packed with method ${compression}`);
  }
}

/** A reader of the files in unpacked blocks. */
function filesReader(
  nodesOf: (source: RandomAccessSource) => readonly Node[] | Promise<readonly Node[]>,
): FormatReader {
  return {
    name: 'Unity bundle',
    matches: () => true,
    async *members({ source, diagnostics }: ReaderInput): AsyncGenerator<Member> {
      let end = 0;
      for (const { name, offset, size } of [...(await nodesOf(source))].sort((a, b) => a.offset - b.offset)) {
        if (offset < end) diagnostics.report(DX0312, offset, offset, { format: 'Unity bundle', name });
        else if (offset < source.size) yield { name, offset, source: partOfSource(source, offset, size) };
        end = Math.max(end, offset + size);
      }
    },
    carveIf: 'no members',
  };
}

/** UnityWeb, one LZMA stream, and UnityRaw, the same without compression: the files are listed in the data. */
async function* readOldBundle(
  { source, codecs, limit }: ReaderInput,
  cursor: BigEndianCursor,
  isPacked: boolean,
  version: number,
): AsyncGenerator<Member> {
  if (version >= 4) cursor.skip(20);
  cursor.u32();
  const start = cursor.u32();
  const data = partOfSource(source, start, source.size);
  const as = filesReader(oldNodes);
  if (!isPacked) {
    yield { name: '', offset: start, source: data, as };
    return;
  }
  const header = await readFrom(data, 0, LZMA_HEADER);
  const packed = partOfSource(data, LZMA_HEADER, data.size);
  const properties = header.slice(0, LZMA_PROPERTIES);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const declared = header.byteLength < LZMA_HEADER ? 0 : Number(view.getBigUint64(LZMA_PROPERTIES, true));
  const size = declared > 0 && Number.isSafeInteger(declared) ? declared : undefined;
  const open = () => codecs.lzma(packed, { size, properties, limit: size ?? limit });
  yield { name: '', offset: start, open, codec: 'lzma', packedSize: packed.size, size, as };
}

async function oldNodes(source: RandomAccessSource): Promise<readonly Node[]> {
  const cursor = new BigEndianCursor(await readFrom(source, 0, MAX_TABLE / 64));
  const nodes: Node[] = [];
  for (let left = cursor.u32(); left > 0 && !cursor.failed; left--) {
    const name = cursor.text();
    nodes.push({ name, offset: cursor.u32(), size: cursor.u32() });
  }
  return cursor.failed ? [] : nodes;
}
