/**
 * Libraries: functions, parameters, bindings and buffers as Microsoft's compiler made them (fixtures/recorded),
 * registers that all functions share, and results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import {
  compareFunctions,
  compareLevel9,
  describeFunction,
  describeLevel9,
} from '../../smith/checks/library-functions.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { pickChunks } from '../../src/container/shader-chunks.ts';
import { TAG } from '../../src/container/tags.ts';
import { compile } from '../../src/hlsl/index.ts';
import { reflectLibrary } from '../../src/reflect/library.ts';
import { validate } from '../../src/validate/index.ts';

const FIXTURES = [
  ['library', 'lib_4_0', ''],
  ['library', 'lib_4_1', ''],
  ['library', 'lib_5_0', ''],
  ['library', 'lib_5_0', '.0x4.unoptimized'],
  ['library-uavs', 'lib_5_0', ''],
  ['headers-libraries', 'lib_4_0', ''],
  ['headers-libraries', 'lib_4_1', ''],
  ['headers-libraries', 'lib_5_0', ''],
  ['headers-libraries', 'lib_4_0_level_9_1', ''],
  ['headers-libraries', 'lib_4_0_level_9_3', ''],
  ['headers-libraries', 'lib_4_0_level_9_1_ps_only', ''],
  ['headers-libraries', 'lib_4_0_level_9_3_vs_only', ''],
] as const;

const TOLERANCE = 2e-3;

function compiled(source: string, profile = 'lib_5_0', skipOptimization = false): Uint8Array {
  const { bytes, diagnostics } = compile(source, { profile, skipOptimization });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return bytes!;
}

/** The functions of a library, each with its parts. */
function functionsOf(bytes: Uint8Array) {
  const container = readContainer(bytes, new Diagnostics())!;
  const described = reflectLibrary(container, new Diagnostics()).functions;
  return pickChunks(container, new Diagnostics()).functions.map(({ data }, i) => {
    const chunks = readContainer(data, new Diagnostics())!.chunks;
    return {
      data,
      described: described[i]!,
      tags: chunks.map(({ tag }) => tag),
      signature: chunks.find(({ tag }) => tag === TAG.LFS0)!.data,
    };
  });
}

describe.each(FIXTURES)('%s as %s%s', (name, profile, how) => {
  const source = readFileSync(`fixtures/hlsl/${name}.hlsl`, 'latin1');
  const theirs = functionsOf(new Uint8Array(readFileSync(join(RECORDED, `${name}.${profile}${how}.bin`))));
  const bytes = compiled(source, profile, how !== '');
  const ours = functionsOf(bytes);

  test('has the same functions, parameters, bindings and buffers', () => {
    expect(ours.map(({ described }) => describeFunction(described))).toEqual(
      theirs.map(({ described }) => describeFunction(described)),
    );
  });

  test('has the same chunks and signatures', () => {
    expect(ours.map(({ tags }) => tags)).toEqual(theirs.map(({ tags }) => tags));
    for (const [i, { signature }] of ours.entries()) expect([...signature]).toEqual([...theirs[i]!.signature]);
  });

  test('is valid', () => {
    expect(validate(bytes).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('computes the same', () => {
    for (const [i, { data, described }] of theirs.entries()) {
      // Conditions have all bits or none, which the values of a run do not.
      if (described.parameters.some(({ type }) => type === 'bool')) continue;
      const other = ours[i]!.data;
      expect(compareFunctions(data, other, 4), described.name ?? '').toMatch(/^(same|limited)$/);
      for (const result of compareLevel9(data, other, 4, TOLERANCE))
        expect(result).toMatch(/^(same|close|limited|no meaning)$/);
    }
  });

  test('has the same programs for feature level 9', () => {
    expect(ours.map(({ data }) => describeLevel9(data))).toEqual(theirs.map(({ data }) => describeLevel9(data)));
  });
});

test('a resource has one register in all functions, in the order of their first use', () => {
  const source = `cbuffer A { float a; } cbuffer B { float b; } Texture2D t, t2; SamplerState s, s2;
    export float f() { return b; }
    export float g() { return t2.SampleLevel(s2, 0, 0).x; }
    export float h() { return t2.SampleLevel(s, 0, 0).x + a; }`;
  const bound = functionsOf(compiled(source)).map(({ described }) =>
    described.boundResources.map(({ name, bindPoint }) => `${name} ${bindPoint}`),
  );
  expect(bound).toEqual([['B 0'], ['s2 0', 't2 0'], ['s 1', 't2 0', 'A 1']]);
});

test('registers of unused elements of an array are taken', () => {
  const source = `SamplerState s[3]; SamplerState q; Texture2D t;
    export float f() { return t.SampleLevel(s[1], 0, 0).x; }
    export float g() { return t.SampleLevel(q, 0, 0).x; }`;
  const bound = functionsOf(compiled(source, 'lib_4_0')).map(({ described }) =>
    described.boundResources.map(({ name, bindPoint, bindCount }) => [name, bindPoint, bindCount].join(' ')),
  );
  expect(bound).toEqual([
    ['s 0 2', 't 0 1'],
    ['q 3 1', 't 0 1'],
  ]);
});

test('modifiers give one of three modes of interpolation', () => {
  const source =
    'export void f(linear float a, centroid float b, noperspective float c, sample float d, nointerpolation float e,' +
    ' linear sample float g, float h, const float i) { }';
  const [found] = functionsOf(compiled(source));
  expect(found!.described.parameters.map(({ interpolationMode }) => interpolationMode)).toEqual([
    'linearNoperspectiveCentroid',
    'linearNoperspectiveCentroid',
    'linearNoperspectiveCentroid',
    'linearNoperspectiveSample',
    'constant',
    'linearNoperspectiveCentroid',
    'undefined',
    'undefined',
  ]);
});

test('names of functions have their namespaces', () => {
  const [found] = functionsOf(compiled('namespace N { export float f(float x) { return x; } }'));
  expect(found!.described.name).toBe('N::f');
});

test('debug information is in each function', () => {
  const { bytes } = compile('export float f(float x) { return x * 2; }', { profile: 'lib_5_0', debug: true });
  expect(functionsOf(bytes!)[0]!.tags).toContain(TAG.SPDB);
});
