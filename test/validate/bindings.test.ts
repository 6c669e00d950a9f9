/**
 * Shaders against root signatures. The pairs of fixtures/link/bindings.jsonl.gz were validated by Microsoft's compiler
 * (live/bindings.ts).
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readLinkFixtures } from '../../fixtures/link.ts';
import { readRecorded } from '../../fixtures/recorded.ts';
import { rulesOf } from '../../smith/checks/rules.ts';
import { Random } from '../../smith/random.ts';
import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { type RootSignature, readRts0 } from '../../src/chunks/rts0.ts';
import { readRootSignatureFile } from '../../src/cli/verbs/validate/bindings.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import { readEditableContainer, setChunk, writeEditableContainer } from '../../src/container/edit.ts';
import * as bindingRules from '../../src/validate/bindings/validate-bindings.ts';
import {
  NO_INPUT_LAYOUT_RULE,
  validateBindings,
  validateEmbeddedRootSignature,
} from '../../src/validate/bindings/validate-bindings.ts';
import type { PipelineRuleRow } from '../../src/validate/rule.ts';
import { validateRootSignature } from '../../src/validate/validate-root-signature.ts';

interface Recorded {
  readonly profile: string;
  readonly signature: string;
  readonly source: string;
  /** The reason why Microsoft refuses the pair; empty if it is accepted. */
  readonly code: string;
  readonly bytes: string;
}

const recorded = gunzipSync(readFileSync('fixtures/link/bindings.jsonl.gz'))
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

const bytesOfCase = ({ bytes }: Recorded) => new Uint8Array(Buffer.from(bytes, 'base64'));

function serialized(text: string): Uint8Array {
  const { bytes, diagnostics } = assembleRootSignature(text === '' ? 'RootFlags(0)' : text);
  if (bytes === undefined) throw new Error(`${text}: ${diagnostics[0]?.message}`);
  return bytes;
}

function signatureOf(text: string): RootSignature {
  const container = readContainer(serialized(text), new Diagnostics())!;
  return readRts0(container, container.chunks[0]!, new Diagnostics())!;
}

/** A rule that the compiler does not check. */
const OF_RUNTIME = NO_INPUT_LAYOUT_RULE.code;

describe('pairs that Microsoft has validated', () => {
  test('there are some of each kind', () => {
    const counts = new Map<string, number>();
    for (const { code } of recorded) counts.set(code, (counts.get(code) ?? 0) + 1);
    for (const code of ['', 'DX4200', 'DX4201', 'DX4202']) expect(counts.get(code)).toBeGreaterThan(10);
  });

  test.each(['ps', 'vs', 'gs', 'hs', 'ds', 'cs'])('%s', (stage) => {
    for (const one of recorded.filter(({ profile }) => profile.startsWith(stage))) {
      const errors = validateBindings(bytesOfCase(one), signatureOf(one.signature))
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ code }) => code)
        .filter((code) => code !== OF_RUNTIME);
      const label = `${one.signature}\n${one.source}`;
      if (one.code === '') expect(errors, label).toEqual([]);
      else expect(errors, label).toContain(one.code);
    }
  });
});

/** A recorded shader whose source has all of `sources`. */
function shaderWith(profile: string, ...lines: string[]): Uint8Array {
  const one = recorded.find((row) => row.profile === profile && lines.every((text) => row.source.includes(text)));
  if (one === undefined) throw new Error(`no ${profile} with ${lines.join(', ')}`);
  return bytesOfCase(one);
}

/** A shader that uses exactly the registers of the lines of its source. */
function registersOf(bytes: Uint8Array, signature: string): string[] {
  return validateBindings(bytes, signatureOf(signature)).diagnostics.map(
    ({ code, message }) => `${code} ${message.split(' (')[0]}`,
  );
}

describe('messages', () => {
  const fixtures = readLinkFixtures();
  const shader = fixtures.get('bindings.all.ps_5_1')!;
  const old = fixtures.get('bindings.all.ps_5_0')!;
  const endless = fixtures.get('endless.main.ps_5_1.0x100000')!;
  const constants = fixtures.get('bindings.constants.vs_5_0')!;

  const COVERING =
    'CBV(b0), DescriptorTable(SRV(t0, numDescriptors=2), UAV(u1, numDescriptors=3)), DescriptorTable(Sampler(s0))';

  test('every binding, with its name and what is there instead', () => {
    expect(validateBindings(shader, signatureOf(COVERING)).diagnostics).toEqual([]);
    const diagnostics = validateBindings(shader, signatureOf('DescriptorTable(SRV(t1), UAV(u1))')).diagnostics;
    expect(diagnostics.map(({ code, message }) => [code, /\((\w+)\)/.exec(message)?.[1]])).toEqual([
      ['DX4200', 'Constants'],
      ['DX4200', 'wrapping'],
      ['DX4200', 'color'],
      ['DX4200', 'appended'],
      ['DX4200', 'plain'],
    ]);
    expect(
      validateBindings(old, signatureOf('DescriptorTable(SRV(t1), UAV(u1))')).diagnostics.map(({ code }) => code),
    ).toEqual(diagnostics.map(({ code }) => code));
  });

  test('locations are those of the declarations', () => {
    const [diagnostic] = validateBindings(shader, signatureOf('RootFlags(0)')).diagnostics;
    const word = new DataView(shader.buffer, shader.byteOffset).getUint32(diagnostic!.span.start, true);
    // dcl_constantbuffer
    expect(word & 0x7ff).toBe(89);
    expect((diagnostic!.span.end - diagnostic!.span.start) / 4).toBe((word >>> 24) & 0x7f);
  });

  test('spaces, visibilities and flags', () => {
    expect(registersOf(shader, COVERING.replace('t0,', 't0, space=1,'))).toEqual(['DX4200 t0', 'DX4200 t1']);
    expect(registersOf(shader, COVERING.replace('CBV(b0)', 'CBV(b0, visibility=SHADER_VISIBILITY_PIXEL)'))).toEqual([]);
    expect(registersOf(shader, COVERING.replace('CBV(b0)', 'CBV(b0, visibility=SHADER_VISIBILITY_VERTEX)'))).toEqual([
      'DX4200 b0',
    ]);
    expect(registersOf(shader, `RootFlags(DENY_PIXEL_SHADER_ROOT_ACCESS), ${COVERING}`)).toHaveLength(1);
    expect(registersOf(shader, `RootFlags(DENY_VERTEX_SHADER_ROOT_ACCESS), ${COVERING}`)).toEqual([]);
  });

  test('root descriptors', () => {
    const table = 'DescriptorTable(SRV(t0, numDescriptors=2), UAV(u1, numDescriptors=3))';
    const codes = (text: string) =>
      registersOf(shader, COVERING.replace(table, text)).map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(codes('SRV(t0), SRV(t1), UAV(u1), UAV(u2), UAV(u3)')).toEqual([
      // A texture, a counter, one that is only appended to, and a raw buffer, which is all right.
      'DX4201 t0',
      'DX4201 u1',
      'DX4206 u2',
    ]);
  });

  test('static samplers', () => {
    const statically = (sampler: string) =>
      registersOf(shader, COVERING.replace('DescriptorTable(Sampler(s0))', sampler));
    expect(statically('StaticSampler(s0)')).toEqual([]);
    expect(statically('StaticSampler(s0, filter=FILTER_COMPARISON_MIN_MAG_MIP_POINT)')).toEqual(['DX4207 s0']);
  });

  test('ranges without an end need their first register', () => {
    const give = (srv: string) => registersOf(endless, srv);
    expect(give('DescriptorTable(SRV(t3, numDescriptors=unbounded))')).toEqual([]);
    expect(give('DescriptorTable(SRV(t2, numDescriptors=2))')).toEqual([]);
    expect(give('DescriptorTable(SRV(t0, numDescriptors=3))')).toEqual(['DX4200 t3 and up']);
    expect(give('SRV(t3)')).toEqual(['DX4208 t3 and up']);
  });

  test('constants', () => {
    const give = (text: string) => registersOf(constants, `RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), ${text}`);
    expect(give('CBV(b0), CBV(b1)')).toEqual([]);
    expect(give('RootConstants(num32BitConstants=8, b0), CBV(b1)')).toEqual([]);
    // Two registers; at least a part of the second is used.
    expect(give('RootConstants(num32BitConstants=5, b0), CBV(b1)')).toEqual([]);
    expect(give('RootConstants(num32BitConstants=4, b0), CBV(b1)')).toEqual(['DX4204 b0']);
    expect(give('CBV(b0), RootConstants(num32BitConstants=28, b1)')).toEqual(['DX4205 b1']);
  });

  test('the input assembler', () => {
    expect(registersOf(constants, 'CBV(b0), CBV(b1)')).toEqual([
      'DX4203 The vertex shader reads POSITION0 from the input assembler, but the root signature does not allow an input layout.',
    ]);
    // Numbers of vertices and instances need no layout.
    expect(registersOf(fixtures.get('bindings.numbers.vs_5_0')!, 'RootFlags(0)')).toEqual([]);
  });

  test('a root signature that the compiler took with its shader is no error', () => {
    const recorded = readRecorded().filter(
      ({ provenance, bytes }) => provenance.how === 'compiled' && isContainer(bytes),
    );
    const refused = recorded.filter(({ bytes }) =>
      validateEmbeddedRootSignature(bytes).diagnostics.some(({ severity }) => severity === 'error'),
    );
    expect(refused.map(({ provenance }) => provenance.id)).toEqual([]);
  });

  test('what is no shader has no bindings', () => {
    const signature = signatureOf(COVERING);
    expect(validateBindings(new Uint8Array(0), signature).diagnostics).toEqual([]);
    expect(validateBindings(serialized(COVERING), signature).diagnostics).toEqual([]);
    expect(validateBindings(fixtures.get('d3d9.ps.ps_3_0')!, signature).diagnostics).toEqual([]);
    expect(() => validateBindings('text' as never, signature).diagnostics).toThrow(TypeError);
  });
});

describe('the root signature that a shader brings along', () => {
  const shader = readLinkFixtures().get('bindings.own.ps_5_1')!;

  test('is compatible as the compiler wrote it', () => {
    expect(validateEmbeddedRootSignature(shader).diagnostics).toEqual([]);
    expect(validateEmbeddedRootSignature(shaderWith('ps_5_0', 'Texture2D')).diagnostics).toEqual([]);
  });

  test('another one is validated by its rules and against the shader', () => {
    const editable = readEditableContainer(shader, new Diagnostics())!;
    const other = readContainer(
      assembleRootSignature('CBV(b3), CBV(b3), DescriptorTable(SRV(t4))', { validate: false }).bytes!,
      new Diagnostics(),
    )!.chunks[0]!;
    const bytes = writeEditableContainer(
      { ...editable, chunks: setChunk(editable.chunks, 'RTS0', other.data) },
      new Diagnostics(),
    )!;
    expect(validateEmbeddedRootSignature(bytes).diagnostics.map(({ code }) => code)).toEqual(['DX4066', 'DX4200']);
  });
});

describe('files with root signatures', () => {
  const text = 'CBV(b0), DescriptorTable(SRV(t0))';
  const read = (bytes: Uint8Array) => readRootSignatureFile('file', bytes);

  test('serialized, in a shader, as a text, as an array', () => {
    const bytes = serialized(text);
    const array = `const unsigned char root[] = { ${[...bytes].join(', ')} };`;
    for (const file of [bytes, new TextEncoder().encode(text), new TextEncoder().encode(array)]) {
      const { input, reported } = read(file);
      expect(reported).toEqual([]);
      expect(input?.signature.parameters).toHaveLength(2);
    }
    const { input } = read(readLinkFixtures().get('bindings.own.ps_5_1')!);
    expect(input?.signature.parameters.length).toBeGreaterThan(0);
  });

  test('what has none', () => {
    for (const file of [new Uint8Array(0), readLinkFixtures().get('stages.vs.vs_5_0')!]) {
      const { input, reported } = read(file);
      expect(input).toBeUndefined();
      expect(reported.at(-1)).toMatchObject({ severity: 'error' });
    }
    expect(read(readLinkFixtures().get('stages.vs.vs_5_0')!).reported[0]!.code).toBe('DX0017');
    const { input, reported } = read(new TextEncoder().encode('rootsig_1_1\nCBV(b0,'));
    expect(input).toBeUndefined();
    expect(reported[0]).toMatchObject({ severity: 'error', location: '2:8' });
  });
});

describe('rules', () => {
  const rows = rulesOf<PipelineRuleRow>(bindingRules);

  test('have codes of their own and are in the page', () => {
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
    const page = readFileSync('docs/linking.md', 'utf8').split('\n');
    for (const { code } of rows) {
      expect(code >= 'DX4200' && code < 'DX4250').toBe(true);
      expect(
        page.find((line) => line.startsWith(`| ${code}`)),
        code,
      ).toBeDefined();
    }
  });
});

test('damaged shaders never throw', { tags: 'slow' }, () => {
  const random = new Random(11);
  const signatures = recorded.slice(0, 40).map(({ signature }) => signatureOf(signature));
  for (let i = 0; i < 3000; i++) {
    const bytes = bytesOfCase(random.pick(recorded));
    const view = new DataView(bytes.buffer);
    for (let k = random.between(1, 6); k > 0; k--) {
      const value = random.pick([0, 1, 0xffff_ffff, 0x7fff_ffff, random.word(), random.below(64)]);
      view.setUint32(4 * random.below(bytes.byteLength >>> 2), value, true);
    }
    for (const { span } of validateBindings(bytes, random.pick(signatures)).diagnostics) {
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(bytes.byteLength);
    }
    validateEmbeddedRootSignature(bytes).diagnostics;
  }
});

describe('a root signature as data', () => {
  const unchecked = (text: string) => {
    const container = readContainer(assembleRootSignature(text, { validate: false }).bytes!, new Diagnostics())!;
    return readRts0(container, container.chunks[0]!, new Diagnostics())!;
  };
  const faulty = unchecked('CBV(b0), DescriptorTable(SRV(t4), SRV(t4))');

  test('each diagnostic names the field', () => {
    const { valid, diagnostics } = validateRootSignature(faulty);
    expect(valid).toBe(false);
    expect(diagnostics.map(({ code, notes }) => [code, ...notes])).toEqual([
      ['DX4066', 'in parameters[1].descriptorTable.descriptorRanges[1].baseShaderRegister'],
    ]);
    const twice = unchecked('CBV(b0), CBV(b0), RootConstants(num32BitConstants=64, b1)');
    expect(validateRootSignature(twice).diagnostics.map(({ code, notes }) => [code, ...notes])).toEqual([
      ['DX4066', 'in parameters[1].descriptor.shaderRegister'],
      ['DX4075', 'in parameters'],
    ]);
    expect(validateRootSignature(twice, { as: 'compiler' }).diagnostics).toHaveLength(1);
  });

  test('wrong use is a TypeError', () => {
    expect(() => validateRootSignature(new Uint8Array(4) as never)).toThrow(
      'validateRootSignature: signature must be a RootSignature, such as readRts0() gives, not a Uint8Array',
    );
    expect(() => validateRootSignature(faulty, { as: 'driver' as never })).toThrow("not 'driver'");
  });
});
