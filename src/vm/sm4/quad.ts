/**
 * Four lanes of a program of shader models 4.0 to 5.1: their registers, which of them run, and where they are. It reads
 * and writes operands; what each instruction does is in the handlers.
 *
 * Direct3D defines what is out of range: reads of constant buffers and views are 0, writes have no effect. Registers
 * outside of their declared range, which is undefined, behave in the same way.
 */
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { type Bindings, type BoundView, BufferMemory } from '../bindings.ts';
import { LANES, LaneWords, REGISTER_WORDS, RegisterFile } from '../lanes.ts';
import { QuadFlow } from '../quad-flow.ts';
import type { Sm4Executable, Sm4Named, Sm4Step } from './executable.ts';
import { modify, NULL_TYPE, type Sm4Destination, type Sm4Index, type Sm4Source, saturateAll } from './operands.ts';

const TEMP = SM4_OPERAND_TYPES.temp.code;
const TEMP_ARRAY = SM4_OPERAND_TYPES.indexableTemp.code;
const CONSTANT_BUFFER = SM4_OPERAND_TYPES.constantBuffer.code;
const IMMEDIATE_CONSTANTS = SM4_OPERAND_TYPES.immediateConstantBuffer.code;
const THIS = SM4_OPERAND_TYPES.thisPointer.code;

/** Types whose registers are the same for all lanes. */
const UNIFORM_TYPES: ReadonlySet<number> = new Set([CONSTANT_BUFFER, IMMEDIATE_CONSTANTS]);

/** Executes an instruction. */
export type Sm4Handler = (quad: Sm4Quad, step: Sm4Step) => void;

/** The receiver of a vertex stream of a geometry shader. */
export interface StreamSink {
  emit(stream: number, lane: number, quad: Sm4Quad): void;
  cut(stream: number, lane: number): void;
}

/** Where an attribute of a pixel shader is evaluated: offsets from the pixel's center, in pixels. */
export interface Interpolator {
  word(register: number, component: number, lane: number, x: number, y: number): number;
  /** The position of a sample, or of the centroid of what the primitive covers. */
  sample(index: number): readonly [x: number, y: number];
  centroid(lane: number): readonly [x: number, y: number];
}

export abstract class Sm4Quad extends QuadFlow<Sm4Step> {
  /** Scratch operands: sources in order, and results. */
  readonly sources = Array.from({ length: 8 }, () => new LaneWords(REGISTER_WORDS));
  readonly result = new LaneWords(REGISTER_WORDS);
  readonly second = new LaneWords(REGISTER_WORDS);
  /** Registers by operand type. */
  readonly files: (RegisterFile | undefined)[] = [];
  readonly tempArrays: RegisterFile[] = [];
  /** Samples of the render targets. */
  rasterizerSamples = 1;
  sink: StreamSink | undefined = undefined;
  interpolator: Interpolator | undefined = undefined;
  readonly #rangeIds: boolean;
  readonly #constantSpaces = new Map<number, number>();

  /**
   * @param shared group-shared memory by register, which the quads of a thread group have in common
   */
  constructor(
    readonly executable: Sm4Executable,
    readonly bindings: Bindings,
    readonly shared: readonly BufferMemory[] = [],
  ) {
    super(executable.steps, executable.subroutineEnds);
    this.observer = executable.observer;
    this.#rangeIds = sm4UsesRangeIds(executable.program);
    const { declarations } = executable;
    for (const { type, id, space } of declarations.resources) if (type === 'cbv') this.#constantSpaces.set(id, space);
    this.#declareInputsAndOutputs();
    const temps = declarations.temps.reduce((most, { count }) => Math.max(most, count), 0);
    this.files[TEMP] = new RegisterFile(Math.min(temps, MAX_REGISTERS));
    // Each phase of a hull shader declares its registers: the largest count suffices for all.
    let rows = 0;
    for (const { register, elements } of declarations.tempArrays) {
      const known = this.tempArrays[register]?.registers ?? 0;
      const count = Math.min(elements, MAX_REGISTERS);
      if (register >= MAX_REGISTERS || count <= known || rows + count - known > MAX_ARRAY_ROWS) continue;
      rows += count - known;
      this.tempArrays[register] = new RegisterFile(count);
    }
  }

  /** Makes the files of the declared inputs and outputs, by operand type. */
  #declareInputsAndOutputs(): void {
    for (const [type, { registers, vertices }] of sm4FileSizes(this.executable))
      this.files[type] = new RegisterFile(registers, vertices);
  }

  // --- sources ------------------------------------------------------------------------------------------------------

  /**
   * Reads source number `i` of `step` into the scratch operand with that number, which it returns: the components in
   * `mask`.
   */
  read(step: Sm4Step, i: number, mask: number): LaneWords {
    const out = this.sources[i]!;
    this.readInto(step.sources[i]!, out, mask);
    return out;
  }

  readInto(source: Sm4Source, out: LaneWords, mask: number): void {
    const { words } = out;
    if (source.literal !== undefined) words.set(source.literal);
    else if (!this.#readFixed(source, words, mask)) this.#readLanes(source, words, mask);
    this.modify(source, out);
  }

  /** Applies the modifiers of a source to its value. */
  modify(source: Sm4Source, { words }: LaneWords): void {
    if (source.negate || source.absolute) modify(source, words);
  }

  /** Reads registers whose indices are numbers; returns false for others. */
  #readFixed({ type, indices, swizzle }: Sm4Source, out: Uint32Array, mask: number): boolean {
    const file = this.files[type];
    if (file === undefined) return false;
    const { length } = indices;
    const last = indices[length - 1];
    const first = length > 1 ? indices[length - 2] : undefined;
    if (last?.register !== undefined || first?.register !== undefined) return false;
    const base = file.baseOf(last?.immediate ?? 0, first?.immediate ?? 0);
    const { words } = file;
    for (let i = 0, to = 0; i < 4; i++, to += LANES) {
      if ((mask & (1 << i)) === 0) continue;
      if (base < 0) {
        out.fill(0, to, to + LANES);
        continue;
      }
      const from = base + swizzle[i]! * LANES;
      out[to] = words[from]!;
      out[to + 1] = words[from + 1]!;
      out[to + 2] = words[from + 2]!;
      out[to + 3] = words[from + 3]!;
    }
    return true;
  }

  #readLanes(source: Sm4Source, out: Uint32Array, mask: number): void {
    const { type, indices } = source;
    const isUniform = UNIFORM_TYPES.has(type) && indices.every(({ register }) => register === undefined);
    for (let i = 0, to = 0; i < 4; i++, to += LANES) {
      if ((mask & (1 << i)) === 0) continue;
      if (isUniform) out.fill(this.#word(source, source.swizzle[i]!, 0), to, to + LANES);
      else for (let lane = 0; lane < LANES; lane++) out[to + lane] = this.#word(source, source.swizzle[i]!, lane);
    }
  }

  /** Component `component` of a register, after its swizzle and without modifiers. */
  #word({ type, indices, literal }: Sm4Source, component: number, lane: number): number {
    if (literal !== undefined) return literal[component * LANES + lane]!;
    switch (type) {
      case CONSTANT_BUFFER: {
        const id = indices[0]?.immediate ?? 0;
        const slot = this.indexOf(indices[this.#rangeIds ? 1 : 0], lane);
        const row = this.indexOf(indices[this.#rangeIds ? 2 : 1], lane);
        const space = this.#rangeIds ? (this.#constantSpaces.get(id) ?? 0) : 0;
        return rowWord(this.bindings.constantBuffers.get(slot, space), row, component);
      }
      case IMMEDIATE_CONSTANTS:
        return rowWord(this.executable.immediateConstants, this.indexOf(indices[0], lane), component);
      case THIS:
        return this.#thisWord(this.indexOf(indices[0], lane) + this.indexOf(indices[1], lane), component);
      default: {
        const file = type === TEMP_ARRAY ? this.tempArrays[indices[0]?.immediate ?? 0] : this.files[type];
        if (file === undefined) return 0;
        const base = this.#baseOf(file, type, indices, lane);
        return base < 0 ? 0 : file.words[base + component * LANES + lane]!;
      }
    }
  }

  #thisWord(pointer: number, component: number): number {
    const instance = this.bindings.instances.get(pointer);
    if (instance === undefined) return 0;
    return [instance.constantBuffer, instance.constantOffset, instance.texture, instance.sampler][component]!;
  }

  #baseOf(file: RegisterFile, type: number, indices: readonly Sm4Index[], lane: number): number {
    const { length } = indices;
    const register = this.indexOf(indices[length - 1], lane);
    // The first index of an array of temporaries is the array.
    return file.baseOf(register, length > 1 && type !== TEMP_ARRAY ? this.indexOf(indices[length - 2], lane) : 0);
  }

  /** The value of an index for a lane; 0 without an index. */
  indexOf(index: Sm4Index | undefined, lane: number): number {
    if (index === undefined) return 0;
    const { register, immediate } = index;
    if (register === undefined) return immediate;
    return (immediate + this.#word(register, register.swizzle[0]!, lane)) | 0;
  }

  // --- results ------------------------------------------------------------------------------------------------------

  /** Writes the result of `step` into its destination number `i`, for the lanes that run. */
  write(step: Sm4Step, i: number, values: LaneWords, saturated = step.saturate): void {
    const destination = step.destinations[i]!;
    const { running } = this.masks;
    if (destination.type === NULL_TYPE || running === 0) return;
    if (saturated) saturateAll(values, destination.mask);
    const file = this.#fileOf(destination);
    if (file !== undefined) this.#store(file, destination, values.words, running);
  }

  /**
   * Writes both results of `step`. A register that the second one's index is relative to is read before the first is
   * written.
   */
  writeBoth(step: Sm4Step, first: LaneWords, second: LaneWords, saturated = step.saturate): void {
    const destination = step.destinations[1]!;
    const file = this.#fileOf(destination);
    if (file === undefined || destination.indices.every(({ register }) => register === undefined)) {
      this.write(step, 0, first, saturated);
      this.write(step, 1, second, saturated);
      return;
    }
    const { type, indices, mask } = destination;
    const bases = [0, 1, 2, 3].map((lane) => this.#baseOf(file, type, indices, lane));
    if (saturated) saturateAll(second, mask);
    this.write(step, 0, first, saturated);
    for (const [lane, base] of bases.entries())
      if (this.masks.running & (1 << lane)) storeLane(file, base, mask, second.words, lane);
  }

  #fileOf({ type, indices }: Sm4Destination): RegisterFile | undefined {
    return type === TEMP_ARRAY ? this.tempArrays[indices[0]?.immediate ?? 0] : this.files[type];
  }

  #store(file: RegisterFile, { type, indices, mask }: Sm4Destination, values: Uint32Array, running: number): void {
    const isFixed = indices.every(({ register }) => register === undefined);
    const fixed = isFixed ? this.#baseOf(file, type, indices, 0) : 0;
    for (let lane = 0; lane < LANES; lane++) {
      if ((running & (1 << lane)) === 0) continue;
      storeLane(file, isFixed ? fixed : this.#baseOf(file, type, indices, lane), mask, values, lane);
    }
  }

  // --- views --------------------------------------------------------------------------------------------------------

  /** Returns the view or group-shared memory that an operand names, for a lane; undefined if nothing is bound. */
  viewOf(named: Sm4Named, lane: number): BoundView | undefined {
    if (named.type === SM4_OPERAND_TYPES.groupSharedMemory.code) return this.shared[named.id];
    const table =
      named.type === SM4_OPERAND_TYPES.unorderedAccessView.code
        ? this.bindings.unorderedAccess
        : this.bindings.resources;
    return table.get(this.indexOf(named.register, lane), named.space);
  }

  /** The raw or structured memory that an operand names, for a lane. */
  memoryOf(named: Sm4Named, lane: number): BufferMemory | undefined {
    const view = this.viewOf(named, lane);
    return view instanceof BufferMemory ? view : undefined;
  }

  /** The lanes of a condition: those that run and whose word is, or is not, zero. */
  conditionOf(step: Sm4Step): number {
    const { words } = this.read(step, 0, 1);
    let lanes = 0;
    for (let lane = 0; lane < LANES; lane++) if ((words[lane] !== 0) === step.nonZero) lanes |= 1 << lane;
    return lanes & this.masks.running;
  }
}

/** Registers of a signature, and vertices or control points that they may belong to; Direct3D has 32 of both. */
export const MAX_SIGNATURE_REGISTERS = 64;
const MAX_VERTICES = 64;

/** Registers of a file, and the vertices that they belong to. */
export interface FileSize {
  readonly registers: number;
  readonly vertices: number;
}

/** The sizes of the files of the declared inputs and outputs, by operand type. */
export function sm4FileSizes({ declarations }: Sm4Executable): ReadonlyMap<number, FileSize> {
  const { inputs, outputs } = declarations;
  const sizes = new Map<number, FileSize>();
  for (const { type, register, vertices } of [...inputs, ...outputs]) {
    const size = sizes.get(type) ?? { registers: 1, vertices: 1 };
    sizes.set(type, {
      registers: Math.max(size.registers, Math.min(register + 1, MAX_SIGNATURE_REGISTERS)),
      vertices: Math.max(size.vertices, Math.min(vertices, MAX_VERTICES)),
    });
  }
  return sizes;
}

/** Registers of one kind that a program may have; Direct3D has 4096. */
const MAX_REGISTERS = 4096;

/** Rows of all arrays: each phase of a hull shader may have 4096. Further rows of a damaged program read as 0. */
const MAX_ARRAY_ROWS = 2 ** 16;

/** A word of a constant buffer; 0 outside. */
function rowWord(words: Uint32Array | undefined, row: number, component: number): number {
  if (words === undefined || row < 0) return 0;
  return words[4 * row + component] ?? 0;
}

/** Writes the components in `mask` of a register for one lane; a negative base is none. */
function storeLane({ words }: RegisterFile, base: number, mask: number, values: Uint32Array, lane: number): void {
  if (base < 0) return;
  for (let i = 0; i < 4; i++) if (mask & (1 << i)) words[base + i * LANES + lane] = values[i * LANES + lane]!;
}

/** Words of registers, four to a register. */
export type Registers = Uint32Array;

/** Sets the first component of a register without a number, for each lane. */
export function setLanes({ files }: Pick<Sm4Quad, 'files'>, type: number, value: (lane: number) => number): void {
  files[type] ??= new RegisterFile(1);
  const { words } = files[type];
  for (let lane = 0; lane < LANES; lane++) words[lane] = value(lane);
}

/** Gives the registers of a vertex to all lanes. */
export function setRegisters(file: RegisterFile | undefined, vertex: number, registers: Registers): void {
  if (file === undefined) return;
  for (let i = 0; i < Math.min(registers.length, 4 * file.registers); i++) {
    const base = file.baseOf(i >> 2, vertex);
    if (base < 0) return;
    file.words.fill(registers[i]!, base + (i & 3) * LANES, base + ((i & 3) + 1) * LANES);
  }
}

export function registersOf(file: RegisterFile | undefined, lane: number): Registers {
  const registers = new Uint32Array(4 * (file?.registers ?? 0));
  for (let i = 0; i < registers.length; i++)
    registers[i] = file!.words[(i >> 2) * REGISTER_WORDS + (i & 3) * LANES + lane]!;
  return registers;
}
