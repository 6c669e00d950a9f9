/**
 * Operations on integers that one instruction computes for several components: lowering made one of each component, and
 * the text has a vector again, so that the compiler has the components in one instruction as well.
 */
import { appendTo } from '../../base/collections.ts';
import { Kind, kindOf, NO_OP, Op, refOf, typeOf, widthOf } from '../../ir/index.ts';
import { valuesOf } from '../../ir/passes/op-facts.ts';
import { Mode } from '../common/decide-values.ts';
import { forEachOp } from '../common/resource-uses.ts';
import { Precedence } from '../common/text-language.ts';
import type { HlslContext, HlslRule } from './context.ts';
import type { Component } from './indices.ts';
import { isExchanged } from './operand-order.ts';

/** How operations on vectors are written, by code. */
const FORMATS: Readonly<Record<number, (a: string, b: string) => string>> = {
  [Op['i.add']]: (a, b) => `${a} + ${b}`,
  [Op['i.and']]: (a, b) => `${a} & ${b}`,
  [Op['i.or']]: (a, b) => `${a} | ${b}`,
  [Op['i.xor']]: (a, b) => `${a} ^ ${b}`,
  [Op['i.shl']]: (a, b) => `${a} << ${b}`,
  [Op['i.shr']]: (a, b) => `${a} >> ${b}`,
  [Op['u.shr']]: (a, b) => `${a} >> ${b}`,
  [Op['i.min']]: (a, b) => `min(${a}, ${b})`,
  [Op['i.max']]: (a, b) => `max(${a}, ${b})`,
  [Op['u.min']]: (a, b) => `min(${a}, ${b})`,
  [Op['u.max']]: (a, b) => `max(${a}, ${b})`,
  [Op['i.not']]: (a) => `~${a}`,
};

/** Finds the components of instructions that the text computes as a vector. */
export function findIntegerVectors(w: HlslContext): void {
  const { module } = w;
  const { ops } = module;
  const byInstruction = new Map<string, number[]>();
  const positions = new Map<number, number>();
  const users = new Map<number, number[]>();
  const codes = new Map<number, Set<number>>();
  forEachOp(module, (op) => {
    positions.set(op, positions.size);
    const code = ops.code[op]!;
    for (const value of valuesOf(ops, op)) appendTo(users, value, op);
    const of = codes.get(ops.at[op]!) ?? new Set();
    codes.set(ops.at[op]!, of.add(code));
    if (FORMATS[code] === undefined || ![op, ...ops.operands(op)].every((one) => isInteger(w, one))) return;
    if (widthOf(ops.type[op]!) > 1 || w.isPrecise?.(op)) return;
    const key = `${ops.region[op]} ${ops.at[op]} ${code} ${ops.type[op]}`;
    byInstruction.set(key, [...(byInstruction.get(key) ?? []), op]);
  });
  for (const members of byInstruction.values()) {
    const [first] = members as [number];
    const last = members.at(-1)!;
    const end = positions.get(last)!;
    const isLater = (user: number) => positions.get(user)! > end;
    const between = members.flatMap((op) => (users.get(op) ?? []).filter((user) => !isLater(user)));
    const isVector =
      members.length > 1 &&
      members.length <= 4 &&
      members.every((op) => w.emitter.decisions.modes[op] !== Mode.none && hasCount(w, op)) &&
      between.every((op) => ops.code[op] === Op.bitcast && (users.get(op) ?? []).every(isLater)) &&
      members.every((op) => ops.arity[op] === ops.arity[first]) &&
      ops.operands(first).every((_, i) => members.every((op) => kindAt(w, op, i) === kindAt(w, first, i))) &&
      !(codes.get(ops.at[first]!)?.has(Op['i.mul']!) ?? false);
    if (!isVector) continue;
    for (const op of members) w.integerVectors.set(op, members);
    for (const op of between) {
      module.remove(op);
      const next = ops.next[last]!;
      if (next === NO_OP) module.append(ops.region[last]!, op);
      else module.insertBefore(next, op);
    }
  }
}

/** Whether an operation does not shift by more bits than there are. */
function hasCount({ module: { ops }, emitter }: HlslContext, op: number): boolean {
  const isShift = ops.code[op] === Op['i.shl'] || ops.code[op] === Op['i.shr'] || ops.code[op] === Op['u.shr'];
  return !isShift || (emitter.wordOf(ops.operand(op, 1)) ?? 0) >>> 0 < 32;
}

function isInteger({ module: { ops } }: HlslContext, value: number): boolean {
  const kind = kindOf(ops.type[value]!);
  return kind === Kind.i32 || kind === Kind.u32;
}

function kindAt({ module: { ops } }: HlslContext, op: number, i: number): number {
  return kindOf(ops.type[ops.operand(op, i)]!);
}

/** The component that a value is of one that has a text. */
function pickedOf({ module: { ops }, emitter }: HlslContext, value: number): Component {
  let [at, component] = [value, 0];
  while (ops.code[at] === Op.pick && emitter.decisions.modes[at] === Mode.inline && !emitter.isNamed(at)) {
    const reference = ops.operand(at, component);
    [at, component] = [reference >> 2, reference & 3];
  }
  return { value: at, component };
}

/** Returns the text of components of one variable; undefined for others. */
type VectorText = (w: HlslContext, sources: readonly Component[], kind: number) => string | undefined;

/** A component of a vector, where it is one; the last component writes the vector. */
export const inVector =
  (rule: HlslRule, vectorText: VectorText): HlslRule =>
  (w, op) => {
    const members = w.integerVectors.get(op);
    if (members === undefined) return rule(w, op);
    const { emitter, module } = w;
    const { ops } = module;
    emitter.decisions.modes[op] = Mode.inline;
    if (op !== members.at(-1)) return '';
    const width = members.length;
    const kind = kindOf(ops.type[op]!);
    const operand = (i: number) => {
      // The other operand is a vector, which this one has the width of.
      const [word, ...words] = members.map((one) => emitter.wordOf(ops.operand(one, i)));
      const other = members.some((one) => emitter.wordOf(ops.operand(one, 1 - i)) === undefined);
      if (word !== undefined && ops.arity[op] === 2 && other && words.every((one) => one === word))
        return w.constantText(kind, word | 0);
      const sources = members.map((one) => pickedOf(w, ops.operand(one, i)));
      const references = sources.map(({ value, component }) => refOf(value, component));
      const text = vectorText(w, sources, kindAt(w, op, i)) ?? emitter.pick(references);
      const cast = w.castText(text, kindAt(w, op, i), kind, width);
      return /^[\w.]+(?:\([^()]*\))?$/.test(cast) ? cast : `(${cast})`;
    };
    const [left, right] = isExchanged(w, members[0]!) ? [1, 0] : [0, 1];
    const isUnary = ops.arity[op] === 1;
    const text = FORMATS[ops.code[op]!]!(operand(isUnary ? 0 : left), isUnary ? '' : operand(right));
    const name = emitter.names.unique('v');
    w.pureNames.add(name);
    emitter.line(`${w.spelling.typeName(typeOf(kind, width))} ${name} = ${text};`);
    for (const [component, one] of members.entries()) {
      emitter.aliases.set(one, { text: name, component, width });
      emitter.expressions[one] = `${name}.${'xyzw'[component]}`;
      emitter.precedences[one] = Precedence.primary;
    }
    emitter.precedence = Precedence.primary;
    return emitter.expressions[op]!;
  };
