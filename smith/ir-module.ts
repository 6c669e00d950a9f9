/**
 * Random modules of the IR that run and end: every loop counts, and values, branches, arrays, memory and functions
 * depend on inputs that differ between lanes. No rule of modules is broken, and no result is one that Direct3D leaves
 * open.
 */
import { accessOf, IR_OPS, IrBuilder, IrModule, type IrOpName, Op } from '../src/ir/index.ts';
import { OP_RULES } from '../src/ir/type-rules.ts';
import { B32, BOOL, F32, type IrType, Kind, kindOf, typeOf, U32, widthOf } from '../src/ir/types.ts';
import type { Random } from './random.ts';

/** Words that are at the borders of what operations treat alike. */
const WORDS = [
  0, 1, 2, 3, 31, 32, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x3f80_0000, 0xbf80_0000, 0x4000_0000, 0x3f00_0000,
  0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7fc1_2345, 0x0000_0001, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x7f7f_ffff,
  0x4049_0fdb, 0xc2c8_0000, 5, 0xffff_fffe,
] as const;

/** Operations that take only values and are pure, but for moves, which have code of their own here. */
const ARITHMETIC = (Object.keys(IR_OPS) as IrOpName[]).filter((name) => {
  const { effect, attribute, operands, result } = IR_OPS[name];
  const isHandled = ['pick', 'const', 'undef', 'status', 'status.mapped'].includes(name);
  return effect === 'pure' && attribute === 'none' && !isHandled && operands !== '' && result !== '';
});

export const OUTPUTS = 4;
const INPUT_COMPONENTS = 4;
const ARRAY_ROWS = 3;

/** A word as programs and inputs have it. */
export function randomWord(random: Random): number {
  return random.oneIn(3) ? random.word() : random.pick(WORDS);
}

/**
 * A module with outputs 0 to 3, input 0, an array, raw group memory of 64 bytes as binding 0, and constants as binding
 * 1.
 */
export function randomModule(random: Random, size = 30): IrModule {
  return new Generator(random, size).generate();
}

class Generator {
  readonly #random: Random;
  readonly #module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0', tokens: 1000 });
  readonly #b = new IrBuilder(this.#module);
  /** Values that are visible. */
  #values: number[] = [];
  #left: number;
  #depth = 0;
  /** Constructs that may be left here, with the types of their results. */
  #targets: { op: number; results: IrType[] }[] = [];
  #functions: { number: number; parameters: IrType[]; results: IrType[] }[] = [];
  #returns: IrType[] = [];
  /** Whether all lanes are in the main function: none has returned. */
  #isMain = false;
  #hasReturned = false;

  constructor(random: Random, size: number) {
    this.#random = random;
    this.#left = size;
  }

  generate(): IrModule {
    const module = this.#module;
    module.inputs.push({ kind: 'vertex', register: 0, mask: 15 });
    for (let register = 0; register < OUTPUTS; register++) module.outputs.push({ kind: 'vertex', register, mask: 15 });
    module.variables.push({ rows: ARRAY_ROWS, components: 4 }, { rows: ARRAY_ROWS, components: 4 });
    module.bindings.push({ kind: 'group', register: 0, space: 0, count: 1, size: 64 });
    module.bindings.push({ kind: 'constants', register: 0, space: 0, count: 1, size: 4 });
    module.accessNumber(accessOf(0));
    module.immediateConstants = Uint32Array.from({ length: 8 }, () => randomWord(this.#random));
    const subroutines = this.#random.below(3);
    const main = this.#b.beginFunction('main', 'main');
    const region = this.#b.region;
    for (let i = 0; i < subroutines; i++) this.#subroutine();
    this.#b.region = region;
    this.#values = [];
    this.#returns = [];
    this.#isMain = true;
    if (main !== 0) throw new Error('the first function is not main');
    this.#inputs();
    this.#statements(this.#left);
    this.#outputs();
    this.#b.return();
    return module;
  }

  #subroutine(): void {
    const parameters = Array.from({ length: this.#random.below(3) }, () => this.#scalarType());
    const results = Array.from({ length: this.#random.below(3) }, () => this.#scalarType());
    const number = this.#b.beginFunction('subroutine', `f${this.#functions.length}`, results);
    this.#values = parameters.map((type) => this.#b.parameter(type));
    this.#returns = results;
    this.#statements(6);
    this.#b.return(results.map((type) => this.#value(type)));
    this.#functions.push({ number, parameters, results });
  }

  #inputs(): void {
    this.#values.push(this.#b.op(Op.in, typeOf(Kind.b32, INPUT_COMPONENTS)));
    this.#values.push(this.#b.opWith(1, Op.in, typeOf(Kind.f32, 2)), this.#b.opWith(2, Op.in, U32));
  }

  #outputs(): void {
    for (let i = 0; i < OUTPUTS; i++) {
      const width = this.#random.between(1, 4);
      this.#b.opWith(i << 2, Op.out, 0, this.#value(typeOf(this.#random.pick([Kind.f32, Kind.b32, Kind.u32]), width)));
    }
  }

  #scalarType(): IrType {
    return this.#random.pick([F32, U32, B32, BOOL, Kind.i32]);
  }

  /** A visible value of a type, or one that is made of others or of constants. */
  #value(type: IrType): number {
    const { ops } = this.#module;
    const same = this.#values.filter((value) => ops.type[value] === type);
    if (same.length > 0 && !this.#random.oneIn(4)) return this.#random.pick(same);
    const kind = kindOf(type);
    const width = widthOf(type);
    if (kind === Kind.bool) {
      const [a, b] = [this.#value(F32), this.#value(F32)];
      return this.#random.oneIn(4) ? this.#b.bool(this.#random.oneIn(2)) : this.#b.op(Op['f.lt'], BOOL, a, b);
    }
    if (kind === Kind.f64) return this.#b.op(Op['d.pack'], type, this.#value(U32), this.#value(U32));
    const words = this.#values.filter(
      (value) => ![Kind.bool, Kind.f64, Kind.none].includes(kindOf(ops.type[value]!) as never),
    );
    if (words.length === 0 || this.#random.oneIn(3))
      return this.#b.constant(type, ...Array.from({ length: width }, () => randomWord(this.#random) | 0));
    const refs = Array.from({ length: width }, () => {
      const value = this.#random.pick(words);
      return (value << 2) | this.#random.below(widthOf(ops.type[value]!));
    });
    return this.#b.read(kind, refs);
  }

  #statements(count: number): void {
    for (let i = 0; i < count && this.#left > 0 && !this.#b.isTerminated; i++) this.#statement();
  }

  #statement(): void {
    this.#left--;
    this.#b.at = this.#random.below(1000);
    const choice = this.#random.below(20);
    if (choice < 11) this.#arithmetic();
    else if (choice < 13) this.#memory();
    else if (choice < 14) this.#call();
    else if (choice < 15 && this.#depth === 0 && this.#isMain && !this.#hasReturned) this.#quad();
    else if (this.#depth < 4) this.#construct();
  }

  #arithmetic(): void {
    const name = this.#random.pick(ARITHMETIC);
    const code = Op[name];
    const { result, operands } = OP_RULES[code]!;
    const kinds = [Kind.f32, Kind.i32, Kind.u32, Kind.bool, Kind.f64, Kind.b32] as const;
    const kindIn = (set: number) => this.#random.pick(kinds.filter((kind) => set & (1 << kind)));
    const width = (rule: number) => (rule > 0 ? rule : this.#random.between(1, 4));
    const resultKind = kindIn(result!.kinds);
    const isScalar = resultKind === Kind.bool || resultKind === Kind.f64;
    const type = typeOf(resultKind, isScalar ? 1 : width(result!.width));
    const values: number[] = [];
    for (const rule of operands) {
      if (rule.same === 'result') values.push(this.#value(type));
      else if (rule.same === 'first') values.push(this.#value(this.#module.ops.type[values[0]!]!));
      else values.push(this.#value(typeOf(kindIn(rule.kinds), rule.width === 0 ? widthOf(type) : width(rule.width))));
    }
    this.#values.push(this.#b.opList(code, type, values));
    if (this.#random.oneIn(8)) this.#module.ops.flags[this.#values.at(-1)!] = 1;
  }

  #memory(): void {
    const b = this.#b;
    const index = this.#random.oneIn(3) ? this.#value(U32) : b.unsigned(this.#random.below(ARRAY_ROWS + 1));
    const component = this.#random.below(4);
    const type = typeOf(this.#random.pick([Kind.b32, Kind.f32]), this.#random.between(1, 4 - component));
    switch (this.#random.below(7)) {
      case 0:
      case 1: {
        const row = b.unsigned(this.#random.below(ARRAY_ROWS));
        const extra = (1 << 2) | component;
        if (this.#random.oneIn(2)) b.opWith(extra, Op['var.store'], 0, row, this.#value(type));
        else this.#values.push(b.opWith(extra, Op['var.load'], type, row));
        return;
      }
      case 2:
        b.opWith(component, Op['var.store'], 0, index, this.#value(type));
        return;
      case 3:
        this.#values.push(b.opWith(component, Op['var.load'], type, index));
        return;
      case 4:
        b.opWith(0, Op['buf.store.raw'], 0, index, this.#value(type));
        return;
      case 5:
        this.#values.push(b.opWith(0, Op['buf.load.raw'], type, index));
        return;
      default:
        if (this.#random.oneIn(2)) this.#values.push(b.opWith(component, Op['icb.load'], type, index));
        else this.#values.push(b.opWith((1 << 2) | component, Op['cb.load'], type, index));
    }
  }

  /** Only where all lanes run, because the others have no values. */
  #quad(): void {
    const name = this.#random.pick(['deriv.x', 'deriv.y.fine', 'deriv.x.coarse'] as const);
    const type = typeOf(Kind.f32, this.#random.between(1, 4));
    if (this.#random.oneIn(3)) this.#b.op(Op.discard, 0, this.#value(BOOL));
    else this.#values.push(this.#b.op(Op[name], type, this.#value(type)));
  }

  #call(): void {
    if (this.#functions.length === 0) return;
    const { number, parameters, results } = this.#random.pick(this.#functions);
    const call = this.#b.opList(
      Op.call,
      0,
      parameters.map((type) => this.#value(type)),
      number,
    );
    for (const [i, type] of results.entries()) this.#values.push(this.#b.result(call, type, i));
  }

  #construct(): void {
    const results = Array.from({ length: this.#random.below(3) }, () => this.#scalarType());
    const outer = this.#values.length;
    this.#depth++;
    const kind = this.#random.below(4);
    const op = kind === 0 ? this.#loop(results) : this.#branches(kind, results);
    this.#depth--;
    this.#values.length = outer;
    this.#b.end(op);
    for (const [i, type] of results.entries()) this.#values.push(this.#b.result(op, type, i));
  }

  #branches(kind: number, results: IrType[]): number {
    const b = this.#b;
    const cases = [
      { values: [0, 3], isDefault: false },
      { values: [0x3f80_0000], isDefault: false },
      { values: [1], isDefault: true },
    ];
    const op =
      kind === 1 ? b.beginBlock() : kind === 2 ? b.beginIf(this.#value(BOOL)) : b.beginSwitch(this.#value(U32), cases);
    for (let i = 0; i < (kind === 3 ? 3 : kind === 2 ? 2 : 1); i++) {
      b.nextRegion(op, i);
      this.#body(op, results);
    }
    return op;
  }

  /** Fills the current region of `op`, and ends it. */
  #body(op: number, results: IrType[]): void {
    const outer = this.#values.length;
    this.#targets.push({ op, results });
    this.#statements(this.#random.below(5));
    this.#targets.pop();
    if (this.#random.oneIn(8) && this.#targets.length > 0) this.#exit(this.#random.pick(this.#targets));
    else if (this.#random.oneIn(12)) this.#return();
    else this.#exit({ op, results });
    this.#values.length = outer;
  }

  #exit({ op, results }: { op: number; results: IrType[] }): void {
    const values = results.map((type) => this.#value(type));
    this.#b.exit(op, values);
  }

  #return(): void {
    this.#hasReturned = true;
    if (this.#isMain) this.#outputs();
    const values = this.#returns.map((type) => this.#value(type));
    this.#b.return(values);
  }

  /** A loop that counts to a small number, which lanes reach at different times. */
  #loop(results: IrType[]): number {
    const b = this.#b;
    const carried = Array.from({ length: this.#random.below(3) }, () => this.#scalarType());
    const limit = b.op(Op['i.and'], U32, this.#value(U32), b.unsigned(3));
    const op = b.beginLoop([b.unsigned(0), ...carried.map((type) => this.#value(type))]);
    const counter = b.parameter(U32);
    const parameters = carried.map((type) => b.parameter(type));
    const outer = this.#values.length;
    this.#values.push(counter, ...parameters);
    const test = b.beginIf(b.op(Op['u.ge'], BOOL, counter, limit));
    this.#exit({ op, results });
    b.nextRegion(test);
    this.#values.length = outer + 1 + parameters.length;
    b.exit(test);
    b.end(test);
    this.#targets.push({ op, results });
    this.#statements(this.#random.below(5));
    this.#targets.pop();
    const hasNext = this.#random.oneIn(2);
    // Sometimes a parameter passes through, or two are swapped.
    const values = carried.map((type) => this.#value(type));
    const next = hasNext ? counter : b.op(Op['i.add'], U32, counter, b.unsigned(1));
    b.continue(op, [next, ...values]);
    this.#values.length = outer;
    if (hasNext) this.#next(op, carried);
    return op;
  }

  #next(op: number, carried: readonly IrType[]): void {
    const b = this.#b;
    b.nextRegion(op);
    const counter = b.parameter(U32);
    const parameters = carried.map((type) => b.parameter(type));
    const outer = this.#values.length;
    this.#values.push(counter, ...parameters);
    if (this.#random.oneIn(2)) this.#arithmetic();
    b.repeat(op, [b.op(Op['i.add'], U32, counter, b.unsigned(1)), ...carried.map((type) => this.#value(type))]);
    this.#values.length = outer;
  }
}
