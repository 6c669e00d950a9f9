/**
 * The validators of pixel shaders from 2_0 on, rule by rule. Each expectation is what Microsoft's validator found in
 * the same tokens: result, codes and numbers of instructions in its order.
 */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/assemble.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { checkSm1 } from '../../../src/validate/sm1/validate-sm1.ts';

/** `invalid X5036@2`: the result for `words`, then each diagnostic with the number of its instruction. */
function result(words: Uint32Array, flags: number): string {
  const { valid, diagnostics } = checkSm1(words, flags);
  return [valid ? 'valid' : 'invalid', ...diagnostics.map(({ code, instruction }) => `${code}@${instruction}`)].join(
    ' ',
  );
}

/** The words of a shader, not validated; ` / ` separates instructions. */
function words(version: string, body: string): Uint32Array {
  const { bytes, diagnostics } = assemble(`${version}\n${body.replaceAll(' / ', '\n')}\n`, { validate: false });
  if (bytes === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return wordsOf(bytes);
}

describe('ps_2_0 to 3_0: instructions and sources', () => {
  it.each([
    ['ps_2_0', 'a plain shader', 'def c0, 1, 2, 3, 4 / mov oC0, c0', 'valid'],
    ['ps_2_0', 'a swizzle that 2_0 does not have', 'dcl t0 / mov r0, t0.xxyy / mov oC0, r0', 'invalid X5202@2'],
    ['ps_2_x', 'the same swizzle in 2_x', 'dcl t0 / mov r0, t0.xxyy / mov oC0, r0', 'valid'],
    ['ps_2_0', '.yzxw, .zxyw and .wzyx', 'dcl t0 / mov r0, t0.yzxw / add r0, r0.zxyw, r0.wzyx / mov oC0, r0', 'valid'],
    ['ps_2_0', 'rsq of no component', 'dcl t0 / rsq r0, t0 / mov oC0, r0', 'invalid X5422@2'],
    ['ps_3_0', 'rsq of vPos.z', 'dcl vPos.xy / rsq r0, vPos.z / mov oC0, r0', 'invalid X5466@2'],
    ['ps_3_0', 'vFace in arithmetic', 'dcl vFace / mov r0, vFace / mov oC0, r0', 'invalid X5692@2'],
    [
      'ps_3_0',
      'vFace in cmp and if',
      'dcl vFace / cmp r0, vFace, r1, r2 / if_lt vFace, r1.x / mov r0, c1 / endif / mov oC0, r0',
      'valid',
    ],
    [
      'ps_3_0',
      'vFace as the second operand of cmp',
      'dcl vFace / cmp r0, r1, vFace, r2 / mov oC0, r0',
      'invalid X5692@2',
    ],
    ['ps_3_0', '_abs of vFace', 'dcl vFace / cmp r0, vFace_abs, r1, r2 / mov oC0, r0', 'invalid X6079@2'],
    ['ps_3_0', '_abs on one constant only', 'add r0, c0_abs, c0 / mov oC0, r0', 'invalid X6045@1'],
    ['ps_3_0', '_abs of derivatives', 'dcl_texcoord v0 / dsx r0, v0_abs / mov oC0, r0', 'invalid X5690@2'],
    ['ps_2_x', 'negated derivatives', 'dcl t0 / dsx r0, -t0 / mov oC0, r0', 'valid'],
    ['ps_3_0', 'v0[aL] outside of a loop', 'dcl_texcoord v0 / mov r0, v0[aL] / mov oC0, r0', 'invalid X5370@2'],
  ])('%s: %s', (version, _name, body, expected) => expect(result(words(version, body), 0)).toBe(expected));
});

describe('ps_2_0 to 3_0: texture loads', () => {
  it.each([
    [
      'ps_2_0',
      'coordinates from an input color',
      'dcl v0 / dcl_2d s0 / texld r0, v0, s0 / mov oC0, r0',
      'invalid X5192@3',
    ],
    ['ps_3_0', 'coordinates from a constant', 'dcl_2d s0 / texld r0, c0, s0 / mov oC0, r0', 'valid'],
    ['ps_2_0', 'swizzled coordinates', 'dcl t0 / dcl_2d s0 / texld r0, t0.yzxw, s0 / mov oC0, r0', 'invalid X5198@3'],
    [
      'ps_3_0',
      'negated coordinates',
      'dcl_texcoord v0 / dcl_2d s0 / texld r0, -v0, s0 / mov oC0, r0',
      'invalid X5561@3',
    ],
    [
      'ps_2_0',
      'a part of the result',
      'dcl t0 / dcl_2d s0 / mov r0, t0 / texld r0.xy, t0, s0 / mov oC0, r0',
      'invalid X5773@4',
    ],
    [
      'ps_2_0',
      'an undeclared sampler hides what the coordinates lack',
      'dcl t0.x / texld r0, t0, s0 / mov oC0, r0',
      'invalid X5203@2',
    ],
    ['ps_2_0', 'projection reads w', 'dcl t0.xyz / dcl_2d s0 / texldp r0, t0, s0 / mov oC0, r0', 'invalid X5546@3'],
    ['ps_2_0', 'a cube reads z', 'dcl t0.xy / dcl_cube s0 / texld r0, t0, s0 / mov oC0, r0', 'invalid X5546@3'],
    [
      'ps_3_0',
      'an undeclared sampler, reported for each operand of texldd after the first',
      'dcl_texcoord v0 / texldd r0, v0, s0, c0, c0 / mov oC0, r0',
      'invalid X5576@2 X5576@2 X5576@2',
    ],
    ['ps_2_x', 'texldd reads what was never declared', 'texldd r0, t0, s0, c0, c0 / mov oC0, r0', 'valid'],
    ['ps_2_0', 'texkill of some components', 'dcl t0 / texkill t0.xy / mov r0, t0 / mov oC0, r0', 'invalid X5208@2'],
    ['ps_3_0', 'texkill of some components', 'dcl_texcoord v0.xy / texkill v0.xy / mov oC0, c0', 'valid'],
  ])('%s: %s', (version, _name, body, expected) => expect(result(words(version, body), 0)).toBe(expected));
});

describe('ps_2_0 to 3_0: what is read', () => {
  it.each([
    ['ps_2_0', 'components that nothing wrote', 'mov r0.xz, c0 / mov oC0, r0', 'invalid X5204@2'],
    ['ps_2_x', 'components that nothing wrote, where there is flow control', 'mov r0.xz, c0 / mov oC0, r0', 'valid'],
    [
      'ps_2_0',
      'components that sincos lost',
      'mov r0, c2 / sincos r0.x, c2.x, c0, c1 / mov oC0, r0',
      'invalid X5204@3 X5205@3 X5205@3',
    ],
    ['ps_2_0', 'a write at fault writes nothing', 'frc_sat r0, c0 / mov oC0, r0', 'invalid X5509@1 X5204@2'],
    [
      'ps_2_0',
      'a source at fault does not hide the other one',
      'dcl t0 / add r0, r1.wwxx, c0 / mov r1, t0.yyxx / add r0, r2, t1 / mov oC0, r0',
      'invalid X5202@2 X5202@3 X5204@4 X5546@4',
    ],
    ['ps_2_x', 'components that dcl left out', 'dcl t0.xy / mov r0, t0 / mov oC0, r0', 'invalid X5546@2'],
    ['ps_3_0', 'components that dcl left out', 'dcl_texcoord v0.xy / mov r0, v0 / mov oC0, r0', 'invalid X5984@2'],
    ['ps_3_0', 'vPos without dcl', 'mov r0, vPos.xyxy / mov oC0, r0', 'invalid X5985@1'],
    ['ps_3_0', 'vPos.z', 'dcl vPos.xy / mov r0, vPos.xyzz / mov oC0, r0', 'invalid X6063@2'],
    ['ps_3_0', 'vFace without dcl', 'cmp r0, vFace, r1, r2 / mov oC0, r0', 'invalid X5986@1'],
  ])('%s: %s', (version, _name, body, expected) => expect(result(words(version, body), 0)).toBe(expected));
});

describe('ps_2_0 to 3_0: expanded instructions and read ports', () => {
  it.each([
    ['ps_2_0', 'nrm over its source', 'mov r0, c0 / nrm r0, r0 / mov oC0, r0', 'invalid X5225@2'],
    ['ps_2_0', 'nrm of two components', 'mov r1, c0 / mov r0, c0 / nrm r0.xy, r1 / mov oC0, r0', 'invalid X5194@3'],
    ['ps_3_0', 'crs: source, swizzle, mask', 'crs r0, r0.yzxw, r1 / mov oC0, r0', 'invalid X5761@1 X5762@1 X5763@1'],
    ['ps_3_0', 'pow over its exponent', 'pow r0, c0.x, r0.x / mov oC0, r0', 'invalid X5764@1'],
    ['ps_3_0', 'pow over its base', 'pow r0, r0.x, c0.x / mov oC0, r0', 'valid'],
    ['ps_2_x', 'lrp over its third operand', 'lrp r0, c0, r1, r0 / mov oC0, r0', 'invalid X5765@1'],
    [
      'ps_2_x',
      'sincos: constants',
      'sincos r0.xy, r1.x, c0, c0 / sincos r0.xy, r1.x, r2, -c0 / mov oC0, r0',
      'invalid X5228@1 X5226@2 X5230@2',
    ],
    ['ps_3_0', 'sincos into a color, with a wrong mask', 'sincos oC0, r1.x', 'invalid X5580@1 X6075@1'],
    ['ps_3_0', 'dp2add with a vector', 'dp2add r0, r1, r2, r3 / mov oC0, r0', 'invalid X5961@1'],
    ['ps_2_x', 'a matrix that reaches past the registers', 'm4x4 r0, r1, c30 / mov oC0, r0', 'invalid X5565@1'],
    ['ps_2_x', 'a matrix with a row that is written', 'm3x3 r3.xyz, r1, r2 / mov oC0, r3', 'invalid X5570@1'],
    [
      'ps_3_0',
      'a negated, swizzled matrix, too wide a mask',
      'm3x3 r0, r1, -c0.x / mov oC0, r0',
      'invalid X5689@1 X5327@1 X6014@1',
    ],
    ['ps_2_0', 'two inputs', 'dcl t0 / dcl t1 / add r0, t0, t1 / mov oC0, r0', 'invalid X5212@3'],
    ['ps_2_sw', 'two inputs in software', 'dcl t0 / dcl t1 / add r0, t0, t1 / mov oC0, r0', 'valid'],
    ['ps_2_0', 'one constant three times', 'mad r0, c0, c0, c0 / mov oC0, r0', 'invalid X6038@1'],
    ['ps_3_0', 'two constants', 'add r0, c0, c1 / mov oC0, r0', 'invalid X5584@1'],
    [
      'ps_3_0',
      'an input directly and relative to aL',
      'dcl_texcoord v0 / defi i0, 1, 0, 1, 0 / loop aL, i0 / add r0, v0, v0[aL] / endloop / mov oC0, r0',
      'invalid X5388@4',
    ],
  ])('%s: %s', (version, _name, body, expected) => expect(result(words(version, body), 0)).toBe(expected));
});

describe('ps_2_0 to 3_0: destinations and outputs', () => {
  it.each([
    ['ps_2_0', 'a color by add', 'add oC0, c0, c0', 'invalid X5406@1 X5405@0'],
    [
      'ps_2_0',
      'a color with modifier, swizzle, saturation and mask',
      'dcl t0 / mov_sat oC0.xyz, -t0.yzxw',
      'invalid X5407@2 X5408@2 X5512@2 X5410@2',
    ],
    ['ps_2_0', 'a color twice', 'mov oC0, c0 / mov oC0, c1', 'invalid X5411@2'],
    ['ps_2_x', 'a color twice', 'mov oC0, c0 / mov oC0, c1', 'valid'],
    ['ps_3_0', 'a color by add, in parts', 'add oC0.xy, c0, c0', 'valid'],
    ['ps_2_0', 'colors with a gap', 'mov oC0, c0 / mov oC2, c0', 'invalid X5573@-1'],
    ['ps_2_0', 'no color', 'mov r0, c0', 'invalid X5405@-1'],
    ['ps_2_x', 'no color', 'mov r0, c0', 'valid'],
    ['ps_2_0', 'the depth without one component', 'mov oDepth, -c0 / mov oC0, c0', 'invalid X5413@1 X5414@1'],
    ['ps_3_0', 'the depth by nrm', 'nrm oDepth, r0 / mov oC0, r0', 'invalid X5758@1'],
    ['ps_3_0', 'the depth by add of vectors', 'add oDepth, r0, r1.x / mov oC0, r0', 'invalid X6062@1'],
    [
      'ps_3_0',
      'the depth under a predicate of four components',
      'setp_gt p0, r0, r1 / (p0) mov oDepth, r0.x / mov oC0, r0',
      'invalid X6069@2',
    ],
    ['ps_3_0', 'the predicate by mov', 'mov p0, r0 / mov oC0, r0', 'invalid X5373@1'],
    ['ps_2_x', 'the predicate by mov', 'mov p0, r0 / mov oC0, r0', 'valid'],
    ['ps_3_0', '_sat of frc', 'frc_sat r0, r1 / mov oC0, r0', 'invalid X5912@1'],
    ['ps_3_0', 'DCL4: another usage than texcoord and color', 'dcl_normal3 v0 / mov oC0, v0', 'valid'],
    ['ps_3_0', 'DCL4: a usage index above 7', 'dcl_texcoord15 v0 / mov oC0, v0', 'valid'],
    ['ps_3_0', 'DCL6: z of vPos', 'dcl vPos.xyz / mov oC0, vPos.xyxy', 'invalid X5631@1 X5985@2'],
  ])('%s: %s', (version, _name, body, expected) => expect(result(words(version, body), 0)).toBe(expected));
});

describe('where the validator takes more than the documents do, or less', () => {
  /** The words of a shader with bits of one of them changed. */
  function edited(version: string, body: string, at: number, cleared: number, set: number): Uint32Array {
    const list = words(version, body);
    list[at] = (list[at]! & ~cleared) | set;
    return list;
  }
  it.each([
    ['DCL4: position0', 'ps_3_0', 'dcl_normal v0 / mov oC0, v0', 2, 0x1f, 0, 0, 'invalid X5971@1 X5984@2'],
    [
      'DCL5: vFace with a partial mask',
      'ps_3_0',
      'dcl vFace / cmp r0, vFace, r1, r2 / mov oC0, r0',
      3,
      0xe0000,
      0,
      0,
      'invalid X5986@2',
    ],
    [
      'DCL5: vFace with a mask that lacks what is read',
      'ps_3_0',
      'dcl vFace / cmp r0.x, vFace, r1, r2 / mov oC0, r0',
      3,
      0xe0000,
      0,
      0,
      'valid',
    ],
    [
      'DCL5: a shift on vFace',
      'ps_3_0',
      'dcl vFace / cmp r0, vFace, r1, r2 / mov oC0, r0',
      3,
      0,
      0x1000000,
      0,
      'valid',
    ],
    [
      'DCL5: a modifier on vFace',
      'ps_3_0',
      'dcl vFace / cmp r0, vFace, r1, r2 / mov oC0, r0',
      3,
      0,
      0x200000,
      0,
      'invalid X5969@1 X5986@2',
    ],
    [
      'DCL6: reserved bits of the attributes of vPos',
      'ps_3_0',
      'dcl vPos.xy / mov oC0, vPos.xyxy',
      2,
      0,
      5,
      0,
      'valid',
    ],
    [
      'DP4: minimum precision under the flags of the compiler',
      'ps_2_0',
      'mov r0, c0 / mov oC0, r0',
      2,
      0,
      0x4000,
      0,
      'invalid X5003@-1',
    ],
    [
      'DP4: minimum precision under the flags of the compiler',
      'ps_2_0',
      'mov r0, c0 / mov oC0, r0',
      2,
      0,
      0x4000,
      2,
      'valid',
    ],
    [
      'DP4: a minimum precision that does not exist',
      'ps_2_0',
      'mov r0, c0 / mov oC0, r0',
      2,
      0,
      0xc000,
      2,
      'invalid X6096@1 X5204@2',
    ],
    ['DP7: a result shift', 'ps_3_0', 'mov r0, c0 / mov oC0, r0', 2, 0, 0x1000000, 0, 'invalid X5757@1'],
    ['_centroid after dcl', 'ps_2_x', 'mov r0, r1 / mov oC0, r0', 2, 0, 0x400000, 0, 'invalid X5210@1'],
    ['an instruction of a later version', 'ps_2_0', 'mov r0, c0 / mov oC0, r0', 1, 0, 91, 0, 'invalid X5190@1 X5204@2'],
    ['oDepth with a mask', 'ps_2_0', 'mov oDepth, c0.x / mov oC0, c0', 2, 0xe0000, 0, 0, 'invalid X5415@1'],
    ['IT6: co-issue', 'ps_2_0', 'mov r0, c0 / mov oC0, r0', 1, 0, 0x4000_0000, 0, 'invalid X5232@1'],
    [
      'texkill takes a label for a register',
      'ps_3_0',
      'texkill r0 / mov oC0, r0',
      2,
      0x7000_1800,
      0x2000_1000,
      0,
      'valid',
    ],
  ] as const)('%s', (_name, version, body, at, cleared, set, flags, expected) => {
    expect(result(edited(version, body, at, cleared, set), flags)).toBe(expected);
  });
});
