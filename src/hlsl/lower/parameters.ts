/**
 * The parameters of an entry point: the values of inputs and constants that they have at its beginning.
 *
 * Not for: reads of inputs (inputs.ts).
 */
import type { CheckedFunction, Parameter, Variable } from '../check/typed-tree.ts';
import { type ArrayType, type HlslType, scalarsOf } from '../types/types.ts';
import { AssignedVariables } from './assigned.ts';
import { pointValues } from './expressions.ts';
import { inputScalar } from './inputs.ts';
import type { Lowering } from './lowering.ts';
import { readLocation, writeLocation } from './memory.ts';
import { inputLocation, shareObjects } from './resources.ts';
import type { EntryVariable, InputScalar } from './stage-interface.ts';

/** Gives uniform parameters their constants; one that is assigned is a copy. */
export function readUniforms(l: Lowering, entry: CheckedFunction): void {
  const assigned = new AssignedVariables();
  assigned.statement(entry.body);
  for (const { variable: parameter } of entry.parameters) {
    const constant = l.options.uniforms.get(parameter);
    if (constant === undefined) continue;
    const state = l.stateOf(constant);
    const value = { kind: 'variable', variable: constant, type: constant.type, ...constant.tokens } as const;
    if (constant.resources !== undefined) shareObjects(l, parameter, value);
    if (state.kind !== 'location' || !assigned.variables.has(parameter)) l.states.set(parameter, state);
    else {
      const copy = l.stateOf(parameter);
      if (copy.kind === 'location') writeLocation(l, copy.location, readLocation(l, state.location));
    }
  }
}

/** Gives the parameters of the entry point the values of the inputs. */
export function readParameters(
  l: Lowering,
  entry: CheckedFunction,
  inputs: readonly EntryVariable[],
  scalars: ReadonlyMap<EntryVariable, readonly (InputScalar | undefined)[]>,
): void {
  const assigned = new AssignedVariables();
  assigned.statement(entry.body);
  for (const parameter of entry.parameters) {
    const { variable } = parameter;
    const { type } = variable;
    const ofParameter = inputs.filter((one) => one.parameter === parameter);
    if (ofParameter.length === 0) continue;
    const points = isPoints(l, type);
    // Elements that values choose are chosen where they are.
    if (points || (l.arrays.has(variable) && !assigned.variables.has(variable))) {
      const all: (InputScalar | undefined)[] = [];
      for (const one of ofParameter) for (const [k, at] of scalars.get(one)!.entries()) all[one.first + k] = at;
      noteInputs(l, entry, variable, all, points ? pointCount(type) : undefined);
      l.directParameters.push(parameter);
      l.directScalars.push(all);
      if (!points) l.states.set(variable, { kind: 'location', location: inputLocation(l, parameter, undefined, type) });
      else if (type.kind === 'array' && assigned.variables.has(variable)) copyPoints(l, parameter, type);
      else l.states.set(variable, { kind: 'points', parameter });
      continue;
    }
    const state = l.stateOf(variable);
    if (state.kind !== 'location') continue;
    l.inputVariables.add(variable);
    const types = scalarsOf(type);
    const refs: number[] = [];
    for (const one of ofParameter) {
      for (const [k, at] of scalars.get(one)!.entries())
        if (at !== undefined) refs[one.first + k] = inputScalar(l, at, types[one.first + k]!);
      noteInputs(l, entry, variable, scalars.get(one)!, undefined, one.first);
    }
    writeLocation(
      l,
      state.location,
      types.map((_, i) => refs[i] ?? l.b.undefined(l.irTypes(type)[i]!)),
    );
  }
}

/** Copies the vertices of a primitive, which the function changes. */
function copyPoints(l: Lowering, parameter: Parameter, type: ArrayType): void {
  const { variable } = parameter;
  const location = l.locationFor(variable);
  writeLocation(l, location, pointValues(l, parameter, type));
  l.states.set(variable, { kind: 'location', location });
}

/** Notes the registers of a parameter, from its scalar `first` on. */
function noteInputs(
  l: Lowering,
  entry: CheckedFunction,
  variable: Variable,
  scalars: readonly (InputScalar | undefined)[],
  points: number | undefined,
  first = 0,
): void {
  for (let point = 0; point < (points ?? 1); point++)
    for (const [k, at] of scalars.entries()) {
      if (at === undefined) continue;
      const number = points === undefined ? undefined : point;
      l.entryScalars.push({ ...at, direction: 'in', function: entry, variable, scalar: first + k, point: number });
    }
}

/** The number of control points, or of vertices, that a parameter has. */
function pointCount(type: HlslType): number {
  return type.kind === 'object' ? type.count : type.kind === 'array' ? type.length : 0;
}

/** Whether a parameter is control points, or the vertices of a primitive. */
function isPoints({ stage }: Lowering, type: HlslType): boolean {
  return type.kind === 'object' || (stage === 'gs' && type.kind === 'array');
}
