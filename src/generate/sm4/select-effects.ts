/** Selects writes of outputs, reads and writes of arrays, and the end of pixels. */
import { Op } from '../../ir/ops.ts';
import { widthOf } from '../../ir/types.ts';
import { SM4_SPECIAL_OUTPUTS } from '../../isa/sm4/operands.ts';
import { Order, Shape, type Target } from '../nodes.ts';
import { NO_SCALAR, type Scalar } from '../operand-table.ts';
import type { Selection } from './selection.ts';

const EFFECTS: ReadonlySet<number> = new Set([Op.out, Op['out.at'], Op['var.load'], Op['var.store'], Op.discard]);

export function isEffectOp(code: number): boolean {
  return EFFECTS.has(code);
}

export function selectEffect(s: Selection, op: number): void {
  const code = s.module.ops.code[op]!;
  if (code === Op['var.load']) load(s, op);
  else if (code === Op['var.store']) store(s, op);
  else if (code === Op.discard) discard(s, op);
  else output(s, op);
}

export const SPECIAL_OUTPUTS: Readonly<Record<string, Target['file'] | undefined>> = SM4_SPECIAL_OUTPUTS;

function output(s: Selection, op: number): void {
  const { ops, outputs, outputRanges } = s.module;
  const isIndexed = ops.code[op] === Op['out.at'];
  const number = ops.extra[op]! >> 2;
  const scalars = s.scalars(ops.operand(op, isIndexed ? 1 : 0));
  const components = scalars.map((_, i) => (ops.extra[op]! & 3) + i);
  const operands = [s.operand(Shape.lanes, scalars)];
  if (isIndexed) {
    const { register: first, count } = outputRanges[number]!;
    const index = s.values.index(ops.a[op]!, first);
    if (index.value === NO_SCALAR && (index.base < first || index.base >= first + count)) return;
    const indices = [index];
    s.push({
      mnemonic: 'mov',
      target: { file: 'output', indices, components, range: number },
      operands,
      results: [],
      order: Order.outputs,
    });
    return;
  }
  const { special, register } = outputs[number]!;
  const file = special === undefined ? 'output' : SPECIAL_OUTPUTS[special];
  if (file === undefined) s.refuse(`the output ${special}`);
  const indices = special === undefined ? [{ base: register, value: NO_SCALAR }] : [];
  s.push({ mnemonic: 'mov', target: { file, indices, components }, operands, results: [], order: Order.outputs });
}

function load(s: Selection, op: number): void {
  const { ops } = s.module;
  const results: Scalar[] = [];
  const scalars: Scalar[] = [];
  const indices = [{ base: ops.extra[op]! >> 2, value: NO_SCALAR }, s.values.index(ops.a[op]!)];
  const { rows } = s.module.variables[ops.extra[op]! >> 2]!;
  const row = indices[1]!;
  const isOutside = row.value === NO_SCALAR && row.base >>> 0 >= rows;
  const source = s.values.table.source('indexableTemp', indices);
  for (let c = 0; c < widthOf(ops.type[op]!); c++) {
    if (!s.isNeeded((op << 2) | c)) continue;
    results.push((op << 2) | c);
    scalars.push(isOutside ? s.values.table.literal(0) : s.values.table.component(source, (ops.extra[op]! & 3) + c));
  }
  if (results.length === 0) return;
  const operands = [s.operand(Shape.lanes, scalars)];
  s.push({ mnemonic: 'mov', operands, results, order: Order.arrayReads, arrays: [ops.extra[op]! >> 2] });
}

function store(s: Selection, op: number): void {
  const { ops, variables } = s.module;
  const scalars = s.scalars(ops.b[op]!);
  const components = scalars.map((_, i) => (ops.extra[op]! & 3) + i);
  const row = s.values.index(ops.a[op]!);
  const indices = [{ base: ops.extra[op]! >> 2, value: NO_SCALAR }, row];
  if (row.value === NO_SCALAR && row.base >>> 0 >= variables[ops.extra[op]! >> 2]!.rows) return;
  const operands = [s.operand(Shape.lanes, scalars)];
  s.push({
    mnemonic: 'mov',
    target: { file: 'indexableTemp', indices, components },
    operands,
    results: [],
    order: Order.arrayWrites,
    arrays: [ops.extra[op]! >> 2],
  });
}

function discard(s: Selection, op: number): void {
  const { scalar, nonZero } = s.condition(s.module.ops.a[op]!);
  s.push({
    mnemonic: 'discard',
    operands: [s.operand(Shape.one, [scalar])],
    results: [],
    nonZero,
    order: Order.writes | Order.quad,
  });
}
