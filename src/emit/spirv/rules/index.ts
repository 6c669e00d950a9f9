/** A rule for each operation of the IR, by its number: an operation without one does not compile. */
import { type IrOpName, OP_NAMES } from '../../../ir/index.ts';
import { BUFFER_RULES } from './buffers.ts';
import { FLOW_RULES } from './flow.ts';
import { INTEGER_RULES } from './integers.ts';
import { IO_RULES } from './io.ts';
import type { SpirvRule } from './rule.ts';
import { TEXEL_RULES } from './texels.ts';
import { TEXTURE_RULES } from './textures.ts';
import { VALUE_RULES } from './values.ts';

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
