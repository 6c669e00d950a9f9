/**
 * Rules of how many instructions a shader of ps_1_x has, and of r0, its result.
 *
 * Not for: how often single instructions are allowed (ps1-instructions.ts).
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
    text: 'The shader uses {count} texture slots; the maximum is {limit}.',
    hint: 'Use fewer texture instructions; in ps_1_4 `phase` doubles their number.',
  },
  arithmetic: {
    codes: { ps11: 'X5088', ps14: 'X5181' },
    severity: 'shader',
    text: 'The shader uses {count} arithmetic slots; the maximum is 8.',
    hint: 'Use fewer instructions, or co-issue some; in ps_1_4 `phase` doubles their number.',
  },
  total: {
    codes: { ps11: 'X5089' },
    severity: 'shader',
    text: 'The shader uses {count} slots in total; the maximum is 12.',
    hint: 'Use fewer instructions, or co-issue some.',
  },
  textureBefore: {
    codes: { ps14: 'X5176' },
    severity: 'shader',
    text: '{count} texture instructions precede `phase`; the maximum is {limit}.',
    hint: 'Use fewer texture instructions.',
  },
  arithmeticBefore: {
    codes: { ps14: 'X5486' },
    severity: 'shader',
    text: 'The arithmetic before `phase` uses {count} slots; the maximum is 8.',
    hint: 'Use fewer instructions, or co-issue some.',
  },
  textureBehind: {
    codes: { ps14: 'X5178' },
    severity: 'shader',
    text: '{count} texture instructions follow `phase`; the maximum is {limit}.',
    hint: 'Use fewer texture instructions.',
  },
  arithmeticBehind: {
    codes: { ps14: 'X5179' },
    severity: 'shader',
    text: 'The arithmetic after `phase` uses {count} slots; the maximum is 8.',
    hint: 'Use fewer instructions, or co-issue some.',
  },
  compiledArithmetic: {
    codes: { ps14: 'X5501' },
    severity: 'shader',
    text: 'The shader uses {count} arithmetic slots; the maximum is 8.',
    hint: 'Shorten the shader, or compile it for a later model.',
  },
  compiledBefore: {
    codes: { ps14: 'X5177' },
    severity: 'shader',
    text: 'The arithmetic before `phase` uses {count} slots; the maximum is 8.',
    hint: 'Shorten the shader, or compile it for a later model.',
  },
  compiledBehind: {
    codes: { ps14: 'X5500' },
    severity: 'shader',
    text: 'The arithmetic after `phase` uses {count} slots; the maximum is 8.',
    hint: 'Shorten the shader, or compile it for a later model.',
  },
  result: {
    codes: { ps11: 'X5090', ps14: 'X5185' },
    severity: 'shader',
    text: 'Components {components} of the result, r0, are never written.',
    hint: 'Write all components of r0.',
  },
  resultLostAlpha: {
    codes: { ps14: 'X5183' },
    severity: 'shader',
    text: 'Components {components} of the result, r0, are undefined: `phase` discarded the alpha.',
    hint: 'Write alpha of r0 after `phase`.',
  },
  resultLostBlue: {
    codes: { ps14: 'X5184' },
    severity: 'shader',
    text: 'Components {components} of the result, r0, are undefined: texcrd with .rg discarded the blue.',
    hint: 'Write blue of r0 after texcrd.',
  },
  resultLostBoth: {
    codes: { ps14: 'X5182' },
    severity: 'shader',
    text: 'Components {components} of the result, r0, are undefined: `phase` discarded the alpha and texcrd with .rg the blue.',
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
export function countPs11Arithmetic(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { opcode } = ctx;
  if (!ctx.coissued) {
    s.arithmeticSlots += opcode === cmp.code || opcode === dp4.code ? 2 : 1;
    s.totalSlots++;
  } else if (opcode === cmp.code && s.previous.opcode >= 0 && s.previous.opcode !== cmp.code) s.arithmeticSlots++;
}

/** Counts the slots of a texture instruction of ps_1_1 to ps_1_3; the luminance of texbeml takes arithmetic too. */
export function countPs11Texture(ctx: Sm1ValidationContext, s: Ps1State): void {
  s.textureSlots++;
  s.totalSlots++;
  if (ctx.opcode !== texbeml.code) return;
  s.arithmeticSlots++;
  s.totalSlots++;
}

/** Counts the slots of an arithmetic instruction of ps_1_4. */
export function countPs14Arithmetic(ctx: Sm1ValidationContext, s: Ps1State): void {
  if (ctx.opcode === bem.code) s.arithmeticSlots += 2;
  else if (!ctx.coissued) s.arithmeticSlots++;
}

/** Checks the length of a shader of ps_1_1 to ps_1_3, and its result. */
export function checkPs11End(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { textureSlots: textures, arithmeticSlots: arithmetic, totalSlots: count } = s;
  const tooManyTextures = textures > PS11_TEXTURES;
  const tooMuchArithmetic = arithmetic > ARITHMETIC_SLOTS;
  if (tooManyTextures) ctx.reportStream(R.texture, -1, { count: textures, limit: PS11_TEXTURES });
  if (tooMuchArithmetic) ctx.reportStream(R.arithmetic, -1, { count: arithmetic });
  if (count > TOTAL_SLOTS && !(tooManyTextures && tooMuchArithmetic)) ctx.reportStream(R.total, -1, { count });
  const missing = R0 & ~s.written;
  if (missing !== 0) ctx.reportStream(R.result, -1, { components: colorMaskText(missing) });
}

/** Checks the length of the first phase of ps_1_4, at its end, and begins to count the second one. */
export function checkPs14Phase(ctx: Sm1ValidationContext, s: Ps1State): void {
  checkPs14Before(ctx, s);
  s.textureSlots = 0;
  s.arithmeticSlots = 0;
}

function checkPs14Before(ctx: Sm1ValidationContext, s: Ps1State): void {
  checkPs14Slots(ctx, s, R.textureBefore, (ctx.flags & 1) !== 0 ? R.compiledBefore : R.arithmeticBefore);
}

function checkPs14Slots(
  ctx: Sm1ValidationContext,
  s: Ps1State,
  texture: (typeof R)[keyof typeof R],
  arithmetic: (typeof R)[keyof typeof R],
): void {
  const { textureSlots, arithmeticSlots, textureLimit: limit } = s;
  if (textureSlots > limit) ctx.reportStream(texture, -1, { count: textureSlots, limit });
  if (arithmeticSlots > s.arithmeticLimit) ctx.reportStream(arithmetic, -1, { count: arithmeticSlots });
}

/** Checks the length of a shader of ps_1_4 or of its second phase, and its result. */
export function checkPs14End(ctx: Sm1ValidationContext, s: Ps1State, second: boolean): void {
  const compiled = (ctx.flags & 1) !== 0;
  if (s.previous.opcode === phase.code) checkPs14Before(ctx, s);
  else if (second) checkPs14Slots(ctx, s, R.textureBehind, compiled ? R.compiledBehind : R.arithmeticBehind);
  else checkPs14Slots(ctx, s, R.texture, compiled ? R.compiledArithmetic : R.arithmetic);
  const missing = R0 & ~s.written;
  if (missing === 0) return;
  const alpha = (missing & s.lostAtPhase) !== 0;
  const blue = (missing & s.lostBlue) !== 0;
  const rule = alpha ? (blue ? R.resultLostBoth : R.resultLostAlpha) : blue ? R.resultLostBlue : R.result;
  ctx.reportStream(rule, -1, { components: colorMaskText(missing) });
}
