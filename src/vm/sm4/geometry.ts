/**
 * Runs a geometry shader on one primitive: every instance in turn, each with as many vertices as the shader declares. A
 * vertex has all output registers of its stream; `cut` ends a strip.
 */

import { readSm4StageDeclarations } from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { Bindings } from '../bindings.ts';
import type { GeometryResult, PrimitiveOptions } from '../engine.ts';
import type { Sm4Executable } from './executable.ts';
import { runToEnd, Sm4Interpreter } from './interpreter.ts';
import { type Registers, registersOf, type Sm4Quad, setLanes, setRegisters } from './quad.ts';

const INPUT = SM4_OPERAND_TYPES.input.code;
const OUTPUT = SM4_OPERAND_TYPES.output.code;
const PRIMITIVE_ID = SM4_OPERAND_TYPES.inputPrimitiveId.code;
const INSTANCE_ID = SM4_OPERAND_TYPES.inputGsInstanceId.code;

/** Streams of a geometry shader. */
const STREAMS = 4;

/** Runs the shader on the primitive with the registers of `vertices`. */
export function runGeometry(
  executable: Sm4Executable,
  bindings: Bindings,
  vertices: readonly Registers[],
  options: PrimitiveOptions,
): GeometryResult {
  const part = executable.parts[0]!;
  return runInstances(executable, options, (strips, instance, limit) => {
    const quad = new Sm4Interpreter(executable, bindings);
    setPrimitive(quad, vertices, options.primitiveId, instance);
    quad.sink = {
      emit: (stream, lane) => {
        if (strips.add(stream, registersOf(quad.files[OUTPUT], lane))) quad.masks.stop(1 << lane);
      },
      cut: (stream) => strips.cut(stream),
    };
    quad.start(1, part.start, part.end);
    runToEnd(quad, limit, options.isStopped);
    return { executed: quad.executed, isEnded: quad.state === 'ended' };
  });
}

/** Sets the inputs of an instance. */
export function setPrimitive(
  quad: Pick<Sm4Quad, 'files'>,
  vertices: readonly Registers[],
  primitiveId: number,
  instance: number,
): void {
  for (const [vertex, registers] of vertices.entries()) setRegisters(quad.files[INPUT], vertex, registers);
  setLanes(quad, PRIMITIVE_ID, () => primitiveId);
  setLanes(quad, INSTANCE_ID, () => instance);
}

/** Runs one instance with its first lane, at most `limit` instructions. */
type InstanceRun = (
  strips: StripSink,
  instance: number,
  limit: number,
) => { readonly executed: number; readonly isEnded: boolean };

/** Runs all instances of a geometry shader by a function. */
export function runInstances(
  { program }: Sm4Executable,
  { maxInstructions }: PrimitiveOptions,
  run: InstanceRun,
): GeometryResult {
  const { maxVertices, instances } = readSm4StageDeclarations(program);
  const strips = new StripSink();
  let executed = 0;
  for (let instance = 0; instance < Math.min(instances, MAX_INSTANCES); instance++) {
    strips.begin(Math.min(maxVertices, MAX_VERTICES));
    const result = run(strips, instance, maxInstructions - executed);
    executed += result.executed;
    if (!result.isEnded) return { streams: strips.streams, isLimited: true, executed };
  }
  return { streams: strips.streams, isLimited: false, executed };
}

const MAX_INSTANCES = 32;
/** Vertices that an instance may write in Direct3D 11. */
const MAX_VERTICES = 1024;

/** The strips that the instances of a shader write. */
export class StripSink {
  readonly streams: Registers[][][] = Array.from({ length: STREAMS }, () => []);
  readonly #isOpen: boolean[] = [];
  #left = 0;

  /** Begins the next instance, which does not continue strips. */
  begin(vertices: number): void {
    this.#left = vertices;
    this.#isOpen.fill(false);
  }

  /** Adds a vertex. Returns whether it is the last one of the instance, which ends with it. */
  add(stream: number, registers: Registers): boolean {
    const strips = this.streams[stream];
    if (strips === undefined) return false;
    if (!this.#isOpen[stream]) strips.push([]);
    this.#isOpen[stream] = true;
    strips.at(-1)!.push(registers);
    this.#left--;
    return this.#left <= 0;
  }

  cut(stream: number): void {
    this.#isOpen[stream] = false;
  }
}
