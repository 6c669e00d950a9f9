/**
 * A draw of Direct3D 10 and 11: the stages one after the other, primitive by primitive in the order of the draw.
 */
import type { DrawContext } from './context.ts';
import type { Sm4DrawCall, Sm4DrawShader } from './draw-call.ts';
import type { StreamCounts } from './draw-common.ts';
import { GeometryStage } from './geometry-stage.ts';
import { vertexRuns } from './input-assembler.ts';
import { pixelInputs } from './pixel-inputs.ts';
import { Sm4PixelStage } from './pixel-stage.ts';
import type { PrimitiveSink } from './primitive-sink.ts';
import { drawnVertices, primitiveCount, primitiveVertices } from './primitives.ts';
import { Rasterization, targetShape } from './rasterization.ts';
import { StreamWriter } from './stream-output.ts';
import { TessellationStage } from './tessellation-stage.ts';
import { VertexOutput } from './vertex-output.ts';
import { VertexStage } from './vertex-stage.ts';

export interface StreamResult {
  readonly streams: readonly StreamCounts[];
  readonly offsets: readonly number[];
}

/** Draws a call that was checked. */
export function drawSm4(context: DrawContext, call: Sm4DrawCall): StreamResult {
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
