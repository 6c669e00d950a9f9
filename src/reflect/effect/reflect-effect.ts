/**
 * Reflects complete effects of any version: variables, techniques with the states of their passes, and which shaders
 * are inside.
 *
 * Not for: the shaders themselves: `reflect` takes each of them alone.
 */
import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { type Diagnostics, type ParseResult, parse } from '../../base/diagnostics.ts';
import { CHUNK_HEADER_SIZE, isContainer, readContainer } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { isEffect2, readEffect2 } from '../../effects/fx2/read.ts';
import { readEffect4 } from '../../effects/fx4/read.ts';
import type { ShaderFile } from '../../file/shader-file.ts';
import { reflectEffect2 } from './fx2.ts';
import { reflectEffect4 } from './fx4.ts';
import { EffectBudget, type EffectReflection } from './types.ts';

/**
 * Returns what is known about an effect: buffers, variables with types, annotations and values, groups, techniques,
 * passes with states by their names in Direct3D, and the shaders inside; undefined when the bytes are no effect.
 *
 * @param source a complete file of fx_2_0 (also with the header of XNA 4), fx_4_0, fx_4_1 or fx_5_0
 * @throws TypeError when `source` holds no bytes
 */
export function reflectEffect(source: ByteSource): ParseResult<EffectReflection> {
  const bytes = toBytes(source, 'reflectEffect');
  return parse((diagnostics) => {
    const container = isContainer(bytes) ? readContainer(bytes, diagnostics) : undefined;
    return reflectEffectFile({ bytes, container }, diagnostics);
  });
}

/**
 * {@link reflectEffect} for a file that is open already.
 *
 * @param container of an effect of fx_4_0 or fx_4_1
 */
export function reflectEffectFile(
  { bytes, container }: Pick<ShaderFile, 'bytes' | 'container'>,
  diagnostics: Diagnostics,
): EffectReflection | undefined {
  const budget = new EffectBudget(bytes.byteLength, diagnostics);
  if (isEffect2(bytes)) {
    const effect = readEffect2(bytes, diagnostics);
    return effect && reflectEffect2(effect, bytes, budget);
  }
  const chunk = container?.find(TAG.FX10);
  const offset = chunk === undefined ? 0 : chunk.offset + CHUNK_HEADER_SIZE;
  const effect = readEffect4(chunk?.data ?? bytes, chunk !== undefined, diagnostics.at(offset));
  return effect && reflectEffect4(effect, bytes, offset, budget);
}
