/**
 * Trials as words for the executor of Vulkan: the size in bytes, then resources, bindings, stages, the dispatch or
 * draw, and reads, as resources.c, work.c and main.c read them. Numbers are those of Vulkan's enumerations. Bytes have
 * their size before them and end at a word boundary. An answer is a status, its size, and the results with their sizes,
 * or a text.
 */

import { bytesOf } from '../../../src/base/words.ts';
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import type { TranslationBinding } from '../../../src/translate/index.ts';
import type { Sampler } from '../../../src/vm/texture/sampler.ts';
import { COMPARISONS } from '../../../src/vm/texture/sampler.ts';
import { texelWords } from '../texel-words.ts';
import { type GpuBinding, type GpuDraw, type GpuResource, type GpuTrial, GpuUnsupported } from '../trial.ts';
import { DEPTH_FORMATS, VULKAN_FORMATS } from './formats.ts';

/** Of answers. */
export const STATUS = { done: 0, refused: 1, unsupported: 2 } as const;

/** `VkDescriptorType` */
const DESCRIPTORS: Readonly<Record<TranslationBinding['kind'], number>> = {
  sampler: 0,
  comparisonSampler: 0,
  texture: 2,
  depthTexture: 2,
  storageTexture: 3,
  texelBuffer: 4,
  storageTexelBuffer: 5,
  uniformBuffer: 6,
  storageBuffer: 7,
  readOnlyStorageBuffer: 7,
};

/** `VkShaderStageFlagBits` */
const STAGES: Readonly<Record<string, number>> = { vs: 1, hs: 2, ds: 4, gs: 8, ps: 16, cs: 32 };
/** `VkImageType` */
const IMAGE_TYPES = { '1d': 0, '2d': 1, '3d': 2 } as const;
/** `VkImageViewType` */
const VIEW_TYPES = { '1d': 0, '2d': 1, '3d': 2, cube: 3, '1d-array': 4, '2d-array': 5, 'cube-array': 6 } as const;
/** `VkPrimitiveTopology` */
const TOPOLOGIES: Readonly<Record<GpuDraw['topology'], number>> = {
  'point-list': 0,
  'line-list': 1,
  'line-strip': 2,
  'triangle-list': 3,
  'triangle-strip': 4,
  'line-list-adj': 6,
  'line-strip-adj': 7,
  'triangle-list-adj': 8,
  'triangle-strip-adj': 9,
  'patch-list': 10,
};
/** `VkSamplerAddressMode` */
const ADDRESSES: Readonly<Record<string, number>> = { wrap: 0, mirror: 1, clamp: 2, border: 3, 'mirror-once': 4 };

const NO_RESOURCE = 0xffff_ffff;

class Frame {
  readonly #words: number[] = [];

  word(...values: readonly number[]): void {
    for (const value of values) this.#words.push(value >>> 0);
  }

  float(...values: readonly number[]): void {
    for (const value of values) this.#words.push(bitsOfFloat(value) >>> 0);
  }

  words(values: Iterable<number>): void {
    for (const value of values) this.#words.push(value >>> 0);
  }

  /** Bytes, without their size. */
  bytes(bytes: Uint8Array): void {
    const padded = new Uint8Array((bytes.length + 3) & ~3);
    padded.set(bytes);
    this.words(new Uint32Array(padded.buffer));
  }

  sized(bytes: Uint8Array): void {
    this.word(bytes.length);
    this.bytes(bytes);
  }

  get complete(): Uint8Array {
    return new Uint8Array(Uint32Array.of(4 * this.#words.length, ...this.#words).buffer);
  }
}

function formatOf(name: string): number {
  const format = VULKAN_FORMATS[name];
  if (format === undefined) throw new GpuUnsupported(`no format of Vulkan for ${name}`);
  return format;
}

/** A frame of a trial. @throws GpuUnsupported for what Vulkan does not have */
export function frameOf(trial: GpuTrial): Uint8Array {
  const frame = new Frame();
  frame.word(trial.resources.length);
  for (const one of trial.resources) addResource(frame, one);
  frame.word(trial.bindings.length);
  for (const one of trial.bindings) addBinding(frame, one, trial);
  frame.word(trial.stages.length);
  for (const { stage, code } of trial.stages) {
    const words = code as unknown as Uint32Array;
    frame.word(STAGES[stage]!, words.length);
    frame.words(words);
  }
  if (trial.dispatch !== undefined) frame.word(0, ...trial.dispatch);
  else addDraw(frame, trial.draw!, trial);
  frame.word(trial.reads.length);
  for (const read of trial.reads) {
    if (read.what === 'buffer') frame.word(0, read.resource, 0, 0);
    else if (read.what === 'target') frame.word(2, read.target, 0, 0);
    else {
      const of = trial.resources[read.resource]!;
      const bytes = of.kind === 'texture' ? of.subresources[read.subresource]!.bytes : 0;
      frame.word(1, read.resource, read.subresource, bytes);
    }
  }
  return frame.complete;
}

function addResource(frame: Frame, one: GpuResource): void {
  if (one.kind === 'buffer') {
    frame.word(0);
    frame.sized(one.bytes);
    return;
  }
  const { dimension, width, height, depth, layers, mips, isCube, samples = 1, subresources } = one;
  frame.word(1, IMAGE_TYPES[dimension], VULKAN_FORMATS[one.format] ?? 0);
  frame.word(width, height, depth, layers, mips, Number(isCube), samples, subresources.length);
  for (const level of subresources) frame.word(level.offset, level.width, level.height, level.depth);
  frame.sized(samples > 1 ? bytesOf(texelWords(one)) : one.bytes);
}

function addBinding(
  frame: Frame,
  { stage, row, element = 0, count = 1, resource, sampler }: GpuBinding,
  trial: GpuTrial,
): void {
  const { group, binding, kind, viewDimension = '2d', minSize = 0 } = row;
  const of = resource === undefined ? undefined : trial.resources[resource];
  let format = 0;
  if (of?.kind === 'texture') {
    const isDepth =
      row.sampleType === 'depth' ||
      trial.bindings.some((one) => one.resource === resource && one.row.sampleType === 'depth');
    format = (isDepth ? DEPTH_FORMATS[of.format] : undefined) ?? formatOf(of.format);
  } else if (kind === 'texelBuffer' || kind === 'storageTexelBuffer') format = texelFormat(row);
  frame.word(group, binding, element, count, DESCRIPTORS[kind], STAGES[stage]!, resource ?? NO_RESOURCE);
  frame.word(VIEW_TYPES[viewDimension], format, minSize);
  if (sampler !== undefined) addSampler(frame, sampler, kind === 'comparisonSampler');
}

/** The format of the elements of a typed buffer: the row's, which is the one that the trial gave. */
function texelFormat({ format }: TranslationBinding): number {
  const found = Object.keys(VULKAN_FORMATS).find((name) => webgpuName(name) === format);
  if (found === undefined) throw new GpuUnsupported(`no format of Vulkan for elements of ${format}`);
  return VULKAN_FORMATS[found]!;
}

/** `R32G32_FLOAT` as `rg32float`. */
function webgpuName(dxgi: string): string {
  const [, channels = '', type = ''] = /^((?:[RGBA]\d+)+)_(\w+)$/.exec(dxgi) ?? [];
  const letters = channels.replace(/\d+/g, '').toLowerCase();
  return `${letters}${/\d+/.exec(channels)?.[0] ?? ''}${type.toLowerCase()}`;
}

function addSampler(frame: Frame, sampler: Sampler, compares: boolean): void {
  const isAnisotropic = sampler.minFilter === 'anisotropic';
  const linear = (filter: string) => Number(filter !== 'point' && filter !== 'none');
  frame.word(linear(sampler.magFilter), linear(sampler.minFilter), isAnisotropic ? 1 : linear(sampler.mipFilter));
  for (const mode of [sampler.addressU, sampler.addressV, sampler.addressW]) frame.word(ADDRESSES[mode]!);
  frame.float(sampler.lodBias, isAnisotropic ? sampler.maxAnisotropy : 1);
  frame.word(Number(compares), COMPARISONS.indexOf(sampler.comparison));
  frame.float(Math.max(sampler.minLod, 0), Math.min(sampler.maxLod, 1000));
  frame.float(...sampler.border);
}

function addDraw(frame: Frame, draw: GpuDraw, { stages }: GpuTrial): void {
  frame.word(1, TOPOLOGIES[draw.topology]);
  if (draw.controlPoints !== undefined) frame.word(draw.controlPoints);
  frame.word(draw.vertices, draw.instances, draw.baseVertex);
  frame.word(draw.indices?.bits ?? 0);
  frame.sized(draw.indices?.bytes ?? new Uint8Array(0));
  frame.word(draw.inputs.length);
  for (const { location, format, bytes } of draw.inputs) {
    frame.word(location, formatOf(format));
    frame.sized(bytes);
  }
  frame.word(draw.width, draw.height, draw.targets.length);
  for (const { format, texelBytes, clear } of draw.targets) {
    frame.word(formatOf(format), texelBytes);
    if (/INT$/.test(format)) frame.word(...clear);
    else frame.float(...clear);
  }
  const outputs = stages.find(({ stage }) => stage === 'ps')?.map.outputs ?? [];
  frame.word(Number(draw.isAdded ?? false));
  frame.word(outputs.reduce((bits, { location }) => bits | (location === undefined ? 0 : 1 << location), 0));
}
