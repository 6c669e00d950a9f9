/**
 * The reflection of an effect as plain data, with one structure for fx_2_0, fx_4_0, fx_4_1 and fx_5_0. Fields that are
 * in a structure of D3DX9, D3D10 or FX11 (`D3DXPARAMETER_DESC`, `D3DX11_EFFECT_TYPE_DESC`, ...) have its name in
 * camelCase.
 *
 * Not for: reading effects (container/fx), or building this (fx2.ts, fx4.ts).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import type { EmbeddedShaderUse } from '../../effects/embedded-shaders.ts';
import type { DefaultValue } from '../default-value.ts';
import type { Named } from '../enums.ts';
import { DX0340 } from '../messages.ts';

export interface EffectReflection {
  readonly format: 'effect';
  /** `fx_2_0`, `fx_4_0`, `fx_4_1`, `fx_5_0`; null for a version that does not exist. */
  readonly profile: string | null;
  /** Whether it needs the pool of another effect: it has buffers or objects of one. */
  readonly isChildEffect: boolean;
  /** Empty in fx_2_0. Those of the pool come last. */
  readonly constantBuffers: readonly EffectBufferDesc[];
  /**
   * In the order of the file; in fx_4_0 to fx_5_0 first those in buffers, then objects, then interfaces, then those of
   * the pool.
   */
  readonly variables: readonly EffectVariableDesc[];
  /** The techniques; those of effects without groups are in one group without a name. */
  readonly groups: readonly EffectGroupDesc[];
  /** In the order of the file, each once. */
  readonly shaders: readonly EffectShaderDesc[];
}

/** A `cbuffer` or `tbuffer`. Its variables name it in {@link EffectVariableDesc.buffer}. */
export interface EffectBufferDesc {
  readonly name: string;
  readonly type: 'cbuffer' | 'tbuffer';
  /** Whether it was declared with a variable alone (`single`). */
  readonly isSingle: boolean;
  /** Whether it is one of the pool. */
  readonly isShared: boolean;
  /** In bytes. */
  readonly size: number;
  /** The register that the source gives; null without one. */
  readonly explicitBindPoint: number | null;
  readonly annotations: readonly EffectAnnotationDesc[];
}

/** A type of variables: `D3DX11_EFFECT_TYPE_DESC`, `D3DXPARAMETER_DESC`. */
export interface EffectTypeDesc {
  /** As in the source; null in fx_2_0. */
  readonly name: string | null;
  /** `scalar`, `vector`, `matrixRows`, `matrixColumns`, `object`, `struct`, `interfaceClass`, `interfacePointer`. */
  readonly class: Named;
  /** `float`, `Texture2D`, `BlendState`, ...; `void` for structures. */
  readonly type: Named;
  readonly rows: number;
  readonly columns: number;
  /** Elements of an array; 0 when it is none. */
  readonly elements: number;
  /** In bytes from the start of the structure that it is a member of; 0 for the type of a variable. */
  readonly offset: number;
  /** Bytes without gaps; null in fx_2_0, likewise the next two. */
  readonly packedSize: number | null;
  /** Bytes in a constant buffer. */
  readonly unpackedSize: number | null;
  /** Bytes from an element to the next. */
  readonly stride: number | null;
  readonly members: readonly EffectMemberDesc[];
  readonly baseClass: EffectTypeDesc | null;
  /** Null where one cannot be unfolded any further. */
  readonly interfaces: readonly (EffectTypeDesc | null)[];
}

export interface EffectMemberDesc {
  readonly name: string;
  readonly semantic: string | null;
  /** Null where it cannot be unfolded any further. */
  readonly type: EffectTypeDesc | null;
}

/** A variable with a name that is attached to something for the application. */
export interface EffectAnnotationDesc {
  readonly name: string;
  /** Null where it cannot be unfolded any further. */
  readonly type: EffectTypeDesc | null;
  readonly value: EffectValue | null;
}

/** A variable, or a parameter of fx_2_0. */
export interface EffectVariableDesc extends EffectAnnotationDesc {
  readonly semantic: string | null;
  readonly isShared: boolean;
  readonly isLiteral: boolean;
  /** The name of the buffer; null for objects, interfaces and in fx_2_0. */
  readonly buffer: string | null;
  /** In bytes from the start of the buffer. */
  readonly bufferOffset: number | null;
  /** The offset (`packoffset`, in bytes) or register that the source gives; null without one. */
  readonly explicitBindPoint: number | null;
  readonly annotations: readonly EffectAnnotationDesc[];
}

/** The initial value of a variable or annotation; an array has an entry for each element. */
export type EffectValue =
  | ({ readonly kind: 'numbers' } & DefaultValue)
  | { readonly kind: 'strings'; readonly strings: readonly (string | null)[] }
  /** Samplers and blocks of states. */
  | { readonly kind: 'states'; readonly blocks: readonly (readonly EffectStateDesc[])[] }
  | { readonly kind: 'shaders'; readonly shaders: readonly (EffectShaderValue | null)[] }
  /** Of an interface. */
  | { readonly kind: 'instances'; readonly instances: readonly EffectInstanceDesc[] };

/** An instance of a class: a variable, or an element of it. */
export interface EffectInstanceDesc {
  readonly name: string;
  /** Null for a variable that is no array. */
  readonly index: number | null;
}

/** A group of techniques (`fxgroup`). */
export interface EffectGroupDesc {
  readonly name: string | null;
  readonly annotations: readonly EffectAnnotationDesc[];
  readonly techniques: readonly EffectTechniqueDesc[];
}

export interface EffectTechniqueDesc {
  readonly name: string | null;
  readonly annotations: readonly EffectAnnotationDesc[];
  readonly passes: readonly EffectPassDesc[];
}

export interface EffectPassDesc {
  readonly name: string | null;
  readonly annotations: readonly EffectAnnotationDesc[];
  readonly states: readonly EffectStateDesc[];
}

export interface EffectStateDesc {
  /** As the language of effects names it: `SrcBlend`; a number without a name as it is. */
  readonly name: Named;
  /**
   * Its name in Direct3D: `D3DRS_SRCBLEND`, `D3D11_BLEND_DESC.RenderTarget[0].SrcBlend`; null where a function sets it.
   */
  readonly d3dName: string | null;
  /** Of a state with several elements (`SrcBlend[1]`); null for others. */
  readonly index: number | null;
  /** Null where it cannot be read. */
  readonly value: EffectAssignment | null;
}

/** The value that is assigned to a state. */
export type EffectAssignment =
  | { readonly kind: 'constants'; readonly constants: readonly EffectConstantDesc[] }
  /** `NULL`: no shader, no texture, no block of states. */
  | { readonly kind: 'null' }
  | EffectReference
  | EffectExpressionDesc
  | ({ readonly kind: 'shader' } & EffectShaderValue)
  /** A sampler or a string in a state; only in fx_2_0. */
  | { readonly kind: 'value'; readonly value: EffectValue | null };

/** A variable, or an element of an array. */
export interface EffectReference {
  readonly kind: 'variable';
  /** In fx_2_0 also a path to a member: `lights[1].tint`. */
  readonly name: string;
  /**
   * A number, the name of the variable that holds the index, or the expression that computes it; null without an index.
   */
  readonly index: number | string | EffectExpressionDesc | null;
}

/** Code that computes a value from variables of the effect each time. */
export interface EffectExpressionDesc {
  readonly kind: 'expression';
  /** Byte offset in the file. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly variables: readonly string[];
}

export interface EffectConstantDesc {
  /** `float`, `int`, `uint`, `bool`; a number without a name as it is. */
  readonly type: Named;
  /** Null for a type without a name. JSON has null for infinities and NaN, too. */
  readonly value: number | boolean | null;
  /** The DWORD: `0x3f800000`. */
  readonly word: string;
  /** As a source spells the value: `SRCALPHA`, `SRC_ALPHA`; null where it is a number. */
  readonly name: string | null;
  /** As the headers of Direct3D spell it: `D3DBLEND_SRCALPHA`, `D3D11_BLEND_SRC_ALPHA`. */
  readonly d3dName: string | null;
}

/** A shader, as an entry of {@link EffectReflection.shaders} with the same offset. */
export interface EffectShaderValue {
  /** `vs`, `ps`, `gs`, `hs`, `ds`, `cs`; null where neither the effect nor the shader says it. */
  readonly stage: EffectShaderDesc['stage'];
  /** `vs_3_0`; null where it cannot be read. */
  readonly profile: string | null;
  /** Byte offset in the file. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** The declarations of streamed outputs, one for each stream; null for a stream without one. */
  readonly streamOut: readonly (string | null)[];
  /** The stream that is rasterized; null before fx_5_0. */
  readonly rasterizedStream: number | null;
  /** The instances that are bound to the interface parameters of the shader. */
  readonly interfaceBindings: readonly EffectInstanceDesc[];
}

export interface EffectShaderDesc {
  /** `Technique/Pass/vs` of its first use, or the variable that holds it. */
  readonly name: string;
  readonly stage: 'vs' | 'ps' | 'gs' | 'hs' | 'ds' | 'cs' | null;
  readonly profile: string | null;
  /** Byte offset in the file. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly uses: readonly EmbeddedShaderUse[];
}

/** Members and values that are written out, and as many more as the file has bytes. */
const MEMBERS = 0x2000;
/** Characters of a text from which on it counts for more. */
const LONG_TEXT = 32;

/** Counts what is written out of one effect. */
export class EffectBudget {
  private readonly limit: number;
  private left: number;

  /**
   * @param size bytes of the file
   * @param diagnostics spans are bytes of the file
   */
  constructor(
    private readonly size: number,
    private readonly diagnostics: Diagnostics,
  ) {
    this.limit = MEMBERS + size;
    this.left = this.limit;
  }

  /** Whether `count` more members or values may be written out; reports once when not. */
  take(count: number, text = ''): boolean {
    const weight = count + Math.floor(text.length / LONG_TEXT);
    if (this.left >= weight) {
      this.left -= weight;
      return true;
    }
    if (this.left >= 0) this.diagnostics.report(DX0340, 0, this.size, { limit: this.limit });
    this.left = -1;
    return false;
  }
}
