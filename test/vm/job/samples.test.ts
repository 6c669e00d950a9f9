/** The jobs in samples/run, checked by arithmetic of their own. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostFor } from '../../../src/cli/verbs/run/run.ts';
import { parseJob } from '../../../src/vm/job/parse-job.ts';
import { type RunResult, run } from '../../../src/vm/job/run.ts';

const DIRECTORY = 'samples/run';

function runSample(name: string): RunResult {
  const { job, diagnostics } = parseJob(readFileSync(`${DIRECTORY}/${name}.json`, 'utf8'));
  expect(diagnostics).toEqual([]);
  const result = run(job!, hostFor(DIRECTORY));
  expect(result.diagnostics).toEqual([]);
  return result;
}

function numbersOf({ outputs }: RunResult, name: string): unknown {
  const output = outputs[name]!;
  if (output.as !== 'numbers') throw new Error('not numbers');
  return output.value;
}

describe('samples/run', () => {
  it('prefix-sum: sums of the numbers before each', () => {
    const values = [3, 1, 4, 1, 5, 9, 2, 6];
    const sums = values.map((_, i) => values.slice(0, i).reduce((sum, value) => sum + value, 0));
    expect(numbersOf(runSample('prefix-sum'), 'sums')).toEqual(sums);
  });

  it('sepia: brightness in a color, more towards the edges', () => {
    const { picture } = runSample('sepia').outputs;
    if (picture?.as !== 'png') throw new Error('not an image');
    expect(picture.image).toMatchObject({ width: 8, height: 8 });
    const colors = [
      [0, 102 / 255, 204 / 255],
      [1, 51 / 255, 0],
    ];
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) {
        const color = colors[(x + y) & 1]!;
        const brightness = 0.25 * color[0]! + 0.5 * color[1]! + 0.25 * color[2]!;
        const edge = Math.min(1, 2 * (((x + 0.5) / 8 - 0.5) ** 2 + ((y + 0.5) / 8 - 0.5) ** 2));
        const expected = [1, 0.75, 0.5].map((tint, k) => color[k]! + edge * (brightness * tint - color[k]!));
        for (const [k, value] of [...expected, 1].entries())
          expect(Math.abs(picture.image.pixels[4 * (8 * y + x) + k]! - 255 * value), `${x} ${y} ${k}`).toBeLessThan(
            0.51,
          );
      }
    }
  });

  it('shadow: averages of comparisons', () => {
    // Weights of 0.25, 0.5, 0.75 and 1 are those of their texels.
    const lit = (weights: readonly number[], depth: number) =>
      [0.25, 0.5, 0.75, 1].reduce((sum, texel, i) => sum + (depth - 0.125 <= texel ? weights[i]! : 0), 0);
    const all = [0.25, 0.25, 0.25, 0.25];
    const left = [0.5, 0, 0.5, 0];
    const expected = [lit(all, 0.5), lit(all, 0.75), lit(left, 0.75), lit(all, 2)].map((light) =>
      Math.max(light, 0.0625),
    );
    const { outputs } = numbersOf(runSample('shadow'), 'light') as { outputs: { SV_Target0: number[] }[] };
    expect(outputs.map(({ SV_Target0 }) => SV_Target0[0])).toEqual(expected);
  });

  it('patch: 32 triangles that cover each pixel once', () => {
    const result = runSample('patch');
    expect(numbersOf(result, 'counts')).toMatchObject({ rasterizedPrimitives: 2 * 4 * 4, samplesPassed: 64 });
    const rows = numbersOf(result, 'pixels') as number[][][];
    for (const [y, row] of rows.entries())
      for (const [x, [u, v, z, a]] of row.entries()) {
        expect(u).toBeCloseTo((x + 0.5) / 8, 5);
        expect(v).toBeCloseTo((y + 0.5) / 8, 5);
        expect([z, a]).toEqual([0, 1]);
      }
  });
});
