/**
 * Compares the runs of a program of models 1 to 3 with those of its translation to a later shader model, on the same
 * random inputs: both in the interpreters of src/vm.
 */
import { bytesOf } from '../../src/base/words.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { SM1_REGISTERS } from '../../src/isa/sm1/registers.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { type TranslationElement, type TranslationMap, translate } from '../../src/translate/index.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import { LANES, REGISTER_WORDS } from '../../src/vm/lanes.ts';
import { sm4Executable } from '../../src/vm/sm4/executable.ts';
import { Sm4Interpreter } from '../../src/vm/sm4/interpreter.ts';
import { createSampler } from '../../src/vm/texture/sampler.ts';
import { countInteger, declaredSamplers, type Run, registerOf, Sm1ProgramRuns, stageConstant } from './vm-ir-sm1.ts';

const R = SM1_REGISTERS;
const TYPES = SM4_OPERAND_TYPES;
const INSTRUCTIONS = 20_000;
/** Rows of the buffer of constants before those of integers and booleans, and the rows of states. */
const FLOAT_ROWS = 256;
const INTEGER_ROWS = 16;
const STATE_ROWS = 32;
/** The location of the position, which has no number among registers of 1.1 to 2.x. */
const POSITION = 15;

/** For programs whose inputs the rasterizer gives, or that have more constants than devices. */
const OTHER = 'limited';

/** Relative difference of floats in the profile `fast`. */
const TOLERANCE = 2e-3;

export interface RaisedOptions {
  readonly version?: string;
  readonly profile?: 'guarded' | 'fast';
  /** Runs of each program. */
  readonly runs?: number;
}

/**
 * Returns `same` if all runs have equal results, `limited` if none can be compared, otherwise the difference. Results
 * have equal bits; those of the profile `fast`, on finite numbers, differ by less than a tolerance. Seeds count from 1.
 */
export function compareRaised(
  words: Uint32Array,
  { version = '5.0', profile = 'guarded', runs = 4 }: RaisedOptions = {},
): string {
  const program = readSm1(words);
  const options = declaredSamplers(program);
  const { stages, diagnostics } = translate(bytesOf(words), {
    to: 'dxbc',
    version,
    profile,
    validate: false,
    state9: { samplers: options.samplers ?? [], halfPixel: false },
  });
  const [stage] = stages;
  if (stage === undefined) return `refused: ${diagnostics.map(({ code }) => code).join(' ')}`;
  const [raised] = openShaderFile(stage.code).programs;
  const { map } = stage;
  if (map.profile.endsWith('_sw') || map.inputs.some(({ builtin }) => builtin !== undefined)) return OTHER;
  const textures = map.bindings.filter(({ type }) => type === 'srv').map(({ register }) => register);
  const executable = sm4Executable(readSm4(raised!.words));
  const original = new Sm1ProgramRuns(program, options, countInteger);
  let compared = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const run = original.run(seed, profile === 'fast' ? 'finite' : 'dyadic');
    if (run.outcome !== undefined || textures.some((register) => run.state.stages[register]?.view === undefined))
      continue;
    compared++;
    const quad = new Sm4Interpreter(executable, bindingsOf(run));
    fillInputs(quad, run, map);
    quad.helpers = run.helpers;
    const { start, end } = executable.parts[0]!;
    quad.start(run.lanes, start, end);
    quad.run(INSTRUCTIONS);
    if (quad.state !== 'ended') return 'the translation does not end';
    const difference = differenceOf(quad, run, map, profile === 'fast' ? TOLERANCE : 0);
    if (difference !== undefined) return `seed ${seed}: ${difference}`;
  }
  return compared === 0 ? OTHER : 'same';
}

function bindingsOf({ state }: Run): Bindings {
  const { constants, stages } = state;
  const words = new Uint32Array(4 * (FLOAT_ROWS + INTEGER_ROWS + 4));
  words.set(constants.floats);
  words.set(new Uint32Array(constants.integers.buffer), 4 * FLOAT_ROWS);
  words.set(constants.booleans.map(Number), 4 * (FLOAT_ROWS + INTEGER_ROWS));
  const states = new Uint32Array(4 * STATE_ROWS);
  for (let row = 0; row < 2 * stages.length && row < STATE_ROWS; row++)
    states.set(stageConstant(stages[row >> 1], row), 4 * row);
  const bindings = new Bindings();
  bindings.constantBuffers.set(0, words);
  bindings.constantBuffers.set(1, states);
  for (const [number, { view, sampler }] of stages.entries()) {
    if (view !== undefined) bindings.resources.set(number, view);
    bindings.samplers.set(number, sampler?.sampler ?? createSampler());
  }
  return bindings;
}

const FIRST_COORDINATE = 2;

function fillInputs(quad: Sm4Interpreter, { executable, inputs }: Run, map: TranslationMap): void {
  const { isPixel, program } = executable;
  const file = quad.files[TYPES.input.code];
  if (file === undefined) return;
  for (const { register, location, mask } of map.inputs) {
    const isCoordinate = isPixel && program.major < 3 && register >= FIRST_COORDINATE;
    const type = isCoordinate ? R.addressOrTexture : R.input;
    const number = isCoordinate ? register - FIRST_COORDINATE : register;
    copyRegister(inputs.get(type.code)!, number, file.words, location!, mask);
  }
}

function copyRegister(from: Uint32Array, source: number, to: Uint32Array, target: number, mask: number): void {
  for (let c = 0; c < 4; c++)
    if (mask & (1 << c))
      for (let lane = 0; lane < LANES; lane++)
        to[target * REGISTER_WORDS + c * LANES + lane] = from[source * REGISTER_WORDS + c * LANES + lane] ?? 0;
}

/** The first component of an output that has other bits. */
function differenceOf(quad: Sm4Interpreter, run: Run, map: TranslationMap, tolerance: number): string | undefined {
  const { executable, lanes } = run;
  const { isPixel, program } = executable;
  if (isPixel && quad.helpers !== run.quad.helpers) return `helpers ${quad.helpers}, interpreter ${run.quad.helpers}`;
  for (const row of map.outputs) {
    const { semantic, mask, location, builtin } = row;
    if (builtin === undefined && location === undefined) continue;
    // The rasterizer of Direct3D 9 clamps them, which shaders of later versions do themselves.
    const isClamped = isPixel ? program.major < 2 : program.major < 3 && /^(color|fog)$/.test(semantic);
    const [type, number] = originalRegister(run, row);
    const isDepth = builtin === 'SV_Depth';
    const file = quad.files[isDepth ? TYPES.outputDepth.code : TYPES.output.code]!;
    const register = isDepth ? 0 : (location ?? POSITION);
    for (let c = 0; c < 4; c++) {
      if ((mask & (1 << c)) === 0) continue;
      for (let lane = 0; lane < LANES; lane++) {
        if ((lanes & (1 << lane)) === 0) continue;
        const found = file.words[register * REGISTER_WORDS + c * LANES + lane]!;
        const expected = run.quad.files[type]?.words[number * REGISTER_WORDS + c * LANES + lane] ?? 0;
        if (areEqual(found, isClamped ? clamped(expected) : expected, tolerance)) continue;
        const name = `${semantic}${row.index}.${'xyzw'[c]} of lane ${lane}`;
        return `${name}: 0x${found.toString(16)}, interpreter 0x${expected.toString(16)}`;
      }
    }
  }
  return undefined;
}

/** The register of an output in the interpreter: before 3_0, the position and the fog have one without a number. */
function originalRegister(run: Run, { builtin, semantic, register }: TranslationElement): [number, number] {
  const { isPixel, program } = run.executable;
  const isOld = !isPixel && program.major < 3;
  if (builtin === 'SV_Depth') return registerOf(run, { special: 'depth', register: 0 });
  if (isOld && builtin === 'SV_Position') return registerOf(run, { special: 'position', register: 0 });
  if (isOld && semantic === 'fog') return registerOf(run, { special: 'fog', register: 0 });
  return registerOf(run, { special: undefined, register });
}

const numbers = new Float32Array(2);
const words = new Uint32Array(numbers.buffer);

function clamped(word: number): number {
  words[0] = word;
  // Arithmetic flushes what is smaller.
  numbers[0] = numbers[0]! >= 2 ** -126 ? Math.min(numbers[0]!, 1) : 0;
  return words[0]!;
}

function areEqual(a: number, b: number, tolerance: number): boolean {
  words[0] = a;
  words[1] = b;
  const [x, y] = numbers as unknown as [number, number];
  // The bits of a NaN say nothing, and translations do not mind the sign of zero.
  if (a === b || x === y || (Number.isNaN(x) && Number.isNaN(y))) return true;
  return tolerance > 0 && (!Number.isFinite(x) || Math.abs(x - y) <= tolerance * Math.max(1, Math.abs(x), Math.abs(y)));
}
