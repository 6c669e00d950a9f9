/**
 * Reads and writes of inputs and outputs: entire rows as in Direct3D, and components.
 *
 * Not for: their declarations (interface.ts).
 */
import { Kind } from '../../ir/index.ts';
import { countOf } from '../common/plan.ts';
import { hasOperation } from '../common/resource-uses.ts';
import { rangeKind } from '../common/rules/io.ts';
import { isInternalInput, isReadByVertex } from '../common/stage-elements.ts';
import { BUILTINS, convertInput, type InterfaceElement } from './builtins.ts';
import type { SpirvContext } from './context.ts';
import { Ext, Spv, StorageClass } from './grammar.ts';
import { elementsIn } from './interface.ts';

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
    const parts: number[] = [];
    for (let c = 0; c < 4; c++) parts.push((mask & (1 << c)) === 0 ? zero : given(value.component(c - first), 1));
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

// Arrays of a program, and ranges of inputs and outputs that are indexed: they are copied to arrays and back.

const { Function: Local } = StorageClass;

/** An array of rows with zeros at first: in the function, or shared by all functions. */
function arrayVariable(w: SpirvContext, row: number, rows: number, isShared: boolean): number {
  const { m, code } = w;
  const type = m.array(row, rows);
  const zero = m.zero(type);
  if (!isShared) return code.value(Spv.Variable, m.pointer(Local, type), [Local, zero]);
  const id = m.id();
  m.globals.instruction(Spv.Variable, m.pointer(StorageClass.Private, type), id, StorageClass.Private, zero);
  w.variables.push(id);
  return id;
}

/** Whether all functions share the arrays of a module. */
export function sharesArrays({ module: { functions, stage } }: SpirvContext): boolean {
  return functions.length > 1 || stage === 'hs';
}

/** Where the arrays of a module are. */
export function arrayStorage(w: SpirvContext): number {
  return sharesArrays(w) ? StorageClass.Private : Local;
}

/** Declares arrays and copies of ranges: at the beginning of the first function, or for all of them. */
export function declareArrays(w: SpirvContext): void {
  const { module, m, uses } = w;
  const isShared = sharesArrays(w);
  if (hasOperation(uses, 'var.load') || hasOperation(uses, 'var.store'))
    w.arrays = module.variables.map(({ rows, components }, i) => {
      const scalar = m.type(uses.floatVariables[i] ? Kind.f32 : Kind.u32);
      return arrayVariable(w, m.vector(scalar, components), rows + 2, isShared);
    });
  const copies = (isInput: boolean) =>
    (isInput ? module.inputRanges : module.outputRanges).map(({ count }, i) =>
      arrayVariable(w, m.vector(m.type(rangeKind(w, i, isInput)), 4), count + 1, isShared),
    );
  if (hasOperation(uses, 'in.at')) w.inputRanges = copies(true);
  // Phases of a hull shader write single registers.
  if (hasOperation(uses, 'out.at') && module.stage !== 'hs') w.outputRanges = copies(false);
}

/** Fills the copies of ranges of inputs. */
export function copyInputRanges(w: SpirvContext): void {
  for (const range of w.inputRanges.keys()) if (!isReadByVertex(w.module, range)) copyInputRange(w, range);
}

/** Fills the copy of a range of inputs. @param vertex the value with the number of the vertex */
export function copyInputRange(w: SpirvContext, range: number, vertex?: number): void {
  const { module, m, code } = w;
  const of = module.inputRanges[range]!;
  const kind = rangeKind(w, range, true);
  const scalar = m.type(kind);
  const storage = arrayStorage(w);
  for (const number of elementsIn(module.inputs, of)) {
    const { register, mask } = module.inputs[number]!;
    const value = rowOfElement(w, number, kind, vertex);
    if (value === undefined) continue;
    const row = code.access(storage, m.vector(scalar, 4), w.inputRanges[range]!, m.unsigned(register - of.register));
    if (mask === 15) code.store(row, value);
    else
      for (let c = 0; c < 4; c++)
        if ((mask & (1 << c)) !== 0)
          code.store(code.access(storage, scalar, row, m.unsigned(c)), code.extract(scalar, value, c));
  }
}

/** An input as four components of a kind. */
function rowOfElement(w: SpirvContext, number: number, kind: number, vertex?: number): number | undefined {
  const { module } = w;
  const of = module.inputs[number]!;
  if (isInternalInput(module, of)) return w.cast(loadInternalInput(w, number, vertex), Kind.u32, kind, 4);
  const element = w.inputs[number];
  if (element === undefined) return undefined;
  const { vertices } = element;
  const index = vertices === undefined || vertex === undefined ? 0 : vertexIndex(w, vertex, vertices);
  return w.cast(loadInput(w, element, of.mask, index), element.kind, kind, 4);
}

/** Gives what was written to the copies of ranges of outputs. */
export function copyOutputRanges(w: SpirvContext): void {
  const { module, m, code } = w;
  for (const [i, copy] of w.outputRanges.entries()) {
    const range = module.outputRanges[i]!;
    const kind = rangeKind(w, i, false);
    const scalar = m.type(kind);
    for (const number of elementsIn(module.outputs, range)) {
      const element = w.outputs[number];
      const { register, mask } = module.outputs[number]!;
      if (element === undefined) continue;
      const index = m.unsigned(register - range.register);
      const value = code.load(m.vector(scalar, 4), code.access(arrayStorage(w), m.vector(scalar, 4), copy, index));
      storeOutput(w, element, mask, 0, {
        kind,
        width: 4,
        vector: () => value,
        component: (c) => code.extract(scalar, value, c),
      });
    }
  }
}
