/** The trials of a compiled program of any stage that has them. */
import { NoTrial } from '../gpu/from-request.ts';
import { dispatchTrial } from './dispatch.ts';
import { domainTrials } from './domain.ts';
import { geometryTrials } from './geometry.ts';
import { hullTrials } from './hull.ts';
import { legacyPixelTrial } from './legacy/pixel.ts';
import { type LegacyProgram, legacyProgramOf } from './legacy/program.ts';
import { legacyVertexTrials } from './legacy/vertex.ts';
import { pixelTrial } from './pixel.ts';
import { type CompiledProgram, compiledProgramOf } from './program.ts';
import type { CompiledTrial } from './trial.ts';
import { vertexTrials } from './vertex.ts';

/**
 * The trials of a container.
 *
 * @throws NoTrial where there are none, with the reason
 */
export function compiledTrials(name: string, bytes: Uint8Array, seed: number): CompiledTrial[] {
  const program = compiledProgramOf(name, bytes);
  const legacy = program === undefined ? legacyProgramOf(name, bytes) : undefined;
  if (program === undefined && legacy === undefined) throw new NoTrial('no program of models 1 to 5.1');
  const trials = (program === undefined ? legacyTrials(legacy!, seed) : trialsOf(program, seed)).filter(
    (trial) => trial !== undefined,
  );
  if (trials.length === 0) throw new NoTrial('the program writes nothing');
  return trials;
}

type Trials = (CompiledTrial | undefined)[];

function legacyTrials(program: LegacyProgram, seed: number): Trials {
  if (program.stage === 'vs') return legacyVertexTrials(program, seed);
  return [legacyPixelTrial(program, seed, false), legacyPixelTrial(program, seed, true)];
}

function trialsOf(program: CompiledProgram, seed: number): Trials {
  return {
    cs: () => [dispatchTrial(program, seed)],
    ps: () => [pixelTrial(program, seed, false), pixelTrial(program, seed, true)],
    vs: () => vertexTrials(program, seed),
    gs: () => geometryTrials(program, seed),
    hs: () => hullTrials(program, seed),
    ds: () => domainTrials(program, seed),
  }[program.stage]();
}
