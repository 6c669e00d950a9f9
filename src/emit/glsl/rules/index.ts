/** The rule of each operation: an operation without one does not compile. */
import { type IrOpName, OP_NAMES } from '../../../ir/index.ts';
import { FLOW_RULES } from './flow.ts';
import { INTEGER_RULES } from './integers.ts';
import { GLSL_IO_RULES } from './io.ts';
import type { GlslRule } from './rule.ts';
import { TEXEL_RULES } from './texels.ts';
import { TEXTURE_RULES } from './textures.ts';
import { VALUE_RULES } from './values.ts';

const RULES: Readonly<Record<IrOpName, GlslRule>> = {
  ...VALUE_RULES,
  ...INTEGER_RULES,
  ...GLSL_IO_RULES,
  ...TEXTURE_RULES,
  ...TEXEL_RULES,
  ...FLOW_RULES,
};

/** Rules by number. */
export const GLSL_RULES: readonly GlslRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
