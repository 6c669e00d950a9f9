/**
 * Declarations of a module other than its functions: bindings, inputs and outputs, memory, accesses, and facts of its
 * stage. All of it is plain data, in the spelling of Direct3D's enumerations (base/d3d).
 *
 * Not for: operations (ops.ts) and names for people, which only RDEF and debug information have (`name` is a hint).
 */
import type { InterpolationMode, ResourceDimension, ReturnType } from '../base/d3d/enumerations.ts';
import type { Writable } from '../base/writable.ts';

export type IrStage = 'vs' | 'ps' | 'gs' | 'hs' | 'ds' | 'cs';

/** The kind of resource that is bound to a register or a range of registers. */
export type IrBindingKind =
  /** Rows of four words: a constant buffer, or a register file of Direct3D 9. */
  | 'constants'
  /** A texture or buffer that is read only (t#). */
  | 'view'
  /** A view for unordered access (u#). */
  | 'uav'
  | 'sampler'
  /** A sampler of Direct3D 9 with its texture. */
  | 'stage'
  /** Memory of a thread group (g#). */
  | 'group';

export interface IrBinding {
  readonly kind: IrBindingKind;
  readonly register: number;
  readonly space: number;
  /** Registers of a range; 0 without an upper bound. */
  readonly count: number;
  /** The dimension of a view; samplers of Direct3D 9 have it, too. */
  readonly dimension?: keyof typeof ResourceDimension | undefined;
  /** The type of each component that a read returns. */
  readonly returnTypes?: readonly (keyof typeof ReturnType)[] | undefined;
  /** Samples of a multisampled texture, 0 if they are not declared. */
  readonly samples?: number | undefined;
  /** Bytes of an element of structured memory. */
  readonly stride?: number | undefined;
  /** Rows of constants (0: not known), elements of structured group memory, bytes of raw group memory. */
  readonly size?: number | undefined;
  /** Which register file of Direct3D 9 constants are; `state` has values that the program does not define. */
  readonly file?: 'float' | 'int' | 'bool' | 'state' | undefined;
  readonly isIndexed?: boolean | undefined;
  readonly isComparison?: boolean | undefined;
  readonly isCoherent?: boolean | undefined;
  readonly hasCounter?: boolean | undefined;
  /** Whether the order of the counter's values matters later. */
  readonly isOrdered?: boolean | undefined;
  readonly isRasterizerOrdered?: boolean | undefined;
  readonly name?: string | undefined;
}

/** The interface that an input or output belongs to. */
export type IrElementKind =
  /** Of a vertex, a pixel, or the vertex of a primitive that the first operand of `in` names. */
  | 'vertex'
  /** Of the control point that the first operand names. */
  | 'inputPoint'
  | 'outputPoint'
  | 'patch'
  /** A register without a number: thread ids, coverage, depth, and so on. */
  | 'special';

/** A register, or a part of one, that a stage gets or gives. */
export interface IrElement {
  readonly kind: IrElementKind;
  /** The register's number; for `special` the name says which. */
  readonly register: number;
  readonly mask: number;
  readonly special?: IrSpecial | undefined;
  /** Name and index in the signature, or usage and index of Direct3D 9. */
  readonly semantic?: string | undefined;
  readonly semanticIndex?: number | undefined;
  /** The system value, as declarations spell it. */
  readonly systemValue?: string | undefined;
  /** The type in the signature. */
  readonly type?: 'f32' | 'i32' | 'u32' | undefined;
  readonly interpolation?: keyof typeof InterpolationMode | undefined;
  /** Enough bits, of a minimum precision. */
  readonly precision?: 10 | 16 | undefined;
  readonly stream?: number | undefined;
}

/** Registers without a number. */
export type IrSpecial =
  | 'primitiveId'
  | 'threadId'
  | 'threadGroupId'
  | 'threadIdInGroup'
  | 'threadIdInGroupFlattened'
  | 'coverage'
  | 'innerCoverage'
  | 'pointCoord'
  | 'instanceId'
  | 'outputPointId'
  | 'forkInstanceId'
  | 'joinInstanceId'
  | 'domainPoint'
  | 'cycleCounter'
  | 'depth'
  | 'depthGreaterEqual'
  | 'depthLessEqual'
  | 'stencilReference'
  | 'position'
  | 'face'
  | 'pointSize'
  | 'fog';

/** Registers of one kind that are indexed by a value. */
export interface IrRange {
  readonly kind: IrElementKind;
  readonly register: number;
  readonly count: number;
}

/** An array of the program (x#): rows of up to four components. */
export interface IrVariable {
  readonly rows: number;
  readonly components: number;
  readonly name?: string;
}

/** How an operation reaches a view: what it would otherwise repeat as operands that are constant. */
export interface IrAccess {
  readonly binding: number;
  /** The binding of the sampler; -1 without. */
  readonly sampler: number;
  /** Texels that are added to the coordinates. */
  readonly offsets: readonly [number, number, number];
  /** The component that a gather reads. */
  readonly channel: number;
  /** Which trailing operands the operation has, in this order. */
  readonly hasClamp: boolean;
  readonly isIndexed: boolean;
  readonly isSamplerIndexed: boolean;
}

/** Facts of a stage and of its program. */
export interface IrFacts {
  /** Major and minor version. */
  readonly version: readonly [number, number];
  /** Shader model 2_x, software versions and so on: the profile as text. */
  readonly profile: string;
  readonly allowsRefactoring?: boolean;
  /** The compiler was asked to leave the program as it is written. */
  readonly skipsOptimization?: boolean;
  /** The application binds all resources that the program declares. */
  readonly allResourcesBound?: boolean;
  readonly forcesEarlyDepth?: boolean;
  readonly threadGroupSize?: readonly [number, number, number];
  readonly inputPrimitive?: string;
  readonly inputPoints?: number;
  readonly outputPoints?: number;
  readonly outputTopologies?: readonly string[];
  readonly maxVertices?: number;
  readonly instances?: number;
  readonly domain?: string;
  readonly partitioning?: string;
  readonly outputPrimitive?: string;
  readonly maxTessFactor?: number;
  /** Arrays of interface pointers that are indexed at run time: the first pointer and how many there are. */
  readonly pointerArrays?: readonly (readonly [first: number, count: number])[];
  /** Messages for a debugger: `printf` or `errorf`, and the format; `abort` where the program goes on after it. */
  readonly messages?: readonly (readonly [name: string, format: string])[];
  /** Tokens of the program: each operation's token is smaller. */
  readonly tokens?: number;
}

export type IrFunctionKind = 'main' | 'controlPoint' | 'fork' | 'join' | 'subroutine';

/** All stages: those of a pipeline in their order, and compute shaders. */
export const IR_STAGES = ['vs', 'hs', 'ds', 'gs', 'ps', 'cs'] as const satisfies readonly IrStage[];

// Bindings and elements with all of their properties, in one order; absent ones are undefined. They are read often for
// every shader, and engines look up properties slowly in objects of different shapes (measured).

export function newBinding(kind: IrBindingKind, register: number, space = 0, count = 1): Writable<IrBinding> {
  return {
    kind,
    register,
    space,
    count,
    dimension: undefined,
    returnTypes: undefined,
    samples: undefined,
    stride: undefined,
    size: undefined,
    file: undefined,
    isIndexed: undefined,
    isComparison: undefined,
    isCoherent: undefined,
    hasCounter: undefined,
    isOrdered: undefined,
    isRasterizerOrdered: undefined,
    name: undefined,
  };
}

export function newElement(kind: IrElementKind, register: number, mask: number): Writable<IrElement> {
  return {
    kind,
    register,
    mask,
    special: undefined,
    systemValue: undefined,
    interpolation: undefined,
    precision: undefined,
    stream: undefined,
    semantic: undefined,
    semanticIndex: undefined,
    type: undefined,
  };
}

/** Vertices of the primitives that geometry shaders get, by `inputPrimitive`; patches have other names. */
export const PRIMITIVE_VERTICES: Readonly<Record<string, number>> = {
  point: 1,
  line: 2,
  triangle: 3,
  lineadj: 4,
  triangleadj: 6,
};
