/**
 * Bindings and elements with all of their properties, in one order; absent ones are undefined. They are read often for
 * every shader, and engines look up properties slowly in objects of different shapes (measured).
 */
import type { Writable } from '../base/writable.ts';
import type { IrBinding, IrBindingKind, IrElement, IrElementKind } from './declarations.ts';

export function newBinding(kind: IrBindingKind, register: number, space = 0, count = 1): Writable<IrBinding> {
  return {
    kind,
    register,
    space,
    count,
    dimension: undefined,
    returnTypes: undefined,
    samples: undefined,
    stride: undefined,
    size: undefined,
    file: undefined,
    isIndexed: undefined,
    isComparison: undefined,
    isCoherent: undefined,
    hasCounter: undefined,
    isOrdered: undefined,
    isRasterizerOrdered: undefined,
    name: undefined,
  };
}

export function newElement(kind: IrElementKind, register: number, mask: number): Writable<IrElement> {
  return {
    kind,
    register,
    mask,
    special: undefined,
    systemValue: undefined,
    interpolation: undefined,
    precision: undefined,
    stream: undefined,
    semantic: undefined,
    semanticIndex: undefined,
    type: undefined,
  };
}
