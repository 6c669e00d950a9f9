/**
 * The rules of ps_1_1, ps_1_2 and ps_1_3, in the order in which Microsoft's validator runs them (source: oracle).
 *
 * Not for: the rules themselves, which stand in rules/ps1-*.ts.
 */
import { SM1_OPCODES, Sm1Version, sm1OpcodeTable, sm1Operands } from '../../isa/sm1/opcodes.ts';
import type { Sm1ModelRules, Sm1ValidationContext } from './context.ts';
import { checkPs11Coissue } from './rules/ps1-coissue.ts';
import { checkPs11Destination } from './rules/ps1-destinations.ts';
import {
  checkPs1PairPorts,
  checkPs1Ports,
  PS1_LIMIT_RULES,
  type Ps1PortLimits,
  ps1OperandCounts,
} from './rules/ps1-limits.ts';
import { checkPs11Reads, notePs11Bump, notePs11Texture } from './rules/ps1-reads.ts';
import { checkPs11End, countPs11Arithmetic, countPs11Texture } from './rules/ps1-slots.ts';
import { checkPs11Sources, checkPs11TextureSources } from './rules/ps1-sources.ts';
import { checkPs1Def, checkPs11Special, Ps11Counts } from './rules/ps1-special.ts';
import { ARITHMETIC, DEF, PS1_KINDS, Ps1State, TEMP, TEXTURE, TEXTURE_OP } from './rules/ps1-state.ts';
import { PS1_TEXTURE_RULES, Ps11TextureOrder } from './rules/ps1-textures.ts';

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
  /** An instruction that is no texture instruction was judged. */
  #seen = false;
  /** Texture registers that texm3x2depth wrote, a bit each. */
  #depth = 0;
  /** Number and DWORD index of the last instruction. */
  #last = 0;
  #lastAt = 0;

  instruction(j: Sm1ValidationContext): void {
    const s = this.#state;
    this.#last = j.index;
    this.#lastAt = j.start;
    s.enter(j, !j.coissued && j.opcode !== SM1_OPCODES.nop.code);
    const expected = j.opcode < 128 ? COUNTS[(j.version & 0xff) - 1]![j.opcode]! : 255;
    const count = j.end - j.start - 1;
    let validated = false;
    if (expected === 255) j.report(PS1_LIMIT_RULES.opcode);
    else if (j.opcode === def.code ? j.destinationAt < 0 : count !== expected)
      j.report(PS1_LIMIT_RULES.operandCount, j.start, { count, expected });
    else {
      validated = true;
      this.#check(j, s);
    }
    s.leave(j, validated);
  }

  #check(j: Sm1ValidationContext, s: Ps1State): void {
    const kind = PS1_KINDS[j.opcode];
    if (kind === ARITHMETIC) this.#arithmetic(j, s);
    else if (kind === TEXTURE_OP) this.#texture(j, s);
    else if (kind === DEF) checkPs1Def(j, s);
    if (kind !== TEXTURE_OP) this.#order.interrupt();
    if (j.coissued) checkPs11Coissue(j, s, this.#seen);
    if (kind !== TEXTURE_OP) this.#seen = true;
    if (kind !== DEF) s.begun = true;
    if (kind === ARITHMETIC) this.#write(j, s);
  }

  #arithmetic(j: Sm1ValidationContext, s: Ps1State): void {
    checkPs11Sources(j, s);
    checkPs11Reads(j, s);
    checkPs11Destination(j, s, false, this.#depth);
    checkPs1Ports(j, s, j.version === 0x101 ? PORTS_1_1 : PORTS_1_2);
    if (j.coissued) checkPs1PairPorts(j, s);
    checkPs11Special(j, s, this.#counts);
    countPs11Arithmetic(j, s);
    this.#order.arithmeticSeen = true;
  }

  #texture(j: Sm1ValidationContext, s: Ps1State): void {
    const { opcode } = j;
    checkPs11TextureSources(j, s);
    checkPs11Reads(j, s);
    checkPs11Destination(j, s, true, this.#depth);
    if (j.coissued) checkPs1PairPorts(j, s);
    const known = s.destinationType === TEXTURE && s.destinationNumber <= LAST_NOTED;
    this.#order.check(j, s, known);
    countPs11Texture(j, s);
    notePs11Bump(j, s);
    if (s.destinationFault) return;
    notePs11Texture(j, s, CONSUMES[opcode] !== 0);
    if (opcode === texm3x2depth.code) this.#depth |= 1 << s.destinationNumber;
  }

  #write(j: Sm1ValidationContext, s: Ps1State): void {
    if (s.destinationFault) return;
    const bits = j.destinationMask << (4 * s.destinationNumber + (s.destinationType === TEMP ? 0 : 8));
    s.write(bits);
    if ((j.destinationModifiers & 1) !== 0) s.saturated |= bits;
    else s.unsaturated |= bits;
  }

  end(j: Sm1ValidationContext): void {
    if (this.#order.incomplete) j.diagnostics.report(PS1_TEXTURE_RULES.incompleteMatrix, this.#last, this.#lastAt);
    checkPs11End(j, this.#state);
  }
}

/** The rules for one stream. */
export function createPs11(): Sm1ModelRules {
  return new Ps11();
}
