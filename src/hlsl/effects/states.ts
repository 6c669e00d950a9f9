/**
 * Checks the assignments of state blocks and passes against the table of states, and makes records of them.
 *
 * Not for: code of expressions (expressions.ts), shaders (shader-values.ts).
 */

import { FX2_STATES } from '../../effects/fx2/states.ts';
import { STATE_STAGES } from '../../effects/fx4/embedded.ts';
import { Fx4AssignmentKind } from '../../effects/fx4/enums.ts';
import type { Fx4AssignedValue, Fx4Assignment, Fx4Code, Fx4Constant } from '../../effects/fx4/model.ts';
import { FX4_STATES, type Fx4State, type Fx4StateBlock } from '../../effects/fx4/states.ts';
import { knownValue, wordsOf } from '../check/constant-value.ts';
import type { GlobalContext } from '../check/globals.ts';
import { suggestion } from '../check/scope.ts';
import type { TypedExpression } from '../check/typed-tree.ts';
import {
  DX6210,
  DX6212,
  DX6213,
  DX6214,
  DX6215,
  DX6216,
  DX6217,
  DX6218,
  DX6219,
  DX6220,
  DX6221,
  DX6222,
  DX6227,
  DX6241,
  DX6241_IGNORED,
  X3120,
} from '../messages.ts';
import type { EffectValue, Expression, IndexNode, StateCallNode, StateNode } from '../syntax/tree.ts';
import { ERROR, type NumericType, scalarCount, scalarsOf, typeName, UINT } from '../types/types.ts';
import type { EffectObject, EffectOptions, ShaderUse } from './checked-effect.ts';
import { fx4Scalar } from './effect-types.ts';
import { constantWords, expressionCode4 } from './expressions.ts';
import type { ObjectGroup } from './object-types.ts';
import { isExpression, type ShaderValues } from './shader-values.ts';
import { isIndexedNumber, isInsideElement, namedValue, staticValue } from './value-paths.ts';

/** An assignment whose value may be a shader that is compiled later. */
export type CheckedAssignment = Omit<Fx4Assignment, 'value'> & {
  readonly value: Fx4AssignedValue | { readonly kind: 'use'; readonly use: ShaderUse };
};

/** Names of the blocks in messages. */
const BLOCK_NAMES: Readonly<Record<Fx4StateBlock, string>> = {
  pass: 'a pass',
  rasterizer: 'a RasterizerState',
  'depth-stencil': 'a DepthStencilState',
  blend: 'a BlendState',
  sampler: 'a SamplerState',
};

const STATES_BY_NAME: ReadonlyMap<string, Fx4State> = new Map(
  FX4_STATES.map((state) => [state.name.toLowerCase(), state]),
);

/** States of samplers that only Direct3D 9 has. */
const OLD_SAMPLER_STATES: ReadonlySet<string> = new Set(
  FX2_STATES.filter(({ group }) => group === 'samplerState')
    .map(({ name }) => name.toLowerCase())
    .filter((name) => !STATES_BY_NAME.has(name)),
);

/** The states that a function of a pass sets, in the order of its arguments. */
const CALLED_STATES: Readonly<Record<string, readonly string[]>> = {
  SetBlendState: ['BlendState', 'AB_BlendFactor', 'AB_SampleMask'],
  SetDepthStencilState: ['DepthStencilState', 'DS_StencilRef'],
};

/** The groups of objects that a state takes. */
const GROUPS: Readonly<Record<string, ObjectGroup>> = {
  RasterizerState: 'rasterizer',
  DepthStencilState: 'depth-stencil',
  BlendState: 'blend',
  RenderTargetView: 'renderTarget',
  DepthStencilView: 'depthStencil',
  Texture: 'texture',
  GenerateMips: 'texture',
};

/** The stage of a state or of a variable's type; undefined where it is no shader. */
export function stageNamed(name: string): string | undefined {
  return STATE_STAGES[name];
}

export class StateChecker {
  constructor(
    private readonly context: GlobalContext,
    private readonly options: EffectOptions,
    private readonly objects: ReadonlyMap<string, EffectObject>,
    private readonly shaders: ShaderValues,
  ) {}

  /** The assignments of a block. The last one to a state counts (source: oracle). */
  block(block: Fx4StateBlock, states: readonly (StateNode | StateCallNode)[]): CheckedAssignment[] {
    const assigned = new Map<string, CheckedAssignment>();
    for (const node of states)
      for (const one of node.kind === 'state' ? this.#state(block, node) : this.#call(node)) {
        const key = `${one.state} ${one.index}`;
        assigned.delete(key);
        assigned.set(key, one);
      }
    return [...assigned.values()];
  }

  #state(block: Fx4StateBlock, node: StateNode): CheckedAssignment[] {
    const { reporter } = this.context;
    const { name, index } = node;
    const state = STATES_BY_NAME.get(name.toLowerCase());
    if (state === undefined && block === 'sampler' && OLD_SAMPLER_STATES.has(name.toLowerCase())) {
      reporter.report(this.context.options.isCompatible ? DX6241_IGNORED : DX6241, node, { name });
      return [];
    }
    if (state === undefined) {
      const hint = suggestion(
        name,
        FX4_STATES.filter((one) => one.block === block).map((one) => one.name),
      );
      reporter.report(DX6212, node, { name, hint });
      return [];
    }
    if (state.block !== block) {
      reporter.report(DX6213, node, { name, expected: BLOCK_NAMES[state.block], block: BLOCK_NAMES[block] });
      return [];
    }
    if (state.type === 'Texture' && this.options.profile === 'fx_5_0') {
      reporter.report(DX6227, node, { name });
      return [];
    }
    const indices = this.#indices(state, node, index);
    const value = indices.length === 0 ? undefined : this.#value(state, node.value);
    return value === undefined ? [] : indices.map((at) => assignment(state, at, value));
  }

  /** The elements that an assignment sets: all of a state that render targets share, where it has no index. */
  #indices(state: Fx4State, node: StateNode, index: Expression | undefined): number[] {
    const { reporter, expressions } = this.context;
    const { name, elements = 1, indexOptional } = state;
    // Before 10.1 all render targets share most states.
    const isIndexed = elements > 1 && (indexOptional !== true || this.options.profile !== 'fx_4_0');
    if (index === undefined) {
      if (!isIndexed) return [0];
      if (indexOptional === true) return Array.from({ length: elements }, (_, i) => i);
      if (state.block === 'pass') return [0];
      reporter.report(DX6215, node, { name });
      return [];
    }
    const number = expressions.integerOf(index);
    if (!isIndexed) reporter.report(DX6214, node, { name });
    else if (number === undefined || number < 0 || number >= elements)
      reporter.report(DX6216, node, { name, last: elements - 1 });
    else return [number];
    return [];
  }

  /** The first argument of a function is assigned last (source: oracle). */
  #call({ name, arguments: list }: StateCallNode): CheckedAssignment[] {
    const made: CheckedAssignment[] = [];
    for (const [i, node] of [...list.slice(1).entries(), [-1, list[0]!] as const]) {
      const argument = i + 1;
      const isTarget = name === 'OMSetRenderTargets' && argument < list.length - 1;
      const stateName =
        name === 'OMSetRenderTargets'
          ? isTarget
            ? 'RenderTargetView'
            : 'DepthStencilView'
          : (CALLED_STATES[name]?.[argument] ?? name.replace(/^Set/, ''));
      const state = STATES_BY_NAME.get(stateName.toLowerCase())!;
      const value = this.#value(state, node);
      if (value !== undefined) made.push(assignment(state, isTarget ? argument : 0, value));
    }
    return made;
  }

  #value(state: Fx4State, node: EffectValue): Pick<CheckedAssignment, 'kind' | 'value'> | undefined {
    if (node.kind === 'list' && node.items.length === 1) return this.#value(state, node.items[0]!);
    if (state.type === 'object' || state.type === 'Texture') return this.#object(state, node);
    if (isExpression(node) && node.kind !== 'list') return this.#number(state, node);
    if (node.kind === 'null') return NULL;
    this.context.reporter.report(DX6218, node, { name: state.name });
    return undefined;
  }

  #object(state: Fx4State, node: EffectValue): Pick<CheckedAssignment, 'kind' | 'value'> | undefined {
    const { reporter, expressions } = this.context;
    const { name } = state;
    if (node.kind === 'null') return NULL;
    if (!isExpression(node)) return this.#shader(name, node);
    if (node.kind === 'list') {
      reporter.report(DX6217, node, { name });
      return undefined;
    }
    const isElement = node.kind === 'index';
    const named = isElement ? node.object : node;
    if (named.kind !== 'name') {
      const value = knownValue(expressions.check(node));
      if (value?.length === 1 && value[0] === 0) return NULL;
      reporter.report(DX6217, node, { name });
      return undefined;
    }
    const object = this.objects.get(named.name);
    if (object === undefined) {
      if (this.context.scopes.find(named.name) === undefined) {
        const hint = suggestion(named.name, this.objects.keys());
        reporter.report(DX6219, node, { value: named.name, name, hint });
      } else reporter.report(DX6218, node, { name });
      return undefined;
    }
    const isFitting = STATE_STAGES[name] === undefined ? isOfGroup(object, name) : isOfStage(object, name);
    if (!isFitting || isElement !== object.elements > 0) {
      reporter.report(DX6218, node, { name });
      return undefined;
    }
    if (!isElement) {
      this.#refuseOtherModel(object.shaders[0], node);
      return assigned('variable', { kind: 'variable', name: named.name });
    }
    const isComputed = knownValue(expressions.check(node.index), staticValue) === undefined;
    if (isComputed && state.block !== 'pass') {
      // The texture of a sampler never changes.
      reporter.report(this.options.allowsComputedStates ? DX6218 : DX6221, node, { name });
      return undefined;
    }
    const element = this.#element(named.name, object.elements, node);
    if (element?.value.kind === 'constantIndex') this.#refuseOtherModel(object.shaders[element.value.index], node);
    return element;
  }

  /** Reports a shader whose model effects of this profile do not have. */
  #refuseOtherModel(use: ShaderUse | undefined, node: Expression): void {
    const { otherModel: profile } = use ?? {};
    if (profile !== undefined) this.context.reporter.report(DX6210, node, { profile, effect: this.options.profile });
  }

  #shader(name: string, node: EffectValue): Pick<CheckedAssignment, 'kind' | 'value'> | undefined {
    const stage = STATE_STAGES[name];
    const use = stage === undefined ? undefined : this.shaders.of(node, stage);
    if (stage === undefined || (use !== undefined && use.stage !== stage)) {
      this.context.reporter.report(DX6218, node, { name });
      return undefined;
    }
    if (use === undefined) return undefined;
    return use.shader === undefined ? NULL : { kind: Fx4AssignmentKind.inlineShader, value: { kind: 'use', use } };
  }

  /** An element of an array of objects: by number, by a variable, by an expression. */
  #element(name: string, elements: number, node: IndexNode): Pick<CheckedAssignment, 'kind' | 'value'> | undefined {
    const index = this.context.expressions.check(node.index);
    const { type } = index;
    if (type === ERROR) return undefined;
    if (
      type.kind !== 'numeric' ||
      scalarCount(type) !== 1 ||
      (type.shape !== 'scalar' && node.index.kind !== 'binary')
    ) {
      this.context.reporter.report(X3120, node, { expected: 1, given: typeName(type) });
      return undefined;
    }
    const known = knownValue(index, staticValue)?.[0];
    if (known === undefined) return this.#indexed(name, index);
    const number = Math.trunc(known);
    if (number >= 0 && number < elements)
      return assigned('constantIndex', { kind: 'constantIndex', name, index: number });
    this.context.reporter.report(DX6216, node, { name, last: elements - 1 });
    return undefined;
  }

  #number(state: Fx4State, node: Expression): Pick<CheckedAssignment, 'kind' | 'value'> | undefined {
    const { reporter, expressions, scopes } = this.context;
    const { name, components = 1, values, block } = state;
    if (node.kind === 'name') {
      const value = values && valueNamed(values, node.name);
      if (value !== undefined) return constants([{ scalar: fx4Scalar('int')!, bits: value >>> 0 }]);
      const found = scopes.find(node.name);
      if (found === undefined) {
        const hint = suggestion(node.name, Object.keys(values ?? {}));
        reporter.report(DX6219, node, { value: node.name, name, hint });
        return undefined;
      }
      if (found.kind === 'effectObject' || found.kind !== 'variable') {
        reporter.report(DX6218, node, { name });
        return undefined;
      }
    }
    const value = expressions.check(node);
    const { type } = value;
    if (type === ERROR) return undefined;
    if (type.kind !== 'numeric') {
      reporter.report(DX6218, node, { name });
      return undefined;
    }
    if (scalarCount(type) !== components) {
      reporter.report(DX6220, node, { name, expected: components, given: scalarCount(type) });
      return undefined;
    }
    const known = knownValue(value, staticValue);
    const words = known === undefined ? constantWords(this.context, value) : wordsOf(known, scalarsOf(type));
    if (words !== undefined) return constants(constantsOf(words, type, this.#isUnsigned(node)));
    if (block !== 'pass' && !this.options.allowsComputedStates) {
      reporter.report(DX6221, node, { name });
      return undefined;
    }
    return this.#computed(state, value, type);
  }

  /** Numbers that are written in hexadecimal or octal are unsigned (source: oracle). */
  #isUnsigned(node: Expression): boolean {
    const { tokens } = this.context.reporter;
    for (let at = node.first; at <= node.last; at++)
      if (tokens[at]!.kind === 'number' && /^0[x0-9]/i.test(tokens[at]!.text)) return true;
    return false;
  }

  /** A value that depends on variables. */
  #computed(
    state: Fx4State,
    value: TypedExpression,
    type: NumericType,
  ): Pick<CheckedAssignment, 'kind' | 'value'> | undefined {
    const isStored = isStoredAs(type, state);
    if (isInsideElement(value) || isIndexedNumber(value)) {
      this.context.reporter.report(DX6218, value, { name: state.name });
      return undefined;
    }
    if (isStored) {
      const named = namedValue(value);
      if (named?.kind === 'variable') return assigned('variable', { kind: 'variable', name: named.name });
      if (named?.kind === 'offset')
        return assigned('constantIndex', { kind: 'constantIndex', name: named.name, index: named.offset });
      if (named?.kind === 'index') return this.#indexed(named.name, named.index);
    }
    const code = this.#code(value, targetOf(state));
    if (code === undefined) {
      this.context.reporter.report(DX6222, value, { name: state.name, type: typeName(type) });
      return undefined;
    }
    return assigned('expression', { kind: 'expression', code });
  }

  /** An element by the value of an unsigned variable, or by an expression. */
  #indexed(name: string, index: TypedExpression): Pick<CheckedAssignment, 'kind' | 'value'> | undefined {
    const inner = index.kind === 'convert' ? index.operand : index;
    const named = inner.type === UINT ? namedValue(inner) : undefined;
    if (named?.kind === 'variable')
      return assigned('variableIndex', { kind: 'variableIndex', name, indexName: named.name });
    const code = this.#code(inner, 'uint');
    return code && assigned('expressionIndex', { kind: 'expressionIndex', name, code });
  }

  #code(value: TypedExpression, to: 'float' | 'bool' | 'uint'): Fx4Code | undefined {
    return value.type.kind === 'numeric'
      ? expressionCode4(this.context, { ...value, type: value.type }, to, this.options.creator)
      : undefined;
  }
}

const NULL: Pick<CheckedAssignment, 'kind' | 'value'> = constants([{ scalar: 2, bits: 0 }]);

function constants(list: readonly Fx4Constant[]): Pick<CheckedAssignment, 'kind' | 'value'> {
  return assigned('constants', { kind: 'constants', constants: list });
}

function assigned(
  kind: keyof typeof Fx4AssignmentKind,
  value: CheckedAssignment['value'],
): Pick<CheckedAssignment, 'kind' | 'value'> {
  return { kind: Fx4AssignmentKind[kind], value };
}

function assignment(
  { code }: Fx4State,
  index: number,
  value: Pick<CheckedAssignment, 'kind' | 'value'>,
): CheckedAssignment {
  return { offset: 0, state: code, index, ...value };
}

function isOfGroup({ type: { group } }: EffectObject, state: string): boolean {
  return group === GROUPS[state] || (group === 'view' && GROUPS[state] === 'texture');
}

function isOfStage({ type }: EffectObject, state: string): boolean {
  return type.group === 'shader' && type.name === state;
}

function valueNamed(values: Readonly<Record<string, number>>, name: string): number | undefined {
  const upper = name.toUpperCase();
  return Object.entries(values).find(([one]) => one === upper)?.[1];
}

function constantsOf(words: ArrayLike<number>, type: NumericType, isUnsigned: boolean): Fx4Constant[] {
  const scalars = scalarsOf(type);
  return scalars.map((scalar, i) => ({
    scalar: fx4Scalar(scalar === 'int' && isUnsigned ? 'uint' : scalar) ?? 0,
    bits: scalar === 'bool' ? words[i]! & 1 : words[i]!,
  }));
}

/** The scalar that a state takes. */
function targetOf({ type }: Fx4State): 'float' | 'bool' | 'uint' {
  return type === 'float' ? 'float' : type === 'bool' ? 'bool' : 'uint';
}

/** Whether the bits of a variable are those of the state. */
function isStoredAs({ scalar }: NumericType, { type }: Fx4State): boolean {
  return type === 'float' ? /float|half/.test(scalar) : /int/.test(scalar);
}
