/** Compares the runs of a shader with those of its source compiled again, on the same random inputs. */
import { bytesOf } from '../../src/base/words.ts';
import type { ShaderProgram } from '../../src/file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../../src/isa/sm1/comments.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { lowerSm1, lowerSm4 } from '../../src/lower/index.ts';
import { compareShaders2 } from './effect2-runs.ts';
import { ProgramRuns } from './vm-ir.ts';
import { countInteger, declaredSamplers, Sm1ProgramRuns } from './vm-ir-sm1.ts';

/**
 * Returns `same` if all runs have equal results, `limited` if some cannot be compared, otherwise the difference.
 * Results have equal bits; those of preshaders may be rounded, and with a tolerance those of models 4 and 5 may be
 * `close`. Every second run has finite numbers only where there is a tolerance. Seeds count from 1.
 */
export function compareRecompiled(program: ShaderProgram, again: ShaderProgram, runs: number, tolerance = 0): string {
  if (program.isa !== again.isa) return 'limited';
  const compare = runsOf(program, again, tolerance);
  return compare === undefined ? 'no meaning' : compareSeeds(compare, runs, tolerance);
}

/** The result of the runs of one seed; see {@link Sm1ProgramRuns}. */
type SeedResult = string | { readonly difference: string };

/** Compares the runs of the seeds from 1 on. Returns as {@link compareRecompiled} does. */
export function compareSeeds(compare: (seed: number) => SeedResult, runs: number, tolerance: number): string {
  let isLimited = false;
  let isClose = false;
  for (let seed = 1; seed <= runs; seed++) {
    const result = compare(seed);
    if (typeof result !== 'string') return result.difference;
    isLimited ||= result === 'limited' || result === 'undefined';
    isClose ||= tolerance > 0 && result === 'close';
  }
  return isLimited ? 'limited' : isClose ? 'close' : 'same';
}

/** The numbers of a seed. */
export function numbersOf(seed: number, tolerance: number): 'finite' | 'dyadic' {
  return tolerance > 0 && seed % 2 === 0 ? 'finite' : 'dyadic';
}

/** Returns a function that compares the runs of a seed. */
function runsOf(program: ShaderProgram, again: ShaderProgram, tolerance: number) {
  if (program.isa === 'sm4') {
    const { module } = lowerSm4(readSm4(again.words));
    const runs = new ProgramRuns(readSm4(program.words));
    return module && ((seed: number) => runs.compare(module, seed, numbersOf(seed, tolerance), tolerance));
  }
  if (findSm1Comment(program.words, Sm1CommentTag.preshader) !== undefined) {
    // The preshader of the original has constants by name.
    const [a, b] = [bytesOf(program.words), bytesOf(again.words)];
    return (seed: number) => compareShaders2(a, b, seed);
  }
  // Both have the textures that the later one declares: before 2_0, programs declare none.
  const options = declaredSamplers(readSm1(again.words));
  const { module } = lowerSm1(readSm1(again.words), options);
  const runs = new Sm1ProgramRuns(readSm1(program.words), options, countInteger);
  return module && ((seed: number) => runs.compare(module, seed, numbersOf(seed, tolerance), tolerance));
}
