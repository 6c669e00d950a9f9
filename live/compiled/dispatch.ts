/** Trials of compiled compute shaders: everything that they write. */
import { BufferMemory } from '../../src/vm/bindings.ts';
import { runCompute } from '../../src/vm/sm4/compute.ts';
import { type BoundShader, boundTrial, resultsOf, writtenBy } from '../gpu/from-bindings.ts';
import type { CompiledProgram } from './program.ts';
import type { ComparedResult } from './results.ts';
import { boundShader, type CompiledTrial, MAX_INSTRUCTIONS, observedShader, UnsuitableData } from './trial.ts';

type Groups = readonly [number, number, number];
/** Groups of programs that read what they may write, whose results would depend on which group is first. */
const ONE_GROUP: Groups = [1, 1, 1];
const TWO_GROUPS: Groups = [2, 1, 1];

/** The trial of a compute shader; undefined for one that writes nothing. */
export function dispatchTrial(program: CompiledProgram, seed: number): CompiledTrial | undefined {
  const results = writtenResults(boundShader(program, seed));
  if (results.length === 0) return undefined;
  const groups = program.readsWrittenMemory ? ONE_GROUP : TWO_GROUPS;
  return {
    name: program.name,
    gpu: (options) => boundTrial([boundShader(program, seed)], { dispatch: groups, targets: 0 }, options),
    results,
    run(noise) {
      const shader = boundShader(program, seed);
      const observed = observedShader(program, shader.bindings, noise);
      // Groups and threads have another order, too.
      const { fault } = runCompute(observed.shader.executable, shader.bindings, groups, {
        maxInstructions: MAX_INSTRUCTIONS,
        seed: noise,
      });
      if (fault !== undefined) throw new UnsuitableData(`the interpreter ends with ${fault}`);
      observed.check();
      return writtenBy(shader).flatMap(resultsOf);
    },
  };
}

/** The results of the views that a shader may write. */
export function writtenResults({ views }: BoundShader): ComparedResult[] {
  return views.flatMap(({ type, register, space, view }): ComparedResult[] => {
    if (type !== 'uav') return [];
    const name = space === 0 ? `u${register}` : `u${register}, space ${space}`;
    if (!(view instanceof BufferMemory))
      return resultsOf(view).map(() => ({ name, type: () => (view.format.isInteger ? 'integer' : 'float') }));
    const words: ComparedResult = { name, type: () => 'word' };
    return view.stride === 0 ? [words] : [words, { name: `the counter of ${name}`, type: () => 'integer' }];
  });
}
