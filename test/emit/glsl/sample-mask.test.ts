/** The sample mask in GLSL: OpenGL ignores it in targets with one sample, Direct3D does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RECORDED } from '../../../fixtures/recorded.ts';
import { translate } from '../../../src/translate/index.ts';

it.each([
  ['glsl', '450'],
  ['essl', '320'],
] as const)('discards pixels whose only sample is not in the mask, in %s %s', (to, version) => {
  const bytes = new Uint8Array(readFileSync(join(RECORDED, 'coverage-and-depth.coverage10.ps_4_1.bin')));
  const { code, map } = translate(bytes, { to, version }).stages[0]!;
  expect(code).toMatch(
    /gl_SampleMask\[0\] = .*;\s+if \(runtime\.sample_count == 1u && \(gl_SampleMask\[0\] & 1\) == 0\) discard;/,
  );
  expect(map.runtimeUniforms.map(({ name }) => name)).toContain('sample_count');
});
