/**
 * The entry point: its parameters and result as variables of signatures, the inputs that it reads, and the outputs that
 * it writes.
 */
import type { Message } from '../../base/messages.ts';
import { legacySemantic, rowsOf } from '../bind/index.ts';
import type { CheckedFunction, Parameter } from '../check/typed-tree.ts';
import { isUniformParameter } from '../check/uniform-parameters.ts';
import { DX6206, X3502, X3503, X3576 } from '../messages.ts';
import type { Tokens } from '../syntax/tree.ts';
import { allMembers, type HlslType, scalarCount, scalarType, VOID } from '../types/types.ts';
import type { Lowering } from './lowering.ts';
import { type EntrySignature, type EntryVariable, NO_SEMANTIC } from './stage-interface.ts';

/** The interface of an entry point. Patches, primitives and streams give the types of their elements. */
export function entrySignature(l: Lowering, entry: CheckedFunction): EntrySignature {
  const inputs: EntryVariable[] = [];
  const outputs: EntryVariable[] = [];
  const add = (list: EntryVariable[], parameter: Parameter | undefined, from: From) =>
    flatten(l, from, (variable) => {
      const named = l.isCompatible && !l.hasUsages ? asIn10(l, variable, list === inputs ? 'in' : 'out') : variable;
      list.push({ ...named, parameter });
    });
  if (entry.result !== VOID)
    add(outputs, undefined, {
      type: entry.result,
      semantic: entry.semantic,
      semanticToken: entry.semanticToken,
      modifiers: entry.modifiers,
      stream: 0,
      isResult: true,
      at: { first: entry.nameToken, last: entry.nameToken },
    });
  let streams = 0;
  for (const parameter of entry.parameters) {
    const { variable, direction, semantic, semanticToken, modifiers } = parameter;
    // All parameters of a library function are registers.
    if (!l.isLibrary && isUniformParameter(parameter)) continue;
    const from = { semantic, semanticToken, modifiers, stream: 0, at: variable.tokens };
    const { type } = variable;
    if (type.kind === 'object') {
      if (/Stream$/.test(type.name)) {
        add(outputs, parameter, { ...from, type: type.element!, stream: streams });
        l.states.set(variable, { kind: 'stream', stream: streams++ });
      } else add(inputs, parameter, { ...from, type: type.element! });
      continue;
    }
    if (direction !== 'out') {
      const point = pointType(l, parameter);
      // The semantics of the members of a vertex count, not the one of all vertices (source: oracle).
      const isVertex = point !== type && point.kind === 'struct';
      add(inputs, parameter, { ...from, type: point, semantic: isVertex ? undefined : semantic });
    }
    if (direction !== 'in') add(outputs, parameter, { ...from, type, isOutput: true });
  }
  return { inputs, outputs };
}

/** A variable with the semantic that one of Direct3D 9 is in later models; the face becomes an integer there. */
function asIn10(l: Lowering, variable: Found, direction: 'in' | 'out'): Found {
  const semantic = legacySemantic(variable.semantic, l.stage, direction);
  if (semantic === variable.semantic) return variable;
  return { ...variable, semantic, type: semantic === 'SV_IsFrontFace' ? scalarType('uint') : variable.type };
}

/** Of a parameter that is the vertices of a primitive, the type of a vertex. */
export function pointType(l: Lowering, { variable }: Parameter): HlslType {
  const { type } = variable;
  return l.stage === 'gs' && type.kind === 'array' && isPrimitive(variable.type) ? type.element : type;
}

/** Vertices of a primitive are an array; system values of a primitive are numbers. */
export function isPrimitive(type: HlslType): boolean {
  return type.kind === 'array';
}

interface From {
  readonly type: HlslType;
  readonly semantic: string | undefined;
  readonly semanticToken: number;
  readonly modifiers: readonly string[];
  readonly stream: number;
  readonly at: Tokens;
  readonly isResult?: boolean;
  readonly isOutput?: boolean;
}

type Found = Omit<EntryVariable, 'parameter'>;

/** The semantic of a structure, and the number that its next row gets. */
interface Numbered {
  readonly name: string;
  /** The first of all numbers. */
  readonly first: number;
  next: number;
}

/** The end of semantics that asks for values at the centroid, as Direct3D 9 has it. */
const CENTROID = /_centroid$/i;

function flatten(l: Lowering, from: From, found: (variable: Found) => void): void {
  let first = 0;
  let isOverridden = false;
  let isWithout = false;
  let startsRow = false;
  /** @param outer of a structure around the type; it numbers all rows below, whose own semantics do not count */
  const visit = (
    type: HlslType,
    semantic: string | undefined,
    semanticToken: number,
    modifiers: readonly string[],
    outer: Numbered | undefined,
  ): void => {
    isOverridden ||= outer !== undefined && semantic !== undefined;
    let element = type;
    let length = 1;
    for (; element.kind === 'array'; element = element.element) length *= element.length;
    if (element.kind === 'struct') {
      const numbered = outer ?? (semantic === undefined ? undefined : split(semantic));
      for (let i = 0; i < length; i++) {
        startsRow = true;
        for (const member of allMembers(element)) {
          const token = numbered === undefined ? (member.semanticToken ?? 0) : semanticToken;
          visit(member.type, member.semantic, token, [...modifiers, ...member.modifiers], numbered);
        }
      }
      return;
    }
    if (element.kind !== 'numeric') {
      l.reporter.report(DX6206, from.at);
      return;
    }
    const bare = semantic?.replace(CENTROID, '');
    const name = outer === undefined ? bare : `${outer.name}${outer.next}`;
    if (outer !== undefined) outer.next += length * rowsOf(element).rows;
    isWithout ||= name === undefined;
    found({
      semantic: name ?? NO_SEMANTIC,
      semanticToken,
      type: element,
      length: type.kind === 'array' ? length : undefined,
      modifiers: bare === semantic ? modifiers : [...modifiers, 'centroid'],
      stream: from.stream,
      startsRow,
      numbering: outer?.first,
      first,
    });
    startsRow = false;
    first += scalarCount(type);
  };
  visit(from.type, from.semantic, from.semanticToken, from.modifiers, undefined);
  const report = (message: Message) => {
    if (from.isResult) l.reporter.reportFunction(message, from.at.first);
    else l.reporter.report(message, from.at);
  };
  if (isWithout && !l.isLibrary) report(from.isOutput || from.isResult ? X3503 : X3502);
  if (isOverridden) report(X3576);
}

function split(semantic: string): Numbered {
  const [, name, number] = /^(.*?)(\d*)$/.exec(semantic)!;
  return { name: name!, first: Number(number), next: Number(number) };
}
