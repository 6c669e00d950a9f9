/**
 * Makes short branches choices: operations of both regions run, and each result is a `select`. Only branches whose
 * operations are pure or barriers, and which hold no other construct, as Microsoft's compiler does it.
 *
 * Not for: what a choice costs more than a branch; the limit is Microsoft's (source: oracle).
 */
import { type IrModule, resultsOf } from '../module.ts';
import { NO_OP, type OpStore } from '../op-store.ts';
import { OP_ROWS, Op, OpFlag } from '../ops.ts';
import { Kind, kindOf, widthOf } from '../types.ts';
import { builderBefore, dropRegion, Replacements, spliceBefore, walkModule } from './walk.ts';

/** Components that both branches together may compute. */
const MAX_COMPONENTS = 48;

export interface FlattenOptions {
  /** `never`: only branches that ask for it; `always`: all that can be. */
  readonly mode?: 'never' | 'always' | undefined;
}

/** Returns whether it changed anything. */
export function flatten(module: IrModule, { mode }: FlattenOptions = {}): boolean {
  const { ops } = module;
  const ifs: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.if) ifs.push(op);
  });
  if (ifs.length === 0) return false;
  const replacements = new Replacements(ops);
  let hasChanged = false;
  // Inner branches first: an outer one may follow them.
  for (const op of ifs.reverse()) {
    const flags = ops.flags[op]!;
    if ((flags & OpFlag.branch) !== 0) continue;
    const isForced = mode === 'always' || (flags & OpFlag.flatten) !== 0;
    if (mode === 'never' && !isForced) continue;
    if (!canFlatten(module, op, isForced ? Number.POSITIVE_INFINITY : MAX_COMPONENTS)) continue;
    choose(module, op, replacements);
    hasChanged = true;
  }
  if (hasChanged) walkModule(module, (op) => replacements.resolve(module, op));
  replacements.release();
  return hasChanged;
}

function canFlatten(module: IrModule, op: number, limit: number): boolean {
  const { ops, first, last } = module;
  const region = ops.extra[op]!;
  let components = 0;
  for (let i = region; i < region + 2; i++) {
    const end = last[i]!;
    if (end === NO_OP || ops.code[end] !== Op.exit || ops.extra[end] !== op) return false;
    for (let inner = first[i]!; inner !== end; inner = ops.next[inner]!) {
      const code = ops.code[inner]!;
      // A barrier that only some threads reach is no barrier; Microsoft's compiler takes it out of its branch.
      if (code !== Op.barrier && OP_ROWS[code]!.effect !== 'pure') return false;
      // A computed address may be outside of what a branch protects; constants are not.
      if (code === Op['icb.load'] || (code === Op['cb.load'] && ops.code[ops.operand(inner, 0)] !== Op.const))
        return false;
      components += costOf(ops, inner);
      if (components > limit) return false;
    }
  }
  return true;
}

const FREE: ReadonlySet<number> = new Set([
  Op.const,
  Op.barrier,
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

function costOf(ops: OpStore, op: number): number {
  return FREE.has(ops.code[op]!) ? 0 : widthOf(ops.type[op]!);
}

function choose(module: IrModule, op: number, replacements: Replacements): void {
  const { ops } = module;
  const region = ops.extra[op]!;
  const condition = ops.a[op]!;
  const [whenTrue, whenFalse] = [spliceBefore(module, region, op), spliceBefore(module, region + 1, op)];
  const builder = builderBefore(module, op);
  for (const [i, result] of resultsOf(module, op).entries()) {
    const a = ops.operand(whenTrue, i);
    const b = ops.operand(whenFalse, i);
    const type = ops.type[result]!;
    builder.at = ops.at[result]!;
    const chosen =
      a === b
        ? a
        : kindOf(type) === Kind.bool && widthOf(type) === 1
          ? chooseBool(builder, condition, a, b)
          : builder.op(Op.select, type, condition, a, b);
    replacements.replace(result, chosen);
    module.remove(result);
  }
  dropRegion(module, region);
  dropRegion(module, region + 1);
  module.remove(op);
}

/** A choice of conditions is logic, which needs no numbers. */
function chooseBool(builder: ReturnType<typeof builderBefore>, condition: number, a: number, b: number): number {
  const type = Kind.bool;
  const isTrue = builder.op(Op['i.and'], type, condition, a);
  const isFalse = builder.op(Op['i.and'], type, builder.op(Op['i.not'], type, condition), b);
  return builder.op(Op['i.or'], type, isTrue, isFalse);
}
