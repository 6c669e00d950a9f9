/**
 * The rules of pixel shaders from 2_0 on, in the order in which Microsoft's validator runs them (source: oracle). Both models
 * run the same rules in the same order; a rule that only one of them has asks for it.
 *
 * Not for: the rules themselves, which stand in rules/.
 */

import { fastPaths } from '../../base/fast-paths.ts';
import { SM1_OPCODES, Sm1Version } from '../../isa/sm1/opcodes.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { Sm1Constants, setsConstant } from './rules/constants.ts';
import { Sm1FastPath } from './rules/fast-path.ts';
import { checkFlow, checkFlowEnd } from './rules/flow.ts';
import { checkPorts } from './rules/ports.ts';
import { checkPredicate } from './rules/predicate.ts';
import { checkPixelDestination, pixelDestinationLimits } from './rules/ps-destination.ts';
import { checkPixelInstruction, PS_INSTRUCTION_RULES, pixelOperandCounts } from './rules/ps-instructions.ts';
import { checkPixelOutput, checkPixelOutputsAtEnd } from './rules/ps-outputs.ts';
import { checkPixelReads, keepPixelWrite } from './rules/ps-reads.ts';
import { checkPixelSources, pixelSourceLimits } from './rules/ps-sources.ts';
import { Sm1PixelState } from './rules/ps-state.ts';
import { checkSlots, countSlots } from './rules/slots.ts';
import { checkSpecial } from './rules/special.ts';
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

/** What one stream needs, made when its version is known. */
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

  constructor(j: Sm1ValidationContext) {
    const stream = streamOf(j.version);
    this.#stream = stream;
    if (fastPaths.enabled)
      j.fastPath = new Sm1FastPath(j, stream.state.declared, this.#constants, stream.state, stream.dependency);
  }

  instruction(j: Sm1ValidationContext): void {
    const { tables, state } = this.#stream;
    const { declared } = state;
    if (!checkPixelInstruction(j, tables.counts)) return;
    countSlots(j);
    if (j.opcode === DCL) {
      checkPredicate(j);
      declared.check(j);
    } else if (setsConstant(j.opcode)) {
      checkPredicate(j);
      this.#constants.check(j, declared.bodyBegan);
    } else {
      declared.bodyBegan = true;
      checkBody(j, this.#stream);
    }
    if (j.coissued) j.report(PS_INSTRUCTION_RULES.coissue);
    checkPixelOutput(j, state);
    checkFlow(j);
  }

  end(j: Sm1ValidationContext): void {
    checkPixelOutputsAtEnd(j, this.#stream.state);
    checkSlots(j);
    checkFlowEnd(j);
  }
}

/** Judges an instruction that runs. */
function checkBody(j: Sm1ValidationContext, { tables, state, dependency }: PixelStream): void {
  checkPixelSources(j, tables.sources);
  checkPredicate(j);
  checkPixelReads(j, state);
  if (j.destinationAt >= 0) {
    const limits = j.opcode === TEXKILL ? tables.kills : tables.destinations;
    if (checkPixelDestination(j, limits)) {
      keepPixelWrite(j, state);
      dependency?.check(j);
    }
  }
  checkPorts(j);
  checkSpecial(j);
}

/** The rules for one stream of ps_2_0, ps_2_x or ps_2_sw. */
export function createPs20(j: Sm1ValidationContext): Sm1ModelRules {
  return new PixelRules(j);
}

/** The rules for one stream of ps_3_0 or ps_3_sw. */
export function createPs30(j: Sm1ValidationContext): Sm1ModelRules {
  return new PixelRules(j);
}
