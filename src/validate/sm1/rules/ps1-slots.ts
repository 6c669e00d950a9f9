/**
 * Rules of how many instructions a shader of ps_1_x has, and of r0, its result.
 *
 * Not for: how often single instructions may stand (ps1-special.ts).
 */
import { colorMaskText } from '../../../isa/components.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';
import type { Ps1State } from './ps1-state.ts';

export const PS1_SLOT_RULES = rules({
  texture: {
    codes: { ps11: 'X5087', ps14: 'X5180' },
    severity: 'shader',
    text: 'The shader takes {count} slots of texture instructions; there are {limit}.',
    hint: 'Use fewer texture instructions; in ps_1_4 `phase` doubles their number.',
  },
  arithmetic: {
    codes: { ps11: 'X5088', ps14: 'X5181' },
    severity: 'shader',
    text: 'The shader takes {count} slots of arithmetic; there are 8.',
    hint: 'Use fewer instructions, or co-issue some; in ps_1_4 `phase` doubles their number.',
  },
  total: {
    codes: { ps11: 'X5089' },
    severity: 'shader',
    text: 'The shader takes {count} slots in all; there are 12.',
    hint: 'Use fewer instructions, or co-issue some.',
  },
  textureBefore: {
    codes: { ps14: 'X5176' },
    severity: 'shader',
    text: 'There are {count} texture instructions in front of `phase`; {limit} are allowed.',
    hint: 'Use fewer texture instructions.',
  },
  arithmeticBefore: {
    codes: { ps14: 'X5486' },
    severity: 'shader',
    text: 'The arithmetic in front of `phase` takes {count} slots; there are 8.',
    hint: 'Use fewer instructions, or co-issue some.',
  },
  textureBehind: {
    codes: { ps14: 'X5178' },
    severity: 'shader',
    text: 'There are {count} texture instructions behind `phase`; {limit} are allowed.',
    hint: 'Use fewer texture instructions.',
  },
  arithmeticBehind: {
    codes: { ps14: 'X5179' },
    severity: 'shader',
    text: 'The arithmetic behind `phase` takes {count} slots; there are 8.',
    hint: 'Use fewer instructions, or co-issue some.',
  },
  compiledArithmetic: {
    codes: { ps14: 'X5501' },
    severity: 'shader',
    text: 'The shader takes {count} slots of arithmetic; there are 8.',
    hint: 'Write a shorter shader, or compile it for a later model.',
  },
  compiledBefore: {
    codes: { ps14: 'X5177' },
    severity: 'shader',
    text: 'The arithmetic in front of `phase` takes {count} slots; there are 8.',
    hint: 'Write a shorter shader, or compile it for a later model.',
  },
  compiledBehind: {
    codes: { ps14: 'X5500' },
    severity: 'shader',
    text: 'The arithmetic behind `phase` takes {count} slots; there are 8.',
    hint: 'Write a shorter shader, or compile it for a later model.',
  },
  result: {
    codes: { ps11: 'X5090', ps14: 'X5185' },
    severity: 'shader',
    text: 'The result, r0, has no {components}.',
    hint: 'Write all components of r0.',
  },
  resultLostAlpha: {
    codes: { ps14: 'X5183' },
    severity: 'shader',
    text: 'The result, r0, has no {components}; `phase` threw its alpha away.',
    hint: 'Write alpha of r0 behind `phase`.',
  },
  resultLostBlue: {
    codes: { ps14: 'X5184' },
    severity: 'shader',
    text: 'The result, r0, has no {components}; texcrd with .rg threw its blue away.',
    hint: 'Write blue of r0 behind texcrd.',
  },
  resultLostBoth: {
    codes: { ps14: 'X5182' },
    severity: 'shader',
    text: 'The result, r0, has no {components}; `phase` threw its alpha away and texcrd with .rg its blue.',
    hint: 'Write alpha and blue of r0 again.',
  },
});

const R = PS1_SLOT_RULES;
const ARITHMETIC_SLOTS = 8;
const TOTAL_SLOTS = 12;
const PS11_TEXTURES = 4;
const R0 = 15;
const { cmp, dp4, bem, texbeml, phase } = SM1_OPCODES;

/** Counts the slots of an arithmetic instruction of ps_1_1 to ps_1_3. */
export function countPs11Arithmetic(j: Sm1ValidationContext, s: Ps1State): void {
  const { opcode } = j;
  if (!j.coissued) {
    s.arithmeticSlots += opcode === cmp.code || opcode === dp4.code ? 2 : 1;
    s.totalSlots++;
  } else if (opcode === cmp.code && s.previous.opcode >= 0 && s.previous.opcode !== cmp.code) s.arithmeticSlots++;
}

/** Counts the slots of a texture instruction of ps_1_1 to ps_1_3; the luminance of texbeml takes arithmetic too. */
export function countPs11Texture(j: Sm1ValidationContext, s: Ps1State): void {
  s.textureSlots++;
  s.totalSlots++;
  if (j.opcode !== texbeml.code) return;
  s.arithmeticSlots++;
  s.totalSlots++;
}

/** Counts the slots of an arithmetic instruction of ps_1_4. */
export function countPs14Arithmetic(j: Sm1ValidationContext, s: Ps1State): void {
  if (j.opcode === bem.code) s.arithmeticSlots += 2;
  else if (!j.coissued) s.arithmeticSlots++;
}

/** Judges the length of a shader of ps_1_1 to ps_1_3, and its result. */
export function checkPs11End(j: Sm1ValidationContext, s: Ps1State): void {
  const { textureSlots: textures, arithmeticSlots: arithmetic, totalSlots: count } = s;
  const tooManyTextures = textures > PS11_TEXTURES;
  const tooMuchArithmetic = arithmetic > ARITHMETIC_SLOTS;
  if (tooManyTextures) j.reportStream(R.texture, -1, { count: textures, limit: PS11_TEXTURES });
  if (tooMuchArithmetic) j.reportStream(R.arithmetic, -1, { count: arithmetic });
  if (count > TOTAL_SLOTS && !(tooManyTextures && tooMuchArithmetic)) j.reportStream(R.total, -1, { count });
  const missing = R0 & ~s.written;
  if (missing !== 0) j.reportStream(R.result, -1, { components: colorMaskText(missing) });
}

/** Judges the length of the first phase of ps_1_4, at its end, and begins to count the second one. */
export function checkPs14Phase(j: Sm1ValidationContext, s: Ps1State): void {
  checkPs14Before(j, s);
  s.textureSlots = 0;
  s.arithmeticSlots = 0;
}

function checkPs14Before(j: Sm1ValidationContext, s: Ps1State): void {
  checkPs14Slots(j, s, R.textureBefore, (j.flags & 1) !== 0 ? R.compiledBefore : R.arithmeticBefore);
}

function checkPs14Slots(
  j: Sm1ValidationContext,
  s: Ps1State,
  texture: (typeof R)[keyof typeof R],
  arithmetic: (typeof R)[keyof typeof R],
): void {
  const { textureSlots, arithmeticSlots, textureLimit: limit } = s;
  if (textureSlots > limit) j.reportStream(texture, -1, { count: textureSlots, limit });
  if (arithmeticSlots > s.arithmeticLimit) j.reportStream(arithmetic, -1, { count: arithmeticSlots });
}

/** Judges the length of a shader of ps_1_4 or of its second phase, and its result. */
export function checkPs14End(j: Sm1ValidationContext, s: Ps1State, second: boolean): void {
  const compiled = (j.flags & 1) !== 0;
  if (s.previous.opcode === phase.code) checkPs14Before(j, s);
  else if (second) checkPs14Slots(j, s, R.textureBehind, compiled ? R.compiledBehind : R.arithmeticBehind);
  else checkPs14Slots(j, s, R.texture, compiled ? R.compiledArithmetic : R.arithmetic);
  const missing = R0 & ~s.written;
  if (missing === 0) return;
  const alpha = (missing & s.lostAtPhase) !== 0;
  const blue = (missing & s.lostBlue) !== 0;
  const rule = alpha ? (blue ? R.resultLostBoth : R.resultLostAlpha) : blue ? R.resultLostBlue : R.result;
  j.reportStream(rule, -1, { components: colorMaskText(missing) });
}
