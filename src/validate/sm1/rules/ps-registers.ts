/**
 * Rules of the registers of pixel shaders from 2_0 on. Inputs and samplers that are read have to be declared, in 2_0
 * temporaries written (versions with flow control do not check temporaries; source: oracle). A ps_2_0 shader has to
 * have written a color at its end.
 *
 * Not for: which registers an operand may name (ps-sources.ts), and what holds for every destination
 * (ps-destination.ts).
 */

import { Sm1Version } from '../../../base/profile.ts';
import { componentsRead, IDENTITY_SWIZZLE, isReplicateSwizzle, maskText } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_TEXTURE_COORDINATES } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import { MAX_SOURCES, type Sm1ValidationContext } from '../context.ts';
import { Sm1Declarations } from './declarations.ts';
import { matrixRows } from './macros.ts';
import { readComponents, SourceKind, sourceKind } from './sources.ts';

/** The numbers of temporaries, and of colors with the depth. Arrays are allocated faster than typed arrays. */
const NO_TEMPS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const NO_OUTPUTS: readonly number[] = [0, 0, 0, 0, 0];

export class Sm1PixelState {
  readonly declared = new Sm1Declarations();
  /**
   * Written components of temporaries, and those that `sincos` made undefined again; 2_0 only, empty in other versions.
   */
  readonly temps: number[];
  readonly lost: number[];
  /** Written components of colors and, last, of the depth; `sincos` makes these undefined too. 2_0 only. */
  readonly outputs: number[];
  /** Colors that were written, a bit each; 2_0 only. */
  colors = 0;
  /** The depth was written; 2_0 only. */
  depth = false;

  constructor(
    version: number,
    /** The highest number of each register type that a source can have. */
    readonly highest: Int16Array,
  ) {
    const first = version === Sm1Version.v2_0;
    this.temps = first ? NO_TEMPS.slice() : [];
    this.lost = first ? NO_TEMPS.slice() : [];
    this.outputs = first ? NO_OUTPUTS.slice() : [];
  }
}

export const SAMPLER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5203', ps30: 'X5576' },
  text: 'Sampler s{register} is not declared.',
  hint: 'Declare it: dcl_2d, dcl_cube or dcl_volume.',
};
export const UNDECLARED_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5546' },
  text: 'Components {components} of {register} are read, but not declared.',
  hint: 'Declare them with dcl.',
  specRules: ['DCL2'],
};
export const UNDECLARED_INPUT_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5984' },
  text: 'Components {components} of v{register} are read, but not declared.',
  hint: 'Declare them with dcl and a usage.',
  specRules: ['DCL4'],
};
export const UNDECLARED_POSITION_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5985' },
  text: 'Components {components} of vPos are read, but not declared.',
  hint: 'Declare them: dcl vPos.xy.',
  specRules: ['DCL6'],
};
export const UNDECLARED_FACE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5986' },
  text: 'vFace is read, but not declared.',
  hint: 'Declare it: dcl vFace.',
  specRules: ['DCL5'],
};
export const POSITION_COMPONENTS_RULE: Sm1RuleRow = {
  codes: { ps30: 'X6063' },
  text: 'Components {components} of vPos are read; vPos has only x and y.',
  hint: 'Use vPos.x and vPos.y.',
  specRules: ['DCL6'],
};
export const RELATIVE_OUTSIDE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5370' },
  text: 'Operand {operand} is relative to aL where aL has no value.',
  hint: 'Use aL inside `loop`, or in a subroutine that is only called from there.',
};
export const UNINITIALIZED_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5204' },
  text: 'Components {components} of r{register} are read, but never written.',
  hint: 'Write them first, or do not read them.',
};
export const LOST_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5205' },
  text: 'Component {components} of r{register} was written, but sincos made it undefined.',
  hint: 'Write it again after the sincos.',
};

const { temp, input, addressOrTexture, colorOut, depthOut, loop, misc } = SM1_REGISTERS;
const FACE = 1;
const TEXKILL = SM1_OPCODES.texkill.code;
const TEXLD = SM1_OPCODES.texld.code;
const TEXLDD = SM1_OPCODES.texldd.code;
const TEXLDL = SM1_OPCODES.texldl.code;
const SINCOS = SM1_OPCODES.sincos.code;
const [X, XY, XYZ, W] = [1, 3, 7, 8];

/**
 * A swizzle that should select one component and does not counts as its last component, that of the addend of `dp2add`
 * as its first one (source: oracle).
 */
const READ = readComponents(Sm1Version.v2_0, W, { dp2add: { 2: X } });

const PROJECT = 1;
const BIAS = 2;

/**
 * Checks what the instruction reads; sources that break a rule and register numbers beyond the last one are skipped.
 */
export function checkPixelReads(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  const { opcode, sourceCount } = ctx;
  if (opcode === TEXKILL) checkKill(ctx, state);
  if (opcode === TEXLD || opcode === TEXLDL || opcode === TEXLDD) {
    checkLoad(ctx, state);
    return;
  }
  const rows = matrixRows(opcode);
  for (let i = 0; i < sourceCount; i++) {
    if (sourceKind(opcode, i) > SourceKind.matrix || isAtFault(ctx, i)) continue;
    if (isRelative(ctx, i)) continue;
    const components = componentsRead(ctx.sourceSwizzle[i]!, swizzleMask(ctx, i));
    const register = ctx.sourceNumber[i]!;
    const last = i === 1 && rows > 0 ? register + rows - 1 : register;
    for (let row = register; row <= last; row++) checkRead(ctx, state, i, row, components);
  }
}

/** Whether source `i` is relative to aL, so that the register is unknown; checks then whether aL has a value. */
function isRelative(ctx: Sm1ValidationContext, i: number): boolean {
  const relativeAt = ctx.sourceRelativeAt[i]!;
  if (relativeAt < 0 || ctx.sourceType[i] !== input.code) return false;
  const isLoop = sm1RegisterType(ctx.words[relativeAt] ?? 0) === loop.code;
  if (isLoop && !ctx.flow.hasLoopCounter) ctx.report(RELATIVE_OUTSIDE_RULE, ctx.sourceAt[i]!, { operand: i + 1 });
  return isLoop;
}

/** The components of the swizzle of source `i` that count. */
function swizzleMask(ctx: Sm1ValidationContext, i: number): number {
  return READ[ctx.opcode * MAX_SOURCES + i]! || ctx.destinationMask;
}

/**
 * Before 3_0, Microsoft's validator does not ask whether w is declared and written, though it is read (source: oracle).
 */
function checkKill(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  const mask = ctx.version < 0x300 ? XYZ : ctx.destinationMask;
  checkRegister(ctx, state, ctx.destinationType, ctx.destinationNumber, mask, ctx.destinationAt);
}

function checkLoad(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  const { opcode, controls } = ctx;
  // Microsoft's validator lets this one read what was never declared (source: oracle).
  if (opcode === TEXLDD && ctx.version < 0x300) return;
  const sampler = ctx.sourceNumber[1]!;
  const known = !isAtFault(ctx, 1);
  const type = known ? (state.declared.samplers[sampler] ?? 0) : 0;
  for (let i = 0; i < ctx.sourceCount; i++) {
    if (isAtFault(ctx, i)) continue;
    if (i > 0 && known) {
      // It is reported for every operand after the coordinates (source: oracle).
      if (type === 0) ctx.report(SAMPLER_RULE, ctx.sourceAt[1]!, { register: sampler });
    } else if (!isRelative(ctx, i) && known) {
      let mask = SM1_TEXTURE_COORDINATES[type]!;
      if (opcode === TEXLDL || (opcode === TEXLD && (controls === PROJECT || controls === BIAS))) mask |= W;
      checkRead(ctx, state, i, ctx.sourceNumber[i]!, componentsRead(ctx.sourceSwizzle[i]!, mask));
    }
  }
}

function isAtFault(ctx: Sm1ValidationContext, i: number): boolean {
  return (ctx.sourceFaults & (1 << i)) !== 0;
}

/** Checks the read of `components` of register `number`, which source `i` names or means. */
function checkRead(
  ctx: Sm1ValidationContext,
  state: Sm1PixelState,
  i: number,
  number: number,
  components: number,
): void {
  if (ctx.sourceType[i] === misc.code && ctx.version >= 0x300) {
    checkMisc(ctx, state, ctx.sourceNumber[i]!, number, components, ctx.sourceAt[i]!);
  } else checkRegister(ctx, state, ctx.sourceType[i]!, number, components, ctx.sourceAt[i]!);
}

function checkRegister(
  ctx: Sm1ValidationContext,
  state: Sm1PixelState,
  type: number,
  number: number,
  components: number,
  at: number,
): void {
  if (number > state.highest[type]!) return;
  if (type === temp.code) {
    if (ctx.version === 0x200) checkTemp(ctx, state, number, components, at);
  } else if (type === input.code) {
    const missing = components & ~(state.declared.inputs[number] ?? 0);
    if (missing === 0) return;
    if (ctx.version < 0x300) {
      ctx.report(UNDECLARED_RULE, at, { register: `v${number}`, components: maskText(missing) });
    } else ctx.report(UNDECLARED_INPUT_RULE, at, { register: number, components: maskText(missing) });
  } else if (type === addressOrTexture.code) {
    const missing = components & ~(state.declared.textures[number] ?? 0);
    if (missing === 0 || ctx.version >= 0x300) return;
    ctx.report(UNDECLARED_RULE, at, { register: `t${number}`, components: maskText(missing) });
  } else if (type === misc.code && ctx.version >= 0x300) checkMisc(ctx, state, number, number, components, at);
}

/** Checks the read of vPos or vFace, which `named` is; `number` is the same or that of a later row. */
function checkMisc(
  ctx: Sm1ValidationContext,
  state: Sm1PixelState,
  named: number,
  number: number,
  components: number,
  at: number,
): void {
  if (number > FACE) return;
  const declared = state.declared.misc[number]!;
  if (named === FACE) {
    // A partial declaration is accepted, but declares only its own components (source: oracle).
    if ((components & ~declared) !== 0) ctx.report(UNDECLARED_FACE_RULE, at);
    return;
  }
  const missing = components & ~declared;
  if (missing === 0) return;
  const rule = (missing & XY) === 0 ? POSITION_COMPONENTS_RULE : UNDECLARED_POSITION_RULE;
  ctx.report(rule, at, { components: maskText(missing) });
}

function checkTemp(
  ctx: Sm1ValidationContext,
  state: Sm1PixelState,
  number: number,
  components: number,
  at: number,
): void {
  const missing = components & ~(state.temps[number] ?? 0);
  if (missing === 0) return;
  ctx.report(UNINITIALIZED_RULE, at, { register: number, components: maskText(missing) });
  const lost = missing & (state.lost[number] ?? 0);
  for (let bit = 1; bit <= W; bit <<= 1) {
    if ((lost & bit) !== 0) ctx.report(LOST_RULE, at, { register: number, components: maskText(bit) });
  }
}

/** Records what the instruction writes; 2_0 only. Call only for a valid destination. */
export function keepPixelWrite(ctx: Sm1ValidationContext, state: Sm1PixelState): void {
  const { destinationNumber: number, destinationMask: mask } = ctx;
  if (ctx.version !== 0x200 || ctx.opcode === TEXKILL) return;
  const isTemp = ctx.destinationType === temp.code;
  const written = isTemp ? state.temps : state.outputs;
  const at = isTemp || ctx.destinationType === colorOut.code ? number : state.outputs.length - 1;
  if (at >= written.length) return;
  written[at]! |= mask;
  if (isTemp) state.lost[number]! &= ~mask;
  if (ctx.opcode !== SINCOS) return;
  // sincos leaves z undefined, and x and y where it does not write them. Lost components are tracked by number alone
  // (source: oracle).
  const gone = written[at]! & (4 | (XY & ~mask));
  written[at]! &= ~gone;
  state.lost[number]! |= gone;
}

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
