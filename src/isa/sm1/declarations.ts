/**
 * The declarations of a shader model 1-3 program: registers with `dcl`, constants with `def`, `defi` and `defb`; and
 * the meanings of registers in versions that fix them instead of declaring them.
 *
 * Not for: whether a declaration is allowed (validate/sm1/rules/declarations.ts).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { FULL_MASK } from '../components.ts';
import { DX2022 } from '../messages.ts';
import { Sm1Cursor } from './cursor.ts';
import { isSm1Literal, SM1_OPCODE_LIMIT, type Sm1OperandRole, sm1OpcodeRow, sm1OpcodeTable } from './opcodes.ts';
import type { Sm1Program } from './program.ts';
import { SM1_REGISTERS, SM1_USAGES } from './registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
  sm1RegisterType,
} from './tokens.ts';

/** A `dcl` with a register. All fields are numbers. */
export interface Sm1DeclaredRegister {
  /** DWORD index of the register's token. */
  readonly at: number;
  /** D3DSPR_* */
  readonly type: number;
  readonly number: number;
  readonly mask: number;
  /** D3DSAMPLER_TEXTURE_TYPE of a sampler; 0 of any other register. */
  readonly textureType: number;
  /**
   * D3DDECLUSAGE, an index of `SM1_USAGES` where it has a name; -1 where no usage is declared: of samplers, vPos and
   * vFace, and of inputs of pixel shaders before 3_0, whose usage is fixed ({@link sm1FixedInputUsage}).
   */
  readonly usage: number;
  readonly usageIndex: number;
  /**
   * The declaration is assumed, not in the program: see {@link sm1AssumedInputs}. `at` is where the register is first
   * read.
   */
  readonly isAssumed?: true;
}

/** A constant that the program sets. */
export interface Sm1DefinedConstant {
  /** DWORD index of the register's token. */
  readonly at: number;
  readonly type: number;
  readonly number: number;
  readonly role: Extract<Sm1OperandRole, 'float' | 'int' | 'bool'>;
  /** The raw values: four, or one boolean; fewer where the words end. */
  readonly values: Uint32Array;
}

/** The usage of a register without a declaration. */
export interface Sm1FixedUsage {
  /** An index of `SM1_USAGES`. */
  readonly usage: number;
  readonly index: number;
}

const SAMPLER = SM1_REGISTERS.sampler.code;
const MISC = SM1_REGISTERS.misc.code;
const INPUT = SM1_REGISTERS.input.code;
const TEXTURE = SM1_REGISTERS.addressOrTexture.code;

export function sm1UsageCode(name: (typeof SM1_USAGES)[number]): number {
  return SM1_USAGES.indexOf(name);
}

const [POSITION, PSIZE, FOG, COLOR, TEXCOORD, DEPTH] = (
  ['position', 'psize', 'fog', 'color', 'texcoord', 'depth'] as const
).map(sm1UsageCode) as [number, number, number, number, number, number];

/** The usages of the rasterizer registers, by their number. */
const RASTERIZER = [POSITION, FOG, PSIZE];

/**
 * The usage of an input of a pixel shader before 3_0: `v` is a color, `t` a texture coordinate; undefined: the register
 * is no input.
 */
export function sm1FixedInputUsage(type: number, number: number): Sm1FixedUsage | undefined {
  if (type === INPUT) return { usage: COLOR, index: number };
  return type === TEXTURE ? { usage: TEXCOORD, index: number } : undefined;
}

/**
 * The usage of an output without a `dcl`: of vertex shaders before 3_0, and of pixel shaders from 2_0 on. Undefined:
 * the register is no such output; a usage of -1: an output with a number that no version has.
 */
export function sm1FixedOutputUsage(type: number, number: number): Sm1FixedUsage | undefined {
  switch (type) {
    case SM1_REGISTERS.rasterizerOut.code:
      return { usage: RASTERIZER[number] ?? -1, index: 0 };
    case SM1_REGISTERS.attributeOut.code:
    case SM1_REGISTERS.colorOut.code:
      return { usage: COLOR, index: number };
    case SM1_REGISTERS.outputOrTexCoordOut.code:
      return { usage: TEXCOORD, index: number };
    case SM1_REGISTERS.depthOut.code:
      return { usage: DEPTH, index: number };
    default:
      return undefined;
  }
}

/**
 * Returns what the instruction under `cursor` declares; undefined when it is not a `dcl` or its register is missing.
 */
export function sm1DeclaredRegister(cursor: Sm1Cursor, { stage, major }: Sm1Program): Sm1DeclaredRegister | undefined {
  const { words, attributes, destination: at } = cursor;
  if (attributes < 0 || at < 0) return undefined;
  const token = words[at]!;
  const declared = words[attributes]!;
  const type = sm1RegisterType(token);
  const isSampler = type === SAMPLER;
  const hasUsage = !isSampler && type !== MISC && (stage !== 'ps' || major >= 3);
  return {
    at,
    type,
    number: Sm1DestinationToken.number.get(token),
    mask: Sm1DestinationToken.mask.get(token),
    textureType: isSampler ? Sm1SamplerToken.textureType.get(declared) : 0,
    usage: hasUsage ? Sm1UsageToken.usage.get(declared) : -1,
    usageIndex: hasUsage ? Sm1UsageToken.index.get(declared) : 0,
  };
}

/**
 * Returns the constant that the instruction under `cursor` sets; undefined when it sets none or its register is
 * missing.
 */
export function sm1DefinedConstant(cursor: Sm1Cursor): Sm1DefinedConstant | undefined {
  const { words, destination: at, literals, literalCount, isComment } = cursor;
  if (isComment || at < 0 || literals < 0) return undefined;
  const role = sm1OpcodeRow(cursor.opcode)?.operands.find(isSm1Literal)?.role;
  if (role === undefined) return undefined;
  const token = words[at]!;
  return {
    at,
    type: sm1RegisterType(token),
    number: Sm1DestinationToken.number.get(token),
    role: role as Sm1DefinedConstant['role'],
    values: words.subarray(literals, literals + literalCount),
  };
}

/**
 * Usages of the inputs of vertex shaders of Direct3D 8 by register, from 0 on: D3DVSDE_POSITION to D3DVSDE_POSITION2
 * (source: the documentation of D3DVSD_REG in Direct3D 8). Texture coordinates are v7 to v14.
 */
const DIRECT3D8_INPUTS: readonly (readonly [usage: (typeof SM1_USAGES)[number], index: number])[] = [
  ['position', 0],
  ['blendweight', 0],
  ['blendindices', 0],
  ['normal', 0],
  ['psize', 0],
  ['color', 0],
  ['color', 1],
  ...Array.from({ length: 8 }, (_, index) => ['texcoord', index] as const),
  ['position', 1],
];

/**
 * Returns the inputs that a vertex shader of version 1 reads and does not declare, if it declares none at all: Direct3D
 * 8 has declarations outside of the code. Their usages are those that Direct3D 8 gives to the registers. In the order
 * of their numbers.
 */
export function sm1AssumedInputs({ stage, major, words, starts, count }: Sm1Program): Sm1DeclaredRegister[] {
  if (stage !== 'vs' || major !== 1) return [];
  const inputs: Sm1DeclaredRegister[] = [];
  const cursor = new Sm1Cursor(words);
  for (let i = 0; i < count; i++) {
    cursor.moveTo(starts[i]!);
    if (cursor.isComment || cursor.literals >= 0) continue;
    if (cursor.attributes >= 0) {
      if (cursor.destination >= 0 && sm1RegisterType(words[cursor.destination]!) === INPUT) return [];
      continue;
    }
    for (let at = cursor.sources; at < cursor.end; at = cursor.after(at)) {
      const number = Sm1SourceToken.number.get(words[at]!);
      const known = DIRECT3D8_INPUTS[number];
      if (sm1RegisterType(words[at]!) !== INPUT || known === undefined) continue;
      const [usage, usageIndex] = known;
      inputs[number] ??= {
        ...{ at, type: INPUT, number, mask: FULL_MASK, textureType: 0 },
        ...{ usage: sm1UsageCode(usage), usageIndex, isAssumed: true },
      };
    }
  }
  // Without holes.
  return inputs.filter((one) => one !== undefined);
}

/** Reports inputs that are assumed; spans are bytes from the first word. */
export function reportAssumedInputs(inputs: readonly Sm1DeclaredRegister[], diagnostics: Diagnostics): void {
  const assumed = inputs.filter(({ isAssumed }) => isAssumed);
  if (assumed.length === 0) return;
  const meanings = assumed.map(({ number, usage, usageIndex }) => `v${number} ${SM1_USAGES[usage]}${usageIndex}`);
  const { at } = assumed[0]!;
  diagnostics.report(DX2022, 4 * at, 4 * at + 4, { inputs: meanings.join(', ') });
}

/** All declarations of a program, in stream order; then the inputs that are assumed. */
export interface Sm1ProgramDeclarations {
  readonly registers: readonly Sm1DeclaredRegister[];
  readonly constants: readonly Sm1DefinedConstant[];
}

/** Opcodes that declare something: `dcl`, and those with literals. */
const DECLARES = /* @__PURE__ */ sm1OpcodeTable(({ operands }, name) =>
  name === 'dcl' || operands.some(isSm1Literal) ? 1 : 0,
);

/** Returns all declarations of `program`, and the inputs of {@link sm1AssumedInputs}. Linear in its instructions. */
export function readSm1Declarations(program: Sm1Program): Sm1ProgramDeclarations {
  const registers: Sm1DeclaredRegister[] = [];
  const constants: Sm1DefinedConstant[] = [];
  const { words, starts, count } = program;
  const cursor = new Sm1Cursor(words);
  for (let i = 0; i < count; i++) {
    const start = starts[i]!;
    const opcode = Sm1InstructionToken.opcode.get(words[start]!);
    if (opcode >= SM1_OPCODE_LIMIT || DECLARES[opcode] === 0) continue;
    cursor.moveTo(start);
    const register = sm1DeclaredRegister(cursor, program);
    if (register !== undefined) registers.push(register);
    const constant = sm1DefinedConstant(cursor);
    if (constant !== undefined) constants.push(constant);
  }
  for (const input of sm1AssumedInputs(program)) registers.push(input);
  return { registers, constants };
}
