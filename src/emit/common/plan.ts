/**
 * The interface of emitters, for all targets: the plan, which has names, numbers and locations decided in
 * src/translate, and the emission, which has the code and its properties.
 *
 * Not for: how names and numbers are found (src/translate), or the syntax of a language (the directory of each target).
 */
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import type { IrBinding, IrModule, IrStage } from '../../ir/index.ts';

/** A counted resource, or a size, that limits apply to. */
export type Need =
  | 'textures'
  | 'samplers'
  | 'storageBuffers'
  | 'storageTextures'
  | 'uniformBuffers'
  | 'bindings'
  | 'groups'
  | 'stageVariables'
  | 'groupMemory'
  | 'threads'
  | 'threadsX'
  | 'threadsY'
  | 'threadsZ';

/** Names of limits in the terms of a language, and the values that every device guarantees. */
export type GuaranteedLimits = Readonly<Partial<Record<Need, readonly [name: string, guaranteed: number]>>>;

/** How exactly arithmetic is preserved: see docs/translating.md. */
export type EmitProfile = 'exact' | 'guarded' | 'fast';

/** The guarantee that indexes are in range: checks that return 0, the rules of the target, or none. */
export type EmitRobustness = 'd3d' | 'target' | 'off';

/** The kind of variable that represents a resource. */
export type ResourceKind =
  | 'uniformBuffer'
  | 'storageBuffer'
  | 'readOnlyStorageBuffer'
  | 'texture'
  | 'depthTexture'
  | 'storageTexture'
  /** Elements of a typed buffer, read with the format of its view. */
  | 'texelBuffer'
  | 'storageTexelBuffer'
  | 'sampler'
  | 'comparisonSampler'
  | 'workgroup';

/** Why a register has more than one variable. */
export type ResourceRole =
  /** The resource itself. */
  | 'main'
  /** The texture as color, where the main variable is a depth texture. */
  | 'color'
  /** The sampler for comparisons, where the main variable filters. */
  | 'comparison'
  /** The sampler for texels that cannot be filtered: integers. */
  | 'unfiltered'
  /** The hidden counter of a structured buffer. */
  | 'counter';

/** Numbers of roles, for the keys of variables. */
const ROLE_NUMBERS: Readonly<Record<ResourceRole, number>> = {
  main: 0,
  color: 1,
  comparison: 2,
  counter: 3,
  unfiltered: 4,
};
const ROLES = 5;

/** A number for a role of a binding, different from all others. */
export function roleKey(binding: number, role: ResourceRole): number {
  return ROLES * binding + ROLE_NUMBERS[role];
}

/** How the operations of a module use its bindings and inputs: see resource-uses.ts. */
export interface ResourceUses {
  /** Bits of `Use` for each binding. */
  readonly bindings: readonly number[];
  /** How many operations have each binding, samplers of others not counted. */
  readonly counts: readonly number[];
  /** Of the samplers. */
  readonly samplers: readonly number[];
  /** The first token that uses each binding. */
  readonly at: readonly number[];
  /** Arrays: whether all of their reads and writes are floats. */
  readonly floatVariables: readonly boolean[];
  readonly floatConstants: boolean;
  /** By code of the operation: whether the module has it. */
  readonly isUsed: readonly boolean[];
  /** By input: whether it is read; and ranges of inputs that are read by an index. */
  readonly inputs: readonly boolean[];
  readonly inputRanges: readonly number[];
  /** The bits of all barriers. */
  readonly barriers: number;
}

/** A variable that a module needs for a register. */
export interface NeededResource {
  /** Number of the binding in the module. */
  readonly binding: number;
  /** Register of the range, from its first one on. */
  readonly element: number;
  /** Registers of the range, where the variable is an array with all of them: 0 without an upper bound. */
  readonly count?: number | undefined;
  readonly role: ResourceRole;
  readonly kind: ResourceKind;
  /** `1d` and so on, as WebGPU names dimensions of views. */
  readonly viewDimension?: '1d' | '1d-array' | '2d' | '2d-array' | 'cube' | 'cube-array' | '3d' | undefined;
  /** The result type of texture reads. */
  readonly sampleType?: 'float' | 'unfilterable-float' | 'depth' | 'sint' | 'uint' | undefined;
  readonly multisampled?: boolean | undefined;
  /** Format of a storage texture or of the elements of a typed buffer. */
  readonly format?: string | undefined;
  readonly access?: 'read' | 'write' | 'read_write' | undefined;
  /**
   * The sampler of a texture that is one variable with its sampler: the number of its binding, and the register of its
   * range.
   */
  readonly sampler?: { readonly binding: number; readonly element: number } | undefined;
  /** Smallest size in bytes that a buffer must have. */
  readonly minSize?: number | undefined;
}

/** The properties of a variable before it is assigned to a register. */
export type Variable = Omit<NeededResource, 'binding' | 'element' | 'count'>;

/** A needed variable with its name and binding number. */
export interface PlannedResource extends NeededResource {
  readonly name: string;
  readonly group: number;
  readonly number: number;
}

/**
 * Returns the variable of a register, whose name and number are set later. All of these objects have the same
 * properties in the same order, absent ones as undefined: engines read and copy objects of different shapes slowly
 * (measured).
 *
 * @param rest for an array of registers, their count; for a texture with its sampler, the register of the sampler
 */
export function variableOfRegister(
  variable: Variable,
  binding: number,
  element: number,
  { count, sampler = variable.sampler }: Pick<NeededResource, 'count' | 'sampler'> = {},
): NeededResource {
  const { role, kind, viewDimension, sampleType, multisampled, format, access, minSize } = variable;
  const resource: PlannedResource = {
    binding,
    element,
    count,
    role,
    kind,
    viewDimension,
    sampleType,
    multisampled,
    format,
    access,
    sampler,
    minSize,
    name: '',
    group: 0,
    number: 0,
  };
  return resource;
}

/** Gives numbers to variables. */
export interface NumberRule {
  numbersOf(binding: IrBinding, needed: NeededResource): readonly [group: number, number: number];
  /** The binding of the buffer of runtime uniforms. */
  runtime(): readonly [group: number, number: number];
}

/** Numbers of variables, for which each class of variables counts from 0. */
export interface NumberClasses {
  /** Whether all stages of a program share the numbers; variables then have the stage in their names. */
  readonly isShared: boolean;
  readonly classOf: (kind: ResourceKind) => string;
  readonly rule: (module: IrModule, needed: readonly NeededResource[]) => NumberRule;
}

/** The location or builtin of an input or output. */
export type ElementSlot =
  /** One of the locations between stages, of vertex buffers or of targets. */
  | { readonly kind: 'location'; readonly location: number; readonly type: 'f32' | 'i32' | 'u32' }
  /** A system value by the name that the emitter gives it. */
  | { readonly kind: 'builtin'; readonly value: string }
  /**
   * Absent: reads return 0, writes do nothing. Inputs that a hull shader computes itself are absent, too
   * (stage-elements.ts).
   */
  | { readonly kind: 'none' };

export interface PlannedElement {
  /** Number of the input or output in the module. */
  readonly element: number;
  readonly name: string;
  readonly slot: ElementSlot;
  /** The interpolation qualifier of the target; undefined for the default. */
  readonly interpolation?: string;
}

/** A member of a uniform buffer that Direct3D has no register for. */
export interface RuntimeUniform {
  readonly name: string;
  readonly offset: number;
  readonly type: 'u32' | 'i32' | 'f32';
  /** Components of a vector; 1 without. */
  readonly width?: number;
  /** The variable that it is a member of; without, the buffer of runtime uniforms. */
  readonly variable?: string;
  /** The value that the application has to write there. */
  readonly why: string;
}

/** Decisions that an emitter needs in addition to the module. */
export interface EmitPlan {
  /** The version of the language; empty for one without versions. */
  readonly version: string;
  readonly entryPoint: string;
  readonly profile: EmitProfile;
  readonly robustness: EmitRobustness;
  readonly uses: ResourceUses;
  readonly resources: readonly PlannedResource[];
  readonly inputs: readonly PlannedElement[];
  readonly outputs: readonly PlannedElement[];
  /** The stage that gets the outputs, where it is known. */
  readonly nextStage?: IrStage;
  /** Whether the position that vertices have is marked as invariant. */
  readonly invariantPosition: boolean;
  /** Where the buffer of runtime uniforms is, if the module needs one. */
  readonly runtime: { readonly name: string; readonly group: number; readonly number: number };
  /** Names of constants: a struct for a binding; see rules/constants.ts. */
  readonly constants: ReadonlyMap<number, ConstantLayout>;
  /** A comment before the operations of a token; undefined for none. */
  readonly commentAt?: (at: number) => string | undefined;
}

/** A member of a struct of constants. */
export interface ConstantMember {
  readonly name: string;
  readonly type: 'f32' | 'i32' | 'u32';
  /** In bytes. */
  readonly offset: number;
  /** Components of a vector, or of each row that a matrix has in memory. */
  readonly width: number;
  /** Rows of 16 bytes that an element takes; 1 but for matrices. */
  readonly rows: number;
  /** Whether each 16-byte row of a matrix holds one of its rows or columns. */
  readonly matrix?: 'rows' | 'columns';
  /** Elements of an array; 0 for none. */
  readonly elements: number;
}

/** Named constants of a binding. */
export interface ConstantLayout {
  readonly typeName: string;
  readonly members: readonly ConstantMember[];
}

/** The result of an emitter. */
export interface Emission {
  /** A text, the words of SPIR-V, or the bytes of a shader. */
  readonly code: string | Uint32Array | Uint8Array;
  /**
   * Pairs of a line of the code, from 1, or of a word, from 0, and the token that it is from; only where the token
   * changes.
   */
  readonly sourceMap: [number, number][];
  readonly runtimeUniforms: readonly RuntimeUniform[];
  readonly features: readonly string[];
  readonly languageFeatures: readonly string[];
  /**
   * Limits that exceed what every device has; undefined where they follow from the bindings and {@link
   * EmitTarget.guaranteed}.
   */
  readonly limits?: Readonly<Record<string, number>>;
  /** The stage's share of the limit of variables between stages. */
  readonly stageVariables?: number;
  /** Assumptions about resources and states. */
  readonly assumptions: readonly string[];
  /** Deviations from Direct3D. */
  readonly approximations: readonly string[];
  /** Of WebAssembly: what the application gives to the module. */
  readonly wasm?: WasmInterface;
  /** Spans are tokens, in bytes of the program. With an error the code is not to be used. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Where an input or output of a WebAssembly module is in memory. */
export interface WasmElement {
  readonly address: number;
  /** Of control points and of the vertices of a primitive: bytes from one to the next. */
  readonly stride?: number;
}

/** A number that a WebAssembly module imports: it says where a resource is. */
export interface WasmNumber {
  readonly name: string;
  readonly variable: string;
  readonly value: 'address' | 'rows' | 'bytes' | 'stride';
}

/** Operands that some reads have after the others. */
export type WasmOperand = 'clamp' | 'index' | 'samplerIndex';

/** An operation that a WebAssembly module lets the application do. */
export interface WasmHostCall {
  readonly operation: string;
  /** Components of each operand and of the result. */
  readonly operands: readonly number[];
  readonly components: number;
  readonly variable?: string;
  readonly sampler?: string;
  readonly last?: readonly WasmOperand[];
  readonly offsets?: readonly number[];
  readonly channel?: number;
  readonly input?: number;
  readonly stream?: number;
  readonly component?: number;
}

/** The interface between a WebAssembly module and the application, besides the variables of the map. */
export interface WasmInterface {
  readonly inputs: readonly WasmElement[];
  readonly outputs: readonly WasmElement[];
  readonly pages: number;
  readonly end: number;
  readonly segments: number;
  readonly barriers: readonly { readonly segment: number; readonly at: number }[];
  readonly frameBytes: number;
  readonly shared: readonly { readonly address: number; readonly bytes: number }[];
  readonly numbers: readonly WasmNumber[];
  readonly calls: readonly WasmHostCall[];
}

/** Formats of typed views, by binding. */
export interface ViewFormats {
  /** The format that the user chose, else the one that the declaration in HLSL suggests. */
  get(binding: number): string | undefined;
  /** Whether the user chose the format. */
  isChosen(binding: number): boolean;
}

/** A target language as src/translate uses it. */
export interface EmitTarget {
  /** Name for messages. */
  readonly name: string;
  readonly stages: readonly IrModule['stage'][];
  /** Versions of the language that have a stage, for one that not all have; empty for none. */
  readonly versionsWithStage?: (stage: IrStage) => string;
  /** Words that no name may be. */
  readonly reserved: ReadonlySet<string>;
  /** Reserved names of resource variables: additional words, and a pattern. */
  readonly reservedForVariables: { readonly words: ReadonlySet<string>; readonly form?: RegExp };
  /** Changes a module before the passes. */
  readonly beforePasses?: (module: IrModule) => void;
  /** Adds to a module, after the passes, what its code in this language reads besides what the program does. */
  readonly prepare?: (module: IrModule) => void;
  /** The variables that the resources of a module need. */
  readonly resources: (
    module: IrModule,
    uses: ResourceUses,
    formats: ViewFormats,
    report: EmitReport,
  ) => NeededResource[];
  /** The system value of an input or output in the target's words; undefined if it has none. */
  readonly builtin: (module: IrModule, element: number, isInput: boolean) => string | undefined;
  /** Whether the language has a structure with these members at their offsets. */
  readonly canLayOut: (layout: ConstantLayout) => boolean;
  /** Whether the language can mark the positions of control points as invariant. */
  readonly marksControlPoints?: true;
  /** Whether the code has rows all the same, and layouts are for the map only. */
  readonly hasRowsOnly?: true;
  /** Limits that every device has, where they are the same for all versions. */
  readonly guaranteed?: GuaranteedLimits;
  /** How numbers are given to variables. Without, each stage has a group. */
  readonly numbers?: NumberClasses;
  /** Whether inputs and outputs are in memory, where they need no locations. */
  readonly isInMemory?: true;
  /** Whether operations of Direct3D 9 are expanded before the code is written. */
  readonly expandsLegacy?: true;
  /** The name that an entry point must have. */
  readonly entryPoint?: string;
  /**
   * A name for an input or output with a location, where stages or other variables share its scope.
   *
   * @param previous the stage that gives the inputs, where it is known
   */
  readonly elementName?: (
    stage: IrStage,
    isInput: boolean,
    name: string,
    location: number,
    previous: IrStage | undefined,
  ) => string;
  readonly emit: (module: IrModule, plan: EmitPlan, report: EmitReport) => Omit<Emission, 'diagnostics'>;
}

/** Reports a message of the table at a token. */
export type EmitReport = (message: Message, at: number, values?: Readonly<Record<string, string | number>>) => void;

/** Bits of a mask: the components of an element. */
export function countOf(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

/**
 * Components of the elements before `element` that are in the array `value`, where they are in their order and without
 * gaps.
 */
export function componentsBefore(
  planned: readonly PlannedElement[],
  elements: IrModule['inputs'],
  element: number,
  value: string,
): number {
  let count = 0;
  for (let i = 0; i < element; i++) {
    const { slot } = planned[i]!;
    if (slot.kind === 'builtin' && slot.value === value) count += countOf(elements[i]!.mask);
  }
  return count;
}
