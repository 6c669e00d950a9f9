/**
 * Sizes of textures that the program asks for as floats: the instruction converts them itself, which the module has as
 * conversions of integers. `GetDimensions` with variables of that type gives the instruction again.
 */

import { forEachOp } from '../emit/common/resource-uses.ts';
import { type IrModule, Kind, Op, type Ref, refOf, widthOf, withKind } from '../ir/index.ts';
import { type Users, usersOf } from '../ir/passes/walk.ts';

/** Gives sizes that are only converted by their own instruction the type of the conversions. */
export function readFloatSizes(module: IrModule): void {
  const { ops } = module;
  const sizes: number[] = [];
  forEachOp(module, (op) => {
    if (ops.code[op] === Op['tex.size']) sizes.push(op);
  });
  const users: Users = sizes.length === 0 ? new Map() : usersOf(module);
  for (const op of sizes) {
    const conversions = conversionsOf(module, op, users);
    if (conversions === undefined) continue;
    ops.type[op] = withKind(ops.type[op]!, Kind.f32);
    for (const [conversion, references] of conversions) {
      ops.change(conversion, Op.pick, 0, 0, 0);
      ops.setOperands(conversion, references);
    }
  }
}

/** The conversions to floats of a size, with its components; undefined where anything else uses it. */
function conversionsOf({ ops }: IrModule, size: number, users: Users): Map<number, Ref[]> | undefined {
  const found = new Map<number, Ref[]>();
  const visit = (value: number): boolean =>
    [...(users.get(value) ?? [])].every((user) => {
      const isConversion = ops.code[user] === Op['cvt.u2f'] && ops.at[user] === ops.at[size];
      if (isConversion) {
        const width = widthOf(ops.type[user]!);
        const isPick = ops.code[value] === Op.pick;
        found.set(
          user,
          Array.from({ length: width }, (_, i) => (isPick ? ops.operand(value, i) : refOf(size, i))),
        );
        return true;
      }
      return (
        ops.code[user] === Op.pick &&
        value === size &&
        ops.operands(user).every((one) => one >> 2 === size) &&
        visit(user)
      );
    });
  return visit(size) && found.size > 0 ? found : undefined;
}
