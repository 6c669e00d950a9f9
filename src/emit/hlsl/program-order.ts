/**
 * Which values statements contain. Indexes, which are no variables in models 1 to 3, and signs, which operands have for
 * nothing, are always inside of other statements. All others only where the text computes them in the order of the
 * program: the compiler keeps that order, and sorts operands by it.
 */
import { isConstruct, Kind, kindOf, NO_OP, OP_ROWS, Op } from '../../ir/index.ts';
import { valuesOf } from '../../ir/passes/op-facts.ts';
import { giveBytes, giveNumbers, takeBytes, takeNumbers } from '../../ir/passes/walk.ts';
import { opTable } from '../../ir/type-rules.ts';
import { Mode } from '../common/decide-values.ts';
import { forEachOp } from '../common/resource-uses.ts';
import type { HlslContext } from './context.ts';
import { sourceOf } from './indices.ts';
import { isAddendFirst, isExchanged, isInstruction } from './operand-order.ts';

export function keepProgramOrder(w: HlslContext): void {
  inlineParts(w);
  keepOrder(w, w.emitter.decisions.modes);
}

/** Makes signs of values that have a name, and indexes of models 1 to 3, parts of other statements. */
export function inlineParts(w: HlslContext): void {
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
}

/**
 * Gives names to products with a literal that are a factor of another product, where the other factor has a name and is
 * computed after them: the compiler would multiply the two factors first, which rounds otherwise.
 */
export function nameLiteralProducts({ module, emitter }: HlslContext): void {
  const { ops } = module;
  const { modes } = emitter.decisions;
  const positions = new Map<number, number>();
  forEachOp(module, (op) => {
    positions.set(op, positions.size);
    const code = ops.code[op];
    if (code !== Op['f.mul'] && code !== Op['f.mad']) return;
    for (const side of [0, 1]) {
      const product = sourceOf(module, ops.operand(op, side), 0).value;
      const isProduct =
        modes[product] === Mode.inline &&
        ops.code[product] === Op['f.mul'] &&
        [0, 1].some((i) => ops.code[ops.operand(product, i)] === Op.const);
      if (!isProduct) continue;
      const { value } = sourceOf(module, ops.operand(op, 1 - side), 0);
      if (modes[value] === Mode.named && (positions.get(value) ?? -1) > positions.get(product)!)
        modes[product] = Mode.named;
    }
  });
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

const IS_PRODUCT = /* @__PURE__ */ opTable(Op['f.mul'], Op['f.mul9']);
const IN_ORDER = [0, 1, 2, 3];
const SECOND_FIRST = [1, 0];
const LAST_FIRST = [2, 0, 1];

/** Operations inside of each other, at most; the text has names for most values that are deeper than 24. */
const MAX_DEPTH = 48;
const NEVER = 0x7fff_ffff;

/** Positions in a region, and the modes of values. */
interface Positions {
  readonly modes: Uint8Array;
  /** The position of each operation in its region. */
  readonly at: Int32Array;
  /** The position of the first instruction in the expression of each operation. */
  readonly first: Int32Array;
}

/** Gives names to values that their statement would compute in another order. */
function keepOrder(w: HlslContext, modes: Uint8Array): void {
  const { module } = w;
  const { ops, first } = module;
  const regions = new Set<number>();
  forEachOp(module, (op) => regions.add(ops.region[op]!));
  const positions: Positions = { modes, at: takeNumbers(ops.count, 0), first: takeNumbers(ops.count, 0) };
  const depths = takeBytes(ops.count);
  const isRoot = (op: number) =>
    modes[op] === Mode.named || isConstruct(ops.code[op]!) || OP_ROWS[ops.code[op]!]!.effect !== 'pure';
  const isStatement = (op: number) => isRoot(op) && ops.code[op] !== Op.param && ops.code[op] !== Op.result;
  /** Notes the depth and the first instruction of an expression; one that is too deep gets a name. */
  const note = (op: number, position: number): void => {
    const isOne = isInstruction(w, op);
    let depth = 0;
    let start = isOne ? position : NEVER;
    forEachOperand(w, positions, op, (value) => {
      depth = Math.max(depth, depths[value]! + 1);
      start = Math.min(start, positions.first[value]!);
      return false;
    });
    if (isOne && depth >= MAX_DEPTH && modes[op] === Mode.inline) modes[op] = Mode.named;
    depths[op] = Math.min(depth, 0xff);
    positions.first[op] = start;
  };
  for (const region of regions) {
    const order: number[] = [];
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      positions.at[op] = order.length;
      order.push(op);
    }
    let previous = -1;
    for (let i = 0; i < order.length; i++) {
      const root = order[i]!;
      note(root, i);
      if (!isStatement(root)) continue;
      const late = firstLate(w, positions, root, previous);
      if (late === undefined) {
        previous = i;
        continue;
      }
      modes[late] = Mode.named;
      // Again from the new statement on, which has its own order.
      i = positions.at[late]! - 1;
      previous = i;
      while (previous >= 0 && !isStatement(order[previous]!)) previous--;
    }
  }
  giveNumbers(positions.at);
  giveNumbers(positions.first);
  giveBytes(depths);
}

/**
 * Calls `see` for each operand that is in the expression of an operation, in the order in which the compiler computes
 * them from the text, until it returns true. Returns whether it did.
 */
function forEachOperand(w: HlslContext, { modes }: Positions, op: number, see: (value: number) => boolean): boolean {
  const { ops } = w.module;
  const { operands } = OP_ROWS[ops.code[op]!]!;
  if (operands === 'bits' || operands === 'owner') return false;
  const shift = operands === 'refs' ? 2 : 0;
  let seen = -1;
  const order = operands === 'refs' ? IN_ORDER : orderOf(w, op);
  for (let i = 0; i < ops.arity[op]!; i++) {
    const value = ops.operand(op, order[i] ?? i) >> shift;
    if (value === seen) continue;
    seen = value;
    if (modes[value] === Mode.inline && ops.region[value] === ops.region[op] && see(value)) return true;
  }
  return false;
}

/** The first value in a statement that the text computes after what the program computes after it. */
function firstLate(w: HlslContext, positions: Positions, root: number, previous: number): number | undefined {
  let last = previous;
  let late: number | undefined;
  const see = (value: number): boolean => {
    const isOne = isInstruction(w, value);
    if (isOne && positions.first[value]! < last) {
      late = value;
      return true;
    }
    if (forEachOperand(w, positions, value, see)) return true;
    if (isOne) last = Math.max(last, positions.at[value]!);
    return false;
  };
  forEachOperand(w, positions, root, see);
  return late;
}

/**
 * Gives names to the values that the program computes before an operation, and the text after it because they are in
 * a later statement.
 */
export function nameEarlier(w: HlslContext, late: number): void {
  const { emitter, module } = w;
  const { ops } = module;
  const { modes } = emitter.decisions;
  const inside = new Set<number>();
  const earlier: number[] = [];
  const enter = (op: number): void => {
    for (const value of valuesOf(ops, op)) inside.add(value);
  };
  enter(late);
  for (let op = ops.prev[late]!; op !== NO_OP; op = ops.prev[op]!) {
    if (isConstruct(ops.code[op]!) || OP_ROWS[ops.code[op]!]!.effect !== 'pure') break;
    if (modes[op] === Mode.named) break;
    if (modes[op] !== Mode.inline || emitter.isNamed(op)) continue;
    if (!inside.has(op) && isInstruction(w, op)) earlier.push(op);
    enter(op);
  }
  for (const op of earlier.reverse()) emitter.named(op);
}
