/**
 * A program database as data of the common model.
 *
 * Not for: its bytes (spdb.ts and the readers of its streams).
 */
import type { DebugArgument, DebugContent, DebugFile } from '../model.ts';
import type { NumberedInstruction } from '../numbered.ts';
import { PdbFunctions } from './functions.ts';
import { pdbSourceFiles } from './source-files.ts';
import type { Spdb } from './spdb.ts';
import { pdbVariables } from './variables.ts';

/** Names of what the compiler records about the compilation (source: oracle). */
const ENTRY_POINT = 'hlslEntry';
const TARGET = 'hlslTarget';
const FLAGS = 'hlslFlags';

/** Returns the debug information of a program database about a program with these instructions. */
export function spdbContent(spdb: Spdb, program: readonly NumberedInstruction[]): DebugContent {
  const pairs = argumentsOf(spdb);
  const argument = (wanted: string) => pairs.find(({ name }) => name === wanted)?.value ?? null;
  const files = filesOf(spdb);
  const functions = new PdbFunctions(spdb, new Map(files.map(({ name }, i) => [name, i])));
  const instructions = functions.instructions(program);
  const flags = argument(FLAGS);
  return {
    compiler: spdb.modules.find(({ symbols }) => symbols.compiler)?.symbols.compiler?.version ?? null,
    entryPoint: argument(ENTRY_POINT),
    profile: argument(TARGET),
    flags: flags !== null && /^0x[0-9a-f]{1,8}$/i.test(flags) ? Number(flags) : null,
    arguments: pairs,
    files,
    functions: functions.functions,
    instructions,
    variables: pdbVariables(spdb, functions),
  };
}

/** Names and values take turns in the list. */
function argumentsOf({ modules }: Spdb): DebugArgument[] {
  const words = modules.flatMap(({ symbols }) => symbols.environment);
  const pairs: DebugArgument[] = [];
  for (let i = 0; i < words.length; i += 2) pairs.push({ name: words[i]!, value: words[i + 1] ?? '' });
  return pairs;
}

/** The files of the modules, then those that are only embedded. */
function filesOf(spdb: Spdb): DebugFile[] {
  const files = new Map<string, string | null>();
  for (const { files: names } of spdb.modules) for (const name of names) files.set(name, null);
  for (const { name, text } of pdbSourceFiles(spdb)) files.set(name, text);
  return [...files].map(([name, source]) => ({ name, source }));
}
