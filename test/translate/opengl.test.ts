/** Requirements of OpenGL and OpenGL ES on translations: numbers of buffers that every device has, sizes of points. */
import { expect, it } from 'vitest';
import { assemble } from '../../src/assemble/index.ts';
import { translate } from '../../src/translate/index.ts';

const DECLARED = 'dcl_input v0.xyzw\ndcl_output_siv o0.xyzw, position\ndcl_temps 1';

/** A vertex shader of model 5.0 that adds up constant buffers. */
function withBuffers(registers: readonly number[]): Uint8Array {
  const declarations = registers.map((register) => `dcl_constantbuffer CB${register}[1], immediateIndexed`);
  const sums = registers.map((register) => `add r0.xyzw, r0.xyzw, cb${register}[0].xyzw`);
  const lines = ['vs_5_0', 'dcl_globalFlags refactoringAllowed', ...declarations, DECLARED, 'mov r0.xyzw, v0.xyzw'];
  return assemble([...lines, ...sums, 'mov o0.xyzw, r0.xyzw', 'ret'].join('\n')).bytes!;
}

/** The last number, and one more: all stages together have 24 in OpenGL ES 3.0. */
const NUMBERS_OF_CONSTANTS = 24;

it('gives buffers of constants numbers that WebGL 2 has', () => {
  const numbersOf = (registers: readonly number[]) => {
    const [stage] = translate(withBuffers(registers), { to: 'essl', version: '300', validate: false }).stages;
    return stage!.map.bindings.map(({ binding }) => binding);
  };
  // The runtime uniforms are the last ones: a vertex shader has `y_sign`.
  expect(numbersOf([0, 5])).toEqual([12, 17, 23]);
  expect(numbersOf([0, 10, 12, 13])).toEqual([12, 22, 21, 20, 23]);
  const most = numbersOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13]);
  expect(new Set(most).size).toBe(most.length);
  expect(Math.max(...most)).toBeLessThan(NUMBERS_OF_CONSTANTS);
  expect(Math.min(...most)).toBeGreaterThanOrEqual(12);
});

it('gives the states of Direct3D 9 such a number, too', () => {
  const { bytes } = assemble('ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0');
  const options = { to: 'essl', state9: { alphaTest: 'runtime' } } as const;
  const [stage] = translate(bytes!, options).stages;
  expect(stage!.map.bindings.map(({ name, binding }) => [name, binding])).toEqual([['ps_state', 1]]);
});

it('writes sizes of points in OpenGL ES, and those of Direct3D 9 everywhere', () => {
  const bytes = withBuffers([0]);
  const codeOf = (to: 'essl' | 'glsl') => translate(bytes, { to, validate: false }).stages[0]!.code;
  expect(codeOf('essl')).toContain('gl_PointSize = 1.0;');
  expect(codeOf('glsl')).not.toContain('gl_PointSize');
  const points = assemble('vs_2_0\ndcl_position v0\ndcl_psize v1\nmov oPos, v0\nmov oPts, v1.x').bytes!;
  for (const to of ['essl', 'glsl'] as const) {
    const { stages, diagnostics } = translate(points, { to });
    expect(stages[0]!.code).toMatch(/gl_PointSize = in_psize\.x;/);
    expect(diagnostics).toEqual([]);
  }
});
