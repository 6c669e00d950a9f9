/**
 * The assembler of SM 4-5.1 programs: round trips of listings, words that compilers write and no listing shows,
 * accepted notations, literals, and diagnostics for wrong sources.
 */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { sm4Text } from '../../../smith/checks/print.ts';
import { Random } from '../../../smith/random.ts';
import { randomText } from '../../../smith/sm1-text.ts';
import { allTargets } from '../../../smith/sm4-target.ts';
import { validProgram } from '../../../smith/sm4-valid.ts';
import { wildProgram } from '../../../smith/sm4-wild.ts';
import { type AssemblyDiagnostic, AssemblyDiagnostics } from '../../../src/assemble/diagnostics.ts';
import { readMnemonic } from '../../../src/assemble/sm4/mnemonics.ts';
import { assembleProgram, type ProgramOptions } from '../../../src/assemble/sm4/program.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { MAX_DIAGNOSTICS } from '../../../src/base/limits.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { Sm4Cursor } from '../../../src/isa/sm4/cursor.ts';
import { SM4_OPCODE_BY_CODE } from '../../../src/isa/sm4/opcodes.ts';
import { readSm4Words } from '../../../src/isa/sm4/program.ts';
import { listingStyle } from '../../../src/text/options.ts';

const HEX = listingStyle({ hex: true });
const DEFAULT = listingStyle({});

interface Outcome {
  readonly words: Uint32Array | undefined;
  readonly diagnostics: readonly AssemblyDiagnostic[];
}

function assembled(text: string, options: ProgramOptions = {}): Outcome {
  const diagnostics = new AssemblyDiagnostics(text, options.name ?? 'input.asm');
  return { words: assembleProgram(text, diagnostics, options), diagnostics: diagnostics.list };
}

/** The words of one line in a program of `profile`, without version and length; it must assemble without a word. */
function line(text: string, profile = 'ps_5_0'): number[] {
  const { words, diagnostics } = assembled(`${profile}\n${text}\n`);
  expect(diagnostics, text).toEqual([]);
  return [...words!.subarray(2)];
}

/** `DX3105 2:5-7`: code, line, first and last column of each diagnostic. */
const locations = ({ diagnostics }: Outcome) =>
  diagnostics.map(({ code, line: row, column, endColumn }) => `${code} ${row}:${column}-${endColumn - 1}`);

interface RecordedProgram {
  readonly id: string;
  readonly edited: boolean;
  readonly words: Uint32Array;
}

/** The programs of all recorded containers, those of library functions included, as far as they say that they go. */
const RECORDED: readonly RecordedProgram[] = readRecorded().flatMap(({ provenance, bytes }) =>
  programsIn(bytes).map((words) => ({
    id: provenance.id,
    edited: provenance.how === 'edited',
    words: words.subarray(0, words[1]),
  })),
);

function programsIn(bytes: Uint8Array): Uint32Array[] {
  const container = isContainer(bytes) ? readContainer(bytes, new Diagnostics()) : undefined;
  return (container?.chunks ?? []).flatMap(({ tag, data }) => {
    if (tag === TAG.LIBF) return programsIn(data.slice());
    return tag === TAG.SHDR || tag === TAG.SHEX ? [wordsOf(data.slice())] : [];
  });
}

/** Programs with a message whose bytes are dots in Microsoft's listing. */
const UNPRINTABLE = ['debug-message-bytes.main.cs_5_0', 'debug-message-bytes.main.ps_5_0'];

/** Edited programs that no compiler makes, and what their listing does not show. */
const NOT_REPORTED: ReadonlySet<string> = new Set([
  'custom-data', // a comment of several lines, blocks without text
  'every-declaration', // values without a name
  'every-declaration-5_1', // operands of ranges without components
  'every-opcode-with-literals', // samplepos of a resource without the DWORD after it
  'every-opcode-with-scalars', // the same
  'every-opcode-with-small-integers', // bits that no instruction has
  'every-operand-type', // several indices without brackets, registers without components
  'every-operand-type-5_1', // the same
  'extended-opcode-tokens', // tokens in another order
  'geometry-opcodes', // values without a name
  'modifiers-and-precisions', // precisions with the same name
  'other-assemblers', // data without text, a DWORD after operands
  'sync-every-combination', // two kinds of fence of UAVs
  'wide-indices', // indices of 64 bits
]);

describe('a listing with hexadecimal literals gives the words back', () => {
  test.each(RECORDED.filter(({ edited }) => !edited))('$id', ({ id, words }) => {
    const { words: again, diagnostics } = assembled(sm4Text(readSm4Words(words), HEX));
    expect(diagnostics).toEqual([]);
    if (UNPRINTABLE.includes(id)) expect(sm4Text(readSm4Words(again!), HEX)).toBe(sm4Text(readSm4Words(words), HEX));
    else expect(again).toEqual(words);
  });

  test.each(RECORDED.filter(({ edited, id }) => edited && !NOT_REPORTED.has(id)))('$id, edited', ({ words }) => {
    expect(assembled(sm4Text(readSm4Words(words), HEX)).words).toEqual(words);
  });

  test('the exceptions are exactly the known ones', { tags: 'slow' }, () => {
    const lost = RECORDED.filter(({ words }) => {
      const again = assembled(sm4Text(readSm4Words(words), HEX)).words;
      return again === undefined || Buffer.compare(Buffer.from(again.buffer), Buffer.from(words.slice().buffer)) !== 0;
    });
    expect(new Set(lost.map(({ id }) => id))).toEqual(new Set([...NOT_REPORTED, ...UNPRINTABLE]));
  });

  test.each(allTargets())('random programs of $stage $version', { tags: 'slow' }, (target) => {
    for (let seed = 0; seed < 12; seed++) {
      const { words } = validProgram(new Random(911 + seed), target);
      const { words: again, diagnostics } = assembled(sm4Text(readSm4Words(words), HEX));
      expect(diagnostics).toEqual([]);
      expect(again).toEqual(words);
    }
  });

  test('with numbers and offsets before the lines', () => {
    const { words } = validProgram(new Random(5));
    for (const numbers of [false, true]) {
      for (const offsets of [false, true]) {
        const text = sm4Text(readSm4Words(words), listingStyle({ hex: true, numbers, offsets }));
        expect(assembled(text).words).toEqual(words);
      }
    }
  });
});

describe('a default listing', () => {
  test.each(RECORDED.filter(({ edited }) => !edited))('$id prints the same again', ({ words }) => {
    const text = sm4Text(readSm4Words(words), DEFAULT);
    const { words: again, diagnostics } = assembled(text);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(again).toHaveLength(words.length);
    // A number too small for six digits becomes 0, which prints without a point where the type is not known.
    const normalized = (listing: string) => listing.replace(/(?<![-\d])0\.000000/g, '0');
    expect(normalized(sm4Text(readSm4Words(again!), DEFAULT))).toBe(normalized(text));
  });

  test('loses only words of literals, and reports those', { tags: 'slow' }, () => {
    let lost = 0;
    let reported = 0;
    for (const { words } of RECORDED.filter(({ edited, id }) => !edited && !UNPRINTABLE.includes(id))) {
      const { words: again, diagnostics } = assembled(sm4Text(readSm4Words(words), DEFAULT));
      const literals = literalWords(words);
      words.forEach((word, i) => {
        if (again![i] === word) return;
        expect(literals.has(i)).toBe(true);
        lost++;
      });
      reported += diagnostics.length;
    }
    expect(lost).toBeGreaterThan(0);
    expect(reported).toBeGreaterThan(0);
  });
});

/** The indices of the words of literals, those of data blocks and of `dcl_hs_max_tessfactor` included. */
function literalWords(words: Uint32Array): Set<number> {
  const cursor = new Sm4Cursor(readSm4Words(words));
  const indices = new Set<number>();
  const add = (from: number, to: number) => {
    for (let i = from; i < to; i++) indices.add(i);
  };
  for (let i = 0; i < cursor.program.count; i++) {
    cursor.goto(i);
    if (cursor.row?.kind === 'custom' || cursor.row?.mnemonic === 'dcl_hs_max_tessfactor')
      add(cursor.start, cursor.end);
    for (const { literal, literalCount } of cursor.operands.slice(0, cursor.operandCount))
      add(literal, literal + literalCount);
  }
  return indices;
}

describe('what a listing does not show is as compilers write it', () => {
  // biome-ignore format: one row, one line
  test.each<[text: string, words: number[], profile?: string]>([
    ['mov r0.x, r1.y', [0x0500_0036, 0x0010_0012, 0, 0x0010_001a, 1]],
    ['mov r0.xyzw, r1.xyzw', [0x0500_0036, 0x0010_00f2, 0, 0x0010_0e46, 1]],
    ['mov r0.x, cb0[r1.y + 0].x', [0x0700_0036, 0x0010_0012, 0, 0x0420_800a, 0, 0x0010_001a, 1]],
    ['mov r0.x, cb0[r1.y].x', [0x0700_0036, 0x0010_0012, 0, 0x0420_800a, 0, 0x0010_001a, 1]],
    ['mov r0.x, cb0[r1.y + 3].x', [0x0800_0036, 0x0010_0012, 0, 0x0620_800a, 0, 3, 0x0010_001a, 1]],
    ['mov oDepth, v0.x', [0x0400_0036, 0x0000_c001, 0x0010_100a, 0]],
    ['imul null, r0.x, r1.x, r2.x', [0x0800_0026, 0x0000_d000, 0x0010_0012, 0, 0x0010_000a, 1, 0x0010_000a, 2]],
    ['dcl_output oDepth', [0x0200_0065, 0x0000_c001]],
    ['dcl_output oMask', [0x0200_0065, 0x0000_f000]],
    ['dcl_input vPrim', [0x0200_005f, 0x0000_b000]],
    ['dcl_input vCoverage', [0x0200_005f, 0x0002_3001]],
    ['dcl_constantbuffer CB1[4], dynamicIndexed', [0x0400_0859, 0x0020_8e46, 1, 4]],
    ['dcl_constantbuffer CB0[1:2][4], immediateIndexed, space=3', [0x0700_0059, 0x0030_8e46, 0, 1, 2, 4, 3], 'ps_5_1'],
    ['dcl_resource_texture2d (float,float,float,float) t3', [0x0400_1858, 0x0010_7000, 3, 0x5555]],
    ['dcl_resource_texture2dms(4) (float,float,float,float) T3[1:*], space=2', [0x0704_2058, 0x0030_7e46, 3, 1, 0xffff_ffff, 0x5555, 2], 'ps_5_1'],
    ['samplepos r0.xy, t0.xyxx, l(2)', [0x0800_006e, 0x0010_0032, 0, 0x0010_7046, 0, 0x4001, 2, 0]],
    ['samplepos r0.xy, rasterizer.xyxx, l(2)', [0x0600_006e, 0x0010_0032, 0, 0x0000_e046, 0x4001, 2]],
    ['store_raw g0.x, l(0), r1.x', [0x0700_00a6, 0x0011_f012, 0, 0x4001, 0, 0x0010_000a, 1]],
    ['ld_raw r0.x, l(0), g0.xxxx', [0x0700_00a5, 0x0010_0012, 0, 0x4001, 0, 0x0011_f006, 0]],
    ['fcall fp1[r1.x + 0][2]', [0x0600_0078, 2, 0x0421_3000, 1, 0x0010_000a, 1]],
    ['add r0.x, -|r1.x|, r2.x', [0x0800_0000, 0x0010_0012, 0, 0x8010_000a, 0xc1, 1, 0x0010_000a, 2]],
    ['add r0.x {min16f}, r1.x {def32 as min16f}, r2.x {min16f}', [0x0900_0000, 0x8010_0012, 0x4001, 0, 0x0010_000a, 1, 0x8010_000a, 0x4001, 2]],
    ['mov r0.x, T0[r1.x + 2].xyzw { nonuniform }', [0x0900_0036, 0x0010_0012, 0, 0x8620_7e46, 0x2_0001, 0, 2, 0x0010_000a, 1], 'ps_5_1'],
    ['if_nz r0.x', [0x0304_001f, 0x0010_000a, 0]],
    ['if [precise]_z r0.x', [0x0378_001f, 0x0010_000a, 0]],
    ['add_sat [precise(xz)] r0.x, r0.x, r0.x', [0x0728_2000, 0x0010_0012, 0, 0x0010_000a, 0, 0x0010_000a, 0]],
    ['resinfo_indexable(texture2d)(float,float,float,float)_uint r0.x, r1.x, t0.xyzw', [0x8900_103d, 0x8000_00c2, 0x0015_5543, 0x0010_0012, 0, 0x0010_000a, 1, 0x0010_7e46, 0]],
    ['sampleinfo_uint r0.y, t0.x', [0x0500_086f, 0x0010_0022, 0, 0x0010_700a, 0]],
    ['sync_uglobal_g_t', [0x0100_58be]],
    ['dcl_globalFlagsnone', [0x0100_006a]],
    ['dcl_function_table ft2 = {fb4, fb5}', [0x0500_0091, 2, 2, 4, 5]],
    ['dcl_interface_dynamicindexed fp1[3][2] = {ft0, ft1}', [0x0600_0892, 1, 2, 0x0003_0002, 0, 1]],
    ['printf "a %d\\n", l(3)', [0x2035, 11, 0x0020_0102, 1, 5, 1, 2, 0x4001, 3, 0x6425_2061, 0x0000_000a]],
    ['// COMMENT: abc', [0x35, 3, 0x0063_6261]],
    ['dcl_immediateConstantBuffer { { 1.000000, 0, -1, 0x7fc00000} }', [0x1835, 6, 0x3f80_0000, 0, 0xffff_ffff, 0x7fc0_0000]],
    ['opcode_300 0x0300012c, 0x00000005, 0x00000006', [0x0300_012c, 5, 6]],
  ])('%s', (text, words, profile) => {
    expect(line(text, profile)).toEqual(words);
  });

  const REMNANTS = [
    ['texture2d', 'ps_5_0', [0x2000]],
    ['texturecube', 'ps_5_0', []],
    ['texture2d', 'ps_5_1', [0]],
    ['texturecube', 'ps_5_1', []],
  ] as const;
  test.each(REMNANTS)('a DWORD after sample_d_cl_s of %s in %s', (dimension, profile, remnant) => {
    const [view, sampler, space] = profile === 'ps_5_1' ? ['T0[0:0]', 'S0[0]', ', space=0'] : ['t0', 's0', ''];
    const header = `dcl_resource_${dimension} (float,float,float,float) ${view}${space}\n`;
    const operands = `r0.xyzw, null, v0.xyxx, ${profile === 'ps_5_1' ? 'T0[0]' : 't0'}.xyzw, ${sampler}, v1.x, v1.x, v1.x`;
    const declared = line(header, profile).length;
    const words = line(`${header}sample_d_cl_s ${operands}`, profile).slice(declared);
    // The last operand is v1.x, and its number the last word before the remnant.
    expect(words.slice(words.lastIndexOf(1) + 1)).toEqual(remnant);
    const offsets = line(`${header}sample_d_cl_s_aoffimmi(1,0,0) ${operands}`, profile).slice(declared);
    expect(offsets.at(-1)).toBe(1);
  });
});

describe('the text', () => {
  const MINIMAL = 'ps_5_0\ndcl_temps 1\nif_nz r0.x\n  mov r0.x, l(1.000000)\nendif \nret \n';
  const WORDS = assembled(MINIMAL).words;

  test.each([
    ['line ends of two characters', MINIMAL.replaceAll('\n', '\r\n')],
    ['no line end at the end', MINIMAL.trimEnd()],
    ['tabs', MINIMAL.replaceAll(' ', '\t')],
    ['blank lines', MINIMAL.replaceAll('\n', '\n\n \t\n')],
    ['comments', MINIMAL.replaceAll('\n', ' // r0.x <- a\n// more\n')],
    ['comments in front', `//\n// Generated\n\n${MINIMAL}`],
    ['lines of a debugger', MINIMAL.replaceAll('\n', '\n#line 4 "a.hlsl"\n')],
    ['capitals', MINIMAL.toUpperCase().replace('DCL_TEMPS', 'dcl_temps')],
    [
      'numbers',
      'ps_5_0\n      dcl_temps 1\n   0: if_nz r0.x\n   1:   mov r0.x, l(1.000000)\n   2: endif \n   3: ret \n',
    ],
    [
      'a listing of an older model in front',
      `ps_2_x\n    mov r0, c0\n\n// approximately 1 instruction slot used\n${MINIMAL}`,
    ],
  ])('may have %s', (_, text) => {
    expect(assembled(text)).toEqual({ words: WORDS, diagnostics: [] });
  });

  test('may begin with a byte-order mark, which is reported', () => {
    for (const mark of ['\u00ef\u00bb\u00bf', '\ufeff']) {
      const outcome = assembled(mark + MINIMAL);
      expect(outcome.words).toEqual(WORDS);
      expect(locations(outcome)).toEqual([`DX3116 1:1-${mark.length}`]);
    }
  });

  test('may name ranges as the first notation of 5.1 did', { tags: 'slow' }, () => {
    const programs = RECORDED.filter(({ words, edited }) => !edited && (words[0]! & 0xff) === 0x51);
    expect(programs.length).toBeGreaterThan(20);
    for (const { words } of programs) {
      const text = sm4Text(readSm4Words(words), HEX);
      const early = text.replace(/\b(?:CB|[STU])(?=\d+\[)/g, (letters) => letters.toLowerCase());
      expect(assembled(early).words).toEqual(assembled(text).words);
    }
  });

  test('of the documents reads, in both notations', () => {
    const early = [
      'dcl_sampler s0[5:5], mode_default, space=0',
      'dcl_resource_texture2d (float,float,float,float) t1[10:*], space=0',
      'sample r1.xyzw, r0.xyxx, t1[r1.x + 10].xyzw, s0[5]',
    ].join('\n');
    expect(line(early, 'ps_5_1')).toEqual(
      line(
        early.replace(/\b[st](?=\d\[)/g, (letter) => letter.toUpperCase()),
        'ps_5_1',
      ),
    );
    // biome-ignore format: one operand, one group
    expect(line(early, 'ps_5_1').slice(-13)).toEqual([
      0x0d00_0045, 0x0010_00f2, 1, 0x0010_0046, 0, 0x0620_7e46, 1, 10, 0x0010_000a, 1, 0x0020_6000, 0, 5,
    ]);
  });

  test('may be a part of a larger one', () => {
    const text = `// first\n// second\n${MINIMAL}// behind\nmore that is none`;
    const start = text.indexOf('ps_5_0');
    const options = { start, end: start + MINIMAL.length, line: 3 };
    expect(assembled(text, options)).toEqual({ words: WORDS, diagnostics: [] });
    const wrong = text.replace('endif', 'endfi');
    expect(locations(assembled(wrong, options))).toEqual(['DX3101 7:1-5']);
  });

  test('reports the location of each instruction', () => {
    const reported: number[][] = [];
    assembled(MINIMAL, { onInstruction: (word, at, row) => reported.push([word, at, row]) });
    expect(reported).toEqual([
      [2, 7, 2],
      [4, 19, 3],
      [7, 32, 4],
      [12, 54, 5],
      [13, 61, 6],
    ]);
  });

  test('has every mnemonic of the table', () => {
    for (const row of SM4_OPCODE_BY_CODE) {
      if (row!.kind !== 'custom') expect(readMnemonic(row!.mnemonic)?.row).toBe(row);
    }
  });
});

describe('literals', () => {
  const literal = (mnemonic: string, text: string) => {
    const { words, diagnostics } = assembled(`ps_5_0\n${mnemonic} r0.x, l(${text})\n`);
    return { word: words?.at(-1), codes: diagnostics.map(({ code }) => code) };
  };

  // biome-ignore format: one row, one line
  test.each<[mnemonic: string, text: string, word: number, codes?: string[]]>([
    ['exp', '1.000000', 0x3f80_0000], ['exp', '1', 0x3f80_0000], ['exp', '-1', 0xbf80_0000], ['exp', '1e3', 0x447a_0000],
    ['exp', '0x3f800000', 0x3f80_0000], ['exp', '0X3F800000', 0x3f80_0000], ['exp', '.5', 0x3f00_0000], ['exp', '+2.5e-1', 0x3e80_0000],
    ['exp', '0.100000', 0x3dcc_cccd, ['DX3114']], ['exp', '0.1', 0x3dcc_cccd], ['exp', '0.10000000', 0x3dcc_cccd],
    ['exp', '0.500000', 0x3f00_0000], ['exp', '0.000000', 0], ['exp', '-0.000000', 0x8000_0000], ['exp', '16.100000', 0x4180_cccd],
    ['exp', '123456.789062', 0x47f1_2065], ['exp', '340282346638528859811704183484516925440.000000', 0x7f7f_ffff],
    ['exp', '1.#INF00', 0x7f80_0000], ['exp', '-1.#INF00', 0xff80_0000], ['exp', '-1.#IND00', 0xffc0_0000],
    ['exp', '1.#QNAN0', 0x7fc0_0000, ['DX3114']], ['exp', '-1.#QNAN0', 0xffff_ffff, ['DX3114']],
    ['exp', 'inf', 0x7f80_0000], ['exp', '-inf', 0xff80_0000], ['exp', 'nan', 0x7fc0_0000], ['exp', '-NaN', 0xffc0_0000],
    ['not', '1', 1], ['not', '-1', 0xffff_ffff], ['not', '4294967295', 0xffff_ffff], ['not', '0xfffffff0', 0xffff_fff0], ['not', '1.5', 0x3fc0_0000],
    ['mov', '1', 1], ['mov', '1.000000', 0x3f80_0000], ['mov', '-0.000000', 0x8000_0000], ['mov', '0', 0],
    // Microsoft's listing has a point here for a number that is not 0, but too small for six digits.
    ['mov', '0.000000', 0, ['DX3114']],
  ])('%s l(%s)', (mnemonic, text, word, codes = []) => {
    expect(literal(mnemonic, text)).toEqual({ word, codes });
  });

  test('of doubles', () => {
    const words = (text: string) => line(`dmov r0.xyzw, d(${text})`).slice(3);
    expect(words('2.500000l, -0.000000l')).toEqual([0x5002, 0, 0x4004_0000, 0, 0x8000_0000]);
    expect(words('1.#INF00l, -1.#IND00l')).toEqual([0x5002, 0, 0x7ff0_0000, 0, 0xfff8_0000]);
    expect(words('0x00000001, 0x00000002, 0x00000003, 0x00000004')).toEqual([0x5002, 1, 2, 3, 4]);
    expect(words('0x3f800000')).toEqual([0x5001, 0x3f80_0000]);
    expect(words('1.000000')).toEqual([0x5001, 0x3f80_0000]);
    const inexact = 'ps_5_0\ndmov r0.xyzw, d(0.100000l, 0.500000l)\n';
    expect(locations(assembled(inexact))).toEqual(['DX3114 2:17-25']);
    expect(assembled(inexact).words!.slice(-2)).toEqual(Uint32Array.of(0, 0x3fe0_0000));
  });

  test('are reported once a line', () => {
    const text = 'ps_5_0\nmad r0.x, l(0.100000), l(0.200000), l(0.300000)\nexp r0.x, l(0.100000)\n';
    expect(locations(assembled(text))).toEqual(['DX3114 2:13-20', 'DX3114 3:13-20']);
  });

  test('that match several numbers are reported one by one, then as a count', () => {
    const { diagnostics, words } = assembled(`ps_5_0\n${'exp r0.x, l(0.100000)\n'.repeat(50)}`);
    expect(words).toBeDefined();
    expect(diagnostics.slice(0, -1).every(({ code, severity }) => code === 'DX3114' && severity === 'warning')).toBe(
      true,
    );
    expect(diagnostics.at(-1)!.code).toBe('DX3115');
    expect(diagnostics.at(-1)!.message).toContain(String(50 - diagnostics.length + 1));
  });
});

test('two or three components of a value are a mask, with a warning', () => {
  const value = assembled('ps_5_0\nadd r0.xyz, r1.xyz, -r2.yw\n');
  expect(value.words!.slice(5)).toEqual(Uint32Array.of(0x0010_0072, 1, 0x8010_00a2, 0x41, 2));
  expect(locations(value)).toEqual(['DX3123 2:16-18', 'DX3123 2:25-26']);
});

describe('errors are reported with their location', () => {
  // biome-ignore format: one row, one line
  test.each<[text: string, location: string, hint?: RegExp]>([
    ['mda r0.x, r1.x, r2.x, r3.x', 'DX3101 2:1-3', /\bmad\b/],
    ['dcl_tmps 3', 'DX3101 2:1-8', /\bdcl_temps\b/],
    ['dcl_resource_texture2 (float,float,float,float) t0', 'DX3101 2:1-21', /\bdcl_resource_texture2d\b/],
    ['%%%', 'DX3101 2:1-3'],
    ['mad_st r0.x, r1.x, r2.x, r3.x', 'DX3102 2:4-6', /_sat\b/],
    ['mov_nz r0.x, r1.x', 'DX3102 2:4-6', /_sat\b/],
    ['sample(texture2d) r0.x', 'DX3104 2:7-17', /_indexable/],
    ['mad r0.x, r1.x', 'DX3103 2:15-15', /comma/],
    ['if_nz', 'DX3103 2:6-6'],
    ['fcall fp0', 'DX3103 2:10-10'],
    ['mov r0.x, r1.x, r2.x', 'DX3104 2:15-15', /2 operands/],
    ['ret foo', 'DX3104 2:5-7'],
    ['mov r0.x, q1.x', 'DX3105 2:11-12'],
    ['mov r0.x, vThreadIdInGroups.x', 'DX3105 2:11-27', /\bvThreadIDInGroup\b/],
    ['mov r0.x, -', 'DX3105 2:12-12'],
    ['dcl_resource_raw s0', 'DX3105 2:18-19', /\bt\b/],
    ['mov r0.yx, r1.xyzw', 'DX3106 2:8-9', /\.xy\b/],
    ['mov r0.xx, r1.xyzw', 'DX3106 2:8-9', /\.x\b/],
    ['mov r0.xyzw, r1.zyx', 'DX3106 2:17-19', /\.zyxz\b/],
    ['mov r0.xyzw, r1.xq', 'DX3106 2:17-18'],
    ['mov r0.x, cb0[r1.xy + 2].x', 'DX3106 2:18-19'],
    ['mov r0.x r1.x', 'DX3107 2:10-11'],
    ['mov r0.x, cb0[1.x', 'DX3107 2:16-16'],
    ['mov r0.x, l(1, 2, 3, 4', 'DX3107 2:12-23', /parenthesis/],
    ['mov r0.x, |r1.x', 'DX3107 2:11-16'],
    ['mov r0.x, l0', 'DX3107 2:12-12'],
    ['sample_indexable r0.x, r0.x, t0.x, s0', 'DX3107 2:18-18'],
    ['dcl_constantbuffer CB0[4]', 'DX3107 2:26-26'],
    ['mov r0.x, cb0[r1.x + foo].x', 'DX3108 2:22-24'],
    ['mov r0.x, l(1, 2, x, 4)', 'DX3108 2:19-19'],
    ['mov r0.x, l(0x)', 'DX3108 2:13-14'],
    ['mov r0.x, l(1e)', 'DX3108 2:13-14'],
    ['mov r0.x, l(5000000000)', 'DX3109 2:13-22'],
    ['mov r99999999999.x, r0.x', 'DX3109 2:6-16'],
    ['add r0.x, r0.x, l(1e39)', 'DX3109 2:19-22'],
    ['add r0.x, r0.x, l(-3.4028236e38)', 'DX3109 2:19-31'],
    ['dmov r0.xy, d(1e309l, 0l)', 'DX3109 2:15-20'],
    ['sample_aoffimmi(8,0,0) r0.x, r0.x, t0.x, s0', 'DX3109 2:17-17'],
    ['mov r0.x, l(1, 2)', 'DX3110 2:12-17'],
    ['dmov r0.x, d(1.000000l)', 'DX3110 2:13-23'],
    ['dcl_input_ps linaer v0.x', 'DX3111 2:14-19'],
    ['dcl_input_siv v0.x, positoin', 'DX3111 2:21-28', /\bposition\b/],
    ['dcl_globalFlags refactoringAlowed', 'DX3111 2:17-33', /\brefactoringAllowed\b/],
    ['mov r0.x {min16g}, r0.x', 'DX3111 2:11-16'],
    ['undecipherable custom data', 'DX3113 2:1-26'],
    ['<unknown> "x"', 'DX3113 2:1-13'],
    ['mov r0.x, r[r1.x][r1.x][r1.x][2].x', 'DX3117 2:30-30'],
    ['mov r0.x, r[r[r[r[r[r[0].x].x].x].x].x].x', 'DX3118 2:20-21'],
    ['opcode_300 0x0300012c, 0x00000005', 'DX3119 2:1-33'],
    ['opcode_1 0x01000001', 'DX3119 2:1-19'],
    ['printf "abc', 'DX3120 2:8-11'],
    ['if r0.x', 'DX3121 2:4-4', /if_nz/],
    ['mov r0, r1.x', 'DX3122 2:6-6', /mask/],
    ['mov r0.x, r1', 'DX3122 2:12-12', /\.xyzw/],
  ])('%s', (text, location, hint) => {
    const outcome = assembled(`ps_5_0\n${text}\nret \n`);
    expect(locations(outcome)).toEqual([location]);
    expect(outcome.words).toBeUndefined();
    if (hint) expect(outcome.diagnostics[0]!.hint).toMatch(hint);
  });

  test('a number is quoted as a whole', () => {
    for (const text of ['mov r0.x, 0.25', 'mov r0.x, l(1 0.25)']) {
      expect(assembled(`ps_5_0\n${text}\n`).diagnostics[0]!.message).toMatch(/\b0\.25\b/);
    }
  });

  test('spans count characters of the whole text', () => {
    const text = '//\nps_5_0\n  mov r0.x, q1.x\n';
    const { diagnostics } = assembled(text);
    expect(diagnostics[0]!.span).toEqual({ unit: 'char', start: text.indexOf('q1'), end: text.indexOf('q1') + 2 });
  });

  test('an instruction that is too long', () => {
    const index = '[cb0[cb0[cb0[0].x + 1].x + 1].x + 1]';
    const operand = `cb${index}${index}${index}.xyzw`;
    const operands = Array.from({ length: 7 }, () => operand).join(', ');
    expect(locations(assembled(`ps_5_0\nsample_d_cl_s r0.x, ${operands}\n`))).toEqual(['DX3112 2:1-13']);
  });

  test.each([
    '',
    '\n\n',
    '// nothing else\n',
    'mov r0.x, r1.x\n',
    'ps_5\n',
    'vs_2_0\n mov r0, r1\n',
    'type99999_5_0\n',
    'ps_16_0\n',
  ])('no version: %j', (text) => {
    const { words, diagnostics } = assembled(text);
    expect(words).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX3100']);
  });

  test('reading continues after a wrong line, and after the rows of a wrong block', () => {
    const text =
      'ps_5_0\ndcl_immediateConstantBuffer { { 1, 2, 3, x},\n  { 1, 2, 3, 4},\n  { 1, 2, 3, 4} }\nmov r0.x\nadd r0.x, r0.x, r0.x\nret x\n';
    expect(locations(assembled(text))).toEqual(['DX3108 2:42-42', 'DX3103 5:9-9', 'DX3104 7:5-5']);
  });

  test('stops after many errors', () => {
    const { diagnostics } = assembled(`ps_5_0\n${'foo\n'.repeat(5 * MAX_DIAGNOSTICS)}`);
    expect(diagnostics).toHaveLength(MAX_DIAGNOSTICS + 1);
    expect(diagnostics.at(-1)!.code).toBe('DX0012');
  });

  test('a library function, a stage that does not exist', () => {
    expect(assembled('lib_5_0\nret \n').words![0]).toBe(0xfff0_0050);
    expect(assembled('type9_5_0\nret \n').words![0]).toBe(0x0009_0050);
  });
});

describe('no text is too much', () => {
  test('any listing of any words, cut anywhere', { tags: 'slow' }, () => {
    const random = new Random(77);
    for (let i = 0; i < 300; i++) {
      const text = sm4Text(readSm4Words(wildProgram(random)), random.oneIn(2) ? HEX : DEFAULT);
      expect(() => assembled(text)).not.toThrow();
      expect(() => assembled(text.slice(0, random.below(text.length)))).not.toThrow();
    }
  });

  test('anything after a version', { tags: 'slow' }, () => {
    const random = new Random(78);
    for (let i = 0; i < 300; i++) {
      const text = `ps_5_${random.below(2)}\n${randomText(random, 10)}`;
      expect(() => assembled(text)).not.toThrow();
    }
  });

  test('long lines take time in proportion', { tags: 'slow' }, () => {
    for (const piece of ['(', '[', '{', '|', '-', 'r0[', 'l(', 'x_sat', '_', '0', '0x', '.', '{ { 1,']) {
      const text = `ps_5_0\nmov r0.x, ${piece.repeat(100_000)}\n${piece.repeat(100_000)}\n`;
      expect(assembled(text).words).toBeUndefined();
    }
  });
});
