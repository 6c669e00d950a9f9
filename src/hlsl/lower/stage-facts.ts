/**
 * Facts of a stage, from the attributes and parameters of the entry point.
 */
import type { IrFacts } from '../../ir/declarations.ts';
import type { CheckedSource } from '../check/check-source.ts';
import type { CheckedAttribute, CheckedFunction } from '../check/typed-tree.ts';
import { X3084_ATTRIBUTE } from '../messages.ts';
import type { ObjectName } from '../types/types.ts';
import type { Lowering } from './lowering.ts';

const PRIMITIVES = ['point', 'line', 'triangle', 'lineadj', 'triangleadj'];
const TOPOLOGIES: Readonly<Record<string, string>> = {
  PointStream: 'pointlist',
  LineStream: 'linestrip',
  TriangleStream: 'trianglestrip',
};
const PARTITIONINGS: Readonly<Record<string, string>> = {
  integer: 'integer',
  pow2: 'pow2',
  fractional_odd: 'fractionalOdd',
  fractional_even: 'fractionalEven',
};
const OUTPUT_PRIMITIVES: Readonly<Record<string, string>> = {
  point: 'point',
  line: 'line',
  triangle_cw: 'triangleCw',
  triangle_ccw: 'triangleCcw',
};

export function stageFacts(l: Lowering, entry: CheckedFunction): Partial<IrFacts> {
  const find = (name: string) => entry.attributes.find((attribute) => attribute.name === name);
  const number = (attribute: CheckedAttribute | undefined, i = 0) => Number(attribute?.values[i] ?? 0);
  const text = (attribute: CheckedAttribute | undefined) => String(attribute?.values[0] ?? '').toLowerCase();
  const required = (name: string) => {
    const found = find(name);
    if (found === undefined)
      l.reporter.report(X3084_ATTRIBUTE, { first: entry.nameToken, last: entry.nameToken }, { name, stage: l.stage });
    return found;
  };
  switch (l.stage) {
    case 'ps':
      return l.isLibrary || l.version[0] < 5 || find('earlydepthstencil') === undefined
        ? {}
        : { forcesEarlyDepth: true };
    case 'cs': {
      const threads = required('numthreads');
      return { threadGroupSize: [number(threads), number(threads, 1), number(threads, 2)] };
    }
    case 'gs': {
      const streams: string[] = [];
      let inputPrimitive = 'triangle';
      for (const { variable, modifiers } of entry.parameters) {
        const { type } = variable;
        if (type.kind === 'object' && TOPOLOGIES[type.name] !== undefined) streams.push(TOPOLOGIES[type.name]!);
        inputPrimitive = modifiers.find((modifier) => PRIMITIVES.includes(modifier)) ?? inputPrimitive;
      }
      return {
        inputPrimitive,
        outputTopologies: streams,
        maxVertices: number(required('maxvertexcount')),
        instances: number(find('instance')),
      };
    }
    case 'hs': {
      const count = inputPatchOf(entry) ?? inputPatchOf(patchFunction(l.source, entry));
      return {
        domain: text(required('domain')),
        partitioning: PARTITIONINGS[text(required('partitioning'))] ?? 'undefined',
        outputPrimitive: OUTPUT_PRIMITIVES[text(required('outputtopology'))] ?? 'undefined',
        outputPoints: number(required('outputcontrolpoints')),
        // Without any input patch, it has one point (source: oracle).
        inputPoints: count ?? 1,
        ...(find('maxtessfactor') === undefined ? {} : { maxTessFactor: number(find('maxtessfactor')) }),
      };
    }
    case 'ds': {
      return { domain: text(required('domain')), inputPoints: patchOf(entry, 'OutputPatch') ?? 0 };
    }
    default:
      return {};
  }
}

/** The points of the input patch that a function reads; undefined where it reads none. */
export function inputPatchOf(called: CheckedFunction | undefined): number | undefined {
  return called && patchOf(called, 'InputPatch');
}

function patchOf({ parameters }: CheckedFunction, name: ObjectName): number | undefined {
  for (const { variable } of parameters)
    if (variable.type.kind === 'object' && variable.type.name === name) return variable.type.count;
  return undefined;
}

/** The function of a hull shader that computes the constants of a patch. */
export function patchFunction({ functions }: CheckedSource, entry: CheckedFunction): CheckedFunction | undefined {
  const name = patchFunctionName(entry);
  return functions.findLast((one) => one.name === name && one.body !== undefined);
}

/** The name of that function, as the attribute of the entry point has it. */
export function patchFunctionName({ attributes }: CheckedFunction): string | undefined {
  const value = attributes.find(({ name }) => name === 'patchconstantfunc')?.values[0];
  return value === undefined ? undefined : String(value);
}
