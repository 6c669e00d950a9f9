/**
 * Generates the program of a module of the IR for shader models 4.0 to 5.1. The steps are select, pack, materialize,
 * lines, ranges, bundles, allocate and emit; each has a file.
 */
import { type Diagnostic, Diagnostics } from '../../base/diagnostics.ts';
import { wordsOf } from '../../base/words.ts';
import type { IrBinding, IrElement, IrElementKind } from '../../ir/declarations.ts';
import type { IrFunction, IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { inlineFunctions } from '../../ir/passes/inline.ts';
import type { VectorLanes } from '../../ir/passes/vector-lanes.ts';
import { precisionOf } from '../../ir/types.ts';
import { type Sm4ProfileName, sm4Mnemonics, sm4Shader } from '../../isa/sm4/builder.ts';
import { encodeSm4, type Sm4Node } from '../../isa/sm4/encode.ts';
import { SM4_OPCODES, type Sm4InstructionMnemonic } from '../../isa/sm4/opcodes.ts';
import { allocate, type Locations } from '../allocate.ts';
import { Bundles } from '../bundles.ts';
import { joinArrayAccesses } from '../join-arrays.ts';
import { linesOf, type Program, SM4_FLOW } from '../lines.ts';
import { Materializer } from '../materialize.ts';
import { packFunction } from '../pack.ts';
import { Ranges } from '../ranges.ts';
import { Refusal } from '../refusal.ts';
import { repeatSharedLanes } from '../shared-lanes.ts';
import { Bindings } from './bindings.ts';
import { Declarer, type Needs, viewOf, type WrittenOutputs } from './declarations.ts';
import { LineEmitter, type Makers } from './emit-lines.ts';
import { InterfaceCalls, type Sm4Interface } from './interface-calls.ts';
import { legalize } from './legalize.ts';
import { removeCopyingPhase } from './pass-through.ts';
import { Selector } from './select.ts';
import { type TracedValue, traceValues } from './traced-values.ts';
import { Values } from './values.ts';

/** Temporary registers of a program, arrays included. */
const MAX_TEMPS = 4096;

export interface GenerateSm4Options {
  /** The profile, such as `ps_5_0`; without it that of the module. */
  readonly profile?: string;
  /** Whether products that are only added become `mad`, unless they are precise. */
  readonly contract?: boolean;
  /** Whether a negation or absolute value that is only copied may flush a subnormal number. */
  readonly flushes?: boolean;
  /** Whether equal operations on scalars become operations on vectors. */
  readonly pack?: boolean;
  /** The vector operations of the source that operations on scalars are lanes of. */
  readonly vectors?: VectorLanes | undefined;
  /** 5.1: the id of the range of each binding; without them bindings of a kind are counted. */
  readonly rangeIds?: readonly number[];
  /** Interface pointers: switches over their function tables become calls. */
  readonly interfaces?: readonly Sm4Interface[] | undefined;
  /** Bindings that are declared although no operation names them: objects that the application binds to pointers. */
  readonly declared?: readonly number[] | undefined;
  /** Operations on scalars whose registers are wanted. */
  readonly traced?: readonly number[] | undefined;
}

export interface GeneratedSm4 {
  /** The program with its version and length; undefined where a diagnostic is an error. */
  readonly words: Uint32Array | undefined;
  /** The token of the operation that each instruction comes from; 0 for declarations, and where there is none. */
  readonly positions: readonly number[];
  /** The registers of the operations that were asked for. */
  readonly traced: ReadonlyMap<number, TracedValue>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the program of a verified module, whose functions are inlined in place: the module must not be used for
 * anything else afterwards.
 */
export function generateSm4(module: IrModule, options: GenerateSm4Options = {}): GeneratedSm4 {
  try {
    return { ...generate(module, options), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const diagnostics = new Diagnostics();
    diagnostics.report(error.diagnostic, 0, 0, error.values);
    return { words: undefined, positions: [], traced: new Map(), diagnostics: diagnostics.list };
  }
}

/** The makers of the profiles that were used. */
const makersByProfile = /* @__PURE__ */ new Map<Sm4ProfileName, Makers>();

function makersOf(profile: Sm4ProfileName): Makers {
  let makers = makersByProfile.get(profile);
  if (makers === undefined) {
    makers = sm4Mnemonics(profile) as unknown as Makers;
    makersByProfile.set(profile, makers);
  }
  return makers;
}

interface GeneratedFunction {
  readonly fn: IrFunction;
  readonly nodes: readonly Sm4Node[];
  readonly temps: number;
  readonly program: Program;
  readonly live: Ranges;
  readonly locations: Locations;
  /** Components of inputs that the function reads. */
  readonly reads: readonly number[];
  readonly ranges: readonly number[];
}

function generate(module: IrModule, options: GenerateSm4Options): Omit<GeneratedSm4, 'diagnostics'> {
  const { profile: given, contract = true, flushes = false, pack = true, rangeIds, vectors } = options;
  const [major, minor] = module.facts.version;
  const profile = given ?? `${module.stage}_${major}_${minor}`;
  const [stage, hi, lo] = profile.split('_');
  // Functions of libraries have the operations of pixel shaders.
  if (stage !== module.stage && !(stage === 'lib' && module.stage === 'ps'))
    throw new RangeError(`the module is for ${module.stage}, not for ${profile}`);
  const version = 10 * Number(hi) + Number(lo);
  inlineFunctions(module);
  removeCopyingPhase(module);
  legalize(module);
  if (pack) {
    joinArrayAccesses(module);
    repeatSharedLanes(module);
  }
  const makers = makersOf(profile as Sm4ProfileName);
  const { interfaces, declared = [] } = options;
  const calls = new InterfaceCalls(interfaces ?? []);
  const hasRanges = version >= 51;
  const bindings = new Bindings(module, hasRanges, rangeIds);
  const values = new Values(module, bindings);
  const positions = new Map<Sm4Node, number>();
  const lines = new Map<Sm4Node, number>();
  const functions = module.functions.map((fn): GeneratedFunction => {
    values.phase = fn.kind;
    values.readMasks.fill(0);
    values.readRanges.clear();
    const selector = new Selector(values, { profile, version, contract, flushes, interfaces });
    const block = selector.select(fn.region);
    packFunction(block, values, { isGreedy: pack, vectors });
    new Materializer(values, selector.nodeCount).run(block);
    const program = linesOf(block, values, SM4_FLOW);
    const ranges = new Ranges(program, values.table, values.count);
    const bundles = new Bundles(program, ranges, values.table, values);
    bundles.form();
    const locations = allocate(bundles, MAX_TEMPS);
    const emitter = new LineEmitter(values.table, locations, {
      makers,
      version,
      profile,
      calls,
      positions,
      lines,
      messages: module.facts.messages ?? [],
      viewOf: (number) => viewOf(module.bindings[number]!),
    });
    emitter.emit(program.lines);
    const reads = [...values.readMasks];
    return {
      live: ranges,
      locations,
      fn,
      nodes: emitter.nodes,
      temps: emitter.temps,
      program,
      reads,
      ranges: [...values.readRanges],
    };
  });
  const declarer = new Declarer(module, values, makers, hasRanges, profile, calls, declared);
  if (stage === 'hs') hullProgram(module, declarer, functions);
  else mainProgram(module, declarer, functions[0]!, version);
  for (const body of calls.bodies) for (const node of body) declarer.nodes.push(node);
  const words = wordsOf(encodeSm4(sm4Shader(profile as Sm4ProfileName, declarer.nodes)));
  const numbers = new Map(declarer.nodes.map((node, i) => [node, i]));
  const parts = functions.flatMap(({ live, locations, nodes }) =>
    nodes.length === 0
      ? []
      : [{ ranges: live, locations, lines: nodes.map((node) => lines.get(node)!), first: numbers.get(nodes[0]!)! }],
  );
  const wanted = calls.bodies.length > 0 ? [] : (options.traced ?? []);
  const traced = traceValues(values, wanted, parts, words);
  return { words, positions: declarer.nodes.map((node) => positions.get(node) ?? 0), traced };
}

function mainProgram(module: IrModule, declarer: Declarer, main: GeneratedFunction, version: number): void {
  const { stage } = module;
  if (stage === 'ds') declarer.domain();
  declarer.flags(needsOf(module, [main], version));
  declarer.immediateConstants();
  declarer.bindings();
  declarer.interfaces();
  declarer.inputs(main.reads);
  const written = writtenOutputs(module, main.program, main.fn);
  const outputs = declaredOutputs(module, declarer.profile, written);
  if (stage !== 'gs') declarer.outputs(outputs);
  declarer.temps(main.temps);
  declarer.indexRanges(true, main.ranges);
  declarer.indexRanges(false, written.ranges);
  declarer.arrays(arraysOf(main.program));
  if (stage === 'gs') declarer.geometry(outputs, version >= 50);
  declarer.groupMemory();
  declarer.threadGroup();
  for (const node of main.nodes) declarer.nodes.push(node);
}

function hullProgram(module: IrModule, declarer: Declarer, functions: readonly GeneratedFunction[]): void {
  declarer.hull();
  declarer.flags(needsOf(module, functions, 50));
  declarer.immediateConstants();
  declarer.bindings();
  declarer.interfaces();
  for (const { fn, nodes, temps, program, reads, ranges } of functions) {
    declarer.phase(fn, reads, writtenOutputs(module, program, fn), temps, ranges, arraysOf(program));
    for (const node of nodes) declarer.nodes.push(node);
  }
}

/** The kind of what a phase writes. */
function phaseOutputs({ kind }: IrFunction): IrElementKind {
  return kind === 'controlPoint' ? 'outputPoint' : kind === 'main' ? 'vertex' : 'patch';
}

/** The outputs with the components that a program declares: those that it writes, or all of a library function. */
function declaredOutputs({ outputs }: IrModule, profile: string, written: WrittenOutputs): readonly IrElement[] {
  if (profile.startsWith('lib')) return outputs;
  const masks = new Map(written.masks);
  return outputs.map((element, i) =>
    element.special === undefined ? { ...element, mask: masks.get(i) ?? 0 } : element,
  );
}

/** The outputs that a function writes: components by element, and the ranges that are indexed by values. */
function writtenOutputs(module: IrModule, { lines }: Program, fn: IrFunction): WrittenOutputs {
  const masks = new Map<number, number>();
  const ranges = new Set<number>();
  const kind = phaseOutputs(fn);
  for (const line of lines) {
    const target = line.kind === 'node' ? line.node.target : undefined;
    if (target?.file !== 'output') continue;
    const { base, value } = target.indices.at(-1)!;
    const bits = target.components.reduce((all, component) => all | (1 << component), 0);
    const range = value >= 0 ? module.outputRanges[target.range!] : undefined;
    if (range !== undefined) ranges.add(target.range!);
    const [first, count] = range === undefined ? [base, 1] : [range.register, range.count];
    for (const [i, element] of module.outputs.entries()) {
      if (element.kind !== kind || element.register < first || element.register >= first + count) continue;
      if ((element.mask & bits) !== 0) masks.set(i, (masks.get(i) ?? 0) | (element.mask & bits));
    }
  }
  return { masks: [...masks].sort((a, b) => a[0] - b[0]), ranges: [...ranges] };
}

function arraysOf({ lines }: Program): Set<number> {
  const arrays = new Set<number>();
  for (const line of lines) if (line.kind === 'node') for (const number of line.node.arrays ?? []) arrays.add(number);
  return arrays;
}

function needsOf(module: IrModule, functions: readonly GeneratedFunction[], version: number): Needs {
  const { stage } = module;
  const requirements = new Set<string>();
  for (const { program } of functions)
    for (const line of program.lines) {
      if (line.kind !== 'node') continue;
      const row = SM4_OPCODES[line.node.mnemonic as Sm4InstructionMnemonic];
      if ('requires' in row) requirements.add(row.requires);
    }
  return {
    doubles: requirements.has('doubles') || requirements.has('doubleExtensions'),
    doubleExtensions: requirements.has('doubleExtensions'),
    shaderExtensions: requirements.has('shaderExtensions'),
    minimumPrecision: hasMinimumPrecision(module),
    rawBuffers: stage !== 'cs' && version < 50 && module.bindings.some(isRawView),
  };
}

function isRawView({ kind, dimension }: IrBinding): boolean {
  return kind === 'view' && (dimension === 'rawBuffer' || dimension === 'structuredBuffer');
}

/** Whether operations, inputs or outputs have fewer than 32 bits. */
function hasMinimumPrecision({ ops, inputs, outputs }: IrModule): boolean {
  if ([...inputs, ...outputs].some(({ precision }) => precision !== undefined)) return true;
  for (let op = 0; op < ops.count; op++) if (ops.region[op] !== NO_OP && precisionOf(ops.type[op]!) < 32) return true;
  return false;
}
