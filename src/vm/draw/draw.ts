/**
 * Draws: from vertices to render targets, with shaders of either instruction set.
 *
 * Not for: clears, copies, resolves and dispatches.
 */
import type { DeclaredSystemValue } from '../../base/d3d/system-values.ts';
import type { Sm4DeclaredRegister } from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import type { Registers } from '../sm4/quad.ts';
import { checkStages, checkTargets, collector } from './check-call.ts';
import { DrawContext } from './context.ts';
import type { DrawCall, Sm4DrawCall, Sm4DrawShader } from './draw-call.ts';
import type { DrawResult, StreamCounts } from './draw-common.ts';
import { vertexRuns } from './input-assembler.ts';
import { checkLegacy, drawSm1 } from './legacy/draw-legacy.ts';
import { componentsOf } from './links.ts';
import { pixelInputs, Sm4PixelStage } from './pixel-stage.ts';
import type { PrimitiveInput, RasterVertex } from './primitive-setup.ts';
import { drawnVertices, type PrimitiveSink, primitiveCount, primitiveVertices } from './primitives.ts';
import { Rasterization, targetShape } from './rasterization.ts';
import { GeometryStage, StreamWriter, TessellationStage, VertexStage } from './stages.ts';

// The registers of the last stage before the rasterizer: which of them hold position, distances, layer and viewport.

const COMPONENTS = 4;
const OUTPUT = SM4_OPERAND_TYPES.output.code;

class VertexOutput {
  readonly #position: readonly number[];
  readonly #clip: readonly number[];
  readonly #cull: readonly number[];
  readonly #layer: number;
  readonly #viewport: number;
  /** Whether ids of primitives are written. */
  readonly hasPrimitiveId: boolean;

  /** @param stream of a geometry shader */
  constructor(outputs: readonly Sm4DeclaredRegister[], stream = 0) {
    const wordsOf = (name: DeclaredSystemValue) =>
      outputs
        .filter(
          (output) =>
            output.type === OUTPUT && output.stream === stream && SM4_SYSTEM_NAMES[output.systemValue] === name,
        )
        .sort((a, b) => a.register - b.register)
        .flatMap(({ register, mask }) => componentsOf(mask).map((component) => COMPONENTS * register + component));
    this.#position = wordsOf('position');
    this.#clip = wordsOf('clip_distance');
    this.#cull = wordsOf('cull_distance');
    this.#layer = wordsOf('rendertarget_array_index')[0] ?? -1;
    this.#viewport = wordsOf('viewport_array_index')[0] ?? -1;
    this.hasPrimitiveId = wordsOf('primitive_id').length > 0;
  }

  /** Whether there is a position; without one nothing can be rasterized. */
  get hasPosition(): boolean {
    return this.#position.length === COMPONENTS;
  }

  /** A primitive of vertices with these registers. */
  primitive(vertices: readonly Registers[], primitiveId: number): PrimitiveInput {
    const [leading] = vertices;
    return {
      vertices: vertices.map((registers) => this.#vertex(registers)),
      primitiveId,
      layer: this.#layer < 0 ? 0 : leading![this.#layer]!,
      viewport: this.#viewport < 0 ? 0 : leading![this.#viewport]!,
    };
  }

  #vertex(registers: Registers): RasterVertex {
    const floatsAt = (words: readonly number[]) => words.map((at) => floatOfBits(registers[at] ?? 0));
    return {
      position: floatsAt(this.#position) as unknown as RasterVertex['position'],
      clipDistances: floatsAt(this.#clip),
      cullDistances: floatsAt(this.#cull),
      registers,
    };
  }
}

// A draw of Direct3D 10 and 11: the stages one after the other, primitive by primitive in the order of the draw.

export interface StreamResult {
  readonly streams: readonly StreamCounts[];
  readonly offsets: readonly number[];
}

function drawSm4(context: DrawContext, call: Sm4DrawCall): StreamResult {
  const { stages, topology, patchControlPoints, arguments: numbers, streamOutput } = call;
  const last = stages.geometry ?? stages.domain ?? stages.vertex;
  const writer = new StreamWriter(last, streamOutput);
  const rasterized = streamOutput === undefined ? 0 : (streamOutput.rasterizedStream ?? -1);
  const rasterization = rasterized < 0 ? undefined : rasterizationOf(context, call, last, rasterized);
  // Patches that nothing takes apart are only streamed out.
  const isDrawable = topology !== 'patch-list' || stages.hull !== undefined || stages.geometry !== undefined;
  const output = new VertexOutput(last.executable.declarations.outputs, Math.max(rasterized, 0));
  const end: PrimitiveSink = (vertices, primitiveId, stream) => {
    writer.write(stream, vertices);
    if (stream === rasterized && isDrawable && output.hasPosition)
      rasterization?.draw(output.primitive(vertices, primitiveId));
  };
  const geometry = stages.geometry && new GeometryStage(context, call, end);
  let sink: PrimitiveSink = geometry ? geometry.accept.bind(geometry) : withoutNeighbors(call, end);
  if (stages.hull !== undefined) {
    const tessellation = new TessellationStage(context, call, sink);
    sink = tessellation.accept.bind(tessellation);
  }
  const vertexStage = new VertexStage(context, call);
  for (let instance = 0; instance < numbers.instances && !context.isStopped; instance++) {
    vertexStage.beginInstance();
    let primitiveId = 0;
    if (numbers.count === 0 || !context.spendVertices(numbers.count)) break;
    for (const run of vertexRuns(numbers, call.indexBuffer)) {
      const count = primitiveCount(topology, run.length, patchControlPoints);
      context.counts.inputVertices += run.length;
      context.counts.inputPrimitives += count;
      for (let i = 0; i < count && !context.isStopped; i++) {
        const indices = primitiveVertices(topology, i, run.length, patchControlPoints);
        const vertices = vertexStage.run(
          indices.map((index) => run[index]!),
          instance,
        );
        if (!context.isStopped) sink(vertices, primitiveId, 0);
        primitiveId++;
      }
      if (context.isStopped) break;
    }
  }
  rasterization?.finish();
  return { streams: writer.counts, offsets: writer.offsets };
}

/** Leaves the neighbors out. */
function withoutNeighbors({ topology }: Sm4DrawCall, sink: PrimitiveSink): PrimitiveSink {
  const drawn = drawnVertices(topology);
  if (drawn === undefined) return sink;
  return (vertices, primitiveId, stream) =>
    sink(
      drawn.map((i) => vertices[i]!),
      primitiveId,
      stream,
    );
}

function rasterizationOf(context: DrawContext, call: Sm4DrawCall, last: Sm4DrawShader, stream: number): Rasterization {
  const { stages, blend } = call;
  const { pixel, geometry } = stages;
  const shape = targetShape(call);
  if (pixel === undefined) return new Rasterization(context, call, shape, undefined);
  const { declarations } = pixel.executable;
  const isPrimitiveIdWritten = geometry !== undefined;
  const inputs = pixelInputs(declarations, pixel.inputs, last.outputs, stream, isPrimitiveIdWritten);
  const options = { sampleCount: shape.sampleCount, sampleMask: blend.sampleMask };
  return new Rasterization(context, call, shape, new Sm4PixelStage(context, pixel, inputs, options));
}

/**
 * Draws `call` into its targets, whose bytes it changes.
 *
 * @returns counts and what streams wrote; faults of the call, which then draws nothing; and limits that were reached
 */
export function draw(call: DrawCall): DrawResult {
  const { list, report } = collector();
  checkTargets(report, call);
  if (call.kind === 'sm4') checkStages(report, call);
  else checkLegacy(report, call);
  const context = new DrawContext(call.limits, call.isStopped, call.engine);
  if (list.some(({ severity }) => severity === 'error'))
    return { diagnostics: list, counts: context.counts, streams: [], streamOffsets: [] };
  if (call.kind === 'sm1') drawSm1(context, call);
  const { streams, offsets } = call.kind === 'sm4' ? drawSm4(context, call) : { streams: [], offsets: [] };
  return { diagnostics: [...list, ...context.diagnostics], counts: context.counts, streams, streamOffsets: offsets };
}
