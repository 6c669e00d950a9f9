/**
 * The state that rules write code with: values and their locals, constants, masks of lanes, and calls of the host.
 *
 * A component of a value is a vector of four lanes in a local. A condition is a mask: all bits of a lane or none. A
 * float64 has its low words in one vector and its high words in the next.
 */
import { getOrInsert } from '../../base/collections.ts';
import { type IrModule, type IrOpName, Kind, kindOf, NO_OP, OP_NAMES, OP_ROWS, Op, widthOf } from '../../ir/index.ts';
import { accessOf } from '../../ir/module.ts';
import { WasmCode, type WasmModuleWriter, type WasmSignature } from './encoder.ts';
import {
  ARGUMENTS_ADDRESS,
  COMPONENT_BYTES,
  MAX_ARGUMENTS,
  REGISTER_BYTES,
  RESULT_ADDRESS,
  WASM_RESULT,
  type WasmCall,
  type WasmConstants,
  type WasmPlan,
} from './plan.ts';
import { type HostFunctions, type RoutineName, Routines } from './routines.ts';
import { slotsOf, type ValueFacts } from './value-facts.ts';
import { ConstantPool, WasmWriter, WORDS } from './writer.ts';

const NO_LOCAL = -1;
const NO_FUNCTION = -1;

/** Addresses of the data of the module. */
export interface WasmAddresses {
  readonly variables: readonly number[];
  /** All of them. */
  readonly arrays: { readonly address: number; readonly bytes: number };
  readonly immediate: number;
  /** 64 bytes that are read and written where an address is outside. */
  readonly outside: number;
  readonly pool: number;
}

/** Raw or structured memory: how its address, its bytes and its stride are put on the stack. */
export interface WasmMemory {
  readonly address: () => void;
  readonly bytes: () => void;
  readonly stride: () => void;
}

/** Parameters of the function of a segment. */
export const PARAMETERS = { lanes: 0, helpers: 1, frame: 2 } as const;
const SEGMENT: WasmSignature = { parameters: ['i32', 'i32', 'i32'], results: ['i32'] };

export class WasmContext extends WasmWriter {
  readonly calls: WasmCall[] = [];
  readonly routines: Routines;
  /** The mask of the lanes that run. */
  mask = NO_LOCAL;
  /** The mask of lanes that only help. */
  helpers = NO_LOCAL;
  /** The number of the global that counts instructions. */
  readonly counter: number;
  /** A local of type i32 for an index. */
  row = NO_LOCAL;
  /** The functions of the segments. */
  readonly segments: number[] = [];
  /** The token of the barrier before a segment. */
  readonly barriers = new Map<number, number>();
  /** Offsets in the frame, after the arrays of the program: of the locals that it has. */
  readonly #frame = new Map<number, number>();
  /** The loops around the code, the innermost last. */
  readonly loops: number[] = [];
  /** By component, {@link NO_LOCAL} for none: values as they are, and with subnormals flushed. */
  readonly #raw: Int32Array;
  readonly #flushed: Int32Array;
  /** Uses that a local still has, and the depth of loops where it was made; by number of the local. */
  readonly #left: number[] = [];
  readonly #depth: number[] = [];
  /** Locals that are free after the loop at a depth. */
  readonly #afterLoop: number[][] = [];

  constructor(
    readonly module: IrModule,
    readonly facts: ValueFacts,
    readonly plan: WasmPlan,
    readonly constants: readonly WasmConstants[],
    readonly hostFunctions: HostFunctions,
    private readonly writer: WasmModuleWriter,
    readonly addresses: WasmAddresses,
    /** Raw and structured memory that code reads and writes, by binding. */
    readonly memories: ReadonlyMap<number, WasmMemory>,
  ) {
    super(new WasmCode(SEGMENT), new ConstantPool(addresses.pool));
    this.routines = new Routines(writer, this.pool, hostFunctions);
    const { count } = module.ops;
    this.#raw = new Int32Array(4 * count).fill(NO_LOCAL);
    this.#flushed = new Int32Array(4 * count).fill(NO_LOCAL);
    this.counter = writer.counter;
  }

  /** Begins the code of a function of the module. */
  beginFunction(): void {
    this.code = new WasmCode(SEGMENT);
    this.segments.push(this.writer.addFunction(this.code));
    this.row = this.code.local('i32');
    this.helpers = this.code.take();
  }

  // --- values -------------------------------------------------------------------------------------------------------

  /** Puts a component of a value on the stack. */
  get(value: number, slot = 0): void {
    const { ops } = this.module;
    const code = ops.code[value]!;
    if (code === Op.const) {
      const word = ops.operand(value, slot);
      this.splat(this.#isBool(value) && word !== 0 ? -1 : word);
    } else if (code === Op.undef) this.splat(0);
    else this.code.get(this.#raw[4 * value + slot]!);
  }

  #isBool(value: number): boolean {
    return kindOf(this.module.ops.type[value]!) === Kind.bool;
  }

  /** Puts a component of a float on the stack, its subnormals flushed. */
  getFlushed(value: number, slot = 0): void {
    const { ops } = this.module;
    const local = this.#flushed[4 * value + slot]!;
    if (local !== NO_LOCAL) this.code.get(local);
    else if (ops.code[value] === Op.const) this.splat(flushedWord(ops.operand(value, slot)));
    else this.get(value, slot);
  }

  /** The number that a scalar constant is; undefined for other values. */
  constantOf(value: number): number | undefined {
    const { ops } = this.module;
    return ops.code[value] === Op.const ? ops.operand(value, 0) : undefined;
  }

  /** Whether a component of an operation has to be computed. */
  needs(op: number, slot: number): boolean {
    return this.facts.usesOf(op, slot) > 0;
  }

  /**
   * Takes a component of a value from the stack.
   *
   * @param mayBeNan whether it may be a NaN with any bits
   */
  define(op: number, slot: number, mayBeNan = false): void {
    const { code, facts } = this;
    const at = 4 * op + slot;
    if (facts.usesOf(op, slot) === 0) {
      code.op('drop');
      return;
    }
    if (mayBeNan && facts.isObserved[op]) this.canonicalize();
    const local = this.#raw[at]! === NO_LOCAL ? this.#take(0) : this.#raw[at]!;
    this.#raw[at] = local;
    code.set(local);
    this.#left[local]! += facts.rawUses[at]!;
    this.#defineFlushed(op, slot);
  }

  /** Makes the flushed component of a value that has subnormals. */
  #defineFlushed(op: number, slot: number): void {
    const { code, facts } = this;
    const at = 4 * op + slot;
    const local = this.#raw[at]!;
    const uses = facts.flushedUses[at]!;
    if (uses === 0) return;
    if (facts.isFlushed[op]) {
      this.#left[local]! += uses;
      return;
    }
    code.get(local);
    this.flush();
    const flushed = this.#take(uses);
    this.#flushed[at] = flushed;
    code.set(flushed);
    if (this.#left[local] === 0) this.#drop(local);
  }

  /** Gives a component the local of another value's component: they are the same words. */
  alias(op: number, slot: number, value: number, from: number): void {
    if (this.facts.usesOf(op, slot) === 0) return;
    if (this.#isConstant(value)) {
      this.get(value, from);
      this.define(op, slot);
      return;
    }
    const at = 4 * op + slot;
    const local = this.#raw[4 * value + from]!;
    this.#raw[at] = local;
    this.#left[local]! += this.facts.rawUses[at]!;
    this.#defineFlushed(op, slot);
  }

  /** Gives a component the locals of the component of a float that it selects, the flushed one, too. */
  aliasFloat(op: number, slot: number, value: number, from: number): void {
    const { facts } = this;
    if (this.#isConstant(value)) {
      this.alias(op, slot, value, from);
      return;
    }
    const at = 4 * op + slot;
    const [raw, flushed] = [this.#raw[4 * value + from]!, this.#flushed[4 * value + from]!];
    if (facts.rawUses[at]! > 0) this.#left[raw]! += facts.rawUses[at]!;
    this.#raw[at] = raw;
    const uses = facts.flushedUses[at]!;
    if (uses === 0) return;
    const local = flushed === NO_LOCAL ? raw : flushed;
    this.#flushed[at] = local;
    this.#left[local]! += uses;
  }

  #isConstant(value: number): boolean {
    const code = this.module.ops.code[value];
    return code === Op.const || code === Op.undef;
  }

  /** A local for each component of a value that jumps assign; it stays until {@link settle}. */
  reserve(op: number): void {
    const { facts, module } = this;
    for (let slot = 0; slot < slotsOf(module.ops.type[op]!); slot++)
      if (facts.usesOf(op, slot) > 0 || module.ops.code[op] === Op.param) this.#raw[4 * op + slot] = this.#take(0);
  }

  /** The local of a component that {@link reserve} made; -1 for one that is not used. */
  reserved(op: number, slot: number): number {
    return this.#raw[4 * op + slot]!;
  }

  /** Counts the uses of a value whose reserved locals are complete. {@link release} gives parameters back. */
  settle(op: number): void {
    const { facts, module } = this;
    for (let slot = 0; slot < slotsOf(module.ops.type[op]!); slot++) {
      const local = this.#raw[4 * op + slot]!;
      if (local === NO_LOCAL) continue;
      // A parameter has one use more: the jumps that assign it.
      this.#left[local]! += facts.rawUses[4 * op + slot]! + (module.ops.code[op] === Op.param ? 1 : 0);
      if (module.ops.code[op] === Op.param) this.#flushed[4 * op + slot] = NO_LOCAL;
      this.#defineFlushed(op, slot);
    }
  }

  /** Gives the locals of a parameter back. */
  release(op: number): void {
    for (let slot = 0; slot < slotsOf(this.module.ops.type[op]!); slot++) {
      const local = this.#raw[4 * op + slot]!;
      if (local !== NO_LOCAL) this.#use(local);
    }
  }

  /** Counts the uses of the operands of an operation whose code is written: locals without more uses are free. */
  consume(op: number): void {
    this.facts.forEachUse(op, (value, slot, isFlushed) => {
      if (this.#isConstant(value)) return;
      const flushed = this.#flushed[4 * value + slot]!;
      const local = isFlushed && flushed !== NO_LOCAL ? flushed : this.#raw[4 * value + slot]!;
      if (local !== NO_LOCAL) this.#use(local);
    });
  }

  #use(local: number): void {
    this.#left[local]!--;
    if (this.#left[local] === 0) this.#drop(local);
  }

  #take(uses: number): number {
    const local = this.code.take();
    this.#left[local] = uses;
    this.#depth[local] = this.loops.length;
    return local;
  }

  /** Frees a local, after the loops that it was made outside of: their next iteration reads it. */
  #drop(local: number): void {
    const depth = this.#depth[local]!;
    if (depth === this.loops.length) this.code.give(local);
    else {
      this.#afterLoop[depth + 1] ??= [];
      this.#afterLoop[depth + 1]!.push(local);
    }
  }

  beginLoop(op: number): void {
    this.loops.push(op);
  }

  endLoop(): void {
    const waiting = this.#afterLoop[this.loops.length] ?? [];
    this.#afterLoop[this.loops.length] = [];
    this.loops.pop();
    for (const local of waiting) this.code.give(local);
  }

  /** Takes the instructions of a region from the counter. */
  spend(region: number): void {
    const { code, counter } = this;
    code.index('global.get', counter);
    code.i32(this.facts.costs.get(region) ?? 0);
    code.op('i32.sub');
    code.index('global.set', counter);
  }

  /** Where the counter is used up, the host gives more, or the program ends. */
  checkCounter(): void {
    const { code, counter } = this;
    code.index('global.get', counter);
    code.i32(0);
    code.op('i32.lt_s');
    code.open('if');
    code.index('call', this.hostFunctions.refill);
    code.index('global.set', counter);
    code.index('global.get', counter);
    code.i32(1);
    code.op('i32.lt_s');
    code.open('if');
    code.i32(-1);
    code.op('return');
    code.end();
    code.end();
  }

  /** The number of a segment that begins later. */
  newSegment(): number {
    return this.segments.push(NO_FUNCTION) - 1;
  }

  /** Leaves the function for a segment: the values in locals go to the frame. */
  goTo(segment: number, flags = 0): void {
    const { code } = this;
    for (const local of code.used) {
      code.get(PARAMETERS.frame);
      code.get(local);
      code.memory('v128.store', this.#frameOffset(local));
    }
    code.i32(WASM_RESULT.goesOn | flags | (segment << WASM_RESULT.segmentShift));
    code.op('return');
  }

  /** Begins a segment, after the code before goes to it: the values in locals come from the frame. */
  beginSegment(segment: number, flags = 0): void {
    this.goTo(segment, flags);
    const code = this.code.next();
    this.code = code;
    this.segments[segment] = this.writer.addFunction(code);
    for (const local of code.used) {
      code.get(PARAMETERS.frame);
      code.memory('v128.load', this.#frameOffset(local));
      code.set(local);
    }
  }

  /** Lets the other threads come to a barrier. Arrays of all threads have the same addresses: the frame saves them. */
  wait(at: number): void {
    const { bytes, address } = this.addresses.arrays;
    const segment = this.newSegment();
    this.barriers.set(segment, at);
    const copyArrays = (isBefore: boolean): void => {
      if (bytes === 0) return;
      if (isBefore) this.code.get(PARAMETERS.frame);
      this.code.i32(address);
      if (!isBefore) this.code.get(PARAMETERS.frame);
      this.code.i32(bytes);
      this.code.copy();
    };
    copyArrays(true);
    this.beginSegment(segment, WASM_RESULT.waits);
    copyArrays(false);
  }

  #frameOffset(local: number): number {
    return getOrInsert(this.#frame, local, () => this.frameBytes);
  }

  get frameBytes(): number {
    return this.addresses.arrays.bytes + COMPONENT_BYTES * this.#frame.size;
  }

  // --- words in memory ----------------------------------------------------------------------------------------------

  /** Puts the words at a constant address on the stack. */
  load(address: number): void {
    this.code.i32(0);
    this.code.memory('v128.load', address);
  }

  /** Stores a component at a constant address, for the lanes that run. */
  store(address: number, write: () => void): void {
    const { code } = this;
    code.i32(0);
    write();
    this.load(address);
    code.get(this.mask);
    code.op('v128.bitselect');
    code.memory('v128.store', address);
  }

  // --- the host -----------------------------------------------------------------------------------------------------

  /** Lets the host do an operation for the lanes that run, and defines its value. */
  callHost(op: number): void {
    const { code, module } = this;
    const { ops } = module;
    const operands = ops.operands(op);
    for (const [i, value] of operands.entries()) this.#storeOperand(i, value);
    const type = ops.type[op]!;
    const width = kindOf(type) === Kind.none ? 0 : widthOf(type);
    const extra = ops.extra[op]!;
    const name = OP_NAMES[ops.code[op]!] as IrOpName;
    const { attribute } = OP_ROWS[ops.code[op]!]!;
    const isElement = attribute === 'input' || attribute === 'constants' || attribute === 'component';
    this.calls.push({
      name,
      access:
        attribute === 'access'
          ? module.accesses[extra]!
          : accessOf(attribute === 'binding' ? extra : NO_OP, {
              isIndexed: attribute === 'binding' && operands.length > (name === 'tex.samplepos' ? 1 : 0),
            }),
      widths: operands.map((value) => widthOf(ops.type[value]!)),
      width,
      element: isElement ? extra >> 2 : attribute === 'stream' ? extra : NO_OP,
      component: isElement ? extra & 3 : 0,
    });
    code.i32(this.calls.length - 1);
    code.get(this.mask);
    code.op('i32x4.bitmask');
    code.get(this.mask);
    code.get(this.helpers);
    code.ops('v128.andnot', 'i32x4.bitmask');
    code.index('call', this.hostFunctions.host);
    this.#readResult(op, width);
  }

  #storeOperand(i: number, value: number): void {
    const type = this.module.ops.type[value]!;
    if (i >= MAX_ARGUMENTS) return;
    for (let slot = 0; slot < slotsOf(type); slot++) {
      this.code.i32(0);
      this.get(value, slot);
      this.code.memory('v128.store', ARGUMENTS_ADDRESS + i * REGISTER_BYTES + slot * COMPONENT_BYTES);
    }
  }

  #readResult(op: number, slots: number): void {
    for (let slot = 0; slot < slots; slot++) {
      if (!this.needs(op, slot)) continue;
      this.load(RESULT_ADDRESS + slot * COMPONENT_BYTES);
      this.define(op, slot);
    }
  }

  /** Calls a function of the module; its operands are on the stack. */
  callRoutine(name: RoutineName): void {
    this.code.index('call', this.routines.numberOf(name));
  }

  /** Lets the host compute an operation of numbers. */
  compute(op: number): void {
    const { ops } = this.module;
    for (const [i, value] of ops.operands(op).entries()) this.#storeOperand(i, value);
    this.code.i32(ops.code[op]!);
    this.code.index('call', this.hostFunctions.compute);
    this.#readResult(op, slotsOf(ops.type[op]!));
  }
}

function flushedWord(word: number): number {
  return (word & 0x7f80_0000) === 0 ? word & WORDS.sign : word;
}
