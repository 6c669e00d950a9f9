/** Replaces operations that a shader model does not have by others. */
import { IrBuilder } from '../../ir/builder.ts';
import { type IrModule, isNativeProduct } from '../../ir/module.ts';
import { Op } from '../../ir/ops.ts';
import { expandLegacy } from '../../ir/passes/legacy.ts';
import { byComponent, componentOf } from '../../ir/passes/op-facts.ts';
import { Replacements, walkModule } from '../../ir/passes/walk.ts';
import { BOOL, F32 } from '../../ir/types.ts';
import { joinNextRegions } from '../next-regions.ts';

export function legalize(module: IrModule): void {
  expandLegacy(module);
  expandProducts(module);
  joinNextRegions(module);
}

/** Products of Direct3D 9, which are 0 where a factor is. */
function expandProducts(module: IrModule): void {
  const { ops } = module;
  const replacements = new Replacements(ops);
  const builder = new IrBuilder(module, true);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    if (ops.code[op] !== Op['f.mul9']) return;
    const [a, b] = [ops.a[op]!, ops.b[op]!];
    if (isNativeProduct(module, op, false)) {
      ops.change(op, Op['f.mul'], 2, a, b);
      return;
    }
    builder.goBefore(op, ops.flags[op]!);
    const zero = builder.float(0);
    const product = byComponent(builder, ops.type[op]!, (i) => {
      const [x, y] = [componentOf(builder, a, i), componentOf(builder, b, i)];
      const isZero = (factor: number) => builder.op(Op['f.eq'], BOOL, factor, zero);
      const isEither = builder.op(Op['i.or'], BOOL, isZero(x), isZero(y));
      return builder.op(Op.select, F32, isEither, zero, builder.op(Op['f.mul'], F32, x, y));
    });
    replacements.replace(op, product);
    module.remove(op);
  });
  replacements.release();
}
