/** Selects operations on doubles, which are pairs of components. */
import { OP_NAMES, Op, OpFlag } from '../../ir/ops.ts';
import { widthOf } from '../../ir/types.ts';
import { type Operand, Shape } from '../nodes.ts';
import { DOUBLE_ROWS } from './instruction-table.ts';
import type { Selection } from './selection.ts';

export function selectDouble(s: Selection, op: number): void {
  const { ops } = s.module;
  const code = ops.code[op]!;
  const type = ops.type[op]!;
  if (widthOf(type) > 1) s.refuse('vectors of doubles');
  const precise = (ops.flags[op]! & OpFlag.precise) !== 0 ? 15 : 0;
  const pair = [op << 2, (op << 2) | 1];
  if (code === Op.select) {
    const { scalar, nonZero } = s.condition(ops.a[op]!);
    const [a, b] = nonZero ? [ops.b[op]!, ops.c[op]!] : [ops.c[op]!, ops.b[op]!];
    const operands = [s.operand(Shape.one, [scalar]), s.bits(Shape.vector, a), s.bits(Shape.vector, b)];
    s.push({ mnemonic: 'dmovc', operands, results: pair, isDouble: true });
    return;
  }
  if (code === Op['d.neg'] || code === Op['d.abs'] || code === Op['d.sat']) {
    const operand = code === Op['d.sat'] ? doubleOperand(s, ops.a[op]!) : doubleOperand(s, op);
    s.push({
      mnemonic: 'dmov',
      operands: [operand],
      results: pair,
      isDouble: true,
      saturate: code === Op['d.sat'],
    });
    return;
  }
  const row = DOUBLE_ROWS[code];
  if (row === undefined) s.refuse(`the operation ${OP_NAMES[code]} on doubles`);
  const operands = [...row.operands].map((kind, i) =>
    kind === 'd' ? doubleOperand(s, ops.operand(op, i)) : single(s, code, ops.operand(op, i)),
  );
  const results = row.result === 'd' ? pair : [op << 2];
  s.push({ mnemonic: row.mnemonic, operands, results, isDouble: true, precise });
}

function single(s: Selection, code: number, value: number): Operand {
  return code === Op['d.from_f'] ? s.floats(Shape.one, value) : s.bits(Shape.one, value);
}

function doubleOperand(s: Selection, value: number): Operand {
  const { ops } = s.module;
  let op = value;
  let negate = false;
  let absolute = false;
  for (; ops.code[op] === Op['d.neg'] || ops.code[op] === Op['d.abs']; op = ops.a[op]!) {
    if (ops.code[op] === Op['d.neg']) negate = negate !== !absolute;
    else absolute = true;
  }
  return s.operand(Shape.vector, s.scalars(op), negate, absolute);
}
