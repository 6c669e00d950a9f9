/**
 * The answers to a WebAssembly module that asks for views, samplers and inputs at other positions: the functions of
 * src/vm/texture, with operands and results in the memory of the module.
 *
 * A call is made ready once: its view, its sampler and the words of its operands are looked up when the module is
 * instantiated.
 */
import { ARGUMENTS_ADDRESS, REGISTER_BYTES, RESULT_ADDRESS, type WasmCall } from '../../emit/wasm/plan.ts';
import { type IrBinding, type IrModule, type IrOpName, Op } from '../../ir/index.ts';
import { OP_RULES } from '../../ir/type-rules.ts';
import { bitsOfFloat } from '../../numerics/conversion.ts';
import type { Bindings, BoundView, BufferMemory, ClassInstance } from '../bindings.ts';
import { LANES, LaneWords, REGISTER_WORDS, type RegisterFile } from '../lanes.ts';
import type { Sm1Sampling, Sm1Textures } from '../sm1/quad.ts';
import type { Interpolator } from '../sm4/quad.ts';
import { gather4 } from '../texture/gather.ts';
import { BufferView, load, loadBuffer } from '../texture/load.ts';
import { type LodSource, queryLod, sample } from '../texture/sample.ts';
import { DEFAULT_SAMPLER, type SampleRegister, SampleRequest, type Sampler } from '../texture/sampler.ts';
import { resourceInfo, sampleCount, samplePosition, TextureView } from '../texture/texture-view.ts';
import { memoryOperation, READS } from './host-memory.ts';

/** Answers a call for the lanes that run, and of them those that write. */
type Answer = (lanes: number, writers: number) => void;

/** The vertices that a lane emits. */
export interface VertexSink {
  /** Returns whether the program ends. */
  emit(stream: number, lane: number): boolean;
  cut(stream: number): void;
}

/** The shader's surroundings that calls read. */
export interface WasmSurroundings {
  readonly bindings: Bindings;
  readonly shared: readonly (BufferMemory | undefined)[];
  /** The file of each input of the module. */
  readonly inputs: readonly (RegisterFile | undefined)[];
  rasterizerSamples: number;
  interpolator: Interpolator | undefined;
  /** Gets the vertices of geometry shaders. */
  readonly sink: VertexSink | undefined;
  /** Textures of models 1 to 3. */
  readonly stages?: Sm1Textures | undefined;
}

const ARGUMENTS = ARGUMENTS_ADDRESS / 4;
const ARGUMENT_WORDS = REGISTER_BYTES / 4;
const RESULT = RESULT_ADDRESS / 4;
/** The coordinate that is the level of a read by integer coordinates. */
const LEVEL = 3;

const texel = new Uint32Array(4);

export class WasmHost {
  readonly #answers: readonly Answer[];
  readonly #words: Uint32Array;

  constructor(
    private readonly module: IrModule,
    calls: readonly WasmCall[],
    memory: ArrayBuffer,
    private readonly around: WasmSurroundings,
  ) {
    this.#words = new Uint32Array(memory);
    this.#answers = calls.map((call) => this.#answer(call));
  }

  /** The import of the module. */
  readonly call = (index: number, lanes: number, writers: number): void => this.#answers[index]!(lanes, writers);

  #argument(i: number): Uint32Array {
    const start = ARGUMENTS + ARGUMENT_WORDS * i;
    return this.#words.subarray(start, start + ARGUMENT_WORDS);
  }

  get #result(): Uint32Array {
    return this.#words.subarray(RESULT, RESULT + ARGUMENT_WORDS);
  }

  #answer(call: WasmCall): Answer {
    const { name } = call;
    if (name === 'emit' || name === 'cut') return this.#vertices(call);
    if (name.startsWith('eval.')) return this.#evaluation(call);
    if (name.startsWith('cb.')) return this.#constants(call);
    if (name.startsWith('instance.')) return this.#instance(call);
    if (name.startsWith('tex.')) return this.#texture(call);
    return this.#memory(call);
  }

  // --- views --------------------------------------------------------------------------------------------------------

  #viewAt({ kind, register, space }: IrBinding, index: number): BoundView | undefined {
    const { bindings, shared } = this.around;
    if (kind === 'group') return shared[register];
    const table = kind === 'uav' ? bindings.unorderedAccess : bindings.resources;
    return table.get((register + index) | 0, space);
  }

  #samplerAt(binding: IrBinding | undefined, index: number): Sampler {
    if (binding === undefined) return DEFAULT_SAMPLER;
    return this.around.bindings.samplers.get((binding.register + index) | 0, binding.space) ?? DEFAULT_SAMPLER;
  }

  /**
   * Returns a function that calls `read` with the view and the sampler: once for all lanes if they name the same ones,
   * else lane by lane.
   */
  #forEachView(
    { name, access }: WasmCall,
    read: (lanes: number, view: BoundView | undefined, sampler: Sampler) => void,
  ): (lanes: number) => void {
    const { hasClamp, isIndexed, isSamplerIndexed } = access;
    let next = OP_RULES[Op[name]]!.required + (hasClamp ? 1 : 0);
    const index = isIndexed ? this.#argument(next++) : undefined;
    const samplerIndex = isSamplerIndexed ? this.#argument(next) : undefined;
    const binding = this.module.bindings[access.binding];
    const sampler = this.module.bindings[access.sampler];
    if (index === undefined && samplerIndex === undefined) {
      const [view, state] = [binding && this.#viewAt(binding, 0), this.#samplerAt(sampler, 0)];
      return (lanes) => read(lanes, view, state);
    }
    return (lanes) => {
      for (let lane = 0; lane < LANES; lane++)
        if (lanes & (1 << lane))
          read(
            1 << lane,
            binding && this.#viewAt(binding, index?.[lane] ?? 0),
            this.#samplerAt(sampler, samplerIndex?.[lane] ?? 0),
          );
    };
  }

  // --- textures -----------------------------------------------------------------------------------------------------

  #texture(call: WasmCall): Answer {
    const { name } = call;
    if (this.module.bindings[call.access.binding]?.kind === 'stage') return this.#stage(call);
    if (name === 'tex.size' || name === 'tex.samples' || name === 'tex.samplepos') return this.#query(call);
    const request = this.#request(call);
    const { words } = request;
    const width = LANES * call.widths[0]!;
    const levels = name === 'tex.fetch' ? this.#argument(1) : undefined;
    const read = textureRead(call);
    const readViews = this.#forEachView(call, (lanes, view, sampler) => {
      request.lanes = lanes;
      read(view, sampler, request);
    });
    return (lanes) => {
      // Views may have more axes than the program declares.
      for (let i = width; i < REGISTER_WORDS; i++) words[i] = 0;
      if (levels !== undefined) for (let i = 0; i < LANES; i++) words[LEVEL * LANES + i] = levels[i]!;
      readViews(lanes);
    };
  }

  /** The request of a read, whose operands are the arguments of the call. */
  #request({ name, access }: WasmCall): SampleRequest {
    const registers = { coordinates: this.#argument(0), result: this.#result };
    for (const [i, register] of (SAMPLE_OPERANDS[name] ?? []).entries())
      Object.assign(registers, { [register]: this.#argument(i + 1) });
    if (access.hasClamp) Object.assign(registers, { clamp: this.#argument(OP_RULES[Op[name]]!.required) });
    const request = new SampleRequest(registers);
    if ('offsets' in registers) return request;
    for (const [i, offset] of access.offsets.entries()) request.offsets.fill(offset, i * LANES, (i + 1) * LANES);
    return request;
  }

  /** A read of Direct3D 9: the bias or the level is the last coordinate. */
  #stage({ name, access, widths }: WasmCall): Answer {
    const { register } = this.module.bindings[access.binding]!;
    const [at, texel] = [new LaneWords(REGISTER_WORDS), new LaneWords(REGISTER_WORDS)];
    const how = SAMPLINGS[name]!;
    const coordinates = this.#argument(0).subarray(0, LANES * Math.min(widths[0]!, 3));
    const last = this.#argument(1).subarray(0, LANES);
    const gradients = [new LaneWords(REGISTER_WORDS), new LaneWords(REGISTER_WORDS)] as const;
    const slopes = [1, 2].map((i) => this.#argument(i).subarray(0, LANES * (widths[i] ?? 0)));
    const result = this.#result;
    return () => {
      at.words.fill(0);
      at.words.set(coordinates);
      if (how === 'bias' || how === 'level') at.words.set(last, 3 * LANES);
      if (how === 'gradients') for (const i of [0, 1] as const) gradients[i].words.set(slopes[i]!);
      this.around.stages!.sample(register, at, how, texel, how === 'gradients' ? gradients : undefined);
      result.set(texel.words);
    };
  }

  #query(call: WasmCall): Answer {
    const { name, width, access } = call;
    const operand = this.#argument(0);
    const result = this.#result;
    const isUnordered = this.module.bindings[access.binding]?.kind === 'uav';
    const read = this.#forEachView(call, (lanes, view) => {
      const texture = textureOf(view);
      for (let lane = 0; lane < LANES; lane++) {
        if ((lanes & (1 << lane)) === 0) continue;
        texel.fill(0);
        const samples = access.binding < 0 ? this.around.rasterizerSamples : sampleCount(texture);
        if (name === 'tex.size') resourceInfo(texture, operand[lane]!, 'uint', texel, isUnordered);
        else if (name === 'tex.samples') texel[0] = samples;
        else {
          const [x, y] = samplePosition(samples, operand[lane]!);
          texel[0] = bitsOfFloat(x);
          texel[1] = bitsOfFloat(y);
        }
        for (let i = 0; i < width; i++) result[i * LANES + lane] = texel[i]!;
      }
    });
    return (lanes) => read(lanes);
  }

  // --- buffers and views for unordered access -----------------------------------------------------------------------

  #memory(call: WasmCall): Answer {
    const { name, widths, width, access } = call;
    const isWrite = !READS.has(name);
    const operands = widths.map((_, i) => this.#argument(i));
    const result = this.#result;
    const word = (i: number, lane: number, component = 0) => operands[i]![component * LANES + lane]!;
    const one = memoryOperation(name);
    const read = this.#forEachView(call, (lanes, view) => {
      for (let lane = 0; lane < LANES; lane++)
        if (lanes & (1 << lane)) one({ view, lane, word, widths, width, result, offsets: access.offsets });
    });
    return (lanes, writers) => {
      for (let i = 0; i < width * LANES; i++) result[i] = 0;
      read(isWrite ? writers : lanes);
    };
  }

  // --- constants and class instances --------------------------------------------------------------------------------

  /** Constants of a binding that lanes select: by its index in a range, or by its slot. */
  #constants({ name, element, component, width }: WasmCall): Answer {
    const isRange = name === 'cb.load';
    const { register, space } = isRange ? this.module.bindings[element]! : { register: 0, space: 0 };
    const slots = this.#argument(isRange ? 1 : 0);
    const rows = this.#argument(isRange ? 0 : 1);
    const result = this.#result;
    const { constantBuffers } = this.around.bindings;
    return () => {
      for (let lane = 0; lane < LANES; lane++) {
        const words = constantBuffers.get((register + slots[lane]!) | 0, space);
        const row = rows[lane]! | 0;
        for (let i = 0; i < width; i++)
          result[i * LANES + lane] = row < 0 ? 0 : (words?.[4 * row + component + i] ?? 0);
      }
    };
  }

  /** A number of the class instance at an interface pointer. */
  #instance({ name }: WasmCall): Answer {
    const pointers = this.#argument(0);
    const result = this.#result;
    const read = INSTANCE_PARTS[name]!;
    const { instances } = this.around.bindings;
    return () => {
      for (let lane = 0; lane < LANES; lane++) result[lane] = read(instances.get(pointers[lane]! | 0));
    };
  }

  // --- vertices of geometry shaders ---------------------------------------------------------------------------------

  #vertices({ name, element }: WasmCall): Answer {
    const result = this.#result;
    return (lanes) => {
      const { sink } = this.around;
      result[0] = 0;
      for (let lane = 0; lane < LANES; lane++) {
        if ((lanes & (1 << lane)) === 0) continue;
        if (name === 'cut') sink?.cut(element);
        else if (sink?.emit(element, lane)) result[0] = 1;
      }
    };
  }

  // --- inputs at other positions ------------------------------------------------------------------------------------

  #evaluation({ name, element, component, width }: WasmCall): Answer {
    const operand = this.#argument(0);
    const result = this.#result;
    const { register } = this.module.inputs[element]!;
    const file = this.around.inputs[element];
    const base = file?.baseOf(register) ?? -1;
    return () => {
      const { interpolator } = this.around;
      for (let lane = 0; lane < LANES; lane++) {
        const at = interpolator === undefined ? undefined : positionOf(name, interpolator, operand, lane);
        for (let i = 0; i < width; i++)
          result[i * LANES + lane] =
            at !== undefined
              ? interpolator!.word(register, component + i, lane, at[0], at[1])
              : base < 0
                ? 0
                : file!.words[base + (component + i) * LANES + lane]!;
      }
    };
  }
}

/** No class has this number. */
const NO_CLASS = 0xffff_ffff;

const INSTANCE_PARTS: Readonly<Partial<Record<IrOpName, (instance: ClassInstance | undefined) => number>>> = {
  'instance.table': (one) => one?.table ?? NO_CLASS,
  'instance.constants': (one) => one?.constantBuffer ?? 0,
  'instance.offset': (one) => one?.constantOffset ?? 0,
  'instance.texture': (one) => one?.texture ?? 0,
  'instance.sampler': (one) => one?.sampler ?? 0,
};

/** Sixteenths of a pixel; the offset is a signed number of four bits. */
const OFFSET_UNIT = 1 / 16;

function positionOf(
  name: IrOpName,
  interpolator: Interpolator,
  operand: Uint32Array,
  lane: number,
): readonly [x: number, y: number] {
  if (name === 'eval.centroid') return interpolator.centroid(lane);
  if (name === 'eval.sample') return interpolator.sample(operand[lane]!);
  const snapped = (word: number) => ((word << 28) >> 28) * OFFSET_UNIT;
  return [snapped(operand[lane]!), snapped(operand[LANES + lane]!)];
}

/** The operands of each operation after the coordinates. */
const SAMPLE_OPERANDS: Readonly<Partial<Record<IrOpName, readonly SampleRegister[]>>> = {
  'tex.sample.bias': ['lod'],
  'tex.sample.level': ['lod'],
  'tex.sample.grad': ['ddx', 'ddy'],
  'tex.sample.cmp': ['reference'],
  'tex.sample.cmp.zero': ['reference'],
  'tex.gather.cmp': ['reference'],
  'tex.gather.offset': ['offsets'],
  'tex.gather.offset.cmp': ['offsets', 'reference'],
  'tex.fetch.sample': ['sampleIndex'],
};

const SAMPLINGS: Readonly<Partial<Record<IrOpName, Sm1Sampling>>> = {
  'tex.sample': 'implicit',
  'tex.sample.bias': 'bias',
  'tex.sample.level': 'level',
  'tex.sample.grad': 'gradients',
};

/** Where each operation has its level of detail from. */
const SAMPLE_SOURCES: Readonly<Partial<Record<IrOpName, LodSource>>> = {
  'tex.sample': 'implicit',
  'tex.sample.bias': 'bias',
  'tex.sample.level': 'level',
  'tex.sample.grad': 'gradient',
  'tex.sample.cmp': 'implicit',
  'tex.sample.cmp.zero': 'zero',
};

/** Reads a view as a request says, and writes the result to it. */
type TextureRead = (view: BoundView | undefined, sampler: Sampler, request: SampleRequest) => void;

/** The function of an operation that reads a texture. */
export function textureRead({ name, access }: Pick<WasmCall, 'name' | 'access'>): TextureRead {
  const source = SAMPLE_SOURCES[name];
  if (source !== undefined) {
    const isComparison = name.includes('.cmp');
    return (view, sampler, request) => sample(textureOf(view), sampler, request, source, isComparison);
  }
  if (name.startsWith('tex.gather')) {
    const options = {
      component: access.channel,
      isComparison: name.endsWith('.cmp'),
      hasOffsetOperand: name.includes('.offset'),
    };
    return (view, sampler, request) => gather4(textureOf(view), sampler, request, options);
  }
  if (name === 'tex.lod') return (view, sampler, request) => queryLod(textureOf(view), sampler, request);
  return (view, _, request) =>
    view instanceof BufferView ? loadBuffer(view, request) : load(textureOf(view), request, false);
}

function textureOf(view: BoundView | undefined): TextureView | undefined {
  return view instanceof TextureView ? view : undefined;
}
