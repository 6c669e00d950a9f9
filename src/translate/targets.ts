/** The targets of all languages. */
import type { EmitTarget } from '../emit/common/plan.ts';
import { glslTarget } from '../emit/glsl/emit-glsl.ts';
import { SPIRV } from '../emit/spirv/emit-spirv.ts';
import { WGSL } from '../emit/wgsl/emit-wgsl.ts';
import type { TargetLanguage } from './options.ts';

/** The target of each language, by its version. */
export const TARGETS: Readonly<Record<TargetLanguage, (version: string) => EmitTarget>> = {
  wgsl: () => WGSL,
  essl: glslTarget,
  glsl: glslTarget,
  spirv: () => SPIRV,
};
