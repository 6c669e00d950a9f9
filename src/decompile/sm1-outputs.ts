/**
 * Outputs of models 1 to 3 where the program writes them: lowering has them all at its end, and the compiler keeps the
 * order of the source.
 */
import { type IrModule, NO_OP, Op, type Ref, refOf } from '../ir/index.ts';
import { builderBefore } from '../ir/passes/walk.ts';
import { widthOf } from '../ir/types.ts';
import { Sm1Cursor } from '../isa/sm1/cursor.ts';
import { sm1FixedOutputUsage } from '../isa/sm1/declarations.ts';
import type { Sm1Program } from '../isa/sm1/program.ts';
import { SM1_REGISTERS, SM1_USAGES } from '../isa/sm1/registers.ts';

const R = SM1_REGISTERS;
const OUTPUTS: ReadonlySet<number> = new Set(
  [R.rasterizerOut, R.attributeOut, R.outputOrTexCoordOut, R.colorOut, R.depthOut].map(({ code }) => code),
);

export function orderOutputs(module: IrModule, program: Sm1Program): void {
  const { ops, first } = module;
  const main = module.functions.find(({ kind }) => kind === 'main');
  if (main === undefined) return;
  const written = lastWrites(module, program);
  const order: number[] = [];
  for (let op = first[main.region]!; op !== NO_OP; op = ops.next[op]!) order.push(op);
  const positions = new Map(order.map((op, i) => [op, i]));
  const outputs = order.filter((op) => ops.code[op] === Op.out);
  const moved: { readonly op: number; readonly at: number; readonly position: number }[] = [];
  for (const op of outputs) {
    const at = written[ops.extra[op]! >> 2];
    if (at === undefined) continue;
    let position = 0;
    for (const reference of referencesOf(module, op))
      position = Math.max(position, positions.get(reference >> 2) ?? order.length);
    // Before what the program computes later.
    do position++;
    while (position < order.length - 1 && (ops.at[order[position]!]! <= at || isNothing(ops.code[order[position]!]!)));
    moved.push({ op, at, position: Math.min(position, order.length - 1) });
  }
  const end = order.at(-1)!;
  for (const { op, at, position } of moved.sort((a, b) => a.at - b.at)) {
    const target = order[position] ?? end;
    const b = builderBefore(module, ops.code[target] === Op.out ? end : target);
    b.at = at;
    const references = referencesOf(module, op);
    const [reference] = references as [Ref];
    const isComplete =
      references.length === widthOf(ops.type[reference >> 2]!) &&
      references.every((one, i) => one === refOf(reference >> 2, i));
    const value = isComplete ? reference >> 2 : b.pick(references);
    b.opWith(ops.extra[op]!, Op.out, ops.type[op]!, value);
    module.remove(op);
  }
}

/** Whether an operation computes nothing. */
function isNothing(code: number): boolean {
  return code === Op.result || code === Op.out || code === Op.pick || code === Op.const;
}

/** The components that an output gets. */
function referencesOf({ ops }: IrModule, op: number): Ref[] {
  const value = ops.operand(op, 0);
  if (ops.code[value] === Op.pick) return ops.operands(value);
  return Array.from({ length: widthOf(ops.type[value]!) }, (_, i) => refOf(value, i));
}

/** By output of the module: the token that writes it last. */
export function lastWrites(module: IrModule, program: Sm1Program): (number | undefined)[] {
  const list: (number | undefined)[] = [];
  const cursor = new Sm1Cursor(program);
  const isDeclared = program.stage === 'vs' && program.major >= 3;
  for (let position = 0; position < program.count; position++) {
    cursor.goto(position);
    if (cursor.isComment || cursor.firstSource !== 1) continue;
    const { type, number } = cursor.operands[0]!;
    if (!OUTPUTS.has(type)) continue;
    const usage = isDeclared ? undefined : sm1FixedOutputUsage(type, number);
    for (const [i, output] of module.outputs.entries()) {
      const isOne = isDeclared
        ? output.register === number
        : output.semantic === SM1_USAGES[usage?.usage ?? -1] && output.semanticIndex === usage?.index;
      const isSpecial = output.special !== undefined && type !== R.colorOut.code;
      const special = isSpecial && output.special === SPECIALS[`${type} ${number}`];
      if (output.special === undefined ? isOne : special) list[i] = cursor.start;
    }
  }
  return list;
}

const SPECIALS: Readonly<Record<string, string>> = {
  [`${R.rasterizerOut.code} 0`]: 'position',
  [`${R.rasterizerOut.code} 1`]: 'fog',
  [`${R.rasterizerOut.code} 2`]: 'pointSize',
  [`${R.depthOut.code} 0`]: 'depth',
};
