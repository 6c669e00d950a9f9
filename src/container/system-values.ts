/** The system values (`D3D_NAME`) of what pixel shaders put out: their signatures leave them at 0 and have only the semantic. */
import type { SignatureElement } from './signature.ts';

/** By semantic, in small letters (source: oracle). */
const PIXEL_OUTPUTS: ReadonlyMap<string, number> = new Map([
  ['sv_target', 64],
  ['sv_depth', 65],
  ['sv_coverage', 66],
  ['sv_depthgreaterequal', 67],
  ['sv_depthlessequal', 68],
  ['sv_stencilref', 69],
  ['sv_innercoverage', 70],
]);

/**
 * The `D3D_NAME` of an element; 0 where there is none.
 *
 * @param pixelShader whether the semantic stands in where the element has none
 */
export function systemValueOf({ systemValue, semanticName }: SignatureElement, pixelShader: boolean): number {
  if (systemValue !== 0 || !pixelShader) return systemValue;
  return PIXEL_OUTPUTS.get(semanticName) ?? PIXEL_OUTPUTS.get(semanticName.toLowerCase()) ?? 0;
}
