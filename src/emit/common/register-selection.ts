/**
 * Reads and writes of a register that a value selects from a range: a function with a case for each register. Where the
 * register is known, the text is that of the read itself.
 *
 * Not for: what is read (rules/buffers.ts, the rules of textures of each language).
 */
import { type IrAccess, type IrType, Kind, OP_NAMES } from '../../ir/index.ts';
import type { TextContext } from './text-context.ts';
import type { Parameter } from './text-language.ts';
import { VIEW_SHAPES, type ViewShape } from './view-shapes.ts';

/** An argument of a read: its text and its type, for functions that select a register. */
export interface Argument {
  readonly text: string;
  readonly type: string;
}

export interface Selection {
  readonly view: number;
  /** Without a sampler -1. */
  readonly sampler: number;
  /** Operand numbers of the indexes; -1 without. */
  readonly viewIndex: number;
  readonly samplerIndex: number;
}

/** The selection of a view without a sampler. @param viewIndex the operand with the index; -1 without */
export function viewAlone(view: number, viewIndex: number): Selection {
  return { view, sampler: -1, viewIndex, samplerIndex: -1 };
}

/**
 * Calls `body` for the register that an operation reads, or writes a function that selects it.
 *
 * @param type of the value; undefined for a write
 * @param body writes the access to registers of the ranges, by their numbers from the first one on; arguments are
 *   names or expressions
 */
export function selectRegister(
  w: TextContext,
  op: number,
  { view, sampler, viewIndex, samplerIndex }: Selection,
  list: readonly Argument[],
  type: IrType | undefined,
  body: (view: number, sampler: number, args: readonly string[]) => string,
): string {
  const { ops } = w.module;
  const wordAt = (i: number) => (i < 0 ? 0 : w.emitter.wordOf(ops.operand(op, i)));
  const viewWord = wordAt(viewIndex);
  const samplerWord = wordAt(samplerIndex);
  const args = list.map(({ text }) => text);
  if (viewWord !== undefined && samplerWord !== undefined) return body(viewWord, samplerWord, args);
  const names = list.map((_, i) => `a${i}`);
  const parameters = list.map((one, i): Parameter => [`a${i}`, one.type]);
  if (samplerWord === undefined) {
    parameters.unshift(['sampler_index', w.type(Kind.u32)]);
    args.unshift(w.operandAs(op, samplerIndex, Kind.u32));
  }
  if (viewWord === undefined) {
    parameters.unshift(['view_index', w.type(Kind.u32)]);
    args.unshift(w.operandAs(op, viewIndex, Kind.u32));
  }
  const access = (v: number, s: number): string[] => {
    const text = body(v, s, names);
    return type === undefined ? [`${text};`, 'break;'] : [`return ${text};`];
  };
  const choose = (index: string, count: number, at: (i: number) => string[]): string[] => [
    `switch (${index}) {`,
    ...Array.from({ length: count }, (_, i) => [
      `  case ${i}u: {`,
      ...at(i).map((line) => `    ${line}`),
      '  }',
    ]).flat(),
    '  default: { break; }',
    '}',
  ];
  const inner = (v: number): string[] => {
    if (samplerWord !== undefined) return access(v, samplerWord);
    const lines = choose('sampler_index', w.binding(sampler).count, (s) => access(v, s));
    return type === undefined ? [...lines, 'break;'] : lines;
  };
  const lines = viewWord === undefined ? choose('view_index', w.binding(view).count, inner) : inner(viewWord);
  if (type !== undefined) lines.push(`return ${w.spelling.zero(type)};`);
  const result = type === undefined ? '' : w.spelling.typeName(type);
  const base = `${w.rangeName(view)}_${OP_NAMES[ops.code[op]!]!.replace(/\./g, '_')}_at`;
  // Reads with different constant operands have separate functions.
  const name = w.helpers.distinct(base, (one) => w.spelling.fn(one, parameters, result, lines));
  return `${name}(${args.join(', ')})`;
}

/** Returns the access of an operation, its dimension, and the positions of its index operands. */
export function accessOf(
  w: TextContext,
  op: number,
): { access: IrAccess; shape: ViewShape; viewIndex: number; samplerIndex: number } {
  const { ops, accesses } = w.module;
  const access = accesses[ops.extra[op]!]!;
  const dimension = w.binding(access.binding).dimension ?? 'unknown';
  const samplerIndex = access.isSamplerIndexed ? ops.arity[op]! - 1 : -1;
  const viewIndex = access.isIndexed ? ops.arity[op]! - (access.isSamplerIndexed ? 2 : 1) : -1;
  // A view without a dimension was refused with its variables.
  return { access, shape: VIEW_SHAPES[dimension] ?? VIEW_SHAPES.texture2D!, viewIndex, samplerIndex };
}
