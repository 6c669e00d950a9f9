/**
 * Checks the declarations of an effect of Direct3D 9 in the order of the source, next to the check of the language:
 * parameters with their annotations, states, techniques.
 *
 * Not for: the records of the effect (compile-fx2.ts).
 */
import { stringValue } from '../../assemble/sm1/numbers.ts';
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import type { Fx2Declaration } from '../../effects/fx2/model.ts';
import { knownValue } from '../check/constant-value.ts';
import { type EffectDeclarations, elementOf, type GlobalContext } from '../check/globals.ts';
import type { Variable } from '../check/typed-tree.ts';
import { DX6225, DX6234, X3003, X3011, X3012_MISSING, X3017_COUNT } from '../messages.ts';
import type { EffectValue, GroupNode, TechniqueNode, VariableNode } from '../syntax/tree.ts';
import { allMembers, type HlslType, type NumericType, scalarCount } from '../types/types.ts';
import type { ShaderUse } from './checked-effect.ts';
import { type CheckedFx2State, FX2_TYPES, Fx2StateChecker, fx2Scalar, wordOfNumber } from './fx2-states.ts';
import { ShaderValues } from './shader-values.ts';

/** The value of a parameter or annotation, whose objects have no numbers yet. */
export type CheckedFx2Data =
  | { readonly kind: 'numbers'; readonly words: readonly number[] }
  /** Without a value, undefined. */
  | { readonly kind: 'strings'; readonly strings: readonly (string | undefined)[] }
  | { readonly kind: 'textures'; readonly count: number }
  | { readonly kind: 'shaders'; readonly shaders: readonly (ShaderUse | EffectValue | undefined)[] }
  | { readonly kind: 'samplers'; readonly samplers: readonly (readonly CheckedFx2State[])[] }
  | { readonly kind: 'structure'; readonly members: readonly CheckedFx2Data[] };

export interface CheckedFx2Parameter {
  readonly declaration: Fx2Declaration;
  readonly data: CheckedFx2Data;
  readonly isShared: boolean;
  readonly annotations: readonly CheckedFx2Annotation[];
}

export type CheckedFx2Annotation = Pick<CheckedFx2Parameter, 'declaration' | 'data'>;

export interface CheckedFx2Pass {
  readonly name: string;
  readonly annotations: readonly CheckedFx2Annotation[];
  readonly states: readonly CheckedFx2State[];
}

export interface CheckedFx2Technique {
  readonly name: string;
  readonly annotations: readonly CheckedFx2Annotation[];
  readonly passes: readonly CheckedFx2Pass[];
}

type ObjectGroup = 'strings' | 'textures' | 'samplers' | 'shaders';

/** Objects by their names in a source, in lower case: the group, and the name of the type. */
const OBJECTS: Readonly<Record<string, readonly [group: ObjectGroup, type: string]>> = {
  string: ['strings', 'string'],
  texture: ['textures', 'Texture'],
  texture1d: ['textures', 'Texture1D'],
  texture2d: ['textures', 'Texture2D'],
  texture3d: ['textures', 'Texture3D'],
  texturecube: ['textures', 'TextureCube'],
  sampler: ['samplers', 'SamplerState'],
  samplerstate: ['samplers', 'SamplerState'],
  sampler1d: ['samplers', 'sampler1D'],
  sampler2d: ['samplers', 'sampler2D'],
  sampler3d: ['samplers', 'sampler3D'],
  samplercube: ['samplers', 'samplerCUBE'],
  vertexshader: ['shaders', 'VertexShader'],
  pixelshader: ['shaders', 'PixelShader'],
};

export class Fx2Checker implements EffectDeclarations {
  readonly parameters: CheckedFx2Parameter[] = [];
  readonly techniques: CheckedFx2Technique[] = [];
  readonly #objects = new Map<string, { readonly type: number }>();
  readonly #shaders: ShaderValues;
  readonly #states: Fx2StateChecker;

  constructor(
    private readonly context: GlobalContext,
    creator: string,
  ) {
    this.#shaders = new ShaderValues(context, 'fx_2_0', new Map());
    this.#states = new Fx2StateChecker(context, this.#objects, this.#shaders, creator);
  }

  buffer(): void {
    // Buffers are lists of variables here.
  }

  variable(node: VariableNode, type: HlslType, declared: Variable | undefined): void {
    const object = OBJECTS[node.type.name.toLowerCase()];
    const annotations = this.#annotations(node.effect?.annotations ?? []);
    const isShared = node.modifiers.includes('shared');
    if (object !== undefined) {
      this.#object(node, object, type, isShared, annotations);
      return;
    }
    if (declared?.storage !== 'constant') return;
    const { defaults } = this.context.source.buffers[declared.buffer]!.variables[declared.index]!;
    const data = dataOf(type, defaults);
    this.parameters.push({ declaration: declarationOf(node.name, node.semantic, type), data, isShared, annotations });
  }

  technique(node: TechniqueNode | GroupNode): void {
    if (node.kind === 'group' || node.keyword !== 'technique') return;
    const { scopes, reporter } = this.context;
    const { name, nameToken } = node;
    if (name !== '') {
      if (scopes.findHere(name) !== undefined) reporter.report(X3003, { first: nameToken, last: nameToken }, { name });
      else scopes.add(name, { kind: 'effectObject' });
    }
    const annotations = this.#annotations(node.annotations);
    const passes = node.passes.map((pass) => ({
      name: pass.name,
      annotations: this.#annotations(pass.annotations),
      states: this.#states.block(false, pass.states),
    }));
    this.techniques.push({ name, annotations, passes });
  }

  #object(
    node: VariableNode,
    [group, typeName]: readonly [ObjectGroup, string],
    declared: HlslType,
    isShared: boolean,
    annotations: readonly CheckedFx2Annotation[],
  ): void {
    const { reporter } = this.context;
    if (group === 'textures' && node.lengths.length > 0) reporter.report(DX6234, node, { name: node.name });
    if (node.lengths.length > 1) reporter.report(DX6225, node, { name: node.name });
    const elements = this.#elements(node, declared);
    const type = VARIABLE_TYPE_NAMES.indexOf(typeName);
    this.#objects.set(node.name, { type });
    const declaration = objectDeclaration(node.name, node.semantic, type, elements);
    this.parameters.push({
      declaration,
      data: this.#objectData(node, group, typeName, Math.max(1, elements)),
      isShared,
      annotations,
    });
  }

  /** The length of an array of objects; 0 for a single one. */
  #elements(node: VariableNode, declared: HlslType): number {
    if (node.lengths.length === 0) return 0;
    if (declared.kind === 'array') return declared.length;
    const [length] = node.lengths;
    return (length && this.context.expressions.integerOf(length)) ?? 1;
  }

  #objectData(node: VariableNode, group: ObjectGroup, typeName: string, count: number): CheckedFx2Data {
    const { reporter } = this.context;
    switch (group) {
      case 'textures':
        return { kind: 'textures', count };
      case 'strings':
        return { kind: 'strings', strings: this.#strings(node, count) };
      case 'samplers': {
        const blocks = node.effect?.blocks ?? [];
        if (blocks.length > 0 && blocks.length !== count) reporter.report(X3017_COUNT, node, { name: node.name });
        const samplers = Array.from({ length: count }, (_, i) => this.#states.block(true, blocks[i]?.states ?? []));
        return { kind: 'samplers', samplers };
      }
      default: {
        const stage = typeName === 'VertexShader' ? 'vs' : 'ps';
        const values = node.effect?.values ?? [];
        if (values.length > 0 && values.length !== count) reporter.report(X3017_COUNT, node, { name: node.name });
        const shaders = Array.from({ length: count }, (_, i) => {
          const value = values[i];
          return value?.kind === 'assembly' ? value : value && this.#shaders.of(value, stage);
        });
        return { kind: 'shaders', shaders };
      }
    }
  }

  #strings({ initializer, name, ...node }: VariableNode, count: number): (string | undefined)[] {
    const items = initializer === undefined ? [] : initializer.kind === 'list' ? initializer.items : [initializer];
    if (items.length > 0 && items.length !== count) this.context.reporter.report(X3017_COUNT, node, { name });
    return Array.from({ length: count }, (_, i) => {
      const item = items[i];
      if (item?.kind === 'string') return stringValue(item.text);
      if (item !== undefined) this.context.reporter.report(X3011, node, { name });
      return undefined;
    });
  }

  #annotations(nodes: readonly VariableNode[]): readonly CheckedFx2Annotation[] {
    const names = new Set<string>();
    return nodes.flatMap((node) => {
      if (names.has(node.name)) this.context.reporter.report(X3003, node, { name: node.name });
      names.add(node.name);
      return this.#annotation(node) ?? [];
    });
  }

  #annotation(node: VariableNode): CheckedFx2Annotation | undefined {
    const { reporter, expressions } = this.context;
    const { name, initializer, semantic } = node;
    if (initializer === undefined) {
      reporter.report(X3012_MISSING, node, { name });
      return undefined;
    }
    if (OBJECTS[node.type.name.toLowerCase()]?.[0] === 'strings') {
      const elements = this.#elements(node, this.context.variableType(node));
      const declaration = objectDeclaration(name, semantic, VARIABLE_TYPE_NAMES.indexOf('string'), elements);
      return { declaration, data: { kind: 'strings', strings: this.#strings(node, Math.max(1, elements)) } };
    }
    const type = this.context.variableType(node);
    const known = knownValue(expressions.initializer(initializer, type, node));
    if (known === undefined || scalarCount(type) === 0) {
      reporter.report(X3011, node, { name });
      return undefined;
    }
    const next = { at: 0 };
    const data = filled(type, (scalar) => wordOfNumber(known[next.at++] ?? 0, scalar));
    return { declaration: declarationOf(name, semantic, type), data };
  }
}

/** The declaration of a type; structures have those of their members. */
function declarationOf(name: string | null, semantic: string | undefined, type: HlslType): Fx2Declaration {
  let elements = type.kind === 'array' ? 1 : 0;
  let element = type;
  for (; element.kind === 'array'; element = element.element) elements *= element.length;
  const both = { name, semantic: semantic ?? null, elements, definitions: 0 };
  if (element.kind === 'struct') {
    const members = allMembers(element).map((member) => declarationOf(member.name, member.semantic, member.type));
    return { ...both, type: 0, class: VariableClass.struct, rows: 0, columns: 0, members };
  }
  const { shape, rows, columns } = element as NumericType;
  const kind =
    shape === 'scalar' ? VariableClass.scalar : shape === 'vector' ? VariableClass.vector : VariableClass.matrixRows;
  return { ...both, type: FX2_TYPES[fx2Scalar(element as NumericType)], class: kind, rows, columns, members: [] };
}

function objectDeclaration(
  name: string | null,
  semantic: string | undefined,
  type: number,
  elements: number,
): Fx2Declaration {
  const none = { rows: 0, columns: 0, members: [], definitions: 0 };
  return { name, semantic: semantic ?? null, type, class: VariableClass.object, elements, ...none };
}

/** The value of a variable, whose default words are in the order of its scalars; zeros without them. */
function dataOf(type: HlslType, defaults: readonly number[] | Uint32Array | undefined): CheckedFx2Data {
  let next = 0;
  return filled(type, (scalar) => {
    const word = defaults?.[next++] ?? 0;
    return scalar === 'bool' ? Number(word !== 0) : word >>> 0;
  });
}

/** A value with the word of each scalar in turn. */
function filled(type: HlslType, word: (scalar: keyof typeof FX2_TYPES) => number): CheckedFx2Data {
  const element = elementOf(type);
  let count = 1;
  for (let at = type; at.kind === 'array'; at = at.element) count *= at.length;
  if (element.kind === 'struct') {
    const members: CheckedFx2Data[] = [];
    for (let i = 0; i < count; i++) for (const member of allMembers(element)) members.push(filled(member.type, word));
    return { kind: 'structure', members };
  }
  const scalar = fx2Scalar(element as NumericType);
  return { kind: 'numbers', words: Array.from({ length: scalarCount(type) }, () => word(scalar)) };
}
