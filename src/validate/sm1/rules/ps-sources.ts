/**
 * Rules of the sources of pixel shaders from 2_0 on, one after the other: register type and number, relative address,
 * minimum precision, modifier, swizzle.
 *
 * Not for: whether what is read was declared or written (ps-registers.ts), and what the sources are together.
 */
import { IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS, type Sm1RegisterName } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { checkMatrixModifier, checkMatrixRange, checkMatrixSwizzle, checkReplicate, wantsReplicate } from './macros.ts';
import {
  checkFlowOperandSwizzle,
  checkFlowOperandType,
  FLOW_MODIFIER_RULE,
  isAllowedNot,
  isFlowOperand,
  reportFlowOperandPrecision,
  SourceKind,
  sourceKind,
} from './sources.ts';

export const TYPE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5199', ps30: 'X5679' },
  text: 'Operand {operand} is a register that this instruction cannot read.',
  hint: 'Move the value to a temporary, or use another register.',
};
export const NUMBER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5200', ps30: 'X5359' },
  text: 'Operand {operand} has the register number {register}; {limit} is the last one of its type in this version.',
  hint: 'Use a lower number.',
};
export const MISC_NUMBER_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5358' },
  text: 'Operand {operand} is neither vPos nor vFace.',
  hint: 'Use register 0 (vPos) or 1 (vFace) of that type.',
};
export const COORDINATES_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5192', ps30: 'X5525' },
  text: 'The texture coordinates are not in a temporary or an input.',
  hint: 'Move the coordinates to a temporary.',
};
export const SAMPLER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5193', ps30: 'X5528' },
  text: 'The second operand of a texture load is not a sampler, s#.',
  hint: 'Name a sampler.',
};
export const GRADIENT_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5523', ps30: 'X5526' },
  text: 'The derivatives are not in a temporary, an input or a float constant.',
  hint: 'Move the derivatives to a temporary.',
};
export const TEXTURE_NUMBER_RULE: Sm1RuleRow = { ...NUMBER_RULE, codes: { ps20: 'X5196', ps30: 'X5532' } };
export const RELATIVE_INPUT_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5365' },
  text: 'Operand {operand} is addressed relatively; only input registers can be.',
  hint: 'Address the register directly.',
};
export const RELATIVE_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5533' },
  text: 'Operand {operand} is relative to a register other than aL.',
  hint: 'Use aL inside a loop.',
};
export const RELATIVE_NUMBER_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5534' },
  text: 'Operand {operand} is relative to loop counter {register}; the only one is aL, number 0.',
  hint: 'Use number 0.',
};
export const PRECISION_COORDINATES_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6082' },
  text: 'Operand {operand} has an unknown minimum precision.',
  hint: 'Use 1 (min16f), 2 (min2_8f) or none.',
};
export const PRECISION_SAMPLER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6083' },
  text: 'A sampler has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_GRADIENT_RULE: Sm1RuleRow = { ...PRECISION_COORDINATES_RULE, codes: { ps20: 'X6085' } };
export const PRECISION_INPUT_RULE: Sm1RuleRow = { ...PRECISION_COORDINATES_RULE, codes: { ps20: 'X6089' } };
export const PRECISION_CONSTANT_RULE: Sm1RuleRow = { ...PRECISION_COORDINATES_RULE, codes: { ps20: 'X6091' } };
export const PRECISION_TEMP_RULE: Sm1RuleRow = { ...PRECISION_COORDINATES_RULE, codes: { ps20: 'X6093' } };
export const MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5201', ps30: 'X5364' },
  text: 'Operand {operand} has a modifier that this version does not have.',
  hint: 'Use negation or, from 3_0 on, _abs.',
};
export const SAMPLER_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5559' },
  text: 'A sampler takes no modifier.',
  hint: 'Remove the modifier.',
};
export const TEXTURE_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5197', ps30: 'X5561' },
  text: 'The operands of a texture load take no modifier.',
  hint: 'Apply the modifier with a mov to a temporary.',
};
export const FACE_ABS_RULE: Sm1RuleRow = {
  codes: { ps30: 'X6079' },
  text: 'vFace takes no _abs.',
  hint: 'Remove _abs.',
};
export const FACE_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5691' },
  text: 'vFace has no components and takes no swizzle.',
  hint: 'Remove the swizzle.',
};
export const FACE_USE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5692' },
  text: 'vFace can only be compared, by setp, if, break and as the first operand of cmp.',
  hint: 'Select with cmp on vFace.',
};
export const SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5202' },
  text: 'Operand {operand} has a swizzle that ps_2_0 does not have.',
  hint: 'Use one component, .yzxw, .zxyw, .wzyx or none.',
};
export const TEXTURE_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5198' },
  text: 'The operands of a texture load take no swizzle.',
  hint: 'Apply the swizzle with a mov to a temporary.',
};

const R = SM1_REGISTERS;
const { temp, input, const4, misc, addressOrTexture, sampler, loop } = SM1_REGISTERS;
const FACE = 1;
const CMP = SM1_OPCODES.cmp.code;
const COMPARES: readonly number[] = [SM1_OPCODES.setp.code, SM1_OPCODES.ifc.code, SM1_OPCODES.breakc.code];
const DERIVATIVES: readonly number[] = [SM1_OPCODES.dsx.code, SM1_OPCODES.dsy.code];
const NEGATE = 1;
const ABS = 11;
const ABS_NEGATE = 12;

/** .yzxw, .zxyw and .wzyx, which ps_2_0 has besides the identity and single components. */
const SWIZZLES_20: readonly number[] = [IDENTITY_SWIZZLE, 0xc9, 0xd2, 0x1b];

/** The bit of each of `names` in a set of register types. */
function types(...names: readonly Sm1RegisterName[]): number {
  return names.reduce((set, name) => set | (1 << R[name].code), 0);
}

const CONSTANTS = types('const', 'const2', 'const3', 'const4');
const ARITHMETIC_20 = types('temp', 'input', 'addressOrTexture') | CONSTANTS;
const ARITHMETIC_30 = types('temp', 'input', 'misc') | CONSTANTS;
const COORDINATES_20 = types('temp', 'addressOrTexture');
const COORDINATES_30 = types('temp', 'input') | CONSTANTS;

/** The highest number of each register type that a source of `version` can have; 2047 where there is no limit. */
export function pixelSourceLimits(version: number): Int16Array {
  const software = (version & 0xff) === 0xff;
  const limits = new Int16Array(32).fill(0x7ff);
  limits[temp.code] = version === 0x200 ? 11 : 31;
  limits[addressOrTexture.code] = 7;
  limits[sampler.code] = 15;
  limits[R.predicate.code] = 0;
  limits[loop.code] = 0;
  limits[misc.code] = 1;
  limits[input.code] = version < 0x300 ? 1 : software ? 13 : 9;
  const floats = software ? (const4.base ?? 0) + 0x7ff : version < 0x300 ? 31 : 223;
  for (let type = 0; type < 32; type++) {
    if ((CONSTANTS & (1 << type)) !== 0) limits[type] = floats - (SM1_REGISTER_BY_CODE[type]?.base ?? 0);
  }
  if (software) return limits;
  limits[R.constInt.code] = 15;
  limits[R.constBool.code] = 15;
  return limits;
}

/** Checks all sources, and records which of them are invalid; `limits` are those of {@link pixelSourceLimits}. */
export function checkPixelSources(ctx: Sm1ValidationContext, limits: Int16Array): void {
  const { sourceCount, opcode, diagnostics } = ctx;
  const new30 = ctx.version >= 0x300;
  let faults = 0;
  for (let i = 0; i < sourceCount; i++) {
    const before = diagnostics.errors;
    let harmless = 0;
    const kind = sourceKind(opcode, i);
    if (new30 && isUnknownMisc(ctx, i, kind)) {
      // It ends the validating of sources, and does not count as a fault of theirs (source: oracle).
      report(ctx, MISC_NUMBER_RULE, i);
      break;
    }
    if (kind >= SourceKind.coordinate && kind <= SourceKind.gradient) checkTextureSource(ctx, i, kind, limits);
    else if (new30) checkSource30(ctx, i, kind, limits);
    else harmless = checkSource20(ctx, i, kind, limits);
    if (diagnostics.errors - before !== harmless) faults |= 1 << i;
  }
  ctx.sourceFaults = faults;
}

/**
 * Whether source `i` of 3_0 is of the type of vPos and vFace with a number beyond them; 2 counts as a number too high.
 */
function isUnknownMisc(ctx: Sm1ValidationContext, i: number, kind: number): boolean {
  if (ctx.sourceType[i] !== misc.code || ctx.sourceNumber[i]! <= FACE + 1) return false;
  return kind === SourceKind.plain || kind === SourceKind.matrix;
}

function report(ctx: Sm1ValidationContext, rule: Sm1RuleRow, i: number): void {
  ctx.report(rule, ctx.sourceAt[i]!, { operand: i + 1 });
}

/** Checks register type, relative address and number of source `i`, and, of a matrix, that of its last row. */
function checkRegister(ctx: Sm1ValidationContext, i: number, kind: number, limits: Int16Array, allowed: number): void {
  const type = ctx.sourceType[i]!;
  const right = isFlowOperand(kind) ? checkFlowOperandType(ctx, i, kind) : (allowed & (1 << type)) !== 0;
  if (!right && !isFlowOperand(kind)) report(ctx, TYPE_RULE, i);
  const precise = ctx.version < 0x300 && ((ctx.words[ctx.sourceAt[i]!]! >>> 14) & 3) !== 0;
  if (precise && checkPrecision(ctx, i, kind, right)) return;
  const relativeAt = ctx.sourceRelativeAt[i]!;
  if (relativeAt >= 0) checkRelative(ctx, i, relativeAt);
  else if (right) checkNumber(ctx, i, kind, limits, NUMBER_RULE);
}

function checkNumber(ctx: Sm1ValidationContext, i: number, kind: number, limits: Int16Array, rule: Sm1RuleRow): void {
  const type = ctx.sourceType[i]!;
  const limit = limits[type]!;
  const register = ctx.sourceNumber[i]!;
  if (register > limit) {
    const base = SM1_REGISTER_BY_CODE[type]?.base ?? 0;
    ctx.report(rule, ctx.sourceAt[i]!, { operand: i + 1, register: base + register, limit: base + limit });
  } else if (kind === SourceKind.matrix) checkMatrixRange(ctx, i, limit);
}

/** Checks the address that source `i` of ps_3_0 is relative to. */
function checkRelative(ctx: Sm1ValidationContext, i: number, relativeAt: number): void {
  if (ctx.sourceType[i] !== input.code) {
    report(ctx, RELATIVE_INPUT_RULE, i);
    return;
  }
  const token = ctx.words[relativeAt] ?? 0;
  const type = sm1RegisterType(token);
  const register = token & 0x7ff;
  if (type !== loop.code) report(ctx, RELATIVE_REGISTER_RULE, i);
  else if (register > 0) ctx.report(RELATIVE_NUMBER_RULE, relativeAt, { operand: i + 1, register });
}

/**
 * Checks the minimum precision of source `i` before 3_0; returns whether it was reported, so that its number is not
 * checked.
 */
function checkPrecision(ctx: Sm1ValidationContext, i: number, kind: number, rightType: boolean): boolean {
  if (isFlowOperand(kind)) {
    if (!rightType && (kind === SourceKind.label || kind === SourceKind.predicate)) return false;
    reportFlowOperandPrecision(ctx, i, kind);
    return true;
  }
  const precision = (ctx.words[ctx.sourceAt[i]!]! >>> 14) & 3;
  if (kind === SourceKind.sampler) report(ctx, PRECISION_SAMPLER_RULE, i);
  else if (precision !== 3 || !rightType) return false;
  else if (kind === SourceKind.coordinate) report(ctx, PRECISION_COORDINATES_RULE, i);
  else if (kind === SourceKind.gradient) report(ctx, PRECISION_GRADIENT_RULE, i);
  else {
    const type = ctx.sourceType[i]!;
    if (type === temp.code) report(ctx, PRECISION_TEMP_RULE, i);
    else if (type === input.code) report(ctx, PRECISION_INPUT_RULE, i);
    else if (type === addressOrTexture.code) return false;
    else report(ctx, PRECISION_CONSTANT_RULE, i);
  }
  return true;
}

function checkTextureSource(ctx: Sm1ValidationContext, i: number, kind: number, limits: Int16Array): void {
  const new30 = ctx.version >= 0x300;
  const coordinates = new30 ? COORDINATES_30 : COORDINATES_20;
  const others = new30 ? COORDINATES_30 : ARITHMETIC_20;
  const type = ctx.sourceType[i]!;
  const allowed =
    kind === SourceKind.sampler ? 1 << sampler.code : kind === SourceKind.coordinate ? coordinates : others;
  if ((allowed & (1 << type)) === 0) {
    report(
      ctx,
      kind === SourceKind.sampler ? SAMPLER_RULE : kind === SourceKind.coordinate ? COORDINATES_RULE : GRADIENT_RULE,
      i,
    );
    return;
  }
  const modifier = ctx.sourceModifier[i]!;
  if (!new30) {
    const precise = ((ctx.words[ctx.sourceAt[i]!]! >>> 14) & 3) !== 0;
    if (precise && checkPrecision(ctx, i, kind, true)) return;
    checkNumber(ctx, i, kind, limits, TEXTURE_NUMBER_RULE);
    if (modifier !== 0) report(ctx, TEXTURE_MODIFIER_RULE, i);
    if (ctx.sourceSwizzle[i] !== IDENTITY_SWIZZLE) report(ctx, TEXTURE_SWIZZLE_RULE, i);
    return;
  }
  if (modifier !== 0 && kind === SourceKind.sampler) report(ctx, SAMPLER_MODIFIER_RULE, i);
  checkNumber(ctx, i, kind, limits, TEXTURE_NUMBER_RULE);
  if (modifier !== 0) report(ctx, TEXTURE_MODIFIER_RULE, i);
  if (ctx.sourceRelativeAt[i]! >= 0) checkRelative(ctx, i, ctx.sourceRelativeAt[i]!);
  if (!isKnown30(modifier)) report(ctx, MODIFIER_RULE, i);
}

/**
 * Checks source `i` of any other instruction before 3_0; returns how many diagnostics leave what it reads to be
 * checked.
 */
function checkSource20(ctx: Sm1ValidationContext, i: number, kind: number, limits: Int16Array): number {
  const { diagnostics } = ctx;
  const before = diagnostics.errors;
  checkRegister(ctx, i, kind, limits, ARITHMETIC_20);
  const modifier = ctx.sourceModifier[i]!;
  const flow = isFlowOperand(kind);
  if (modifier !== 0 && !(flow && isAllowedNot(ctx, i))) {
    if (modifier !== NEGATE) report(ctx, MODIFIER_RULE, i);
    else if (kind === SourceKind.matrix) checkMatrixModifier(ctx, i);
    else if (flow) ctx.report(FLOW_MODIFIER_RULE, ctx.sourceAt[i]!);
  }
  if (flow) checkFlowOperandSwizzle(ctx, i, kind);
  if (kind === SourceKind.matrix) checkMatrixSwizzle(ctx, i);
  else if (wantsReplicate(ctx.opcode, ctx.version)) {
    const right = diagnostics.errors;
    checkReplicate(ctx, i);
    return diagnostics.errors - right;
  } else if (ctx.version === 0x200 && diagnostics.errors === before) {
    const swizzle = ctx.sourceSwizzle[i]!;
    if (!isReplicateSwizzle(swizzle) && !SWIZZLES_20.includes(swizzle)) report(ctx, SWIZZLE_RULE, i);
  }
  return 0;
}

/** Checks source `i` of any other instruction from 3_0 on. */
function checkSource30(ctx: Sm1ValidationContext, i: number, kind: number, limits: Int16Array): void {
  checkRegister(ctx, i, kind, limits, ARITHMETIC_30);
  const { opcode } = ctx;
  const modifier = ctx.sourceModifier[i]!;
  const face = ctx.sourceType[i] === misc.code && ctx.sourceNumber[i] === FACE;
  const flow = isFlowOperand(kind);
  if (modifier !== 0 && !(flow && isAllowedNot(ctx, i))) {
    if (!isKnown30(modifier)) report(ctx, MODIFIER_RULE, i);
    else {
      if (face && modifier !== NEGATE) report(ctx, FACE_ABS_RULE, i);
      if (kind === SourceKind.matrix) checkMatrixModifier(ctx, i);
      else if (flow || DERIVATIVES.includes(opcode)) ctx.report(FLOW_MODIFIER_RULE, ctx.sourceAt[i]!);
    }
  }
  if (face) checkFace(ctx, i);
  if (flow) checkFlowOperandSwizzle(ctx, i, kind);
  if (kind === SourceKind.matrix) checkMatrixSwizzle(ctx, i);
  else checkReplicate(ctx, i);
}

function checkFace(ctx: Sm1ValidationContext, i: number): void {
  const compared = ctx.opcode === CMP || COMPARES.includes(ctx.opcode);
  if (compared && ctx.sourceSwizzle[i] !== IDENTITY_SWIZZLE) report(ctx, FACE_SWIZZLE_RULE, i);
  if (!compared || (ctx.opcode === CMP && i > 0)) report(ctx, FACE_USE_RULE, i);
}

/** Whether ps_3_0 has the modifier. */
function isKnown30(modifier: number): boolean {
  return modifier === 0 || modifier === NEGATE || modifier === ABS || modifier === ABS_NEGATE;
}
