/**
 * Listings with exact literals (`--exact`) are assembled to the same program for literals of any bits.
 */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Random } from '../../smith/random.ts';
import { validSm1Words } from '../../smith/sm1-valid.ts';
import { validProgram } from '../../smith/sm4-valid.ts';
import { assemble, assembleUnvalidated } from '../../src/assemble/assemble.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf } from '../../src/base/words.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { pickChunks } from '../../src/container/shader-chunks.ts';
import { detectFormat } from '../../src/file/detect-format.ts';
import { Sm1Cursor } from '../../src/isa/sm1/cursor.ts';
import { decodeSm1Bytes, encodeSm1 } from '../../src/isa/sm1/encode.ts';
import { SM1_OPCODES } from '../../src/isa/sm1/opcodes.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { disassemble } from '../../src/text/disassemble.ts';

const compiled = readRecorded().filter(({ provenance }) => provenance.how === 'compiled');

/** The exponent of infinities and NaNs. */
const EXPONENT = 0x7f80_0000;

/** The stream without its comments, which no assembler writes. */
function withoutComments(bytes: Uint8Array): Uint8Array {
  const module = decodeSm1Bytes(bytes);
  return encodeSm1({ ...module, nodes: module.nodes.filter(({ kind }) => kind === 'instruction') });
}

const hexOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

describe('shader models 1 to 3', () => {
  test('every compiled fixture', () => {
    const streams = compiled.filter(({ bytes }) => detectFormat(bytes).format === 'sm1');
    expect(streams.length).toBeGreaterThan(50);
    for (const { provenance, bytes } of streams) {
      const { bytes: again } = assemble(disassemble(bytes, { exact: true }).text);
      expect(hexOf(again), provenance.id).toBe(hexOf(withoutComments(bytes)));
    }
  });

  test('random programs with random bits', { tags: 'slow' }, () => {
    let nans = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const random = new Random(seed);
      const bytes = withRandomLiterals(validSm1Words(random), random);
      const { text } = disassemble(bytes, { exact: true });
      if (text.includes('bits(')) nans++;
      const { bytes: again } = assembleUnvalidated(text);
      expect(hexOf(again), text).toBe(hexOf(withoutComments(bytes)));
      expect(hexOf(assembleUnvalidated(text, { into: bytes }).bytes), text).toBe(hexOf(bytes));
    }
    expect(nans).toBeGreaterThan(300);
  });

  test('the notation', () => {
    const bytes = assemble('ps_2_0\ndef c0, bits(0x7fc00001), bits(0xff800001), -1.#INF, -0\nmov oC0, c0\n').bytes!;
    const { text } = disassemble(bytes, { exact: true });
    expect(text).toContain('def c0, bits(0x7fc00001), bits(0xff800001), -1.#INF, -0\n');
    expect(hexOf(assemble(text).bytes)).toBe(hexOf(bytes));
  });

  test.each([
    ['bits(', 'X2000 2:14'],
    ['bits()', 'X2000 2:14'],
    ['bits(1.5)', 'X2000 2:14'],
    ['bits(0x100000000)', 'X2000 2:14'],
    ['bits(1', 'X2000 2:15'],
    ['-bits(1)', 'X2000 2:10'],
    // As Microsoft reports them.
    ['bits', 'X2000 2:9'],
    ['bits (1)', 'X2000 2:9'],
  ])('%s is an error', (value, location) => {
    const { bytes, diagnostics } = assemble(`ps_2_0\ndef c0, ${value}, 0, 0, 0\nmov oC0, c0\n`);
    expect(bytes).toBeUndefined();
    const [first] = diagnostics;
    expect(`${first!.code} ${first!.line}:${first!.column}`).toBe(location);
  });
});

/** A copy in which all values of `def` are random words, many of them without digits. */
function withRandomLiterals(original: Uint32Array, random: Random): Uint8Array {
  const words = original.slice();
  const program = readSm1(words);
  const cursor = new Sm1Cursor(words);
  for (let index = 0; index < program.count; index++) {
    cursor.moveTo(program.starts[index]!);
    if (cursor.literalCount !== 4 || cursor.opcode !== SM1_OPCODES.def.code) continue;
    for (let i = 0; i < 4; i++) {
      const word = random.word();
      words[cursor.literals + i] = random.pick([word, word | EXPONENT, word & ~EXPONENT, EXPONENT, 0x8000_0000]) >>> 0;
    }
  }
  return bytesOf(words);
}

function programOf(bytes: Uint8Array): Uint8Array {
  return pickChunks(readContainer(bytes, new Diagnostics())!, new Diagnostics()).program!.data;
}

describe('shader models 4 to 5.1', () => {
  const isListed = ({ profile }: { profile: string | null }) => /^[vpghdc]s_[45]_/.test(profile ?? '');

  test('every compiled fixture, without a warning', { tags: 'slow' }, () => {
    let count = 0;
    for (const { provenance, bytes } of compiled) {
      if (!isListed(detectFormat(bytes))) continue;
      const { text } = disassemble(bytes, { exact: true });
      const { bytes: again, diagnostics } = assemble(text);
      expect(diagnostics.filter(({ code }) => code === 'DX3114')).toEqual([]);
      // Debug information is a comment to the assembler.
      const listing = (file: Uint8Array) => disassemble(file, { hex: true, debug: false }).text;
      expect(listing(again!), provenance.id).toBe(listing(bytes));
      count++;
    }
    expect(count).toBeGreaterThan(200);
  });

  test('random programs', { tags: 'slow' }, () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { bytes } = validProgram(new Random(seed));
      const { bytes: again } = assembleUnvalidated(disassemble(bytes, { exact: true, header: false }).text);
      const hex = { hex: true, header: false };
      expect(disassemble(again!, hex).text).toBe(disassemble(bytes, hex).text);
    }
  });

  test('what other listings do not show', () => {
    const { bytes } = readRecorded().find(({ provenance }) => provenance.id === 'other-assemblers')!;
    const exact = disassemble(bytes, { exact: true, header: false }).text;
    expect(exact).toContain(
      '\nundecipherable custom data 0x00000835, 0x00000005, 0x00000001, 0x00000002, 0x00000003\n',
    );
    expect(exact).toContain(' r1.xyzw, r0.xyzw, t0.xyzw, words(0x00000000)\n');
    const { bytes: again, diagnostics } = assembleUnvalidated(exact);
    const codes = diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
    expect(codes).toEqual(['DX3123', 'DX3123', 'DX3123']);
    expect(hexOf(programOf(again!))).toBe(hexOf(programOf(bytes)));
  });

  test.each([
    ['undecipherable custom data 0x00000835, 0x00000003', 'DX3119'],
    ['undecipherable custom data 0x00000036, 0x00000002', 'DX3119'],
    ['undecipherable custom data 0x00000835', 'DX3119'],
    ['mov r0.x, r1.x, words(', 'DX3108'],
    ['mov r0.x, r1.x, words(1', 'DX3107'],
    ['mov r0.x, r1.x, words', 'DX3104'],
  ])('%s is an error', (line, code) => {
    const { diagnostics } = assembleUnvalidated(`ps_5_0\n${line}\n`);
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([code]);
  });

  test.each([
    ['mov r0.x', 'l(0x7fc00001)'],
    ['exp r0.x', 'l(0x7fc00001)'],
    ['exp r0.x', 'l(0.1)'],
    ['exp r0.x', 'l(0.10000001)'],
    ['exp r0.x', 'l(0.1234560)'],
    ['exp r0.x', 'l(1.000000)'],
    ['mov r0.x', 'l(1e-30)'],
    ['dmov r0.xyzw', 'd(3.1l, 0x00000001, 0x7ff80000)'],
  ])('%s, %s', { tags: 'slow' }, (beginning, literal) => {
    const { bytes } = assembleUnvalidated(`ps_5_0\ndcl_temps 1\n${beginning}, ${literal}\nret\n`);
    expect(disassemble(bytes!, { exact: true }).text).toContain(`${beginning}, ${literal}\n`);
  });
});
