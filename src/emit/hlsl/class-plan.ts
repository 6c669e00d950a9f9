/** The plan of interfaces and classes: what a module that calls methods of interfaces declares, and its calls. */
import type { NameScope } from '../common/names.ts';
import type { SplitIndex } from './indices.ts';
import { BASE, type MemoryStruct, type MemoryVariable } from './layouts.ts';

/** A texture or sampler that is a member of a class, and the binding that its declaration is like. */
export interface ClassResource {
  readonly name: string;
  readonly binding: number;
}

export interface HlslClass {
  readonly name: string;
  /** Its data; absent for a class without any. */
  readonly struct?: MemoryStruct;
  readonly members: readonly MemoryVariable[];
  /** Interfaces that no class before it in the line of bases implements. */
  readonly interfaces: readonly string[];
  /** All of them, those of bases first. */
  readonly textures: readonly ClassResource[];
  readonly samplers: readonly ClassResource[];
  /** How many of them are members of a base. */
  readonly inherited: readonly [textures: number, samplers: number];
}

/** Names that a class has in its methods, with those of its bases. */
export function memberNames({ members, textures, samplers }: HlslClass): string[] {
  const namesOf = (list: readonly MemoryVariable[]): string[] =>
    list.flatMap(({ name, type }) => (name === BASE ? namesOf(type.struct?.members ?? []) : name));
  return [...namesOf(members), ...[...textures, ...samplers].map(({ name }) => name)];
}

/** The function of a class that a call has. */
export interface CallBody {
  readonly region: number;
  readonly implementor: HlslClass;
  /** The parameters of the function in its region. */
  readonly parameters: readonly number[];
}

/** A call: a switch whose operands after the selector are the arguments. */
export interface InterfaceCall {
  readonly interfaceName: string;
  /** The text of the pointer, and the operand that is its index, where it has one. */
  readonly pointer: string;
  readonly index: number | undefined;
  /** The number that is added to the index. */
  readonly offset: number;
  /** Names that the parameters should have. */
  readonly names: readonly string[];
  readonly bodies: readonly CallBody[];
}

export interface ClassPlan {
  /** The names of everything outside of functions. */
  readonly names: NameScope;
  readonly interfaces: readonly string[];
  /** The variables that are interface pointers: their declarations. */
  readonly pointers: readonly string[];
  /** In the order in which the text has them. */
  readonly classes: readonly HlslClass[];
  readonly calls: ReadonlyMap<number, InterfaceCall>;
  /** Values that are only parts of addresses of class data. */
  readonly addresses: ReadonlySet<number>;
  /** The rows that reads of class data name, without where the data begins. */
  readonly rows: ReadonlyMap<number, SplitIndex>;
  /** Textures and samplers that are members of classes, by the operand that names them. */
  readonly resources: ReadonlyMap<number, number>;
  /** Buffers of constants with instances: the text has them after the classes. */
  readonly buffers: ReadonlySet<number>;
  /** Bindings that no declaration of the text has. */
  readonly undeclared: ReadonlySet<number>;
}
