/**
 * The rules of ps_1_4, in the order in which Microsoft's validator runs them (source: oracle).
 *
 * Not for: the rules themselves, which are in rules/ps1-*.ts.
 */
import { SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { checkPs14Coissue } from './rules/ps1-coissue.ts';
import {
  checkPs14Destination,
  checkPs14TextureDestination,
  checkPs14TextureRegister,
} from './rules/ps1-destinations.ts';
import { checkPs1Blend, checkPs1Def } from './rules/ps1-instructions.ts';
import {
  checkPs1Ports,
  OPCODE_RULE,
  OPERAND_COUNT_RULE,
  type Ps1PortLimits,
  ps1OperandCounts,
} from './rules/ps1-limits.ts';
import { PHASE_TWICE_RULE, Ps14Phases } from './rules/ps1-phases.ts';
import { checkPs14Read, checkPs14Reads, SAME_BLOCK_RULE } from './rules/ps1-reads.ts';
import { Ps14Selectors } from './rules/ps1-selectors.ts';
import { checkPs14End, checkPs14Phase, countPs14Arithmetic } from './rules/ps1-slots.ts';
import { checkPs14Sources, checkPs14TextureSource } from './rules/ps1-sources.ts';
import { ARITHMETIC, DEF, PHASE, PS1_KINDS, Ps1State, TEMP, TEXTURE_OP } from './rules/ps1-state.ts';

const COUNTS = ps1OperandCounts(0x104);
const { texcoord, texkill, texdepth, dp4, bem, lrp, phase, nop, def } = SM1_OPCODES;
const DW = SM1_SOURCE_MODIFIERS.dw.code;
/** Components that texkill and texdepth read of their destination, which is their source. */
const KILL_READS = 7;
const DEPTH_READS = 3;
/** The components of a temporary that make it a result of the block. */
const COORDINATES = 7;

const PORTS: Ps1PortLimits = [3, 2, 2, 1];

class Ps14 implements Sm1ModelRules {
  readonly #state = new Ps1State();
  readonly #phases = new Ps14Phases();
  readonly #selectors = new Ps14Selectors();

  instruction(ctx: Sm1ValidationContext): void {
    const s = this.#state;
    const { opcode } = ctx;
    const startsGroup = !ctx.coissued && opcode !== nop.code;
    s.enter(ctx, startsGroup);
    if (startsGroup) this.#phases.grouped = true;
    const expected = opcode === phase.code ? 0 : opcode < 128 ? COUNTS[opcode]! : 255;
    const count = ctx.end - ctx.start - 1;
    let validated = false;
    if (expected === 255) ctx.report(OPCODE_RULE);
    else if (opcode === def.code ? ctx.destinationAt < 0 : count !== expected)
      ctx.report(OPERAND_COUNT_RULE, ctx.start, { count, expected });
    else {
      validated = true;
      this.#check(ctx, s, opcode === phase.code ? PHASE : PS1_KINDS[opcode]!);
    }
    s.leave(ctx, validated);
  }

  #check(ctx: Sm1ValidationContext, s: Ps1State, kind: number): void {
    const phases = this.#phases;
    if (kind === ARITHMETIC) this.#arithmetic(ctx, s);
    else if (kind === TEXTURE_OP) this.#texture(ctx, s);
    else if (kind === DEF) {
      phases.checkDepth(ctx, s);
      checkPs1Def(ctx, s);
    } else if (kind === PHASE) {
      if (phases.seen) {
        ctx.report(PHASE_TWICE_RULE);
        return;
      }
      phases.checkPhase(ctx, s);
    }
    if (kind === ARITHMETIC || kind === TEXTURE_OP) {
      if (ctx.sourceFaults !== (1 << s.sourceCount) - 1) phases.checkDivisions(ctx);
      phases.checkDepth(ctx, s);
      if (ctx.opcode === bem.code) phases.checkBem(ctx, s);
      else if (ctx.opcode === lrp.code) checkPs1Blend(ctx, s);
      if (ctx.opcode !== dp4.code) phases.started = true;
    }
    if (ctx.coissued) checkPs14Coissue(ctx, s, phases.started);
    if (kind === PHASE) checkPs14Phase(ctx, s);
    if (kind !== DEF) s.begun = true;
    if (kind === ARITHMETIC || kind === TEXTURE_OP) this.#write(ctx, s, kind);
  }

  #arithmetic(ctx: Sm1ValidationContext, s: Ps1State): void {
    this.#phases.noteInputs(s);
    checkPs14Sources(ctx, s);
    checkPs14Reads(ctx, s);
    checkPs14Destination(ctx, s);
    checkPs1Ports(ctx, s, PORTS);
    countPs14Arithmetic(ctx, s);
    this.#phases.arithmeticSeen = true;
  }

  #texture(ctx: Sm1ValidationContext, s: Ps1State): void {
    const phases = this.#phases;
    const { opcode } = ctx;
    const divides = checkPs14TextureSource(ctx, s, this.#selectors, phases);
    if (divides) phases.noteDivision(ctx.sourceFaults === 0);
    if (s.reads[0] !== 0 && s.sourceCount > 0) this.#read(ctx, s, s.reads[0]!, s.numbers[0]!, ctx.sourceAt[0]!);
    const known = checkPs14TextureRegister(ctx, s);
    const stage = known && s.destinationType === TEMP;
    if (stage && (opcode === texkill.code || opcode === texdepth.code)) {
      const read = opcode === texkill.code ? KILL_READS : DEPTH_READS;
      this.#read(ctx, s, read << (4 * s.destinationNumber), s.destinationNumber, ctx.destinationAt);
    }
    checkPs14TextureDestination(ctx, s);
    phases.checkBlock(ctx, s, stage);
    s.textureSlots++;
  }

  #read(ctx: Sm1ValidationContext, s: Ps1State, bits: number, number: number, at: number): void {
    if (((s.blockResults >> (4 * number)) & COORDINATES) !== 0 && s.destinationType === TEMP) {
      ctx.report(SAME_BLOCK_RULE, at, { register: number });
    }
    checkPs14Read(ctx, s, bits, number, at);
  }

  #write(ctx: Sm1ValidationContext, s: Ps1State, kind: number): void {
    if (s.destinationFault || ctx.opcode === texkill.code) return;
    const shift = 4 * s.destinationNumber;
    const bits = ctx.destinationMask << shift;
    s.write(bits);
    if (kind === ARITHMETIC) {
      if ((ctx.destinationModifiers & 1) !== 0) s.saturated |= bits;
      else s.unsaturated |= bits;
      return;
    }
    if (this.#phases.grouped) s.blockResults |= bits;
    if (ctx.opcode === texcoord.code && ctx.sourceModifier[0] === DW) {
      const lost = s.written & (4 << shift);
      s.written &= ~lost;
      s.unsaturated &= ~lost;
      s.lostBlue |= lost;
      // also for what is co-issued with it, although that does not see what it writes
      s.writtenBefore &= ~lost;
      s.lostBlueBefore |= lost;
    }
  }

  end(ctx: Sm1ValidationContext): void {
    checkPs14End(ctx, this.#state, this.#phases.second);
  }
}

/** The rules for one stream. */
export function createPs14(): Sm1ModelRules {
  return new Ps14();
}
