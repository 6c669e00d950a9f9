/**
 * Reads and writes of textures and typed buffers, and what instructions ask of views. How texels are found and filtered
 * is in texture/.
 *
 * The swizzle of a view's operand applies to what was read.
 */
import { ResourceDimension } from '../../../base/d3d/enumerations.ts';
import { FULL_MASK } from '../../../isa/components.ts';
import { SM4_OPERAND_TYPES } from '../../../isa/sm4/operands.ts';
import { Sm4ExtendedOpcodeToken, Sm4InstructionControls } from '../../../isa/sm4/tokens.ts';
import { bitsOfFloat } from '../../../numerics/conversion.ts';
import { BufferMemory } from '../../bindings.ts';
import { LANES, REGISTER_WORDS } from '../../lanes.ts';
import { gather4 } from '../../texture/gather.ts';
import { BufferView, load, loadBuffer, storeElement, storeTexel } from '../../texture/load.ts';
import { type LodSource, queryLod, sample } from '../../texture/sample.ts';
import { DEFAULT_SAMPLER, SampleRequest, type Sampler } from '../../texture/sampler.ts';
import { resourceInfo, type SizeFormat, sampleCount, samplePosition, TextureView } from '../../texture/texture-view.ts';
import type { Sm4Named, Sm4Step } from '../executable.ts';
import type { Sm4Handler, Sm4Quad } from '../quad.ts';
import { truthOf } from './arithmetic.ts';
import { writeLoaded } from './memory.ts';

/** The operands of the read that is under way: reads do not nest. */
const request = new SampleRequest();
const texel = new Uint32Array(4);
const NO_CLAMP = Number.NEGATIVE_INFINITY;
const RASTERIZER = SM4_OPERAND_TYPES.rasterizer.code;
const UNORDERED_ACCESS = SM4_OPERAND_TYPES.unorderedAccessView.code;

/** Fills the coordinates and the constant offsets of the request. */
function begin(quad: Sm4Quad, step: Sm4Step): void {
  request.words.set(quad.read(step, 0, FULL_MASK).words);
  request.clamp.fill(NO_CLAMP);
  const { sampleControls } = step;
  request.offsets.fill(signed(Sm4ExtendedOpcodeToken.offsetU.get(sampleControls)), 0, LANES);
  request.offsets.fill(signed(Sm4ExtendedOpcodeToken.offsetV.get(sampleControls)), LANES, 2 * LANES);
  request.offsets.fill(signed(Sm4ExtendedOpcodeToken.offsetW.get(sampleControls)), 2 * LANES, 3 * LANES);
}

/** An offset in texels has four bits. */
function signed(bits: number): number {
  return (bits << 28) >> 28;
}

/** The first component of a source for each lane. */
function floatsOf(quad: Sm4Quad, step: Sm4Step, i: number): Float32Array {
  return quad.read(step, i, 1).floats.subarray(0, LANES);
}

/**
 * Calls `read` with the views that the running lanes name: once if all have the same, else lane by lane. The request
 * has the lanes that it is called for.
 */
function forEachView(quad: Sm4Quad, named: readonly Sm4Named[], read: (lane: number) => void): void {
  const { running } = quad.masks;
  request.lanes = running;
  if (named.every(({ register }) => register.register === undefined)) {
    read(0);
    return;
  }
  for (let lane = 0; lane < LANES; lane++) {
    request.lanes = running & (1 << lane);
    if (request.lanes !== 0) read(lane);
  }
}

function textureOf(quad: Sm4Quad, named: Sm4Named, lane: number): TextureView | undefined {
  const view = quad.viewOf(named, lane);
  return view instanceof TextureView ? view : undefined;
}

function samplerOf(quad: Sm4Quad, named: Sm4Named, lane: number): Sampler {
  return quad.bindings.samplers.get(quad.indexOf(named.register, lane), named.space) ?? DEFAULT_SAMPLER;
}

/** Writes the result of the request through the swizzle of a view, and the access status. */
function finish(quad: Sm4Quad, step: Sm4Step, { swizzle }: Sm4Named): void {
  const { words } = quad.result;
  for (let i = 0; i < 4; i++)
    for (let lane = 0; lane < LANES; lane++) words[i * LANES + lane] = request.result[swizzle[i]! * LANES + lane]!;
  writeLoaded(quad, step);
}

/** The sources of a `sample` instruction after its coordinates, in order. */
type SampleOperand = 'reference' | 'lod' | 'ddx' | 'ddy' | 'clamp';

function sampling(source: LodSource, operands: readonly SampleOperand[] = []): Sm4Handler {
  const isComparison = operands.includes('reference');
  return (quad, step) => {
    begin(quad, step);
    for (const [i, operand] of operands.entries()) {
      if (operand === 'ddx' || operand === 'ddy') request[operand].set(quad.read(step, i + 1, FULL_MASK).floats);
      else request[operand].set(floatsOf(quad, step, i + 1));
    }
    const [view, sampler] = step.named as readonly [Sm4Named, Sm4Named];
    forEachView(quad, step.named, (lane) =>
      sample(textureOf(quad, view, lane), samplerOf(quad, sampler, lane), request, source, isComparison),
    );
    finish(quad, step, view);
  };
}

function gathering(operands: readonly ('reference' | 'offset')[] = []): Sm4Handler {
  const isComparison = operands.includes('reference');
  const hasOffsetOperand = operands.includes('offset');
  return (quad, step) => {
    begin(quad, step);
    for (const [i, operand] of operands.entries()) {
      if (operand === 'reference') request.reference.set(floatsOf(quad, step, i + 1));
      else request.offsets.set(quad.read(step, i + 1, FULL_MASK).words);
    }
    const [view, sampler] = step.named as readonly [Sm4Named, Sm4Named];
    // The channel is part of the sampler's operand.
    const component = sampler.swizzle[0]!;
    forEachView(quad, step.named, (lane) =>
      gather4(textureOf(quad, view, lane), samplerOf(quad, sampler, lane), request, {
        component,
        isComparison,
        hasOffsetOperand,
      }),
    );
    finish(quad, step, view);
  };
}

const lod: Sm4Handler = (quad, step) => {
  begin(quad, step);
  const [view, sampler] = step.named as readonly [Sm4Named, Sm4Named];
  forEachView(quad, step.named, (lane) =>
    queryLod(textureOf(quad, view, lane), samplerOf(quad, sampler, lane), request),
  );
  finish(quad, step, view);
};

/**
 * `ld` and its variants. Views for unordered access have one level and no samples; of multisampled ones, the level is
 * not read.
 */
function loading(hasSampleIndex: boolean): Sm4Handler {
  return (quad, step) => {
    begin(quad, step);
    const [named] = step.named as readonly [Sm4Named];
    if (hasSampleIndex) request.sampleIndex.set(quad.read(step, 1, 1).words.subarray(0, LANES));
    else request.sampleIndex.fill(0);
    const isUnordered = named.type === UNORDERED_ACCESS;
    if (isUnordered || hasSampleIndex) request.words.fill(0, 3 * LANES, REGISTER_WORDS);
    forEachView(quad, step.named, (lane) => {
      const view = quad.viewOf(named, lane);
      if (view instanceof BufferView) loadBuffer(view, request);
      else load(view instanceof TextureView ? view : undefined, request, isUnordered);
    });
    finish(quad, step, named);
  };
}

const storeTyped: Sm4Handler = (quad, step) => {
  const address = quad.read(step, 0, FULL_MASK).words;
  const values = quad.read(step, 1, FULL_MASK).words;
  const lanes = quad.masks.running & ~quad.helpers;
  for (let lane = 0; lane < LANES; lane++) {
    if ((lanes & (1 << lane)) === 0) continue;
    const view = quad.viewOf(step.named[0]!, lane);
    for (let i = 0; i < 4; i++) texel[i] = values[i * LANES + lane]!;
    const [x, y, z] = [address[lane]!, address[LANES + lane]!, address[2 * LANES + lane]!];
    if (view instanceof BufferView) storeElement(view, x, texel);
    else if (view instanceof TextureView) {
      const { axes } = view;
      const layer = view.isArray || view.isCube ? address[axes * LANES + lane]! : 0;
      storeTexel(view, x, axes > 1 ? y : 0, axes > 2 ? z : 0, layer, texel);
      view.texture.changed();
    }
  }
};

/** How a query gives numbers, by the return type in its token. */
const SIZE_FORMATS: readonly SizeFormat[] = ['float', 'reciprocal', 'uint'];

function sizeFormatOf({ token }: Sm4Step): SizeFormat {
  return SIZE_FORMATS[Sm4InstructionControls.returnType.get(token)] ?? 'float';
}

/** Asks views lane by lane; `answer` fills the texel. */
function query(answer: (quad: Sm4Quad, step: Sm4Step, named: Sm4Named, lane: number) => void): Sm4Handler {
  return (quad, step) => {
    const [named] = step.named as readonly [Sm4Named];
    const { words } = quad.result;
    for (let lane = 0; lane < LANES; lane++) {
      texel.fill(0);
      answer(quad, step, named, lane);
      for (let i = 0; i < 4; i++) words[i * LANES + lane] = texel[named.swizzle[i]!]!;
    }
    quad.write(step, 0, quad.result, false);
  };
}

const resinfo = query((quad, step, named, lane) => {
  const level = quad.read(step, 0, 1).words[lane]!;
  const isUnordered = named.type === UNORDERED_ACCESS;
  const view = textureOf(quad, named, lane);
  resourceInfo(view, level, sizeFormatOf(step), texel, isUnordered, view ? view.axes : declaredAxes(quad, named));
});

/** Width, height and depth that the declared dimension of an operand has: how many of the three. */
function declaredAxes({ executable }: Sm4Quad, { type, id }: Sm4Named): number {
  const kind = type === UNORDERED_ACCESS ? 'uav' : 'srv';
  const declared = executable.declarations.resources.find((resource) => resource.type === kind && resource.id === id);
  return AXES_OF_DIMENSION.get(declared?.dimension ?? 0) ?? 2;
}

/** The numbers of axes that are not two. */
const AXES_OF_DIMENSION: ReadonlyMap<number, number> = new Map([
  [ResourceDimension.texture1D, 1],
  [ResourceDimension.texture1DArray, 1],
  [ResourceDimension.texture3D, 3],
]);

/** Elements of a typed or structured buffer, bytes of a raw one. */
const bufinfo = query((quad, _step, named, lane) => {
  const view = quad.viewOf(named, lane);
  if (view instanceof BufferMemory) texel.fill(view.size);
  else if (view instanceof BufferView) texel.fill(view.count);
});

/** Samples of a texture, or of the render targets. */
function samplesOf(quad: Sm4Quad, named: Sm4Named, lane: number): number {
  return named.type === RASTERIZER ? quad.rasterizerSamples : sampleCount(textureOf(quad, named, lane));
}

const sampleinfo = query((quad, step, named, lane) => {
  const count = samplesOf(quad, named, lane);
  // Unlike that of resinfo, its return type is a float or an integer.
  texel[0] = Sm4InstructionControls.returnType.get(step.token) === 0 ? bitsOfFloat(count) : count;
});

const samplepos = query((quad, step, named, lane) => {
  const index = quad.read(step, 0, 1).words[lane]!;
  const [x, y] = samplePosition(samplesOf(quad, named, lane), index);
  texel[0] = bitsOfFloat(x);
  texel[1] = bitsOfFloat(y);
});

const checkAccess: Sm4Handler = (quad, step) => {
  const status = quad.read(step, 0, step.mask).words;
  for (let i = 0; i < REGISTER_WORDS; i++) quad.result.words[i] = truthOf(status[i] !== 0);
  quad.write(step, 0, quad.result, false);
};

export const TEXTURE_HANDLERS = {
  sample: sampling('implicit'),
  sample_b: sampling('bias', ['lod']),
  sample_c: sampling('implicit', ['reference']),
  sample_c_lz: sampling('zero', ['reference']),
  sample_d: sampling('gradient', ['ddx', 'ddy']),
  sample_l: sampling('level', ['lod']),
  sample_l_s: sampling('level', ['lod']),
  sample_c_lz_s: sampling('zero', ['reference']),
  sample_cl_s: sampling('implicit', ['clamp']),
  sample_b_cl_s: sampling('bias', ['lod', 'clamp']),
  sample_d_cl_s: sampling('gradient', ['ddx', 'ddy', 'clamp']),
  sample_c_cl_s: sampling('implicit', ['reference', 'clamp']),
  gather4: gathering(),
  gather4_s: gathering(),
  gather4_c: gathering(['reference']),
  gather4_c_s: gathering(['reference']),
  gather4_po: gathering(['offset']),
  gather4_po_s: gathering(['offset']),
  gather4_po_c: gathering(['offset', 'reference']),
  gather4_po_c_s: gathering(['offset', 'reference']),
  lod,
  ld: loading(false),
  ld_s: loading(false),
  ldms: loading(true),
  ldms_s: loading(true),
  ld_uav_typed: loading(false),
  ld_uav_typed_s: loading(false),
  store_uav_typed: storeTyped,
  resinfo,
  bufinfo,
  sampleinfo,
  samplepos,
  check_access_fully_mapped: checkAccess,
} as const satisfies Record<string, Sm4Handler>;
