/**
 * Trials from requests to the executor for Direct3D 9: the shaders, translated as one pipeline with the states of the
 * request, with the same data. So the families of random programs of models 1 to 3 (../wine) run on other interfaces,
 * too. Textures whose format other interfaces do not have, or which lacks components, become textures of floats.
 *
 * Not for: requests of Direct3D 11 (from-request.ts).
 */

import { dxgiFormat } from '../../src/formats/formats.ts';
import { SM1_USAGES } from '../../src/isa/sm1/registers.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import {
  ALPHA_FUNCTIONS,
  type LowerSm1Sampler,
  type State9,
  type TranslatedStage,
  type TranslateOptions,
  type TranslationBinding,
  translate,
} from '../../src/translate/index.ts';
import { FOG_MODES } from '../../src/vm/draw/legacy-call.ts';
import { borderTexel } from '../../src/vm/texture/footprint.ts';
import { type LegacySamplerStates, legacySampler, type Sampler } from '../../src/vm/texture/sampler.ts';
import { createTexture, type Texture } from '../../src/vm/texture/texture.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';
import { type D3d9Command, type D3d9Request, PRIMITIVES } from '../../tools/executor/d3d9-request.ts';
import type { GpuBinding, GpuDraw, GpuResource, GpuTrial, GpuVertexInput } from '../../tools/gpu/trial.ts';
import { constantBytes9 } from './constants9.ts';
import { NoTrial } from './from-request.ts';
import { runtimeWord } from './runtime-uniforms.ts';

type Of<What extends D3d9Command['what']> = Extract<D3d9Command, { readonly what: What }>;

/** D3DRENDERSTATETYPE and D3DTEXTURESTAGESTATETYPE. */
const RENDER = {
  alphaTest: 15,
  alphaReference: 24,
  alphaFunction: 25,
  fog: 28,
  fogColor: 34,
  fogTableMode: 35,
  fogStart: 36,
  fogEnd: 37,
  fogDensity: 38,
  pointSize: 154,
  pointSprite: 156,
} as const;
const STAGE = { matrix: [7, 8, 9, 10], scale: 22, offset: 23, transform: 24 } as const;
/** D3DTTFF_PROJECTED */
const PROJECTED = 256;
const TEXEL = 'R32G32B32A32_FLOAT';
/** Formats that have all components, by the name that DXGI has for them. */
const SAME_FORMATS: Readonly<Record<string, string>> = {
  A8R8G8B8: 'B8G8R8A8_UNORM',
  A32B32G32R32F: TEXEL,
  A16B16G16R16F: 'R16G16B16A16_FLOAT',
};
const VECTOR_BYTES = 16;

/**
 * The trial of a request.
 *
 * @throws NoTrial where a shader is not translated
 */
export function trialOfRequest9({ commands }: D3d9Request, options: TranslateOptions): GpuTrial {
  return new Maker(commands, options).trial();
}

class Maker {
  readonly #resources: GpuResource[] = [];
  readonly #render = new Map<number, number>();
  /** By stage and number of the state. */
  readonly #stages = new Map<string, number>();

  constructor(
    private readonly commands: readonly D3d9Command[],
    private readonly options: TranslateOptions,
  ) {
    for (const { pairs } of this.#all('renderStates'))
      for (let i = 0; i < pairs.length; i += 2) this.#render.set(pairs[i]!, pairs[i + 1]!);
    for (const { stage, pairs } of this.#all('stageStates'))
      for (let i = 0; i < pairs.length; i += 2) this.#stages.set(`${stage} ${pairs[i]}`, pairs[i + 1]!);
  }

  #all<What extends D3d9Command['what']>(what: What): Of<What>[] {
    return this.commands.filter((command): command is Of<What> => command.what === what);
  }

  trial(): GpuTrial {
    const shaders = this.#all('shader').map(({ tokens }) => tokens);
    const { stages, diagnostics } = translate(shaders, { ...this.options, link: true, state9: this.#state() });
    if (stages.length < shaders.length) {
      const error = diagnostics.find(({ severity }) => severity === 'error');
      throw new NoTrial(`a shader is not translated: ${error?.code} ${error?.message}`);
    }
    const bindings = stages.flatMap((one) => one.map.bindings.flatMap((row) => this.#bind(one, row)));
    return {
      stages,
      resources: this.#resources,
      bindings,
      draw: this.#draw(stages),
      reads: this.#all('readTarget').map(({ target }) => ({ what: 'target', target })),
    };
  }

  /** The state that the code depends on. Projection of stages with an odd number is left to the uniform. */
  #state(): State9 {
    const samplers: LowerSm1Sampler[] = [];
    for (const { sampler, view } of this.#all('texture')) {
      const dimension = view.isCube ? 'textureCube' : view.texture.dimension === '3d' ? 'texture3D' : 'texture2D';
      samplers[sampler] = { dimension, ...(sampler % 2 === 0 && { isProjected: this.#isProjected(sampler) }) };
    }
    const fogMode = FOG_MODES[this.#render.get(RENDER.fogTableMode) ?? 0]!;
    const hasTest = this.#render.get(RENDER.alphaTest) === 1;
    const alphaFunction = this.#render.get(RENDER.alphaFunction) ?? ALPHA_FUNCTIONS.length;
    return {
      samplers,
      // Half of the functions are uniforms.
      ...(hasTest && { alphaTest: alphaFunction % 2 === 0 ? ALPHA_FUNCTIONS[alphaFunction - 1]! : 'runtime' }),
      ...(this.#render.get(RENDER.pointSprite) === 1 && { pointSprite: true, pointSize: 'state' }),
      ...(this.#render.get(RENDER.fog) === 1 && { fog: fogMode === 'none' ? 'vertex' : fogMode }),
    };
  }

  #isProjected(stage: number): boolean {
    return ((this.#stages.get(`${stage} ${STAGE.transform}`) ?? 0) & PROJECTED) !== 0;
  }

  // --- data
  // -----------------------------------------------------------------------------------------------------------

  #bind({ stage, map }: TranslatedStage, row: TranslationBinding): GpuBinding[] {
    switch (row.type) {
      case 'cbv':
        return [{ stage, row, resource: this.#buffer(this.#constants(stage, map, row)) }];
      case 'runtime':
        return [{ stage, row, resource: this.#buffer(this.#uniforms(row, map.runtimeUniforms)) }];
      case 'srv': {
        const view = this.#viewOf(row.register);
        const sampler = this.#all('sampler').find((one) => one.sampler === row.register);
        if (view?.isCube && sampler?.states.magFilter !== 1)
          throw new NoTrial('cubes of Direct3D 9 are not filtered across edges');
        if (view === undefined) return [];
        // In OpenGL a texture is one variable with its sampler.
        const bound = row.sampler === undefined ? undefined : this.#samplerOf(row.sampler.register);
        return [{ stage, row, resource: this.#texture(view), ...(bound !== undefined && { sampler: bound }) }];
      }
      case 'sampler': {
        const sampler = this.#samplerOf(row.register);
        return sampler === undefined ? [] : [{ stage, row, sampler }];
      }
      default:
        return [];
    }
  }

  #viewOf(register: number): TextureView | undefined {
    return this.#all('texture').find(({ sampler }) => sampler === register)?.view;
  }

  #samplerOf(register: number): Sampler | undefined {
    const found = this.#all('sampler').find(({ sampler }) => sampler === register);
    return found && samplerOf(found.states, this.#viewOf(register));
  }

  #buffer(bytes: Uint8Array): number {
    return this.#resources.push({ kind: 'buffer', bytes }) - 1;
  }

  #constants(
    stage: TranslatedStage['stage'],
    { profile }: TranslatedStage['map'],
    row: TranslationBinding,
  ): Uint8Array {
    const set = this.#all('constants').filter((one) => one.stage === stage);
    return constantBytes9(set, profile, row.minSize ?? 0, this.options.to);
  }

  #uniforms(row: TranslationBinding, list: TranslatedStage['map']['runtimeUniforms']): Uint8Array {
    const words = new Uint32Array((row.minSize ?? 0) / 4);
    for (const { name, offset, variable } of list) {
      const isMatch = variable === undefined ? row.register === 0 : row.name === variable;
      if (isMatch) words.set(this.#uniform(name), offset / 4);
    }
    return new Uint8Array(words.buffer);
  }

  /** The words of a state by its name. */
  #uniform(name: string): number[] {
    const { width, height } = this.#all('targets')[0]!;
    const render = (state: number) => this.#render.get(state) ?? 0;
    const color = render(RENDER.fogColor);
    const [, stem, number] = /^(.*?)(\d*)$/.exec(name)!;
    const stage = (state: number) => this.#stages.get(`${number} ${state}`) ?? 0;
    const values: Readonly<Record<string, () => number[]>> = {
      half_pixel: () => [1 / width, 1 / height].map(bitsOfFloat),
      alpha_reference: () => [bitsOfFloat(Math.fround(render(RENDER.alphaReference) / 255))],
      alpha_function: () => [render(RENDER.alphaFunction)],
      fog_color: () => [16, 8, 0].map((shift) => bitsOfFloat(Math.fround(((color >> shift) & 0xff) / 255))),
      point_size: () => [render(RENDER.pointSize)],
      point_size_min: () => [bitsOfFloat(1)],
      point_size_max: () => [bitsOfFloat(64)],
      fog_start: () => [render(RENDER.fogStart)],
      fog_end: () => [render(RENDER.fogEnd)],
      fog_density: () => [render(RENDER.fogDensity)],
      bump_matrix: () => STAGE.matrix.map(stage),
      bump_scale: () => [stage(STAGE.scale)],
      bump_offset: () => [stage(STAGE.offset)],
      projected: () => [bitsOfFloat(this.#isProjected(Number(number)) ? 1 : 0)],
    };
    const word = runtimeWord(name);
    if (word !== undefined) return [word];
    const value = values[stem!];
    if (value === undefined) throw new NoTrial(`no value for the runtime uniform ${name}`);
    return value();
  }

  #texture(view: TextureView): number {
    const original = view.texture;
    const same = SAME_FORMATS[original.format.name];
    const { texture, name } = same === undefined ? asFloats(view) : { texture: original, name: same };
    const { dimension, width, height, depth, layers, mips, subresources, bytes } = texture;
    const { blockBytes: texelBytes } = texture.format;
    const sizes = { width, height, depth, layers, mips, isCube: view.isCube };
    return (
      this.#resources.push({ kind: 'texture', dimension, format: name, texelBytes, ...sizes, subresources, bytes }) - 1
    );
  }

  // --- the draw
  // -------------------------------------------------------------------------------------------------------

  #draw(stages: readonly TranslatedStage[]): GpuDraw {
    const [{ primitives, count }] = this.#all('draw') as [Of<'draw'>];
    const isPoints = primitives === PRIMITIVES.points;
    if (isPoints && (this.options.to ?? 'wgsl') === 'wgsl') throw new NoTrial('points have no size');
    const [{ width, height, formats }] = this.#all('targets') as [Of<'targets'>];
    return {
      topology: isPoints ? 'point-list' : 'triangle-list',
      inputs: this.#inputs(stages),
      vertices: isPoints ? count : 3 * count,
      instances: 1,
      baseVertex: 0,
      width,
      height,
      targets: formats.map(() => ({ format: TEXEL, texelBytes: VECTOR_BYTES, clear: [0, 0, 0, 0] })),
    };
  }

  /** The values of each location, by usage. */
  #inputs(stages: readonly TranslatedStage[]): GpuVertexInput[] {
    const [{ elements }] = this.#all('layout') as [Of<'layout'>];
    const [{ data }] = this.#all('vertices') as [Of<'vertices'>];
    const stride = 4 * elements.length;
    return stages
      .find(({ stage }) => stage === 'vs')!
      .map.inputs.flatMap(({ semantic, index, location }) => {
        const at = elements.findIndex((one) => SM1_USAGES[one.usage] === semantic && one.index === index);
        if (location === undefined || at < 0) return [];
        const words: number[] = [];
        for (let first = 4 * at; first < data.length; first += stride) words.push(...data.subarray(first, first + 4));
        const bytes = new Uint8Array(Uint32Array.from(words).buffer);
        return [{ semantic, index, location, format: TEXEL, bytes }];
      });
  }
}

/**
 * Without a filter of levels, Direct3D 9 reads the first one that the sampler allows. The border is that of the
 * texture's own format, also where the texture has another one here.
 */
function samplerOf(states: LegacySamplerStates, view: TextureView | undefined): Sampler {
  const { sampler } = legacySampler(states);
  const levels = sampler.mipFilter === 'none' ? ({ mipFilter: 'point', maxLod: sampler.minLod } as const) : {};
  if (view === undefined) return { ...sampler, ...levels };
  const words = new Uint32Array(4);
  borderTexel(view.texture.format, sampler, words);
  const [red, green, blue, alpha] = new Float32Array(words.buffer);
  return { ...sampler, ...levels, border: [red!, green!, blue!, alpha!] };
}

/** The texels as Direct3D 9 reads them: components that the format does not have are 1. */
function asFloats(view: TextureView): { readonly texture: Texture; readonly name: string } {
  const { dimension, width, height, depth, layers, mips } = view.texture;
  const { texture } = createTexture({ dimension, format: dxgiFormat(TEXEL)!, width, height, depth, layers, mips });
  const texel = new Uint32Array(4);
  for (let layer = 0; layer < layers; layer++)
    for (let mip = 0; mip < mips; mip++) {
      const to = texture!.subresources[layer * mips + mip]!;
      const words = new Uint32Array(texture!.bytes.buffer, texture!.bytes.byteOffset + to.offset, to.bytes / 4);
      for (let i = 0; i < words.length / 4; i++) {
        const [x, y] = [i % to.width, Math.floor(i / to.width) % to.height];
        view.fetch(mip, layer, x, y, Math.floor(i / (to.width * to.height)), 0, texel);
        words.set(texel, 4 * i);
      }
    }
  return { texture: texture!, name: TEXEL };
}
