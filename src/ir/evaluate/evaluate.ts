/**
 * Runs modules, for tests of lowering and of passes: one quad, a thread group, a primitive with its streams, or a
 * patch. It has only the arithmetic of base/numerics in common with the interpreter of programs (src/vm).
 *
 * Not for: speed. Values are found by their operation, and every operation is a call.
 */
import type { IrFunctionKind, IrSpecial } from '../declarations.ts';
import type { IrModule } from '../module.ts';
import { changesLanes, HANDLERS } from './handlers.ts';
import { IrQuad } from './quad.ts';
import { type IrEnvironment, type IrOutputs, LANES, VALUE_WORDS } from './values.ts';

/** Operations that one run may execute unless an option says otherwise. */
const DEFAULT_LIMIT = 1_000_000;

export interface EvaluateOptions {
  readonly lanes?: number;
  /** Lanes that only take part in derivatives. */
  readonly helpers?: number;
  /** Operations that may be executed; one for four lanes counts once. */
  readonly maxOps?: number;
}

export interface EvaluateResult {
  readonly outputs: IrOutputs;
  /** Lanes that were discarded or were helpers from the beginning. */
  readonly helpers: number;
  /** Whether there were more operations than allowed; the results are then incomplete. */
  readonly isLimited: boolean;
  readonly executed: number;
}

/** Runs the main function with four lanes. */
export function evaluateQuad(
  module: IrModule,
  environment: IrEnvironment,
  options: EvaluateOptions = {},
): EvaluateResult {
  return runFunction(module, environment, 0, options);
}

function runFunction(
  module: IrModule,
  environment: IrEnvironment,
  number: number,
  { lanes = 15, helpers = 0, maxOps = DEFAULT_LIMIT }: EvaluateOptions,
  outputs?: IrOutputs,
): EvaluateResult {
  const quad = new IrQuad(module, environment, outputs);
  quad.helpers = helpers;
  quad.begin(module.functions[number]!.region, lanes);
  do quad.run(HANDLERS, changesLanes, maxOps - quad.executed);
  while (quad.state === 'barrier');
  return {
    outputs: quad.outputs,
    helpers: quad.helpers,
    isLimited: quad.state !== 'ended',
    executed: quad.executed,
  };
}

/** Threads of a group; Direct3D 11 has no more. */
const MAX_THREADS = 1024;

/** The reason why a group stopped early. */
export type GroupFault = 'limit' | 'deadlock' | 'divergentBarrier';

/**
 * Runs a thread group, quad by quad from barrier to barrier. Inputs that are thread numbers need no environment.
 *
 * @returns the first fault; undefined without one
 */
export function evaluateGroup(
  module: IrModule,
  environment: IrEnvironment,
  group: readonly [number, number, number],
  maxOps = DEFAULT_LIMIT,
): GroupFault | undefined {
  const size = module.facts.threadGroupSize ?? [1, 1, 1];
  const threads = size[0] * size[1] * size[2];
  if (threads > MAX_THREADS) return 'limit';
  const quads = Array.from({ length: Math.ceil(threads / LANES) }, (_, q) => {
    const ids = threadIds(environment, q * LANES, size, group);
    const quad = new IrQuad(module, ids);
    quad.begin(module.functions[0]!.region, 2 ** Math.min(LANES, threads - q * LANES) - 1);
    return quad;
  });
  let left = maxOps;
  for (;;) {
    for (const quad of quads) {
      if (quad.state === 'ended') continue;
      const before = quad.executed;
      quad.run(HANDLERS, changesLanes, left);
      left -= quad.executed - before;
      if (quad.state === 'ready') return 'limit';
      if (quad.state === 'barrier' && quad.isDivergent) return 'divergentBarrier';
    }
    const waiting = quads.filter(({ state }) => state === 'barrier');
    if (waiting.length === 0) return undefined;
    if (waiting.length < quads.length || waiting.some(({ op }) => op !== waiting[0]!.op)) return 'deadlock';
  }
}

/** An environment with the numbers of threads. */
function threadIds(
  environment: IrEnvironment,
  first: number,
  size: readonly [number, number, number],
  group: readonly [number, number, number],
): IrEnvironment {
  const inGroup = (thread: number, axis: number) =>
    Math.floor(thread / [1, size[0], size[0] * size[1]][axis]!) % size[axis]!;
  return {
    ...bound(environment),
    input: (kind, special, register, component, vertex, lane) => {
      const thread = first + lane;
      const axis = Math.min(component, 2);
      if (special === 'threadIdInGroupFlattened') return thread;
      if (special === 'threadGroupId') return group[axis]!;
      if (special === 'threadIdInGroup') return inGroup(thread, axis);
      if (special === 'threadId') return group[axis]! * size[axis]! + inGroup(thread, axis);
      return environment.input?.(kind, special, register, component, vertex, lane) ?? 0;
    },
  };
}

function bound(environment: IrEnvironment): IrEnvironment {
  return {
    constant: environment.constant?.bind(environment),
    slotConstant: environment.slotConstant?.bind(environment),
    instance: environment.instance?.bind(environment),
    resource: environment.resource?.bind(environment),
    interpolate: environment.interpolate?.bind(environment),
    emit: environment.emit?.bind(environment),
    cut: environment.cut?.bind(environment),
  } as IrEnvironment;
}

/** A vertex of a stream: words of each output, four to an element. */
export type Vertex = Uint32Array;

/** Runs a geometry shader on a primitive, every instance in turn. Returns the strips of each stream. */
export function evaluateGeometry(
  module: IrModule,
  environment: IrEnvironment,
  maxOps = DEFAULT_LIMIT,
): { readonly streams: readonly (readonly Vertex[])[][]; readonly isLimited: boolean } {
  const streams: Vertex[][][] = [[], [], [], []];
  const { instances = 1, maxVertices = 0 } = module.facts;
  let operations = maxOps;
  for (let instance = 0; instance < instances; instance++) {
    let left = maxVertices;
    const isOpen = [false, false, false, false];
    const sinks: IrEnvironment = {
      ...withSpecial(environment, 'instanceId', () => instance),
      emit: (stream, lane, outputs) => {
        if (!isOpen[stream]) streams[stream]!.push([]);
        isOpen[stream] = true;
        streams[stream]!.at(-1)!.push(wordsOfLane(outputs.words, lane));
        left--;
        return left <= 0;
      },
      cut: (stream) => {
        isOpen[stream] = false;
      },
    };
    const { isLimited, executed } = runFunction(module, sinks, 0, { lanes: 1, maxOps: operations });
    if (isLimited) return { streams, isLimited };
    operations -= executed;
  }
  return { streams, isLimited: false };
}

/** An environment in which one input without a number is computed. */
function withSpecial(environment: IrEnvironment, name: IrSpecial, value: (lane: number) => number): IrEnvironment {
  return {
    ...bound(environment),
    input: (kind, special, register, component, vertex, lane) =>
      special === name ? value(lane) : (environment.input?.(kind, special, register, component, vertex, lane) ?? 0),
  };
}

function wordsOfLane(words: Uint32Array, lane: number): Vertex {
  return Uint32Array.from({ length: words.length / LANES }, (_, i) => words[i * LANES + lane]!);
}

export interface HullResult {
  /** Words of the outputs of each control point. */
  readonly points: readonly Vertex[];
  /** Words of all outputs after the fork and join phases; those of the patch count. */
  readonly patch: Vertex;
  readonly isLimited: boolean;
}

/**
 * Runs the phases of a hull shader on a patch. The environment gives the input points; without a control point phase
 * they are passed on by the caller.
 */
export function evaluateHull(module: IrModule, environment: IrEnvironment, maxOps = DEFAULT_LIMIT): HullResult {
  const points: Vertex[] = [];
  const { outputPoints = 0 } = module.facts;
  let isLimited = false;
  let left = maxOps;
  const run = (inputs: IrEnvironment, number: number, lanes: number, outputs?: IrOutputs): EvaluateResult => {
    const result = runFunction(module, inputs, number, { lanes, maxOps: left }, outputs);
    left -= result.executed;
    isLimited ||= result.isLimited;
    return result;
  };
  for (const number of phases(module, 'controlPoint')) {
    for (let first = 0; first < outputPoints; first += LANES) {
      const count = Math.min(LANES, outputPoints - first);
      const inputs = withSpecial(environment, 'outputPointId', (lane) => first + lane);
      const { outputs } = run(inputs, number, 2 ** count - 1);
      for (let lane = 0; lane < count; lane++) points.push(wordsOfLane(outputs.words, lane));
    }
  }
  let outputs: IrOutputs | undefined;
  const hull = withPatch(module, environment, points, () => outputs);
  for (const kind of ['fork', 'join'] as const) {
    const name = kind === 'fork' ? 'forkInstanceId' : 'joinInstanceId';
    for (const number of phases(module, kind)) {
      for (let instance = 0; instance < module.functions[number]!.instances; instance++) {
        const inputs = withSpecial(hull, name, () => instance);
        if (isLimited) break;
        outputs = run(inputs, number, 1, outputs).outputs;
      }
    }
  }
  return { points, patch: wordsOfLane(outputs?.words ?? new Uint32Array(0), 0), isLimited };
}

function phases({ functions }: IrModule, kind: IrFunctionKind): number[] {
  return [...functions.keys()].filter((number) => functions[number]!.kind === kind);
}

/** An environment with what earlier phases wrote. */
function withPatch(
  module: IrModule,
  environment: IrEnvironment,
  points: readonly Vertex[],
  outputsOf: () => IrOutputs | undefined,
): IrEnvironment {
  const find = (isPatch: boolean, register: number, component: number) =>
    module.outputs.findIndex(
      (output) =>
        (output.kind === 'patch') === isPatch && output.register === register && (output.mask & (1 << component)) !== 0,
    );
  return {
    ...bound(environment),
    input: (kind, special, register, component, vertex, lane) => {
      if (kind === 'patch') {
        const output = find(true, register, component);
        return output < 0 ? 0 : (outputsOf()?.words[output * VALUE_WORDS + component * LANES] ?? 0);
      }
      if (kind === 'outputPoint' && points.length > 0) {
        const output = find(false, register, component);
        return output < 0 ? 0 : (points[vertex]?.[4 * output + component] ?? 0);
      }
      return environment.input?.(kind, special, register, component, vertex, lane) ?? 0;
    },
  };
}
