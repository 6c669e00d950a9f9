/**
 * Checks the states of passes and samplers of an effect of Direct3D 9 against the table of states.
 *
 * Source of types and values: oracle. A vector that a constructor makes has one number only, and zeros.
 */
import { getOrInsert } from '../../base/collections.ts';
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import {
  FX2_ENUMERATIONS,
  FX2_STATES,
  type Fx2Enumeration,
  type Fx2StateRow,
  fx2IsFloat,
  fx2IsIndexed,
} from '../../effects/fx2/states.ts';
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { knownValue } from '../check/constant-value.ts';
import type { GlobalContext } from '../check/globals.ts';
import { suggestion } from '../check/scope.ts';
import type { TypedExpression } from '../check/typed-tree.ts';
import { DX6212, DX6213, DX6214, DX6215, DX6217, DX6219, DX6222, X3004 } from '../messages.ts';
import type { EffectValue, Expression, StateCallNode, StateNode } from '../syntax/tree.ts';
import { ERROR, type NumericType } from '../types/types.ts';
import type { ShaderUse } from './checked-effect.ts';
import { expressionCode2 } from './expressions.ts';
import { isExpression, type ShaderValues } from './shader-values.ts';
import { staticValue } from './value-paths.ts';

/** The type of a value of a state. */
export interface Fx2StateType {
  readonly type: number;
  readonly class: number;
  readonly rows: number;
  readonly columns: number;
}

export type CheckedFx2Value =
  | { readonly kind: 'numbers'; readonly words: readonly number[] }
  /** Code that computes numbers of variables. */
  | { readonly kind: 'expression'; readonly count: number; readonly code: Uint8Array }
  /** The name of a parameter, which may be an element. */
  | { readonly kind: 'parameter'; readonly name: string; readonly isSampler: boolean }
  /** An element of an array of shaders, whose number code computes. */
  | { readonly kind: 'element'; readonly name: string; readonly code: Uint8Array }
  | { readonly kind: 'shader'; readonly use: ShaderUse }
  | { readonly kind: 'assembly'; readonly node: EffectValue };

export interface CheckedFx2State {
  readonly operation: number;
  readonly index: number;
  readonly type: Fx2StateType;
  readonly value: CheckedFx2Value;
}

/** The objects that states name, with the number of their type. */
export type Fx2Objects = ReadonlyMap<string, { readonly type: number }>;

const NUMBERS_BY_NAME = /* @__PURE__ */ new Map(FX2_STATES.map(({ name }, i) => [name.toLowerCase(), i]));
/** Names of states that set several ones. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = { filter: ['MagFilter', 'MinFilter', 'MipFilter'] };
/** The index of states inside of a sampler. */
const INSIDE_SAMPLER = 256;

export const FX2_TYPES = {
  bool: VARIABLE_TYPE_NAMES.indexOf('bool'),
  int: VARIABLE_TYPE_NAMES.indexOf('int'),
  float: VARIABLE_TYPE_NAMES.indexOf('float'),
} as const;
const NULL_TYPE: Fx2StateType = { type: FX2_TYPES.int, class: VariableClass.matrixRows, rows: 1, columns: 1 };

export class Fx2StateChecker {
  constructor(
    private readonly context: GlobalContext,
    private readonly objects: Fx2Objects,
    private readonly shaders: ShaderValues,
    private readonly creator: string,
  ) {}

  /** The states of a pass or a sampler. The last assignment to a state counts. */
  block(isSampler: boolean, nodes: readonly (StateNode | StateCallNode)[]): CheckedFx2State[] {
    const assigned = new Map<string, CheckedFx2State>();
    for (const node of nodes) {
      if (node.kind === 'stateCall') {
        this.context.reporter.report(DX6212, node, { name: node.name, hint: '' });
        continue;
      }
      for (const name of SEVERAL[node.name.toLowerCase()] ?? [node.name]) {
        const state = this.#state(isSampler, node, name);
        if (state === undefined) continue;
        const key = `${state.operation} ${state.index}`;
        assigned.delete(key);
        assigned.set(key, state);
      }
    }
    return [...assigned.values()];
  }

  #state(isSampler: boolean, node: StateNode, name: string): CheckedFx2State | undefined {
    const { reporter } = this.context;
    const operation = NUMBERS_BY_NAME.get(name.toLowerCase());
    if (operation === undefined) {
      const hint = suggestion(
        name,
        FX2_STATES.map((row) => row.name),
      );
      reporter.report(DX6212, node, { name, hint });
      return undefined;
    }
    const row = FX2_STATES[operation]!;
    if (isSampler && row.group !== 'samplerState' && row.group !== 'texture') {
      reporter.report(DX6213, node, { name, expected: 'a pass', block: 'a sampler' });
      return undefined;
    }
    const index = this.#index(isSampler, row, node);
    const made = index === undefined ? undefined : this.#value(row, node);
    return made && { operation, index: index!, ...made };
  }

  #index(isSampler: boolean, row: Fx2StateRow, node: StateNode): number | undefined {
    const { reporter, expressions } = this.context;
    const { index, name } = node;
    if (isSampler) {
      if (index !== undefined) reporter.report(DX6214, node, { name });
      return INSIDE_SAMPLER;
    }
    if (index === undefined) {
      if (fx2IsIndexed(row) && row.group !== 'light') reporter.report(DX6215, node, { name });
      return 0;
    }
    if (!fx2IsIndexed(row) && row.group !== 'transform') reporter.report(DX6214, node, { name });
    return (expressions.integerOf(index) ?? 0) >>> 0;
  }

  #value(row: Fx2StateRow, state: StateNode): Pick<CheckedFx2State, 'type' | 'value'> | undefined {
    const { group } = row;
    const node = state.value;
    if (group === 'shader' || group === 'texture' || group === 'sampler') return this.#object(row, node, state);
    if (!isExpression(node)) {
      this.context.reporter.report(DX6219, node, { value: 'this', name: row.name, hint: '' });
      return undefined;
    }
    const named =
      row.values === undefined || row.values === 'color' ? undefined : wordOf(FX2_ENUMERATIONS[row.values], node);
    if (named !== undefined) return numbers(FX2_TYPES.int, VariableClass.matrixRows, [1, 1], [named]);
    return this.#numbers(row, node);
  }

  #numbers(row: Fx2StateRow, node: Expression): Pick<CheckedFx2State, 'type' | 'value'> | undefined {
    const { expressions, reporter } = this.context;
    const isConstant = row.group === 'constants';
    const scalar = scalarOf(row);
    const kind = isConstant ? VariableClass.matrixColumns : VariableClass.matrixRows;
    const items = node.kind === 'list' ? node.items : [node];
    const words: number[] = [];
    let size: readonly [number, number] = [items.length, 1];
    for (const item of items) {
      if (node.kind !== 'list' && item.kind === 'name' && this.context.scopes.find(item.name) === undefined) {
        const names = row.values === undefined || row.values === 'color' ? [] : namesOf(FX2_ENUMERATIONS[row.values]);
        reporter.report(DX6219, item, { value: item.name, name: row.name, hint: suggestion(item.name, names) });
        return undefined;
      }
      const value = expressions.check(item);
      if (value.type === ERROR) return undefined;
      const known = knownValue(value, staticValue);
      if (known === undefined && node.kind !== 'list' && value.type.kind === 'numeric')
        return this.#computed(row, { ...value, type: value.type }, kind);
      if (known === undefined || value.type.kind !== 'numeric') {
        reporter.report(DX6222, item, { name: row.name });
        return undefined;
      }
      words.push(wordOfNumber(known[0]!, scalar));
      if (known.length > 1) {
        const { rows, columns, shape } = value.type;
        size = shape === 'matrix' ? [rows, columns] : [columns, 1];
        while (words.length < known.length) words.push(0);
      }
    }
    return numbers(FX2_TYPES[scalar], kind, size, words);
  }

  /** A value that the application computes has the type of its expression. */
  #computed(
    row: Fx2StateRow,
    value: TypedExpression & { readonly type: NumericType },
    kind: number,
  ): Pick<CheckedFx2State, 'type' | 'value'> | undefined {
    const code = expressionCode2(this.context, value, this.creator);
    if (code === undefined) {
      this.context.reporter.report(DX6222, value, { name: row.name });
      return undefined;
    }
    const { shape, rows, columns } = value.type;
    const type = FX2_TYPES[fx2Scalar(value.type)];
    const size = shape === 'matrix' ? { rows, columns } : { rows: columns, columns: 1 };
    return { type: { type, class: kind, ...size }, value: { kind: 'expression', count: rows * columns, code } };
  }

  /** An element whose number the application computes. */
  #element(
    row: Fx2StateRow,
    number: number,
    name: string,
    node: Extract<Expression, { kind: 'index' }>,
  ): Pick<CheckedFx2State, 'type' | 'value'> | undefined {
    const { expressions, reporter } = this.context;
    const index = expressions.check(node.index);
    if (index.type === ERROR) return undefined;
    const type = { type: number, class: VariableClass.object, rows: 0, columns: 0 };
    const known = knownValue(index, staticValue);
    if (known?.length === 1)
      return { type, value: { kind: 'parameter', name: `${name}[${known[0]}]`, isSampler: false } };
    const isScalar = index.type.kind === 'numeric' && index.type.shape === 'scalar';
    const code = isScalar
      ? expressionCode2(this.context, { ...index, type: index.type as NumericType }, this.creator)
      : undefined;
    if (code === undefined) {
      reporter.report(DX6222, node, { name: row.name });
      return undefined;
    }
    return { type, value: { kind: 'element', name, code } };
  }

  #object(row: Fx2StateRow, node: EffectValue, state: StateNode): Pick<CheckedFx2State, 'type' | 'value'> | undefined {
    const { reporter } = this.context;
    if (node.kind === 'null') return { type: NULL_TYPE, value: { kind: 'numbers', words: [0] } };
    const name = parameterName(node);
    if (name !== undefined) {
      const object = this.objects.get(name.split('[')[0]!);
      if (object === undefined) {
        reporter.report(X3004, state, { name, hint: suggestion(name, this.objects.keys()) });
        return undefined;
      }
      const type = { type: object.type, class: VariableClass.object, rows: 0, columns: 0 };
      return { type, value: { kind: 'parameter', name, isSampler: row.group === 'sampler' } };
    }
    if (node.kind === 'index' && node.object.kind === 'name') {
      const object = this.objects.get(node.object.name);
      if (object !== undefined) return this.#element(row, object.type, node.object.name, node);
    }
    const stage = row.name === 'VertexShader' ? 'vs' : row.name === 'PixelShader' ? 'ps' : undefined;
    const type = { type: shaderType(stage), class: VariableClass.object, rows: 0, columns: 0 };
    if (stage !== undefined && node.kind === 'assembly') return { type, value: { kind: 'assembly', node } };
    const use = stage === undefined ? undefined : this.shaders.of(node, stage);
    if (use !== undefined && use.stage === stage) return { type, value: { kind: 'shader', use } };
    if (use !== undefined || node.kind !== 'compile') reporter.report(DX6217, node, { name: row.name });
    return undefined;
  }
}

/** The number of the type of shaders of a stage. */
function shaderType(stage: string | undefined): number {
  return VARIABLE_TYPE_NAMES.indexOf(stage === 'vs' ? 'VertexShader' : 'PixelShader');
}

function numbers(
  type: number,
  kind: number,
  [rows, columns]: readonly [number, number],
  words: readonly number[],
): Pick<CheckedFx2State, 'type' | 'value'> {
  return { type: { type, class: kind, rows, columns }, value: { kind: 'numbers', words } };
}

/** The scalar that a type has in an effect. */
export function fx2Scalar({ scalar }: NumericType): keyof typeof FX2_TYPES {
  return scalar === 'bool' ? 'bool' : /int/.test(scalar) ? 'int' : 'float';
}

function scalarOf(row: Fx2StateRow): keyof typeof FX2_TYPES {
  if (row.group === 'constants') return row.name.endsWith('B') ? 'bool' : row.name.endsWith('I') ? 'int' : 'float';
  return fx2IsFloat(row) ? 'float' : 'int';
}

/** A number as the word of a scalar. */
export function wordOfNumber(value: number, scalar: keyof typeof FX2_TYPES): number {
  if (scalar === 'float') return bitsOfFloat(value) >>> 0;
  return scalar === 'bool' ? Number(value !== 0) : Math.trunc(value) >>> 0;
}

/** The name of a parameter or of an element of one: `lights`, `shaders[1]`. */
function parameterName(node: EffectValue): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'index' || node.object.kind !== 'name' || node.index.kind !== 'literal') return undefined;
  return `${node.object.name}[${node.index.value}]`;
}

const wordsByEnumeration = /* @__PURE__ */ new Map<Fx2Enumeration, ReadonlyMap<string, number>>();

/** The words of an enumeration by their names in a source, in lower case. */
function wordsOf(enumeration: Fx2Enumeration): ReadonlyMap<string, number> {
  return getOrInsert(wordsByEnumeration, enumeration, () => {
    const { source, values, flags = {}, second, unspelled = [] } = enumeration;
    const words = new Map<string, number>();
    if (source === null) return words;
    for (const list of [values, flags, second?.values ?? {}])
      for (const [name, word] of Object.entries(list))
        if (!unspelled.includes(name)) words.set(`${source ?? ''}${name}`.toLowerCase(), word);
    return words;
  });
}

function namesOf({ source, values, flags = {} }: Fx2Enumeration): string[] {
  return [...Object.keys(values), ...Object.keys(flags)].map((name) => `${source ?? ''}${name}`);
}

/** Names of an enumeration and numbers, added with `|`; undefined for another value. */
function wordOf(enumeration: Fx2Enumeration, node: Expression): number | undefined {
  if (node.kind === 'name') return wordsOf(enumeration).get(node.name.toLowerCase());
  if (node.kind !== 'binary' || node.operator !== '|') return undefined;
  const parts = [node.left, node.right].map((part) =>
    part.kind === 'literal' ? Number(part.value) >>> 0 : wordOf(enumeration, part),
  );
  return parts.includes(undefined) ? undefined : (parts[0]! | parts[1]!) >>> 0;
}
