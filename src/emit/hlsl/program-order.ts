/**
 * Which values statements contain. Indexes, which are no variables in models 1 to 3, and signs, which operands have for
 * nothing, are always inside of other statements. All others only where the text computes them in the order of the
 * program: the compiler keeps that order, and sorts operands by it.
 */
import { type IrOpName, isConstruct, Kind, kindOf, NO_OP, OP_ROWS, Op } from '../../ir/index.ts';
import { opTable } from '../../ir/type-rules.ts';
import { Mode } from '../common/decide-values.ts';
import { forEachOp } from '../common/resource-uses.ts';
import type { HlslContext } from './context.ts';
import { isAddendFirst, isExchanged } from './operand-order.ts';

export function keepProgramOrder(w: HlslContext): void {
  const { module } = w;
  const { ops } = module;
  const { modes } = w.emitter.decisions;
  const isShort = (value: number): boolean => {
    const code = ops.code[value]!;
    if (
      modes[value] === Mode.named ||
      code === Op.in ||
      code === Op['cb.load'] ||
      code === Op.param ||
      code === Op.result
    )
      return true;
    if (code === Op.pick) {
      const first = ops.operand(value, 0) >> 2;
      for (let i = 1; i < ops.arity[value]!; i++) if (ops.operand(value, i) >> 2 !== first) return false;
      return isShort(first);
    }
    return false;
  };
  forEachOp(module, (op) => {
    if (modes[op] !== Mode.named || OP_ROWS[ops.code[op]!]!.effect !== 'pure') return;
    const code = ops.code[op]!;
    const isIndex = w.sm1 !== undefined && kindOf(ops.type[op]!) === Kind.i32 && code !== Op['cb.load'];
    const isSign =
      code === Op['f.neg'] || code === Op['i.neg'] || (code === Op['f.abs'] && module.facts.version[0] >= 3);
    if (isIndex || (isSign && isShort(ops.operand(op, 0)))) modes[op] = Mode.inline;
  });
  keepOrder(w, modes);
}

const numbered = (names: readonly IrOpName[]) => opTable(...names.map((name) => Op[name]));

/** Operations that are no instructions: a part of others, or nothing. */
const NO_INSTRUCTION = /* @__PURE__ */ numbered([
  'const',
  'undef',
  'pick',
  'bitcast',
  'in',
  'f.neg',
  'i.neg',
  'f.abs',
  'f.flush',
  'f.sat',
  'mask',
]);
/** Operations that models 1 to 3 have no instruction for: conditions, and roundings that the text joins to others. */
const NO_INSTRUCTION_9 = /* @__PURE__ */ numbered(['f.lt', 'f.ge', 'f.eq', 'f.ne', 'f.trunc', 'f.floor', 'f.rne']);

/** Whether a value is what an instruction computes. */
export function isInstruction({ module: { ops }, sm1 }: HlslContext, value: number): boolean {
  const code = ops.code[value]!;
  if (NO_INSTRUCTION[code]!) return false;
  if (code === Op['cb.load'] && ops.code[ops.operand(value, 0)] === Op.const) return false;
  if (sm1 === undefined) return true;
  return !NO_INSTRUCTION_9[code]! && kindOf(ops.type[value]!) !== Kind.i32;
}

/** The operands in the order in which the compiler computes them from the text. */
function orderOf(w: HlslContext, op: number): readonly number[] {
  const { ops } = w.module;
  const code = ops.code[op]!;
  const isSum = code === Op['f.mad'] || code === Op['f.mad9'];
  // The compiler computes the second one of two products first.
  if (isSum && IS_PRODUCT[ops.code[ops.operand(op, 2)]!]!) return LAST_FIRST;
  if (w.sm1 !== undefined) return IN_ORDER;
  if (isExchanged(w, op)) return SECOND_FIRST;
  return isSum && isAddendFirst(w, op) ? LAST_FIRST : IN_ORDER;
}

const IS_PRODUCT = /* @__PURE__ */ numbered(['f.mul', 'f.mul9']);
const IN_ORDER = [0, 1, 2, 3];
const SECOND_FIRST = [1, 0];
const LAST_FIRST = [2, 0, 1];

/** Gives names to values that their statement would compute in another order. */
function keepOrder(w: HlslContext, modes: Uint8Array): void {
  const { module } = w;
  const { ops, first } = module;
  const regions = new Set<number>();
  forEachOp(module, (op) => regions.add(ops.region[op]!));
  for (const region of regions) {
    const order: number[] = [];
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) order.push(op);
    const positions = new Map(order.map((op, i) => [op, i]));
    const isRoot = (op: number) =>
      modes[op] === Mode.named || isConstruct(ops.code[op]!) || OP_ROWS[ops.code[op]!]!.effect !== 'pure';
    let previous = -1;
    for (let i = 0; i < order.length; i++) {
      const root = order[i]!;
      if (!isRoot(root) || ops.code[root] === Op.param || ops.code[root] === Op.result) continue;
      const late = firstLate(w, modes, positions, root, previous);
      if (late === undefined) {
        previous = i;
        continue;
      }
      modes[late] = Mode.named;
      // Again from the new statement on, which has its own order.
      i = positions.get(late)! - 1;
      previous = -1;
      for (let k = i; k >= 0; k--)
        if (isRoot(order[k]!) && ops.code[order[k]!] !== Op.param && ops.code[order[k]!] !== Op.result) {
          previous = k;
          break;
        }
    }
  }
}

/** The first value in a statement that the text computes after what the program computes after it. */
function firstLate(
  w: HlslContext,
  modes: Uint8Array,
  positions: ReadonlyMap<number, number>,
  root: number,
  previous: number,
): number | undefined {
  const { ops } = w.module;
  let last = previous;
  /** Calls `see` for each operand inside the statement, in the order of the text, until it says so. */
  const operandsOf = (op: number, see: (value: number, position: number) => boolean): boolean => {
    const { operands } = OP_ROWS[ops.code[op]!]!;
    if (operands === 'bits' || operands === 'owner') return false;
    const shift = operands === 'refs' ? 2 : 0;
    let seen = -1;
    const order = operands === 'refs' ? IN_ORDER : orderOf(w, op);
    for (let i = 0; i < ops.arity[op]!; i++) {
      const value = ops.operand(op, order[i] ?? i) >> shift;
      if (value === seen) continue;
      seen = value;
      const position = positions.get(value);
      if (modes[value] === Mode.inline && position !== undefined && see(value, position)) return true;
    }
    return false;
  };
  /** The first instruction that a value inside a statement has. */
  const firstOf = (value: number, position: number): number => {
    let first = isInstruction(w, value) ? position : Infinity;
    operandsOf(value, (operand, at) => {
      first = Math.min(first, firstOf(operand, at));
      return false;
    });
    return first;
  };
  let late: number | undefined;
  const visit = (op: number): boolean =>
    operandsOf(op, (value, position) => {
      if (isInstruction(w, value) && firstOf(value, position) < last) {
        late = value;
        return true;
      }
      if (visit(value)) return true;
      if (isInstruction(w, value)) last = Math.max(last, position);
      return false;
    });
  visit(root);
  return late;
}
