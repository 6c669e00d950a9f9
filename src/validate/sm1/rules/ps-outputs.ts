/**
 * Rules of the colors and the depth that pixel shaders from 2_0 on write, and what a ps_2_0 shader has to have written
 * at its end.
 *
 * Not for: what holds for every destination (ps-destination.ts).
 */
import { IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';
import type { Sm1PixelState } from './ps-state.ts';

export const COLOR_MOV_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5406' },
  text: 'Only mov can write a color.',
  hint: 'Write a temporary and move it to oC#.',
};
export const COLOR_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5407' },
  text: 'The source of a move to a color takes no modifier.',
  hint: 'Apply the modifier on the way to a temporary.',
};
export const COLOR_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5408' },
  text: 'The source of a move to a color takes no swizzle.',
  hint: 'Apply the swizzle on the way to a temporary.',
};
export const COLOR_SATURATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5512' },
  text: 'A color takes no _sat.',
  hint: 'Saturate on the way to a temporary.',
};
export const COLOR_MASK_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5410' },
  text: 'A color must be written with all components at once.',
  hint: 'Remove the write mask.',
};
export const COLOR_TWICE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5411' },
  text: 'oC{register} is written twice.',
  hint: 'Collect the color in a temporary.',
};
export const DEPTH_MOV_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5412' },
  text: 'Only mov can write the depth.',
  hint: 'Write a temporary and move it to oDepth.',
};
export const DEPTH_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5413' },
  text: 'The source of a move to the depth takes no modifier.',
  hint: 'Apply the modifier on the way to a temporary.',
};
export const DEPTH_REPLICATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5414', ps30: 'X6062' },
  text: 'The depth takes a single component, and the swizzle of the source does not select one.',
  hint: 'Select a component: .x, .y, .z or .w.',
};
export const DEPTH_VECTOR_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5758' },
  text: 'This instruction cannot write the depth.',
  hint: 'Write a temporary and move a component to oDepth.',
};
export const DEPTH_SATURATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5511' },
  text: 'The depth takes no _sat.',
  hint: 'Saturate on the way to a temporary.',
};
export const DEPTH_MASK_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5415', ps30: 'X5759' },
  text: 'The depth takes no write mask.',
  hint: 'Remove the write mask.',
};
export const DEPTH_TWICE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5416' },
  text: 'The depth is written twice.',
  hint: 'Collect the depth in a temporary.',
};
export const NO_COLOR_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5405' },
  severity: 'shader',
  text: 'The shader does not write oC0, which ps_2_0 requires.',
  hint: 'End the shader with mov oC0.',
};
export const COLOR_GAP_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5573' },
  severity: 'shader',
  text: 'The shader writes a color without writing all colors with lower numbers.',
  hint: 'Write oC0, oC1, ... without a gap.',
};

const { colorOut, depthOut } = SM1_REGISTERS;
const MOV = SM1_OPCODES.mov.code;
const SATURATE = 1;
const FULL = 15;
const LAST_COLOR = 3;

/** How an instruction of 3_0 makes one number for the depth: from one component of each source, or not at all. */
const BY_COMPONENT = 1;
const NOT_AT_ALL = 2;
const DEPTH_30 = sm1OpcodeTable(({ category, result, operands }, name) => {
  // Of one number, and refused all the same (source: oracle).
  if (name === 'rsq' || name === 'setp') return NOT_AT_ALL;
  if (category === 'texture' || result === 'vector') return NOT_AT_ALL;
  const isByComponent = result === 'componentwise' || (result === 'scalar' && operands[1]?.components === 'one');
  return isByComponent ? BY_COMPONENT : 0;
});

/**
 * Checks an instruction that writes a color or the depth; one that declares or defines them counts (source: oracle).
 */
export function checkPixelOutput(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  const { destinationType } = ctx;
  if (destinationType === depthOut.code) {
    if (ctx.model === 'ps30') checkDepth30(ctx);
    else checkDepth20(ctx, state);
  } else if (destinationType === colorOut.code && ctx.model === 'ps20') checkColor(ctx, state);
}

function checkColor(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  const at = ctx.destinationAt;
  if (ctx.opcode !== MOV) {
    ctx.report(COLOR_MOV_RULE, at);
    return;
  }
  if ((ctx.sourceFaults & 1) === 0) {
    if (ctx.sourceModifier[0] !== 0) ctx.report(COLOR_MODIFIER_RULE, ctx.sourceAt[0]!);
    if (ctx.sourceSwizzle[0] !== IDENTITY_SWIZZLE) ctx.report(COLOR_SWIZZLE_RULE, ctx.sourceAt[0]!);
  }
  if (ctx.destinationNumber > LAST_COLOR) return;
  if ((ctx.destinationModifiers & SATURATE) !== 0) ctx.report(COLOR_SATURATE_RULE, at);
  if (ctx.destinationMask !== FULL) ctx.report(COLOR_MASK_RULE, at);
  if (ctx.version !== 0x200) return;
  const bit = 1 << ctx.destinationNumber;
  if ((state.colors & bit) !== 0) ctx.report(COLOR_TWICE_RULE, at, { register: ctx.destinationNumber });
  state.colors |= bit;
}

function checkDepth20(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  const at = ctx.destinationAt;
  if (ctx.opcode !== MOV) {
    ctx.report(DEPTH_MOV_RULE, at);
    return;
  }
  if ((ctx.sourceFaults & 1) === 0) {
    if (ctx.sourceModifier[0] !== 0) ctx.report(DEPTH_MODIFIER_RULE, ctx.sourceAt[0]!);
    if (!isReplicateSwizzle(ctx.sourceSwizzle[0]!)) ctx.report(DEPTH_REPLICATE_RULE, ctx.sourceAt[0]!);
  }
  if (ctx.destinationNumber > 0) return;
  if ((ctx.destinationModifiers & SATURATE) !== 0) ctx.report(DEPTH_SATURATE_RULE, at);
  if (ctx.destinationMask !== FULL) ctx.report(DEPTH_MASK_RULE, at);
  if (ctx.version !== 0x200) return;
  if (state.depth) ctx.report(DEPTH_TWICE_RULE, at);
  state.depth = true;
}

function checkDepth30(ctx: Sm1ValidationContext): void {
  const how = DEPTH_30[ctx.opcode];
  const at = ctx.destinationAt;
  if (how === NOT_AT_ALL) ctx.report(DEPTH_VECTOR_RULE, at);
  else if (how === BY_COMPONENT) {
    let replicates = true;
    for (let i = 0; i < ctx.sourceCount; i++) replicates &&= isReplicateSwizzle(ctx.sourceSwizzle[i]!);
    if (!replicates) ctx.report(DEPTH_REPLICATE_RULE, ctx.sourceAt[0]!);
  }
  if (ctx.destinationMask !== FULL) ctx.report(DEPTH_MASK_RULE, at);
}

/** Checks what was written by the end of the shader. */
export function checkPixelOutputsAtEnd(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  if (ctx.version !== 0x200) return;
  const { colors } = state;
  if ((colors & 1) === 0) ctx.reportStream(NO_COLOR_RULE);
  if ((colors & (colors + 1)) !== 0) ctx.reportStream(COLOR_GAP_RULE);
}
