/**
 * The rules of ps_1_1 to ps_1_3 and of ps_1_4, in the order in which Microsoft's validators run them (source: oracle).
 *
 * Not for: the rules themselves, which are in rules/ps1-*.ts.
 */

import { Sm1Version } from '../../base/profile.ts';
import { SM1_OPCODES, sm1OpcodeTable, sm1Operands } from '../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { checkPs11Coissue, checkPs14Coissue } from './rules/ps1-coissue.ts';
import {
  checkPs1Blend,
  checkPs1Def,
  checkPs11Destination,
  checkPs11Instruction,
  checkPs14Destination,
  checkPs14TextureDestination,
  checkPs14TextureRegister,
  Ps11Counts,
} from './rules/ps1-instructions.ts';
import {
  checkPs1PairPorts,
  checkPs1Ports,
  checkPs11End,
  checkPs14End,
  checkPs14Phase,
  countPs11Arithmetic,
  countPs11Texture,
  countPs14Arithmetic,
  OPCODE_RULE,
  OPERAND_COUNT_RULE,
  type Ps1PortLimits,
  ps1OperandCounts,
} from './rules/ps1-limits.ts';
import { INCOMPLETE_MATRIX_RULE, PHASE_TWICE_RULE, Ps11TextureOrder, Ps14Phases } from './rules/ps1-phases.ts';
import {
  checkPs11Reads,
  checkPs14Read,
  checkPs14Reads,
  notePs11Bump,
  notePs11Texture,
  SAME_BLOCK_RULE,
} from './rules/ps1-reads.ts';
import {
  checkPs11Sources,
  checkPs11TextureSources,
  checkPs14Sources,
  checkPs14TextureSource,
  Ps14Selectors,
} from './rules/ps1-sources.ts';
import { ARITHMETIC, DEF, PHASE, PS1_KINDS, Ps1State, TEMP, TEXTURE, TEXTURE_OP } from './rules/ps1-state.ts';

const COUNTS_1_1 = [ps1OperandCounts(0x101), ps1OperandCounts(0x102), ps1OperandCounts(0x103)];
const { texm3x2depth, texcoord, texkill, texdepth, dp4, bem, lrp, phase, nop, def } = SM1_OPCODES;

/** The last texture register whose loading is noted, although t3 is the last one that there is (source: oracle). */
const LAST_NOTED = 4;
/** The instructions that leave nothing to read in their register. */
const CONSUMES = sm1OpcodeTable((row) => (sm1Operands(row, Sm1Version.v1_1)[0]?.access === 'read' ? 1 : 0));

const PORTS_1_1: Ps1PortLimits = [2, 2, 2, 2];
const PORTS_1_2: Ps1PortLimits = [2, 2, 2, 3];

/** The rules for one stream of ps_1_1 to ps_1_3. */
export class Ps11Rules implements Sm1ModelRules {
  readonly #state = new Ps1State();
  readonly #order = new Ps11TextureOrder();
  readonly #counts = new Ps11Counts();
  /** An instruction that is no texture instruction was checked. */
  #seen = false;
  /** Texture registers that texm3x2depth wrote, a bit each. */
  #depth = 0;
  /** Number and DWORD index of the last instruction. */
  #last = 0;
  #lastAt = 0;

  instruction(ctx: Sm1ValidationContext): void {
    const s = this.#state;
    this.#last = ctx.index;
    this.#lastAt = ctx.start;
    s.enter(ctx, !ctx.coissued && ctx.opcode !== SM1_OPCODES.nop.code);
    const expected = ctx.opcode < 128 ? COUNTS_1_1[(ctx.version & 0xff) - 1]![ctx.opcode]! : 255;
    const count = ctx.end - ctx.start - 1;
    let validated = false;
    if (expected === 255) ctx.report(OPCODE_RULE);
    else if (ctx.opcode === def.code ? ctx.destinationAt < 0 : count !== expected)
      ctx.report(OPERAND_COUNT_RULE, ctx.start, { count, expected });
    else {
      validated = true;
      this.#check(ctx, s);
    }
    s.leave(ctx, validated);
  }

  #check(ctx: Sm1ValidationContext, s: Ps1State): void {
    const kind = PS1_KINDS[ctx.opcode];
    if (kind === ARITHMETIC) this.#arithmetic(ctx, s);
    else if (kind === TEXTURE_OP) this.#texture(ctx, s);
    else if (kind === DEF) checkPs1Def(ctx, s);
    if (kind !== TEXTURE_OP) this.#order.interrupt();
    if (ctx.coissued) checkPs11Coissue(ctx, s, this.#seen);
    if (kind !== TEXTURE_OP) this.#seen = true;
    if (kind !== DEF) s.begun = true;
    if (kind === ARITHMETIC) this.#write(ctx, s);
  }

  #arithmetic(ctx: Sm1ValidationContext, s: Ps1State): void {
    checkPs11Sources(ctx, s);
    checkPs11Reads(ctx, s);
    checkPs11Destination(ctx, s, false, this.#depth);
    checkPs1Ports(ctx, s, ctx.version === 0x101 ? PORTS_1_1 : PORTS_1_2);
    if (ctx.coissued) checkPs1PairPorts(ctx, s);
    checkPs11Instruction(ctx, s, this.#counts);
    countPs11Arithmetic(ctx, s);
    this.#order.arithmeticSeen = true;
  }

  #texture(ctx: Sm1ValidationContext, s: Ps1State): void {
    const { opcode } = ctx;
    checkPs11TextureSources(ctx, s);
    checkPs11Reads(ctx, s);
    checkPs11Destination(ctx, s, true, this.#depth);
    if (ctx.coissued) checkPs1PairPorts(ctx, s);
    const known = s.destinationType === TEXTURE && s.destinationNumber <= LAST_NOTED;
    this.#order.check(ctx, s, known);
    countPs11Texture(ctx, s);
    notePs11Bump(ctx, s);
    if (s.destinationFault) return;
    notePs11Texture(ctx, s, CONSUMES[opcode] !== 0);
    if (opcode === texm3x2depth.code) this.#depth |= 1 << s.destinationNumber;
  }

  #write(ctx: Sm1ValidationContext, s: Ps1State): void {
    if (s.destinationFault) return;
    const bits = ctx.destinationMask << (4 * s.destinationNumber + (s.destinationType === TEMP ? 0 : 8));
    s.write(bits);
    if ((ctx.destinationModifiers & 1) !== 0) s.saturated |= bits;
    else s.unsaturated |= bits;
  }

  end(ctx: Sm1ValidationContext): void {
    if (this.#order.incomplete) ctx.diagnostics.report(INCOMPLETE_MATRIX_RULE, this.#last, this.#lastAt);
    checkPs11End(ctx, this.#state);
  }
}

const COUNTS_1_4 = ps1OperandCounts(0x104);
const DW = SM1_SOURCE_MODIFIERS.dw.code;
/** Components that texkill and texdepth read of their destination, which is their source. */
const KILL_READS = 7;
const DEPTH_READS = 3;
/** The components of a temporary that make it a result of the block. */
const COORDINATES = 7;

const PORTS_1_4: Ps1PortLimits = [3, 2, 2, 1];

/** The rules for one stream of ps_1_4. */
export class Ps14Rules implements Sm1ModelRules {
  readonly #state = new Ps1State();
  readonly #phases = new Ps14Phases();
  readonly #selectors = new Ps14Selectors();

  instruction(ctx: Sm1ValidationContext): void {
    const s = this.#state;
    const { opcode } = ctx;
    const startsGroup = !ctx.coissued && opcode !== nop.code;
    s.enter(ctx, startsGroup);
    if (startsGroup) this.#phases.grouped = true;
    const expected = opcode === phase.code ? 0 : opcode < 128 ? COUNTS_1_4[opcode]! : 255;
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
    checkPs1Ports(ctx, s, PORTS_1_4);
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
