/**
 * Rules of what a pixel shader from 2_0 on reads: inputs and samplers have to be declared, in 2_0 temporaries written.
 * Versions with flow control do not check temporaries (source: oracle).
 *
 * Not for: which registers an operand may name (ps-sources.ts).
 */
import { componentsRead, maskText } from '../../../isa/components.ts';
import { SM1_OPCODES, Sm1Version } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_TEXTURE_COORDINATES } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import { MAX_SOURCES, type Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';
import { matrixRows } from './matrix.ts';
import type { Sm1PixelState } from './ps-state.ts';
import { readComponents } from './read-components.ts';
import { SourceKind, sourceKind } from './source-kinds.ts';

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

const { temp, input, addressOrTexture, colorOut, loop, misc } = SM1_REGISTERS;
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

/** Controls of `texld`. */
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
