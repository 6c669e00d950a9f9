/**
 * Loads the parts of a translation that few inputs need: the writer of the language, and the printers of listings.
 * Starting takes a tenth longer with all of them (measured).
 */
import { Diagnostics } from '../../../base/diagnostics.ts';
import type { EmitTarget } from '../../../emit/common/plan.ts';
import { readShaderFile } from '../../../file/shader-file.ts';
import type { ListingParts } from '../../../translate/listings.ts';
import type { TargetLanguage } from '../../../translate/options.ts';

export interface TranslationParts {
  readonly target: (version: string) => EmitTarget;
  /** undefined where no comment is written and no shader has a preshader. */
  readonly listings: ListingParts | undefined;
}

const glsl = async () => (await import('../../../emit/glsl/emit-glsl.ts')).glslTarget;

const TARGETS: Readonly<Record<TargetLanguage, () => Promise<TranslationParts['target']>>> = {
  wgsl: async () => {
    const { WGSL } = await import('../../../emit/wgsl/emit-wgsl.ts');
    return () => WGSL;
  },
  essl: glsl,
  glsl,
  spirv: async () => {
    const { SPIRV } = await import('../../../emit/spirv/emit-spirv.ts');
    return () => SPIRV;
  },
  dxbc: async () => (await import('../../../translate/dxbc/target.ts')).dxbcTarget,
};

/** Loads what some shaders need. */
export async function translationParts(
  to: TargetLanguage,
  shaders: readonly Uint8Array[],
  comments: boolean,
): Promise<TranslationParts> {
  const needsListings = comments || shaders.some(isOfDirect3D9);
  return {
    target: await TARGETS[to](),
    listings: needsListings ? (await import('../../../translate/listings.ts')).LISTINGS : undefined,
  };
}

/** Whether the program of a file may have a preshader. */
function isOfDirect3D9(bytes: Uint8Array): boolean {
  return readShaderFile(bytes, new Diagnostics()).programs[0]?.isa === 'sm1';
}
