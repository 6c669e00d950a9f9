/**
 * Inputs with a sign: lowering reads words, which passes take as unsigned where most of their uses do. The variable of
 * the text has its sign, and what is the same with a sign and without, a test or a choice among cases, needs no cast.
 */
import { type IrModule, Kind, kindOf, NO_OP, Op, refOf, withKind } from '../ir/index.ts';
import { OP_FACTS, OpFact, recast } from '../ir/passes/op-facts.ts';
import { simplify } from '../ir/passes/simplify.ts';
import { builderBefore, usersOf, walkModule } from '../ir/passes/walk.ts';

export function signInputs(module: IrModule): void {
  const { ops, inputs } = module;
  const unsigned: number[] = [];
  walkModule(module, (op) => {
    const isInput = ops.code[op] === Op.in && kindOf(ops.type[op]!) === Kind.u32;
    if (isInput && inputs[ops.extra[op]! >> 2]?.type === 'i32' && ops.next[op] !== NO_OP) unsigned.push(op);
  });
  if (unsigned.length === 0) return;
  const users = usersOf(module);
  for (const op of unsigned) {
    const type = ops.type[op]!;
    const cast = builderBefore(module, ops.next[op]!).op(Op.bitcast, type, op);
    ops.type[op] = withKind(type, Kind.i32);
    for (const user of users.get(op) ?? []) {
      const isComponents = (OP_FACTS[ops.code[user]!]! & OpFact.refs) !== 0;
      for (let i = 0; i < ops.arity[user]!; i++) {
        const operand = ops.operand(user, i);
        if (isComponents && operand >> 2 === op) ops.setOperand(user, i, refOf(cast, operand & 3));
        else if (!isComponents && operand === op) ops.setOperand(user, i, cast);
      }
    }
  }
  simplify(module);
  walkModule(module, (op) => {
    const code = ops.code[op]!;
    if (code === Op.pick) castComponents(module, op);
    if (code !== Op['i.eq'] && code !== Op['i.ne'] && code !== Op.switch) return;
    const value = ops.operand(op, 0);
    const isTest = code !== Op.switch;
    if (!isSignedCast(module, value) || (isTest && ops.code[ops.operand(op, 1)] !== Op.const)) return;
    ops.setOperand(op, 0, ops.operand(value, 0));
    if (isTest) ops.setOperand(op, 1, recast(builderBefore(module, op), Kind.i32, ops.operand(op, 1)));
  });
}

/** Casts components of a signed vector in place of the vector. */
function castComponents(module: IrModule, pick: number): void {
  const { ops } = module;
  const references = ops.operands(pick);
  const source = references[0]! >> 2;
  if (!isSignedCast(module, source) || references.some((one) => one >> 2 !== source)) return;
  const signed = references.map((one) => refOf(ops.operand(source, 0), one & 3));
  ops.change(pick, Op.bitcast, 1, builderBefore(module, pick).pick(signed), 0);
}

/** Whether a value has the bits of a signed one. */
function isSignedCast({ ops }: IrModule, value: number): boolean {
  const isCast = ops.code[value] === Op.bitcast && kindOf(ops.type[value]!) === Kind.u32;
  return isCast && kindOf(ops.type[ops.operand(value, 0)]!) === Kind.i32;
}
