/**
 * A draw of Direct3D 9 with a vertex and a pixel shader. The pixel stage fills the inputs of a quad by usage, runs the
 * shader, then fog and the alpha test.
 *
 * Pixel centers have integer coordinates: the window is moved by half a pixel to that of later versions, whose
 * rasterization rules are otherwise the same.
 *
 * Sources: "Directly mapping texels to pixels", the Direct3D 9 shader reference (registers of pixel shaders), and
 * D3DRENDERSTATETYPE in the documentation of Direct3D 9.
 *
 * Not for: fixed functions, which are not implemented.
 */
import { type SamplePosition, samplePositions } from '../../../base/d3d/sample-positions.ts';
import { srgbVariant } from '../../../formats/formats.ts';
import { SM1_REGISTERS, SM1_USAGES } from '../../../isa/sm1/registers.ts';
import { bitsOfFloat, floatOfBits } from '../../../numerics/conversion.ts';
import { exp2Double } from '../../../numerics/exponential.ts';
import { saturate } from '../../../numerics/float.ts';
import type { LegacyRunner } from '../../engine.ts';
import { ALL_LANES, COMPONENTS, LANES, REGISTER_WORDS } from '../../lanes.ts';
import { DX7100, DX7101, DX7107, DX7114 } from '../../messages.ts';
import type { Sm1Executable } from '../../sm1/executable.ts';
import { legacyRunner } from '../../sm1/interpreter.ts';
import { compares } from '../../texture/sampler.ts';
import { createTextureView, type TextureView } from '../../texture/texture-view.ts';
import { checkBuffers, checkInteger, type Report } from '../check-call.ts';
import type { DrawContext } from '../context.ts';
import type { Topology } from '../draw-common.ts';
import { vertexRuns } from '../input-assembler.ts';
import type { LegacyFog, Sm1DrawCall } from '../legacy-call.ts';
import { centroidOffset, PixelOutputs, type PixelQuad, type PixelStage, setPixels } from '../pixel-shading.ts';
import type { PrimitiveInput, RasterVertex } from '../primitive-setup.ts';
import { primitiveCount, primitiveVertices } from '../primitives.ts';
import { Rasterization, targetShape } from '../rasterization.ts';
import { LegacyVertices, pixelUsages, USAGE, type UsedRegister, usageKey } from './legacy-vertices.ts';

// Source: "Fog formulas" in the documentation of Direct3D 9. e^-x is made of the same operations on every engine.

/** The factor of table fog at a distance, 0 to 1; 1 leaves the color as it is. */
export function fogFactor({ tableMode, start, end, density }: LegacyFog, distance: number): number {
  switch (tableMode) {
    case 'linear':
      return clamp(start === end ? (distance < end ? 1 : 0) : (end - distance) / (end - start));
    case 'exp':
      return clamp(exp2Double(-distance * density * Math.LOG2E));
    case 'exp2':
      return clamp(exp2Double(-((distance * density) ** 2) * Math.LOG2E));
    case 'none':
      return 1;
  }
}

function clamp(x: number): number {
  return x > 0 ? Math.min(x, 1) : 0;
}

const TEMP = SM1_REGISTERS.temp.code;
const COLOR_OUT = SM1_REGISTERS.colorOut.code;
const DEPTH_OUT = SM1_REGISTERS.depthOut.code;
const MISC = SM1_REGISTERS.misc.code;
const ALPHA = 3;
const MAX_REFERENCE = 255;
const CENTER: SamplePosition = [0, 0];

interface Input extends UsedRegister {
  /** First word in the vertices' outputs; -1 for none. */
  readonly source: number;
  readonly isConstant: boolean;
}

export class LegacyPixels implements PixelStage {
  readonly isPerSample = false;
  readonly isEarly = false;
  readonly outputs = new PixelOutputs();
  readonly #quad: LegacyRunner;
  readonly #inputs: readonly Input[];
  readonly #samples: readonly SamplePosition[];
  readonly #writesDepth: boolean;
  /** The word of the vertices' fog factor; -1 for none, where the fog hides everything. */
  readonly #fogSource: number;
  readonly #values: number[] = [];
  #current!: PixelQuad;

  constructor(
    context: DrawContext,
    private readonly call: Sm1DrawCall,
    vertices: LegacyVertices,
    sampleCount: number,
  ) {
    const { executable } = call.pixel!;
    this.#quad = legacyRunner(context, call.pixel!);
    this.#samples = samplePositions(sampleCount);
    const sourceOf = (usage: number, index: number) => {
      const slot = vertices.slots.get(usageKey(usage, index));
      return slot === undefined ? -1 : COMPONENTS * slot;
    };
    this.#inputs = pixelUsages(executable).map((register) => ({
      ...register,
      source: sourceOf(register.usage, register.usageIndex),
      isConstant: call.legacy.isFlat && register.usage === USAGE.color,
    }));
    // Without a factor it is the alpha of the second color, which is 0 where the shader does not write it.
    this.#fogSource = vertices.writes(USAGE.fog) ? sourceOf(USAGE.fog, 0) : alphaOf(sourceOf(USAGE.color, 1));
    this.outputs.written = writtenTargets(executable);
    this.#writesDepth = writesDepth(executable);
  }

  shade(quad: PixelQuad): boolean {
    this.#current = quad;
    const program = this.#quad;
    program.clearRegisters();
    // Lane by lane: weights are reused while the position is the same.
    for (let lane = 0; lane < LANES; lane++) for (const input of this.#inputs) this.#fill(input, lane);
    this.#fillMisc(program.files[MISC]!.words);
    program.helpers = 0;
    setPixels(program, quad);
    if (!program.runMain(ALL_LANES)) return false;
    this.#takeOutputs();
    return true;
  }

  #fill(input: Input, lane: number): void {
    const file = this.#quad.files[input.type];
    const base = file?.baseOf(input.number) ?? -1;
    if (base < 0) return;
    for (let i = 0; i < COMPONENTS; i++) file!.words[base + i * LANES + lane] = this.#word(input, i, lane);
  }

  #word({ source, usage, isConstant, isCentroid }: Input, component: number, lane: number): number {
    const { primitive, coverage } = this.#current;
    const { point } = primitive;
    const [x, y] = isCentroid ? centroidOffset(coverage[lane]!, this.#samples, this.call.blend.sampleMask) : CENTER;
    const px = this.#current.x + (lane & 1) + 0.5 + x;
    const py = this.#current.y + (lane >> 1) + 0.5 + y;
    if (point !== undefined && usage === USAGE.texcoord && this.call.legacy.isPointSprite) {
      const along = [(px - point.x) / point.size, (py - point.y) / point.size, 0, 1];
      return bitsOfFloat(Math.fround(along[component]!));
    }
    return source < 0 ? 0 : this.#interpolate(source + component, px, py, isConstant);
  }

  #interpolate(source: number, x: number, y: number, isConstant: boolean): number {
    const { interpolation, input } = this.#current.primitive;
    const { vertices } = input;
    if (isConstant || vertices.length === 1) return vertices[0]!.registers[source]!;
    interpolation.moveTo(x, y);
    this.#values.length = vertices.length;
    for (let i = 0; i < vertices.length; i++) this.#values[i] = floatOfBits(vertices[i]!.registers[source]!);
    return bitsOfFloat(interpolation.value(interpolation.perspective, this.#values));
  }

  /** `vPos` counts pixels; `vFace` is negative on the back. */
  #fillMisc(words: Uint32Array): void {
    const { x, y, primitive } = this.#current;
    for (let lane = 0; lane < LANES; lane++) {
      words[lane] = bitsOfFloat(x + (lane & 1));
      words[LANES + lane] = bitsOfFloat(y + (lane >> 1));
      for (let i = 0; i < COMPONENTS; i++)
        words[REGISTER_WORDS + i * LANES + lane] = bitsOfFloat(primitive.isFront ? 1 : -1);
    }
  }

  #takeOutputs(): void {
    const { outputs } = this;
    const { files, helpers, executable } = this.#quad;
    outputs.alive = ALL_LANES & ~helpers;
    // Before 2_0 the color is what r0 has, between 0 and 1.
    const isOld = executable.program.major < 2;
    const words = files[isOld ? TEMP : COLOR_OUT]!.words;
    if (isOld)
      for (let i = 0; i < REGISTER_WORDS; i++) outputs.colors[i] = bitsOfFloat(saturate(floatOfBits(words[i]!)));
    else outputs.colors.set(words.subarray(0, 4 * REGISTER_WORDS));
    const depths = files[DEPTH_OUT]!.words;
    outputs.depth = this.#writesDepth ? new Float32Array(depths.buffer, depths.byteOffset, LANES) : undefined;
    for (let lane = 0; lane < LANES; lane++) {
      if ((outputs.alive & (1 << lane)) === 0) continue;
      if (executable.program.major < 3) this.#applyFog(lane);
      if (!this.#passesAlphaTest(lane)) outputs.alive &= ~(1 << lane);
    }
  }

  #applyFog(lane: number): void {
    const { fog } = this.call.legacy;
    if (fog === undefined) return;
    const { x, y, primitive } = this.#current;
    const { interpolation } = primitive;
    const [px, py] = [x + (lane & 1) + 0.5, y + (lane >> 1) + 0.5];
    let factor = 0;
    if (fog.tableMode !== 'none') {
      interpolation.moveTo(px, py);
      factor = fogFactor(fog, fog.usesW ? 1 / interpolation.inverseW : interpolation.z);
    } else if (this.#fogSource >= 0) factor = floatOfBits(this.#interpolate(this.#fogSource, px, py, false));
    const { colors } = this.outputs;
    for (const [i, color] of fog.color.entries()) {
      const unfogged = floatOfBits(colors[i * LANES + lane]!);
      colors[i * LANES + lane] = bitsOfFloat(Math.fround(color + (unfogged - color) * factor));
    }
  }

  #passesAlphaTest(lane: number): boolean {
    const { alphaTest } = this.call.legacy;
    if (alphaTest === undefined) return true;
    // As it is: an alpha above 1 is greater than any reference.
    const alpha = floatOfBits(this.outputs.colors[ALPHA * LANES + lane]!);
    return compares(alphaTest.comparison, alpha, Math.fround(alphaTest.reference / MAX_REFERENCE));
  }
}

function alphaOf(source: number): number {
  return source < 0 ? source : source + ALPHA;
}

/** Render targets that a program writes, a bit each. */
function writtenTargets({ steps, program }: Sm1Executable): number {
  if (program.major < 2) return 1;
  let written = 0;
  for (const { destination } of steps) if (destination?.type === COLOR_OUT) written |= 1 << (destination.number & 3);
  return written;
}

function writesDepth({ steps }: Sm1Executable): boolean {
  return steps.some(
    ({ opcode, destination }) => opcode === 'texdepth' || opcode === 'texm3x2depth' || destination?.type === DEPTH_OUT,
  );
}

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
  readonly #position: number;
  readonly #size: number;

  constructor(
    private readonly call: Sm1DrawCall,
    vertices: LegacyVertices,
  ) {
    const at = (usage: number) => COMPONENTS * (vertices.slots.get(usageKey(usage, 0)) ?? -1);
    this.#position = at(USAGE.position);
    this.#size = vertices.writes(USAGE.pointSize) ? at(USAGE.pointSize) : -1;
  }

  primitive(words: readonly Uint32Array[], primitiveId: number): PrimitiveInput {
    const { pointSize, minPointSize, maxPointSize } = this.call.legacy;
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
      clipDistances: this.call.legacy.clipPlanes.map((plane) =>
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
