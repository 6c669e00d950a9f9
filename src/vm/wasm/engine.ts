/**
 * The engine that runs shaders as WebAssembly: the same bits as the interpreter, many times faster.
 *
 * A shader begins in the interpreter and is compiled after some work, because compiling costs more than a few quads. A
 * shader that cannot be compiled stays there, and so does one that is observed. The instructions of a compiled shader
 * are those that are left after optimization.
 */
import { getOrInsert } from '../../base/collections.ts';
import { WASM_RESULT } from '../../emit/wasm/plan.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { lowerSm4 } from '../../lower/sm4/lower-sm4.ts';
import type {
  BoundExecutable,
  BoundLegacyExecutable,
  ComputeFault,
  ComputeFaultLocation,
  ComputeOptions,
  ComputeResult,
  GeometryResult,
  HullResult,
  LegacyRunner,
  PrimitiveOptions,
  ShaderEngine,
  StageLimits,
  StageRunner,
} from '../engine.ts';
import { ALL_LANES, LANES } from '../lanes.ts';
import type { Sm1Executable } from '../sm1/executable.ts';
import { LegacyStageQuad } from '../sm1/interpreter.ts';
import { setFirstColor } from '../sm1/quad.ts';
import { groupsOf, MAX_THREADS, setIds } from '../sm4/compute.ts';
import type { Sm4Executable } from '../sm4/executable.ts';
import { runInstances, setPrimitive } from '../sm4/geometry.ts';
import { runPhases } from '../sm4/hull.ts';
import { StageQuad } from '../sm4/interpreter.ts';
import { type Registers, registersOf, sm4FileSizes } from '../sm4/quad.ts';
import {
  type CompiledShader,
  compileModule,
  compileOnce,
  createInstance,
  layoutOf,
  type WasmInstance,
} from './compile.ts';
import { isLegacyKnown, legacyInstance, legacyShader } from './legacy.ts';

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
  const result = compileOnce(program.words, 'sm4', () => {
    const { module, diagnostics } = lowerSm4(program);
    if (module === undefined) return { obstacle: diagnostics[0]?.message ?? 'it has no meaning' };
    return compileModule(module, sm4FileSizes(executable), program.stage === 'cs');
  });
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

/** A quad of the interpreter, as far as both instruction sets have it in common. */
interface InterpretedQuad {
  readonly files: StageRunner['files'];
  helpers: number;
  readonly pixels: StageRunner['pixels'];
  readonly executed: number;
  runMain(lanes: number): boolean;
}

/** A quad that changes from the interpreter to WebAssembly after some work. */
abstract class TieredRunner<Quad extends InterpretedQuad> {
  helpers = 0;
  readonly pixels = { x: 0, y: 0, lanes: 0 };
  protected quad: Quad | undefined;
  protected instance: WasmInstance | undefined;
  #isRefused = false;

  protected constructor(
    private readonly limits: StageLimits,
    private readonly patience: number,
  ) {}

  /** An instance of the shader; undefined where it cannot be compiled. */
  protected abstract makeInstance(): WasmInstance | undefined;

  get files(): StageRunner['files'] {
    return (this.instance ?? this.quad!).files;
  }

  /** Changes to WebAssembly where it is time to. */
  protected advance(isKnown = false): void {
    if (this.instance !== undefined || this.#isRefused) return;
    if (!isKnown && (this.quad?.executed ?? 0) < this.patience) return;
    this.instance = this.makeInstance();
    this.#isRefused = this.instance === undefined;
    if (this.instance !== undefined) this.quad = undefined;
  }

  runMain(lanes = ALL_LANES): boolean {
    const { limits, instance, quad } = this;
    if (instance === undefined) {
      quad!.helpers = this.helpers;
      Object.assign(quad!.pixels, this.pixels);
      const isEnded = quad!.runMain(lanes);
      this.helpers = quad!.helpers;
      return isEnded;
    }
    const before = instance.executed;
    const helpers = instance.run(lanes, this.helpers, limits.instructionsLeft, limits.isLate);
    if (helpers >= 0) this.helpers = helpers;
    return limits.spendInstructions(instance.executed - before, helpers >= 0);
  }
}

class WasmStageRunner extends TieredRunner<StageQuad> implements StageRunner {
  #rasterizerSamples = 1;
  #interpolator: StageRunner['interpolator'];

  constructor(
    limits: StageLimits,
    private readonly shader: BoundExecutable,
    patience: number,
  ) {
    super(limits, patience);
    this.advance(shaders.has(shader.executable));
    if (this.instance === undefined) this.quad = new StageQuad(limits, shader);
  }

  protected makeInstance(): WasmInstance | undefined {
    const { executable, bindings } = this.shader;
    const made = wasmShader(executable);
    const layout = 'obstacle' in made ? undefined : layoutOf(made, bindings);
    if ('obstacle' in made || layout === undefined) return undefined;
    const instance = createInstance(made, bindings, layout);
    if (instance === undefined) return undefined;
    instance.rasterizerSamples = this.#rasterizerSamples;
    instance.interpolator = this.#interpolator;
    return instance;
  }

  get rasterizerSamples(): number {
    return this.#rasterizerSamples;
  }

  set rasterizerSamples(count: number) {
    this.#rasterizerSamples = count;
    (this.instance ?? this.quad!).rasterizerSamples = count;
  }

  get interpolator(): StageRunner['interpolator'] {
    return this.#interpolator;
  }

  set interpolator(interpolator: StageRunner['interpolator']) {
    this.#interpolator = interpolator;
    (this.instance ?? this.quad!).interpolator = interpolator;
  }

  clear(): void {
    this.advance();
    (this.instance ?? this.quad!).clear();
    this.helpers = 0;
  }
}

class WasmLegacyRunner extends TieredRunner<LegacyStageQuad> implements LegacyRunner {
  readonly executable: Sm1Executable;

  constructor(
    limits: StageLimits,
    private readonly shader: BoundLegacyExecutable,
    patience: number,
  ) {
    super(limits, patience);
    this.executable = shader.executable;
    this.advance(isLegacyKnown(shader));
    if (this.instance === undefined) this.quad = new LegacyStageQuad(limits, shader);
  }

  protected makeInstance(): WasmInstance | undefined {
    const { executable, constants, textures } = this.shader;
    if (executable.observer !== undefined || !hasWasm()) return undefined;
    const made = legacyShader(executable, textures);
    return 'obstacle' in made ? undefined : legacyInstance(made.shader, constants, textures);
  }

  clearRegisters(): void {
    this.advance();
    if (this.instance === undefined) {
      this.quad!.clearRegisters();
      return;
    }
    this.instance.clear();
    setFirstColor(this.executable, this.instance.files);
  }
}

/** A geometry or hull shader that changes to WebAssembly after as many primitives as have some work. */
class PrimitiveTier {
  #primitives = 0;
  #instance: WasmInstance | undefined;
  #isRefused = false;

  constructor(
    private readonly shader: BoundExecutable,
    private readonly patience: number,
  ) {}

  /** The instance that runs the next primitive; undefined where the interpreter does it. */
  next(): WasmInstance | undefined {
    const { executable, bindings } = this.shader;
    if (this.#instance === undefined && !this.#isRefused) {
      const isKnown = shaders.has(executable);
      if (!isKnown && this.#primitives++ * executable.steps.length < this.patience) return undefined;
      const made = wasmShader(executable);
      const layout = 'obstacle' in made ? undefined : layoutOf(made, bindings);
      if (!('obstacle' in made) && layout !== undefined) this.#instance = createInstance(made, bindings, layout);
      this.#isRefused = this.#instance === undefined;
    }
    return this.#instance;
  }
}

/** Runs a geometry shader on a primitive, with the first lane. */
export function runGeometryAsWasm(
  wasm: WasmInstance,
  executable: Sm4Executable,
  vertices: readonly Registers[],
  options: PrimitiveOptions,
): GeometryResult {
  const file = wasm.files[SM4_OPERAND_TYPES.output.code];
  return runInstances(executable, options, (strips, instance, limit) => {
    wasm.clear();
    setPrimitive(wasm, vertices, options.primitiveId, instance);
    wasm.sink = {
      emit: (stream, lane) => strips.add(stream, registersOf(file, lane)),
      cut: (stream) => strips.cut(stream),
    };
    const before = wasm.executed;
    const helpers = wasm.run(1, 0, limit, options.isStopped);
    return { executed: wasm.executed - before, isEnded: helpers >= 0 };
  });
}

/** Runs a hull shader on a patch: each phase is a function of the module. */
export function runHullAsWasm(
  wasm: WasmInstance,
  executable: Sm4Executable,
  points: readonly Registers[],
  options: PrimitiveOptions,
): HullResult {
  return runPhases(executable, points, options, {
    begin: () => {
      wasm.clear();
      return wasm;
    },
    run: (part, lanes, limit) => {
      const before = wasm.executed;
      const helpers = wasm.run(lanes, 0, limit, options.isStopped, executable.parts.indexOf(part));
      return { executed: wasm.executed - before, isEnded: helpers >= 0 };
    },
  });
}

/**
 * The engine.
 *
 * @param patience instructions of a shader that the interpreter runs before it is compiled
 */
export function wasmEngine(patience = DEFAULT_PATIENCE): ShaderEngine {
  const tiers = new WeakMap<BoundExecutable, PrimitiveTier>();
  const instanceOf = (shader: BoundExecutable) =>
    getOrInsert(tiers, shader, () => new PrimitiveTier(shader, patience)).next();
  return {
    stageRunner: (limits, shader) => new WasmStageRunner(limits, shader, patience),
    legacyRunner: (limits, shader) => new WasmLegacyRunner(limits, shader, patience),
    geometry: (shader, vertices, options) => {
      const instance = instanceOf(shader);
      return instance && runGeometryAsWasm(instance, shader.executable, vertices, options);
    },
    hull: (shader, points, options) => {
      const instance = instanceOf(shader);
      return instance && runHullAsWasm(instance, shader.executable, points, options);
    },
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
  const instance = createInstance(made, bindings, layout, { quads });
  if (instance === undefined) return undefined;
  let fault: GroupFault | undefined;
  let last = groups;
  for (const group of groupsOf(groups)) {
    const limits = { maxInstructions: maxInstructions - instance.executed, isStopped };
    fault = isStopped?.() ? { fault: 'stopped' } : runWasmGroup(instance, { size, threads, group }, limits);
    last = group;
    if (fault !== undefined) break;
  }
  instance.copyBack();
  return { fault: fault?.fault, location: locationOf(fault, made, executable, last), executed: instance.executed };
}

/** A thread group: its size, its threads and its number. */
interface ThreadGroupShape {
  readonly size: readonly [number, number, number];
  readonly threads: number;
  readonly group: readonly [number, number, number];
}

/** Why a group did not end; at a barrier a quad, one that is elsewhere, and the segment after the barrier. */
interface GroupFault {
  readonly fault: ComputeFault;
  readonly barrier?: { readonly quad: number; readonly other: number; readonly segment: number };
}

function locationOf(
  fault: GroupFault | undefined,
  { emitted }: CompiledShader,
  { program }: Sm4Executable,
  group: readonly [number, number, number],
): ComputeFaultLocation | undefined {
  if (fault?.barrier === undefined) return undefined;
  const { quad, other, segment } = fault.barrier;
  const position = program.starts.indexOf(emitted.barriers.get(segment)!);
  return { fault: fault.fault, group, quad, other, position };
}

/** The segment of a quad that has ended. */
const ENDED = -1;

/** Runs a thread group: each quad to the next barrier, as often as they come to one. Returns why it did not end. */
export function runWasmGroup(
  instance: WasmInstance,
  { size, threads, group }: ThreadGroupShape,
  { maxInstructions, isStopped }: Pick<ComputeOptions, 'maxInstructions' | 'isStopped'>,
): GroupFault | undefined {
  instance.clearShared();
  const { stopped, divergent, goesOn, segmentShift } = WASM_RESULT;
  const last = instance.executed + maxInstructions;
  const next = new Int32Array(Math.ceil(threads / LANES));
  for (;;) {
    for (const [quad, segment] of next.entries()) {
      if (segment === ENDED) continue;
      setIds(instance, LANES * quad, size, group);
      const lanes = 2 ** Math.min(LANES, threads - LANES * quad) - 1;
      const result = instance.run(lanes, 0, last - instance.executed, isStopped, segment, quad);
      if (result === stopped) return { fault: isStopped?.() ? 'stopped' : 'limit' };
      if (result < 0) return { fault: 'divergentBarrier', barrier: { quad, other: 0, segment: divergent - result } };
      next[quad] = result < goesOn ? ENDED : result >> segmentShift;
    }
    const quad = next.findIndex((segment) => segment !== ENDED);
    if (quad < 0) return undefined;
    const segment = next[quad]!;
    const other = next.findIndex((one) => !instance.isSameBarrier(one, segment));
    if (other >= 0) return { fault: 'deadlock', barrier: { quad, other, segment } };
  }
}
