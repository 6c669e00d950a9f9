/**
 * The operand types of each type class in a stage, how many indices each type takes, and the highest number of each
 * index (source: oracle).
 *
 * Not for: the class of each operand (operand-constraints.ts), or the check itself (rules/encoding/operands.ts).
 */

import { DirectMappedCache } from '../../base/direct-mapped-cache.ts';
import { INTERFACE_POINTERS } from '../../chunks/ifce.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import { INTERFACE_REGISTERS, LIBRARY_INTERFACE_REGISTERS, MAX_TEMPS, STREAMS } from './limits.ts';
import { TYPE_CLASS } from './operand-constraints.ts';
import { HULL_PHASES } from './rules/stages/tessellation-state.ts';

type Types = readonly Sm4OperandTypeName[];

/** Types of the classes that are the same in every stage and model. */
const EVERYWHERE: Readonly<Partial<Record<keyof typeof TYPE_CLASS, Types>>> = {
  literal: ['immediate32'],
  label: ['label', 'functionBody'],
  view: ['resource'],
  uav: ['unorderedAccessView'],
  memory: ['groupSharedMemory'],
  sampler: ['sampler'],
  constantBuffer: ['constantBuffer'],
  function: ['interface'],
  stream: ['stream'],
  input: ['input'],
};

const DEPTHS: Types = ['outputDepthGreaterEqual', 'outputDepthLessEqual', 'outputStencilRef'];
const THREAD_IDS: Types = [
  ...['inputThreadId', 'inputThreadGroupId', 'inputThreadIdInGroup', 'inputThreadIdInGroupFlattened'],
] as Types;

/**
 * Types that can be read besides temporaries and constants. Arrays can be indexed and hold doubles, the others cannot.
 */
interface Inputs {
  readonly arrays: Types;
  readonly others: Types;
}

function inputsOf(stage: string, phase: number): Inputs {
  switch (stage) {
    case 'ps':
      return { arrays: ['input'], others: ['inputCoverageMask', 'innerCoverage', 'cycleCounter'] };
    case 'gs':
      return { arrays: ['input'], others: ['inputPrimitiveId', 'inputGsInstanceId', 'cycleCounter'] };
    case 'cs':
      return { arrays: [], others: [...THREAD_IDS, 'cycleCounter'] };
    case 'ds':
      return {
        arrays: ['inputControlPoint', 'inputPatchConstant'],
        others: ['inputDomainPoint', 'inputPrimitiveId', 'cycleCounter'],
      };
    case 'hs':
      return hullInputsOf(phase);
    default:
      return { arrays: ['input'], others: ['cycleCounter'] };
  }
}

function hullInputsOf(phase: number): Inputs {
  if (phase === HULL_PHASES.fork) {
    return {
      arrays: ['inputControlPoint', 'outputControlPoint'],
      others: ['inputPrimitiveId', 'inputForkInstanceId', 'cycleCounter'],
    };
  }
  if (phase === HULL_PHASES.join) {
    return {
      arrays: ['inputControlPoint', 'outputControlPoint', 'inputPatchConstant'],
      others: ['inputPrimitiveId', 'inputJoinInstanceId', 'cycleCounter'],
    };
  }
  return { arrays: ['input'], others: ['inputPrimitiveId', 'outputControlPointId', 'cycleCounter'] };
}

function outputsOf(stage: string, version: number): Types {
  if (stage === 'cs') return [];
  if (stage !== 'ps') return ['output'];
  const mask: Types = version >= 41 ? ['outputCoverageMask'] : [];
  return ['output', 'outputDepth', ...mask, ...(version >= 50 ? DEPTHS : [])];
}

function typesOf(name: keyof typeof TYPE_CLASS, stage: string, version: number, phase: number): Types {
  const same = EVERYWHERE[name];
  if (same !== undefined) return same;
  const { arrays, others } = inputsOf(stage, phase);
  const outputs = outputsOf(stage, version);
  const value: Types = ['temp', 'indexableTemp', 'immediate32', 'constantBuffer', 'immediateConstantBuffer'];
  const isLibrary = stage === 'lib';
  const withUav = version >= 50 || stage === 'ps' || stage === 'cs' || isLibrary;
  const uav: Types = withUav ? ['unorderedAccessView'] : [];
  const shared: Types = stage === 'cs' || isLibrary ? ['groupSharedMemory'] : [];
  // Functions of libraries have no interfaces.
  const members: Types = isLibrary ? [] : ['thisPointer'];
  switch (name) {
    case 'result':
      return ['temp', 'indexableTemp', ...outputs];
    case 'optionalResult':
      return ['temp', 'indexableTemp', 'null', ...outputs];
    case 'doubleResult':
      return ['temp', 'indexableTemp', ...(outputs.length > 0 && !isLibrary ? (['output'] as const) : [])];
    case 'doubleValue': {
      // A compute shader has no inputs: the limits below give them no indices.
      const doubles: Types = arrays.length > 0 ? arrays : ['input'];
      return ['temp', 'indexableTemp', 'immediate64', 'constantBuffer', 'immediateConstantBuffer', ...doubles];
    }
    case 'sampleIndex':
      if (version < 41) return ['immediate32'];
      return [...value, ...members, ...arrays, ...others];
    case 'viewOrUav':
      return ['resource', ...uav];
    case 'viewOrRasterizer':
      return stage === 'ps' || isLibrary ? ['resource', 'rasterizer'] : ['resource'];
    case 'readable':
      return ['resource', ...uav, ...shared];
    case 'writable':
      return ['unorderedAccessView', ...shared];
    case 'declaredInput':
      if (isLibrary) return arrays;
      return stage === 'ps' ? others : [...arrays, ...others];
    case 'declaredOutput':
      return outputs.length > 0 ? outputs : ['output'];
    case 'indexRange':
      return stage === 'cs' || isLibrary ? [] : [...arrays, 'output'];
    default:
      return [...value, ...members, ...arrays, ...others];
  }
}

const CLASS_COUNT = Object.keys(TYPE_CLASS).length;
const TYPE_COUNT = Math.max(...Object.values(SM4_OPERAND_TYPES).map(({ code }) => code)) + 1;
/** The index has no limit. */
export const UNLIMITED = -1;
/** Every index is above the limit. */
const NO_INDEX = -2;
const DIMENSIONS = 3;

/** Slots of the cache of accepted operands, as a power of two; programs have few different operands. */
const ACCEPTED_BITS = 9;

/** Types, indices and limits of one stage, model and phase. */
export class TypeTable {
  /** A byte for each class and type: 1 if the class has the type. */
  readonly #allowed = new Uint8Array(CLASS_COUNT * TYPE_COUNT);
  /** How many indices each type takes in a use, and in a declaration. */
  readonly #counts = [new Uint8Array(TYPE_COUNT), new Uint8Array(TYPE_COUNT)] as const;
  readonly #limits = [limitsOfNone(), limitsOfNone()] as const;
  /**
   * Operand tokens that were valid under a constraint, so that they are not checked again. Only results that follow
   * from both.
   */
  readonly accepted = new DirectMappedCache(ACCEPTED_BITS);

  constructor(stage: string, version: number, phase: number) {
    for (const [name, index] of Object.entries(TYPE_CLASS)) {
      for (const type of typesOf(name as keyof typeof TYPE_CLASS, stage, version, phase))
        this.#allowed[index * TYPE_COUNT + SM4_OPERAND_TYPES[type].code] = 1;
    }
    for (const declares of [0, 1] as const) {
      for (const [type, limits] of Object.entries(limitsOf(stage, version, phase, declares === 1))) {
        const { code } = SM4_OPERAND_TYPES[type as Sm4OperandTypeName];
        this.#counts[declares][code] = limits.length;
        limits.forEach((limit, i) => {
          this.#limits[declares][code * DIMENSIONS + i] = limit;
        });
      }
    }
  }

  allows(index: number, type: number): boolean {
    return type < TYPE_COUNT && this.#allowed[index * TYPE_COUNT + type] === 1;
  }

  /** How many indices `type` takes. `declares`: 1 in a declaration, else 0. */
  count(type: number, declares: number): number {
    return this.#counts[declares === 1 ? 1 : 0][type]!;
  }

  /** The highest number that index `i` of `type` may be, or {@link UNLIMITED}. */
  limit(type: number, i: number, declares: number): number {
    return this.#limits[declares === 1 ? 1 : 0][type * DIMENSIONS + i]!;
  }
}

function limitsOfNone(): Int32Array {
  return new Int32Array(TYPE_COUNT * DIMENSIONS).fill(UNLIMITED);
}

/** The highest number of each kind of register. */
const MAX = {
  /** Temporaries, elements of arrays and of constant buffers, interfaces. */
  elements: MAX_TEMPS - 1,
  registers: INTERFACE_REGISTERS - 1,
  registersOf4_0: 15,
  pixelOutputs: 7,
  samplers: 15,
  views: 127,
  constantBuffers: 14,
  uavs: 7,
  memories: 8191,
  streams: STREAMS - 1,
  instances: INTERFACE_POINTERS - 1,
  verticesOf4: 5,
  libraryRegisters: LIBRARY_INTERFACE_REGISTERS - 1,
  libraryBuffers: 255,
  librarySamplers: 127,
  libraryViews: 2047,
  libraryUavs: 511,
} as const;

function limitsOf(
  stage: string,
  version: number,
  phase: number,
  declares: boolean,
): Readonly<Partial<Record<Sm4OperandTypeName, readonly number[]>>> {
  const ranges = version >= 51;
  const id = declares ? [UNLIMITED, UNLIMITED, UNLIMITED] : [UNLIMITED, UNLIMITED];
  const inputs = version < 41 && (stage === 'vs' || stage === 'gs') ? MAX.registersOf4_0 : MAX.registers;
  // A declaration gives the number of vertices, a use the index of one.
  const vertices = (version < 50 && stage === 'gs' ? MAX.verticesOf4 : MAX.registers) + (declares ? 1 : 0);
  const outputs =
    stage === 'ps' ? MAX.pixelOutputs : version < 41 && stage === 'vs' ? MAX.registersOf4_0 : MAX.registers;
  // Before its first phase a hull shader has no outputs.
  const hasPhase = stage !== 'hs' || phase > HULL_PHASES.declarations;
  const elements = MAX.elements;
  const isLibrary = stage === 'lib';
  return {
    temp: [elements],
    indexableTemp: [elements, elements],
    input: isLibrary
      ? [MAX.libraryRegisters]
      : stage === 'gs' || stage === 'hs'
        ? [vertices, inputs]
        : stage === 'cs'
          ? []
          : [inputs],
    output: isLibrary ? [MAX.libraryRegisters] : stage === 'cs' ? [] : [hasPhase ? outputs : NO_INDEX],
    sampler: ranges ? id : [isLibrary ? MAX.librarySamplers : MAX.samplers],
    resource: ranges ? id : [isLibrary ? MAX.libraryViews : MAX.views],
    unorderedAccessView: ranges ? id : [isLibrary ? MAX.libraryUavs : version < 50 ? 0 : MAX.uavs],
    constantBuffer:
      isLibrary && !ranges
        ? [MAX.libraryBuffers, elements + (declares ? 1 : 0)]
        : constantBufferLimits(ranges, declares),
    immediateConstantBuffer: [elements],
    label: [UNLIMITED],
    functionBody: [UNLIMITED],
    interface: [elements, elements],
    stream: [MAX.streams],
    groupSharedMemory: [MAX.memories],
    inputControlPoint: [vertices, MAX.registers],
    outputControlPoint: [vertices, MAX.registers],
    inputPatchConstant: [MAX.registers],
    thisPointer: [MAX.instances],
  };
}

function constantBufferLimits(ranges: boolean, declares: boolean): readonly number[] {
  if (ranges) return [UNLIMITED, UNLIMITED, declares ? UNLIMITED : MAX.elements];
  // A declaration gives the number of elements.
  return [MAX.constantBuffers, MAX.elements + (declares ? 1 : 0)];
}

const STAGE_NUMBERS: Readonly<Record<string, number>> = { ps: 0, vs: 1, gs: 2, hs: 3, ds: 4, cs: 5, lib: 6 };
const VERSIONS = [40, 41, 50, 51] as const;
const PHASES = Object.keys(HULL_PHASES).length;
const tables: (TypeTable | undefined)[] = [];

/** The table of a stage, model and phase of a hull shader (`HULL_PHASES`), made when first needed. */
export function typeTable(stage: string, version: number, phase: number): TypeTable {
  const model = version >= 51 ? 3 : version >= 50 ? 2 : version >= 41 ? 1 : 0;
  const key = (STAGE_NUMBERS[stage]! * VERSIONS.length + model) * PHASES + phase;
  let table = tables[key];
  if (table === undefined) {
    table = new TypeTable(stage, VERSIONS[model]!, phase);
    tables[key] = table;
  }
  return table;
}
