/**
 * Checks the declarations of an effect of Direct3D 10 and 11 in the order of the source, next to the check of the
 * language: annotations, objects, states, techniques.
 *
 * Not for: the records of the effect (effect-content.ts).
 */
import { stringValue } from '../../assemble/sm1/numbers.ts';
import type { Fx4Annotation, Fx4Instance } from '../../effects/fx4/model.ts';
import { knownValue } from '../check/constant-value.ts';
import { type EffectDeclarations, elementOf, type GlobalContext } from '../check/globals.ts';
import type { Variable } from '../check/typed-tree.ts';
import type { BufferDeclaration } from '../declarations.ts';
import {
  DX6223,
  DX6224,
  DX6225,
  DX6229,
  DX6230,
  X3003,
  X3011,
  X3012_MISSING,
  X3017_COUNT,
  X3059,
} from '../messages.ts';
import type {
  BufferNode,
  EffectValue,
  Expression,
  GroupNode,
  StateBlockNode,
  TechniqueNode,
  Tokens,
  VariableNode,
} from '../syntax/tree.ts';
import { type HlslType, STRING, scalarCount } from '../types/types.ts';
import { type EffectObject, type EffectOptions, NO_SHADER, type ShaderUse } from './checked-effect.ts';
import { EffectTypes, foreignScalar, packedBytes } from './effect-types.ts';
import { type EffectObjectType, effectObjectType } from './object-types.ts';
import { ShaderValues } from './shader-values.ts';
import { type CheckedAssignment, StateChecker, stageNamed } from './states.ts';

/** The facts of a numeric variable that only effects have. */
export interface EffectVariable {
  readonly semantic: string | undefined;
  readonly annotations: readonly Fx4Annotation[];
}

export interface EffectBuffer {
  readonly isShared: boolean;
  readonly annotations: readonly Fx4Annotation[];
}

export interface CheckedObject extends EffectObject {
  readonly states: readonly (readonly CheckedAssignment[])[];
}

export interface CheckedInterface {
  readonly name: string;
  readonly typeName: string;
  readonly elements: number;
  readonly instances: readonly Fx4Instance[] | undefined;
  readonly annotations: readonly Fx4Annotation[];
}

export interface CheckedPass {
  readonly tokens: Tokens;
  readonly name: string;
  readonly annotations: readonly Fx4Annotation[];
  readonly assignments: readonly CheckedAssignment[];
}

export interface CheckedTechnique {
  readonly name: string;
  readonly annotations: readonly Fx4Annotation[];
  readonly passes: readonly CheckedPass[];
}

/** A group; techniques without one are in a group without a name. */
export interface CheckedGroup {
  readonly name: string;
  readonly annotations: readonly Fx4Annotation[];
  readonly techniques: CheckedTechnique[];
}

/** Elements of an array of objects at most. */
const MAX_ELEMENTS = 65_536;

export class EffectChecker implements EffectDeclarations {
  readonly types = new EffectTypes();
  readonly objects = new Map<string, CheckedObject>();
  readonly interfaces: CheckedInterface[] = [];
  readonly variables = new Map<string, EffectVariable>();
  readonly buffers = new Map<BufferDeclaration, EffectBuffer>();
  readonly groups: CheckedGroup[] = [];
  readonly #shaders: ShaderValues;
  readonly #states: StateChecker;

  constructor(
    private readonly context: GlobalContext,
    private readonly options: EffectOptions,
  ) {
    this.#shaders = new ShaderValues(context, options.profile, this.objects);
    this.#states = new StateChecker(context, options, this.objects, this.#shaders);
  }

  buffer({ annotations, isShared }: BufferNode, declared: BufferDeclaration): void {
    this.buffers.set(declared, { isShared, annotations: this.#annotations(annotations) });
  }

  variable(node: VariableNode, type: HlslType, declared: Variable | undefined, isInBuffer: boolean): void {
    const { reporter } = this.context;
    const annotations = this.#annotations(node.effect?.annotations ?? []);
    const object = effectObjectType(node.type.name);
    if (object !== undefined) {
      if (isInBuffer) reporter.report(DX6230, node, { name: node.name });
      this.#object(node, object, type, annotations);
      return;
    }
    const element = elementOf(type);
    if (declared?.storage === 'interface') this.#interface(node, type, annotations);
    if (declared?.storage !== 'constant') return;
    if (node.modifiers.includes('shared')) reporter.report(DX6229, node, { name: node.name });
    const foreign = foreignScalar(type);
    if (foreign !== undefined) reporter.report(DX6223, node, { name: node.name, type: foreign });
    if (element.kind === 'struct' && declared.resources !== undefined)
      reporter.report(DX6224, node, { name: node.name });
    this.variables.set(node.name, { semantic: node.semantic, annotations });
  }

  technique(node: TechniqueNode | GroupNode): void {
    if (this.#isForeign(node)) {
      this.#foreign(node);
      return;
    }
    if (node.kind === 'group') {
      this.#declare(node);
      const techniques = node.techniques.map((one) => this.#technique(one));
      this.groups.push({ name: node.name, annotations: this.#annotations(node.annotations), techniques });
      return;
    }
    let group = this.groups.find((one) => one.name === '');
    if (group === undefined) {
      group = { name: '', annotations: [], techniques: [] };
      this.groups.push(group);
    }
    group.techniques.push(this.#technique(node));
  }

  /** Checks the names in what is left out. */
  #foreign(node: TechniqueNode | GroupNode): void {
    this.#declare(node);
    this.#annotations(node.annotations);
    if (node.kind === 'group') {
      for (const one of node.techniques) this.#foreign(one);
      return;
    }
    for (const { annotations, states } of node.passes) {
      this.#annotations(annotations);
      for (const state of states)
        for (const value of state.kind === 'state' ? [state.value] : state.arguments) this.#shaders.check(value);
    }
  }

  /** Techniques of Direct3D 9 are left out, and before 5.0 those of Direct3D 11 (source: oracle). */
  #isForeign(node: TechniqueNode | GroupNode): boolean {
    if (node.kind === 'technique' && node.keyword === 'technique') return true;
    return this.options.profile !== 'fx_5_0' && (node.kind === 'group' || node.keyword === 'technique11');
  }

  #declare({ name, nameToken }: TechniqueNode | GroupNode): void {
    const { scopes, reporter } = this.context;
    if (name === '') return;
    if (scopes.findHere(name) !== undefined) reporter.report(X3003, { first: nameToken, last: nameToken }, { name });
    else scopes.add(name, { kind: 'effectObject' });
  }

  #technique(node: TechniqueNode): CheckedTechnique {
    this.#declare(node);
    const passes = node.passes.map(
      ({ name, annotations, states, first, last }): CheckedPass => ({
        tokens: { first, last },
        name,
        annotations: this.#annotations(annotations),
        assignments: this.#states.block('pass', states),
      }),
    );
    return { name: node.name, annotations: this.#annotations(node.annotations), passes };
  }

  #object(node: VariableNode, type: EffectObjectType, declared: HlslType, annotations: readonly Fx4Annotation[]): void {
    if (type.isNew === true && this.options.profile !== 'fx_5_0') return;
    const { reporter } = this.context;
    if (node.lengths.length > 1) reporter.report(DX6225, node, { name: node.name });
    const elements = this.#elements(node, declared);
    const count = Math.max(1, elements);
    if (type.group !== 'string' && type.group !== 'shader' && node.initializer !== undefined)
      reporter.report(X3011, node, { name: node.name });
    const isState = type.object === 'sampler' || type.object.endsWith('State');
    this.objects.set(node.name, {
      node,
      type,
      elements,
      isShared: node.modifiers.includes('shared'),
      annotations,
      strings: type.group === 'string' ? this.#strings(node, count) : [],
      shaders: type.group === 'shader' ? this.#shaderValues(node, type, elements) : [],
      states: isState ? this.#blocks(node, type, elements) : [],
    });
  }

  /** The length of an array of objects; 0 for a single one. */
  #elements(node: VariableNode, declared: HlslType): number {
    if (node.lengths.length === 0) return 0;
    if (declared.kind === 'array') return declared.length;
    // Types that only effects have are no types of the language.
    const [length] = node.lengths;
    const count = (length && this.context.expressions.integerOf(length)) ?? 1;
    if (count >= 1 && count <= MAX_ELEMENTS) return count;
    this.context.reporter.report(X3059, node, { name: 'array' });
    return 1;
  }

  #blocks(node: VariableNode, type: EffectObjectType, elements: number): readonly (readonly CheckedAssignment[])[] {
    const count = Math.max(1, elements);
    const blocks: readonly StateBlockNode[] | undefined = node.effect?.blocks;
    if (blocks === undefined) return new Array<readonly CheckedAssignment[]>(count).fill([]);
    if (blocks.length !== count || (elements > 0 && node.effect?.isList === false)) {
      this.context.reporter.report(X3017_COUNT, node, { name: node.name });
      return [];
    }
    const { group } = type;
    return blocks.map(({ states }) => this.#states.block(group as Parameters<StateChecker['block']>[0], states));
  }

  #shaderValues(node: VariableNode, type: EffectObjectType, elements: number): readonly ShaderUse[] {
    const { reporter } = this.context;
    const count = Math.max(1, elements);
    const stage = stageNamed(type.name)!;
    const values: readonly EffectValue[] | undefined = node.effect?.values;
    if (values === undefined) {
      if (node.initializer !== undefined) reporter.report(X3011, node, { name: node.name });
      return new Array<ShaderUse>(count).fill({ ...NO_SHADER, stage });
    }
    if (values.length !== count || (elements > 0 && node.effect?.isList === false)) {
      reporter.report(X3017_COUNT, node, { name: node.name });
      return [];
    }
    return values.flatMap((value) => {
      const use = this.#shaders.of(value, stage, true);
      if (use !== undefined && use.stage !== stage) reporter.report(X3017_COUNT, node, { name: node.name });
      return use ?? [];
    });
  }

  #strings({ initializer, name, ...node }: VariableNode, count: number): readonly (string | undefined)[] {
    if (initializer === undefined) return new Array<undefined>(count).fill(undefined);
    const items: readonly Expression[] = initializer.kind === 'list' ? initializer.items : [initializer];
    const strings = items.map((item) => {
      const value = this.context.expressions.convert(this.context.expressions.check(item), STRING, node);
      return value.kind === 'text' ? stringValue(value.text) : undefined;
    });
    if (strings.length !== count) this.context.reporter.report(X3017_COUNT, node, { name });
    return strings;
  }

  #interface(node: VariableNode, type: HlslType, annotations: readonly Fx4Annotation[]): void {
    const { initializer } = node;
    const element = elementOf(type);
    const items: readonly Expression[] | undefined =
      initializer === undefined ? undefined : initializer.kind === 'list' ? initializer.items : [initializer];
    this.interfaces.push({
      name: node.name,
      typeName: element.kind === 'interface' ? element.name : '',
      elements: type.kind === 'array' ? type.length : 0,
      instances: items?.flatMap((item) => this.#shaders.instance(item) ?? []),
      annotations,
    });
  }

  #annotations(nodes: readonly VariableNode[]): readonly Fx4Annotation[] {
    const names = new Set<string>();
    return nodes.flatMap((node) => {
      const { reporter } = this.context;
      const { name } = node;
      if (names.has(name)) reporter.report(X3003, node, { name });
      names.add(name);
      return this.#annotation(node) ?? [];
    });
  }

  #annotation(node: VariableNode): Fx4Annotation | undefined {
    const { reporter, expressions } = this.context;
    const { name, initializer } = node;
    if (initializer === undefined) {
      reporter.report(X3012_MISSING, node, { name });
      return undefined;
    }
    const object = effectObjectType(node.type.name);
    if (object?.group === 'string') {
      const elements = this.#elements(node, STRING);
      const strings = this.#strings(node, Math.max(1, elements));
      return {
        offset: 0,
        name,
        type: this.types.object(object.name, object.object, elements),
        strings,
        value: undefined,
      };
    }
    const type = this.context.variableType(node);
    const value = expressions.initializer(initializer, type, node);
    const known = knownValue(value);
    if (known === undefined || foreignScalar(type) !== undefined || scalarCount(type) === 0) {
      reporter.report(X3011, node, { name });
      return undefined;
    }
    return { offset: 0, name, type: this.types.of(type), strings: undefined, value: packedBytes(known, type) };
  }
}
