/**
 * The temporaries, constants, resources and memory that the program has declared so far. Registers are indexed by
 * number, from 5.1 on by range id, which may be any 32-bit number.
 *
 * Not for: rules (resources.ts and its neighbors).
 */
import { SM4_RESOURCE_DIMENSIONS } from '../../../../isa/sm4/names.ts';
import { ALL_COMPONENTS } from '../../limits.ts';

/** A dimension of {@link SM4_RESOURCE_DIMENSIONS}. */
export type Dimension = (typeof SM4_RESOURCE_DIMENSIONS)[number];

/** A set of dimensions as bits: bit `n` is D3D10_SB_RESOURCE_DIMENSION `n`. */
export function dimensionSet(...names: readonly Dimension[]): number {
  return names.reduce((set, name) => set | (1 << SM4_RESOURCE_DIMENSIONS.indexOf(name)), 0);
}

export const RAW_BUFFER = SM4_RESOURCE_DIMENSIONS.indexOf('raw_buffer');
export const STRUCTURED_BUFFER = SM4_RESOURCE_DIMENSIONS.indexOf('structured_buffer');

const KEEPS_ORDER = 256;

/** Registers of one type by number; created when the first is declared. */
type File = Map<number, number>;

/** How instructions use the counter of a view, a bit each. */
export const COUNTER_USES = { alloc: 1, consume: 2, otherAtomic: 4 } as const;

interface Temporaries {
  readonly temps: number;
  readonly elements: number;
  readonly indexable: File | undefined;
}

export class ResourceState {
  /** How many temporaries there are; -1: none are declared. */
  temps = -1;
  /** Elements of all indexable temporaries. */
  indexableElements = 0;
  /** Rows of the immediate constant buffer; -1: there is none. */
  immediateRows = -1;
  /** There was a `dcl_globalFlags`. */
  hasFlags = false;
  /** Raw or structured views are declared. */
  hasRawBuffers = false;
  /** Threads of a group; 0: not declared. */
  groupThreads = 0;
  /** Bytes of all group-shared memory. */
  sharedBytes = 0;
  /** Element count times 16, plus the mask. */
  #indexable: File | undefined;
  /** Rows times 2, plus 1 where they may be indexed. */
  #constantBuffers: File | undefined;
  #samplers: File | undefined;
  /** The dimension, and from bit 8 on the return types. */
  #resources: File | undefined;
  /** The dimension, and {@link KEEPS_ORDER} for an order-preserving counter. */
  #views: File | undefined;
  #counters: File | undefined;
  #shared: Map<number, SharedMemory> | undefined;
  /** Those of the earlier phases of a hull shader. */
  #phases: Temporaries[] | undefined;
  #resumed = false;

  /** Begins a phase of a hull shader: it has temporaries of its own. */
  beginPhase(): void {
    this.#phases ??= [];
    this.#phases.push(this.#temporaries());
    this.temps = -1;
    this.indexableElements = 0;
    this.#indexable = undefined;
  }

  /** Returns to the temporaries of phase number `phase`, from 0; no phase begins after that. */
  resumePhase(phase: number): void {
    if (!this.#resumed) this.#phases?.push(this.#temporaries());
    this.#resumed = true;
    const resumed = this.#phases?.[phase + 1];
    if (resumed === undefined) return;
    this.temps = resumed.temps;
    this.indexableElements = resumed.elements;
    this.#indexable = resumed.indexable;
  }

  #temporaries(): Temporaries {
    return { temps: this.temps, elements: this.indexableElements, indexable: this.#indexable };
  }

  /** Elements and indexable temporaries together. */
  get temporaries(): number {
    return Math.max(0, this.temps) + this.indexableElements;
  }

  hasIndexable(register: number): boolean {
    return this.#indexable?.has(register) === true;
  }

  /** Elements of x#; 0 where it is not declared. */
  indexableSize(register: number): number {
    return (this.#indexable?.get(register) ?? 0) >>> 4;
  }

  /** Components of x#; 0 where it is not declared. */
  indexableMask(register: number): number {
    return (this.#indexable?.get(register) ?? 0) & ALL_COMPONENTS;
  }

  declareIndexable(register: number, elements: number, mask: number): void {
    this.#indexable ??= new Map();
    this.#indexable.set(register, (elements << 4) | mask);
    this.indexableElements += elements;
  }

  /** Rows of a constant buffer, 0 where it is declared without a size; undefined: it is not declared. */
  constantBufferRows(register: number): number | undefined {
    const packed = this.#constantBuffers?.get(register);
    return packed === undefined ? undefined : packed >>> 1;
  }

  /** Whether the rows of a declared constant buffer may be indexed by a register. */
  isDynamic(register: number): boolean {
    return ((this.#constantBuffers?.get(register) ?? 0) & 1) !== 0;
  }

  declareConstantBuffer(register: number, rows: number, dynamic: boolean): void {
    this.#constantBuffers ??= new Map();
    this.#constantBuffers.set(register, 2 * rows + (dynamic ? 1 : 0));
  }

  /** D3D10_SB_SAMPLER_MODE of a sampler; undefined: it is not declared. */
  samplerMode(register: number): number | undefined {
    return this.#samplers?.get(register);
  }

  declareSampler(register: number, mode: number): void {
    this.#samplers ??= new Map();
    this.#samplers.set(register, mode);
  }

  hasResource(register: number): boolean {
    return this.#resources?.has(register) === true;
  }

  /** Dimension of a shader resource view; 0 where it is not declared. */
  resourceDimension(register: number): number {
    return (this.#resources?.get(register) ?? 0) & 255;
  }

  /** Return types of a shader resource view, four bits a component; 0 for buffers that have none. */
  resourceTypes(register: number): number {
    return (this.#resources?.get(register) ?? 0) >>> 8;
  }

  declareResource(register: number, dimension: number, types: number): void {
    this.#resources ??= new Map();
    this.#resources.set(register, (types << 8) | dimension);
  }

  hasView(register: number): boolean {
    return this.#views?.has(register) === true;
  }

  /** Dimension of an unordered access view; 0 where it is not declared. */
  viewDimension(register: number): number {
    return (this.#views?.get(register) ?? 0) & ~KEEPS_ORDER;
  }

  /** Whether a view is declared with an order-preserving counter. */
  keepsOrder(register: number): boolean {
    return ((this.#views?.get(register) ?? 0) & KEEPS_ORDER) !== 0;
  }

  declareView(register: number, dimension: number, keepsOrder: boolean): void {
    this.#views ??= new Map();
    this.#views.set(register, keepsOrder ? dimension | KEEPS_ORDER : dimension);
  }

  /** Records a use of the counter of a view, one of {@link COUNTER_USES}; returns all of them. */
  useCounter(register: number, use: number): number {
    this.#counters ??= new Map();
    const uses = (this.#counters.get(register) ?? 0) | use;
    this.#counters.set(register, uses);
    return uses;
  }

  sharedMemory(register: number): SharedMemory | undefined {
    return this.#shared?.get(register);
  }

  /** The numbers of declared group-shared memory, in ascending order. */
  get sharedRegisters(): readonly number[] {
    return this.#shared === undefined ? [] : [...this.#shared.keys()].sort((a, b) => a - b);
  }

  declareShared(register: number, memory: SharedMemory): void {
    this.#shared ??= new Map();
    this.#shared.set(register, memory);
  }
}

export interface SharedMemory {
  /** Bytes of an element; 0: raw memory. */
  readonly stride: number;
  /** Bytes, where it is raw memory. */
  readonly elements: number;
}
