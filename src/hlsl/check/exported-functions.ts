/**
 * The exported functions of a library: what their parameters may be, and which functions a library has.
 *
 * Not for: how parameters get registers (bind/function-signature.ts).
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import type { TextLocation } from '../../assemble/text-location.ts';
import type { Message } from '../../base/messages.ts';
import { X3501_LIBRARY, X3710, X3711, X3717, X3718 } from '../messages.ts';
import { type HlslType, VOID } from '../types/types.ts';
import type { Reporter } from './scope.ts';
import type { CheckedFunction, Parameter } from './typed-tree.ts';

/** Whether a profile is one of libraries. */
export function isLibraryProfile(profile: string): boolean {
  return profile.startsWith('lib_');
}

export function isExported({ modifiers }: CheckedFunction): boolean {
  return modifiers.includes('export');
}

/** Reports the first parameter that a function of a library cannot have; its result is the last one. */
export function checkExported(
  { name, owner, parameters, result, semantic, nameToken }: CheckedFunction,
  reporter: Reporter,
): void {
  const at = { first: nameToken, last: nameToken };
  if (owner !== undefined) {
    reporter.report(X3710, at, { name: 'this' });
    return;
  }
  for (const { variable } of parameters) {
    const fault = typeFault(variable.type);
    if (fault === undefined) continue;
    reporter.report(fault, variable.tokens, { name: variable.name });
    return;
  }
  const fault = result === VOID ? undefined : typeFault(result);
  if (fault !== undefined) reporter.report(fault, at, { name });
  else checkSemantics(parameters, semantic, reporter);
}

/** The reason why a parameter cannot have a type. */
function typeFault(type: HlslType): Message | undefined {
  if (type.kind !== 'numeric') return X3710;
  return type.scalar === 'double' ? X3717 : undefined;
}

/** Two parameters of one direction cannot have one semantic, which is compared as it is written (source: oracle). */
function checkSemantics(parameters: readonly Parameter[], result: string | undefined, reporter: Reporter): void {
  for (const side of ['in', 'out'] as const) {
    const ofSide = parameters.filter(({ direction }) => direction === side || direction === 'inout');
    const counts = new Map<string | undefined, number>(side === 'out' ? [[result, 1]] : []);
    for (const { semantic } of ofSide) counts.set(semantic, (counts.get(semantic) ?? 0) + 1);
    const twice = ofSide.find(({ semantic }) => semantic !== undefined && counts.get(semantic)! > 1);
    if (twice === undefined) continue;
    reporter.report(X3711, twice.variable.tokens, { semantic: twice.semantic! });
    return;
  }
}

/** The functions of a library in the order of the source; faults have no location in the source. */
export function exportedFunctions(
  functions: readonly CheckedFunction[],
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
): readonly CheckedFunction[] {
  const exported = functions.filter(isExported);
  if (exported.length === 0) diagnostics.report(X3501_LIBRARY, nowhere);
  const names = new Set<string>();
  for (const name of exported.map(libraryName)) {
    if (names.has(name)) diagnostics.report(X3718, nowhere, { name });
    names.add(name);
  }
  return exported;
}

/** The name of a function in a library. */
export function libraryName({ namespace, name }: CheckedFunction): string {
  return namespace + name;
}
