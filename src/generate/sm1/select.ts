/**
 * Selects the instructions of shader models 1 to 3, lane by lane. Conditions are 1.0 or 0.0 where something reads them
 * as values; choices, branches and `texkill` compare directly.
 */
import { type IrOpName, OP_NAMES, Op, OpFlag } from '../../ir/ops.ts';
import { Kind, kindOf, widthOf } from '../../ir/types.ts';
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { BlockSelector } from '../block-selector.ts';
import {
  type Comparison,
  type Construct,
  type ConstructKind,
  type Modified,
  type Named,
  type Operand,
  Order,
  Shape,
} from '../nodes.ts';
import { NO_SCALAR, type Scalar } from '../operand-table.ts';
import type { CountedResults } from './flow-registers.ts';
import type { Sm1Target } from './legalize.ts';
import { ONE, type Sm1Values } from './values.ts';

/** Operations that one instruction computes for each lane. */
const LANEWISE: Readonly<Partial<Record<IrOpName, string>>> = {
  'f.add': 'add',
  'f.mul': 'mul',
  'f.mul9': 'mul',
  'f.mad': 'mad',
  'f.mad9': 'mad',
  'f.min': 'min',
  'f.max': 'max',
  'f.frc': 'frc',
  'deriv.x': 'dsx',
  'deriv.y': 'dsy',
};

/** Operations of one component, whose instructions ignore the sign of their operand where `ignoresSign` says so. */
const SCALAR: Readonly<Partial<Record<IrOpName, { readonly mnemonic: string; readonly ignoresSign: boolean }>>> = {
  'f.rcp': { mnemonic: 'rcp', ignoresSign: false },
  'f.rcp9': { mnemonic: 'rcp', ignoresSign: false },
  'f.rsq': { mnemonic: 'rsq', ignoresSign: true },
  'f.rsq9': { mnemonic: 'rsq', ignoresSign: true },
  'f.exp2': { mnemonic: 'exp', ignoresSign: false },
  'f.log2': { mnemonic: 'log', ignoresSign: true },
  'f.log9': { mnemonic: 'log', ignoresSign: true },
};

/** Operands of `sincos` before 3_0: D3DSINCOSCONST1 and D3DSINCOSCONST2. */
const SINE_CONSTANTS = [
  [-1.5500992e-6, -2.1701389e-5, 0.0026041667, 0.00026041668],
  [-0.020833334, -0.125, 1, 0.5],
].map((row) => row.map((value) => bitsOfFloat(value) | 0));
/** Components of the result of `sincos`. */
const SINE_COMPONENTS: Readonly<Partial<Record<IrOpName, 0 | 1>>> = { 'f.cos': 0, 'f.sin': 1 };

const byOp = <Row>(rows: Readonly<Partial<Record<IrOpName, Row>>>) => OP_NAMES.map((name) => rows[name]);
const LANEWISE_BY_OP = /* @__PURE__ */ byOp(LANEWISE);
const SCALAR_BY_OP = /* @__PURE__ */ byOp(SCALAR);
const SINES_BY_OP = /* @__PURE__ */ byOp(SINE_COMPONENTS);

const COMPARISONS: ReadonlySet<number> = new Set([Op['f.lt'], Op['f.ge'], Op['f.eq'], Op['f.ne']]);
const PRODUCTS: ReadonlySet<number> = new Set([Op['f.mul'], Op['f.mul9']]);
const COMMUTATIVE: ReadonlySet<string> = new Set(['add', 'mul']);
const READS: ReadonlyMap<number, string> = new Map([
  [Op['tex.sample']!, 'texld'],
  [Op['tex.sample.bias']!, 'texldb'],
  [Op['tex.sample.level']!, 'texldl'],
  [Op['tex.sample.grad']!, 'texldd'],
]);
const TRANSPARENT: ReadonlySet<number> = new Set([
  ...[Op.pick, Op.bitcast, Op.const, Op.undef, Op.in, Op['cb.load'], Op['cvt.f2i'], Op['cvt.i2f'], Op['i.add']],
]);

/** A number whose sign decides: the condition holds where it is at least 0, or where it is less. */
interface SignTest extends Modified {
  readonly holdsAtZero: boolean;
}

/** Registers of texture coordinates that `texkill` tests. */
const KILLED = 4;
/** The word of -1.0. */
const MINUS_ONE = ONE | (0x8000_0000 | 0);

export class Sm1Selector extends BlockSelector<Sm1Values> {
  /** Differences and squares that conditions test, by operation. */
  readonly #differences = new Map<number, Scalar>();
  readonly #squares = new Map<number, Scalar>();
  /** The bindings of samplers that instructions read. */
  readonly samplers = new Set<number>();
  readonly #isPixel: boolean;

  constructor(
    values: Sm1Values,
    readonly target: Sm1Target,
    readonly counts: ReadonlyMap<number, CountedResults>,
  ) {
    super(values, target.profile);
    for (const [loop, { results }] of counts) this.endsByItself(loop, results);
    this.#isPixel = target.stage === 'ps';
  }

  protected override isTransparent(code: number): boolean {
    return TRANSPARENT.has(code);
  }

  protected override hasModifier(code: number): boolean {
    return code === Op['f.neg'] || code === Op['f.flush'] || (code === Op['f.abs'] && this.target.major >= 3);
  }

  protected override constructKind(op: number): ConstructKind {
    const code = this.module.ops.code[op]!;
    if (code === Op.switch) this.refuse('switches');
    return code === Op.if ? 'if' : code === Op.loop ? 'loop' : 'block';
  }

  protected override operation(op: number): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (TRANSPARENT.has(code)) {
      if (this.values.isFace(op) && this.isNeeded(op << 2)) this.#face(op);
      return;
    }
    if (code === Op.out) this.#output(op);
    else if (code === Op.discard) this.#discard(op);
    else if (READS.has(code)) this.#read(op, READS.get(code)!);
    else {
      const words = widthOf(ops.type[op]!);
      for (let c = words - 1; c >= 0; c--) if (this.isNeeded((op << 2) | c)) this.#lane(op, c, (op << 2) | c, false);
      this.#testValues(op);
    }
  }

  // --- arithmetic ---------------------------------------------------------------------------------------------------

  #lane(op: number, c: number, result: Scalar, saturate: boolean): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    const ref = (i: number) => (ops.operand(op, i) << 2) | (widthOf(ops.type[ops.operand(op, i)]!) === 1 ? 0 : c);
    const lanewise = LANEWISE_BY_OP[code];
    const scalar = SCALAR_BY_OP[code];
    if (code === Op['f.sat']) this.#saturate(op, ref(0), result, saturate);
    else if (code === Op['f.neg'] || code === Op['f.flush']) this.#move(this.modified((op << 2) | c), result);
    else if (code === Op['f.abs']) this.#absolute(op, c, ref(0), result);
    else if (code === Op['f.dot'] || code === Op['f.dot9']) this.#dot(op, result, saturate);
    else if (kindOf(ops.type[op]!) === Kind.bool) this.#condition(op, ref, result);
    else if (code === Op.select) this.#select(ref, result);
    else if (code === Op['f.add'] && this.#multiplyAdd(op, ref, result, saturate)) {
      // The sum is part of it.
    } else if (scalar !== undefined) {
      const { mnemonic, ignoresSign } = scalar;
      const source = this.#source(ref(0), ignoresSign);
      const operand = this.operand(Shape.one, [source.scalar], source.negate, source.absolute);
      this.push({ mnemonic, operands: [operand], results: [result], saturate, key: '' });
    } else if (SINES_BY_OP[code] !== undefined && this.target.hasSines) {
      const { scalar: angle, negate, absolute } = this.#source(ref(0), false);
      const literals = (words: readonly number[]) =>
        this.operand(
          Shape.vector,
          words.map((word) => this.values.table.literal(word)),
        );
      const operands = [
        this.operand(Shape.one, [angle], negate, absolute),
        ...(this.target.major < 3 ? SINE_CONSTANTS.map(literals) : []),
      ];
      this.push({ mnemonic: 'sincos', operands, results: [result], components: [SINES_BY_OP[code]], needsTemp: true });
    } else if (lanewise !== undefined) {
      const operands = Array.from({ length: ops.arity[op]! }, (_, i) => this.#reading(ref(i)));
      if (lanewise === 'frc' && this.target.major < 2) {
        // The macro writes y, or x and y.
        this.push({ mnemonic: 'frc', operands, results: [result], components: [1], needsTemp: true });
        return;
      }
      this.#push(lanewise, operands, result, saturate, code === Op['deriv.x'] || code === Op['deriv.y']);
    } else this.refuse(`the operation ${OP_NAMES[code]}`);
  }

  /** A float as an operand has it; without its sign where that does not matter. */
  #source(ref: number, ignoresSign: boolean): Modified {
    const { ops } = this.module;
    let source = this.modified(ref);
    while (ignoresSign) {
      const op = this.originOf(source.scalar);
      if (op >= 0 && ops.code[op] === Op['f.abs']) source = this.modified((ops.a[op]! << 2) | (source.scalar & 3));
      else return { scalar: source.scalar, negate: false, absolute: false };
    }
    return source;
  }

  #reading(ref: number): Operand {
    const { scalar, negate, absolute } = this.modified(ref);
    return this.operand(Shape.lanes, [scalar], negate, absolute);
  }

  #value(scalar: Scalar, negate = false, absolute = false): Operand {
    return this.operand(Shape.lanes, [scalar], negate, absolute);
  }

  #literal(value: 0 | 1): Operand {
    return this.#value(this.values.table.literal(value === 0 ? 0 : ONE));
  }

  #push(mnemonic: string, operands: Operand[], result: Scalar, saturate = false, isQuad = false): void {
    if (COMMUTATIVE.has(mnemonic) && rankOf(this.values, operands[0]!) > rankOf(this.values, operands[1]!))
      operands.reverse();
    let key = saturate ? `${mnemonic}_sat` : mnemonic;
    for (const { negate, absolute } of operands) key += absolute ? (negate ? '=' : '|') : negate ? '-' : '+';
    this.push({ mnemonic, operands, results: [result], saturate, key, order: isQuad ? Order.quad : 0 });
  }

  #move({ scalar, negate, absolute }: Modified, result: Scalar, saturate = false): void {
    this.#push('mov', [this.#value(scalar, negate, absolute)], result, saturate);
  }

  /** A value that is only clamped is clamped by its instruction. */
  #saturate(op: number, ref: number, result: Scalar, isClamped: boolean): void {
    const source = this.modified(ref);
    const inner = this.originOf(source.scalar);
    const canClamp =
      inner >= 0 &&
      !isClamped &&
      !source.negate &&
      !source.absolute &&
      this.isFoldable(source.scalar, op) &&
      this.#clamps(this.module.ops.code[inner]!);
    if (canClamp) this.#lane(inner, source.scalar & 3, result, true);
    else this.#move(source, result, true);
  }

  #clamps(code: number): boolean {
    const isFraction = code === Op['f.frc'];
    const isQuad = code === Op['deriv.x'] || code === Op['deriv.y'];
    if (code === Op['f.dot'] || code === Op['f.dot9']) return true;
    return (LANEWISE_BY_OP[code] !== undefined && !isFraction && !isQuad) || SCALAR_BY_OP[code] !== undefined;
  }

  /** The absolute value as a modifier of a move, as an instruction, or the larger of a number and its negative. */
  #absolute(op: number, c: number, ref: number, result: Scalar): void {
    if (this.target.major >= 3) {
      this.#move(this.modified((op << 2) | c), result);
      return;
    }
    const { scalar, negate } = this.modified(ref);
    if (this.target.major >= 2) this.#push('abs', [this.#value(scalar)], result);
    else this.#push('max', [this.#value(scalar, negate), this.#value(scalar, !negate)], result);
  }

  #dot(op: number, result: Scalar, saturate: boolean): void {
    const { ops } = this.module;
    const isExact = !this.target.hasAnySwizzle;
    const operands = [ops.a[op]!, ops.b[op]!].map((value) => ({ ...this.floats(Shape.vector, value), isExact }));
    const mnemonic = widthOf(ops.type[ops.a[op]!]!) === 3 ? 'dp3' : 'dp4';
    this.push({ mnemonic, operands, results: [result], saturate });
  }

  /** A sum with a product that is used only here. */
  #multiplyAdd(op: number, ref: (i: number) => number, result: Scalar, saturate: boolean): boolean {
    const { ops } = this.module;
    for (let i = 0; i < 2; i++) {
      const product = this.modified(ref(i));
      const inner = this.originOf(product.scalar);
      if (product.absolute || inner < 0 || !PRODUCTS.has(ops.code[inner]!) || !this.isFoldable(product.scalar, op))
        continue;
      const factor = (value: number) => this.#reading((value << 2) | (product.scalar & 3));
      const operands = [factor(ops.a[inner]!), factor(ops.b[inner]!)];
      if (rankOf(this.values, operands[0]!) > rankOf(this.values, operands[1]!)) operands.reverse();
      if (product.negate) operands[0] = this.negated(operands[0]!);
      for (const operand of operands) for (const scalar of operand.scalars) this.need(scalar);
      operands.push(this.#reading(ref(1 - i)));
      this.#push('mad', operands, result, saturate);
      return true;
    }
    return false;
  }

  // --- conditions ---------------------------------------------------------------------------------------------------

  /** Emits the differences and squares that conditions test, and that were asked for. */
  #testValues(op: number): void {
    const square = this.#squares.get(op);
    if (square !== undefined) {
      const compared = this.#compared(op);
      this.#push('mul', [this.#value(compared.scalar), this.#value(compared.scalar)], square);
    }
    const difference = this.#differences.get(op);
    if (difference === undefined) return;
    const { ops } = this.module;
    this.#push('add', [this.#reading(ops.a[op]! << 2), this.negated(this.#reading(ops.b[op]! << 2))], difference);
  }

  /** The value whose sign is that of the difference of the operands of a comparison. */
  #compared(op: number): Modified {
    const { ops } = this.module;
    const [a, b] = [this.modified(ops.a[op]! << 2), this.modified(ops.b[op]! << 2)];
    const zero = this.values.table.literal(0);
    const negativeZero = this.values.table.literal(0x8000_0000 | 0);
    if (b.scalar === zero || b.scalar === negativeZero) return a;
    if (a.scalar === zero || a.scalar === negativeZero) return { ...b, negate: !b.negate };
    let difference = this.#differences.get(op);
    if (difference === undefined) {
      difference = this.values.newValue();
      this.#differences.set(op, difference);
    }
    return { scalar: difference, negate: false, absolute: false };
  }

  /** A condition as the sign of a number. */
  #signTest(condition: Scalar): SignTest {
    const { ops } = this.module;
    const { scalar, isInverse } = this.#withoutNot(condition);
    const op = this.originOf(scalar);
    const code = op < 0 ? -1 : ops.code[op]!;
    if (!COMPARISONS.has(code)) return { scalar, negate: true, absolute: false, holdsAtZero: isInverse };
    const compared = this.#compared(op);
    if (code === Op['f.lt'] || code === Op['f.ge'])
      return { ...compared, holdsAtZero: (code === Op['f.ge']) !== isInverse };
    return { ...this.#negativeSize(op, compared), holdsAtZero: (code === Op['f.eq']) !== isInverse };
  }

  /** A number that is 0 where another one is, else negative. */
  #negativeSize(op: number, compared: Modified): Modified {
    if (this.target.major >= 3) return { scalar: compared.scalar, negate: true, absolute: true };
    let square = this.#squares.get(op);
    if (square === undefined) {
      square = this.values.newValue();
      this.#squares.set(op, square);
    }
    return { scalar: square, negate: true, absolute: false };
  }

  #tested({ scalar, negate, absolute }: Modified): Operand {
    return this.#value(scalar, negate, absolute);
  }

  /** A condition as 1.0 or 0.0. */
  #condition(op: number, ref: (i: number) => number, result: Scalar): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (code === Op.select) {
      this.#select(ref, result);
      return;
    }
    if (code === Op['i.not']) {
      const inner = this.#value(this.values.scalar(ref(0)), true);
      this.#push('add', [this.#literal(1), inner], result);
    } else if (code === Op['i.and'] || code === Op['i.or']) this.#logic(op, code === Op['i.and'], ref, result);
    else if (code === Op['i.xor']) {
      const difference = this.values.newValue();
      this.#push('mul', [this.#value(difference), this.#value(difference)], result);
      this.#push('add', [this.#reading(ref(0)), this.negated(this.#reading(ref(1)))], difference);
    } else if (!COMPARISONS.has(code)) this.refuse(`the operation ${OP_NAMES[code]}`);
    else if (this.#isPixel) this.#choose(this.#signTest(result), this.#literal(1), this.#literal(0), result);
    else this.#compare(op, result);
  }

  /** Products and maxima, or choices where one side is a comparison that nothing else needs. */
  #logic(op: number, isAnd: boolean, ref: (i: number) => number, result: Scalar): void {
    const sides = [0, 1].map((i) => this.values.scalar(ref(i)));
    const at = this.#isPixel ? sides.findIndex((side) => this.#isFoldableTest(side, op)) : -1;
    if (at >= 0) {
      const other = this.#value(sides[1 - at]!);
      const test = this.#signTest(sides[at]!);
      if (isAnd) this.#choose(test, other, this.#literal(0), result);
      else this.#choose(test, this.#literal(1), other, result);
    } else
      this.#push(
        isAnd ? 'mul' : 'max',
        sides.map((side) => this.#value(side)),
        result,
      );
  }

  #isFoldableTest(condition: Scalar, user: number): boolean {
    const op = this.originOf(condition);
    return op >= 0 && COMPARISONS.has(this.module.ops.code[op]!) && this.isFoldable(condition, user);
  }

  /** `cmp`: one of two values by the sign of a number. */
  #choose(test: SignTest, whereTrue: Operand, whereFalse: Operand, result: Scalar): void {
    const [first, second] = test.holdsAtZero ? [whereTrue, whereFalse] : [whereFalse, whereTrue];
    this.#push('cmp', [this.#tested(test), first, second], result);
  }

  /** `slt` and `sge` of vertex shaders. */
  #compare(op: number, result: Scalar): void {
    const { ops } = this.module;
    const code = ops.code[op]!;
    if (code === Op['f.lt'] || code === Op['f.ge']) {
      const operands = [this.#reading(ops.a[op]! << 2), this.#reading(ops.b[op]! << 2)];
      this.#push(code === Op['f.lt'] ? 'slt' : 'sge', operands, result);
      return;
    }
    const { scalar, absolute } = this.#negativeSize(op, this.#compared(op));
    const operands = [this.#value(scalar, true, absolute), this.#value(scalar, false, absolute)];
    this.#push(code === Op['f.eq'] ? 'sge' : 'slt', operands, result);
  }

  #select(ref: (i: number) => number, result: Scalar): void {
    const condition = this.values.scalar(ref(0));
    if (this.#isPixel) {
      const test = this.#signTest(condition);
      this.#choose(test, this.#reading(ref(1)), this.#reading(ref(2)), result);
      return;
    }
    const { scalar, isInverse } = this.#withoutNot(condition);
    const [a, b] = (isInverse ? [ref(2), ref(1)] : [ref(1), ref(2)]).map((one) => this.modified(one)) as [
      Modified,
      Modified,
    ];
    this.#blend(scalar, a, b, result);
  }

  #withoutNot(condition: Scalar): { readonly scalar: Scalar; readonly isInverse: boolean } {
    const { ops } = this.module;
    let scalar = condition;
    let isInverse = false;
    for (let op = this.originOf(scalar); op >= 0 && ops.code[op] === Op['i.not']; op = this.originOf(scalar)) {
      isInverse = !isInverse;
      scalar = this.values.scalar(ops.a[op]! << 2);
    }
    return { scalar, isInverse };
  }

  /** `a` where a condition is 1.0, `b` where it is 0.0, by a product with their difference. */
  #blend(condition: Scalar, a: Modified, b: Modified, result: Scalar): void {
    const { table } = this.values;
    const isLiteral = (value: Modified, word: number) => value.scalar === table.literal(word);
    if (isLiteral(b, 0)) {
      if (isLiteral(a, ONE)) this.#push('mov', [this.#value(condition)], result);
      else this.#push('mul', [this.#value(condition), this.#tested(a)], result);
    } else if (isLiteral(a, 0))
      this.#push('mad', [this.#value(condition, true), this.#tested(b), this.#tested(b)], result);
    else {
      const [fromA, fromB] = [this.#summand(a, b), this.#summand(b, a)];
      if (fromA !== undefined) {
        this.#push('mad', [this.#value(condition), this.#tested(fromA), this.#tested(b)], result);
        return;
      }
      if (fromB !== undefined) {
        this.#push('mad', [this.#value(condition, true), this.#tested(fromB), this.#tested(b)], result);
        return;
      }
      const difference = this.values.newValue();
      this.#push('mad', [this.#value(condition), this.#value(difference), this.#tested(b)], result);
      this.#push('add', [this.#tested(a), this.negated(this.#tested(b))], difference);
    }
  }

  /** The number that a value is the sum of another one and. */
  #summand(value: Modified, other: Modified): Modified | undefined {
    const { ops } = this.module;
    const sum = this.originOf(value.scalar);
    if (sum < 0 || value.negate || value.absolute || ops.code[sum] !== Op['f.add']) return undefined;
    const [a, b] = [ops.a[sum]!, ops.b[sum]!].map((operand) =>
      this.modified((operand << 2) | (widthOf(ops.type[operand]!) === 1 ? 0 : value.scalar & 3)),
    ) as [Modified, Modified];
    const isOther = (one: Modified) =>
      one.scalar === other.scalar && one.negate === other.negate && one.absolute === other.absolute;
    if (isOther(a)) return b;
    return isOther(b) ? a : undefined;
  }

  // --- effects ------------------------------------------------------------------------------------------------------

  /** The side of a triangle as 1 or -1. */
  #face(op: number): void {
    this.values.readMasks[this.module.ops.extra[op]! >> 2] = 1;
    const face = this.#value(this.values.table.component(this.values.table.source('face', []), 0));
    this.#push('cmp', [face, this.#literal(1), this.#value(this.values.table.literal(MINUS_ONE))], op << 2);
  }

  #output(op: number): void {
    const { ops, outputs } = this.module;
    const number = ops.extra[op]! >> 2;
    const parts = Array.from({ length: widthOf(ops.type[ops.a[op]!]!) }, (_, i) => i);
    const scalars = parts.map((i) => this.values.scalar((ops.a[op]! << 2) | i));
    const components = parts.map((i) => (ops.extra[op]! & 3) + i);
    const isDepth = outputs[number]!.special === 'depth';
    const isColor = this.#isPixel && this.target.major < 3 && !isDepth;
    const indices = [{ base: number, value: NO_SCALAR }];
    for (const group of isColor ? [parts] : this.#bySource(scalars)) {
      const operand = this.operand(
        Shape.lanes,
        group.map((i) => scalars[i]!),
      );
      const written = group.map((i) => components[i]!);
      this.push({
        mnemonic: 'mov',
        target: { file: 'output', indices, components: written, onlyMoves: isDepth || isColor },
        operands: [isColor ? { ...operand, isExact: true } : operand],
        results: [],
        isHalf: outputs[number]!.precision === 16 || group.every((i) => this.#isHalf(scalars[i]!)),
        order: Order.outputs,
      });
    }
  }

  #isHalf(scalar: Scalar): boolean {
    return scalar >= 0 && (this.module.ops.flags[scalar >> 2]! & OpFlag.half) !== 0;
  }

  /** The positions of values, and those of the components of each source, which one move can read. */
  #bySource(scalars: readonly Scalar[]): number[][] {
    const groups = new Map<number, number[]>();
    for (const [i, scalar] of scalars.entries()) {
      const source = scalar >= 0 ? -1 : this.values.table.sourceOf(scalar);
      const list = groups.get(source);
      if (list === undefined) groups.set(source, [i]);
      else list.push(i);
    }
    return [...groups.values()];
  }

  /** Ends pixels where one of four numbers is negative. */
  #discard(op: number): void {
    const tests: SignTest[] = [];
    this.#killTests(this.values.scalar(this.module.ops.a[op]! << 2), tests);
    const results = Array.from({ length: KILLED }, () => this.values.newValue());
    const operand = { ...this.operand(Shape.vector, results), isExact: true };
    this.push({ mnemonic: 'texkill', operands: [operand], results: [], order: Order.writes | Order.quad });
    for (let i = KILLED - 1; i >= 0; i--) {
      const test = tests[Math.min(i, tests.length - 1)]!;
      if (test.holdsAtZero) {
        const minusOne = this.#value(this.values.table.literal(MINUS_ONE));
        this.#push('cmp', [this.#tested(test), minusOne, this.#literal(1)], results[i]!);
      } else this.#move(test, results[i]!);
    }
  }

  /** The tests of a disjunction, as many as one instruction can have. */
  #killTests(condition: Scalar, tests: SignTest[]): void {
    const { ops } = this.module;
    const op = this.originOf(condition);
    if (op >= 0 && ops.code[op] === Op['i.or'] && this.uses[condition] === 1 && this.#disjuncts(condition) <= KILLED) {
      this.#killTests(this.values.scalar(ops.a[op]! << 2), tests);
      this.#killTests(this.values.scalar(ops.b[op]! << 2), tests);
    } else tests.push(this.#signTest(condition));
  }

  #disjuncts(condition: Scalar): number {
    const { ops } = this.module;
    const op = this.originOf(condition);
    if (op < 0 || ops.code[op] !== Op['i.or'] || this.uses[condition] !== 1) return 1;
    return this.#disjuncts(this.values.scalar(ops.a[op]! << 2)) + this.#disjuncts(this.values.scalar(ops.b[op]! << 2));
  }

  // --- textures -----------------------------------------------------------------------------------------------------

  #read(op: number, mnemonic: string): void {
    const { ops, accesses, bindings } = this.module;
    const results: Scalar[] = [];
    const picks: number[] = [];
    const hasSwizzle = this.target.major >= 3;
    for (let c = 0; c < 4; c++) {
      const isNeeded = this.isNeeded((op << 2) | c);
      if (hasSwizzle && !isNeeded) continue;
      results.push(isNeeded ? (op << 2) | c : this.values.newValue());
      picks.push(c);
    }
    if (picks.length === 0 || !results.some((result) => result >> 2 === op)) return;
    const { binding, offsets, isIndexed } = accesses[ops.extra[op]!]!;
    if (isIndexed || offsets.some((offset) => offset !== 0)) this.refuse('texture coordinates with offsets');
    this.samplers.add(binding);
    const sampler: Named = {
      file: 'sampler',
      indices: [{ base: bindings[binding]!.register, value: NO_SCALAR }],
      nonUniform: false,
      channel: -1,
      binding,
    };
    const coordinates = this.#coordinatesOf(ops.a[op]!);
    const isGradient = mnemonic === 'texldd';
    const fourth = ops.arity[op]! > 1 && !isGradient ? this.values.scalar(ops.b[op]! << 2) : undefined;
    const { mnemonic: name, scalars } = this.#coordinates(mnemonic, coordinates, fourth);
    const operands = [this.#coordinate(scalars)];
    if (isGradient)
      operands.push(
        this.#coordinate(this.#coordinatesOf(ops.b[op]!)),
        this.#coordinate(this.#coordinatesOf(ops.operand(op, 2))),
      );
    const isQuad = mnemonic !== 'texldl' && !isGradient;
    this.push({
      mnemonic: name,
      operands,
      named: [sampler],
      before: [1],
      results,
      ...(hasSwizzle ? { picks } : { isExact: true }),
      needsTemp: true,
      prefersUnused: !this.target.hasAnySwizzle,
      order: isQuad ? Order.quad : Order.reads,
    });
  }

  /** Coordinates; one that is any is the component after the one before it. */
  #coordinatesOf(value: number): Scalar[] {
    const scalars = this.scalars(value);
    for (let i = 1; i < scalars.length; i++)
      if (this.values.isUndefined((value << 2) | i))
        scalars[i] = this.values.nextOf(scalars[i - 1]!) ?? scalars[i - 1]!;
    return scalars;
  }

  #coordinate(scalars: Scalar[]): Operand {
    const operand = this.operand(Shape.vector, scalars);
    return this.target.major >= 3 ? operand : { ...operand, isExact: true };
  }

  /** Coordinates with what the instruction takes as w; quotients by one number become a projection. */
  #coordinates(
    mnemonic: string,
    coordinates: Scalar[],
    fourth: Scalar | undefined,
  ): { readonly mnemonic: string; readonly scalars: Scalar[] } {
    const filled = [...coordinates];
    if (fourth === undefined) {
      const projected = mnemonic === 'texld' ? this.#projected(coordinates) : undefined;
      if (projected === undefined) return { mnemonic, scalars: coordinates };
      return { mnemonic: 'texldp', scalars: projected };
    }
    while (filled.length < 3) filled.push(filled.at(-1)!);
    filled.push(fourth);
    return { mnemonic, scalars: filled };
  }

  /** The dividends and the divisor of coordinates that are all products with the reciprocal of one number. */
  #projected(coordinates: readonly Scalar[]): Scalar[] | undefined {
    const { ops } = this.module;
    let divisor: Scalar | undefined;
    const dividends: Scalar[] = [];
    for (const coordinate of coordinates) {
      const product = this.originOf(coordinate);
      if (product < 0 || ops.code[product] !== Op['f.mul']) return undefined;
      const factors = [ops.a[product]!, ops.b[product]!].map((value) =>
        this.values.scalar((value << 2) | (widthOf(ops.type[value]!) === 1 ? 0 : coordinate & 3)),
      );
      const at = factors.findIndex((factor) => {
        const origin = this.originOf(factor);
        return origin >= 0 && ops.code[origin] === Op['f.rcp'];
      });
      if (at < 0) return undefined;
      const reciprocal = this.originOf(factors[at]!);
      const by = this.values.scalar((ops.a[reciprocal]! << 2) | (factors[at]! & 3));
      if (divisor !== undefined && divisor !== by) return undefined;
      divisor = by;
      dividends.push(factors[1 - at]!);
    }
    while (dividends.length < 3) dividends.push(dividends.at(-1)!);
    dividends.push(divisor!);
    return dividends;
  }

  // --- flow ---------------------------------------------------------------------------------------------------------

  protected override test(op: number): Partial<Pick<Construct, 'condition' | 'comparison' | 'count'>> {
    const { ops } = this.module;
    const count = this.counts.get(op);
    if (count !== undefined) return { count: count.times };
    if (ops.code[op] !== Op.if) return {};
    const { scalar, isInverse } = this.#withoutNot(this.values.scalar(ops.a[op]! << 2));
    const origin = this.originOf(scalar);
    const code = origin < 0 ? -1 : ops.code[origin]!;
    if (code === Op['i.ne'] && !isInverse && this.#isBoolean(ops.a[origin]!))
      return { condition: this.operand(Shape.one, this.scalars(ops.a[origin]!)) };
    if (COMPARISONS.has(code)) {
      const name = comparisonName(code, isInverse);
      const [a, b] = [ops.a[origin]!, ops.b[origin]!].map((value) => this.#one(this.modified(value << 2)));
      return { condition: a!, comparison: { name, other: b! } };
    }
    const comparison: Comparison = {
      name: isInverse ? 'eq' : 'ne',
      other: this.operand(Shape.one, [scalar], true),
    };
    return { condition: this.operand(Shape.one, [scalar]), comparison };
  }

  /** Whether a value is a boolean constant. */
  #isBoolean(value: number): boolean {
    const { ops, bindings } = this.module;
    return ops.code[value] === Op['cb.load'] && bindings[ops.extra[value]! >> 2]!.file === 'bool';
  }

  #one({ scalar, negate, absolute }: Modified): Operand {
    return this.operand(Shape.one, [scalar], negate, absolute);
  }
}

function comparisonName(code: number, isInverse: boolean): string {
  if (code === Op['f.lt']) return isInverse ? 'ge' : 'lt';
  if (code === Op['f.ge']) return isInverse ? 'lt' : 'ge';
  return (code === Op['f.eq']) === isInverse ? 'ne' : 'eq';
}

/** Operands of one sort come first, so that lanes have the same sorts: values, inputs, constants, literals. */
function rankOf({ table }: Sm1Values, { scalars }: Operand): number {
  const [scalar] = scalars;
  if (scalar! >= 0) return 0;
  const { file } = table.sources[table.sourceOf(scalar!)]!;
  return file === 'literal' ? 3 : file === 'const' ? 2 : 1;
}
