/** Components of rows: what reads of inputs, constants and arrays have in common. */
import { Kind, kindOf, widthOf } from '../../ir/index.ts';
import { Mode } from './decide-values.ts';
import type { TextContext } from './text-context.ts';

export const AXES = 'xyzw';

/**
 * Components of something with four of them, as the value of an operation. Components of the value are written as components of it.
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
export function areComponentsOf(
  w: TextContext,
  op: number,
  text: string,
  first: number,
  isScalar: boolean,
  kind: number,
): void {
  if (w.emitter.decisions.modes[op] !== Mode.inline) return;
  const to = kindOf(w.module.ops.type[op]!);
  const cast = kind === to ? undefined : (part: string, width: number) => w.castText(part, kind, to, width);
  w.emitter.bases[op] = { text, first, isScalar, cast };
}

/** An index, or `count` where it is not smaller: the arrays have a spare element there. */
export function clampedIndex(w: TextContext, value: number, count: number): string {
  const word = w.emitter.wordOf(value);
  if (word !== undefined) return `${word >>> 0 < count ? word >>> 0 : count}`;
  const text = w.as(value, Kind.u32);
  return w.checksRanges ? `min(${text}, ${count}u)` : text;
}
