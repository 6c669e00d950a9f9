/** Programs that replace the program of an original: what stays and what changes. */
import { describe, expect, test } from 'vitest';
import { alignLines } from '../../../src/assemble/alignment.ts';
import { assemble } from '../../../src/assemble/assemble.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { type Container, readContainer } from '../../../src/container/dxbc.ts';
import { pickChunks } from '../../../src/container/shader-chunks.ts';
import { readStat } from '../../../src/container/stat.ts';
import { disassemble } from '../../../src/text/listing.ts';
import { readRecorded, recordedText } from '../../../tools/fixtures/recorded.ts';
import { Random } from '../../support/smith/random.ts';

const containerOf = (bytes: Uint8Array): Container => readContainer(bytes, new Diagnostics())!;
const fixtures = readRecorded();
const bytesOf = (id: string) => fixtures.find(({ provenance }) => provenance.id === id)!.bytes;
const listingOf = (bytes: Uint8Array) => disassemble(bytes).text;
const codesOf = (diagnostics: readonly { readonly code: string }[]) => diagnostics.map(({ code }) => code);

const TONE = 'post-effects.tone.ps_5_0';

function statisticsOf(bytes: Uint8Array) {
  const container = containerOf(bytes);
  return readStat(container, pickChunks(container, new Diagnostics()).statistics!, new Diagnostics()).all();
}

test('statistics are counted again', () => {
  const before = bytesOf(TONE);
  const text = listingOf(before).replace('mul o0.xyz, r0.wwww, r0.xyzx', 'mov o0.xyz, r0.xyzx\nnop');
  const { bytes, diagnostics } = assemble(text, { into: before });
  expect(diagnostics).toEqual([]);
  const old = statisticsOf(before);
  expect(statisticsOf(bytes!)).toEqual({
    ...old,
    instructionCount: old.instructionCount! + 1,
    floatInstructionCount: old.floatInstructionCount! - 1,
    movInstructionCount: old.movInstructionCount! + 1,
  });
});

test('an unchanged text gives the original, with any literals', { tags: 'slow' }, () => {
  let count = 0;
  for (const { provenance, bytes } of fixtures) {
    if (provenance.how !== 'compiled' || !/\.[vpghdc]s_[45]_[01]/.test(provenance.id)) continue;
    const text = recordedText(provenance);
    if (text === undefined) continue;
    const { bytes: again, diagnostics } = assemble(text, { into: bytes });
    expect(
      diagnostics.filter(({ severity }) => severity !== 'note'),
      provenance.id,
    ).toEqual([]);
    expect(Buffer.compare(again!, bytes), provenance.id).toBe(0);
    count++;
  }
  expect(count).toBeGreaterThan(200);
});

test('literals that are not exact are reported for changed lines only', () => {
  const before = bytesOf(TONE);
  const text = listingOf(before).replace('mul r1.xyz, r1.xyzx, l(0.416667', 'mul_sat r1.xyz, r1.xyzx, l(0.416667');
  const { diagnostics } = assemble(text, { into: before });
  const line = text.split('\n').findIndex((one) => one.startsWith('mul_sat')) + 1;
  expect(new Set(codesOf(diagnostics))).toEqual(new Set(['DX3114']));
  expect(new Set(diagnostics.map((one) => one.line))).toEqual(new Set([line]));
  const [first] = diagnostics;
  expect(text.slice(first!.span.start, first!.span.end)).toBe('0.416667');
});

test('listings with numbers and offsets keep the words of the original, too', () => {
  const before = bytesOf(TONE);
  for (const options of [{ numbers: true }, { offsets: true }, { numbers: true, offsets: true }, { hex: true }]) {
    const { bytes, diagnostics } = assemble(disassemble(before, options).text, { into: before });
    expect(diagnostics).toEqual([]);
    expect(Buffer.compare(bytes!, before)).toBe(0);
  }
});

describe('refused, or warned of', () => {
  const before = bytesOf(TONE);
  const program = listingOf(before).slice(listingOf(before).indexOf('ps_5_0\n'));

  test.each([
    ['another model', program.replace('ps_5_0', 'ps_5_1'), before, ['DX3221']],
    ['another stage', 'vs_5_0\nret\n', before, ['DX3221']],
    ['no container', program, new Uint8Array(64), ['DX3220']],
    ['a text of shader model 2', 'ps_2_0\nmov oC0, c0\n', before, ['DX2207']],
    ['two programs', `${program}${program}`, before, ['DX3202']],
    ['no program', '// nothing\n', before, ['DX2207']],
  ])('%s', (_, text, into, codes) => {
    const { bytes, diagnostics } = assemble(text, { into });
    expect(codesOf(diagnostics)).toEqual(codes);
    expect(bytes).toBeUndefined();
  });

  test.each([
    ['an input', 'dcl_input_ps linear v5.xy', 'DX3222'],
    ['more components of one', 'dcl_input_ps linear v0.xyzw', 'DX3222'],
    ['an output', 'dcl_output o3.x', 'DX3222'],
    ['a depth', 'dcl_output oDepth', 'DX3222'],
    ['a texture', 'dcl_resource_texture2d (float,float,float,float) t7', 'DX3223'],
    ['a constant buffer', 'dcl_constantbuffer CB9[1], immediateIndexed', 'DX3223'],
  ])('%s that the original does not have', (_, declaration, code) => {
    const text = program.replace('dcl_temps', `${declaration}\ndcl_temps`);
    const { bytes, diagnostics } = assemble(text, { into: before, validate: false });
    expect(codesOf(diagnostics)).toEqual([code]);
    const { start, end } = diagnostics[0]!.span;
    expect(text.slice(start, end)).toBe(declaration);
    expect(bytes).toBeDefined();
  });

  test('the validator refuses an input that the signature does not have', () => {
    const text = program.replace('dcl_temps', 'dcl_input_ps linear v5.x\ndcl_temps');
    const { bytes, diagnostics } = assemble(text, { into: before });
    expect(bytes).toBeUndefined();
    expect(codesOf(diagnostics)).toEqual(['DX3330', 'DX3222']);
  });

  test('an original that is not bytes throws', () => {
    expect(() => assemble(program, { into: 'tone.cso' as unknown as Uint8Array })).toThrow(TypeError);
  });
});

test('the digest of debug messages stays', () => {
  const debug = fixtures.find(({ bytes }) => readContainer(bytes, new Diagnostics())?.digest === 'debug')!;
  const text = listingOf(debug.bytes).replace('\nret \n', '\nnop\nret \n');
  const { bytes } = assemble(text, { into: debug.bytes });
  expect(containerOf(bytes!).digest).toBe('debug');
});

describe('alignment of lines', () => {
  test.each<[string, string, number[]]>([
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'axc', [0, -1, 2]],
    ['abc', 'ac', [0, 2]],
    ['ac', 'abc', [0, -1, 1]],
    ['aabaa', 'aaxaa', [0, 1, -1, 3, 4]],
    ['abcdef', 'badcfe', [-1, 0, -1, 2, -1, 4]],
    ['', 'ab', [-1, -1]],
    ['ab', '', []],
  ])('%s and %s', (before, after, expected) => {
    const aligned = [...alignLines([...before], [...after])];
    if (before !== 'abcdef') expect(aligned).toEqual(expected);
    const found = aligned.filter((place) => place >= 0);
    expect(found).toHaveLength(expected.filter((place) => place >= 0).length);
  });

  test('keeps the order and pairs equal lines only', () => {
    const random = new Random(7);
    for (let round = 0; round < 500; round++) {
      const line = () => 'abcdefgh'[random.below(8)]!;
      const before = Array.from({ length: random.below(12) }, line);
      const after = random.oneIn(3)
        ? Array.from({ length: random.below(12) }, line)
        : before.filter(() => !random.oneIn(4));
      let last = -1;
      alignLines(before, after).forEach((place, i) => {
        if (place < 0) return;
        expect(place).toBeGreaterThan(last);
        expect(before[place]).toBe(after[i]);
        last = place;
      });
    }
  });
});
