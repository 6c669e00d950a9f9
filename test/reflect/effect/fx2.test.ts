/** Reflection of effects of Direct3D 9 against the sources that Microsoft's compiler was given. */
import { describe, expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../../fixtures/fx2-effects.ts';
import { reflectionDifferences } from '../../../smith/checks/fx2-reflection.ts';
import { reflectEffect } from '../../../src/reflect/index.ts';

describe.each(readRecordedEffects2().map((one) => [one.seed, one] as const))('random effect %i', (_, one) => {
  test('has what its source says', () => {
    const { value, diagnostics } = reflectEffect(one.bytes);
    expect(diagnostics).toEqual([]);
    expect(reflectionDifferences(value!, one.effect)).toEqual([]);
  });
});

test('states and their values have the names of d3d9types.h', () => {
  const states = readRecordedEffects2().flatMap(({ bytes }) =>
    reflectEffect(bytes).value!.groups.flatMap(({ techniques }) =>
      techniques.flatMap(({ passes }) => passes.flatMap((pass) => pass.states)),
    ),
  );
  const blend = states.find(({ name, value }) => name === 'SrcBlend' && value?.kind === 'constants')!;
  expect(blend.d3dName).toBe('D3DRS_SRCBLEND');
  expect(blend.value).toMatchObject({ constants: [{ d3dName: expect.stringMatching(/^D3DBLEND_/) }] });
});
