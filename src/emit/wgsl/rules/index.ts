/** The rule of each operation: an operation without one does not compile. */
import { type IrOpName, OP_NAMES } from '../../../ir/index.ts';
import { BUFFER_RULES } from '../../common/rules/buffers.ts';
import { IO_RULES } from '../../common/rules/io.ts';
import { FLOW_RULES } from './flow.ts';
import { INTEGER_RULES } from './integers.ts';
import type { WgslRule } from './rule.ts';
import { TEXEL_RULES } from './texels.ts';
import { TEXTURE_RULES } from './textures.ts';
import { VALUE_RULES } from './values.ts';

const RULES: Readonly<Record<IrOpName, WgslRule>> = {
  ...VALUE_RULES,
  ...INTEGER_RULES,
  ...IO_RULES,
  ...TEXTURE_RULES,
  ...TEXEL_RULES,
  ...BUFFER_RULES,
  ...FLOW_RULES,
};

/** Rules by number. */
export const WGSL_RULES: readonly WgslRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
