/** Names of the functions of shaders in an effect: those of their passes. */
import type { EmbeddedShader } from '../../effects/embedded-shaders.ts';

/** Returns the preferred names of shaders by their offsets: of the variable, or of the first pass and technique. */
export function shaderNames(shaders: readonly EmbeddedShader[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { offset, stage, uses } of shaders) {
    const use = uses.find(({ variable }) => variable !== null) ?? uses[0];
    if (use === undefined || stage === 'expression') continue;
    const stem = use.variable ?? [use.technique, use.pass].filter((one) => one).join('_');
    names.set(offset, [stem, stage].filter((one) => one).join('_'));
  }
  return names;
}
