/**
 * Shaders that meet. The shaders are Microsoft's (fixtures/link); what the runtimes say about the pairs comes from
 * public tests of Direct3D 12 with signatures of the same form and from the documents (docs/linking.md).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLinkFixtures } from '../../fixtures/link.ts';
import { rulesOf } from '../../smith/checks/rules.ts';
import { Random } from '../../smith/random.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, u32At } from '../../src/base/words.ts';
import { validatePipelineInputs } from '../../src/cli/verbs/validate/pipeline.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { readEditableContainer, setChunk, writeEditableContainer } from '../../src/container/edit.ts';
import * as reading from '../../src/validate/pipeline/shader.ts';
import * as signatures from '../../src/validate/pipeline/signatures.ts';
import * as sm1 from '../../src/validate/pipeline/sm1.ts';
import * as pipeline from '../../src/validate/pipeline/validate-pipeline.ts';
import { type PipelineValidationOptions, validatePipeline } from '../../src/validate/pipeline/validate-pipeline.ts';
import type { PipelineRuleRow } from '../../src/validate/rule.ts';

const fixtures = readLinkFixtures();

/** `ps` is `stages.ps.ps_5_0`, `ps.narrow` the one with that name, `d3d9.ps.ps_3_0` that. */
function shader(name: string): Uint8Array {
  const [entry = '', variant] = name.split('.');
  const id = name.startsWith('d3d9.')
    ? name
    : `stages.${entry}.${entry.slice(0, 2)}_5_0${variant === undefined ? '' : `.${variant}`}`;
  const bytes = fixtures.get(id) ?? fixtures.get(`stages.${name}`);
  if (bytes === undefined) throw new Error(`there is no fixture ${id}`);
  return bytes;
}

function link(names: string, options?: PipelineValidationOptions) {
  return validatePipeline(
    names.split(' ').map((name) => ({ name, bytes: shader(name) })),
    options,
  );
}

/** `CODE NAME`: what is found, and at which of the shaders. */
function found(names: string, options?: PipelineValidationOptions): string[] {
  const list = names.split(' ');
  return link(names, options).diagnostics.map((diagnostic) => `${diagnostic.code} ${list[diagnostic.shader]}`);
}

describe('neighbors of Direct3D 10 to 12', () => {
  test.each([
    // The later stage may take less, from the end of the list and of each vector.
    ['vs ps'],
    ['vs.vs_4_0 ps'],
    ['vs ps.ps_4_0'],
    ['vs ps.narrow'],
    ['vs ps.flat'],
    ['vs psNothing'],
    ['vsPoint psNothing'],
    ['vs.min16 ps.min16'],
    ['vs.layer ps.layer'],
    ['vs.layer ps'],
    // Names in other letters.
    ['vsOther ps'],
    ['vs psOther'],
    // Inputs that the rasterizer generates.
    ['vs psFace'],
    ['vs psSample'],
    ['vs psPrimitive'],
    ['vs psPrimitiveFirst'],
    ['vs psPrimitiveBetween'],
    // Geometry shaders.
    ['vs gs ps'],
    ['vs gs.gs_4_0 ps'],
    ['vs gsPrimitive psPrimitive'],
    // Tessellation.
    ['vs hs ds ps'],
    ['vs hs ds gs ps'],
    ['vs hs.patch2 ds.patch2 ps'],
    ['vs hs.four ds.four ps'],
    ['vs hsQuad dsQuad ps'],
    ['vs hs dsPrimitive psPrimitive'],
    ['vs hs.points ds gsPoint ps'],
    // Any order.
    ['ps gs ds hs vs'],
    // Without a pixel shader no stage needs a position.
    ['vs gsStreams'],
  ])('%s fit together', (names) => {
    expect(found(names)).toEqual([]);
    expect(link(names).valid).toBe(true);
  });

  test.each([
    ['vs psMissing', ['DX4110 psMissing']],
    ['vs psSkips', ['DX4111 psSkips']],
    ['vs ps.packed', ['DX4111 ps.packed', 'DX4111 ps.packed']],
    ['vs ps.int', ['DX4112 ps.int']],
    ['vs ps.wide', ['DX4113 ps.wide']],
    ['vs.narrow ps', ['DX4113 ps']],
    ['vs.unwritten ps', ['DX4115 ps']],
    ['vs ps.min16', ['DX4116 ps.min16']],
    ['vs.min16 ps', ['DX4116 ps']],
    ['vs gs psPrimitive', ['DX4110 psPrimitive']],
    ['vs gsPrimitive psPrimitiveFirst', ['DX4111 psPrimitiveFirst']],
    ['vs gsSkips', ['DX4111 gsSkips']],
    ['vs gsStreams psStreams', ['DX4110 psStreams']],
    ['vs hsSkips ds ps', ['DX4111 hsSkips']],
    ['vsBare psNothing', ['DX4119 vsBare']],
    ['vs hs.patch2 ds ps', ['DX4113 ds']],
    ['vs hs ds.patch2 ps', ['DX4121 ds.patch2']],
    ['vs hs ds.narrow psNothing', ['DX4121 ds.narrow']],
    ['vs hs dsFewer ps', ['DX4120 hs', 'DX4120 hs']],
    ['vs hs dsPatchFewer ps', ['DX4120 hs']],
    ['vs hs.four ds ps', ['DX4122 ds']],
    ['vs hsQuad ds ps', ['DX4123 ds']],
    ['vs hs ds gsLine ps', ['DX4124 gsLine']],
    ['vs hs ds gsPoint ps', ['DX4124 gsPoint']],
    ['vs hs ds gsAdjacency ps', ['DX4124 gsAdjacency']],
    ['vs hs.points ds gs ps', ['DX4124 gs']],
  ])('%s do not', (names, expected) => {
    expect(found(names)).toEqual(expected);
    expect(link(names).valid).toBe(false);
  });

  test('an array index that no stage writes is a warning', () => {
    expect(found('vs ps.layer')).toEqual(['DX4117 ps.layer']);
    expect(link('vs ps.layer').valid).toBe(true);
  });

  test('streams', () => {
    expect(found('vs gsStreams psStreams', { rasterizedStream: 1 })).toEqual([]);
    expect(link('vs gsStreams psStreams').diagnostics[0]!.message).toContain('in stream 1');
    // Stream 1 has a position, and stream 2 has nothing.
    expect(found('vs gsStreams psNothing', { rasterizedStream: 2 })).toEqual(['DX4119 gsStreams']);
  });

  test('diagnostics point at the element of the later stage and name that of the earlier one', () => {
    const names = 'vs psMissing';
    const [diagnostic] = link(names).diagnostics;
    const { start, end } = diagnostic!.span;
    const bytes = shader('psMissing');
    expect(end - start).toBe(24);
    // The offset of the name counts from the start of the chunk's payload.
    const chunk = [...fixturesOf(bytes)].find(({ offset, size }) => offset < start && start < offset + size)!;
    const name = chunk.offset + u32At(bytes, start);
    expect(String.fromCharCode(...bytes.subarray(name, name + 4))).toBe('FROG');
    expect(link('vs psSkips').diagnostics[0]!.message).toMatch(/\(vs:\d+\)/);
  });
});

/** Payloads of the chunks of a container. */
function* fixturesOf(bytes: Uint8Array): Generator<{ offset: number; size: number }> {
  for (let i = 0; i < u32At(bytes, 28); i++) {
    const at = u32At(bytes, 32 + 4 * i);
    yield { offset: at + 8, size: u32At(bytes, at + 4) };
  }
}

describe('which stages there are', () => {
  test.each([
    ['vs vs ps', ['DX4101 vs']],
    ['vs cs ps', ['DX4102 cs']],
    ['vs d3d9.ps.ps_3_0', ['DX4103 d3d9.ps.ps_3_0']],
    ['vs hs ps', ['DX4104 hs']],
    ['vs ds psNothing', ['DX4104 ds']],
    ['gs ps', ['DX4105 gs']],
    ['d3d9.vs.vs_3_0 d3d9.vs.vs_2_0', ['DX4101 d3d9.vs.vs_2_0']],
  ])('%s', (names, expected) => {
    expect(found(names)).toEqual(expected);
    expect(link(names).valid).toBe(false);
  });

  test('one alone', () => {
    expect(found('vs')).toEqual(['DX4106 vs']);
    expect(link('vs').valid).toBe(true);
    expect(validatePipeline([])).toEqual({ valid: true, diagnostics: [] });
  });

  test('what is no shader', () => {
    const text = new TextEncoder().encode('no shader');
    const { valid, diagnostics } = validatePipeline([
      { name: 'text', bytes: text },
      { name: 'vs', bytes: shader('vs') },
    ]);
    expect(valid).toBe(false);
    expect(diagnostics.map(({ code, shader: index }) => `${code} ${index}`)).toEqual(['DX4100 0', 'DX4106 1']);
    expect(validatePipeline([{ name: 'nothing', bytes: new Uint8Array(0) }]).valid).toBe(false);
  });

  test('root signatures that shaders bring along', () => {
    const withRoot = (name: string, text: string) => {
      const editable = readEditableContainer(shader(name), new Diagnostics())!;
      const root = readContainer(assembleRootSignature(text).bytes!, new Diagnostics())!.chunks[0]!.data;
      const bytes = writeEditableContainer(
        { ...editable, chunks: setChunk(editable.chunks, 'RTS0', root) },
        new Diagnostics(),
      )!;
      return { name, bytes };
    };
    const codes = (...inputs: { name: string; bytes: Uint8Array }[]) =>
      validatePipeline(inputs).diagnostics.map(({ code, shader: index }) => `${code} ${index}`);
    expect(codes(withRoot('vs', 'CBV(b0)'), withRoot('ps', 'CBV(b0)'))).toEqual([]);
    expect(codes(withRoot('vs', 'CBV(b0)'), { name: 'ps', bytes: shader('ps') })).toEqual([]);
    expect(codes(withRoot('ps', 'CBV(b0)'), withRoot('vs', 'CBV(b1)'))).toEqual(['DX4107 0']);
  });

  test('C source: offsets count in the array', () => {
    const text = `const unsigned char g_main[] = { ${[...shader('psMissing')].join(', ')} };`;
    const [diagnostic] = validatePipeline([
      { name: 'ps.h', bytes: new TextEncoder().encode(text) },
      { name: 'vs', bytes: shader('vs') },
    ]).diagnostics;
    expect(diagnostic).toMatchObject({ code: 'DX4110', span: link('psMissing vs').diagnostics[0]!.span });
    expect(diagnostic!.notes).toEqual(['the offset counts in the array g_main']);
  });

  test('without signatures there is nothing to compare', () => {
    const tag = (name: string) => u32At(new TextEncoder().encode(name), 0);
    const without = (name: string, chunk: string) => {
      const bytes = shader(name).slice();
      for (const { offset } of fixturesOf(bytes))
        if (u32At(bytes, offset - 8) === tag(chunk)) bytes.set(new TextEncoder().encode('PRIV'), offset - 8);
      return { name, bytes };
    };
    const codes = (...inputs: { name: string; bytes: Uint8Array }[]) =>
      validatePipeline(inputs).diagnostics.flatMap(({ rule, code, shader: index }) => (rule ? `${code} ${index}` : []));
    expect(codes(without('vs', 'OSGN'), { name: 'ps', bytes: shader('ps') })).toEqual(['DX4118 0']);
    expect(codes({ name: 'vs', bytes: shader('vs') }, without('ps', 'ISGN'))).toEqual(['DX4118 1']);
    const [vs, hs, ps] = ['vs', 'hs', 'ps'].map((name) => ({ name, bytes: shader(name) }));
    expect(codes(vs!, hs!, without('ds', 'PCSG'), ps!)).toEqual(['DX4118 2']);
  });
});

describe('Direct3D 9', () => {
  test.each([
    ['d3d9.vs.vs_3_0 d3d9.ps.ps_3_0', []],
    ['d3d9.vs.vs_2_0 d3d9.ps.ps_2_0', []],
    ['d3d9.vs.vs_3_sw d3d9.ps.ps_2_0', []],
    ['d3d9.vs.vs_3_sw d3d9.ps.ps_3_0', []],
    ['d3d9.vsTangent.vs_3_0 d3d9.psTangent.ps_3_0', []],
    ['d3d9.vs.vs_3_0 d3d9.ps.ps_2_0', ['DX4130 d3d9.ps.ps_2_0']],
    ['d3d9.vs.vs_2_0 d3d9.ps.ps_3_0', ['DX4130 d3d9.ps.ps_3_0']],
    ['d3d9.vs.vs_3_0 d3d9.psTangent.ps_3_0', ['DX4131 d3d9.psTangent.ps_3_0']],
    ['d3d9.vsLess.vs_3_0 d3d9.ps.ps_3_0', ['DX4131 d3d9.ps.ps_3_0', 'DX4131 d3d9.ps.ps_3_0']],
    ['d3d9.vs.vs_3_0.narrow d3d9.ps.ps_3_0', ['DX4132 d3d9.ps.ps_3_0']],
    ['d3d9.vsLess.vs_2_0 d3d9.ps.ps_2_0', ['DX4134 d3d9.ps.ps_2_0', 'DX4134 d3d9.ps.ps_2_0']],
    ['d3d9.vsTangent.vs_3_sw d3d9.ps.ps_2_0', ['DX4135 d3d9.vsTangent.vs_3_sw', 'DX4134 d3d9.ps.ps_2_0']],
  ])('%s', (names, expected) => {
    expect(found(names)).toEqual(expected);
  });

  const assembled = (...lines: string[]) =>
    validatePipeline(
      lines.map((text, i) => ({ name: `${i}`, bytes: assemble(text, { validate: false }).bytes! })),
    ).diagnostics.map(({ code, shader: index, message }) => [code, index, /\b([otv]\d)\b/.exec(message)?.[1]]);

  const VS2 = 'vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD0, v0\nmov oT1.xy, v0\n';

  test('values that share a register', () => {
    const vs =
      'vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord0 o1.x\ndcl_texcoord1 o2\nmov o0, v0\nmov o1.x, v0\nmov o2, v0\n';
    const ps = 'ps_3_0\ndcl_texcoord0 v0.x\ndcl_texcoord1 v0.yz\nmov oC0, v0\n';
    expect(assembled(vs, ps)).toEqual([['DX4133', 1, 'v0']]);
    expect(assembled(vs, 'ps_3_0\ndcl_texcoord0 v0.x\ndcl_texcoord1 v1.yz\nmov oC0, v1\n')).toEqual([]);
  });

  test('position and point size are the rasterizer’s', () => {
    const vs = 'vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_position1 o1\nmov o0, v0\nmov o1, v0\n';
    const ps = 'ps_3_0\ndcl_position1 v0\nmov oC0, v0\n';
    expect(assembled(vs, ps)).toEqual([]);
    // No assembler takes the index 0: it is put into the bytes.
    const bytes = assemble(ps, { validate: false }).bytes!.slice();
    const attributes = bytes.findIndex((_, i) => i % 4 === 0 && u32At(bytes, i) === 0x8001_0000);
    bytes[attributes + 2] = 0;
    const { diagnostics } = validatePipeline([
      { name: 'v', bytes: assemble(vs, { validate: false }).bytes! },
      { name: 'p', bytes },
    ]);
    expect(diagnostics.map(({ code, span }) => [code, span.start])).toEqual([['DX4136', attributes + 4]]);
  });

  test('components of shaders 2.0', () => {
    expect(assembled(VS2, 'ps_2_0\ndcl t1.xy\ndcl v0\nadd r0, t1, v0\nmov oC0, r0\n')).toEqual([]);
    expect(assembled(VS2, 'ps_2_0\ndcl t1.xyz\nmov oC0, t1\n')).toEqual([['DX4134', 1, 't1']]);
    expect(assembled(VS2, 'ps_2_0\ndcl v1\nmov oC0, v1\n')).toEqual([['DX4134', 1, 'v1']]);
  });

  test('shaders 1.x use registers without declaring them', () => {
    const vs = 'vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oD0, v0\nmov oT0, v0\n';
    expect(assembled(vs, 'ps_1_1\ntex t0\nmul r0, t0, v0\n')).toEqual([]);
    expect(assembled(vs, 'ps_1_1\ntex t0\ntex t1\nmul r0, t0, v1\n')).toEqual([
      ['DX4134', 1, 't1'],
      ['DX4134', 1, 'v1'],
    ]);
    // The coordinates of t1 come from t0.
    expect(assembled(vs, 'ps_1_1\ntex t0\ntexreg2ar t1, t0\nmov r0, t1\n')).toEqual([]);
    expect(assembled(vs, 'ps_1_4\ntexld r1, t1\ntexcrd r0.xyz, t0\nmov r0, r1\n')).toEqual([['DX4134', 1, 't1']]);
  });
});

describe('the program', () => {
  test('gives each diagnostic with its file', async () => {
    const result = await validatePipelineInputs([
      { file: 'p', bytes: shader('psMissing') },
      { file: 'v', bytes: shader('vs') },
    ]);
    expect(result.valid).toBe(false);
    expect(result.diagnostics.map(({ code, file }) => [code, file])).toEqual([['DX4110', 'p']]);
  });

  test('omits what is reported with the file', async () => {
    const bytes = shader('ps').slice();
    bytes[4]! ^= 1;
    const inputs = [
      { file: 'v', bytes: shader('vs') },
      { file: 'p', bytes },
    ];
    expect(validatePipeline([{ name: 'p', bytes }]).diagnostics.map(({ code }) => code)).toContain('DX1003');
    expect(await validatePipelineInputs(inputs)).toEqual({ valid: true, diagnostics: [] });
  });
});

describe('rules', () => {
  const rows = rulesOf<PipelineRuleRow>(reading, pipeline, signatures, sm1);

  test('have codes of their own', () => {
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
    expect(rows.every(({ code }) => code >= 'DX4100' && code < 'DX4200')).toBe(true);
  });

  test('are in the page with the names that Direct3D has for them', () => {
    const page = readFileSync('docs/linking.md', 'utf8');
    for (const row of rows) {
      const line = page.split('\n').find((one) => one.startsWith(`| ${row.code}`));
      expect(line, row.code).toBeDefined();
      for (const name of 'runtime' in row ? row.runtime : []) {
        // The names of Direct3D 12 are those of 11 with another beginning; the page has the first.
        if (!name.startsWith('CREATEGRAPHICSPIPELINESTATE_')) expect(line).toContain(name);
      }
    }
  });
});

test('the page shows what the program prints', () => {
  const transcript = readFileSync('test/cli/transcripts/linking.txt', 'utf8').split('\n');
  const printed = new Set(transcript.map((line) => line.replace(/^[!|] /, '').trimEnd()));
  const blocks = [...readFileSync('docs/linking.md', 'utf8').matchAll(/```console\n([^`]*)```/g)];
  expect(blocks.length).toBeGreaterThan(1);
  const shown = blocks.flatMap(([, text]) => text!.trimEnd().split('\n')).filter((line) => !line.startsWith('$ '));
  const root = [
    'rootsig_1_1',
    'CBV(b0), SRV(t0), DescriptorTable(SRV(t1), UAV(u1, numDescriptors=2)), StaticSampler(s0)',
  ];
  expect(shown.filter((line) => !printed.has(line.trimEnd()) && !root.includes(line))).toEqual([]);
});

test('damaged shaders never throw', { tags: 'slow' }, () => {
  const random = new Random(7);
  const all = [...fixtures.values()];
  for (let i = 0; i < 3000; i++) {
    const inputs = Array.from({ length: random.between(1, 5) }, (_, n) => {
      const bytes = random.pick(all).slice(0, random.oneIn(5) ? random.below(700) : undefined);
      const view = new DataView(bytes.buffer);
      for (let k = random.below(6); k > 0 && bytes.byteLength >= 4; k--) {
        const at = 4 * random.below(bytes.byteLength >>> 2);
        view.setUint32(at, random.pick([0, 1, 0xffff_ffff, 0x7fff_ffff, random.word(), random.below(64)]), true);
      }
      return { name: `${n}`, bytes };
    });
    const { valid, diagnostics } = validatePipeline(inputs);
    expect(valid).toBe(!diagnostics.some(({ severity }) => severity === 'error'));
    for (const { shader: index, span } of diagnostics) {
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(inputs[index]!.bytes.byteLength);
    }
  }
});

test('system values and registers of values that both have', () => {
  // No compiler gives one semantic two system values: put another into the signature.
  const bytes = shader('psFace').slice();
  const element = validatePipeline([
    { name: 'v', bytes: shader('vsBare') },
    { name: 'p', bytes },
  ]).diagnostics.find(({ message }) => message.startsWith('SV_Position'))!.span.start;
  const words = new Uint32Array(bytes.slice().buffer);
  words[(element >>> 2) + 2] = 2;
  const { diagnostics } = validatePipeline([
    { name: 'v', bytes: shader('vs') },
    { name: 'p', bytes: bytesOf(words) },
  ]);
  expect(diagnostics.flatMap(({ rule, code }) => (rule ? code : []))).toEqual(['DX4114']);
});
