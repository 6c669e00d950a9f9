/**
 * Rules of the sources of vertex shaders: register types and numbers, relative addressing, modifiers and swizzles, then
 * whether what is read was declared or, in vs_1_1, written.
 *
 * Not for: rules of single instructions (macros.ts, sources.ts).
 */

import { Sm1Version } from '../../../base/profile.ts';
import { componentsRead, FULL_MASK } from '../../../isa/components.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS, SM1_TEXTURE_COORDINATES } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import { MAX_SOURCES, type Sm1ValidationContext } from '../context.ts';
import type { Sm1Declarations } from './declarations.ts';
import { checkMatrixModifier, checkMatrixRange, checkMatrixSwizzle, checkReplicate, matrixRows } from './macros.ts';
import {
  checkFlowOperandSwizzle,
  checkFlowOperandType,
  FLOW_MODIFIER_RULE,
  isAllowedNot,
  isFlowOperand,
  readComponents,
  reportFlowOperandPrecision,
  SourceKind,
  sourceKind,
} from './sources.ts';

export const TYPE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5316', vs20: 'X5680', vs30: 'X5681' },
  text: 'Registers of this type cannot be read here.',
  hint: 'Read a temporary, an input or a float constant.',
};
export const NUMBER_VS11_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5319' },
  text: 'Register {register} of this type does not exist; the last one is {limit}.',
  hint: 'Use a lower register number.',
};
export const NUMBER_RULE: Sm1RuleRow = { ...NUMBER_VS11_RULE, codes: { vs20: 'X5682', vs30: 'X5683' } };
export const NUMBER_AGAIN_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5361', vs30: 'X5687' },
  text: 'Register {register} of this type does not exist in this version; the last one is {limit}.',
  hint: 'Use a lower register number.',
};
export const MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5322', vs20: 'X5697', vs30: 'X5698' },
  text: 'The source modifier does not exist in vertex shaders.',
  hint: 'Use negation or, from vs_3_0 on, _abs.',
};
export const RELATIVE_VS11_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5323' },
  text: 'Only float constants can be addressed relatively.',
  hint: 'Address the register directly.',
};
export const RELATIVE_BITS_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5324' },
  text: 'A constant can only be addressed relative to a0.x.',
  hint: 'Write c[a0.x + number]; the bits 15:14 of the source are 0.',
};
export const RELATIVE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5699', vs30: 'X5700' },
  text: 'Registers of this type cannot be addressed relatively.',
  hint: 'Address only constants relatively, and from vs_3_0 on inputs.',
};
export const RELATIVE_REGISTER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5962', vs30: 'X5963' },
  text: 'A constant can only be addressed relative to a0 or aL.',
  hint: 'Write c[a0.x + number] or c[aL + number].',
};
export const RELATIVE_INPUT_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5964' },
  text: 'An input can only be addressed relative to aL.',
  hint: 'Write v[aL + number].',
};
export const RELATIVE_LOOP_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5965', vs30: 'X5966' },
  text: 'The loop counter has number {register}; the only one is aL, number 0.',
  hint: 'Write aL.',
};
export const RELATIVE_ADDRESS_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5535', vs30: 'X5967' },
  text: 'Address register a{register} does not exist; the only one is a0.',
  hint: 'Write a0.',
};
export const TEXLDL_COORDINATE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5527' },
  text: 'The coordinates of texldl are not in a temporary, an input or a float constant.',
  hint: 'Move them to a temporary.',
};
export const TEXLDL_SAMPLER_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5529' },
  text: 'The second source of texldl is not a sampler.',
  hint: 'Name a sampler, s#.',
};
export const TEXLDL_MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs30: 'X6064' },
  text: 'The coordinates of texldl take no modifier.',
  hint: 'Apply the modifier with a mov first.',
};
export const SAMPLER_MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5564' },
  text: 'A sampler takes no modifier.',
  hint: 'Remove the modifier.',
};
export const PRECISION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6111' },
  text: 'The minimum precision is 3, which does not exist.',
  hint: 'Use 1, min16f, or 2, min2_8f.',
};
export const NO_LOOP_COUNTER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5705', vs30: 'X5707' },
  text: 'aL has no value here.',
  hint: 'Use aL inside loop, or in a subroutine that is only called from there.',
};
export const NO_LOOP_COUNTER_INPUT_RULE: Sm1RuleRow = { ...NO_LOOP_COUNTER_RULE, codes: { vs30: 'X5706' } };
export const UNINITIALIZED_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5326' },
  text: 'Components of {register} are read, but never written or declared.',
  hint: 'Write or declare the register first. Shaders of Direct3D 8, which do not declare their inputs, are not valid here; translate them without validation.',
};
export const UNDECLARED_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5702' },
  text: 'Input {register} is read, but not declared.',
  hint: 'Declare it with dcl_ and a usage.',
  specRules: ['DCL3'],
};
export const UNDECLARED_COMPONENTS_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5703' },
  text: 'Undeclared components of input {register} are read.',
  hint: 'Declare them with dcl_ and a usage.',
  specRules: ['DCL3'],
};
export const UNDECLARED_SAMPLER_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5577' },
  text: 'Sampler {register} is read, but not declared.',
  hint: 'Declare it with dcl_2d, dcl_cube or dcl_volume.',
  specRules: ['DCL1'],
};

const R = SM1_REGISTERS;
const { negate, abs, absNegate } = SM1_SOURCE_MODIFIERS;
const TEXLDL = SM1_OPCODES.texldl.code;

const ANY_NUMBER = 0x7ff;
const NOT_READABLE = -1;
const LAST_SAMPLER = 3;
/** Bits 15:14 of a source of vs_1_1, which would name the address register. */
const ADDRESS_BITS = 0xc000;
const NO_PRECISION = 3;

/** The last register of each type that an instruction can read, by register type. */
function lastRegisters(temps: number, extra: Readonly<Record<number, number>> = {}): Int16Array {
  const last = new Int16Array(32).fill(NOT_READABLE);
  last[R.temp.code] = temps;
  last[R.input.code] = 15;
  for (const name of ['const', 'const2', 'const3', 'const4'] as const) last[R[name].code] = ANY_NUMBER;
  for (const type of Object.keys(extra)) last[Number(type)] = extra[Number(type)]!;
  return last;
}

const LAST_VS11 = lastRegisters(11);
const LAST_VS20 = lastRegisters(11);
const LAST_VS2X = lastRegisters(31);

/**
 * The last register of each type that an instruction of 2_0 or later can read, by register type; -1: none of the type.
 */
export function vsSourceLimits(version: number): Int16Array {
  return version === 0x200 ? LAST_VS20 : LAST_VS2X;
}

/** The last register of the types that only flow control reads. */
function lastFlowRegister(type: number, version: number): number {
  const software = (version & 0xff) === 0xff;
  if (type === R.constInt.code || type === R.constBool.code) return software ? ANY_NUMBER : 15;
  if (type === R.label.code) return software || version >= 0x300 ? ANY_NUMBER : 15;
  return 0;
}

/** All components of a swizzle that selects one count, whether they are the same or not (source: oracle). */
const READ = readComponents(Sm1Version.v2_0, FULL_MASK);
const LIT = SM1_OPCODES.lit.code;
/** The component of the coordinates that has the mip level; of a sampler that is not declared nothing else is read. */
const LEVEL = 8;

/** Components of source `i` that the instruction reads, before its swizzle. */
function positionsRead(ctx: Sm1ValidationContext, i: number, declarations: Sm1Declarations): number {
  const { opcode } = ctx;
  if (opcode === LIT) return (ctx.destinationMask & 4) !== 0 ? 11 : 1;
  if (opcode === TEXLDL) return LEVEL | SM1_TEXTURE_COORDINATES[declarations.samplers[ctx.sourceNumber[1]!]!]!;
  return READ[opcode * MAX_SOURCES + i]! || ctx.destinationMask;
}

export function checkVs11Sources(ctx: Sm1ValidationContext): void {
  for (let i = 0; i < ctx.sourceCount; i++) {
    const before = ctx.diagnostics.errors;
    const last = LAST_VS11[ctx.sourceType[i]!]!;
    const at = ctx.sourceAt[i]!;
    const isRelative = ctx.sourceRelativeAt[i]! >= 0;
    const isMatrix = i === 1 && matrixRows(ctx.opcode) !== 0;
    if (last === NOT_READABLE) ctx.report(TYPE_RULE, at);
    else if (ctx.sourceNumber[i]! > last && !isRelative) {
      ctx.report(NUMBER_VS11_RULE, at, { register: ctx.sourceNumber[i]!, limit: last });
    } else if (isMatrix && last !== ANY_NUMBER) checkMatrixRange(ctx, i, last);
    if (ctx.sourceModifier[i]! > negate.code) ctx.report(MODIFIER_RULE, at);
    else if (isMatrix) checkMatrixModifier(ctx, i);
    checkReplicate(ctx, i);
    if (isRelative) {
      if (last !== ANY_NUMBER) ctx.report(RELATIVE_VS11_RULE, at);
      else if ((ctx.words[at]! & ADDRESS_BITS) !== 0) ctx.report(RELATIVE_BITS_RULE, at);
    }
    if (isMatrix) checkMatrixSwizzle(ctx, i);
    if (ctx.diagnostics.errors !== before) ctx.sourceFaults |= 1 << i;
  }
}

/** Checks each source of an instruction of vs_2_x or vs_3_x by itself. */
export function checkVsSources(ctx: Sm1ValidationContext): void {
  for (let i = 0; i < ctx.sourceCount; i++) {
    const before = ctx.diagnostics.errors;
    const kind = sourceKind(ctx.opcode, i);
    if (kind === SourceKind.coordinate || kind === SourceKind.sampler) {
      if (!isTexldlType(ctx, i)) {
        ctx.sourceFaults |= 1 << i;
        continue;
      }
    }
    const last = checkTypeAndNumber(ctx, i, kind);
    if (kind === SourceKind.matrix && last < ANY_NUMBER && last >= 0 && ctx.diagnostics.errors === before) {
      checkMatrixRange(ctx, i, last);
    }
    if (ctx.sourceModifier[i] !== 0) checkModifier(ctx, i, kind);
    if (kind === SourceKind.matrix) checkMatrixSwizzle(ctx, i);
    else if (isFlowOperand(kind)) checkFlowOperandSwizzle(ctx, i, kind);
    checkReplicate(ctx, i);
    if (ctx.diagnostics.errors !== before) ctx.sourceFaults |= 1 << i;
  }
}

/** Checks the register type of a source of texldl; a source of another type is not checked further. */
function isTexldlType(ctx: Sm1ValidationContext, i: number): boolean {
  const type = ctx.sourceType[i]!;
  if (i === 0 ? LAST_VS2X[type] !== NOT_READABLE : type === R.sampler.code) return true;
  ctx.report(i === 0 ? TEXLDL_COORDINATE_RULE : TEXLDL_SAMPLER_RULE, ctx.sourceAt[i]!);
  return false;
}

/**
 * Checks type, minimum precision, number and relative addressing of source `i`; returns the last register of its type.
 */
function checkTypeAndNumber(ctx: Sm1ValidationContext, i: number, kind: number): number {
  const type = ctx.sourceType[i]!;
  const at = ctx.sourceAt[i]!;
  const flow = isFlowOperand(kind);
  let last = flow ? NOT_READABLE : (ctx.version === 0x200 ? LAST_VS20 : LAST_VS2X)[type]!;
  if (flow) {
    if (checkFlowOperandType(ctx, i, kind)) last = lastFlowRegister(type, ctx.version);
  } else if (kind === SourceKind.sampler) last = LAST_SAMPLER;
  else if (last === NOT_READABLE) ctx.report(TYPE_RULE, at);
  const precision = (ctx.words[at]! >>> 14) & 3;
  let sound = last !== NOT_READABLE;
  if (ctx.sourceModifier[i] !== 0 && (kind === SourceKind.coordinate || kind === SourceKind.sampler)) {
    ctx.report(kind === SourceKind.sampler ? SAMPLER_MODIFIER_RULE : TEXLDL_MODIFIER_RULE, at);
    sound = false;
  }
  if (precision !== 0 && ctx.model === 'vs20') {
    if (flow) {
      // Of labels and the predicate only where the type is right (source: oracle).
      if (sound || (kind !== SourceKind.label && kind !== SourceKind.predicate))
        reportFlowOperandPrecision(ctx, i, kind);
      sound = false;
    } else if (precision === NO_PRECISION && sound) {
      ctx.report(PRECISION_RULE, at);
      sound = false;
    }
  }
  if (ctx.sourceRelativeAt[i]! >= 0) checkRelative(ctx, i);
  else if (sound && ctx.sourceNumber[i]! > last) {
    const values = { register: ctx.sourceNumber[i]!, limit: last };
    ctx.report(NUMBER_RULE, at, values);
    ctx.report(NUMBER_AGAIN_RULE, at, values);
  }
  return last;
}

/** Checks what source `i` is relative to; a token that is missing reads as 0, r0. */
function checkRelative(ctx: Sm1ValidationContext, i: number): void {
  const type = ctx.sourceType[i]!;
  const at = ctx.sourceRelativeAt[i]!;
  const isInput = type === R.input.code && ctx.model === 'vs30';
  if (!isInput && LAST_VS2X[type] !== ANY_NUMBER) {
    ctx.report(RELATIVE_RULE, ctx.sourceAt[i]!);
    return;
  }
  const word = ctx.words[at] ?? 0;
  const register = word & 0x7ff;
  const relative = sm1RegisterType(word);
  if (relative === R.loop.code) {
    if (register !== 0) ctx.report(RELATIVE_LOOP_RULE, at, { register });
  } else if (isInput) ctx.report(RELATIVE_INPUT_RULE, at);
  else if (relative !== R.addressOrTexture.code) ctx.report(RELATIVE_REGISTER_RULE, at);
  else if (register !== 0) ctx.report(RELATIVE_ADDRESS_RULE, at, { register });
}

/** Checks the modifier of source `i`, which has one. */
function checkModifier(ctx: Sm1ValidationContext, i: number, kind: number): void {
  const modifier = ctx.sourceModifier[i]!;
  const at = ctx.sourceAt[i]!;
  if (isFlowOperand(kind) && isAllowedNot(ctx, i)) return;
  const isAbs = modifier === abs.code || modifier === absNegate.code;
  const known = modifier === negate.code || (ctx.model === 'vs30' && isAbs);
  if (!known) ctx.report(MODIFIER_RULE, at);
  else if (kind === SourceKind.matrix) checkMatrixModifier(ctx, i);
  else if (isFlowOperand(kind)) ctx.report(FLOW_MODIFIER_RULE, at);
}

/** The components that a stream of vs_1_1 has written, by register number. */
export class Vs11Writes {
  readonly temps = new Uint8Array(LAST_VS11[R.temp.code]! + 1);
  readonly textures = new Uint8Array(8);
  position = 0;
  address = 0;
}

export function checkVs11Reads(ctx: Sm1ValidationContext, declarations: Sm1Declarations, writes: Vs11Writes): void {
  for (let i = 0; i < ctx.sourceCount; i++) {
    if ((ctx.sourceFaults >> i) & 1) continue;
    const type = ctx.sourceType[i]!;
    if (type === R.temp.code || type === R.input.code) {
      const have = type === R.temp.code ? writes.temps : declarations.inputs;
      const read = componentsRead(ctx.sourceSwizzle[i]!, positionsRead(ctx, i, declarations));
      const number = ctx.sourceNumber[i]!;
      const rows = i === 1 ? matrixRows(ctx.opcode) || 1 : 1;
      for (let row = 0; row < rows; row++) {
        if ((read & ~have[number + row]!) === 0) continue;
        const register = `${type === R.temp.code ? 'r' : 'v'}${number + row}`;
        ctx.report(UNINITIALIZED_RULE, ctx.sourceAt[i]!, { register });
      }
    } else if (ctx.sourceRelativeAt[i]! >= 0 && (writes.address & 1) === 0) {
      ctx.report(UNINITIALIZED_RULE, ctx.sourceAt[i]!, { register: 'a0.x' });
    }
  }
}

/**
 * Checks whether the valid sources of an instruction of vs_2_x or vs_3_x read what was declared, and aL where it has a
 * value.
 */
export function checkVsReads(ctx: Sm1ValidationContext, declarations: Sm1Declarations): void {
  for (let i = 0; i < ctx.sourceCount; i++) {
    if ((ctx.sourceFaults >> i) & 1) continue;
    const type = ctx.sourceType[i]!;
    const relativeAt = ctx.sourceRelativeAt[i]!;
    if (relativeAt >= 0) {
      if (ctx.flow.hasLoopCounter || sm1RegisterType(ctx.words[relativeAt] ?? 0) !== R.loop.code) continue;
      ctx.report(type === R.input.code ? NO_LOOP_COUNTER_INPUT_RULE : NO_LOOP_COUNTER_RULE, relativeAt);
    } else if (type === R.input.code) checkInputRead(ctx, i, declarations);
    else if (type === R.sampler.code && declarations.samplers[ctx.sourceNumber[i]!] === 0) {
      ctx.report(UNDECLARED_SAMPLER_RULE, ctx.sourceAt[i]!, { register: `s${ctx.sourceNumber[i]}` });
    }
  }
}

function checkInputRead(ctx: Sm1ValidationContext, i: number, declarations: Sm1Declarations): void {
  // The components that texldl reads depend on its sampler.
  if (ctx.opcode === TEXLDL && (ctx.sourceFaults & 2) !== 0) return;
  const number = ctx.sourceNumber[i]!;
  const read = componentsRead(ctx.sourceSwizzle[i]!, positionsRead(ctx, i, declarations));
  const rows = i === 1 ? matrixRows(ctx.opcode) || 1 : 1;
  const rule = ctx.model === 'vs20' ? UNDECLARED_RULE : UNDECLARED_COMPONENTS_RULE;
  for (let row = 0; row < rows; row++) {
    // vs_2_x checks the first row instead of each (source: oracle).
    const register = ctx.model === 'vs20' ? number : number + row;
    if ((read & ~declarations.inputs[register]!) !== 0)
      ctx.report(rule, ctx.sourceAt[i]!, { register: `v${register}` });
  }
}
