/**
 * Decides which values of a module become named variables in the source text and which become expressions where they
 * are used. A value is an expression if it is used once and has no effect, or if its text is short; not if the use is
 * in a loop that the value is not in, where it would be computed again, and not if it is precise and used by anything
 * but a precise operator, because languages mark names, not expressions, as precise.
 *
 * Not for: the expressions themselves (text-emitter.ts), which names those that are too long.
 */

import { type IrModule, isConstruct, NO_OP, OP_ROWS, Op, widthOf } from '../../ir/index.ts';
import { giveBytes, giveNumbers, takeBytes, takeNumbers } from '../../ir/passes/walk.ts';
import { opTable } from '../../ir/type-rules.ts';
import { IS_OPERATOR } from './precise.ts';

/** How a value is written. */
export const Mode = { none: 0, inline: 1, named: 2 } as const;

export interface ValueDecisions {
  /** {@link Mode} of each operation. */
  readonly modes: Uint8Array;
  /** How often the expressions of other values contain it. */
  readonly mentions: Int32Array;
}

/** Values whose text is short wherever they are used. */
const IS_SHORT = /* @__PURE__ */ opTable(Op.const, Op.undef, Op.bitcast);

/** Operations that are written with their operand. */
const IS_TRANSPARENT = /* @__PURE__ */ opTable(Op.pick, Op['f.neg'], Op['d.neg']);
/** Bits of what is known of the uses of a value. */
const CROSSES = 1;
const LEAVES_OPERATORS = 2;

/**
 * @param isPrecise whether a value needs a name where an expression would not keep it as it is; undefined where none
 * does
 */
export function decideValues(module: IrModule, isPrecise: ((op: number) => boolean) | undefined): ValueDecisions {
  const { ops } = module;
  const modes = takeBytes(ops.count);
  const mentions = takeNumbers(ops.count, 0);
  const crosses = takeBytes(ops.count);
  /** The innermost loop of each region. */
  const loops = takeNumbers(module.first.length, NO_OP);

  const mention = (value: number, user: number, isInline: boolean, count: number): void => {
    mentions[value]! += count;
    const sameLoop = loops[ops.region[value]!] === loops[ops.region[user]!];
    if (!sameLoop || (isInline && (crosses[user]! & CROSSES) !== 0)) crosses[value]! |= CROSSES;
    if (isPrecise !== undefined && !isInPrecise(user, isInline)) crosses[value]! |= LEAVES_OPERATORS;
  };
  const isInPrecise = (user: number, isInline: boolean): boolean => {
    const code = ops.code[user]!;
    if (IS_OPERATOR[code]!) return isPrecise?.(user) === true;
    return isInline && IS_TRANSPARENT[code]! && (crosses[user]! & LEAVES_OPERATORS) === 0;
  };
  const mentionOperands = (op: number, isInline: boolean): void => {
    const code = ops.code[op]!;
    const { operands } = OP_ROWS[code]!;
    if (operands === 'bits' || operands === 'owner') return;
    const count = ops.arity[op]!;
    const times = isInline ? mentions[op]! : 1;
    if (operands !== 'refs') {
      for (let i = 0; i < count; i++) mention(ops.operand(op, i), op, isInline, times);
      return;
    }
    let previous = NO_OP;
    const isSplat = isOneScalar(module, op);
    for (let i = 0; i < count; i++) {
      const value = ops.operand(op, i) >> 2;
      // Neighbors of one vector are one swizzle; a scalar alone is written once.
      if (value !== previous || (!isSplat && widthOf(ops.type[value]!) === 1)) mention(value, op, isInline, times);
      previous = value;
    }
  };
  const needsName = (op: number): boolean => (crosses[op]! & LEAVES_OPERATORS) !== 0 && isPrecise?.(op) === true;
  const visit = (op: number): void => {
    const code = ops.code[op]!;
    const { effect } = OP_ROWS[code]!;
    if (code === Op.param || code === Op.result) return;
    let isInline = false;
    if (effect === 'pure') {
      if (mentions[op] === 0) return;
      isInline = isShort(module, op) || (mentions[op] === 1 && (crosses[op]! & CROSSES) === 0 && !needsName(op));
      modes[op] = isInline ? Mode.inline : Mode.named;
    } else if (effect !== 'control') modes[op] = mentions[op] === 0 ? Mode.none : Mode.named;
    mentionOperands(op, isInline);
  };
  const numberLoops = (region: number, loop: number): void => {
    loops[region] = loop;
    for (let op = module.first[region]!; op !== NO_OP; op = ops.next[op]!) {
      if (!isConstruct(ops.code[op]!)) continue;
      const inner = ops.code[op] === Op.loop ? op : loop;
      const start = ops.extra[op]!;
      const end = start + module.regionCount(op);
      for (let one = start; one < end; one++) numberLoops(one, inner);
    }
  };
  const walkBackwards = (region: number): void => {
    for (let op = module.last[region]!; op !== NO_OP; op = ops.prev[op]!) {
      if (isConstruct(ops.code[op]!))
        for (let i = module.regionCount(op) - 1; i >= 0; i--) walkBackwards(ops.extra[op]! + i);
      visit(op);
    }
  };
  for (const { region } of module.functions) {
    if (module.hasConstructs) numberLoops(region, NO_OP);
    walkBackwards(region);
  }
  giveNumbers(loops);
  giveBytes(crosses);
  return { modes, mentions };
}

/** Gives the memory of decisions to the next module, when this one is written. */
export function releaseDecisions({ modes, mentions }: ValueDecisions): void {
  giveBytes(modes);
  giveNumbers(mentions);
}

/** Whether all components of a `pick` are of one value. */
function isOneSource({ ops }: IrModule, op: number): boolean {
  const first = ops.operand(op, 0) >> 2;
  for (let i = 1; i < ops.arity[op]!; i++) if (ops.operand(op, i) >> 2 !== first) return false;
  return true;
}

/** Whether a `pick` repeats one scalar. */
export function isOneScalar(module: IrModule, op: number): boolean {
  return isOneSource(module, op) && widthOf(module.ops.type[module.ops.operand(op, 0) >> 2]!) === 1;
}

function isShort(module: IrModule, op: number): boolean {
  const { ops } = module;
  const code = ops.code[op]!;
  if (IS_SHORT[code]!) return true;
  if (code === Op.in) return ops.arity[op] === 0;
  if (code === Op.pick) return isOneSource(module, op);
  if (code === Op['cb.load']) return ops.arity[op] === 1 && ops.code[ops.operand(op, 0)] === Op.const;
  return false;
}
