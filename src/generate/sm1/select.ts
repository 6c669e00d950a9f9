/** Selects the instructions of shader models 1 to 3, lane by lane. */

import { appendTo } from '../../base/collections.ts';
import { type IrOpName, OP_NAMES, Op, OpFlag } from '../../ir/ops.ts';
import { Kind, kindOf, widthOf } from '../../ir/types.ts';
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { isProduct } from '../materialize.ts';
import { type ConstructKind, type Modified, type Named, type Operand, Order, Shape } from '../nodes.ts';
import { NO_SCALAR, ONE, type Scalar } from '../operand-table.ts';
import { ConditionSelector, rankOf, type SignTest } from './select-conditions.ts';

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

const PRODUCTS: ReadonlySet<number> = new Set([Op['f.mul'], Op['f.mul9']]);
const READS: ReadonlyMap<number, string> = new Map([
  [Op['tex.sample']!, 'texld'],
  [Op['tex.sample.bias']!, 'texldb'],
  [Op['tex.sample.level']!, 'texldl'],
  [Op['tex.sample.grad']!, 'texldd'],
]);
const TRANSPARENT: ReadonlySet<number> = new Set([
  ...[Op.pick, Op.bitcast, Op.const, Op.undef, Op.in, Op['cb.load'], Op['cvt.f2i'], Op['cvt.i2f'], Op['i.add']],
]);

/** Registers of texture coordinates that `texkill` tests. */
const KILLED = 4;
/** The word of -1.0. */
const MINUS_ONE = ONE | (0x8000_0000 | 0);

export class Sm1Selector extends ConditionSelector {
  /** The bindings of samplers that instructions read. */
  readonly samplers = new Set<number>();

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
      this.testValues(op);
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
    else if (code === Op['f.neg'] || code === Op['f.flush']) this.move(this.modified((op << 2) | c), result);
    else if (code === Op['f.abs']) this.#absolute(op, c, ref(0), result);
    else if (code === Op['f.dot'] || code === Op['f.dot9']) this.#dot(op, result, saturate);
    else if (kindOf(ops.type[op]!) === Kind.bool) this.condition(op, ref, result);
    else if (code === Op.select) this.choice(ref, result);
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
      const operands = Array.from({ length: ops.arity[op]! }, (_, i) => this.reading(ref(i)));
      if (lanewise === 'frc' && this.target.major < 2) {
        // The macro writes y, or x and y.
        this.push({ mnemonic: 'frc', operands, results: [result], components: [1], needsTemp: true });
        return;
      }
      this.pushLane(lanewise, operands, result, saturate, code === Op['deriv.x'] || code === Op['deriv.y']);
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
    else this.move(source, result, true);
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
      this.move(this.modified((op << 2) | c), result);
      return;
    }
    const { scalar, negate } = this.modified(ref);
    if (this.target.major >= 2) this.pushLane('abs', [this.lane(scalar)], result);
    else this.pushLane('max', [this.lane(scalar, negate), this.lane(scalar, !negate)], result);
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
      if ((ops.flags[inner]! & OpFlag.precise) !== 0) continue;
      const factor = (value: number) => this.reading((value << 2) | (product.scalar & 3));
      const operands = [factor(ops.a[inner]!), factor(ops.b[inner]!)];
      if (rankOf(this.values, operands[0]!) > rankOf(this.values, operands[1]!)) operands.reverse();
      if (product.negate) operands[0] = this.negated(operands[0]!);
      for (const operand of operands) for (const scalar of operand.scalars) this.need(scalar);
      operands.push(this.reading(ref(1 - i)));
      this.pushLane('mad', operands, result, saturate);
      return true;
    }
    return false;
  }

  // --- effects ------------------------------------------------------------------------------------------------------

  /** The side of a triangle as 1 or -1. */
  #face(op: number): void {
    this.values.readMasks[this.module.ops.extra[op]! >> 2] = 1;
    const face = this.lane(this.values.table.component(this.values.table.source('face', []), 0));
    this.pushLane('cmp', [face, this.literal(1), this.lane(this.values.table.literal(MINUS_ONE))], op << 2);
  }

  #output(op: number): void {
    const { ops, outputs } = this.module;
    const number = ops.extra[op]! >> 2;
    const parts = Array.from({ length: widthOf(ops.type[ops.a[op]!]!) }, (_, i) => i);
    const scalars = parts.map((i) => this.values.scalar((ops.a[op]! << 2) | i));
    const components = parts.map((i) => (ops.extra[op]! & 3) + i);
    const isDepth = outputs[number]!.special === 'depth';
    const isColor = this.isPixel && this.target.major < 3 && !isDepth;
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

  /**
   * The positions of values, and those of the components of each source, which one move can read; an input and literals
   * together, which are one product.
   */
  #bySource(scalars: readonly Scalar[]): number[][] {
    if (isProduct(this.values.table, scalars)) return [[...scalars.keys()]];
    const groups = new Map<number, number[]>();
    for (const [i, scalar] of scalars.entries()) {
      const source = scalar >= 0 ? -1 : this.values.table.sourceOf(scalar);
      appendTo(groups, source, i);
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
        const minusOne = this.lane(this.values.table.literal(MINUS_ONE));
        this.pushLane('cmp', [this.modifiedLane(test), minusOne, this.literal(1)], results[i]!);
      } else this.move(test, results[i]!);
    }
  }

  /** The tests of a disjunction, as many as one instruction can have. */
  #killTests(condition: Scalar, tests: SignTest[]): void {
    const { ops } = this.module;
    const op = this.originOf(condition);
    if (op >= 0 && ops.code[op] === Op['i.or'] && this.uses[condition] === 1 && this.#disjuncts(condition) <= KILLED) {
      this.#killTests(this.values.scalar(ops.a[op]! << 2), tests);
      this.#killTests(this.values.scalar(ops.b[op]! << 2), tests);
    } else tests.push(this.signTest(condition));
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
      // From 3_0 on a texture is read to a complete output, too.
      needsTemp: !hasSwizzle || picks.length < 4,
      prefersUnused: !this.target.hasAnySwizzle,
      order: isQuad ? Order.quad : Order.reads,
    });
  }

  /** Coordinates; one that is any is the component after the one before it. */
  #coordinatesOf(value: number): Scalar[] {
    const scalars = this.scalars(value);
    for (let i = 1; i < scalars.length; i++)
      if (this.values.isUndefined((value << 2) | i)) scalars[i] = this.#after(scalars[i - 1]!);
    return scalars;
  }

  /** A coordinate that may be any, after another one: the next component, which needs no copy, if there is one. */
  #after(coordinate: Scalar): Scalar {
    return this.values.nextOf(coordinate) ?? coordinate;
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
    while (filled.length < 3) filled.push(this.#after(filled.at(-1)!));
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
    while (dividends.length < 3) dividends.push(this.#after(dividends.at(-1)!));
    dividends.push(divisor!);
    return dividends;
  }
}
