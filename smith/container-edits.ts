/**
 * Containers with one thing changed and the right digest: a field of a chunk, the order or the sizes of chunks, in
 * functions of libraries too. The chunks of the program stay unchanged.
 *
 * Not for: programs (sm4-wild.ts), or bytes changed at random (tools/fuzz).
 */
import { Diagnostics } from '../src/base/diagnostics.ts';
import { fourCCText, u32At } from '../src/base/words.ts';
import { computeChecksum } from '../src/container/digest.ts';
import { CHUNK_HEADER_SIZE, type Chunk, readChunkDirectory } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { serializeContainer } from '../src/container/write.ts';
import type { Random } from './random.ts';

/** Chunks that are edited, all but the programs. */
const EDITED: ReadonlySet<number> = new Set([
  ...[TAG.RDEF, TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1],
  ...[TAG.STAT, TAG.SFI0, TAG.IFCE, TAG.Aon9, TAG.XNAP, TAG.XNAS, TAG.LIBH, TAG.LFS0],
]);
/** Chunks with programs. */
const PROGRAMS: ReadonlySet<number> = new Set([TAG.SHDR, TAG.SHEX, TAG.Aon9, TAG.XNAP, TAG.XNAS, TAG.LIBF]);
const LEVEL_9: ReadonlySet<number> = new Set([TAG.Aon9, TAG.XNAP, TAG.XNAS]);
/** The offset of the field with the start of the program in such a chunk; only bytes before it are edited. */
const PROGRAM_OFFSET = 12;
/** Values that fields of chunks like least. */
function hostile(random: Random, old: number, bytes: Uint8Array, start: number, size: number): number {
  const near = [old + 1, old - 1, old + 4, old - 4, old ^ (1 << random.below(32))];
  const known = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 64, 65, 66, 69, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, size, size - 4];
  const other = u32At(bytes, start + 4 * random.below(Math.max(1, size >>> 2)));
  return random.pick([...near, ...known, other, other, random.below(40), random.below(size + 8)]) >>> 0;
}

export interface Edit {
  readonly bytes: Uint8Array;
  readonly what: string;
}

/** `bytes` with something changed, and what; undefined when there is nothing to change. */
export function editedContainer(bytes: Uint8Array, random: Random): Edit | undefined {
  const chunks = readChunkDirectory(bytes, new Diagnostics())?.chunks ?? [];
  const functions = chunks.filter((chunk) => chunk.tag === TAG.LIBF);
  if (functions.length > 0 && !random.oneIn(3)) return editFunction(bytes, random.pick(functions), random);
  return random.oneIn(4) ? rearrange(chunks, random) : editField(bytes, chunks, random);
}

/** An edit inside one function of a library, whose digest is repaired too. */
function editFunction(bytes: Uint8Array, chunk: Chunk, random: Random): Edit | undefined {
  const inner = editedContainer(chunk.data, random);
  if (inner === undefined || inner.bytes.byteLength !== chunk.data.byteLength) return undefined;
  const copy = bytes.slice();
  copy.set(inner.bytes, chunk.offset + CHUNK_HEADER_SIZE);
  repair(copy);
  return { bytes: copy, what: `LIBF@0x${chunk.offset.toString(16)} ${inner.what}` };
}

function editField(bytes: Uint8Array, all: readonly Chunk[], random: Random): Edit | undefined {
  const chunks = all.filter((chunk) => EDITED.has(chunk.tag) && chunk.data.byteLength >= 4);
  if (chunks.length === 0) return undefined;
  const chunk = random.pick(chunks);
  const start = chunk.offset + CHUNK_HEADER_SIZE;
  const size = LEVEL_9.has(chunk.tag) ? u32At(chunk.data, PROGRAM_OFFSET) : chunk.data.byteLength;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const width = random.pick([4, 4, 4, 2, 1]);
  const at = width * random.below(Math.floor(size / width));
  const old = u32At(copy, start + at);
  const value = hostile(random, old, copy, start, size);
  if (width === 4) view.setUint32(start + at, value, true);
  else if (width === 2) view.setUint16(start + at, value & 0xffff, true);
  else view.setUint8(start + at, value & 0xff);
  repair(copy);
  return { bytes: copy, what: `${chunk.name}+0x${at.toString(16)} (${width}) = 0x${value.toString(16)}` };
}

/** Names that one kind of chunk may be given instead of its own. */
const RENAMED = [TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1, TAG.SHDR, TAG.SHEX, TAG.PRIV];

/** The chunks in another order, one of them twice, left out, empty, shorter, longer or with another name. */
function rearrange(chunks: readonly Chunk[], random: Random): Edit {
  const list = chunks.map(({ tag, data }) => ({ tag, data }));
  const index = random.below(list.length);
  const { tag, data } = list[index]!;
  const other = random.below(list.length);
  const name = fourCCText(tag);
  const cut = 4 * random.between(1, Math.max(1, data.byteLength >>> 2));
  const longer = new Uint8Array(data.byteLength + 4 * random.between(1, 3));
  longer.set(data);
  const [what, change] = random.pick<[string, () => void]>([
    [`without ${name}`, () => list.splice(index, 1)],
    [`${name} first`, () => list.unshift(...list.splice(index, 1))],
    [`${name} last`, () => list.push(...list.splice(index, 1))],
    [`${name} twice`, () => list.splice(other, 0, { tag, data })],
    [`${name} without contents`, () => list.splice(index, 1, { tag, data: new Uint8Array(0) })],
    [`${name} shorter by ${cut}`, () => list.splice(index, 1, { tag, data: data.subarray(0, -cut) })],
    [`${name} longer`, () => list.splice(index, 1, { tag, data: longer })],
    [`${name} by another name`, () => list.splice(index, 1, { tag: random.pick(RENAMED), data })],
    ['reversed', () => list.reverse()],
  ]);
  // A damaged program is not what is compared here.
  if (!PROGRAMS.has(tag) || what.endsWith('first') || what.endsWith('last')) change();
  return { bytes: serializeContainer(list), what };
}

function repair(bytes: Uint8Array): void {
  const digest = computeChecksum(bytes);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 4; i++) view.setUint32(4 + 4 * i, digest[i]!, true);
}
