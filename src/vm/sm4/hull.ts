/**
 * Runs a hull shader on one patch: the control point phase for each point that it writes, then the fork phases and the
 * join phases, each as often as it says. A shader without a control point phase passes the points on. An engine runs
 * the phases.
 *
 * Fork phases see the points, join phases also what the phases before them wrote (Direct3D 11.3 functional
 * specification, 10).
 */

import { readSm4StageDeclarations } from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { Bindings } from '../bindings.ts';
import type { HullResult, PrimitiveOptions } from '../engine.ts';
import { LANES } from '../lanes.ts';
import type { Sm4Executable, Sm4Part } from './executable.ts';
import { runToEnd, Sm4Interpreter } from './interpreter.ts';
import { type Registers, registersOf, type Sm4Quad, setLanes, setRegisters } from './quad.ts';

const INPUT = SM4_OPERAND_TYPES.input.code;
const OUTPUT = SM4_OPERAND_TYPES.output.code;
const INPUT_POINT = SM4_OPERAND_TYPES.inputControlPoint.code;
const OUTPUT_POINT = SM4_OPERAND_TYPES.outputControlPoint.code;
const PATCH_CONSTANT = SM4_OPERAND_TYPES.inputPatchConstant.code;
const POINT_ID = SM4_OPERAND_TYPES.outputControlPointId.code;
const FORK_ID = SM4_OPERAND_TYPES.inputForkInstanceId.code;
const JOIN_ID = SM4_OPERAND_TYPES.inputJoinInstanceId.code;
const PRIMITIVE_ID = SM4_OPERAND_TYPES.inputPrimitiveId.code;

/** Instances of a phase: as many as a patch has constants, each a component. */
const MAX_INSTANCES = 128;

/** Runs the phases on a patch with the registers of `points`. */
export function runHull(
  executable: Sm4Executable,
  bindings: Bindings,
  points: readonly Registers[],
  options: PrimitiveOptions,
): HullResult {
  let quad: Sm4Quad;
  return runPhases(executable, points, options, {
    begin: () => {
      quad = new Sm4Interpreter(executable, bindings);
      return quad;
    },
    run: ({ start, end }, lanes, limit) => {
      quad.start(lanes, start, end);
      runToEnd(quad, limit, options.isStopped);
      return { executed: quad.executed, isEnded: quad.state === 'ended' };
    },
  });
}

/** Four lanes of an engine that run a phase. */
export interface PhaseRunner {
  /** Returns the registers of the next run, all 0. */
  begin(): Pick<Sm4Quad, 'files'>;
  /** Runs a phase, at most `limit` instructions. */
  run(part: Sm4Part, lanes: number, limit: number): { readonly executed: number; readonly isEnded: boolean };
}

/** Runs the phases by an engine on a patch with the registers of `points`. */
export function runPhases(
  executable: Sm4Executable,
  points: readonly Registers[],
  options: PrimitiveOptions,
  runner: PhaseRunner,
): HullResult {
  return new Hull(executable, points, options, runner).run();
}

class Hull {
  readonly #input: readonly Registers[];
  #executed = 0;
  #isLimited = false;
  #output: readonly Registers[];
  #patchConstants: Registers = new Uint32Array(0);

  constructor(
    private readonly executable: Sm4Executable,
    points: readonly Registers[],
    private readonly options: PrimitiveOptions,
    private readonly runner: PhaseRunner,
  ) {
    this.#input = points;
    this.#output = points;
  }

  run(): HullResult {
    const { parts } = this.executable;
    const controlPoint = parts.find(({ name }) => name === 'controlPoint');
    if (controlPoint !== undefined) this.#output = this.#pointsOf(controlPoint);
    for (const part of parts) if (part.name === 'fork') this.#patchPhase(part, FORK_ID);
    for (const part of parts) if (part.name === 'join') this.#patchPhase(part, JOIN_ID);
    return {
      points: this.#output,
      patchConstants: this.#patchConstants,
      isLimited: this.#isLimited,
      executed: this.#executed,
    };
  }

  #pointsOf(part: Sm4Part): Registers[] {
    const { outputControlPoints } = readSm4StageDeclarations(this.executable.program);
    const points: Registers[] = [];
    for (let first = 0; first < outputControlPoints; first += LANES) {
      const quad = this.#begin();
      const count = Math.min(LANES, outputControlPoints - first);
      setLanes(quad, POINT_ID, (lane) => first + lane);
      this.#runPart(part, 2 ** count - 1);
      for (let lane = 0; lane < count; lane++) points.push(registersOf(quad.files[OUTPUT], lane));
    }
    return points;
  }

  /** Runs a fork or join phase as often as it says, each time on what the patch has so far. */
  #patchPhase(part: Sm4Part, idType: number): void {
    const instances = Math.min(part.instances, MAX_INSTANCES);
    for (let instance = 0; instance < instances && !this.#isLimited; instance++) {
      const quad = this.#begin();
      setLanes(quad, idType, () => instance);
      setRegisters(quad.files[PATCH_CONSTANT], 0, this.#patchConstants);
      setRegisters(quad.files[OUTPUT], 0, this.#patchConstants);
      this.#runPart(part, 1);
      this.#patchConstants = registersOf(quad.files[OUTPUT], 0);
    }
  }

  /** The registers of the next run, with what all phases read. */
  #begin(): Pick<Sm4Quad, 'files'> {
    const quad = this.runner.begin();
    for (const [vertex, registers] of this.#input.entries()) {
      setRegisters(quad.files[INPUT], vertex, registers);
      setRegisters(quad.files[INPUT_POINT], vertex, registers);
    }
    for (const [vertex, registers] of this.#output.entries()) setRegisters(quad.files[OUTPUT_POINT], vertex, registers);
    setLanes(quad, PRIMITIVE_ID, () => this.options.primitiveId);
    return quad;
  }

  #runPart(part: Sm4Part, lanes: number): void {
    const { executed, isEnded } = this.runner.run(part, lanes, this.options.maxInstructions - this.#executed);
    this.#executed += executed;
    if (!isEnded) this.#isLimited = true;
  }
}
