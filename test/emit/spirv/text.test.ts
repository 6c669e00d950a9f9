/** SPIR-V as text, against what spirv-dis prints, and what spirv-as takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { RECORDED, readProvenance } from '../../../fixtures/recorded.ts';
import { FIXTURES } from '../../../fixtures/sources.ts';
import { spirvText, translate } from '../../../src/translate/index.ts';
import { assembleSpirv, spirvToolsMissing } from '../../../tools/gpu/spirv.ts';
import { skipFor } from '../../support/skip-for.ts';

const HEADER = [0x0723_0203, 0x1_0300, 0, 100, 0];

const moduleOf = (...instructions: readonly (readonly number[])[]) =>
  Uint32Array.from([
    ...HEADER,
    ...instructions.flatMap(([code = 0, ...operands]) => [((operands.length + 1) << 16) | code, ...operands]),
  ]);

/** The lines of instructions, without spaces before them. */
const linesOf = (words: Uint32Array) =>
  spirvText(words)
    .text.split('\n')
    .slice(HEADER.length, -1)
    .map((line) => line.trim());

const codesOf = (words: Uint32Array) => spirvText(words).diagnostics.map(({ code }) => code);

describe('recorded modules', () => {
  test.each(['lake', 'prefix-sum', 'rim-light'])('%s reads as in spirv-dis, but for digits of floats', (name) => {
    const bytes = readFileSync(join(FIXTURES, 'spirv', `${name}.spv`));
    const { text, diagnostics } = spirvText(new Uint32Array(new Uint8Array(bytes).buffer));
    const expected = readFileSync(join(FIXTURES, 'spirv', `${name}.spvasm`), 'latin1').replace('Khronos; 0', '0');
    const withFloats = (one: string) =>
      one.replace(/(OpConstant %\d+) (-?\d+\.\S+)/g, (_, start, digits) => `${start} ${Math.fround(Number(digits))}`);
    expect(withFloats(text)).toBe(withFloats(expected));
    expect(diagnostics).toEqual([]);
  });
});

describe('text', () => {
  it('has the word of each line', () => {
    const words = moduleOf([17, 1], [14, 0, 1]);
    const { text, lineWords } = spirvText(words);
    expect(lineWords).toEqual([-1, -1, -1, -1, -1, 5, 7]);
    expect(text.split('\n').slice(5, 7)).toEqual([
      '               OpCapability Shader',
      '               OpMemoryModel Logical GLSL450',
    ]);
  });

  it('prints numbers by their types', () => {
    const float = (bits: number) => [43, 1, 9, bits];
    const double = (low: number, high: number) => [43, 2, 9, low, high];
    const lines = linesOf(
      moduleOf(
        [22, 1, 32],
        [22, 2, 64],
        [21, 3, 32, 0],
        [21, 4, 32, 1],
        [21, 5, 64, 1],
        float(0x3dcc_cccd),
        float(0x8000_0000),
        float(0x7f80_0000),
        float(0xffc0_0001),
        float(1),
        float(0x8060_0000),
        double(0x9999_999a, 0x3fb9_9999),
        double(0, 0x7ff0_0000),
        double(3, 0),
        [43, 3, 9, 0xffff_ffff],
        [43, 4, 9, 0xffff_ffff],
        [43, 5, 9, 0xffff_fffe, 0xffff_ffff],
      ),
    );
    expect(lines.slice(5).map((line) => line.split(' ').at(-1))).toEqual([
      ...['0.1', '-0', '0x1p+128', '-0x1.800002p+128', '0x1p-149', '-0x1.8p-127'],
      ...['0.1', '0x1p+1024', '0x1.8p-1073', '4294967295', '-1', '-2'],
    ]);
  });

  it('names enumerants, bits with their operands, and extended instructions', () => {
    const name = [0x4c53_4c47, 0x6474_732e, 0x3035_342e, 0];
    expect(
      linesOf(
        moduleOf(
          [11, 1, ...name],
          [15, 4, 7, 0x6e69_616d, 0, 8],
          [16, 7, 12],
          [16, 7, 17, 8, 8, 1],
          [71, 8, 11, 15],
          [71, 8, 30, 2],
          [72, 8, 0, 35, 16],
          [25, 9, 2, 1, 0, 0, 0, 2, 4],
          [88, 2, 10, 9, 8, 12, 5, 6, 7],
          [87, 2, 10, 9, 8],
          [12, 2, 11, 1, 50, 5, 6, 7],
          [54, 2, 12, 0, 3],
        ),
      ),
    ).toEqual([
      '%1 = OpExtInstImport "GLSL.std.450"',
      'OpEntryPoint Fragment %7 "main" %8',
      'OpExecutionMode %7 DepthReplacing',
      'OpExecutionMode %7 LocalSize 8 8 1',
      'OpDecorate %8 BuiltIn FragCoord',
      'OpDecorate %8 Location 2',
      'OpMemberDecorate %8 0 Offset 16',
      '%9 = OpTypeImage %2 2D 0 0 0 2 Rgba8',
      '%10 = OpImageSampleExplicitLod %2 %9 %8 Grad|ConstOffset %5 %6 %7',
      '%10 = OpImageSampleImplicitLod %2 %9 %8',
      '%11 = OpExtInst %2 %1 Fma %5 %6 %7',
      '%12 = OpFunction %2 None %3',
    ]);
  });

  it('escapes strings, and prints those as numbers that do not fit in a line', () => {
    const named = (...bytes: readonly number[]) => [5, 1, ...new Uint32Array(Uint8Array.from(bytes).buffer)];
    const words = moduleOf(
      named(0x61, 0x22, 0x5c, 0),
      named(0xc3, 0xa4, 0x3b, 0x20, 0, 0, 0, 0),
      named(0, 0, 0, 0),
      named(0x61, 0x0a, 0, 0),
      named(0x61, 0xff, 0, 0),
      named(0x61, 0, 0x62, 0),
    );
    expect(linesOf(words)).toEqual([
      'OpName %1 "a\\"\\\\"',
      'OpName %1 "ä; "',
      'OpName %1 ""',
      `OpName %1 !${0x0a61}`,
      `OpName %1 !${0xff61}`,
      `OpName %1 !${0x62_0061}`,
    ]);
    expect(codesOf(words)).toEqual(Array(3).fill('DX6080'));
    expect(codesOf(moduleOf([5, 1, 0x6161_6161]))).toEqual(['DX6080']);
  });
});

describe('what is not known', () => {
  it('is printed as numbers, and the reason is a note', () => {
    const words = moduleOf([9999, 1, 2], [71, 8, 999, 3], [12, 2, 11, 1, 50, 5], [43, 1, 9, 5], [22], [245, 1, 2, 3]);
    expect(linesOf(words)).toEqual([
      '!0x0003270f !1 !2',
      'OpDecorate %8 !999 !3',
      '%11 = OpExtInst %2 %1 !50 !5',
      '%9 = OpConstant %1 !5',
      '!0x00010016',
      '!0x000400f5 !1 !2 !3',
    ]);
    expect(codesOf(words)).toEqual(Array(6).fill('DX6080'));
    expect(spirvText(words).diagnostics[1]!.span).toEqual({ unit: 'byte', start: 32, end: 48 });
  });

  it('ends the text where an instruction has no end', () => {
    const module = moduleOf([17, 1], [22, 1, 32]);
    expect(codesOf(module.subarray(0, 9))).toEqual(['DX6079']);
    expect(linesOf(module.subarray(0, 9))).toEqual(['OpCapability Shader']);
    expect(codesOf(Uint32Array.from([...HEADER, 17]))).toEqual(['DX6079']);
    expect(codesOf(new Uint32Array(0))).toEqual(['DX6078']);
    expect(codesOf(module.subarray(0, 3))).toEqual(['DX6078']);
    expect(spirvText(Uint32Array.from([1, 2, 3, 4, 5, 6])).text).toBe('');
  });

  it('is no list of words', () => {
    expect(() => spirvText(new Uint8Array(20) as unknown as Uint32Array)).toThrow(TypeError);
  });
});

/** Fixtures of all stages; live/translate-valid.ts has all of them. */
const modules = readProvenance()
  .filter((_, i) => i % 20 === 0)
  .flatMap(({ id }, i) => {
    const version = i % 2 === 0 ? '1.3' : '1.6';
    const { stages } = translate(readFileSync(join(RECORDED, `${id}.bin`)), { to: 'spirv', version, validate: false });
    return stages.map(({ code }) => ({ id, code, version }));
  });

test('nothing that damage makes of operands is an exception', { tags: 'slow' }, () => {
  for (const [seed, { code }] of modules.entries()) {
    const words = code.slice();
    for (let at = 5, i = seed; at < words.length; at += words[at]! >>> 16, i++) {
      const operands = (words[at]! >>> 16) - 1;
      if (i % 7 === 0 && operands > 0) words[at + 1 + (i % operands)]! ^= 1 << (i % 32);
    }
    const { text, diagnostics } = spirvText(words);
    expect(text.split('\n').length).toBe(spirvText(code).text.split('\n').length);
    expect(diagnostics.every((one) => one.code === 'DX6080')).toBe(true);
  }
});

skipFor(test, spirvToolsMissing())('spirv-as makes the same words of the text', { tags: 'slow' }, async () => {
  expect(modules.length).toBeGreaterThan(15);
  for (const { id, code, version } of modules) {
    const [unknown, operand] = [0x0003_270f, 0x0004_0047];
    const words = Uint32Array.from([...code, unknown, 1, 2, operand, 3, 999, 4]);
    const assembled = await assembleSpirv(spirvText(words).text, version);
    expect(assembled.slice(5), id).toEqual(words.slice(5));
  }
});
