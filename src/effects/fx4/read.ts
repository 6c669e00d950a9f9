/**
 * Reads a binary effect: fx_4_0 and fx_4_1, which are the chunk FX10 of a DXBC container, and fx_5_0, which is a
 * separate file. Everything readable is returned, even if parts are damaged.
 *
 * Source: EffectBinaryFormat.h of Microsoft's FX11, which is public; what effects of Direct3D 10 have instead: oracle.
 *
 * Not for: the records (effect-reader.ts), effects of fx_2_0, or the shaders and expressions inside, which are
 * containers.
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { type Diagnostics, hex, type ParseResult, parse } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { CHUNK_HEADER_SIZE, isContainer, readContainer } from '../../container/dxbc.ts';
import { DX0100 } from '../../container/messages.ts';
import { TAG } from '../../container/tags.ts';
import type { ReadObserver } from '../coverage.ts';
import { Fx4EffectReader } from './effect-reader.ts';
import { fx4Profile } from './enums.ts';
import { FX4_HEADER_SIZE, FX5_HEADER_SIZE } from './header.ts';
import type { Effect4 } from './model.ts';
import { Fx4View } from './view.ts';

/**
 * Reads a binary effect. Offsets in it count from its first DWORD, which in a container is the first one of the chunk
 * FX10.
 *
 * @param source a complete file of fx_4_0, fx_4_1 or fx_5_0
 * @throws TypeError when `source` holds no bytes
 */
export function parseEffect4(source: ByteSource): ParseResult<Effect4> {
  const bytes = toBytes(source, 'parseEffect4');
  return parse((diagnostics) => readEffect4File(bytes, diagnostics)?.effect);
}

/** An effect, and where it begins in its file. */
export interface Effect4File {
  readonly effect: Effect4;
  readonly offset: number;
}

/** {@link parseEffect4} with a collector; undefined when there is no effect in the file. */
export function readEffect4File(bytes: Uint8Array, diagnostics: Diagnostics): Effect4File | undefined {
  let data = bytes;
  let offset = 0;
  if (isContainer(bytes)) {
    const chunk = readContainer(bytes, diagnostics)?.find(TAG.FX10);
    data = chunk?.data ?? new Uint8Array(0);
    offset = chunk === undefined ? 0 : chunk.offset + CHUNK_HEADER_SIZE;
  }
  const effect = readEffect4(data, data !== bytes, diagnostics.at(offset));
  return effect && { effect, offset };
}

/**
 * Reads the effect that `bytes` begin with; undefined, with a report, when there is not even a header.
 *
 * @param bytes the payload of the chunk FX10, or a file of fx_5_0
 * @param isChunk whether they are a chunk: its version may be any but that of fx_5_0, as in Microsoft's reader
 * @param diagnostics spans count from the first byte
 * @param coverage receives which bytes were read
 */
export function readEffect4(
  bytes: Uint8Array,
  isChunk: boolean,
  diagnostics: Diagnostics,
  coverage?: ReadObserver,
): Effect4 | undefined {
  const version = u32At(bytes, 0);
  const profile = fx4Profile(version);
  if (bytes.byteLength < 4 || isChunk === (profile === 'fx_5_0')) {
    const found = bytes.byteLength < 4 ? `${bytes.byteLength} bytes` : hex(version, 8);
    diagnostics.report(DX0100, 0, Math.min(4, bytes.byteLength), { version: found });
    return undefined;
  }
  const view = new Fx4View(bytes, diagnostics, coverage);
  if (view.record(profile === 'fx_5_0' ? FX5_HEADER_SIZE : FX4_HEADER_SIZE, 'the header') === undefined)
    return undefined;
  const content = new Fx4EffectReader(view, version, profile).effect();
  if (!view.ended && view.at < view.size) view.reportRest();
  return { ...content, intact: view.intact, source: { bytes, content } };
}
