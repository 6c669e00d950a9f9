/**
 * The validators of ps_1_1 to ps_1_3 and ps_1_4, rule by rule. Each expectation is what Microsoft's validator found in
 * the same tokens: result, codes and numbers of instructions in its order.
 */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/assemble.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { checkSm1 } from '../../../src/validate/sm1/validate-sm1.ts';

/** Instructions of `body`, separated by ` / `; `9 * nop` means nine. */
function instructions(body: string): string[] {
  return body.split(' / ').flatMap((line) => {
    const [, times, instruction] = /^(\d+) \* (.*)$/.exec(line) ?? [];
    return times ? Array.from({ length: Number(times) }, () => String(instruction)) : [line];
  });
}

/** `invalid X5036@2`: the result for `words`, then each diagnostic with the number of its instruction. */
function result(words: Uint32Array, flags: number): string {
  const { valid, diagnostics } = checkSm1(words, flags);
  return [valid ? 'valid' : 'invalid', ...diagnostics.map(({ code, instruction }) => `${code}@${instruction}`)].join(
    ' ',
  );
}

/** The result for a shader that is assembled without validation. */
function check(version: string, body: string, flags = 0): string {
  const { bytes, diagnostics } = assemble([version, ...instructions(body), ''].join('\n'), { validate: false });
  if (bytes === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return result(wordsOf(bytes), flags);
}

describe('ps_1_x: registers, modifiers and swizzles', () => {
  it.each([
    ['ps_1_1', 'a negated constant', 'add r0, v0, -c0', 'invalid X5539@1'],
    ['ps_1_4', 'a negated constant', 'add r0, v0, -c0', 'invalid X5097@1'],
    ['ps_1_1', '.b outside of the alpha pipe', 'mov r0, v0.b', 'invalid X5026@1'],
    ['ps_1_1', '.b where alpha alone is written', 'mov r0.rgb, v0 / + mov r0.a, v0.b', 'valid'],
    ['ps_1_1', '_bx2 outside of texm*, read all the same', 'texbem t1, t0_bx2 / mov r0, v0', 'invalid X5017@1 X5036@1'],
    ['ps_1_2', '_bx2 in texreg2ar', 'tex t0 / texreg2ar t1, t0_bx2 / mov r0, v0', 'invalid X5018@2'],
    ['ps_1_2', 'cmp over its own source', 'mov r0, v0 / cmp r0, v0, v1, r0', 'invalid X5024@2'],
    ['ps_1_1', 'dp3 into alpha', 'mov r0, v0 / dp3 r0.a, v0, v1', 'invalid X5066@2'],
    ['ps_1_1', 'cnd with another condition than r0.a', 'mov r0, v0 / cnd r0, r0, v0, v1', 'invalid X5059@2'],
    ['ps_1_4', 'one coordinate with two swizzles', 'texld r0, t0.xyz / texcrd r1.rgb, t0.xyw', 'invalid X5111@2'],
    [
      'ps_1_4',
      '_dz three times, found once',
      'mov r0, c0 / mov r1, c0 / phase / texld r2, r0_dz / texld r3, r0_dz / texld r4, r0_dz / texld r5, r1_dz / mov r0, r2',
      'invalid X5117@6',
    ],
  ])('%s: %s', (version, _, body, expected) => {
    expect(check(version, body)).toBe(expected);
  });
});

describe('ps_1_x: what registers hold', () => {
  it.each([
    [
      'ps_1_1',
      'a co-issued instruction does not see its partner',
      'mov r1.rgb, v0 / + mov r0.a, r1.b / mov r0.rgb, v0',
      'invalid X5036@2',
    ],
    ['ps_1_1', 'negated after _sat', 'mov_sat r1, v0 / mov r0, -r1', 'invalid X5028@2'],
    ['ps_1_2', 'negated after _sat, where that is allowed', 'mov_sat r1, v0 / mov r0, -r1', 'valid'],
    [
      'ps_1_1',
      'warnings about values that were not saturated',
      'mov r1, v0 / mov r0, r1_bias / lrp r0, 1-r1, v0, v1',
      'valid X5029@2 X5030@3 X5062@3',
    ],
    ['ps_1_1', 'texkill leaves nothing to read', 'texkill t0 / mov r0, t0', 'invalid X5031@2'],
    ['ps_1_1', 'a bump map read whole', 'tex t0 / texbem t1, t0 / mov r0, t0', 'invalid X5034@3'],
    ['ps_1_1', 'a bump map read in part', 'tex t0 / texbem t1, t0 / mov r0.rgb, t0 / mov r0.a, v0', 'valid'],
    [
      'ps_1_2',
      'coordinates sampled twice',
      'tex t0 / texreg2ar t1, t0 / texreg2ar t2, t1 / mov r0, t2',
      'invalid X5035@3',
    ],
    [
      'ps_1_2',
      'coordinates sampled once, with a product between',
      'tex t0 / texdp3 t1, t0 / texreg2ar t2, t1 / texreg2ar t3, t2 / mov r0, t3',
      'valid',
    ],
    [
      'ps_1_3',
      'texm3x2depth ends its register',
      'tex t0 / texm3x2pad t1, t0 / texm3x2depth t2, t0 / mov t2, v0 / mov r0, v0',
      'invalid X5039@4',
    ],
    ['ps_1_4', 'phase throws alpha away', 'mov r1, c0 / phase / mov r0, r1', 'invalid X5119@3'],
    [
      'ps_1_4',
      'texcrd with .rg throws blue away',
      'mov r1, c0 / phase / texcrd r1.rg, t0_dw.xyw / mov r0.rgb, r1 / mov r0.a, c0',
      'invalid X5120@4',
    ],
    ['ps_1_4', 'both are gone from r0', 'mov r0, c0 / phase / texcrd r0.rg, t0_dw.xyw', 'invalid X5182@-1'],
    ['ps_1_4', 'a read of what the same block loads', 'texld r1, t0 / texld r0, r1', 'invalid X5122@2'],
  ])('%s: %s', (version, _, body, expected) => {
    expect(check(version, body)).toBe(expected);
  });
});

describe('ps_1_x: order of instructions', () => {
  it.each([
    [
      'ps_1_1',
      'texture registers out of sequence and twice',
      'tex t1 / tex t0 / tex t1 / mov r0, v0',
      'invalid X5054@2 X5053@3',
    ],
    ['ps_1_1', 'textures after arithmetic are reported once', 'mov r0, v0 / tex t0 / tex t1', 'invalid X5055@2'],
    [
      'ps_1_1',
      'a row of texm3x3 with a gap',
      'tex t0 / texm3x3pad t1, t0 / mov r0, c0 / texm3x3pad t2, t0',
      'invalid X5055@4 X5057@4 X5056@4',
    ],
    ['ps_1_1', 'the rows of texm3x2', 'tex t0 / texm3x2pad t1, t0 / texm3x2tex t3, t0 / mov r0, t3', 'invalid X5058@3'],
    [
      'ps_1_4',
      'instructions that are not allowed before phase',
      'texkill t0 / mov r0, v0 / phase / mov r0, c0',
      'invalid X5144@3 X5145@3',
    ],
    ['ps_1_4', 'a second phase', 'phase / phase / mov r0, c0', 'invalid X5142@2'],
    [
      'ps_1_4',
      'bem twice and after phase',
      'mov r0, c0 / phase / bem r1.rg, c0, r0 / bem r1, v0, c0 / mov r0, c0',
      'invalid X5147@3 X5146@4 X5147@4 X5148@4 X5149@4 X5150@4',
    ],
    ['ps_1_4', 'r5 after texdepth', 'mov r5, c0 / phase / texdepth r5 / add r0, r5, r5', 'invalid X5153@4 X5153@4'],
    ['ps_1_4', 'a stage used twice in one block', 'texld r0, t0 / texcrd r0.rgb, t1', 'invalid X5140@2'],
  ])('%s: %s', (version, _, body, expected) => {
    expect(check(version, body)).toBe(expected);
  });
});

describe('ps_1_x: co-issue', () => {
  it.each([
    [
      'ps_1_1',
      'both write everything, and a third one',
      'mov r0, v0 / + mov r0, v0 / + mov r0, v1',
      'invalid X5080@2 X5081@2 X5082@2 X5083@2 X5084@2 X5070@3',
    ],
    [
      'ps_1_4',
      'both write everything, and a third one',
      'mov r0, v0 / + mov r0, v0 / + mov r0, v1',
      'invalid X5172@2 X5173@2 X5174@2 X5161@3',
    ],
    ['ps_1_1', 'with dp3', 'mov r0, v0 / mov r1.rgb, v0 / + dp3 r0, v0, v1', 'invalid X5076@3 X5077@3'],
    ['ps_1_4', 'with dp3', 'mov r0, v0 / dp3 r0, v0, v1 / + mov r1.rgb, v0', 'invalid X5170@3 X5171@3 X5172@3 X5174@3'],
    ['ps_1_2', 'nop and dp4', 'mov r0, v0 / dp4 r0.rgb, v0, v1 / + nop', 'invalid X5072@3 X5073@3'],
    ['ps_1_1', 'nothing to pair with', '+ mov r0, v0', 'invalid X5068@1'],
    ['ps_1_4', 'a texture instruction', 'texld r0, t0 / + texld r1, t1', 'invalid X5158@2'],
    ['ps_1_1', 'four constants over a pair', 'add r0.rgb, c0, c1 / + add r0.a, c2, c3', 'invalid X5400@2'],
    [
      'ps_1_1',
      'three texture registers in one instruction',
      'tex t0 / tex t1 / tex t2 / mad r0, t0, t1, t2',
      'invalid X5050@4',
    ],
    ['ps_1_2', 'three texture registers in one instruction', 'tex t0 / tex t1 / tex t2 / mad r0, t0, t1, t2', 'valid'],
  ])('%s: %s', (version, _, body, expected) => {
    expect(check(version, body)).toBe(expected);
  });
});

describe('ps_1_x: slots and the result', () => {
  it.each([
    ['ps_1_1', 'no r0', 'mov r1, v0', 'invalid X5090@-1'],
    ['ps_1_1', 'a result without alpha', 'mov r0.rgb, v0', 'invalid X5090@-1'],
    [
      'ps_1_1',
      'nine of eight, thirteen of twelve',
      'tex t0 / tex t1 / tex t2 / tex t3 / 9 * mov r0, c0',
      'invalid X5088@-1 X5089@0',
    ],
    [
      'ps_1_2',
      'cmp takes two, texbeml one more',
      'tex t0 / texbeml t1, t0 / cmp r0, v0, v1, t1 / cmp r0, v0, v1, t1 / cmp r0, v0, v1, t1 / mov r0, v0 / mov r0, v0',
      'invalid X5088@-1',
    ],
    [
      'ps_1_2',
      'cmp four times',
      'cmp r0, v0, v1, c0 / cmp r0, v0, v1, c0 / cmp r0, v0, v1, c0 / cmp r0, v0, v1, c0',
      'invalid X5060@4',
    ],
    [
      'ps_1_4',
      'nine before phase and nine after it',
      '9 * mov r0, c0 / phase / 9 * mov r0, c0',
      'invalid X5486@-1 X5179@0',
    ],
    ['ps_1_4', 'bem takes two', 'mov r0, c0 / bem r1.rg, c0, r0 / 6 * mov r0, c0', 'invalid X5181@-1'],
  ])('%s: %s', (version, _, body, expected) => {
    expect(check(version, body)).toBe(expected);
  });
});

describe('ps_1_4 under the flags of a compiler', () => {
  it.each([
    ['9 * mov r0, c0', 0, 'invalid X5181@-1'],
    ['9 * mov r0, c0', 1, 'invalid X5501@-1'],
    ['9 * mov r0, c0', 2, 'invalid X5181@-1'],
    ['9 * mov r0, c0 / phase / 9 * mov r0, c0', 1, 'invalid X5177@-1 X5500@0'],
  ])('%s, flags %i', (body, flags, expected) => {
    expect(check('ps_1_4', body, flags)).toBe(expected);
  });
});

describe('registers that no assembler writes', () => {
  const end = 0x0000ffff;
  it.each([
    ['a constant above c7', [0xffff0101, 1, 0x800f0000, 0xa0e40008, end], 'invalid X5023@1'],
    ['the constants from c2048 on', [0xffff0101, 1, 0x800f0000, 0xb0e40800, end], 'invalid X5023@1'],
    [
      't8, which Microsoft notes as a third _dz',
      [0xffff0104, 66, 0x800f0000, 0xb0e40008, 1, 0x800f0000, 0xa0e40000, end],
      'invalid X5100@1 X5117@2',
    ],
    ['def of a temporary', [0xffff0104, 81, 0x800f0000, 0, 0, 0, 0, 1, 0x800f0000, 0xa0e40000, end], 'invalid X5156@1'],
    [
      'def without a register',
      [0xffff0101, 81, 0x000f0000, 0, 0, 0, 0, 1, 0x800f0000, 0xa0e40000, end],
      'invalid X5012@1',
    ],
  ])('%s', (_, words, expected) => {
    expect(result(Uint32Array.from(words), 0)).toBe(expected);
  });
});
