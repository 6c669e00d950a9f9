/**
 * Arrays of constants: what the immediate constants of a program were in its source. The compiler puts arrays one after
 * another, or next to each other into the components of the same rows; the instructions that read them have the first
 * row of their array as an offset.
 *
 * Not for: arrays that the program fills (local-arrays.ts).
 */
import { type IrModule, Kind, kindOf, Op, widthOf } from '../../ir/index.ts';
import { usersOf } from '../../ir/passes/walk.ts';
import { Mode } from '../common/decide-values.ts';
import { forEachOp } from '../common/resource-uses.ts';
import type { RowIndex, Table } from './array-plan.ts';
import type { HlslContext, HlslRule } from './context.ts';
import { type Component, constantOf, sourceOf } from './indices.ts';
import { partText } from './layouts.ts';
import { rowCounts, rowIndexOf, rowText, strideOf, usedKinds } from './row-indices.ts';
import { isLiteral, literal } from './types.ts';

/** A read of immediate constants. */
interface TableRead extends RowIndex {
  readonly op: number;
  /** The kinds that the value is used as. */
  readonly kinds: readonly number[];
  /** Components, a bit each. */
  readonly mask: number;
}

/** Reads that begin with one row, and have components together. */
interface Column {
  readonly start: number;
  /** Where the next column in the same components begins. */
  next: number;
  end: number;
  mask: number;
  readonly reads: TableRead[];
}

const ROW = 4;

/** Finds the tables of a module, and makes the offsets of their reads a part of them. */
export function findTables(w: HlslContext): void {
  const { module, plan, tables } = w;
  const { immediateConstants: words, ops } = module;
  const count = words.length / ROW;
  // Models 1 to 3 have one array, whose rows are registers.
  if (w.sm1 !== undefined) {
    const all = { first: 0, rows: count, component: 0, width: 4, kind: Kind.f32, stride: 1 };
    if (count > 0) tables.push({ name: plan.names.unique('table'), ...all });
    return;
  }
  const users = usersOf(module);
  const reads: TableRead[] = [];
  forEachOp(module, (op) => {
    if (ops.code[op] !== Op['icb.load']) return;
    const mask = ((1 << widthOf(ops.type[op]!)) - 1) << (ops.extra[op]! & 3);
    reads.push({ op, mask, kinds: usedKinds(module, op, users), ...rowIndexOf(module, op, users) });
  });
  const starts = startsOf(reads);
  const columns = starts.flatMap((start, i) => {
    const next = starts[i + 1] ?? count;
    return columnsOf(
      reads.filter(({ row }) => row >= start && row < next),
      start,
    );
  });
  for (const one of columns) endColumn(w, one, columns);
  for (const one of joined(w, columns)) {
    const [component, width] = spanOf(one.mask);
    const rows = one.end - one.start;
    const inside = one.reads.map(({ row, ...rest }) => ({ ...rest, row: row - one.start }));
    const table: Table = {
      name: plan.names.unique('table'),
      first: one.start,
      rows,
      component,
      width,
      kind: kindOfColumn(w, one),
      stride: rows % strideOf(inside) === 0 ? strideOf(inside) : 1,
    };
    tables.push(table);
    for (const row of inside) {
      w.tableElements.set(row.op, { table, row });
      // The sum with an offset is a part of the read.
      if (row.index !== undefined && row.row + one.start > 0)
        w.emitter.decisions.modes[ops.operand(row.op, 0)] = Mode.inline;
    }
  }
}

/** The rows that arrays begin with. A row that a factor of an index reaches is one of the element before it. */
function startsOf(reads: readonly TableRead[]): number[] {
  const rows = [...new Set(reads.map(({ row, index }) => (index === undefined ? 0 : row)))].sort((a, b) => a - b);
  const starts: number[] = [];
  let reached = 0;
  for (const row of rows) {
    if (starts.length === 0 || row >= starts.at(-1)! + reached) {
      starts.push(row);
      reached = 0;
    }
    for (const one of reads) if (one.row === row) reached = Math.max(reached, one.split?.factor ?? 1);
  }
  return starts;
}

/** The first component of a mask, and how many there are up to the last. */
function spanOf(mask: number): [first: number, width: number] {
  const first = 31 - Math.clz32(mask & -mask);
  return [first, 32 - Math.clz32(mask) - first];
}

/** Reads from a row on, those that have components together in one column. */
function columnsOf(reads: readonly TableRead[], start: number): Column[] {
  const columns: Column[] = [];
  for (const read of reads) {
    const [first, width] = spanOf(read.mask);
    const made: Column = { start, next: 0, end: 0, mask: ((1 << width) - 1) << first, reads: [read] };
    for (let i = columns.length - 1; i >= 0; i--) {
      if ((columns[i]!.mask & made.mask) === 0) continue;
      const [other] = columns.splice(i, 1) as [Column];
      made.mask |= other.mask;
      for (const read of other.reads) made.reads.push(read);
    }
    columns.push(made);
  }
  return columns.sort((a, b) => a.mask - b.mask);
}

/**
 * Ends a column where another one begins in the same components, if no index reaches more rows. The compiler lets
 * arrays overlap where the last values of one are the first ones of another, so what an unknown index reaches is a part
 * of both. Components next to it that have values and that nothing reads are a part of it as well.
 */
function endColumn({ module }: HlslContext, column: Column, columns: readonly Column[]): void {
  const { immediateConstants: words } = module;
  const { start, reads } = column;
  const count = words.length / ROW;
  const later = columns.filter((other) => other.start > start && (other.mask & column.mask) !== 0);
  column.next = Math.min(count, ...later.map((other) => other.start));
  const reached = Math.max(...reads.map(({ row, index }) => row + (index === undefined ? 0 : maxOf(module, index))));
  column.end = Math.min(count, Math.max(column.next, reached + 1));
  const isEmpty = (row: number, mask: number) => {
    for (let c = 0; c < ROW; c++) if ((mask >> c) & 1 && words[ROW * row + c] !== 0) return false;
    return true;
  };
  for (const step of [1, -1]) {
    for (;;) {
      const [first, width] = spanOf(column.mask);
      const component = step > 0 ? first + width : first - 1;
      const bit = component < 0 || component >= ROW ? 0 : 1 << component;
      const isFree = columns.every((other) => (other.mask & bit) === 0);
      let hasValue = false;
      for (let row = start; row < column.end; row++) hasValue ||= !isEmpty(row, bit);
      if (bit === 0 || !isFree || !hasValue) break;
      column.mask |= bit;
    }
  }
}

/** The largest value of an index that the program limits; infinite for others. */
function maxOf(module: IrModule, { value, component }: Component): number {
  const { ops } = module;
  const code = ops.code[value];
  if (code !== Op['i.and'] && code !== Op['u.mod'] && code !== Op['u.min']) return Infinity;
  for (const i of [0, 1]) {
    const operand = ops.operand(value, i);
    const limit = constantOf(module, sourceOf(module, operand, widthOf(ops.type[operand]!) === 1 ? 0 : component));
    if (limit !== undefined && limit >= 0) return code === Op['u.mod'] ? limit - 1 : limit;
  }
  return Infinity;
}

/** Columns next to each other that have the same rows and kind are one: their order is that of the program. */
function joined(w: HlslContext, columns: readonly Column[]): Column[] {
  const made: Column[] = [];
  for (const column of columns) {
    const last = made.at(-1);
    const isJoined =
      last !== undefined &&
      last.start === column.start &&
      last.end === column.end &&
      kindOfColumn(w, last) === kindOfColumn(w, column);
    if (!isJoined) made.push({ ...column });
    else {
      last.mask |= column.mask;
      for (const read of column.reads) last.reads.push(read);
    }
  }
  return made;
}

/** The kind of the values of a column: words where reads have different ones. */
function kindOfColumn({ module: { immediateConstants: words } }: HlslContext, { start, next, mask, reads }: Column) {
  const [kind, ...others] = new Set(reads.flatMap(({ kinds }) => kinds));
  const areLiterals = words
    .subarray(ROW * start, ROW * next)
    .every((word, at) => ((mask >> (at & 3)) & 1) === 0 || isLiteral(word));
  const isKnown = others.length === 0 && (kind === Kind.i32 || (kind === Kind.f32 && areLiterals));
  return isKnown ? kind : Kind.u32;
}

/** Components of an element of a table. */
export const tableElement: HlslRule = (w, op) => {
  const { ops } = w.module;
  const { table, row } = w.tableElements.get(op)!;
  const text = `${table.name}${rowText(w, row, table.stride)}`;
  const start = (ops.extra[op]! & 3) - table.component;
  const type = ops.type[op]!;
  const part = (list: readonly number[]) =>
    w.castText(
      partText(
        text,
        list.map((c) => start + c),
        table.width,
      ),
      table.kind,
      kindOf(type),
      list.length,
    );
  if (w.emitter.decisions.modes[op] === Mode.inline) w.emitter.bases[op] = part;
  return part(Array.from({ length: widthOf(type) }, (_, i) => i));
};

/** The declarations of tables, by name. */
export function tableLines(w: HlslContext): Map<string, string[]> {
  const { immediateConstants: words } = w.module;
  return new Map(
    w.tables.map(({ name, first, rows, component, width, kind, stride }) => {
      const element = (_: unknown, row: number) => {
        const start = ROW * (first + row) + component;
        const list = [...words.subarray(start, start + width)].map((word) => literal(kind, word | 0));
        return width === 1 ? list[0]! : `${w.type(kind, width)}(${list.join(', ')})`;
      };
      const head = `static const ${w.type(kind, width)} ${name}${rowCounts(rows, stride)}`;
      return [name, initialized(head, Array.from({ length: rows }, element))];
    }),
  );
}

const MAX_COLUMNS = 110;

/** A declaration with the elements of an array, in lines that are no longer than others. */
export function initialized(head: string, elements: readonly string[]): string[] {
  const line = `${head} = { ${elements.join(', ')} };`;
  if (line.length <= MAX_COLUMNS) return [line];
  const lines: string[] = [];
  for (const element of elements) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + element.length < MAX_COLUMNS)
      lines[lines.length - 1] = `${last} ${element},`;
    else lines.push(`  ${element},`);
  }
  return [`${head} = {`, ...lines, '};'];
}
