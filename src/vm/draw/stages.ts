/**
 * The stages of Direct3D 10 and 11 before the rasterizer. The vertex stage fetches attributes, runs four vertices at a
 * time, and gives their output registers; a vertex that an index names again in an instance is not run again. Hull
 * shader, tessellator and domain shader run patch by patch; all primitives of a patch have its id. The geometry stage
 * runs the shader on each primitive and takes the strips of its streams apart.
 *
 * Source: Direct3D 11.3 functional specification, 10 to 13.
 */

import { PrimitiveTopology, TessellatorDomain } from '../../base/d3d/enumerations.ts';
import { DECLARED_SYSTEM_VALUES, type DeclaredSystemValue } from '../../base/d3d/system-values.ts';
import { setU32At } from '../../base/words.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import { readSm4StageDeclarations, type Sm4StageDeclarations } from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import type { StageRunner } from '../engine.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import { runGeometry } from '../sm4/geometry.ts';
import { runHull } from '../sm4/hull.ts';
import { stageRunner } from '../sm4/interpreter.ts';
import { type Registers, registersOf, setLanes, setRegisters } from '../sm4/quad.ts';
import type { DrawContext } from './context.ts';
import type { Sm4DrawCall, Sm4DrawShader, StreamOutput } from './draw-call.ts';
import type { StreamCounts } from './draw-common.ts';
import { type AttributeSource, fetchAttribute, type InputVertex, VertexCache } from './input-assembler.ts';
import { applyLink, componentsOf, type Link, linkSignatures, semanticKey } from './links.ts';
import { type PrimitiveSink, primitiveCount, primitiveVertices, stripTopology } from './primitives.ts';
import { ONE, type Tessellation, tessellate } from './tessellator.ts';

const INPUT = SM4_OPERAND_TYPES.input.code;
const OUTPUT = SM4_OPERAND_TYPES.output.code;

interface Attribute {
  readonly register: number;
  readonly components: readonly number[];
  readonly source: AttributeSource;
}

/** A register component with a number that the input assembler makes. */
interface Generated {
  readonly kind: 'vertexId' | 'instanceId';
  readonly register: number;
  readonly component: number;
}

export class VertexStage {
  readonly #quad: StageRunner;
  readonly #attributes: readonly Attribute[];
  readonly #generated: readonly Generated[];
  readonly #firstInstance: number;
  readonly #words = new Uint32Array(COMPONENTS);
  readonly #cache = new VertexCache<Registers>();

  constructor(
    private readonly context: DrawContext,
    call: Sm4DrawCall,
  ) {
    const { vertex } = call.stages;
    this.#quad = stageRunner(context, vertex);
    this.#firstInstance = call.arguments.firstInstance;
    this.#attributes = attributesOf(call);
    this.#generated = vertex.executable.declarations.inputs.flatMap(({ type, register, mask, systemValue }) => {
      const kind = DECLARED_SYSTEM_VALUES[systemValue]?.row.name;
      if (type !== INPUT || (kind !== 'vertexId' && kind !== 'instanceId')) return [];
      return componentsOf(mask).map((component) => ({ kind, register, component }));
    });
  }

  /** Forgets the vertices of the instance before. */
  beginInstance(): void {
    this.#cache.clear();
  }

  /** The output registers of vertices of an instance; fewer where the draw has to stop. */
  run(vertices: readonly InputVertex[], instance: number): Registers[] {
    return this.#cache.run(vertices, (missing) => this.#runLanes(missing, instance));
  }

  #runLanes(vertices: readonly InputVertex[], instance: number): boolean {
    this.#quad.clear();
    for (const [lane, vertex] of vertices.entries()) this.#fill(vertex, lane, instance);
    this.context.counts.vertexInvocations += vertices.length;
    if (!this.#quad.runMain(2 ** vertices.length - 1)) return false;
    for (const [lane, { id }] of vertices.entries()) this.#cache.set(id, registersOf(this.#quad.files[OUTPUT], lane));
    return true;
  }

  #fill({ id, vertex }: InputVertex, lane: number, instance: number): void {
    for (const { register, components, source } of this.#attributes) {
      fetchAttribute(source, vertex, instance, this.#firstInstance, this.#words);
      for (const [i, component] of components.entries()) this.#set(register, component, lane, this.#words[i]!);
    }
    for (const { kind, register, component } of this.#generated)
      this.#set(register, component, lane, kind === 'vertexId' ? id : instance);
  }

  #set(register: number, component: number, lane: number, word: number): void {
    const file = this.#quad.files[INPUT];
    const base = file?.baseOf(register) ?? -1;
    if (base >= 0) file!.words[base + component * LANES + lane] = word;
  }
}

/**
 * The attributes of the vertex shader that the input layout has; without a signature, elements fill registers in order.
 */
function attributesOf({ stages, inputLayout, vertexBuffers }: Sm4DrawCall): Attribute[] {
  const sources = inputLayout.map(({ format, slot, offset, perInstance, stepRate }) => ({
    buffer: vertexBuffers[slot],
    format,
    offset,
    stepRate: perInstance ? stepRate : undefined,
  }));
  const { inputs } = stages.vertex;
  if (inputs === undefined) return sources.map((source, i) => ({ register: i, components: [0, 1, 2, 3], source }));
  const bySemantic = new Map(
    inputLayout.map(({ semantic, semanticIndex }, i) => [semanticKey(semantic, semanticIndex), sources[i]!]),
  );
  return inputs.flatMap(({ semanticName, semanticIndex, register, mask }) => {
    const source = bySemantic.get(semanticKey(semanticName, semanticIndex));
    return source === undefined ? [] : [{ register, components: componentsOf(mask), source }];
  });
}

const POINT = SM4_OPERAND_TYPES.inputControlPoint.code;
const PATCH_CONSTANT = SM4_OPERAND_TYPES.inputPatchConstant.code;
const DOMAIN_POINT = SM4_OPERAND_TYPES.inputDomainPoint.code;
const PRIMITIVE_ID = SM4_OPERAND_TYPES.inputPrimitiveId.code;

/** The system values of the factors of each domain, in the order of the tessellator. */
const FACTORS: Readonly<
  Record<number, { readonly edges: readonly DeclaredSystemValue[]; readonly inside: readonly DeclaredSystemValue[] }>
> = {
  [TessellatorDomain.isoline]: { edges: ['finalLineDensityTessFactor', 'finalLineDetailTessFactor'], inside: [] },
  [TessellatorDomain.tri]: {
    edges: ['finalTriUeq0EdgeTessFactor', 'finalTriVeq0EdgeTessFactor', 'finalTriWeq0EdgeTessFactor'],
    inside: ['finalTriInsideTessFactor'],
  },
  [TessellatorDomain.quad]: {
    edges: [
      'finalQuadUeq0EdgeTessFactor',
      'finalQuadVeq0EdgeTessFactor',
      'finalQuadUeq1EdgeTessFactor',
      'finalQuadVeq1EdgeTessFactor',
    ],
    inside: ['finalQuadUInsideTessFactor', 'finalQuadVInsideTessFactor'],
  },
};

export class TessellationStage {
  readonly #hull: Sm4DrawShader;
  readonly #domain: StageRunner;
  readonly #declared: Sm4StageDeclarations;
  readonly #edges: readonly number[];
  readonly #inside: readonly number[];
  readonly #toHull: Link;
  readonly #pointsToDomain: Link;
  readonly #patchToDomain: Link;

  constructor(
    private readonly context: DrawContext,
    { stages }: Sm4DrawCall,
    private readonly sink: PrimitiveSink,
  ) {
    const { vertex, hull, domain } = stages;
    this.#hull = hull!;
    this.#domain = stageRunner(context, domain!);
    this.#declared = readSm4StageDeclarations(hull!.executable.program);
    const names = FACTORS[this.#declared.domain];
    this.#edges = (names?.edges ?? []).map((name) => factorIndex(hull!, name));
    this.#inside = (names?.inside ?? []).map((name) => factorIndex(hull!, name));
    this.#toHull = linkSignatures(vertex.outputs, hull!.inputs);
    this.#pointsToDomain = linkSignatures(hull!.outputs, domain!.inputs);
    this.#patchToDomain = linkSignatures(hull!.patchConstants, domain!.patchConstants);
  }

  /** Tessellates a patch. */
  accept(vertices: readonly Registers[], primitiveId: number): void {
    const context = this.context;
    const hull = this.#hull;
    const inputs = vertices.map((registers) => applyLink(this.#toHull, registers));
    context.counts.hullInvocations++;
    const options = { primitiveId, maxInstructions: context.instructionsLeft, isStopped: context.isLate };
    const { points, patchConstants, isLimited, executed } =
      context.engine?.hull(hull, inputs, options) ?? runHull(hull.executable, hull.bindings, inputs, options);
    if (!context.spendInstructions(executed, !isLimited)) return;
    const factors = (indices: readonly number[]) => indices.map((at) => floatOfBits(patchConstants[at] ?? 0));
    const { domain, partitioning, tessellatorOutput, maxTessFactor } = this.#declared;
    const tessellation = tessellate({
      domain,
      partitioning,
      output: tessellatorOutput,
      maxTessFactor,
      edges: factors(this.#edges),
      inside: factors(this.#inside),
    });
    if (!context.spendVertices(tessellation.points.length / 2)) return;
    const made = this.#domainPoints(
      tessellation,
      points.map((registers) => applyLink(this.#pointsToDomain, registers)),
      applyLink(this.#patchToDomain, patchConstants),
      primitiveId,
    );
    const { primitives, size } = tessellation;
    for (let i = 0; i < primitives.length && !context.isStopped; i += size)
      this.sink(
        primitives.slice(i, i + size).map((point) => made[point]!),
        primitiveId,
        0,
      );
  }

  /** The output registers of the domain shader at each point. */
  #domainPoints(
    { points }: Tessellation,
    controlPoints: readonly Registers[],
    patch: Registers,
    primitiveId: number,
  ): Registers[] {
    const quad = this.#domain;
    const isTriangle = this.#declared.domain === TessellatorDomain.tri;
    const count = points.length / 2;
    const made: Registers[] = [];
    for (let first = 0; first < count; first += LANES) {
      const lanes = Math.min(LANES, count - first);
      quad.clear();
      for (const [i, registers] of controlPoints.entries()) setRegisters(quad.files[POINT], i, registers);
      setRegisters(quad.files[PATCH_CONSTANT], 0, patch);
      setLanes(quad, PRIMITIVE_ID, () => primitiveId);
      const location = quad.files[DOMAIN_POINT];
      for (let lane = 0; lane < lanes && location !== undefined; lane++) {
        const [u, v] = [points[2 * (first + lane)]!, points[2 * (first + lane) + 1]!];
        for (const [i, value] of [u, v, isTriangle ? ONE - u - v : 0].entries())
          location.words[i * LANES + lane] = bitsOfFloat(value / ONE);
      }
      this.context.counts.domainInvocations += lanes;
      if (!quad.runMain(2 ** lanes - 1)) return made;
      for (let lane = 0; lane < lanes; lane++) made.push(registersOf(quad.files[OUTPUT], lane));
    }
    return made;
  }
}

/** The component of the patch constants that has a factor; -1 where the shader declares none. */
function factorIndex({ executable }: Sm4DrawShader, name: DeclaredSystemValue): number {
  const found = executable.declarations.outputs.find(({ systemValue }) => SM4_SYSTEM_NAMES[systemValue] === name);
  return found === undefined ? -1 : COMPONENTS * found.register + (componentsOf(found.mask)[0] ?? 0);
}

/** Vertices of the primitives of each D3D_PRIMITIVE_TOPOLOGY that a geometry shader may write. */
const SIZES: Readonly<Record<number, number>> = {
  [PrimitiveTopology.pointlist]: 1,
  [PrimitiveTopology.linestrip]: 2,
  [PrimitiveTopology.trianglestrip]: 3,
};

export class GeometryStage {
  readonly #shader: Sm4DrawShader;
  readonly #link: Link;
  readonly #topologies: readonly number[];
  readonly #instances: number;
  readonly #streams: readonly number[];

  constructor(
    private readonly context: DrawContext,
    { stages }: Sm4DrawCall,
    private readonly sink: PrimitiveSink,
  ) {
    this.#shader = stages.geometry!;
    const { outputs } = stages.domain ?? stages.vertex;
    this.#link = linkSignatures(outputs, this.#shader.inputs);
    const { program, declarations } = this.#shader.executable;
    const { outputTopologies, instances } = readSm4StageDeclarations(program);
    this.#topologies = outputTopologies;
    this.#instances = instances;
    this.#streams = declarations.streams.length === 0 ? [0] : declarations.streams;
  }

  /** Runs the shader on a primitive. */
  accept(vertices: readonly Registers[], primitiveId: number): void {
    const context = this.context;
    const inputs = vertices.map((registers) => applyLink(this.#link, registers));
    context.counts.geometryInvocations += this.#instances;
    const { executable, bindings } = this.#shader;
    const options = { primitiveId, maxInstructions: context.instructionsLeft, isStopped: context.isLate };
    const { streams, isLimited, executed } =
      context.engine?.geometry(this.#shader, inputs, options) ?? runGeometry(executable, bindings, inputs, options);
    if (!context.spendInstructions(executed, !isLimited)) return;
    for (const [stream, strips] of streams.entries()) {
      const size = SIZES[this.#topologies[Math.max(0, this.#streams.indexOf(stream))] ?? 0];
      if (size !== undefined) for (const strip of strips) this.#strip(strip, size, stream);
    }
  }

  #strip(strip: readonly Registers[], size: number, stream: number): void {
    const topology = stripTopology(size);
    const count = primitiveCount(topology, strip.length);
    if (!this.context.spendVertices(strip.length)) return;
    this.context.counts.geometryPrimitives += count;
    for (let i = 0; i < count && !this.context.isStopped; i++) {
      const indices = primitiveVertices(topology, i, strip.length);
      // The shader writes the ids of its primitives itself.
      this.sink(
        indices.map((index) => strip[index]!),
        0,
        stream,
      );
    }
  }
}

// Writes the vertices of streams to buffers, primitive by primitive; a stream stops for good once one of its buffers
// has no space left for a complete primitive.
//
// Source: Direct3D 11.3 functional specification, 14.

const STREAMS = 4;
const WORD_BYTES = 4;

/** A word of a vertex: where it goes, and which component of the registers it is; -1: it is not written. */
interface WordOutput {
  readonly slot: number;
  readonly offset: number;
  readonly source: number;
}

export class StreamWriter {
  /** By number of the buffer: the next byte. */
  readonly offsets: number[];
  readonly #words: readonly (readonly WordOutput[])[];
  readonly #written = new Array<number>(STREAMS).fill(0);
  readonly #needed = new Array<number>(STREAMS).fill(0);
  readonly #isFull = new Array<boolean>(STREAMS).fill(false);

  /** @param shader the last stage before the rasterizer */
  constructor(
    shader: Sm4DrawShader,
    private readonly output: StreamOutput | undefined,
  ) {
    this.offsets = (output?.buffers ?? []).map((buffer) => buffer?.offset ?? 0);
    this.#words = Array.from({ length: STREAMS }, (_, stream) => wordsOf(output, shader.outputs, stream));
  }

  get counts(): readonly StreamCounts[] {
    if (this.output === undefined) return [];
    return this.#written.map((primitivesWritten, i) => ({ primitivesWritten, primitivesNeeded: this.#needed[i]! }));
  }

  write(stream: number, vertices: readonly Registers[]): void {
    const words = this.#words[stream] ?? [];
    if (this.output === undefined || words.length === 0) return;
    this.#needed[stream]!++;
    const slots = new Set(words.map(({ slot }) => slot));
    if (![...slots].every((slot) => this.#hasSpace(slot, vertices.length, words))) this.#isFull[stream] = true;
    if (this.#isFull[stream]) return;
    for (const registers of vertices) {
      for (const { slot, offset, source } of words)
        if (source >= 0)
          setU32At(this.output.buffers[slot]!.bytes, this.offsets[slot]! + offset, registers[source] ?? 0);
      for (const slot of slots) this.offsets[slot]! += this.output.buffers[slot]!.stride;
    }
    this.#written[stream]!++;
  }

  /**
   * Whether a buffer has space left; one that is not bound is full. The last vertex needs space only for the components
   * that are written.
   */
  #hasSpace(slot: number, vertices: number, words: readonly WordOutput[]): boolean {
    const buffer = this.output!.buffers[slot];
    if (buffer === undefined) return false;
    const size = Math.max(...words.filter((word) => word.slot === slot).map(({ offset }) => offset + WORD_BYTES));
    return this.offsets[slot]! + (vertices - 1) * buffer.stride + size <= buffer.bytes.length;
  }
}

function wordsOf(
  output: StreamOutput | undefined,
  signature: readonly SignatureElement[] | undefined,
  stream: number,
): WordOutput[] {
  const ends = new Map<number, number>();
  const words: WordOutput[] = [];
  for (const element of output?.elements ?? []) {
    if (element.stream !== stream) continue;
    const { slot, semantic, semanticIndex, startComponent, components } = element;
    const key = semanticKey(semantic, semanticIndex);
    const found = signature?.find(
      (one) => one.stream === stream && semanticKey(one.semanticName, one.semanticIndex) === key,
    );
    const sources = found ? componentsOf(found.mask).map((i) => COMPONENTS * found.register + i) : [];
    for (let i = 0; i < components; i++) {
      const offset = ends.get(slot) ?? 0;
      ends.set(slot, offset + WORD_BYTES);
      words.push({ slot, offset, source: semantic === '' ? -1 : (sources[startComponent + i] ?? -1) });
    }
  }
  return words;
}
