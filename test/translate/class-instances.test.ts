/** Class instances by their names. What translations of them compute, live/vm-gpu-compiled.ts compares. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { STRIP_FLAGS, stripShader } from '../../src/container/index.ts';
import { classInstances, interfacePointers, type TranslationResult, translate } from '../../src/translate/index.ts';

const recorded = (id: string) => readFileSync(join(RECORDED, `${id}.bin`));
/** Has the variables single, many[4] and material; the instances ambient, sun, spots[3], textured and plain. */
const pixel = recorded('interfaces.main.ps_5_0');
const MANY = { 'many[0]': 'ambient', 'many[1]': 'spots[1]', 'many[2]': 'sun', 'many[3]': 'spots[2]' };
const ALL = { single: 'sun', ...MANY, material: 'textured' };

/** The errors of a translation about class instances. */
function refusals({ diagnostics }: TranslationResult): string[] {
  return diagnostics.filter(({ code }) => code === 'DX6007').map(({ message }) => message);
}

describe('class instances', () => {
  it('have a function table, and the place of their data', () => {
    const { instances, diagnostics } = classInstances(pixel, ALL);
    expect(diagnostics).toEqual([]);
    // Rows as the listing has them: sun from 1 on, each of the spots 4 rows from 3 on, textured from 15 on.
    expect([...instances].map(([pointer, [, , row]]) => [pointer, row])).toEqual([
      [0, 1],
      [1, 0],
      [2, 7],
      [3, 1],
      [4, 11],
      [5, 15],
    ]);
    const tables = [...instances.values()].map(([table]) => table);
    expect(tables[0]).not.toBe(tables[3]);
    expect(tables[2]).toBe(tables[4]);
  });

  it('may be given by the number of the pointer', () => {
    const byNumber = classInstances(pixel, { 5: 'textured', 2: 'spots[1]' }).instances;
    const byName = classInstances(pixel, ALL).instances;
    expect([byNumber.get(5), byNumber.get(2)]).toEqual([byName.get(5), byName.get(2)]);
  });

  it.each([
    [{ sky: 'sun' }, 'DX6082', 'sky'],
    [{ 'many[4]': 'sun' }, 'DX6082', 'many[4]'],
    [{ single: 'moon' }, 'DX6083', 'moon'],
    [{ single: 'spots[3]' }, 'DX6083', 'spots[3]'],
    [{ single: 'plain' }, 'DX6084', 'plain'],
    [{ 77: 'sun' }, 'DX6084', '77'],
    [{ constructor: '__proto__' }, 'DX6082', 'constructor'],
  ] as const)('are reported where there are none: %j', (names, code, text) => {
    const { instances, diagnostics } = classInstances(pixel, names);
    expect(instances.size).toBe(0);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    expect(diagnostics[0]!.message).toContain(text);
  });

  it('are found in a file with a wrong digest, which translation reports', () => {
    const changed = new Uint8Array(pixel);
    changed[5]! ^= 1;
    expect(classInstances(changed, ALL)).toEqual(classInstances(pixel, ALL));
    expect(translate(changed).diagnostics.map(({ code }) => code)).toContain('DX1003');
  });

  it('are reported for a file without any', () => {
    const codes = (bytes: Uint8Array) => classInstances(bytes, { single: 'sun' }).diagnostics.map(({ code }) => code);
    expect(codes(recorded('doubles.main.cs_5_0'))).toEqual(['DX6082']);
    expect(codes(new Uint8Array(3))).toContain('DX6082');
  });
});

describe('interface pointers', () => {
  const LIGHTS = ['ambient', 'sun', 'spots[0]', 'spots[1]', 'spots[2]'];

  it('are listed with the instances that are compatible', () => {
    const many = [0, 1, 2, 3].map((i) => ({ name: `many[${i}]`, number: 1 + i, instances: LIGHTS }));
    const material = { name: 'material', number: 5, instances: ['textured', 'plain'] };
    expect(interfacePointers(pixel)).toEqual([{ name: 'single', number: 0, instances: LIGHTS }, ...many, material]);
  });

  it('have their numbers as names in a file without reflection', () => {
    const stripped = stripShader(pixel, STRIP_FLAGS.reflection).bytes!;
    expect(interfacePointers(stripped).map(({ name }) => name)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('are none in other files', () => {
    expect(interfacePointers(recorded('doubles.main.cs_5_0'))).toEqual([]);
    expect(interfacePointers(new Uint8Array(3))).toEqual([]);
  });

  it('are named in messages, with what is compatible', () => {
    const messageOf = (names: Record<string, string>) => classInstances(pixel, names).diagnostics[0]!.message;
    expect(messageOf({ sky: 'sun' })).toContain('single, many[0], many[1], many[2], many[3], material');
    expect(messageOf({ material: 'sun' })).toContain('those that do: textured, plain');
  });
});

describe('a shader with interfaces', () => {
  it.each(['wgsl', 'glsl', 'essl', 'spirv'] as const)('is translated to %s with all instances', (to) => {
    expect(translate(pixel, { to }).diagnostics.map(({ code }) => code)).toContain('DX6007');
    const { instances } = classInstances(pixel, ALL);
    const { stages, diagnostics } = translate(pixel, { to, instances });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const textures = stages[0]!.map.bindings.filter(({ kind }) => kind === 'texture');
    expect(textures.map(({ register, count }) => [register, count])).toEqual([[0, undefined]]);
  });

  it('has no textures of classes that it does not use', () => {
    const { instances } = classInstances(pixel, { ...ALL, material: 'plain' });
    expect(translate(pixel, { instances }).stages[0]!.map.bindings.map(({ kind }) => kind)).toEqual(['uniformBuffer']);
  });

  it('is refused where an element of an array has none', () => {
    const { 'many[3]': _, ...others } = ALL;
    const { instances } = classInstances(pixel, others);
    expect(refusals(translate(pixel, { instances }))).toEqual(['no class instance is given for many[3]']);
  });

  it('is refused with one message that names all pointers, or gives their numbers', () => {
    const all = 'single, many[0], many[1], many[2], many[3], material';
    expect(refusals(translate(pixel))).toEqual([`no class instance is given for ${all}`]);
    const numbers = [0, 1, 2, 3, 4, 5].map((pointer) => `interface pointer ${pointer}`).join(', ');
    expect(refusals(translate(stripShader(pixel, STRIP_FLAGS.reflection).bytes!))).toEqual([
      `no class instance is given for ${numbers}`,
    ]);
  });
});
