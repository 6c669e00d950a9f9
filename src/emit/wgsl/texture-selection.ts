/**
 * What rules of textures have in common: the access of an operation, its offsets, and the registers that it reads. A texture or sampler in a range is
 * selected by a function with a case for each register.
 *
 * Not for: the operations themselves (rules-textures.ts, rules-texels.ts).
 */
import { type IrAccess, Kind, OP_NAMES } from '../../ir/index.ts';
import type { PlannedResource } from '../common/plan.ts';
import type { WgslContext } from './context.ts';
import { WGSL_DIMENSIONS, type WgslDimension } from './dimensions.ts';
import { texelKind } from './resources.ts';

const { u32 } = Kind;

/** An argument of a read: its text and its type, for functions that select a register. */
export interface Argument {
  readonly text: string;
  readonly type: string;
}

/** Writes a read of one texture with arguments that are names or expressions. */
type Body = (view: PlannedResource, sampler: PlannedResource | undefined, texts: readonly string[]) => string;

export interface Selection {
  readonly view: number;
  readonly sampler: number;
  readonly viewRole: PlannedResource['role'];
  readonly samplerRole: PlannedResource['role'];
  /** Operand numbers of the indexes; -1 without. */
  readonly viewIndex: number;
  readonly samplerIndex: number;
}

/** What is selected where there is no sampler. @param viewIndex the operand with the index; -1 without */
export function viewAlone(view: number, viewIndex: number): Selection {
  return { view, sampler: -1, viewRole: 'main', samplerRole: 'main', viewIndex, samplerIndex: -1 };
}

/** Calls `body` for the register that an operation reads, or writes a function that selects it. */
export function select(
  w: WgslContext,
  op: number,
  selection: Selection,
  list: readonly Argument[],
  type: string,
  body: Body,
): string {
  const { ops } = w.module;
  const { view, sampler } = selection;
  const wordAt = (i: number) => (i < 0 ? 0 : w.emitter.wordOf(ops.operand(op, i)));
  const viewWord = wordAt(selection.viewIndex);
  const samplerWord = wordAt(selection.samplerIndex);
  const viewAt = (i: number) => w.resource(view, i, selection.viewRole);
  const samplerAt = (i: number) => (sampler < 0 ? undefined : w.resource(sampler, i, selection.samplerRole));
  const texts = list.map(({ text }) => text);
  if (viewWord !== undefined && samplerWord !== undefined) return body(viewAt(viewWord), samplerAt(samplerWord), texts);
  const names = list.map((_, i) => `a${i}`);
  const parameters = list.map((one, i) => `a${i}: ${one.type}`);
  const given = [...texts];
  if (samplerWord === undefined) {
    parameters.unshift('sampler_index: u32');
    given.unshift(w.operandAs(op, selection.samplerIndex, u32));
  }
  if (viewWord === undefined) {
    parameters.unshift('view_index: u32');
    given.unshift(w.operandAs(op, selection.viewIndex, u32));
  }
  const choose = (index: string, count: number, at: (i: number) => string, indent: string): string => {
    const cases = Array.from({ length: count }, (_, i) => `${indent}  case ${i}u: {\n${at(i)}\n${indent}  }`);
    return `${indent}switch (${index}) {\n${cases.join('\n')}\n${indent}  default: {}\n${indent}}`;
  };
  const inner = (i: number, indent: string): string =>
    samplerWord === undefined
      ? choose(
          'sampler_index',
          w.binding(sampler).count,
          (s) => `${indent}    return ${body(viewAt(i), samplerAt(s), names)};`,
          indent,
        )
      : `${indent}return ${body(viewAt(i), samplerAt(samplerWord), names)};`;
  const text =
    viewWord === undefined
      ? choose('view_index', w.binding(view).count, (i) => inner(i, '      '), '  ')
      : inner(viewWord, '  ');
  const base = `${viewAt(0).name}_${OP_NAMES[ops.code[op]!]!.replace(/\./g, '_')}`;
  const key = `${parameters.join(', ')}) -> ${type} {\n${text}\n  return ${type}();\n}`;
  // Reads that differ in what is constant have functions of their own.
  let name = base;
  for (let i = 1; w.helpers.texts.has(name) && w.helpers.texts.get(name) !== `fn ${name}(${key}`; i++)
    name = `${base}${i}`;
  w.helpers.own(name, () => `fn ${name}(${key}`);
  return `${name}(${given.join(', ')})`;
}

/** What an operation reads: its access, its dimension, and where its indexes are. */
export function accessOf(
  w: WgslContext,
  op: number,
): { access: IrAccess; shape: WgslDimension; viewIndex: number; samplerIndex: number } {
  const { ops, accesses } = w.module;
  const access = accesses[ops.extra[op]!]!;
  const dimension = w.binding(access.binding).dimension ?? 'unknown';
  const samplerIndex = access.isSamplerIndexed ? ops.arity[op]! - 1 : -1;
  const viewIndex = access.isIndexed ? ops.arity[op]! - (access.isSamplerIndexed ? 2 : 1) : -1;
  // A view without a dimension was refused with its variables.
  return { access, shape: WGSL_DIMENSIONS[dimension] ?? WGSL_DIMENSIONS.texture2D!, viewIndex, samplerIndex };
}

/** Constant offsets as a last argument; empty without. */
export function offsetText({ offsets }: IrAccess, { isFlat, axes }: WgslDimension): string {
  if (offsets.every((one) => one === 0)) return '';
  if (isFlat) return `, vec2i(${offsets[0]}, 0)`;
  return `, vec${axes}i(${offsets.slice(0, axes).join(', ')})`;
}

export const hasNoOffsets = ({ view }: WgslDimension) => view === 'cube' || view === 'cube-array';

/** The value of a read: depths have one component. */
export function texel(w: WgslContext, op: number, text: string, view: PlannedResource): string {
  return w.result(op, text, Kind[texelKind(view)]);
}
