/**
 * Vectors of operations that lowering made one by one for the components of an instruction: where a vector has the same
 * operation in several components, it is one operation of vectors. The module is for text only afterwards: a `select`
 * may have a vector as its condition.
 */
import { F32, type IrModule, Kind, kindOf, Op, OpFlag, type Ref, refOf, widthOf, withWidth } from '../ir/index.ts';
import { recast } from '../ir/passes/op-facts.ts';
import { builderBefore, type Users, usersOf, walkModule } from '../ir/passes/walk.ts';

/** Operations that HLSL writes for vectors as for scalars. */
const ALIKE: ReadonlySet<number> = /* @__PURE__ */ new Set(
  (
    [
      'select',
      'f.lt',
      'f.ge',
      'f.eq',
      'f.ne',
      'i.lt',
      'i.ge',
      'i.eq',
      'i.ne',
      'u.lt',
      'u.ge',
      'f.neg',
      'f.abs',
      'f.sat',
      'f.add',
      'f.mul',
      'i.add',
      'i.neg',
      'i.min',
      'i.max',
      'u.min',
      'u.max',
      'cvt.f2i',
      'cvt.f2u',
      'cvt.i2f',
      'cvt.u2f',
      'bitcast',
    ] as const
  ).map((one) => Op[one]),
);

/**
 * Makes choices of floats of masks: a comparison that selects the bits of a float, or nothing, chooses between the
 * float and zero.
 */
export function chooseFloats(module: IrModule): void {
  const { ops } = module;
  const words: number[] = [];
  walkModule(module, (op) => {
    const kind = kindOf(ops.type[op]!);
    if (kind === Kind.bool || kind === Kind.f32) return;
    if (maskedOf(module, op) !== undefined || (ops.code[op] === Op.pick && ops.arity[op]! > 1)) words.push(op);
  });
  const users: Users = words.length === 0 ? new Map() : usersOf(module);
  for (const op of words) {
    const uses = [...(users.get(op) ?? [])];
    if (uses.length === 0 || !uses.every((one) => readsFloats(module, one))) continue;
    const builder = builderBefore(module, op);
    const parts = ops.code[op] === Op.pick ? ops.operands(op).map((one) => one >> 2) : [op];
    const isMasked = (one: number) => ops.code[one] === Op.const || maskedOf(module, one) !== undefined;
    if (!parts.every(isMasked) || parts.every((one) => ops.code[one] === Op.const)) continue;
    const chosen = parts.map((one, i) => {
      const masked = maskedOf(module, one);
      if (masked === undefined) return refOf(builder.constant(F32, ops.operand(one, ops.operand(op, i) & 3)));
      const value = recast(builder, Kind.f32, masked.value);
      const other = masked.other === undefined ? builder.constant(F32, 0) : recast(builder, Kind.f32, masked.other);
      return refOf(builder.op(Op.select, F32, masked.condition, value, other));
    });
    const floats = builder.pick(chosen);
    for (const use of uses)
      if (ops.code[use] === Op.out) ops.setOperand(use, 0, floats);
      else {
        ops.change(use, Op.pick, 1, refOf(floats), 0);
        ops.setOperands(
          use,
          chosen.map((_, i) => refOf(floats, i)),
        );
      }
  }
}

/** The values that a word has where a condition is true, and where it is not. */
interface MaskedWord {
  readonly condition: number;
  readonly value: number;
  /** Zero without one. */
  readonly other?: number;
}

/** The values that a word has by a condition; undefined for other words. */
function maskedOf({ ops }: IrModule, op: number): MaskedWord | undefined {
  const code = ops.code[op];
  if ((code !== Op['i.and'] && code !== Op.select) || widthOf(ops.type[op]!) !== 1) return undefined;
  const [a, b, other] = ops.operands(op) as [number, number, number];
  if (code === Op.select) {
    const isConstant = ops.code[b] === Op.const && ops.code[other] === Op.const;
    return isConstant ? { condition: a, value: b, other } : undefined;
  }
  const [mask, value] = ops.code[a] === Op.mask ? [a, b] : [b, a];
  if (ops.code[mask] !== Op.mask || ops.code[value] === Op.mask) return undefined;
  return { condition: ops.operand(mask, 0), value };
}

/** Whether an operation takes words as floats. */
function readsFloats({ ops, outputs }: IrModule, op: number): boolean {
  if (ops.code[op] === Op.out) return outputs[ops.extra[op]! >> 2]?.type === 'f32';
  return ops.code[op] === Op.bitcast && kindOf(ops.type[op]!) === Kind.f32;
}

/** Joins scalars that vectors have side by side. */
export function joinScalars(module: IrModule): void {
  const { ops } = module;
  const picks: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.pick && ops.arity[op]! > 1) picks.push(op);
  });
  if (picks.length === 0) return;
  const users = usersOf(module);
  for (const pick of picks) new Joiner(module, users, pick).run();
}

class Joiner {
  constructor(
    private readonly module: IrModule,
    private readonly users: Users,
    private readonly pick: number,
  ) {}

  run(): void {
    const { ops } = this.module;
    const references = ops.operands(this.pick);
    const joined: Ref[] = [];
    for (let i = 0; i < references.length; ) {
      let end = references.length;
      while (end - i > 1 && !this.#isAlike(references.slice(i, end))) end--;
      const value = end - i > 1 ? this.#joined(references.slice(i, end)) : undefined;
      if (value !== undefined && end - i === references.length) {
        ops.change(this.pick, ops.code[value]!, 0, 0, 0);
        ops.setOperands(this.pick, ops.operands(value));
        return;
      }
      for (let k = i; k < end; k++) joined.push(value === undefined ? references[k]! : refOf(value, k - i));
      i = end;
    }
    ops.setOperands(this.pick, joined);
  }

  /** Whether components are of one operation, which nothing else uses, on operands that are vectors. */
  #isAlike(references: readonly Ref[]): boolean {
    const { ops } = this.module;
    const values = references.map((one) => this.#through(one) >> 2);
    const [first] = values as [number];
    const code = ops.code[first]!;
    if (!ALIKE.has(code) || new Set(values).size < values.length) return false;
    const isOne = (value: number) =>
      ops.code[value] === code &&
      ops.type[value] === ops.type[first] &&
      widthOf(ops.type[value]!) === 1 &&
      kindOf(ops.type[ops.operand(value, 0)]!) === kindOf(ops.type[ops.operand(first, 0)]!) &&
      ops.region[value] === ops.region[this.pick] &&
      (ops.flags[value]! & OpFlag.precise) === 0 &&
      this.#usedBy(value) === 1;
    if (!values.every(isOne)) return false;
    const operands = ops.operands(first).map((_, i) => values.map((value) => refOf(ops.operand(value, i))));
    return operands.every((list) => this.#isVector(list)) && !operands.every((list) => this.#isScalar(list));
  }

  /** Whether components of an operand are those of one value, constants, or joined themselves. */
  #isVector(references: readonly Ref[]): boolean {
    const { ops } = this.module;
    const sources = references.map((one) => this.#through(one) >> 2);
    const isConstant = sources.every((one) => ops.code[one] === Op.const);
    return isConstant || sources.every((one) => one === sources[0]) || this.#isAlike(references);
  }

  #isScalar(references: readonly Ref[]): boolean {
    const { ops } = this.module;
    const sources = references.map((one) => this.#through(one));
    const words = sources.map((one) => (ops.code[one >> 2] === Op.const ? ops.operand(one >> 2, one & 3) : undefined));
    return sources.every((one) => one === sources[0]) || words.every((one) => one !== undefined && one === words[0]);
  }

  #usedBy(value: number): number {
    const { ops } = this.module;
    let count = 0;
    for (const user of this.users.get(value) ?? []) {
      const isPick = ops.code[user] === Op.pick && ops.arity[user] === 1;
      count += isPick ? this.#usedBy(user) : 1;
    }
    return count;
  }

  /** The vector of components. */
  #joined(references: readonly Ref[]): number {
    const { ops } = this.module;
    const sources = references.map((one) => this.#through(one));
    const builder = builderBefore(this.module, this.pick);
    const values = sources.map((one) => one >> 2);
    const [first] = values as [number];
    const type = withWidth(ops.type[first]!, references.length);
    if (values.every((one) => ops.code[one] === Op.const))
      return builder.constant(type, ...sources.map((one) => ops.operand(one >> 2, one & 3)));
    if (values.every((one) => one === first)) return builder.pick(sources);
    builder.at = ops.at[first]!;
    const operands = ops
      .operands(first)
      .map((_, i) => this.#joined(values.map((value) => refOf(ops.operand(value, i)))));
    return builder.opList(ops.code[first]!, type, operands);
  }

  #through(reference: Ref): Ref {
    const { ops } = this.module;
    const value = reference >> 2;
    return ops.code[value] === Op.pick ? this.#through(ops.operand(value, reference & 3)) : reference;
  }
}
