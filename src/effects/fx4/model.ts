/**
 * A binary effect of fx_4_0, fx_4_1 or fx_5_0 as data: what `readEffect4` returns and `serializeEffect4` takes.
 *
 * Strings have one character a byte (Latin-1). A string is undefined if its offset in the effect is 0, which compilers
 * write for a missing one, and empty if a required name is missing. Offsets count in bytes from the first DWORD of the
 * effect; in a new effect they may be anything.
 *
 * Not for: reading and writing (read.ts, write.ts), or effects of fx_2_0.
 */
import type { ChunkSource } from '../../container/chunk-writer.ts';
import type { Fx4Profile } from './enums.ts';

export interface Fx4Type {
  readonly offset: number;
  /** The name in the source: `float4`, `Texture2D`, the name of a structure. */
  readonly name: string;
  /** A number of `Fx4TypeKind`; others occur in damaged effects. */
  readonly kind: number;
  /** Elements of an array; 0 for anything else. */
  readonly elements: number;
  /** Bytes in a constant buffer, without the gap after the last register. */
  readonly totalSize: number;
  /** Bytes from an element of an array to the next. */
  readonly stride: number;
  /** Bytes without any gaps: the size of a default value. */
  readonly packedSize: number;
  /** Of a numeric type. */
  readonly numeric: Fx4Numeric | undefined;
  /** Of an object: a number of `Fx4ObjectType`. */
  readonly object: number | undefined;
  /** Of a structure or class; empty for others. */
  readonly members: readonly Fx4Member[];
  /** Of a class. */
  readonly base: Fx4Type | undefined;
  /** Of a class: the interfaces that it implements. */
  readonly interfaces: readonly Fx4Type[];
}

/** The structure of a numeric type. */
export interface Fx4Numeric {
  readonly layout: number;
  readonly scalar: number;
  readonly rows: number;
  readonly columns: number;
  readonly columnMajor: boolean;
  readonly packedArray: boolean;
  /** Bits 16 to 31, which have no meaning. */
  readonly unknown: number;
}

export interface Fx4Member {
  readonly name: string | undefined;
  readonly semantic: string | undefined;
  /** Bytes from the start of the structure. */
  readonly position: number;
  readonly type: Fx4Type;
}

/** A value with a name that is attached to a variable, technique or pass for the application. */
export interface Fx4Annotation {
  readonly offset: number;
  readonly name: string;
  readonly type: Fx4Type;
  /** The strings of a string annotation, one for each element; undefined for others. */
  readonly strings: readonly (string | undefined)[] | undefined;
  /** The bytes of a numeric annotation. */
  readonly value: Uint8Array | undefined;
}

export interface Fx4Buffer {
  readonly offset: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly flags: number;
  /** The register that the source gives; `FX4_NO_REGISTER` without one. */
  readonly register: number;
  /** Empty for a buffer of the pool. */
  readonly annotations: readonly Fx4Annotation[];
  readonly variables: readonly Fx4Variable[];
}

export interface Fx4Variable {
  readonly offset: number;
  readonly name: string;
  readonly type: Fx4Type;
  readonly semantic: string | undefined;
  /** Bytes from the start of the buffer. */
  readonly position: number;
  /** The bytes of the default value, without gaps. */
  readonly value: Uint8Array | undefined;
  readonly flags: number;
  /** Empty for a variable of the pool. */
  readonly annotations: readonly Fx4Annotation[];
}

/** A variable that is an object: a texture, a sampler, a block of states, a shader, a string. */
export interface Fx4Object {
  readonly offset: number;
  readonly name: string;
  readonly type: Fx4Type;
  readonly semantic: string | undefined;
  /** The register that the source gives; `FX4_NO_REGISTER` without one. */
  readonly register: number;
  /** One for each element, as the type of the object has them; the lists of the other types are empty. */
  readonly states: readonly (readonly Fx4Assignment[])[];
  readonly strings: readonly (string | undefined)[];
  readonly shaders: readonly Fx4Shader[];
  /** Empty for an object of the pool. */
  readonly annotations: readonly Fx4Annotation[];
}

export interface Fx4Shader {
  /** Where its bytes begin; 0 without any. */
  readonly offset: number;
  /** A DXBC container; undefined where the effect has none (`NULL`). */
  readonly code: Uint8Array | undefined;
  /**
   * The declarations of outputs that are streamed, one for each stream. One in fx_4_x, four in fx_5_0 (more where a
   * damaged effect says so), none for shaders that are not geometry shaders of fx_4_x.
   */
  readonly streamOut: readonly (string | undefined)[];
  /** Only in fx_5_0. */
  readonly extra: Fx4ShaderExtra | undefined;
}

/** Additional fields of a shader of fx_5_0. */
export interface Fx4ShaderExtra {
  /** How many of the declarations count. */
  readonly streamOutCount: number;
  /** The stream that is rasterized. */
  readonly rasterizedStream: number;
  /** The instances that are bound to the interfaces of the shader's parameters. */
  readonly bindings: readonly Fx4Instance[];
}

/** An instance of a class: a variable or an element of it. */
export interface Fx4Instance {
  readonly name: string;
  /** The index of the element; 0xffffffff for a variable that is no array. */
  readonly index: number;
}

/** A variable that is an interface. */
export interface Fx4Interface {
  readonly offset: number;
  readonly name: string;
  readonly type: Fx4Type;
  /** One for each element; undefined without a default value. */
  readonly instances: readonly Fx4Instance[] | undefined;
  readonly flags: number;
  readonly annotations: readonly Fx4Annotation[];
}

export interface Fx4Assignment {
  readonly offset: number;
  /** The position in `FX4_STATES`. */
  readonly state: number;
  /** Of a state with several elements. */
  readonly index: number;
  readonly kind: number;
  readonly value: Fx4AssignedValue | undefined;
}

/** The assigned value, by the kind of the assignment. */
export type Fx4AssignedValue =
  | { readonly kind: 'constants'; readonly constants: readonly Fx4Constant[] }
  | { readonly kind: 'variable'; readonly name: string | undefined }
  | { readonly kind: 'constantIndex'; readonly name: string | undefined; readonly index: number }
  | { readonly kind: 'variableIndex'; readonly name: string | undefined; readonly indexName: string | undefined }
  | { readonly kind: 'expressionIndex'; readonly name: string | undefined; readonly code: Fx4Code }
  | { readonly kind: 'expression'; readonly code: Fx4Code }
  | { readonly kind: 'shader'; readonly shader: Fx4Shader };

export interface Fx4Constant {
  readonly scalar: number;
  /** The bits of the value. */
  readonly bits: number;
}

/** The code of an expression: a DXBC container with the chunks CTAB, CLI4 and FXLC. */
export interface Fx4Code {
  /** Where its bytes begin. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * An `fxgroup` of fx_5_0. The techniques that are in no group have one without a name, which effects of fx_4_x have,
 * too.
 */
export interface Fx4Group {
  readonly offset: number;
  readonly name: string | undefined;
  readonly annotations: readonly Fx4Annotation[];
  readonly techniques: readonly Fx4Technique[];
}

export interface Fx4Technique {
  readonly offset: number;
  readonly name: string | undefined;
  readonly annotations: readonly Fx4Annotation[];
  readonly passes: readonly Fx4Pass[];
}

export interface Fx4Pass {
  readonly offset: number;
  readonly name: string | undefined;
  readonly annotations: readonly Fx4Annotation[];
  readonly assignments: readonly Fx4Assignment[];
}

/** The counts of the header that are for the runtime: it allocates so many objects. */
export interface Fx4Counts {
  readonly numericVariables: number;
  readonly sharedNumericVariables: number;
  readonly strings: number;
  readonly shaderResources: number;
  readonly depthStencilStates: number;
  readonly blendStates: number;
  readonly rasterizerStates: number;
  readonly samplers: number;
  readonly renderTargetViews: number;
  readonly depthStencilViews: number;
  readonly shaders: number;
  /** Those of {@link shaders} that are in passes. */
  readonly inlineShaders: number;
  /** Techniques, in groups too. */
  readonly techniques: number;
  /** From here on: fx_5_0, 0 in others. */
  readonly unorderedAccessViews: number;
  readonly interfaceElements: number;
  readonly classInstanceElements: number;
}

export interface Effect4Content {
  /** The first DWORD. */
  readonly version: number;
  /** Undefined for an unknown version, which is read as fx_4_0. */
  readonly profile: Fx4Profile | undefined;
  readonly counts: Fx4Counts;
  readonly buffers: readonly Fx4Buffer[];
  readonly objects: readonly Fx4Object[];
  /** Only in fx_5_0. */
  readonly interfaces: readonly Fx4Interface[];
  /** The buffers and objects of the pool that a child effect uses. */
  readonly sharedBuffers: readonly Fx4Buffer[];
  readonly sharedObjects: readonly Fx4Object[];
  readonly groups: readonly Fx4Group[];
}

export interface Effect4 extends Effect4Content {
  /** Whether everything that Microsoft's reader requires is there; it lists no other effects. */
  readonly intact: boolean;
  /** The bytes that this was read from; undefined for a new one. */
  readonly source?: ChunkSource<Effect4Content> | undefined;
}
