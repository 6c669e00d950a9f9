/**
 * Content files of XNA and MonoGame (.xnb): uncompressed, LZX and LZ4 (source: "Compiled (XNB) Content Format" of
 * Microsoft's XNA Game Studio; LZ4 and the flags: the content reader in MonoGame's repository). An effect is a member;
 * other content is carved, because models hold effects, too.
 *
 * Not for: the effect itself (an effect of Direct3D 9, or MGFX).
 */

import { ByteCursor } from '../../base/byte-cursor.ts';
import { u32At } from '../../base/words.ts';
import { unpackLz4 } from '../lz4.ts';
import { unpackXnbLzx } from '../lzx.ts';
import { DX0302, DX0309 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';

/** `XNB` and any platform. */
export const XNB_MAGIC = 0x42_4e58;
const LAST_VERSION = 5;
export const XNB_LZX = 0x80;
export const XNB_LZ4 = 0x40;
/** Bytes of tag, platform, version, flags and size of the file. */
export const XNB_HEADER = 10;
/** The size of the content follows where it is compressed. */
const PACKED_HEADER = 14;
/** How much of the content is read for its type. */
const TYPES = 2 ** 16;

/** The type of effects, before the name of the assembly. */
const EFFECT_READER = /^Microsoft\.Xna\.Framework\.Content\.EffectReader(,|$)/;

export const XNB: FormatReader = {
  name: 'XNB',
  matches: (head, size) =>
    (u32At(head, 0) & 0xff_ffff) === XNB_MAGIC && head[4]! >= 1 && head[4]! <= LAST_VERSION && size > XNB_HEADER,
  members: readXnb,
};

/** The content of an XNB file without its header. */
export const XNB_CONTENT: FormatReader = {
  name: 'XNB',
  matches: () => true,
  members: readContent,
  carveIf: 'no members',
};

function* readXnb({ source, head, limit, diagnostics }: ReaderInput): Generator<Member> {
  const flags = head[5]!;
  const declared = u32At(head, 6);
  if (declared > source.size)
    diagnostics.report(DX0309, 6, XNB_HEADER, {
      format: 'XNB',
      what: 'the end of the file',
      offset: declared,
      size: source.size,
    });
  if ((flags & (XNB_LZX | XNB_LZ4)) === 0) {
    yield { name: '', offset: XNB_HEADER, source: partOfSource(source, XNB_HEADER, source.size), as: XNB_CONTENT };
    return;
  }
  const size = u32At(head, XNB_HEADER);
  const packed = partOfSource(source, PACKED_HEADER, source.size);
  const isLzx = (flags & XNB_LZX) !== 0;
  if (!isLzx && size > limit) diagnostics.report(DX0302, XNB_HEADER, PACKED_HEADER, { format: 'XNB', size, limit });
  async function* open() {
    const bytes = await readFrom(packed, 0, limit);
    yield* isLzx ? unpackXnbLzx(bytes, size) : unpackLz4(bytes, Math.min(size, limit));
  }
  yield {
    name: '',
    offset: PACKED_HEADER,
    open,
    codec: isLzx ? 'LZX' : 'LZ4',
    packedSize: packed.size,
    as: XNB_CONTENT,
  };
}

async function* readContent({ source }: ReaderInput): AsyncGenerator<Member> {
  const cursor = new ByteCursor(await readFrom(source, 0, TYPES));
  const types: string[] = [];
  for (let left = cursor.packedInteger(); left > 0 && !cursor.failed; left--) {
    types.push(cursor.string());
    cursor.skip(4);
  }
  // The number of shared resources, and the type of the content, from 1.
  cursor.packedInteger();
  const type = types[cursor.packedInteger() - 1];
  const size = cursor.u32();
  if (cursor.failed || type === undefined || !EFFECT_READER.test(type)) return;
  yield { name: 'effect', offset: cursor.at, source: partOfSource(source, cursor.at, size) };
}
