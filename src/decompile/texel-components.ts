/**
 * Components of texels that the program uses: a read has a variable of them only, as its source had it. With /Gis, the
 * words say which those were.
 */
import { forEachOp } from '../emit/common/resource-uses.ts';
import { type IrModule, isTextureGather, isTextureRead, Op, refOf, widthOf, withWidth } from '../ir/index.ts';
import { usersOf } from '../ir/passes/walk.ts';
import { Sm4InstructionControls } from '../isa/sm4/tokens.ts';

/** Components of a texel. */
export const TEXEL = 4;

/** Operations whose result has the components of their view. */
function readsTexel(code: number): boolean {
  return isTextureRead(code) || code === Op['buf.fetch'] || code === Op['img.load'];
}

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
    const isComplete = Sm4InstructionControls.precise.get(words[ops.at[op]!] ?? 0) === ALL;
    if (readsTexel(code) && !isComplete && widthOf(ops.type[op]!) === TEXEL) reads.push(op);
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

/** How many components of the elements of each view the program uses, by binding. */
export function texelWidths(module: IrModule): ReadonlyMap<number, number> {
  const { ops, accesses } = module;
  const widths = new Map<number, number>();
  const reads: number[] = [];
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    if (readsTexel(code) && !isTextureGather(code)) reads.push(op);
  });
  if (reads.length === 0) return widths;
  const users = usersOf(module);
  for (const op of reads) {
    const { binding } = accesses[ops.extra[op]!]!;
    let width = widths.get(binding) ?? 1;
    for (const user of users.get(op) ?? []) {
      if (ops.code[user] === Op.status) continue;
      if (ops.code[user] !== Op.pick) width = Math.max(width, widthOf(ops.type[op]!));
      else for (const one of ops.operands(user)) if (one >> 2 === op) width = Math.max(width, (one & 3) + 1);
    }
    widths.set(binding, width);
  }
  return widths;
}
