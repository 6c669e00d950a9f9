/** The report of a run of the benchmark. */
import type { CompileSpeed } from './compiling.ts';
import type { FindResult } from './finding.ts';
import type { InterpreterSpeed } from './interpreter.ts';
import type { MemoryRow } from './memory.ts';
import type { Mix } from './mix.ts';
import type { Representation } from './representation.ts';
import type { Row } from './rows.ts';
import type { RunningSpeed } from './running.ts';
import type { SpirvSize } from './spirv-size.ts';
import type { StartUp } from './startup.ts';

export interface Report {
  readonly node: string;
  readonly rounds: number;
  /** The checkout that this one is compared with. */
  readonly against: string | undefined;
  /** A note on the sets if some of them are missing. */
  readonly note: string | undefined;
  readonly rows: readonly Row[];
  readonly memory: readonly MemoryRow[];
  readonly startUps: readonly StartUp[];
  readonly representation: readonly Representation[];
  readonly findResults: readonly FindResult[];
  readonly compilers: readonly CompileSpeed[];
  readonly interpreters: readonly InterpreterSpeed[];
  readonly running: readonly RunningSpeed[];
  readonly spirvSizes: readonly SpirvSize[];
  /** The composition of the sets. */
  readonly mixes: readonly Mix[];
}
