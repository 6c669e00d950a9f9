/**
 * Rules of the sources of vertex shaders: register types and numbers, relative addressing, modifiers and swizzles, then
 * whether what is read was declared or, in vs_1_1, written.
 *
 * Not for: what single instructions ask of their operands (special.ts, matrix.ts, flow-operands.ts).
 */
import { componentsRead, FULL_MASK } from '../../../isa/components.ts';
import { SM1_OPCODES, Sm1Version } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS, SM1_TEXTURE_COORDINATES } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import { MAX_SOURCES, type Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';
import type { Sm1Declarations } from './declarations.ts';
import {
  checkFlowOperandSwizzle,
  checkFlowOperandType,
  FLOW_OPERAND_RULES,
  isAllowedNot,
  isFlowOperand,
  reportFlowOperandPrecision,
} from './flow-operands.ts';
import { checkMatrixModifier, checkMatrixRange, checkMatrixSwizzle, matrixRows } from './matrix.ts';
import { readComponents } from './read-components.ts';
import { SourceKind, sourceKind } from './source-kinds.ts';
import { checkReplicate } from './special.ts';

export const VS_SOURCE_RULES = rules({
  type: {
    codes: { vs11: 'X5316', vs20: 'X5680', vs30: 'X5681' },
    text: 'Registers of this kind cannot be read here.',
    hint: 'Read a temporary, an input or a float constant.',
  },
  numberVs11: {
    codes: { vs11: 'X5319' },
    text: 'There is no register {register} of this kind; {limit} is the last one.',
    hint: 'Use a lower register number.',
  },
  number: {
    codes: { vs20: 'X5682', vs30: 'X5683' },
    text: 'There is no register {register} of this kind; {limit} is the last one.',
    hint: 'Use a lower register number.',
  },
  numberAgain: {
    codes: { vs20: 'X5361', vs30: 'X5687' },
    text: 'There is no register {register} of this kind in this version; {limit} is the last one.',
    hint: 'Use a lower register number.',
  },
  modifier: {
    codes: { vs11: 'X5322', vs20: 'X5697', vs30: 'X5698' },
    text: 'Vertex shaders have no such source modifier.',
    hint: 'Negate at most; from vs_3_0 on _abs can be taken too.',
  },
  relativeVs11: {
    codes: { vs11: 'X5323' },
    text: 'Only float constants are addressed relative to a register.',
    hint: 'Name the register.',
  },
  relativeBits: {
    codes: { vs11: 'X5324' },
    text: 'A constant is addressed relative to a0.x and nothing else.',
    hint: 'Write c[a0.x + number]; the bits 15:14 of the source are 0.',
  },
  relative: {
    codes: { vs20: 'X5699', vs30: 'X5700' },
    text: 'Registers of this kind are not addressed relative to another one.',
    hint: 'Address constants relatively, from vs_3_0 on inputs too.',
  },
  relativeRegister: {
    codes: { vs20: 'X5962', vs30: 'X5963' },
    text: 'A constant is addressed relative to a0 or aL and nothing else.',
    hint: 'Write c[a0.x + number] or c[aL + number].',
  },
  relativeInput: {
    codes: { vs30: 'X5964' },
    text: 'An input is addressed relative to aL and nothing else.',
    hint: 'Write v[aL + number].',
  },
  relativeLoop: {
    codes: { vs20: 'X5965', vs30: 'X5966' },
    text: 'There is one aL; its number is 0 and not {register}.',
    hint: 'Write aL.',
  },
  relativeAddress: {
    codes: { vs20: 'X5535', vs30: 'X5967' },
    text: 'There is one address register, a0, and no a{register}.',
    hint: 'Write a0.',
  },
  texldlCoordinate: {
    codes: { vs30: 'X5527' },
    text: 'The coordinates of texldl are a temporary, an input or a float constant.',
    hint: 'Move them to a temporary.',
  },
  texldlSampler: {
    codes: { vs30: 'X5529' },
    text: 'The second source of texldl is a sampler.',
    hint: 'Name a sampler, s#.',
  },
  texldlModifier: {
    codes: { vs30: 'X6064' },
    text: 'The coordinates of texldl take no modifier.',
    hint: 'Apply it with a mov before.',
  },
  samplerModifier: {
    codes: { vs30: 'X5564' },
    text: 'A sampler takes no modifier.',
    hint: 'Leave the modifier out.',
  },
  precision: {
    codes: { vs20: 'X6111' },
    text: 'There is no minimum precision 3.',
    hint: 'Use 1, min16f, or 2, min2_8f.',
  },
  noLoopCounter: {
    codes: { vs20: 'X5705', vs30: 'X5707' },
    text: 'aL has no value here.',
    hint: 'Use aL within loop, or in a subroutine that is called only from there.',
  },
  noLoopCounterInput: {
    codes: { vs30: 'X5706' },
    text: 'aL has no value here.',
    hint: 'Use aL within loop, or in a subroutine that is called only from there.',
  },
  uninitialised: {
    codes: { vs11: 'X5326' },
    text: 'Components of {register} are read that were never written or declared.',
    hint: 'Write or declare the register before.',
  },
  undeclared: {
    codes: { vs20: 'X5702' },
    text: 'Input {register} is read and was not declared.',
    hint: 'Declare it with dcl_ and a usage.',
    contract: ['DCL3'],
  },
  undeclaredComponents: {
    codes: { vs30: 'X5703' },
    text: 'Components of input {register} are read that were not declared.',
    hint: 'Declare them with dcl_ and a usage.',
    contract: ['DCL3'],
  },
  undeclaredSampler: {
    codes: { vs30: 'X5577' },
    text: 'Sampler {register} is read and was not declared.',
    hint: 'Declare it with dcl_2d, dcl_cube or dcl_volume.',
    contract: ['DCL1'],
  },
});

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

/** The last register of each type that an instruction of 2_0 or later can read, by register type; -1: none of the type. */
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
function positionsRead(j: Sm1ValidationContext, i: number, declarations: Sm1Declarations): number {
  const { opcode } = j;
  if (opcode === LIT) return (j.destinationMask & 4) !== 0 ? 11 : 1;
  if (opcode === TEXLDL) return LEVEL | SM1_TEXTURE_COORDINATES[declarations.samplers[j.sourceNumber[1]!]!]!;
  return READ[opcode * MAX_SOURCES + i]! || j.destinationMask;
}

/** Judges each source of an instruction of vs_1_1 by itself. */
export function checkVs11Sources(j: Sm1ValidationContext): void {
  for (let i = 0; i < j.sourceCount; i++) {
    const before = j.diagnostics.errors;
    const last = LAST_VS11[j.sourceType[i]!]!;
    const at = j.sourceAt[i]!;
    const isRelative = j.sourceRelativeAt[i]! >= 0;
    const isMatrix = i === 1 && matrixRows(j.opcode) !== 0;
    if (last === NOT_READABLE) j.report(VS_SOURCE_RULES.type, at);
    else if (j.sourceNumber[i]! > last && !isRelative) {
      j.report(VS_SOURCE_RULES.numberVs11, at, { register: j.sourceNumber[i]!, limit: last });
    } else if (isMatrix && last !== ANY_NUMBER) checkMatrixRange(j, i, last);
    if (j.sourceModifier[i]! > negate.code) j.report(VS_SOURCE_RULES.modifier, at);
    else if (isMatrix) checkMatrixModifier(j, i);
    checkReplicate(j, i);
    if (isRelative) {
      if (last !== ANY_NUMBER) j.report(VS_SOURCE_RULES.relativeVs11, at);
      else if ((j.words[at]! & ADDRESS_BITS) !== 0) j.report(VS_SOURCE_RULES.relativeBits, at);
    }
    if (isMatrix) checkMatrixSwizzle(j, i);
    if (j.diagnostics.errors !== before) j.sourceFaults |= 1 << i;
  }
}

/** Judges each source of an instruction of vs_2_x or vs_3_x by itself. */
export function checkVsSources(j: Sm1ValidationContext): void {
  for (let i = 0; i < j.sourceCount; i++) {
    const before = j.diagnostics.errors;
    const kind = sourceKind(j.opcode, i);
    if (kind === SourceKind.coordinate || kind === SourceKind.sampler) {
      if (!isTexldlType(j, i)) {
        j.sourceFaults |= 1 << i;
        continue;
      }
    }
    const last = checkTypeAndNumber(j, i, kind);
    if (kind === SourceKind.matrix && last < ANY_NUMBER && last >= 0 && j.diagnostics.errors === before) {
      checkMatrixRange(j, i, last);
    }
    if (j.sourceModifier[i] !== 0) checkModifier(j, i, kind);
    if (kind === SourceKind.matrix) checkMatrixSwizzle(j, i);
    else if (isFlowOperand(kind)) checkFlowOperandSwizzle(j, i, kind);
    checkReplicate(j, i);
    if (j.diagnostics.errors !== before) j.sourceFaults |= 1 << i;
  }
}

/** Judges the register type of a source of texldl; one of a wrong type is judged no further. */
function isTexldlType(j: Sm1ValidationContext, i: number): boolean {
  const type = j.sourceType[i]!;
  if (i === 0 ? LAST_VS2X[type] !== NOT_READABLE : type === R.sampler.code) return true;
  j.report(i === 0 ? VS_SOURCE_RULES.texldlCoordinate : VS_SOURCE_RULES.texldlSampler, j.sourceAt[i]!);
  return false;
}

/** Judges type, minimum precision, number and relative addressing of source `i`; returns the last register of its type. */
function checkTypeAndNumber(j: Sm1ValidationContext, i: number, kind: number): number {
  const type = j.sourceType[i]!;
  const at = j.sourceAt[i]!;
  const flow = isFlowOperand(kind);
  let last = flow ? NOT_READABLE : (j.version === 0x200 ? LAST_VS20 : LAST_VS2X)[type]!;
  if (flow) {
    if (checkFlowOperandType(j, i, kind)) last = lastFlowRegister(type, j.version);
  } else if (kind === SourceKind.sampler) last = LAST_SAMPLER;
  else if (last === NOT_READABLE) j.report(VS_SOURCE_RULES.type, at);
  const precision = (j.words[at]! >>> 14) & 3;
  let sound = last !== NOT_READABLE;
  if (j.sourceModifier[i] !== 0 && (kind === SourceKind.coordinate || kind === SourceKind.sampler)) {
    j.report(kind === SourceKind.sampler ? VS_SOURCE_RULES.samplerModifier : VS_SOURCE_RULES.texldlModifier, at);
    sound = false;
  }
  if (precision !== 0 && j.model === 'vs20') {
    if (flow) {
      // Of labels and the predicate only where the type is right (source: oracle).
      if (sound || (kind !== SourceKind.label && kind !== SourceKind.predicate)) reportFlowOperandPrecision(j, i, kind);
      sound = false;
    } else if (precision === NO_PRECISION && sound) {
      j.report(VS_SOURCE_RULES.precision, at);
      sound = false;
    }
  }
  if (j.sourceRelativeAt[i]! >= 0) checkRelative(j, i);
  else if (sound && j.sourceNumber[i]! > last) {
    const values = { register: j.sourceNumber[i]!, limit: last };
    j.report(VS_SOURCE_RULES.number, at, values);
    j.report(VS_SOURCE_RULES.numberAgain, at, values);
  }
  return last;
}

/** Judges what source `i` is relative to; a token that is missing reads as 0, r0. */
function checkRelative(j: Sm1ValidationContext, i: number): void {
  const type = j.sourceType[i]!;
  const at = j.sourceRelativeAt[i]!;
  const isInput = type === R.input.code && j.model === 'vs30';
  if (!isInput && LAST_VS2X[type] !== ANY_NUMBER) {
    j.report(VS_SOURCE_RULES.relative, j.sourceAt[i]!);
    return;
  }
  const word = j.words[at] ?? 0;
  const register = word & 0x7ff;
  const relative = sm1RegisterType(word);
  if (relative === R.loop.code) {
    if (register !== 0) j.report(VS_SOURCE_RULES.relativeLoop, at, { register });
  } else if (isInput) j.report(VS_SOURCE_RULES.relativeInput, at);
  else if (relative !== R.addressOrTexture.code) j.report(VS_SOURCE_RULES.relativeRegister, at);
  else if (register !== 0) j.report(VS_SOURCE_RULES.relativeAddress, at, { register });
}

/** Judges the modifier of source `i`, which has one. */
function checkModifier(j: Sm1ValidationContext, i: number, kind: number): void {
  const modifier = j.sourceModifier[i]!;
  const at = j.sourceAt[i]!;
  if (isFlowOperand(kind) && isAllowedNot(j, i)) return;
  const isAbs = modifier === abs.code || modifier === absNegate.code;
  const known = modifier === negate.code || (j.model === 'vs30' && isAbs);
  if (!known) j.report(VS_SOURCE_RULES.modifier, at);
  else if (kind === SourceKind.matrix) checkMatrixModifier(j, i);
  else if (isFlowOperand(kind)) j.report(FLOW_OPERAND_RULES.modifier, at);
}

/** What a stream of vs_1_1 has written: components by register number. */
export class Vs11Writes {
  readonly temps = new Uint8Array(LAST_VS11[R.temp.code]! + 1);
  readonly textures = new Uint8Array(8);
  position = 0;
  address = 0;
}

/** Judges what the sound sources of an instruction of vs_1_1 read. */
export function checkVs11Reads(j: Sm1ValidationContext, declarations: Sm1Declarations, writes: Vs11Writes): void {
  for (let i = 0; i < j.sourceCount; i++) {
    if ((j.sourceFaults >> i) & 1) continue;
    const type = j.sourceType[i]!;
    if (type === R.temp.code || type === R.input.code) {
      const have = type === R.temp.code ? writes.temps : declarations.inputs;
      const read = componentsRead(j.sourceSwizzle[i]!, positionsRead(j, i, declarations));
      const number = j.sourceNumber[i]!;
      const rows = i === 1 ? matrixRows(j.opcode) || 1 : 1;
      for (let row = 0; row < rows; row++) {
        if ((read & ~have[number + row]!) === 0) continue;
        const register = `${type === R.temp.code ? 'r' : 'v'}${number + row}`;
        j.report(VS_SOURCE_RULES.uninitialised, j.sourceAt[i]!, { register });
      }
    } else if (j.sourceRelativeAt[i]! >= 0 && (writes.address & 1) === 0) {
      j.report(VS_SOURCE_RULES.uninitialised, j.sourceAt[i]!, { register: 'a0.x' });
    }
  }
}

/** Judges whether the sound sources of an instruction of vs_2_x or vs_3_x read what was declared, and aL where it has a value. */
export function checkVsReads(j: Sm1ValidationContext, declarations: Sm1Declarations): void {
  for (let i = 0; i < j.sourceCount; i++) {
    if ((j.sourceFaults >> i) & 1) continue;
    const type = j.sourceType[i]!;
    const relativeAt = j.sourceRelativeAt[i]!;
    if (relativeAt >= 0) {
      if (j.flow.hasLoopCounter || sm1RegisterType(j.words[relativeAt] ?? 0) !== R.loop.code) continue;
      j.report(type === R.input.code ? VS_SOURCE_RULES.noLoopCounterInput : VS_SOURCE_RULES.noLoopCounter, relativeAt);
    } else if (type === R.input.code) checkInputRead(j, i, declarations);
    else if (type === R.sampler.code && declarations.samplers[j.sourceNumber[i]!] === 0) {
      j.report(VS_SOURCE_RULES.undeclaredSampler, j.sourceAt[i]!, { register: `s${j.sourceNumber[i]}` });
    }
  }
}

function checkInputRead(j: Sm1ValidationContext, i: number, declarations: Sm1Declarations): void {
  // What texldl reads depends on its sampler.
  if (j.opcode === TEXLDL && (j.sourceFaults & 2) !== 0) return;
  const number = j.sourceNumber[i]!;
  const read = componentsRead(j.sourceSwizzle[i]!, positionsRead(j, i, declarations));
  const rows = i === 1 ? matrixRows(j.opcode) || 1 : 1;
  const rule = j.model === 'vs20' ? VS_SOURCE_RULES.undeclared : VS_SOURCE_RULES.undeclaredComponents;
  for (let row = 0; row < rows; row++) {
    // vs_2_x asks for the first row in the place of each (source: oracle).
    const register = j.model === 'vs20' ? number : number + row;
    if ((read & ~declarations.inputs[register]!) !== 0) j.report(rule, j.sourceAt[i]!, { register: `v${register}` });
  }
}
