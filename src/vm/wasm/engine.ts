/**
 * The engine that runs shaders as WebAssembly: the same bits as the interpreter, many times faster.
 *
 * A shader begins in the interpreter and is compiled after some work, because compiling costs more than a few quads. A
 * shader that cannot be compiled stays there, and so does one that is observed. The result says how many operations of
 * the intermediate representation ran, where the interpreter counts instructions.
 */
import { lowerSm4 } from '../../lower/sm4/lower-sm4.ts';
import type {
  BoundExecutable,
  ComputeFault,
  ComputeOptions,
  ComputeResult,
  ShaderEngine,
  StageLimits,
  StageRunner,
} from '../engine.ts';
import { ALL_LANES, LANES } from '../lanes.ts';
import { groupsOf, MAX_THREADS, setIds } from '../sm4/compute.ts';
import type { Sm4Executable } from '../sm4/executable.ts';
import { StageQuad } from '../sm4/interpreter.ts';
import { sm4FileSizes } from '../sm4/quad.ts';
import { type CompiledShader, compileModule, layoutOf, WasmInstance } from './compile.ts';

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
  const result = compileModule(module, sm4FileSizes(executable), program.stage === 'cs');
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
    const { bindings } = this.shader;
    const layout = layoutOf(made, bindings);
    if (layout === undefined) {
      this.#isRefused = true;
      return;
    }
    this.#instance = new WasmInstance(made, bindings, layout);
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
  return {
    stageRunner: (context, shader) => new WasmStageRunner(context, shader, patience),
    compute: (shader, groups, options) => {
      const [width, height, depth] = groups;
      const [x, y, z] = shader.executable.declarations.threadGroupSize ?? [1, 1, 1];
      const quads = Math.ceil((x * y * z) / LANES) * width * height * depth;
      // Another order of threads is the interpreter's.
      if (options.seed !== undefined || quads * shader.executable.steps.length < patience) return undefined;
      return runComputeAsWasm(shader, groups, options);
    },
  };
}

/** Runs thread groups one after the other, quad by quad from barrier to barrier; undefined where it is not possible. */
function runComputeAsWasm(
  { executable, bindings }: BoundExecutable,
  groups: readonly [number, number, number],
  { maxInstructions, isStopped }: ComputeOptions,
): ComputeResult | undefined {
  const made = wasmShader(executable);
  const layout = 'obstacle' in made ? undefined : layoutOf(made, bindings);
  if ('obstacle' in made || layout === undefined) return undefined;
  const size = executable.declarations.threadGroupSize ?? [1, 1, 1];
  const threads = Math.min(size[0] * size[1] * size[2], MAX_THREADS);
  const quads = Math.ceil(threads / LANES);
  const instance = new WasmInstance(made, bindings, layout, quads);
  let fault: ComputeFault | undefined;
  for (const group of groupsOf(groups)) {
    const limits = { maxInstructions: maxInstructions - instance.executed, isStopped };
    fault = isStopped?.() ? 'stopped' : runWasmGroup(instance, { size, threads, group }, limits);
    if (fault !== undefined) break;
  }
  instance.copyBack();
  return { fault, location: undefined, executed: instance.executed };
}

/** A thread group: its size, its threads and its number. */
interface ThreadGroupShape {
  readonly size: readonly [number, number, number];
  readonly threads: number;
  readonly group: readonly [number, number, number];
}

/** Runs a thread group. Returns the reason why it did not come to its end. */
export function runWasmGroup(
  instance: WasmInstance,
  { size, threads, group }: ThreadGroupShape,
  { maxInstructions, isStopped }: Pick<ComputeOptions, 'maxInstructions' | 'isStopped'>,
): ComputeFault | undefined {
  instance.clearShared();
  const last = instance.executed + maxInstructions;
  for (let segment = 0; segment < instance.segments; segment++)
    for (let quad = 0; LANES * quad < threads; quad++) {
      setIds(instance, LANES * quad, size, group);
      const lanes = 2 ** Math.min(LANES, threads - LANES * quad) - 1;
      if (instance.run(lanes, 0, last - instance.executed, isStopped, segment, quad) < 0)
        return isStopped?.() ? 'stopped' : 'limit';
    }
  return undefined;
}
