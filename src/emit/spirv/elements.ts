/**
 * Reads and writes of inputs and outputs: entire rows as in Direct3D, and components.
 *
 * Not for: their declarations (interface.ts), ranges of registers (ranges.ts).
 */
import { Kind } from '../../ir/index.ts';
import { countOf } from '../common/component-counts.ts';
import { BUILTINS, convertInput } from './builtins.ts';
import type { SpirvContext } from './context.ts';
import type { InterfaceElement } from './declared.ts';
import { Ext, Spv } from './grammar.ts';

/** Loads an input: all of its components, as Direct3D has them. @param vertex its number, of an input of a vertex */
export function loadInput(w: SpirvContext, element: InterfaceElement, mask: number, vertex = 0): number {
  const { code, m } = w;
  const { storage, kind, width, builtin, firstElement } = element;
  if (builtin === undefined) return loadLocation(w, element, kind, vertex);
  const row = BUILTINS[builtin];
  if (row.isArray) {
    const scalar = m.type(row.kind);
    const load = (i: number) =>
      code.load(
        scalar,
        code.access(storage, scalar, element.variable, ...vertexIndices(element, vertex), m.unsigned(i)),
      );
    if (builtin === 'SampleMask') return load(firstElement!);
    const parts: number[] = [];
    for (let c = 0, i = firstElement!; c < 4; c++) parts.push((mask & (1 << c)) === 0 ? m.zero(scalar) : load(i++));
    return code.construct(m.vector(scalar, 4), parts);
  }
  const type = m.vector(m.type(row.kind), width);
  const value = code.load(type, rowOf(w, element, type, vertex));
  return convertInput(builtin, value, m, code, (name) => code.load(m.uint, w.otherBuiltins.get(name)!));
}

/** Indexes of a vertex in a variable: none where it has one row for all. */
function vertexIndices({ vertices }: InterfaceElement, vertex: number): number[] {
  return vertices === undefined ? [] : [vertex];
}

/** A pointer to the row of a vertex. */
function rowOf({ code }: SpirvContext, element: InterfaceElement, type: number, vertex: number): number {
  const { vertices, storage, variable } = element;
  return vertices === undefined ? variable : code.access(storage, type, variable, vertex);
}

/** Loads a location; signed integers become words. */
function loadLocation(w: SpirvContext, element: InterfaceElement, kind: number, vertex: number): number {
  const { code, m } = w;
  const load = (type: number) => code.load(type, rowOf(w, element, type, vertex));
  const type = m.vector(m.type(kind), 4);
  return kind === Kind.i32 ? code.unary(Spv.Bitcast, type, load(m.vector(m.int, 4))) : load(type);
}

/** Components of the row that {@link loadInput} gives. */
export function widthOfInput({ builtin, width }: InterfaceElement): number {
  if (builtin === undefined || !BUILTINS[builtin].isArray) return width;
  return builtin === 'SampleMask' ? 1 : 4;
}

/** The number of a vertex as an index into `count` of them. */
export function vertexIndex(w: SpirvContext, value: number, count: number): number {
  const { m, code } = w;
  const word = w.wordOf(value);
  if (word !== undefined) return m.unsigned(Math.min(word >>> 0, count - 1));
  const index = w.as(value, Kind.u32);
  return w.checksRanges ? code.ext(Ext.UMin, m.uint, index, m.unsigned(count - 1)) : index;
}

/** The row of an input that a hull shader wrote itself, as words. @param point of a control point its number */
export function loadInternalInput(w: SpirvContext, number: number, point: number | undefined): number {
  const { m, code, module } = w;
  const { kind, register, mask } = module.inputs[number]!;
  const parts: number[] = [];
  for (let c = 0; c < 4; c++) {
    const output = module.outputs.findIndex(
      (one) => one.kind === kind && one.register === register && one.mask & mask & (1 << c),
    );
    const element = w.outputs[output];
    parts.push(
      element === undefined ? m.zero(m.uint) : loadComponent(w, element, module.outputs[output]!.mask, c, point),
    );
  }
  return code.construct(m.vector(m.uint, 4), parts);
}

/** A component of an output, as a word. */
function loadComponent(
  w: SpirvContext,
  element: InterfaceElement,
  mask: number,
  component: number,
  point: number | undefined,
): number {
  const { m, code } = w;
  const { kind, variable, vertices, storage } = element;
  const vertex = vertices === undefined || point === undefined ? 0 : vertexIndex(w, point, vertices);
  const scalar = m.type(kind);
  const index = m.unsigned(componentIndex(element, mask, component));
  const pointer = code.access(storage, scalar, variable, ...vertexIndices(element, vertex), index);
  return w.cast(code.load(scalar, pointer), kind, Kind.u32, 1);
}

/** Where a component of a register is in the row or the array of its variable. */
function componentIndex({ builtin, firstElement }: InterfaceElement, mask: number, component: number): number {
  if (builtin === 'SampleMask') return 0;
  return firstElement === undefined ? component : firstElement + countOf(mask & ((1 << component) - 1));
}

/** A value that is written: as a vector, or by components. */
export interface Written {
  readonly kind: number;
  readonly width: number;
  readonly vector: () => number;
  readonly component: (c: number) => number;
}

/**
 * Writes components of an output.
 *
 * @param first the component of the register that the value begins with
 */
export function storeOutput(
  w: SpirvContext,
  element: InterfaceElement,
  mask: number,
  first: number,
  value: Written,
): void {
  const { code, m } = w;
  const { kind, builtin, firstElement } = element;
  const { width } = value;
  const isSigned = kind === Kind.i32;
  const scalar = isSigned ? m.int : m.type(kind);
  const given = (id: number, components: number): number =>
    isSigned
      ? code.unary(Spv.Bitcast, m.vector(m.int, components), w.cast(id, value.kind, Kind.u32, components))
      : w.cast(id, value.kind, kind, components);
  const isArray = firstElement !== undefined;
  // Each control point writes one row.
  const vertex = element.vertices === undefined ? 0 : code.load(m.uint, w.invocation);
  const storeRow = (type: number, id: number) => code.store(rowOf(w, element, type, vertex), id);
  if (element.width === 1 && !isArray) {
    storeRow(scalar, given(value.component(0), 1));
    return;
  }
  if (width === 4 && !isArray) {
    storeRow(m.vector(scalar, 4), given(value.vector(), 4));
    return;
  }
  const written = ((1 << width) - 1) << first;
  if (!isArray && builtin === undefined && written === mask && isAlone(w, element.variable)) {
    // No other output has the other components.
    const zero = m.zero(scalar);
    const parts = Array.from({ length: 4 }, (_, c) =>
      (mask & (1 << c)) === 0 ? zero : given(value.component(c - first), 1),
    );
    const type = m.vector(scalar, 4);
    storeRow(type, code.construct(type, parts));
    return;
  }
  for (let i = 0; i < width; i++) {
    const c = first + i;
    if ((mask & (1 << c)) === 0) continue;
    const index = m.unsigned(componentIndex(element, mask, c));
    const pointer = code.access(element.storage, scalar, element.variable, ...vertexIndices(element, vertex), index);
    code.store(pointer, given(value.component(i), 1));
  }
}

/** Whether a variable has one output only. */
function isAlone({ outputs }: SpirvContext, variable: number): boolean {
  return outputs.filter((one) => one?.variable === variable).length === 1;
}
