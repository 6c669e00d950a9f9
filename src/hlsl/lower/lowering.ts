/**
 * The state while a program is lowered: the module, the current values, the meanings of variables, and the resources
 * that are used.
 */

import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import type { Level9Kind } from '../../chunks/aon9.ts';
import type { IrBinding, IrStage } from '../../ir/declarations.ts';
import { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { OpFlag } from '../../ir/ops.ts';
import type { IntegerBounds } from '../../ir/passes/integer-ranges.ts';
import type { IrType } from '../../ir/types.ts';
import { bufferLayout } from '../bind/layout.ts';
import type { CheckedSource } from '../check/check-source.ts';
import type { Reporter } from '../check/scope.ts';
import type {
  CheckedFunction,
  LoopStatement,
  Parameter,
  TypedExpression,
  TypedStatement,
  Variable,
} from '../check/typed-tree.ts';
import { Emitter } from '../intrinsics/emitter.ts';
import {
  irTypeOf,
  type LoweringContext,
  type ObjectRef,
  type SampledDimension,
  type Value,
} from '../intrinsics/index.ts';
import { DX6209, X3546, X3572, X3582, X4581 } from '../messages.ts';
import type { Tokens } from '../syntax/tree.ts';
import { FLOAT4, type HlslType, type InterfaceType, type ObjectType, objectType, scalarsOf } from '../types/types.ts';
import { type BindingSource, newBindingOf } from './bindings.ts';
import { Flow, type Target } from './flow.ts';
import { FoldingBuilder } from './folding-builder.ts';
import {
  CONSTANTS,
  EXPRESSION_SPAN,
  FLAT,
  type Location,
  REGISTERS,
  ROWS,
  rowCount,
  STRUCTURED,
  widestRow,
} from './locations.ts';
import { preciseMembers } from './precise.ts';
import { Slots } from './slots.ts';
import { SourcePositions } from './source-positions.ts';
import type { EntryScalar, InputScalar, OutputElement } from './stage-interface.ts';

/** An interface pointer: the operation that gives its number. */
export interface Pointer {
  readonly type: InterfaceType;
  readonly number: number;
}

/** A resource inside of a local variable, with the region that assigned it. */
export interface InsideObject {
  readonly object: ObjectRef;
  readonly region: number;
  /** The one before it, which another region assigned. */
  readonly before?: InsideObject | undefined;
}

/** The indices of the first dimensions of an array of resources as one number, and how many such numbers there are. */
export interface ChosenElements {
  readonly index: number;
  readonly count: number;
}

/** The meaning of a variable. */
export type VariableState =
  | { readonly kind: 'location'; readonly location: Location }
  | { readonly kind: 'object'; readonly object: ObjectRef }
  /** A resource, or an array of them, whose element is not chosen yet, or not in all dimensions. */
  | { readonly kind: 'resource'; readonly resource: number; readonly chosen?: ChosenElements }
  /** Class instances that the application binds: all of an array. */
  | { readonly kind: 'interface'; readonly variable: Variable }
  /** One of them. */
  | { readonly kind: 'pointer'; readonly pointer: Pointer }
  /** The vertices of a primitive, the control points of a patch: a parameter of the entry point. */
  | { readonly kind: 'points'; readonly parameter: Parameter }
  /** A stream of a geometry shader. */
  | { readonly kind: 'stream'; readonly stream: number };

/** A function whose body is being lowered. */
export interface Activation {
  readonly function: CheckedFunction;
  /** The block that `return` leaves; undefined where a return is the end of the function. */
  readonly target: Target | undefined;
  readonly result: Location | undefined;
  /** A variable that has the resources of the result, if it can have some. */
  readonly resources?: Variable | undefined;
}

/** A loop or switch around the code. */
export interface Jumps {
  readonly leave: Target;
  readonly again: (() => void) | undefined;
}

export interface LoweringOptions {
  readonly stage: IrStage;
  readonly version: readonly [number, number];
  readonly profile: string;
  /**
   * For feature level 9, the profile of model 2 that the program is made for, and which of the programs it is: its
   * constants are in buffers, and its inputs and outputs have the registers of model 4.
   */
  readonly level9?: { readonly profile: string; readonly kind: Level9Kind } | undefined;
  /** The function of a library, whose parameters have no semantics. */
  readonly isLibrary?: boolean;
  /** IEEE strictness: nothing is reordered or contracted. */
  readonly isStrict: boolean;
  /** `/Gec`: what only older models have may be used. */
  readonly isCompatible: boolean;
  /** `/Gpp`: half the bits are enough for all results. */
  readonly partialPrecision?: boolean | undefined;
  /** `/Gfa` and `/Gfp`: which constructs branches become. */
  readonly flow: 'avoid' | 'prefer' | undefined;
  readonly skipsOptimization: boolean;
  readonly allResourcesBound?: boolean;
  /** Functions whose calls may end without a value. */
  readonly openFunctions: ReadonlySet<CheckedFunction>;
  /** Operations have the positions that they come from. */
  readonly hasPositions: boolean;
  /** The constants and resources that uniform parameters of the entry point are. */
  readonly uniforms: ReadonlyMap<Variable, Variable>;
  /** The values that an effect gives uniform parameters of the entry point. */
  readonly values?: ReadonlyMap<Variable, TypedExpression> | undefined;
  /** A value by itself: each of its variables has registers, far from those of the others. */
  readonly isExpression?: boolean;
  /** Functions that code on the CPU has instructions for are not made of others. */
  readonly hasNativeFunctions?: boolean | undefined;
}

/** A report about operations that the profile does not have, for when they stay in the program. */
export interface Refusal {
  readonly ops: readonly number[];
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly at: Tokens;
}

/** Expressions that call something. */
export type CallingExpression = Extract<TypedExpression, { kind: 'call' | 'intrinsic' | 'method' }>;

/** The steps of lowering, which need each other: an expression may call a function, whose body has expressions. */
export interface LoweringSteps {
  value(l: Lowering, expression: TypedExpression): readonly number[];
  call(l: Lowering, expression: CallingExpression): readonly number[];
  statement(l: Lowering, statement: TypedStatement): void;
  appendVertex(l: Lowering, stream: number, values: readonly number[]): void;
}

/** Textures of samplers of Direct3D 9. */
const SAMPLED_TEXTURES: Readonly<Record<SampledDimension, ObjectType>> = {
  texture2D: objectType('Texture2D', FLOAT4),
  texture3D: objectType('Texture3D', FLOAT4),
  textureCube: objectType('TextureCube', FLOAT4),
};

const FIRST_OF_DIRECT3D_10 = 4;
/** The first models whose instructions can be precise. */
const FIRST_WITH_PRECISE = 5;

/** Whether a version is one of models 1 to 3. */
export function isOfDirect3D9([major]: readonly [number, number]): boolean {
  return major < FIRST_OF_DIRECT3D_10;
}

/** Whether a profile has instructions whose results are halves (source: oracle). */
export function hasHalves(stage: IrStage, version: readonly [number, number]): boolean {
  return stage === 'ps' && isOfDirect3D9(version);
}

export class Lowering implements LoweringContext {
  readonly module: IrModule;
  readonly b: FoldingBuilder;
  readonly e: Emitter;
  readonly slots: Slots;
  readonly flow: Flow;
  readonly states = new Map<Variable, VariableState>();
  /** Functions whose end without a value is reported, by their names. */
  readonly reportedEnds = new Set<number>();
  readonly refusals: Refusal[] = [];
  /** In models 1 to 3, what is reported after all other refusals: of inputs that are read, then of signatures. */
  readonly inputRefusals: Refusal[] = [];
  readonly signatureReports: (() => void)[] = [];
  /** Branches that the source asks for, and that the profile does not have. */
  readonly branches = new Map<number, Tokens>();
  readonly warnings = new Map<
    string,
    { readonly message: Message; readonly at: Tokens; readonly values: MessageValues }
  >();
  /** The method that changes the counter of a view, by binding. */
  readonly counters = new Map<number, string>();
  readonly methodLoads = new Set<number>();
  /** Resources inside of local variables, by their paths. */
  readonly objects = new Map<Variable, Map<string, InsideObject>>();
  /** Calls that ran, and the variables that have the resources of their results, until something takes those. */
  readonly resultObjects = new Map<TypedExpression, Variable>();
  /** The program calls objects that the application binds. */
  hasPointers = false;
  /** Objects that local variables of interfaces had outside of a region. */
  readonly #outerObjects: {
    readonly variable: Variable;
    readonly region: number;
    readonly state: VariableState | undefined;
  }[] = [];
  /** Of each binding of the module. */
  readonly bindingSources: BindingSource[] = [];
  /** Functions that are being lowered, the innermost last. */
  readonly activations: Activation[] = [];
  readonly jumps: Jumps[] = [];
  /** Arrays that turned out to be indexed by values; the program is lowered again. */
  readonly newArrays = new Set<Variable>();
  /** Loops around the code that stay loops, the innermost last. */
  readonly loops: { readonly statement: LoopStatement; readonly firstOp: number }[] = [];
  /** Variables of interfaces that have an object again that a branch had changed. */
  readonly #restored = new Set<Variable>();
  /** The number of operations when a variable that is an object or has resources was read last. */
  readonly #objectReads = new Map<Variable, number>();
  /** The statements of loops, by their constructs. */
  readonly loopStatements = new Map<number, LoopStatement>();
  /** Regions that are what follows an early return. */
  readonly afterReturns = new Set<number>();
  /** Arrays of the program that nothing changes after their declaration. */
  readonly constantArrays = new Set<number>();
  /** Loops that turned out to need unrolling; the program is lowered again. */
  readonly newUnrolled = new Set<LoopStatement>();
  /** An element beyond the end of its array, which a known index names. */
  leftArray: Tokens | undefined;
  /** Of reads of constants at a computed row, the row to which the computed one is added. */
  readonly baseRows = new Map<number, number>();
  /** Of the same reads, the last row that they can read. */
  readonly lastRows = new Map<number, number>();
  /** The bounds of counters in loops with a known number of iterations, by the operations that have their values. */
  readonly counterBounds = new Map<number, IntegerBounds>();
  /** Parameters of entry points that are read in place, and where their scalars are. */
  readonly directParameters: Parameter[] = [];
  readonly directScalars: (readonly (InputScalar | undefined)[])[] = [];
  /** The registers of parameters and results of the entry point. */
  readonly entryScalars: EntryScalar[] = [];
  /** Elements of the output signature. */
  outputs: readonly OutputElement[] = [];
  readonly stage: IrStage;
  readonly version: readonly [number, number];
  readonly isStrict: boolean;
  /** Slots and arrays of precise variables, and the values that they were given. */
  readonly preciseSlots = new Set<number>();
  readonly preciseArrays = new Set<number>();
  readonly preciseValues: number[] = [];
  readonly isCompatible: boolean;
  /** Shader models 1 to 3: numbers are floats, constants have registers, and each variable is a binding. */
  readonly isDirect3D9: boolean;
  readonly hasHalves: boolean;
  /** The parameters of the entry point with values of inputs, and the inputs that are read with all bits. */
  readonly inputVariables = new Set<Variable>();
  readonly fullInputs = new Set<number>();
  /** The program is one of model 2 inside of a shader of model 4. */
  readonly isLevel9: boolean;
  /** Inputs and outputs are usages with an index, as in models 1 to 3. */
  readonly hasUsages: boolean;
  /** Rows that are clip planes, at feature level 9. */
  readonly clipPlanes: { readonly binding: number; readonly row: number }[] = [];
  readonly isLibrary: boolean;
  /** The positions of operations, for debug information. */
  readonly positions: SourcePositions | undefined;
  readonly #layouts = new Map<number, ReturnType<typeof bufferLayout>>();

  /**
   * @param arrays variables that are indexed by values: arrays of the program
   * @param unrolled loops that have to be unrolled without being asked to
   */
  constructor(
    readonly source: CheckedSource,
    readonly reporter: Reporter,
    readonly options: LoweringOptions,
    readonly arrays: ReadonlySet<Variable>,
    readonly unrolled: ReadonlySet<LoopStatement>,
    private readonly steps: LoweringSteps,
  ) {
    const { stage, version, level9, profile } = options;
    this.stage = stage;
    this.version = version;
    this.isDirect3D9 = isOfDirect3D9(version);
    this.hasHalves = hasHalves(stage, version);
    this.isLevel9 = level9 !== undefined;
    this.hasUsages = this.isDirect3D9 && !this.isLevel9;
    this.isLibrary = options.isLibrary === true;
    this.isStrict = options.isStrict;
    this.isCompatible = options.isCompatible;
    this.module = new IrModule(stage, {
      version,
      profile: level9?.profile ?? profile,
      // From 5.0 on each operation says itself that it is precise.
      allowsRefactoring: !options.isStrict || version[0] >= FIRST_WITH_PRECISE,
      ...(options.skipsOptimization ? { skipsOptimization: true } : {}),
      ...(options.allResourcesBound ? { allResourcesBound: true } : {}),
    });
    this.b = new FoldingBuilder(this.module);
    if (this.isDirect3D9) this.b.infinities = new Map();
    if (options.isStrict) this.b.flags = OpFlag.precise;
    const positions = options.hasPositions ? new SourcePositions(this.b) : undefined;
    this.positions = positions;
    if (positions !== undefined) this.module.ops.followed = new Map();
    this.slots = new Slots(positions && ((slot, value) => positions.changes.push({ slot, value, at: this.b.at })));
    this.flow = new Flow(this.b, this.slots);
    this.e = new Emitter(this);
  }

  /** Whether the profile has numbers of 64 bits. */
  get hasDoubles(): boolean {
    return this.version[0] !== FIRST_OF_DIRECT3D_10;
  }

  /** The tokens of what is lowered. */
  get at(): Tokens {
    return this.b.span;
  }

  set at(tokens: Tokens) {
    this.b.span = tokens;
  }

  /** Notes a report, once for a span of the source. */
  warn(message: Message, at: Tokens, values: Refusal['values'] = {}): void {
    const key = `${message.code} ${at.first} ${at.last}`;
    if (!this.warnings.has(key)) this.warnings.set(key, { message, at, values });
  }

  refuse(ops: readonly number[], code: string, values: Refusal['values']): void {
    this.refusals.push({ ops, code, values, at: this.at });
  }

  samplerOf({ binding }: ObjectRef, dimension: IrBinding['dimension']): number {
    const { bindings } = this.module;
    const bound = bindings[binding]!;
    if (bound.dimension === undefined) bindings[binding] = { ...bound, dimension };
    if (bound.kind !== 'stage' || (bound.dimension ?? dimension) === dimension) return binding;
    return this.bindingOf({ ...this.bindingSources[binding]!, dimension });
  }

  stageOf(texture: ObjectRef, sampler: ObjectRef): number {
    const { kind, number, element } = this.bindingSources[texture.binding]!;
    if (kind !== 'resource') return texture.binding;
    const { number: samplerNumber, element: samplerElement } = this.bindingSources[sampler.binding]!;
    const { lengths, location } = this.source.resources[samplerNumber]!;
    if (lengths.length > 0 && location !== undefined) this.reporter.diagnostics.report(X4581, location);
    return this.bindingOf({ kind: 'stage', number, element, sampler: samplerNumber, samplerElement });
  }

  textureOf({ binding }: ObjectRef, dimension: SampledDimension): ObjectRef {
    const { number, element } = this.bindingSources[binding]!;
    const { resources } = this.source;
    const sampler = resources[number]!;
    let texture = resources.findIndex(({ ofSampler }) => ofSampler === sampler);
    const type = SAMPLED_TEXTURES[dimension];
    if (texture < 0) {
      // `sampler2D s : register(s1) : register(t2)` names both registers.
      const registers = sampler.registers.filter(({ file }) => file === 't');
      texture = resources.push({ ...sampler, type, registers, ofSampler: sampler }) - 1;
    }
    return { type, binding: this.bindingOf({ kind: 'resource', number: texture, element }) };
  }

  /** Reports a branch that the profile does not have, if it is still there when branches are removed. */
  refuseBranch(construct: number, at: Tokens): void {
    this.branches.set(construct, at);
  }

  appendVertex({ binding }: ObjectRef, { refs }: Value): void {
    this.steps.appendVertex(this, binding, refs);
  }

  /** The meaning of a variable; a new one gets its slots or its array. */
  stateOf(declared: Variable): VariableState {
    const variable = declared.changed ?? declared;
    if (variable.type.kind === 'interface') {
      this.#leaveRegions();
      this.noteRead(variable);
      if (this.#restored.has(variable)) this.warn(DX6209, this.at, { name: variable.name });
    }
    let state = this.states.get(variable);
    if (state === undefined) {
      state = this.#newState(variable);
      this.states.set(variable, state);
    }
    return state;
  }

  /** Notes that a variable that is an object or has resources is read. */
  noteRead(variable: Variable): void {
    this.#objectReads.set(variable, this.b.ops.count);
  }

  /**
   * Before a variable gets another object, in a loop that read the one before: the next iteration has another one, so
   * that the loop is unrolled.
   */
  unrollForObject(variable: Variable, at: Tokens): void {
    const loop = this.loops.at(-1);
    if (loop !== undefined && (this.#objectReads.get(variable) ?? -1) >= loop.firstOp) this.unrollLoop(X3572, at);
  }

  /** Unrolls the innermost loop, with a warning; returns false where there is none. */
  unrollLoop(message: Message, at: Tokens): boolean {
    const loop = this.loops.at(-1);
    if (loop === undefined) return false;
    this.newUnrolled.add(loop.statement);
    this.warn(message, at);
    return true;
  }

  unrollForConstants(): boolean {
    return this.unrollLoop(X3582, this.at);
  }

  /** Gives a local variable of an interface an object, in this region and those inside. */
  setObject(variable: Variable, state: VariableState | undefined): void {
    this.#leaveRegions();
    this.#restored.delete(variable);
    this.#outerObjects.push({ variable, region: this.b.region, state: this.states.get(variable) });
    if (state === undefined) this.states.delete(variable);
    else this.states.set(variable, state);
  }

  /** Variables of interfaces have the objects again that they had before regions that have ended. */
  #leaveRegions(): void {
    for (let last = this.#outerObjects.at(-1); last !== undefined; last = this.#outerObjects.at(-1)) {
      const { variable, region, state } = last;
      const relation = this.relationTo(region);
      if (relation === 'inside') return;
      this.#outerObjects.pop();
      if (state === undefined) this.states.delete(variable);
      else {
        this.states.set(variable, state);
        if (relation === 'after') this.#restored.add(variable);
      }
    }
  }

  /** Whether the code is inside of a region, in another branch of the same construct, or after it. */
  relationTo(region: number): 'inside' | 'other branch' | 'after' {
    if (region === this.b.region) return 'inside';
    const { owner, ops } = this.module;
    const around = new Set<number>();
    for (let at = this.b.region; ; at = ops.region[owner[at]!]!) {
      if (at === region) return 'inside';
      if (owner[at] === NO_OP) break;
      around.add(owner[at]!);
    }
    for (let at = region; owner[at] !== NO_OP; at = ops.region[owner[at]!]!)
      if (around.has(owner[at]!)) return 'other branch';
    return 'after';
  }

  #newState(variable: Variable): VariableState {
    const { type, storage } = variable;
    switch (storage) {
      case 'constant':
        return { kind: 'location', location: this.#constantLocation(variable) };
      case 'resource':
        return { kind: 'resource', resource: variable.index };
      case 'interface':
        return { kind: 'interface', variable };
      case 'group': {
        const binding = this.bindingOf({
          kind: 'group',
          number: this.source.groups.indexOf(variable),
          element: undefined,
        });
        const base = {
          kind: 'structured',
          object: { binding },
          element: this.b.unsigned(0),
          layout: STRUCTURED,
          hasElements: type.kind === 'array',
        } as const;
        return { kind: 'location', location: { base, type, start: 0 } };
      }
      default: {
        const location = this.#variableLocation(variable);
        this.noteVariable(variable, location, false);
        return { kind: 'location', location };
      }
    }
  }

  #variableLocation(variable: Variable): Location {
    const location = this.locationFor(variable);
    if (location.base.kind === 'variable') {
      if (variable.isConst) this.constantArrays.add(location.base.variable);
      if (variable.storage === 'local') this.b.arrayNames.set(location.base.variable, variable.name);
    }
    return location;
  }

  #constantLocation({ buffer, index, type }: Variable): Location {
    const declared = this.source.buffers[buffer]!;
    if (this.options.isExpression === true) {
      const bound = this.bindingOf({ kind: 'buffer', number: buffer, element: undefined });
      const start = 4 * EXPRESSION_SPAN * (index + 1);
      return { base: { kind: 'constants', binding: bound, layout: REGISTERS }, type, start };
    }
    if (this.isDirect3D9 && !this.isLevel9) {
      if (declared.kind === 'tbuffer') this.warn(X3546, this.at, { profile: this.options.profile });
      const binding = this.bindingOf({ kind: 'variable', number: buffer, element: index });
      return { base: { kind: 'constants', binding, layout: REGISTERS }, type, start: 0 };
    }
    let layout = this.#layouts.get(buffer);
    if (layout === undefined) {
      layout = bufferLayout(declared, this.version);
      this.#layouts.set(buffer, layout);
    }
    const found = layout.variables.find(({ variable }) => variable === declared.variables[index])!;
    const binding = this.bindingOf({ kind: 'buffer', number: buffer, element: undefined });
    const hasElements = declared.arrayLength !== undefined && type.kind === 'array';
    return { base: { kind: 'constants', binding, layout: CONSTANTS, hasElements }, type, start: found.offset / 4 };
  }

  /** A new location for a variable. */
  locationFor(variable: Variable): Location {
    const location = this.newLocation(variable.type, this.arrays.has(variable), variable.isPrecise);
    const { base } = location;
    return base.kind === 'slots' ? { ...location, base: { ...base, variable } } : location;
  }

  /** A new location: slots, or an array of the program. */
  newLocation(type: HlslType, isArray = false, isPrecise = false): Location {
    if (isArray) {
      const rows = rowCount(type);
      const variable = this.module.variables.push({ rows, components: widestRow(type) }) - 1;
      if (isPrecise || preciseMembers(type).length > 0) this.preciseArrays.add(variable);
      return { base: { kind: 'variable', variable, layout: ROWS, isArray: type.kind === 'array' }, type, start: 0 };
    }
    const types = this.irTypes(type);
    const start = this.slots.add(types);
    for (const i of isPrecise ? types.keys() : preciseMembers(type)) this.preciseSlots.add(start + i);
    return { base: { kind: 'slots', layout: FLAT }, type, start };
  }

  /** A new location for the result of a function. */
  resultOf({ result, modifiers }: CheckedFunction): Location {
    return this.newLocation(result, false, modifiers.includes('precise'));
  }

  /** Notes a variable, or the result of a function, for debug information. */
  noteVariable(variable: Variable | undefined, location: Location, isParameter: boolean): void {
    const { base, type, start } = location;
    if (base.kind === 'slots') this.positions?.variable({ variable, type, firstSlot: start, isParameter });
  }

  /** The types of the scalars of a type. */
  irTypes(type: HlslType): IrType[] {
    return scalarsOf(type).map(irTypeOf);
  }

  /** The binding of a buffer, resource or group variable; made for the first use. */
  bindingOf(source: BindingSource): number {
    const known = this.bindingSources.findIndex(
      ({ kind, number, element, sampler, samplerElement, dimension }) =>
        kind === source.kind &&
        number === source.number &&
        element === source.element &&
        sampler === source.sampler &&
        samplerElement === source.samplerElement &&
        dimension === source.dimension,
    );
    if (known >= 0) return known;
    this.bindingSources.push(source);
    return this.module.bindings.push(newBindingOf(this.source, source, this.isDirect3D9)) - 1;
  }

  /** The scalars of an expression. */
  value(expression: TypedExpression): readonly number[] {
    return this.steps.value(this, expression);
  }

  /** The scalars that a call gives. */
  call(expression: CallingExpression): readonly number[] {
    return this.steps.call(this, expression);
  }

  statement(statement: TypedStatement): void {
    this.steps.statement(this, statement);
  }
}
