/** Effects as one source: dispatch by version. */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { DX6005 } from '../../emit/common/messages.ts';
import type { ShaderFile } from '../../file/shader-file.ts';
import { fx2Source } from './fx2-source.ts';
import type { SourceOf } from './shader-functions.ts';

/** The source of an effect, with the profile and switches that it is compiled with. */
export interface EffectSource {
  readonly code: string;
  readonly profile: string;
  readonly switches: readonly string[];
  readonly sourceMap?: readonly (readonly [number, number])[];
}

/** Returns the source of an effect; undefined where diagnostics say why there is none. */
export function decompileEffect(
  file: ShaderFile,
  sourceOf: SourceOf,
  diagnostics: Diagnostics,
): EffectSource | undefined {
  const { format, bytes } = file;
  if (format === 'fx2') return fx2Source(bytes, sourceOf, diagnostics);
  diagnostics.report(DX6005, 0, bytes.byteLength, { target: 'HLSL', what: 'effects of this version' });
  return undefined;
}
