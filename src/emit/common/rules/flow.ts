/** Jumps and calls. Constructs are written by flow-printer.ts. */
import type { TextContext, TextRule } from '../text-context.ts';

const giveResults: TextRule = (w, op) => {
  const { emitter } = w;
  const { ops, functions, owner } = w.module;
  const number = functions.findIndex(({ region }) => region === outermost(w, ops.region[op]!));
  const { kind } = functions[number] ?? { kind: 'main' };
  if (kind === 'subroutine') {
    const values = ops.operands(op).map((value) => emitter.value(value));
    const { results } = functions[number]!;
    if (results.length > values.length)
      emitter.line(`return ${resultType(number)}(${results.map(w.spelling.zero).join(', ')});`);
    else if (values.length === 0) emitter.line('return;');
    else emitter.line(`return ${resultType(number)}(${values.join(', ')});`);
    return '';
  }
  const isLast = owner[ops.region[op]!] === -1;
  for (const line of w.returnLines(isLast)) emitter.line(line);
  return '';
};

function outermost({ module }: TextContext, region: number): number {
  let at = region;
  while (module.owner[at] !== -1) at = module.ops.region[module.owner[at]!]!;
  return at;
}

/** The structure of the results of a function that is called. */
export function resultType(number: number): string {
  return `Results${number}`;
}

export function functionName(number: number): string {
  return `subroutine${number}`;
}

const call: TextRule = (w, op) => {
  const { ops } = w.module;
  const { emitter } = w;
  const number = ops.extra[op]!;
  const args = ops.operands(op).map((value) => emitter.value(value));
  const text = `${functionName(number)}(${args.join(', ')})`;
  const results = emitter.resultsOf(op);
  if (results.length === 0) {
    emitter.line(`${text};`);
    return '';
  }
  const name = emitter.names.unique('results');
  emitter.line(w.spelling.local(name, resultType(number), text));
  for (const [i, result] of results.entries()) emitter.variables.set(result, `${name}.r${i}`);
  return '';
};

/** Written with their constructs. */
const nothing: TextRule = () => '';

export const COMMON_FLOW_RULES = {
  if: nothing,
  switch: nothing,
  loop: nothing,
  block: nothing,
  param: nothing,
  result: nothing,
  call,
  exit: (w, op) => w.emitter.flow.exit(op),
  continue: (w, op) => w.emitter.flow.continue(op),
  repeat: (w, op) => w.emitter.flow.repeat(op),
  return: giveResults,
  abort: giveResults,
  unreachable: nothing,
} as const satisfies Record<string, TextRule>;
