/** Rows of constant buffers, members of their structures, and immediate constants. */
import { Kind, typeOf, widthOf } from '../../../ir/index.ts';
import { inMember } from '../constant-members.ts';
import { Use } from '../resource-uses.ts';
import type { TextContext, TextRule } from '../text-context.ts';
import { AXES, areComponentsOf, clampedIndex, fromVector } from '../vectors.ts';

/** The kind of the rows of a binding that has no struct: floats unless something reads them as integers. */
export function constantKind(w: Pick<TextContext, 'uses'>, binding: number): number {
  return (w.uses.bindings[binding]! & Use.integer) === 0 ? Kind.f32 : Kind.u32;
}

const constants: TextRule = (w, op) => {
  const { ops } = w.module;
  const number = ops.extra[op]! >> 2;
  const row = ops.operand(op, 0);
  const kind = constantKind(w, number);
  if (ops.arity[op]! < 2) {
    const member = memberAt(w, op, number);
    if (member !== undefined) return member;
    return fromVector(w, op, rowText(w, number, 0, row), kind);
  }
  const element = w.emitter.wordOf(ops.operand(op, 1));
  if (element !== undefined) return fromVector(w, op, rowText(w, number, element, row), kind);
  const { count } = w.binding(number);
  const { fn, zero } = w.spelling;
  const type = typeOf(kind, 4);
  const name = w.helpers.define(`${w.resource(number).name}_of`, (helper) => {
    const cases = Array.from({ length: count }, (_, i) => {
      const text = w.checksRanges ? `${rowFunction(w, number, i)}(row)` : rowsText(w, number, i, 'row');
      return `  case ${i}u: { return ${text}; }`;
    });
    const body = ['switch (register_index) {', ...cases, `  default: { return ${zero(type)}; }`, '}'];
    const parameters = [
      ['register_index', w.type(Kind.u32)],
      ['row', w.type(Kind.u32)],
    ] as const;
    return fn(helper, parameters, w.type(kind, 4), body);
  });
  return fromVector(w, op, `${name}(${w.operandAs(op, 1, Kind.u32)}, ${w.as(row, Kind.u32)})`, kind);
};

/** The rows of a register without a struct, at an index. */
function rowsText(w: TextContext, number: number, element: number, index: string): string {
  return `${w.rowsOf(w.resource(number, element))}[${index}]`;
}

function rowText(w: TextContext, number: number, element: number, row: number): string {
  const rows = Math.max(w.binding(number).size ?? 0, 1);
  const word = w.emitter.wordOf(row);
  if (word !== undefined)
    return word >>> 0 < rows
      ? rowsText(w, number, element, String(word >>> 0))
      : w.spelling.zero(typeOf(constantKind(w, number), 4));
  const index = w.as(row, Kind.u32);
  return w.checksRanges ? `${rowFunction(w, number, element)}(${index})` : rowsText(w, number, element, index);
}

/** A function that gives a row, or zeros outside. */
function rowFunction(w: TextContext, number: number, element: number): string {
  const rows = Math.max(w.binding(number).size ?? 0, 1);
  const kind = constantKind(w, number);
  return w.helpers.define(`${w.resource(number, element).name}_row`, (helper) =>
    w.spelling.fn(helper, [['row', w.type(Kind.u32)]], w.type(kind, 4), [
      `if (row < ${rows}u) { return ${rowsText(w, number, element, 'row')}; }`,
      `return ${w.spelling.zero(typeOf(kind, 4))};`,
    ]),
  );
}

/** The member of a struct of constants that an operation reads. */
function memberAt(w: TextContext, op: number, number: number): string | undefined {
  const layout = w.layout(number);
  if (layout === undefined) return undefined;
  const { ops } = w.module;
  const row = w.emitter.wordOf(ops.operand(op, 0))!;
  const offset = 16 * row + 4 * (ops.extra[op]! & 3);
  const bytes = 4 * widthOf(ops.type[op]!);
  for (const member of layout.members) {
    const found = inMember(member, offset, bytes, w.spelling.nestsArrays);
    if (found === undefined) continue;
    const text = w.memberOf(w.resource(number), found.text);
    const kind = Kind[member.type];
    const width = widthOf(ops.type[op]!);
    areComponentsOf(w, op, text, found.first, found.width === 1, kind);
    const isComplete = width === found.width;
    return w.result(op, isComplete ? text : `${text}.${AXES.slice(found.first, found.first + width)}`, kind);
  }
  return undefined;
}

const immediate: TextRule = (w, op) => {
  const { ops, immediateConstants } = w.module;
  const rows = immediateConstants.length >> 2;
  return fromVector(w, op, `immediate_constants[${clampedIndex(w, ops.operand(op, 0), rows)}]`, immediateKind(w));
};

/** Immediate constants are floats if all reads want floats, and all of them can be written as such. */
export function immediateKind(w: TextContext): number {
  const { immediateConstants } = w.module;
  const areFloats = w.uses.floatConstants && immediateConstants.every(isNormalOrZero);
  return areFloats ? Kind.f32 : Kind.u32;
}

/** Whether a word is a float that a literal keeps: finite and not subnormal. */
function isNormalOrZero(word: number): boolean {
  const exponent = word & 0x7f80_0000;
  return exponent !== 0x7f80_0000 && (exponent !== 0 || (word & 0x7fff_ffff) === 0);
}

export const CONSTANT_RULES = {
  'cb.load': constants,
  'icb.load': immediate,
} as const satisfies Record<string, TextRule>;
