/**
 * Runs two shaders of effects of Direct3D 9 on the same values of parameters, by name: their preshaders first, then the
 * programs in the interpreter. Inputs and outputs are those of equal usages, in any registers.
 */

import { bytesOf } from '../../src/base/words.ts';
import { readConstantTable } from '../../src/chunks/ctab.ts';
import { findSm1Comment, Sm1CommentTag } from '../../src/isa/sm1/comments.ts';
import { sm1FixedInputUsage, sm1FixedOutputUsage } from '../../src/isa/sm1/declarations.ts';
import { readSm1, type Sm1Program } from '../../src/isa/sm1/program.ts';
import { SM1_REGISTERS } from '../../src/isa/sm1/registers.ts';
import { floatOfBits } from '../../src/numerics/conversion.ts';
import { constantsOf, type Sm1ConstantDesc, type Sm1TypeDesc, tableOf } from '../../src/reflect/sm1-constants.ts';
import { LANES, REGISTER_WORDS } from '../../src/vm/lanes.ts';
import { RegisterFile, setConstant, wordOfFloat } from '../../src/vm/preshader/constants.ts';
import { evaluatePreshader } from '../../src/vm/preshader/evaluate.ts';
import { decodePreshader, type Preshader } from '../../src/vm/preshader/preshader.ts';
import { type Sm1Executable, sm1Executable } from '../../src/vm/sm1/executable.ts';
import { Sm1Interpreter } from '../../src/vm/sm1/interpreter.ts';
import { StageTextures } from '../../src/vm/sm1/stage-textures.ts';
import { Random } from '../random.ts';
import { randomWord } from './random-bindings.ts';
import { declaredSamplers, randomStage } from './vm-ir-sm1.ts';

const R = SM1_REGISTERS;
const INSTRUCTIONS = 20_000;
const STAGES = 16;
const FLOATS = 256;
/** Numbers of a parameter; larger ones repeat them. */
const NUMBERS = 512;
/** How far results may be apart where preshaders round otherwise, relative to the larger one. */
const TOLERANCE = 1e-3;

export type RunResult = 'same' | 'close' | 'limited' | { readonly difference: string };

function seedOf(seed: number, name: string): number {
  let hash = seed;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x0100_0193);
  return hash;
}

/** Whether a type has conditions, which are 0 or 1. */
function hasConditions({ type, structMembers }: Pick<Sm1TypeDesc, 'type' | 'structMembers'>): boolean {
  return type === 'bool' || structMembers.some(hasConditions);
}

/** The numbers of a parameter, by its name. */
function numbersOf(parameter: Sm1ConstantDesc, seed: number): number[] {
  const { name, type } = parameter;
  const random = new Random(seedOf(seed, name));
  if (hasConditions(parameter)) return Array.from({ length: NUMBERS }, () => random.below(2));
  if (type === 'int') return Array.from({ length: NUMBERS }, () => random.between(0, 4));
  return Array.from({ length: NUMBERS }, () => random.between(-64, 64) / 16);
}

/** Results of an expression, by the seed of its parameters. */
export function expressionValues(code: Uint8Array, seed: number): readonly number[] {
  const preshader = decodePreshader(code).value;
  return preshader === undefined
    ? []
    : outputsOf(preshader, seed).flatMap(({ values }) => values.map((one) => one ?? 0));
}

function outputsOf(preshader: Preshader, seed: number) {
  const constants: Record<string, number[]> = {};
  for (const one of constantsOf(preshader.constantTable)) constants[one.name] = numbersOf(one, seed);
  return evaluatePreshader(preshader, { constants }).outputs;
}

/** Compares values that preshaders compute. */
export function compareValues(a: readonly number[], b: readonly number[]): RunResult {
  let result: RunResult = 'same';
  for (const [i, x] of a.entries()) {
    const one = compareNumbers(x, b[i] ?? 0);
    if (typeof one !== 'string') return one;
    if (one === 'close') result = 'close';
  }
  return result;
}

function compareNumbers(a: number, b: number): RunResult {
  if (Object.is(a, b) || a === b || (Number.isNaN(a) && Number.isNaN(b))) return 'same';
  if (!Number.isFinite(a) || !Number.isFinite(b)) return { difference: `${a}, now ${b}` };
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b))
    ? 'close'
    : { difference: `${a}, now ${b}` };
}

/** Compares two shaders on the parameters and inputs of a seed. */
export function compareShaders2(a: Uint8Array, b: Uint8Array, seed: number): RunResult {
  const [x, y] = [new ShaderRun(a, seed), new ShaderRun(b, seed)];
  if (x.isLimited || y.isLimited) return 'limited';
  let result: RunResult = 'same';
  for (const [key, value] of x.outputs) {
    const one = compareNumbers(value, y.outputs.get(key) ?? 0);
    if (typeof one !== 'string') return { difference: `${key}: ${one.difference}` };
    if (one === 'close') result = 'close';
  }
  return result;
}

class ShaderRun {
  readonly outputs = new Map<string, number>();
  readonly isLimited: boolean;

  constructor(bytes: Uint8Array, seed: number) {
    const program = readSm1(bytes);
    const executable = sm1Executable(program);
    const constants = constantsFor(bytes, program, seed);
    const quad = new Sm1Interpreter(executable, constants, new StageTextures(stagesFor(program, seed)));
    setInputs(executable, quad, seed);
    quad.start(15, 0, executable.mainEnd);
    quad.run(INSTRUCTIONS);
    this.isLimited = quad.state !== 'ended';
    const isDeclaring = program.stage === 'vs' && program.major >= 3;
    for (const [type, file] of Object.entries(quad.files)) {
      if (file === undefined) continue;
      for (let i = 0; i < file.words.length; i++) {
        const number = Math.floor(i / REGISTER_WORDS);
        const usage = isDeclaring
          ? executable.declarations.registers.find((one) => one.type === Number(type) && one.number === number)
          : sm1FixedOutputUsage(Number(type), number);
        if (usage === undefined || (isDeclaring && Number(type) !== R.outputOrTexCoordOut.code)) continue;
        const index = 'usageIndex' in usage ? usage.usageIndex : usage.index;
        this.outputs.set(`${usage.usage} ${index} ${i % REGISTER_WORDS}`, floatOfBits(file.words[i]!));
      }
    }
    if (program.stage === 'ps') this.outputs.set('discarded', quad.helpers);
  }
}

function constantsFor(bytes: Uint8Array, program: Sm1Program, seed: number) {
  const { words } = program;
  const floats = new Uint32Array(4 * FLOATS);
  const integers = new Int32Array(4 * STAGES);
  const booleans = new Array<boolean>(STAGES).fill(false);
  const span = findSm1Comment(words, Sm1CommentTag.constantTable, 0, words.length);
  const table = span && readConstantTable(bytesOf(words.slice(span.start, span.end)));
  const described = constantsOf(tableOf(words, 0, words.length, undefined));
  for (const [i, constant] of (table?.constants ?? []).entries()) {
    const { registerSet, registerIndex, registerCount } = described[i]!;
    const numbers = numbersOf(described[i]!, seed);
    if (registerSet === 'bool') {
      for (let k = 0; k < registerCount; k++) booleans[registerIndex + k] = numbers[k] !== 0;
      continue;
    }
    if (registerSet === 'sampler') continue;
    const file = new RegisterFile();
    setConstant(file, constant, numbers, 1);
    for (const at of file.written)
      if (registerSet === 'int4') integers[at] = file.get(at);
      else floats[at] = wordOfFloat(file.get(at));
  }
  const preshader = findSm1Comment(words, Sm1CommentTag.preshader) && decodePreshader(bytes).value;
  for (const { register, index, words: list } of preshader ? outputsOf(preshader, seed) : [])
    for (const [c, word = 0] of list.entries())
      if (register === 'float') floats[4 * index + c] = word;
      else if (register === 'int') integers[4 * index + c] = word;
      else if (c === 0) booleans[index] = word !== 0;
  return { floats, integers, booleans };
}

function stagesFor(program: Sm1Program, seed: number) {
  const table = constantsOf(tableOf(program.words, 0, program.words.length, undefined));
  const { samplers = [] } = declaredSamplers(program);
  return samplers.map((sampler, number) => {
    const owner = table.find(
      ({ registerSet, registerIndex, registerCount }) =>
        registerSet === 'sampler' && number >= registerIndex && number < registerIndex + registerCount,
    );
    const name = owner === undefined ? `s${number}` : `${owner.name}[${number - owner.registerIndex}]`;
    return randomStage(new Random(seedOf(seed, name)), 'dyadic', sampler ?? {});
  });
}

/** Sets the inputs that a program declares, by their usages. */
function setInputs({ declarations, isPixel, program }: Sm1Executable, quad: Sm1Interpreter, seed: number): void {
  for (const { type, number, usage, usageIndex } of declarations.registers) {
    if (type === R.sampler.code || (!isPixel && type !== R.input.code)) continue;
    const fixed = isPixel && program.major < 3 ? sm1FixedInputUsage(type, number) : undefined;
    const key =
      fixed === undefined ? `${usage} ${usageIndex} ${usage < 0 ? number : ''}` : `${fixed.usage} ${fixed.index} `;
    const random = new Random(seedOf(seed, key));
    const file = quad.files[type];
    if (file === undefined) continue;
    for (let i = 0; i < REGISTER_WORDS; i++) {
      const component = Math.floor(i / LANES);
      file.words[number * REGISTER_WORDS + i] = component < 4 ? randomWord(random, 'dyadic') : 0;
    }
  }
  if (isPixel) quad.coordinates.words.set(quad.files[R.addressOrTexture.code]!.words);
}
