/**
 * Declarations at file scope but functions and types: constants and their buffers, resources, static and shared
 * variables.
 *
 * Not for: their types (type-resolver.ts), their registers (bind/).
 */
import type { Writable } from '../../base/writable.ts';
import { globalsBuffer } from '../bind/layout.ts';
import { isProfile } from '../bind/registers.ts';
import { resourcesInside } from '../bind/struct-resources.ts';
import {
  type BufferDeclaration,
  type ConstantVariable,
  GLOBALS,
  type RegisterAnnotation,
  type ResourceDeclaration,
} from '../declarations.ts';
import {
  X3000,
  X3003,
  X3011,
  X3074,
  X3089,
  X3090,
  X3091,
  X3115,
  X3119,
  X3530,
  X3530_REGISTER,
  X3541,
  X3579,
  X3594,
  X3650,
  X3651,
  X3683,
  X3715,
  X3721,
  X4509_MEMBERS,
} from '../messages.ts';
import {
  type BufferNode,
  type Declaration,
  type GroupNode,
  type RegisterNode,
  type TechniqueNode,
  type Tokens,
  tokensOf,
  type VariableNode,
} from '../syntax/tree.ts';
import {
  arraySize,
  arrayType,
  ERROR,
  type HlslType,
  hasResources,
  isBufferOf,
  isOfEffect,
  type ObjectType,
  objectType,
  type StructType,
  scalarsOf,
  VOID,
} from '../types/types.ts';
import { knownValue, wordsOf } from './constant-value.ts';
import { isLibraryProfile } from './exported-functions.ts';
import type { ExpressionChecker } from './expressions.ts';
import { reportGlobalModifiers } from './modifiers.ts';
import type { Reporter, Scopes } from './scope.ts';
import type { TypeResolver } from './type-resolver.ts';
import type { CheckedFunction, Storage, TypedExpression, Variable } from './typed-tree.ts';

/** Listens to the declarations of an effect, in the order of the source. */
/** Profiles without doubles and the like. */
const BEFORE_5 = /_4_[01](?:_level|$)|_[123]_/;

export interface EffectDeclarations {
  /**
   * @param declared undefined for an object that no shader can use
   * @param isInBuffer whether it is declared in a buffer of the source
   */
  variable(node: VariableNode, type: HlslType, declared: Variable | undefined, isInBuffer: boolean): void;
  /** Before the variables of the buffer. */
  buffer(node: BufferNode, declared: BufferDeclaration): void;
  technique(node: TechniqueNode | GroupNode): void;
}

export interface CheckOptions {
  /** Whether matrices are row by row in memory from a token on; undefined without /Zpr and `#pragma pack_matrix`. */
  readonly isRowMajorAt: (token: number) => boolean | undefined;
  /** The profile, as `ps_5_0`: `register(ps_5_0, ...)` is for it alone. */
  readonly profile: string;
  /** /Gec: what only older models have may be used. */
  readonly isCompatible: boolean;
  /** Makes the listener of an effect. */
  readonly effect?: ((context: GlobalContext) => EffectDeclarations) | undefined;
}

export interface OpenBuffer extends BufferDeclaration {
  readonly variables: ConstantVariable[];
}

/** The declarations of a source so far. */
export interface OpenSource {
  readonly functions: CheckedFunction[];
  readonly buffers: OpenBuffer[];
  readonly resources: ResourceDeclaration[];
  readonly statics: Variable[];
  readonly groups: Variable[];
  readonly interfaces: Variable[];
  readonly classes: StructType[];
}

/** The parts of a check that declarations need. */
export interface GlobalContext {
  readonly reporter: Reporter;
  readonly scopes: Scopes;
  readonly expressions: ExpressionChecker;
  readonly types: TypeResolver;
  readonly options: CheckOptions;
  readonly source: OpenSource;
  readonly effect: EffectDeclarations | undefined;
  /** Static members of structures: whether a variable is one, which is defined then. */
  readonly members: { define(node: VariableNode): boolean };
  check(node: Declaration): void;
  variableType(node: VariableNode): HlslType;
}

export class GlobalDeclarations {
  /** Variables of buffers so far. */
  #count = 0;
  /** The buffer that variables are declared in. */
  #buffer = GLOBALS;

  /** Loose variables and resources, in order. */
  readonly #loose: (ConstantVariable | ResourceDeclaration)[] = [];

  constructor(private readonly context: GlobalContext) {}

  /** After all declarations: finds the loose variables that start a row. */
  finish(): void {
    const rows = new Set(globalsBuffer(this.#loose).variables.flatMap((one) => (one.startsRow ? [one.name] : [])));
    if (rows.size === 0) return;
    for (const variable of this.context.source.buffers[GLOBALS]!.variables)
      if (rows.has(variable.name)) (variable as Writable<ConstantVariable>).startsRow = true;
  }
  /** A constant buffer or texture buffer with its variables. */
  buffer(node: BufferNode): void {
    const outside = this.#buffer;
    const { buffers } = this.context.source;
    this.#buffer =
      buffers.push({
        kind: node.keyword,
        name: this.context.scopes.fullName(node.name),
        location: this.context.reporter.locationOf(node),
        registers: this.registers(node.registers.map(withoutOffset), this.#bufferFiles(node.keyword), node),
        variables: [],
      }) - 1;
    this.context.effect?.buffer(node, buffers[this.#buffer]!);
    for (const inside of node.declarations) this.context.check(inside);
    const variables = node.declarations.flatMap((inside) => (inside.kind === 'variables' ? inside.variables : []));
    const without = variables.find((variable) => !this.#hasLocation(variable));
    if (without !== undefined && variables.some((variable) => this.#hasLocation(variable)))
      this.context.reporter.report(X3530, without, { name: node.name });
    this.#buffer = outside;
  }

  /** Whether the source says where a variable of a buffer is. Constants of models 1 to 3 are in no buffer. */
  #hasLocation({ name, packOffset, registers }: VariableNode): boolean {
    if (this.#isOld) return registers.length > 0;
    const found = this.context.scopes.find(name);
    const isResource = found?.kind === 'variable' && found.variable.storage === 'resource';
    return packOffset !== undefined || (registers.length > 0 && isResource);
  }

  /** The register files of a buffer. Models 1 to 3 have none, and take another one, too (source: oracle). */
  #bufferFiles(keyword: string): string {
    if (keyword !== 'cbuffer') return 'tb';
    return this.#isOld ? 'bc' : 'b';
  }

  /** Whether the profile is one of models 1 to 3. */
  get #isOld(): boolean {
    return /_[123]_/.test(this.context.options.profile);
  }

  #wrongRegister({ registerToken, register }: RegisterNode): void {
    this.context.reporter.report(X3530_REGISTER, { first: registerToken, last: registerToken }, { name: register });
  }

  /**
   * @param files letters of the registers that the declaration can have
   * @param at the declaration
   */
  registers(nodes: readonly RegisterNode[], files: string, at: Tokens): RegisterAnnotation[] {
    const list: RegisterAnnotation[] = [];
    for (const node of nodes) {
      const found = /^([a-z])(\d+)$/i.exec(node.offset === undefined ? node.register : numbered(node.register));
      if (found === null) {
        // `register(c)` without a number is no annotation.
        if (!/^[a-z]$/i.test(node.register)) this.#wrongRegister(node);
        continue;
      }
      const { profile, space } = node;
      if (profile !== undefined && !PROFILE.test(profile))
        this.context.reporter.report(X3089, { first: node.first + 2, last: node.first + 2 }, { name: profile });
      if (!files.includes(found[1]!.toLowerCase())) this.#wrongRegister(node);
      // `t[1]` is not looked at so closely (source: oracle).
      const hasNumber = node.register.length > 1;
      if (space !== undefined && hasNumber && !this.context.options.profile.endsWith('5_1'))
        this.context.reporter.report(X3721, { first: node.registerToken, last: node.last });
      if (profile !== undefined && !this.#isForProfile(profile)) continue;
      const offset = node.offset && this.context.expressions.integerOf(node.offset);
      const file = found[1]!.toLowerCase();
      // From Direct3D 10 on, named buffers have no registers of constants (source: oracle).
      if (file === 'c' && this.#buffer !== GLOBALS && !this.#isOld) continue;
      list.push({
        file: found[1] === 'C' && /_(4_\d|5_0)/.test(this.context.options.profile) ? 'C' : file,
        number: Number(found[2]) + (offset ?? 0),
        space: Number(space?.slice('space'.length) ?? 0),
        profile,
      });
    }
    const isOther = (a: RegisterAnnotation, b: RegisterAnnotation) =>
      a.file === b.file && a.profile === b.profile && a.number !== b.number;
    const last = list.at(-1);
    const other = last && list.find((one) => isOther(one, last));
    if (last !== undefined && other !== undefined)
      this.context.reporter.report(X3115, at, { first: other.file + other.number, second: last.file + last.number });
    return list;
  }

  /** `ps` means all pixel shaders. An effect has shaders of all profiles. */
  #isForProfile(profile: string): boolean {
    if (this.context.effect !== undefined) return true;
    return isProfile(profile, this.context.options.profile);
  }

  /** A variable. */
  variable(node: VariableNode): void {
    const { name } = node;
    const { scopes, effect, reporter, members } = this.context;
    if (members.define(node)) return;
    const type = this.context.variableType(node);
    const known = scopes.findHere(name);
    if (known !== undefined) {
      if (known.kind !== 'effectObject' || effect !== undefined) reporter.report(X3003, node, { name });
      return;
    }
    const declared = type === ERROR ? undefined : this.#declare(node, type);
    // Arrays of objects of effects count where variables are in the buffer.
    if (declared === undefined && node.lengths.length > 0 && this.#buffer === GLOBALS)
      this.#loose.push({ name, type: objectType('texture'), lengths: [1], registers: [], isGloballyCoherent: false });
    scopes.add(
      name,
      declared === undefined
        ? { kind: 'effectObject', variable: { ...newVariable(name, type, 'resource', node), isConst: true } }
        : { kind: 'variable', variable: declared },
    );
    effect?.variable(node, type, declared, this.#buffer !== GLOBALS);
  }

  /** Returns the variable; undefined for what no shader can use. */
  #declare(node: VariableNode, type: HlslType): Variable | undefined {
    const { name, modifiers } = node;
    const element = elementOf(type);
    this.#reportGlobal(node, element);
    if (type === VOID || element.kind === 'string' || isOfEffect(element)) return undefined;
    if (element.kind === 'object' && !modifiers.includes('static')) return this.#resource(node, type, element);
    if (element.kind === 'interface') {
      if (type.kind === 'array' && type.element.kind === 'array') this.context.reporter.report(X3119, node);
      const variable = newVariable(this.context.scopes.fullName(name), type, 'interface', node);
      this.context.source.interfaces.push(variable);
      return variable;
    }
    if (modifiers.includes('groupshared')) {
      const variable = newVariable(name, type, 'group', node);
      this.context.source.groups.push(variable);
      return variable;
    }
    const value = node.initializer && this.context.expressions.initializer(node.initializer, type, node);
    if (modifiers.includes('static')) {
      const variable: Variable = {
        ...newVariable(name, type, 'static', node),
        isConst: modifiers.includes('const'),
        isPrecise: modifiers.includes('precise'),
        initializer: value,
      };
      this.context.source.statics.push(variable);
      return variable;
    }
    return this.#constant(node, type, value);
  }

  #reportGlobal(node: VariableNode, element: HlslType): void {
    const { name, modifiers, initializer, lengths } = node;
    const { profile } = this.context.options;
    const isSample = element.kind === 'numeric';
    if (lengths.length > 0 && lengths[0] === undefined && initializer === undefined && !profile.endsWith('5_1'))
      this.context.reporter.report(X3074, node, { name });
    else if (
      isSample &&
      element.scalar === 'half' &&
      this.context.effect === undefined &&
      (lengths.length === 0 || !modifiers.includes('static')) &&
      !this.context.options.isCompatible
    )
      this.context.reporter.report(X3650, node, { name });
    else if (isSample && element.scalar === 'double' && BEFORE_5.test(profile))
      this.context.reporter.report(X3651, node, { name });
    else if (reportGlobalModifiers(this.context.reporter, node, element)) return;
    else if (initializer !== undefined && element.kind === 'object' && initializer.kind !== 'list')
      this.context.expressions.convert(this.context.expressions.check(initializer), element, node);
    else if (initializer !== undefined && modifiers.includes('groupshared')) this.context.reporter.report(X3579, node);
  }

  #constant(node: VariableNode, type: HlslType, value: TypedExpression | undefined): Variable {
    const { variables, kind } = this.context.source.buffers[this.#buffer]!;
    if (kind === 'tbuffer' && isLibraryProfile(this.context.options.profile)) this.context.reporter.report(X3715, node);
    const declared: ConstantVariable = {
      location: this.context.reporter.locationOf(node),
      name: this.context.scopes.fullName(node.name),
      type,
      ...this.context.types.spelling(node.type),
      order: this.#count++,
      qualifiers: QUALIFIERS.filter((one) => node.modifiers.includes(one)).join(' '),
      registers: this.registers(node.registers, 'cbitsu', node),
      packOffset: this.#packOffset(node, type),
      defaults: value && this.#words(value, node),
    };
    const variable: Variable = {
      ...newVariable(node.name, type, 'constant', node),
      isConst: node.modifiers.includes('const') || hasResources(type) || !this.context.options.isCompatible,
      // A constant with a value may be the length of an array; the program still reads it from its buffer.
      initializer: node.modifiers.includes('const') ? value : undefined,
      buffer: this.#buffer,
      index: variables.length,
      resources: this.#addInside(declared, node),
    };
    variables.push(declared);
    if (this.#buffer === GLOBALS) this.#loose.push(declared);
    return variable;
  }

  /** Declares the resources inside of a variable; returns their numbers. */
  #addInside(declared: ConstantVariable, node: VariableNode): number[] | undefined {
    const { reporter, source, options } = this.context;
    if (!hasResources(declared.type)) return undefined;
    if (BEFORE_5.test(options.profile)) reporter.report(X3090, node, { profile: options.profile });
    const { registers, name } = declared;
    return resourcesInside(declared).map((one) => {
      if (registers.length > 0 && one.registers.length === 0) reporter.report(X4509_MEMBERS, node, { name });
      return source.resources.push({ ...one, location: declared.location }) - 1;
    });
  }

  #packOffset(node: VariableNode, type: HlslType): number | undefined {
    if (node.packOffset === undefined) return undefined;
    const at = { first: node.packOffsetToken, last: node.packOffsetToken };
    const values = { name: node.packOffset };
    if (this.#buffer === GLOBALS) {
      this.context.reporter.report(X3091, node);
      return undefined;
    }
    const found = /^c(\d*)(?:\.(\w+))?$/i.exec(node.packOffset);
    if (found === null || Number(found[1]) >= 4096) {
      this.context.reporter.report(X3541, at, values);
      return undefined;
    }
    const letter = found[2]?.toLowerCase() ?? 'x';
    const component = Math.max('xyzw'.indexOf(letter), 'rgba'.indexOf(letter));
    const isAligned = component === 0 || component + widthOf(type) <= 4;
    if (letter.length > 1 || component < 0 || !isAligned) {
      this.context.reporter.report(X3530_REGISTER, at, values);
      return undefined;
    }
    return 4 * Number(found[1]) + component;
  }

  #words(value: TypedExpression, node: VariableNode): Uint32Array | undefined {
    const values = knownValue(value);
    if (values === undefined) {
      if (value.type !== ERROR) this.context.reporter.report(X3011, node, { name: node.name });
      return undefined;
    }
    return wordsOf(values, scalarsOf(value.type));
  }

  #resource(node: VariableNode, type: HlslType, element: ObjectType): Variable {
    const registers = this.registers(node.registers, registerFiles(element.name), node);
    if (element.element !== undefined && hasResources(element.element) && !isBufferOf(element))
      this.context.reporter.report(X3683, node);
    if (isBufferOf(element)) {
      if (!this.context.options.profile.endsWith('5_1'))
        this.context.reporter.report(X3000, node.type, { found: `'${element.name}'` });
      const { buffers } = this.context.source;
      const count = arraySize(type);
      const kind = element.name === 'TextureBuffer' ? 'tbuffer' : 'cbuffer';
      const inner = element.element ?? ERROR;
      if (inner.kind === 'numeric') this.context.reporter.report(X3594, node, { name: element.name });
      const name = this.context.scopes.fullName(node.name);
      const declared = { name, type: inner, registers: [], packOffset: undefined, defaults: undefined };
      const buffer =
        buffers.push({
          kind,
          name,
          registers,
          variables: [declared],
          arrayLength: count,
          isArray: type.kind === 'array',
        }) - 1;
      const made = (of: HlslType): HlslType => (of.kind === 'array' ? arrayType(made(of.element), of.length) : inner);
      return { ...newVariable(node.name, made(type), 'constant', node), isConst: true, buffer, index: 0 };
    }
    const lengths: number[] = [];
    for (let at = type; at.kind === 'array'; at = at.element) lengths.push(at.length);
    const declared: ResourceDeclaration = {
      location: this.context.reporter.locationOf(node),
      name: this.context.scopes.fullName(node.name),
      type: element,
      lengths,
      registers,
      isGloballyCoherent: node.modifiers.includes('globallycoherent'),
    };
    const index = this.context.source.resources.push(declared) - 1;
    if (this.#buffer === GLOBALS) this.#loose.push(declared);
    return { ...newVariable(node.name, type, 'resource', node), isConst: true, index };
  }
}

const QUALIFIERS = ['const', 'precise'];

/** A variable that nothing is known of but its type. */
export function newVariable(name: string, type: HlslType, storage: Storage, at: Tokens): Variable {
  return {
    name,
    type,
    storage,
    isConst: false,
    isPrecise: false,
    initializer: undefined,
    buffer: -1,
    index: -1,
    tokens: tokensOf(at),
  };
}

/** Profiles, and stages for all of their profiles. */
const PROFILE = /^([vpghdc]s|(([vpghdc]s|lib|tx|fx)_[1-5]_\w+))$/;

/** `t[1]` is `t0[1]`. */
function numbered(register: string): string {
  return register.length === 1 ? `${register}0` : register;
}

/** The offset of a buffer's register does not count (source: oracle). */
function withoutOffset(node: RegisterNode): RegisterNode {
  return node.offset === undefined ? node : { ...node, register: numbered(node.register), offset: undefined };
}

/** Letters of the registers that a resource can have. */
function registerFiles(name: string): string {
  if (name === 'ConstantBuffer') return 'b';
  if (name === 'TextureBuffer') return 't';
  if (/^[Ss]ampler/.test(name)) return 'st';
  return /^(RW|Rasterizer|Append|Consume)/.test(name) ? 'u' : 'ts';
}

/** Numbers that a variable takes in its first row; all of a row for what starts one. */
function widthOf(type: HlslType): number {
  if (type.kind !== 'numeric' || type.shape === 'matrix') return 4;
  return type.columns * (type.scalar === 'double' ? 2 : 1);
}

/** The type of the elements of an array, and of their elements; the type itself of anything else. */
export function elementOf(type: HlslType): HlslType {
  let at = type;
  while (at.kind === 'array') at = at.element;
  return at;
}
