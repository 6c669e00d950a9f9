/**
 * The rules of ps_1_1, ps_1_2 and ps_1_3, in the order in which Microsoft's validator runs them (source: oracle).
 *
 * Not for: the rules themselves, which are in rules/ps1-*.ts.
 */
import { SM1_OPCODES, Sm1Version, sm1OpcodeTable, sm1Operands } from '../../isa/sm1/opcodes.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { checkPs11Coissue } from './rules/ps1-coissue.ts';
import { checkPs11Destination } from './rules/ps1-destinations.ts';
import { checkPs1Def, checkPs11Instruction, Ps11Counts } from './rules/ps1-instructions.ts';
import {
  checkPs1PairPorts,
  checkPs1Ports,
  OPCODE_RULE,
  OPERAND_COUNT_RULE,
  type Ps1PortLimits,
  ps1OperandCounts,
} from './rules/ps1-limits.ts';
import { checkPs11Reads, notePs11Bump, notePs11Texture } from './rules/ps1-reads.ts';
import { checkPs11End, countPs11Arithmetic, countPs11Texture } from './rules/ps1-slots.ts';
import { checkPs11Sources, checkPs11TextureSources } from './rules/ps1-sources.ts';
import { ARITHMETIC, DEF, PS1_KINDS, Ps1State, TEMP, TEXTURE, TEXTURE_OP } from './rules/ps1-state.ts';
import { INCOMPLETE_MATRIX_RULE, Ps11TextureOrder } from './rules/ps1-textures.ts';

const COUNTS = [ps1OperandCounts(0x101), ps1OperandCounts(0x102), ps1OperandCounts(0x103)];
const { texm3x2depth, def } = SM1_OPCODES;

/** The last texture register whose loading is noted, although t3 is the last one that there is (source: oracle). */
const LAST_NOTED = 4;
/** The instructions that leave nothing to read in their register. */
const CONSUMES = sm1OpcodeTable((row) => (sm1Operands(row, Sm1Version.v1_1)[0]?.access === 'read' ? 1 : 0));

const PORTS_1_1: Ps1PortLimits = [2, 2, 2, 2];
const PORTS_1_2: Ps1PortLimits = [2, 2, 2, 3];

class Ps11 implements Sm1ModelRules {
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
    const expected = ctx.opcode < 128 ? COUNTS[(ctx.version & 0xff) - 1]![ctx.opcode]! : 255;
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

/** The rules for one stream. */
export function createPs11(): Sm1ModelRules {
  return new Ps11();
}
