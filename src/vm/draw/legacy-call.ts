/**
 * A draw of Direct3D 9 with shaders of models 1 to 3: its vertex declaration, constants and the states that only
 * Direct3D 9 has.
 *
 * Not for: the fixed functions that draw without a shader (they are not implemented), drawing (legacy/).
 */
import type { Format } from '../../formats/formats.ts';
import type { Sm1Executable } from '../sm1/executable.ts';
import type { Sm1Constants } from '../sm1/quad.ts';
import type { TextureStage } from '../sm1/stage-textures.ts';
import type { Comparison } from '../texture/sampler.ts';
import type { DrawTargets, VertexBuffer } from './draw-common.ts';

/** An element of the vertex declaration (D3DVERTEXELEMENT9). */
export interface LegacyElement {
  readonly stream: number;
  /** Bytes from the beginning of the vertex. */
  readonly offset: number;
  /** A type of D3DDECLTYPE: `vertexFormat('FLOAT3')`. */
  readonly format: Format;
  /** D3DDECLUSAGE, an index of `SM1_USAGES`. */
  readonly usage: number;
  readonly usageIndex: number;
}

export interface LegacyStream extends VertexBuffer {
  /**
   * Instances that share a vertex of this stream (D3DSTREAMSOURCE_INSTANCEDATA); absent: it has a vertex for each
   * index.
   */
  readonly instanceStepRate?: number;
}

/** A shader of models 1 to 3 with its constants and textures. */
export interface LegacyShader {
  readonly executable: Sm1Executable;
  readonly constants: Sm1Constants;
  /** By number of the sampler, or of the stage. */
  readonly textures: readonly TextureStage[];
}

/** D3DFOGMODE. */
export const FOG_MODES = ['none', 'exp', 'exp2', 'linear'] as const;
export type FogMode = (typeof FOG_MODES)[number];

/** Fog of pixels of shaders before 3_0. */
export interface LegacyFog {
  /** Red, green and blue. */
  readonly color: readonly [number, number, number];
  /** D3DRS_FOGTABLEMODE; with `none` the output `oFog` of the vertex shader is the factor. */
  readonly tableMode: FogMode;
  readonly start: number;
  readonly end: number;
  readonly density: number;
  /** Whether table fog follows w instead of z, which devices do where the projection has a perspective. */
  readonly usesW: boolean;
}

/** States of Direct3D 9 that later versions do not have. */
export interface LegacyStates {
  /** Pixels whose alpha does not compare with the reference (0 to 255) are dropped; absent: none are. */
  readonly alphaTest?: { readonly comparison: Comparison; readonly reference: number };
  /** Absent: no fog. */
  readonly fog?: LegacyFog;
  /** D3DRS_SHADEMODE: colors (not other attributes) are those of the first vertex. */
  readonly isFlat: boolean;
  /** Planes in clip space: what has a negative dot product with one is cut off. */
  readonly clipPlanes: readonly (readonly [number, number, number, number])[];
  /** The size of points where the vertex shader writes none, and what sizes are clamped to. */
  readonly pointSize: number;
  readonly minPointSize: number;
  readonly maxPointSize: number;
  /** D3DRS_POINTSPRITEENABLE: texture coordinates go from 0 to 1 across the point. */
  readonly isPointSprite: boolean;
  /** D3DRS_SRGBWRITEENABLE. */
  readonly isSrgbWritten: boolean;
  /** D3DRS_DEPTHBIAS: added to the depth. The bias of the rasterizer state is not used; its slope is. */
  readonly depthBias: number;
}

export const DEFAULT_LEGACY_STATES: LegacyStates = {
  isFlat: false,
  clipPlanes: [],
  pointSize: 1,
  minPointSize: 1,
  maxPointSize: 64,
  isPointSprite: false,
  isSrgbWritten: false,
  depthBias: 0,
};

/** A draw of Direct3D 9. */
export interface Sm1DrawCall extends DrawTargets {
  readonly kind: 'sm1';
  /** Absent stages have fixed functions, which are reported as not implemented. */
  readonly vertex?: LegacyShader;
  readonly pixel?: LegacyShader;
  readonly streams: readonly (LegacyStream | undefined)[];
  readonly declaration: readonly LegacyElement[];
  readonly legacy: LegacyStates;
}
