/**
 * Four lanes of a program of shader models 1 to 3: their registers, which of them run, and where they are. It reads and
 * writes operands; what each instruction does is in the handlers.
 *
 * Sources: the Direct3D 9 shader reference (registers, modifiers, order of shift, saturation and mask).
 */

import { FULL_MASK } from '../../isa/components.ts';
import type { Sm1DefinedConstant } from '../../isa/sm1/declarations.ts';
import {
  SM1_REGISTER_BY_CODE,
  SM1_REGISTER_COUNTS,
  SM1_REGISTERS,
  SM1_SOURCE_MODIFIERS,
} from '../../isa/sm1/registers.ts';
import { divide, isEqual } from '../../numerics/float.ts';
import { LANES, LaneWords, REGISTER_WORDS, RegisterFile } from '../lanes.ts';
import { QuadFlow } from '../quad-flow.ts';
import type { Sm1Executable, Sm1Step } from './executable.ts';
import {
  applyChange,
  CHANGES,
  clampConstants,
  finish,
  type Sm1Destination,
  type Sm1Predicate,
  type Sm1Register,
  type Sm1Source,
} from './operands.ts';

const CONSTANT = SM1_REGISTERS.const.code;
const INTEGER = SM1_REGISTERS.constInt.code;
const BOOLEAN = SM1_REGISTERS.constBool.code;
const LOOP = SM1_REGISTERS.loop.code;
const DEPTH = SM1_REGISTERS.depthOut.code;
const PREDICATE = SM1_REGISTERS.predicate.code;
const ADDRESS = SM1_REGISTERS.addressOrTexture.code;
const COLORS = SM1_REGISTERS.attributeOut.code;
const ONE = 0x3f80_0000;

/** Constants that an application sets; what is absent is 0. */
export interface Sm1Constants {
  /** Words of the float constants, four to a register. */
  readonly floats: Uint32Array;
  /** Integer constants, four to a register. */
  readonly integers: Int32Array;
  readonly booleans: readonly boolean[];
}

/** How a texture is sampled. */
export type Sm1Sampling = 'implicit' | 'bias' | 'level' | 'gradients';

/** Reads the textures that are bound to the samplers of a shader. */
export interface Sm1Textures {
  /**
   * Samples into `out`.
   *
   * @param coordinates x to w of all lanes; w is the bias or the level, where `how` needs one
   */
  sample(
    sampler: number,
    coordinates: LaneWords,
    how: Sm1Sampling,
    out: LaneWords,
    gradients?: readonly [x: LaneWords, y: LaneWords],
  ): void;
  /** Whether the coordinates of a stage are divided by their last component, in versions before 1_4. */
  isProjected(stage: number): boolean;
  /** The matrix, scale and offset of a stage for bump mapping: m00, m01, m10, m11, scale, offset. */
  bump(stage: number): readonly [number, number, number, number, number, number];
}

/** Types whose registers have words in a quad; the loop register is in {@link Sm1Quad.loopCounters}. */
const FILES = [
  'temp',
  'input',
  'addressOrTexture',
  'rasterizerOut',
  'attributeOut',
  'outputOrTexCoordOut',
  'colorOut',
  'depthOut',
  'tempFloat16',
  'misc',
  'predicate',
] as const satisfies (keyof typeof SM1_REGISTER_COUNTS)[];

/** Integer constants of all versions but those for software vertex processing, and of those. */
const INTEGERS = 16;
const MAX_INTEGERS = 2048;
/** Float constants of the largest shaders: those for software vertex processing. */
const MAX_CONSTANTS = 8192;

/**
 * Sets the first color of a vertex shader before 3_0 to 1: components that it leaves out stay so (source: Wine's
 * Direct3D 9).
 */
export function setFirstColor({ isPixel, program }: Sm1Executable, files: readonly (RegisterFile | undefined)[]): void {
  if (!isPixel && program.major < 3) files[COLORS]!.words.fill(ONE, 0, REGISTER_WORDS);
}

export abstract class Sm1Quad extends QuadFlow<Sm1Step> {
  readonly result = new LaneWords(REGISTER_WORDS);
  readonly second = new LaneWords(REGISTER_WORDS);
  /** Scratch operands: sources in order. */
  readonly sources = Array.from({ length: 6 }, () => new LaneWords(REGISTER_WORDS));
  /** Registers by type; those of constants are apart, because all lanes have them in common. */
  readonly files: (RegisterFile | undefined)[] = [];
  /**
   * Texture coordinates of the stages, which texture instructions before 1_4 read while their results replace the
   * registers.
   */
  readonly coordinates = new RegisterFile(8);
  /** Rows of the matrix product that texture instructions before 1_4 compute one after the other. */
  readonly rows: LaneWords[] = [];
  /** The values of aL, the innermost loop last. */
  readonly loopCounters: { value: number; left: number; readonly step: number; readonly isCounter: boolean }[] = [];
  readonly textures: Sm1Textures | undefined;
  readonly #constants: Uint32Array;
  readonly #integers: Int32Array;
  readonly #booleans: boolean[];
  /** How many loops were open at each call. */
  readonly #openLoops: number[] = [];

  constructor(
    readonly executable: Sm1Executable,
    constants: Sm1Constants,
    textures?: Sm1Textures,
  ) {
    super(executable.steps, executable.subroutineEnds);
    this.observer = executable.observer;
    for (const name of FILES) this.files[SM1_REGISTERS[name].code] = new RegisterFile(SM1_REGISTER_COUNTS[name]);
    this.clearRegisters();
    this.textures = textures;
    this.#constants = constants.floats.slice(0, 4 * MAX_CONSTANTS);
    this.#integers = this.#integersOf(constants.integers);
    this.#booleans = [...constants.booleans];
    this.#constants = this.#withDefinitions();
    if (executable.isPixel && executable.program.major < 2) clampConstants(this.#constants);
  }

  /** The constants of the application, with those that the program defines. */
  #withDefinitions(): Uint32Array {
    const { constants } = this.executable.declarations;
    let size = this.#constants.length;
    for (const one of constants) if (one.role === 'float') size = Math.max(size, 4 * (constantRegister(one) + 1));
    const words = new Uint32Array(Math.min(size, 4 * MAX_CONSTANTS));
    words.set(this.#constants);
    for (const one of constants) {
      const { role, values } = one;
      const number = constantRegister(one);
      if (role === 'bool') this.#booleans[number] = values[0] !== 0;
      else if (role === 'int') {
        if (4 * number < this.#integers.length) this.#integers.set(values.subarray(0, 4), 4 * number);
      } else if (4 * number < words.length) words.set(values.subarray(0, 4), 4 * number);
    }
    return words;
  }

  /** As many integer constants as the application sets or the program defines. */
  #integersOf(values: Int32Array): Int32Array {
    let count = Math.max(INTEGERS, Math.ceil(values.length / 4));
    for (const { role, number } of this.executable.declarations.constants)
      if (role === 'int') count = Math.max(count, number + 1);
    const words = new Int32Array(4 * Math.min(count, MAX_INTEGERS));
    words.set(values.subarray(0, words.length));
    return words;
  }

  /** Sets all registers to their values at the beginning. */
  clearRegisters(): void {
    for (const file of this.files) file?.words.fill(0);
    setFirstColor(this.executable, this.files);
  }

  override start(lanes: number, start: number, end: number): void {
    super.start(lanes, start, end);
    this.rows.length = 0;
    this.loopCounters.length = 0;
    this.#openLoops.length = 0;
  }

  override call(step: number, lanes: number): void {
    const depth = this.masks.callDepth;
    super.call(step, lanes);
    if (this.masks.callDepth > depth) this.#openLoops.push(this.loopCounters.length);
  }

  override leave(): void {
    super.leave();
    // A subroutine may return from inside its loops.
    const open = this.#openLoops.pop();
    if (open !== undefined) this.loopCounters.length = open;
  }

  // --- sources ------------------------------------------------------------------------------------------------------

  /** Reads source number `i` of `step` into the scratch operand with that number, which it returns. */
  read(step: Sm1Step, i: number): LaneWords {
    const out = this.sources[i]!;
    this.readInto(step.sources[i]!, out);
    return out;
  }

  readInto(source: Sm1Source, out: LaneWords): void {
    for (let i = 0; i < 4; i++)
      for (let lane = 0; lane < LANES; lane++)
        out.words[i * LANES + lane] = this.#word(source, source.swizzle[i]!, lane);
    if (source.modifier !== 0) this.#modify(source, out);
  }

  #word(source: Sm1Source, component: number, lane: number): number {
    const register = this.registerOf(source, lane);
    switch (source.type) {
      case CONSTANT:
        return register < 0 ? 0 : (this.#constants[4 * register + component] ?? 0);
      case INTEGER:
        return this.integer(register, component) >>> 0;
      default: {
        const file = this.files[source.type];
        const base = file?.baseOf(register) ?? -1;
        return base < 0 ? 0 : file!.words[base + component * LANES + lane]!;
      }
    }
  }

  /** The value of an address register, or of the counter of the innermost `loop`: a `rep` inside it has none. */
  #address(type: number, component: number, lane: number): number {
    if (type === LOOP) return this.loopCounters.findLast(({ isCounter }) => isCounter)?.value ?? 0;
    return this.files[ADDRESS]!.words[component * LANES + lane]! | 0;
  }

  #modify(source: Sm1Source, out: LaneWords): void {
    const { modifier } = source;
    const { floats } = out;
    if (modifier === MODIFIERS.dz.code || modifier === MODIFIERS.dw.code) {
      const component = modifier === MODIFIERS.dz.code ? 2 : 3;
      for (let lane = 0; lane < LANES; lane++) {
        words1[0] = this.#word(source, component, lane);
        const divisor = floats1[0]!;
        // A divisor of 0 gives 1 (Direct3D 9 shader reference, texcrd).
        for (let i = 0; i < 2; i++)
          out.setFloat(i * LANES + lane, isEqual(divisor, 0) ? 1 : divide(floats[i * LANES + lane]!, divisor));
      }
      return;
    }
    const change = CHANGES[modifier];
    if (change !== undefined) applyChange(change, out);
  }

  /** The words of a constant for all lanes, component by component; undefined if it does not exist. */
  constantRow(type: 'c' | 'i' | 'b', register: number): Uint32Array | undefined {
    const words = new Uint32Array(REGISTER_WORDS);
    const word = (component: number) => {
      if (type === 'c') return this.#constants[4 * register + component];
      return type === 'i' ? this.#integers[4 * register + component] : Number(this.#booleans[register] ?? false);
    };
    if (word(0) === undefined) return undefined;
    for (let i = 0; i < 4; i++) words.fill(word(i) ?? 0, i * LANES, (i + 1) * LANES);
    return words;
  }

  /** A component of an integer constant. */
  integer(register: number, component: number): number {
    return this.#integers[4 * register + component] ?? 0;
  }

  /** Lanes for which a condition holds: a boolean constant, or a component of the predicate. */
  condition({ type, number, swizzle, modifier }: Sm1Source): number {
    let lanes = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const value =
        type === BOOLEAN
          ? this.#booleans[number] === true
          : this.files[PREDICATE]!.words[swizzle[0]! * LANES + lane] !== 0;
      if (value !== (modifier === MODIFIERS.not.code)) lanes |= 1 << lane;
    }
    return lanes & this.masks.running;
  }

  // --- results ------------------------------------------------------------------------------------------------------

  /** Writes the result of a step for the lanes that run, after shift and saturation. */
  write({ destination, predicate, opcode }: Sm1Step, values: LaneWords): void {
    const { running } = this.masks;
    if (destination === undefined || running === 0) return;
    const isFloat = opcode !== 'mova' && opcode !== 'setp' && !this.#isAddress(destination);
    if (isFloat) finish(destination, values);
    const file = this.files[destination.type];
    if (file === undefined) return;
    for (let lane = 0; lane < LANES; lane++) {
      if ((running & (1 << lane)) === 0) continue;
      const base = file.baseOf(this.registerOf(destination, lane));
      if (base < 0) continue;
      // The predicate is that of before, also where it is the destination.
      const mask = destination.mask & this.predicated(predicate, lane);
      for (let i = 0; i < 4; i++)
        if (mask & (1 << i)) file.words[base + i * LANES + lane] = values.words[i * LANES + lane]!;
    }
  }

  /** The values of the register that an instruction names as its destination. */
  destinationFloats({ destination }: Sm1Step): Float32Array {
    const out = this.sources[0]!;
    const file = destination === undefined ? undefined : this.files[destination.type];
    const base = file?.baseOf(destination!.number) ?? -1;
    if (base < 0) out.words.fill(0);
    else out.words.set(file!.words.subarray(base, base + REGISTER_WORDS));
    return out.floats;
  }

  /** Sets the depth of a pixel, if it runs. */
  setDepth(lane: number, depth: number): void {
    if ((this.masks.running & (1 << lane)) === 0) return;
    this.result.setFloat(0, depth);
    this.files[DEPTH]!.words[lane] = this.result.words[0]!;
  }

  /** Whether `register` is the address register, which holds integers. */
  #isAddress({ type }: Sm1Destination): boolean {
    return type === ADDRESS && !this.executable.isPixel;
  }

  /** The number of the register that an operand names in a lane. */
  registerOf({ number, relative }: Sm1Register, lane: number): number {
    return relative === undefined ? number : number + this.#address(relative.type, relative.component, lane);
  }

  /** The components for which a predicate holds in a lane; all without one. */
  predicated(predicate: Sm1Predicate | undefined, lane: number): number {
    if (predicate === undefined) return FULL_MASK;
    const { words } = this.files[PREDICATE]!;
    let mask = 0;
    for (let i = 0; i < 4; i++)
      if ((words[predicate.swizzle[i]! * LANES + lane] !== 0) !== predicate.negate) mask |= 1 << i;
    return mask;
  }
}

/** Float constants count through all their types. */
function constantRegister({ type, number }: Sm1DefinedConstant): number {
  return number + (SM1_REGISTER_BY_CODE[type]?.base ?? 0);
}

const MODIFIERS = SM1_SOURCE_MODIFIERS;
const floats1 = new Float32Array(1);
const words1 = new Uint32Array(floats1.buffer);
