/**
 * The geometry stage: runs the shader on each primitive and takes the strips of its streams apart.
 *
 * Source: Direct3D 11.3 functional specification, 13.
 */
import { PrimitiveTopology } from '../../base/d3d/enumerations.ts';
import { readSm4StageDeclarations } from '../../isa/sm4/stage-declarations.ts';
import { runGeometry } from '../sm4/geometry.ts';
import type { Registers } from '../sm4/stage-registers.ts';
import type { DrawContext } from './context.ts';
import type { Sm4DrawCall, Sm4DrawShader } from './draw-call.ts';
import { applyLink, type Link, linkSignatures } from './links.ts';
import type { PrimitiveSink } from './primitive-sink.ts';
import { primitiveCount, primitiveVertices, stripTopology } from './primitives.ts';

/** Vertices of the primitives of each D3D_PRIMITIVE_TOPOLOGY that a geometry shader may write. */
const SIZES: Readonly<Record<number, number>> = {
  [PrimitiveTopology.pointlist]: 1,
  [PrimitiveTopology.linestrip]: 2,
  [PrimitiveTopology.trianglestrip]: 3,
};

export class GeometryStage {
  readonly #context: DrawContext;
  readonly #shader: Sm4DrawShader;
  readonly #link: Link;
  readonly #sink: PrimitiveSink;
  readonly #topologies: readonly number[];
  readonly #instances: number;
  readonly #streams: readonly number[];

  constructor(context: DrawContext, { stages }: Sm4DrawCall, sink: PrimitiveSink) {
    this.#context = context;
    this.#shader = stages.geometry!;
    const { outputs } = stages.domain ?? stages.vertex;
    this.#link = linkSignatures(outputs, this.#shader.inputs);
    this.#sink = sink;
    const { program, declarations } = this.#shader.executable;
    const { outputTopologies, instances } = readSm4StageDeclarations(program);
    this.#topologies = outputTopologies;
    this.#instances = instances;
    this.#streams = declarations.streams.length === 0 ? [0] : declarations.streams;
  }

  /** Runs the shader on a primitive. */
  accept(vertices: readonly Registers[], primitiveId: number): void {
    const context = this.#context;
    const inputs = vertices.map((registers) => applyLink(this.#link, registers));
    context.counts.geometryInvocations += this.#instances;
    const { executable, bindings } = this.#shader;
    const { streams, isLimited, executed } = runGeometry(executable, bindings, inputs, {
      primitiveId,
      maxInstructions: context.instructionsLeft,
      isStopped: context.isLate,
    });
    if (!context.spendInstructions(executed, !isLimited)) return;
    for (const [stream, strips] of streams.entries()) {
      const size = SIZES[this.#topologies[Math.max(0, this.#streams.indexOf(stream))] ?? 0];
      if (size !== undefined) for (const strip of strips) this.#strip(strip, size, stream);
    }
  }

  #strip(strip: readonly Registers[], size: number, stream: number): void {
    const topology = stripTopology(size);
    const count = primitiveCount(topology, strip.length);
    if (!this.#context.spendVertices(strip.length)) return;
    this.#context.counts.geometryPrimitives += count;
    for (let i = 0; i < count && !this.#context.isStopped; i++) {
      const indices = primitiveVertices(topology, i, strip.length);
      // The shader writes the ids of its primitives itself.
      this.#sink(
        indices.map((index) => strip[index]!),
        0,
        stream,
      );
    }
  }
}
