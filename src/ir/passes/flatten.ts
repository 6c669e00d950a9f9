/**
 * Makes short branches choices: operations of both regions run, and each result is a `select`. Only branches whose
 * operations are pure or barriers, and which hold no other construct, as Microsoft's compiler does it; and blocks that
 * such branches leave.
 *
 * Not for: what a choice costs more than a branch; the limit and what counts are Microsoft's (source: oracle).
 */
import { type IrModule, resultsOf } from '../module.ts';
import { NO_OP, type OpStore } from '../op-store.ts';
import { isConstruct, OP_ROWS, Op, OpFlag } from '../ops.ts';
import { forEachInside, isClosed, removeConstruct } from './remove-flow.ts';
import type { VectorLanes } from './vector-lanes.ts';
import { Replacements, walkModule } from './walk.ts';

/** Operations that both branches together may have. */
const MAX_COST = 48;
/** Operations and results of a branch that depends on a register for conditions, which costs less. */
const MAX_COST_OF_REGISTER = 24;
const MAX_RESULTS_OF_REGISTER = 8;

export interface FlattenOptions {
  /** `never`: only branches that ask for it; `always`: all that can be. */
  readonly mode?: 'never' | 'always' | undefined;
  /** Lanes of one vector operation count once. */
  readonly lanes?: VectorLanes | undefined;
  /** Whether a branch depends on a register for conditions, as programs of models 1 to 3 have them. */
  readonly isOfRegister?: ((branch: number) => boolean) | undefined;
}

/** Returns whether it changed anything. */
export function flatten(module: IrModule, options: FlattenOptions = {}): boolean {
  const { mode, lanes = NO_LANES, isOfRegister } = options;
  const { ops } = module;
  const constructs: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.if || ops.code[op] === Op.block) constructs.push(op);
  });
  if (constructs.length === 0) return false;
  const replacements = new Replacements(ops);
  let hasChanged = false;
  // Inner branches first: an outer one may follow them.
  for (const op of constructs.reverse()) {
    const flags = ops.flags[op]!;
    if ((flags & OpFlag.branch) !== 0) continue;
    const isForced = mode === 'always' || (flags & OpFlag.flatten) !== 0;
    if (mode === 'never' && !isForced) continue;
    const isCheap = !isForced && ops.code[op] === Op.if && isOfRegister?.(op) === true;
    if (isCheap && resultsOf(module, op).length > MAX_RESULTS_OF_REGISTER) continue;
    const limit = isForced ? Number.MAX_VALUE : isCheap ? MAX_COST_OF_REGISTER : MAX_COST;
    const cost = new Cost(module, lanes, limit);
    if (!(ops.code[op] === Op.if ? canFlatten : canFlattenBlock)(module, op, cost)) continue;
    removeConstruct(module, op, replacements);
    hasChanged = true;
  }
  if (hasChanged) walkModule(module, (op) => replacements.resolve(module, op));
  replacements.release();
  return hasChanged;
}

const NO_LANES: VectorLanes = new Map();

function canFlattenBlock(module: IrModule, block: number, cost: Cost): boolean {
  if (!isClosed(module, block)) return false;
  forEachInside(module, block, (op) => {
    cost.add(op);
  });
  return !cost.isTooHigh;
}

function canFlatten(module: IrModule, op: number, cost: Cost): boolean {
  const { ops, first, last } = module;
  const region = ops.extra[op]!;
  for (let i = region; i < region + 2; i++) {
    const end = last[i]!;
    if (end === NO_OP || ops.code[end] !== Op.exit || ops.extra[end] !== op) return false;
    for (let inner = first[i]!; inner !== end; inner = ops.next[inner]!) {
      if (isConstruct(ops.code[inner]!)) return false;
      cost.add(inner);
      if (cost.isTooHigh) return false;
    }
  }
  return true;
}

/** The operations of a branch so far, as Microsoft's compiler counts them before it makes instructions of them. */
class Cost {
  #sum = 0;
  readonly #vectors = new Set<number>();
  readonly #costs: Costs;

  constructor(
    private readonly module: IrModule,
    private readonly lanes: VectorLanes,
    private readonly limit: number,
  ) {
    this.#costs = module.facts.version[0] < FIRST_OF_DIRECT3D_10 ? COSTS_OF_DIRECT3D_9 : COSTS;
  }

  get isTooHigh(): boolean {
    return this.#sum > this.limit;
  }

  add(op: number): void {
    const cost = costOf(this.module.ops, op, this.#costs);
    const vector = PER_LANE.has(this.module.ops.code[op]!) ? undefined : this.lanes.get(op);
    if (cost === 0 || (vector !== undefined && this.#vectors.has(vector))) return;
    if (vector !== undefined) this.#vectors.add(vector);
    this.#sum += cost;
  }
}

const FREE: ReadonlySet<number> = new Set([
  Op.const,
  // A barrier that only some threads reach is no barrier; Microsoft's compiler takes it out of its branch.
  Op.barrier,
  Op.exit,
  Op.if,
  Op.result,
  Op.undef,
  Op.pick,
  Op.bitcast,
  Op.mask,
  Op.in,
  Op['cb.load'],
  Op['f.neg'],
  Op['f.add'],
]);

/** Operations that count once for each component. */
const PER_LANE: ReadonlySet<number> = new Set([Op['f.exp2'], Op['f.log2']]);

type Costs = ReadonlyMap<number, number>;

const FIRST_OF_DIRECT3D_10 = 4;

/** Costs other than 1: two limits, and in models 1 to 3 what has no instruction there. */
const COSTS: Costs = new Map([[Op['f.sat'], 2]]);
const COSTS_OF_DIRECT3D_9: Costs = new Map([
  ...COSTS,
  [Op['f.sqrt'], 2],
  [Op['f.div'], 2],
  [Op['f.sin'], 9],
  [Op['f.cos'], 9],
  [Op['f.lt'], 2],
  [Op['f.ge'], 2],
  [Op['f.eq'], 2],
  [Op['f.ne'], 2],
]);

/** The cost of an operation; infinite for one that stays in its branch. */
function costOf(ops: OpStore, op: number, costs: Costs): number {
  const code = ops.code[op]!;
  if ((ops.flags[op]! & OpFlag.branch) !== 0) return Number.POSITIVE_INFINITY;
  // A computed address may be outside of what a branch protects; constants are not.
  const isComputed = code === Op['cb.load'] && ops.code[ops.operand(op, 0)] !== Op.const;
  if (isComputed || code === Op['icb.load']) return Number.POSITIVE_INFINITY;
  if (FREE.has(code)) return 0;
  return OP_ROWS[code]!.effect === 'pure' ? (costs.get(code) ?? 1) : Number.POSITIVE_INFINITY;
}
