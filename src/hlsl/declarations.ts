/**
 * Declarations of a checked source at file scope, as far as layout, registers and reflection need them: the contract
 * between check/, lower/ and bind/.
 *
 * Not for: functions and local variables.
 */
import type { TextLocation } from '../assemble/text-location.ts';
import type { HlslType, NumericType, ObjectType } from './types/types.ts';

/** An annotation such as `register(t3, space1)`. */
export interface RegisterAnnotation {
  /** The letter: b, t, s, u, c, i. C is one of 4.0 to 5.0, which orders a variable and gives no offset. */
  readonly file: string;
  readonly number: number;
  readonly space: number;
  /** The profile of `register(ps_5_0, s1)`, which alone it is for. */
  readonly profile: string | undefined;
}

/** A variable of a constant buffer, or one at file scope that is neither static nor a resource. */
export interface ConstantVariable {
  /** Its name in the source. */
  readonly location?: TextLocation | undefined;
  readonly name: string;
  readonly type: HlslType;
  /**
   * The name of its type where a `typedef` gives it, `<anonymous>` of `vector<float, 3>`; the name of elements of
   * arrays.
   */
  readonly typeName?: string | undefined;
  /** The name of a `typedef` of an array: variables of it share a type, other arrays do not. */
  readonly arrayName?: string | undefined;
  readonly registers: readonly RegisterAnnotation[];
  /** `packoffset(c2.y)`, in DWORDs from the start of the buffer. */
  readonly packOffset: number | undefined;
  /** It starts a row because it follows an array of resources in `$Globals` (bind/layout.ts has the rule). */
  readonly startsRow?: boolean | undefined;
  /** `column_major` is written, and no option or pragma says the same. */
  readonly isColumnMajor?: boolean | undefined;
  /** The words of its initializer in the order of scalars (rows of matrices first), `true` as 0xffffffff. */
  readonly defaults: Uint32Array | undefined;
  /** Its number among the variables of all buffers, in the order of the source. */
  readonly order?: number | undefined;
  /** `const` and `precise` are written: constant tables of models 1 to 3 have the types of such variables apart. */
  readonly qualifiers?: string | undefined;
  /** Reflection does not list it: a uniform parameter with resources inside. */
  readonly isHidden?: boolean | undefined;
}

/** The numbers of `$Globals` and `$Params` in the list of buffers. */
export const GLOBALS = 0;
export const PARAMS = 1;

/** A constant buffer or texture buffer. `$Globals` has the loose variables. */
export interface BufferDeclaration {
  readonly kind: 'cbuffer' | 'tbuffer';
  /** `$Globals`, `$Params` (uniform parameters of the entry point), or the name in the source. */
  readonly name: string;
  readonly location?: TextLocation | undefined;
  readonly registers: readonly RegisterAnnotation[];
  readonly variables: readonly ConstantVariable[];
  /**
   * `ConstantBuffer<T>` and `TextureBuffer<T>` of 5.1, which have one variable with the name of the buffer: the length
   * of the array (the product of all), 1 for a single one, 0 without a bound; undefined for cbuffer and tbuffer.
   */
  readonly arrayLength?: number | undefined;
  /** Is an array; one of length 1 counts, too. */
  readonly isArray?: boolean | undefined;
}

/** A texture, sampler, buffer or view for unordered access, or an array of them. */
export interface ResourceDeclaration {
  readonly location?: TextLocation | undefined;
  readonly name: string;
  readonly type: ObjectType;
  /** Lengths of the array, the outermost first; 0 for one without a bound. */
  readonly lengths: readonly number[];
  readonly registers: readonly RegisterAnnotation[];
  readonly isGloballyCoherent: boolean;
  /**
   * The resources inside of a variable, whose name the declaration has: together they are one array, and each has a
   * name and a type (bind/struct-resources.ts makes such declarations).
   */
  readonly elements?: readonly ResourceElement[] | undefined;
  /** The sampler of Direct3D 9 whose texture it is: the source does not declare it (`/Gec`). */
  readonly ofSampler?: ResourceDeclaration;
}

/** A resource inside of a variable: `materials[1].texture`. */
export interface ResourceElement {
  readonly name: string;
  readonly type: ObjectType;
}

/** A scalar, vector, matrix, or an array of them that the entry point takes or gives under one semantic. */
export interface SignatureVariable {
  /** As written, with its number: `TEXCOORD3`, `SV_Target`. */
  readonly semantic: string;
  readonly type: NumericType;
  /** Elements of an array; undefined for a variable that is none. */
  readonly length: number | undefined;
  /** Modifiers of interpolation, as written. */
  readonly modifiers: readonly string[];
  /** Stream of a geometry shader. */
  readonly stream: number;
  /** It is the first of a structure, which begins with a row of its own. */
  readonly startsRow?: boolean | undefined;
  /** Of members that a semantic of their structure numbers, the number of that semantic. */
  readonly numbering?: number | undefined;
  /** It has distances from clip planes: signatures say that all components are written. */
  readonly isOfPlanes?: boolean;
}
