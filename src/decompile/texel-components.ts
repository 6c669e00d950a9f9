/**
 * Components of texels that the program uses: a read has a variable of them only, as its source had it. With /Gis, the
 * words say which those were.
 */
import { forEachOp } from '../emit/common/resource-uses.ts';
import { usersOf } from '../emit/hlsl/row-indices.ts';
import { type IrModule, isTextureRead, Op, refOf, widthOf, withWidth } from '../ir/index.ts';
import { Sm4InstructionControls } from '../isa/sm4/tokens.ts';

const TEXEL = 4;

/** All components in the marks of precise ones. */
const ALL = 0xf;

/**
 * Narrows reads to the components that are used. Returns these, by operation.
 *
 * @param words the program, whose instructions mark components as precise: where all are marked, the source has all
 */
export function narrowTexels(module: IrModule, words: Uint32Array): ReadonlyMap<number, readonly number[]> {
  const { ops } = module;
  const narrowed = new Map<number, readonly number[]>();
  const reads: number[] = [];
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    const isRead = isTextureRead(code) || code === Op['buf.fetch'] || code === Op['img.load'];
    const isComplete = Sm4InstructionControls.precise.get(words[ops.at[op]!] ?? 0) === ALL;
    if (isRead && !isComplete && widthOf(ops.type[op]!) === TEXEL) reads.push(op);
  });
  if (reads.length === 0) return narrowed;
  const users = usersOf(module);
  for (const op of reads) {
    const picks = [...(users.get(op) ?? [])];
    if (picks.length === 0 || !picks.every((user) => ops.code[user] === Op.pick)) continue;
    const used = new Set(
      picks.flatMap((user) => ops.operands(user).flatMap((one) => (one >> 2 === op ? one & 3 : []))),
    );
    if (used.size === TEXEL) continue;
    const components = [...used].sort();
    narrowed.set(op, components);
    ops.type[op] = withWidth(ops.type[op]!, components.length);
    for (const user of picks)
      ops.setOperands(
        user,
        ops.operands(user).map((one) => (one >> 2 === op ? refOf(op, components.indexOf(one & 3)) : one)),
      );
  }
  return narrowed;
}
