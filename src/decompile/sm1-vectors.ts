/**
 * Vectors of models 1 to 3 again: comparisons and choices that lowering made one by one for the components of an
 * instruction, and functions of scalars that instructions compute side by side. The module is for text only afterwards:
 * a `select` may have a vector as its condition.
 */
import {
  type IrModule,
  isConstruct,
  Kind,
  NO_OP,
  OP_ROWS,
  Op,
  type Ref,
  refOf,
  typeOf,
  withWidth,
} from '../ir/index.ts';
import { builderBefore, walkModule } from '../ir/passes/walk.ts';
import { kindOf, widthOf } from '../ir/types.ts';

/** Makes one choice of those for the components of each instruction. */
export function joinChoices(module: IrModule): void {
  const { ops } = module;
  const done = new Set<number>();
  walkModule(module, (op) => {
    if (ops.code[op] !== Op.select || widthOf(ops.type[op]!) !== 1 || done.has(op)) return;
    const group = [op];
    for (let next = ops.next[op]!; next !== NO_OP && ops.at[next] === ops.at[op]; next = ops.next[next]!)
      if (ops.code[next] === Op.select && ops.type[next] === ops.type[op]) group.push(next);
    for (const one of group) done.add(one);
    if (group.length > 1 && group.length <= 4) new Joiner(module, op).join(group);
  });
}

class Joiner {
  constructor(
    private readonly module: IrModule,
    private readonly first: number,
  ) {}

  join(group: readonly number[]): void {
    const { ops } = this.module;
    const operand = (i: number) => group.map((one) => ops.operand(one, i));
    const conditions = operand(0);
    const isOne = conditions.every((one) => one === conditions[0]);
    const [only] = conditions as [number];
    const condition = !isOne
      ? this.#vector(conditions, false)
      : this.#isEarlier(only)
        ? only
        : this.#vector([only], false);
    if (condition === undefined) return;
    const [yes, no] = [this.#vector(operand(1)), this.#vector(operand(2))];
    if (yes === undefined || no === undefined) return;
    const b = builderBefore(this.module, this.first);
    const joined = b.op(Op.select, typeOf(Kind.f32, group.length), condition, yes, no);
    for (const [i, one] of group.entries()) ops.change(one, Op.pick, 1, refOf(joined, i), 0);
  }

  /** Whether a value is there before the first operation. */
  #isEarlier(value: number): boolean {
    const { ops } = this.module;
    return ops.at[value] !== ops.at[this.first] || ops.code[value] === Op.param;
  }

  /** The components of an operand as one value; undefined where they are not alike. */
  #vector(values: readonly number[], isLoose = true): number | undefined {
    const { ops } = this.module;
    const b = builderBefore(this.module, this.first);
    const references = values.map((value) => this.#through(refOf(value)));
    const sources = references.map((reference) => reference >> 2);
    const [source] = sources as [number];
    const code = ops.code[source]!;
    const kind = kindOf(ops.type[source]!);
    if (sources.every((one) => ops.code[one] === Op.const)) {
      const words = references.map((reference) => ops.operand(reference >> 2, reference & 3));
      return b.opList(Op.const, typeOf(kind, values.length), words);
    }
    if (isLoose && sources.every((one) => this.#isEarlier(one))) return b.pick(references);
    if (sources.some((one) => ops.code[one] !== code)) return undefined;
    if (code === Op['cb.load']) return this.#load(references);
    if (!ALIKE.has(code) || sources.some((one) => widthOf(ops.type[one]!) !== 1)) return undefined;
    const operands: number[] = [];
    for (let i = 0; i < ops.arity[source]!; i++) {
      const part = this.#vector(sources.map((one) => ops.operand(one, i)));
      if (part === undefined) return undefined;
      operands.push(part);
    }
    return b.op(code, typeOf(kind, values.length), ...(operands as [number, number?, number?]));
  }

  /** Components of one register of constants. */
  #load(references: readonly Ref[]): number | undefined {
    const { ops } = this.module;
    const [first] = references as [Ref];
    const row = ops.operand(first >> 2, 0);
    const binding = ops.extra[first >> 2]! >> 2;
    const components: number[] = [];
    for (const reference of references) {
      const load = reference >> 2;
      if (ops.operand(load, 0) !== row || ops.extra[load]! >> 2 !== binding) return undefined;
      components.push((ops.extra[load]! & 3) + (reference & 3));
    }
    if (ops.code[row] !== Op.const) return undefined;
    const b = builderBefore(this.module, this.first);
    const start = Math.min(...components);
    const type = typeOf(Kind.f32, Math.max(...components) - start + 1);
    const copy = b.constant(Kind.i32, ops.operand(row, 0));
    const load = b.opWith((binding << 2) | start, Op['cb.load'], type, copy);
    return b.pick(components.map((c) => refOf(load, c - start)));
  }

  #through(reference: Ref): Ref {
    const { ops } = this.module;
    const value = reference >> 2;
    return ops.code[value] === Op.pick ? this.#through(ops.operand(value, reference & 3)) : reference;
  }
}

/** Operations that are made again for a vector. */
const ALIKE: ReadonlySet<number> = /* @__PURE__ */ new Set(
  (['f.lt', 'f.ge', 'f.eq', 'f.ne', 'f.neg', 'f.abs', 'f.add', 'f.mul', 'f.mul9', 'f.flush'] as const).map(
    (one) => Op[one],
  ),
);

// --- functions side by side ------------------------------------------------------------------------------------------

const FUNCTIONS: ReadonlySet<number> = /* @__PURE__ */ new Set(
  (['f.exp2', 'f.log9', 'f.rcp9', 'f.rsq9', 'f.dot9', 'f.sin', 'f.cos', 'f.pow9'] as const).map((one) => Op[one]),
);

/**
 * Makes a vector of the results of functions that come one after the other and are of components of one value, or are
 * products of one vector with registers that follow each other. All of their uses are those of the vector then.
 */
export function bundleFunctions(module: IrModule, matrixOf: (register: number) => number | undefined): void {
  const { ops } = module;
  const regions = new Set<number>();
  walkModule(module, (op) => {
    regions.add(ops.region[op]!);
  });
  for (const region of regions) {
    let run: number[] = [];
    const close = (): void => {
      if (run.length > 1) bundle(module, run);
      run = [];
    };
    for (let op = module.first[region]!; op !== NO_OP; ) {
      const next = ops.next[op]!;
      const code = ops.code[op]!;
      if (FUNCTIONS.has(code) && widthOf(ops.type[op]!) === 1) {
        if (run.length === 4 || (run.length > 0 && !continues(module, run, op, matrixOf))) close();
        run.push(op);
      } else if (isConstruct(code) || OP_ROWS[code]!.effect !== 'pure' || usesAny(module, op, run)) close();
      else if (
        code !== Op.pick &&
        code !== Op.const &&
        code !== Op['cb.load'] &&
        code !== Op['f.abs'] &&
        code !== Op['f.neg']
      )
        close();
      op = next;
    }
    close();
  }
}

function usesAny({ ops }: IrModule, op: number, run: readonly number[]): boolean {
  const { operands } = OP_ROWS[ops.code[op]!]!;
  if (operands === 'bits' || operands === 'owner') return false;
  const shift = operands === 'refs' ? 2 : 0;
  for (let i = 0; i < ops.arity[op]!; i++) if (run.includes(ops.operand(op, i) >> shift)) return true;
  return false;
}

function continues(
  module: IrModule,
  run: readonly number[],
  op: number,
  matrixOf: (register: number) => number | undefined,
): boolean {
  const { ops } = module;
  const last = run.at(-1)!;
  if (ops.code[op] !== ops.code[last] || usesAny(module, op, run)) return false;
  if (ops.code[op] === Op['f.dot9']) {
    const [x, y] = [dotRow(module, last), dotRow(module, op)];
    if (x === undefined || y === undefined || y.register !== x.register + 1 || x.vector !== y.vector) return false;
    return matrixOf(x.register) !== undefined && matrixOf(x.register) === matrixOf(y.register);
  }
  for (let i = 0; i < ops.arity[op]!; i++) {
    const [a, b] = [sourceOf(module, ops.operand(last, i)), sourceOf(module, ops.operand(op, i))];
    if (a[0] !== b[0] || (a[1] === b[1] && i === 0)) return false;
  }
  return true;
}

/** The value and component that an operand is, without its sign. */
function sourceOf({ ops }: IrModule, value: number): readonly [value: number, component: number] {
  const code = ops.code[value]!;
  if (code === Op['f.abs'] || code === Op['f.neg']) return sourceOf({ ops } as IrModule, ops.operand(value, 0));
  if (code !== Op.pick) return [value, 0];
  return [ops.operand(value, 0) >> 2, ops.operand(value, 0) & 3];
}

/** The register of constants that a dot product is with, and the vector. */
function dotRow({ ops }: IrModule, op: number): { readonly register: number; readonly vector: number } | undefined {
  for (const i of [0, 1]) {
    let load = ops.operand(op, i);
    if (ops.code[load] === Op.pick) load = ops.operand(load, 0) >> 2;
    if (ops.code[load] !== Op['cb.load']) continue;
    const row = ops.operand(load, 0);
    if (ops.code[row] === Op.const) return { register: ops.operand(row, 0), vector: ops.operand(op, 1 - i) };
  }
  return undefined;
}

function bundle(module: IrModule, run: readonly number[]): void {
  const { ops } = module;
  const last = run.at(-1)!;
  if (ops.next[last] === NO_OP) return;
  const b = builderBefore(module, ops.next[last]!);
  b.at = ops.at[last]!;
  const vector = b.pick(run.map((one) => refOf(one)));
  const parts = new Map(run.map((one, i) => [one, b.op(Op.pick, withWidth(ops.type[one]!, 1), refOf(vector, i))]));
  walkModule(module, (op) => {
    if (op === vector) return;
    const { operands } = OP_ROWS[ops.code[op]!]!;
    if (operands === 'bits' || operands === 'owner') return;
    for (let i = 0; i < ops.arity[op]!; i++) {
      const operand = ops.operand(op, i);
      if (operands === 'refs') {
        const found = run.indexOf(operand >> 2);
        if (found >= 0) ops.setOperand(op, i, refOf(vector, found));
      } else {
        const part = parts.get(operand);
        if (part !== undefined) ops.setOperand(op, i, part);
      }
    }
  });
}

/** Makes each component one of the value that computes it, and what is a complete value that value. */
export function collapsePicks(module: IrModule): void {
  const { ops } = module;
  const through = (reference: Ref): Ref => {
    const value = reference >> 2;
    return ops.code[value] === Op.pick ? through(ops.operand(value, reference & 3)) : reference;
  };
  walkModule(module, (op) => {
    if (ops.code[op] !== Op.pick) return;
    for (let i = 0; i < ops.arity[op]!; i++) ops.setOperand(op, i, through(ops.operand(op, i)));
  });
  walkModule(module, (op) => {
    const { operands } = OP_ROWS[ops.code[op]!]!;
    if (operands === 'bits' || operands === 'owner' || operands === 'refs') return;
    for (let i = 0; i < ops.arity[op]!; i++) {
      const complete = completeOf(module, ops.operand(op, i));
      if (complete !== undefined) ops.setOperand(op, i, complete);
    }
  });
}

/** The value whose components another one has, all and in order. */
function completeOf({ ops }: IrModule, value: number): number | undefined {
  if (ops.code[value] !== Op.pick) return undefined;
  const source = ops.operand(value, 0) >> 2;
  if (ops.arity[value] !== widthOf(ops.type[source]!)) return undefined;
  for (let i = 0; i < ops.arity[value]!; i++) if (ops.operand(value, i) !== refOf(source, i)) return undefined;
  return source;
}
