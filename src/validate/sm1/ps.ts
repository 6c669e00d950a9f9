/**
 * The rules of pixel shaders from 2_0 on, in the order in which Microsoft's validator runs them (source: oracle). Both models
 * run the same rules in the same order; a rule that only one of them has asks for it.
 *
 * Not for: the rules themselves, which stand in rules/.
 */
import { SM1_OPCODES, Sm1Version } from '../../isa/sm1/opcodes.ts';
import type { Sm1Judgement, Sm1ModelRules } from './context.ts';
import { Sm1Constants, setsConstant } from './rules/constants.ts';
import { Sm1Ordinary } from './rules/fast-path.ts';
import { judgeFlow, judgeFlowEnd } from './rules/flow.ts';
import { judgePorts } from './rules/ports.ts';
import { judgePredicate } from './rules/predicate.ts';
import { judgePixelDestination, pixelDestinationLimits } from './rules/ps-destination.ts';
import { judgePixelInstruction, PS_INSTRUCTION_RULES, pixelOperandCounts } from './rules/ps-instructions.ts';
import { judgePixelOutput, judgePixelOutputsAtEnd } from './rules/ps-outputs.ts';
import { judgePixelReads, keepPixelWrite } from './rules/ps-reads.ts';
import { judgePixelSources, pixelSourceLimits } from './rules/ps-sources.ts';
import { Sm1PixelState } from './rules/ps-state.ts';
import { countSlots, judgeSlots } from './rules/slots.ts';
import { judgeSpecial } from './rules/special.ts';
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

  constructor(j: Sm1Judgement) {
    const stream = streamOf(j.version);
    this.#stream = stream;
    j.ordinary = new Sm1Ordinary(j, stream.state.declared, this.#constants, stream.state, stream.dependency);
  }

  instruction(j: Sm1Judgement): void {
    const { tables, state } = this.#stream;
    const { declared } = state;
    if (!judgePixelInstruction(j, tables.counts)) return;
    countSlots(j);
    if (j.opcode === DCL) {
      judgePredicate(j);
      declared.judge(j);
    } else if (setsConstant(j.opcode)) {
      judgePredicate(j);
      this.#constants.judge(j, declared.bodyBegan);
    } else {
      declared.bodyBegan = true;
      judgeBody(j, this.#stream);
    }
    if (j.coissued) j.report(PS_INSTRUCTION_RULES.coissue);
    judgePixelOutput(j, state);
    judgeFlow(j);
  }

  end(j: Sm1Judgement): void {
    judgePixelOutputsAtEnd(j, this.#stream.state);
    judgeSlots(j);
    judgeFlowEnd(j);
  }
}

/** Judges an instruction that runs. */
function judgeBody(j: Sm1Judgement, { tables, state, dependency }: PixelStream): void {
  judgePixelSources(j, tables.sources);
  judgePredicate(j);
  judgePixelReads(j, state);
  if (j.destinationAt >= 0) {
    const limits = j.opcode === TEXKILL ? tables.kills : tables.destinations;
    if (judgePixelDestination(j, limits)) {
      keepPixelWrite(j, state);
      dependency?.judge(j);
    }
  }
  judgePorts(j);
  judgeSpecial(j);
}

/** The rules for one stream of ps_2_0, ps_2_x or ps_2_sw. */
export function createPs20(j: Sm1Judgement): Sm1ModelRules {
  return new PixelRules(j);
}

/** The rules for one stream of ps_3_0 or ps_3_sw. */
export function createPs30(j: Sm1Judgement): Sm1ModelRules {
  return new PixelRules(j);
}
