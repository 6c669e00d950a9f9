/**
 * Rules of the order of texture instructions in ps_1_1 to ps_1_3: each register once and in sequence, all of them
 * before arithmetic, and the texm* instructions in sequences of two or three.
 *
 * Not for: ps_1_4, whose texture instructions are in blocks (ps1-phases.ts).
 */
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';
import { CONST, type Ps1State } from './ps1-state.ts';

export const DECLARED_TWICE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5053' },
  text: 't{register} is loaded twice.',
  hint: 'Load each texture register once.',
};
export const OUT_OF_SEQUENCE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5054' },
  text: 't{register} is loaded after a texture register with a higher number.',
  hint: 'Load texture registers in the order of their numbers.',
};
export const BEHIND_ARITHMETIC_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5055', ps14: 'X5141' },
  text: 'The texture instruction comes after arithmetic.',
  hint: 'Put texture instructions first; in ps_1_4 each phase can begin with some.',
};
export const INCOMPLETE_MATRIX_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5056' },
  text: 'A sequence of texm* instructions is incomplete.',
  hint: 'Put the last instruction of the sequence directly after its texm*pad.',
};
export const MATRIX_ORDER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5057' },
  text: 'A texm* instruction does not continue the sequence that the previous instruction began.',
  hint: 'Put one texm3x2pad before texm3x2tex and texm3x2depth, two texm3x3pad before the other texm3x3 instructions.',
};
export const MATRIX_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5058' },
  text: 'The registers of a texm* instruction do not match those of its sequence.',
  hint: 'Use consecutive texture registers for the results, and the same source in all of them.',
};

const { texm3x3spec } = SM1_OPCODES;

/** The position of a texm* instruction in its sequence: 1 and 2 are the pads, 3 and 4 the ends. */
const PART = sm1OpcodeTable(({ matrix }) => (matrix === undefined ? 0 : matrix.rows - (matrix.last ? -1 : 1)));

/** State of a sequence of texm* instructions. */
const NO_ROW = 0;
const AFTER_2PAD = 1;
const AFTER_3PAD = 2;
const AFTER_3PADS = 3;

/** The order of the texture instructions of one stream. */
export class Ps11TextureOrder {
  arithmeticSeen = false;
  #lateReported = false;
  #declared = 0;
  #highest = -1;
  #row = NO_ROW;
  /** Something else came after the pads. */
  #broken = false;
  /** The destination of the pad that began the last row. */
  #first = 0;

  /** Checks the order of a texture instruction; `known`: its destination is a texture register. */
  check(ctx: Sm1ValidationContext, s: Ps1State, known: boolean): void {
    const number = s.destinationNumber;
    if (known) {
      if ((this.#declared >> number) & 1) ctx.report(DECLARED_TWICE_RULE, ctx.destinationAt, { register: number });
      else if (number < this.#highest) ctx.report(OUT_OF_SEQUENCE_RULE, ctx.destinationAt, { register: number });
      this.#declared |= 1 << number;
      if (number > this.#highest) this.#highest = number;
    }
    if (this.arithmeticSeen && !this.#lateReported) {
      this.#lateReported = true;
      ctx.report(BEHIND_ARITHMETIC_RULE);
    }
    const part = PART[ctx.opcode]!;
    if (part !== 0) this.#checkRow(ctx, s, part);
    else this.interrupt();
  }

  /** Notes an instruction that is no texm*. */
  interrupt(): void {
    this.#broken = this.#row !== NO_ROW;
  }

  /** Whether a row of texm* instructions was begun and not ended. */
  get incomplete(): boolean {
    return this.#row !== NO_ROW;
  }

  #checkRow(ctx: Sm1ValidationContext, s: Ps1State, part: number): void {
    const row = this.#row;
    const unbroken = !this.#broken;
    let valid = row === NO_ROW;
    let offset = part - 2;
    if (part <= 2) {
      if (row === NO_ROW) this.#first = s.destinationNumber;
      if (part === 2 && row === AFTER_3PAD) valid = unbroken;
      if (part === 1) this.#row = row === AFTER_3PADS ? AFTER_3PADS : AFTER_2PAD;
      else this.#row = row === AFTER_3PADS || (row === AFTER_3PAD && unbroken) ? AFTER_3PADS : AFTER_3PAD;
      this.#broken = part === 1 && row === AFTER_3PADS;
      offset = part === 2 && s.previous.opcode === ctx.opcode ? 1 : 0;
    } else {
      valid = unbroken && row === (part === 3 ? AFTER_2PAD : AFTER_3PADS);
      if (valid) this.#row = NO_ROW;
      else this.interrupt();
    }
    if (!valid) ctx.report(MATRIX_ORDER_RULE);
    if (offset !== 0 && !this.#registersFit(ctx, s, offset)) ctx.report(MATRIX_REGISTER_RULE, ctx.destinationAt);
  }

  #registersFit(ctx: Sm1ValidationContext, s: Ps1State, offset: number): boolean {
    const { previous } = s;
    if (s.destinationNumber !== this.#first + offset) return false;
    if (previous.firstSource < 0 || s.sourceCount === 0 || previous.firstSource !== s.numbers[0]) return false;
    return ctx.opcode !== texm3x3spec.code || s.types[1] === CONST;
  }
}
