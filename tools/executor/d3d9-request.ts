/** A request to the executor for Direct3D 9: shaders, constants, textures, states and draws, and what to read back. */
import { ADDRESS_MODES, type LegacySamplerStates } from '../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';
import { Request, words } from './request.ts';

/** The commands of d3d9.c. */
const COMMAND = {
  shader: 1,
  constants: 3,
  texture: 5,
  sampler: 8,
  targets: 9,
  layout: 10,
  vertices: 11,
  draw: 12,
  readTarget: 14,
  renderState: 20,
  stageState: 21,
} as const;

/** By their numbers in d3d9.c. */
const STAGES = { vs: 0, ps: 4 } as const;
const CONSTANTS = { float: 0, int: 1, bool: 2 } as const;
const KINDS = { '2d': 0, cube: 1, '3d': 2 } as const;

/** D3DFMT_A32B32G32R32F */
export const FLOAT_TARGET = 116;
/** D3DPRIMITIVETYPE */
export const PRIMITIVES = { points: 1, triangles: 4 } as const;

/** D3DSAMPLERSTATETYPE by the names of our states. */
const SAMPLER_STATES: Readonly<Record<Exclude<keyof LegacySamplerStates, 'srgbTexture'>, number>> = {
  addressU: 1,
  addressV: 2,
  addressW: 3,
  borderColor: 4,
  magFilter: 5,
  minFilter: 6,
  mipFilter: 7,
  mipMapLodBias: 8,
  maxMipLevel: 9,
  maxAnisotropy: 10,
};

/** An element of a vertex: `D3DDECLUSAGE` and its index, a vector of four floats. */
export interface VertexElement {
  readonly usage: number;
  readonly index: number;
}

const FLOAT4 = 3;
const DECLARATION_END = new Uint8Array([0xff, 0, 0, 0, 17, 0, 0, 0]);

/** The commands of a request as data, so that executors of other interfaces can run them (live/gpu). */
export type D3d9Command =
  | { readonly what: 'shader'; readonly stage: 'vs' | 'ps'; readonly tokens: Uint8Array }
  | {
      readonly what: 'constants';
      readonly stage: 'vs' | 'ps';
      readonly type: keyof typeof CONSTANTS;
      readonly data: ArrayLike<number>;
      readonly first: number;
    }
  | { readonly what: 'texture'; readonly sampler: number; readonly view: TextureView }
  | { readonly what: 'sampler'; readonly sampler: number; readonly states: LegacySamplerStates }
  | { readonly what: 'renderStates'; readonly pairs: readonly number[] }
  | { readonly what: 'stageStates'; readonly stage: number; readonly pairs: readonly number[] }
  | {
      readonly what: 'targets';
      readonly width: number;
      readonly height: number;
      readonly formats: readonly number[];
    }
  | { readonly what: 'layout'; readonly elements: readonly VertexElement[] }
  | { readonly what: 'vertices'; readonly data: Uint32Array }
  | { readonly what: 'draw'; readonly primitives: number; readonly count: number }
  | { readonly what: 'readTarget'; readonly target: number };

export class D3d9Request extends Request {
  /** In their order. */
  readonly commands: D3d9Command[] = [];

  shader(stage: 'vs' | 'ps', tokens: Uint8Array): this {
    this.commands.push({ what: 'shader', stage, tokens });
    return this.add(COMMAND.shader, STAGES[stage], tokens);
  }

  constants(stage: 'vs' | 'ps', type: keyof typeof CONSTANTS, data: ArrayLike<number>, first = 0): this {
    this.commands.push({ what: 'constants', stage, type, data, first });
    return data.length === 0 ? this : this.add(COMMAND.constants, STAGES[stage], CONSTANTS[type], first, words(data));
  }

  /** A texture for a sampler. Its format is one of Direct3D 9. */
  texture(sampler: number, view: TextureView): this {
    const { texture, isCube, format } = view;
    this.commands.push({ what: 'texture', sampler, view });
    const kind = isCube ? 'cube' : texture.dimension === '3d' ? '3d' : '2d';
    const { width, height, depth, mips } = texture;
    const sizes = texture.subresources.flatMap(({ rowBytes, sliceBytes, depth: slices }) => [
      rowBytes,
      sliceBytes / rowBytes,
      slices,
    ]);
    return this.add(
      COMMAND.texture,
      words([sampler, KINDS[kind], format.code, width, height, depth, mips]),
      words(sizes),
      texture.bytes,
    );
  }

  samplerStates(sampler: number, states: LegacySamplerStates): this {
    this.commands.push({ what: 'sampler', sampler, states });
    const pairs: number[] = [];
    for (const [name, state] of Object.entries(SAMPLER_STATES)) {
      const value = states[name as keyof typeof SAMPLER_STATES];
      if (value !== undefined) pairs.push(state, value);
    }
    return this.add(COMMAND.sampler, sampler, words(pairs));
  }

  /** @param pairs D3DRENDERSTATETYPE and value, alternating */
  renderStates(pairs: readonly number[]): this {
    this.commands.push({ what: 'renderStates', pairs });
    return this.add(COMMAND.renderState, words(pairs));
  }

  /** @param pairs D3DTEXTURESTAGESTATETYPE and value, alternating */
  stageStates(stage: number, pairs: readonly number[]): this {
    this.commands.push({ what: 'stageStates', stage, pairs });
    return this.add(COMMAND.stageState, stage, words(pairs));
  }

  targets(width: number, height: number, formats: readonly number[]): this {
    this.commands.push({ what: 'targets', width, height, formats });
    return this.add(COMMAND.targets, width, height, words(formats));
  }

  /** Vertices of vectors of four floats. */
  layout(elements: readonly VertexElement[]): this {
    this.commands.push({ what: 'layout', elements });
    const parts = elements.map(
      ({ usage, index }, i) => new Uint8Array([0, 0, 16 * i, (16 * i) >> 8, FLOAT4, 0, usage, index]),
    );
    return this.add(COMMAND.layout, 16 * elements.length, ...parts, DECLARATION_END);
  }

  vertices(data: Uint32Array): this {
    this.commands.push({ what: 'vertices', data });
    return this.add(COMMAND.vertices, words(data));
  }

  draw(primitives: number, count: number): this {
    this.commands.push({ what: 'draw', primitives, count });
    return this.add(COMMAND.draw, primitives, count);
  }

  /** Rows of floats, four a pixel. */
  readTarget(target: number): this {
    this.commands.push({ what: 'readTarget', target });
    return this.add(COMMAND.readTarget, target, 16);
  }
}

/** The number of an address mode in Direct3D 9. */
export function addressNumber(mode: (typeof ADDRESS_MODES)[number]): number {
  return ADDRESS_MODES.indexOf(mode) + 1;
}
