/**
 * Compiles the exported functions of a source to a library: `lib_4_0`, `lib_4_1`, `lib_5_0`, `lib_4_0_level_9_1` and
 * the like.
 */
import type { AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import type { TextLocation } from '../assemble/text-location.ts';
import { type NewLibraryFunction, serializeLibrary } from '../chunks/library.ts';
import type { IrStage } from '../ir/declarations.ts';
import type { BoundDeclaration } from './bind/index.ts';
import { exportedFunctions, libraryName } from './check/exported-functions.ts';
import type { CheckedFunction } from './check/typed-tree.ts';
import { type CompileOptions, type LoweredProgram, lowerEntryPoint, readSource } from './front-end.ts';
import { X3507 } from './messages.ts';

/** The function that a program is, and the registers that functions before it gave to declarations. */
export interface LibraryEntry {
  readonly entry: CheckedFunction;
  readonly registers: Map<BoundDeclaration, number>;
  /** Filled in with the stages of its programs for feature level 9. */
  readonly stages: Set<IrStage>;
}

/**
 * Compiles a library; undefined where there are errors.
 *
 * @param write makes the container of each function
 * @param creator the name of the compiler
 * @param nowhere the location of faults that no function has
 */
export function compileLibrary(
  text: string,
  diagnostics: AssemblyDiagnostics,
  options: CompileOptions,
  write: (lowered: LoweredProgram, library: LibraryEntry) => Uint8Array | undefined,
  creator: string,
  nowhere: TextLocation,
): Uint8Array | undefined {
  const read = readSource(text, diagnostics, options);
  if (read === undefined || diagnostics.errors > 0) return undefined;
  const functions: NewLibraryFunction[] = [];
  const registers = new Map<BoundDeclaration, number>();
  const exported = exportedFunctions(read.source.functions, diagnostics, nowhere);
  for (const entry of exported) {
    if (diagnostics.errors > 0) return undefined;
    if (entry.body === undefined) read.reporter.reportFunction(X3507, entry.nameToken, { name: entry.name });
    const lowered = entry.body && lowerEntryPoint(read, entry, options);
    const stages = new Set<IrStage>();
    const container = lowered && write(lowered, { entry, registers, stages });
    const level9 = (stages.has('vs') ? 1 : 0) | (stages.has('ps') ? 2 : 0);
    if (container !== undefined) functions.push({ name: libraryName(entry), level9, container });
  }
  return diagnostics.errors > 0 ? undefined : serializeLibrary(functions, creator);
}
