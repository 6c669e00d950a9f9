/**
 * The rules of pixel shaders from 2_0 on, in the order in which Microsoft's validator runs them (source: oracle). Both
 * models run the same rules in the same order; rules of a single model check the model.
 *
 * Not for: the rules themselves, which are in rules/.
 */

import { getOrInsert } from '../../base/collections.ts';
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { Sm1Version } from '../../base/profile.ts';
import { sm1TakesDestination } from '../../isa/sm1/cursor.ts';
import { SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow, sm1HasOpcode, sm1Operands } from '../../isa/sm1/opcodes.ts';
import type { Sm1RuleRow } from '../rule.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { Sm1Constants, setsConstant } from './rules/constants.ts';
import { Sm1FastPath } from './rules/fast-path.ts';
import { checkFlow, checkFlowEnd } from './rules/flow.ts';
import { checkMacro } from './rules/macros.ts';
import { checkPorts } from './rules/ports.ts';
import { checkPredicate } from './rules/predicate.ts';
import { checkPixelDestination, pixelDestinationLimits } from './rules/ps-destination.ts';
import {
  checkPixelOutput,
  checkPixelOutputsAtEnd,
  checkPixelReads,
  keepPixelWrite,
  Sm1PixelState,
} from './rules/ps-registers.ts';
import { checkPixelSources, pixelSourceLimits } from './rules/ps-sources.ts';
import { checkSlots, countSlots, Sm1TextureDependency } from './rules/slots.ts';

export const VERSION_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5190', ps30: 'X5518' },
  text: 'This version does not have the instruction.',
  hint: 'Use a later version, or other instructions.',
  specRules: ['IT1'],
};
export const COUNT_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5191', ps30: 'X5521' },
  text: 'The instruction has {count} operands; it takes {expected}.',
  hint: 'Give the instruction the operands that it takes.',
  specRules: ['IT3'],
};
export const COISSUE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5232', ps30: 'X5606' },
  text: 'The instruction is co-issued, which ended with 2_0.',
  hint: 'Clear bit 30 of the instruction token.',
  specRules: ['IT6'],
};

const DCL = SM1_OPCODES.dcl.code;
/** The entry of {@link pixelOperandCounts} for an opcode that the version does not have. */
const NONE = -1;

/** How many operands each opcode has in `version`. */
export function pixelOperandCounts(version: number): Int8Array {
  const counts = new Int8Array(SM1_OPCODE_LIMIT).fill(NONE);
  for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
    // Assemblers write add for it (IT9), and the validator does not know it (source: oracle).
    const known = sm1HasOpcode(row, 'ps', version) && row.code !== SM1_OPCODES.sub.code;
    if (known && row.code < SM1_OPCODE_LIMIT) counts[row.code] = sm1Operands(row, version).length;
  }
  return counts;
}

/** Checks opcode and number of operands by `counts`; returns whether the rest of the instruction is to be checked. */
export function checkPixelInstruction(ctx: Sm1ValidationContext, counts: Int8Array): boolean {
  const expected = ctx.opcode < SM1_OPCODE_LIMIT ? counts[ctx.opcode]! : NONE;
  const count = (ctx.destinationAt >= 0 ? 1 : 0) + ctx.sourceCount;
  if (expected === count && ctx.destinationAt >= 0 === sm1TakesDestination(ctx.opcode)) return true;
  if (expected === NONE) {
    ctx.report(VERSION_RULE);
    return false;
  }
  // Of these the raw DWORDs were counted before (tokens.ts).
  if (ctx.destinationAt >= 0 && (ctx.opcode === DCL || setsConstant(ctx.opcode))) return true;
  ctx.report(COUNT_RULE, ctx.start, { expected, count });
  return false;
}

const TEXKILL = SM1_OPCODES.texkill.code;

/** Tables of a version, made with its first stream. */
interface PixelTables {
  readonly counts: Int8Array;
  readonly sources: Int16Array;
  readonly destinations: Int16Array;
  readonly kills: Int16Array;
}

const TABLES = new Map<number, PixelTables>();

function tablesOf(version: number): PixelTables {
  return getOrInsert(TABLES, version, () => ({
    counts: pixelOperandCounts(version),
    sources: pixelSourceLimits(version),
    destinations: pixelDestinationLimits(version, false),
    kills: pixelDestinationLimits(version, true),
  }));
}

/** The rules for one stream from ps_2_0 on. */
export class PixelRules implements Sm1ModelRules {
  readonly #constants = new Sm1Constants();
  readonly #tables: PixelTables;
  readonly #state: Sm1PixelState;
  /** Of 2_0 alone. */
  readonly #dependency: Sm1TextureDependency | undefined;

  constructor(ctx: Sm1ValidationContext) {
    const { version } = ctx;
    this.#tables = tablesOf(version);
    this.#state = new Sm1PixelState(version, this.#tables.sources);
    this.#dependency = version === Sm1Version.v2_0 ? new Sm1TextureDependency() : undefined;
    if (fastPaths.enabled)
      ctx.fastPath = new Sm1FastPath(ctx, this.#state.declared, this.#constants, this.#state, this.#dependency);
  }

  instruction(ctx: Sm1ValidationContext): void {
    const { declared } = this.#state;
    if (!checkPixelInstruction(ctx, this.#tables.counts)) return;
    countSlots(ctx);
    if (ctx.opcode === DCL) {
      checkPredicate(ctx);
      declared.check(ctx);
    } else if (setsConstant(ctx.opcode)) {
      checkPredicate(ctx);
      this.#constants.check(ctx, declared.bodyBegan);
    } else {
      declared.bodyBegan = true;
      this.#body(ctx);
    }
    if (ctx.coissued) ctx.report(COISSUE_RULE);
    checkPixelOutput(ctx, this.#state);
    checkFlow(ctx);
  }

  /** Checks an instruction that runs. */
  #body(ctx: Sm1ValidationContext): void {
    checkPixelSources(ctx, this.#tables.sources);
    checkPredicate(ctx);
    checkPixelReads(ctx, this.#state);
    if (ctx.destinationAt >= 0) {
      const limits = ctx.opcode === TEXKILL ? this.#tables.kills : this.#tables.destinations;
      if (checkPixelDestination(ctx, limits)) {
        keepPixelWrite(ctx, this.#state);
        this.#dependency?.check(ctx);
      }
    }
    checkPorts(ctx);
    checkMacro(ctx);
  }

  end(ctx: Sm1ValidationContext): void {
    checkPixelOutputsAtEnd(ctx, this.#state);
    checkSlots(ctx);
    checkFlowEnd(ctx);
  }
}
