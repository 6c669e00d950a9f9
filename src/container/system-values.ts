/** The system values (`D3D_NAME`) of what pixel shaders put out: their signatures leave them at 0 and have only the semantic. */
import type { SignatureElement } from './signature.ts';

/** By semantic (source: oracle). */
const PIXEL_OUTPUTS: Readonly<Record<string, number>> = {
  SV_Target: 64,
  SV_Depth: 65,
  SV_Coverage: 66,
  SV_DepthGreaterEqual: 67,
  SV_DepthLessEqual: 68,
  SV_StencilRef: 69,
  SV_InnerCoverage: 70,
};

/** By the same, as it is mostly spelled; letters may be small or capital, and all others are told by the small ones. */
const BY_SPELLING: ReadonlyMap<string, number> = new Map(
  Object.entries(PIXEL_OUTPUTS).flatMap(([name, value]) =>
    [name, name.toUpperCase(), name.toLowerCase()].map((spelling) => [spelling, value] as const),
  ),
);

/**
 * The `D3D_NAME` of an element; 0 where there is none.
 *
 * @param pixelShader whether the semantic stands in where the element has none
 */
export function systemValueOf({ systemValue, semanticName }: SignatureElement, pixelShader: boolean): number {
  if (systemValue !== 0 || !pixelShader) return systemValue;
  return BY_SPELLING.get(semanticName) ?? BY_SPELLING.get(semanticName.toLowerCase()) ?? 0;
}
