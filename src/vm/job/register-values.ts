/** Registers of quads by their names in listings: what an instruction wrote, and what a debugger asks for.  */

import type { JobNumber } from '../../base/shapes.ts';
import { SM1_REGISTERS } from '../../isa/sm1/registers.ts';
import { SM4_OPCODES, type Sm4OperandRow } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { LANES, REGISTER_WORDS, type RegisterFile } from '../lanes.ts';
import type { Sm1Step } from '../sm1/executable.ts';
import type { Sm1Quad } from '../sm1/quad.ts';
import type { Sm4Step } from '../sm4/executable.ts';
import { NULL_TYPE, type Sm4Destination } from '../sm4/operands.ts';
import type { Sm4Quad } from '../sm4/quad.ts';
import { registerName } from './invocation.ts';
import { numberOfWord } from './numbers.ts';

/** The number types of results; other instructions move any words. */
const NUMBER_TYPES: Readonly<Record<string, 'f32' | 'i32' | 'u32'>> = {
  f32: 'f32',
  i32: 'i32',
  u32: 'u32',
  bool: 'u32',
  bits: 'u32',
};

/** The type of the results of a step; undefined where the instruction moves any words. */
function opcodeValueType({ mnemonic }: Sm4Step): 'f32' | 'i32' | 'u32' | undefined {
  const operands = SM4_OPCODES[mnemonic].operands as readonly Sm4OperandRow[];
  return NUMBER_TYPES[operands.find(({ role }) => role === 'destination')?.type ?? ''];
}

/** The values that an instruction wrote into a register. */
export interface RegisterWrite {
  /** The register as listings spell it: `r0`, `x1[3]`, `oC0`. */
  readonly register: string;
  /** The components that were written: `xyz`. */
  readonly components: string;
  /** The words of these components of each lane; null for lanes that wrote nothing. */
  readonly words: readonly (readonly number[] | null)[];
  /** The words as numbers of the instruction's type; absent if the instruction moves untyped words. */
  readonly values?: readonly (readonly JobNumber[] | null)[];
}

/** A register that an instruction will write, for each lane. */
export interface WriteTarget {
  readonly names: readonly string[];
  readonly bases: readonly number[];
  readonly file: RegisterFile;
  readonly mask: number;
  readonly type: 'f32' | 'i32' | 'u32' | undefined;
}

const COMPONENT_NAMES = 'xyzw';
const TEMP_ARRAY = SM4_OPERAND_TYPES.indexableTemp.code;
const PREFIXES = new Map<number, string>(Object.values(SM4_OPERAND_TYPES).map(({ code, prefix }) => [code, prefix]));

/**
 * Returns the registers that a step of models 4.0 to 5.1 writes. Call it before the step runs, because the step may
 * change its own indices.
 */
export function sm4Targets(quad: Sm4Quad, step: Sm4Step): WriteTarget[] {
  return step.destinations.flatMap((destination) => {
    const { type, mask, indices } = destination;
    const file = type === TEMP_ARRAY ? quad.tempArrays[indices[0]?.immediate ?? 0] : quad.files[type];
    if (type === NULL_TYPE || file === undefined || mask === 0) return [];
    const lanes = Array.from({ length: LANES }, (_, lane) => registerOf(quad, destination, lane));
    return [
      {
        file,
        mask,
        names: lanes.map(({ name }) => name),
        bases: lanes.map(({ register }) => file.baseOf(register)),
        type: opcodeValueType(step),
      },
    ];
  });
}

function registerOf(quad: Sm4Quad, { type, indices }: Sm4Destination, lane: number) {
  const register = quad.indexOf(indices[indices.length - 1], lane);
  const prefix = PREFIXES.get(type) ?? '?';
  if (type === TEMP_ARRAY) return { register, name: `${prefix}${indices[0]?.immediate ?? 0}[${register}]` };
  return { register, name: indices.length === 0 ? prefix : `${prefix}${register}` };
}

/** The registers that a step of models 1 to 3 writes, with the one that shares its cycle. */
export function sm1Targets(quad: Sm1Quad, step: Sm1Step): WriteTarget[] {
  return [step, ...(step.partner ? [step.partner] : [])].flatMap(({ destination }) => {
    if (destination === undefined) return [];
    const { type, number, mask } = destination;
    const file = quad.files[type];
    if (file === undefined || mask === 0) return [];
    const name = registerName(type, number, quad.executable.isPixel);
    const base = file.baseOf(number);
    const isInteger = type === ADDRESS && !quad.executable.isPixel;
    const lanes = new Array<number>(LANES).fill(base);
    return [
      { file, mask, names: lanes.map(() => name), bases: lanes, type: isInteger ? ('i32' as const) : ('f32' as const) },
    ];
  });
}

const ADDRESS = SM1_REGISTERS.addressOrTexture.code;

/** Returns the content of the registers after the step ran for `lanes`: one write for each register. */
export function writesOf(targets: readonly WriteTarget[], lanes: number): RegisterWrite[] {
  return targets.flatMap(({ file, mask, names, bases, type }) => {
    const components = [0, 1, 2, 3].filter((i) => mask & (1 << i));
    return [...new Set(names)].flatMap((register) => {
      const words = names.map((name, lane) => {
        const base = bases[lane]!;
        if (name !== register || base < 0 || (lanes & (1 << lane)) === 0) return null;
        return components.map((i) => file.words[base + i * LANES + lane]!);
      });
      if (words.every((one) => one === null)) return [];
      return [
        {
          register,
          components: components.map((i) => COMPONENT_NAMES[i]).join(''),
          words,
          ...(type && { values: words.map((one) => one?.map((word) => numberOfWord(word, type)) ?? null) }),
        },
      ];
    });
  });
}

/** The words of a register of four components for each lane: component by component. */
export type RegisterWords = Uint32Array;

const NAME = /^([A-Za-z]+?)(\d*)((?:\[\d+\])*)$/;

/** The words of the register with a name; undefined where there is none. Constants are the same for all lanes. */
export function readSm4Register(quad: Sm4Quad, name: string): RegisterWords | undefined {
  const [, prefix, digits = '', brackets = ''] = NAME.exec(name) ?? [];
  const row = Object.values(SM4_OPERAND_TYPES).find((one) => one.prefix === prefix);
  if (row === undefined) return undefined;
  const indices = [...(digits === '' ? [] : [digits]), ...Array.from(brackets.matchAll(/\d+/g), ([one]) => one)].map(
    Number,
  );
  const [first = 0, second = 0] = indices;
  switch (row.code) {
    case SM4_OPERAND_TYPES.constantBuffer.code:
      return uniformRow(quad.bindings.constantBuffers.get(first), second);
    case SM4_OPERAND_TYPES.immediateConstantBuffer.code:
      return uniformRow(quad.executable.immediateConstants, first);
    case SM4_OPERAND_TYPES.groupSharedMemory.code:
      return uniformRow(quad.shared[first]?.words, second);
    case TEMP_ARRAY:
      return fileRow(quad.tempArrays[first], second, 0);
    default:
      // v[vertex][register]
      return indices.length > 1
        ? fileRow(quad.files[row.code], second, first)
        : fileRow(quad.files[row.code], first, 0);
  }
}

export function readSm1Register(quad: Sm1Quad, name: string): RegisterWords | undefined {
  const constant = /^([cib])(\d+)$/.exec(name);
  if (constant !== null) return quad.constantRow(constant[1] as 'c' | 'i' | 'b', Number(constant[2]));
  const { isPixel } = quad.executable;
  for (const { code } of Object.values(SM1_REGISTERS)) {
    const file = quad.files[code];
    for (let number = 0; number < (file?.registers ?? 0); number++)
      if (registerName(code, number, isPixel) === name) return fileRow(file, number, 0);
  }
  return undefined;
}

function fileRow(file: RegisterFile | undefined, register: number, vertex: number): RegisterWords | undefined {
  const base = file?.baseOf(register, vertex) ?? -1;
  return base < 0 ? undefined : file!.words.slice(base, base + REGISTER_WORDS);
}

/** Four words that all lanes have. */
function uniformRow(words: Uint32Array | undefined, row: number): RegisterWords | undefined {
  if (words === undefined || 4 * row >= words.length) return undefined;
  const out = new Uint32Array(REGISTER_WORDS);
  for (let i = 0; i < 4; i++) out.fill(words[4 * row + i] ?? 0, i * LANES, (i + 1) * LANES);
  return out;
}
