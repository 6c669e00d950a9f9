/** A rule for each operation of the IR, by its number: an operation without one does not compile. */
import { type IrOpName, OP_NAMES } from '../../ir/index.ts';
import type { SpirvRule } from './rule.ts';
import { BUFFER_RULES } from './rules-buffers.ts';
import { FLOW_RULES } from './rules-flow.ts';
import { INTEGER_RULES } from './rules-integers.ts';
import { IO_RULES } from './rules-io.ts';
import { TEXEL_RULES } from './rules-texels.ts';
import { TEXTURE_RULES } from './rules-textures.ts';
import { VALUE_RULES } from './rules-values.ts';

const RULES: Readonly<Record<IrOpName, SpirvRule>> = {
  ...VALUE_RULES,
  ...INTEGER_RULES,
  ...IO_RULES,
  ...TEXTURE_RULES,
  ...TEXEL_RULES,
  ...BUFFER_RULES,
  ...FLOW_RULES,
};

export const SPIRV_RULES: readonly SpirvRule[] = /* @__PURE__ */ OP_NAMES.map((name) => RULES[name]);
