/**
 * Content files of XNA and MonoGame (.xnb): uncompressed, LZX and LZ4 (source: "Compiled (XNB) Content Format" of
 * Microsoft's XNA Game Studio; LZ4 and the flags: the content reader in MonoGame's repository). An effect is a member;
 * other content is carved, because models hold effects, too.
 *
 * Not for: the effect itself (an effect of Direct3D 9, or MGFX).
 */

import { u32At } from '../../base/words.ts';
import { ByteCursor } from '../byte-cursor.ts';
import { unpackLz4 } from '../lz4.ts';
import { unpackXnbLzx } from '../lzx.ts';
import { DX0302, DX0309 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';

/** `XNB` and any platform. */
const MAGIC = 0x42_4e58;
const LAST_VERSION = 5;
const LZX = 0x80;
const LZ4 = 0x40;
/** Tag, platform, version, flags, size of the file. */
const HEADER = 10;
/** The size of the content follows where it is compressed. */
const PACKED_HEADER = 14;
/** How much of the content is read for its type. */
const TYPES = 2 ** 16;

/** The type of effects, before the name of the assembly. */
const EFFECT_READER = /^Microsoft\.Xna\.Framework\.Content\.EffectReader(,|$)/;

export const XNB: FormatReader = {
  name: 'XNB',
  matches: (head, size) =>
    (u32At(head, 0) & 0xff_ffff) === MAGIC && head[4]! >= 1 && head[4]! <= LAST_VERSION && size > HEADER,
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
    diagnostics.report(DX0309, 6, HEADER, {
      format: 'XNB',
      what: 'the end of the file',
      offset: declared,
      size: source.size,
    });
  if ((flags & (LZX | LZ4)) === 0) {
    yield { name: '', offset: HEADER, source: partOfSource(source, HEADER, source.size), as: XNB_CONTENT };
    return;
  }
  const size = u32At(head, HEADER);
  const packed = partOfSource(source, PACKED_HEADER, source.size);
  const isLzx = (flags & LZX) !== 0;
  if (!isLzx && size > limit) diagnostics.report(DX0302, HEADER, PACKED_HEADER, { format: 'XNB', size, limit });
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
