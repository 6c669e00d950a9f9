/** Integers in SPIR-V, whose types have no sign: instructions say what is signed. */
import { expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { spirvText, translate } from '../../../src/translate/index.ts';

it('the smaller and the larger of signed numbers are choices, which compilers fold as signed', () => {
  const { bytes } = assemble(
    [
      'ps_5_0',
      'dcl_globalFlags refactoringAllowed',
      'dcl_input_ps constant v0.xyzw',
      'dcl_output o0.xyzw',
      'imin o0.x, v0.x, v0.y',
      'imax o0.y, v0.x, v0.y',
      'umin o0.z, v0.x, v0.y',
      'umax o0.w, v0.x, v0.y',
      'ret',
    ].join('\n'),
  );
  const { stages } = translate(bytes!, { to: 'spirv', validate: false });
  const text = JSON.stringify(spirvText(stages[0]!.code as Uint32Array));
  // SPIRV-Tools folds SMin and SMax of two constants by the sign of their type.
  expect(text).not.toMatch(/ S(Min|Max) /);
  expect(text).toMatch(/(%\d+) = OpSLessThan %\d+ (%\d+) (%\d+)\\n *%\d+ = OpSelect %\d+ \1 \2 \3/);
  expect(text).toMatch(/(%\d+) = OpSGreaterThanEqual %\d+ (%\d+) (%\d+)\\n *%\d+ = OpSelect %\d+ \1 \2 \3/);
  expect(text).toMatch(/ UMin /);
  expect(text).toMatch(/ UMax /);
});
