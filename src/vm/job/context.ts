/** State that the commands of a job share while it runs.  */

import type { ShaderEngine } from '../engine.ts';
import { DX7030, DX7031 } from '../messages.ts';
import type { QuadObserver } from '../quad-flow.ts';
import type { Sm1Step } from '../sm1/executable.ts';
import type { Sm4Step } from '../sm4/executable.ts';
import type { InvocationResult } from './invocation.ts';
import type { JsonPath } from './json-text.ts';
import type { JobReport } from './report.ts';
import type { JobResources } from './resources.ts';
import type { JobShaders, Sm1JobShader, Sm4JobShader } from './shaders.ts';

/** Gives an observer for the quads of a shader in a command. */
export interface JobObserver {
  sm4(shader: Sm4JobShader, command: number): QuadObserver<Sm4Step>;
  sm1(shader: Sm1JobShader, command: number): QuadObserver<Sm1Step>;
}

/** The shader with an executable that is observed. */
export function observedSm4(shader: Sm4JobShader, observer: JobObserver | undefined, command: number): Sm4JobShader {
  if (observer === undefined) return shader;
  return { ...shader, executable: { ...shader.executable, observer: observer.sm4(shader, command) } };
}

/** Returns the shader of models 1 to 3 with steps that report to the observer. */
export function observedSm1(shader: Sm1JobShader, observer: JobObserver | undefined, command: number): Sm1JobShader {
  if (observer === undefined) return shader;
  return { ...shader, executable: { ...shader.executable, observer: observer.sm1(shader, command) } };
}

export class JobBudget {
  instructionsLeft: number;
  readonly #deadline: number;

  /** @param seconds infinity for no limit */
  constructor(
    readonly instructions: number,
    readonly seconds: number,
  ) {
    this.instructionsLeft = instructions;
    this.#deadline = Date.now() + 1000 * seconds;
  }

  get isLate(): boolean {
    return Date.now() > this.#deadline;
  }
}

export interface JobContext {
  readonly resources: JobResources;
  readonly shaders: JobShaders;
  readonly report: JobReport;
  readonly budget: JobBudget;
  /** Results of commands with a name. */
  readonly results: Map<string, InvocationResult | object>;
  /** Undefined without an observer. */
  readonly observer: JobObserver | undefined;
  /** Runs the shaders of draws and dispatches; the interpreter without one. */
  readonly engine: ShaderEngine | undefined;
}

/** Takes the instructions that a command executed; reports a limit that was reached and returns true then. */
export function spend({ budget, report }: JobContext, executed: number, path: JsonPath): boolean {
  budget.instructionsLeft -= executed;
  if (budget.isLate) report.add(DX7031, path, { limit: budget.seconds });
  else if (budget.instructionsLeft <= 0) report.add(DX7030, path, { limit: budget.instructions });
  else return false;
  return true;
}
