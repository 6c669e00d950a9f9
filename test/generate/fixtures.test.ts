/** Programs that are generated from lowered fixtures are valid, run alike and are not longer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { withProgram } from '../../live/generate.ts';
import { compareRecompiled } from '../../smith/checks/recompiled-runs.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { generateSm4 } from '../../src/generate/sm4/generate.ts';
import { runPasses } from '../../src/ir/index.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { countSm4 } from '../../src/isa/sm4/statistics.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import { validate } from '../../src/validate/index.ts';

/** One of so many fixtures is generated; the live comparison has all of them. */
const STEP = Number(process.env.GENERATE_STEP ?? 4);
const RUNS = 2;

const compiled = readProvenance().filter(
  ({ how, profile }) => how === 'compiled' && /^[vpghdc]s_[45]/.test(profile ?? ''),
);

test.each([false, true])('generated fixtures, scalar: %s', { tags: ['slow', 'ci'] }, (scalar) => {
  let [theirs, ours, equal] = [0, 0, 0];
  for (let i = 0; i < compiled.length; i += STEP) {
    const { id } = compiled[i]!;
    const bytes = new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
    const program = openShaderFile(bytes).programs[0]!;
    if (program.isa !== 'sm4') continue;
    const { module } = lowerSm4(readSm4(program.words));
    runPasses(module!, { scalar, keepsDots: true });
    const { words, diagnostics } = generateSm4(module!);
    if (words === undefined) {
      expect(
        diagnostics.map(({ code }) => code),
        id,
      ).toEqual(['DX6100']);
      continue;
    }
    const again = withProgram(bytes, words)!;
    expect(
      validate(again).diagnostics.filter(({ severity }) => severity === 'error'),
      id,
    ).toEqual([]);
    const result = compareRecompiled(program, openShaderFile(again).programs[0]!, RUNS);
    expect(['same', 'limited'], `${id}: ${result}`).toContain(result);
    if (result === 'same') equal++;
    theirs += countSm4(readSm4(program.words)).instructionCount;
    ours += countSm4(readSm4(words)).instructionCount;
  }
  expect(equal).toBeGreaterThan(0.7 * Math.floor(compiled.length / STEP));
  expect(ours / theirs).toBeLessThan(1);
});
