/**
 * The environment of modules that are compared with the interpreter: the registers and bindings of the interpreter
 * itself. Reads of views are done by the same functions, so that only what is between them can differ.
 */

import {
  type IrBinding,
  type IrElementKind,
  type IrEnvironment,
  type IrModule,
  Op,
  type ResourceRequest,
} from '../../src/ir/index.ts';
import { OP_RULES } from '../../src/ir/type-rules.ts';
import { SM4_OPERAND_TYPES, SM4_SPECIAL_INPUTS, type Sm4OperandTypeName } from '../../src/isa/sm4/operands.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { type Bindings, type BoundView, BufferMemory } from '../../src/vm/bindings.ts';
import { LANES, type RegisterFile } from '../../src/vm/lanes.ts';
import { BufferView, load, loadBuffer, storeElement, storeTexel } from '../../src/vm/texture/load.ts';
import { DEFAULT_SAMPLER, SampleRequest } from '../../src/vm/texture/sampler.ts';
import { resourceInfo, sampleCount, samplePosition, TextureView } from '../../src/vm/texture/texture-view.ts';
import { INPUT_TYPES } from '../../src/vm/wasm/compile.ts';
import { textureRead } from '../../src/vm/wasm/host.ts';
import { changeWord } from './vm-atomics.ts';

/** The operand types of inputs without a number. */
const SPECIAL_INPUTS: Readonly<Record<string, Sm4OperandTypeName>> = SM4_SPECIAL_INPUTS;

const request = new SampleRequest();
const texel = new Uint32Array(4);

export class VmEnvironment implements IrEnvironment {
  readonly #module: IrModule;
  readonly #bindings: Bindings;
  readonly #files: readonly (RegisterFile | undefined)[];
  readonly #shared: readonly (BufferMemory | undefined)[];

  constructor(
    module: IrModule,
    bindings: Bindings,
    files: readonly (RegisterFile | undefined)[] = [],
    shared: readonly (BufferMemory | undefined)[] = [],
  ) {
    this.#module = module;
    this.#bindings = bindings;
    this.#files = files;
    this.#shared = shared;
  }

  input(
    kind: IrElementKind,
    special: string | undefined,
    register: number,
    component: number,
    vertex: number,
    lane: number,
  ): number {
    const names = special === undefined ? INPUT_TYPES[kind] : [SPECIAL_INPUTS[special]!];
    const file = names.map((name) => this.#files[SM4_OPERAND_TYPES[name].code]).find((one) => one !== undefined);
    const base = file?.baseOf(register, vertex) ?? -1;
    return base < 0 ? 0 : file!.words[base + component * LANES + lane]!;
  }

  /** Without a primitive an attribute is the same everywhere. */
  interpolate(_name: string, register: number, component: number, lane: number): number {
    return this.input('vertex', undefined, register, component, 0, lane);
  }

  constant(binding: number, index: number, row: number, component: number): number {
    const { register, space } = this.#module.bindings[binding]!;
    return this.#bindings.constantBuffers.get((register + index) | 0, space)?.[4 * row + component] ?? 0;
  }

  slotConstant(slot: number, row: number, component: number): number {
    return this.#bindings.constantBuffers.get(slot)?.[4 * row + component] ?? 0;
  }

  instance(pointer: number): readonly [number, number, number, number, number] {
    const one = this.#bindings.instances.get(pointer);
    // No class has this number.
    if (one === undefined) return [0xffff_ffff, 0, 0, 0, 0];
    return [one.table, one.constantBuffer, one.constantOffset, one.texture, one.sampler];
  }

  resource(one: ResourceRequest): void {
    const { access, operands } = one;
    let at = OP_RULES[Op[one.name]]!.required;
    const clamp = access.hasClamp ? operands[at++] : undefined;
    const index = access.isIndexed ? operands[at++] : undefined;
    const samplerIndex = access.isSamplerIndexed ? operands[at++] : undefined;
    const binding = this.#module.bindings[access.binding];
    for (let lane = 0; lane < LANES; lane++) {
      const isWriter = (one.writers & (1 << lane)) !== 0;
      const isReader = (one.lanes & (1 << lane)) !== 0;
      if (!isReader || (!isWriter && isWrite(one.name))) continue;
      const view = binding && this.#viewOf(binding, index?.[lane] ?? 0);
      const sampler = this.#module.bindings[access.sampler];
      const state =
        sampler && this.#bindings.samplers.get((sampler.register + (samplerIndex?.[lane] ?? 0)) | 0, sampler.space);
      request.lanes = 1 << lane;
      runLane(one, lane, view, state ?? DEFAULT_SAMPLER, clamp, binding?.kind === 'uav');
    }
  }

  #viewOf({ kind, register, space }: IrBinding, index: number): BoundView | undefined {
    if (kind === 'group') return this.#shared[register];
    const table = kind === 'uav' ? this.#bindings.unorderedAccess : this.#bindings.resources;
    return table.get((register + index) | 0, space);
  }
}

function isWrite(name: string): boolean {
  return /^(atomic|counter|buf\.(put|store)|img\.store)/.test(name);
}

type SamplerState = typeof DEFAULT_SAMPLER;

/** Does a request for one lane; `request.lanes` is that lane. */
function runLane(
  one: ResourceRequest,
  lane: number,
  view: BoundView | undefined,
  sampler: SamplerState,
  clamp: Uint32Array | undefined,
  isUnordered: boolean,
): void {
  const { name, operands, result } = one;
  const texture = view instanceof TextureView ? view : undefined;
  if (name.startsWith('tex.') && !QUERIES.has(name)) {
    fillRequest(one, clamp);
    textureRead(one)(view, sampler, request);
    for (let i = 0; i < 4; i++) result[i * LANES + lane] = request.result[i * LANES + lane]!;
    return;
  }
  texel.fill(0);
  if (name === 'tex.size') resourceInfo(texture, operands[0]![lane]!, 'uint', texel, isUnordered);
  else if (name === 'tex.samples') texel[0] = one.access.binding < 0 ? 1 : sampleCount(texture);
  else if (name === 'tex.samplepos') {
    const samples = one.access.binding < 0 ? 1 : sampleCount(texture);
    const [x, y] = samplePosition(samples, operands[0]![lane]!);
    texel[0] = bitsOfFloat(x);
    texel[1] = bitsOfFloat(y);
  } else if (name === 'buf.size')
    texel[0] = view instanceof BufferMemory ? view.size : view instanceof BufferView ? view.count : 0;
  else {
    runMemory(one, lane, view);
    return;
  }
  for (let i = 0; i < one.width; i++) result[i * LANES + lane] = texel[i]!;
}

const QUERIES: ReadonlySet<string> = new Set(['tex.size', 'tex.samples', 'tex.samplepos']);

function fillRequest({ operands, access, name }: ResourceRequest, clamp: Uint32Array | undefined): void {
  request.words.set(operands[0]!);
  request.clamp.fill(Number.NEGATIVE_INFINITY);
  if (clamp !== undefined) request.clamp.set(floatsOf(clamp).subarray(0, LANES));
  for (let i = 0; i < 3; i++) request.offsets.fill(access.offsets[i]!, i * LANES, (i + 1) * LANES);
  const second = operands[1];
  if (second === undefined) return;
  if (name === 'tex.sample.bias' || name === 'tex.sample.level') request.lod.set(floatsOf(second).subarray(0, LANES));
  else if (name === 'tex.sample.grad') {
    request.ddx.set(floatsOf(second));
    request.ddy.set(floatsOf(operands[2]!));
  } else if (name.startsWith('tex.gather.offset')) {
    request.offsets.set(second);
    if (name === 'tex.gather.offset.cmp') request.reference.set(floatsOf(operands[2]!).subarray(0, LANES));
  } else if (name === 'tex.fetch') {
    request.sampleIndex.fill(0);
    request.words.set(second.subarray(0, LANES), 3 * LANES);
  } else if (name === 'tex.fetch.sample') {
    request.words.fill(0, 3 * LANES);
    request.sampleIndex.set(second.subarray(0, LANES));
  } else request.reference.set(floatsOf(second).subarray(0, LANES));
}

function floatsOf(words: Uint32Array): Float32Array {
  return new Float32Array(words.slice(0, 16).buffer);
}

/** Loads, stores and atomic operations. */
function runMemory(one: ResourceRequest, lane: number, view: BoundView | undefined): void {
  const { name, operands, result, width, widths } = one;
  const word = (i: number, component = 0) => operands[i]![component * LANES + lane]!;
  if (name === 'buf.fetch' || name === 'img.load') {
    request.words.set(operands[0]!);
    request.words.fill(0, 3 * LANES);
    for (let i = 0; i < 3; i++) request.offsets.fill(one.access.offsets[i]!, i * LANES, (i + 1) * LANES);
    request.sampleIndex.fill(0);
    const isImage = name === 'img.load';
    if (view instanceof BufferView) loadBuffer(view, request);
    else load(view instanceof TextureView ? view : undefined, request, isImage);
    for (let i = 0; i < 4; i++) result[i * LANES + lane] = request.result[i * LANES + lane]!;
  } else if (name === 'buf.put' || name === 'img.store') {
    for (let i = 0; i < 4; i++) texel[i] = word(1, i);
    if (view instanceof BufferView) storeElement(view, word(0), texel);
    else if (view instanceof TextureView) {
      const { axes } = view;
      const layer = view.isArray || view.isCube ? word(0, axes) : 0;
      storeTexel(view, word(0), axes > 1 ? word(0, 1) : 0, axes > 2 ? word(0, 2) : 0, layer, texel);
      view.texture.changed();
    }
  } else if (name.startsWith('counter')) {
    if (!(view instanceof BufferMemory)) return;
    const previous = view.counter;
    view.counter = (previous + (name === 'counter.next' ? 1 : -1)) >>> 0;
    result[lane] = name === 'counter.next' ? previous : view.counter;
  } else if (name.startsWith('atomic'))
    result[lane] = changeWord(
      name,
      view,
      Array.from({ length: widths[0]! }, (_, i) => word(0, i)),
      word(1),
      name === 'atomic.compare' ? word(2) : 0,
    );
  else if (view instanceof BufferMemory) {
    const isRaw = name.endsWith('.raw');
    const isStore = name.startsWith('buf.store');
    const value = isRaw ? 1 : 2;
    for (let i = 0; i < (isStore ? widths[value]! : width); i++) {
      const at = isRaw ? view.rawIndex(word(0) + 4 * i) : view.structuredIndex(word(0), word(1) + 4 * i);
      if (isStore) {
        if (at >= 0) view.words[at] = word(value, i);
      } else result[i * LANES + lane] = at < 0 ? 0 : view.words[at]!;
    }
  }
}
