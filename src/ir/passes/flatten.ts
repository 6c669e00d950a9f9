/**
 * Makes short branches choices: operations of both regions run, and each result is a `select`. Only branches whose
 * operations are pure or barriers, and which hold no other construct, as Microsoft's compiler does it; and blocks that
 * such branches leave.
 *
 * Not for: what a choice costs more than a branch; the limit is Microsoft's (source: oracle).
 */
import type { IrModule } from '../module.ts';
import { NO_OP, type OpStore } from '../op-store.ts';
import { isConstruct, OP_ROWS, Op, OpFlag } from '../ops.ts';
import { widthOf } from '../types.ts';
import { forEachInside, isClosed, removeConstruct } from './remove-flow.ts';
import { Replacements, walkModule } from './walk.ts';

/** Components that both branches together may compute. */
const MAX_COMPONENTS = 48;

export interface FlattenOptions {
  /** `never`: only branches that ask for it; `always`: all that can be. */
  readonly mode?: 'never' | 'always' | undefined;
}

/** Returns whether it changed anything. */
export function flatten(module: IrModule, { mode }: FlattenOptions = {}): boolean {
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
    const limit = isForced ? Number.MAX_VALUE : MAX_COMPONENTS;
    if (!(ops.code[op] === Op.if ? canFlatten : canFlattenBlock)(module, op, limit)) continue;
    removeConstruct(module, op, replacements);
    hasChanged = true;
  }
  if (hasChanged) walkModule(module, (op) => replacements.resolve(module, op));
  replacements.release();
  return hasChanged;
}

function canFlattenBlock(module: IrModule, block: number, limit: number): boolean {
  if (!isClosed(module, block)) return false;
  let components = 0;
  forEachInside(module, block, (op) => {
    const isBranch = (module.ops.flags[op]! & OpFlag.branch) !== 0;
    if (components <= limit) components += isBranch ? Number.POSITIVE_INFINITY : costOf(module.ops, op);
  });
  return components <= limit;
}

function canFlatten(module: IrModule, op: number, limit: number): boolean {
  const { ops, first, last } = module;
  const region = ops.extra[op]!;
  let components = 0;
  for (let i = region; i < region + 2; i++) {
    const end = last[i]!;
    if (end === NO_OP || ops.code[end] !== Op.exit || ops.extra[end] !== op) return false;
    for (let inner = first[i]!; inner !== end; inner = ops.next[inner]!) {
      if (isConstruct(ops.code[inner]!)) return false;
      components += costOf(ops, inner);
      if (components > limit) return false;
    }
  }
  return true;
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
  Op['f.abs'],
  Op['f.sat'],
]);

/** The components that an operation computes; infinite for one that stays in its branch. */
function costOf(ops: OpStore, op: number): number {
  const code = ops.code[op]!;
  // A computed address may be outside of what a branch protects; constants are not.
  const isComputed = code === Op['cb.load'] && ops.code[ops.operand(op, 0)] !== Op.const;
  if (isComputed || code === Op['icb.load']) return Number.POSITIVE_INFINITY;
  if (FREE.has(code)) return 0;
  return OP_ROWS[code]!.effect === 'pure' ? widthOf(ops.type[op]!) : Number.POSITIVE_INFINITY;
}
