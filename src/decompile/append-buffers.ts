/**
 * Buffers that a program only appends elements to, or only takes elements from: its counter is the index of complete
 * stores or of loads, and of nothing else.
 */
import { forEachOp } from '../emit/common/resource-uses.ts';
import { constantOf, sourceOf } from '../emit/hlsl/indices.ts';
import type { AppendBuffers, AppendedElement } from '../emit/hlsl/plan.ts';
import { type IrModule, OP_ROWS, Op, widthOf } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs } from '../translate/reflected.ts';

const WORD = 4;
const METHODS = { uavAppendStructured: 'Append', uavConsumeStructured: 'Consume' } as const;

interface Element extends AppendedElement {
  readonly region: number;
  readonly isNext: boolean;
  /** Words that stores write, and how many stores there are. */
  readonly words: Set<number>;
  stores: number;
}

/** Finds the buffers, and the operations that change their counters. */
export function appendBuffers(
  module: IrModule,
  reflection: ShaderInterface | undefined,
  typed: ReadonlyMap<number, unknown>,
): AppendBuffers {
  const { ops, accesses } = module;
  const elements = new Map<number, Element>();
  const others = new Set<number>();
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    const isNext = code === Op['counter.next'];
    if (isNext || code === Op['counter.last'])
      elements.set(op, {
        binding: accesses[ops.extra[op]!]!.binding,
        region: ops.region[op]!,
        isNext,
        words: new Set(),
        stores: 0,
      });
    else if (!useElement(module, op, elements)) {
      const { binding } = accesses[ops.extra[op]!]!;
      others.add(binding);
    }
    if (code === Op.pick || code === Op.bitcast) return;
    for (const value of otherOperands(module, op)) others.add(elements.get(value)?.binding ?? -1);
  });
  const methods = new Map<number, 'Append' | 'Consume'>();
  for (const [number, binding] of module.bindings.entries()) {
    const ofBinding = [...elements.values()].filter((one) => one.binding === number);
    if (ofBinding.length === 0 || others.has(number) || binding.count !== 1 || !typed.has(number)) continue;
    const [{ isNext }] = ofBinding as [Element];
    const type = boundAs(binding, reflection)?.type;
    const method = isNext ? 'Append' : 'Consume';
    if (type !== undefined && METHODS[type as keyof typeof METHODS] !== method) continue;
    const isComplete = (one: Element) => !isNext || one.words.size * WORD === binding.stride;
    if (ofBinding.every((one) => one.isNext === isNext && isComplete(one))) methods.set(number, method);
  }
  return { methods, elements: new Map([...elements].filter(([, { binding }]) => methods.has(binding))) };
}

/** Notes an access; false for one of structured memory that is not by a counter. */
function useElement(module: IrModule, op: number, elements: ReadonlyMap<number, Element>): boolean {
  const { ops, accesses } = module;
  const code = ops.code[op]!;
  if (OP_ROWS[code]!.attribute !== 'access') return true;
  const { binding } = accesses[ops.extra[op]!]!;
  const element = elements.get(sourceOf(module, ops.operand(op, 0), 0).value);
  if (element?.binding !== binding || element.region !== ops.region[op]) return false;
  if (code === Op['buf.load']) return !element.isNext;
  const offset = constantOf(module, sourceOf(module, ops.operand(op, 1), 0));
  if (code !== Op['buf.store'] || !element.isNext || offset === undefined) return false;
  for (let i = 0; i < widthOf(ops.type[ops.operand(op, 2)]!); i++) element.words.add(offset / WORD + i);
  element.stores++;
  return true;
}

/** The counters that an operation uses as numbers. */
function otherOperands(module: IrModule, op: number): number[] {
  const { ops } = module;
  const code = ops.code[op]!;
  const { operands } = OP_ROWS[code]!;
  if (operands === 'bits' || operands === 'owner') return [];
  const isElement = code === Op['buf.load'] || code === Op['buf.store'];
  const list: number[] = [];
  for (let i = isElement ? 1 : 0; i < ops.arity[op]!; i++) {
    const value = operands === 'refs' ? ops.operand(op, i) >> 2 : ops.operand(op, i);
    for (let c = widthOf(ops.type[value]!) - 1; c >= 0; c--) list.push(sourceOf(module, value, c).value);
  }
  return list;
}
