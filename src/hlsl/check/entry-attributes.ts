/**
 * Checks the attributes and parameters of an entry point against its stage.
 *
 * Not for: semantics (bind/).
 */
import type { IrStage } from '../../ir/declarations.ts';
import {
  X3084_ARGUMENT,
  X3084_ATTRIBUTE,
  X3501,
  X3507,
  X3513,
  X3514,
  X3514_INSTANCES,
  X3514_NUMBER,
  X3514_PRIMITIVE,
  X3514_STREAM,
  X3554,
  X3655,
  X3657,
  X3658,
  X3680,
  X4589,
  X4615_MODEL,
} from '../messages.ts';
import { allMembers, type HlslType, isPatch, VOID } from '../types/types.ts';
import type { CheckedSource } from './check-source.ts';
import type { Reporter } from './scope.ts';
import { isAttribute } from './statements.ts';
import type { CheckedAttribute, CheckedFunction, Parameter } from './typed-tree.ts';

/** Threads of a group by model: in all, and in z. */
const THREADS: Readonly<Record<number, readonly [number, number]>> = { 4: [768, 64], 5: [1024, 64] };

const PRIMITIVES: Readonly<Record<string, number>> = { point: 1, line: 2, triangle: 3, lineadj: 4, triangleadj: 6 };

/** Values of the attributes of tessellation; undefined for a number. */
const VALUES: Readonly<Record<string, readonly string[] | undefined>> = {
  domain: ['tri', 'quad', 'isoline'],
  partitioning: ['integer', 'fractional_even', 'fractional_odd', 'pow2'],
  outputtopology: ['point', 'line', 'triangle_cw', 'triangle_ccw'],
  outputcontrolpoints: undefined,
  patchconstantfunc: [],
};
const REQUIRED: Readonly<Record<string, readonly string[]>> = { hs: Object.keys(VALUES), ds: ['domain'] };

/** The attributes that an entry point may have, and the first model with them. */
const OF_STAGES: Readonly<Record<IrStage, { readonly names: readonly string[]; readonly since: number }>> = {
  vs: { names: ['clipplanes'], since: 4 },
  ps: { names: ['earlydepthstencil'], since: 5 },
  gs: { names: ['maxvertexcount', 'instance'], since: 4 },
  cs: { names: ['numthreads'], since: 4 },
  hs: { names: [...REQUIRED.hs!, 'maxtessfactor'], since: 5 },
  ds: { names: REQUIRED.ds!, since: 5 },
};

interface Profile {
  readonly stage: IrStage;
  readonly version: readonly [number, number];
  /** The entry point is a function of a library. */
  readonly isLibrary: boolean;
}

/** The first model whose shaders have root signatures. */
const FIRST_WITH_SIGNATURES = 5;

export function checkEntry(
  entry: CheckedFunction,
  source: CheckedSource,
  reporter: Reporter,
  { stage, version, isLibrary }: Profile,
): void {
  const find = (name: string) => entry.attributes.find((attribute) => attribute.name === name);
  const { nameToken } = entry;
  if (stage === 'gs' && entry.result !== VOID) reporter.reportFunction(X3507, nameToken, { name: entry.name });
  if (!isLibrary && !/^[hdg]s$/.test(stage))
    for (const { variable } of entry.parameters) if (isPatch(variable.type)) reporter.report(X3658, variable.tokens);
  const { names, since } = OF_STAGES[stage];
  const valid = isLibrary || version[0] < since ? [] : names;
  for (const attribute of entry.attributes) {
    const { name } = attribute;
    const isSignature = /^rootsignature$/i.test(name);
    if (isAttribute(name) && !valid.includes(name) && !isSignature) reporter.report(X3554, attribute, { name });
    // Its text comes after two brackets and the name.
    const token = attribute.first + 3;
    if (isSignature && version[0] < FIRST_WITH_SIGNATURES) reporter.report(X4615_MODEL, { first: token, last: token });
  }
  switch (stage) {
    case 'cs': {
      const threads = find('numthreads');
      if (threads !== undefined) checkThreads(threads, version[0], reporter);
      if (entry.result !== VOID) reporter.reportFunction(X3507, nameToken, { name: entry.name });
      return;
    }
    case 'gs':
      checkGeometry(entry, find, version[0], reporter);
      return;
    case 'hs':
    case 'ds': {
      for (const name of REQUIRED[stage]!) {
        const found = find(name);
        const allowed = VALUES[name];
        const [value] = found?.values ?? [];
        // The attributes begin with the first one.
        const at = { first: entry.attributes[0]?.first ?? nameToken, last: nameToken };
        if (found === undefined) {
          if (stage === 'hs') reporter.report(X3084_ATTRIBUTE, at, { name, stage });
          else reporter.report(X3084_ATTRIBUTE, { first: nameToken, last: nameToken }, { name, stage });
        } else if ((allowed === undefined) === (typeof value === 'string'))
          reporter.report(X3084_ARGUMENT, at, { name });
        else if (allowed !== undefined && allowed.length > 0 && !allowed.includes(String(value).toLowerCase()))
          reporter.reportFunction(X3657, nameToken, { name, value: String(value), values: allowed.join(', ') });
        else continue;
        return;
      }
      const points = Number(find('outputcontrolpoints')?.values[0] ?? 0);
      checkControlPoints(entry, points, reporter);
      if (stage === 'hs' && entry.result === VOID) checkPassedPoints(entry, points, reporter);
      const domain = String(find('domain')?.values[0]).toLowerCase();
      const topology = String(find('outputtopology')?.values[0]).toLowerCase();
      if (stage === 'hs' && topology !== 'point' && (domain === 'isoline') !== (topology === 'line'))
        reporter.reportFunction(X3657, nameToken, {
          name: 'outputtopology',
          value: topology,
          values: 'those of the domain',
        });
      const patch = find('patchconstantfunc')?.values[0];
      if (stage === 'hs' && !source.functions.some((one) => one.name === patch && one.body !== undefined))
        reporter.reportFunction(X3501, nameToken, { name: String(patch) });
    }
  }
}

const MAX_CONTROL_POINTS = 32;

function checkControlPoints({ parameters, nameToken }: CheckedFunction, outputs: number, reporter: Reporter): void {
  const counts = parameters.map(({ variable: { type } }) => (isPatch(type) ? type.count : 0));
  const count = Math.max(outputs, ...counts);
  if (count > MAX_CONTROL_POINTS) reporter.reportFunction(X4589, nameToken, { count, limit: MAX_CONTROL_POINTS });
}

/** Without points of its own, a hull shader gives as many as it gets, or none. */
function checkPassedPoints({ parameters, nameToken }: CheckedFunction, outputs: number, reporter: Reporter): void {
  const isPassed = parameters.every(({ direction }) => direction === 'in');
  const patch = parameters.find(({ variable: { type } }) => isPatch(type))?.variable.type;
  if (!isPassed || outputs === 0 || patch?.kind !== 'object' || patch.count === outputs) return;
  reporter.reportFunction(X3680, nameToken, { count: patch.count });
}

function checkThreads(threads: CheckedAttribute, model: number, reporter: Reporter): void {
  const { values } = threads;
  const name = 'numthreads';
  if (values.length !== 3 || values.some((value) => typeof value === 'string' || Number.isNaN(value))) {
    reporter.report(X3084_ARGUMENT, threads, { name });
    return;
  }
  const [x, y, z] = values as readonly number[];
  if (Math.min(x!, y!, z!) < 0) {
    // The first argument: after the bracket, the name and the parenthesis.
    const at = threads.first + 3;
    reporter.report(X3084_ARGUMENT, { first: at, last: at }, { name });
    return;
  }
  const [all, deepest] = THREADS[model]!;
  if (x! * y! * z! > all || z! > deepest || x! * y! * z! < 1) reporter.report(X3655, threads, { all, deepest });
}

/** Inputs of a geometry shader that are parameters by themselves. */
const OF_PRIMITIVES = /^sv_(primitiveid|gsinstanceid)$/i;

/** Whether a parameter that is no array is an input that each vertex has. */
function isOfVertices({ variable, direction, isUniform, semantic }: Parameter): boolean {
  const { kind } = variable.type;
  if (direction !== 'in' || isUniform) return false;
  return kind === 'struct' || (kind === 'numeric' && semantic !== undefined && !OF_PRIMITIVES.test(semantic));
}

/** Whether vertices have the number of their primitive. */
function hasPrimitiveNumber(type: HlslType): boolean {
  if (type.kind === 'array') return hasPrimitiveNumber(type.element);
  if (type.kind !== 'struct') return false;
  return allMembers(type).some(
    (member) => OF_PRIMITIVES.test(member.semantic ?? '') || hasPrimitiveNumber(member.type),
  );
}

function checkGeometry(
  entry: CheckedFunction,
  find: (name: string) => CheckedAttribute | undefined,
  model: number,
  reporter: Reporter,
): void {
  const { nameToken, parameters } = entry;
  const vertices = Number(find('maxvertexcount')?.values[0] ?? 0);
  const instances = Number(find('instance')?.values[0] ?? 1);
  for (const parameter of parameters) {
    const { variable, modifiers, direction } = parameter;
    const { type, tokens } = variable;
    const primitive = modifiers.find((modifier) => PRIMITIVES[modifier] !== undefined);
    if (primitive !== undefined && (type.kind !== 'array' || type.length !== PRIMITIVES[primitive]))
      reporter.report(X3513, tokens, { primitive, count: PRIMITIVES[primitive]! });
    else if (type.kind === 'array' && primitive === undefined && variable.type.kind === 'array')
      reporter.report(X3514_PRIMITIVE, tokens, { name: variable.name });
    else if (type.kind === 'object' && /Stream$/.test(type.name) && direction !== 'inout')
      reporter.report(X3514_STREAM, tokens, { name: variable.name });
    else if (primitive !== undefined && hasPrimitiveNumber(type)) reporter.report(X3514_NUMBER, tokens);
    else if (isOfVertices(parameter)) reporter.report(X3514_PRIMITIVE, tokens, { name: variable.name });
    else continue;
    return;
  }
  if (!(vertices >= 1)) reporter.reportFunction(X3514, nameToken, { name: 'maxvertexcount', limit: 1024 });
  else if (model < 5 && find('instance') !== undefined) reporter.reportFunction(X3514_INSTANCES, nameToken);
  else if (!(instances >= 1 && instances <= 32))
    reporter.reportFunction(X3514, nameToken, { name: 'instance', limit: 32 });
}
