/**
 * A checked source to a module of the IR: the entry point with all that it calls in its body. An array that turns out
 * to be indexed by values makes a second try, in which it is an array of the program from the start; so does a loop
 * that turns out to need unrolling.
 */
import type { Message } from '../../base/messages.ts';
import type { IrModule } from '../../ir/module.ts';
import { Op } from '../../ir/ops.ts';
import { foldConstants } from '../../ir/passes/fold-constants.ts';
import type { IntegerBounds } from '../../ir/passes/integer-ranges.ts';
import { integersAsFloats } from '../../ir/passes/integers-as-floats.ts';
import { OP_FACTS, OpFact } from '../../ir/passes/op-facts.ts';
import type { VectorLanes } from '../../ir/passes/vector-lanes.ts';
import type { PreshaderGeneration } from '../../isa/preshader/opcodes.ts';
import {
  instancesIn,
  level9Faults,
  type PackedSignature,
  packParameters,
  packSignature,
  packSm1Signature,
  type SignatureDirection,
  type SignatureFault,
} from '../bind/index.ts';
import type { CheckedSource } from '../check/check-source.ts';
import type { Reporter } from '../check/scope.ts';
import type { CheckedFunction, LoopStatement, Parameter, TypedExpression, Variable } from '../check/typed-tree.ts';
import type { BufferDeclaration } from '../declarations.ts';
import { MAX_OPERATIONS } from '../limits.ts';
import {
  DX6207,
  refusal,
  signatureFault,
  X3084_PATCH,
  X3550,
  X3550_ELEMENT,
  X3570,
  X3572,
  X3582,
} from '../messages.ts';
import type { Tokens } from '../syntax/tree.ts';
import { scalarsOf, VOID } from '../types/types.ts';
import { AssignedVariables } from './assigned.ts';
import type { BindingSource } from './bindings.ts';
import { bindArgument, lowerBody, lowerCalling } from './calls.ts';
import { planeOutputs } from './clip-planes.ts';
import { entrySignature } from './entry.ts';
import { constantOf, lowerValue } from './expressions.ts';
import type { UnsetRead } from './folding-builder.ts';
import { addInputs } from './inputs.ts';
import { Lowering, type LoweringOptions, type LoweringSteps, type Refusal } from './lowering.ts';
import { readLocation, writeLocation } from './memory.ts';
import { addOutputs, appendVertex, writeOutputs } from './outputs.ts';
import { readParameters, readUniforms } from './parameters.ts';
import { markPrecise } from './precise.ts';
import { shareObjects } from './resources.ts';
import { refuseForcedDerivatives } from './sm1-refusals.ts';
import type { SourcePositions } from './source-positions.ts';
import { checkFactors, checkPosition, checkVertices } from './stage-checks.ts';
import { inputPatchOf, patchFunction, patchFunctionName, stageFacts } from './stage-facts.ts';
import {
  type EntryScalar,
  type EntrySignature,
  type EntryVariable,
  type InputScalar,
  NO_SEMANTIC,
} from './stage-interface.ts';
import { lowerStatement } from './statements.ts';
import { checkVarying } from './varying-flow.ts';

export interface LoweredSource {
  readonly module: IrModule;
  readonly bindingSources: readonly BindingSource[];
  readonly refusals: readonly Refusal[];
  readonly inputRefusals: readonly Refusal[];
  readonly signatureReports: readonly (() => void)[];
  readonly unsetUses: ReadonlyMap<number, UnsetRead>;
  readonly infinities: ReadonlyMap<number, Tokens> | undefined;
  readonly lanes: VectorLanes;
  /** Branches that the source asks for, and that the profile does not have. */
  readonly branches: ReadonlyMap<number, Tokens>;
  /** The statements of loops, by their constructs. */
  readonly loopStatements: ReadonlyMap<number, LoopStatement>;
  /** Of reads of constants at a computed row, the row to which the computed one is added. */
  readonly baseRows: ReadonlyMap<number, number>;
  /** Of the same reads, the last row that they can read. */
  readonly lastRows: ReadonlyMap<number, number>;
  /** The bounds of counters, by the operations that have their values. */
  readonly counterBounds: ReadonlyMap<number, IntegerBounds>;
  readonly inputs: PackedSignature;
  readonly outputs: PackedSignature;
  readonly patchConstants: PackedSignature | undefined;
  /** The positions of operations, where they were asked for. */
  readonly positions: SourcePositions | undefined;
  /** The registers of parameters and results of the entry point. */
  readonly entryScalars: readonly EntryScalar[];
  /** Rows that are clip planes, at feature level 9. */
  readonly clipPlanes: Lowering['clipPlanes'];
}

const STEPS: LoweringSteps = { value: lowerValue, call: lowerCalling, statement: lowerStatement, appendVertex };

/** Tries at most: each finds at least one more variable that is an array of the program, or loop to unroll. */
const MAX_TRIES = 16;

const ABOUT_UNROLLING: ReadonlySet<Message> = /* @__PURE__ */ new Set([X3550, X3550_ELEMENT, X3570, X3572, X3582]);

export function lowerSource(
  source: CheckedSource,
  entry: CheckedFunction,
  reporter: Reporter,
  options: LoweringOptions,
): LoweredSource {
  const arrays = new Set<Variable>();
  const unrolled = new Set<LoopStatement>();
  /** Reports about loops that have to be unrolled. */
  const earlier: Lowering['warnings'] = new Map();
  for (let tries = 1; ; tries++) {
    const l = new Lowering(source, reporter, options, arrays, unrolled, STEPS);
    const lowered = lowerEntry(l, entry);
    const isLast = tries === MAX_TRIES;
    if (l.newArrays.size === 0 || isLast) checkVarying(l);
    refuseForcedDerivatives(l);
    if (isLast || (l.newArrays.size === 0 && l.newUnrolled.size === 0)) {
      for (const [key, one] of l.warnings) earlier.set(key, one);
      for (const { message, at, values } of earlier.values()) reporter.report(message, at, values);
      return lowered;
    }
    for (const variable of l.newArrays) arrays.add(variable);
    for (const loop of l.newUnrolled) unrolled.add(loop);
    for (const [key, one] of l.warnings) if (ABOUT_UNROLLING.has(one.message)) earlier.set(key, one);
  }
}

function lowerEntry(l: Lowering, entry: CheckedFunction): LoweredSource {
  const { module, stage, reporter } = l;
  module.facts = { ...module.facts, ...stageFacts(l, entry) };
  const lowered = stage === 'hs' ? lowerHull(l, entry) : lowerStage(l, entry);
  if (l.hasPointers) bindInstances(l);
  markPrecise(module, l.preciseValues);
  if (module.ops.count > MAX_OPERATIONS) reporter.report(DX6207, tokenOf(entry), { limit: MAX_OPERATIONS });
  return {
    module,
    unsetUses: l.b.unsetUses,
    infinities: l.b.infinities,
    lanes: l.b.lanes,
    bindingSources: l.bindingSources,
    refusals: l.refusals,
    inputRefusals: l.inputRefusals,
    signatureReports: l.signatureReports,
    branches: l.branches,
    loopStatements: l.loopStatements,
    baseRows: l.baseRows,
    lastRows: l.lastRows,
    counterBounds: l.counterBounds,
    positions: l.positions,
    entryScalars: l.entryScalars,
    clipPlanes: l.clipPlanes,
    ...lowered,
  };
}

/** A value by itself, outside of a program. */
export interface LoweredExpression extends Pick<LoweredSource, 'module' | 'bindingSources'> {
  /** The operation of each of its scalars. */
  readonly refs: readonly number[];
}

/** The shaders whose arithmetic expressions have, by generation. */
const EXPRESSION_MODELS = {
  1: { version: [3, 0], profile: 'vs_3_0' },
  2: { version: [5, 0], profile: 'vs_5_0' },
} as const;

/**
 * Lowers a value that depends on constants of buffers alone.
 *
 * @param generation 1 for effects of Direct3D 9, whose integers are floats
 */
export function lowerExpression(
  source: CheckedSource,
  reporter: Reporter,
  expression: TypedExpression,
  generation: PreshaderGeneration = 2,
): LoweredExpression {
  const options = {
    stage: 'vs',
    ...EXPRESSION_MODELS[generation],
    isStrict: true,
    isCompatible: false,
    flow: undefined,
    skipsOptimization: true,
    hasPositions: false,
    openFunctions: new Set<CheckedFunction>(),
    uniforms: new Map(),
    isExpression: true,
    hasNativeFunctions: true,
  } as const;
  const l = new Lowering(source, reporter, options, new Set(), new Set(), STEPS);
  l.b.beginFunction('main', 'main');
  setStatics(l, usedStatics(undefined, [expression]));
  const refs = l.value(expression);
  if (generation === 1) {
    for (const { code, values, at } of l.refusals) reporter.report(refusal(code), at, values);
    integersAsFloats(l.module);
  }
  foldVectors(l.module);
  return { module: l.module, bindingSources: l.bindingSources, refs };
}

/** Computes what depends on vectors of constants, which the builder leaves. */
function foldVectors(module: IrModule): void {
  const { ops } = module;
  const vectors = new Map<number, readonly number[]>();
  for (let op = 0; op < ops.count; op++) {
    const code = ops.code[op]!;
    if (code !== Op.pick) {
      if ((OP_FACTS[code]! & OpFact.folds) !== 0) foldConstants(module, op);
      continue;
    }
    const operands = Array.from({ length: ops.arity[op]! }, (_, i) => ops.operand(op, i));
    if (!operands.every((ref) => ops.code[ref >> 2] === Op.const)) continue;
    const words = operands.map((ref) => ops.operand(ref >> 2, ref & 3));
    vectors.set(op, operands);
    ops.code[op] = Op.const;
    ops.setOperands(op, words);
  }
  // Those that are left are lists of scalars again.
  for (const [op, operands] of vectors) {
    ops.code[op] = Op.pick;
    ops.setOperands(op, operands);
  }
}

/** All objects of classes that implement interfaces have registers, although nothing reads them by name. */
function bindInstances(l: Lowering): void {
  const buffers: readonly BufferDeclaration[] = l.source.buffers;
  for (const { buffer, resources } of instancesIn(l.source, new Set(l.source.classes))) {
    l.bindingOf({ kind: 'buffer', number: buffers.indexOf(buffer), element: undefined });
    for (const one of resources)
      for (const element of one.elements!.keys())
        l.bindingOf({ kind: 'resource', number: l.source.resources.indexOf(one), element });
  }
}

type Signatures = Pick<LoweredSource, 'inputs' | 'outputs' | 'patchConstants'>;

/** A stage with one function. */
function lowerStage(l: Lowering, entry: CheckedFunction): Signatures {
  l.b.beginFunction('main', 'main');
  const signature = entrySignature(l, entry);
  const { inputs, patchConstants } = addEntryInputs(l, entry, signature);
  if (l.stage === 'ds') checkFactors(l, patchConstants ?? { elements: [], faults: [] }, entry);
  const outputs = addEntryOutputs(l, entry, signature, 'out');
  lowerFunction(l, entry, l.stage !== 'gs');
  const { inputs: elements } = l.module;
  if (l.options.partialPrecision !== true)
    for (const i of l.fullInputs) elements[i] = { ...elements[i]!, precision: undefined };
  if (l.stage === 'gs') checkVertices(l, entry, outputs);
  return { inputs, outputs, patchConstants };
}

/** The control points of a hull shader, and the constants of its patch as one fork phase. */
function lowerHull(l: Lowering, entry: CheckedFunction): Signatures {
  const { b } = l;
  b.beginFunction('controlPoint', 'controlPoint');
  const signature = entrySignature(l, entry);
  const { inputs } = addEntryInputs(l, entry, signature);
  const outputs = addEntryOutputs(l, entry, signature, 'out');
  lowerFunction(l, entry, true);
  const patch = patchFunction(l.source, entry);
  if (patch === undefined) {
    l.reporter.report(X3084_PATCH, tokenOf(entry), { name: patchFunctionName(entry) ?? '' });
    return { inputs, outputs, patchConstants: undefined };
  }
  // The other phase is a call at the end of the function; nothing of the control points is visible in it.
  l.positions?.end(entry.body!);
  l.states.clear();
  l.flow.isDead = false;
  b.beginFunction('fork', 'fork');
  const ofPatch = entrySignature(l, patch);
  const { inputs: patchInputs } = addEntryInputs(l, patch, ofPatch);
  const patchConstants = addEntryOutputs(l, patch, ofPatch, 'patch');
  checkFactors(l, patchConstants, patch);
  lowerFunction(l, patch, true);
  if (inputPatchOf(entry) !== undefined) return { inputs, outputs, patchConstants };
  // Control points that read no patch leave the input signature to the function of the patch.
  const elements = inputs.elements.concat(patchInputs.elements);
  return { inputs: { ...inputs, elements }, outputs, patchConstants };
}

/** Adds the inputs of a function; those of a domain shader that are no control points are constants of the patch. */
function addEntryInputs(
  l: Lowering,
  entry: CheckedFunction,
  { inputs }: EntrySignature,
): { readonly inputs: PackedSignature; readonly patchConstants: PackedSignature | undefined } {
  const { stage, reporter } = l;
  const groups: { direction: 'in' | 'out' | 'patch'; variables: EntryVariable[] }[] = [
    { direction: 'in', variables: [] },
    { direction: 'out', variables: [] },
    { direction: 'patch', variables: [] },
  ];
  for (const variable of inputs) groups[inputGroup(l, variable)]!.variables.push(variable);
  const scalars = new Map<EntryVariable, readonly (InputScalar | undefined)[]>();
  const wrong = new Map<EntryVariable, SignatureFault>();
  const packed = groups.map(({ direction, variables }) => {
    if (variables.length === 0) return { elements: [], faults: [] };
    const signature = signatureOf(l, variables, direction);
    if (!l.isDirect3D9 || l.isLevel9) reportSignature(reporter, signature, variables, entry);
    else for (const fault of signature.faults) wrong.set(variables[fault.variable]!, fault);
    const found = addInputs(l, signature.elements, direction);
    for (const [i, variable] of variables.entries()) scalars.set(variable, found[i] ?? []);
    return signature;
  });
  readUniforms(l, entry);
  readParameters(l, entry, inputs, scalars);
  const first = l.refusals.length;
  refuseInputs(l, wrong, scalars);
  for (const refusal of l.refusals.splice(first)) l.inputRefusals.push(refusal);
  return { inputs: packed[0]!, patchConstants: stage === 'ds' ? packed[2] : undefined };
}

/** In models 1 to 3, an input may have any semantic unless the program reads it. */
function refuseInputs(
  l: Lowering,
  wrong: ReadonlyMap<EntryVariable, SignatureFault>,
  scalars: ReadonlyMap<EntryVariable, readonly (InputScalar | undefined)[]>,
): void {
  const { ops } = l.b;
  const { inputs } = l.module;
  for (const [variable, list] of scalars) {
    // The position of a pixel has two components.
    const reads: number[] = [];
    for (let op = 0; op < ops.count; op++)
      if (
        ops.code[op] === Op.in &&
        inputs[ops.extra[op]! >> 2]!.special === 'position' &&
        (l.isLevel9 || (ops.extra[op]! & 3) > 1)
      )
        if (list.some((at) => at?.element === ops.extra[op]! >> 2)) reads.push(op);
    if (reads.length === 0) continue;
    l.at = variable.parameter!.variable.tokens;
    l.refuse(reads, l.isLevel9 ? 'X4502' : 'X5631', { name: variable.semantic });
  }
  for (const [variable, { code }] of wrong) {
    const elements = new Set(scalars.get(variable)!.map((at) => at?.element));
    const reads: number[] = [];
    for (let op = 0; op < ops.count; op++)
      if (ops.code[op] === Op.in && elements.has(ops.extra[op]! >> 2)) reads.push(op);
    const token = faultToken(variable, code) ?? 0;
    l.at = { first: token, last: token };
    l.refuse(reads, code, { name: variable.semantic });
  }
}

/** 0 for inputs, 1 for the control points that a hull shader wrote, 2 for constants of the patch. */
function inputGroup({ stage }: Lowering, { parameter, semantic }: EntryVariable): 0 | 1 | 2 {
  const type = parameter!.variable.type;
  const isPatch = type.kind === 'object';
  if (stage === 'hs') return isPatch && type.name === 'OutputPatch' ? 1 : 0;
  if (stage !== 'ds' || isPatch) return 0;
  return /^sv_(domainlocation|primitiveid)$/i.test(semantic) ? 0 : 2;
}

function addEntryOutputs(
  l: Lowering,
  entry: CheckedFunction,
  { outputs: written }: EntrySignature,
  direction: 'out' | 'patch',
): PackedSignature {
  const outputs = direction === 'out' ? [...written, ...planeOutputs(l, entry, written)] : written;
  const packed = signatureOf(l, outputs, direction);
  if (!l.isDirect3D9) for (const output of outputs) checkPosition(l, output, entry);
  const report = () => reportSignature(l.reporter, packed, outputs, entry);
  if (l.isDirect3D9 && !l.isLevel9) l.signatureReports.push(report);
  else report();
  l.outputs = addOutputs(l, packed.elements, outputs, direction);
  for (const { element, packed: one, variable } of l.outputs.filter(({ packed: { isOfPlanes } }) => !isOfPlanes))
    for (const [i, k] of one.scalars.entries()) {
      const at = { element, component: one.component + i, scalar: variable.first + k, point: undefined };
      l.entryScalars.push({ ...at, direction: 'out', function: entry, variable: variable.parameter?.variable });
    }
  return packed;
}

/** Gives the variables of a side registers. */
function signatureOf(l: Lowering, variables: readonly EntryVariable[], direction: SignatureDirection): PackedSignature {
  const { stage, version } = l;
  if (l.isLibrary) return packParameters(variables, stage, direction);
  if (!l.isDirect3D9) return packSignature(variables, stage, direction, version);
  if (!l.isLevel9) {
    const packed = packSm1Signature(variables, stage, direction, version);
    return direction === 'in' ? { ...packed, elements: inOrderOfRegisters(packed.elements, variables) } : packed;
  }
  const packed = packSignature(variables, stage, direction, LEVEL_9_MODEL);
  return { ...packed, faults: level9Faults(variables, packed, stage, direction, l.options.profile) };
}

/** Models 1 to 3 number the inputs of parameters with several rows first (source: oracle). */
function inOrderOfRegisters(
  elements: PackedSignature['elements'],
  variables: readonly EntryVariable[],
): PackedSignature['elements'] {
  const rows = new Map<Parameter | undefined, number>();
  const parameters = elements.map(({ variable }) => variables[variable]!.parameter);
  for (const parameter of parameters) rows.set(parameter, (rows.get(parameter) ?? 0) + 1);
  const isInSeveral = parameters.map((parameter) => rows.get(parameter)! > 1);
  return [...elements.filter((_, i) => isInSeveral[i]), ...elements.filter((_, i) => !isInSeveral[i])];
}

/** The model whose signatures shaders for feature level 9 have. */
const LEVEL_9_MODEL = [4, 0] as const;

/** Reports the faults of a signature, at the parameters of the entry point. */
function reportSignature(
  reporter: Reporter,
  { faults }: PackedSignature,
  variables: readonly EntryVariable[],
  entry: CheckedFunction,
): void {
  for (const { code, message, variable } of faults) {
    // It is an error already.
    if (variables[variable]?.semantic === NO_SEMANTIC) continue;
    const named = faultToken(variables[variable], code);
    if (named === undefined && OF_RESULTS.has(code)) {
      reporter.reportFunction(signatureFault(code, message), entry.nameToken);
      continue;
    }
    const token = named ?? entry.semanticToken;
    reporter.report(signatureFault(code, message), { first: token, last: token });
  }
}

/** Faults of the components that a result has, in models 1 to 3. */
const OF_RESULTS: ReadonlySet<string> = new Set(['X4528', 'X4529', 'X4541']);

/** Faults of semantics, which Microsoft's compiler reports there and not at the name of the parameter. */
const OF_SEMANTICS: ReadonlySet<string> = new Set(['X3536', 'X4016', 'X4502', 'X4503', 'X4555', 'X4574']);

/** The token of a fault of an input or output: its semantic or its name; undefined for that of the result. */
function faultToken(variable: EntryVariable | undefined, code: string): number | undefined {
  const { semanticToken = 0, parameter } = variable ?? {};
  return OF_SEMANTICS.has(code) && semanticToken > 0 ? semanticToken : parameter?.variable.tokens.first;
}

/** The body of an entry point between its inputs and its outputs. */
function lowerFunction(l: Lowering, entry: CheckedFunction, writesAtEnd: boolean): void {
  // Slots of constructs end with them, so these variables get theirs first.
  for (const { variable, direction } of entry.parameters)
    if (direction !== 'in' && variable.type.kind !== 'object') l.stateOf(variable);
  const { values } = l.options;
  setStatics(l, usedStatics(entry, values?.values()));
  for (const { variable } of entry.parameters) {
    const value = values?.get(variable);
    if (value !== undefined) bindArgument(l, variable, value);
  }
  const result = entry.result === VOID ? undefined : l.resultOf(entry);
  if (result !== undefined) l.noteVariable(undefined, result, false);
  l.positions?.enter(entry);
  lowerBody(l, entry, result);
  if (entry.result === VOID) l.positions?.end(entry.body!);
  if (l.flow.isDead) return;
  if (writesAtEnd)
    writeOutputs(l, l.outputs, ({ parameter }) => {
      if (parameter === undefined) return readLocation(l, result!);
      const state = l.stateOf(parameter.variable);
      return state.kind === 'location' ? readLocation(l, state.location) : [];
    });
  l.b.return();
}

/** Gives static variables their values. */
function setStatics(l: Lowering, variables: Iterable<Variable>): void {
  for (const variable of variables) {
    if (variable.initializer !== undefined) shareObjects(l, variable, variable.initializer);
    const refs = variable.initializer && lowerValue(l, variable.initializer);
    const state = l.stateOf(variable);
    if (state.kind !== 'location') continue;
    const { location } = state;
    if (refs !== undefined) writeLocation(l, location, refs);
    // Others are 0.
    else if (location.base.kind === 'slots')
      writeLocation(
        l,
        location,
        scalarsOf(variable.type).map((scalar) => constantOf(l, 0, scalar)),
      );
  }
}

function tokenOf({ nameToken }: CheckedFunction) {
  return { first: nameToken, last: nameToken };
}

/** The static variables that a function, what it calls and its arguments use, in order of their first use. */
function usedStatics(entry: CheckedFunction | undefined, values: Iterable<TypedExpression> = []): Set<Variable> {
  const used = new Set<Variable>();
  const seen = new Set<CheckedFunction>();
  const visitor = new (class extends AssignedVariables {
    override expression(expression: TypedExpression | undefined): void {
      if (expression?.kind === 'variable') {
        const variable = expression.variable.changed ?? expression.variable;
        if (variable.storage === 'static' && !used.has(variable)) {
          this.expression(variable.initializer);
          used.add(variable);
        }
      }
      if (expression?.kind === 'call') this.body(expression.function);
      super.expression(expression);
    }

    body(called: CheckedFunction): void {
      if (seen.has(called)) return;
      seen.add(called);
      this.statement(called.body);
      for (const one of called.overrides) this.body(one);
    }
  })();
  for (const value of values) visitor.expression(value);
  if (entry !== undefined) visitor.body(entry);
  return used;
}
