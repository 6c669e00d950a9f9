/**
 * The rules of pixel shaders from 2_0 on, in the order in which Microsoft's validator runs them (source: oracle). Both
 * models run the same rules in the same order; rules of a single model check the model.
 *
 * Not for: the rules themselves, which are in rules/.
 */

import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { SM1_OPCODES, Sm1Version } from '../../isa/sm1/opcodes.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { Sm1Constants, setsConstant } from './rules/constants.ts';
import { Sm1FastPath } from './rules/fast-path.ts';
import { checkFlow, checkFlowEnd } from './rules/flow.ts';
import { checkMacro } from './rules/macros.ts';
import { checkPorts } from './rules/ports.ts';
import { checkPredicate } from './rules/predicate.ts';
import { checkPixelDestination, pixelDestinationLimits } from './rules/ps-destination.ts';
import { COISSUE_RULE, checkPixelInstruction, pixelOperandCounts } from './rules/ps-instructions.ts';
import { checkPixelOutput, checkPixelOutputsAtEnd } from './rules/ps-outputs.ts';
import { checkPixelReads, keepPixelWrite } from './rules/ps-reads.ts';
import { checkPixelSources, pixelSourceLimits } from './rules/ps-sources.ts';
import { Sm1PixelState } from './rules/ps-state.ts';
import { checkSlots, countSlots } from './rules/slots.ts';
import { Sm1TextureDependency } from './rules/texture-dependency.ts';

const DCL = SM1_OPCODES.dcl.code;
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
  let tables = TABLES.get(version);
  if (tables === undefined) {
    tables = {
      counts: pixelOperandCounts(version),
      sources: pixelSourceLimits(version),
      destinations: pixelDestinationLimits(version, false),
      kills: pixelDestinationLimits(version, true),
    };
    TABLES.set(version, tables);
  }
  return tables;
}

/** The tables and the state for one stream, created when its version is known. */
interface PixelStream {
  readonly tables: PixelTables;
  readonly state: Sm1PixelState;
  /** Of 2_0 alone. */
  readonly dependency: Sm1TextureDependency | undefined;
}

function streamOf(version: number): PixelStream {
  const tables = tablesOf(version);
  const dependency = version === Sm1Version.v2_0 ? new Sm1TextureDependency() : undefined;
  return { tables, state: new Sm1PixelState(version, tables.sources), dependency };
}

class PixelRules implements Sm1ModelRules {
  readonly #constants = new Sm1Constants();
  readonly #stream: PixelStream;

  constructor(ctx: Sm1ValidationContext) {
    const stream = streamOf(ctx.version);
    this.#stream = stream;
    if (fastPaths.enabled)
      ctx.fastPath = new Sm1FastPath(ctx, stream.state.declared, this.#constants, stream.state, stream.dependency);
  }

  instruction(ctx: Sm1ValidationContext): void {
    const { tables, state } = this.#stream;
    const { declared } = state;
    if (!checkPixelInstruction(ctx, tables.counts)) return;
    countSlots(ctx);
    if (ctx.opcode === DCL) {
      checkPredicate(ctx);
      declared.check(ctx);
    } else if (setsConstant(ctx.opcode)) {
      checkPredicate(ctx);
      this.#constants.check(ctx, declared.bodyBegan);
    } else {
      declared.bodyBegan = true;
      checkBody(ctx, this.#stream);
    }
    if (ctx.coissued) ctx.report(COISSUE_RULE);
    checkPixelOutput(ctx, state);
    checkFlow(ctx);
  }

  end(ctx: Sm1ValidationContext): void {
    checkPixelOutputsAtEnd(ctx, this.#stream.state);
    checkSlots(ctx);
    checkFlowEnd(ctx);
  }
}

/** Checks an instruction that runs. */
function checkBody(ctx: Sm1ValidationContext, { tables, state, dependency }: PixelStream): void {
  checkPixelSources(ctx, tables.sources);
  checkPredicate(ctx);
  checkPixelReads(ctx, state);
  if (ctx.destinationAt >= 0) {
    const limits = ctx.opcode === TEXKILL ? tables.kills : tables.destinations;
    if (checkPixelDestination(ctx, limits)) {
      keepPixelWrite(ctx, state);
      dependency?.check(ctx);
    }
  }
  checkPorts(ctx);
  checkMacro(ctx);
}

/** The rules for one stream of ps_2_0, ps_2_x or ps_2_sw. */
export function createPs20(ctx: Sm1ValidationContext): Sm1ModelRules {
  return new PixelRules(ctx);
}

/** The rules for one stream of ps_3_0 or ps_3_sw. */
export function createPs30(ctx: Sm1ValidationContext): Sm1ModelRules {
  return new PixelRules(ctx);
}
