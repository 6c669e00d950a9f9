/**
 * Runs a program of shader models 1 to 3 twice on the same random inputs: in the interpreter (src/vm), and lowered in
 * the evaluator of the intermediate form. Outputs and discarded pixels have to have equal bits.
 */
import { FIRST_STATE } from '../../src/decompile/sm1-constants.ts';
import { d3d9Format } from '../../src/formats/formats.ts';
import {
  type EvaluateResult,
  evaluateQuad,
  type IrElement,
  type IrElementKind,
  type IrEnvironment,
  type IrModule,
  type ResourceRequest,
} from '../../src/ir/index.ts';
import { SM1_OPCODES, type Sm1OpcodeRow } from '../../src/isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../src/isa/sm1/program.ts';
import { SM1_REGISTERS } from '../../src/isa/sm1/registers.ts';
import type { LowerSm1Options, LowerSm1Sampler } from '../../src/lower/index.ts';
import { LANES, LaneWords, REGISTER_WORDS, type RegisterFile } from '../../src/vm/lanes.ts';
import { type Sm1Executable, sm1Executable } from '../../src/vm/sm1/executable.ts';
import { Sm1Interpreter } from '../../src/vm/sm1/interpreter.ts';
import type { Sm1Constants, Sm1Sampling } from '../../src/vm/sm1/quad.ts';
import { StageTextures, type TextureStage } from '../../src/vm/sm1/stage-textures.ts';
import { legacySampler } from '../../src/vm/texture/sampler.ts';
import { createTexture } from '../../src/vm/texture/texture.ts';
import { createTextureView } from '../../src/vm/texture/texture-view.ts';
import type { CompileResult } from '../../src/vm/wasm/compile.ts';
import { compileLegacyModule, legacyInstance } from '../../src/vm/wasm/legacy.ts';
import { Random } from '../random.ts';
import { randomWord, randomWords, type WordMode } from './random-bindings.ts';
import { type Comparison, comparison, type Obstacle } from './vm-ir.ts';

const R = SM1_REGISTERS;
/** Texture stages of programs before 2_0. */
const OLD_STAGES = 6;
const INSTRUCTIONS = 20_000;
const OPERATIONS = 1_000_000;
const STAGES = 16;
const ROWS = 24;
const DIMENSIONS = ['texture2D', 'texture3D', 'textureCube'] as const;

type Dimension = (typeof DIMENSIONS)[number];

/** The samplers of a program: as it declares them; else at random, as the state of an application may be. */
export function randomSamplers(program: Sm1Program, random: Random): LowerSm1Options {
  const declared = new Map(
    sm1Executable(program)
      .declarations.registers.filter(({ type }) => type === R.sampler.code)
      .map(({ number, textureType }) => [number, DECLARED[textureType]]),
  );
  const samplers = Array.from({ length: STAGES }, (_, number): LowerSm1Sampler => {
    const dimension = declared.get(number) ?? random.pick(DIMENSIONS);
    const isComparison = dimension === 'texture2D' && random.oneIn(6);
    const isKnown = random.oneIn(2);
    const isProjected = random.oneIn(2);
    return { dimension, isComparison, ...(isKnown && { isProjected }) };
  });
  return { samplers };
}

/** The samplers that a program declares; no stage divides coordinates. */
export function declaredSamplers(program: Sm1Program): LowerSm1Options {
  const samplers: LowerSm1Sampler[] = Array.from({ length: STAGES }, () => ({ isProjected: false }));
  for (const { type, number, textureType } of sm1Executable(program).declarations.registers)
    if (type === R.sampler.code && number < STAGES)
      samplers[number] = { dimension: DECLARED[textureType] ?? 'texture2D', isProjected: false };
  return { samplers };
}

const DECLARED: readonly (Dimension | undefined)[] = [undefined, undefined, 'texture2D', 'textureCube', 'texture3D'];

/**
 * Runs of a program, each in the interpreter only once, to be compared with several modules of it: those after each
 * pass.
 */
export class Sm1ProgramRuns {
  readonly #executable: Sm1Executable;
  readonly #options: LowerSm1Options;
  readonly #runs = new Map<string, Run>();
  #isUndefined = false;

  constructor(
    program: Sm1Program,
    options: LowerSm1Options,
    private readonly integerOf: typeof randomInteger = randomInteger,
    private readonly setNumbers?: (floats: Uint32Array, random: Random) => void,
  ) {
    const executable = sm1Executable(program);
    this.#options = options;
    this.#executable = {
      ...executable,
      observer: {
        before: (quad, { opcode }) => {
          const { quad: needsQuad }: Sm1OpcodeRow = SM1_OPCODES[opcode];
          if (needsQuad && quad.masks.running !== 15) this.#isUndefined = true;
        },
      },
    };
  }

  /**
   * Compares a module on the inputs that a seed gives.
   *
   * @param tolerance of floats, as that of `ProgramRuns`
   */
  compare(module: IrModule, seed: number, mode: WordMode, tolerance = 0): Comparison {
    const key = `${seed} ${mode}`;
    let run = this.#runs.get(key);
    if (run === undefined) {
      run = this.run(seed, mode);
      this.#runs.set(key, run);
    }
    comparison.tolerance = tolerance;
    comparison.isClose = false;
    return run.outcome ?? difference(run, module);
  }

  /** Compares a module, which is changed, as WebAssembly. */
  compareWasm(module: IrModule, seed: number, mode: WordMode): Comparison | Obstacle {
    const run = this.run(seed, mode);
    if (run.outcome !== undefined) return run.outcome;
    const ours = evaluateLegacyAsWasm(module, run);
    comparison.tolerance = 0;
    return typeof ours === 'string' ? { obstacle: ours } : differenceOf(run, module, ours);
  }

  /** A run of the interpreter on the inputs that a seed gives. */
  run(seed: number, mode: WordMode): Run {
    const random = new Random(seed);
    const executable = this.#executable;
    const state = randomState(random, mode, this.#options, this.integerOf);
    this.setNumbers?.(state.constants.floats, random);
    // Sources of these programs read the state of stages from constants that the programs do not have.
    if (executable.isPixel && executable.program.major < 2)
      for (let row = 0; row < 2 * OLD_STAGES; row++)
        state.constants.floats.set(stageConstant(state.stages[row >> 1], row), 4 * (FIRST_STATE + row));
    const quad = new Sm1Interpreter(executable, state.constants, new StageTextures(state.stages));
    const inputs = fillInputs(quad, random, mode);
    const lanes = executable.isPixel || !random.oneIn(4) ? 15 : random.between(1, 15);
    const helpers = executable.isPixel && random.oneIn(3) ? random.below(16) : 0;
    quad.helpers = helpers;
    this.#isUndefined = false;
    quad.start(lanes, 0, executable.mainEnd);
    quad.run(INSTRUCTIONS);
    const outcome = quad.state !== 'ended' ? 'limited' : this.#isUndefined ? 'undefined' : undefined;
    return { outcome, executable, state, inputs, lanes, helpers, quad };
  }
}

export interface Run {
  /** Why it cannot be compared. */
  readonly outcome: 'limited' | 'undefined' | undefined;
  readonly executable: Sm1Executable;
  readonly state: State;
  readonly inputs: Inputs;
  readonly lanes: number;
  /** Helper lanes at the beginning. */
  readonly helpers: number;
  readonly quad: Sm1Interpreter;
}

interface State {
  readonly constants: Sm1Constants;
  readonly stages: readonly TextureStage[];
}

function randomState(
  random: Random,
  mode: WordMode,
  { samplers = [] }: LowerSm1Options,
  integerOf: typeof randomInteger,
): State {
  const integers = Int32Array.from({ length: 16 * 4 }, (_, i) => integerOf(random, i & 3));
  return {
    constants: {
      floats: randomWords(random, mode, 4 * ROWS),
      integers,
      booleans: Array.from({ length: 16 }, () => random.oneIn(2)),
    },
    stages: samplers.map((sampler) => randomStage(random, mode, sampler ?? {})),
  };
}

/** Counts as applications set them for `int`: the counter begins at 0 and adds 1. */
export function countInteger(random: Random, component: number): number {
  return component === 0 ? random.below(5) : component === 2 ? 1 : 0;
}

/** Counts of loops are small, most of the time. */
function randomInteger(random: Random, component: number): number {
  if (component > 0) return random.between(-3, 6);
  return random.oneIn(30) ? random.pick([-1, 255, 256, 1000]) : random.below(5);
}

/** The words of the constant that has the state of a texture stage: an even row has the matrix, an odd one the rest. */
export function stageConstant(stage: TextureStage | undefined, row: number): Uint32Array {
  const [m00, m01, m10, m11, scale, offset] = stage?.bump ?? [0, 0, 0, 0, 0, 0];
  const numbers = row & 1 ? [scale, offset, stage?.isProjected ? 1 : 0, 0] : [m00, m01, m10, m11];
  return new Uint32Array(Float32Array.from(numbers).buffer);
}

/** The state of a texture stage, with a texture. */
export function randomStage(
  random: Random,
  mode: WordMode,
  { dimension, isComparison, isProjected }: LowerSm1Sampler,
): TextureStage {
  const number = () => Math.fround(random.between(-64, 64) / 16);
  return {
    sampler: legacySampler({
      addressU: random.between(1, 5),
      addressV: random.between(1, 5),
      addressW: random.between(1, 5),
      minFilter: random.between(1, 2),
      magFilter: random.between(1, 2),
      mipFilter: random.below(3),
      borderColor: random.word(),
    }),
    isProjected: isProjected ?? random.oneIn(2),
    bump: [number(), number(), number(), number(), number(), number()],
    ...(!random.oneIn(8) && { view: randomView(random, mode, dimension ?? 'texture2D', isComparison ?? false) }),
  };
}

function randomView(random: Random, mode: WordMode, dimension: Dimension, isComparison: boolean) {
  const isVolume = dimension === 'texture3D';
  const isCube = dimension === 'textureCube';
  const format = d3d9Format(isComparison ? 'D16' : random.pick(['A32B32G32R32F', 'A8R8G8B8', 'R32F']))!;
  const { texture } = createTexture({
    dimension: isVolume ? '3d' : '2d',
    format,
    width: 4,
    height: 4,
    ...(isVolume && { depth: 4 }),
    ...(isCube && { layers: 6 }),
    mips: 2,
  });
  const words = randomWords(random, mode, texture!.bytes.length >> 2);
  texture!.bytes.set(new Uint8Array(words.buffer).subarray(0, texture!.bytes.length));
  texture!.changed();
  return createTextureView(texture!, { dimension: isVolume ? '3d' : isCube ? 'cube' : '2d' }).view!;
}

// --- inputs ---------------------------------------------------------------------------------------------------------

/** Words of the registers that are inputs, as they are before the program runs. */
type Inputs = ReadonlyMap<number, Uint32Array>;

function fillInputs(quad: Sm1Interpreter, random: Random, mode: WordMode): Inputs {
  const { executable } = quad;
  const isOld = executable.isPixel && executable.program.major < 2;
  const inputs = new Map<number, Uint32Array>();
  const types = executable.isPixel ? [R.input, R.addressOrTexture, R.misc] : [R.input];
  for (const { code: type } of types) {
    const { words } = quad.files[type]!;
    // Undeclared inputs are 0; the oldest versions declare nothing.
    const isDeclared = (number: number) =>
      isOld || executable.declarations.registers.some((one) => one.type === type && one.number === number);
    for (let i = 0; i < words.length; i++)
      words[i] = isDeclared(Math.floor(i / REGISTER_WORDS)) ? randomWord(random, mode) : 0;
    inputs.set(type, words.slice());
  }
  if (executable.isPixel) quad.coordinates.words.set(quad.files[R.addressOrTexture.code]!.words);
  return inputs;
}

const FIRST_COORDINATE = 2;

class Environment implements IrEnvironment {
  readonly #module: IrModule;
  readonly #run: Run;
  readonly #textures: StageTextures;

  constructor(module: IrModule, run: Run) {
    this.#module = module;
    this.#run = run;
    this.#textures = new StageTextures(run.state.stages);
  }

  input(
    _kind: IrElementKind,
    special: string | undefined,
    register: number,
    component: number,
    _vertex: number,
    lane: number,
  ): number {
    const { executable, inputs } = this.#run;
    const word = (type: number, number: number) =>
      inputs.get(type)?.[number * REGISTER_WORDS + component * LANES + lane] ?? 0;
    if (special !== undefined) return word(R.misc.code, special === 'face' ? 1 : 0);
    const hasCoordinates = executable.isPixel && executable.program.major < 3;
    return hasCoordinates && register >= FIRST_COORDINATE
      ? word(R.addressOrTexture.code, register - FIRST_COORDINATE)
      : word(R.input.code, register);
  }

  constant(binding: number, _index: number, row: number, component: number): number {
    const { constants, stages } = this.#run.state;
    const at = 4 * row + component;
    switch (this.#module.bindings[binding]!.file) {
      case 'float':
        return constants.floats[at] ?? 0;
      case 'int':
        return (constants.integers[at] ?? 0) >>> 0;
      case 'bool':
        return component === 0 && constants.booleans[row] ? 1 : 0;
      default:
        return stageConstant(stages[row >> 1], row)[component]!;
    }
  }

  resource({ name, access, operands, result }: ResourceRequest): void {
    const at = new LaneWords(REGISTER_WORDS);
    at.words.set(operands[0]!.subarray(0, 3 * LANES));
    const how = SAMPLINGS[name]!;
    const texel = new LaneWords(REGISTER_WORDS);
    if (how === 'bias' || how === 'level') at.words.set(operands[1]!.subarray(0, LANES), 3 * LANES);
    const gradients = how === 'gradients' ? ([laneWords(operands[1]!), laneWords(operands[2]!)] as const) : undefined;
    this.#textures.sample(this.#module.bindings[access.binding]!.register, at, how, texel, gradients);
    result.set(texel.words);
  }
}

function laneWords(words: Uint32Array): LaneWords {
  const values = new LaneWords(REGISTER_WORDS);
  values.words.set(words.subarray(0, REGISTER_WORDS));
  return values;
}

const SAMPLINGS: Readonly<Record<string, Sm1Sampling>> = {
  'tex.sample': 'implicit',
  'tex.sample.bias': 'bias',
  'tex.sample.level': 'level',
  'tex.sample.grad': 'gradients',
};

// --- outputs --------------------------------------------------------------------------------------------------------

function difference(run: Run, module: IrModule): Comparison {
  const { lanes, helpers } = run;
  const environment = new Environment(module, run);
  return differenceOf(run, module, evaluateQuad(module, environment, { lanes, helpers, maxOps: OPERATIONS }));
}

const wasmModules = new WeakMap<IrModule, CompileResult>();

/** Runs a module as WebAssembly; the reason why it is not run. */
function evaluateLegacyAsWasm(module: IrModule, run: Run): EvaluateResult | string {
  const { executable, state, inputs, lanes, helpers } = run;
  const made = wasmModules.get(module) ?? compileLegacyModule(module, executable);
  wasmModules.set(module, made);
  if ('obstacle' in made) return made.obstacle;
  const instance = legacyInstance(made.shader, state.constants, state.stages);
  if (instance === undefined) return 'textures that the program does not declare';
  for (const [type, words] of inputs) instance.files[type]?.words.set(words);
  const left = instance.run(lanes, helpers, OPERATIONS);
  const words = new Uint32Array(REGISTER_WORDS * module.outputs.length);
  for (const [i, element] of module.outputs.entries()) {
    const [type, number] = registerOf(run, element);
    const at = number * REGISTER_WORDS;
    words.set(instance.files[type]!.words.subarray(at, at + REGISTER_WORDS), i * REGISTER_WORDS);
  }
  return { outputs: { words, ranges: [] }, helpers: left, isLimited: left < 0, executed: instance.executed };
}

function differenceOf(run: Run, module: IrModule, ours: EvaluateResult): Comparison {
  const { lanes, quad } = run;
  if (ours.isLimited) return { difference: 'the module does not end' };
  if (module.stage === 'ps' && ours.helpers !== quad.helpers)
    return { difference: `helpers ${ours.helpers}, interpreter ${quad.helpers}` };
  const seen = new Set<string>();
  for (const [i, element] of module.outputs.entries()) {
    const [type, number] = registerOf(run, element);
    for (let component = 0; component < 4; component++) {
      if ((element.mask & (1 << component)) === 0) continue;
      seen.add(`${type} ${number} ${component}`);
      for (let lane = 0; lane < LANES; lane++) {
        if ((lanes & (1 << lane)) === 0) continue;
        const a = ours.outputs.words[(i * 4 + component) * LANES + lane]!;
        const b = wordOf(quad.files[type], number, component, lane);
        if (!comparison.areEqual(a, b))
          return {
            difference: `output ${i}.${'xyzw'[component]} of lane ${lane}: 0x${a.toString(16)}, interpreter 0x${b.toString(16)}`,
          };
      }
    }
  }
  return missingOutput(run, seen) ?? (comparison.isClose ? 'close' : 'same');
}

function wordOf(file: RegisterFile | undefined, number: number, component: number, lane: number): number {
  return file?.words[number * REGISTER_WORDS + component * LANES + lane] ?? 0;
}

/** The register of the interpreter that an output is. */
export function registerOf(
  { executable }: Pick<Run, 'executable'>,
  { special, register }: Pick<IrElement, 'special' | 'register'>,
): [type: number, number: number] {
  if (special === 'depth') return [R.depthOut.code, 0];
  if (special !== undefined) return [R.rasterizerOut.code, ['position', 'fog', 'pointSize'].indexOf(special)];
  const { isPixel, program } = executable;
  if (isPixel) return [program.major < 2 ? R.temp.code : R.colorOut.code, register];
  if (program.major >= 3) return [R.outputOrTexCoordOut.code, register];
  return register < FIRST_COORDINATE
    ? [R.attributeOut.code, register]
    : [R.outputOrTexCoordOut.code, register - FIRST_COORDINATE];
}

/**
 * An output that the interpreter wrote and the module does not have. From 3_0 on vertex shaders declare those that
 * count.
 */
function missingOutput({ executable, quad, lanes }: Run, seen: ReadonlySet<string>): Comparison | undefined {
  if (!executable.isPixel && executable.program.major >= 3) return undefined;
  for (const { code: type } of [R.rasterizerOut, R.attributeOut, R.outputOrTexCoordOut, R.colorOut, R.depthOut]) {
    const file = quad.files[type]!;
    // It begins with ones.
    const isFirstColor = !executable.isPixel && type === R.attributeOut.code;
    for (let number = 0; number < file.registers; number++)
      for (let component = 0; component < (type === R.depthOut.code ? 1 : 4); component++)
        for (let lane = 0; lane < LANES; lane++)
          if (
            lanes & (1 << lane) &&
            wordOf(file, number, component, lane) !== (isFirstColor && number === 0 ? 0x3f80_0000 : 0) &&
            !seen.has(`${type} ${number} ${component}`)
          )
            return { difference: `output ${type} ${number}.${'xyzw'[component]} is missing` };
  }
  return undefined;
}
