/** A compiled program with data that runs in the interpreter and, translated, on a driver. */
import type { TranslateOptions } from '../../src/translate/index.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import type { Sm4DrawShader } from '../../src/vm/draw/draw-call.ts';
import type { GpuTrial } from '../../tools/gpu/trial.ts';
import { BOUND_REGISTERS, type BoundRegister, type BoundShader } from '../gpu/from-bindings.ts';
import { NoTrial } from '../gpu/from-request.ts';
import { Noise } from './noise.ts';
import type { CompiledProgram } from './program.ts';
import { resourcesOf } from './resources.ts';
import type { ComparedResult } from './results.ts';
import { CompiledWatch } from './watch.ts';

export interface CompiledTrial {
  readonly name: string;
  /**
   * The trial of the translated program.
   *
   * @throws NoTrial where it is not translated, or has something that trials have not
   */
  readonly gpu: (options: TranslateOptions) => GpuTrial;
  readonly results: readonly ComparedResult[];
  /** The results of the interpreter; with a number, after noise that it decides. */
  readonly run: (noise?: number) => Uint32Array[];
}

/**
 * The program of a run for the interpreter: with noise, or watched for what Direct3D leaves undefined.
 *
 * @param inputs registers of inputs that are interpolated
 */
export function observedShader(
  program: CompiledProgram,
  bindings: Bindings,
  noise: number | undefined,
  inputs: readonly number[] = [],
): Observed {
  if (noise !== undefined)
    return { shader: program.shader(bindings, new Noise(noise, inputs)), check: () => undefined };
  const watch = new CompiledWatch(program.shader(bindings).executable);
  return {
    shader: program.shader(bindings, watch),
    check() {
      if (watch.isUndefined) throw new UnsuitableData('the program does something that Direct3D leaves undefined');
    },
  };
}

export interface Observed {
  readonly shader: Sm4DrawShader;
  /** After the run. @throws NoTrial where it did something undefined */
  readonly check: () => void;
}

/** Data with which a program cannot be compared; others may do. */
export class UnsuitableData extends NoTrial {}

/** Instructions of a run, at most: more is taken for a loop without an end. */
export const MAX_INSTRUCTIONS = 4_000_000;

/** A program with everything bound that it declares; the same for the same seed. */
export function boundShader(program: CompiledProgram, seed: number): BoundShader {
  const { stage, bytes } = program;
  const bindings = resourcesOf(program, seed);
  return { stage, bytes, bindings, views: viewsOf(program, bindings) };
}

/** A shader that has nothing bound. */
export function unboundShader(stage: BoundShader['stage'], bytes: Uint8Array): BoundShader {
  return { stage, bytes, bindings: new Bindings(), views: [] };
}

function viewsOf({ declarations }: CompiledProgram, bindings: Bindings): BoundRegister[] {
  return declarations.resources.flatMap(({ type, firstRegister, lastRegister, space }) => {
    if (type !== 'srv' && type !== 'uav') return [];
    const table = type === 'srv' ? bindings.resources : bindings.unorderedAccess;
    const count = Math.min(lastRegister - firstRegister + 1, BOUND_REGISTERS);
    return Array.from({ length: count }, (_, i) => firstRegister + i).flatMap((register): BoundRegister[] => {
      const view = table.get(register, space);
      return view === undefined ? [] : [{ type, register, space, view }];
    });
  });
}
