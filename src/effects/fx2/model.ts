/**
 * An effect of Direct3D 9 (fx_2_0) as data: parameters, techniques, passes, states, and the objects that they refer to.
 *
 * The file has four parts: a header; a pool of declarations, values and names, which offsets point into; the lists of
 * parameters and techniques; the objects (strings, shaders, expressions). Facts of the format: oracle, and the public
 * readers of Wine and MojoShader.
 *
 * Not for: reading (read.ts), writing (write.ts), or the numbers and names of states (states.ts).
 */
import type { ByteRange } from '../../container/layout.ts';

/** A declaration: the name, semantic and type of a parameter, annotation, member or value of a state. */
export interface Fx2Declaration {
  /** `D3DXPARAMETER_TYPE`: an index of `VARIABLE_TYPE_NAMES`. */
  readonly type: number;
  /** `D3DXPARAMETER_CLASS`: a number of `VariableClass`. */
  readonly class: number;
  /** Null where there is none, as for values of states. */
  readonly name: string | null;
  readonly semantic: string | null;
  /** Elements of an array; 0 where it is none. */
  readonly elements: number;
  /** 0 for objects and structures. */
  readonly rows: number;
  readonly columns: number;
  /** The members of a structure. */
  readonly members: readonly Fx2Declaration[];
  /**
   * Types that the source defines inside this structure: the compiler stores them in the count of members (source:
   * oracle).
   */
  readonly definitions: number;
}

/** The value of a declaration: all elements of an array one after another. */
export type Fx2Value = Fx2Numbers | Fx2ObjectIds | Fx2Samplers | Fx2Structure;

/** Numbers: a DWORD for each component, matrices row by row. Integers, floats or booleans, as the declaration says. */
export interface Fx2Numbers {
  readonly kind: 'numbers';
  readonly words: Uint32Array;
  /** Byte offset in the file; 0 for a value that was not read from one. */
  readonly offset: number;
}

/** Strings, textures, shaders: for each element the id of its object, an index of {@link Effect2.objectCount}. */
export interface Fx2ObjectIds {
  readonly kind: 'objects';
  readonly ids: readonly number[];
  readonly offset: number;
}

/** Samplers: the states of each element. */
export interface Fx2Samplers {
  readonly kind: 'samplers';
  readonly samplers: readonly Fx2Sampler[];
  readonly offset: number;
}

/** Structures: the value of each member, element by element. */
export interface Fx2Structure {
  readonly kind: 'structure';
  readonly members: readonly Fx2Value[];
  readonly offset: number;
}

export interface Fx2Sampler {
  readonly states: readonly Fx2State[];
}

/** An annotation of a parameter, technique or pass. */
export interface Fx2Annotation {
  readonly declaration: Fx2Declaration;
  readonly value: Fx2Value;
}

export interface Fx2Parameter {
  readonly declaration: Fx2Declaration;
  readonly value: Fx2Value;
  /** `D3DX_PARAMETER_*`: 1 shared, 2 literal. */
  readonly flags: number;
  readonly annotations: readonly Fx2Annotation[];
  /** Byte offset of its record in the file. */
  readonly offset: number;
}

/** An assignment to a state in a pass or a sampler. */
export interface Fx2State {
  /** An index of `FX2_STATES`. */
  readonly operation: number;
  /** The number in brackets: `Texture[1]`. */
  readonly index: number;
  /** The type of the value; it has no name. */
  readonly declaration: Fx2Declaration;
  /** The value; for a value that is computed, only the id of the object with the code counts. */
  readonly value: Fx2Value;
  /** Byte offset of its record in the file. */
  readonly offset: number;
}

export interface Fx2Pass {
  readonly name: string | null;
  readonly annotations: readonly Fx2Annotation[];
  readonly states: readonly Fx2State[];
  readonly offset: number;
}

export interface Fx2Technique {
  readonly name: string | null;
  readonly annotations: readonly Fx2Annotation[];
  readonly passes: readonly Fx2Pass[];
  readonly offset: number;
}

/** An object of a parameter or annotation: the text of a string, the code of a shader; empty for a texture. */
export interface Fx2Object {
  readonly id: number;
  /** Strings end with NUL. */
  readonly data: Uint8Array;
  /** Byte offset of the data in the file. */
  readonly offset: number;
}

/** The ways in which a state gets its value from a resource. */
export const Fx2Usage = {
  /** A shader, or an expression that computes the value. */
  code: 0,
  /** The name of a parameter, which may be an element or a member: `lights[1].tint`. */
  parameter: 1,
  /** The name of an array and an expression that computes the index of its element. */
  element: 2,
} as const;

/** The marker for "none" in indices. */
export const FX2_NONE = 0xffff_ffff;

/** A resource of one state of a pass or sampler: a shader, an expression, the name of a parameter. */
export interface Fx2Resource {
  /** The index of the technique; {@link FX2_NONE} for the state of a sampler. */
  readonly technique: number;
  /** The index of the pass in the technique, or of the parameter that is a sampler. */
  readonly owner: number;
  /** The element of an array of samplers; {@link FX2_NONE} for a pass. */
  readonly element: number;
  /** The index of the state in the pass or sampler. */
  readonly state: number;
  /** A number of {@link Fx2Usage}. */
  readonly usage: number;
  readonly data: Uint8Array;
  /** Byte offset of the data in the file. */
  readonly offset: number;
}

/** The parts of an effect that a writer takes. */
export interface Effect2Content {
  /**
   * The bytes that XNA 4 stores before the effect, including its header; undefined for an effect as the compiler writes
   * it.
   */
  readonly prefix: Uint8Array | undefined;
  readonly parameters: readonly Fx2Parameter[];
  readonly techniques: readonly Fx2Technique[];
  /**
   * How many passes, samplers and shaders there are: elements of parameters, and shaders that passes assign (source:
   * oracle).
   */
  readonly itemCount: number;
  /** Ids of objects are less than this. */
  readonly objectCount: number;
  /** The objects of parameters and annotations, in the order of the file. */
  readonly objects: readonly Fx2Object[];
  /** The objects of states, in the order of the file. */
  readonly resources: readonly Fx2Resource[];
}

/** The bytes that an effect was read from. */
export interface Effect2Source {
  readonly bytes: Uint8Array;
  readonly content: Effect2Content;
  /** Byte offset of the counts of objects and resources: nothing before it says where they are. */
  readonly objectsAt: number;
}

/** An effect of Direct3D 9. */
export interface Effect2 extends Effect2Content {
  /** Ranges of the file that nothing refers to, ascending; empty in an effect that a compiler wrote. */
  readonly unused: readonly ByteRange[];
  /** Absent where an effect was not read from a file. */
  readonly source?: Effect2Source;
}
