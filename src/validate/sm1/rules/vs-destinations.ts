/**
 * Rules of the destinations of vertex shaders: register types and numbers, modifiers, masks, relative addressing, the
 * address register, scalar outputs and declared outputs; and, in vs_1_1, what a stream has to write.
 *
 * Not for: the rules of macros and matrix products for their destination (macros.ts).
 */
import { isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1Declarations } from './declarations.ts';
import { checkMatrixDestination, checkMatrixOverlap, matrixRows } from './macros.ts';
import type { Vs11Writes } from './vs-sources.ts';

export const TYPE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5330', vs20: 'X5715', vs30: 'X5718' },
  text: 'Registers of this type cannot be written.',
  hint: 'Write a temporary or an output.',
};
export const NUMBER_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5331', vs20: 'X5374', vs30: 'X5721' },
  text: 'Register {register} of this type does not exist; the last one is {limit}.',
  hint: 'Use a lower register number.',
};
export const ADDRESS_FORM_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5328' },
  text: 'The address register of vs_1_1 is a0.x.',
  hint: 'Write mov a0.x.',
};
export const ADDRESS_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5329', vs20: 'X5711', vs30: 'X5712' },
  text: 'This instruction cannot write the address register.',
  hint: 'Write a0 with mova, in vs_1_1 with mov.',
};
export const MOVA_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5372', vs30: 'X5713' },
  text: 'mova can only write the address register.',
  hint: 'Write a0, or use mov.',
};
export const MODIFIER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5375', vs30: 'X5723' },
  text: 'The result modifier does not exist in vertex shaders.',
  hint: 'Remove the modifier; from vs_3_0 on _sat is allowed.',
  specRules: ['DP6'],
};
export const SATURATE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5722' },
  text: 'This instruction takes no _sat.',
  hint: 'Remove _sat.',
  specRules: ['DP6'],
};
export const EMPTY_MASK_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5334', vs20: 'X5377', vs30: 'X5726' },
  text: 'The destination has an empty mask.',
  hint: 'Write at least one component.',
  specRules: ['DP5'],
};
export const RELATIVE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5725' },
  text: 'Destinations cannot be addressed relatively before vs_3_0.',
  hint: 'Address the register directly.',
  specRules: ['DP3'],
};
export const RELATIVE_TYPE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5727' },
  text: 'Outputs are the only destinations that can be addressed relatively.',
  hint: 'Address the register directly.',
  specRules: ['DP3'],
};
export const RELATIVE_REGISTER_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5728' },
  text: 'An output can only be addressed relative to aL.',
  hint: 'Write o[aL + number].',
  specRules: ['DP3'],
};
export const NO_LOOP_COUNTER_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5708' },
  text: 'aL has no value here.',
  hint: 'Use aL inside loop, or in a subroutine that is only called from there.',
};
export const MISPLACED_RULE: Sm1RuleRow = {
  codes: { vs30: 'X6074' },
  text: 'Outputs are addressed relatively, but position0 is not in o0 or psize0 is not in o1.',
  hint: 'Declare position0 in o0 and psize0 in o1.',
  specRules: ['DCL7'],
};
export const PREDICATE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5716', vs30: 'X5719' },
  text: 'This instruction cannot write the predicate.',
  hint: 'Write p0 with setp.',
};
export const SETP_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5717', vs30: 'X5720' },
  text: 'setp can only write the predicate.',
  hint: 'Write p0.',
};
export const PRECISION_OTHER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6112' },
  text: 'Address register, predicate and loop counter have no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const PRECISION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6114' },
  text: 'The minimum precision is 3, which does not exist.',
  hint: 'Use 1, min16f, or 2, min2_8f.',
};
export const SCALAR_SOURCE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5430', vs20: 'X5398', vs30: 'X5776' },
  text: 'A scalar output is written from a source whose swizzle does not select a single component.',
  hint: 'Select a component of each source: .x, .y, .z or .w.',
};
export const SCALAR_MASK_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5481', vs20: 'X5483', vs30: 'X5810' },
  text: 'A scalar output is written with a mask.',
  hint: 'Remove the mask.',
};
export const SCALAR_VECTOR_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5441', vs20: 'X5436', vs30: 'X5781' },
  text: 'The result of the instruction is a vector, but the output is a scalar.',
  hint: 'Write a temporary and move one component of it.',
};
export const SCALAR_MATRIX_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5482', vs20: 'X5484', vs30: 'X5811' },
  text: 'The result of a matrix product is a vector, but the output is a scalar.',
  hint: 'Write a temporary and move one component of it.',
};
export const SCALAR_PREDICATE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6070', vs30: 'X6071' },
  text: 'The predicate of an instruction that writes a scalar output does not select a single component.',
  hint: 'Select a component of the predicate: .x, .y, .z or .w.',
};
export const FRC_MASK_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5340' },
  text: 'frc must write .xy or .y in vs_1_1.',
  hint: 'Write .xy or .y.',
};
export const UNDECLARED_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5704' },
  text: 'Undeclared components of output {register} are written.',
  hint: 'Declare them with dcl_ and a usage.',
  specRules: ['DCL7', 'DCL9'],
};
export const OUTPUT_COUNT_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5622' },
  text: 'The shader has {count} output registers; {limit} are available, psize0 not counted.',
  hint: 'Put several usages into one register.',
  specRules: ['DCL7'],
};
export const TEXTURE_GAP_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5427' },
  severity: 'shader',
  text: 'oT{register} is written with a gap between its components.',
  hint: 'Write the missing components too.',
};
export const POSITION_MISSING_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5351' },
  severity: 'shader',
  text: 'The shader does not write oPos.',
  hint: 'Write all components of oPos.',
};
export const POSITION_PARTIAL_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5350' },
  severity: 'shader',
  text: 'The shader does not write all components of oPos.',
  hint: 'Write the missing components too.',
};

const R = SM1_REGISTERS;
const { mov, mova, setp, frc } = SM1_OPCODES;
const NOT_WRITABLE = -1;
const FULL = 15;
const SATURATE = 1;
const [MASK_X, MASK_Y, MASK_XY] = [1, 2, 3] as const;
const NO_PRECISION = 3;
/** Number and relative flag of a predicate token. */
const PREDICATE_NUMBER = 0x27ff;

/** The last register of each type that an instruction can write, by register type. */
function lastRegisters(temps: number, outputs: Readonly<Record<number, number>>, predicates: number): Int16Array {
  const last = new Int16Array(32).fill(NOT_WRITABLE);
  last[R.temp.code] = temps;
  last[R.addressOrTexture.code] = 0;
  last[R.predicate.code] = predicates;
  for (const type of Object.keys(outputs)) last[Number(type)] = outputs[Number(type)]!;
  return last;
}

const OLD_OUTPUTS = { [R.rasterizerOut.code]: 2, [R.attributeOut.code]: 1, [R.outputOrTexCoordOut.code]: 7 };
const LAST_20 = lastRegisters(11, OLD_OUTPUTS, NOT_WRITABLE);
const LAST_2X = lastRegisters(31, OLD_OUTPUTS, 0);
const LAST_30 = lastRegisters(31, { [R.outputOrTexCoordOut.code]: 11 }, 0);
const LAST_3SW = lastRegisters(31, { [R.outputOrTexCoordOut.code]: 15 }, 0);

/** The last register that can be written, by register type; -1: none of the type. */
export function vsDestinationLimits(version: number): Int16Array {
  if (version <= 0x200) return LAST_20;
  if (version < 0x300) return LAST_2X;
  return version === 0x300 ? LAST_30 : LAST_3SW;
}

/**
 * The reason why a result is a scalar: 0: sources of one component each; {@link SCALAR}: the instruction; {@link
 * VECTOR}: it is not.
 */
const [SCALAR, VECTOR] = [1, 2] as const;
const SCALAR_USE = sm1OpcodeTable(({ result, operands }) => {
  if (result === 'vector') return VECTOR;
  return result === 'scalar' && operands.some(({ components }) => typeof components === 'number') ? SCALAR : 0;
});

/** Instructions that take no _sat although it is a modifier of the version. */
const NEVER_SATURATED = sm1OpcodeTable(({ saturates }) => (saturates === false ? 1 : 0));

/** Whether the destination is oFog, oPts or the output that was declared as psize0. */
export function isScalarOutput(ctx: Sm1ValidationContext, declarations: Sm1Declarations): boolean {
  const { destinationType: type, destinationNumber: number } = ctx;
  if (type === R.outputOrTexCoordOut.code) return number === declarations.pointSizeOutput;
  return type === R.rasterizerOut.code && ctx.model !== 'vs30' && (number === 1 || number === 2);
}

/** Checks the swizzle of the predicate where a scalar output is written. Call after `checkPredicate`. */
export function checkVsScalarPredicate(ctx: Sm1ValidationContext, declarations: Sm1Declarations): void {
  if (ctx.destinationAt < 0 || ctx.opcode === setp.code || !isScalarOutput(ctx, declarations)) return;
  const token = ctx.words[ctx.predicateAt] ?? 0;
  const isPredicate = sm1RegisterType(token) === R.predicate.code && (token & PREDICATE_NUMBER) === 0;
  if (isPredicate && !isReplicateSwizzle((token >>> 16) & 0xff)) ctx.report(SCALAR_PREDICATE_RULE, ctx.predicateAt);
}

/** Checks the destination of an instruction that has one; returns whether it is valid. */
export function checkVsDestination(ctx: Sm1ValidationContext, declarations: Sm1Declarations): boolean {
  const { opcode, destinationType: type, destinationMask: mask, destinationAt: at } = ctx;
  if (opcode === mova.code && type !== R.addressOrTexture.code) ctx.report(MOVA_RULE, at);
  checkVsAddress(ctx);
  // Earlier diagnostics do not affect the write (source: oracle).
  const before = ctx.diagnostics.errors;
  const last = vsDestinationLimits(ctx.version)[type]!;
  if (last === NOT_WRITABLE) ctx.report(TYPE_RULE, at);
  else if (ctx.destinationNumber > last) {
    ctx.report(NUMBER_RULE, at, { register: ctx.destinationNumber, limit: last });
  }
  if (ctx.destinationModifiers !== 0) checkModifiers(ctx);
  if (mask === 0) ctx.report(EMPTY_MASK_RULE, at);
  if (ctx.destinationRelativeAt >= 0) checkRelative(ctx, declarations);
  if (opcode === setp.code) {
    if (type !== R.predicate.code) ctx.report(SETP_RULE, at);
  } else if (type === R.predicate.code && last !== NOT_WRITABLE) ctx.report(PREDICATE_RULE, at);
  if (ctx.model === 'vs20') checkPrecision(ctx, last);
  const isScalar = isScalarOutput(ctx, declarations);
  if (isScalar) checkScalar(ctx, before);
  else checkMatrixDestination(ctx);
  checkMatrixOverlap(ctx);
  if (opcode === frc.code && ctx.model === 'vs11' && mask !== MASK_XY && mask !== MASK_Y) {
    ctx.report(FRC_MASK_RULE, at);
  }
  if (type === R.outputOrTexCoordOut.code && ctx.model === 'vs30' && ctx.diagnostics.errors === before) {
    checkDeclared(ctx, declarations);
  }
  return ctx.diagnostics.errors === before;
}

/**
 * Checks whether the instruction may write the address register, if that is its destination; those that declare count
 * too.
 */
export function checkVsAddress(ctx: Sm1ValidationContext): void {
  if (ctx.destinationType !== R.addressOrTexture.code) return;
  if (ctx.model !== 'vs11') {
    if (ctx.opcode !== mova.code) ctx.report(ADDRESS_RULE, ctx.destinationAt);
  } else if (ctx.opcode !== mov.code) ctx.report(ADDRESS_RULE, ctx.destinationAt);
  else if (ctx.destinationMask !== MASK_X || ctx.destinationNumber !== 0) {
    ctx.report(ADDRESS_FORM_RULE, ctx.destinationAt);
  }
}

function checkModifiers(ctx: Sm1ValidationContext): void {
  if (ctx.model === 'vs20' || ctx.destinationModifiers !== SATURATE) ctx.report(MODIFIER_RULE, ctx.destinationAt);
  else if (NEVER_SATURATED[ctx.opcode] !== 0) ctx.report(SATURATE_RULE, ctx.destinationAt);
}

/** Checks what the destination is relative to; a token that is missing reads as 0, r0. */
function checkRelative(ctx: Sm1ValidationContext, declarations: Sm1Declarations): void {
  const at = ctx.destinationRelativeAt;
  if (ctx.model !== 'vs30') ctx.report(RELATIVE_RULE, ctx.destinationAt);
  else if (ctx.destinationType !== R.outputOrTexCoordOut.code) {
    ctx.report(RELATIVE_TYPE_RULE, ctx.destinationAt);
  } else {
    const word = ctx.words[at] ?? 0;
    const isLoop = sm1RegisterType(word) === R.loop.code && (word & 0x7ff) === 0;
    if (!isLoop) ctx.report(RELATIVE_REGISTER_RULE, at);
    else if (!ctx.flow.hasLoopCounter) ctx.report(NO_LOOP_COUNTER_RULE, at);
    if (declarations.misplaced) ctx.report(MISPLACED_RULE, ctx.destinationAt);
  }
}

/** Checks the minimum precision; `last`: the last register of the type. */
function checkPrecision(ctx: Sm1ValidationContext, last: number): void {
  const precision = (ctx.words[ctx.destinationAt]! >>> 14) & 3;
  if (precision === 0) return;
  const { destinationType: type } = ctx;
  if (type === R.addressOrTexture.code || type === R.predicate.code || type === R.loop.code) {
    ctx.report(PRECISION_OTHER_RULE, ctx.destinationAt);
  } else if (precision === NO_PRECISION && last !== NOT_WRITABLE) {
    ctx.report(PRECISION_RULE, ctx.destinationAt);
  }
}

/** Checks the instruction that writes a scalar output; `before`: how many errors there were before its destination. */
function checkScalar(ctx: Sm1ValidationContext, before: number): void {
  const use = SCALAR_USE[ctx.opcode]!;
  if (matrixRows(ctx.opcode) !== 0) ctx.report(SCALAR_MATRIX_RULE, ctx.destinationAt);
  else if (use === VECTOR || (ctx.opcode === frc.code && ctx.model === 'vs11')) {
    // In vs_1_1 frc is a macro, which cannot write a scalar (source: oracle).
    ctx.report(SCALAR_VECTOR_RULE, ctx.destinationAt);
  } else {
    const sound = ctx.diagnostics.errors === before;
    if (use !== SCALAR) checkScalarSources(ctx);
    if (sound && ctx.destinationMask !== FULL) ctx.report(SCALAR_MASK_RULE, ctx.destinationAt);
  }
}

function checkScalarSources(ctx: Sm1ValidationContext): void {
  for (let i = 0; i < ctx.sourceCount; i++) {
    if (isReplicateSwizzle(ctx.sourceSwizzle[i]!)) continue;
    ctx.report(SCALAR_SOURCE_RULE, ctx.sourceAt[i]!);
    return;
  }
}

/** Checks that the components of an output are declared; each is missed once (source: oracle). */
function checkDeclared(ctx: Sm1ValidationContext, declarations: Sm1Declarations): void {
  if (ctx.destinationRelativeAt >= 0) return;
  const number = ctx.destinationNumber;
  if ((ctx.destinationMask & ~declarations.outputs[number]!) === 0) return;
  ctx.report(UNDECLARED_RULE, ctx.destinationAt, { register: `o${number}` });
  declarations.outputs[number]! |= ctx.destinationMask;
}

/**
 * Keeps what an instruction of vs_1_1 writes, `sound` or not; invalid matrix products write nothing (source: oracle).
 */
export function keepVs11Write(ctx: Sm1ValidationContext, writes: Vs11Writes, sound: boolean): void {
  const { destinationType: type, destinationNumber: number, destinationMask: mask } = ctx;
  if (number > LAST_20[type]! || (!sound && matrixRows(ctx.opcode) !== 0)) return;
  if (type === R.temp.code) writes.temps[number]! |= mask;
  else if (type === R.outputOrTexCoordOut.code) writes.textures[number]! |= mask;
  else if (type === R.addressOrTexture.code) writes.address |= mask;
  else if (type === R.rasterizerOut.code && number === 0) writes.position |= mask;
}

/** Checks what a stream of vs_1_1 has written, after its end. */
export function checkVs11End(ctx: Sm1ValidationContext, writes: Vs11Writes): void {
  for (let n = 0; n < writes.textures.length; n++) {
    const mask = writes.textures[n]!;
    if ((mask & (mask + 1)) !== 0) ctx.reportStream(TEXTURE_GAP_RULE, -1, { register: n });
  }
  if (writes.position === 0) ctx.reportStream(POSITION_MISSING_RULE);
  else if (writes.position !== FULL) ctx.reportStream(POSITION_PARTIAL_RULE);
}

/**
 * Checks after the end of a stream of vs_3_x how many outputs it has, undeclared ones counted. `last`: the number of
 * the last instruction, which Microsoft's names, or -1 where a comment came after it.
 */
export function checkVsOutputs(ctx: Sm1ValidationContext, declarations: Sm1Declarations, last: number): void {
  const limit = vsDestinationLimits(ctx.version)[R.outputOrTexCoordOut.code]!;
  let count = 0;
  for (let n = 0; n <= limit; n++) if (declarations.outputs[n] !== 0) count++;
  if (count <= limit || declarations.pointSizeOutput >= 0) return;
  if (last < 0) ctx.reportStream(OUTPUT_COUNT_RULE, -1, { count, limit });
  else ctx.diagnostics.report(OUTPUT_COUNT_RULE, last, -1, { count, limit });
}
