/**
 * Root signatures: read, written, printed, assembled and validated. What Microsoft's compiler makes of a text, or that
 * it refuses it, is recorded in the fixtures and in fixtures/root-signature/cases.jsonl.gz.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { FIXTURES, ROOT } from '../../fixtures/sources.ts';
import { wordBytes } from '../../smith/bytes.ts';
import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Bytes } from '../../src/base/words.ts';
import { type RootSignature, readRts0, serializeRts0 } from '../../src/chunks/rts0.ts';
import { CHUNK_HEADER_SIZE, isContainer, readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { detectFormat } from '../../src/file/detect-format.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { printRootSignature } from '../../src/text/root-signature.ts';
import { validate } from '../../src/validate/validate.ts';

/** The recorded files with a root signature. */
const fixtures = readRecorded().flatMap(({ provenance, bytes }) => {
  const container = isContainer(bytes) ? readContainer(bytes, new Diagnostics()) : undefined;
  const chunk = container?.find(TAG.RTS0);
  return container && chunk ? [{ id: provenance.id, provenance, bytes, container, chunk }] : [];
});

const alone = fixtures.filter(({ provenance }) => provenance.profile?.startsWith('rootsig'));

function versionOf(profile: string): '1.0' | '1.1' {
  return profile.endsWith('_1_0') ? '1.0' : '1.1';
}

/** The container that a text becomes; the test fails where there are errors. */
function assembled(text: string): Uint8Array {
  const { bytes, diagnostics } = assembleRootSignature(text);
  expect(diagnostics).toEqual([]);
  return bytes!;
}

function signatureOf(text: string): RootSignature {
  const container = readContainer(assembled(text), new Diagnostics())!;
  return readRts0(container, container.chunks[0]!, new Diagnostics())!;
}

/** A container with this payload. */
function containerOf(words: readonly number[]): Uint8Array {
  return serializeContainer([{ tag: TAG.RTS0, data: wordBytes(...words) }]);
}

describe('fixtures', () => {
  it('exist, alone and in shaders', () => {
    expect(alone.length).toBeGreaterThanOrEqual(30);
    expect(fixtures.length - alone.length).toBeGreaterThanOrEqual(15);
  });

  test.each(fixtures)('$id is written as it was read', ({ container, chunk }) => {
    const diagnostics = new Diagnostics();
    const signature = readRts0(container, chunk, diagnostics)!;
    expect(diagnostics.list).toEqual([]);
    expect(serializeRts0(signature)).toEqual(chunk.data);
  });

  test.each(fixtures)('$id assembles from what is printed of it', ({ container, chunk }) => {
    const { bytes, diagnostics } = assembleRootSignature(
      printRootSignature(readRts0(container, chunk, new Diagnostics())!),
      { validate: false },
    );
    expect(diagnostics).toEqual([]);
    expect(bytes).toEqual(serializeContainer([chunk]));
  });

  test.each(alone)('$id is what its source assembles to', ({ provenance, bytes }) => {
    const { source, entry, profile = '' } = provenance;
    const text = readFileSync(join(ROOT, source), 'latin1');
    const made = assembleRootSignature(text, { entry, rootSignatureVersion: versionOf(profile) });
    expect(made.bytes).toEqual(bytes);
  });

  test.each(alone)('$id is detected by content and printed', ({ provenance, bytes, container, chunk }) => {
    expect(detectFormat(bytes)).toEqual({ format: 'root-signature', profile: provenance.profile });
    const { text, diagnostics } = disassemble(bytes);
    expect(diagnostics).toEqual([]);
    expect(text).toBe(printRootSignature(readRts0(container, chunk, new Diagnostics())!));
    expect(detectFormat(latin1Bytes(text))).toEqual({ format: 'root-signature-text', profile: provenance.profile });
  });

  it('are valid, but for what the runtime does not take', () => {
    for (const { id, bytes } of alone) {
      const { valid, diagnostics } = validate(bytes);
      const codes = diagnostics.map(({ code }) => code);
      expect([id, valid, codes]).toEqual(id.includes('LIMITS') ? [id, false, ['DX4075']] : [id, true, []]);
      expect(validate(bytes, { as: 'compiler' }).valid).toBe(true);
    }
  });
});

interface Case {
  readonly text: string;
  readonly version: '1.0' | '1.1';
  readonly sha256?: string;
  readonly error?: string;
}

test('random texts become the bytes of the compiler, or are refused as it refuses them', { tags: 'slow' }, () => {
  const file = gunzipSync(readFileSync(join(FIXTURES, 'root-signature/cases.jsonl.gz'))).toString('utf8');
  const cases = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
  expect(cases.filter(({ error }) => error === undefined).length).toBeGreaterThan(500);
  expect(new Set(cases.map(({ error }) => error)).size).toBeGreaterThanOrEqual(8);
  for (const { text, version, sha256 } of cases) {
    const { bytes } = assembleRootSignature(`#define RS "${text}"`, { entry: 'RS', rootSignatureVersion: version });
    const hash = bytes && createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    expect(hash, text).toBe(sha256);
  }
});

describe('print', () => {
  it('leaves out default values', () => {
    const text = [
      'rootsig_1_1',
      'RootFlags(ALLOW_STREAM_OUTPUT),',
      'CBV(b0),',
      'DescriptorTable(SRV(t0), UAV(u1, numDescriptors=2, space=3, offset=4, flags=DATA_STATIC)),',
      'StaticSampler(s0, mipLODBias=-0.5)',
      '',
    ].join('\n');
    expect(printRootSignature(signatureOf(text))).toBe(text);
  });

  it('prints what has no name as a number, and that assembles to the same', () => {
    const text = [
      'rootsig_1_1',
      'RootFlags(DENY_MESH_SHADER_ROOT_ACCESS | 0x80000000),',
      'CBV(b0, flags=DATA_STATIC | 0x40, visibility=0x9),',
      'DescriptorTable(SRV(t0, flags=0x100), visibility=SHADER_VISIBILITY_MESH),',
      'StaticSampler(',
      '  s0,',
      '  filter=0x99,',
      '  addressU=0x0,',
      '  mipLODBias=0x7fc00001,',
      '  comparisonFunc=0x0,',
      '  minLOD=0xff800000,',
      '  maxLOD=0x7f800000)',
      '',
    ].join('\n');
    const { bytes } = assembleRootSignature(text, { validate: false });
    expect(disassemble(bytes!).text).toBe(text);
  });

  it.each([
    0x7f7fffff, 0xff7fffff, 0x7f7ffffe, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x4f800000, 0xcf000001,
    0x3dcccccd,
  ])('prints the float %i so that the compiler makes the same bits of it', (word) => {
    const signature = signatureOf('StaticSampler(s0, minLOD=1)');
    const [sampler] = signature.staticSamplers;
    const printed = printRootSignature({ ...signature, staticSamplers: [{ ...sampler!, minLOD: word }] });
    // As strictly as the compiler reads.
    const line = printed.split('\n')[1]!;
    expect(signatureOf(`#define RS "${line}"`).staticSamplers[0]!.minLOD).toBe(word);
  });

  it('has a comment for a parameter that it cannot print', () => {
    const container = readContainer(containerOf([2, 2, 24, 0, 60, 0, 7, 0, 60, 2, 0, 48, 1, 0, 0]), new Diagnostics())!;
    const diagnostics = new Diagnostics();
    const signature = readRts0(container, container.chunks[0]!, diagnostics)!;
    expect(diagnostics.list.map(({ code }) => code)).toEqual(['DX4001']);
    const lines = printRootSignature(signature).split('\n');
    expect(lines[1]).toMatch(/^\/\/ /);
    expect(assembleRootSignature(lines.join('\n')).diagnostics).toEqual([]);
  });
});

describe('texts of their own', () => {
  it('may have a version, comments, line ends and a mark of the byte order', () => {
    const result = assembled('CBV(b0), SRV(t1)');
    for (const text of [
      'CBV(b0),\r\n\tSRV(t1)\r\n',
      '/* a\n comment */ CBV(b0), // another\nSRV(t1) // the last',
      'rootsig_1_1 CBV(b0), SRV(t1)',
      '\ufeffCBV(b0), SRV(t1)',
      '\u00ef\u00bb\u00bfrootsig_1_1\nCBV(b0), SRV(t1),',
      'CBV(b0x0), SRV(t1)',
    ])
      expect(assembled(text)).toEqual(result);
    expect(assembled('rootsig_1_0\n')).toEqual(containerOf([1, 0, 24, 0, 24, 0]));
    expect(assembled('')).toEqual(containerOf([2, 0, 24, 0, 24, 0]));
  });

  it('are of the version that is asked for, even where they name another', () => {
    const { bytes } = assembleRootSignature('rootsig_1_1 CBV(b0)', { rootSignatureVersion: '1.0' });
    expect(detectFormat(bytes!).profile).toBe('rootsig_1_0');
  });

  it.each([
    ['rootsig_1_1\n', 'rootsig_1_1'],
    ['// text\nCBV (b0)', null],
    ['descriptortable(SRV(t0))', null],
    ['#pragma once\n#define A "x"\n#define RS \\\n  "StaticSampler(s0)"\n', null],
  ])('are detected by content: %j', (text, profile) => {
    expect(detectFormat(latin1Bytes(text))).toEqual({ format: 'root-signature-text', profile });
  });

  it.each(['CBV', 'rootsig_1_10', '#define A "text"\n', 'float4 CBV(b0);', '"CBV(b0)"'])(
    'are not taken for one: %j',
    (text) => {
      expect(detectFormat(latin1Bytes(text)).format).toBe('unknown');
    },
  );
});

describe('HLSL sources', () => {
  it('give the last macro with a string, or the one that is asked for', () => {
    const text = '#define A "CBV(b1)"\n#define B A ", SRV(t2)"\nfloat4 x;\n';
    expect(assembled(text)).toEqual(assembled('CBV(b1), SRV(t2)'));
    expect(assembleRootSignature(text, { entry: 'A' }).bytes).toEqual(assembled('CBV(b1)'));
  });

  it('follow conditions, definitions of the caller, and included files', () => {
    const text = '#include "common.hlsli"\n#if FAST\n#define RS COMMON ", CBV(b1)"\n#else\n#define RS COMMON\n#endif';
    const include = (path: string) => ({ name: path, text: '#define COMMON "UAV(u0)"\n' });
    expect(assembleRootSignature(text, { entry: 'RS', include, defines: { FAST: '1' } }).bytes).toEqual(
      assembled('UAV(u0), CBV(b1)'),
    );
    expect(assembleRootSignature(text, { entry: 'RS', include, defines: { FAST: '0' } }).bytes).toEqual(
      assembled('UAV(u0)'),
    );
  });

  it.each([
    ['#define RS CBV(b0)', 'RS'],
    ['#define RS "CBV(b0)" + 1', 'RS'],
    ['#define RS ("CBV(b0)"', 'RS'],
    ['#define RS', 'RS'],
    ['#define F(x) x\n#define RS F', 'RS'],
    ['float4 x;', 'RS'],
    ['#define RS RS "CBV(b0)"', undefined],
  ])('are refused where the macro is no string: %j', (text, entry) => {
    const { bytes, diagnostics } = assembleRootSignature(text, { entry });
    expect(bytes).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX4030']);
  });

  it.each(['#define F(x) x\n#define RS F("CBV(b0)"', '#define RS "CBV(b0)', '/*'])(
    'are refused with what the preprocessor says: %j',
    (text) => {
      const { bytes, diagnostics } = assembleRootSignature(text, { entry: 'RS' });
      expect(bytes).toBeUndefined();
      expect(diagnostics[0]!.code).toMatch(/^X1/);
    },
  );

  it('report errors with the location in the source', () => {
    const text = '// x\n#define RS \\\n  "CBV(b0), " \\\n  "SRV(\\\nu7)"\n';
    const [found] = assembleRootSignature(text, { name: 'a.hlsl' }).diagnostics;
    expect(found).toMatchObject({ code: 'DX4024', file: 'a.hlsl', line: 5, column: 1, endColumn: 3 });
    expect(text.slice(found!.span.start, found!.span.end)).toBe('u7');
    const made = '\n#define F(x) "CBV(" #x ")"\n#define RS F(t0)\n';
    expect(assembleRootSignature(made).diagnostics[0]).toMatchObject({ code: 'DX4024', line: 3, column: 9 });
  });

  it('report errors of an included file with the location in that file', () => {
    const include = (path: string) => ({ name: path, text: '\n\n#define COMMON "UAV(t0)"\n' });
    const [found] = assembleRootSignature('#include "c.h"', { entry: 'COMMON', include }).diagnostics;
    expect(found).toMatchObject({ code: 'DX4024', file: 'c.h', line: 3, column: 21, span: { start: 0, end: 0 } });
  });

  it('accept no more than the compiler accepts', () => {
    for (const text of [
      'CBV(b0)\\t',
      'CBV(b0) // x',
      'rootsig_1_1 CBV(b0)',
      'RootFlags(0x0)',
      'StaticSampler(s0, filter=85)',
    ])
      expect(assembleRootSignature(`#define RS "${text}"`, { entry: 'RS' }).bytes, text).toBeUndefined();
  });
});

describe('errors of texts', () => {
  it.each([
    ['CBV(b0) SRV(t0)', 'DX4020', 'SRV'],
    ['CBX(b0)', 'DX4020', 'CBX'],
    ['CBV b0', 'DX4020', 'b0'],
    ['CBV(b0, color=1)', 'DX4020', 'color'],
    ['CBV(b0, space 1)', 'DX4020', '1'],
    ['CBV(b0, space=x)', 'DX4020', 'x'],
    ['CBV(b0', 'DX4020', ''],
    ['CBV(b0, space=1, SPACE=2)', 'DX4021', 'SPACE'],
    ['CBV(b0, b1)', 'DX4021', 'b1'],
    ['RootFlags(0), RootFlags(0)', 'DX4022', 'RootFlags'],
    ['CBV(space=1)', 'DX4023', 'CBV(space=1)'],
    ['RootConstants(b0)', 'DX4023', 'RootConstants(b0)'],
    ['RootConstants(num32BitConstants=1)', 'DX4023', 'RootConstants(num32BitConstants=1)'],
    ['DescriptorTable(Sampler(space=1))', 'DX4023', 'Sampler(space=1)'],
    ['DescriptorTable(SRV(t0), UAV(s2))', 'DX4024', 's2'],
    ['CBV(b0, visibility=PIXEL)', 'DX4025', 'PIXEL'],
    ['RootFlags(ALLOW_STREAM)', 'DX4025', 'ALLOW_STREAM'],
    ['CBV(b0, space=4294967296)', 'DX4028', '4294967296'],
    ['CBV(b0, space=-1)', 'DX4028', '-1'],
    ['StaticSampler(s0, minLOD=1e39)', 'DX4028', '1e39'],
    ['/* CBV(b0)', 'DX4020', '/'],
  ])('%j: %s at %j', (text, code, expectedSpan) => {
    const { bytes, diagnostics } = assembleRootSignature(text);
    expect(bytes).toBeUndefined();
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    const [{ span, hint }] = diagnostics as [(typeof diagnostics)[0]];
    expect(text.slice(span.start, span.end)).toBe(expectedSpan);
    expect(span.end - span.start).toBe(expectedSpan.length);
    if (code !== 'DX4020' && code !== 'DX4028' && code !== 'DX4024') expect(hint).toBeDefined();
  });

  it('are reported for every entry, with line and column', () => {
    const text = 'CBV(t0),\nSRV(t0),\nUAV(u0, (x), y),\n\nFoo(1)';
    const { diagnostics } = assembleRootSignature(text);
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['DX4024', 1, 5],
      ['DX4020', 3, 9],
      ['DX4020', 5, 1],
    ]);
  });

  it('suggest the nearest name', () => {
    const hint = (text: string) => assembleRootSignature(text).diagnostics[0]!.hint;
    expect(hint('DescriptorTabel(SRV(t0))')).toContain('DescriptorTable');
    expect(assembleRootSignature('#define FRAME "CBV(b0)"', { entry: 'FRAMES' }).diagnostics[0]!.hint).toContain(
      'FRAME?',
    );
    expect(hint('CBV(b0, visibilty=SHADER_VISIBILITY_ALL)')).toContain('visibility');
  });

  it('say that version 1.0 has no flags', () => {
    for (const text of ['CBV(b0, flags=0)', 'DescriptorTable(SRV(t0, flags=0))']) {
      const { diagnostics } = assembleRootSignature(text, { rootSignatureVersion: '1.0' });
      expect(diagnostics.map(({ code }) => code)).toEqual(['DX4027']);
    }
  });

  it('stay few and quick for texts of nothing but errors', { tags: 'slow' }, () => {
    const { diagnostics } = assembleRootSignature('CBV(,'.repeat(100_000));
    expect(diagnostics.length).toBe(1);
    const many = assembleRootSignature('X,'.repeat(200_000));
    expect(many.diagnostics.length).toBeLessThanOrEqual(2 ** 16 + 1);
  });

  it('take strings and bytes only', () => {
    expect(assembleRootSignature(latin1Bytes('CBV(b0)'))).toEqual(assembleRootSignature('CBV(b0)'));
    expect(() => assembleRootSignature(4 as never)).toThrow(
      'assembleRootSignature: text must be a string or bytes, not a number',
    );
    expect(() => assembleRootSignature('CBV(b0)', { validates: true } as never)).toThrow("did you mean 'validate'?");
  });
});

describe('rules', () => {
  const NO_END = 'numDescriptors=unbounded';
  it.each([
    ['DescriptorTable(SRV(t0), Sampler(s0))', 'DX4053', 'Sampler(s0)'],
    ['DescriptorTable(SRV(t0, numDescriptors=0))', 'DX4054', 'numDescriptors=0'],
    [`DescriptorTable(SRV(t0, ${NO_END}), UAV(u0))`, 'DX4055', 'UAV(u0)'],
    ['DescriptorTable(SRV(t3, numDescriptors=4294967294))', 'DX4056', 'numDescriptors=4294967294'],
    ['DescriptorTable(SRV(t0, numDescriptors=3, offset=4294967294))', 'DX4057', 'numDescriptors=3'],
    ['DescriptorTable(Sampler(s0, flags=DATA_STATIC))', 'DX4059', 'flags=DATA_STATIC'],
    ['CBV(b0, flags=DATA_STATIC|DATA_VOLATILE)', 'DX4060', 'flags=DATA_STATIC|DATA_VOLATILE'],
    [
      'DescriptorTable(SRV(t0, flags=DATA_STATIC | DESCRIPTORS_VOLATILE))',
      'DX4061',
      'flags=DATA_STATIC | DESCRIPTORS_VOLATILE',
    ],
    [
      'DescriptorTable(SRV(t0, flags=DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS|DESCRIPTORS_VOLATILE))',
      'DX4062',
      'flags=DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS|DESCRIPTORS_VOLATILE',
    ],
    [
      'DescriptorTable(Sampler(s0, flags=DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS))',
      'DX4063',
      'flags=DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS',
    ],
    ['CBV(b0, space=4294967280)', 'DX4065', 'space=4294967280'],
    ['CBV(b0), RootConstants(num32BitConstants=1, b0)', 'DX4066', 'b0'],
    ['SRV(t4), DescriptorTable(SRV(t0, numDescriptors=5))', 'DX4066', 't0'],
    ['StaticSampler(s0, visibility=SHADER_VISIBILITY_HULL), StaticSampler(s0)', 'DX4066', 's0'],
    ['StaticSampler(s0, mipLODBias=16)', 'DX4069', 'mipLODBias=16'],
    ['StaticSampler(s0, maxAnisotropy=17)', 'DX4070', 'maxAnisotropy=17'],
    // These the compiler has no words for.
    ['RootFlags(0x1000)', 'DX4050', undefined],
    ['CBV(b0, visibility=8)', 'DX4051', 'visibility=8'],
    ['CBV(b0, flags=1)', 'DX4058', 'flags=1'],
    ['DescriptorTable(SRV(t0, flags=0x20))', 'DX4058', 'flags=0x20'],
    ['StaticSampler(s0, filter=2)', 'DX4067', 'filter=2'],
    ['StaticSampler(s0, addressV=0)', 'DX4068', 'addressV=0'],
    ['StaticSampler(s0, mipLODBias=0x7fc00000)', 'DX4069', 'mipLODBias=0x7fc00000'],
    ['StaticSampler(s0, filter=FILTER_COMPARISON_ANISOTROPIC, comparisonFunc=0)', 'DX4071', 'comparisonFunc=0'],
    ['StaticSampler(s0, borderColor=3)', 'DX4072', 'borderColor=3'],
    ['StaticSampler(s0, minLOD=0x7fc00000)', 'DX4073', 'minLOD=0x7fc00000'],
    ['StaticSampler(s0, maxLOD=0xffffffff)', 'DX4073', 'maxLOD=0xffffffff'],
  ])('%j: %s', (text, code, expectedSpan) => {
    const { bytes, diagnostics } = assembleRootSignature(text);
    expect(bytes).toBeUndefined();
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    const { start, end } = diagnostics[0]!.span;
    expect(text.slice(start, end)).toBe(expectedSpan ?? text);
    // This rule for the bytes, at a field of four of them.
    const file = assembleRootSignature(text, { validate: false }).bytes!;
    const { valid, diagnostics: validated } = validate(file);
    expect([valid, validated.map((one) => one.code)]).toEqual([false, [code]]);
    expect(validated[0]!.span.end - validated[0]!.span.start).toBe(4);
  });

  it.each([
    'CBV(b0, visibility=SHADER_VISIBILITY_HULL), CBV(b0, visibility=SHADER_VISIBILITY_PIXEL)',
    'CBV(b0), SRV(t0), UAV(u0), StaticSampler(s0)',
    'CBV(b0), CBV(b0, space=1)',
    `DescriptorTable(SRV(t0, ${NO_END}), UAV(u0, offset=0))`,
    'StaticSampler(s0, comparisonFunc=0)',
    'StaticSampler(s0, minLOD=0x7f800000, maxLOD=0xff800000)',
    'RootFlags(LOCAL_ROOT_SIGNATURE | SAMPLER_HEAP_DIRECTLY_INDEXED)',
    'RootConstants(num32BitConstants=62, b0), DescriptorTable(SRV(t0)), DescriptorTable(SRV(t1))',
    'RootConstants(num32BitConstants=62, b0), SRV(t1)',
  ])('%j is valid', (text) => {
    expect(validate(assembled(text))).toMatchObject({ valid: true, diagnostics: [] });
  });

  it('has a limit of the cost, which the compiler does not know', () => {
    for (const text of [
      'RootConstants(num32BitConstants=65, b0)',
      'RootConstants(num32BitConstants=63, b0), SRV(t0)',
      'RootConstants(num32BitConstants=64, b0), DescriptorTable(SRV(t0))',
    ]) {
      const { bytes, diagnostics } = assembleRootSignature(text);
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['DX4031', 'warning']]);
      expect(validate(bytes!)).toMatchObject({ valid: false, diagnostics: [{ code: 'DX4075' }] });
      expect(validate(bytes!, { as: 'compiler' })).toMatchObject({ valid: true, diagnostics: [] });
    }
  });

  it('names the very bytes', () => {
    const text =
      'DescriptorTable(SRV(t0), SRV(t1, flags=DATA_STATIC | DESCRIPTORS_VOLATILE)), UAV(u0, space=4294967295)';
    const { bytes } = assembleRootSignature(text, { validate: false });
    const words = new DataView(bytes!.buffer);
    const values = validate(bytes!).diagnostics.map(({ code, span }) => [code, words.getUint32(span.start, true)]);
    expect(values).toEqual([
      ['DX4061', 9],
      ['DX4065', 0xffff_ffff],
    ]);
  });

  it('knows ranges of no type', () => {
    const words = [2, 1, 24, 0, 68, 0, 0, 0, 36, 1, 44, 9, 1, 0, 0, 0, 0];
    const { diagnostics } = validate(containerOf(words));
    expect(diagnostics.map(({ code, span }) => [code, span.start - 36 - CHUNK_HEADER_SIZE])).toEqual([['DX4052', 44]]);
  });

  it('finds overlaps among many ranges at once', { tags: 'slow' }, () => {
    const entries = Array.from({ length: 3000 }, (_, i) => `SRV(t${(i * 7919) % 3000})`);
    const text = `${entries.join()}, SRV(t17)`;
    const { diagnostics } = assembleRootSignature(text);
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['DX4066']);
    expect(diagnostics[0]!.span.end).toBe(text.length - 1);
  });
});

describe('bytes', () => {
  const read = (words: readonly number[]) => {
    const container = readContainer(containerOf(words), new Diagnostics())!;
    const diagnostics = new Diagnostics(-36 - CHUNK_HEADER_SIZE);
    const signature = readRts0(container, container.chunks[0]!, diagnostics);
    return { signature, reported: diagnostics.list.map(({ code, span }) => [code, span.start, span.end]) };
  };

  it('of other versions are refused', () => {
    expect(read([3, 0, 24, 0, 24, 0])).toEqual({ signature: undefined, reported: [['DX4000', 0, 4]] });
    expect(validate(containerOf([0, 0, 24, 0, 24, 0])).valid).toBe(false);
  });

  it('that end too early are read as far as they go', () => {
    expect(read([2, 0, 24]).signature).toBeUndefined();
    const counts = read([2, 0xffff_ffff, 24, 0xffff_ffff, 24, 1]);
    expect(counts.signature).toEqual({ version: 2, parameters: [], staticSamplers: [], flags: 1 });
    expect(counts.reported.map(([code]) => code)).toEqual(['DX1012', 'DX1012']);
    const payload = read([2, 1, 24, 0, 36, 0, 2, 0, 1000]);
    expect(payload.signature?.parameters).toEqual([{ parameterType: 2, shaderVisibility: 0 }]);
    expect(payload.reported.map(([code]) => code)).toEqual(['DX1010']);
  });

  it('that claim the same ranges again and again are read up to a limit', { tags: 'slow' }, () => {
    const ranges = 3000;
    const tables = 30;
    const at = 24 + 12 * tables;
    const words = [2, tables, 24, 0, 24, 0];
    for (let i = 0; i < tables; i++) words.push(0, 0, at);
    words.push(ranges, at + 8);
    for (let i = 0; i < ranges; i++) words.push(0, 1, i, 0, 0, 0xffff_ffff);
    // Space for more records than are read.
    while (words.length < 200_000) words.push(0);
    const { signature, reported } = read(words);
    const counts = signature!.parameters.map(({ descriptorTable }) => descriptorTable!.descriptorRanges.length);
    expect(counts.reduce((sum, count) => sum + count, tables)).toBe(2 ** 16);
    expect(new Set(reported.map(([code]) => code))).toEqual(new Set(['DX4002']));
  });

  it('of a parameter of no type', () => {
    expect(read([1, 1, 24, 0, 36, 0, 5, 0, 36]).reported).toEqual([['DX4001', 24, 28]]);
  });

  it('that cannot be are not written', () => {
    const signature = { version: 2, parameters: [], staticSamplers: [], flags: 0 };
    expect(() => serializeRts0({ ...signature, version: 3 })).toThrow(RangeError);
    for (const parameterType of [0, 1, 2, 3, 4, 5])
      expect(() => serializeRts0({ ...signature, parameters: [{ parameterType, shaderVisibility: 0 }] })).toThrow(
        RangeError,
      );
  });
});
