/** Makes instructions on vectors of those on scalars. */
import { type Block, type Item, isConstructItem, type Node, Shape } from './nodes.ts';
import type { Values } from './values.ts';

export function packBlocks(block: Block, values: Values, isGreedy: boolean): void {
  void isGreedy;
  void values;
  const items: Item[] = [];
  for (const item of block.items) {
    const last = items.at(-1);
    if (isConstructItem(item)) for (const inner of item.blocks) packBlocks(inner, values, isGreedy);
    else if (last !== undefined && !isConstructItem(last) && isSameOperation(last, item)) {
      append(last, item);
      continue;
    }
    items.push(item);
  }
  block.items.length = 0;
  for (const item of items) block.items.push(item);
}

function isSameOperation(a: Node, b: Node): boolean {
  if (a.key === '' || a.key !== b.key) return false;
  const [x, y] = [a.results[0] ?? a.second![0]!, b.results[0] ?? b.second![0]!];
  return x >> 2 === y >> 2;
}

function append(to: Node, node: Node): void {
  const lanes = Math.max(to.results.length, to.second?.length ?? 0);
  for (const result of node.results) to.results.push(result);
  for (const result of node.second ?? []) to.second!.push(result);
  for (const [i, operand] of to.operands.entries())
    if (operand.shape === Shape.lanes) operand.scalars = operand.scalars.concat(node.operands[i]!.scalars);
  to.precise |= node.precise << lanes;
}
