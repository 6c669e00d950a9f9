/** Effects as one source: dispatch by version. */
import type { Diagnostics } from '../../base/diagnostics.ts';
import type { ShaderFile } from '../../file/shader-file.ts';
import { fx2Source } from './fx2-source.ts';
import { fx4Source } from './fx4-source.ts';
import type { EffectSource, SourceOf } from './shader-functions.ts';

/** Returns the source of an effect; undefined where diagnostics say why there is none. */
export function decompileEffect(
  file: ShaderFile,
  sourceOf: SourceOf,
  diagnostics: Diagnostics,
): EffectSource | undefined {
  const { format, bytes } = file;
  return (format === 'fx2' ? fx2Source : fx4Source)(bytes, sourceOf, diagnostics);
}
