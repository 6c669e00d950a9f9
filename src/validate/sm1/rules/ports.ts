/**
 * How many different registers of a type one instruction may read, in all models from 2.0 on and vs_1_1. Software
 * versions have no such limits (source: oracle).
 *
 * Registers that a matrix macro reads after its second source are not counted, nor are those of `sincos` before 3_0.
 */
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1Model, Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { matrixRows } from './macros.ts';

export const CONSTANT_COUNT_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5366' },
  text: 'The instruction reads float constants more than twice, repeated ones included.',
  hint: 'Move one constant to a temporary first.',
};
export const INPUT_ABSOLUTE_FIRST_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5738', vs30: 'X5740', ps30: 'X5388' },
  text: 'The instruction reads an input register directly and another one through a relative address.',
  hint: 'Move one of the two to a temporary first.',
};
export const CONSTANT_ABSOLUTE_FIRST_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5341', vs20: 'X5739', vs30: 'X5741' },
  text: 'The instruction reads a float constant directly and another one through a relative address.',
  hint: 'Move one of the two to a temporary first.',
};
export const INPUT_RELATIVE_TWICE_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5742', vs30: 'X5744', ps30: 'X5389' },
  text: 'The instruction reads input registers through two different relative addresses.',
  hint: 'Move one of the two to a temporary first.',
};
export const CONSTANT_RELATIVE_TWICE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5342', vs20: 'X5743', vs30: 'X5745' },
  text: 'The instruction reads float constants through two different relative addresses.',
  hint: 'Move one of the two to a temporary first.',
};
export const INPUT_RELATIVE_FIRST_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5746', vs30: 'X5748', ps30: 'X5390' },
  text: 'The instruction reads an input register through a relative address and another one directly.',
  hint: 'Move one of the two to a temporary first.',
};
export const CONSTANT_RELATIVE_FIRST_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5343', vs20: 'X5747', vs30: 'X5749' },
  text: 'The instruction reads a float constant through a relative address and another one directly.',
  hint: 'Move one of the two to a temporary first.',
};
export const CONSTANT_ABS_RULE: Sm1RuleRow = {
  codes: { vs30: 'X6046', ps30: 'X6045' },
  text: 'The instruction reads one float constant with _abs and another one without.',
  hint: 'Use _abs on all its constants or on none.',
};
export const TEMPS_RULE: Sm1RuleRow = {
  codes: { vs20: 'X5391', ps20: 'X5211', ps30: 'X5582' },
  text: 'The instruction reads {count} different temporaries; the maximum is 3.',
  hint: 'Split the instruction.',
};
export const INPUTS_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5345', vs20: 'X5392', vs30: 'X5751', ps20: 'X5212', ps30: 'X5583' },
  text: 'The instruction reads {count} different input registers; the maximum is 1.',
  hint: 'Move all but one to temporaries first.',
};
export const CONSTANTS_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5346', vs20: 'X5393', vs30: 'X5752', ps20: 'X5213', ps30: 'X5584' },
  text: 'The instruction reads {count} different float constants; the maximum is 1.',
  hint: 'Move all but one to temporaries first.',
};
export const CONSTANT_READS_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6038' },
  text: 'The instruction reads float constants {count} times; the maximum is 2.',
  hint: 'Move the constant to a temporary first.',
};
export const MATRIX_CONSTANTS_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5347', vs20: 'X5394', vs30: 'X5753', ps20: 'X5571', ps30: 'X6017' },
  text: 'The vector and the matrix of a matrix product are both float constants.',
  hint: 'Move the vector to a temporary first.',
};
export const MATRIX_INPUTS_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5348', vs20: 'X5395', vs30: 'X5754', ps20: 'X5572', ps30: 'X6018' },
  text: 'The vector and the matrix of a matrix product are both input registers.',
  hint: 'Move the vector to a temporary first.',
};

const { temp, input, const: constant, const2, const3, const4, addressOrTexture } = SM1_REGISTERS;
const SINCOS = SM1_OPCODES.sincos.code;
const SGN = SM1_OPCODES.sgn.code;
/** Kinds of ports. */
const TEMP = 0;
const INPUT = 1;
const CONST = 2;
const KINDS = 3;
/** The kind of port that registers are read through, by register type; -1: none is limited. */
const KIND_BY_TYPE = new Int8Array(32).fill(-1);
KIND_BY_TYPE[temp.code] = TEMP;
KIND_BY_TYPE[input.code] = INPUT;
for (const row of [constant, const2, const3, const4]) KIND_BY_TYPE[row.code] = CONST;
/** Inputs and textures of ps_2_x share a port. */
const KIND_BY_TYPE_PS20 = KIND_BY_TYPE.slice();
KIND_BY_TYPE_PS20[addressOrTexture.code] = INPUT;
/** So many different temporaries can always be read. */
const FREE_TEMPS = 3;

const reads = new Int32Array(KINDS);
const different = new Int32Array(KINDS);
/** Of the last relative operand: its register and what it is relative to. */
const lastNumber = new Int32Array(KINDS);
const lastRelative = new Int32Array(KINDS);
/** Models in which everything is relative to the same register. */
const ONE_RELATIVE: readonly Sm1Model[] = ['vs11', 'ps30'];
/** How operands of a kind were addressed so far. */
const addressing = new Int32Array(KINDS);
const [DIRECT, RELATIVE] = [1, 2] as const;
const BOTH = 3;
/** The register number in a relative token, which is not compared (source: oracle). */
const NUMBER = 0x7ff;

/** Checks the read ports that the sources of an instruction use, macros included. Call once an instruction. */
export function checkPorts(ctx: Sm1ValidationContext): void {
  const { sourceCount, model, opcode } = ctx;
  if (sourceCount < 2 || (ctx.version & 0xff) === 0xff) return;
  if (opcode === SGN || (opcode === SINCOS && ctx.version < 0x300)) return;
  const kinds = model === 'ps20' ? KIND_BY_TYPE_PS20 : KIND_BY_TYPE;
  let isLimited = sourceCount > FREE_TEMPS;
  for (let i = 0, inputs = 0, constants = 0; i < sourceCount; i++) {
    const kind = kinds[ctx.sourceType[i]!]!;
    if ((kind === INPUT && ++inputs > 1) || (kind === CONST && ++constants > 1)) isLimited = true;
  }
  if (!isLimited) return;
  reads.fill(0);
  different.fill(0);
  addressing.fill(0);
  /** Bit 0: a constant without _abs was read, bit 1: one with it. */
  let abs = 0;
  for (let i = 0; i < sourceCount; i++) {
    const kind = kinds[ctx.sourceType[i]!]!;
    if (kind < 0) continue;
    const count = ++reads[kind]!;
    if (kind === CONST && count > 2) reportIf(ctx, CONSTANT_COUNT_RULE);
    checkOne(ctx, i, kind, count);
    if (kind !== CONST || abs === BOTH) continue;
    const modifier = ctx.sourceModifier[i]!;
    abs |= modifier === 11 || modifier === 12 ? 2 : 1;
    if (abs === BOTH) reportIf(ctx, CONSTANT_ABS_RULE, i);
  }
  checkCounts(ctx);
}

/** Checks source `i`, the one numbered `count` of its kind, against those before it. */
function checkOne(ctx: Sm1ValidationContext, i: number, kind: number, count: number): void {
  // Constants beyond 2047 are types of their own.
  const number = ctx.sourceNumber[i]! | (ctx.sourceType[i]! << 11);
  const relativeAt = ctx.sourceRelativeAt[i]!;
  const relative = relativeAt < 0 || ONE_RELATIVE.includes(ctx.model) ? 0 : ctx.words[relativeAt]! & ~NUMBER;
  if (count === 1 || isNew(ctx, i)) different[kind]!++;
  if (kind === TEMP) return;
  const seen = addressing[kind]!;
  if (relativeAt < 0) {
    if (seen & RELATIVE) reportIf(ctx, kind === INPUT ? INPUT_RELATIVE_FIRST_RULE : CONSTANT_RELATIVE_FIRST_RULE, i);
    addressing[kind] = seen | DIRECT;
    return;
  }
  if (seen & DIRECT) reportIf(ctx, kind === INPUT ? INPUT_ABSOLUTE_FIRST_RULE : CONSTANT_ABSOLUTE_FIRST_RULE, i);
  else if (seen !== 0 && (relative !== lastRelative[kind] || number !== lastNumber[kind])) {
    reportIf(ctx, kind === INPUT ? INPUT_RELATIVE_TWICE_RULE : CONSTANT_RELATIVE_TWICE_RULE, i);
  }
  addressing[kind] = seen | RELATIVE;
  lastRelative[kind] = relative;
  lastNumber[kind] = number;
}

/** Whether no source before `i` is the same register. */
function isNew(ctx: Sm1ValidationContext, i: number): boolean {
  for (let k = 0; k < i; k++) {
    if (ctx.sourceNumber[k] === ctx.sourceNumber[i] && ctx.sourceType[k] === ctx.sourceType[i]) return false;
  }
  return true;
}

function checkCounts(ctx: Sm1ValidationContext): void {
  if (different[TEMP]! > 3) reportIf(ctx, TEMPS_RULE, -1, different[TEMP]);
  if (different[INPUT]! > 1) ctx.report(INPUTS_RULE, ctx.start, { count: different[INPUT]! });
  if (different[CONST]! > 1) ctx.report(CONSTANTS_RULE, ctx.start, { count: different[CONST]! });
  if (reads[CONST]! > 2) reportIf(ctx, CONSTANT_READS_RULE, -1, reads[CONST]);
  if (matrixRows(ctx.opcode) === 0) return;
  if (reads[CONST]! > 1) ctx.report(MATRIX_CONSTANTS_RULE);
  if (reads[INPUT]! > 1) ctx.report(MATRIX_INPUTS_RULE);
}

/** Reports `rule` where the model has it. */
function reportIf(ctx: Sm1ValidationContext, rule: Sm1RuleRow, source = -1, count = 0): void {
  if (rule.codes[ctx.model] === undefined) return;
  ctx.report(rule, source < 0 ? ctx.start : ctx.sourceAt[source]!, { count });
}
