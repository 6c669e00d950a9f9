/**
 * Rules of the destination of an instruction of ps_1_x: register, mask, modifiers, shift.
 *
 * Not for: instructions with rules of their own (ps1-special.ts), and the order of texture registers (ps1-textures.ts).
 */
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules, type Sm1RuleRow } from '../rule.ts';
import { type Ps1State, TEMP, TEXTURE } from './ps1-state.ts';

export const PS1_DESTINATION_RULES = rules({
  kind: {
    codes: { ps11: 'X5037', ps14: 'X5123' },
    text: 'The destination is a register that cannot be written here.',
    hint: 'Write to a temporary or, before ps_1_4, to a texture register.',
  },
  number: {
    codes: { ps11: 'X5038', ps14: 'X5124' },
    text: 'The destination has the register number {register}; {limit} is the highest of its kind in this version.',
    hint: 'Use a lower register number.',
  },
  depth: {
    codes: { ps11: 'X5039' },
    text: 'texm3x2depth wrote t{register}, which no instruction behind it can use.',
    hint: 'Use another texture register.',
  },
  textureRegister: {
    codes: { ps11: 'X5040' },
    text: 'Texture instructions write to texture registers, t#, and nothing else.',
    hint: 'Write to the texture register of the stage.',
  },
  textureMask: {
    codes: { ps11: 'X5041', ps14: 'X5127' },
    text: 'The instruction has to write all four components.',
    hint: 'Leave the write mask away.',
  },
  coordinatesPairMask: {
    codes: { ps14: 'X5125' },
    text: 'texcrd with `_dw` writes .rg and nothing else.',
    hint: 'Write .rg.',
  },
  coordinatesMask: {
    codes: { ps14: 'X5126' },
    text: 'texcrd writes .rgb and nothing else.',
    hint: 'Write .rgb.',
  },
  textureModifiers: {
    codes: { ps11: 'X5042', ps14: 'X5128' },
    text: 'Texture instructions take no result modifier.',
    hint: 'Leave the modifier away.',
    contract: ['DP6'],
  },
  textureShift: {
    codes: { ps11: 'X5043', ps14: 'X5129' },
    text: 'Texture instructions take no result shift.',
    hint: 'Leave the shift away.',
    contract: ['DP7'],
  },
  modifiers: {
    codes: { ps11: 'X5044', ps14: 'X5130' },
    text: 'The only result modifier is _sat.',
    hint: 'Leave the other modifiers away.',
    contract: ['DP6'],
  },
  shift: {
    codes: { ps11: 'X5045', ps14: 'X5131' },
    text: 'This version does not have the result shift.',
    hint: 'Use _x2, _x4 or _d2; ps_1_4 has _x8, _d4 and _d8 too.',
    contract: ['DP7'],
  },
  mask: {
    codes: { ps11: 'X5046' },
    text: 'Only .rgb, .a and all components can be written.',
    hint: 'Write .rgb, .a or no mask.',
    contract: ['DP5'],
  },
});

const R = PS1_DESTINATION_RULES;
const DW = SM1_SOURCE_MODIFIERS.dw.code;
/** Bit n: result shift n, of ps_1_1 to ps_1_3 and of ps_1_4. */
const SHIFTS_11 = 0x8007;
const SHIFTS_14 = 0xe00f;
const ALL = 15;

function fault(j: Sm1ValidationContext, s: Ps1State, rule: Sm1RuleRow, limit = 0): void {
  s.destinationFault = true;
  j.report(rule, j.destinationAt, { register: s.destinationNumber, limit });
}

/** Judges type and number; `textures`: texture registers count, too. Returns whether both are right. */
function checkRegister(j: Sm1ValidationContext, s: Ps1State, lastTemp: number, lastTexture: number): boolean {
  const type = s.destinationType;
  const limit = type === TEMP ? lastTemp : type === TEXTURE ? lastTexture : -1;
  if (limit < 0) fault(j, s, R.kind);
  else if (s.destinationNumber > limit) fault(j, s, R.number, limit);
  else return true;
  return false;
}

/** Judges the destination in ps_1_1 to ps_1_3; `depth` has a bit for each register that texm3x2depth wrote. */
export function checkPs11Destination(j: Sm1ValidationContext, s: Ps1State, texture: boolean, depth: number): void {
  if (checkRegister(j, s, 1, 3) && s.destinationType === TEXTURE && (depth >> s.destinationNumber) & 1) {
    fault(j, s, R.depth);
    return;
  }
  const mask = j.destinationMask;
  if (texture) {
    if (s.destinationType !== TEXTURE) fault(j, s, R.textureRegister);
    if (mask !== ALL) fault(j, s, R.textureMask);
    if (j.destinationModifiers !== 0) fault(j, s, R.textureModifiers);
    if (j.destinationShift !== 0) fault(j, s, R.textureShift);
  } else {
    if (j.destinationModifiers > 1) fault(j, s, R.modifiers);
    if (((SHIFTS_11 >> j.destinationShift) & 1) === 0) fault(j, s, R.shift);
  }
  if (mask !== ALL && mask !== 7 && mask !== 8) fault(j, s, R.mask);
}

/** Judges the destination of an arithmetic instruction in ps_1_4. */
export function checkPs14Destination(j: Sm1ValidationContext, s: Ps1State): void {
  checkRegister(j, s, 5, -1);
  if (j.destinationModifiers > 1) fault(j, s, R.modifiers);
  if (((SHIFTS_14 >> j.destinationShift) & 1) === 0) fault(j, s, R.shift);
}

/** Judges register, mask, modifiers and shift of a texture instruction in ps_1_4; returns whether the register is right. */
export function checkPs14TextureRegister(j: Sm1ValidationContext, s: Ps1State): boolean {
  return checkRegister(j, s, 5, j.opcode === SM1_OPCODES.texkill.code ? 5 : -1);
}

/** Judges mask, modifiers and shift of a texture instruction in ps_1_4. */
export function checkPs14TextureDestination(j: Sm1ValidationContext, s: Ps1State): void {
  const mask = j.destinationMask;
  if (j.opcode !== SM1_OPCODES.texcoord.code) {
    if (mask !== ALL) fault(j, s, R.textureMask);
  } else if (j.sourceModifier[0] === DW) {
    if (mask !== 3) fault(j, s, R.coordinatesPairMask);
  } else if (mask !== 7) fault(j, s, R.coordinatesMask);
  if (j.destinationModifiers !== 0) fault(j, s, R.textureModifiers);
  if (j.destinationShift !== 0) fault(j, s, R.textureShift);
}
