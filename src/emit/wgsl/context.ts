/** The context of all WGSL rules while a module is written.  */
import { type IrModule, Kind, widthOf } from '../../ir/index.ts';
import { HelperFunctions } from '../common/helper-functions.ts';
import { groupWords } from '../common/memory.ts';
import type { EmitPlan, EmitReport, PlannedResource, RuntimeUniform } from '../common/plan.ts';
import { Use } from '../common/resource-uses.ts';
import { outputRangeCopies, storeComponents, writeDistances } from '../common/rules/io.ts';
import { TextContext, type TextRule } from '../common/text-context.ts';
import type { AtomicOperation, MemorySyntax } from '../common/text-language.ts';
import { HELPERS, type HelperName } from './helpers.ts';
import { isLiteral, SPELLING } from './types.ts';
import { type UniformFlow, uniformFlow } from './uniform-flow.ts';

/** Members of the buffer of runtime uniforms, in its order. */
const RUNTIME_UNIFORMS = {
  first_vertex: 'the first vertex of the draw: `firstVertex`, or `baseVertex` of an indexed draw',
  first_instance: 'the first instance of the draw',
  sample_count: 'samples of a pixel of the targets',
} as const;

export type RuntimeUniformName = keyof typeof RUNTIME_UNIFORMS;

const INTEGER_LITERAL = /^(-?\d+|0x[\da-f]+u|\d+u)$/;

const ATOMICS = {
  add: 'atomicAdd',
  and: 'atomicAnd',
  or: 'atomicOr',
  xor: 'atomicXor',
  umin: 'atomicMin',
  umax: 'atomicMax',
  exchange: 'atomicExchange',
} as const;

export class WgslContext extends TextContext {
  readonly helpers: HelperFunctions<HelperName> = new HelperFunctions(HELPERS, () => this.emitter.names);
  readonly runtime = new Set<RuntimeUniformName>();
  readonly languageFeatures = new Set<string>();
  readonly flow: UniformFlow;

  constructor(module: IrModule, plan: EmitPlan, report: EmitReport) {
    super(module, plan, report, 'WGSL', SPELLING);
    this.flow = uniformFlow(module);
  }

  /** A constant without a literal in WGSL goes through a function, which compilers do not evaluate. */
  override constantText(kind: number, word: number): string {
    if (kind !== Kind.f32 || isLiteral(word)) return super.constantText(kind, word);
    return `${this.helper('float_bits')}(0x${(word >>> 0).toString(16)}u)`;
  }

  /**
   * Literals are spelled as what they become: compilers evaluate casts of them, and refuse negative words and the bits
   * of NaN there.
   */
  override castText(text: string, from: number, to: number, width: number): string {
    const isWord = to !== Kind.b32 && (from === Kind.u32 || from === Kind.i32 || from === Kind.b32);
    if (isWord && width === 1 && INTEGER_LITERAL.test(text))
      return this.constantText(to, Number(text.replace('u', '')) | 0);
    return super.castText(text, from, to, width);
  }

  helper(name: HelperName, width = 1): string {
    return this.helpers.use(name, width);
  }

  rowsOf({ name }: PlannedResource): string {
    return name;
  }

  memberOf({ name }: PlannedResource, member: string): string {
    return `${name}.${member}`;
  }

  memory(number: number, element: number): MemorySyntax {
    const { name } = this.resource(number, element);
    const isAtomic = this.isAtomicMemory(number);
    const binding = this.binding(number);
    return {
      name,
      length: binding.kind === 'group' ? `${groupWords(binding)}u` : `arrayLength(&${name})`,
      read: (index) => (isAtomic ? `atomicLoad(&${name}[${index}])` : `${name}[${index}]`),
      write: (index, value) =>
        isAtomic ? `atomicStore(&${name}[${index}], ${value})` : `${name}[${index}] = ${value}`,
      atomic: (index) => `&${name}[${index}]`,
    };
  }

  /** All words of a memory with an atomic operation are atomic. */
  isAtomicMemory(number: number): boolean {
    return (this.uses.bindings[number]! & Use.atomic) !== 0;
  }

  atomicLines(operation: AtomicOperation, target: string): readonly string[] {
    if (operation === 'compare')
      // A weak exchange may fail without a reason.
      return [
        'loop {',
        `  let attempt = atomicCompareExchangeWeak(${target}, compare, value);`,
        '  if (attempt.exchanged || attempt.old_value != compare) { return attempt.old_value; }',
        '}',
      ];
    if (operation === 'imin' || operation === 'imax')
      // Signed min/max is a compare-exchange loop: WGSL atomics here are unsigned.
      return [
        'loop {',
        `  let old = atomicLoad(${target});`,
        `  let chosen = u32(${operation.slice(1)}(i32(old), i32(value)));`,
        `  if (chosen == old || atomicCompareExchangeWeak(${target}, old, chosen).exchanged) { return old; }`,
        '}',
      ];
    return [`return ${ATOMICS[operation]}(${target}, value);`];
  }

  counterText({ name }: PlannedResource, isNext: boolean): string {
    return isNext ? `atomicAdd(&${name}, 1u)` : `atomicSub(&${name}, 1u) - 1u`;
  }

  /** The text of a runtime uniform. */
  uniform(name: RuntimeUniformName): string {
    this.runtime.add(name);
    return `${this.plan.runtime.name}.${name}`;
  }

  get runtimeUniforms(): RuntimeUniform[] {
    // All members are there as soon as one is needed, so that offsets do not depend on the shader.
    if (this.runtime.size === 0) return [];
    return Object.entries(RUNTIME_UNIFORMS).map(([name, why], i) => ({ name, offset: 4 * i, type: 'u32', why }));
  }

  /** Vertex shaders always give a position. */
  get hasOutputs(): boolean {
    return this.module.stage === 'vs' || this.plan.outputs.some(({ slot }) => slot.kind !== 'none');
  }

  returnLines(isLast: boolean): readonly string[] {
    const lines = outputRangeCopies(this);
    if (this.hasOutputs) lines.push('return result;');
    else if (!isLast) lines.push('return;');
    return lines;
  }

  writeBuiltin(element: number, name: string, value: number, first: number): void {
    const { ops } = this.module;
    const { emitter } = this;
    if (name === 'position') {
      if (widthOf(ops.type[value]!) === 4) emitter.line(`result.position = ${this.as(value, Kind.f32)};`);
      else storeComponents(this, 'result.position', value, Kind.f32, first);
    } else if (name === 'clip_distances') {
      writeDistances(this, `result.${name}`, element, value, first, name);
    } else if (name === 'frag_depth') emitter.line(`result.depth = ${this.as(value, Kind.f32)};`);
    else emitter.line(`result.${name} = ${this.as(value, Kind.u32)};`);
  }
}

export type WgslRule = TextRule<WgslContext>;
