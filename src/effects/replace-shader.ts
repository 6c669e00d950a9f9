/**
 * Replaces a shader inside an effect and keeps everything else bit for bit.
 *
 * Not for: changing shaders (../../shader), or other parts of effects.
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { concatBytes } from '../base/collections.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { bytesOf, u32At } from '../base/words.ts';
import { isContainer, readContainer } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { rewriteContainer } from '../container/write.ts';
import { embeddedShadersOf2 } from './fx2/embedded.ts';
import type { Effect2, Fx2Object, Fx2Resource } from './fx2/model.ts';
import { isEffect2, readEffect2 } from './fx2/read.ts';
import { serializeEffect2 } from './fx2/write.ts';
import { embeddedShadersOf4 } from './fx4/embedded.ts';
import { FX4_HEADER_FIELDS, FX4_HEADER_SIZE, FX5_HEADER_SIZE } from './fx4/header.ts';
import { readEffect4 } from './fx4/read.ts';
import { withShadersLaidOut } from './fx4/write.ts';

/**
 * Returns an effect with one shader replaced. Every use of the shader gets the new one. In effects of fx_4_x and fx_5_0
 * a shader that is longer than the old one is added at the end of the data, and the bytes of the old one stay without
 * use, so that no other offset changes. The digest of a container is updated.
 *
 * @param source the complete effect
 * @param offset the offset of the shader, as `embeddedShaders` returns it
 * @param code the new shader, a token stream or container
 * @throws TypeError when `source` or `code` holds no bytes
 * @throws RangeError when the effect has no shader at `offset`
 */
export function replaceEmbeddedShader(source: ByteSource, offset: number, code: ByteSource): Uint8Array {
  const bytes = toBytes(source, 'replaceEmbeddedShader');
  return withShaders(bytes, new Map([[offset, toBytes(code, 'replaceEmbeddedShader')]]));
}

/**
 * {@link replaceEmbeddedShader} for several shaders, by their offsets.
 *
 * @param isCompact lays an effect that is as the compiler wrote it out anew, so that nothing is left of the old shaders
 */
export function withShaders(bytes: Uint8Array, shaders: Codes, isCompact = false): Uint8Array {
  if (isEffect2(bytes)) return replaceIn2(bytes, shaders);
  const replaceIn4 = (data: Uint8Array, isChunk: boolean, start: number) =>
    (isCompact ? withShadersLaidOut(data, isChunk, start, shaders) : undefined) ??
    replacedIn4(data, isChunk, start, shaders);
  if (!isContainer(bytes)) return replaceIn4(bytes, false, 0);
  const container = readContainer(bytes, new Diagnostics());
  const effect = container?.find(TAG.FX10);
  if (container === undefined || effect === undefined) throw noShader([...shaders.keys()][0]!);
  const start = effect.data.byteOffset - bytes.byteOffset;
  const data = replaceIn4(effect.data, true, start);
  return rewriteContainer(
    container,
    container.chunks.map((chunk) => (chunk === effect ? { tag: chunk.tag, data } : chunk)),
    bytes,
  );
}

/** Code by the offset of the shader that it replaces. */
type Codes = ReadonlyMap<number, Uint8Array>;

function noShader(offset: number): RangeError {
  return new RangeError(`replaceEmbeddedShader: the effect has no shader at offset ${offset}`);
}

function replaceIn2(bytes: Uint8Array, shaders: Codes): Uint8Array {
  const effect = readEffect2(bytes, new Diagnostics());
  const known = new Set((effect ? embeddedShadersOf2(effect) : []).map(({ offset }) => offset));
  const missing = [...shaders.keys()].find((offset) => !known.has(offset));
  if (effect === undefined || missing !== undefined) throw noShader(missing ?? 0);
  const sizes = new Map([...effect.objects, ...effect.resources].map(({ offset, data }) => [offset, data.byteLength]));
  // Nothing refers to what follows by its offset; the size is in the DWORD before the code.
  if ([...shaders.keys()].every((offset) => u32At(bytes, offset - 4) === sizes.get(offset))) {
    return replacedInOrder(bytes, shaders, sizes);
  }
  const replaced = <Kind extends Fx2Object | Fx2Resource>(list: readonly Kind[]): readonly Kind[] =>
    list.some(({ offset }) => shaders.has(offset))
      ? list.map((one) => (shaders.has(one.offset) ? { ...one, data: shaders.get(one.offset)! } : one))
      : list;
  const changed: Effect2 = { ...effect, objects: replaced(effect.objects), resources: replaced(effect.resources) };
  return serializeEffect2(changed);
}

/** The bytes with other code after each size; padding of code whose size is the same stays. */
function replacedInOrder(bytes: Uint8Array, shaders: Codes, sizes: ReadonlyMap<number, number>): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [offset, code] of [...shaders].sort(([a], [b]) => a - b)) {
    const old = sizes.get(offset)!;
    const end = code.byteLength === old ? offset + old : offset + old + (-old & 3);
    const padding = code.byteLength === old ? 0 : -code.byteLength & 3;
    parts.push(bytes.subarray(at, offset - 4), bytesOf(Uint32Array.of(code.byteLength)), code, new Uint8Array(padding));
    at = Math.min(end, bytes.byteLength);
  }
  parts.push(bytes.subarray(at));
  return concatBytes(parts);
}

const SIZE_AT = 4 + 4 * FX4_HEADER_FIELDS.indexOf('dataSize');

/**
 * @param isChunk whether `bytes` are the payload of the chunk FX10
 * @param start where `bytes` begin in the file, in which offsets of `shaders` count
 */
function replacedIn4(bytes: Uint8Array, isChunk: boolean, start: number, shaders: Codes): Uint8Array {
  const references = new Map<number, number[]>([...shaders.keys()].map((offset) => [offset - start, []]));
  const code = (at: number, field: number) => references.get(at)?.push(field);
  const effect = readEffect4(bytes, isChunk, new Diagnostics(), { add() {}, code });
  const lengths = new Map((effect ? embeddedShadersOf4(effect) : []).map(({ offset, length }) => [offset, length]));
  const missing = [...shaders.keys()].find((offset) => !lengths.has(offset - start));
  if (effect === undefined || missing !== undefined) throw noShader(missing ?? 0);
  const headerSize = effect.profile === 'fx_5_0' ? FX5_HEADER_SIZE : FX4_HEADER_SIZE;
  const longer = [...shaders].filter(([offset, { byteLength }]) => byteLength > lengths.get(offset - start)!);
  const added = longer.reduce((sum, [, one]) => sum + 4 + one.byteLength + (-one.byteLength & 3), 0);
  const size = u32At(bytes, SIZE_AT);
  const dataEnd = headerSize + size;
  const changed = new Uint8Array(bytes.byteLength + added);
  changed.set(added === 0 ? bytes : bytes.subarray(0, dataEnd));
  if (added > 0) changed.set(bytes.subarray(dataEnd), dataEnd + added);
  const view = new DataView(changed.buffer);
  // The size of the code is in the DWORD before it.
  for (const [offset, one] of shaders) {
    const [at, length] = [offset - start, lengths.get(offset - start)!];
    if (one.byteLength > length) continue;
    changed.set(one, at);
    changed.fill(0, at + one.byteLength, at + length);
    view.setUint32(at - 4, one.byteLength, true);
  }
  let end = dataEnd;
  for (const [offset, one] of longer) {
    view.setUint32(end, one.byteLength, true);
    changed.set(one, end + 4);
    // Records come after the data.
    for (const field of references.get(offset - start)!)
      view.setUint32(field < dataEnd ? field : field + added, end - headerSize, true);
    end += 4 + one.byteLength + (-one.byteLength & 3);
  }
  if (added > 0) view.setUint32(SIZE_AT, size + added, true);
  return changed;
}
