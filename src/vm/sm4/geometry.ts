/**
 * Runs a geometry shader on one primitive: every instance in turn, each with as many vertices as the shader declares. A
 * vertex has all output registers of its stream; `cut` ends a strip.
 */

import { readSm4StageDeclarations } from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { Bindings } from '../bindings.ts';
import type { Sm4Executable } from './executable.ts';
import { type PrimitiveOptions, runToEnd, Sm4Interpreter } from './interpreter.ts';
import { type Registers, registersOf, type Sm4Quad, type StreamSink, setLanes, setRegisters } from './quad.ts';

const INPUT = SM4_OPERAND_TYPES.input.code;
const OUTPUT = SM4_OPERAND_TYPES.output.code;
const PRIMITIVE_ID = SM4_OPERAND_TYPES.inputPrimitiveId.code;
const INSTANCE_ID = SM4_OPERAND_TYPES.inputGsInstanceId.code;

/** Streams of a geometry shader. */
const STREAMS = 4;

/** The strips of a stream: each a list of the registers of its vertices. */
export type Strips = readonly (readonly Registers[])[];

export interface GeometryResult {
  readonly streams: readonly Strips[];
  /** Whether the instructions were more than allowed; the results are then incomplete. */
  readonly isLimited: boolean;
  readonly executed: number;
}

/** Runs the shader on the primitive with the registers of `vertices`. */
export function runGeometry(
  executable: Sm4Executable,
  bindings: Bindings,
  vertices: readonly Registers[],
  { primitiveId, maxInstructions, isStopped }: PrimitiveOptions,
): GeometryResult {
  const { maxVertices, instances } = readSm4StageDeclarations(executable.program);
  const sink = new StripSink();
  const part = executable.parts[0]!;
  let executed = 0;
  for (let instance = 0; instance < Math.min(instances, MAX_INSTANCES); instance++) {
    const quad = new Sm4Interpreter(executable, bindings);
    for (const [vertex, registers] of vertices.entries()) setRegisters(quad.files[INPUT], vertex, registers);
    setLanes(quad, PRIMITIVE_ID, () => primitiveId);
    setLanes(quad, INSTANCE_ID, () => instance);
    sink.begin(Math.min(maxVertices, MAX_VERTICES));
    quad.sink = sink;
    quad.start(1, part.start, part.end);
    runToEnd(quad, maxInstructions - executed, isStopped);
    executed += quad.executed;
    if (quad.state !== 'ended') return { streams: sink.streams, isLimited: true, executed };
  }
  return { streams: sink.streams, isLimited: false, executed };
}

const MAX_INSTANCES = 32;
/** Vertices that an instance may write in Direct3D 11. */
const MAX_VERTICES = 1024;

class StripSink implements StreamSink {
  readonly streams: Registers[][][] = Array.from({ length: STREAMS }, () => []);
  readonly #isOpen: boolean[] = [];
  #left = 0;

  /** Begins the next instance, which does not continue strips. */
  begin(vertices: number): void {
    this.#left = vertices;
    this.#isOpen.fill(false);
  }

  emit(stream: number, lane: number, quad: Sm4Quad): void {
    const strips = this.streams[stream];
    if (strips === undefined) return;
    if (!this.#isOpen[stream]) strips.push([]);
    this.#isOpen[stream] = true;
    strips.at(-1)!.push(registersOf(quad.files[OUTPUT], lane));
    this.#left--;
    // The instance ends with its last vertex.
    if (this.#left <= 0) quad.masks.stop(1 << lane);
  }

  cut(stream: number): void {
    this.#isOpen[stream] = false;
  }
}
