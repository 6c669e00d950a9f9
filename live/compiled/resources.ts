/**
 * The bindings of compiled shaders in trials: everything that they declare, with the same contents for the same seed.
 * Textures have one level, or three, and are smooth, so that errors of coordinates and of weights stay small.
 *
 * Not for: bindings with special values, for runs whose results have equal bits (smith/checks/random-bindings.ts).
 */

import { format, texture, view } from '../../smith/checks/textures.ts';
import { Random } from '../../smith/random.ts';
import { ResourceDimension, ReturnType } from '../../src/base/d3d/enumerations.ts';
import { encodeTexel } from '../../src/formats/texel.ts';
import type { Sm4DeclaredResource } from '../../src/isa/sm4/declarations.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import type { BufferDesc } from '../../src/reflect/types.ts';
import { Bindings, type BoundView, BufferMemory } from '../../src/vm/bindings.ts';
import { createBufferView } from '../../src/vm/texture/load.ts';
import { createSampler, type Sampler } from '../../src/vm/texture/sampler.ts';
import type { Texture } from '../../src/vm/texture/texture.ts';
import type { ViewDimension } from '../../src/vm/texture/texture-view.ts';
import { BOUND_REGISTERS } from '../gpu/from-bindings.ts';
import type { CompiledProgram } from './program.ts';
import { bufferWords, randomTypedWord } from './words.ts';

const ELEMENTS = 64;
/** Rows of a constant buffer that the declaration does not limit. */
const ROWS = 64;

/** Everything that a program declares. */
export function resourcesOf(program: CompiledProgram, seed: number): Bindings {
  const random = new Random(seed);
  const bindings = new Bindings();
  for (const resource of program.declarations.resources) {
    const { firstRegister, lastRegister } = resource;
    const last = Math.min(lastRegister, firstRegister + BOUND_REGISTERS - 1);
    for (let register = firstRegister; register <= last; register++)
      bind(bindings, program, resource, register, random);
  }
  const { interfaces, interfaceSlots } = program.declarations;
  for (let pointer = 0; pointer < interfaceSlots; pointer++) {
    const found = [...interfaces].find(([first, { count }]) => pointer >= first && pointer < first + count);
    const table = random.pick(found?.[1].tables ?? [0]);
    bindings.instances.set(pointer, { table, constantBuffer: 0, constantOffset: 0, texture: 0, sampler: 0 });
  }
  return bindings;
}

function bind(
  bindings: Bindings,
  program: CompiledProgram,
  resource: Sm4DeclaredResource,
  register: number,
  random: Random,
): void {
  const { type, size, space } = resource;
  if (type === 'cbv') {
    const rows = size === 0 ? ROWS : size;
    const buffer = descriptionOf(program, 'cbuffer', register, space);
    bindings.constantBuffers.set(register, bufferWords(random, buffer, 4 * rows), space);
  } else if (type === 'sampler')
    bindings.samplers.set(register, randomSampler(random, resource, program.unfiltered.has(resource.id)), space);
  else {
    const bound = randomView(program, resource, register, random);
    if (bound !== undefined)
      (type === 'srv' ? bindings.resources : bindings.unorderedAccess).set(register, bound, space);
  }
}

/** The description of the buffer at a register, from reflection. */
function descriptionOf(
  { reflection }: CompiledProgram,
  kind: 'cbuffer' | 'structured',
  register: number,
  space: number,
): BufferDesc | undefined {
  const row = reflection?.boundResources.find(
    (one) =>
      String(one.type).toLowerCase().includes(kind) &&
      one.space === space &&
      register >= one.bindPoint &&
      (one.bindCount === 0 || register < one.bindPoint + one.bindCount),
  );
  return row && reflection?.constantBuffers.find(({ name }) => name === row.name);
}

function randomSampler(random: Random, { comparison }: Sm4DeclaredResource, isPoint: boolean): Sampler {
  const filter = () => (isPoint ? 'point' : random.pick(['point', 'linear'] as const));
  const texels = filter();
  const address = () => random.pick(['wrap', 'clamp'] as const);
  return createSampler({
    minFilter: texels,
    magFilter: texels,
    mipFilter: filter(),
    addressU: address(),
    addressV: address(),
    addressW: address(),
    ...(comparison && { comparison: random.pick(['less', 'less-equal', 'greater', 'greater-equal']) }),
  });
}

function randomView(
  program: CompiledProgram,
  resource: Sm4DeclaredResource,
  register: number,
  random: Random,
): BoundView | undefined {
  const { layout, size, dimension, type, space } = resource;
  if (layout === 'raw') return new BufferMemory(bufferWords(random, undefined, 4 * ELEMENTS));
  if (layout === 'structured') {
    const buffer = descriptionOf(program, 'structured', register, space);
    const memory = new BufferMemory(bufferWords(random, buffer, (size >>> 2) * ELEMENTS), size);
    // Both appending and consuming have space.
    if (type === 'uav') memory.counter = ELEMENTS / 2;
    return memory;
  }
  const of = format(formatName(resource, program.compared.has(resource.id)));
  if (dimension === ResourceDimension.buffer) {
    const element = of.isInteger ? 'uint' : 'float';
    const words = Uint32Array.from({ length: (of.blockBytes / 4) * ELEMENTS }, () => randomTypedWord(random, element));
    return createBufferView(new Uint8Array(words.buffer), of).view;
  }
  const shape = SHAPES.get(dimension);
  if (shape === undefined) return undefined;
  const { view: viewDimension, ...sizes } = shape;
  const mips = type === 'uav' || sizes.samples !== undefined ? 1 : random.pick([1, 3]);
  const made = texture({ ...sizes, format: of, mips });
  fillSmoothly(random, made);
  return view(made, { dimension: viewDimension });
}

/** Formats that every interface has: of one component for unordered access, of depths where texels are compared. */
function formatName({ returnType, type, dimension }: Sm4DeclaredResource, isCompared: boolean): string {
  const isTexture = type === 'srv' && dimension !== ResourceDimension.buffer;
  const channels = type === 'uav' ? 'R32' : 'R32G32B32A32';
  if (returnType === ReturnType.uint) return `${channels}_UINT`;
  if (returnType === ReturnType.sint) return `${channels}_SINT`;
  if (returnType === ReturnType.unorm) return 'R8G8B8A8_UNORM';
  if (returnType === ReturnType.snorm) return 'R8G8B8A8_SNORM';
  if (!isTexture) return `${channels}_FLOAT`;
  return isCompared ? 'R32_FLOAT' : 'R16G16B16A16_FLOAT';
}

const D = ResourceDimension;
interface Shape {
  readonly dimension: '1d' | '2d' | '3d';
  readonly view: ViewDimension;
  readonly width: number;
  readonly height?: number;
  readonly depth?: number;
  readonly layers?: number;
  readonly samples?: number;
}
const SHAPES: ReadonlyMap<number, Shape> = new Map<number, Shape>([
  [D.texture1D, { dimension: '1d', view: '1d', width: 16 }],
  [D.texture1DArray, { dimension: '1d', view: '1d-array', width: 16, layers: 3 }],
  [D.texture2D, { dimension: '2d', view: '2d', width: 16, height: 8 }],
  [D.texture2DArray, { dimension: '2d', view: '2d-array', width: 8, height: 8, layers: 3 }],
  [D.texture2DMS, { dimension: '2d', view: '2d-ms', width: 8, height: 8, samples: 4 }],
  [D.texture2DMSArray, { dimension: '2d', view: '2d-ms-array', width: 8, height: 8, layers: 2, samples: 4 }],
  [D.texture3D, { dimension: '3d', view: '3d', width: 8, height: 8, depth: 8 }],
  [D.textureCube, { dimension: '2d', view: 'cube', width: 8, height: 8, layers: 6 }],
  [D.textureCubeArray, { dimension: '2d', view: 'cube-array', width: 8, height: 8, layers: 12 }],
]);

/** Values of neighbors are close, also those of opposite sides; levels and layers differ. */
export function fillSmoothly(random: Random, of: Texture): void {
  const phase = () => random.below(64) / 64;
  const phases = [phase(), phase(), phase(), phase()];
  const words = new Uint32Array(4);
  for (const [index, { width, height, depth, offset, rowBytes, sliceBytes }] of of.subresources.entries()) {
    for (let z = 0; z < depth; z++)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          for (let i = 0; i < 4; i++) {
            const turn = (x + 0.5) / width + (y + 0.5) / height + (z + 0.5) / depth + phases[i]! + index / 8;
            const value = Math.sin(2 * Math.PI * turn) / 2 + 0.5;
            words[i] = of.format.isInteger ? Math.round(value * 8) : bitsOfFloat(Math.round(value * 64) / 64);
          }
          // All samples of a texel are the same.
          for (let sample = 0; sample < of.samples; sample++) {
            const at = offset + z * sliceBytes + y * rowBytes + (x * of.samples + sample) * of.format.blockBytes;
            encodeTexel(of.format, words, 0, of.bytes, at);
          }
        }
  }
  of.changed();
}
