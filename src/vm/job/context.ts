/** State that the commands of a job share while it runs. */

import { DX7030, DX7031 } from '../messages.ts';
import type { InvocationResult } from './invocation.ts';
import type { JsonPath } from './json-text.ts';
import type { JobObserver } from './observer.ts';
import type { JobReport } from './report.ts';
import type { JobResources } from './resources.ts';
import type { JobShaders } from './shaders.ts';

/** Instructions and time of a job. */
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
}

/** Takes the instructions that a command executed; reports a limit that was reached and returns true then. */
export function spend({ budget, report }: JobContext, executed: number, path: JsonPath): boolean {
  budget.instructionsLeft -= executed;
  if (budget.isLate) report.add(DX7031, path, { limit: budget.seconds });
  else if (budget.instructionsLeft <= 0) report.add(DX7030, path, { limit: budget.instructions });
  else return false;
  return true;
}
