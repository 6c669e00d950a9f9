/**
 * Rules of the destination of pixel shaders from 2_0 on: register type and number, write mask, minimum precision,
 * modifiers, shift.
 *
 * Not for: the rules of color and depth for the instruction that writes them (ps-registers.ts).
 */
import { SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { checkMatrixDestination, checkMatrixOverlap } from './macros.ts';

export const TYPE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5206', ps30: 'X5578' },
  text: 'The instruction cannot write a register of this type.',
  hint: 'Write a temporary or an output.',
};
export const NUMBER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5207', ps30: 'X5579' },
  text: 'The destination has the register number {register}; {limit} is the last one of its type in this version.',
  hint: 'Use a lower number.',
};
export const EMPTY_MASK_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5425', ps30: 'X5774' },
  text: 'The destination has an empty write mask.',
  hint: 'Write at least one component.',
  specRules: ['DP5'],
};
export const PRECISION_PREDICATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6094' },
  text: 'The predicate has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6096' },
  text: 'The destination has an unknown minimum precision.',
  hint: 'Use 1 (min16f), 2 (min2_8f) or none.',
};
export const KILL_MASK_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5208' },
  text: 'texkill takes a register without mask.',
  hint: 'Remove the mask.',
};
export const LOAD_MASK_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5773' },
  text: 'A texture load must write all four components.',
  hint: 'Remove the write mask.',
};
export const SINCOS_MASK_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5209', ps30: 'X5580' },
  text: 'sincos must write .x, .y or both.',
  hint: 'Change the write mask to .x, .y or .xy.',
};
export const LOAD_SATURATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5508', ps30: 'X5911' },
  text: 'Texture instructions take no _sat.',
  hint: 'Saturate with a mov.',
};
export const FRC_SATURATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5509', ps30: 'X5912' },
  text: 'frc takes no _sat.',
  hint: 'Remove _sat: the result is between 0 and 1 anyway.',
};
export const SINCOS_SATURATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5510', ps30: 'X6061' },
  text: 'sincos takes no _sat.',
  hint: 'Saturate with a mov.',
};
export const SETP_SATURATE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5270', ps30: 'X6066' },
  text: 'setp takes no _sat.',
  hint: 'Remove _sat.',
};
export const MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5210' },
  text: 'The destination has a modifier other than _sat and _pp.',
  hint: 'Remove it; _centroid belongs to dcl.',
  specRules: ['DP6'],
};
export const CENTROID_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5581' },
  text: '_centroid is only possible in the dcl of an input.',
  hint: 'Remove _centroid.',
  specRules: ['DP6'],
};
export const UNKNOWN_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps30: 'X6019' },
  text: 'The destination has an unknown modifier.',
  hint: 'Use _sat and _pp only.',
  specRules: ['DP6'],
};
export const SHIFT_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5409', ps30: 'X5757' },
  text: 'The destination has a result shift, which ended with 2_0.',
  hint: 'Multiply by a constant.',
  specRules: ['DP7'],
};
export const PREDICATE_WRITE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5373' },
  text: 'Only setp can write the predicate.',
  hint: 'Use setp.',
};
export const SETP_DESTINATION_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5714' },
  text: 'setp can only write the predicate.',
  hint: 'Write p0.',
};

const R = SM1_REGISTERS;
const { temp, predicate, colorOut, depthOut, addressOrTexture, input, label } = SM1_REGISTERS;
const TEXKILL = SM1_OPCODES.texkill.code;
const SETP = SM1_OPCODES.setp.code;
const SINCOS = SM1_OPCODES.sincos.code;
const SATURATE = 1;
const CENTROID = 4;
const UNKNOWN = 8;
const FULL = 15;
const COLORS = 4;

/** Rules of masks of their own, by opcode. */
const MASK: (Sm1RuleRow | undefined)[] = [];
for (const name of ['texld', 'texldd'] as const) MASK[SM1_OPCODES[name].code] = LOAD_MASK_RULE;
MASK[TEXKILL] = KILL_MASK_RULE;

/** Rules of opcodes that cannot saturate. */
const SATURATES: (Sm1RuleRow | undefined)[] = [];
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  const onTexture = row.category === 'texture' || row.category === 'sample';
  if (row.saturates === false && onTexture) SATURATES[row.code] = LOAD_SATURATE_RULE;
}
SATURATES[SM1_OPCODES.frc.code] = FRC_SATURATE_RULE;
SATURATES[SINCOS] = SINCOS_SATURATE_RULE;
SATURATES[SETP] = SETP_SATURATE_RULE;
/** Opcodes that have an entry in one of the two. */
const HAS_RULE = new Uint8Array(SM1_OPCODE_LIMIT);
for (const code of [...MASK.keys(), ...SATURATES.keys()]) if (MASK[code] ?? SATURATES[code]) HAS_RULE[code] = 1;

/** The highest number of each register type that `version` can write, -1 where it cannot; `kill` is for `texkill`. */
export function pixelDestinationLimits(version: number, kill: boolean): Int16Array {
  const limits = new Int16Array(32).fill(-1);
  const software = (version & 0xff) === 0xff;
  limits[temp.code] = version === 0x200 ? 11 : 31;
  limits[colorOut.code] = COLORS - 1;
  limits[depthOut.code] = 0;
  if (version > 0x200) limits[predicate.code] = 0;
  if (kill && version < 0x300) limits[addressOrTexture.code] = 7;
  if (kill && version >= 0x300) {
    limits[input.code] = software ? 13 : 9;
    // Not a register that holds anything, and let through all the same (source: oracle).
    limits[label.code] = 0x7ff;
  }
  return limits;
}

/**
 * Checks the destination; `limits` are those of {@link pixelDestinationLimits}. Returns whether its write counts as
 * one.
 */
export function checkPixelDestination(ctx: Sm1ValidationContext, limits: Int16Array): boolean {
  const { opcode, destinationAt: at, destinationMask: mask, destinationModifiers: modifiers, model } = ctx;
  const before = ctx.diagnostics.errors;
  let forgiven = 0;
  const limit = limits[ctx.destinationType]!;
  if (limit < 0) ctx.report(TYPE_RULE, at);
  else if (ctx.destinationNumber > limit) {
    ctx.report(NUMBER_RULE, at, { register: ctx.destinationNumber, limit });
  }
  if (mask === 0) ctx.report(EMPTY_MASK_RULE, at);
  if (model === 'ps20') checkPrecision(ctx, at);
  const hasRule = HAS_RULE[opcode] === 1;
  const maskRule = hasRule ? MASK[opcode] : undefined;
  if (maskRule !== undefined && mask !== FULL && model === 'ps20') ctx.report(maskRule, at);
  if (opcode === SINCOS && (mask === 0 || mask > 3)) {
    ctx.report(SINCOS_MASK_RULE, at);
    forgiven = 1;
  }
  if (modifiers !== 0) checkModifiers(ctx, at, modifiers, hasRule);
  if (ctx.destinationShift !== 0) ctx.report(SHIFT_RULE, at);
  if (model === 'ps30') {
    const isPredicate = ctx.destinationType === R.predicate.code;
    if (isPredicate !== (opcode === SETP)) {
      ctx.report(isPredicate ? PREDICATE_WRITE_RULE : SETP_DESTINATION_RULE, at);
    }
  }
  checkMatrixDestination(ctx);
  checkMatrixOverlap(ctx);
  return ctx.diagnostics.errors - before === forgiven;
}

function checkPrecision(ctx: Sm1ValidationContext, at: number): void {
  const precision = (ctx.words[at]! >>> 14) & 3;
  if (precision === 0) return;
  if (ctx.destinationType === predicate.code) ctx.report(PRECISION_PREDICATE_RULE, at);
  else if (precision === 3) ctx.report(PRECISION_RULE, at);
}

function checkModifiers(ctx: Sm1ValidationContext, at: number, modifiers: number, hasRule: boolean): void {
  const rule = hasRule && (modifiers & SATURATE) !== 0 ? SATURATES[ctx.opcode] : undefined;
  if (rule !== undefined) ctx.report(rule, at);
  if (ctx.model === 'ps20') {
    if ((modifiers & (CENTROID | UNKNOWN)) !== 0) ctx.report(MODIFIERS_RULE, at);
    return;
  }
  if ((modifiers & CENTROID) !== 0) ctx.report(CENTROID_RULE, at);
  if ((modifiers & UNKNOWN) !== 0) ctx.report(UNKNOWN_MODIFIER_RULE, at);
}
