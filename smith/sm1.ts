/**
 * Random SM 1-3 token streams out of the opcode table that have every shape of token and no regard for meaning: any
 * register at any position, any modifier, comments of every kind. A disassembler must be able to read all of it. Also
 * the damage that a fuzzer does to them.
 *
 * Not for: programs that a validator accepts (sm1-valid.ts).
 */
import { SM1_PIXEL, SM1_VERTEX, Sm1Version } from '../src/base/profile.ts';
import { fourCC } from '../src/base/words.ts';
import {
  SM1_COMMENT,
  SM1_END,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRole,
  sm1HasOpcode,
  sm1Operands,
} from '../src/isa/sm1/opcodes.ts';
import { SM1_REGISTERS, type Sm1RegisterName } from '../src/isa/sm1/registers.ts';
import {
  Sm1CommentToken,
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
} from '../src/isa/sm1/tokens.ts';
import type { Random } from './random.ts';
import { constantTableWords } from './sm1-ctab.ts';

/** Every version that compilers and assemblers write. */
export const SM1_VERSION_TOKENS: readonly number[] = [
  ...[Sm1Version.v1_1, Sm1Version.v2_0, Sm1Version.v2_x, Sm1Version.v2_sw, Sm1Version.v3_0, Sm1Version.v3_sw].map(
    (version) => ((SM1_VERTEX << 16) | version) >>> 0,
  ),
  ...Object.values(Sm1Version).map((version) => ((SM1_PIXEL << 16) | version) >>> 0),
];

const OPCODES = Object.keys(SM1_OPCODES) as Sm1Opcode[];
const REGISTERS = Object.keys(SM1_REGISTERS) as Sm1RegisterName[];
const MARK = 0x8000_0000;

/** A register token: number, type and mark, no other field. */
export function registerToken(register: Sm1RegisterName | number, number: number): number {
  const code = typeof register === 'number' ? register : SM1_REGISTERS[register].code;
  return (MARK | ((code & 7) << 28) | ((code >> 3) << 11) | number) >>> 0;
}

export const IDENTITY_SWIZZLE = 0xe4;

/** A source token. */
export function sourceToken(
  register: Sm1RegisterName | number,
  number: number,
  swizzle: number = IDENTITY_SWIZZLE,
  modifier = 0,
): number {
  return Sm1SourceToken.modifier.set(Sm1SourceToken.swizzle.set(registerToken(register, number), swizzle), modifier);
}

/** A destination token. */
export function destinationToken(register: Sm1RegisterName | number, number: number, mask = 15, modifiers = 0): number {
  const token = Sm1DestinationToken.mask.set(registerToken(register, number), mask);
  return Sm1DestinationToken.modifiers.set(token, modifiers);
}

/** An instruction token with its operands, its length filled in where `version` (low half of the token) has one. */
export function instructionWords(version: number, token: number, operands: readonly number[]): number[] {
  if (version < Sm1Version.v2_0) return [token >>> 0, ...operands];
  return [Sm1InstructionToken.length.set(token, operands.length), ...operands];
}

/** A comment with a tag. */
export function commentWords(tag: string, payload: readonly number[]): number[] {
  const token = Sm1CommentToken.length.set(SM1_COMMENT, payload.length + 1);
  return [token, fourCC(tag), ...payload];
}

/** A complete stream: `version` is the full version token. */
export function streamWords(version: number, instructions: readonly (readonly number[])[]): Uint32Array {
  return Uint32Array.from([version, ...instructions.flat(), SM1_END]);
}

/** A random stream of any version with every shape of instruction. */
export function wildSm1Words(random: Random): Uint32Array {
  const version = random.oneIn(20) ? oddVersion(random) : random.pick(SM1_VERSION_TOKENS);
  return new WildProgram(random, version).words();
}

function oddVersion(random: Random): number {
  return ((random.oneIn(2) ? SM1_VERTEX : SM1_PIXEL) << 16) | (random.below(6) << 8) | random.below(6) | 0;
}

class WildProgram {
  private readonly version: number;
  private readonly stage: 'vs' | 'ps';

  constructor(
    private readonly random: Random,
    private readonly token: number,
  ) {
    this.version = token & 0xffff;
    this.stage = token >>> 16 === SM1_PIXEL ? 'ps' : 'vs';
  }

  words(): Uint32Array {
    const { random } = this;
    const instructions: number[][] = [];
    if (random.oneIn(3)) instructions.push(commentWords('CTAB', constantTableWords(random)));
    const count = random.below(random.oneIn(10) ? 200 : 30);
    for (let i = 0; i < count; i++) instructions.push(this.instruction());
    return streamWords(this.token >>> 0, instructions);
  }

  private instruction(): number[] {
    const { random, version } = this;
    if (random.oneIn(25)) return this.comment();
    const legal = OPCODES.filter((name) => sm1HasOpcode(SM1_OPCODES[name], this.stage, version));
    const name = random.oneIn(12) || legal.length === 0 ? random.pick(OPCODES) : random.pick(legal);
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    let roles: readonly Sm1OperandRole[] = sm1Operands(row, version).map(({ role }) => role);
    if (random.oneIn(20) && !roles.includes('float') && !roles.includes('int') && !roles.includes('bool')) {
      roles = roles.slice(0, random.below(roles.length + 1)).concat(random.oneIn(2) ? ['source'] : []);
    }
    let token: number = random.oneIn(60) ? random.below(128) : row.code;
    if (token === row.code && row.controls) token = Sm1InstructionToken.controls.set(token, random.below(8));
    const predicable = roles[0] !== undefined && roles[0] !== 'attributes' && roles[0] !== 'predicate';
    const predicated = version >= Sm1Version.v2_x && predicable && random.oneIn(5);
    if (predicated) token = Sm1InstructionToken.predicated.set(token, 1);
    if (random.oneIn(this.stage === 'ps' && version < Sm1Version.v2_0 ? 4 : 80)) {
      token = Sm1InstructionToken.coissue.set(token, 1);
    }
    return instructionWords(version, token, this.operands(roles, predicated));
  }

  private operands(roles: readonly Sm1OperandRole[], predicated: boolean): number[] {
    const words: number[] = [];
    const sourceFirst = roles[0] !== 'destination';
    if (predicated && sourceFirst) words.push(this.predicate());
    roles.forEach((role, i) => {
      words.push(...this.operand(role));
      if (predicated && i === 0 && !sourceFirst) words.push(this.predicate());
    });
    return words;
  }

  private operand(role: Sm1OperandRole): number[] {
    const { random } = this;
    if (role === 'attributes') return [this.attributes()];
    if (role === 'float' || role === 'int' || role === 'bool') return [this.literal(role)];
    if (role === 'destination') return this.relative(this.destination());
    const register = random.oneIn(6) ? random.pick(REGISTERS) : this.commonRegister(role);
    return this.relative(sourceToken(register, this.number(), this.swizzle(), random.oneIn(3) ? random.below(14) : 0));
  }

  private commonRegister(role: Sm1OperandRole): Sm1RegisterName {
    if (role === 'sampler') return 'sampler';
    if (role === 'label') return 'label';
    if (role === 'loopCounter') return 'loop';
    if (role === 'intConstant') return 'constInt';
    if (role === 'predicate') return 'predicate';
    if (role === 'condition') return this.random.oneIn(2) ? 'constBool' : 'predicate';
    return this.random.pick(['temp', 'temp', 'const', 'const', 'input', 'addressOrTexture']);
  }

  private destination(): number {
    const { random } = this;
    const register = random.oneIn(3) ? random.pick(REGISTERS) : random.pick(['temp', 'outputOrTexCoordOut'] as const);
    const token = destinationToken(register, this.number(), random.oneIn(2) ? 15 : random.between(1, 15));
    const modified = random.oneIn(4) ? Sm1DestinationToken.modifiers.set(token, random.below(8)) : token;
    if (this.stage === 'ps' && random.oneIn(4)) {
      return Sm1DestinationToken.shift.set(modified, random.pick([1, 2, 3, 13, 14, 15]));
    }
    return random.oneIn(60) ? Sm1DestinationToken.precision.set(modified, random.below(4)) : modified;
  }

  /** The operand `token`, sometimes addressed relatively. */
  private relative(token: number): number[] {
    const { random, version } = this;
    if (!random.oneIn(12)) return [token];
    const relative = Sm1SourceToken.relative.set(token, 1);
    if (version < Sm1Version.v2_0) return [relative];
    const component = random.below(4) * 0x55;
    const loop = random.oneIn(2);
    return [relative, loop ? sourceToken('loop', 0, IDENTITY_SWIZZLE) : sourceToken('addressOrTexture', 0, component)];
  }

  private predicate(): number {
    const { random } = this;
    return sourceToken('predicate', 0, this.swizzle(), random.oneIn(2) ? 13 : 0);
  }

  private swizzle(): number {
    const { random } = this;
    if (random.oneIn(2)) return IDENTITY_SWIZZLE;
    return random.oneIn(2) ? random.below(4) * 0x55 : random.below(256);
  }

  private number(): number {
    const { random } = this;
    return random.oneIn(30) ? random.below(2048) : random.below(random.oneIn(3) ? 16 : 3);
  }

  private attributes(): number {
    const { random } = this;
    if (random.oneIn(3)) return Sm1SamplerToken.textureType.set(MARK, random.below(6));
    const usage = Sm1UsageToken.usage.set(MARK, random.below(16));
    return Sm1UsageToken.index.set(usage, random.oneIn(2) ? 0 : random.below(16));
  }

  private literal(role: 'float' | 'int' | 'bool'): number {
    const { random } = this;
    if (role === 'bool') return random.below(2);
    if (random.oneIn(3)) return random.word();
    return role === 'int' ? random.between(-300, 300) >>> 0 : floatWord(random.between(-4000, 4000) / 8);
  }

  private comment(): number[] {
    const { random } = this;
    const payload = Array.from({ length: random.below(6) }, () => random.word());
    if (random.oneIn(2)) return commentWords(random.pick(['DATA', 'PRSI', 'abcd']), payload);
    // Letters only: a line end would end the comment that the listing makes of it.
    return commentWords('TEXT', [...payload.map((word) => (word & 0x1f1f_1f1f) | 0x4040_4040), 0]);
  }
}

const floats = new Float32Array(1);
const floatWords = new Uint32Array(floats.buffer);

/** The bits of a float32. */
export function floatWord(value: number): number {
  floats[0] = value;
  return floatWords[0]!;
}

/** Changes one to three DWORDs of `words` in place, except the version token: bits, complete words, exchanges. */
export function damageWords(words: Uint32Array, random: Random): void {
  const count = random.between(1, 3);
  for (let i = 0; i < count && words.length > 1; i++) {
    const at = random.between(1, words.length - 1);
    const kind = random.below(4);
    if (kind === 0) words[at]! ^= 1 << random.below(32);
    else if (kind === 1) words[at] = random.word();
    else if (kind === 2) words[at] = words[random.between(1, words.length - 1)]!;
    else words[at] = random.pick([0, 1, 0xffff, 0xfffe, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff]);
  }
}
