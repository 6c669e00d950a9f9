/**
 * Trials from requests to the executor for Direct3D 11: the same shaders, translated, with the same data. So every
 * family of random programs for that executor (../wine) runs on others, too.
 *
 * Not for: draws whose subject is not a shader (depth, stencil, blending).
 */
import { dxgiFormat } from '../../src/formats/formats.ts';
import {
  type BindingChoice,
  type TranslatedStage,
  type TranslateOptions,
  type TranslationBinding,
  type TranslationMap,
  translate,
} from '../../src/translate/index.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';
import type { D3d11Command, Stage } from '../../tools/executor/d3d11-commands.ts';
import { type D3d11Request, TOPOLOGY } from '../../tools/executor/d3d11-request.ts';
import type {
  GpuBinding,
  GpuDraw,
  GpuRead,
  GpuResource,
  GpuTexture,
  GpuTrial,
  GpuVertexInput,
} from '../../tools/gpu/trial.ts';
import { WEBGPU_FORMATS } from '../../tools/gpu/webgpu/formats.ts';
import { resourceWord, runtimeWord } from './runtime-uniforms.ts';

/** Why a request has no trial. */
export class NoTrial extends Error {
  override readonly name = 'NoTrial';
}

type Of<What extends D3d11Command['what']> = Extract<D3d11Command, { readonly what: What }>;

const D3D_TOPOLOGIES: Readonly<Record<number, GpuDraw['topology']>> = {
  1: 'point-list',
  2: 'line-list',
  3: 'line-strip',
  4: 'triangle-list',
  5: 'triangle-strip',
  10: 'line-list-adj',
  11: 'line-strip-adj',
  12: 'triangle-list-adj',
  13: 'triangle-strip-adj',
};

/**
 * The trial of a request.
 *
 * @throws NoTrial where the request has something that trials have not, or a shader is not translated
 */
export function trialOfRequest({ commands }: D3d11Request, options: TranslateOptions): GpuTrial {
  return new Maker(commands, options).trial();
}

class Maker {
  readonly #resources: GpuResource[] = [];
  readonly #byId = new Map<number, number>();
  /** Counters, by the buffer that they belong to. */
  readonly #counters = new Map<number, number>();

  constructor(
    private readonly commands: readonly D3d11Command[],
    private readonly options: TranslateOptions,
  ) {}

  trial(): GpuTrial {
    for (const what of ['streamOutput', 'depthTarget'] as const)
      if (this.#all(what).length > 0) throw new NoTrial(`the trial has a ${what}`);
    const stages = translated(
      this.#all('shader').map(({ bytes }) => bytes),
      { ...this.options, bindings: this.#formats() },
    );
    for (const command of this.commands) this.#addResource(command);
    const bindings = stages.flatMap((one) => one.map.bindings.flatMap((row) => this.#bind(one, row)));
    const [dispatch] = this.#all('dispatch');
    return {
      stages,
      resources: this.#resources,
      bindings,
      ...(dispatch === undefined ? { draw: this.#draw(stages) } : { dispatch: dispatch.groups }),
      reads: this.commands.flatMap((command) => this.#read(command)),
    };
  }

  /** The formats of typed buffers and of textures that are written, which shaders do not say. */
  #formats(): BindingChoice[] {
    const formats = new Map<number, string>();
    for (const { id, use } of this.#all('buffer'))
      if (use.kind === 'typed') formats.set(id, dxgiFormat(use.format ?? 0)!.name);
    for (const { id, view } of this.#all('texture')) formats.set(id, view.format.name);
    const rowsOf = (type: 'srv' | 'uav', views: readonly { readonly slot: number; readonly id: number }[]) =>
      views.flatMap(({ slot, id }): BindingChoice[] => {
        const format = WEBGPU_FORMATS[formats.get(id) ?? ''];
        return format === undefined ? [] : [{ type, register: slot, format }];
      });
    const rows = [...rowsOf('srv', this.#all('view')), ...rowsOf('uav', this.#all('unorderedView'))];
    // Stages have different registers, or the same view.
    return rows.filter(
      ({ type, register }, i) => rows.findIndex((one) => one.type === type && one.register === register) === i,
    );
  }

  #all<What extends D3d11Command['what']>(what: What): Of<What>[] {
    return this.commands.filter((command): command is Of<What> => command.what === what);
  }

  #add(resource: GpuResource): number {
    return this.#resources.push(resource) - 1;
  }

  #addResource(command: D3d11Command): void {
    if (command.what === 'buffer') this.#byId.set(command.id, this.#add({ kind: 'buffer', bytes: command.data }));
    else if (command.what === 'texture') {
      this.#byId.set(command.id, this.#add(textureResource(command.view, command.bytes)));
    } else if (command.what === 'unorderedView' && command.counter !== NO_COUNTER)
      this.#counters.set(command.id, this.#add({ kind: 'buffer', bytes: wordBytes([command.counter]) }));
  }

  /** Returns the bindings for a row of a map. */
  #bind({ stage, map }: TranslatedStage, row: TranslationBinding): GpuBinding[] {
    const at = (one: { readonly stage: Stage; readonly slot: number }) =>
      one.stage === stage && one.slot === row.register;
    switch (row.type) {
      case 'cbv': {
        const found = this.#all('constants').find(at);
        const bytes = found && new Uint8Array(found.data.buffer, found.data.byteOffset, found.data.byteLength);
        return bytes === undefined ? [] : [{ stage, row, resource: this.#add({ kind: 'buffer', bytes }) }];
      }
      case 'srv': {
        const found = this.#all('view').find(at);
        if (found === undefined) return [];
        // In OpenGL a texture is one variable with its sampler.
        const bound = this.#all('sampler').find((one) => one.stage === stage && one.slot === row.sampler?.register);
        return [
          { stage, row, resource: this.#byId.get(found.id)!, ...(bound !== undefined && { sampler: bound.sampler }) },
        ];
      }
      case 'uav': {
        const found = this.#all('unorderedView').find(({ slot }) => slot === row.register);
        const resources = row.role === 'counter' ? this.#counters : this.#byId;
        const resource = found && resources.get(found.id);
        return resource === undefined ? [] : [{ stage, row, resource }];
      }
      case 'sampler': {
        const found = this.#all('sampler').find(at);
        return found === undefined ? [] : [{ stage, row, sampler: found.sampler }];
      }
      case 'runtime':
        return [{ stage, row, resource: this.#add({ kind: 'buffer', bytes: this.#runtimeBytes(stage, map) }) }];
    }
  }

  #runtimeBytes(stage: Stage, map: TranslationMap): Uint8Array {
    return runtimeBytes(map, ({ register }) => {
      const found = this.#all('view').find((one) => one.stage === stage && one.slot === register);
      return found && this.#resources[this.#byId.get(found.id)!];
    });
  }

  #draw(stages: readonly TranslatedStage[]): GpuDraw {
    const [draw] = this.#all('draw');
    const [indexed] = this.#all('drawIndexed');
    const [indices] = this.#all('indices');
    const [targets] = this.#all('targets');
    const [viewport] = this.#all('viewport');
    const code = (draw ?? indexed)?.topology ?? 0;
    const controlPoints = code > TOPOLOGY.patches ? code - TOPOLOGY.patches : undefined;
    const topology = controlPoints === undefined ? D3D_TOPOLOGIES[code] : 'patch-list';
    if (topology === undefined || targets === undefined)
      throw new NoTrial('the topology is not drawn, or has no target');
    const { width, height, formats } = targets;
    const blends = this.#all('blend').flatMap(({ state }) =>
      state.targets.flatMap(({ color, alpha }) => [color, alpha ?? color]),
    );
    const isAdded = blends.some((one) => one !== undefined);
    if (
      isAdded &&
      !blends.every((one) => one?.source === 'one' && one.destination === 'one' && one.operation === 'add')
    )
      throw new NoTrial('a target is blended in another way than by adding');
    const coversTarget = viewport === undefined || isFull(viewport, width, height);
    if (!coversTarget) throw new NoTrial('the viewport is not the whole target');
    const clears = this.#all('clear');
    return {
      topology,
      ...(controlPoints !== undefined && { controlPoints }),
      inputs: this.#inputs(stages),
      vertices: draw?.vertices ?? indexed!.arguments.count,
      instances: draw?.instances ?? indexed!.arguments.instances,
      ...(indices !== undefined && { indices: indicesFrom(indices.buffer, indexed?.arguments.first ?? 0) }),
      baseVertex: indexed?.arguments.baseVertex ?? 0,
      isAdded,
      width,
      height,
      targets: formats.map((code, i) => {
        const { name, blockBytes } = dxgiFormat(code)!;
        const [r = 0, g = 0, b = 0, a = 0] = clears.find(({ target }) => target === i)?.color ?? [];
        return { format: name, texelBytes: blockBytes, clear: [r, g, b, a] };
      }),
    };
  }

  /** The values of each location, without what is between them in the vertex buffer. */
  #inputs(stages: readonly TranslatedStage[]): GpuVertexInput[] {
    const [layout] = this.#all('layout');
    const [vertices] = this.#all('vertices');
    if (layout === undefined || vertices === undefined) return [];
    const rows = stages.find(({ stage }) => stage === 'vs')?.map.inputs ?? [];
    return layout.elements.flatMap(({ name, index = 0, format, offset }) => {
      const row = rows.find((one) => one.semantic === name && one.index === index);
      if (row?.location === undefined) return [];
      const words: number[] = [];
      for (let at = offset >> 2; at < vertices.data.length; at += layout.stride >> 2)
        words.push(...vertices.data.subarray(at, at + 4));
      return [
        { semantic: name, index, location: row.location, format: dxgiFormat(format)!.name, bytes: wordBytes(words) },
      ];
    });
  }

  #read(command: D3d11Command): GpuRead[] {
    switch (command.what) {
      case 'readBuffer':
        return [{ what: 'buffer', resource: this.#byId.get(command.id)! }];
      case 'readCounter':
        return [{ what: 'buffer', resource: this.#counters.get(command.id)! }];
      case 'readTexture':
        return [{ what: 'texture', resource: this.#byId.get(command.id)!, subresource: command.subresource }];
      case 'readTarget':
        return [{ what: 'target', target: command.target }];
      default:
        return [];
    }
  }
}

/** The indices from the first one on that is drawn. */
function indicesFrom({ bits, bytes, offset }: Of<'indices'>['buffer'], first: number): NonNullable<GpuDraw['indices']> {
  return { bits, bytes: bytes.subarray(offset + (first * bits) / 8) };
}

const NO_COUNTER = 0xffff_ffff;

function isFull({ viewport, scissor }: Of<'viewport'>, width: number, height: number): boolean {
  const { x, y, minDepth, maxDepth } = viewport;
  const isTarget = x === 0 && y === 0 && viewport.width === width && viewport.height === height;
  const { left, top, right, bottom } = scissor;
  return isTarget && minDepth === 0 && maxDepth === 1 && left <= 0 && top <= 0 && right >= width && bottom >= height;
}

/**
 * The buffer of the runtime uniforms of a map.
 *
 * @param resourceOf what a row of the map gets
 * @throws NoTrial where a uniform has no value
 */
export function runtimeBytes(
  { bindings, runtimeUniforms }: TranslationMap,
  resourceOf: (row: TranslationBinding) => GpuResource | undefined,
): Uint8Array {
  const words = new Uint32Array(Math.max(0, ...runtimeUniforms.map(({ offset }) => (offset >> 2) + 1)));
  for (const { name, offset } of runtimeUniforms) {
    const value = runtimeWord(name) ?? resourceWord(name, bindings, resourceOf);
    if (value === undefined) throw new NoTrial(`no value for the runtime uniform ${name}`);
    words[offset >> 2] = value;
  }
  return new Uint8Array(words.buffer);
}

/** The texture of a view, which shows all of it. */
export function textureResource({ texture, isCube, format }: TextureView, bytes: Uint8Array): GpuTexture {
  const { dimension, width, height, depth, layers, mips, samples, subresources } = texture;
  if (texture.format.name !== format.name) throw new NoTrial('a view has another format than its texture');
  const sizes = { width, height, depth, layers, mips, isCube, ...(samples > 1 && { samples }) };
  return {
    kind: 'texture',
    dimension,
    format: format.name,
    texelBytes: format.blockBytes,
    ...sizes,
    subresources,
    bytes,
  };
}

/** The stages of a pipeline, linked. */
export function translated(shaders: readonly Uint8Array[], options: TranslateOptions): readonly TranslatedStage[] {
  const { stages, diagnostics } = translate(shaders, { ...options, link: shaders.length > 1 });
  if (stages.length === shaders.length) return stages;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  throw new NoTrial(`a shader is not translated: ${error?.code} ${error?.message}`);
}

export function wordBytes(words: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(words).buffer);
}
