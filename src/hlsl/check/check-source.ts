/**
 * Checks a source: its declarations in order, and the bodies of all functions. The result has what lowering and
 * reflection need of file scope.
 */
import type { Writable } from '../../base/writable.ts';
import type { ResourceDeclaration } from '../declarations.ts';
import {
  X3000,
  X3003,
  X3004,
  X3009,
  X3038,
  X3044,
  X3048,
  X3062,
  X3068,
  X3068_STATIC,
  X3091,
  X3094,
  X3095,
  X3107,
  X3108,
  X3111,
  X3703,
  X3716,
} from '../messages.ts';
import {
  type Declaration,
  type Expression,
  type FunctionNode,
  type Statement,
  type StructNode,
  type Tokens,
  type TypedefNode,
  tokensOf,
  type VariableNode,
} from '../syntax/tree.ts';
import { isTypeWord } from '../syntax/type-names.ts';
import { isSameType } from '../types/conversions.ts';
import {
  arraySize,
  contentsOf,
  ERROR,
  type HlslType,
  type InterfaceType,
  interfacesOf,
  type StructMember,
  type StructType,
  scalarCount,
  VOID,
} from '../types/types.ts';
import { checkCall } from './calls.ts';
import { checkExported, isExported, isLibraryProfile } from './exported-functions.ts';
import { ExpressionChecker } from './expressions.ts';
import {
  type CheckOptions,
  type EffectDeclarations,
  elementOf,
  GlobalDeclarations,
  newVariable,
  type OpenBuffer,
  type OpenSource,
} from './globals.ts';
import { scalarsIn, valuesIn } from './lists.ts';
import {
  beforePackOffset,
  hasMixedInterpolation,
  reportFunctionModifiers,
  reportMemberModifiers,
} from './modifiers.ts';
import { type Reporter, Scopes } from './scope.ts';
import { type LocalDeclarations, StatementChecker } from './statements.ts';
import { StaticMembers } from './static-members.ts';
import { MAX_LENGTH, TypeResolver } from './type-resolver.ts';
import type { CheckedFunction, Parameter, Variable } from './typed-tree.ts';

/** The declarations of a source. */
export interface CheckedSource {
  readonly functions: readonly CheckedFunction[];
  /** Constant buffers and texture buffers in order, `$Globals` and `$Params` first, which may be empty. */
  readonly buffers: readonly OpenBuffer[];
  readonly resources: ResourceDeclaration[];
  /** Static variables in order, those of functions included. */
  readonly statics: readonly Variable[];
  readonly groups: readonly Variable[];
  /** Variables whose class instance the application chooses, in order. */
  readonly interfaces: Variable[];
  /** Classes that implement interfaces, in order. */
  readonly classes: readonly StructType[];
}

export function checkSource(
  declarations: readonly Declaration[],
  reporter: Reporter,
  options: CheckOptions,
): CheckedSource {
  const checker = new SourceChecker(reporter, options);
  for (const declaration of declarations) checker.check(declaration);
  checker.globals.finish();
  checker.members.finish();
  return checker.source;
}

const DIRECTIONS: ReadonlySet<string> = new Set(['in', 'out', 'inout', 'uniform', 'const', 'precise']);
/** The longest arrays of resources in model 5.1. */
const MAX_RESOURCES = 0x7fff_ffff;

class SourceChecker implements LocalDeclarations {
  readonly scopes = new Scopes();
  readonly types: TypeResolver;
  readonly expressions: ExpressionChecker;
  readonly statements: StatementChecker;
  readonly globals: GlobalDeclarations;
  readonly members: StaticMembers;
  readonly effect: EffectDeclarations | undefined;
  readonly source: OpenSource = {
    functions: [],
    buffers: [],
    resources: [],
    statics: [],
    groups: [],
    interfaces: [],
    classes: [],
  };
  constructor(
    readonly reporter: Reporter,
    readonly options: CheckOptions,
  ) {
    const context = {
      reporter,
      scopes: this.scopes,
      integerOf: (node: Expression) => this.expressions.integerOf(node),
      structOf: (node: StructNode) => this.#struct(node),
      isRowMajorAt: options.isRowMajorAt,
      maxResources: options.profile.endsWith('_5_1') ? MAX_RESOURCES : MAX_LENGTH,
    };
    this.types = new TypeResolver(context);
    this.expressions = new ExpressionChecker(reporter, this.scopes, this.types, this.source.statics, checkCall);
    this.statements = new StatementChecker(this.expressions, this);
    this.globals = new GlobalDeclarations(this);
    this.members = new StaticMembers(this);
    this.effect = options.effect?.(this);
    for (const name of ['$Globals', '$Params'])
      this.source.buffers.push({ kind: 'cbuffer', name, registers: [], variables: [] });
  }

  check(node: Declaration): void {
    switch (node.kind) {
      case 'variables':
        for (const variable of node.variables) this.globals.variable(variable);
        return;
      case 'function':
        this.#function(node);
        return;
      case 'struct':
        this.#struct(node);
        return;
      case 'typedef':
        this.#typedef(node);
        return;
      case 'buffer':
        this.globals.buffer(node);
        return;
      case 'technique':
      case 'group':
        this.effect?.technique(node);
        return;
      default: {
        const outside = this.scopes.namespace;
        this.scopes.namespace = `${outside}${node.name}::`;
        for (const inside of node.declarations) this.check(inside);
        this.scopes.namespace = outside;
      }
    }
  }

  declareType(node: Extract<Statement, { kind: 'struct' | 'typedef' }>): void {
    if (node.kind === 'struct') this.#struct(node);
    else this.#typedef(node);
  }

  variableType(node: VariableNode): HlslType {
    const element = this.types.resolve(node.type);
    const isOpen = node.lengths.length > 0 && node.lengths[0] === undefined;
    const items = isOpen && node.initializer !== undefined ? this.#itemsOf(node, element) : undefined;
    this.#reportPrecision(element, node, node.name);
    return this.types.array(element, node.lengths, items, node);
  }

  /** Models 1 to 3 have no numbers of less precision. */
  #reportPrecision(type: HlslType, at: Tokens, name: string): void {
    const { profile } = this.options;
    if (!/_[123]_/.test(profile) || type.kind !== 'numeric' || !type.scalar.startsWith('min')) return;
    this.reporter.report(X3703, at, { name, profile });
  }

  /** The length of an open array, from its initial values. */
  #itemsOf(node: VariableNode, element: HlslType): number {
    const inner = this.types.array(element, node.lengths.slice(1), undefined, node);
    const size = scalarCount(inner);
    if (size === 0 && elementOf(inner).kind === 'object')
      return Math.floor(valuesIn(node.initializer!) / arraySize(inner));
    return size === 0 ? 0 : Math.floor(scalarsIn(this.expressions, node.initializer!) / size);
  }

  #typedef({ names }: TypedefNode): void {
    for (const node of names)
      this.#addType(node.name, this.variableType(node), node, this.types.hasOpenOrder(node.type));
  }

  #addType(name: string, type: HlslType, at: Tokens, hasOpenOrder = false): void {
    const known = this.scopes.findHere(name);
    if (known !== undefined && !(known.kind === 'type' && known.type === type))
      this.reporter.report(X3003, at, { name });
    else this.scopes.add(name, { kind: 'type', type, hasOpenOrder });
  }

  #struct(node: StructNode): HlslType {
    const { name, keyword } = node;
    // `struct Light light;` names one that is known.
    const known = name === '' ? undefined : this.scopes.find(name);
    if (known?.kind === 'type' && node.members.length === 0 && node.methods.length === 0 && node.bases.length === 0)
      return known.type;
    if (keyword === 'interface') {
      if (node.bases.length > 0) this.reporter.report(X3107, node.bases[0]!);
      const type: InterfaceType = { kind: 'interface', name: this.scopes.fullName(name) };
      const byName = new Map<string, CheckedFunction[]>();
      this.scopes.methods.set(type, byName);
      this.#addType(name, type, node);
      for (const method of node.methods) {
        const list = byName.get(method.name) ?? [];
        byName.set(method.name, list);
        list.push(this.#header(method, undefined, undefined));
      }
      return type;
    }
    if (keyword === 'class' && isLibraryProfile(this.options.profile))
      this.reporter.report(X3716, { first: node.nameToken, last: node.nameToken });
    let base: StructType | undefined;
    const interfaces: InterfaceType[] = [];
    for (const one of node.bases) {
      const found = this.scopes.find(one.name);
      const isType = found?.kind === 'type' || isTypeWord(one.name);
      if (found?.kind === 'type' && found.type.kind === 'struct') {
        if (base !== undefined) this.reporter.report(X3095, node.bases[0]!);
        base = found.type;
      } else if (found?.kind === 'type' && found.type.kind === 'interface') interfaces.push(found.type);
      else if (isType) this.reporter.report(X3094, one, { name: one.name });
      else this.reporter.report(X3000, one, { found: `'${one.name}'` });
    }
    const members: StructMember[] = [];
    const type: StructType = {
      kind: 'struct',
      name: name === '' ? '' : this.scopes.fullName(name),
      isClass: keyword === 'class',
      base,
      interfaces,
      members,
    };
    if (name !== '') this.#addType(name, type, { first: node.nameToken, last: node.nameToken });
    const seen = new Set<string>();
    const { structure } = this.expressions;
    this.expressions.structure = type;
    for (const member of node.members) {
      if (seen.has(member.name)) this.reporter.report(X3003, member, { name: member.name });
      seen.add(member.name);
      const memberType = this.variableType(member);
      this.#reportMember(member, memberType, type);
      // A type that contains itself has no size.
      if (memberType === ERROR || elementOf(memberType) === type) continue;
      if (member.modifiers.includes('static')) this.members.declare(member, memberType, name);
      else
        members.push({
          name: member.name,
          type: memberType,
          ...this.types.spelling(member.type),
          semantic: member.semantic,
          semanticToken: member.semanticToken,
          modifiers: member.modifiers,
        });
    }
    this.expressions.structure = structure;
    this.#methods(node, type);
    return type;
  }

  /** Adds the methods of a class to those of the interfaces that it, or one of its bases, implements. */
  #override(type: StructType, byName: ReadonlyMap<string, readonly CheckedFunction[]>): void {
    for (let at: StructType | undefined = type; at !== undefined; at = at.base)
      for (const implemented of at.interfaces)
        for (const [name, methods] of this.scopes.methods.get(implemented) ?? [])
          for (const method of methods) {
            const found = byName.get(name)?.find((one) => isSameParameters(one, method));
            if (found !== undefined) method.overrides.push(found);
          }
  }

  #reportMember(member: VariableNode, memberType: HlslType, type: StructType): void {
    const { name, modifiers, initializer } = member;
    const { reporter } = this;
    if (memberType === VOID) reporter.report(X3038, member, { name });
    else if (elementOf(memberType) === type) reporter.report(X3111, member, { name: type.name });
    else if (reportMemberModifiers(reporter, member)) return;
    else if (initializer !== undefined && !modifiers.includes('static')) reporter.report(X3009, member);
  }

  #methods(node: StructNode, type: StructType): void {
    const byName = new Map<string, CheckedFunction[]>();
    this.scopes.methods.set(type, byName);
    const self: Variable = newVariable('this', type, 'local', node);
    const open = node.methods.map((method) => {
      const made = this.#header(method, type, self);
      const list = byName.get(method.name) ?? [];
      byName.set(method.name, list);
      if (list.some((one) => isSameParameters(one, made)))
        this.reporter.reportFunction(X3003, method.nameToken, { name: method.name });
      list.push(made);
      return { made, method };
    });
    for (const { made, method } of open) this.#body(made, method);
    this.#override(type, byName);
    if (interfacesOf(type).length > 0) this.source.classes.push(type);
    for (const base of type.base === undefined ? type.interfaces : []) {
      const missing = [...(this.scopes.methods.get(base)?.keys() ?? [])].find((name) => !byName.has(name));
      if (missing !== undefined)
        this.reporter.report(
          X3108,
          { first: node.nameToken, last: node.nameToken },
          { name: type.name, method: missing, base: base.name },
        );
    }
  }

  #header(node: FunctionNode, owner: StructType | undefined, self: Variable | undefined): CheckedFunction {
    const { name, semantic, modifiers, nameToken } = node;
    reportFunctionModifiers(this.reporter, node);
    const result = this.types.array(this.types.resolve(node.result), node.resultLengths, undefined, node.result);
    this.#reportPrecision(result, node, name);
    const made: CheckedFunction = {
      name,
      namespace: this.scopes.namespace,
      result,
      parameters: node.parameters.map((parameter) => this.#parameter(parameter)),
      semantic,
      semanticToken: node.semanticToken,
      modifiers,
      owner,
      self: modifiers.includes('static') ? undefined : self,
      attributes: this.statements.attributes(node.attributes),
      overrides: [],
      body: undefined,
      tokens: tokensOf(node),
      nameToken,
    };
    if (isLibraryProfile(this.options.profile) && isExported(made)) checkExported(made, this.reporter);
    return made;
  }

  #parameter(node: VariableNode): Parameter {
    const { name, modifiers, semantic, semanticToken } = node;
    const type = contentsOf(this.variableType(node));
    const isOut = modifiers.includes('out');
    const isIn = modifiers.includes('in');
    const direction = modifiers.includes('inout') || (isOut && isIn) ? 'inout' : isOut ? 'out' : 'in';
    const isUniform = modifiers.includes('uniform');
    const variable: Variable = {
      ...newVariable(name, type, 'local', node),
      isConst: modifiers.includes('const'),
      isPrecise: modifiers.includes('precise'),
    };
    const initializer = node.initializer && this.expressions.initializer(node.initializer, type, node);
    if (type === VOID) this.reporter.report(X3038, node, { name });
    else if (isUniform && direction !== 'in') this.reporter.report(X3062, node, { name });
    else if (node.packOffset !== undefined) this.reporter.report(X3091, beforePackOffset(node.packOffsetToken));
    else if (hasMixedInterpolation(modifiers)) {
      const first = node.type.first - modifiers.length;
      this.reporter.report(X3048, { first, last: node.last });
    }
    const rest = modifiers.filter((modifier) => !DIRECTIONS.has(modifier));
    return {
      variable,
      direction,
      isUniform,
      semantic,
      semanticToken,
      modifiers: rest,
      initializer,
      registers: this.globals.registers(node.registers, 'cbitsu', node),
    };
  }

  #function(node: FunctionNode): void {
    const scope = node.name.lastIndexOf('::');
    if (scope > 0) {
      const owner = this.scopes.find(node.name.slice(0, scope));
      if (owner?.kind === 'type' && owner.type.kind === 'struct') {
        this.#methodOutside(node, owner.type, node.name.slice(scope + 2));
        return;
      }
    }
    const made = this.#header(node, undefined, undefined);
    reportParameters(this.reporter, made);
    const known = this.scopes.findHere(node.name);
    if (known !== undefined && known.kind !== 'functions') {
      this.reporter.reportFunction(X3003, node.nameToken, { name: node.name });
      return;
    }
    const functions = known?.functions ?? [];
    if (known === undefined) this.scopes.add(node.name, { kind: 'functions', functions });
    const same = functions.find((one) => isSameParameters(one, made));
    if (same === undefined) {
      functions.push(made);
      this.source.functions.push(made);
      this.#body(made, node);
      return;
    }
    const isOther = !isSameType(same.result, made.result);
    if (isOther && same.body === undefined) this.reporter.reportFunction(X3068, node.nameToken, { name: node.name });
    if (node.body === undefined) return;
    if (same.body !== undefined) {
      this.reporter.reportFunction(X3003, node.nameToken, { name: node.name });
      return;
    }
    // Calls that were checked with the prototype have the same object.
    // The attributes of the prototype count, and its initial values where the definition has none (source: oracle).
    const { attributes } = same;
    const parameters = made.parameters.map((one, i) => ({
      ...one,
      initializer: one.initializer ?? same.parameters[i]!.initializer,
    }));
    Object.assign(same, { ...made, attributes, parameters, body: undefined });
    this.#body(same, node);
  }

  #methodOutside(node: FunctionNode, type: StructType, name: string): void {
    const self = newVariable('this', type, 'local', node);
    const made = this.#header({ ...node, name }, type, self);
    const declared = this.scopes.methods
      .get(type)
      ?.get(name)
      ?.find((one) => isSameParameters(one, made));
    if (declared === undefined) {
      this.reporter.report(X3004, node, { name: node.name, hint: '' });
      return;
    }
    if (declared.modifiers.includes('static') !== made.modifiers.includes('static'))
      this.reporter.reportFunction(X3068_STATIC, node.nameToken, { name: node.name });
    Object.assign(declared, { ...made, body: undefined });
    this.#body(declared, node);
  }

  #body(made: CheckedFunction, node: FunctionNode): void {
    const { body } = node;
    if (body === undefined) return;
    // A function can call itself only to be refused.
    (made as Writable<CheckedFunction>).body = { kind: 'block', body: [], ...tokensOf(body) };
    const { method, methodDepth } = this.expressions;
    this.expressions.method = made.owner === undefined ? undefined : made;
    this.expressions.methodDepth = this.scopes.depth;
    made.body = this.scopes.inside(() => {
      for (const { variable } of made.parameters) {
        if (variable.name === '') continue;
        if (this.scopes.findHere(variable.name) !== undefined)
          this.reporter.report(X3003, variable.tokens, { name: variable.name });
        this.scopes.add(variable.name, { kind: 'variable', variable });
      }
      return this.statements.body(made, body);
    });
    Object.assign(this.expressions, { method, methodDepth });
  }
}

/** Parameters after one with an initial value need one as well. */
function reportParameters(reporter: Reporter, { parameters }: CheckedFunction): void {
  let hasValue = false;
  for (const { variable, initializer } of parameters) {
    if (hasValue && initializer === undefined) reporter.report(X3044, variable.tokens, { name: variable.name });
    hasValue = initializer !== undefined;
  }
}

function isSameParameters(a: CheckedFunction, b: CheckedFunction): boolean {
  return (
    a.parameters.length === b.parameters.length &&
    a.parameters.every(({ variable }, i) => isSameType(variable.type, b.parameters[i]!.variable.type))
  );
}
