/** Collects what is wrong with a job; each diagnostic has the path of the value that it is about. */
import { type Diagnostic, diagnostic, type Message, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_DIAGNOSTICS } from '../../base/limits.ts';
import { type JsonPath, pathText } from './json-text.ts';

export interface JobDiagnostic extends Diagnostic {
  /** The value that it is about, as RFC 9535 writes it: `$.commands[2].shader`. */
  readonly path: string;
  /** The path as names and indices. */
  readonly steps: JsonPath;
  /** Whether it is about the name of the field, not its value. */
  readonly ofName?: true;
  /** The shader that it is about, by its name in the job; `at` and `instruction` count in its program. */
  readonly shaderName?: string;
}

const NO_SPAN = { unit: 'char', start: 0, end: 0 } as const;

export class JobReport {
  readonly list: JobDiagnostic[] = [];

  add(message: Message, path: JsonPath, values: MessageValues = {}, more: Partial<JobDiagnostic> = {}): undefined {
    if (this.list.length >= MAX_DIAGNOSTICS) return;
    this.list.push({ ...diagnostic(message, NO_SPAN, values), path: pathText(path), steps: path, ...more });
  }

  /** Adds the diagnostics of something that a value of the job describes. */
  addAll(path: JsonPath, diagnostics: readonly Diagnostic[], more: Partial<JobDiagnostic> = {}): void {
    for (const one of diagnostics) {
      if (this.list.length >= MAX_DIAGNOSTICS) return;
      this.list.push({ ...one, path: pathText(path), steps: path, ...more });
    }
  }

  /** Whether a name in a command was reported before. */
  hasName(command: JsonPath[number] | undefined, name: string): boolean {
    return this.list.some(({ ofName, steps }) => ofName && steps[1] === command && steps.at(-1) === name);
  }

  get hasErrors(): boolean {
    return this.list.some(({ severity }) => severity === 'error');
  }
}
