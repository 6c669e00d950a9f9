/**
 * The vertex stage of Direct3D 10 and 11: fetches attributes, runs four vertices at a time, and gives their output
 * registers.
 *
 * A vertex that an index names again in an instance is not run again.
 */
import { DECLARED_SYSTEM_VALUES } from '../../base/d3d/system-values.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import { StageQuad } from '../sm4/interpreter.ts';
import { type Registers, registersOf } from '../sm4/quad.ts';
import type { DrawContext } from './context.ts';
import type { Sm4DrawCall } from './draw-call.ts';
import { type AttributeSource, fetchAttribute, type InputVertex, VertexCache } from './input-assembler.ts';
import { componentsOf, semanticKey } from './links.ts';

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
  readonly #context: DrawContext;
  readonly #quad: StageQuad;
  readonly #attributes: readonly Attribute[];
  readonly #generated: readonly Generated[];
  readonly #firstInstance: number;
  readonly #words = new Uint32Array(COMPONENTS);
  readonly #cache = new VertexCache<Registers>();

  constructor(context: DrawContext, call: Sm4DrawCall) {
    const { vertex } = call.stages;
    this.#context = context;
    this.#quad = new StageQuad(context, vertex);
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
    this.#context.counts.vertexInvocations += vertices.length;
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
