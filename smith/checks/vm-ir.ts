/**
 * Runs a program of shader models 4.0 to 5.1 twice on the same random inputs: in the interpreter (src/vm), and lowered
 * in the evaluator of the intermediate form. All results have to have equal bits: outputs, discarded pixels, streams,
 * patches and memory.
 */
import {
  type EvaluateResult,
  evaluateGeometry,
  evaluateGroup,
  evaluateHull,
  evaluateQuad,
  type IrInstances,
  type IrModule,
} from '../../src/ir/index.ts';
import { readSm4StageDeclarations } from '../../src/isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES, SM4_SPECIAL_INPUTS } from '../../src/isa/sm4/operands.ts';
import type { Sm4Program } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import type { Bindings } from '../../src/vm/bindings.ts';
import type { GeometryResult, PrimitiveOptions, Strips } from '../../src/vm/engine.ts';
import { LANES, RegisterFile } from '../../src/vm/lanes.ts';
import { ThreadGroup } from '../../src/vm/sm4/compute.ts';
import { type Sm4Executable, sm4Executable } from '../../src/vm/sm4/executable.ts';
import { runGeometry } from '../../src/vm/sm4/geometry.ts';
import { runHull } from '../../src/vm/sm4/hull.ts';
import { Sm4Interpreter } from '../../src/vm/sm4/interpreter.ts';
import { MAX_SIGNATURE_REGISTERS } from '../../src/vm/sm4/quad.ts';
import { SPECIAL_OUTPUTS, type WasmInstance } from '../../src/vm/wasm/compile.ts';
import { runGeometryAsWasm, runHullAsWasm } from '../../src/vm/wasm/engine.ts';
import { Random } from '../random.ts';
import { randomBindings, randomWord, type WordMode, WritableMemory } from './random-bindings.ts';
import type { TranslatedWasm } from './translated-wasm.ts';
import { VmEnvironment } from './vm-environment.ts';
import { UndefinedWatch } from './vm-undefined.ts';
import { evaluateGroupAsWasm, evaluatePrimitiveAsWasm, evaluateQuadAsWasm } from './vm-wasm.ts';

const TYPES = SM4_OPERAND_TYPES;
const INSTRUCTIONS = 4000;
const OPERATIONS = 400_000;

/**
 * `close`: floats differ by less than the tolerance; `limited`: too many instructions; `undefined`: the program did
 * something that Direct3D leaves undefined.
 */
export type Comparison = 'same' | 'close' | 'limited' | 'undefined' | { readonly difference: string };

/** The reason why a module is not run as WebAssembly. */
export interface Obstacle {
  readonly obstacle: string;
}

/** The engine of a module: the evaluator, WebAssembly, which changes it, or a translation of it. */
type ModuleEngine = 'evaluator' | 'wasm' | TranslatedWasm;

/** Compares one run. The module is the lowered program, after any passes. */
export function compareRuns(program: Sm4Program, module: IrModule, seed: number, mode: WordMode): Comparison {
  return new ProgramRuns(program).compare(module, seed, mode);
}

/**
 * Runs of a program, each in the interpreter only once, to be compared with several modules of it: those after each
 * pass. They have to have the same inputs and outputs.
 */
export class ProgramRuns {
  readonly #program: Sm4Program;
  readonly #executable: Sm4Executable;
  readonly #watch: UndefinedWatch;
  readonly #runs = new Map<string, FinishedRun>();

  constructor(program: Sm4Program) {
    const executable = sm4Executable(program);
    this.#program = program;
    this.#watch = new UndefinedWatch(executable);
    this.#executable = { ...executable, observer: this.#watch };
  }

  /** The class instances that are bound to the interfaces of the program in the run of a seed. */
  instances(seed: number, mode: WordMode): IrInstances {
    const { instances } = randomBindings(this.#executable.declarations, new Random(seed), mode);
    return new Map(
      Array.from(instances, ([pointer, one]) => [
        pointer,
        [one.table, one.constantBuffer, one.constantOffset, one.texture, one.sampler],
      ]),
    );
  }

  /**
   * Compares a module on the inputs that a seed gives.
   *
   * @param tolerance of floats that are not the same, relative to the larger one, or to 1 below that
   */
  compare(module: IrModule, seed: number, mode: WordMode, tolerance = 0): Comparison {
    // Only WebAssembly has obstacles.
    return this.#compare(module, seed, mode, 'evaluator', tolerance) as Comparison;
  }

  /** Compares a module, which is changed, as WebAssembly. */
  compareWasm(module: IrModule, seed: number, mode: WordMode): Comparison | Obstacle {
    return this.#compare(module, seed, mode, 'wasm');
  }

  /** Compares a translation. The module is the lowered program. */
  compareTranslated(module: IrModule, translated: TranslatedWasm, seed: number, mode: WordMode): Comparison | Obstacle {
    return this.#compare(module, seed, mode, translated);
  }

  #compare(module: IrModule, seed: number, mode: WordMode, engine: ModuleEngine, tolerance = 0): Comparison | Obstacle {
    const key = `${seed} ${mode}`;
    let run = this.#runs.get(key);
    if (run === undefined) {
      run = this.#run(seed, mode);
      this.#runs.set(key, run);
    }
    comparison.tolerance = tolerance;
    comparison.isClose = false;
    return typeof run === 'string' ? run : run(module, engine);
  }

  /**
   * Whether the results of a run depend on registers that are read before they are written: passes may take such values
   * for others than the zeros that the interpreter has.
   */
  dependsOnUninitialized(seed: number, mode: WordMode): boolean {
    const { module } = lowerSm4(this.#program);
    if (module === undefined) return false;
    return [1, 2, 3].some((number) => {
      this.#watch.uninitialized = new Random(number);
      const run = this.#run(seed, mode);
      this.#watch.uninitialized = undefined;
      return typeof run === 'string' || run(module, 'evaluator') !== 'same';
    });
  }

  #run(seed: number, mode: WordMode): FinishedRun {
    const { declarations } = this.#executable;
    const bindings = randomBindings(declarations, new Random(seed), mode);
    const memory = new WritableMemory(declarations, bindings);
    const run: Run = {
      executable: this.#executable,
      watch: this.#watch,
      random: new Random(seed ^ 0x5555_5555),
      mode,
      bindings,
    };
    this.#watch.isUndefined = false;
    const compare = (STAGES[this.#program.stage ?? ''] ?? notRun)(run);
    if (this.#watch.isUndefined) return 'undefined';
    if (typeof compare === 'string') return compare;
    memory.keepResult();
    return (module, engine) => {
      memory.restore();
      const result = compare(module, engine);
      if (result !== 'same') return result;
      const difference = memory.differenceFromResult((a, b) => comparison.areEqual(a, b));
      if (difference !== undefined) return { difference };
      return comparison.isClose ? 'close' : 'same';
    };
  }
}

/** A run of the interpreter that cannot be compared, or what compares a module with it. */
type FinishedRun = 'limited' | 'undefined' | ((module: IrModule, engine: ModuleEngine) => Comparison | Obstacle);

const floats = new Float32Array(2);
const bits = new Uint32Array(floats.buffer);

/** Compares words of results, as floats with a tolerance where there is one. */
export const comparison = {
  tolerance: 0,
  /** Whether any two were equal only by the tolerance. */
  isClose: false,

  areEqual(a: number, b: number): boolean {
    if (a === b) return true;
    if (this.tolerance === 0) return false;
    bits[0] = a;
    bits[1] = b;
    const [x, y] = floats as unknown as [number, number];
    const isEqual =
      x === y ||
      // Fast arithmetic assumes numbers.
      !Number.isFinite(x) ||
      !Number.isFinite(y) ||
      Math.abs(x - y) <= this.tolerance * Math.max(1, Math.abs(x), Math.abs(y));
    this.isClose ||= isEqual;
    return isEqual;
  },
};

/** A module took too many operations where the interpreter ended: one instruction is not so many of them. */
const ENDLESS: Comparison = { difference: 'the module does not end' };

interface Run {
  readonly executable: Sm4Executable;
  readonly watch: UndefinedWatch;
  readonly random: Random;
  readonly mode: WordMode;
  readonly bindings: Bindings;
}

const VERTICES = 32;
/** Threads of a group that is run. */
const MAX_THREADS = 64;

/** Fills the files of all inputs. */
function fillInputs(quad: Sm4Interpreter, { random, mode, executable }: Run): void {
  for (const { type } of executable.declarations.inputs) {
    quad.files[type] ??= new RegisterFile(1);
    const { words } = quad.files[type]!;
    for (let i = 0; i < words.length; i++) words[i] = randomWord(random, mode);
  }
  for (const name of Object.values(SM4_SPECIAL_INPUTS)) {
    const file = quad.files[TYPES[name].code];
    if (file !== undefined && name !== 'inputDomainPoint')
      for (let i = 0; i < file.words.length; i++) file.words[i] = i & 3;
  }
}

function runQuads(run: Run): FinishedRun {
  const { executable, random, watch } = run;
  const isPixel = executable.program.stage === 'ps';
  const quad = new Sm4Interpreter(executable, run.bindings);
  fillInputs(quad, run);
  const isPartial = random.oneIn(4) && !watch.needsQuads;
  const lanes = isPartial ? random.between(1, 15) : 15;
  const helpers = isPixel && random.oneIn(3) ? random.below(16) & lanes : 0;
  quad.helpers = helpers;
  const { start, end } = executable.parts[0]!;
  quad.start(lanes, start, end);
  quad.run(INSTRUCTIONS);
  if (quad.state !== 'ended') return 'limited';
  return (module, engine) => {
    const options = { lanes, helpers, maxOps: OPERATIONS };
    const ours =
      engine !== 'evaluator'
        ? evaluateQuadAsWasm(engine === 'wasm' ? module : engine, run.bindings, quad.files, options)
        : evaluateQuad(module, new VmEnvironment(module, run.bindings, quad.files), options);
    if (typeof ours === 'string') return { obstacle: ours };
    return ours.isLimited ? ENDLESS : compareQuads(module, ours, quad, isPixel);
  };
}

function compareQuads(module: IrModule, ours: EvaluateResult, quad: Sm4Interpreter, isPixel: boolean): Comparison {
  if (isPixel && ours.helpers !== quad.helpers) return { difference: `helpers ${ours.helpers}, ${quad.helpers}` };
  for (const [i, { register, special, mask }] of module.outputs.entries()) {
    const type = special === undefined ? TYPES.output : TYPES[SPECIAL_OUTPUTS[special]!];
    // A program without an instruction that writes results has none of their registers.
    const theirs = quad.files[type.code]?.words ?? [];
    for (let component = 0; component < 4; component++) {
      if ((mask & (1 << component)) === 0) continue;
      for (let lane = 0; lane < LANES; lane++) {
        const a = ours.outputs.words[(i * 4 + component) * LANES + lane]!;
        // The signature of a damaged program may have registers that do not exist: nothing writes them.
        const b = theirs[((special === undefined ? register : 0) * 4 + component) * LANES + lane] ?? 0;
        if (!comparison.areEqual(a, b))
          return { difference: `output ${i}.${'xyzw'[component]} of lane ${lane}: ${hex(a)}, interpreter ${hex(b)}` };
      }
    }
  }
  return 'same';
}

function hex(word: number): string {
  return `0x${word.toString(16)}`;
}

function runGroups(run: Run): FinishedRun {
  const { executable } = run;
  const [x, y, z] = executable.declarations.threadGroupSize ?? [1, 1, 1];
  if (x * y * z > MAX_THREADS) return 'limited';
  const group = [1, 2, 0] as const;
  const shared = new ThreadGroup(executable, run.bindings, group).quads[0]?.shared ?? [];
  const theirs = new ThreadGroup(executable, run.bindings, group).run(INSTRUCTIONS);
  if (theirs === 'limit') return 'limited';
  return (module, engine) => {
    if (engine !== 'evaluator') {
      const result = evaluateGroupAsWasm(engine === 'wasm' ? module : engine, run.bindings, group, OPERATIONS);
      if (typeof result === 'object') return result;
      if (result === 'limit') return ENDLESS;
      return theirs === result ? 'same' : { difference: `fault ${result}, interpreter ${theirs}` };
    }
    for (const memory of shared) memory?.words.fill(0);
    const ours = evaluateGroup(module, new VmEnvironment(module, run.bindings, [], shared), group, OPERATIONS);
    if (ours === 'limit') return ENDLESS;
    return theirs === ours ? 'same' : { difference: `fault ${ours}, interpreter ${theirs}` };
  };
}

/** Registers of the vertices or points that a stage reads. */
function fileOf(vertices: readonly Uint32Array[], registers: number): RegisterFile {
  const file = new RegisterFile(registers, vertices.length);
  for (const [vertex, words] of vertices.entries())
    for (let i = 0; i < 4 * registers; i++) {
      const base = file.baseOf(i >> 2, vertex) + (i & 3) * LANES;
      file.words.fill(words[i] ?? 0, base, base + LANES);
    }
  return file;
}

/** Random registers of the vertices or points that enter. */
function randomVertices({ executable, random, mode }: Run): { vertices: Uint32Array[]; registers: number } {
  let registers = 1;
  let count = Math.min(readSm4StageDeclarations(executable.program).inputControlPoints, VERTICES);
  for (const { type, register, vertices } of executable.declarations.inputs) {
    registers = Math.max(registers, Math.min(register + 1, MAX_SIGNATURE_REGISTERS));
    if (type !== TYPES.outputControlPoint.code) count = Math.max(count, Math.min(vertices, VERTICES));
  }
  const vertices = Array.from({ length: Math.max(count, 1) }, () =>
    Uint32Array.from({ length: 4 * registers }, () => randomWord(random, mode)),
  );
  return { vertices, registers };
}

/**
 * Registers of vertices and points; without a control point phase the points that a hull shader gets are those that it
 * writes.
 */
const OF_VERTICES: ReadonlySet<number> = new Set(
  [TYPES.input, TYPES.inputControlPoint, TYPES.outputControlPoint].map(({ code }) => code),
);

/** The files that a run with `vertices` has: only of operand types that are declared. */
function filesOf({ executable }: Run, vertices: readonly Uint32Array[], registers: number): RegisterFile[] {
  const files: RegisterFile[] = [];
  for (const { type } of executable.declarations.inputs)
    if (OF_VERTICES.has(type)) files[type] = fileOf(vertices, registers);
  const primitive = new RegisterFile(1);
  primitive.words.fill(7, 0, LANES);
  files[TYPES.inputPrimitiveId.code] = primitive;
  return files;
}

/** Compares a shader of primitives that is run as WebAssembly. */
function runAsWasm<Result extends { readonly isLimited: boolean }>(
  { executable, bindings }: Run,
  source: IrModule | TranslatedWasm,
  run: (instance: WasmInstance, options: PrimitiveOptions) => Result,
  compare: (ours: Result) => Comparison,
): Comparison | Obstacle {
  const options = { primitiveId: 7, maxInstructions: OPERATIONS };
  const ours = evaluatePrimitiveAsWasm(source, executable, bindings, (instance) => run(instance, options));
  if (typeof ours === 'string') return { obstacle: ours };
  return ours.isLimited ? ENDLESS : compare(ours);
}

function runPrimitives(run: Run): FinishedRun {
  const { executable } = run;
  const { vertices, registers } = randomVertices(run);
  const files = filesOf(run, vertices, registers);
  const theirs = runGeometry(executable, run.bindings, vertices, { primitiveId: 7, maxInstructions: INSTRUCTIONS });
  if (theirs.isLimited) return 'limited';
  return (module, engine) => {
    if (engine !== 'evaluator')
      return runAsWasm(
        run,
        engine === 'wasm' ? module : engine,
        (instance, options) => runGeometryAsWasm(instance, executable, vertices, options),
        (ours) => compareStrips(module, ours.streams, theirs, ({ register }) => register),
      );
    const ours = evaluateGeometry(module, new VmEnvironment(module, run.bindings, files), OPERATIONS);
    return ours.isLimited ? ENDLESS : compareStrips(module, ours.streams, theirs, (_, i) => i);
  };
}

/** @param positionOf where the four words of an output are in those of a vertex */
function compareStrips(
  module: IrModule,
  ours: readonly Strips[],
  theirs: GeometryResult,
  positionOf: PositionOf,
): Comparison {
  for (let stream = 0; stream < 4; stream++) {
    const [a, b] = [ours[stream]!, theirs.streams[stream]!];
    if (a.map(({ length }) => length).join() !== b.map(({ length }) => length).join())
      return {
        difference: `strips of stream ${stream}: ${a.map((s) => s.length)}, interpreter ${b.map((s) => s.length)}`,
      };
    for (const [strip, list] of a.entries()) {
      for (const [vertex, words] of list.entries()) {
        const difference = elementDifference(
          module,
          words,
          b[strip]![vertex]!,
          (output) => (output.stream ?? 0) === stream,
          positionOf,
        );
        if (difference !== undefined) return { difference: `stream ${stream}, vertex ${vertex}: ${difference}` };
      }
    }
  }
  return 'same';
}

/** The position of an output in the words of a vertex. */
type PositionOf = (output: IrModule['outputs'][number], i: number) => number;

/** The first difference between the words of outputs and of registers. */
function elementDifference(
  module: IrModule,
  words: Uint32Array,
  registers: Uint32Array,
  isCompared: (output: IrModule['outputs'][number]) => boolean,
  positionOf: PositionOf = (_, i) => i,
): string | undefined {
  for (const [i, output] of module.outputs.entries()) {
    if (!isCompared(output)) continue;
    for (let component = 0; component < 4; component++) {
      if ((output.mask & (1 << component)) === 0) continue;
      const [a, b] = [
        words[4 * positionOf(output, i) + component] ?? 0,
        registers[4 * output.register + component] ?? 0,
      ];
      if (!comparison.areEqual(a, b)) return `output ${i}.${'xyzw'[component]}: ${hex(a)}, interpreter ${hex(b)}`;
    }
  }
  return undefined;
}

function runPatches(run: Run): FinishedRun {
  const { executable } = run;
  const { vertices, registers } = randomVertices(run);
  const files = filesOf(run, vertices, registers);
  const theirs = runHull(executable, run.bindings, vertices, { primitiveId: 7, maxInstructions: INSTRUCTIONS });
  if (theirs.isLimited) return 'limited';
  return (module, engine) => {
    if (engine !== 'evaluator')
      return runAsWasm(
        run,
        engine === 'wasm' ? module : engine,
        (instance, options) => runHullAsWasm(instance, executable, vertices, options),
        ({ points, patchConstants }) =>
          comparePatches(module, { points, patch: patchConstants }, theirs, ({ register }) => register),
      );
    const ours = evaluateHull(module, new VmEnvironment(module, run.bindings, files), OPERATIONS);
    return ours.isLimited ? ENDLESS : comparePatches(module, ours, theirs, (_, i) => i);
  };
}

function comparePatches(
  module: IrModule,
  ours: Pick<ReturnType<typeof evaluateHull>, 'points' | 'patch'>,
  theirs: ReturnType<typeof runHull>,
  positionOf: PositionOf,
): Comparison {
  for (const [i, point] of ours.points.entries()) {
    const difference = elementDifference(
      module,
      point,
      theirs.points[i]!,
      ({ kind }) => kind === 'outputPoint',
      positionOf,
    );
    if (difference !== undefined) return { difference: `point ${i}: ${difference}` };
  }
  const difference = elementDifference(
    module,
    ours.patch,
    theirs.patchConstants,
    ({ kind }) => kind === 'patch',
    positionOf,
  );
  return difference === undefined ? 'same' : { difference: `patch: ${difference}` };
}

const STAGES: Readonly<Record<string, (run: Run) => FinishedRun>> = {
  ps: runQuads,
  vs: runQuads,
  ds: runQuads,
  gs: runPrimitives,
  hs: runPatches,
  cs: runGroups,
};

/** Libraries have no stage that runs. */
const notRun = (): FinishedRun => 'undefined';
