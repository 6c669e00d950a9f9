/**
 * A module of SPIR-V as it is written: sections of words, ids, types and constants. No type or constant is declared
 * twice.
 *
 * Not for: what is written for an operation (rules/), instructions of functions (code.ts).
 */

import { type IrType, Kind, kindOf, widthOf } from '../../ir/index.ts';
import { giveNumbers, takeNumbers } from '../../ir/passes/walk.ts';
import { type Capability, capabilityRow } from './capabilities.ts';
import { AddressingModel, Decoration, EXTENDED_INSTRUCTIONS, MemoryModel, SPIRV_MAGIC, Spv } from './grammar.ts';
import { Words } from './words.ts';

/** Where an instruction has its id: types before their operands, constants after their type. */
const ID_OF_TYPE = 1;
const ID_OF_CONSTANT = 2;

/** The placeholder of an id that is not known yet. */
const NO_ID = 0;

/** More than twice as many as most modules have types and constants. */
const MIN_SLOTS = 1024;
/** A slot has the hash of an instruction, and its position plus one, or 0. */
const SLOT = 2;
/** The odd number near 2 ** 32 divided by the golden ratio: it spreads small numbers. */
const MULTIPLIER = 0x9e37_79b1;

class Declarations extends Words {
  #slots = MIN_SLOTS;
  #table = takeNumbers(SLOT * MIN_SLOTS, 0);
  #count = 0;

  override release(): void {
    super.release();
    giveNumbers(this.#table);
  }

  /**
   * Ends the instruction from `start` on, which has {@link NO_ID}. Returns the id of the same instruction, or `next`,
   * which it then has.
   *
   * @param idAt which of its words is the id
   */
  once(start: number, idAt: number, next: number): number {
    const { words, length } = this;
    let hash = 0;
    for (let i = start; i < length; i++) hash = Math.imul((hash ^ words[i]!) + (hash >>> 15), MULTIPLIER);
    const table = this.#table;
    let slot = this.#slotOf(hash);
    for (; table[slot + 1] !== 0; slot = this.#after(slot)) {
      const known = table[slot + 1]! - 1;
      if (table[slot] !== hash || !this.#isSame(known, start, idAt)) continue;
      this.length = start;
      return words[known + idAt]!;
    }
    words[start + idAt] = next;
    table[slot] = hash;
    table[slot + 1] = start + 1;
    if (++this.#count > this.#slots / 2) this.#grow();
    return next;
  }

  #slotOf(hash: number): number {
    return SLOT * ((hash ^ (hash >>> 16)) & (this.#slots - 1));
  }

  #after(slot: number): number {
    return (slot + SLOT) & (SLOT * this.#slots - 1);
  }

  /** Whether the last instruction has the words of an earlier one, but for the id. The first word has their number. */
  #isSame(known: number, start: number, idAt: number): boolean {
    const { words, length } = this;
    for (let i = 0; start + i < length; i++) if (words[known + i] !== words[start + i] && i !== idAt) return false;
    return true;
  }

  #grow(): void {
    const old = this.#table;
    const end = SLOT * this.#slots;
    this.#slots *= 2;
    this.#table = takeNumbers(SLOT * this.#slots, 0);
    for (let from = 0; from < end; from += SLOT) {
      if (old[from + 1] === 0) continue;
      let slot = this.#slotOf(old[from]!);
      while (this.#table[slot + 1] !== 0) slot = this.#after(slot);
      this.#table[slot] = old[from]!;
      this.#table[slot + 1] = old[from + 1]!;
    }
    giveNumbers(old);
  }
}

const SIGNED = 1;
const SMALL_WORDS = 32;

/** A block with one array. */
interface Block {
  readonly element: number;
  readonly stride: number;
  readonly count: number;
  readonly id: number;
}

export class SpirvModule {
  /** The next id. */
  bound = 1;
  readonly #head = new Words(64);
  readonly executionModes = new Words(16);
  readonly names = new Words(64);
  readonly decorations = new Words(128);
  readonly globals = new Declarations(512);
  /** Functions that others call. */
  readonly helpers = new Words(512);
  readonly main = new Words(2048);
  readonly capabilities = new Set<Capability>(['Shader']);
  readonly #extensions = new Set<string>();
  /** By the number of a type of the IR. */
  readonly #types: (number | undefined)[] = [];
  readonly #blocks: Block[] = [];
  /** Unsigned constants below {@link SMALL_WORDS}: most are components, rows and members. */
  readonly #smallWords: (number | undefined)[] = [];
  readonly extensions: number;

  /** @param version times ten: 13 or 16 */
  constructor(readonly version: number) {
    this.extensions = this.id();
  }

  id(): number {
    return this.bound++;
  }

  need(name: Capability): void {
    if (this.capabilities.has(name)) return;
    this.capabilities.add(name);
    const { extension, since } = capabilityRow(name);
    if (extension !== undefined && (since === undefined || this.version < since)) this.#extensions.add(extension);
  }

  get extensionNames(): readonly string[] {
    return [...this.#extensions];
  }

  name(id: number, text: string): void {
    this.names.text(Spv.Name, [id], text);
  }

  decorate(id: number, decoration: number, ...literals: readonly number[]): void {
    this.decorations.instruction(Spv.Decorate, id, decoration, ...literals);
  }

  /** Says that invocations may have different values of `id`, an index of descriptors or what is found with it. */
  decorateNonuniform(id: number): void {
    this.need('ShaderNonUniform');
    this.decorate(id, Decoration.NonUniform);
  }

  // Types

  /** A type that is there once. */
  #declareType(code: number, operands: readonly number[]): number {
    const { globals } = this;
    const start = globals.length;
    globals.begin(code, operands.length + 2);
    globals.put(NO_ID);
    for (let i = 0; i < operands.length; i++) globals.put(operands[i]!);
    return this.#once(start, ID_OF_TYPE);
  }

  /** A constant that is there once. */
  #declareConstant(code: number, type: number, operands: readonly number[]): number {
    const { globals } = this;
    const start = globals.length;
    globals.begin(code, operands.length + 3);
    globals.put(type);
    globals.put(NO_ID);
    for (let i = 0; i < operands.length; i++) globals.put(operands[i]!);
    return this.#once(start, ID_OF_CONSTANT);
  }

  /** Declares a type with two operands or a constant of one word, which rules request often. */
  #declarePair(code: number, first: number, second: number): number {
    const { globals } = this;
    const start = globals.length;
    globals.begin(code, 4);
    globals.put(NO_ID);
    globals.put(first);
    globals.put(second);
    return this.#once(start, ID_OF_TYPE);
  }

  #declareWord(type: number, word: number): number {
    const { globals } = this;
    const start = globals.length;
    globals.begin(Spv.Constant, 4);
    globals.put(type);
    globals.put(NO_ID);
    globals.put(word);
    return this.#once(start, ID_OF_CONSTANT);
  }

  #once(start: number, idAt: number): number {
    const id = this.globals.once(start, idAt, this.bound);
    if (id === this.bound) this.bound++;
    return id;
  }

  get void(): number {
    return this.#declareType(Spv.TypeVoid, []);
  }

  /** Integers are unsigned except where Vulkan interfaces require a sign: operations determine the interpretation. */
  get int(): number {
    return this.#declarePair(Spv.TypeInt, 32, SIGNED);
  }

  get uint(): number {
    return this.type(Kind.u32);
  }

  get float(): number {
    return this.type(Kind.f32);
  }

  get bool(): number {
    return this.type(Kind.bool);
  }

  /** The type of values of the IR. */
  type(type: IrType): number {
    const index = type & 31;
    let id = this.#types[index];
    if (id === undefined) {
      id = this.#valueType(kindOf(type), widthOf(type));
      this.#types[index] = id;
    }
    return id;
  }

  #valueType(kind: number, width: number): number {
    if (width > 1) return this.vector(this.type(kind), width);
    if (kind === Kind.bool) return this.#declareType(Spv.TypeBool, []);
    if (kind === Kind.f32) return this.#declareType(Spv.TypeFloat, [32]);
    if (kind === Kind.f64) {
      this.need('Float64');
      return this.#declareType(Spv.TypeFloat, [64]);
    }
    return this.#declarePair(Spv.TypeInt, 32, 0);
  }

  vector(component: number, width: number): number {
    if (width === 1) return component;
    return this.#declarePair(Spv.TypeVector, component, width);
  }

  pointer(storage: number, type: number): number {
    return this.#declarePair(Spv.TypePointer, storage, type);
  }

  function(result: number, parameters: readonly number[]): number {
    return this.#declareType(Spv.TypeFunction, [result, ...parameters]);
  }

  /** An array without a layout. */
  array(element: number, count: number): number {
    return this.#declarePair(Spv.TypeArray, element, this.unsigned(count));
  }

  /** An array of as many elements as are bound. */
  runtimeArray(element: number): number {
    return this.#declareType(Spv.TypeRuntimeArray, [element]);
  }

  struct(members: readonly number[]): number {
    return this.#declareType(Spv.TypeStruct, members);
  }

  /** A block with one array. @param count its elements; 0 for as many as there are */
  block(element: number, stride: number, count: number): number {
    // Not looked up by its words: an array or a structure without a layout may have the same.
    const known = this.#blocks.find((one) => one.element === element && one.stride === stride && one.count === count);
    if (known !== undefined) return known.id;
    const array = this.id();
    if (count > 0) this.globals.instruction(Spv.TypeArray, array, element, this.unsigned(count));
    else this.globals.instruction(Spv.TypeRuntimeArray, array, element);
    this.decorate(array, Decoration.ArrayStride, stride);
    const id = this.id();
    this.globals.instruction(Spv.TypeStruct, id, array);
    this.decorate(id, Decoration.Block);
    this.decorations.instruction(Spv.MemberDecorate, id, 0, Decoration.Offset, 0);
    this.#blocks.push({ element, stride, count, id });
    return id;
  }

  image(operands: readonly number[]): number {
    return this.#declareType(Spv.TypeImage, operands);
  }

  get sampler(): number {
    return this.#declareType(Spv.TypeSampler, []);
  }

  sampledImage(image: number): number {
    return this.#declareType(Spv.TypeSampledImage, [image]);
  }

  // Constants

  unsigned(word: number): number {
    if (word < 0 || word >= SMALL_WORDS) return this.#declareWord(this.uint, word);
    let id = this.#smallWords[word];
    if (id === undefined) {
      id = this.#declareWord(this.uint, word);
      this.#smallWords[word] = id;
    }
    return id;
  }

  signed(value: number): number {
    return this.#declareWord(this.int, value);
  }

  floatBits(word: number): number {
    return this.#declareWord(this.float, word);
  }

  floatOf(value: number): number {
    floats[0] = value;
    return this.floatBits(bitsOfFloat[0]!);
  }

  /** A double by its words. */
  double(low: number, high: number): number {
    return this.#declareConstant(Spv.Constant, this.type(Kind.f64), [low, high]);
  }

  doubleOf(value: number): number {
    doubles[0] = value;
    return this.double(bitsOfDouble[0]!, bitsOfDouble[1]!);
  }

  boolean(value: boolean): number {
    return this.#declareConstant(value ? Spv.ConstantTrue : Spv.ConstantFalse, this.bool, []);
  }

  /** A scalar constant of a kind of the IR. */
  constant(kind: number, word: number): number {
    if (kind === Kind.f32) return this.floatBits(word);
    return kind === Kind.bool ? this.boolean(word !== 0) : this.unsigned(word);
  }

  composite(type: number, parts: readonly number[]): number {
    return this.#declareConstant(Spv.ConstantComposite, type, parts);
  }

  /** A vector with the same constant in all components, or the constant itself. */
  splat(type: number, part: number, width: number): number {
    return width === 1 ? part : this.composite(type, Array<number>(width).fill(part));
  }

  zero(type: number): number {
    return this.#declareConstant(Spv.ConstantNull, type, []);
  }

  undefined(type: number): number {
    return this.#declareConstant(Spv.Undef, type, []);
  }

  variable(storage: number, type: number): number {
    const id = this.id();
    this.globals.instruction(Spv.Variable, this.pointer(storage, type), id, storage);
    return id;
  }

  /** Returns the words of the complete module. */
  assemble(entry: {
    readonly model: number;
    readonly id: number;
    readonly name: string;
    readonly variables: readonly number[];
  }): { readonly words: Uint32Array; readonly mainStart: number } {
    const head = this.#head;
    for (const value of [SPIRV_MAGIC, (((this.version / 10) | 0) << 16) | ((this.version % 10) << 8), 0, this.bound, 0])
      head.word(value);
    for (const name of this.capabilities) head.instruction(Spv.Capability, capabilityRow(name).code);
    for (const name of this.#extensions) head.text(Spv.Extension, [], name);
    head.text(Spv.ExtInstImport, [this.extensions], EXTENDED_INSTRUCTIONS);
    head.instruction(Spv.MemoryModel, AddressingModel.Logical, MemoryModel.GLSL450);
    head.text(Spv.EntryPoint, [entry.model, entry.id], entry.name, entry.variables);
    const sections = [head, this.executionModes, this.names, this.decorations, this.globals, this.helpers, this.main];
    const words = new Uint32Array(sections.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const section of sections) {
      section.copyTo(words, at);
      at += section.length;
    }
    const mainStart = at - this.main.length;
    // In the order in which the next module takes them.
    for (const section of sections.reverse()) section.release();
    return { words, mainStart };
  }
}

const floats = new Float32Array(1);
const bitsOfFloat = new Uint32Array(floats.buffer);
const doubles = new Float64Array(1);
const bitsOfDouble = new Uint32Array(doubles.buffer);
