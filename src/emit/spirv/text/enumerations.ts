/** The enumerations of operands by the letters that instructions have for them (../grammar.ts). */
import { CAPABILITIES, IMAGE_FORMATS } from '../capabilities.ts';
import {
  AddressingModel,
  BuiltIn,
  Decoration,
  Dim,
  ExecutionMode,
  ExecutionModel,
  Ext,
  ImageOperand,
  MemoryModel,
  StorageClass,
} from '../grammar.ts';

export interface Enumeration {
  readonly names: ReadonlyMap<number, string>;
  /** Whether each number is a bit, and a word has any of them together. */
  readonly isMask: boolean;
  /** Letters of the operands that follow an enumerant; for others the instruction says what follows. */
  readonly operands: Readonly<Record<string, string>>;
}

function enumeration(
  numbers: Readonly<Record<string, number>>,
  operands: Readonly<Record<string, string>> = {},
): Enumeration {
  return { names: namesOf(numbers), isMask: false, operands };
}

/** @param operands letters of those of each bit */
function mask(numbers: Readonly<Record<string, number>>, operands: Readonly<Record<string, string>> = {}): Enumeration {
  return { names: namesOf(numbers), isMask: true, operands };
}

function namesOf(numbers: Readonly<Record<string, number>>): ReadonlyMap<number, string> {
  return new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
}

/** The letter of GLSL.std.450, which names instructions of that set only. */
export const EXTENDED = 'x';

/** Translations write only the empty masks of functions, loops and selections. */
export const ENUMERATIONS: Readonly<Record<string, Enumeration>> = {
  a: enumeration(AddressingModel),
  b: enumeration(BuiltIn),
  c: enumeration(Object.fromEntries(Object.entries(CAPABILITIES).map(([name, { code }]) => [name, code]))),
  d: enumeration(Decoration, { BuiltIn: 'b' }),
  e: enumeration(ExecutionModel),
  f: mask({}),
  g: enumeration(Dim),
  i: mask(ImageOperand, {
    Bias: 'I',
    Lod: 'I',
    Grad: 'II',
    ConstOffset: 'I',
    Offset: 'I',
    Sample: 'I',
    MinLod: 'I',
  }),
  l: mask({}),
  m: enumeration(MemoryModel),
  n: mask({}),
  o: enumeration(ExecutionMode),
  s: enumeration(StorageClass),
  t: enumeration({
    Unknown: 0,
    ...Object.fromEntries(Object.values(IMAGE_FORMATS).map(([name, code]) => [name, code])),
  }),
  [EXTENDED]: enumeration(Ext),
};
