/** The trials of a compiled program of any stage that has them. */
import { NoTrial } from '../gpu/from-request.ts';
import { dispatchTrial } from './dispatch.ts';
import { domainTrials } from './domain.ts';
import { geometryTrials } from './geometry.ts';
import { pixelTrial } from './pixel.ts';
import { compiledProgramOf } from './program.ts';
import type { CompiledTrial } from './trial.ts';
import { vertexTrials } from './vertex.ts';

/**
 * The trials of a container.
 *
 * @throws NoTrial where there are none, with the reason
 */
export function compiledTrials(name: string, bytes: Uint8Array, seed: number): CompiledTrial[] {
  const program = compiledProgramOf(name, bytes);
  if (program === undefined) throw new NoTrial('no program of models 4.0 to 5.1');
  const trials = {
    cs: () => [dispatchTrial(program, seed)],
    ps: () => [pixelTrial(program, seed, false), pixelTrial(program, seed, true)],
    vs: () => vertexTrials(program, seed),
    gs: () => geometryTrials(program, seed),
    hs: () => [],
    ds: () => domainTrials(program, seed),
  }
    [program.stage]()
    .filter((trial) => trial !== undefined);
  if (trials.length === 0) throw new NoTrial('the program writes nothing');
  return trials;
}
