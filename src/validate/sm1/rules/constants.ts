/**
 * Rules of `def`, `defi` and `defb`, in all models from 2.0 on and, where it has them, vs_1_1.
 *
 * Not for: ps_1_x, whose rules differ (ps11.ts, ps14.ts).
 */
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, type Sm1RegisterRow } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';

export const CONSTANT_RULES = rules({
  late: {
    codes: { vs11: 'X5337', vs20: 'X5730', vs30: 'X5731', ps20: 'X5378', ps30: 'X5729' },
    text: 'A constant is set behind the first instruction that runs.',
    hint: 'Move def, defi and defb to the beginning of the shader.',
  },
  floatDestination: {
    codes: { vs11: 'X5338', vs20: 'X5733', vs30: 'X5735', ps20: 'X5223', ps30: 'X5587' },
    text: 'def sets a whole float constant, c#, without mask or modifier.',
    hint: 'Write c# and nothing behind it.',
  },
  floatNumber: {
    codes: { ps20: 'X5589', ps30: 'X5593' },
    text: 'There is no float constant {register}; {limit} is the last one.',
    hint: 'Use a lower register number.',
  },
  floatTwice: {
    codes: { ps20: 'X5590', ps30: 'X5594' },
    text: 'The float constant {register} is set for the second time.',
    hint: 'Set each constant once.',
  },
  integerDestination: {
    codes: { vs20: 'X5734', vs30: 'X5736', ps20: 'X5379', ps30: 'X5732' },
    text: 'defi sets a whole integer constant, i#, without mask or modifier.',
    hint: 'Write i# and nothing behind it.',
  },
  integerNumber: {
    codes: { vs20: 'X5988', vs30: 'X5989', ps20: 'X5554', ps30: 'X5987' },
    text: 'There is no integer constant {register}; {limit} is the last one.',
    hint: 'Use a lower register number.',
  },
  integerTwice: {
    codes: { vs20: 'X5599', vs30: 'X5602', ps20: 'X5591', ps30: 'X5595' },
    text: 'The integer constant {register} is set for the second time.',
    hint: 'Set each constant once.',
  },
  countNegative: {
    codes: { vs20: 'X5991', vs30: 'X5992', ps20: 'X5555', ps30: 'X5990' },
    text: 'The iteration count, x of an integer constant, is {value}; it cannot be below 0.',
    hint: 'Set x to 0 to 255.',
  },
  countHigh: {
    codes: { vs20: 'X5998', vs30: 'X6001', ps20: 'X5556', ps30: 'X5995' },
    text: 'The iteration count, x of an integer constant, is {value}; 255 is the highest.',
    hint: 'Set x to 0 to 255.',
  },
  start: {
    codes: { vs20: 'X6004', vs30: 'X6005', ps30: 'X5558' },
    text: 'The first value of aL, y of an integer constant, is {value} and not within 0 to 255.',
    hint: 'Set y to 0 to 255.',
  },
  step: {
    codes: { vs20: 'X6006', vs30: 'X6007', ps30: 'X5560' },
    text: 'The step of aL, z of an integer constant, is {value} and not within -128 to 127.',
    hint: 'Set z to -128 to 127.',
  },
  unused: {
    codes: { vs20: 'X5999', vs30: 'X6002', ps30: 'X5996' },
    text: 'w of an integer constant means nothing and is not 0.',
    hint: 'Set w to 0.',
  },
  unusedThree: {
    codes: { ps20: 'X5993' },
    text: 'y, z and w of an integer constant mean nothing in this version and are not all 0.',
    hint: 'Set y, z and w to 0.',
  },
  boolDestination: {
    codes: { vs20: 'X6012', vs30: 'X6013', ps20: 'X5563', ps30: 'X6011' },
    text: 'defb sets a boolean constant, b#, without mask or modifier.',
    hint: 'Write b# and nothing behind it.',
  },
  boolNumber: {
    codes: { vs20: 'X6009', vs30: 'X6010', ps20: 'X5562', ps30: 'X6008' },
    text: 'There is no boolean constant {register}; {limit} is the last one.',
    hint: 'Use a lower register number.',
  },
  boolTwice: {
    codes: { vs20: 'X5600', vs30: 'X5603', ps20: 'X5592', ps30: 'X5596' },
    text: 'The boolean constant {register} is set for the second time.',
    hint: 'Set each constant once.',
  },
  boolValue: {
    codes: { vs20: 'X6000', vs30: 'X6003', ps20: 'X5994', ps30: 'X5997' },
    text: 'The value of a boolean constant is neither 0 nor 1.',
    hint: 'Write true or false.',
  },
});

const { def, defi } = SM1_OPCODES;
const { constInt, constBool } = SM1_REGISTERS;

/** The number of the first constant of each register type that holds float constants, -1 of any other type. */
const FLOAT_BASE = new Int32Array(32).fill(-1);
for (const name of ['const', 'const2', 'const3', 'const4'] as const) {
  const row: Sm1RegisterRow = SM1_REGISTERS[name];
  FLOAT_BASE[row.code] = row.base ?? 0;
}

/** The last integer and boolean constant of hardware; software has all that a token can name. */
const LAST_INTEGER = 15;
const COUNT_HIGHEST = 255;
const [STEP_LOWEST, STEP_HIGHEST] = [-128, 127] as const;
/** A destination token, its register aside, and what it is with a full mask and nothing else. */
const PLAIN_BITS = 0x8fff_e000 | 0;
const PLAIN = 0x800f_0000 | 0;
/** Registers that a set holds: four types of 2,048 float constants. */
const SET_SIZE = 4 * 2048;

const SETS_CONSTANT = sm1OpcodeTable(({ category }) => (category === 'constant' ? 1 : 0));

/** Whether `opcode` sets a constant. */
export function setsConstant(opcode: number): boolean {
  return SETS_CONSTANT[opcode] === 1;
}

/** Numbers of registers that were set; for the lowest, which most are, it needs no memory of its own. */
class RegisterSet {
  #lowest = 0;
  #others: Uint32Array | undefined;

  has(number: number): boolean {
    const word = number < 32 ? this.#lowest : (this.#others?.[number >>> 5] ?? 0);
    return (word & (1 << (number & 31))) !== 0;
  }

  /** Adds `number`, below {@link SET_SIZE}; returns whether it was there already. */
  add(number: number): boolean {
    const bit = 1 << (number & 31);
    if (number < 32) {
      const had = (this.#lowest & bit) !== 0;
      this.#lowest |= bit;
      return had;
    }
    this.#others ??= new Uint32Array(SET_SIZE / 32);
    const word = this.#others[number >>> 5]!;
    this.#others[number >>> 5] = word | bit;
    return (word & bit) !== 0;
  }
}

/** The constants of one stream. */
export class Sm1Constants {
  readonly #floats = new RegisterSet();
  #integers: RegisterSet | undefined;
  #booleans: RegisterSet | undefined;

  /**
   * Judges the `def`, `defi` or `defb` that `j` holds.
   *
   * @param bodyBegan an instruction that runs was before it
   */
  check(j: Sm1ValidationContext, bodyBegan: boolean): void {
    if (bodyBegan) j.report(CONSTANT_RULES.late);
    if (j.opcode === def.code) this.#checkFloat(j);
    else if (j.opcode === defi.code) this.#checkInteger(j);
    else this.#checkBoolean(j);
  }

  /** Enters a `def` whose destination token is the plain one of a register it may set; false where rules must judge it. */
  accepts(j: Sm1ValidationContext, destination: number): boolean {
    const base = FLOAT_BASE[sm1RegisterType(destination)]!;
    if (base < 0 || (destination & PLAIN_BITS) !== PLAIN) return false;
    const limit = lastFloat(j);
    if (limit < 0) return true;
    const register = base + (destination & 0x7ff);
    return register <= limit && !this.#floats.has(register) && !this.#floats.add(register);
  }

  #checkFloat(j: Sm1ValidationContext): void {
    const base = FLOAT_BASE[j.destinationType]!;
    const plain = isPlain(j);
    if (base < 0 || !plain) j.report(CONSTANT_RULES.floatDestination, j.destinationAt);
    const limit = lastFloat(j);
    if (base < 0 || limit < 0) return;
    const register = base + j.destinationNumber;
    if (register > limit) j.report(CONSTANT_RULES.floatNumber, j.destinationAt, { register: `c${register}`, limit });
    else if (plain && this.#floats.add(register)) {
      j.report(CONSTANT_RULES.floatTwice, j.destinationAt, { register: `c${register}` });
    }
  }

  #checkInteger(j: Sm1ValidationContext): void {
    const rightType = j.destinationType === constInt.code;
    if (!rightType || !isPlain(j)) j.report(CONSTANT_RULES.integerDestination, j.destinationAt);
    if (!rightType) return;
    const number = j.destinationNumber;
    const software = isSoftware(j);
    if (number > LAST_INTEGER && !software) {
      j.report(CONSTANT_RULES.integerNumber, j.destinationAt, { register: `i${number}`, limit: LAST_INTEGER });
      return;
    }
    checkCount(j, literal(j, 0), software);
    if (j.model === 'ps20') {
      if ((literal(j, 1) | literal(j, 2) | literal(j, 3)) !== 0) j.report(CONSTANT_RULES.unusedThree, j.literalsAt + 1);
    } else {
      checkLoop(j, literal(j, 1), literal(j, 2), software);
      if (literal(j, 3) !== 0) j.report(CONSTANT_RULES.unused, j.literalsAt + 3);
    }
    this.#integers ??= new RegisterSet();
    if (this.#integers.add(number)) {
      j.report(CONSTANT_RULES.integerTwice, j.destinationAt, { register: `i${number}` });
    }
  }

  #checkBoolean(j: Sm1ValidationContext): void {
    const rightType = j.destinationType === constBool.code;
    if (!rightType || !isPlain(j)) j.report(CONSTANT_RULES.boolDestination, j.destinationAt);
    if (!rightType) return;
    const number = j.destinationNumber;
    if (number > LAST_INTEGER && !isSoftware(j)) {
      j.report(CONSTANT_RULES.boolNumber, j.destinationAt, { register: `b${number}`, limit: LAST_INTEGER });
      return;
    }
    const value = literal(j, 0);
    if (value !== 0 && value !== 1) j.report(CONSTANT_RULES.boolValue, j.literalsAt);
    this.#booleans ??= new RegisterSet();
    if (this.#booleans.add(number)) j.report(CONSTANT_RULES.boolTwice, j.destinationAt, { register: `b${number}` });
  }
}

function checkCount(j: Sm1ValidationContext, value: number, software: boolean): void {
  if (value < 0) j.report(CONSTANT_RULES.countNegative, j.literalsAt, { value });
  else if (value > COUNT_HIGHEST && !software) j.report(CONSTANT_RULES.countHigh, j.literalsAt, { value });
}

/** Judges first value and step of the loop counter; software takes any. */
function checkLoop(j: Sm1ValidationContext, start: number, step: number, software: boolean): void {
  if (software) return;
  if (start < 0 || start > COUNT_HIGHEST) j.report(CONSTANT_RULES.start, j.literalsAt + 1, { value: start });
  if (step < STEP_LOWEST || step > STEP_HIGHEST) j.report(CONSTANT_RULES.step, j.literalsAt + 2, { value: step });
}

/**
 * Raw value `i` as a signed integer. Where an instruction has none, vertex shaders read 0 and pixel shaders the values of
 * the constant before it (source: oracle).
 */
function literal(j: Sm1ValidationContext, i: number): number {
  const missing = j.literalsAt < j.start && (j.model === 'vs20' || j.model === 'vs30');
  return missing ? 0 : (j.words[j.literalsAt + i] ?? 0) | 0;
}

/** The last float constant that `def` may set; -1 where neither that nor setting it twice is judged. */
function lastFloat(j: Sm1ValidationContext): number {
  if (j.model !== 'ps20' && j.model !== 'ps30') return -1;
  if (isSoftware(j)) return SET_SIZE - 1;
  return j.model === 'ps20' ? 31 : 223;
}

function isSoftware(j: Sm1ValidationContext): boolean {
  return (j.version & 0xff) === 0xff;
}

/** Whether the destination has a full mask, no modifiers and no relative address. */
function isPlain(j: Sm1ValidationContext): boolean {
  if (j.destinationRelativeAt >= 0) return false;
  return j.destinationMask === 15 && j.destinationModifiers === 0 && j.destinationShift === 0;
}
