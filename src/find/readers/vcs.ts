/**
 * Compiled shaders of Valve's Source engine (.vcs), versions 2 to 6. A file has static combos, which are located one by
 * one; each has blocks of dynamic combos: as they are, or compressed with bzip2 or LZMA. Versions 2 and 4 have a list
 * of all combos, which may be differences from one (source: `shader_vcs_version.h` of Valve's public Source SDK 2013,
 * and the page VCS of the Valve Developer Community; the blocks: tools that read the files of released games).
 *
 * Not for: version 1, which is carved; Source 2, whose files begin with `vcs2`.
 */
import { u32At } from '../../base/words.ts';
import { detectBinaryFormat } from '../../file/detect-format.ts';
import { DX0309, DX0310 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, type RandomAccessSource, readFrom } from '../source.ts';

// Applies the differences with which old Valve shader files store a combo against their largest one (source: the format
// that `tier1/undiff.cpp` of Valve's Source SDK reads).

const LITERAL = 0x80;

/**
 * Returns the combo that `delta` describes, at most `limit` bytes.
 *
 * @throws Error where an operation refers to bytes that the reference does not have
 */
export function applyVcsDelta(reference: Uint8Array, delta: Uint8Array, limit: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let copied = 0;
  let at = 0;
  const byte = () => delta[at++] ?? 0;
  const word = () => byte() | (byte() << 8);
  const take = (bytes: Uint8Array, start: number, length: number, what: string) => {
    if (start < 0 || start + length > bytes.byteLength) throw new Error(`${what} outside of their bytes`);
    const wanted = Math.min(length, limit - total);
    if (wanted > 0) pieces.push(bytes.subarray(start, start + wanted));
    total += wanted;
  };
  const copy = (length: number, distance: number) => {
    take(reference, copied + distance, length, 'bytes of the reference');
    copied += distance + length;
  };
  const literals = (length: number) => {
    take(delta, at, length, 'new bytes');
    at += length;
  };
  while (at < delta.byteLength && total < limit) {
    const code = byte();
    if (code === 0) {
      const length = word();
      copy(length, (word() << 16) >> 16);
    } else if (code < LITERAL) literals(code);
    else if (code > LITERAL) copy(code & 0x7f, (byte() << 24) >> 24);
    else {
      const length = byte();
      if (length === 0) literals(byte() | (byte() << 8) | (byte() << 16));
      else copy(length, (word() << 16) >> 16);
    }
  }
  const out = new Uint8Array(total);
  let end = 0;
  for (const piece of pieces) {
    out.set(piece, end);
    end += piece.byteLength;
  }
  return out;
}

/** Versions before 4 have no checksum of the source in their header. */
const headerSize = (version: number) => (version < 4 ? 24 : 28);
const RECORD = 8;
const END = 0xffff_ffff;
/** Records that are read at a time. */
const RECORDS = 2 ** 12;
/** The most combos of a list; the largest file of a game has some hundred thousand. */
const MAX_COMBOS = 2 ** 24;

const STORED = 0x8000_0000;
const LZMA = 0x4000_0000;
const SIZE_MASK = 0x3fff_ffff;
/** `LZMA` */
const LZMA_TAG = 0x414d_5a4c;
/** Tag, unpacked size, packed size, properties. */
const LZMA_HEADER = 17;

export const VCS: FormatReader = {
  name: 'VCS',
  matches: (head, size) => {
    const version = u32At(head, 0);
    if (version === 3 || version === 5 || version === 6) return hasRecords(head, version, size);
    return (version === 2 || version === 4) && hasDictionary(head, version, size);
  },
  members: readVcs,
  carveIf: 'no members',
};

/** A static combo: the blocks in which its dynamic combos are. */
const COMBO: FormatReader = { name: 'VCS', matches: () => true, members: readBlocks };

/** Dynamic combos: number, size, code. */
const BLOCK: FormatReader = { name: 'VCS', matches: () => true, members: readDynamic, carveIf: 'no members' };

/** Whether combos in the head of a file are in order after the records of combos. */
function hasRecords(head: Uint8Array, version: number, size: number): boolean {
  const start = headerSize(version);
  const count = u32At(head, 20);
  const end = start + RECORD * count + (version === 6 ? 4 : 0);
  if (u32At(head, 8) === 0 || count < 2 || end > size) return false;
  let last = end;
  for (let i = 0, at = start; i < count && at + RECORD <= head.byteLength; i++, at += RECORD) {
    const offset = u32At(head, at + 4);
    if (offset < last || offset > size || (i > 0 && u32At(head, at) <= u32At(head, at - RECORD))) return false;
    last = offset;
  }
  return version === 6 || u32At(head, start + 4) === end;
}

function hasDictionary(head: Uint8Array, version: number, size: number): boolean {
  const total = u32At(head, 4);
  const dynamic = u32At(head, 8);
  const reference = u32At(head, 20);
  if (dynamic === 0 || total < dynamic || total % dynamic !== 0 || total > MAX_COMBOS) return false;
  return headerSize(version) + reference + RECORD * total <= size;
}

function readVcs(input: ReaderInput): AsyncGenerator<Member> {
  return u32At(input.head, 0) === 2 || u32At(input.head, 0) === 4 ? readDictionary(input) : readStatic(input);
}

/** The static combos, by their records; the last one is where the file ends. */
async function* readStatic({ source, head, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const start = headerSize(u32At(head, 0));
  const count = u32At(head, 20);
  for (let first = 0; first < count - 1; first += RECORDS) {
    const records = await readFrom(source, start + RECORD * first, RECORD * (RECORDS + 1));
    for (let i = 0; i < RECORDS && first + i < count - 1 && RECORD * (i + 2) <= records.byteLength; i++) {
      const id = u32At(records, RECORD * i);
      const offset = u32At(records, RECORD * i + 4);
      const end = u32At(records, RECORD * i + 12);
      if (offset > end || end > source.size) {
        diagnostics.report(DX0309, start + RECORD * (first + i), start + RECORD * (first + i + 1), {
          format: 'VCS',
          what: `static combo ${id}`,
          offset,
          size: source.size,
        });
        continue;
      }
      yield { name: `static${id}`, offset, source: partOfSource(source, offset, end - offset), as: COMBO };
    }
  }
}

async function* readBlocks({ source, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  for (let at = 0; at + 4 <= source.size; ) {
    const word = u32At(await readFrom(source, at, 4), 0);
    if (word === END) return;
    const offset = at + 4;
    const size = word & SIZE_MASK;
    at = offset + size;
    if (at > source.size) {
      diagnostics.report(DX0309, offset - 4, offset, {
        format: 'VCS',
        what: 'the end of a block',
        offset: at,
        size: source.size,
      });
    }
    const block = partOfSource(source, offset, size);
    if ((word & STORED) !== 0) yield { name: '', offset, source: block, as: BLOCK };
    else if ((word & LZMA) === 0) yield { name: '', offset, packed: block, codec: 'bzip2', as: BLOCK };
    else yield* lzmaBlock(block, offset, diagnostics);
  }
}

async function* lzmaBlock(
  block: RandomAccessSource,
  offset: number,
  diagnostics: ReaderInput['diagnostics'],
): AsyncGenerator<Member> {
  const header = await readFrom(block, 0, LZMA_HEADER);
  if (header.byteLength < LZMA_HEADER || u32At(header, 0) !== LZMA_TAG) {
    diagnostics.report(DX0310, offset, offset + block.size, {
      format: 'VCS',
      what: 'an LZMA block without its header',
    });
    return;
  }
  const packed = partOfSource(block, LZMA_HEADER, u32At(header, 8));
  const properties = header.slice(12);
  yield {
    name: '',
    offset: offset + LZMA_HEADER,
    packed,
    codec: 'lzma',
    size: u32At(header, 4),
    properties,
    as: BLOCK,
  };
}

async function* readDynamic({ source }: ReaderInput): AsyncGenerator<Member> {
  for (let at = 0; at + RECORD < source.size; ) {
    const record = await readFrom(source, at, RECORD + 4);
    const offset = at + RECORD;
    const size = u32At(record, 4);
    at = offset + size;
    // Games with more fields in a record are carved.
    if (at > source.size || detectBinaryFormat(record.subarray(RECORD)) === undefined) return;
    yield { name: `dynamic${u32At(record, 0)}`, offset, source: partOfSource(source, offset, size) };
  }
}

/** All combos of versions 2 and 4. */
async function* readDictionary({ source, head, limit }: ReaderInput): AsyncGenerator<Member> {
  const start = headerSize(u32At(head, 0));
  const total = u32At(head, 4);
  const referenceSize = u32At(head, 20);
  const reference = await readFrom(source, start, referenceSize);
  const dictionary = start + referenceSize;
  const dataStart = dictionary + RECORD * total;
  for (let first = 0; first < total; first += RECORDS) {
    const count = Math.min(RECORDS, total - first);
    const records = await readFrom(source, dictionary + RECORD * first, RECORD * count);
    for (let i = 0; i < count; i++) {
      const offset = u32At(records, RECORD * i);
      const size = u32At(records, RECORD * i + 4) | 0;
      // A combo that the shader skips has no code.
      if (offset === END || size <= 0) continue;
      // Only another format has these: the rest is not a list of combos either.
      if (offset < dataStart || offset + size > source.size) return;
      const code = partOfSource(source, offset, size);
      const name = `combo${first + i}`;
      if (referenceSize === 0) yield { name, offset, source: code };
      else
        yield { name, offset, open: () => undelta(reference, code, limit), codec: 'VCS differences', packedSize: size };
    }
  }
}

async function* undelta(reference: Uint8Array, delta: RandomAccessSource, limit: number): AsyncGenerator<Uint8Array> {
  yield applyVcsDelta(reference, await readFrom(delta, 0, delta.size), limit);
}
