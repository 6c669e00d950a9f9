/** What all rules of WGSL work with while a module is written. */
import {
  type IrBinding,
  type IrModule,
  type IrType,
  Kind,
  kindOf,
  Op,
  typeOf,
  widthOf,
  withKind,
} from '../../ir/index.ts';
import type {
  ConstantLayout,
  EmitPlan,
  EmitReport,
  PlannedResource,
  ResourceRole,
  RuntimeUniform,
} from '../common/plan.ts';
import { type ResourceUses, resourceUses } from '../common/resource-uses.ts';
import type { TextEmitter } from '../common/text-emitter.ts';
import { Precedence } from '../common/text-language.ts';
import { type HelperName, HelperSet } from './helpers.ts';
import { wgslType } from './types.ts';

/** Members of the buffer of runtime uniforms, in its order. */
const RUNTIME_UNIFORMS = {
  first_vertex: 'the first vertex of the draw: `firstVertex`, or `baseVertex` of an indexed draw',
  first_instance: 'the first instance of the draw',
  sample_count: 'samples of a pixel of the targets',
} as const;

export type RuntimeUniformName = keyof typeof RUNTIME_UNIFORMS;

export class WgslContext {
  readonly helpers = new HelperSet();
  readonly uses: ResourceUses;
  readonly runtime = new Set<RuntimeUniformName>();
  readonly features = new Set<string>();
  readonly languageFeatures = new Set<string>();
  readonly assumptions = new Set<string>();
  readonly approximations = new Set<string>();
  readonly #resources = new Map<string, PlannedResource>();
  /** Set before the first operation is written. */
  emitter!: TextEmitter;
  /** Texts of inputs, by element: what their components are components of. */
  readonly inputTexts = new Map<number, { readonly text: string; readonly isScalar: boolean; readonly kind: number }>();

  constructor(
    readonly module: IrModule,
    readonly plan: EmitPlan,
    readonly report: EmitReport,
  ) {
    this.uses = resourceUses(module);
    for (const one of plan.resources) this.#resources.set(`${one.binding} ${one.element} ${one.role}`, one);
  }

  get isFast(): boolean {
    return this.plan.profile === 'fast';
  }

  get checksRanges(): boolean {
    return this.plan.robustness === 'd3d';
  }

  binding(number: number): IrBinding {
    return this.module.bindings[number]!;
  }

  /** The variable for a register of a binding; one that was refused has a name all the same. */
  resource(binding: number, element = 0, role: ResourceRole = 'main'): PlannedResource {
    return this.#resources.get(`${binding} ${element} ${role}`) ?? { ...REFUSED, binding, element, role };
  }

  has(binding: number, element: number, role: ResourceRole): boolean {
    return this.#resources.has(`${binding} ${element} ${role}`);
  }

  layout(binding: number): ConstantLayout | undefined {
    return this.plan.constants.get(binding);
  }

  helper(name: HelperName, width = 1): string {
    return this.helpers.use(name, width);
  }

  /** The text of a runtime uniform. */
  uniform(name: RuntimeUniformName): string {
    this.runtime.add(name);
    return `runtime.${name}`;
  }

  get runtimeUniforms(): RuntimeUniform[] {
    // All members are there as soon as one is needed, so that offsets do not depend on the shader.
    if (this.runtime.size === 0) return [];
    return Object.entries(RUNTIME_UNIFORMS).map(([name, why], i) => ({ name, offset: 4 * i, type: 'u32', why }));
  }

  /** Refuses an operation; its value is zero. */
  refuse(op: number, what: string): string {
    this.report('DX6005', this.module.ops.at[op]!, { target: 'WGSL', what });
    return this.zero(op);
  }

  zero(op: number): string {
    const type = this.module.ops.type[op]!;
    return kindOf(type) === Kind.none ? '' : `${wgslType(type)}()`;
  }

  /** A text of kind `from` as the same bits of kind `to`. */
  castText(text: string, from: number, to: number, width: number): string {
    if (from === to || to === Kind.b32) return text;
    const type = wgslType(typeOf(to, width));
    return from === Kind.f32 || to === Kind.f32 ? `bitcast<${type}>(${text})` : `${type}(${text})`;
  }

  /** Operand value `value` as a kind; constants change their spelling. */
  as(value: number, kind: number, precedence: number = Precedence.bitwise): string {
    const type = this.module.ops.type[value]!;
    if (kindOf(type) === kind) return this.emitter.value(value, precedence);
    return this.castText(this.emitter.value(value), kindOf(type), kind, widthOf(type));
  }

  operandAs(op: number, i: number, kind: number, precedence: number = Precedence.bitwise): string {
    return this.as(this.module.ops.operand(op, i), kind, precedence);
  }

  /** A text of kind `from` as the value of an operation. */
  result(op: number, text: string, from: number): string {
    const type = this.module.ops.type[op]!;
    return this.castText(text, from, kindOf(type), widthOf(type));
  }

  /** A text of four components of kind `from` as the value of an operation, which may have fewer. */
  type(kind: number, width = 1): string {
    return wgslType(typeOf(kind, width));
  }

  /** The type of a value with another kind. */
  typeAs(type: IrType, kind: number): string {
    return wgslType(withKind(type, kind));
  }

  /** Components of a value as text: a scalar, or a vector of them. They may be parts of different values. */
  part(value: number, components: readonly number[]): string {
    const { emitter } = this;
    const { ops } = this.module;
    if (widthOf(ops.type[value]!) === components.length) return emitter.value(value);
    if (ops.code[value] === Op.pick && !emitter.isNamed(value)) {
      const sources = new Set<number>();
      for (let i = 0; i < ops.arity[value]!; i++) sources.add(ops.operand(value, i) >> 2);
      for (const source of sources) emitter.named(source);
      return emitter.pick(components.map((c) => ops.operand(value, c)));
    }
    emitter.named(value);
    return emitter.components(value, components);
  }
}

const REFUSED = {
  name: 'refused',
  group: 0,
  number: 0,
  kind: 'texture',
  viewDimension: '2d',
  format: 'r32float',
} as const;
