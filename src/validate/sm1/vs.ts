/**
 * The rules of vertex shaders, in the order in which Microsoft's validator runs them (source: oracle): vs_1_1 has its
 * own sequence; vs_2_x and vs_3_x share one, in which rules of a single model check the model.
 *
 * Not for: the rules themselves, which are in rules/.
 */

import { getOrInsert } from '../../base/collections.ts';
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { sm1TakesDestination } from '../../isa/sm1/cursor.ts';
import {
  isSm1Source,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1OpcodeRow,
  sm1HasOpcode,
  sm1Operands,
} from '../../isa/sm1/opcodes.ts';
import type { Sm1RuleRow } from '../rule.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { Sm1Constants, setsConstant } from './rules/constants.ts';
import { Sm1Declarations } from './rules/declarations.ts';
import { Sm1FastPath } from './rules/fast-path.ts';
import { checkFlow, checkFlowEnd, checkStaticFlow } from './rules/flow.ts';
import { checkMacro } from './rules/macros.ts';
import { checkPorts } from './rules/ports.ts';
import { checkPredicate, keepPredicate } from './rules/predicate.ts';
import { checkSlots, countSlots } from './rules/slots.ts';
import {
  checkVs11End,
  checkVsAddress,
  checkVsDestination,
  checkVsOutputs,
  checkVsScalarPredicate,
  keepVs11Write,
} from './rules/vs-destinations.ts';
import { checkVs11Reads, checkVs11Sources, checkVsReads, checkVsSources, Vs11Writes } from './rules/vs-sources.ts';

export const UNSUPPORTED_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5314', vs20: 'X5655' },
  text: 'This version does not have the instruction.',
  hint: 'Use a later version, or other instructions.',
};
export const OPERAND_COUNT_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5315', vs20: 'X5669', vs30: 'X5674' },
  text: 'The instruction has {count} operands; it takes {expected}.',
  hint: 'Give the instruction the operands that it takes.',
};

const { dcl, mova, setp, else: else_, endif } = SM1_OPCODES;
const UNSUPPORTED = -1;
const ANY_COUNT = -2;
const COUNTS = new Map<number, Int8Array>();

/** Operands that each opcode takes in `version`, raw values not counted. */
function operandCounts(version: number): Int8Array {
  return getOrInsert(COUNTS, version, () => {
    const counts = new Int8Array(SM1_OPCODE_LIMIT).fill(UNSUPPORTED);
    for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
      if (row.code >= SM1_OPCODE_LIMIT || !sm1HasOpcode(row, 'vs', version)) continue;
      const operands = sm1Operands(row, version);
      counts[row.code] = operands.filter((operand) => operand.role === 'destination' || isSm1Source(operand)).length;
    }
    // The operands of these are not counted (source: oracle).
    const uncounted = version < 0x300 ? [setp.code, else_.code, endif.code] : [mova.code];
    for (const code of uncounted) if (counts[code] !== UNSUPPORTED) counts[code] = ANY_COUNT;
    return counts;
  });
}

/** Checks whether the version has the instruction and whether it has as many operands as it should. */
function checkInstruction(ctx: Sm1ValidationContext, counts: Int8Array): boolean {
  const expected = counts[ctx.opcode]!;
  if (expected === UNSUPPORTED) {
    ctx.report(UNSUPPORTED_RULE);
    return false;
  }
  const hasDestination = ctx.destinationAt >= 0;
  const count = (hasDestination ? 1 : 0) + ctx.sourceCount;
  if (expected === ANY_COUNT || (count === expected && hasDestination === sm1TakesDestination(ctx.opcode))) return true;
  ctx.report(OPERAND_COUNT_RULE, ctx.start, { count, expected });
  return false;
}

/** The rules for one stream of vs_1_1. */
export class Vs11Rules implements Sm1ModelRules {
  readonly #declarations = new Sm1Declarations();
  readonly #constants = new Sm1Constants();
  readonly #writes = new Vs11Writes();
  readonly #counts = operandCounts(0x101);

  instruction(ctx: Sm1ValidationContext): void {
    if (!checkInstruction(ctx, this.#counts)) return;
    countSlots(ctx);
    const declarations = this.#declarations;
    if (ctx.opcode === dcl.code) {
      checkVsAddress(ctx);
      declarations.check(ctx);
    } else if (setsConstant(ctx.opcode)) {
      checkVsAddress(ctx);
      this.#constants.check(ctx, declarations.bodyBegan);
    } else {
      declarations.bodyBegan = true;
      checkVs11Sources(ctx);
      checkVs11Reads(ctx, declarations, this.#writes);
      if (ctx.destinationAt < 0) return;
      keepVs11Write(ctx, this.#writes, checkVsDestination(ctx, declarations));
      checkMacro(ctx);
      checkPorts(ctx);
    }
  }

  end(ctx: Sm1ValidationContext): void {
    checkSlots(ctx);
    checkVs11End(ctx, this.#writes);
  }
}

/** The rules for one stream from vs_2_0 on. */
export class VsRules implements Sm1ModelRules {
  readonly #declarations = new Sm1Declarations();
  readonly #constants = new Sm1Constants();
  readonly #counts: Int8Array;

  constructor(ctx: Sm1ValidationContext) {
    this.#counts = operandCounts(ctx.version);
    if (fastPaths.enabled) ctx.fastPath = new Sm1FastPath(ctx, this.#declarations, this.#constants);
  }

  instruction(ctx: Sm1ValidationContext): void {
    if (!checkInstruction(ctx, this.#counts)) return;
    countSlots(ctx);
    const declarations = this.#declarations;
    if (ctx.opcode === dcl.code) {
      checkPredicate(ctx);
      checkVsAddress(ctx);
      declarations.check(ctx);
    } else if (setsConstant(ctx.opcode)) {
      checkPredicate(ctx);
      checkVsAddress(ctx);
      this.#constants.check(ctx, declarations.bodyBegan);
    } else {
      declarations.bodyBegan = true;
      checkVsSources(ctx);
      checkPredicate(ctx);
      if (ctx.predicated) checkVsScalarPredicate(ctx, declarations);
      checkVsReads(ctx, declarations);
      if (ctx.destinationAt >= 0 && checkVsDestination(ctx, declarations)) keepPredicate(ctx);
      checkMacro(ctx);
      checkPorts(ctx);
    }
    checkFlow(ctx);
  }

  end(ctx: Sm1ValidationContext): void {
    if (ctx.model === 'vs30') checkVsOutputs(ctx, this.#declarations, ctx.last === ctx.index - 1 ? ctx.last : -1);
    checkSlots(ctx);
    checkFlowEnd(ctx);
    checkStaticFlow(ctx);
  }
}
