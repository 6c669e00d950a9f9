/**
 * Programs of models 1 to 3 that are generated from lowered fixtures are valid, run alike and are not longer. What they
 * have that no source has, such as counters of loops, is refused.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { slotsOf } from '../../live/generate.ts';
import { compareRecompiled } from '../../smith/checks/recompiled-runs.ts';
import { bytesOf } from '../../src/base/words.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { generateSm1 } from '../../src/generate/sm1/generate.ts';
import { runPasses } from '../../src/ir/index.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { lowerSm1 } from '../../src/lower/index.ts';
import { validate } from '../../src/validate/index.ts';

const RUNS = 4;
/** Sines and powers are computed in another way. */
const TOLERANCE = 2e-3;

const compiled = readProvenance().filter(
  ({ how, profile }) => how === 'compiled' && /^(vs_[123]|ps_[23])_/.test(profile ?? ''),
);

test('generated fixtures of models 1 to 3', () => {
  let [theirs, ours, equal] = [0, 0, 0];
  for (const { id } of compiled) {
    const program = openShaderFile(new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)))).programs[0]!;
    const profile = openShaderFile(bytesOf(program.words)).profile!;
    const { module } = lowerSm1(readSm1(program.words), { separatesConstants: true });
    runPasses(module!, { keepsDots: true });
    const { words, diagnostics } = generateSm1(module!, { profile });
    if (words === undefined) {
      expect(
        diagnostics.map(({ code }) => code),
        id,
      ).toEqual(['DX6100']);
      continue;
    }
    const again = bytesOf(words);
    expect(
      validate(again).diagnostics.filter(({ severity }) => severity === 'error'),
      id,
    ).toEqual([]);
    const result = compareRecompiled(program, openShaderFile(again).programs[0]!, RUNS, TOLERANCE);
    expect(['same', 'close', 'limited'], `${id}: ${result}`).toContain(result);
    if (result !== 'limited') equal++;
    theirs += slotsOf(program.words);
    ours += slotsOf(words);
  }
  expect(equal).toBeGreaterThan(0.7 * compiled.length);
  expect(ours / theirs).toBeLessThan(1.1);
});
