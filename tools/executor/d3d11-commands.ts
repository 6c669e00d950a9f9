/** The commands of a request for Direct3D 11 as data, so that executors of other interfaces can run them (live/gpu). */
import type { Viewport } from '../../src/vm/draw/clip.ts';
import type { DrawArguments, IndexBuffer } from '../../src/vm/draw/draw-common.ts';
import type { PixelRectangle } from '../../src/vm/draw/rasterizer.ts';
import type { BlendState, DepthStencilState, RasterizerState } from '../../src/vm/draw/states.ts';
import type { Sampler } from '../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';

export type D3d11Command =
  | { readonly what: 'shader'; readonly stage: Stage; readonly bytes: Uint8Array }
  | { readonly what: 'constants'; readonly stage: Stage; readonly slot: number; readonly data: Uint32Array }
  | { readonly what: 'buffer'; readonly id: number; readonly data: Uint8Array; readonly use: BufferUse }
  | { readonly what: 'texture'; readonly id: number; readonly view: TextureView; readonly bytes: Uint8Array }
  | { readonly what: 'view'; readonly stage: Stage; readonly slot: number; readonly id: number }
  | { readonly what: 'unorderedView'; readonly slot: number; readonly id: number; readonly counter: number }
  | { readonly what: 'sampler'; readonly stage: Stage; readonly slot: number; readonly sampler: Sampler }
  | {
      readonly what: 'targets';
      readonly width: number;
      readonly height: number;
      readonly formats: readonly number[];
      readonly samples: number;
    }
  | { readonly what: 'layout'; readonly stride: number; readonly elements: readonly LayoutElement[] }
  | { readonly what: 'vertices'; readonly data: Uint32Array }
  | { readonly what: 'draw'; readonly topology: number; readonly vertices: number; readonly instances: number }
  | { readonly what: 'drawIndexed'; readonly topology: number; readonly arguments: DrawArguments }
  | { readonly what: 'indices'; readonly buffer: IndexBuffer }
  | { readonly what: 'clear'; readonly target: number; readonly color: readonly number[] }
  | { readonly what: 'rasterizer'; readonly state: RasterizerState }
  | { readonly what: 'depthStencil'; readonly state: DepthStencilState }
  | { readonly what: 'blend'; readonly state: BlendState }
  | { readonly what: 'viewport'; readonly viewport: Viewport; readonly scissor: PixelRectangle }
  | {
      readonly what: 'depthTarget';
      readonly width: number;
      readonly height: number;
      readonly format: number;
      readonly depth: number;
      readonly stencil: number;
    }
  | { readonly what: 'dispatch'; readonly groups: readonly [number, number, number] }
  | { readonly what: 'readTarget'; readonly target: number; readonly texelBytes: number }
  | { readonly what: 'readBuffer' | 'readCounter'; readonly id: number }
  | { readonly what: 'readTexture'; readonly id: number; readonly subresource: number }
  | { readonly what: 'readDepth' | 'streamOutput' | 'readStream' };

export type Stage = 'vs' | 'hs' | 'ds' | 'gs' | 'ps' | 'cs';

export interface LayoutElement {
  readonly name: string;
  readonly index?: number;
  /** DXGI_FORMAT */
  readonly format: number;
  readonly offset: number;
}

/** How shaders see a buffer. */
export interface BufferUse {
  readonly kind: 'raw' | 'structured' | 'typed';
  /** Bytes of a structure. */
  readonly stride?: number;
  /** DXGI_FORMAT of a typed buffer, and the bytes of an element. */
  readonly format?: number;
  readonly elementBytes?: number;
  readonly isRead?: boolean;
  readonly isWritten?: boolean;
  /** D3D11_BUFFER_UAV_FLAG_APPEND (2) or _COUNTER (4). */
  readonly flags?: number;
}
