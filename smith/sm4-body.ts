/**
 * The registers that one body of code sees (the main program, a hull shader phase) and the operands made of them. Knows
 * the components of each temp that have been written, so that nothing is read before it is written.
 */

import type { Sm4OperandTypeName } from '../src/isa/sm4/operands.ts';
import { Sm4InstructionControls, Sm4OperandModifier } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import { MAX_ROUNDS, Scratch } from './runnable/scratch.ts';
import type { InterfacePointer, Linkage } from './sm4-linkage.ts';
import { randomDoubleHigh, randomLiteral } from './sm4-literals.ts';
import {
  type InstructionMnemonic,
  RESULT_KINDS,
  type ResultKind,
  type ResultLetter,
  SOURCE_KINDS,
  type SourceKind,
  type SourceLetter,
} from './sm4-recipes.ts';
import type { Shader } from './sm4-shader.ts';
import { hasRangeIds, reaches } from './sm4-target.ts';
import { UNBOUNDED, type View } from './sm4-views.ts';
import { happens, SIZES, WEIGHTS, weighted } from './sm4-weights.ts';
import {
  type IndexSpec,
  instructionWords,
  literal64Words,
  literalWords,
  type OperandSpec,
  operandWords,
  type Register,
  relativeIndex,
} from './sm4-words.ts';

/** An array of temps, `dcl_indexableTemp`. */
export interface TempArray {
  readonly register: number;
  readonly length: number;
  readonly components: number;
}

/** A register with its indices, and the components that may be read or written. */
export interface RegisterOperand {
  readonly type: Sm4OperandTypeName;
  readonly indices: readonly IndexSpec[];
  readonly mask: number;
  readonly nonUniform?: boolean;
}

/** Written operands by type and indices. */
export type Written = Map<string, RegisterOperand>;

/** An element of a temp array, an output or a temp, before its indices are chosen. */
interface Receiver {
  readonly key: string;
  readonly mask: number;
  operand(dynamic: boolean): RegisterOperand;
}

/** The operand of a result, and which register it is. */
export interface Result {
  readonly words: number[];
  readonly key: string;
}

const FULL = 15;
/** Temps of all kinds that a body may declare, those in arrays included, with some left for the arrays. */
const MAX_TEMPS = 4000;
/** In programs made to run, once in so many times something out of range that has a meaning. */
const RARELY = 16;
/** The widest range in which an index is computed. */
const MAX_SPAN = 1023;
/** Masks of elements and byte offsets, and of coordinates with levels of detail. */
const SMALL_MASKS = [3, 7, 12, 15, 60] as const;
const SMALL_VECTORS = [
  [7, 3, 3, 1],
  [3, 3, 1, 0],
  [15, 12, 0, 0],
  [60, 3, 1, 0],
] as const;
/** The components of the two doubles in a register. */
const PAIRS = [3, 12] as const;
const ALL_MASKS: readonly number[] = Array.from({ length: 16 }, (_, mask) => mask);

/** The outside of a body that it may use. */
export interface BodyOptions {
  readonly inputs: readonly Register[];
  readonly outputs: readonly Register[];
  readonly streams?: readonly number[];
  /** The program's interfaces, if this body is the one that calls them. */
  readonly linkage?: Linkage | undefined;
}

export class Body {
  readonly shader: Shader;
  readonly random: Random;
  readonly words: number[] = [];
  readonly inputs: readonly Register[];
  readonly outputs: readonly Register[];
  readonly arrays: readonly TempArray[];
  /** Numbers of the declared output streams; empty where there are none to name. */
  readonly streams: readonly number[];
  /** The interfaces that it may call. */
  readonly linkage: Linkage | undefined;
  /** The interface whose function is being written. */
  self: InterfacePointer | undefined = undefined;
  /** Labels of the subroutines that are called. */
  readonly called = new Set<number>();
  /** Whether the cycle counter has to be declared. */
  readsClock = false;
  /** Of programs made to run: whether some lanes may have returned. */
  hasReturned = false;
  /** The temps and elements of temp arrays that hold a value here, with the components that do. */
  #written: Written = new Map();
  /** Results of the instruction that is being built. */
  readonly #pending: RegisterOperand[] = [];
  /** Where results may go, made when the first one does. */
  #receivers: Readonly<Record<keyof typeof WEIGHTS.destination, readonly Receiver[]>> | undefined = undefined;
  readonly #temps: number;
  #tempsUsed = 0;
  /** Registers of a program that is made to run. */
  readonly #scratch: Scratch | undefined;

  constructor(shader: Shader, { inputs, outputs, streams = [], linkage }: BodyOptions) {
    this.shader = shader;
    this.random = shader.random;
    this.inputs = inputs;
    this.outputs = outputs;
    this.streams = streams;
    this.linkage = linkage;
    this.arrays = randomArrays(this.random);
    this.#temps = this.random.between(2, SIZES.temps);
    if (shader.runs) this.#scratch = new Scratch(this.#temps);
    for (const array of this.arrays) this.#initializeArray(array);
  }

  /** The declarations of temps and the cycle counter, when the body is finished. */
  declarations(): number[] {
    const words: number[] = [];
    if (this.readsClock) words.push(...instructionWords('dcl_input', operandWords('cycleCounter', { mask: 3 })));
    if (this.#usedTemps > 0) words.push(...instructionWords('dcl_temps', [this.#declaredTemps()]));
    for (const { register, length, components } of this.arrays) {
      words.push(...instructionWords('dcl_indexableTemp', [register, length, components]));
    }
    return words;
  }

  /** The temps in use, sometimes more. */
  #declaredTemps(): number {
    const used = this.#usedTemps;
    return happens(this.random, 'unusedTemps') && !this.shader.runs ? this.random.between(used, MAX_TEMPS) : used;
  }

  get #usedTemps(): number {
    return Math.max(this.#tempsUsed, this.#scratch?.registers ?? 0);
  }

  /** Appends one instruction; the results that were asked for since the last one hold a value now. */
  emit(
    mnemonic: InstructionMnemonic,
    operands: readonly (readonly number[])[] = [],
    controls = 0,
    extended: readonly number[] = [],
  ): void {
    this.words.push(...instructionWords(mnemonic, operands.flat(), controls, extended));
    for (const { type, indices, mask } of this.#pending.splice(0)) this.#write(type, indices, mask);
  }

  /** The components written so far, to return to with {@link restore}. */
  save(): Written {
    return new Map(this.#written);
  }

  /** Forgets what has been written since `saved`. */
  restore(saved: Written): void {
    this.#written = new Map(saved);
  }

  /** A random source of a kind. */
  source(letter: SourceLetter): number[] {
    const kind = this.#kind(letter);
    const literal = kind.directSince !== undefined && !reaches(this.shader.target, kind.directSince);
    const origin = literal
      ? 'literal'
      : weighted(this.random, WEIGHTS.source, (name) => name === 'literal' || this.#origins(name, kind).length > 0)!;
    if (origin === 'literal') return this.literal(kind);
    const operand = this.random.pick(this.#origins(origin, kind));
    return this.#read(operand(kind.directSince === undefined), kind);
  }

  /** A source that reads one of `registers` and no other. */
  sourceOf(registers: readonly Register[], letter: SourceLetter): number[] {
    return this.#read(this.#registerOperand(this.random.pick(registers), true), this.#kind(letter));
  }

  literal(kind: SourceKind): number[] {
    const { random } = this;
    const { literals } = this.shader;
    const word = () => randomLiteral(random, kind.literal, literals);
    const high = () => randomDoubleHigh(random, literals);
    if (kind.shape === 'pairs') return literal64Words(word(), high(), word(), high());
    if (kind.shape === 'scalar' || random.oneIn(4)) return literalWords(word());
    return literalWords(word(), word(), word(), word());
  }

  /**
   * A random destination for a result of a kind; it counts as written when the instruction has been emitted.
   *
   * @param viewPrecision the precision of a view
   * @param other a register that it must not be
   */
  result(letter: ResultLetter, viewPrecision: SourceKind['precision'] = 'none', other = ''): Result {
    const { shape, precision, direct }: ResultKind = RESULT_KINDS[letter];
    const target = this.random.pick(this.#targets((mask) => resultMasks(shape, mask).length > 0, other));
    const mask = this.random.pick(resultMasks(shape, target.mask));
    const { type, indices } = target.operand(!direct);
    this.#pending.push({ type, indices, mask });
    const minPrecision = this.#minPrecision(precision === 'view' ? viewPrecision : precision);
    return { words: operandWords(type, { indices, mask, minPrecision }), key: target.key };
  }

  /** The operand that writes all components of `register`, an output. */
  fullOutput(register: Register): number[] {
    const { type, indices, mask } = this.#outputRegister(register, false);
    return operandWords(type, mask === 0 ? { indices, components: 'one' } : { indices, mask });
  }

  /** One component of a temp that holds a value; makes one when there is none. */
  scalarTemp(): number[] {
    const { random } = this;
    if (this.#written.size === 0) this.#moveLiteral('temp', [random.below(this.#temps)], FULL);
    const temps = this.#writtenOperands('temp');
    const elements = this.#writtenOperands('indexableTemp');
    const byArray = elements.length > 0 && (temps.length === 0 || happens(random, 'indexByArray'));
    const { type, indices, mask } = random.pick(byArray ? elements : temps);
    return operandWords(type, { indices, select: random.pick(componentsOf(mask)) });
  }

  /**
   * An index from `low` to `high`: a number, or a register and a number. In programs made to run the sum is in this
   * range as well, or mostly if `isStrict` is false.
   */
  index(low: number, high: number, dynamic: boolean, isStrict = true): IndexSpec {
    const { random } = this;
    if (this.#scratch !== undefined && dynamic && (isStrict || !random.oneIn(RARELY)))
      return happens(random, 'dynamicIndex') ? this.#boundIndex(low, high) : random.between(low, high);
    const plus = random.between(low, Math.min(high, low + 1000));
    if (!dynamic || !happens(random, 'dynamicIndex')) return plus;
    const register = this.scalarTemp();
    return relativeIndex(register, plus);
  }

  #boundIndex(low: number, high: number): IndexSpec {
    const mask = 2 ** (31 - Math.clz32(Math.min(high - low, MAX_SPAN) + 1)) - 1;
    return relativeIndex(this.small(this.scalarTemp(), mask), low);
  }

  /** In programs made to run: `source` and `mask`, computed here. */
  small(source: readonly number[], mask: number): number[] {
    const { operand, words } = this.#scratch!.masked(source, mask);
    this.words.push(...words);
    return operand;
  }

  /** In programs made to run: an address in small memory of `source`, whose components are `letter`. */
  address(source: readonly number[], letter: SourceLetter): number[] {
    const { random } = this;
    if (this.#kind(letter).shape === 'scalar') return this.small(source, random.pick(SMALL_MASKS));
    const { operand, words } = this.#scratch!.maskedVector(source, random.pick(SMALL_VECTORS));
    this.words.push(...words);
    return operand;
  }

  /** In programs made to run: begins a loop that ends. */
  loop(): void {
    const { before, inside } = this.#scratch!.counter(this.random.between(1, MAX_ROUNDS));
    this.words.push(...before);
    this.emit('loop');
    this.words.push(...inside);
  }

  /** The condition of a branch: the same for all lanes if the program is uniform. */
  condition(): number[] {
    if (!this.shader.isUniform) return this.source('U');
    const kind = this.#kind('U');
    return this.random.oneIn(6) ? this.literal(kind) : this.#read(this.#constantOperand(false), kind);
  }

  /** The operand of a view, selected as `selection` says. */
  view(view: View, selection: OperandSpec): number[] {
    const { random, shader } = this;
    if (view.register === 'groupSharedMemory') return operandWords(view.register, { ...selection, indices: [view.id] });
    if (!hasRangeIds(shader.target)) return operandWords(view.register, { ...selection, indices: [this.#slot(view)] });
    const index = this.index(view.lower, this.#lastRegister(view), true, false);
    const nonUniform = typeof index !== 'number' && happens(random, 'nonUniform');
    return operandWords(view.register, { ...selection, indices: [view.id, index], nonUniform });
  }

  /** The last register of a range that is used; programs that run have few bound. */
  #lastRegister({ lower, upper }: View): number {
    if (this.shader.runs) return Math.min(upper, lower + 3);
    return upper === UNBOUNDED ? lower + 100 : upper;
  }

  /** The register of a view; a class instance's are known at run time only. */
  #slot({ id, register }: View): IndexSpec {
    const ofInstance = this.self !== undefined && (register === 'resource' || register === 'sampler');
    if (!ofInstance || !happens(this.random, 'dynamicIndex')) return id;
    // Next to it may be a view of another dimension, and then Direct3D leaves the result undefined.
    return relativeIndex(this.#scratch === undefined ? this.scalarTemp() : this.small(this.scalarTemp(), 0), id);
  }

  /** Any swizzle, for an operand all of whose components may be read. */
  swizzle(): OperandSpec {
    return { swizzle: this.random.below(256) };
  }

  /** The meaning of a letter in this version. */
  #kind(letter: SourceLetter): SourceKind {
    const kind: SourceKind = SOURCE_KINDS[letter];
    if (kind.shape !== 'count') return kind;
    return { ...kind, shape: reaches(this.shader.target, '5.0') ? 'vector' : 'scalar' };
  }

  /** The registers from which a source of `kind` may be read; each with whether a register may index it. */
  #origins(origin: keyof typeof WEIGHTS.source, kind: SourceKind): ((dynamic: boolean) => RegisterOperand)[] {
    const fits = ({ mask }: { readonly mask: number }) => fitsShape(kind.shape, mask);
    const direct = kind.directSince !== undefined;
    switch (origin) {
      case 'literal':
        return [];
      case 'temp':
        return this.#writtenOperands('temp')
          .filter(fits)
          .map((operand) => () => operand);
      case 'input':
        return this.inputs
          .filter((register) => fits(register) && !(register.special && kind.shape === 'pairs'))
          .map((register) => (dynamic) => this.#registerOperand(register, dynamic));
      case 'constantBuffer':
        return [(dynamic) => this.#constantOperand(dynamic)];
      case 'immediateConstantBuffer':
        return this.shader.immediateConstants > 0 ? [(dynamic) => this.#immediateConstantOperand(dynamic)] : [];
      case 'thisPointer':
        if (this.self === undefined || direct || kind.shape === 'pairs') return [];
        return [() => this.#thisOperand(this.self!)];
      case 'thisBuffer':
        if (this.self === undefined || direct || hasRangeIds(this.shader.target)) return [];
        return [() => this.#thisBufferOperand()];
      case 'indexableTemp':
        return this.arrays
          .filter(({ components }) => fits({ mask: (1 << components) - 1 }))
          .map((array) => (dynamic) => this.#arrayOperand(array, dynamic));
    }
  }

  /** Where the data of the class instance of an interface is. */
  #thisOperand({ id, length }: InterfacePointer): RegisterOperand {
    return { type: 'thisPointer', indices: [this.index(id, id + length - 1, length > 1)], mask: FULL };
  }

  /** A constant buffer of a class instance; which and where is known at run time only. */
  #thisBufferOperand(): RegisterOperand {
    const index = () => ({
      register: this.#scratch === undefined ? this.scalarTemp() : this.small(this.scalarTemp(), 3),
    });
    return { type: 'constantBuffer', indices: [index(), index()], mask: FULL };
  }

  #immediateConstantOperand(dynamic: boolean): RegisterOperand {
    const indices = [this.index(0, this.shader.immediateConstants - 1, dynamic, false)];
    return { type: 'immediateConstantBuffer', indices, mask: FULL };
  }

  #constantOperand(dynamic: boolean): RegisterOperand {
    const view = this.shader.views.constantBuffer()!;
    const size = view.shape.form === 'constants' ? view.shape.size : 1;
    const offset = this.index(0, size - 1, dynamic, false);
    if (typeof offset !== 'number') view.dynamic = true;
    if (!hasRangeIds(this.shader.target)) return { type: 'constantBuffer', indices: [view.id, offset], mask: FULL };
    const index = this.index(view.lower, this.#lastRegister(view), dynamic, false);
    const nonUniform = typeof index !== 'number' && happens(this.random, 'nonUniform');
    return { type: 'constantBuffer', indices: [view.id, index, offset], mask: FULL, nonUniform };
  }

  #registerOperand({ type, mask, register, vertices, range = 1 }: Register, dynamic: boolean): RegisterOperand {
    const indices: IndexSpec[] = [];
    if (vertices !== undefined) indices.push(this.index(0, vertices - 1, dynamic));
    if (register !== undefined) indices.push(this.index(register, register + range - 1, dynamic && range > 1));
    return { type, indices, mask };
  }

  /** An output, or one of its index range: the number next to the index register is where the range begins. */
  #outputRegister({ type, mask, register, range = 1 }: Register, dynamic: boolean): RegisterOperand {
    if (register === undefined) return { type, indices: [], mask };
    const index = this.index(register, register + range - 1, dynamic && range > 1);
    const indices = [typeof index === 'number' ? index : relativeIndex(index.register, register)];
    return { type, indices, mask };
  }

  #arrayOperand({ register, length, components }: TempArray, dynamic: boolean): RegisterOperand {
    const indices = [register, this.index(0, length - 1, dynamic, false)];
    return { type: 'indexableTemp', indices, mask: (1 << components) - 1 };
  }

  #read({ type, indices, mask, nonUniform = false }: RegisterOperand, kind: SourceKind): number[] {
    const { random } = this;
    const modifier = this.#modifier(kind);
    const minPrecision = this.#minPrecision(kind.precision);
    if (mask === 0) return operandWords(type, { indices, components: 'one', modifier, minPrecision });
    return operandWords(type, { indices, ...selection(random, kind.shape, mask), modifier, minPrecision, nonUniform });
  }

  #modifier({ modifiers }: SourceKind): number {
    if (modifiers === 'none' || !happens(this.random, 'modifier')) return Sm4OperandModifier.none;
    return modifiers === 'negate' ? Sm4OperandModifier.negate : this.random.between(1, 3);
  }

  #minPrecision(precision: SourceKind['precision']): number {
    if (!this.shader.features.has('minimumPrecision') || !happens(this.random, 'minimumPrecision')) return 0;
    return this.random.pick(MIN_PRECISIONS[precision]);
  }

  /** Destinations with components for which `fits` holds. */
  #targets(fits: (mask: number) => boolean, other: string): Receiver[] {
    this.#receivers ??= {
      temp: Array.from({ length: this.#temps }, (_, temp) => this.#tempTarget(temp)),
      output: this.outputs.map((register) => this.#outputTarget(register)),
      indexableTemp: this.arrays.map((array) => this.#arrayTarget(array)),
    };
    const receivers = this.#receivers;
    const suits = ({ key, mask }: Receiver) => key !== other && fits(mask);
    const origin = weighted(this.random, WEIGHTS.destination, (name) => receivers[name].some(suits))!;
    return receivers[origin].filter(suits);
  }

  #tempTarget(temp: number): Receiver {
    return {
      key: `r${temp}`,
      mask: FULL,
      operand: () => ({ type: 'temp', indices: [temp], mask: FULL }),
    };
  }

  #outputTarget(register: Register): Receiver {
    return {
      key: `${register.type}${register.register}`,
      mask: register.mask,
      operand: (dynamic) => this.#outputRegister(register, dynamic),
    };
  }

  #arrayTarget(array: TempArray): Receiver {
    return {
      key: `x${array.register}`,
      mask: (1 << array.components) - 1,
      operand: (dynamic) => this.#arrayOperand(array, dynamic),
    };
  }

  /** Notes that components of a temp or of a temp array's element hold a value. */
  #write(type: Sm4OperandTypeName, indices: readonly IndexSpec[], mask: number): void {
    if (indices.some((index) => typeof index !== 'number')) return;
    if (type !== 'temp' && type !== 'indexableTemp') return;
    if (type === 'temp') this.#tempsUsed = Math.max(this.#tempsUsed, (indices[0] as number) + 1);
    const key = `${type} ${indices.join(' ')}`;
    const before = this.#written.get(key)?.mask ?? 0;
    if ((before | mask) !== before) this.#written.set(key, { type, indices, mask: before | mask });
  }

  /** The temps or the elements of temp arrays that hold a value. */
  #writtenOperands(type: 'temp' | 'indexableTemp'): RegisterOperand[] {
    return [...this.#written.values()].filter((operand) => operand.type === type);
  }

  /** Writes a literal into all components of one element, before anything is read from anywhere in the array. */
  #initializeArray({ register, length, components }: TempArray): void {
    this.#moveLiteral('indexableTemp', [register, this.random.below(length)], (1 << components) - 1);
  }

  /** Writes a literal, while another instruction is being built. */
  #moveLiteral(type: Sm4OperandTypeName, indices: readonly number[], mask: number): void {
    const operands = [...operandWords(type, { indices, mask }), ...this.literal(SOURCE_KINDS.u)];
    this.words.push(...instructionWords('mov', operands));
    this.#write(type, indices, mask);
  }
}

/** D3D11_SB_OPERAND_MIN_PRECISION by what the value is; `any` may be each. */
const MIN_PRECISIONS: Record<SourceKind['precision'], readonly number[]> = {
  float: [1, 2],
  int: [4, 5],
  any: [1, 2, 4, 5],
  none: [0],
};

function randomArrays(random: Random): TempArray[] {
  if (!happens(random, 'indexableTemps')) return [];
  return Array.from({ length: random.between(1, 3) }, (_, register) => ({
    register,
    length: random.between(1, 12),
    components: random.between(1, 4),
  }));
}

/** The numbers of the components in `mask`. */
export function componentsOf(mask: number): number[] {
  return [0, 1, 2, 3].filter((component) => mask & (1 << component));
}

function fitsShape(shape: SourceKind['shape'], mask: number): boolean {
  return shape !== 'pairs' || PAIRS.some((pair) => (mask & pair) === pair);
}

type ResultShape = ResultKind['shape'];

/** Whether a result of each shape may have a write mask. */
const IS_MASK: Readonly<Record<ResultShape, (mask: number) => boolean>> = {
  vector: () => true,
  pairs: (mask) => mask === FULL || (PAIRS as readonly number[]).includes(mask),
  oneOrTwo: (mask) => componentsOf(mask).length <= 2,
  one: (mask) => componentsOf(mask).length === 1,
};

/** The write masks of a result of `shape` in a register whose components are `mask`. */
function resultMasks(shape: ResultShape, mask: number): readonly number[] {
  return RESULT_MASKS[shape][mask]!;
}

const RESULT_MASKS = Object.fromEntries(
  Object.entries(IS_MASK).map(([shape, isMask]) => [shape, ALL_MASKS.map((mask) => partsOf(mask).filter(isMask))]),
) as Record<ResultShape, number[][]>;

/** The masks inside `mask` that have at least one component. */
function partsOf(mask: number): number[] {
  return ALL_MASKS.filter((part) => part !== 0 && (part & mask) === part);
}

/** How a source of `shape` reads components of `mask`. */
function selection(random: Random, shape: SourceKind['shape'], mask: number): OperandSpec {
  const components = componentsOf(mask);
  const way = weighted(random, WEIGHTS.selection)!;
  if (shape === 'scalar') return { select: random.pick(components) };
  if (shape === 'pairs') {
    const halves = [0, 2].filter((low) => (mask >> low) & 1 && (mask >> low) & 2);
    const [a, b] = [random.pick(halves), random.pick(halves)];
    return { swizzle: a | ((a + 1) << 2) | (b << 4) | ((b + 1) << 6) };
  }
  const one = random.pick(components);
  if (way === 'single') return { select: one };
  if (way === 'replicate') return { swizzle: one * 0x55 };
  return { swizzle: [0, 2, 4, 6].reduce((swizzle, shift) => swizzle | (random.pick(components) << shift), 0) };
}

/** Random control bits of an executable instruction: `precise` from 5.0 on, saturation where it is allowed. */
export function randomControls(body: Body, saturates: boolean): number {
  let controls = 0;
  if (saturates && happens(body.random, 'saturate')) controls = Sm4InstructionControls.saturate.set(controls, 1);
  if (reaches(body.shader.target, '5.0') && happens(body.random, 'precise')) {
    controls = Sm4InstructionControls.precise.set(controls, body.random.between(1, 15));
  }
  return controls;
}
