/**
 * Arrays of the entry point: their types by what is stored and loaded, and those that are filled before anything else
 * uses them, which have initializers.
 *
 * Not for: arrays of constants (tables.ts).
 */
import { Kind, kindOf, NO_OP, OP_ROWS, Op, widthOf } from '../../ir/index.ts';
import { type Users, usersOf } from '../../ir/passes/walk.ts';
import { Mode } from '../common/decide-values.ts';
import { forEachOp } from '../common/resource-uses.ts';
import { variableName } from '../common/rules/io.ts';
import { Precedence } from '../common/text-language.ts';
import type { LocalArray } from './array-plan.ts';
import type { HlslContext, HlslRule } from './context.ts';
import { partText } from './layouts.ts';
import { rowCounts, rowIndexOf, rowText, strideOf, usedKinds } from './row-indices.ts';
import { initialized } from './tables.ts';

/** Finds the arrays of a module. */
export function findLocalArrays(w: HlslContext): LocalArray[] {
  const { module } = w;
  const { ops, variables } = module;
  const accesses: number[][] = variables.map(() => []);
  forEachOp(module, (op) => {
    const code = ops.code[op];
    if (code === Op['var.load'] || code === Op['var.store']) accesses[ops.extra[op]! >> 2]!.push(op);
  });
  if (variables.length === 0) return [];
  const users = usersOf(module);
  return accesses.map((list, i) => {
    const ends = list.map((op) => (ops.extra[op]! & 3) + widthOf(ops.type[accessedValue(w, op)]!));
    const width = Math.max(1, ...ends);
    const rows = new Map(list.map((op) => [op, rowIndexOf(module, op, users)]));
    const stride = strideOf([...rows.values()]);
    // The compiler does not declare rows at the end of the last element that nothing uses.
    const count = stride * Math.ceil(variables[i]!.rows / stride);
    const filling = fillingOf(w, list, count, width);
    return { kind: kindOfArray(w, list, users), width, rows, stride, ...(filling !== undefined && { filling }) };
  });
}

/** The value that an access stores or loads. */
function accessedValue({ module: { ops } }: HlslContext, op: number): number {
  return ops.code[op] === Op['var.store'] ? ops.operand(op, 1) : op;
}

/** Operations whose value is bits that the program copies. */
const COPIES: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.const, Op.undef, Op['cb.load'], Op['var.load']]);

/**
 * The kind of the elements of an array: that of what is computed and stored, and what uses the elements. Bits that are
 * only copied are of any kind.
 */
function kindOfArray({ module }: HlslContext, accesses: readonly number[], users: Users): number {
  const { ops } = module;
  const kinds = new Set<number>();
  for (const op of accesses) {
    if (ops.code[op] === Op['var.load']) for (const kind of usedKinds(module, op, users)) kinds.add(kind);
    else if (!COPIES.has(ops.code[ops.operand(op, 1)]!)) {
      const value = ops.operand(op, 1);
      kinds.add(kindOf(ops.type[ops.code[value] === Op.bitcast ? ops.operand(value, 0) : value]!));
    }
  }
  const [first = Kind.f32] = kinds;
  return kinds.size < 2 && (first === Kind.f32 || first === Kind.i32) ? first : Kind.u32;
}

/**
 * The stores that fill an array, each of a complete row, before anything else uses it; undefined where there are
 * others, or where a statement between them would come before them.
 */
function fillingOf(w: HlslContext, accesses: readonly number[], rows: number, width: number): number[] | undefined {
  const { module, emitter } = w;
  const { ops } = module;
  const stores = accesses.slice(0, rows);
  const [first] = stores;
  if (first === undefined || module.functions.length > 1 || ops.region[first] !== module.functions[0]!.region)
    return undefined;
  for (const [i, op] of stores.entries()) {
    const row = emitter.wordOf(ops.operand(op, 0));
    if (ops.code[op] !== Op['var.store'] || row !== i || ops.region[op] !== ops.region[first]) return undefined;
    if ((ops.extra[op]! & 3) !== 0 || widthOf(ops.type[ops.operand(op, 1)]!) !== width) return undefined;
  }
  for (let op = first; op !== stores.at(-1); op = ops.next[op]!) {
    if (op === NO_OP) return undefined;
    const isPart = OP_ROWS[ops.code[op]!]!.effect === 'pure' && emitter.decisions.modes[op] !== Mode.named;
    if (!isPart && ops.code[op] !== Op['var.store']) return undefined;
  }
  return stores.length === rows ? stores : undefined;
}

/** The declaration of an array without its end. */
function declarationOf(w: HlslContext, number: number): string {
  const { kind, width, stride } = w.localArrays[number]!;
  return `${w.type(kind, width)} ${variableName(number)}${rowCounts(w.module.variables[number]!.rows, stride)}`;
}

/** Declarations of the arrays that have no initializer. */
export function localArrayLines(w: HlslContext): string[] {
  return w.localArrays.flatMap(({ filling }, i) => (filling === undefined ? `${declarationOf(w, i)};` : []));
}

/** The element that an access is to. */
function elementText(w: HlslContext, op: number): string {
  const number = w.module.ops.extra[op]! >> 2;
  const { rows, stride } = w.localArrays[number]!;
  return `${variableName(number)}${rowText(w, rows.get(op)!, stride)}`;
}

/** Components of an element. */
export const loadElement: HlslRule = (w, op) => {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const { kind, width } = w.localArrays[number]!;
  const text = elementText(w, op);
  const first = ops.extra[op]! & 3;
  const list = Array.from({ length: widthOf(ops.type[op]!) }, (_, i) => first + i);
  return w.result(op, partText(text, list, width), kind);
};

/** A store to components of an element; the last one of an initializer declares the array. */
export const storeElement: HlslRule = (w, op) => {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const { kind, width, filling } = w.localArrays[number]!;
  const stored = (store: number) => w.as(ops.operand(store, 1), kind, Precedence.lowest);
  if (filling?.includes(op)) {
    if (op === filling.at(-1))
      for (const line of initialized(declarationOf(w, number), filling.map(stored))) w.emitter.line(line);
    return '';
  }
  const first = ops.extra[op]! & 3;
  const list = Array.from({ length: widthOf(ops.type[ops.operand(op, 1)]!) }, (_, i) => first + i);
  const target = partText(elementText(w, op), list, width);
  w.emitter.line(`${target} = ${stored(op)};`);
  return '';
};
