/** The common model against Microsoft's listings of recorded shaders, and what is in it. */
import { describe, expect, test } from 'vitest';
import { expectedDigest, listingDigest } from '../../fixtures/recorded.ts';
import { checkModel, OFFSET_FLAGS } from '../../smith/checks/debug-model-check.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import type { DebugInformation } from '../../src/debug/model.ts';
import { readDebugInformation } from '../../src/debug/read.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../src/text/options.ts';
import { DEBUG_FIXTURES } from '../support/debug-fixtures.ts';

describe.each(DEBUG_FIXTURES.map(({ bytes, provenance }) => ({ id: provenance.id, bytes, provenance })))(
  '$id',
  ({ bytes, provenance }) => {
    test("every line and variable is the one of Microsoft's listing", () => {
      const listing = disassemble(bytes, optionsOfFlags(OFFSET_FLAGS));
      // The expected listing is Microsoft's.
      expect(listingDigest(listing.bytes)).toBe(expectedDigest(provenance, OFFSET_FLAGS));
      const { programs, diagnostics } = readDebugInformation(bytes);
      expect(diagnostics).toEqual([]);
      expect(programs.length).toBeGreaterThan(0);
      for (const program of programs) {
        const { lines, faults } = checkModel(program, listing.text);
        expect(faults).toEqual([]);
        expect(lines).toBeGreaterThan(0);
      }
    });
  },
);

function informationOf(wanted: string): DebugInformation {
  const { bytes } = DEBUG_FIXTURES.find(({ provenance }) => provenance.id === wanted)!;
  return readDebugInformation(bytes).programs[0]!;
}

test('a program database: compiler, arguments, files with their text', () => {
  const information = informationOf('debug-information.main.ps_4_0.0x5');
  expect(information).toMatchObject({
    format: 'spdb',
    compiler: 'Microsoft (R) HLSL Shader Compiler 10.1',
    entryPoint: 'main',
    profile: 'ps_4_0',
    flags: 5,
  });
  expect(information.arguments.map(({ name }) => name)).toContain('hlslTarget');
  const [file] = information.files;
  expect(file!.name).toBe('Z:\\debug-information.hlsl');
  expect(file!.source).toContain('float4 main(');
});

test('inlined calls have the function around them, and the call', () => {
  const { functions } = informationOf('debug-stages.pixel.ps_5_1.0x5');
  const inlined = functions.filter(({ inlinedInto }) => inlinedInto !== null);
  expect(inlined.length).toBeGreaterThan(2);
  for (const { inlinedInto, name, location } of inlined) {
    expect(functions[inlinedInto!]).toBeDefined();
    expect(name).not.toBe('');
    expect(location?.line).toBeGreaterThan(0);
  }
  expect(inlined.some(({ callSite }) => callSite !== null)).toBe(true);
});

test('methods have types, with the object as the first parameter', () => {
  const { functions } = informationOf('debug-stages.classes.ps_5_0.0x1');
  expect(functions.map(({ name, type }) => [name, type])).toEqual([
    ['classes', 'float4(float)'],
    ['area', 'float(interface<Box`PACKED>,float)'],
    ['area', 'float(interface<Circle`PACKED>,float)'],
  ]);
});

test('DBUG: parameters have the function that they belong to', () => {
  const { functions, variables } = informationOf('debug-information.main.ps_3_0.0x1');
  expect(functions.map(({ name }) => name)).toEqual(['main']);
  expect(variables.filter(({ parameter }) => parameter).map(({ name, function: owner }) => [name, owner])).toEqual([
    ['p', 0],
  ]);
});

test('a shader without debug information has none', () => {
  expect(readDebugInformation(bytesOf(Uint32Array.of(0xffff_0200, 0xffff)))).toEqual({
    programs: [],
    debugName: null,
    diagnostics: [],
  });
});

test('no argument but bytes is taken', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a wrong argument
  expect(() => readDebugInformation('text' as any)).toThrow(TypeError);
  expect(wordsOf(new Uint8Array(4))).toHaveLength(1);
});
