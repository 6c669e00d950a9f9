/**
 * Sources of the fixtures, which Microsoft's compiler compiled when they were recorded: what dxlens compiles of them is
 * valid, has the same reflection and signatures, and gives the same results on random inputs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Provenance, RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { optionsOfFlags } from '../../smith/checks/compile-flags.ts';
import { compareLevel9 } from '../../smith/checks/level9-runs.ts';
import { compareRecompiled } from '../../smith/checks/recompiled-runs.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { compile } from '../../src/hlsl/index.ts';
import { disassemble } from '../../src/text/index.ts';
import { validate } from '../../src/validate/index.ts';

const RUNS = 4;
const TOLERANCE = 2e-3;

/** Sections of the listing that say something else, with the reason. */
const OTHER_REFLECTION: readonly (readonly [RegExp, string])[] = [
  [/debug-name|debug-information|debug-stages/, 'debug information is not written'],
  [/stripped|no-reflection|\.bare$/, 'the recorded shader was changed after it was compiled'],
  [/^level-9-vertex\.loops/, 'the loop over an array is unrolled, so that only the rows that it reads are mapped'],
  [/^level-9-pixel\..*_9_0$/, 'beside programs for XNA, samplers are in the order in which the code reads them'],
  [/^tessellation\.triangleDomain/, 'an input that is indexed by a value is read completely'],
  [/^d3d9-.*\.(unoptimized|level0)$/, 'without optimization, loops over constants are not counted by a register'],
];

/** Programs whose results differ, with the reason. */
const OTHER_RESULTS: readonly (readonly [RegExp, string])[] = [
  [/^d3d9-pixel-flow\.main\.ps_2/, 'colors are from 0 to 1 in these models, which inputs of runs are not'],
  [/^d3d9-pixel\.main\./, 'the second coordinate of a texture with one dimension is any'],
  [/^d3d9-.*\.(unoptimized|level0)$/, 'constants have other registers'],
  [/^ray-march\.main\.ps_3/, 'noise of sines of large numbers'],
  [/^headers-pixel\.modes/, 'SV_IsFrontFace is a word that no hardware gives, neither 0 nor all ones'],
  [/^root-signature-stages\.hull/, 'without a phase for control points, the runs have no points to compare'],
  [/^tiled-feedback\.loads/, 'sums of access statuses, whose values Direct3D leaves open'],
];

const fixtures = readProvenance().filter(
  ({ how, profile }) =>
    how === 'compiled' && /^([pvghdc]s_[45]_[01]|[pv]s_4_0_level_9_[013]|(vs_[123]|ps_[23])_\w+)$/.test(profile ?? ''),
);

function compiled({ id, source, entry = 'main', profile, flags = 0, defines = {} }: Provenance) {
  const code = readFileSync(source, 'latin1');
  return compile(code, { name: id, entry, profile: profile!, defines, ...optionsOfFlags(flags) });
}

/** The sections before the program. */
function headerOf(bytes: Uint8Array): string {
  return disassemble(bytes)
    .text.split('\n')
    .filter((line) => line.startsWith('//') && !/^\/\/ (Generated|approximately)/i.test(line))
    .join('\n');
}

describe('sources of fixtures', () => {
  test.each(fixtures.map((fixture) => [fixture.id, fixture] as const))('%s', (id, fixture) => {
    const { bytes, diagnostics } = compiled(fixture);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const recorded = new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
    expect(validate(bytes!).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    if (!OTHER_REFLECTION.some(([names]) => names.test(id))) expect(headerOf(bytes!)).toBe(headerOf(recorded));
    if (OTHER_RESULTS.some(([names]) => names.test(id))) return;
    const [theirs, ours] = [recorded, bytes!].map((one) => openShaderFile(one).programs[0]!);
    expect(compareRecompiled(theirs!, ours!, RUNS, TOLERANCE)).toMatch(/^(same|close|limited)$/);
    expect(compareLevel9(recorded, bytes!, RUNS, TOLERANCE)).toMatch(/^(same|close|limited)$/);
  });
});
