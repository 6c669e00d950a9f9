/**
 * Random SM 4-5.1 programs out of the opcode table that have every shape of token and no regard for meaning: any
 * operand type at any position, any index representation, any control bits. A disassembler must be able to read all of
 * it.
 *
 * Not for: programs that a validator accepts (sm4-valid.ts).
 */
import { SM4_LIBRARY, SM4_STAGES } from '../src/base/profile.ts';
import { Sm4CustomDataClass } from '../src/isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Mnemonic, type Sm4OpcodeRow } from '../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../src/isa/sm4/operands.ts';
import { Sm4ExtendedOpcodeKind, Sm4ExtendedOpcodeToken, Sm4OpcodeToken } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import {
  customDataWords,
  type IndexSpec,
  instructionWords,
  literal64Words,
  literalWords,
  operandWords,
  programWords,
} from './sm4-words.ts';

const LITERALS: readonly Sm4OperandTypeName[] = ['immediate32', 'immediate64'];
const REGISTERS = (Object.keys(SM4_OPERAND_TYPES) as Sm4OperandTypeName[]).filter((name) => !LITERALS.includes(name));
const MNEMONICS = Object.keys(SM4_OPCODES) as Sm4Mnemonic[];
const VERSIONS = [
  [4, 0],
  [4, 1],
  [5, 0],
  [5, 1],
] as const;

/** A program of up to `most` instructions. */
export function wildProgram(random: Random, most = 40): Uint32Array {
  const [major, minor] = random.pick(VERSIONS);
  const type = random.oneIn(20) ? SM4_LIBRARY : random.below(SM4_STAGES.length);
  const body: number[] = [];
  for (let left = random.between(1, most); left > 0; left--)
    body.push(...wildInstruction(random, random.pick(MNEMONICS)));
  return programWords(type, major, minor, body);
}

/** One instruction of `mnemonic` with random controls, extensions, operands and payload. */
export function wildInstruction(random: Random, mnemonic: Sm4Mnemonic): number[] {
  const row: Sm4OpcodeRow = SM4_OPCODES[mnemonic];
  if (row.kind === 'custom') return wildCustomData(random);
  const controls = Sm4OpcodeToken.controls.set(0, random.oneIn(3) ? random.below(1 << 13) : 0);
  if (mnemonic === 'dcl_interface') return instructionWords(mnemonic, wildInterface(random), controls);
  if (mnemonic === 'dcl_function_table') {
    const list = Array.from({ length: random.below(5) }, () => random.below(100));
    return instructionWords(mnemonic, [random.below(100), list.length, ...list], controls);
  }
  const body: number[] = [];
  if (mnemonic === 'fcall') body.push(random.below(8));
  for (const operand of row.operands) {
    const literal = row.kind === 'instruction' && operand.role === 'source' && random.oneIn(3);
    body.push(...(literal ? wildLiteral(random) : wildRegister(random)));
  }
  // Five words cover the longest payload that a declaration reads.
  if (row.kind === 'declaration') for (let i = 0; i < 5; i++) body.push(wildWord(random));
  else if (random.oneIn(20)) body.push(0);
  const extended = random.oneIn(row.kind === 'instruction' ? 4 : 12) ? wildExtensions(random) : [];
  return instructionWords(mnemonic, body, controls, extended);
}

function wildInterface(random: Random): number[] {
  const tables = Array.from({ length: random.below(6) }, () => random.below(100));
  return [random.below(100), random.below(10), ((random.below(4) << 16) | tables.length) >>> 0, ...tables];
}

function wildCustomData(random: Random): number[] {
  const dataClass = random.pick(Object.values(Sm4CustomDataClass));
  const words = random.below(5) * (random.oneIn(5) ? 3 : 4);
  const data = Array.from({ length: words }, () => wildWord(random));
  if (dataClass === Sm4CustomDataClass.shaderMessage && !random.oneIn(4)) return wildMessage(random);
  if (dataClass !== Sm4CustomDataClass.comment) return customDataWords(dataClass, data);
  // Without a byte, Microsoft prints the memory that follows.
  const text = Array.from({ length: random.between(1, 6) }, () => 0x20202020 + (random.word() & 0x3f3f3f3f));
  return customDataWords(dataClass, text);
}

function wildMessage(random: Random): number[] {
  const operands = Array.from({ length: random.below(4) }, () => wildRegister(random));
  const text = Array.from({ length: random.below(4) }, () => (random.word() & 0x7f7f7f7f) >>> 0);
  const id = random.pick([0x200101, 0x200102, 0x200103]);
  const length = operands.flat().length;
  return customDataWords(Sm4CustomDataClass.shaderMessage, [
    ...[id, random.oneIn(8) ? 0 : 1, random.below(4 * text.length + 4), operands.length, length],
    ...[...operands.flat(), ...text, 0],
  ]);
}

function wildExtensions(random: Random): number[] {
  const words: number[] = [];
  if (random.oneIn(2)) {
    let token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.sampleControls);
    for (const field of [
      Sm4ExtendedOpcodeToken.offsetU,
      Sm4ExtendedOpcodeToken.offsetV,
      Sm4ExtendedOpcodeToken.offsetW,
    ]) {
      token = field.set(token, random.below(16));
    }
    words.push(token);
  }
  if (random.oneIn(2)) {
    let token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.resourceDimension);
    token = Sm4ExtendedOpcodeToken.dimension.set(token, random.below(16));
    words.push(Sm4ExtendedOpcodeToken.stride.set(token, random.oneIn(2) ? 0 : random.below(4096)));
  }
  if (random.oneIn(2)) {
    const token = Sm4ExtendedOpcodeToken.kind.set(0, Sm4ExtendedOpcodeKind.resourceReturnType);
    words.push(Sm4ExtendedOpcodeToken.returnTypes.set(token, random.word() & 0xffff));
  }
  // Any order does.
  return random.oneIn(2) ? words : words.reverse();
}

/** A register of any type with any indices, selection and modifiers. */
export function wildRegister(random: Random, nested = false): number[] {
  const type = random.pick(REGISTERS);
  const count = random.pick([0, 1, 1, 1, 2, 2, 3]);
  const indices: IndexSpec[] = Array.from({ length: count }, () => {
    if (nested || !random.oneIn(3)) return wildNumber(random);
    const register = wildRegister(random, true);
    return random.oneIn(2) ? { register } : { register, plus: wildNumber(random) };
  });
  const selection = [
    { mask: random.below(16) },
    { swizzle: random.below(256) },
    { select: random.below(4) },
    { components: random.pick(['none', 'one', 'n'] as const) },
  ] as const;
  return operandWords(type, {
    indices,
    ...random.pick(selection),
    modifier: random.oneIn(4) ? random.below(5) : 0,
    minPrecision: random.oneIn(6) ? random.below(8) : 0,
    nonUniform: random.oneIn(12),
  });
}

function wildNumber(random: Random): number {
  return random.pick([random.below(16), random.below(16), random.below(5000), random.word(), -random.below(100)]);
}

function wildLiteral(random: Random): number[] {
  const kind = random.below(8);
  if (kind === 0)
    return literal64Words(wildWord(random), wildDoubleHigh(random), wildWord(random), wildDoubleHigh(random));
  if (kind < 4) return literalWords(wildWord(random));
  return literalWords(wildWord(random), wildWord(random), wildWord(random), wildWord(random));
}

/**
 * The high word of a double below 1e60: Microsoft's disassembler drops literals whose text is longer than its buffer,
 * and we do not (docs/differences.md).
 */
function wildDoubleHigh(random: Random): number {
  const word = wildWord(random);
  const exponent = (word >>> 20) & 0x7ff;
  return exponent > 1223 && exponent < 2047 ? word & 0x83ff_ffff : word;
}

const FLOAT_VIEW = new DataView(new ArrayBuffer(4));

/** A word as literals have them: small integers, floats, special values, anything. */
export function wildWord(random: Random): number {
  const kind = random.below(6);
  if (kind === 0) return random.below(20);
  if (kind === 1) return -random.below(20_001) >>> 0;
  if (kind === 2) return random.pick([0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffc0_0000, 1, 0x3f80_0000]);
  if (kind === 3) {
    FLOAT_VIEW.setFloat32(0, (random.below(20_001) - 10_000) / random.pick([1, 2, 3, 10, 1000]));
    return FLOAT_VIEW.getUint32(0);
  }
  return kind === 4 ? random.below(0x10000) : random.word();
}
