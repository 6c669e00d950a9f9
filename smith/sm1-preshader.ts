/** Random preshaders (before a shader) and texture shaders: any operation, operand type, relative index, literal. */
import { PreshaderToken } from '../src/isa/preshader/code.ts';
import { PRESHADER_OPCODE_BY_CODE, PRESHADER_REGISTERS } from '../src/isa/preshader/opcodes.ts';
import type { Random } from './random.ts';
import { commentWords, destinationToken, instructionWords, sourceToken, streamWords } from './sm1.ts';
import { constantTableWords } from './sm1-ctab.ts';

const TX_VERSION = 0x5458_0100;
const PRESHADER_VERSION = 0x4658_0201;
const END = 0xffff;
const OPCODES = [...PRESHADER_OPCODE_BY_CODE.keys()];
const TYPES: readonly number[] = Object.values(PRESHADER_REGISTERS).map((row) => row.code);
const INPUT_TYPES = TYPES.filter((code) => code !== PRESHADER_REGISTERS.literal.code);
const LITERAL_COUNT = 12;

/** A texture shader. */
export function textureShaderWords(random: Random): Uint32Array {
  return Uint32Array.from([TX_VERSION, ...codeComments(random), END]);
}

/** A shader whose constants a preshader computes. */
export function preshadedWords(random: Random): Uint32Array {
  const version = random.pick([0xfffe_0200, 0xffff_0200, 0xfffe_0300, 0xffff_0300]);
  const preshader = commentWords('PRES', [PRESHADER_VERSION, ...codeComments(random), END]);
  const table = random.oneIn(3) ? [] : [commentWords('CTAB', constantTableWords(random))];
  const mov = instructionWords(version & 0xffff, 1, [
    destinationToken('temp', 0),
    sourceToken('const', random.below(8)),
  ]);
  return streamWords(version, random.oneIn(4) ? [preshader, ...table, mov] : [...table, preshader, mov]);
}

/** The comments that a preshader and a texture shader are made of. */
function codeComments(random: Random): number[] {
  const literals: number[] = [];
  for (let i = 0; i < LITERAL_COUNT; i++) literals.push(...doubleWords(random));
  const count = random.below(20);
  const code: number[] = [];
  for (let i = 0; i < count; i++) code.push(...instruction(random));
  return [
    ...(random.oneIn(4) ? [] : commentWords('CTAB', constantTableWords(random))),
    ...(random.oneIn(2) ? commentWords('PRSI', [0, 0, 0, 1]) : []),
    ...commentWords('CLIT', [LITERAL_COUNT, ...literals]),
    ...commentWords('FXLC', [count, ...code, 0xf0f0_f0f0, 0x0f0f_0f0f]),
  ];
}

function instruction(random: Random): number[] {
  const opcode = random.oneIn(15) ? random.below(2048) : random.pick(OPCODES);
  let token = PreshaderToken.opcode.set(random.between(1, 4), opcode);
  if (random.oneIn(3)) token = PreshaderToken.scalar.set(token, 1);
  const inputs = random.oneIn(20) ? random.below(9) : opcode >> 8 === 1 ? 1 : random.oneIn(4) ? 3 : 2;
  const words = [token, inputs];
  for (let i = 0; i < inputs; i++) words.push(...operand(random, TYPES));
  words.push(...operand(random, INPUT_TYPES));
  return words;
}

function operand(random: Random, types: readonly number[]): number[] {
  const indices = random.oneIn(8) ? random.between(1, 2) : 0;
  const words = [indices];
  for (let i = 0; i <= indices; i++) {
    words.push(random.pick(indices > 0 ? INPUT_TYPES : types), random.below(random.oneIn(20) ? 4000 : 40));
  }
  return words;
}

const doubles = new Float64Array(1);
const doubleBits = new Uint32Array(doubles.buffer);

function doubleWords(random: Random): number[] {
  if (random.oneIn(4)) return [random.word(), random.word()];
  doubles[0] = random.between(-5000, 5000) / random.pick([1, 2, 8, 10, 3, 1000]);
  return [...doubleBits];
}
