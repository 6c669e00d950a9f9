/**
 * Compares the programs for feature level 9 of two containers of one source: constants, samplers and inputs have
 * registers in an order of their own, so those of the second program are renamed to those of the first.
 */
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { type Level9Program, parseAon9 } from '../../src/chunks/aon9.ts';
import { parseSignature } from '../../src/chunks/signature.ts';
import { parseContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { sm1Mnemonics, sm1Registers } from '../../src/isa/sm1/builder.ts';
import {
  findSm1Nodes,
  insertSm1Nodes,
  renameSm1Registers,
  sm1OpcodeOf,
  sm1RegisterOf,
} from '../../src/isa/sm1/edit.ts';
import { decodeSm1, encodeSm1, type Sm1Module } from '../../src/isa/sm1/encode.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { SM1_USAGES } from '../../src/isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1UsageToken } from '../../src/isa/sm1/tokens.ts';
import { lowerSm1 } from '../../src/lower/index.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import type { Random } from '../random.ts';
import { compareSeeds, numbersOf } from './recompiled-runs.ts';
import { countInteger, declaredSamplers, Sm1ProgramRuns } from './vm-ir-sm1.ts';

/** Registers that programs give no value from outside: definitions of literals. */
const FIRST_LITERAL = 128;
/** Numbers of components in a mapping that are no floats. */
const BOOLEAN = 1;
const INTEGERS = 2;
const COORDINATES = 8;
/** The position of a pixel, as a system value. */
const POSITION = 1;
const NORMAL = SM1_USAGES.indexOf('normal');

/** Returns as `compareRecompiled` does, for all programs of a container. */
export function compareLevel9(theirs: Uint8Array, ours: Uint8Array, runs: number, tolerance: number): string {
  const results = [TAG.Aon9, TAG.XNAS, TAG.XNAP].map((tag) => {
    const [a, b] = [theirs, ours].map((bytes) => level9Of(bytes, tag));
    return comparePrograms(a, b, runs, tolerance);
  });
  const different = results.find((result) => !/^(same|close|limited)$/.test(result));
  return different ?? ['limited', 'close'].find((result) => results.includes(result)) ?? 'same';
}

function comparePrograms(
  a: Level9Program | undefined,
  b: Level9Program | undefined,
  runs: number,
  tolerance: number,
): string {
  if (a === undefined || b === undefined) return a === b ? 'same' : 'the program for feature level 9';
  // Nothing runs this instruction, which only programs for XNA have.
  if (findSm1Nodes(decodeSm1(bytesOf(a.words)), 'sin').length > 0) return 'limited';
  const program = readSm1(normalized(a, a));
  const options = declaredSamplers(program);
  const { module } = lowerSm1(readSm1(normalized(b, a)), options);
  if (module === undefined) return 'no meaning';
  const original = new Sm1ProgramRuns(program, options, countInteger, (floats, random) => convert(a, floats, random));
  const compare = (seed: number) => original.compare(module, seed, numbersOf(seed, tolerance), tolerance);
  return compareSeeds(compare, runs, tolerance);
}

function level9Of(bytes: Uint8Array, tag: number): Level9Program | undefined {
  const container = parseContainer(bytes).value;
  const chunk = container?.chunks.find((one) => one.tag === tag);
  const program = container && chunk && parseAon9(container, chunk).value;
  return program && tag !== TAG.Aon9
    ? { ...program, words: withInputs(program.words, inputRegisters(bytes)) }
    : program;
}

/** The registers of inputs but the position of a pixel, by the number of the texture coordinate that each is. */
function inputRegisters(bytes: Uint8Array): number[] {
  const container = parseContainer(bytes).value!;
  const { elements } = parseSignature(container, container.chunks.find(({ tag }) => tag === TAG.ISGN)!).value!;
  const registers = elements.filter(({ systemValue }) => systemValue !== POSITION).map(({ register }) => register);
  return [...new Set(registers)].sort((a, b) => a - b);
}

const { r, v, t } = sm1Registers;
const vertex = sm1Mnemonics('vs_2_0');
const pixel = sm1Mnemonics('ps_2_0');

/** A program for XNA, whose inputs are in registers from the start, with instructions that put them there. */
function withInputs(words: Uint32Array, registers: readonly number[]): Uint32Array {
  const module = decodeSm1(bytesOf(words));
  const start = module.nodes.findIndex((node) => !/^(dcl|def)/.test(sm1OpcodeOf(node) ?? 'comment'));
  const coordinates = usagesOf(module);
  const copies = module.nodes.slice(0, start).flatMap((node) => {
    if (node.kind === 'comment' || node.destination === undefined) return [];
    const ref = sm1RegisterOf(node.destination.token);
    if (ref?.register !== 'input' && ref?.register !== 'addressOrTexture') return [];
    const isVertex = ref.register === 'input';
    const temp = r(registers[isVertex ? coordinates.get(ref.number)! : ref.number]!);
    const copy = isVertex ? vertex.mov(temp, v(ref.number)) : pixel.mov(temp, t(ref.number));
    // Only what is declared can be read.
    const mask = Sm1DestinationToken.mask.get(node.destination.token);
    return [{ ...copy, destination: { token: Sm1DestinationToken.mask.set(copy.destination!.token, mask) } }];
  });
  return wordsOf(encodeSm1(insertSm1Nodes(module, start, ...copies)));
}

/** A key for what a register has, by its file and number. */
function sourcesOf({ constants, integers, bools, samplers, runtime }: Level9Program): Map<string, string> {
  const sources = new Map<string, string>();
  for (const { buffer, sourceRegister, count, targetRegister } of constants)
    for (let i = 0; i < count; i++) sources.set(`const ${targetRegister + i}`, `${buffer} ${sourceRegister + i}`);
  for (const { kind, targetRegister } of runtime) sources.set(`const ${targetRegister}`, `runtime ${kind}`);
  for (const { buffer, sourceRegister, component, targetRegister } of integers)
    sources.set(`constInt ${targetRegister}`, `${buffer} ${sourceRegister} ${component}`);
  for (const { buffer, sourceRegister, component, targetRegister } of bools)
    sources.set(`constBool ${targetRegister}`, `${buffer} ${sourceRegister} ${component}`);
  for (const { targetSampler, sourceSampler, sourceResource } of samplers)
    sources.set(`sampler ${targetSampler}`, `${sourceSampler} ${sourceResource}`);
  return sources;
}

/** The program with the registers that the sources have in `as`. */
function normalized(program: Level9Program, as: Level9Program): Uint8Array {
  const module = decodeSm1(bytesOf(program.words));
  const sources = sourcesOf(program);
  const registers = new Map(
    [...sourcesOf(as)].map(([register, source]) => [
      `${register.split(' ')[0]} ${source}`,
      Number(register.split(' ')[1]),
    ]),
  );
  const usages = usagesOf(module);
  return encodeSm1(
    renameSm1Registers(module, ({ register, number }) => {
      if (register === 'input' && usages.has(number)) return { register, number: usages.get(number)! };
      const source = sources.get(`${register} ${number}`);
      if (source !== undefined) return { register, number: registers.get(`${register} ${source}`) ?? number };
      return { register, number: register === 'const' ? FIRST_LITERAL + number : number };
    }),
  );
}

/** The number of each input of a vertex shader by its usage: the first ones are texture coordinates. */
function usagesOf({ nodes }: Sm1Module): Map<number, number> {
  const usages = new Map<number, number>();
  for (const node of nodes) {
    if (node.kind === 'comment' || sm1OpcodeOf(node) !== 'dcl' || node.destination === undefined) continue;
    const ref = sm1RegisterOf(node.destination.token);
    if (ref?.register === 'input') usages.set(ref.number, numberOf(node.attributes ?? 0));
  }
  return usages;
}

function numberOf(attributes: number): number {
  const index = Sm1UsageToken.index.get(attributes);
  return Sm1UsageToken.usage.get(attributes) === NORMAL ? COORDINATES + index : index;
}

/** Gives components that are conditions or integers in their buffers such values. */
function convert({ constants }: Level9Program, floats: Uint32Array, random: Random): void {
  for (const { count, targetRegister, conversions } of constants)
    for (let i = 0; i < 4 * count; i++) {
      const kind = (conversions >>> (8 * (i & 3))) & 0xff;
      const at = 4 * targetRegister + i;
      if (kind === 0 || at >= floats.length) continue;
      floats[at] = bitsOfFloat(kind === BOOLEAN ? random.below(2) : random.between(kind > INTEGERS ? 0 : -3, 6));
    }
}
