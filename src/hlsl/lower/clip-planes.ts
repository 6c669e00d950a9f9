/**
 * `[clipplanes(a, b)]` of a vertex shader: distances of its position from up to six planes, which are outputs. At
 * feature level 9, the runtime takes the planes from their constant buffers (source: oracle).
 */
import { Op } from '../../ir/ops.ts';
import type { CheckedFunction, TypedExpression, TypedStatement, Variable } from '../check/typed-tree.ts';
import { dot } from '../intrinsics/vectors.ts';
import { X3084_PLANE, X3503_PLANES, X3536_PLANES, X3554, X4594 } from '../messages.ts';
import type { Tokens } from '../syntax/tree.ts';
import { vectorType } from '../types/types.ts';
import type { Lowering } from './lowering.ts';
import type { EntryVariable } from './stage-interface.ts';

const COMPONENTS = 4;

/** The planes that an entry point names; reports what is wrong with them. */
function planesOf(l: Lowering, entry: CheckedFunction, outputs: readonly EntryVariable[]): readonly TypedExpression[] {
  const attribute = entry.attributes.find(({ name }) => name === 'clipplanes');
  if (attribute?.planes === undefined || l.hasUsages) return [];
  if (l.stage !== 'vs') {
    l.reporter.report(X3554, attribute, { name: attribute.name });
    return [];
  }
  const { planes } = attribute;
  const literal = planes.find((plane) => rootOf(plane)?.storage !== 'constant');
  const distance = outputs.find(({ semantic }) => /^sv_clipdistance\d*$/i.test(semantic));
  if (literal !== undefined) l.reporter.report(X3084_PLANE, literal);
  else if (distance !== undefined) {
    const token = distance.semanticToken;
    l.reporter.report(X3536_PLANES, token > 0 ? { first: token, last: token } : attribute);
  } else if (positionOf(outputs) === undefined) l.reporter.report(X3503_PLANES, firstReturn(entry.body!));
  else return planes;
  return [];
}

/** The variable that a plane is a part of; undefined for a computed one. */
function rootOf(plane: TypedExpression): Variable | undefined {
  let at = plane;
  while (at.kind === 'member' || at.kind === 'swizzle' || at.kind === 'element') at = at.object;
  return at.kind === 'variable' ? at.variable : undefined;
}

/** The first return of a function, or its end. */
function firstReturn(body: TypedStatement): Tokens {
  let found: Tokens | undefined;
  const visit = (statement: TypedStatement | undefined): void => {
    if (found !== undefined || statement === undefined) return;
    if (statement.kind === 'return') found = statement;
    else if (statement.kind === 'block') for (const one of statement.body) visit(one);
    else if (statement.kind === 'loop') visit(statement.body);
    else if (statement.kind === 'if') for (const one of [statement.whenTrue, statement.whenFalse]) visit(one);
    else if (statement.kind === 'switch') for (const one of statement.cases) for (const each of one.body) visit(each);
  };
  visit(body);
  return found ?? { first: body.last, last: body.last };
}

export function positionOf(outputs: readonly EntryVariable[]): EntryVariable | undefined {
  return outputs.find(({ semantic, type }) => /^sv_position0?$/i.test(semantic) && type.columns === COMPONENTS);
}

/** The outputs that planes need, after the others. */
export function planeOutputs(
  l: Lowering,
  entry: CheckedFunction,
  outputs: readonly EntryVariable[],
): readonly EntryVariable[] {
  const planes = planesOf(l, entry, outputs);
  if (l.isLevel9) {
    noteRows(l, planes);
    return [];
  }
  const made: EntryVariable[] = [];
  for (let first = 0; first < planes.length; first += COMPONENTS) {
    const some = planes.slice(first, first + COMPONENTS);
    made.push({
      semantic: `SV_ClipDistance${made.length}`,
      type: vectorType('float', some.length),
      length: undefined,
      modifiers: [],
      stream: 0,
      planes: some,
      isOfPlanes: true,
      parameter: undefined,
      semanticToken: 0,
      first: 0,
    });
  }
  return made;
}

/** The distances of a position from planes. */
export function distances(l: Lowering, planes: readonly TypedExpression[], position: readonly number[]): number[] {
  return planes.map((plane) => dot(l.e, position, l.value(plane)));
}

/** Notes the rows of constant buffers that planes are. */
function noteRows(l: Lowering, planes: readonly TypedExpression[]): void {
  const { ops } = l.b;
  for (const plane of planes) {
    const loads = l.value(plane);
    const [first] = loads;
    const isRow = loads.every(
      (load, c) =>
        ops.code[load] === Op['cb.load'] &&
        ops.extra[load] === ops.extra[first!]! + c &&
        (ops.extra[load]! & 3) === c &&
        l.b.knownWord(ops.a[load]!) === l.b.knownWord(ops.a[first!]!),
    );
    const row = isRow ? l.b.knownWord(ops.a[first!]!) : undefined;
    if (row === undefined) l.reporter.report(X4594, rootOf(plane)!.tokens);
    else l.clipPlanes.push({ binding: ops.extra[first!]! >> 2, row });
  }
}
