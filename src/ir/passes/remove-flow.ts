/**
 * Makes branches choices with anything in them, for models without flow control: all operations run, results are chosen
 * by the conditions of the exits, and pixels are discarded under the conditions of the branches around. Constructs that
 * are left from deep inside (`block`) go, too.
 *
 * Not for: which branches are worth it (flatten.ts); loops, which stay with everything around them.
 */
import type { IrBuilder } from '../builder.ts';
import { type IrModule, resultsOf } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { isConstruct, OP_ROWS, Op, OpFlag } from '../ops.ts';
import { BOOL, Kind, kindOf } from '../types.ts';
import { builderBefore, dropRegion, Replacements, walkModule, walkRegion } from './walk.ts';

export interface RemoveFlowOptions {
  /**
   * Only jumps out of blocks, and branches around operations that use the other pixels of a quad, which have no meaning
   * in a branch.
   */
  readonly onlyNeeded?: boolean;
  /** Whether a branch stays. */
  readonly isAllowed?: ((branch: number) => boolean) | undefined;
}

/** Returns whether it changed anything. */
export function removeFlow(
  module: IrModule,
  { onlyNeeded = false, isAllowed = () => false }: RemoveFlowOptions = {},
): boolean {
  const { ops } = module;
  const constructs: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.if || ops.code[op] === Op.block) constructs.push(op);
  });
  let hasChanged = false;
  const replacements = new Replacements(ops);
  // The outermost ones that can go take those inside of them with them.
  for (const op of constructs) {
    if (ops.region[op] === NO_OP || !isClosed(module, op)) continue;
    if (ops.code[op] === Op.if && isAllowed(op)) continue;
    if (onlyNeeded && ops.code[op] === Op.if && !hasBranchedQuads(module, op)) continue;
    removeConstruct(module, op, replacements);
    hasChanged = true;
  }
  if (hasChanged) walkModule(module, (op) => replacements.resolve(module, op));
  replacements.release();
  return hasChanged;
}

/** Puts the operations of a closed construct before it, and choices of its results. */
export function removeConstruct(module: IrModule, construct: number, replacements: Replacements): void {
  new Removal(module, construct, replacements).run();
}

/** Whether a construct has no loops, and all jumps inside leave constructs inside, or it. */
export function isClosed(module: IrModule, construct: number): boolean {
  const { ops } = module;
  const inside = new Set([construct]);
  let isPossible = true;
  forEachInside(module, construct, (op) => {
    const code = ops.code[op]!;
    if (isConstruct(code)) inside.add(op);
    if (code === Op.loop || code === Op.switch || code === Op.call || code === Op.return) isPossible = false;
    if (code === Op.exit && !inside.has(ops.extra[op]!)) isPossible = false;
  });
  return isPossible;
}

/** Whether an `if` that does not ask for a branch has an operation on quads inside. */
function hasBranchedQuads(module: IrModule, construct: number): boolean {
  const { ops } = module;
  let found = false;
  const visit = (op: number): void => {
    if (OP_ROWS[ops.code[op]!]!.effect === 'quad') found = true;
  };
  if ((ops.flags[construct]! & OpFlag.branch) === 0) forEachInside(module, construct, visit);
  return found;
}

/** Calls `visit` for all operations inside of a construct. */
export function forEachInside(module: IrModule, construct: number, visit: (op: number) => void): void {
  const first = module.ops.extra[construct]!;
  for (let i = 0; i < module.regionCount(construct); i++) walkRegion(module, first + i, visit);
}

/** A jump out of a construct, with its condition relative to the construct; undefined for always. */
interface Exit {
  readonly condition: number | undefined;
  readonly values: readonly number[];
}

interface Open {
  readonly construct: number;
  /** Conditions that were around it. */
  readonly depth: number;
  readonly exits: Exit[];
}

class Removal {
  readonly #builder: IrBuilder;
  /** Conditions of the branches around the operation, the innermost last. */
  readonly #conditions: number[] = [];
  readonly #open: Open[] = [];

  constructor(
    readonly module: IrModule,
    readonly position: number,
    readonly replacements: Replacements,
  ) {
    this.#builder = builderBefore(module, position);
  }

  run(): void {
    this.replacements.resolve(this.module, this.position);
    this.#construct(this.position);
  }

  #construct(op: number): void {
    const { module, replacements } = this;
    const { ops } = module;
    const region = ops.extra[op]!;
    this.#builder.at = ops.at[op]!;
    const open: Open = { construct: op, depth: this.#conditions.length, exits: [] };
    this.#open.push(open);
    if (ops.code[op] === Op.if) {
      const condition = ops.a[op]!;
      this.#inside(region, condition);
      this.#inside(region + 1, this.#builder.op(Op['i.not'], BOOL, condition));
    } else this.#region(region);
    this.#open.pop();
    for (const [i, result] of resultsOf(module, op).entries()) {
      this.#builder.at = ops.at[result]!;
      replacements.replace(result, this.#result(open.exits, i));
      module.remove(result);
    }
    dropRegion(module, region);
    if (ops.code[op] === Op.if) dropRegion(module, region + 1);
    module.remove(op);
  }

  #inside(region: number, condition: number): void {
    this.#conditions.push(condition);
    this.#region(region);
    this.#conditions.pop();
  }

  #region(region: number): void {
    const { module, replacements, position } = this;
    const { ops } = module;
    for (let op = module.first[region]!; op !== NO_OP; ) {
      // The results after a construct go with it.
      replacements.resolve(module, op);
      const code = ops.code[op]!;
      if (isConstruct(code)) {
        const last = resultsOf(module, op).at(-1) ?? op;
        const next = ops.next[last]!;
        this.#construct(op);
        op = next;
        continue;
      }
      const next = ops.next[op]!;
      if (code === Op.exit) this.#exit(op);
      else if (code !== Op.unreachable) {
        if (code === Op.discard) this.#discard(op);
        module.remove(op);
        module.insertBefore(position, op);
      }
      op = next;
    }
  }

  #exit(op: number): void {
    const { ops } = this.module;
    const index = this.#open.findIndex(({ construct }) => construct === ops.extra[op]);
    const open = this.#open[index]!;
    const values: number[] = [];
    for (let i = 0; i < ops.arity[op]!; i++) values.push(ops.operand(op, i));
    // Lanes that left a construct inside before do not come here.
    const conditions = [...this.#conditions.slice(open.depth), ...this.#notLeft(this.#open.slice(index + 1))];
    open.exits.push({ condition: this.#all(conditions), values });
  }

  /** The conditions under which lanes have not left constructs. */
  #notLeft(constructs: readonly Open[]): number[] {
    const left = constructs.flatMap(({ exits }) => exits.flatMap(({ condition }) => condition ?? []));
    return left.map((condition) => this.#builder.op(Op['i.not'], BOOL, condition));
  }

  /** Pixels are discarded in the branches around, unless their lanes have left them before. */
  #discard(op: number): void {
    const { ops } = this.module;
    ops.a[op] = this.#all([...this.#conditions, ...this.#notLeft(this.#open), ops.a[op]!])!;
  }

  #all(conditions: readonly number[]): number | undefined {
    if (conditions.length === 0) return undefined;
    return conditions.reduce((a, b) => this.#builder.op(Op['i.and'], BOOL, a, b));
  }

  /** The value of the first exit whose condition is true; the last one needs none. */
  #result(exits: readonly Exit[], number: number): number {
    const builder = this.#builder;
    let value = exits.at(-1)!.values[number]!;
    const type = this.module.ops.type[value]!;
    for (const { condition, values } of exits.slice(0, -1).reverse()) {
      const other = values[number]!;
      if (other === value || condition === undefined) {
        value = other;
        continue;
      }
      value =
        kindOf(type) === Kind.bool
          ? choose(builder, condition, other, value)
          : builder.op(Op.select, type, condition, other, value);
    }
    return value;
  }
}

/** A choice of conditions is logic. */
function choose(builder: IrBuilder, condition: number, a: number, b: number): number {
  const isTrue = builder.op(Op['i.and'], BOOL, condition, a);
  return builder.op(
    Op['i.or'],
    BOOL,
    isTrue,
    builder.op(Op['i.and'], BOOL, builder.op(Op['i.not'], BOOL, condition), b),
  );
}
