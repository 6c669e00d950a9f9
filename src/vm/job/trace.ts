/** Traces: each instruction that a job executes, with what it wrote. */
import type { QuadFlow, QuadObserver } from '../quad-flow.ts';
import type { Sm1Quad } from '../sm1/quad.ts';
import type { Sm4Quad } from '../sm4/quad.ts';
import type { JobObserver } from './context.ts';
import { type RegisterWrite, sm1Targets, sm4Targets, type WriteTarget, writesOf } from './register-values.ts';
import type { JobShader } from './shaders.ts';

/** An instruction that four lanes executed. */
export interface TraceEvent {
  /** Number of the command in the job. */
  readonly command: number;
  /** Name of the shader in the job. */
  readonly shader: string;
  /** Number of the quad in the command, in the order in which they start. */
  readonly quad: number;
  /**
   * Number of the instruction, as diagnostics have it: the first declaration is 1; in models 1 to 3 the version token
   * is 0.
   */
  readonly instruction: number;
  /** DWORD index of its token in the program. */
  readonly at: number;
  readonly mnemonic: string;
  /** Lanes that executed it, a bit each. */
  readonly lanes: number;
  /** Lanes whose writes to memory have no effect: helper pixels and discarded ones. */
  readonly helpers: number;
  readonly writes: readonly RegisterWrite[];
}

/** An observer that calls `trace` for each instruction. */
export function traceObserver(trace: (event: TraceEvent) => void): JobObserver {
  const numbers = new QuadNumbers();
  return {
    sm4: (shader, command) =>
      observe(
        shader,
        command,
        numbers,
        trace,
        (quad, step) => sm4Targets(quad as unknown as Sm4Quad, step),
        (step) => step.mnemonic,
      ),
    sm1: (shader, command) =>
      observe(
        shader,
        command,
        numbers,
        trace,
        (quad, step) => sm1Targets(quad as unknown as Sm1Quad, step),
        (step) => step.opcode,
      ),
  };
}

/** Counts the quads of each command. */
class QuadNumbers {
  readonly #numbers = new WeakMap<object, number>();
  #command = -1;
  #next = 0;

  started(quad: object, command: number): void {
    if (command !== this.#command) this.#next = 0;
    this.#command = command;
    if (!this.#numbers.has(quad)) this.#numbers.set(quad, this.#next++);
  }

  of(quad: object): number {
    return this.#numbers.get(quad) ?? 0;
  }
}

function observe<Step extends { readonly position: number }>(
  { name, executable }: JobShader,
  command: number,
  numbers: QuadNumbers,
  trace: (event: TraceEvent) => void,
  targetsOf: (quad: QuadFlow<Step>, step: Step) => WriteTarget[],
  mnemonicOf: (step: Step) => string,
): QuadObserver<Step> {
  let targets: WriteTarget[] = [];
  let lanes = 0;
  return {
    started: (quad) => numbers.started(quad, command),
    before: (quad, step) => {
      targets = targetsOf(quad, step);
      lanes = quad.masks.running;
    },
    after: (quad, step) =>
      trace({
        command,
        shader: name,
        quad: numbers.of(quad),
        instruction: step.position + 1,
        at: executable.program.starts[step.position]!,
        mnemonic: mnemonicOf(step),
        lanes,
        helpers: quad.helpers,
        writes: writesOf(targets, lanes),
      }),
  };
}
