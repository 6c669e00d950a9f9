/**
 * The shaders inside an effect of any version: detects the format of the file and calls its reader.
 *
 * Not for: the readers of effects (fx2, fx4).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostics, type ParseResult, parse } from '../base/diagnostics.ts';
import type { EmbeddedShader } from './embedded-shaders.ts';
import { embeddedShadersOf2 } from './fx2/embedded.ts';
import { isEffect2, readEffect2 } from './fx2/read.ts';
import { embeddedShadersOf4 } from './fx4/embedded.ts';
import { readEffect4File } from './fx4/read.ts';

/**
 * Returns the shaders and expressions inside an effect in the order of their bytes, and what uses each; undefined when
 * the bytes are no effect. Each is a separate container or token stream: `bytes.subarray(offset, offset + length)`.
 *
 * @param source a complete file of fx_2_0, fx_4_0, fx_4_1 or fx_5_0
 * @throws TypeError when `source` holds no bytes
 */
export function embeddedShaders(source: ByteSource): ParseResult<readonly EmbeddedShader[]> {
  const bytes = toBytes(source, 'embeddedShaders');
  return parse((diagnostics) => readEmbeddedShaders(bytes, diagnostics));
}

/** {@link embeddedShaders} with a collector. */
export function readEmbeddedShaders(
  bytes: Uint8Array,
  diagnostics: Diagnostics,
): readonly EmbeddedShader[] | undefined {
  if (isEffect2(bytes)) {
    const effect = readEffect2(bytes, diagnostics);
    return effect && embeddedShadersOf2(effect);
  }
  const file = readEffect4File(bytes, diagnostics);
  if (file === undefined) return undefined;
  const { effect, offset } = file;
  return embeddedShadersOf4(effect).map((shader) => ({ ...shader, offset: shader.offset + offset }));
}
