/**
 * A module of SPIR-V as it is written: sections of words, ids, types and constants. No type or constant is declared twice.
 *
 * Not for: what is written for an operation (rules-*.ts), instructions of functions (code.ts).
 */
import { type IrType, Kind, kindOf, widthOf } from '../../ir/index.ts';
import { type Capability, capabilityRow } from './capabilities.ts';
import { AddressingModel, Decoration, EXTENDED_INSTRUCTIONS, MemoryModel, SPIRV_MAGIC, Spv } from './grammar.ts';
import { Words } from './words.ts';

const SIGNED = 1;

export class SpirvModule {
  /** The next id. */
  bound = 1;
  readonly #head = new Words(64);
  readonly executionModes = new Words(16);
  readonly names = new Words(64);
  readonly decorations = new Words(128);
  readonly globals = new Words(512);
  /** Functions that others call. */
  readonly helpers = new Words(512);
  readonly main = new Words(2048);
  readonly capabilities = new Set<Capability>(['Shader']);
  readonly #extensions = new Set<string>();
  /** Ids of types and constants by what they are. */
  readonly #known = new Map<string, number>();
  readonly #unsigned = new Map<number, number>();
  readonly #floats = new Map<number, number>();
  readonly #pointers = new Map<number, number>();
  readonly #vectors = new Map<number, number>();
  /** By the number of a type of the IR. */
  readonly #types = new Int32Array(32);
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

  /** A type or constant that is there once. @param hasType whether the first operand is its type, which is before its id */
  #once(key: string, code: number, operands: readonly number[], hasType = false): number {
    let id = this.#known.get(key);
    if (id === undefined) {
      id = this.id();
      const { globals } = this;
      globals.begin(code, operands.length + 2);
      if (!hasType) globals.word(id);
      for (const [i, operand] of operands.entries()) {
        globals.word(operand);
        if (hasType && i === 0) globals.word(id);
      }
      this.#known.set(key, id);
    }
    return id;
  }

  get void(): number {
    return this.#once('void', Spv.TypeVoid, []);
  }

  /** Integers have no sign but where interfaces of Vulkan ask for one: operations say what they mean. */
  get int(): number {
    return this.#once('int', Spv.TypeInt, [32, SIGNED]);
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
    let id = this.#types[index]!;
    if (id === 0) {
      id = this.#valueType(kindOf(type), widthOf(type));
      this.#types[index] = id;
    }
    return id;
  }

  #valueType(kind: number, width: number): number {
    if (width > 1) return this.vector(this.type(kind), width);
    if (kind === Kind.bool) return this.#once('bool', Spv.TypeBool, []);
    if (kind === Kind.f32) return this.#once('float', Spv.TypeFloat, [32]);
    if (kind === Kind.f64) {
      this.need('Float64');
      return this.#once('double', Spv.TypeFloat, [64]);
    }
    return this.#once('uint', Spv.TypeInt, [32, 0]);
  }

  vector(component: number, width: number): number {
    if (width === 1) return component;
    return this.#typeOnce(this.#vectors, 8 * component + width, Spv.TypeVector, component, width);
  }

  pointer(storage: number, type: number): number {
    // Rules ask for pointers with each access, so the key is a number. No storage class has more than 16 bits.
    return this.#typeOnce(this.#pointers, 0x1_0000 * type + storage, Spv.TypePointer, storage, type);
  }

  /** A type of two operands, declared when it is first asked for. @param known the types of this kind by `key` */
  #typeOnce(known: Map<number, number>, key: number, opcode: number, first: number, second: number): number {
    let id = known.get(key);
    if (id === undefined) {
      id = this.id();
      this.globals.instruction(opcode, id, first, second);
      known.set(key, id);
    }
    return id;
  }

  function(result: number, parameters: readonly number[]): number {
    return this.#once(`f ${result} ${parameters.join(' ')}`, Spv.TypeFunction, [result, ...parameters]);
  }

  /** An array without a layout. */
  array(element: number, count: number): number {
    const length = this.unsigned(count);
    return this.#once(`a ${element} ${count}`, Spv.TypeArray, [element, length]);
  }

  /** An array of as many elements as are bound. */
  runtimeArray(element: number): number {
    return this.#once(`r ${element}`, Spv.TypeRuntimeArray, [element]);
  }

  struct(members: readonly number[]): number {
    return this.#once(`s ${members.join(' ')}`, Spv.TypeStruct, members);
  }

  /** A block with one array. @param count its elements; 0 for as many as there are */
  block(element: number, stride: number, count: number): number {
    const key = `b ${element} ${stride} ${count}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const array = this.id();
    if (count > 0) this.globals.instruction(Spv.TypeArray, array, element, this.unsigned(count));
    else this.globals.instruction(Spv.TypeRuntimeArray, array, element);
    this.decorate(array, Decoration.ArrayStride, stride);
    const id = this.id();
    this.globals.instruction(Spv.TypeStruct, id, array);
    this.decorate(id, Decoration.Block);
    this.decorations.instruction(Spv.MemberDecorate, id, 0, Decoration.Offset, 0);
    this.#known.set(key, id);
    return id;
  }

  image(operands: readonly number[]): number {
    return this.#once(`i ${operands.join(' ')}`, Spv.TypeImage, operands);
  }

  get sampler(): number {
    return this.#once('sampler', Spv.TypeSampler, []);
  }

  sampledImage(image: number): number {
    return this.#once(`si ${image}`, Spv.TypeSampledImage, [image]);
  }

  // Constants

  unsigned(word: number): number {
    const bits = word >>> 0;
    let id = this.#unsigned.get(bits);
    if (id === undefined) {
      const type = this.uint;
      id = this.id();
      this.globals.instruction(Spv.Constant, type, id, bits);
      this.#unsigned.set(bits, id);
    }
    return id;
  }

  signed(value: number): number {
    return this.#once(`c ${value}`, Spv.Constant, [this.int, value >>> 0], true);
  }

  /** A float by its bits. */
  floatBits(word: number): number {
    const bits = word >>> 0;
    let id = this.#floats.get(bits);
    if (id === undefined) {
      const type = this.float;
      id = this.id();
      this.globals.instruction(Spv.Constant, type, id, bits);
      this.#floats.set(bits, id);
    }
    return id;
  }

  floatOf(value: number): number {
    floats[0] = value;
    return this.floatBits(bitsOfFloat[0]!);
  }

  /** A double by its words. */
  double(low: number, high: number): number {
    return this.#once(`d ${low} ${high}`, Spv.Constant, [this.type(Kind.f64), low >>> 0, high >>> 0], true);
  }

  doubleOf(value: number): number {
    doubles[0] = value;
    return this.double(bitsOfDouble[0]!, bitsOfDouble[1]!);
  }

  boolean(value: boolean): number {
    return this.#once(String(value), value ? Spv.ConstantTrue : Spv.ConstantFalse, [this.bool], true);
  }

  /** A scalar constant of a kind of the IR. */
  constant(kind: number, word: number): number {
    if (kind === Kind.f32) return this.floatBits(word);
    return kind === Kind.bool ? this.boolean(word !== 0) : this.unsigned(word);
  }

  composite(type: number, parts: readonly number[]): number {
    return this.#once(`k ${type} ${parts.join(' ')}`, Spv.ConstantComposite, [type, ...parts], true);
  }

  /** A vector with the same constant in all components, or the constant itself. */
  splat(type: number, part: number, width: number): number {
    return width === 1 ? part : this.composite(type, Array<number>(width).fill(part));
  }

  zero(type: number): number {
    return this.#once(`n ${type}`, Spv.ConstantNull, [type], true);
  }

  undefined(type: number): number {
    return this.#once(`u ${type}`, Spv.Undef, [type], true);
  }

  variable(storage: number, type: number): number {
    const id = this.id();
    this.globals.instruction(Spv.Variable, this.pointer(storage, type), id, storage);
    return id;
  }

  /** The words of the whole module, which ends with this. */
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
    for (const { words: from, length } of sections) {
      words.set(from.subarray(0, length), at);
      at += length;
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
