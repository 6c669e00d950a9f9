/**
 * Buffers that the source declares as `tbuffer`: the program loads texels of them, the text reads variables. They
 * become buffers of constants before types are found; `dimension` says which they were.
 */
import { forEachOp } from '../emit/common/resource-uses.ts';
import { type IrModule, Op, refOf, widthOf } from '../ir/index.ts';
import { builderBefore } from '../ir/passes/walk.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs } from '../translate/reflected.ts';

const ROW = 16;

export function readTextureBuffers(module: IrModule, reflection: ShaderInterface | undefined): void {
  const { bindings, accesses, ops } = module;
  const changed = new Set<number>();
  for (const [number, binding] of bindings.entries()) {
    const row = binding.kind === 'view' ? boundAs(binding, reflection) : undefined;
    const buffer = reflection?.constantBuffers.find(({ name, type }) => name === row?.name && type === 'tbuffer');
    if (row?.type !== 'tbuffer' || buffer === undefined || binding.count !== 1) continue;
    changed.add(number);
    bindings[number] = { ...binding, kind: 'constants', size: Math.ceil(buffer.size / ROW) };
  }
  if (changed.size === 0) return;
  const loads: number[] = [];
  forEachOp(module, (op) => {
    if (ops.code[op] === Op['buf.fetch'] && changed.has(accesses[ops.extra[op]!]!.binding)) loads.push(op);
  });
  for (const op of loads) {
    const { binding } = accesses[ops.extra[op]!]!;
    const coordinates = ops.operand(op, 0);
    const b = builderBefore(module, op);
    const row = widthOf(ops.type[coordinates]!) === 1 ? coordinates : b.component(refOf(coordinates));
    ops.change(op, Op['cb.load'], 1, row, 0);
    ops.extra[op] = binding << 2;
  }
}
