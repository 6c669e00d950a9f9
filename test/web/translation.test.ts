/** Translations on the page: the code of the library, and its lines linked with those of the listing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import { STRIP_FLAGS, stripShader } from '../../src/container/index.ts';
import { decompile } from '../../src/decompile/index.ts';
import { spirvText, translate } from '../../src/translate/index.ts';
import { bytesOfLine, type ListingData, linesOfBytes, TEXT_ROLES } from '../../web/src/model/listing.ts';
import { DEFAULT_CHOICE } from '../../web/src/model/translation.ts';
import { decompilationOf } from '../../web/src/worker/decompilation.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';
import { translationOf } from '../../web/src/worker/translation.ts';

const WGSL = { ...DEFAULT_CHOICE, to: 'wgsl' } as const;

const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));

/** The lines of a listing for a line of the code, as sources. */
function instructionsOf(listing: ListingData, code: ListingData, text: string): string[] {
  const line = code.text.split('\n').findIndex((one) => one.includes(text));
  const bytes = bytesOfLine(code, line);
  if (bytes === undefined) return [];
  return linesOfBytes(listing, bytes.start, bytes.end).map((one) => listing.text.split('\n')[one]!.trim());
}

test.each([
  { to: 'wgsl', version: '' },
  { to: 'essl', version: '300' },
  { to: 'glsl', version: '450' },
  { to: 'spirv', version: '' },
  { to: 'spirv', version: '1.6' },
] as const)('the code is that of the library, and its lines have instructions: $to $version', ({ to, version }) => {
  for (const name of ['lake.cso', 'rim-light.cso', 'torch.cso']) {
    const bytes = sample(name);
    const { listing } = new OpenShader(0, bytes).data();
    const { code, map } = translationOf(bytes, { ...WGSL, to, version });
    const expected = translate(bytes, version === '' ? { to } : { to, version }).stages[0]!;
    expect(code!.text).toBe(typeof expected.code === 'string' ? expected.code : spirvText(expected.code).text);
    expect(map).toEqual(expected.map);
    const linked = code!.starts.filter((start) => start >= 0);
    expect(linked.length, name).toBeGreaterThan(3);
    for (const start of linked) expect(listing.starts.includes(start), `${name} ${start}`).toBe(true);
  }
});

test('a shader with interfaces is translated for the chosen class instances, and the first compatible ones', () => {
  const bytes = new Uint8Array(readFileSync(join(RECORDED, 'interfaces.main.ps_5_0.bin')));
  const first = translationOf(bytes, WGSL);
  expect(first.pointers.find(({ name }) => name === 'material')?.instances).toEqual(['textured', 'plain']);
  expect(first.code!.text).toContain('textureSample');
  const translation = translationOf(bytes, {
    ...WGSL,
    instances: { material: 'plain', single: 'none of these' },
  });
  expect(translation.code!.text).not.toContain('textureSample');
  expect(translationOf(sample('lake.cso'), WGSL).pointers).toEqual([]);
});

test('a line and its instruction select each other', () => {
  const bytes = sample('lake.cso');
  const { listing } = new OpenShader(0, bytes).data();
  const { code } = translationOf(bytes, WGSL);
  expect(instructionsOf(listing, code!, 'textureSample(sky')).toEqual([expect.stringMatching(/^sample.* t1\./)]);
  const at = listing.text.split('\n').findIndex((line) => /sample.* t1\./.test(line));
  const { start, end } = bytesOfLine(listing, at)!;
  const lines = linesOfBytes(code!, start, end).map((line) => code!.text.split('\n')[line]!);
  expect(lines.some((line) => line.includes('textureSample(sky'))).toBe(true);
  expect(instructionsOf(listing, code!, 'fn is_nan')).toEqual([]);
});

test('a line of SPIR-V and its instruction select each other', () => {
  const bytes = sample('lake.cso');
  const { listing } = new OpenShader(0, bytes).data();
  const { code, words } = translationOf(bytes, { ...WGSL, to: 'spirv' });
  expect(words).toBeInstanceOf(Uint32Array);
  expect(instructionsOf(listing, code!, 'InverseSqrt')).toEqual([expect.stringMatching(/^rsq /)]);
  const samples = listing.text.split('\n').flatMap((line, at) => (/^ *sample/.test(line) ? [at] : []));
  for (const at of samples) {
    const { start, end } = bytesOfLine(listing, at)!;
    const lines = linesOfBytes(code!, start, end).map((line) => code!.text.split('\n')[line]!);
    expect(lines.some((line) => line.includes('OpImageSampleImplicitLod'))).toBe(true);
  }
  expect(samples.length).toBeGreaterThan(1);
  expect(instructionsOf(listing, code!, 'OpCapability Shader')).toEqual([]);
});

test('parts of SPIR-V have roles', () => {
  const { code } = translationOf(sample('lake.cso'), { ...WGSL, to: 'spirv' });
  const { text, roles } = code!;
  const found = new Map<string, string>();
  for (let i = 0; i < roles.length; i += 3) found.set(text.slice(roles[i], roles[i + 1]), TEXT_ROLES[roles[i + 2]!]!);
  const sky = /(%\d+) "sky"/.exec(text)![1]!;
  const of = (...parts: readonly string[]) => parts.map((part) => found.get(part));
  expect(of('; SPIR-V', 'OpCapability', 'Fragment', '"main"', '0.02', sky)).toEqual([
    ...['comment', 'opcode', 'control', 'immediate', 'immediate', 'resource'],
  ]);
});

test('parts of the code have roles', () => {
  const { code } = translationOf(sample('lake.cso'), { ...WGSL, comments: true });
  const { text, roles } = code!;
  const parts = (role: (typeof TEXT_ROLES)[number]) =>
    Array.from({ length: roles.length / 3 }, (_, i) => roles.slice(3 * i, 3 * i + 3))
      .filter((part) => TEXT_ROLES[part[2]!] === role)
      .map((part) => text.slice(part[0], part[1]));
  expect(parts('resource')).toContain('waves');
  expect(parts('opcode')).toContain('fn');
  expect(parts('immediate')).toContain('0.02');
  expect(parts('resource')).not.toContain('waves_texel');
  expect(parts('comment').some((comment) => comment.includes('sample'))).toBe(true);
});

test('a shader that is refused has a diagnostic and no code', () => {
  const refused = translationOf(sample('arrays-of-arrays.cso'), WGSL);
  expect(refused.code).toBeUndefined();
  expect(refused.diagnostics.map(({ code }) => code)).toEqual(['DX6004']);
  expect(translationOf(new Uint8Array(5), WGSL).code).toBeUndefined();
});

test.each(['lake.cso', 'rim-light.cso', 'torch.cso'])(
  'HLSL is that of the library, and lines have instructions: %s',
  (name) => {
    const bytes = sample(name);
    const { listing } = new OpenShader(0, bytes).data();
    const { code } = decompilationOf(bytes);
    expect(code!.text).toBe(decompile(bytes).code);
    const linked = code!.starts.filter((start) => start >= 0);
    expect(linked.length).toBeGreaterThan(2);
    for (const start of linked) expect(listing.starts.includes(start), `${start}`).toBe(true);
  },
);

test('a line of HLSL and its instruction select each other', () => {
  const bytes = sample('lake.cso');
  const { listing } = new OpenShader(0, bytes).data();
  const { code } = decompilationOf(bytes);
  expect(instructionsOf(listing, code!, 'sky.Sample(')).toEqual([expect.stringMatching(/^sample.* t1\./)]);
  const at = listing.text.split('\n').findIndex((line) => /sample.* t1\./.test(line));
  const { start, end } = bytesOfLine(listing, at)!;
  const lines = linesOfBytes(code!, start, end).map((line) => code!.text.split('\n')[line]!);
  expect(lines.join()).toContain('sky.Sample(');
  expect(instructionsOf(listing, code!, 'cbuffer Frame')).toEqual([]);
});

test('parts of HLSL have roles', () => {
  const { text, roles } = decompilationOf(sample('lake.cso')).code!;
  const found = new Map<string, string>();
  for (let i = 0; i < roles.length; i += 3) found.set(text.slice(roles[i], roles[i + 1]), TEXT_ROLES[roles[i + 2]!]!);
  const of = (...parts: readonly string[]) => parts.map((part) => found.get(part));
  expect(of('waves', 'fogColor', 'smooth', 'cbuffer', '0.02')).toEqual([
    ...['resource', 'resource', 'resource', 'opcode', 'immediate'],
  ]);
  expect(of('waves_texel', 'texcoord', 'eye')).toEqual([undefined, undefined, 'resource']);
});

test('a shader without HLSL has a diagnostic and no code', () => {
  const bytes = new Uint8Array(readFileSync(join(RECORDED, 'interfaces.main.ps_5_0.bin')));
  // Without reflection data, nothing has the members of classes.
  const refused = decompilationOf(stripShader(bytes, STRIP_FLAGS.reflection).bytes!);
  expect(refused.code).toBeUndefined();
  expect(refused.diagnostics.map(({ code }) => code)).toContain('DX6005');
  expect(decompilationOf(new Uint8Array(5)).code).toBeUndefined();
});
