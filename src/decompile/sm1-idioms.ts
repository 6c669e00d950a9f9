/**
 * Operations that the compiler expands for models 1 to 3, as one operation again, so that it expands them as before:
 * written out, the expansion would be expanded once more.
 *
 * Not for: expressions that one statement contains (src/emit/hlsl/idioms.ts).
 */
import { appendTo } from '../base/collections.ts';
import { floatOf } from '../emit/common/text-language.ts';
import { PAIRS } from '../emit/hlsl/idioms.ts';
import { type IrModule, Kind, Op, type Ref, refOf, widthOf, withWidth } from '../ir/index.ts';
import { builderBefore, walkModule } from '../ir/passes/walk.ts';

export function raiseSm1(module: IrModule): void {
  walkModule(module, (op) => {
    const code = module.ops.code[op]!;
    if (code === Op['f.sin'] || code === Op['f.cos']) reduceAngle(module, op);
  });
}

export type Component = readonly [value: number, component: number];

/** The operation that a component is of, seen through picks. */
export function through(module: IrModule, value: number, component: number): Component {
  const { ops } = module;
  if (ops.code[value] !== Op.pick) return [value, component];
  const reference = ops.operand(value, component);
  return through(module, reference >> 2, reference & 3);
}

const near = (a: number | undefined, b: number) => a !== undefined && Math.abs(a - b) < 1e-5;

/** The number that a component of an operand is, if it is constant. */
function numberAt(module: IrModule, value: number, component: number): number | undefined {
  const [op, c] = through(module, value, component);
  return module.ops.code[op] === Op.const ? floatOf(module.ops.operand(op, c) | 0) : undefined;
}

/** A component of a value times a number, plus a number. */
interface Scaled {
  readonly of: Component;
  readonly factor: number;
  readonly summand: number;
}

/** A component as a product with a number and a sum with one, in one instruction or in two; undefined for others. */
function scaledAt(module: IrModule, [op, c]: Component): Scaled | undefined {
  const { ops } = module;
  const productOf = (product: number, component: number, summand: number | undefined): Scaled | undefined => {
    for (const [i, k] of PAIRS) {
      const factor = numberAt(module, ops.operand(product, k), component);
      if (factor !== undefined && summand !== undefined)
        return { of: through(module, ops.operand(product, i), component), factor, summand };
    }
    return undefined;
  };
  if (ops.code[op] === Op['f.mad9']) return productOf(op, c, numberAt(module, ops.operand(op, 2), c));
  if (ops.code[op] !== Op['f.add']) return undefined;
  for (const [i, k] of PAIRS) {
    const [product, component] = through(module, ops.operand(op, i), c);
    if (ops.code[product] === Op['f.mul9'])
      return productOf(product, component, numberAt(module, ops.operand(op, k), c));
  }
  return undefined;
}

/** The reciprocal of a full turn: the compiler multiplies literals with it in 64 bits (source: oracle). */
const TURN = 1 / (2 * Math.PI);

/**
 * The factor of an angle that the compiler multiplied with that of the range reduction, as the shortest number that
 * gives the product; undefined where there is none.
 */
function angleFactor(product: number): number | undefined {
  if (near(product, TURN)) return 1;
  for (let digits = 1; digits <= 9; digits++) {
    const factor = Math.fround(Number((product / TURN).toPrecision(digits)));
    if (Math.fround(factor * TURN) === product) return factor;
  }
  return undefined;
}

/** The sine or cosine of an angle that was brought between -pi and pi: that of the angle itself. */
function reduceAngle(module: IrModule, op: number): void {
  const { ops } = module;
  const turned = scaledAt(module, through(module, ops.operand(op, 0), 0));
  if (turned === undefined || !near(turned.factor, 2 * Math.PI) || !near(turned.summand, -Math.PI)) return;
  const [fraction, component] = turned.of;
  if (ops.code[fraction] !== Op['f.frc']) return;
  const angle = scaledAt(module, through(module, ops.operand(fraction, 0), component));
  const factor = angle && near(angle.summand, 0.5) ? angleFactor(angle.factor) : undefined;
  if (angle === undefined || factor === undefined) return;
  const b = builderBefore(module, op);
  const value = b.pick([refOf(...angle.of)]);
  const scaled = () => b.op(Op['f.mul9']!, Kind.f32, value, b.float(factor));
  ops.setOperand(op, 0, factor === 1 ? value : factor === -1 ? b.op(Op['f.neg']!, Kind.f32, value) : scaled());
}

/** Operations that work on each component by itself. */
const BY_COMPONENT: ReadonlySet<number> = /* @__PURE__ */ new Set(
  (
    [
      'f.add',
      'f.mul',
      'f.mul9',
      'f.mad9',
      'f.min',
      'f.max',
      'f.sat',
      'f.frc',
      'f.neg',
      'f.abs',
      'f.flush',
      'f.lrp9',
      'f.div',
    ] as const
  ).map((name) => Op[name]),
);

export const isByComponent = (code: number) => BY_COMPONENT.has(code);

const COMPARISONS: ReadonlySet<number> = /* @__PURE__ */ new Set(
  (['f.lt', 'f.ge', 'f.eq', 'f.ne'] as const).map((name) => Op[name]),
);

/** Makes vectors that compute one number several times scalars that are repeated. */
export function narrowSplats(module: IrModule): void {
  const { ops } = module;
  walkModule(module, (op) => {
    const width = widthOf(ops.type[op]!);
    if (width === 1 || !(BY_COMPONENT.has(ops.code[op]!) || COMPARISONS.has(ops.code[op]!))) return;
    const references: Ref[] = [];
    for (let i = 0; i < ops.arity[op]!; i++) {
      const reference = repeatedOf(module, ops.operand(op, i));
      if (reference === undefined) return;
      references.push(reference);
    }
    const b = builderBefore(module, op);
    const operands = references.map((reference) => {
      const value = reference >> 2;
      if (ops.code[value] === Op.const) return b.constant(Kind.f32, ops.operand(value, reference & 3));
      return widthOf(ops.type[value]!) === 1 ? value : b.pick([reference]);
    });
    const scalar = b.op(ops.code[op]!, withWidth(ops.type[op]!, 1), ...(operands as [number, number?, number?]));
    ops.change(op, Op.pick, 0, 0, 0);
    ops.setOperands(op, Array<Ref>(width).fill(refOf(scalar)));
  });
}

/** The component that a vector repeats; undefined for another one. */
function repeatedOf(module: IrModule, value: number): Ref | undefined {
  const { ops } = module;
  if (ops.code[value] !== Op.const && ops.code[value] !== Op.pick) return undefined;
  const width = widthOf(ops.type[value]!);
  const first = ops.operand(value, 0);
  for (let i = 1; i < width; i++) if (ops.operand(value, i) !== first) return undefined;
  if (ops.code[value] === Op.const) return refOf(value);
  const [op, component] = through(module, first >> 2, first & 3);
  return refOf(op, component);
}

/**
 * Makes the sum of a product that is there already of what the compiler has fused: it computes the product again. The
 * product gets the order of its factors there. Returns these products.
 */
export function splitSums(module: IrModule): ReadonlySet<number> {
  const { ops } = module;
  const shared = new Set<number>();
  const products = new Map<string, number[]>();
  walkModule(module, (op) => {
    const code = ops.code[op]!;
    if (code !== Op['f.mul9'] && code !== Op['f.mad9']) return;
    const key = factorsOf(module, op);
    if (code === Op['f.mul9']) {
      appendTo(products, key, op);
      return;
    }
    for (const product of products.get(key) ?? []) {
      for (const [i, k] of PAIRS) {
        const sign =
          signOf(module, ops.operand(product, i), ops.operand(op, 0)) *
          signOf(module, ops.operand(product, k), ops.operand(op, 1));
        if (sign === 0) continue;
        if (i !== 0) ops.setOperands(product, [ops.operand(product, 1), ops.operand(product, 0)]);
        shared.add(product);
        const b = builderBefore(module, op);
        const value = sign > 0 ? product : b.op(Op['f.neg']!, ops.type[op]!, product);
        ops.change(op, Op['f.add']!, 2, value, ops.operand(op, 2));
        return;
      }
    }
  });
  return shared;
}

/** A key of a product: its region, its type, and the first components of its factors in a fixed order. */
function factorsOf(module: IrModule, op: number): string {
  const { ops } = module;
  const factors = [ops.operand(op, 0), ops.operand(op, 1)].map((operand) => {
    const value = ops.code[operand] === Op['f.neg'] ? ops.operand(operand, 0) : operand;
    return through(module, value, 0).join('.');
  });
  return [ops.region[op], ops.type[op], ...factors.sort()].join(' ');
}

/** 1 for values with the same components, -1 for opposite ones, 0 for others. */
function signOf(module: IrModule, a: number, b: number): number {
  const { ops } = module;
  if (isSame(module, a, b)) return 1;
  if (ops.code[a] === Op['f.neg']) return -signOf(module, ops.operand(a, 0), b);
  return ops.code[b] === Op['f.neg'] ? -signOf(module, a, ops.operand(b, 0)) : 0;
}

/** Whether two values have the same components. */
function isSame(module: IrModule, a: number, b: number): boolean {
  const { ops } = module;
  if (a === b) return true;
  if (ops.type[a] !== ops.type[b]) return false;
  if (ops.code[a] === Op['f.neg'] && ops.code[b] === Op['f.neg'])
    return isSame(module, ops.operand(a, 0), ops.operand(b, 0));
  for (let c = 0; c < widthOf(ops.type[a]!); c++) {
    const [x, y] = [through(module, a, c), through(module, b, c)];
    if (x[0] !== y[0] || x[1] !== y[1]) return false;
  }
  return true;
}

/**
 * Brings the components of vectors into the order of what they are computed of: registers hold them in any order.
 *
 * @param keepsRotations whether the rotations of three components stay, as a cross product has them
 */
export function sortComponents(module: IrModule, keepsRotations = false): void {
  const { ops } = module;
  walkModule(module, (op) => {
    const width = widthOf(ops.type[op]!);
    if (width === 1 || !BY_COMPONENT.has(ops.code[op]!)) return;
    const order = orderOf(module, op, width);
    if (order === undefined || (keepsRotations && isRotation(order))) return;
    const b = builderBefore(module, op);
    const operands = ops.operands(op).map((value) => {
      const references = order.map((c) => (ops.code[value] === Op.pick ? ops.operand(value, c) : refOf(value, c)));
      if (ops.code[value] !== Op.const) return b.pick(references);
      return b.opList(
        Op.const,
        ops.type[value]!,
        order.map((c) => ops.operand(value, c)),
      );
    });
    const sorted = b.op(ops.code[op]!, ops.type[op]!, ...(operands as [number, number?, number?]));
    ops.change(op, Op.pick, 0, 0, 0);
    ops.setOperands(
      op,
      Array.from({ length: width }, (_, c) => refOf(sorted, order.indexOf(c))),
    );
  });
}

const isRotation = (order: readonly number[]) => order.length === 3 && order.every((c, i) => c === (order[0]! + i) % 3);

/** The order in which the components of the first operand that is of one value rise; undefined if they do. */
function orderOf(module: IrModule, op: number, width: number): number[] | undefined {
  const { ops } = module;
  for (const value of ops.operands(op)) {
    const parts = Array.from({ length: width }, (_, c) => through(module, value, c));
    const [first] = parts as [Component];
    const isOne = parts.every(([source]) => source === first[0]);
    if (!isOne || ops.code[first[0]] === Op.const || new Set(parts.map(([, c]) => c)).size !== width) continue;
    const order = parts.map((_, i) => i).sort((a, b) => parts[a]![1] - parts[b]![1]);
    return order.every((c, i) => c === i) ? undefined : order;
  }
  return undefined;
}
