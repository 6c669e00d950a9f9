/**
 * Rules of `def`, `defi` and `defb`, in all models from 2.0 on and, where it has them, vs_1_1.
 *
 * Not for: ps_1_x, whose rules differ (ps1.ts).
 */
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, type Sm1RegisterRow } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';

export const LATE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5337', vs20: 'X5730', vs30: 'X5731', ps20: 'X5378', ps30: 'X5729' },
  text: 'A constant is set after the first executable instruction.',
  hint: 'Move def, defi and defb to the beginning of the shader.',
};
export const FLOAT_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5338', vs20: 'X5733', vs30: 'X5735', ps20: 'X5223', ps30: 'X5587' },
  text: 'The destination of def is not a float constant, c#, without mask and modifier.',
  hint: 'Write c# alone.',
};
export const FLOAT_NUMBER_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5589', ps30: 'X5593' },
  text: 'Float constant {register} does not exist; the last one is {limit}.',
  hint: 'Use a lower register number.',
};
export const FLOAT_TWICE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5590', ps30: 'X5594' },
  text: 'The float constant {register} is set twice.',
  hint: 'Set each constant once.',
};
export const INTEGER_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5734', vs30: 'X5736', ps20: 'X5379', ps30: 'X5732' },
  text: 'The destination of defi is not an integer constant, i#, without mask and modifier.',
  hint: 'Write i# alone.',
};
export const INTEGER_NUMBER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5988', vs30: 'X5989', ps20: 'X5554', ps30: 'X5987' },
  text: 'Integer constant {register} does not exist; the last one is {limit}.',
  hint: 'Use a lower register number.',
};
export const INTEGER_TWICE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5599', vs30: 'X5602', ps20: 'X5591', ps30: 'X5595' },
  text: 'The integer constant {register} is set twice.',
  hint: 'Set each constant once.',
};
export const COUNT_NEGATIVE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5991', vs30: 'X5992', ps20: 'X5555', ps30: 'X5990' },
  text: 'The iteration count, x of an integer constant, is {value}; it cannot be negative.',
  hint: 'Set x to 0 to 255.',
};
export const COUNT_HIGH_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5998', vs30: 'X6001', ps20: 'X5556', ps30: 'X5995' },
  text: 'The iteration count, x of an integer constant, is {value}; the maximum is 255.',
  hint: 'Set x to 0 to 255.',
};
export const START_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6004', vs30: 'X6005', ps30: 'X5558' },
  text: 'The initial value of aL, y of an integer constant, is {value}; it must be 0 to 255.',
  hint: 'Set y to 0 to 255.',
};
export const STEP_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6006', vs30: 'X6007', ps30: 'X5560' },
  text: 'The step of aL, z of an integer constant, is {value}; it must be -128 to 127.',
  hint: 'Set z to -128 to 127.',
};
export const UNUSED_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5999', vs30: 'X6002', ps30: 'X5996' },
  text: 'w of an integer constant is unused and not 0.',
  hint: 'Set w to 0.',
};
export const UNUSED_THREE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5993' },
  text: 'y, z and w of an integer constant are unused in this version and not all 0.',
  hint: 'Set y, z and w to 0.',
};
export const BOOL_DESTINATION_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6012', vs30: 'X6013', ps20: 'X5563', ps30: 'X6011' },
  text: 'The destination of defb is not a boolean constant, b#, without mask and modifier.',
  hint: 'Write b# alone.',
};
export const BOOL_NUMBER_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6009', vs30: 'X6010', ps20: 'X5562', ps30: 'X6008' },
  text: 'Boolean constant {register} does not exist; the last one is {limit}.',
  hint: 'Use a lower register number.',
};
export const BOOL_TWICE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5600', vs30: 'X5603', ps20: 'X5592', ps30: 'X5596' },
  text: 'The boolean constant {register} is set twice.',
  hint: 'Set each constant once.',
};
export const BOOL_VALUE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X6000', vs30: 'X6003', ps20: 'X5994', ps30: 'X5997' },
  text: 'The value of a boolean constant is neither 0 nor 1.',
  hint: 'Write true or false.',
};

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
const NO_MODIFIER_BITS = 0x8fff_e000 | 0;
const FULL_MASK_TOKEN = 0x800f_0000 | 0;
/** Registers that a set holds: four types of 2,048 float constants. */
const SET_SIZE = 4 * 2048;

const SETS_CONSTANT = sm1OpcodeTable(({ category }) => (category === 'constant' ? 1 : 0));

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

export class Sm1Constants {
  readonly #floats = new RegisterSet();
  #integers: RegisterSet | undefined;
  #booleans: RegisterSet | undefined;

  /**
   * Checks the `def`, `defi` or `defb` that `ctx` holds.
   *
   * @param bodyBegan an instruction that runs was before it
   */
  check(ctx: Sm1ValidationContext, bodyBegan: boolean): void {
    if (bodyBegan) ctx.report(LATE_RULE);
    if (ctx.opcode === def.code) this.#checkFloat(ctx);
    else if (ctx.opcode === defi.code) this.#checkInteger(ctx);
    else this.#checkBoolean(ctx);
  }

  /** Records a `def` whose destination is an unmodified register that it may set; false where rules must check it. */
  accepts(ctx: Sm1ValidationContext, destination: number): boolean {
    const base = FLOAT_BASE[sm1RegisterType(destination)]!;
    if (base < 0 || (destination & NO_MODIFIER_BITS) !== FULL_MASK_TOKEN) return false;
    const limit = lastFloat(ctx);
    if (limit < 0) return true;
    const register = base + (destination & 0x7ff);
    return register <= limit && !this.#floats.has(register) && !this.#floats.add(register);
  }

  #checkFloat(ctx: Sm1ValidationContext): void {
    const base = FLOAT_BASE[ctx.destinationType]!;
    const unmodified = isUnmodified(ctx);
    if (base < 0 || !unmodified) ctx.report(FLOAT_DESTINATION_RULE, ctx.destinationAt);
    const limit = lastFloat(ctx);
    if (base < 0 || limit < 0) return;
    const register = base + ctx.destinationNumber;
    if (register > limit) ctx.report(FLOAT_NUMBER_RULE, ctx.destinationAt, { register: `c${register}`, limit });
    else if (unmodified && this.#floats.add(register)) {
      ctx.report(FLOAT_TWICE_RULE, ctx.destinationAt, { register: `c${register}` });
    }
  }

  #checkInteger(ctx: Sm1ValidationContext): void {
    const rightType = ctx.destinationType === constInt.code;
    if (!rightType || !isUnmodified(ctx)) ctx.report(INTEGER_DESTINATION_RULE, ctx.destinationAt);
    if (!rightType) return;
    const number = ctx.destinationNumber;
    const software = isSoftware(ctx);
    if (number > LAST_INTEGER && !software) {
      ctx.report(INTEGER_NUMBER_RULE, ctx.destinationAt, { register: `i${number}`, limit: LAST_INTEGER });
      return;
    }
    checkCount(ctx, literal(ctx, 0), software);
    if (ctx.model === 'ps20') {
      if ((literal(ctx, 1) | literal(ctx, 2) | literal(ctx, 3)) !== 0)
        ctx.report(UNUSED_THREE_RULE, ctx.literalsAt + 1);
    } else {
      checkLoop(ctx, literal(ctx, 1), literal(ctx, 2), software);
      if (literal(ctx, 3) !== 0) ctx.report(UNUSED_RULE, ctx.literalsAt + 3);
    }
    this.#integers ??= new RegisterSet();
    if (this.#integers.add(number)) {
      ctx.report(INTEGER_TWICE_RULE, ctx.destinationAt, { register: `i${number}` });
    }
  }

  #checkBoolean(ctx: Sm1ValidationContext): void {
    const rightType = ctx.destinationType === constBool.code;
    if (!rightType || !isUnmodified(ctx)) ctx.report(BOOL_DESTINATION_RULE, ctx.destinationAt);
    if (!rightType) return;
    const number = ctx.destinationNumber;
    if (number > LAST_INTEGER && !isSoftware(ctx)) {
      ctx.report(BOOL_NUMBER_RULE, ctx.destinationAt, { register: `b${number}`, limit: LAST_INTEGER });
      return;
    }
    const value = literal(ctx, 0);
    if (value !== 0 && value !== 1) ctx.report(BOOL_VALUE_RULE, ctx.literalsAt);
    this.#booleans ??= new RegisterSet();
    if (this.#booleans.add(number)) ctx.report(BOOL_TWICE_RULE, ctx.destinationAt, { register: `b${number}` });
  }
}

function checkCount(ctx: Sm1ValidationContext, value: number, software: boolean): void {
  if (value < 0) ctx.report(COUNT_NEGATIVE_RULE, ctx.literalsAt, { value });
  else if (value > COUNT_HIGHEST && !software) ctx.report(COUNT_HIGH_RULE, ctx.literalsAt, { value });
}

/** Checks first value and step of the loop counter; software takes any. */
function checkLoop(ctx: Sm1ValidationContext, start: number, step: number, software: boolean): void {
  if (software) return;
  if (start < 0 || start > COUNT_HIGHEST) ctx.report(START_RULE, ctx.literalsAt + 1, { value: start });
  if (step < STEP_LOWEST || step > STEP_HIGHEST) ctx.report(STEP_RULE, ctx.literalsAt + 2, { value: step });
}

/**
 * Raw value `i` as a signed integer. Where an instruction has none, vertex shaders read 0 and pixel shaders the values
 * of the constant before it (source: oracle).
 */
function literal(ctx: Sm1ValidationContext, i: number): number {
  const missing = ctx.literalsAt < ctx.start && (ctx.model === 'vs20' || ctx.model === 'vs30');
  return missing ? 0 : (ctx.words[ctx.literalsAt + i] ?? 0) | 0;
}

/** The last float constant that `def` may set; -1 where neither the number nor a second `def` is checked. */
function lastFloat(ctx: Sm1ValidationContext): number {
  if (ctx.model !== 'ps20' && ctx.model !== 'ps30') return -1;
  if (isSoftware(ctx)) return SET_SIZE - 1;
  return ctx.model === 'ps20' ? 31 : 223;
}

function isSoftware(ctx: Sm1ValidationContext): boolean {
  return (ctx.version & 0xff) === 0xff;
}

/** Whether the destination has a full mask, no modifiers and no relative address. */
function isUnmodified(ctx: Sm1ValidationContext): boolean {
  if (ctx.destinationRelativeAt >= 0) return false;
  return ctx.destinationMask === 15 && ctx.destinationModifiers === 0 && ctx.destinationShift === 0;
}
