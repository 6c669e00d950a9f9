/**
 * A draw of Direct3D 9 with a vertex and a pixel shader.
 *
 * Pixel centers have integer coordinates: the window is moved by half a pixel to that of later versions, whose
 * rasterization rules are otherwise the same.
 *
 * Sources: "Directly mapping texels to pixels" and D3DRENDERSTATETYPE in the documentation of Direct3D 9.
 *
 * Not for: fixed functions, which are not implemented.
 */
import { srgbVariant } from '../../../formats/formats.ts';
import { SM1_USAGES } from '../../../isa/sm1/registers.ts';
import { floatOfBits } from '../../../numerics/conversion.ts';
import { COMPONENTS } from '../../lanes.ts';
import { DX7100, DX7101, DX7107, DX7114 } from '../../messages.ts';
import { createTextureView, type TextureView } from '../../texture/texture-view.ts';
import { checkBuffers, checkInteger, type Report } from '../check-call.ts';
import type { DrawContext } from '../context.ts';
import type { Topology } from '../draw-common.ts';
import { vertexRuns } from '../input-assembler.ts';
import type { Sm1DrawCall } from '../legacy-call.ts';
import type { PrimitiveInput, RasterVertex } from '../primitive-setup.ts';
import { primitiveCount, primitiveVertices } from '../primitives.ts';
import { Rasterization, targetShape } from '../rasterization.ts';
import { LegacyPixels } from './legacy-pixels.ts';
import { LegacyVertices, USAGE, usageKey } from './legacy-vertices.ts';

/** Pixels from the window of Direct3D 9 to that of Direct3D 10. */
const HALF_PIXEL = 0.5;

/** Draws a call that was checked. */
export function drawSm1(context: DrawContext, original: Sm1DrawCall): void {
  const call = original.legacy.isSrgbWritten ? withSrgb(original) : original;
  const { topology, arguments: numbers, legacy } = call;
  const vertices = new LegacyVertices(context, call);
  const shape = targetShape(call);
  const pixels = new LegacyPixels(context, call, vertices, shape.sampleCount);
  const setup = { constantBias: legacy.depthBias, pixelOffset: HALF_PIXEL };
  const rasterization = new Rasterization(context, call, shape, pixels, setup);
  const output = new Output(call, vertices);
  for (let instance = 0; instance < numbers.instances && !context.isStopped; instance++) {
    vertices.beginInstance();
    if (numbers.count === 0 || !context.spendVertices(numbers.count)) break;
    // Direct3D 9 has no cuts: there is one run.
    for (const run of vertexRuns(numbers, call.indexBuffer, false)) {
      const count = primitiveCount(topology, run.length);
      context.counts.inputVertices += run.length;
      context.counts.inputPrimitives += count;
      for (let i = 0; i < count && !context.isStopped; i++) {
        const indices = primitiveVertices(topology, i, run.length);
        const words = vertices.run(
          indices.map((index) => run[index]!),
          instance,
        );
        if (!context.isStopped) rasterization.draw(output.primitive(words, i));
      }
    }
  }
  rasterization.finish();
}

/** Reads position, size and distances of vertices. */
class Output {
  readonly #call: Sm1DrawCall;
  readonly #position: number;
  readonly #size: number;

  constructor(call: Sm1DrawCall, vertices: LegacyVertices) {
    const at = (usage: number) => COMPONENTS * (vertices.slots.get(usageKey(usage, 0)) ?? -1);
    this.#call = call;
    this.#position = at(USAGE.position);
    this.#size = vertices.writes(USAGE.pointSize) ? at(USAGE.pointSize) : -1;
  }

  primitive(words: readonly Uint32Array[], primitiveId: number): PrimitiveInput {
    const { pointSize, minPointSize, maxPointSize } = this.#call.legacy;
    const written = this.#size < 0 ? pointSize : floatOfBits(words[0]![this.#size]!);
    const size = Math.min(Math.max(written, minPointSize), maxPointSize);
    return {
      vertices: words.map((one) => this.#vertex(one)),
      primitiveId,
      layer: 0,
      viewport: 0,
      pointSize: Number.isNaN(size) ? minPointSize : size,
    };
  }

  #vertex(registers: Uint32Array): RasterVertex {
    const position = [0, 1, 2, 3].map((i) => floatOfBits(registers[this.#position + i] ?? 0));
    return {
      position: position as unknown as RasterVertex['position'],
      clipDistances: this.#call.legacy.clipPlanes.map((plane) =>
        plane.reduce((sum, factor, i) => sum + factor * position[i]!, 0),
      ),
      cullDistances: [],
      registers,
    };
  }
}

/** The call with targets that take linear colors. */
function withSrgb(call: Sm1DrawCall): Sm1DrawCall {
  return { ...call, renderTargets: call.renderTargets.map((view) => view && srgbView(view)) };
}

function srgbView(view: TextureView): TextureView {
  const format = srgbVariant(view.format);
  if (format === view.format) return view;
  const { texture, dimension, firstMip, mips, firstLayer, layers } = view;
  return createTextureView(texture, { format, dimension, firstMip, mips, firstLayer, layers }).view ?? view;
}

/** Streams, and elements of a declaration. */
const MAX_STREAMS = 16;
const MAX_ELEMENTS = 64;
const MAX_OFFSET = 0xffff;
const MAX_WORD = 0xffff_ffff;
const MAX_PLANES = 6;

const TOPOLOGIES: ReadonlySet<Topology> = new Set<Topology>([
  'point-list',
  'line-list',
  'line-strip',
  'triangle-list',
  'triangle-strip',
  'triangle-fan',
]);

export function checkLegacy(to: Report, { vertex, pixel, topology, streams, declaration, legacy }: Sm1DrawCall): void {
  for (const [stage, shader] of [
    ['vs', vertex],
    ['ps', pixel],
  ] as const) {
    if (shader === undefined) to(DX7101, { stage: stage === 'vs' ? 'vertex' : 'pixel' });
    else if (shader.executable.program.stage !== stage)
      to(DX7100, { stage, found: shader.executable.program.stage ?? 'unknown' });
  }
  if (!TOPOLOGIES.has(topology)) to(DX7114, { topology });
  checkInteger(to, 'streams.length', streams.length, 0, MAX_STREAMS);
  checkBuffers(to, 'streams', streams);
  for (const [i, stream] of streams.entries())
    if (stream?.instanceStepRate !== undefined)
      checkInteger(to, `streams[${i}].instanceStepRate`, stream.instanceStepRate, 1, MAX_WORD);
  checkInteger(to, 'declaration.length', declaration.length, 0, MAX_ELEMENTS);
  for (const [i, { stream, offset, usage, usageIndex, format }] of declaration.entries()) {
    const name = `declaration[${i}]`;
    checkInteger(to, `${name}.stream`, stream, 0, MAX_STREAMS - 1);
    checkInteger(to, `${name}.offset`, offset, 0, MAX_OFFSET);
    checkInteger(to, `${name}.usage`, usage, 0, SM1_USAGES.length - 1);
    checkInteger(to, `${name}.usageIndex`, usageIndex, 0, 15);
    if (!format.canDecode || format.blockWidth > 1) to(DX7107, { name, format: format.name, use: 'vertex element' });
  }
  checkInteger(to, 'legacy.clipPlanes.length', legacy.clipPlanes.length, 0, MAX_PLANES);
  if (legacy.alphaTest !== undefined)
    checkInteger(to, 'legacy.alphaTest.reference', legacy.alphaTest.reference, 0, 255);
}
