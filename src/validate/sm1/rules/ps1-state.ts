/**
 * The state of the validators of ps_1_x between instructions: the contents of each component, and the previous
 * instruction, because a co-issued one is checked together with it. One object serves an entire stream.
 *
 * Components are bits: four for each register that can be written. Source of all behavior: oracle.
 *
 * Not for: rules.
 */

import { Sm1Version } from '../../../base/profile.ts';
import { componentsRead } from '../../../isa/components.ts';
import { sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';

export const TEMP = SM1_REGISTERS.temp.code;
export const INPUT = SM1_REGISTERS.input.code;
export const CONST = SM1_REGISTERS.const.code;
export const TEXTURE = SM1_REGISTERS.addressOrTexture.code;
const CONST_2 = SM1_REGISTERS.const2.code;

/**
 * Sources that are read; an instruction of ps_1_x has at most three. Arrays, because they are created for each stream.
 */
const SOURCES = 4;

/** Kinds of instructions in {@link PS1_KINDS}. */
export const ARITHMETIC = 0;
export const TEXTURE_OP = 1;
export const NOP = 2;
export const DEF = 3;
export const PHASE = 4;

/**
 * The kind of each opcode below 128; the texture instructions of later versions count as arithmetic that is missing.
 */
export const PS1_KINDS = sm1OpcodeTable(({ category, ps }, name) => {
  if (name === 'nop') return NOP;
  if (name === 'def') return DEF;
  const onTexture = category === 'texture' || category === 'sample';
  return onTexture && ps !== undefined && ps.since <= Sm1Version.v1_4 ? TEXTURE_OP : ARITHMETIC;
});

/** The components that a source swizzle reads for each destination mask: index mask * 256 + swizzle. */
const READ = Uint8Array.from({ length: 16 * 256 }, (_, i) => componentsRead(i & 0xff, i >> 8));

/** The components read through `swizzle` where those in `mask` are computed. */
export function ps1Read(swizzle: number, mask: number): number {
  return READ[(mask << 8) | swizzle]!;
}

/** The offset of constants with the register type `type`, which is a separate type for c2048 and above; else 0. */
function beyondConst(type: number): number {
  return type >= CONST_2 && type <= CONST_2 + 2 ? 2048 * (type - CONST_2 + 1) : 0;
}

/** The previous instruction, comments skipped, valid or not. */
export class Ps1Previous {
  opcode = -1;
  coissued = false;
  destinationType = -1;
  destinationNumber = 0;
  mask = 0;
  /** Number of its first source; -1: it has none. */
  firstSource = -1;
  /** Sources of the last instruction that the version has, with the right number of operands. */
  sourceCount = 0;
  tally = 0;
  /** That one is the second one of a pair itself. */
  checkedCoissued = false;
  readonly types = [0, 0, 0, 0];
  readonly numbers = [0, 0, 0, 0];
}

export class Ps1State {
  /** Components that were written and have not lost their value since. */
  written = 0;
  /** Components last written with `_sat`, and those last written by arithmetic without it. */
  saturated = 0;
  unsaturated = 0;
  /** Texture registers that are no more than an operand of texkill, of a texm*pad or of texm3x2depth. */
  consumed = 0;
  /** Components that texbem or texbeml took as its bump map. */
  bumped = 0;
  /** Results of texbem and texbeml, and results of sampling. */
  bent = 0;
  sampled = 0;
  /** The component from which the coordinates of each sampled texture register came; 0: its own coordinates. */
  readonly sampledWith = [0, 0, 0, 0];
  /** ps_1_4: components whose value `phase` or a two-component texcrd threw away. */
  lostAtPhase = 0;
  lostBlue = 0;
  /** ps_1_4: results of texture instructions of this phase. */
  blockResults = 0;

  /** Written by the instruction under validation or by one that it is co-issued with, which it does not see yet. */
  pending = 0;
  /** The components as they were before `pending`. */
  writtenBefore = 0;
  saturatedBefore = 0;
  lostAtPhaseBefore = 0;
  lostBlueBefore = 0;

  /** Types and numbers of the sources, c2048 and above counted on. */
  readonly types = [0, 0, 0, 0];
  readonly numbers = [0, 0, 0, 0];
  /** Component bits that each source reads. */
  readonly reads = [0, 0, 0, 0];
  sourceCount = 0;
  /** How many sources there are of each of the first four types, in four bits each. */
  tally = 0;
  destinationType = -1;
  destinationNumber = 0;
  /** The destination breaks a rule: nothing is written. */
  destinationFault = false;

  readonly previous = new Ps1Previous();
  /** Constants that `def` has set, a bit each. */
  defined = 0;
  /** An instruction came that no `def` may follow. */
  begun = false;
  arithmeticSlots = 0;
  textureSlots = 0;
  /** ps_1_4: slots of one phase. */
  textureLimit = 6;
  arithmeticLimit = 8;
  /** ps_1_1 to ps_1_3: instructions that count towards the limit of the entire shader. */
  totalSlots = 0;

  /** Reads the operands of `ctx`, and starts a new group of co-issued instructions where it is not co-issued. */
  enter(ctx: Sm1ValidationContext, startsGroup: boolean): void {
    if (startsGroup) {
      this.pending = 0;
      this.writtenBefore = this.written;
      this.saturatedBefore = this.saturated;
      this.lostAtPhaseBefore = this.lostAtPhase;
      this.lostBlueBefore = this.lostBlue;
    }
    const count = ctx.sourceCount < SOURCES ? ctx.sourceCount : SOURCES;
    this.sourceCount = count;
    let tally = 0;
    for (let i = 0; i < count; i++) {
      const raw = ctx.sourceType[i]!;
      const beyond = beyondConst(raw);
      const type = beyond > 0 ? CONST : raw;
      this.types[i] = type;
      this.numbers[i] = ctx.sourceNumber[i]! + beyond;
      this.reads[i] = 0;
      if (type < 4) tally += 1 << (4 * type);
    }
    this.tally = tally;
    const beyond = beyondConst(ctx.destinationType);
    this.destinationType = ctx.destinationAt < 0 ? -1 : beyond > 0 ? CONST : ctx.destinationType;
    this.destinationNumber = ctx.destinationNumber + beyond;
    this.destinationFault = false;
  }

  /** Makes the instruction that was entered the one before; `checked`: the version has it with so many operands. */
  leave(ctx: Sm1ValidationContext, validated: boolean): void {
    const { previous } = this;
    previous.opcode = ctx.opcode;
    previous.coissued = ctx.coissued;
    previous.destinationType = this.destinationType;
    previous.destinationNumber = this.destinationNumber;
    previous.mask = this.destinationType < 0 ? 0 : ctx.destinationMask;
    previous.firstSource = this.sourceCount > 0 ? this.numbers[0]! : -1;
    if (!validated) return;
    previous.sourceCount = this.sourceCount;
    previous.tally = this.tally;
    previous.checkedCoissued = ctx.coissued;
    for (let i = 0; i < this.sourceCount; i++) {
      previous.types[i] = this.types[i]!;
      previous.numbers[i] = this.numbers[i]!;
    }
  }

  /** Components that hold a value for the instruction under validation. */
  readable(coissued: boolean): number {
    return coissued ? this.writtenBefore : this.written;
  }

  /** Notes that `bits` are written; what was known about them is over. */
  write(bits: number): void {
    const keep = ~bits;
    this.written |= bits;
    this.pending |= bits;
    this.saturated &= keep;
    this.unsaturated &= keep;
    this.consumed &= keep;
    this.bumped &= keep;
    this.bent &= keep;
    this.sampled &= keep;
    this.lostAtPhase &= keep;
    this.lostBlue &= keep;
    this.blockResults &= keep;
  }
}
