/**
 * Inputs and outputs of geometry, hull and domain shaders: which are there for each vertex or control point, which a
 * hull shader reads of what it wrote itself, and the system values that later stages get from earlier ones.
 */

import { PRIMITIVE_VERTICES } from '../../ir/declarations.ts';
import { type IrElement, type IrModule, Op } from '../../ir/index.ts';
import { forEachOp } from './resource-uses.ts';

/** Vertices of the primitive that a geometry shader gets; undefined for a patch, which has no counterpart elsewhere. */
export function primitiveVertices({ facts }: IrModule): number | undefined {
  return PRIMITIVE_VERTICES[facts.inputPrimitive ?? ''];
}

/**
 * How often an input or output is there: once for each vertex or control point; undefined for one that is there once.
 */
export function elementCount(
  module: IrModule,
  { kind }: Pick<IrElement, 'kind'>,
  isInput: boolean,
): number | undefined {
  const { stage, facts } = module;
  if (stage === 'gs') return isInput && kind === 'vertex' ? (primitiveVertices(module) ?? 1) : undefined;
  if (stage !== 'hs' && stage !== 'ds') return undefined;
  if (kind === 'outputPoint') return Math.max(facts.outputPoints ?? 0, 1);
  return kind === 'inputPoint' ? Math.max(facts.inputPoints ?? 0, 1) : undefined;
}

/**
 * Whether a range of inputs is read where it is needed: there is one for each vertex, or earlier phases of a hull
 * shader write it.
 */
export function isReadByVertex(module: IrModule, range: number): boolean {
  return module.stage === 'hs' || elementCount(module, module.inputRanges[range]!, true) !== undefined;
}

/**
 * Whether an input of a hull shader is what the shader itself has: outputs of earlier phases, and the numbers of
 * instances of phases.
 */
export function isInternalInput({ stage }: IrModule, { kind, special }: IrElement): boolean {
  if (stage !== 'hs') return false;
  return kind === 'outputPoint' || kind === 'patch' || isInstanceNumber(special);
}

/** Whether a register is the number of the instance of a phase. */
export function isInstanceNumber(special: IrElement['special']): boolean {
  return special === 'forkInstanceId' || special === 'joinInstanceId';
}

/**
 * Builtins of vertices that the rasterizer reads, by semantic: stages between pass them through, and declarations of
 * control points omit the name.
 */
const OF_VERTICES: Readonly<Record<string, string>> = {
  sv_position: 'position',
  sv_clipdistance: 'clip_distance',
  sv_culldistance: 'cull_distance',
};
const NAMES_OF_VERTICES: readonly string[] = Object.values(OF_VERTICES);

/**
 * The system value of an input or output, or its register without a number; undefined if it is only passed between
 * stages.
 */
export function systemValueOf(module: IrModule, element: number, isInput: boolean): string | undefined {
  const list = isInput ? module.inputs : module.outputs;
  const one = list[element]!;
  const { special, systemValue, kind, semantic = '', stream = 0 } = one;
  if (special !== undefined) return special;
  if (kind === 'patch') return systemValue !== undefined && systemValue in TESS_FACTORS ? systemValue : undefined;
  if (elementCount(module, one, isInput) !== undefined) {
    const value = systemValue ?? OF_VERTICES[semantic.toLowerCase()];
    return value !== undefined && NAMES_OF_VERTICES.includes(value) ? value : undefined;
  }
  // The rasterizer gets one stream: a value that several have is that of the first.
  const isLater = stream > 0 && list.some((other) => other.systemValue === systemValue && (other.stream ?? 0) < stream);
  return isLater ? undefined : systemValue;
}

/** Whether a geometry shader writes to streams besides the first one. */
export function usesStreams({ stage, outputs }: IrModule): boolean {
  return stage === 'gs' && outputs.some(({ stream = 0 }) => stream > 0);
}

/**
 * Tessellation factors by their names in declarations: the array that has them in other interfaces, and the number
 * there.
 */
export const TESS_FACTORS: Readonly<Record<string, readonly [where: 'outer' | 'inner', index: number]>> = {
  finalQuadUeq0EdgeTessFactor: ['outer', 0],
  finalQuadVeq0EdgeTessFactor: ['outer', 1],
  finalQuadUeq1EdgeTessFactor: ['outer', 2],
  finalQuadVeq1EdgeTessFactor: ['outer', 3],
  finalQuadUInsideTessFactor: ['inner', 0],
  finalQuadVInsideTessFactor: ['inner', 1],
  finalTriUeq0EdgeTessFactor: ['outer', 0],
  finalTriVeq0EdgeTessFactor: ['outer', 1],
  finalTriWeq0EdgeTessFactor: ['outer', 2],
  finalTriInsideTessFactor: ['inner', 0],
  finalLineDensityTessFactor: ['outer', 0],
  finalLineDetailTessFactor: ['outer', 1],
};

/** The calls of the phases of a hull shader, in their order. */
export interface PhaseCalls {
  /** Functions that run for each control point. */
  readonly points: readonly number[];
  /** Functions that run for a patch, with the number of their instance. */
  readonly patch: readonly { readonly number: number; readonly instance: number }[];
}

export function phaseCalls({ functions }: IrModule): PhaseCalls {
  const numbersOf = (kind: string) => [...functions.keys()].filter((number) => functions[number]!.kind === kind);
  const patch = ['fork', 'join']
    .flatMap(numbersOf)
    .flatMap((number) => Array.from({ length: functions[number]!.instances }, (_, instance) => ({ number, instance })));
  return { points: numbersOf('controlPoint'), patch };
}

/** Whether phases of a patch read the control points that other invocations write. */
export function readsWrittenPoints(module: IrModule): boolean {
  const { ops, inputs, inputRanges } = module;
  let reads = false;
  forEachOp(module, (op) => {
    const number = ops.extra[op]! >> 2;
    if (ops.code[op] === Op.in) reads ||= inputs[number]!.kind === 'outputPoint';
    else if (ops.code[op] === Op['in.at']) reads ||= inputRanges[number]!.kind === 'outputPoint';
  });
  return reads;
}
