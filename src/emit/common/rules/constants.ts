/** Rows of constant buffers, members of their structures, and immediate constants.  */

import { Kind, kindOf, typeOf, widthOf } from '../../../ir/index.ts';
import { Mode } from '../decide-values.ts';
import type { ConstantLayout, ConstantMember } from '../plan.ts';
import { Use } from '../resource-uses.ts';
import type { TextContext, TextRule } from '../text-context.ts';
import { swizzle } from '../text-emitter.ts';

/**
 * Returns the part of a member that holds `bytes` bytes at `offset`.
 *
 * @param nestsArrays whether an array of matrices is an array of arrays of rows; else it is one array of the rows of
 *   all
 */
export function inMember(
  member: ConstantMember,
  offset: number,
  bytes: number,
  nestsArrays: boolean,
): { readonly text: string; readonly first: number; readonly width: number } | undefined {
  const { name, width, rows, elements } = member;
  let inside = offset - member.offset;
  const stride = elements > 0 || rows > 1 ? 16 * rows : 4 * width;
  if (inside < 0 || inside >= stride * Math.max(elements, 1)) return undefined;
  // Elements of arrays and rows of matrices are vectors of four, also where fewer components are used.
  const isRow = elements > 0 || rows > 1;
  let text = name;
  if (nestsArrays && elements > 0 && rows > 1) {
    text += `[${Math.floor(inside / stride)}]`;
    inside %= stride;
  }
  if (isRow) {
    text += `[${Math.floor(inside / 16)}]`;
    inside %= 16;
  }
  return inside + bytes <= 4 * width ? { text, first: inside / 4, width: isRow ? 4 : width } : undefined;
}

/** Bytes that a member takes in a structure, and its alignment, by the rules that WGSL and std140 share. */
export function memberSize({ width, rows, elements }: ConstantMember): {
  readonly size: number;
  readonly align: number;
} {
  if (rows > 1 || elements > 0) return { size: 16 * rows * Math.max(elements, 1), align: 16 };
  return { size: 4 * width, align: width === 1 ? 4 : width === 2 ? 8 : 16 };
}

/** Bytes of a structure with these members, by the same rules. */
export function layoutSize({ members }: ConstantLayout): number {
  const last = members.at(-1);
  return last === undefined ? 0 : Math.ceil((last.offset + memberSize(last).size) / 16) * 16;
}

/** Whether a language with these sizes has a structure with these members at their offsets; they are in order. */
export function isExpressible({ members }: ConstantLayout): boolean {
  let end = 0;
  for (const member of members) {
    const { size, align } = memberSize(member);
    if (member.offset < end || member.offset % align !== 0) return false;
    end = member.offset + size;
  }
  return members.length > 0;
}

// Components of rows: what reads of inputs, constants and arrays have in common.

export const AXES = 'xyzw';

/**
 * Components of something with four of them, as the value of an operation. Components of the value are written as
 * components of it.
 *
 * @param kind of its components
 */
export function fromVector(w: TextContext, op: number, text: string, kind: number, isScalar = false): string {
  const { ops } = w.module;
  const type = ops.type[op]!;
  const first = isScalar ? 0 : ops.extra[op]! & 3;
  const width = widthOf(type);
  areComponentsOf(w, op, text, first, isScalar, kind);
  if (isScalar) return w.result(op, text, kind);
  return w.result(op, width === 4 ? text : `${text}.${AXES.slice(first, first + width)}`, kind);
}

/** Says what the components of an operation's value are components of, for where only some of them are written. */
function areComponentsOf(
  w: TextContext,
  op: number,
  text: string,
  first: number,
  isScalar: boolean,
  kind: number,
): void {
  if (w.emitter.decisions.modes[op] !== Mode.inline) return;
  const to = kindOf(w.module.ops.type[op]!);
  w.emitter.bases[op] = (list) =>
    w.castText(isScalar ? text : `${text}.${swizzle(list, first)}`, kind, to, isScalar ? 1 : list.length);
}

/** An index, or `count` where it is not smaller: the arrays have a spare element there. */
export function clampedIndex(w: TextContext, value: number, count: number): string {
  const word = w.emitter.wordOf(value);
  if (word !== undefined) return `${word >>> 0 < count ? word >>> 0 : count}`;
  const text = w.as(value, Kind.u32);
  return w.checksRanges ? `min(${text}, ${count}u)` : text;
}

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
