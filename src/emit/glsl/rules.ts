/** The rule of each operation: an operation without one does not compile. */
import { type IrOpName, OP_NAMES } from '../../ir/index.ts';
import type { GlslRule } from './rule.ts';
import { FLOW_RULES } from './rules-flow.ts';
import { INTEGER_RULES } from './rules-integers.ts';
import { GLSL_IO_RULES } from './rules-io.ts';
import { TEXEL_RULES } from './rules-texels.ts';
import { TEXTURE_RULES } from './rules-textures.ts';
import { VALUE_RULES } from './rules-values.ts';

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
