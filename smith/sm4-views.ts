/**
 * The resources of a generated program: constant buffers, samplers, shader resource views, unordered access views and
 * group-shared memory. They are declared when the first instruction asks for one that does not exist yet.
 */
import type { Field } from '../src/base/field.ts';
import { SM4_RESOURCE_DIMENSIONS, SM4_RETURN_TYPES, SM4_SAMPLER_MODES } from '../src/isa/sm4/names.ts';
import type { Sm4Mnemonic } from '../src/isa/sm4/opcodes.ts';
import { Sm4DeclarationControls, Sm4ReturnTypeToken } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import type { FeatureName } from './sm4-features.ts';
import {
  type CounterUse,
  DIMENSION_SINCE,
  type Dimension,
  type ReturnType,
  type SamplerMode,
  type ViewNeed,
} from './sm4-recipes.ts';
import { hasRangeIds, reaches, type Target } from './sm4-target.ts';
import { happens, SIZES } from './sm4-weights.ts';
import { instructionWords, operandWords } from './sm4-words.ts';

export type ViewRegister = 'constantBuffer' | 'sampler' | 'resource' | 'unorderedAccessView' | 'groupSharedMemory';

export type Shape =
  | { readonly form: 'constants'; readonly size: number }
  | { readonly form: 'sampler'; readonly mode: SamplerMode | 'mode_mono' }
  | {
      readonly form: 'typed';
      readonly dimension: Dimension;
      readonly returns: readonly ReturnType[];
      readonly samples: number;
    }
  | { readonly form: 'raw'; readonly bytes: number }
  | {
      readonly form: 'structured';
      readonly stride: number;
      readonly count: number;
      readonly counter: CounterUse | undefined;
    };

export interface View {
  readonly register: ViewRegister;
  /** The range id; before 5.1 the register number. */
  readonly id: number;
  /** First and last register of the range; the last is {@link UNBOUNDED} for a range without end. */
  readonly lower: number;
  readonly upper: number;
  readonly space: number;
  readonly shape: Shape;
  /** Bits of the declaration that no instruction depends on. */
  readonly controls: number;
  /** Whether an instruction computes the index inside a constant buffer. */
  dynamic: boolean;
}

export const UNBOUNDED = 0xffff_ffff;

/** Registers of each kind that a program before 5.1 has. */
const SLOTS: Record<ViewRegister, number> = {
  constantBuffer: 14,
  sampler: 16,
  resource: 128,
  unorderedAccessView: 8,
  groupSharedMemory: 32,
};
const MANY_UAV_SLOTS = 64;
/** Bytes of group-shared memory in 4.x and 5.x. */
const SHARED_BYTES_4 = 16384;
const SHARED_BYTES_5 = 32768;
/** 16-byte registers of a constant buffer. */
const LARGEST_BUFFER = 4096;
const UAV_DIMENSIONS: readonly Dimension[] = [
  'buffer',
  'texture1d',
  'texture2d',
  'texture3d',
  'texture1darray',
  'texture2darray',
];
const DIMENSIONS: readonly Dimension[] = [
  ...UAV_DIMENSIONS,
  'texture2dms',
  'texturecube',
  'texture2dmsarray',
  'texturecubearray',
];
const RETURNS: readonly ReturnType[] = ['unorm', 'snorm', 'sint', 'uint', 'float'];

/** Everything that is no constant buffer and no sampler. */
const ANYTHING: readonly (ViewNeed & { readonly register: ViewRegister })[] = (
  ['resource', 'unorderedAccessView', 'groupSharedMemory'] as const
).flatMap((register) => {
  const forms =
    register === 'groupSharedMemory' ? (['raw', 'structured'] as const) : (['typed', 'raw', 'structured'] as const);
  return forms.map((form) => ({ register, form }));
});

export class Views {
  readonly #random: Random;
  readonly #target: Target;
  readonly #features: ReadonlySet<FeatureName>;
  /** Threads of the group, which 4.x ties the size of group-shared memory to. */
  readonly #threads: number;
  readonly #list: View[] = [];
  #sharedBytesLeft: number;

  constructor(random: Random, target: Target, features: ReadonlySet<FeatureName>, threads: number) {
    this.#random = random;
    this.#target = target;
    this.#features = features;
    this.#threads = threads;
    this.#sharedBytesLeft = reaches(target, '5.0') ? SHARED_BYTES_5 : SHARED_BYTES_4;
  }

  get list(): readonly View[] {
    return this.#list;
  }

  /** A view that answers `need`, declared already or declared now; undefined when the program cannot have one. */
  find(need: ViewNeed): View | undefined {
    if (need.register === 'rasterizer' || !this.allows(need)) return undefined;
    const { register } = need;
    return this.#pick(
      register,
      (shape) => answers(need, shape),
      () => this.#randomShape(need),
    );
  }

  constantBuffer(): View | undefined {
    return this.#pick(
      'constantBuffer',
      () => true,
      () => ({ form: 'constants', size: this.#randomBufferSize() }),
    );
  }

  sampler(mode: SamplerMode | 'mode_mono'): View | undefined {
    return this.#pick(
      'sampler',
      (shape) => shape.form === 'sampler' && shape.mode === mode,
      () => ({ form: 'sampler', mode }),
    );
  }

  /** Declares something that no instruction uses, if there is space. */
  declareUnused(): void {
    const random = this.#random;
    const needs = ANYTHING.filter((need) => this.allows(need));
    const kind = random.below(3);
    if (kind === 0) this.#declare('constantBuffer', () => ({ form: 'constants', size: this.#randomBufferSize() }));
    else if (kind === 1) this.#declare('sampler', () => ({ form: 'sampler', mode: random.pick(SM4_SAMPLER_MODES) }));
    else {
      const need = random.pick(needs);
      this.#declare(need.register, () => this.#randomShape(need));
    }
  }

  /** Whether the program may have what `need` asks for, leaving the number of slots aside. */
  allows(need: ViewNeed): boolean {
    const { stage } = this.#target;
    if (need.since !== undefined && !reaches(this.#target, need.since)) return false;
    const five = reaches(this.#target, '5.0');
    switch (need.register) {
      case 'rasterizer':
        return stage === 'ps';
      case 'groupSharedMemory':
        return stage === 'cs' && (five || need.form === 'structured');
      case 'unorderedAccessView':
        if (five) return stage === 'ps' || stage === 'cs' || this.#features.has('uavsAtEveryStage');
        return stage === 'cs' && need.form !== 'typed' && !need.counter;
      case 'resource':
        if (need.form !== 'typed') return five || stage === 'cs' || this.#features.has('rawBuffersIn4');
        return this.#dimensions(need).length > 0;
    }
  }

  #pick(register: ViewRegister, suits: (shape: Shape) => boolean, shape: () => Shape): View | undefined {
    const suitable = this.#list.filter((view) => view.register === register && suits(view.shape));
    if (suitable.length > 0 && !happens(this.#random, 'freshView')) return this.#random.pick(suitable);
    return this.#declare(register, shape) ?? (suitable.length > 0 ? this.#random.pick(suitable) : undefined);
  }

  #declare(register: ViewRegister, shape: () => Shape): View | undefined {
    const range = this.#freeRange(register);
    if (range === undefined) return undefined;
    const made = shape();
    const bytes = register === 'groupSharedMemory' ? sharedBytes(made) : 0;
    if (bytes > this.#sharedBytesLeft) return undefined;
    this.#sharedBytesLeft -= bytes;
    const view: View = { register, ...range, shape: made, controls: this.#controls(register, made), dynamic: false };
    this.#list.push(view);
    return view;
  }

  #freeRange(register: ViewRegister): Pick<View, 'id' | 'lower' | 'upper' | 'space'> | undefined {
    const taken = this.#list.filter((view) => view.register === register);
    if (!hasRangeIds(this.#target) || register === 'groupSharedMemory') return this.#freeRegister(register, taken);
    const space = this.#random.oneIn(3) ? this.#random.below(4) : 0;
    const last = taken.filter((view) => view.space === space).reduce((most, view) => Math.max(most, view.upper), -1);
    if (last === UNBOUNDED) return undefined;
    const lower = last + 1 + (this.#random.oneIn(3) ? this.#random.below(10) : 0);
    const upper = this.#random.oneIn(8) ? UNBOUNDED : lower + (this.#random.oneIn(3) ? this.#random.below(6) : 0);
    return { id: taken.length, lower, upper, space };
  }

  #freeRegister(register: ViewRegister, taken: readonly View[]) {
    const slots = this.#slots(register);
    // Pixel shaders count UAVs and render targets in one row.
    const first = register === 'unorderedAccessView' && this.#target.stage === 'ps' ? SIZES.outputs : 0;
    const free = Array.from({ length: slots - first }, (_, i) => first + i).filter((slot) =>
      taken.every((view) => view.lower !== slot),
    );
    const slot = this.#random.oneIn(4) ? free[this.#random.below(free.length)] : free[0];
    return slot === undefined ? undefined : { id: slot, lower: slot, upper: slot, space: 0 };
  }

  #slots(register: ViewRegister): number {
    if (register !== 'unorderedAccessView') return SLOTS[register];
    if (!reaches(this.#target, '5.0')) return 1;
    return this.#features.has('uavSlots64') ? MANY_UAV_SLOTS : SLOTS[register];
  }

  #randomShape(need: ViewNeed): Shape {
    const random = this.#random;
    const shared = need.register === 'groupSharedMemory';
    const four = !reaches(this.#target, '5.0');
    switch (need.form) {
      case 'raw':
        return { form: 'raw', bytes: shared ? 4 * random.between(1, 256) : 0 };
      case 'structured': {
        const stride = 4 * random.between(1, random.oneIn(8) ? 512 : 8);
        const count = !shared ? 0 : four ? this.#threads : random.between(1, 64);
        return { form: 'structured', stride: shared ? Math.min(stride, 32) : stride, count, counter: need.counter };
      }
      default: {
        const dimension = random.pick(this.#dimensions(need));
        const returns = need.returns ?? RETURNS;
        const first = random.pick(returns);
        const mixed = random.oneIn(8);
        const samples = !dimension.includes('ms') ? 0 : four || random.oneIn(2) ? random.pick([2, 4, 8]) : 0;
        return {
          form: 'typed',
          dimension,
          returns: [first, ...[1, 2, 3].map(() => (mixed ? random.pick(returns) : first))],
          samples,
        };
      }
    }
  }

  #dimensions(need: ViewNeed): Dimension[] {
    const all = need.register === 'unorderedAccessView' ? UAV_DIMENSIONS : DIMENSIONS;
    return all.filter((dimension) => (need.dimensions?.includes(dimension) ?? true) && this.#has(dimension));
  }

  #has(dimension: Dimension): boolean {
    if (!reaches(this.#target, DIMENSION_SINCE[dimension] ?? '4.0')) return false;
    // Other stages could not read multisampled textures before 4.1 (source: oracle).
    return dimension !== 'texture2dms' || this.#target.stage === 'ps' || reaches(this.#target, '4.1');
  }

  #randomBufferSize(): number {
    return this.#random.oneIn(10) ? LARGEST_BUFFER : this.#random.between(1, 40);
  }

  #controls(register: ViewRegister, shape: Shape): number {
    if (register !== 'unorderedAccessView') return 0;
    let controls = 0;
    const counter = shape.form === 'structured' && shape.counter !== undefined;
    if (this.#random.oneIn(3) && reaches(this.#target, '5.0')) {
      controls = Sm4DeclarationControls.globallyCoherent.set(controls, 1);
    }
    if (this.#features.has('rasterizerOrderedViews') && this.#random.oneIn(2)) {
      controls = Sm4DeclarationControls.rasterizerOrdered.set(controls, 1);
    }
    return counter ? Sm4DeclarationControls.orderPreservingCounter.set(controls, 1) : controls;
  }
}

/** Whether a view of `shape` is what `need` asks for. */
function answers(need: ViewNeed, shape: Shape): boolean {
  if (need.form !== undefined && shape.form !== need.form) return false;
  if (shape.form === 'structured') return need.counter === undefined || shape.counter === need.counter;
  if (shape.form !== 'typed') return true;
  const { returns } = need;
  return (
    (need.dimensions?.includes(shape.dimension) ?? true) &&
    (returns === undefined || shape.returns.every((type) => returns.includes(type)))
  );
}

function sharedBytes(shape: Shape): number {
  return shape.form === 'raw' ? shape.bytes : shape.form === 'structured' ? shape.stride * shape.count : 0;
}

/** The number of a dimension (D3D10_SB_RESOURCE_DIMENSION). */
export function dimensionCode(dimension: Dimension | 'raw_buffer' | 'structured_buffer'): number {
  return SM4_RESOURCE_DIMENSIONS.indexOf(dimension);
}

/** Return types of the components as a declaration and an extended opcode token have them. */
export function returnTypesWord(returns: readonly ReturnType[]): number {
  const fields: Field[] = [Sm4ReturnTypeToken.x, Sm4ReturnTypeToken.y, Sm4ReturnTypeToken.z, Sm4ReturnTypeToken.w];
  return returns.reduce((word, type, i) => fields[i]!.set(word, SM4_RETURN_TYPES.indexOf(type)), 0);
}

const DECLARED_AS: Record<ViewRegister, Partial<Record<Shape['form'], Sm4Mnemonic>>> = {
  constantBuffer: { constants: 'dcl_constantbuffer' },
  sampler: { sampler: 'dcl_sampler' },
  resource: { typed: 'dcl_resource', raw: 'dcl_resource_raw', structured: 'dcl_resource_structured' },
  unorderedAccessView: { typed: 'dcl_uav_typed', raw: 'dcl_uav_raw', structured: 'dcl_uav_structured' },
  groupSharedMemory: { raw: 'dcl_tgsm_raw', structured: 'dcl_tgsm_structured' },
};

const IDENTITY = 0xe4;

/** The words of the declaration of `view`. */
export function declareView(view: View, target: Target): number[] {
  const { register, shape } = view;
  const ranges = hasRangeIds(target) && register !== 'groupSharedMemory';
  const constants = shape.form === 'constants';
  const indices = ranges ? [view.id, view.lower, view.upper] : constants ? [view.id, shape.size] : [view.id];
  // Compilers write the identity swizzle from 5.1 on, and before for constant buffers only.
  const operand = operandWords(register, ranges || constants ? { indices, swizzle: IDENTITY } : { indices });
  const payload = [...shapeWords(shape, register), ...(ranges ? spaceWords(view) : [])];
  return instructionWords(DECLARED_AS[register][shape.form]!, [...operand, ...payload], controlsOf(view));
}

function spaceWords(view: View): number[] {
  return view.shape.form === 'constants' ? [view.shape.size, view.space] : [view.space];
}

function shapeWords(shape: Shape, register: ViewRegister): number[] {
  const shared = register === 'groupSharedMemory';
  if (shape.form === 'typed') return [returnTypesWord(shape.returns)];
  if (shape.form === 'raw') return shared ? [shape.bytes] : [];
  if (shape.form === 'structured') return shared ? [shape.stride, shape.count] : [shape.stride];
  return [];
}

function controlsOf({ shape, controls, dynamic }: View): number {
  switch (shape.form) {
    case 'constants':
      return Sm4DeclarationControls.dynamicallyIndexed.set(0, dynamic ? 1 : 0);
    case 'sampler':
      return Sm4DeclarationControls.samplerMode.set(0, SM4_SAMPLER_MODES.indexOf(shape.mode));
    case 'typed': {
      const typed = Sm4DeclarationControls.resourceDimension.set(controls, dimensionCode(shape.dimension));
      return shape.samples > 0 ? Sm4DeclarationControls.sampleCount.set(typed, shape.samples) : typed;
    }
    default:
      return controls;
  }
}
