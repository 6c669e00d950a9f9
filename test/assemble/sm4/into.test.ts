/** Programs that replace the program of an original: what stays and what changes. */
import { describe, expect, test } from 'vitest';
import { readRecorded, recordedText } from '../../../fixtures/recorded.ts';
import { assemble, assembleUnvalidated } from '../../../src/assemble/assemble.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { readStat } from '../../../src/chunks/stat.ts';
import { type Container, readContainer } from '../../../src/container/dxbc.ts';
import { pickChunks } from '../../../src/container/shader-chunks.ts';
import { TAG } from '../../../src/container/tags.ts';
import { disassemble } from '../../../src/text/disassemble.ts';

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

describe('literals in changed lines', () => {
  /** Two literals print as 0.100000, one of 0.50000006 as 0.500000, and one of 1e-8 as 0.000000. */
  const TEXT = `ps_5_0
dcl_output o0.xyzw
dcl_temps 2
mov r0.xyzw, l(0x3dcccccc, 0x3dcccccd, 0x3f000001, 0x3e4ccccc)
exp r1.x, l(0x322bcc77)
exp r1.y, l(0x3dcccccd)
dadd r1.xy, d(0x9999999b, 0x3fb99999, 0x00000000, 0x3ff00000), d(2.0l, 2.0l)
mov o0.xyzw, r0.xyzw
ret
`;
  const original = assembleUnvalidated(TEXT).bytes!;
  const listing = disassemble(original, { header: false }).text;
  /** The exact listing after a change of the default one, and the codes of the diagnostics with their lines. */
  function changed(from: string | RegExp, to: string) {
    const text = listing.replace(from, to);
    expect(text).not.toBe(listing);
    const { bytes, diagnostics } = assemble(text, { into: original, validate: false });
    const lines = disassemble(bytes!, { hex: true, header: false }).text.split('\n');
    return { lines, reported: diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`) };
  }

  test('the listing has what it is made for', () => {
    expect(listing).toContain('mov r0.xyzw, l(0.100000,0.100000,0.500000,0.200000)\nexp r1.x, l(0.000000)\n');
    expect(listing).toContain('d(0.100000l, 1.000000l)');
  });

  test.each<[what: string, from: string | RegExp, to: string, expected: string]>([
    ['the mnemonic', 'exp r1.x', 'log r1.x', 'log r1.x, l(0x322bcc77)'],
    ['one component', '0.200000', '0.250000', 'mov r0.xyzw, l(0x3dcccccc,0x3dcccccd,0x3f000001,0x3e800000)'],
    ['the first component', 'l(0.100000,', 'l(0x1,', 'mov r0.xyzw, l(0x00000001,0x3dcccccd,0x3f000001,0x3e4ccccc)'],
    [
      'an operand of a double',
      'd(2.000000l',
      'd(3l',
      'dadd r1.xy, d(0x9999999b, 0x3fb99999, 0x00000000, 0x3ff00000), d(0x00000000, 0x40080000, 0x00000000, 0x40000000)',
    ],
    ['a copied line', 'exp r1.x', 'mov r1.zw, l(0.200000)\nexp r1.x', 'mov r1.zw, l(0x3e4ccccc)'],
    [
      'a moved line',
      /(mov r0[^\n]*\n)([^\n]*\n[^\n]*\n)/,
      '$2nop\n$1',
      'mov r0.xyzw, l(0x3dcccccc,0x3dcccccd,0x3f000001,0x3e4ccccc)',
    ],
    ['two lines become one', /exp r1.x[^\n]*\nexp r1.y, /, 'log r1.y, ', 'log r1.y, l(0x3dcccccd)'],
    ['a number that the original does not have', 'l(0.000000)', 'l(0.123456)', 'exp r1.x, l(0x3dfcd680)'],
  ])('%s: no warning, the others keep their bits', (_, from, to, expected) => {
    const { lines, reported } = changed(from, to);
    expect(lines).toContain(expected);
    expect(reported).toEqual([]);
  });

  test('a text of several literals of the original is reported once a line', () => {
    const { lines, reported } = changed('ret', 'add o0.xy, r0.xyxx, l(0.100000, 0.100000, 0.500000, 0.100000)\nret');
    expect(lines).toContain('add o0.xy, r0.xyxx, l(0x3dcccccd, 0x3dcccccd, 0x3f000000, 0x3dcccccd)');
    expect(reported).toEqual(['DX3114 9:23']);
  });

  test('rows of an immediate constant buffer', () => {
    const buffer = assembleUnvalidated(`ps_5_0
dcl_immediateConstantBuffer { { 0x3dcccccc, 0, 0, 0}, { 0x3dcccccd, 0, 0, 0x3e4ccccc} }
ret
`).bytes!;
    const text = disassemble(buffer, { header: false }).text.replace(
      '{ 0.100000, 0, 0, 0}',
      '{ 0.100000, 0, 0, 1.000000}',
    );
    const { bytes, diagnostics } = assemble(text, { into: buffer, validate: false });
    expect(diagnostics).toEqual([]);
    expect(disassemble(bytes!, { hex: true }).text).toMatch(
      /\{ 0x3dcccccc, 0x00000000, 0x00000000, 0x3f800000\},\s+\{ 0x3dcccccd, 0x00000000, 0x00000000, 0x3e4ccccc\}/,
    );
  });

  test('of a compiled shader', () => {
    const before = bytesOf(TONE);
    const text = listingOf(before).replace('mul r1.xyz, r1.xyzx, l(0.416667', 'mul_sat r1.xyz, r1.xyzx, l(0.416667');
    const { bytes, diagnostics } = assemble(text, { into: before });
    expect(diagnostics).toEqual([]);
    const exact = (file: Uint8Array) => disassemble(file, { exact: true }).text;
    expect(exact(bytes!)).toBe(exact(before).replace('mul r1.xyz, r1.xyzx, l(0.41', 'mul_sat r1.xyz, r1.xyzx, l(0.41'));
  });
});

describe('what a listing does not show stays in lines that are not changed', () => {
  const before = bytesOf('other-assemblers');
  const text = recordedText(fixtures.find(({ provenance }) => provenance.id === 'other-assemblers')!.provenance)!;
  const exact = (file: Uint8Array) => disassemble(file, { exact: true, header: false }).text;

  test('nothing is changed', () => {
    const { bytes, diagnostics } = assemble(text, { into: before });
    expect(diagnostics).toEqual([]);
    expect(Buffer.compare(bytes!, before)).toBe(0);
  });

  test('other lines are changed', () => {
    const edited = text.replace('l(0.416667)', 'l(0.500000)').replace('ret', 'nop\nret');
    const { bytes, diagnostics } = assemble(edited, { into: before, validate: false });
    expect(diagnostics).toEqual([]);
    expect(exact(bytes!)).toBe(exact(before).replace('l(0.4166670)', 'l(0.500000)').replace('ret', 'nop \nret'));
  });

  test('only errors in changed lines are reported', () => {
    const edited = text.replace('mul r1.w', 'mlu r1.w').replace('ret', 'undecipherable custom data\nret');
    const { bytes, diagnostics } = assemble(edited, { into: before });
    expect(bytes).toBeUndefined();
    expect(diagnostics.map(({ code, line }) => `${code} ${line}`)).toEqual(['DX3101 13', 'DX3113 15']);
  });
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

test('debug information stays while no instruction moves, and is left out otherwise', () => {
  const { bytes } = fixtures.find(({ provenance }) => provenance.id === 'debug-information.main.ps_5_0.0x1')!;
  const text = listingOf(bytes);
  const same = assemble(text.replace(/\b(mul|add|mov) o0/, '$1_sat o0'), { into: bytes });
  expect(same.diagnostics.filter(({ code }) => code === 'DX0240')).toEqual([]);
  expect(containerOf(same.bytes!).find(TAG.SPDB)).toBeDefined();
  const longer = assemble(text.replace('\nret \n', '\nnop\nret \n'), { into: bytes });
  expect(longer.diagnostics.map(({ code }) => code)).toEqual(['DX0240']);
  expect(containerOf(longer.bytes!).find(TAG.SPDB)).toBeUndefined();
});
