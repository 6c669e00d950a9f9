/** Writes effects of MonoGame (MGFX), versions 10 (MonoGame 3.8.1 to 3.8.4) and 11. */
import { ByteWriter } from '../../base/byte-writer.ts';
import { type MgfxLayout, type MgfxStream, mgfxBody } from './layout.ts';
import type { MgfxEffect } from './model.ts';
import { MGFX_MAGIC } from './read.ts';

/** The versions that are written. */
export const MGFX_WRITTEN_VERSIONS = [10, 11] as const;

const FIRST_WITH_SOURCE = 11;

/**
 * Returns the file of an effect.
 *
 * @throws RangeError for a version that is not written
 */
export function serializeMgfx(effect: MgfxEffect): Uint8Array {
  const { version, profile } = effect;
  if (!(MGFX_WRITTEN_VERSIONS as readonly number[]).includes(version))
    throw new RangeError(
      `serializeMgfx: version ${version} is not written, ${MGFX_WRITTEN_VERSIONS.join(' and ')} are`,
    );
  const layout: MgfxLayout = {
    version,
    isWide: true,
    hasExtraByte: false,
    hasSource: version >= FIRST_WITH_SOURCE,
    parameterCount: 'dword',
    hasTextureSlot: true,
    hasBorderColor: true,
    hasNames: true,
  };
  const stream = new WritingStream();
  mgfxBody(stream, layout, effect);
  const body = stream.out.bytes;
  const file = new ByteWriter();
  file.u32(MGFX_MAGIC);
  file.u8(version);
  file.u8(profile);
  file.u32(keyOf(body));
  file.raw(body);
  file.u32(MGFX_MAGIC);
  return file.bytes;
}

/** The key of an effect in MonoGame's cache: FNV-1a, mixed once more. */
function keyOf(body: Uint8Array): number {
  let hash = 0x811c_9dc5 | 0;
  for (const byte of body) hash = Math.imul(hash ^ byte, 0x0100_0193);
  hash = (hash + (hash << 13)) | 0;
  hash ^= hash >> 7;
  hash = (hash + (hash << 3)) | 0;
  hash ^= hash >> 17;
  hash = (hash + (hash << 5)) | 0;
  return hash >>> 0;
}

class WritingStream implements MgfxStream {
  readonly out = new ByteWriter();

  u8(value = 0): number {
    this.out.u8(value);
    return value;
  }

  u16(value = 0): number {
    this.out.u16(value);
    return value;
  }

  i16(value = 0): number {
    return this.u16(value);
  }

  i32(value = 0): number {
    this.out.u32(value);
    return value;
  }

  f32(value = 0): number {
    this.out.f32(value);
    return value;
  }

  packed(value = 0): number {
    this.out.packedInteger(value);
    return value;
  }

  flag(value = false): boolean {
    this.out.u8(value ? 1 : 0);
    return value;
  }

  string(value = ''): string {
    const bytes = new TextEncoder().encode(value);
    this.packed(bytes.byteLength);
    this.out.raw(bytes);
    return value;
  }

  raw(length: number, value: Uint8Array = new Uint8Array()): Uint8Array {
    if (value.byteLength !== length)
      throw new RangeError(`serializeMgfx: a value has ${value.byteLength} bytes, and its type ${length}`);
    this.out.raw(value);
    return value;
  }

  items<Item>(_: number, list: readonly Item[] = [], each: (item: Item) => Item): Item[] {
    return list.map((one) => each(one));
  }

  fail(): never {
    throw new RangeError('serializeMgfx: parameters are too deep in each other');
  }
}
