/**
 * `max` and `min` of pixel shaders of models 2 and 3 that the compiler did not optimize: it writes them as a choice by
 * the sign of a difference. A choice of the source would have more instructions, so no other text has these words.
 */
import { floatOf } from '../emit/common/text-language.ts';
import { PAIRS } from '../emit/hlsl/idioms.ts';
import { type IrModule, Op, widthOf } from '../ir/index.ts';
import { walkModule } from '../ir/passes/walk.ts';
import { type Component, isByComponent, through } from './sm1-idioms.ts';

/** A component with its sign. */
interface Signed {
  readonly of: Component;
  readonly isNegative: boolean;
}

/** Makes choices between the operands of a difference `max`, `min`, or with both and 0 and 1 `saturate`. */
export function raiseLimits(module: IrModule): void {
  const { ops } = module;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op.select) return;
    const width = widthOf(ops.type[op]!);
    for (const [code, larger, smaller] of [
      [Op['f.max']!, 1, 2],
      [Op['f.min']!, 2, 1],
    ] as const) {
      const isLimit = Array.from({ length: width }, (_, c) => c).every((c) => {
        const difference = testedAt(module, ops.operand(op, 0), c);
        if (difference === undefined) return false;
        const [a, b] = [larger, smaller].map((i) => signedAt(module, ops.operand(op, i), c)) as [Signed, Signed];
        return isDifference(module, difference, a, b);
      });
      if (!isLimit) continue;
      ops.change(op, code, 2, ops.operand(op, larger), ops.operand(op, smaller));
      break;
    }
    if (ops.code[op] !== Op['f.min'] || !isNumber(module, ops.operand(op, 1), 1)) return;
    const limited = ops.operand(op, 0);
    if (ops.code[limited] === Op['f.max'] && isNumber(module, ops.operand(limited, 1), 0))
      ops.change(op, Op['f.sat']!, 1, ops.operand(limited, 0), 0);
  });
}

/** Whether all components of a value are a number. */
function isNumber({ ops }: IrModule, value: number, number: number): boolean {
  return ops.code[value] === Op.const && ops.operands(value).every((word) => floatOf(word | 0) === number);
}

/** The component that a condition compares with zero: whether it is not below that. */
function testedAt(module: IrModule, condition: number, c: number): Component | undefined {
  const { ops } = module;
  const [comparison, component] = through(module, condition, widthOf(ops.type[condition]!) === 1 ? 0 : c);
  if (ops.code[comparison] !== Op['f.ge']) return undefined;
  const zero = through(module, ops.operand(comparison, 1), component);
  if (ops.code[zero[0]] !== Op.const || floatOf(ops.operand(...zero) | 0) !== 0) return undefined;
  return through(module, ops.operand(comparison, 0), component);
}

/** A component of an operand without the signs that change it. */
function signedAt(module: IrModule, operand: number, c: number): Signed {
  const { ops } = module;
  let of = through(module, operand, widthOf(ops.type[operand]!) === 1 ? 0 : c);
  let isNegative = false;
  while (ops.code[of[0]] === Op['f.neg']) {
    of = through(module, ops.operand(of[0], 0), of[1]);
    isNegative = !isNegative;
  }
  return { of, isNegative };
}

/** Whether a component is a number minus another one. */
function isDifference(module: IrModule, [sum, c]: Component, a: Signed, b: Signed): boolean {
  const { ops } = module;
  if (ops.code[sum] !== Op['f.add']) return false;
  return PAIRS.some(
    ([i, k]) =>
      isSame(module, signedAt(module, ops.operand(sum, i), c), a, false) &&
      isSame(module, signedAt(module, ops.operand(sum, k), c), b, true),
  );
}

/** Whether two components are the same number, or opposite ones. */
function isSame(module: IrModule, a: Signed, b: Signed, isOpposite: boolean): boolean {
  const { ops } = module;
  const areOpposite = a.isNegative !== b.isNegative;
  if (ops.code[a.of[0]] !== Op.const || ops.code[b.of[0]] !== Op.const)
    return areOpposite === isOpposite && areEqual(module, a.of, b.of);
  const [x, y] = [a.of, b.of].map((one) => floatOf(ops.operand(...one) | 0)) as [number, number];
  return x === (areOpposite === isOpposite ? y : -y);
}

/** Operations inside of each other that are compared, at most. */
const MAX_DEPTH = 4;

/** Whether two components are computed of the same numbers. */
function areEqual(module: IrModule, a: Component, b: Component, depth = 0): boolean {
  const { ops } = module;
  if (a[0] === b[0] && a[1] === b[1]) return true;
  if (ops.code[a[0]] === Op.const && ops.code[b[0]] === Op.const) return ops.operand(...a) === ops.operand(...b);
  if (ops.code[a[0]] === Op['cb.load'] && ops.code[b[0]] === Op['cb.load'])
    return sameRow(module, a[0], b[0]) && ops.extra[a[0]]! + a[1] === ops.extra[b[0]]! + b[1];
  if (ops.code[a[0]] !== ops.code[b[0]] || depth > MAX_DEPTH || !isByComponent(ops.code[a[0]]!)) return false;
  return ops
    .operands(a[0])
    .every((operand, i) =>
      areEqual(module, through(module, operand, a[1]), through(module, ops.operand(b[0], i), b[1]), depth + 1),
    );
}

/** Whether two reads of constants are of one row, whose number is constant. */
function sameRow({ ops }: IrModule, a: number, b: number): boolean {
  const [x, y] = [ops.operand(a, 0), ops.operand(b, 0)];
  return ops.code[x] === Op.const && ops.code[y] === Op.const && ops.operand(x, 0) === ops.operand(y, 0);
}
