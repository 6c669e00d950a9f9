/**
 * Replaces a shader inside an effect and keeps everything else bit for bit.
 *
 * Not for: changing shaders (../../shader), or other parts of effects.
 */
import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { isContainer, readContainer } from '../dxbc.ts';
import { rewriteContainer } from '../rewrite-container.ts';
import { TAG } from '../tags.ts';
import { embeddedShadersOf2 } from './fx2/embedded.ts';
import type { Effect2, Fx2Object, Fx2Resource } from './fx2/model.ts';
import { isEffect2, readEffect2 } from './fx2/read.ts';
import { serializeEffect2 } from './fx2/write.ts';
import { embeddedShadersOf4 } from './fx4/embedded.ts';
import { FX4_HEADER_FIELDS, FX4_HEADER_SIZE, FX5_HEADER_SIZE } from './fx4/header.ts';
import { readEffect4 } from './fx4/read.ts';

/**
 * Returns an effect with another shader in place of one of its own. Every use of the shader gets the new one. In effects of fx_4_x and fx_5_0 a
 * shader that is longer than the old one is added at the end of the data, and the bytes of the old one stay without use, so that no
 * other offset changes. The digest of a container is updated.
 *
 * @param source the whole effect
 * @param offset where the shader begins, as `embeddedShaders` says
 * @param code the new shader, a token stream or container
 * @throws TypeError when `source` or `code` holds no bytes
 * @throws RangeError when the effect has no shader at `offset`
 */
export function replaceEmbeddedShader(source: ByteSource, offset: number, code: ByteSource): Uint8Array {
  const bytes = toBytes(source, 'replaceEmbeddedShader');
  const shader = toBytes(code, 'replaceEmbeddedShader');
  if (isEffect2(bytes)) return replaceIn2(bytes, offset, shader);
  if (!isContainer(bytes)) return replaceIn4(bytes, false, offset, shader);
  const container = readContainer(bytes, new Diagnostics());
  const effect = container?.find(TAG.FX10);
  if (container === undefined || effect === undefined) throw noShader(offset);
  const start = effect.data.byteOffset - bytes.byteOffset;
  const data = replaceIn4(effect.data, true, offset - start, shader);
  return rewriteContainer(
    container,
    container.chunks.map((chunk) => (chunk === effect ? { tag: chunk.tag, data } : chunk)),
    bytes,
  );
}

function noShader(offset: number): RangeError {
  return new RangeError(`replaceEmbeddedShader: the effect has no shader at offset ${offset}`);
}

function replaceIn2(bytes: Uint8Array, offset: number, code: Uint8Array): Uint8Array {
  const effect = readEffect2(bytes, new Diagnostics());
  if (effect === undefined || !embeddedShadersOf2(effect).some((one) => one.offset === offset)) throw noShader(offset);
  const old = [...effect.objects, ...effect.resources].find((one) => one.offset === offset)!.data.byteLength;
  // Nothing refers to what follows by its offset; the size is in the DWORD before the code.
  if (u32At(bytes, offset - 4) === old) {
    const end = Math.min(offset + old + (-old & 3), bytes.byteLength);
    const changed = new Uint8Array(offset + code.byteLength + (-code.byteLength & 3) + bytes.byteLength - end);
    changed.set(bytes.subarray(0, offset));
    changed.set(code, offset);
    if (code.byteLength === old) changed.set(bytes.subarray(offset + old, end), offset + old);
    changed.set(bytes.subarray(end), changed.byteLength - (bytes.byteLength - end));
    new DataView(changed.buffer).setUint32(offset - 4, code.byteLength, true);
    return changed;
  }
  const replaced = <Kind extends Fx2Object | Fx2Resource>(list: readonly Kind[]): readonly Kind[] =>
    list.some((one) => one.offset === offset)
      ? list.map((one) => (one.offset === offset ? { ...one, data: code } : one))
      : list;
  const changed: Effect2 = { ...effect, objects: replaced(effect.objects), resources: replaced(effect.resources) };
  return serializeEffect2(changed);
}

const SIZE_AT = 4 + 4 * FX4_HEADER_FIELDS.indexOf('dataSize');

/** @param isChunk whether `bytes` are the payload of the chunk FX10 */
function replaceIn4(bytes: Uint8Array, isChunk: boolean, offset: number, code: Uint8Array): Uint8Array {
  const references: number[] = [];
  const noteReference = (start: number, field: number) => {
    if (start === offset) references.push(field);
  };
  const effect = readEffect4(bytes, isChunk, new Diagnostics(), { add() {}, code: noteReference });
  const shaders = effect === undefined ? [] : embeddedShadersOf4(effect);
  const old = shaders.find((one) => one.offset === offset);
  if (effect === undefined || old === undefined) throw noShader(offset);
  const headerSize = effect.profile === 'fx_5_0' ? FX5_HEADER_SIZE : FX4_HEADER_SIZE;
  // The size of the code is in the DWORD before it.
  if (code.byteLength <= old.length) {
    const changed = bytes.slice();
    changed.set(code, offset);
    changed.fill(0, offset + code.byteLength, offset + old.length);
    new DataView(changed.buffer).setUint32(offset - 4, code.byteLength, true);
    return changed;
  }
  const size = u32At(bytes, SIZE_AT);
  const dataEnd = headerSize + size;
  const added = 4 + code.byteLength + (-code.byteLength & 3);
  const changed = new Uint8Array(bytes.byteLength + added);
  changed.set(bytes.subarray(0, dataEnd));
  changed.set(bytes.subarray(dataEnd), dataEnd + added);
  changed.set(code, dataEnd + 4);
  const view = new DataView(changed.buffer);
  view.setUint32(dataEnd, code.byteLength, true);
  view.setUint32(SIZE_AT, size + added, true);
  // Records come after the data.
  for (const field of references) view.setUint32(field < dataEnd ? field : field + added, size, true);
  return changed;
}
