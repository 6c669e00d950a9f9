/**
 * Reads effects of MonoGame (MGFX), versions 3 to 12. Development versions between releases had the number of one of
 * them: the layout is the first one that the bytes match to the last one.
 */
import { ByteCursor } from '../../base/byte-cursor.ts';
import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { u32At } from '../../base/words.ts';
import { type MgfxLayout, type MgfxStream, mgfxBody } from './layout.ts';
import type { MgfxEffect } from './model.ts';

/** `MGFX` */
export const MGFX_MAGIC = 0x5846_474d;
const FIRST_VERSION = 3;
const LAST_VERSION = 12;
/** Magic, version, profile. */
const SHORT_HEADER = 6;
/** The key of the effect in MonoGame's cache follows from this version on. */
const FIRST_WITH_KEY = 6;
const KEY_SIZE = 4;
/** Members of one kind; more are a sign of damage. */
const MAX_COUNT = 2 ** 16;

/** Whether a file begins as an effect of MonoGame does. */
export function isMgfx(head: Uint8Array): boolean {
  return u32At(head, 0) === MGFX_MAGIC && head[4]! >= 1 && head[4]! <= LAST_VERSION;
}

/**
 * Returns the effect in a complete file of MGFX; undefined where the bytes do not match a layout. Code and values are
 * parts of the input.
 *
 * @throws TypeError when `source` holds no bytes
 */
export function parseMgfx(source: ByteSource): MgfxEffect | undefined {
  const bytes = toBytes(source, 'parseMgfx');
  if (bytes.byteLength < SHORT_HEADER || !isMgfx(bytes)) return undefined;
  for (const layout of layoutsOf(bytes[4]!)) {
    const effect = parse(bytes, layout);
    if (effect !== undefined) return effect;
  }
  return undefined;
}

/** The layouts that files of a version may have. */
function* layoutsOf(version: number): Generator<MgfxLayout> {
  if (version < FIRST_VERSION) return;
  const either = (since: number, until: number) =>
    version >= until ? [true] : version < since ? [false] : [true, false];
  for (const isWide of either(10, 13))
    for (const parameterCount of parameterCounts(version, isWide))
      for (const hasTextureSlot of either(3, 5))
        for (const hasBorderColor of either(6, 8))
          for (const hasNames of either(6, 10))
            for (const hasExtraByte of either(10, 13))
              for (const hasSource of either(11, 13))
                yield {
                  version,
                  isWide,
                  parameterCount,
                  hasTextureSlot,
                  hasBorderColor,
                  hasNames,
                  hasExtraByte,
                  hasSource,
                };
}

function parameterCounts(version: number, isWide: boolean): readonly MgfxLayout['parameterCount'][] {
  if (version < 9) return ['byte'];
  return isWide ? ['dword'] : ['byte', 'word', 'packed'];
}

function parse(bytes: Uint8Array, layout: MgfxLayout): MgfxEffect | undefined {
  const { version } = layout;
  const cursor = new ByteCursor(bytes, SHORT_HEADER);
  if (version >= FIRST_WITH_KEY) cursor.skip(KEY_SIZE);
  if (layout.hasExtraByte && cursor.u8() !== 0) return undefined;
  const body = mgfxBody(new ReadingStream(cursor), layout, undefined);
  if (layout.isWide && cursor.u32() !== MGFX_MAGIC) return undefined;
  if (cursor.failed || cursor.at !== bytes.byteLength) return undefined;
  return { version, profile: bytes[5]!, ...body };
}

class ReadingStream implements MgfxStream {
  readonly #view: DataView;

  constructor(private readonly cursor: ByteCursor) {
    const { buffer, byteOffset, byteLength } = cursor.bytes;
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  u8(): number {
    return this.cursor.u8();
  }

  u16(): number {
    return this.cursor.u16();
  }

  i16(): number {
    return (this.cursor.u16() << 16) >> 16;
  }

  i32(): number {
    return this.cursor.i32();
  }

  f32(): number {
    const at = this.cursor.skip(4);
    return this.cursor.failed ? 0 : this.#view.getFloat32(at, true);
  }

  packed(): number {
    return this.cursor.packedInteger();
  }

  flag(): boolean {
    return this.cursor.flag();
  }

  string(): string {
    return this.cursor.string();
  }

  raw(length: number): Uint8Array {
    const at = this.cursor.skip(length);
    return this.cursor.failed ? new Uint8Array() : this.cursor.bytes.subarray(at, at + length);
  }

  items<Item>(count: number, _: readonly Item[] | undefined, each: (item: undefined) => Item): Item[] {
    if (count < 0 || count > MAX_COUNT) this.fail();
    const list: Item[] = [];
    while (list.length < count && !this.cursor.failed) list.push(each(undefined));
    return list;
  }

  fail(): void {
    this.cursor.failed = true;
  }
}
