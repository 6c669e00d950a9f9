/**
 * Operations that the compiler expands for models 1 to 3, as one operation again, so that it expands them as before:
 * written out, the expansion would be expanded once more.
 *
 * Not for: expressions that one statement contains (src/emit/hlsl/idioms.ts).
 */
import { floatOf } from '../emit/common/text-language.ts';
import { type IrModule, Op, refOf } from '../ir/index.ts';
import { builderBefore, walkModule } from '../ir/passes/walk.ts';

export function raiseSm1(module: IrModule): void {
  walkModule(module, (op) => {
    const code = module.ops.code[op]!;
    if (code === Op['f.sin'] || code === Op['f.cos']) reduceAngle(module, op);
  });
}

type Component = readonly [value: number, component: number];

/** The operation that a component is of, seen through picks. */
function through(module: IrModule, value: number, component: number): Component {
  const { ops } = module;
  if (ops.code[value] !== Op.pick) return [value, component];
  const reference = ops.operand(value, component);
  return through(module, reference >> 2, reference & 3);
}

const near = (a: number | undefined, b: number) => a !== undefined && Math.abs(a - b) < 1e-5;

/** The number that a component of an operand is, if it is constant. */
function numberAt(module: IrModule, value: number, component: number): number | undefined {
  const [op, c] = through(module, value, component);
  return module.ops.code[op] === Op.const ? floatOf(module.ops.operand(op, c) | 0) : undefined;
}

/** What is multiplied with a number, and added to another one; undefined for anything else. */
function scaledAt(module: IrModule, [op, c]: Component, factor: number, summand: number): Component | undefined {
  const { ops } = module;
  if (ops.code[op] !== Op['f.mad9']) return undefined;
  if (!near(numberAt(module, ops.operand(op, 2), c), summand)) return undefined;
  for (const [i, k] of [
    [0, 1],
    [1, 0],
  ] as const)
    if (near(numberAt(module, ops.operand(op, k), c), factor)) return through(module, ops.operand(op, i), c);
  return undefined;
}

/** The sine or cosine of an angle that was brought between -pi and pi: that of the angle itself. */
function reduceAngle(module: IrModule, op: number): void {
  const { ops } = module;
  const turned = scaledAt(module, through(module, ops.operand(op, 0), 0), 2 * Math.PI, -Math.PI);
  if (turned === undefined || ops.code[turned[0]] !== Op['f.frc']) return;
  const fraction = through(module, ops.operand(turned[0], 0), turned[1]);
  const angle = scaledAt(module, fraction, 1 / (2 * Math.PI), 0.5);
  if (angle === undefined) return;
  const b = builderBefore(module, op);
  ops.setOperand(op, 0, b.pick([refOf(angle[0], angle[1])]));
}
