/**
 * Rules of the phases of ps_1_4: its blocks of texture instructions, what stands before and behind `phase`, and the
 * instructions that may stand once or in one phase only.
 *
 * Not for: texture instructions of ps_1_1 to ps_1_3 (ps1-textures.ts).
 */
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';
import { CONST, INPUT, type Ps1State, TEMP } from './ps1-state.ts';
import { PS1_TEXTURE_RULES } from './ps1-textures.ts';

export const PS1_PHASE_RULES = rules({
  divisions: {
    codes: { ps14: 'X5117' },
    text: '`_dz` is used more than twice.',
    hint: 'Use `_dz` at most twice in a shader.',
  },
  stageTwice: {
    codes: { ps14: 'X5140' },
    text: 'A texture instruction of this phase has used r{register} as its stage before.',
    hint: 'Use another register, or put `phase` between the two.',
  },
  phaseTwice: {
    codes: { ps14: 'X5142' },
    text: 'The shader has more than one `phase`.',
    hint: 'Leave the second `phase` away.',
  },
  divisionBefore: {
    codes: { ps14: 'X5143' },
    text: 'A texld in front of `phase` uses `_dz`.',
    hint: 'Divide by z behind `phase` only.',
  },
  inputBefore: {
    codes: { ps14: 'X5144' },
    text: 'A colour, v#, is read in front of `phase`.',
    hint: 'Read colours behind `phase` only.',
  },
  killBefore: {
    codes: { ps14: 'X5145' },
    text: 'A texkill stands in front of `phase`.',
    hint: 'Put texkill behind `phase`.',
  },
  bemTwice: {
    codes: { ps14: 'X5146' },
    text: 'The shader has more than one `bem`.',
    hint: 'Use `bem` once.',
  },
  bemBehind: {
    codes: { ps14: 'X5147' },
    text: '`bem` stands behind `phase`.',
    hint: 'Put `bem` in front of `phase`.',
  },
  bemMask: {
    codes: { ps14: 'X5148' },
    text: '`bem` writes .rg and nothing else.',
    hint: 'Write .rg.',
  },
  bemFirst: {
    codes: { ps14: 'X5149' },
    text: 'The first source of `bem` is neither a temporary nor a constant.',
    hint: 'Use r# or c#.',
  },
  bemSecond: {
    codes: { ps14: 'X5150' },
    text: 'The second source of `bem` is no temporary.',
    hint: 'Use r#.',
  },
  depthTwice: {
    codes: { ps14: 'X5151' },
    text: 'The shader has more than one texdepth.',
    hint: 'Use texdepth once.',
  },
  depthRegister: {
    codes: { ps14: 'X5152' },
    text: 'texdepth works on r5 and nothing else.',
    hint: 'Put the depth into r5.',
  },
  behindDepth: {
    codes: { ps14: 'X5153' },
    text: 'r5 is used behind texdepth, which ends its life.',
    hint: 'Use another temporary.',
  },
  depthBefore: {
    codes: { ps14: 'X5154' },
    text: 'A texdepth stands in front of `phase`.',
    hint: 'Put texdepth behind `phase`.',
  },
});

const R = PS1_PHASE_RULES;
const DEPTH_REGISTER = 5;
const ALPHA_OF_ALL = 0x88_8888;
const { texkill, texdepth } = SM1_OPCODES;

/** Where a stream of ps_1_4 stands. */
export class Ps14Phases {
  /** Behind `phase`. */
  second = false;
  /** A `phase` was judged: another one is one too many. */
  seen = false;
  arithmeticSeen = false;
  #lateReported = false;
  /** A texture instruction or arithmetic other than `dp4` was judged in this phase. */
  started = false;
  /** An instruction that is not co-issued came in this phase; results of co-issued ones before it count for the first phase. */
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

  /** Notes colours among the sources of arithmetic. */
  noteInputs(s: Ps1State): void {
    if (this.second || this.#inputBefore) return;
    for (let i = 0; i < s.sourceCount; i++) if (s.types[i] === INPUT) this.#inputBefore = true;
  }

  /** Notes that texld divides by z; only sound ones are counted. */
  noteDivision(sound: boolean): void {
    if (sound) this.divisions++;
    if (!this.second) this.#dividesBefore = true;
  }

  /** Judges where a texture instruction stands; `known` says that its destination is a temporary. */
  checkBlock(j: Sm1ValidationContext, s: Ps1State, known: boolean): void {
    if (this.arithmeticSeen && !this.#lateReported) {
      this.#lateReported = true;
      j.report(PS1_TEXTURE_RULES.behindArithmetic);
    }
    if (!known) return;
    const stage = 1 << s.destinationNumber;
    if ((this.stages & stage) !== 0) j.report(R.stageTwice, j.destinationAt, { register: s.destinationNumber });
    this.stages |= stage;
  }

  checkDivisions(j: Sm1ValidationContext): void {
    if (this.divisions <= 2 || this.divisionsReported) return;
    this.divisionsReported = true;
    j.report(R.divisions);
  }

  /** Judges texkill and texdepth, and r5 behind texdepth. */
  checkDepth(j: Sm1ValidationContext, s: Ps1State): void {
    if (j.opcode === texdepth.code) {
      if (this.depthSeen) j.report(R.depthTwice);
      else if (s.destinationType !== TEMP || s.destinationNumber !== DEPTH_REGISTER) {
        j.report(R.depthRegister, j.destinationAt);
      }
      this.depthSeen = true;
      if (!this.second) this.depthBefore = true;
      return;
    }
    if (j.opcode === texkill.code && !this.second) this.killBefore = true;
    if (!this.depthSeen) return;
    if (s.destinationType === TEMP && s.destinationNumber === DEPTH_REGISTER) {
      j.report(R.behindDepth, j.destinationAt);
    }
    for (let i = 0; i < s.sourceCount; i++) {
      if (s.types[i] === TEMP && s.numbers[i] === DEPTH_REGISTER) j.report(R.behindDepth, j.sourceAt[i]!);
    }
  }

  checkBem(j: Sm1ValidationContext, s: Ps1State): void {
    if (this.#bem) j.report(R.bemTwice);
    this.#bem = true;
    if (this.second) j.report(R.bemBehind);
    if (j.destinationMask !== 3) j.report(R.bemMask, j.destinationAt);
    const faults = j.sourceFaults;
    const first = s.types[0];
    if ((faults & 1) === 0 && first !== TEMP && first !== CONST) j.report(R.bemFirst, j.sourceAt[0]!);
    if ((faults & 2) === 0 && s.types[1] !== TEMP) j.report(R.bemSecond, j.sourceAt[1]!);
  }

  /** Judges what stands in front of `phase`, and begins the second phase. */
  checkPhase(j: Sm1ValidationContext, s: Ps1State): void {
    if (this.#dividesBefore) j.report(R.divisionBefore);
    if (this.#inputBefore) j.report(R.inputBefore);
    if (this.depthBefore) j.report(R.depthBefore);
    if (this.killBefore) j.report(R.killBefore);
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
