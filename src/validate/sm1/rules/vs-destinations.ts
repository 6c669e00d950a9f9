/**
 * Rules of the destinations of vertex shaders: register types and numbers, modifiers, masks, relative addressing, the
 * address register, scalar outputs and declared outputs; and, in vs_1_1, what a stream has to write.
 *
 * Not for: what expanded instructions and matrix macros ask of their destination (special.ts, matrix.ts).
 */
import { isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';
import type { Sm1Declarations } from './declarations.ts';
import { checkMatrixDestination, checkMatrixOverlap, matrixRows } from './matrix.ts';
import type { Vs11Writes } from './vs-sources.ts';

export const VS_DESTINATION_RULES = rules({
  type: {
    codes: { vs11: 'X5330', vs20: 'X5715', vs30: 'X5718' },
    text: 'Registers of this kind cannot be written.',
    hint: 'Write a temporary or an output.',
  },
  number: {
    codes: { vs11: 'X5331', vs20: 'X5374', vs30: 'X5721' },
    text: 'There is no register {register} of this kind; {limit} is the last one.',
    hint: 'Use a lower register number.',
  },
  addressForm: {
    codes: { vs11: 'X5328' },
    text: 'The address register is a0, and x is its only component.',
    hint: 'Write mov a0.x.',
  },
  address: {
    codes: { vs11: 'X5329', vs20: 'X5711', vs30: 'X5712' },
    text: 'This instruction cannot write the address register.',
    hint: 'Write a0 with mova, in vs_1_1 with mov.',
  },
  mova: {
    codes: { vs20: 'X5372', vs30: 'X5713' },
    text: 'mova writes the address register and nothing else.',
    hint: 'Write a0, or use mov.',
  },
  modifier: {
    codes: { vs20: 'X5375', vs30: 'X5723' },
    text: 'Vertex shaders have no such result modifier.',
    hint: 'Leave the modifier out; from vs_3_0 on _sat is allowed.',
    contract: ['DP6'],
  },
  saturate: {
    codes: { vs30: 'X5722' },
    text: 'This instruction takes no _sat.',
    hint: 'Leave _sat out.',
    contract: ['DP6'],
  },
  emptyMask: {
    codes: { vs11: 'X5334', vs20: 'X5377', vs30: 'X5726' },
    text: 'The destination has an empty mask.',
    hint: 'Name the components that are written.',
    contract: ['DP5'],
  },
  relative: {
    codes: { vs20: 'X5725' },
    text: 'Destinations are not addressed relative to a register before vs_3_0.',
    hint: 'Name the register.',
    contract: ['DP3'],
  },
  relativeType: {
    codes: { vs30: 'X5727' },
    text: 'Among destinations, only outputs are addressed relative to a register.',
    hint: 'Name the register.',
    contract: ['DP3'],
  },
  relativeRegister: {
    codes: { vs30: 'X5728' },
    text: 'An output is addressed relative to aL and nothing else.',
    hint: 'Write o[aL + number].',
    contract: ['DP3'],
  },
  noLoopCounter: {
    codes: { vs30: 'X5708' },
    text: 'aL has no value here.',
    hint: 'Use aL within loop, or in a subroutine that is called only from there.',
  },
  misplaced: {
    codes: { vs30: 'X6074' },
    text: 'Outputs are addressed relatively, and position0 is not in o0 or psize0 is not in o1.',
    hint: 'Declare position0 in o0 and psize0 in o1.',
    contract: ['DCL7'],
  },
  predicate: {
    codes: { vs20: 'X5716', vs30: 'X5719' },
    text: 'This instruction cannot write the predicate.',
    hint: 'Write p0 with setp.',
  },
  setp: {
    codes: { vs20: 'X5717', vs30: 'X5720' },
    text: 'setp writes the predicate and nothing else.',
    hint: 'Write p0.',
  },
  precisionOther: {
    codes: { vs20: 'X6112' },
    text: 'Address register, predicate and loop counter have no minimum precision.',
    hint: 'Leave the minimum precision out.',
  },
  precision: {
    codes: { vs20: 'X6114' },
    text: 'There is no minimum precision 3.',
    hint: 'Use 1, min16f, or 2, min2_8f.',
  },
  scalarSource: {
    codes: { vs11: 'X5430', vs20: 'X5398', vs30: 'X5776' },
    text: 'A scalar output is written from sources of which a swizzle selects no single component.',
    hint: 'Select a component of each source: .x, .y, .z or .w.',
  },
  scalarMask: {
    codes: { vs11: 'X5481', vs20: 'X5483', vs30: 'X5810' },
    text: 'A scalar output is written with a mask.',
    hint: 'Leave the mask out.',
  },
  scalarVector: {
    codes: { vs11: 'X5441', vs20: 'X5436', vs30: 'X5781' },
    text: 'The result of this instruction is a vector, and the output a scalar.',
    hint: 'Write a temporary and move one component of it.',
  },
  scalarMatrix: {
    codes: { vs11: 'X5482', vs20: 'X5484', vs30: 'X5811' },
    text: 'The result of a matrix product is a vector, and the output a scalar.',
    hint: 'Write a temporary and move one component of it.',
  },
  scalarPredicate: {
    codes: { vs20: 'X6070', vs30: 'X6071' },
    text: 'The predicate of an instruction that writes a scalar output selects no single component.',
    hint: 'Select a component of the predicate: .x, .y, .z or .w.',
  },
  frcMask: {
    codes: { vs11: 'X5340' },
    text: 'frc writes .xy or .y in vs_1_1.',
    hint: 'Write .xy or .y.',
  },
  undeclared: {
    codes: { vs30: 'X5704' },
    text: 'Components of output {register} are written that were not declared.',
    hint: 'Declare them with dcl_ and a usage.',
    contract: ['DCL7', 'DCL9'],
  },
  outputCount: {
    codes: { vs30: 'X5622' },
    text: 'The shader has {count} output registers; {limit} are available, psize0 not counted.',
    hint: 'Put several usages into one register.',
    contract: ['DCL7'],
  },
  textureGap: {
    codes: { vs11: 'X5427' },
    severity: 'shader',
    text: 'oT{register} is written with a gap: its components begin at x and leave none out.',
    hint: 'Write the missing components too.',
  },
  positionMissing: {
    codes: { vs11: 'X5351' },
    severity: 'shader',
    text: 'The shader does not write oPos.',
    hint: 'Write all components of oPos.',
  },
  positionPartial: {
    codes: { vs11: 'X5350' },
    severity: 'shader',
    text: 'The shader does not write all components of oPos.',
    hint: 'Write the missing components too.',
  },
});

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

/** What makes a result a scalar: 0: sources of one component each; {@link SCALAR}: the instruction; {@link VECTOR}: nothing. */
const [SCALAR, VECTOR] = [1, 2] as const;
const SCALAR_USE = sm1OpcodeTable(({ result, operands }) => {
  if (result === 'vector') return VECTOR;
  return result === 'scalar' && operands.some(({ components }) => typeof components === 'number') ? SCALAR : 0;
});

/** Instructions that take no _sat although it is a modifier of the version. */
const NEVER_SATURATED = sm1OpcodeTable(({ saturates }) => (saturates === false ? 1 : 0));

/** Whether the destination is oFog, oPts or the output that was declared as psize0. */
export function isScalarOutput(j: Sm1ValidationContext, declarations: Sm1Declarations): boolean {
  const { destinationType: type, destinationNumber: number } = j;
  if (type === R.outputOrTexCoordOut.code) return number === declarations.pointSizeOutput;
  return type === R.rasterizerOut.code && j.model !== 'vs30' && (number === 1 || number === 2);
}

/** Judges the swizzle of the predicate where a scalar output is written. Call behind `checkPredicate`. */
export function checkVsScalarPredicate(j: Sm1ValidationContext, declarations: Sm1Declarations): void {
  if (j.destinationAt < 0 || j.opcode === setp.code || !isScalarOutput(j, declarations)) return;
  const token = j.words[j.predicateAt] ?? 0;
  const isPredicate = sm1RegisterType(token) === R.predicate.code && (token & PREDICATE_NUMBER) === 0;
  if (isPredicate && !isReplicateSwizzle((token >>> 16) & 0xff))
    j.report(VS_DESTINATION_RULES.scalarPredicate, j.predicateAt);
}

/** Judges the destination of an instruction that has one; returns whether it is sound. */
export function checkVsDestination(j: Sm1ValidationContext, declarations: Sm1Declarations): boolean {
  const { opcode, destinationType: type, destinationMask: mask, destinationAt: at } = j;
  if (opcode === mova.code && type !== R.addressOrTexture.code) j.report(VS_DESTINATION_RULES.mova, at);
  checkVsAddress(j);
  // What was found so far leaves the write as it is (source: oracle).
  const before = j.diagnostics.errors;
  const last = vsDestinationLimits(j.version)[type]!;
  if (last === NOT_WRITABLE) j.report(VS_DESTINATION_RULES.type, at);
  else if (j.destinationNumber > last) {
    j.report(VS_DESTINATION_RULES.number, at, { register: j.destinationNumber, limit: last });
  }
  if (j.destinationModifiers !== 0) checkModifiers(j);
  if (mask === 0) j.report(VS_DESTINATION_RULES.emptyMask, at);
  if (j.destinationRelativeAt >= 0) checkRelative(j, declarations);
  if (opcode === setp.code) {
    if (type !== R.predicate.code) j.report(VS_DESTINATION_RULES.setp, at);
  } else if (type === R.predicate.code && last !== NOT_WRITABLE) j.report(VS_DESTINATION_RULES.predicate, at);
  if (j.model === 'vs20') checkPrecision(j, last);
  const isScalar = isScalarOutput(j, declarations);
  if (isScalar) checkScalar(j, before);
  else checkMatrixDestination(j);
  checkMatrixOverlap(j);
  if (opcode === frc.code && j.model === 'vs11' && mask !== MASK_XY && mask !== MASK_Y) {
    j.report(VS_DESTINATION_RULES.frcMask, at);
  }
  if (type === R.outputOrTexCoordOut.code && j.model === 'vs30' && j.diagnostics.errors === before) {
    checkDeclared(j, declarations);
  }
  return j.diagnostics.errors === before;
}

/** Judges whether the instruction may write the address register, if that is its destination; those that declare count too. */
export function checkVsAddress(j: Sm1ValidationContext): void {
  if (j.destinationType !== R.addressOrTexture.code) return;
  if (j.model !== 'vs11') {
    if (j.opcode !== mova.code) j.report(VS_DESTINATION_RULES.address, j.destinationAt);
  } else if (j.opcode !== mov.code) j.report(VS_DESTINATION_RULES.address, j.destinationAt);
  else if (j.destinationMask !== MASK_X || j.destinationNumber !== 0) {
    j.report(VS_DESTINATION_RULES.addressForm, j.destinationAt);
  }
}

function checkModifiers(j: Sm1ValidationContext): void {
  if (j.model === 'vs20' || j.destinationModifiers !== SATURATE)
    j.report(VS_DESTINATION_RULES.modifier, j.destinationAt);
  else if (NEVER_SATURATED[j.opcode] !== 0) j.report(VS_DESTINATION_RULES.saturate, j.destinationAt);
}

/** Judges what the destination is relative to; a token that is missing reads as 0, r0. */
function checkRelative(j: Sm1ValidationContext, declarations: Sm1Declarations): void {
  const at = j.destinationRelativeAt;
  if (j.model !== 'vs30') j.report(VS_DESTINATION_RULES.relative, j.destinationAt);
  else if (j.destinationType !== R.outputOrTexCoordOut.code) {
    j.report(VS_DESTINATION_RULES.relativeType, j.destinationAt);
  } else {
    const word = j.words[at] ?? 0;
    const isLoop = sm1RegisterType(word) === R.loop.code && (word & 0x7ff) === 0;
    if (!isLoop) j.report(VS_DESTINATION_RULES.relativeRegister, at);
    else if (!j.flow.hasLoopCounter) j.report(VS_DESTINATION_RULES.noLoopCounter, at);
    if (declarations.misplaced) j.report(VS_DESTINATION_RULES.misplaced, j.destinationAt);
  }
}

/** Judges the minimum precision; `last`: the last register of the type. */
function checkPrecision(j: Sm1ValidationContext, last: number): void {
  const precision = (j.words[j.destinationAt]! >>> 14) & 3;
  if (precision === 0) return;
  const { destinationType: type } = j;
  if (type === R.addressOrTexture.code || type === R.predicate.code || type === R.loop.code) {
    j.report(VS_DESTINATION_RULES.precisionOther, j.destinationAt);
  } else if (precision === NO_PRECISION && last !== NOT_WRITABLE) {
    j.report(VS_DESTINATION_RULES.precision, j.destinationAt);
  }
}

/** Judges the instruction that writes a scalar output; `before`: how many errors there were before its destination. */
function checkScalar(j: Sm1ValidationContext, before: number): void {
  const use = SCALAR_USE[j.opcode]!;
  if (matrixRows(j.opcode) !== 0) j.report(VS_DESTINATION_RULES.scalarMatrix, j.destinationAt);
  else if (use === VECTOR || (j.opcode === frc.code && j.model === 'vs11')) {
    // In vs_1_1 frc is a macro, which cannot write a scalar (source: oracle).
    j.report(VS_DESTINATION_RULES.scalarVector, j.destinationAt);
  } else {
    const sound = j.diagnostics.errors === before;
    if (use !== SCALAR) checkScalarSources(j);
    if (sound && j.destinationMask !== FULL) j.report(VS_DESTINATION_RULES.scalarMask, j.destinationAt);
  }
}

function checkScalarSources(j: Sm1ValidationContext): void {
  for (let i = 0; i < j.sourceCount; i++) {
    if (isReplicateSwizzle(j.sourceSwizzle[i]!)) continue;
    j.report(VS_DESTINATION_RULES.scalarSource, j.sourceAt[i]!);
    return;
  }
}

/** Judges that the components of an output are declared; each is missed once (source: oracle). */
function checkDeclared(j: Sm1ValidationContext, declarations: Sm1Declarations): void {
  if (j.destinationRelativeAt >= 0) return;
  const number = j.destinationNumber;
  if ((j.destinationMask & ~declarations.outputs[number]!) === 0) return;
  j.report(VS_DESTINATION_RULES.undeclared, j.destinationAt, { register: `o${number}` });
  declarations.outputs[number]! |= j.destinationMask;
}

/** Keeps what an instruction of vs_1_1 writes, `sound` or not; matrix products at fault write nothing (source: oracle). */
export function keepVs11Write(j: Sm1ValidationContext, writes: Vs11Writes, sound: boolean): void {
  const { destinationType: type, destinationNumber: number, destinationMask: mask } = j;
  if (number > LAST_20[type]! || (!sound && matrixRows(j.opcode) !== 0)) return;
  if (type === R.temp.code) writes.temps[number]! |= mask;
  else if (type === R.outputOrTexCoordOut.code) writes.textures[number]! |= mask;
  else if (type === R.addressOrTexture.code) writes.address |= mask;
  else if (type === R.rasterizerOut.code && number === 0) writes.position |= mask;
}

/** Judges what a stream of vs_1_1 has written, after its end. */
export function checkVs11End(j: Sm1ValidationContext, writes: Vs11Writes): void {
  for (let n = 0; n < writes.textures.length; n++) {
    const mask = writes.textures[n]!;
    if ((mask & (mask + 1)) !== 0) j.reportStream(VS_DESTINATION_RULES.textureGap, -1, { register: n });
  }
  if (writes.position === 0) j.reportStream(VS_DESTINATION_RULES.positionMissing);
  else if (writes.position !== FULL) j.reportStream(VS_DESTINATION_RULES.positionPartial);
}

/**
 * Judges after the end of a stream of vs_3_x how many outputs it has, undeclared ones counted. `last`: the number of the last
 * instruction, which Microsoft's names, or -1 where a comment came behind it.
 */
export function checkVsOutputs(j: Sm1ValidationContext, declarations: Sm1Declarations, last: number): void {
  const limit = vsDestinationLimits(j.version)[R.outputOrTexCoordOut.code]!;
  let count = 0;
  for (let n = 0; n <= limit; n++) if (declarations.outputs[n] !== 0) count++;
  if (count <= limit || declarations.pointSizeOutput >= 0) return;
  if (last < 0) j.reportStream(VS_DESTINATION_RULES.outputCount, -1, { count, limit });
  else j.diagnostics.report(VS_DESTINATION_RULES.outputCount, last, -1, { count, limit });
}
