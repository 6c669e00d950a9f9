/**
 * Damage to SM 1-3 streams that knows what it hits: fields of the token at hand get other values of theirs,
 * instructions are removed, repeated, exchanged, and flow control is put between them. The streams that come out mostly
 * keep their shape, so that a validator's rules are reached and not only its reader.
 *
 * Not for: plain random bits (damageWords of sm1.ts).
 */

import { sm1TakesDestination } from '../src/isa/sm1/cursor.ts';
import {
  SM1_COMMENT,
  SM1_END,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  sm1HasOpcode,
  sm1OpcodeRow,
  sm1Operands,
} from '../src/isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../src/isa/sm1/registers.ts';
import type { Random } from './random.ts';
import { destinationToken, floatWord, IDENTITY_SWIZZLE, instructionWords, sourceToken } from './sm1.ts';

const REGISTER_CODES = Object.values(SM1_REGISTERS).map((row) => row.code);
const RELATIVE = 0x2000;
const NAMES = Object.keys(SM1_OPCODES) as Sm1Opcode[];

/** The instructions of a stream, each with its words; without the version token and the words after the end. */
export function sm1Instructions(words: Uint32Array): number[][] {
  const counted = ((words[0]! >>> 8) & 0xff) >= 2;
  const list: number[][] = [];
  for (let at = 1; at < words.length; ) {
    const token = words[at]!;
    const opcode = token & 0xffff;
    let length = 1;
    if (opcode === SM1_COMMENT) length += (token >>> 16) & 0x7fff;
    else if (opcode === SM1_END) length = 1;
    else if (counted) length += (token >>> 24) & 15;
    else if (opcode === SM1_OPCODES.def.code) length = 6;
    else while (at + length < words.length && (words[at + length]! | 0) < 0) length++;
    list.push(Array.from(words.subarray(at, at + length)));
    if (opcode === SM1_END) break;
    at += length;
  }
  return list;
}

/** The stream of a version token and its instructions. */
export function sm1Stream(versionToken: number, instructions: readonly (readonly number[])[]): Uint32Array {
  return Uint32Array.from([versionToken, ...instructions.flat()]);
}

/** `words` with one to three changes; the token or instruction determines the kind of each. */
export function damageSm1Fields(words: Uint32Array, random: Random): Uint32Array {
  const version = words[0]!;
  const instructions = sm1Instructions(words).filter(
    (words) => (words[0]! & 0xffff) !== SM1_COMMENT || random.oneIn(3),
  );
  const count = random.between(1, 3);
  for (let i = 0; i < count; i++) damageOne(instructions, version, random);
  return sm1Stream(random.oneIn(60) ? oddVersion(version, random) : version, instructions);
}

function oddVersion(version: number, random: Random): number {
  const minor = random.pick([0, 1, 2, 3, 4, 255]);
  return ((version & 0xffff_0000) | (random.between(1, 3) << 8) | minor) >>> 0;
}

function damageOne(instructions: number[][], version: number, random: Random): void {
  if (instructions.length === 0) return;
  const at = random.below(instructions.length);
  const words = instructions[at]!;
  const kind = random.below(100);
  if (kind < 55) damageOperand(words, version, random);
  else if (kind < 62) damageOpcode(words, version, random);
  else if (kind < 68) damageInstructionToken(words, version, random);
  else if (kind < 74) instructions.splice(at, 1);
  else if (kind < 79) instructions.splice(random.below(instructions.length), 0, words.slice());
  else if (kind < 84) {
    const other = random.below(instructions.length);
    instructions[at] = instructions[other]!;
    instructions[other] = words;
  } else if (kind < 99) instructions.splice(at, 0, ...newInstructions(version, random));
  else words[random.below(words.length)] = random.word();
}

/** The positions and roles of the operand tokens of an instruction. */
function operandsOf(words: readonly number[], version: number): { at: number; kind: Kind }[] {
  const found: { at: number; kind: Kind }[] = [];
  const opcode = words[0]! & 0xffff;
  if (opcode >= SM1_COMMENT) return found;
  const relativeTokens = ((version >>> 8) & 0xff) >= 2;
  let p = 1;
  const operand = (kind: Kind) => {
    if (p >= words.length) return;
    found.push({ at: p, kind });
    const word = words[p++]!;
    if (relativeTokens && (word & RELATIVE) !== 0 && p < words.length) found.push({ at: p++, kind: 'relative' });
  };
  if (opcode === SM1_OPCODES.dcl.code && p < words.length) found.push({ at: p++, kind: 'attributes' });
  if (sm1TakesDestination(opcode)) operand('destination');
  if ((words[0]! & 0x1000_0000) !== 0 && p < words.length) found.push({ at: p++, kind: 'predicate' });
  const literals = opcode === SM1_OPCODES.def.code || opcode === 47 || opcode === 48;
  while (p < words.length) {
    if (literals) found.push({ at: p++, kind: 'literal' });
    else operand('source');
  }
  return found;
}

type Kind = 'attributes' | 'destination' | 'predicate' | 'literal' | 'source' | 'relative';

function damageOperand(words: number[], version: number, random: Random): void {
  const operands = operandsOf(words, version);
  if (operands.length === 0) return;
  const { at, kind } = random.pick(operands);
  const word = words[at]!;
  if (kind === 'literal')
    words[at] = random.oneIn(3) ? random.word() : random.pick([0, 1, 255, 256, 0x8000_0000, floatWord(2)]);
  else if (kind === 'attributes') words[at] = damagedAttributes(word, random);
  else if (kind === 'destination') words[at] = damagedDestination(word, random);
  else words[at] = damagedSource(word, random);
  // A token for what the operand is now relative to, most of the time.
  const relativeTokens = ((version >>> 8) & 0xff) >= 2;
  if (!relativeTokens || kind === 'literal' || kind === 'attributes' || ((word ^ words[at]!) & RELATIVE) === 0) return;
  if (random.oneIn(8)) return;
  const added = (words[at]! & RELATIVE) !== 0;
  if (added) words.splice(at + 1, 0, relativeToken(random));
  else words.splice(at + 1, 1);
  words[0] = ((words[0]! & 0xf0ff_ffff) | (((words.length - 1) & 15) << 24)) >>> 0;
}

function relativeToken(random: Random): number {
  if (random.oneIn(2)) return sourceToken('loop', 0, IDENTITY_SWIZZLE);
  return sourceToken('addressOrTexture', 0, random.below(4) * 0x55);
}

const withType = (word: number, code: number) =>
  ((word & 0x8fff_e7ff) | ((code & 7) << 28) | ((code >> 3) << 11)) >>> 0;
const withNumber = (word: number, number: number) => ((word & 0xffff_f800) | number) >>> 0;

function registerNumber(random: Random): number {
  const kind = random.below(10);
  if (kind < 5) return random.below(4);
  if (kind < 8) return random.below(34);
  return kind < 9 ? random.pick([15, 16, 31, 32, 95, 96, 223, 224, 255, 256]) : random.below(2048);
}

function damagedRegister(word: number, random: Random): number {
  if (random.oneIn(2)) return withNumber(word, registerNumber(random));
  const code = random.oneIn(2) ? random.pick(REGISTER_CODES) : random.below(7);
  return withType(random.oneIn(2) ? withNumber(word, random.below(3)) : word, code);
}

function damagedDestination(word: number, random: Random): number {
  const kind = random.below(20);
  if (kind < 8) return damagedRegister(word, random);
  if (kind < 14) return ((word & 0xfff0_ffff) | (random.below(16) << 16)) >>> 0;
  if (kind < 16) return ((word & 0xff0f_ffff) | (random.pick([0, 1, 2, 4, 8, 3, 6]) << 20)) >>> 0;
  if (kind < 18) return ((word & 0xf0ff_ffff) | (random.below(16) << 24)) >>> 0;
  if (kind < 19) return (word ^ RELATIVE) >>> 0;
  return (word ^ (1 << random.pick([14, 15, 31, 23]))) >>> 0;
}

function damagedSource(word: number, random: Random): number {
  const kind = random.below(20);
  if (kind < 8) return damagedRegister(word, random);
  if (kind < 13) return ((word & 0xff00_ffff) | (swizzle(random) << 16)) >>> 0;
  if (kind < 16) return ((word & 0xf0ff_ffff) | (random.below(random.oneIn(8) ? 16 : 14) << 24)) >>> 0;
  if (kind < 19) return (word ^ RELATIVE) >>> 0;
  return (word ^ (1 << random.pick([14, 15, 31]))) >>> 0;
}

function swizzle(random: Random): number {
  const kind = random.below(3);
  if (kind === 0) return IDENTITY_SWIZZLE;
  return kind === 1 ? random.below(4) * 0x55 : random.below(256);
}

function damagedAttributes(word: number, random: Random): number {
  const kind = random.below(6);
  if (kind < 2) return ((word & 0xffff_ffe0) | random.below(random.oneIn(3) ? 32 : 15)) >>> 0;
  if (kind < 4) return ((word & 0xfff0_ffff) | (random.below(random.oneIn(3) ? 16 : 3) << 16)) >>> 0;
  if (kind < 5) return ((word & 0x87ff_ffff) | (random.below(6) << 27)) >>> 0;
  return (word ^ (1 << random.below(32))) >>> 0;
}

function rolesOf(row: Sm1OpcodeRow, version: number): string {
  return sm1Operands(row, version & 0xffff)
    .map(({ role }) => role)
    .join();
}

function damageOpcode(words: number[], version: number, random: Random): void {
  const stage = version >>> 16 === 0xffff ? 'ps' : 'vs';
  const row = sm1OpcodeRow(words[0]! & 0xffff);
  const shape = row === undefined ? '' : rolesOf(row, version);
  const alike = NAMES.filter((name) => {
    const other: Sm1OpcodeRow = SM1_OPCODES[name];
    return rolesOf(other, version) === shape && sm1HasOpcode(other, stage, version & 0xffff);
  });
  const name = alike.length === 0 || random.oneIn(4) ? random.pick(NAMES) : random.pick(alike);
  const code = random.oneIn(40) ? random.below(0x1_0000) : SM1_OPCODES[name].code;
  words[0] = ((words[0]! & 0xffff_0000) | code) >>> 0;
}

function damageInstructionToken(words: number[], version: number, random: Random): void {
  const kind = random.below(10);
  const token = words[0]!;
  if (kind < 3) words[0] = (token ^ 0x4000_0000) >>> 0;
  else if (kind < 6) words[0] = ((token & 0xff00_ffff) | (random.below(random.oneIn(4) ? 256 : 8) << 16)) >>> 0;
  else if (kind < 8 && ((version >>> 8) & 0xff) >= 2) predicate(words, version, random);
  else words[0] = (token ^ (1 << random.between(24, 31))) >>> 0;
}

/** Makes an instruction predicated: a predicate after the destination, or before the sources. */
function predicate(words: number[], version: number, random: Random): void {
  const [first] = operandsOf(words, version);
  const at = first?.kind === 'destination' ? first.at + ((words[first.at]! & RELATIVE) !== 0 ? 2 : 1) : 1;
  words.splice(Math.min(at, words.length), 0, predicateToken(random));
  words[0] = ((words[0]! & 0xf0ff_ffff) | 0x1000_0000 | (((words.length - 1) & 15) << 24)) >>> 0;
}

function predicateToken(random: Random): number {
  return sourceToken('predicate', 0, swizzle(random), random.oneIn(3) ? 13 : 0);
}

/** Instructions to put somewhere: flow control, often complete blocks, or any other instruction. */
function newInstructions(version: number, random: Random): number[][] {
  const low = version & 0xffff;
  const make = (name: Sm1Opcode, operands: number[] = [], controls = 0) =>
    instructionWords(low, SM1_OPCODES[name].code | (controls << 16), operands);
  const identity = (type: 'constInt' | 'constBool' | 'label' | 'loop' | 'predicate', number = 0) =>
    sourceToken(type, number, IDENTITY_SWIZZLE);
  const condition = random.oneIn(3)
    ? sourceToken('predicate', 0, random.below(4) * 0x55, random.oneIn(2) ? 13 : 0)
    : identity('constBool', random.below(3));
  const label = identity('label', random.below(3));
  const mov = instructionWords(low, SM1_OPCODES.mov.code, [
    destinationToken('temp', random.below(3), random.between(1, 15)),
    sourceToken(random.pick(['temp', 'const']), random.below(3), swizzle(random)),
  ]);
  const pair = [sourceToken('temp', random.below(3), 0), sourceToken('const', 0, 0x55)];
  const setp = make('setp', [destinationToken('predicate', 0, random.between(1, 15)), ...pair], random.between(1, 6));
  switch (random.below(16)) {
    case 0:
      return [make('if', [condition]), mov, make('endif')];
    case 1:
      return [make('if', [condition]), mov, make('else'), mov, make('endif')];
    case 2:
      return [make('loop', [identity('loop'), identity('constInt', random.below(3))]), mov, make('endloop')];
    case 3:
      return [make('rep', [identity('constInt', random.below(3))]), mov, make('endrep')];
    case 4:
      return [make('ifc', pair, random.between(1, 6)), mov, make('endif')];
    case 5:
      return [make('rep', [identity('constInt')]), make('breakc', pair, random.between(1, 6)), make('endrep')];
    case 6:
      return [make('call', [label])];
    case 7:
      return [make('callnz', [label, condition])];
    case 8:
      return [make('ret'), make('label', [label]), mov, make('ret')];
    case 9:
      return [make(random.pick(['if', 'endif', 'else', 'endloop', 'endrep', 'break', 'ret']), [])];
    case 10:
      return [make('if', [condition])];
    case 11:
      return [make('breakp', [predicateToken(random)])];
    case 12:
      return [setp];
    case 13:
      return [setp, mov];
    case 14:
      return [make('defi', [destinationToken('constInt', random.below(3)), 1, 0, 1, 0])];
    default:
      return [mov];
  }
}
