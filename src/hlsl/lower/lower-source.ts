/**
 * A checked source to a module of the IR: the entry point with all that it calls in its body. An array that turns out to
 * be indexed by values makes a second try, in which it is an array of the program from the start.
 */
import type { IrModule } from '../../ir/module.ts';
import { type PackedSignature, packSignature } from '../bind/index.ts';
import type { CheckedSource } from '../check/check-source.ts';
import { scalarsOf } from '../check/constant-value.ts';
import type { Reporter } from '../check/scope.ts';
import type { CheckedFunction, TypedExpression, Variable } from '../check/typed-tree.ts';
import { MAX_OPERATIONS } from '../limits.ts';
import { DX6207 } from '../messages.ts';
import { VOID } from '../types/types.ts';
import { AssignedVariables } from './assigned.ts';
import { lowerBody } from './calls.ts';
import { type EntrySignature, type EntryVariable, entrySignature } from './entry.ts';
import { lowerValue } from './expressions.ts';
import { addInputs, inputScalar } from './inputs.ts';
import { type BindingSource, Lowering, type LoweringOptions, type Refusal } from './lowering.ts';
import { readPlace, writePlace } from './memory.ts';
import { addOutputs, writeOutputs } from './outputs.ts';
import { reportSignature } from './signature-faults.ts';
import { stageFacts } from './stage-facts.ts';

export interface LoweredSource {
  readonly module: IrModule;
  readonly bindingSources: readonly BindingSource[];
  readonly refusals: readonly Refusal[];
  readonly inputs: PackedSignature;
  readonly outputs: PackedSignature;
  readonly patchConstants: PackedSignature | undefined;
}

/** Tries at most: each makes at least one more variable an array of the program. */
const MAX_TRIES = 16;

export function lowerSource(
  source: CheckedSource,
  entry: CheckedFunction,
  reporter: Reporter,
  options: LoweringOptions,
): LoweredSource {
  const arrays = new Set<Variable>();
  for (let tries = 1; ; tries++) {
    const l = new Lowering(source, reporter, options, arrays);
    const lowered = lowerEntry(l, entry);
    if (l.newArrays.size === 0 || tries === MAX_TRIES) return lowered;
    for (const variable of l.newArrays) arrays.add(variable);
  }
}

function lowerEntry(l: Lowering, entry: CheckedFunction): LoweredSource {
  const { b, module, stage, version, reporter } = l;
  module.facts = { ...module.facts, ...stageFacts(l, entry) };
  b.beginFunction('main', 'main');
  for (const variable of usedStatics(entry)) {
    if (variable.initializer === undefined) continue;
    const refs = lowerValue(l, variable.initializer);
    const state = l.stateOf(variable);
    if (state.kind === 'place') writePlace(l, state.place, refs);
  }
  const signature = entrySignature(l, entry);
  const inputs = packSignature(signature.inputs, stage, 'in', version);
  const outputs = packSignature(signature.outputs, stage, 'out', version);
  reportSignature(reporter, inputs, signature.inputs, entry);
  reportSignature(reporter, outputs, signature.outputs, entry);
  readParameters(l, entry, signature, inputs);
  l.outputs = addOutputs(l, outputs.elements, signature.outputs, 'out');
  const result = entry.result === VOID ? undefined : l.newPlace(entry.result);
  lowerBody(l, entry, result);
  if (!l.flow.isDead) {
    if (stage !== 'gs')
      writeOutputs(l, l.outputs, ({ parameter }) => {
        if (parameter === undefined) return readPlace(l, result!);
        const state = l.stateOf(parameter.variable);
        return state.kind === 'place' ? readPlace(l, state.place) : [];
      });
    b.return();
  }
  if (module.ops.count > MAX_OPERATIONS) reporter.report(DX6207, tokenOf(entry), { limit: MAX_OPERATIONS });
  const { bindingSources, refusals } = l;
  return { module, bindingSources, refusals, inputs, outputs, patchConstants: undefined };
}

function tokenOf({ nameToken }: CheckedFunction) {
  return { first: nameToken, last: nameToken };
}

/** Gives the parameters of the entry point the values of the inputs. */
function readParameters(
  l: Lowering,
  entry: CheckedFunction,
  { inputs }: EntrySignature,
  packed: PackedSignature,
): void {
  const scalars = addInputs(l, packed.elements, 'in');
  for (const parameter of entry.parameters) {
    const { variable } = parameter;
    const { type } = variable;
    const ofParameter = inputs.map((one, i) => ({ one, i })).filter(({ one }) => one.parameter === parameter);
    if (ofParameter.length === 0) continue;
    const isPoints = type.kind === 'object' || (l.stage === 'gs' && type.kind === 'array');
    if (isPoints) {
      const all: (typeof scalars)[number] = [];
      for (const { one, i } of ofParameter) for (const [k, at] of (scalars[i] ?? []).entries()) all[one.first + k] = at;
      l.pointParameters.push(parameter);
      l.pointScalars.push(all);
      l.states.set(variable, { kind: 'points', parameter });
      continue;
    }
    const state = l.stateOf(variable);
    if (state.kind !== 'place') continue;
    const types = scalarsOf(type);
    const refs: number[] = [];
    for (const { one, i } of ofParameter) readVariable(l, one, scalars[i] ?? [], types, refs);
    writePlace(
      l,
      state.place,
      types.map((_, i) => refs[i] ?? l.b.undefined(l.irTypes(type)[i]!)),
    );
  }
}

function readVariable(
  l: Lowering,
  { first }: EntryVariable,
  scalars: readonly (Parameters<typeof inputScalar>[1] | undefined)[],
  types: readonly Parameters<typeof inputScalar>[2][],
  refs: number[],
): void {
  for (const [k, at] of scalars.entries())
    if (at !== undefined) refs[first + k] = inputScalar(l, at, types[first + k]!);
}

/** The static variables that a function and what it calls use, in order of their first use. */
function usedStatics(entry: CheckedFunction): Set<Variable> {
  const used = new Set<Variable>();
  const seen = new Set<CheckedFunction>();
  const visitor = new (class extends AssignedVariables {
    override expression(expression: TypedExpression | undefined): void {
      if (expression?.kind === 'variable' && expression.variable.storage === 'static') {
        const { variable } = expression;
        if (!used.has(variable)) {
          super.expression(variable.initializer);
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
    }
  })();
  visitor.body(entry);
  return used;
}
