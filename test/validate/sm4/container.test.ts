/**
 * Containers, their signatures and feature bits, validated; the diagnostics are those of Microsoft's validator,
 * recorded.
 */
import { describe, expect, test } from 'vitest';
import { sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import { assemble } from '../../../src/assemble/index.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf, fourCC } from '../../../src/base/words.ts';
import { type SignatureElement, serializeSignature } from '../../../src/chunks/signature.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer, writeChecksum } from '../../../src/container/write.ts';
import { validate } from '../../../src/validate/index.ts';

const VERTEX = 'vs_5_0\ndcl_input v0.xyzw\ndcl_output o0.xyzw\nmov o0.xyzw, v0.xyzw';
const PIXEL = 'ps_5_0\ndcl_input_ps linear v0.xyzw\ndcl_output o0.xyzw\nmov o0.xyzw, v0.xyzw';
const GEOMETRY =
  'gs_5_0\ndcl_input v[1][0].xyzw\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout 1';
const DOMAIN =
  'ds_5_0\ndcl_input_control_point_count 1\ndcl_tessellator_domain domain_isoline\ndcl_input_siv vpc0.x, finalLineDensityTessFactor\ndcl_output o0.xyzw';

/** Name, register, mask, system value, component type, stream. */
type Element = readonly [name: string, register: number, mask: number, value?: number, type?: number, stream?: number];

interface Change {
  readonly program?: string;
  readonly input?: readonly Element[];
  readonly output?: readonly Element[];
  readonly patch?: readonly Element[];
  /** With streams. */
  readonly streams?: true;
  /** The low DWORD of SFI0. */
  readonly features?: number;
  /** Tags of chunks that are left out. */
  readonly without?: readonly string[];
  /** A chunk before all others, by tag. */
  readonly first?: string;
  /** DWORDs of the program, by index. */
  readonly words?: Readonly<Record<number, number>>;
  /** DWORDs of the container, by index. */
  readonly header?: Readonly<Record<number, number>>;
}

const NO_REGISTER = 0xffff_ffff;
const FACTORS: readonly Element[] = [
  ['SV_TessFactor', 0, 1, 16],
  ['SV_TessFactor', 1, 1, 15],
];

function signature(elements: readonly Element[], tag: number): Uint8Array {
  const list = elements.map(
    (
      [semanticName, register, mask, systemValue = 0, componentType = 3, stream = 0],
      semanticIndex,
    ): SignatureElement => ({
      ...{ semanticName, semanticIndex, systemValue, componentType, register, mask, stream },
      ...{ readWriteMask: 0, minPrecision: 0 },
    }),
  );
  return serializeSignature(list, tag);
}

/** A shader with one input and one output, but for what is changed. */
function bytesFor([, change]: readonly [string, Change]): Uint8Array {
  const { program = VERTEX, streams, features, without = [], first, words = {}, header = {} } = change;
  const { bytes } = assemble(`${program}\nret\n`, { validate: false });
  const stage = program.slice(0, 2);
  const { input = [['A', 0, 15]], output = [[stage === 'ps' ? 'SV_Target' : 'A', 0, 15]] } = change;
  const { patch = stage === 'ds' ? FACTORS : undefined } = change;
  const code = readContainer(bytes!, new Diagnostics())!.find(TAG.SHEX, TAG.SHDR)!;
  const data = code.data.slice();
  const view = new DataView(data.buffer);
  for (const [index, word] of Object.entries(words)) view.setUint32(4 * Number(index), word, true);
  const out = streams ? TAG.OSG5 : TAG.OSGN;
  const chunks = [
    ...(first === undefined ? [] : [{ tag: fourCC(first), data: new Uint8Array(8) }]),
    { tag: TAG.ISGN, data: signature(input as readonly Element[], TAG.ISGN) },
    { tag: out, data: signature(output as readonly Element[], out) },
    ...(patch === undefined ? [] : [{ tag: TAG.PCSG, data: signature(patch, TAG.PCSG) }]),
    { tag: code.tag, data },
    ...(features === undefined ? [] : [{ tag: TAG.SFI0, data: bytesOf(Uint32Array.from([features, 0])) }]),
  ].filter(({ tag }) => !without.some((name) => fourCC(name) === tag));
  const container = serializeContainer(chunks);
  const headerView = new DataView(container.buffer);
  for (const [index, word] of Object.entries(header)) headerView.setUint32(4 * Number(index), word, true);
  if (Object.keys(header).length > 0) writeChecksum(container);
  return container;
}

/** Name, what differs from a plain shader, diagnostics. */
const CASES: readonly (readonly [name: string, change: Change, diagnostics: string])[] = [
  ['plain', {}, ''],
  ['no input signature', { without: ['ISGN'] }, 'DX3302'],
  ['no output signature', { without: ['OSGN'] }, 'DX3302'],
  ['no program', { without: ['SHEX'] }, 'DX3303'],
  ['no patch constants', { program: DOMAIN, without: ['PCSG'] }, 'DX3302'],
  ['the first of two counts', { first: 'ISGN' }, 'DX3330 DX3330 DX3330 DX3330'],
  ['a newer input signature counts before', { first: 'ISG1' }, 'DX3330 DX3330 DX3330 DX3330'],
  ['a program longer than its chunk', { words: { 1: 1000 } }, 'DX3303'],
  ['a program of no length', { words: { 1: 0 } }, ''],
  ['a program type that does not exist', { words: { 0: 0x0009_0050 } }, 'DX3304'],
  [
    'registers out of order',
    {
      input: [
        ['B', 1, 15],
        ['A', 0, 15],
      ],
    },
    'DX3302',
  ],
  ['a function with signatures', { first: 'LFS0', words: { 0: 0xfff0_0050 } }, 'DX3305'],
  ['a function without', { first: 'LFS0', words: { 0: 0xfff0_0050, 1: 2 }, without: ['ISGN', 'OSGN'] }, ''],
  ['raw buffers of model 4 in model 5', { features: 2 }, 'DX3306'],
  ['a feature without its flag', { features: 1 }, 'DX3310'],
  [
    'a flag without its feature',
    { program: 'vs_5_0\ndcl_globalFlags enableMinimumPrecision\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,0)' },
    'DX3310',
  ],
  [
    'double extensions alone',
    {
      features: 0x20,
      program: 'vs_5_0\ndcl_globalFlags enable11_1DoubleExtensions\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,0)',
    },
    'DX3311',
  ],
  [
    'precision without its flag',
    { program: 'vs_5_0\ndcl_output o0.xyzw {min16f}\nmov o0.xyzw {min16f}, l(0,0,0,0)' },
    'DX3312',
  ],
  [
    'a register out of range',
    {
      input: [
        ['A', 0, 15],
        ['B', 32, 15],
      ],
    },
    'DX3320',
  ],
  [
    'components twice',
    {
      input: [
        ['A', 0, 15],
        ['B', 0, 1],
      ],
    },
    'DX3321',
  ],
  ['a component type that does not exist', { input: [['A', 0, 15, 0, 4]] }, 'DX3322'],
  ['integers that are interpolated', { program: PIXEL, input: [['A', 0, 15, 0, 1]] }, 'DX3323'],
  ['a position that is no float4', { output: [['P', 0, 15, 1, 1]] }, 'DX3324 DX3329 DX3329 DX3329 DX3329'],
  [
    'an index that is no uint',
    {
      input: [
        ['A', 0, 15],
        ['I', 1, 1, 6, 3],
      ],
    },
    'DX3324',
  ],
  [
    'a clip distance of integers',
    {
      input: [
        ['A', 0, 15],
        ['C', 1, 1, 2, 1],
      ],
    },
    'DX3324',
  ],
  [
    'a factor of two',
    {
      program: DOMAIN,
      input: [],
      patch: [
        ['F', 0, 3, 16],
        ['F', 1, 1, 15],
      ],
    },
    'DX3324',
  ],
  [
    'a system value that does not exist',
    {
      input: [
        ['A', 0, 15],
        ['B', 1, 15, 23],
      ],
    },
    'DX3325',
  ],
  [
    'values after a generated one',
    {
      input: [
        ['A', 0, 15],
        ['F', 1, 1, 9, 1],
        ['B', 2, 1],
        ['C', 3, 1, 30],
      ],
    },
    'DX3326 DX3326',
  ],
  [
    'three registers of clip distances',
    {
      input: [
        ['A', 0, 15],
        ['C', 1, 1, 2],
        ['C', 2, 1, 3],
        ['C', 3, 1, 2],
      ],
    },
    'DX3327',
  ],
  ['a pixel output that is none', { program: PIXEL, output: [['COLOR', 0, 15]] }, 'DX3328'],
  [
    'pixel outputs of all kinds',
    {
      program: PIXEL,
      output: [
        ['sv_target', 0, 15],
        ['SV_Depth', NO_REGISTER, 1],
        ['SV_Coverage', NO_REGISTER, 1, 0, 1],
      ],
    },
    '',
  ],
  [
    'a depth that is no float',
    {
      program: PIXEL,
      output: [
        ['SV_Target', 0, 15],
        ['SV_Depth', NO_REGISTER, 1, 0, 1],
      ],
    },
    'DX3324',
  ],
  ['another name than declared', { output: [['P', 0, 15, 1]] }, 'DX3329 DX3329 DX3329 DX3329'],
  ['components that are missing', { input: [['A', 0, 5]] }, 'DX3330 DX3330'],
  [
    'all signatures at once',
    { input: [['A', 0, 15, 30]], output: [['A', 1, 15, 30]] },
    'DX3325 DX3329 DX3329 DX3329 DX3329 DX3325 DX3330 DX3330 DX3330 DX3330',
  ],
  ['names that geometry shaders do not compare', { program: GEOMETRY, input: [['A', 0, 15, 2]] }, ''],
  [
    'the primitive of a geometry shader',
    {
      program: GEOMETRY,
      input: [
        ['A', 0, 15],
        ['P', NO_REGISTER, 1, 7, 1],
      ],
    },
    '',
  ],
  [
    'outputs in another stream',
    { program: GEOMETRY, streams: true, output: [['A', 0, 15, 0, 3, 1]] },
    'DX3330 DX3330 DX3330 DX3330',
  ],
  [
    'the same register in two streams',
    {
      program: GEOMETRY,
      streams: true,
      output: [
        ['A', 0, 15],
        ['B', 0, 15, 1, 3, 1],
      ],
    },
    '',
  ],
  [
    'a stream that does not exist',
    {
      program: GEOMETRY,
      streams: true,
      output: [
        ['A', 0, 15],
        ['B', 40, 15, 30, 9, 4],
      ],
    },
    '',
  ],
  ['declared patch constants', { program: DOMAIN, input: [], patch: FACTORS }, ''],
  [
    'no signature where anything else is wrong',
    { program: 'ps_5_0\ndcl_output o0.xyzw\ndcl_temps 1\nmov o0.xyzw, r0.xxxx', output: [['SV_Target', 1, 15]] },
    'DX3850@3 DX3850@3 DX3850@3 DX3850@3',
  ],
];

describe('containers, signatures and features are validated as by Microsoft', () => {
  test.each(CASES)('%s', (name, change, diagnostics) => {
    expect(sm4DiagnosticLines(bytesFor([name, change])).join(' ')).toBe(diagnostics);
  });
});

test('a container that is not whole: Microsoft has one diagnostic for all of it, here it is said what is wrong', () => {
  expect(sm4DiagnosticLines(bytesFor(['another version', { header: { 5: 2 } }]))).toEqual(['DX1009']);
  expect(sm4DiagnosticLines(bytesFor(['a chunk that begins elsewhere', { header: { 8: 48 } }]))).toEqual(['DX3301']);
});

test('a digest that does not match makes a container invalid, without a second code for it', () => {
  const bytes = bytesFor(['plain', {}]);
  bytes[4]! ^= 1;
  const { valid, diagnostics } = validate(bytes);
  expect(valid).toBe(false);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['DX1003', 'error']]);
});

test('validation continues after a wrong digest, where Microsoft stops', () => {
  const program = 'ps_5_0\ndcl_output o0.xyzw\ndcl_temps 1\nmov o0.xyzw, r1.xyzw';
  const bytes = bytesFor(['undeclared', { program, output: [['SV_Target', 1, 15]] }]);
  bytes[4]! ^= 1;
  const { valid, diagnostics } = validate(bytes);
  expect(valid).toBe(false);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ['DX1003', 'error'],
    ['DX3472', 'error'],
  ]);
});
