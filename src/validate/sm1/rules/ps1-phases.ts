/**
 * Rules of the order of instructions in ps_1_x. In ps_1_1 to ps_1_3 texture instructions name each register once and in
 * sequence, come before arithmetic, and the texm* instructions are in sequences of two or three. In ps_1_4 they are in
 * blocks before and after `phase`, and some instructions are allowed once or in one phase only.
 */
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { CONST, INPUT, type Ps1State, TEMP } from './ps1-state.ts';

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

export const DIVISIONS_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5117' },
  text: '`_dz` is used more than twice.',
  hint: 'Use `_dz` at most twice in a shader.',
};
export const STAGE_TWICE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5140' },
  text: 'Another texture instruction of this phase already uses the stage of r{register}.',
  hint: 'Use another register, or put `phase` between the two.',
};
export const PHASE_TWICE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5142' },
  text: 'The shader has more than one `phase`.',
  hint: 'Remove the second `phase`.',
};
export const DIVISION_BEFORE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5143' },
  text: 'A texld before `phase` uses `_dz`.',
  hint: 'Divide by z after `phase` only.',
};
export const INPUT_BEFORE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5144' },
  text: 'A color, v#, is read before `phase`.',
  hint: 'Read colors after `phase` only.',
};
export const KILL_BEFORE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5145' },
  text: 'texkill is used before `phase`.',
  hint: 'Move texkill after `phase`.',
};
export const BEM_TWICE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5146' },
  text: 'The shader has more than one `bem`.',
  hint: 'Use `bem` once.',
};
export const BEM_BEHIND_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5147' },
  text: '`bem` is used after `phase`.',
  hint: 'Move `bem` before `phase`.',
};
export const BEM_MASK_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5148' },
  text: '`bem` must write exactly .rg.',
  hint: 'Write .rg.',
};
export const BEM_FIRST_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5149' },
  text: 'The first source of `bem` is neither a temporary nor a constant.',
  hint: 'Use r# or c#.',
};
export const BEM_SECOND_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5150' },
  text: 'The second source of `bem` is not a temporary.',
  hint: 'Use r#.',
};
export const DEPTH_TWICE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5151' },
  text: 'The shader has more than one texdepth.',
  hint: 'Use texdepth once.',
};
export const DEPTH_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5152' },
  text: 'The operand of texdepth is not r5.',
  hint: 'Put the depth into r5.',
};
export const BEHIND_DEPTH_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5153' },
  text: 'r5 is used after texdepth, which leaves it undefined.',
  hint: 'Use another temporary.',
};
export const DEPTH_BEFORE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5154' },
  text: 'texdepth is used before `phase`.',
  hint: 'Move texdepth after `phase`.',
};

const DEPTH_REGISTER = 5;
const ALPHA_OF_ALL = 0x88_8888;
const { texkill, texdepth } = SM1_OPCODES;

/** The phase that a stream of ps_1_4 is in. */
export class Ps14Phases {
  /** Whether the stream is after `phase`. */
  second = false;
  /** A `phase` was checked: another one is one too many. */
  seen = false;
  arithmeticSeen = false;
  #lateReported = false;
  /** A texture instruction or arithmetic other than `dp4` was checked in this phase. */
  started = false;
  /**
   * An instruction that is not co-issued came in this phase; results of co-issued ones before it count for the first
   * phase.
   */
  grouped = true;
  /** Temporaries that are stages of texture instructions of this phase, a bit each. */
  stages = 0;
  divisions = 0;
  divisionsReported = false;
  #dividesBefore = false;
  #inputBefore = false;
  killBefore = false;
  depthBefore = false;
  #bem = false;
  depthSeen = false;

  /** Notes colors among the sources of arithmetic. */
  noteInputs(s: Ps1State): void {
    if (this.second || this.#inputBefore) return;
    for (let i = 0; i < s.sourceCount; i++) if (s.types[i] === INPUT) this.#inputBefore = true;
  }

  /** Records that texld divides by z; only valid ones are counted. */
  noteDivision(sound: boolean): void {
    if (sound) this.divisions++;
    if (!this.second) this.#dividesBefore = true;
  }

  /** Checks the location of a texture instruction; `known`: its destination is a temporary. */
  checkBlock(ctx: Sm1ValidationContext, s: Ps1State, known: boolean): void {
    if (this.arithmeticSeen && !this.#lateReported) {
      this.#lateReported = true;
      ctx.report(BEHIND_ARITHMETIC_RULE);
    }
    if (!known) return;
    const stage = 1 << s.destinationNumber;
    if ((this.stages & stage) !== 0) ctx.report(STAGE_TWICE_RULE, ctx.destinationAt, { register: s.destinationNumber });
    this.stages |= stage;
  }

  checkDivisions(ctx: Sm1ValidationContext): void {
    if (this.divisions <= 2 || this.divisionsReported) return;
    this.divisionsReported = true;
    ctx.report(DIVISIONS_RULE);
  }

  /** Checks texkill and texdepth, and r5 after texdepth. */
  checkDepth(ctx: Sm1ValidationContext, s: Ps1State): void {
    if (ctx.opcode === texdepth.code) {
      if (this.depthSeen) ctx.report(DEPTH_TWICE_RULE);
      else if (s.destinationType !== TEMP || s.destinationNumber !== DEPTH_REGISTER) {
        ctx.report(DEPTH_REGISTER_RULE, ctx.destinationAt);
      }
      this.depthSeen = true;
      if (!this.second) this.depthBefore = true;
      return;
    }
    if (ctx.opcode === texkill.code && !this.second) this.killBefore = true;
    if (!this.depthSeen) return;
    if (s.destinationType === TEMP && s.destinationNumber === DEPTH_REGISTER) {
      ctx.report(BEHIND_DEPTH_RULE, ctx.destinationAt);
    }
    for (let i = 0; i < s.sourceCount; i++) {
      if (s.types[i] === TEMP && s.numbers[i] === DEPTH_REGISTER) ctx.report(BEHIND_DEPTH_RULE, ctx.sourceAt[i]!);
    }
  }

  checkBem(ctx: Sm1ValidationContext, s: Ps1State): void {
    if (this.#bem) ctx.report(BEM_TWICE_RULE);
    this.#bem = true;
    if (this.second) ctx.report(BEM_BEHIND_RULE);
    if (ctx.destinationMask !== 3) ctx.report(BEM_MASK_RULE, ctx.destinationAt);
    const faults = ctx.sourceFaults;
    const first = s.types[0];
    if ((faults & 1) === 0 && first !== TEMP && first !== CONST) ctx.report(BEM_FIRST_RULE, ctx.sourceAt[0]!);
    if ((faults & 2) === 0 && s.types[1] !== TEMP) ctx.report(BEM_SECOND_RULE, ctx.sourceAt[1]!);
  }

  /** Checks the code before `phase`, and begins the second phase. */
  checkPhase(ctx: Sm1ValidationContext, s: Ps1State): void {
    if (this.#dividesBefore) ctx.report(DIVISION_BEFORE_RULE);
    if (this.#inputBefore) ctx.report(INPUT_BEFORE_RULE);
    if (this.depthBefore) ctx.report(DEPTH_BEFORE_RULE);
    if (this.killBefore) ctx.report(KILL_BEFORE_RULE);
    this.second = true;
    this.seen = true;
    this.arithmeticSeen = false;
    this.#lateReported = false;
    this.started = false;
    this.grouped = false;
    this.stages = 0;
    const lost = s.written & ALPHA_OF_ALL;
    s.lostAtPhase |= lost;
    s.written &= ~lost;
    s.unsaturated &= ~lost;
    s.writtenBefore &= ~lost;
    s.lostAtPhaseBefore |= lost;
    s.blockResults = 0;
  }
}
