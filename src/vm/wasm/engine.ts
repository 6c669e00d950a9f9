/**
 * The engine that runs shaders as WebAssembly: the same bits as the interpreter, many times faster.
 *
 * A shader begins in the interpreter and is compiled after some work, because compiling costs more than a few quads. A
 * shader that cannot be compiled stays there, and so does one that is observed. The result says how many operations of
 * the intermediate representation ran, where the interpreter counts instructions.
 */
import { lowerSm4 } from '../../lower/sm4/lower-sm4.ts';
import type { BoundExecutable, ShaderEngine, StageLimits, StageRunner } from '../engine.ts';
import { ALL_LANES } from '../lanes.ts';
import type { Sm4Executable } from '../sm4/executable.ts';
import { StageQuad } from '../sm4/interpreter.ts';
import { sm4FileSizes } from '../sm4/quad.ts';
import { type CompiledShader, compileModule, WasmInstance } from './compile.ts';

/** Instructions that the interpreter runs of a shader before it is compiled: some milliseconds. */
const DEFAULT_PATIENCE = 20_000;

/** A program as WebAssembly, or the reason why there is none. */
export type WasmShader = CompiledShader | { readonly obstacle: string };

const shaders = new WeakMap<Sm4Executable, WasmShader>();

/** Compiles a program, once. */
export function wasmShader(executable: Sm4Executable): WasmShader {
  const known = shaders.get(executable);
  if (known !== undefined) return known;
  const made = compileShader(executable);
  shaders.set(executable, made);
  return made;
}

function compileShader(executable: Sm4Executable): WasmShader {
  const { program, observer } = executable;
  if (observer !== undefined) return { obstacle: 'an observer' };
  if (!hasWasm()) return { obstacle: 'no WebAssembly with vectors' };
  if (program.stage === 'gs' || program.stage === 'hs') return { obstacle: 'its stage' };
  const { module, diagnostics } = lowerSm4(program);
  if (module === undefined) return { obstacle: diagnostics[0]?.message ?? 'it has no meaning' };
  const result = compileModule(module, sm4FileSizes(executable));
  return 'shader' in result ? result.shader : result;
}

let isSupported: boolean | undefined;

/** Whether this machine runs WebAssembly with vectors: a function that returns a vector's lane is valid. */
function hasWasm(): boolean {
  isSupported ??=
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(
      new Uint8Array([
        // Header; one type without parameters and with a v128; one function; its body: a constant.
        ...[0, 97, 115, 109, 1, 0, 0, 0],
        ...[1, 5, 1, 0x60, 0, 1, 0x7b],
        ...[3, 2, 1, 0],
        ...[10, 8, 1, 6, 0, 65, 0, 0xfd, 17, 11],
      ]),
    );
  return isSupported;
}

/** A quad of a stage that changes from the interpreter to WebAssembly. */
class WasmStageRunner implements StageRunner {
  #quad: StageQuad | undefined;
  #instance: WasmInstance | undefined;
  helpers = 0;
  readonly pixels = { x: 0, y: 0, lanes: 0 };
  #rasterizerSamples = 1;
  #interpolator: StageRunner['interpolator'];

  constructor(
    private readonly context: StageLimits,
    private readonly shader: BoundExecutable,
    private readonly patience: number,
  ) {
    if (patience <= 0 || shaders.has(shader.executable)) this.#compile();
    if (this.#instance === undefined) this.#quad = new StageQuad(context, shader);
  }

  get files(): StageRunner['files'] {
    return (this.#instance ?? this.#quad!).files;
  }

  get rasterizerSamples(): number {
    return this.#rasterizerSamples;
  }

  set rasterizerSamples(count: number) {
    this.#rasterizerSamples = count;
    (this.#instance ?? this.#quad!).rasterizerSamples = count;
  }

  get interpolator(): StageRunner['interpolator'] {
    return this.#interpolator;
  }

  set interpolator(interpolator: StageRunner['interpolator']) {
    this.#interpolator = interpolator;
    (this.#instance ?? this.#quad!).interpolator = interpolator;
  }

  clear(): void {
    if (this.#quad !== undefined && this.#quad.executed > this.patience && !this.#isRefused) this.#compile();
    (this.#instance ?? this.#quad!).clear();
    this.helpers = 0;
  }

  runMain(lanes = ALL_LANES): boolean {
    const quad = this.#quad;
    if (quad !== undefined) {
      quad.helpers = this.helpers;
      Object.assign(quad.pixels, this.pixels);
      const isEnded = quad.runMain(lanes);
      this.helpers = quad.helpers;
      return isEnded;
    }
    const { context } = this;
    const instance = this.#instance!;
    const before = instance.executed;
    const helpers = instance.run(lanes, this.helpers, context.instructionsLeft, context.isLate);
    if (helpers >= 0) this.helpers = helpers;
    return context.spendInstructions(instance.executed - before, helpers >= 0);
  }

  #isRefused = false;

  /** Changes to WebAssembly, if the shader can be compiled. */
  #compile(): void {
    const made = wasmShader(this.shader.executable);
    if ('obstacle' in made) {
      this.#isRefused = true;
      return;
    }
    this.#instance = new WasmInstance(made, this.shader.bindings);
    this.#instance.rasterizerSamples = this.#rasterizerSamples;
    this.#instance.interpolator = this.#interpolator;
    this.#quad = undefined;
  }
}

/**
 * The engine.
 *
 * @param patience instructions of a shader that the interpreter runs before it is compiled
 */
export function wasmEngine(patience = DEFAULT_PATIENCE): ShaderEngine {
  return { stageRunner: (context, shader) => new WasmStageRunner(context, shader, patience) };
}
