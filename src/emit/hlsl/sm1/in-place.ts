/**
 * Values that statements contain however often they are used: indexes, which are no variables in models 1 to 3, and
 * signs, which operands have for nothing.
 */
import { Kind, kindOf, OP_ROWS, Op } from '../../../ir/index.ts';
import { Mode } from '../../common/decide-values.ts';
import { forEachOp } from '../../common/resource-uses.ts';
import type { HlslContext } from '../context.ts';

export function writeInPlace(w: HlslContext): void {
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
    const isIndex = kindOf(ops.type[op]!) === Kind.i32 && code !== Op['cb.load'];
    const isSign = code === Op['f.neg'] || (code === Op['f.abs'] && module.facts.version[0] >= 3);
    if (isIndex || (isSign && isShort(ops.operand(op, 0)))) modes[op] = Mode.inline;
  });
}
