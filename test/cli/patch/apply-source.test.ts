/**
 * Sources of recorded shaders of models 1 to 3, which Microsoft's tools made, compiled and put into them: the shader
 * computes the same, is valid, and has the same constant table.
 */
import { expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { compareRecompiled } from '../../../smith/checks/recompiled-runs.ts';
import { applySource } from '../../../src/cli/verbs/patch/apply-source.ts';
import { decompile } from '../../../src/decompile/index.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import { sm1CommentData } from '../../../src/isa/sm1/edit.ts';
import { decodeSm1 } from '../../../src/isa/sm1/encode.ts';
import { openShader } from '../../../src/shader/index.ts';
import { validate } from '../../../src/validate/index.ts';

/** A bound of the relative difference of two results. */
const TOLERANCE = 2 ** -12;

/** Shaders that are left out: rounding decides how often a loop runs. */
const LEFT_OUT = ['ray-march.main.ps_3_0'];

const SHADERS = readRecorded().filter(
  ({ bytes, provenance: { how, id } }) =>
    how === 'compiled' && !LEFT_OUT.includes(id) && openShaderFile(bytes).programs[0]?.isa === 'sm1',
);

/** A count that has no optimization in the original is a float, and an integer in the source. */
const REFUSED = ['d3d9-pixel-flow.main.ps_3_0.0x4000.level0'];

test('every recorded shader of models 1 to 3 takes its source', { tags: 'slow' }, () => {
  const refused: string[] = [];
  let count = 0;
  for (const { provenance, bytes } of SHADERS) {
    const { code } = decompile(bytes, { registers: true });
    if (code === undefined) continue;
    const shader = openShader(bytes);
    if (!applySource(shader, 'source.hlsl', code, { flags: {}, color: false }, true, { quiet: true, color: false })) {
      refused.push(provenance.id);
      continue;
    }
    const changed = shader.toBytes();
    const [before, after] = [decodeSm1(bytes), decodeSm1(changed)];
    const hasPreshader = sm1CommentData(before, Sm1CommentTag.preshader) !== undefined;
    expect(sm1CommentData(after, Sm1CommentTag.preshader), provenance.id).toBeUndefined();
    if (!hasPreshader)
      expect(sm1CommentData(after, Sm1CommentTag.constantTable)).toEqual(
        sm1CommentData(before, Sm1CommentTag.constantTable),
      );
    expect(validate(changed).diagnostics, provenance.id).toEqual([]);
    const [program] = openShaderFile(bytes).programs;
    const [again] = openShaderFile(changed).programs;
    const result = compareRecompiled(program!, again!, 4, TOLERANCE);
    expect(result, provenance.id).toMatch(/^(same|close|limited)$/);
    count++;
  }
  expect(refused).toEqual(REFUSED);
  expect(count).toBeGreaterThan(50);
});
