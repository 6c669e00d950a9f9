/** The plan of a text of HLSL: names, layouts of memory, and what the entry point takes and gives. */
import type { NameScope } from '../common/names.ts';
import type { EmitPlan } from '../common/plan.ts';
import type { ClassPlan } from './class-plan.ts';
import type { MemoryLayout, MemoryType } from './layouts.ts';
import type { Registers } from './sm1/registers.ts';

/** An array of resources in registers that a program declares one by one. */
export interface ResourceArray {
  readonly name: string;
  /** The register of the first element. */
  readonly first: number;
  readonly count: number;
}

/** An element that is appended to a buffer, or taken from it. */
export interface AppendedElement {
  readonly binding: number;
  /** How many stores write it. */
  readonly stores: number;
}

/** Buffers that elements are only appended to, or only taken from. */
export interface AppendBuffers {
  /** By binding. */
  readonly methods: ReadonlyMap<number, 'Append' | 'Consume'>;
  /** By the operation that changes the counter. */
  readonly elements: ReadonlyMap<number, AppendedElement>;
}

/** Choices between sources that do the same, but compile to different words. */
export interface HlslChoices {
  /** Whether statements keep the order of the program. */
  readonly keepsOrder: boolean;
  /** Whether vectors that the compiler joined are two again. */
  readonly splitsVectors: boolean;
  /** Whether a product that is computed twice, by itself and in a sum, is written once. */
  readonly sharesProducts: boolean;
  /** Whether a pixel is discarded by `clip` where a number is below zero. */
  readonly clips: boolean;
  /** Whether constants of models 1 to 3 have their registers even where the compiler gives them the same ones. */
  readonly showsRegisters: boolean;
  /** Tokens of operations that have their operands in the other order. */
  readonly exchanged: ReadonlySet<number>;
}

/** The plan of all languages, and more that HLSL needs. */
export interface HlslPlan extends EmitPlan {
  /** The names of all that the plan names. */
  readonly names: NameScope;
  readonly signature: HlslSignature;
  readonly layouts: ReadonlyMap<number, MemoryLayout>;
  readonly elements: ReadonlyMap<number, MemoryType>;
  /** By binding that is an element of an array: the declaration; undefined where another binding has it. */
  readonly arrays: ReadonlyMap<number, ResourceArray | undefined>;
  /** The samplers of textures that functions of Direct3D 9 read, by binding: the text has the samplers only. */
  readonly legacySamplers?: ReadonlyMap<number, number>;
  /** Those of them that are parameters of the entry point. */
  readonly parameterSamplers?: ReadonlySet<number>;
  readonly appendBuffers?: AppendBuffers;
  /** Components of texels that reads have, where they are not all of them. */
  readonly texels?: ReadonlyMap<number, readonly number[]>;
  /** Interfaces and classes of a module that calls them. */
  readonly classes?: ClassPlan;
  /** Whether the switches make all arithmetic precise: no variable has to say so. */
  readonly isStrict: boolean;
  readonly choices: HlslChoices;
  /** Products that sums are fused with again: the compiler takes the order of their operands from the text. */
  readonly products: ReadonlySet<number>;
  /** The first line: how to compile the text. */
  readonly heading: string;
  /** Constants and samplers of models 1 to 3. */
  readonly sm1?: Registers;
  /** Whether the text is a part of a file that declares its constants and resources: that of an effect. */
  readonly isPart?: boolean;
  /** Statements before those of the program. */
  readonly firstLines?: readonly string[];
  /** Of a function of a library: its head, and the statements before each of its ends. */
  readonly head?: FunctionHead;
  readonly lastLines?: readonly string[];
}

/** The head of a function that is no entry point. */
export interface FunctionHead {
  /** The type of its result, the text after its parameters, and the variable that it returns; empty for none. */
  readonly type: string;
  readonly suffix: string;
  readonly returned: string;
  readonly parameters: readonly string[];
}

/** An input or output as the entry point has it: a vector of the components of its element. */
export interface EntryElement {
  readonly name: string;
  readonly kind: number;
  /** The type of a component, where it is one of minimum precision. */
  readonly scalar?: string;
  /** The first component of its register. */
  readonly first: number;
  readonly width: number;
  /** The array of vertices or control points that the element is a member of. */
  readonly points?: string;
}

/** A parameter of the entry point, or a member of a struct of them. */
export interface EntryParameter extends EntryElement {
  readonly semantic: string;
  /** Words before the type. */
  readonly modifiers: string;
  /** Inputs or outputs of the module that are in it: those of each element of an array. */
  readonly elements: readonly (readonly number[])[];
  /** Of patch constants: inputs that read what a hull shader wrote. */
  readonly readBy?: readonly (readonly number[])[];
  /** The first register; absent without a number. */
  readonly register?: number;
  /** Elements of an array; absent for none. */
  readonly count?: number;
}

/** A struct of parameters, and the variable that has it. */
export interface EntryStruct {
  readonly type: string;
  readonly variable: string;
  readonly members: readonly EntryParameter[];
}

/** The vertices of a stream of a geometry shader. */
export interface StreamStruct extends EntryStruct {
  readonly stream: string;
  /** `pointlist`, `linestrip`, `trianglestrip`. */
  readonly topology: string;
}

/** The parameters and results of the entry point. */
export interface HlslSignature {
  readonly inputs: readonly EntryParameter[];
  /** The outputs that the entry point returns; the struct has no name where it is one output. */
  readonly result?: EntryStruct;
  /** The variables that a function of a library writes: parameters, and its result. */
  readonly outputs?: readonly EntryParameter[];
  /** The vertices of a primitive, or the control points of a patch. */
  readonly points?: EntryStruct;
  readonly streams?: readonly StreamStruct[];
  /** The control point that a hull shader makes, and all of them where it reads them. */
  readonly made?: EntryStruct;
  readonly madePoints?: EntryStruct;
  readonly constants?: EntryStruct;
  /** Whether the shader reads the constants that it writes. */
  readonly readConstants?: boolean;
}
