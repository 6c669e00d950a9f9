/**
 * Sources of recorded shaders, which Microsoft's compiler made, compiled and put into them: the shader computes the
 * same, is valid, and has the same constant table or the same other chunks.
 */
import { expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { compareRecompiled } from '../../../smith/checks/recompiled-runs.ts';
import { applySource } from '../../../src/cli/verbs/patch/apply-source.ts';
import { parseContainer } from '../../../src/container/index.ts';
import { decompile } from '../../../src/decompile/index.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import { sm1CommentData } from '../../../src/isa/sm1/edit.ts';
import { decodeSm1 } from '../../../src/isa/sm1/encode.ts';
import { openShader } from '../../../src/shader/index.ts';
import { validate } from '../../../src/validate/index.ts';

/** A bound of the relative difference of two results. */
const TOLERANCE = 2 ** -10;
const SETTINGS = { flags: {}, color: false };
const STYLE = { quiet: true, color: false };
/** Chunks that describe the program, or its lines. */
const OF_PROGRAM = ['SHDR', 'SHEX', 'Aon9', 'STAT', 'SFI0', 'SPDB', 'SDBG'];

/** Shaders that are left out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'ray-march.main.ps_3_0': 'rounding decides how often a loop runs',
  'legacy-samplers.main.ps_4_0_level_9_3.0x1000': 'the program for feature level 9 has its samplers in another order',
  'tiled-feedback.loads.cs_5_0': 'sums of access statuses, whose values Direct3D leaves open',
  'd3d9-pixel-flow.main.ps_3_0.0x4000.level0': 'a count is a float in the original, and an integer in the source',
};

function applied(profiles: RegExp): number {
  let count = 0;
  for (const { provenance, bytes } of readRecorded()) {
    const { id, how, profile = '' } = provenance;
    if (how !== 'compiled' || !profiles.test(profile) || id in LEFT_OUT) continue;
    const { code } = decompile(bytes, { registers: true });
    if (code === undefined) continue;
    const changed = applySource(openShader(bytes), 'source.hlsl', code, SETTINGS, STYLE)?.toBytes();
    expect(changed, id).toBeDefined();
    const known = new Set(validate(bytes).diagnostics.map((one) => one.code));
    const errors = validate(changed!).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((one) => one.code).filter((one) => !known.has(one))).toEqual([]);
    const original = openShaderFile(bytes);
    if (original.programs[0]?.isa === 'sm1' && original.container === undefined) expectSameComments(bytes, changed!);
    else expectSameChunks(bytes, changed!);
    const { programs } = openShaderFile(changed!);
    for (const [i, program] of original.programs.entries())
      expect(compareRecompiled(program, programs[i]!, 3, TOLERANCE), id).toMatch(/^(same|close|limited)$/);
    count++;
  }
  return count;
}

/** The constant table is that of the original. A preshader is gone, and the table with it. */
function expectSameComments(bytes: Uint8Array, changed: Uint8Array): void {
  const [before, after] = [decodeSm1(bytes), decodeSm1(changed)];
  expect(sm1CommentData(after, Sm1CommentTag.preshader)).toBeUndefined();
  if (sm1CommentData(before, Sm1CommentTag.preshader) !== undefined) return;
  const table = Sm1CommentTag.constantTable;
  expect(sm1CommentData(after, table)).toEqual(sm1CommentData(before, table));
}

function expectSameChunks(bytes: Uint8Array, changed: Uint8Array): void {
  const others = (file: Uint8Array) =>
    parseContainer(file).value!.chunks.flatMap(({ name, data }) => (OF_PROGRAM.includes(name) ? [] : [[name, data]]));
  expect(others(changed)).toEqual(others(bytes));
}

test('models 1 to 3', { tags: 'slow' }, () => {
  expect(applied(/^[vp]s_[123]_|^fx_2_0/)).toBeGreaterThan(50);
});

test('feature level 9', { tags: 'slow' }, () => {
  expect(applied(/^[pv]s_4_0_level_9_/)).toBeGreaterThan(15);
});

test('models 4 to 5.1', { tags: ['slow', 'ci'] }, () => {
  expect(applied(/^[a-z]s_[45]_[01]$/)).toBeGreaterThan(200);
});
