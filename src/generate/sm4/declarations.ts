/** Declarations of a program, in the order in which Microsoft's compiler writes them (source: oracle). */
import { InterpolationMode, ResourceDimension, ReturnType } from '../../base/d3d/enumerations.ts';
import { type IrBinding, type IrElement, type IrSpecial, PRIMITIVE_VERTICES } from '../../ir/declarations.ts';
import type { IrFunction, IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { OP_ROWS } from '../../ir/ops.ts';
import { COMPONENTS } from '../../isa/components.ts';
import type { Sm4View } from '../../isa/sm4/builder.ts';
import { sm4ImmediateConstantBuffer } from '../../isa/sm4/builder.ts';
import type { Sm4Dimension, Sm4GlobalFlag, Sm4ReturnTypes } from '../../isa/sm4/builder-declarations.ts';
import {
  type Sm4Destination,
  type Sm4Mask,
  type Sm4Register,
  sm4Ranges,
  sm4Register,
  sm4Registers,
} from '../../isa/sm4/builder-operands.ts';
import type { Sm4Node } from '../../isa/sm4/encode.ts';
import { SM4_INTERPOLATION_MODES, SM4_RESOURCE_DIMENSIONS, SM4_RETURN_TYPES } from '../../isa/sm4/names.ts';
import type { Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import { DX6100 } from '../messages.ts';
import { Refusal } from '../refusal.ts';
import { Bindings } from './bindings.ts';
import type { Makers } from './emit-lines.ts';
import type { InterfaceCalls } from './interface-calls.ts';
import { SPECIAL_OUTPUTS } from './select-effects.ts';
import { SPECIAL_INPUTS, type Values } from './values.ts';

/** The part of a program that instructions show: the flags of what they need. */
export interface Needs {
  readonly doubles: boolean;
  readonly doubleExtensions: boolean;
  readonly shaderExtensions: boolean;
  /** Raw and structured buffers of 4.x in other stages than compute. */
  readonly rawBuffers: boolean;
  readonly minimumPrecision: boolean;
}

/** The outputs that a function writes: elements of outputs with components, and ranges that are indexed. */
export interface WrittenOutputs {
  readonly masks: readonly (readonly [element: number, mask: number])[];
  readonly ranges: readonly number[];
}

const DIMENSION_OF = (binding: IrBinding): Sm4Dimension =>
  SM4_RESOURCE_DIMENSIONS[ResourceDimension[binding.dimension ?? 'unknown']] as Sm4Dimension;

function returnTypesOf({ returnTypes }: IrBinding): Sm4ReturnTypes {
  const names = (returnTypes ?? ['mixed', 'mixed', 'mixed', 'mixed']).map((name) => SM4_RETURN_TYPES[ReturnType[name]]);
  return names as unknown as Sm4ReturnTypes;
}

/** The properties of a view that instructions of 5.0 repeat. */
export function viewOf(binding: IrBinding): Sm4View | undefined {
  if (binding.kind !== 'view' && binding.kind !== 'uav') return undefined;
  const dimension = DIMENSION_OF(binding);
  if (binding.dimension === 'rawBuffer') return { dimension, types: 'mixed' };
  if (binding.dimension === 'structuredBuffer') return { dimension, types: 'mixed', stride: binding.stride ?? 0 };
  return { dimension, types: returnTypesOf(binding) };
}

/** Registers without numbers, in the order of Microsoft's compiler. */
const SPECIALS: readonly (IrSpecial | undefined)[] = [
  'threadIdInGroupFlattened',
  'threadGroupId',
  'threadIdInGroup',
  'threadId',
  'outputPointId',
  'domainPoint',
  'primitiveId',
];
/** More than any register. */
const AFTER_REGISTERS = 2 ** 20;

/**
 * Elements by their registers, those without a number after them, then control points; others of one rank stay in
 * their order.
 */
function inOrder(elements: readonly IrElement[]): [number, IrElement][] {
  const rank = ({ kind, special, register }: IrElement) => {
    if (special !== undefined) return AFTER_REGISTERS + SPECIALS.indexOf(special);
    return kind === 'inputPoint' || kind === 'outputPoint' ? 2 * AFTER_REGISTERS + register : register;
  };
  return [...elements.entries()].sort(([, a], [, b]) => rank(a) - rank(b));
}

export class Declarer {
  readonly nodes: Sm4Node[] = [];

  constructor(
    readonly module: IrModule,
    readonly values: Values,
    readonly makers: Makers,
    readonly hasRanges: boolean,
    readonly profile: string,
    readonly calls: InterfaceCalls,
    /** Bindings that no operation names. */
    readonly declared: readonly number[],
  ) {}

  #add(name: string, ...operands: unknown[]): void {
    const make = this.makers[name];
    if (make === undefined) throw new Refusal(DX6100, { profile: this.profile, what: `the declaration ${name}` });
    this.nodes.push(make(...operands));
  }

  flags(needs: Needs): void {
    const { facts } = this.module;
    const flags: Sm4GlobalFlag[] = [];
    if (facts.allowsRefactoring) flags.push('refactoringAllowed');
    if (needs.doubles) flags.push('enableDoublePrecisionFloatOps');
    if (facts.forcesEarlyDepth) flags.push('forceEarlyDepthStencil');
    if (needs.rawBuffers) flags.push('enableRawAndStructuredBuffers');
    if (facts.skipsOptimization) flags.push('skipOptimization');
    if (needs.minimumPrecision) flags.push('enableMinimumPrecision');
    if (needs.doubleExtensions) flags.push('enable11_1DoubleExtensions');
    if (needs.shaderExtensions) flags.push('enable11_1ShaderExtensions');
    if (facts.allResourcesBound) flags.push('allResourcesBound');
    // The first model has no flag of refactoring alone, outside of compute shaders.
    if (/^([vpg]s|lib)_4_0$/.test(this.profile) && flags.join() === 'refactoringAllowed') return;
    if (flags.length > 0) this.#add('dcl_globalFlags', ...flags);
  }

  immediateConstants(): void {
    const { immediateConstants } = this.module;
    const isRead = this.values.table.sources.some(({ file }) => file === 'immediateConstantBuffer');
    if (isRead && immediateConstants.length > 0) this.nodes.push(sm4ImmediateConstantBuffer(immediateConstants));
  }

  bindings(): void {
    const { bindings } = this.module;
    const order = (number: number) => (this.hasRanges ? this.values.bindings.idOf(number) : bindings[number]!.register);
    const named = new Set([...usedBindings(this.module), ...this.declared]);
    const used = [...named].filter((number) => number >= 0 && this.#isOne(number)).sort((a, b) => order(a) - order(b));
    for (const kind of ['constants', 'sampler', 'view', 'uav'] as const)
      for (const number of used) if (bindings[number]!.kind === kind) this.#binding(number, bindings[number]!);
  }

  /** Before 5.1 a binding of several registers is any register, which another binding declares. */
  #isOne(number: number): boolean {
    return this.hasRanges || this.module.bindings[number]!.count === 1;
  }

  /** Function bodies, the tables that have them, and the interface pointers. */
  interfaces(): void {
    const { calls } = this;
    for (const number of calls.bodies.keys()) this.#add('dcl_function_body', number);
    const tables = new Set(calls.interfaces.flatMap((one) => one.tables));
    for (const table of [...tables].sort((a, b) => a - b))
      this.#add('dcl_function_table', table, calls.tableBodies(table));
    for (const one of calls.interfaces)
      this.#add('dcl_interface', {
        pointer: one.first,
        length: one.length,
        callSites: calls.callsOf(one),
        tables: [...new Set(one.tables)],
        dynamicallyIndexed: one.isIndexed,
      });
  }

  #binding(number: number, binding: IrBinding): void {
    const { register, space, kind } = binding;
    const id = this.values.bindings.idOf(number);
    const last = Bindings.lastRegister(binding);
    const ranged = (file: 'cb' | 's' | 't' | 'u') => sm4Ranges[file](id, register, last, space);
    const named = (file: 's' | 't' | 'u') => (this.hasRanges ? ranged(file) : sm4Registers[file](register));
    const marks = {
      globallyCoherent: binding.isCoherent ?? false,
      rasterizerOrdered: binding.isRasterizerOrdered ?? false,
      orderPreservingCounter: binding.isOrdered ?? false,
    };
    if (kind === 'constants') {
      const access =
        binding.isIndexed || this.values.bindings.dynamic.has(number) ? 'dynamicIndexed' : 'immediateIndexed';
      const size = binding.size ?? 0;
      if (this.hasRanges) this.#add('dcl_constantbuffer', ranged('cb'), size, access);
      else this.#add('dcl_constantbuffer', sm4Registers.cb(register, size), access);
    } else if (kind === 'sampler')
      this.#add('dcl_sampler', named('s'), binding.isComparison ? 'mode_comparison' : 'mode_default');
    else if (binding.dimension === 'rawBuffer')
      if (kind === 'view') this.#add('dcl_resource_raw', named('t'));
      else this.#add('dcl_uav_raw', named('u'), marks);
    else if (binding.dimension === 'structuredBuffer')
      if (kind === 'view') this.#add('dcl_resource_structured', named('t'), binding.stride ?? 0);
      else this.#add('dcl_uav_structured', named('u'), binding.stride ?? 0, marks);
    else if (kind === 'view')
      this.#add('dcl_resource', DIMENSION_OF(binding), named('t'), returnTypesOf(binding), {
        samples: binding.samples ?? 0,
      });
    else this.#add('dcl_uav_typed', DIMENSION_OF(binding), named('u'), returnTypesOf(binding), marks);
  }

  // --- inputs and outputs -------------------------------------------------------------------------------------------

  /** @param reads components of each input that are read */
  inputs(reads: readonly number[]): void {
    for (const [number, element] of inOrder(this.module.inputs)) {
      // Geometry shaders declare all that vertices have (source: oracle).
      const isVertex = this.module.stage === 'gs' && element.special === undefined;
      const mask = isVertex ? element.mask : reads[number]! & element.mask;
      if (mask !== 0) this.#input(element, this.#declaredMask(element, mask));
    }
  }

  /** Registers that are indexed together have one mask. */
  #declaredMask(element: IrElement, mask: number): number {
    const { inputRanges } = this.module;
    const isRanged = inputRanges.some(
      ({ kind, register, count }) =>
        kind === element.kind && element.register >= register && element.register < register + count,
    );
    return isRanged ? element.mask : mask;
  }

  #input(element: IrElement, mask: number): void {
    const { stage, facts } = this.module;
    const { special, register, kind, systemValue, interpolation } = element;
    if (special !== undefined) {
      const file = SPECIAL_INPUTS[special] ?? 'input';
      const named = sm4Register(file);
      const isVector = [
        'inputThreadId',
        'inputThreadGroupId',
        'inputThreadIdInGroup',
        'inputDomainPoint',
        'cycleCounter',
      ];
      this.#add('dcl_input', isVector.includes(file) ? withMask(named, mask) : named);
      return;
    }
    const file = this.values.inputFile(kind);
    const points =
      stage === 'gs'
        ? verticesOf(facts.inputPrimitive)
        : file === 'outputControlPoint'
          ? (facts.outputPoints ?? 0)
          : kind === 'inputPoint'
            ? (facts.inputPoints ?? 0)
            : -1;
    const named = points < 0 ? sm4Register(file, register) : sm4Register(file, points, register);
    const operand = withMask(named, mask, element);
    if (this.profile.startsWith('lib')) this.#add('dcl_input', operand);
    else if (stage === 'ps') {
      const mode = SM4_INTERPOLATION_MODES[InterpolationMode[interpolation ?? 'undefined']]!;
      if (systemValue === undefined) this.#add('dcl_input_ps', mode, operand);
      else if (GENERATED.has(systemValue)) this.#add('dcl_input_ps_sgv', mode, operand, systemValue);
      else this.#add('dcl_input_ps_siv', mode, operand, systemValue);
    } else if (systemValue === undefined) this.#add('dcl_input', operand);
    else if (GENERATED.has(systemValue) && (stage === 'vs' || stage === 'hs'))
      this.#add('dcl_input_sgv', operand, systemValue);
    else if (stage === 'vs' || stage === 'hs' || (stage === 'gs' && systemValue !== 'position'))
      this.#add('dcl_input', operand);
    else this.#add('dcl_input_siv', operand, systemValue);
  }

  outputs(elements: readonly IrElement[]): void {
    for (const [, element] of inOrder(elements)) if (element.mask !== 0) this.#output(element);
  }

  #output(element: IrElement): void {
    const { stage } = this.module;
    const { special, register, systemValue, mask, kind } = element;
    if (special !== undefined) {
      this.#add('dcl_output', sm4Register(SPECIAL_OUTPUTS[special] as Sm4OperandTypeName));
      return;
    }
    const operand = withMask(sm4Register('output', register), mask, element);
    const hasNoValue = systemValue === undefined || stage === 'ps' || kind === 'outputPoint';
    if (hasNoValue) this.#add('dcl_output', operand);
    else if (GENERATED.has(systemValue) && stage === 'gs') this.#add('dcl_output_sgv', operand, systemValue);
    else this.#add('dcl_output_siv', operand, systemValue);
  }

  indexRanges(isInput: boolean, numbers: Iterable<number>): void {
    const { inputRanges, outputRanges, inputs, outputs, stage, facts } = this.module;
    for (const number of numbers) {
      const { kind, register, count } = (isInput ? inputRanges : outputRanges)[number]!;
      const first = (isInput ? inputs : outputs).find((one) => one.kind === kind && one.register === register);
      const file = isInput ? this.values.inputFile(kind) : 'output';
      const isArray = isInput && (stage === 'gs' || kind === 'inputPoint' || kind === 'outputPoint');
      const points = stage === 'gs' ? verticesOf(facts.inputPrimitive) : (facts.inputPoints ?? 0);
      const named = isArray ? sm4Register(file, points, register) : sm4Register(file, register);
      this.#add('dcl_indexrange', withMask(named, first?.mask ?? 15), count);
    }
  }

  temps(count: number): void {
    if (count > 0) this.#add('dcl_temps', count);
  }

  arrays(numbers: Iterable<number>): void {
    for (const number of [...numbers].sort((a, b) => a - b)) {
      const { rows, components } = this.module.variables[number]!;
      this.#add('dcl_indexableTemp', sm4Registers.x(number, rows), components);
    }
  }

  groupMemory(): void {
    for (const { kind, register, dimension, stride, size } of this.module.bindings) {
      if (kind !== 'group') continue;
      const memory = sm4Registers.g(register);
      if (dimension === 'structuredBuffer') this.#add('dcl_tgsm_structured', memory, stride ?? 0, size ?? 0);
      else this.#add('dcl_tgsm_raw', memory, size ?? 0);
    }
  }

  threadGroup(): void {
    const size = this.module.facts.threadGroupSize;
    if (size !== undefined) this.#add('dcl_thread_group', ...size);
  }

  // --- geometry and tessellation ------------------------------------------------------------------------------------

  geometry(outputs: readonly IrElement[], hasStreams: boolean): void {
    const { facts } = this.module;
    if ((facts.instances ?? 0) > 0) this.#add('dcl_gsinstances', facts.instances!);
    this.#add('dcl_inputprimitive', facts.inputPrimitive);
    const topologies = facts.outputTopologies ?? [];
    for (let stream = 0; stream < Math.max(topologies.length, 1); stream++) {
      if (topologies[stream] === undefined || topologies[stream] === 'undefined') continue;
      if (hasStreams) this.#add('dcl_stream', sm4Registers.m(stream));
      this.#add('dcl_outputtopology', topologies[stream]);
      this.outputs(outputs.filter((one) => (one.stream ?? 0) === stream));
    }
    this.#add('dcl_maxout', facts.maxVertices ?? 0);
  }

  hull(): void {
    const { facts } = this.module;
    this.nodes.push(this.makers.hs_decls!());
    this.#add('dcl_input_control_point_count', facts.inputPoints ?? 0);
    this.#add('dcl_output_control_point_count', facts.outputPoints ?? 0);
    this.#add('dcl_tessellator_domain', `domain_${facts.domain}`);
    this.#add('dcl_tessellator_partitioning', PARTITIONINGS[facts.partitioning ?? ''] ?? facts.partitioning);
    this.#add(
      'dcl_tessellator_output_primitive',
      OUTPUT_PRIMITIVES[facts.outputPrimitive ?? ''] ?? facts.outputPrimitive,
    );
    if (facts.maxTessFactor !== undefined && facts.maxTessFactor > 0)
      this.#add('dcl_hs_max_tessfactor', facts.maxTessFactor);
  }

  domain(): void {
    const { facts } = this.module;
    this.#add('dcl_input_control_point_count', facts.inputPoints ?? 0);
    this.#add('dcl_tessellator_domain', `domain_${facts.domain}`);
  }

  /** The declarations of a phase of a hull shader. */
  phase(
    fn: IrFunction,
    reads: readonly number[],
    written: WrittenOutputs,
    temps: number,
    ranges: readonly number[],
    arrays: Iterable<number>,
  ): void {
    const { outputs } = this.module;
    this.values.phase = fn.kind;
    const marker =
      fn.kind === 'controlPoint' ? 'hs_control_point_phase' : fn.kind === 'fork' ? 'hs_fork_phase' : 'hs_join_phase';
    this.nodes.push(this.makers[marker]!());
    this.instances(fn);
    this.inputs(reads);
    this.outputs(written.masks.map(([number, mask]) => ({ ...outputs[number]!, mask })));
    this.temps(temps);
    this.indexRanges(true, ranges);
    this.indexRanges(false, written.ranges);
    this.arrays(arrays);
  }

  instances({ kind, instances }: IrFunction): void {
    if (instances > 1)
      this.#add(kind === 'fork' ? 'dcl_hs_fork_phase_instance_count' : 'dcl_hs_join_phase_instance_count', instances);
  }
}

const PARTITIONINGS: Readonly<Record<string, string>> = {
  integer: 'partitioning_integer',
  pow2: 'partitioning_pow2',
  fractionalOdd: 'partitioning_fractional_odd',
  fractionalEven: 'partitioning_fractional_even',
};

const OUTPUT_PRIMITIVES: Readonly<Record<string, string>> = {
  point: 'output_point',
  line: 'output_line',
  triangleCw: 'output_triangle_cw',
  triangleCcw: 'output_triangle_ccw',
};

/** System values that the hardware generates. */
const GENERATED: ReadonlySet<string> = new Set([
  'vertex_id',
  'instance_id',
  'primitive_id',
  'is_front_face',
  'sampleIndex',
]);

function withMask(register: Sm4Register, mask: number, element?: IrElement): Sm4Destination {
  const text = [...COMPONENTS].filter((_, i) => (mask & (1 << i)) !== 0).join('') as Sm4Mask;
  const destination = register.mask(text);
  if (element?.precision === undefined) return destination;
  const type = element.type ?? 'f32';
  return destination.precision(
    element.precision === 10 ? 'min2_8f' : type === 'i32' ? 'min16i' : type === 'u32' ? 'min16u' : 'min16f',
  );
}

/** Vertices of a primitive that enters a geometry shader. */
function verticesOf(primitive: string | undefined): number {
  const patch = /^patch(\d+)$/.exec(primitive ?? '');
  if (patch !== null) return Number(patch[1]);
  return PRIMITIVE_VERTICES[primitive ?? ''] ?? 1;
}

/** The bindings that operations name. */
function usedBindings({ ops, accesses }: IrModule): Set<number> {
  const used = new Set<number>();
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP) continue;
    const extra = ops.extra[op]!;
    const { attribute } = OP_ROWS[ops.code[op]!]!;
    if (attribute === 'constants') used.add(extra >> 2);
    else if (attribute === 'binding') used.add(extra);
    else if (attribute === 'access') {
      used.add(accesses[extra]!.binding);
      used.add(accesses[extra]!.sampler);
    }
  }
  return used;
}
