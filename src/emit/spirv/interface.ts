/**
 * Variables of inputs and outputs, and what is done with them at the beginning and at the end of a program: ranges that are indexed are copied to arrays
 * and back.
 */
import { type IrElement, Kind, OP_ROWS } from '../../ir/index.ts';
import type { PlannedElement } from '../common/plan.ts';
import { forEachOp } from '../common/resource-uses.ts';
import { rangeKind } from '../common/rules-io.ts';
import {
  BUILTINS,
  type BuiltInName,
  capabilitiesOf,
  convertInput,
  kindOfInput,
  READ_BY_CONVERSION,
} from './builtins.ts';
import type { SpirvContext } from './context.ts';
import type { InterfaceElement } from './declared.ts';
import { BuiltIn, Decoration, ExecutionMode, Spv, StorageClass } from './grammar.ts';

const { Input, Output, Function: Local } = StorageClass;

const INTERPOLATIONS: Readonly<Record<string, number>> = {
  flat: Decoration.Flat,
  linear: Decoration.NoPerspective,
  centroid: Decoration.Centroid,
  sample: Decoration.Sample,
};

/** Set bits of a mask of components. */
export function countOf(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1);
}

class Declarer {
  readonly #locations = new Map<string, number>();
  readonly #builtins = new Map<BuiltInName, number>();

  constructor(
    readonly w: SpirvContext,
    readonly isInput: boolean,
  ) {}

  get #storage(): number {
    return this.isInput ? Input : Output;
  }

  #variable(type: number, name: string): number {
    const { w } = this;
    const id = w.m.variable(this.#storage, type);
    w.inputVariables.push(id);
    w.m.name(id, name);
    return id;
  }

  location({ name, place, interpolation }: PlannedElement): InterfaceElement | undefined {
    if (place.kind !== 'location') return undefined;
    const { m, module } = this.w;
    const storage = this.#storage;
    const kind = Kind[place.type];
    let variable = this.#locations.get(name);
    if (variable === undefined) {
      variable = this.#variable(m.vector(place.type === 'i32' ? m.int : m.type(kind), 4), name);
      m.decorate(variable, Decoration.Location, place.location);
      if (this.isInput && module.stage === 'ps') {
        const words = place.type === 'f32' ? (interpolation ?? '') : 'flat';
        for (const word of words.split(', ')) {
          const decoration = INTERPOLATIONS[word];
          if (decoration !== undefined) m.decorate(variable, decoration);
          if (word === 'sample') m.need('SampleRateShading');
        }
      }
      this.#locations.set(name, variable);
    }
    return { variable, storage, kind, width: 4 };
  }

  builtin(name: BuiltInName, elements: number): number {
    const known = this.#builtins.get(name);
    if (known !== undefined) return known;
    const { m, module } = this.w;
    const { kind, width, isArray, needs = [] } = BUILTINS[name];
    const type = isArray ? m.array(m.type(kind), elements) : m.vector(m.type(kind), width);
    const variable = this.#variable(type, name);
    m.decorate(variable, Decoration.BuiltIn, BuiltIn[name]);
    if (this.isInput && module.stage === 'ps' && kind === Kind.u32) m.decorate(variable, Decoration.Flat);
    for (const need of [...needs, ...capabilitiesOf(name, module, this.isInput, m.version)]) m.need(need);
    this.#builtins.set(name, variable);
    return variable;
  }
}

/** Declares the variables of all inputs and outputs that are somewhere. */
export function declareInterface(w: SpirvContext): void {
  w.inputs = declare(w, true);
  w.outputs = declare(w, false);
}

function declare(w: SpirvContext, isInput: boolean): (InterfaceElement | undefined)[] {
  const declarer = new Declarer(w, isInput);
  const plan = isInput ? w.plan.inputs : w.plan.outputs;
  const list = isInput ? w.module.inputs : w.module.outputs;
  const isRead = isInput ? readInputs(w) : undefined;
  const elementsOf = (name: string) =>
    plan.reduce((sum, { element, place }) => {
      return place.kind === 'builtin' && place.value === name ? sum + countOf(list[element]!.mask) : sum;
    }, 0);
  const starts = new Map<string, number>();
  return plan.map((planned) => {
    const { place, element } = planned;
    if (place.kind === 'none') return undefined;
    // What nothing reads may be missing in the stage before.
    if (isRead !== undefined && !isRead.has(element)) {
      if (place.kind === 'builtin')
        starts.set(place.value, (starts.get(place.value) ?? 0) + countOf(list[element]!.mask));
      return undefined;
    }
    if (place.kind === 'location') return declarer.location(planned);
    const name = place.value as BuiltInName;
    const variable = declarer.builtin(name, name === 'SampleMask' ? 1 : elementsOf(name));
    const other = isInput ? READ_BY_CONVERSION[name] : undefined;
    if (other !== undefined) w.otherBuiltins.set(other, declarer.builtin(other, 1));
    const firstElement = starts.get(name) ?? 0;
    starts.set(name, firstElement + countOf(list[element]!.mask));
    return {
      variable,
      storage: isInput ? Input : Output,
      kind: isInput ? kindOfInput(name) : BUILTINS[name].kind,
      width: BUILTINS[name].width,
      builtin: name,
      ...(BUILTINS[name].isArray && { firstElement }),
    };
  });
}

/** The inputs that a module reads. */
function readInputs({ module }: SpirvContext): Set<number> {
  const read = new Set<number>();
  forEachOp(module, (op) => {
    const { attribute } = OP_ROWS[module.ops.code[op]!]!;
    const number = module.ops.extra[op]! >> 2;
    if (attribute === 'input') read.add(number);
    if (attribute === 'inputRange') for (const i of elementsIn(module.inputs, module.inputRanges[number]!)) read.add(i);
  });
  return read;
}

/** The elements that are in a range of registers. */
export function elementsIn(
  list: readonly IrElement[],
  range: { readonly kind: string; readonly register: number; readonly count: number },
): number[] {
  const { kind, register, count } = range;
  return [...list.keys()].filter((i) => {
    const one = list[i]!;
    return one.kind === kind && one.register >= register && one.register < register + count;
  });
}

/** Loads an input: all of its components, as Direct3D has them. */
export function loadInput(w: SpirvContext, element: InterfaceElement, mask: number): number {
  const { code, m } = w;
  const { variable, kind, width, builtin, firstElement } = element;
  if (builtin === undefined) return loadLocation(w, variable, kind);
  const own = BUILTINS[builtin];
  if (own.isArray) {
    const scalar = m.type(own.kind);
    const load = (i: number) => code.load(scalar, code.access(Input, scalar, variable, m.unsigned(firstElement! + i)));
    if (builtin === 'SampleMask') return load(0);
    const parts: number[] = [];
    for (let c = 0, i = 0; c < 4; c++) parts.push((mask & (1 << c)) === 0 ? m.zero(scalar) : load(i++));
    return code.construct(m.vector(scalar, 4), parts);
  }
  const value = code.load(m.vector(m.type(own.kind), width), variable);
  return convertInput(builtin, value, m, code, (name) => code.load(m.uint, w.otherBuiltins.get(name)!));
}

/** Loads a location; signed integers become words. */
function loadLocation(w: SpirvContext, variable: number, kind: number): number {
  const { code, m } = w;
  const type = m.vector(m.type(kind), 4);
  if (kind !== Kind.i32) return code.load(type, variable);
  return code.unary(Spv.Bitcast, type, code.load(m.vector(m.int, 4), variable));
}

/** Components of the row that {@link loadInput} gives. */
export function widthOfInput({ builtin, width }: InterfaceElement): number {
  if (builtin === undefined || !BUILTINS[builtin].isArray) return width;
  return builtin === 'SampleMask' ? 1 : 4;
}

// --- arrays and ranges ----------------------------------------------------------------------------------------------

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

/** Where the arrays of a module are. */
export function arrayStorage({ module }: SpirvContext): number {
  return module.functions.length > 1 ? StorageClass.Private : Local;
}

/** Declares arrays and copies of ranges: at the beginning of the first function, or for all of them. */
export function declareArrays(w: SpirvContext): void {
  const { module, m, uses } = w;
  const isShared = arrayStorage(w) !== Local;
  const { used } = uses;
  if (used.has('var.load') || used.has('var.store'))
    w.arrays = module.variables.map(({ rows, components }, i) => {
      const scalar = m.type(uses.floatVariables[i] ? Kind.f32 : Kind.u32);
      return arrayVariable(w, m.vector(scalar, components), rows + 2, isShared);
    });
  const copies = (isInput: boolean) =>
    (isInput ? module.inputRanges : module.outputRanges).map(({ count }, i) =>
      arrayVariable(w, m.vector(m.type(rangeKind(w, i, isInput)), 4), count + 1, isShared),
    );
  if (used.has('in.at')) w.inputRanges = copies(true);
  if (used.has('out.at')) w.outputRanges = copies(false);
}

/** Fills the copies of ranges of inputs. */
export function copyInputRanges(w: SpirvContext): void {
  const { module, m, code } = w;
  for (const [i, copy] of w.inputRanges.entries()) {
    const range = module.inputRanges[i]!;
    const kind = rangeKind(w, i, true);
    const scalar = m.type(kind);
    const storage = arrayStorage(w);
    for (const number of elementsIn(module.inputs, range)) {
      const element = w.inputs[number];
      const { register, mask } = module.inputs[number]!;
      if (element === undefined) continue;
      const value = w.cast(loadInput(w, element, mask), element.kind, kind, 4);
      const index = m.unsigned(register - range.register);
      const row = code.access(storage, m.vector(scalar, 4), copy, index);
      if (mask === 15) code.store(row, value);
      else
        for (let c = 0; c < 4; c++)
          if ((mask & (1 << c)) !== 0)
            code.store(code.access(storage, scalar, row, m.unsigned(c)), code.extract(scalar, value, c));
    }
  }
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
        whole: () => value,
        component: (c) => code.extract(scalar, value, c),
      });
    }
  }
}

/** A value that is written: whole, or by components. */
export interface Written {
  readonly kind: number;
  readonly width: number;
  readonly whole: () => number;
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
  const { variable, kind, builtin, firstElement } = element;
  const { width } = value;
  const isSigned = kind === Kind.i32;
  const scalar = isSigned ? m.int : m.type(kind);
  const given = (id: number, components: number): number =>
    isSigned
      ? code.unary(Spv.Bitcast, m.vector(m.int, components), w.cast(id, value.kind, Kind.u32, components))
      : w.cast(id, value.kind, kind, components);
  const isArray = firstElement !== undefined;
  if (element.width === 1 && !isArray) {
    code.store(variable, given(value.component(0), 1));
    return;
  }
  if (width === 4 && !isArray) {
    code.store(variable, given(value.whole(), 4));
    return;
  }
  const written = ((1 << width) - 1) << first;
  if (!isArray && builtin === undefined && written === mask && isAlone(w, variable)) {
    // Other components are nobody's.
    const zero = m.zero(scalar);
    const parts = Array.from({ length: 4 }, (_, c) =>
      (mask & (1 << c)) === 0 ? zero : given(value.component(c - first), 1),
    );
    code.store(variable, code.construct(m.vector(scalar, 4), parts));
    return;
  }
  for (let i = 0; i < width; i++) {
    const c = first + i;
    if ((mask & (1 << c)) === 0) continue;
    const index = builtin === 'SampleMask' ? 0 : isArray ? firstElement + countOf(mask & ((1 << c) - 1)) : c;
    code.store(code.access(element.storage, scalar, variable, m.unsigned(index)), given(value.component(i), 1));
  }
}

/** Whether a variable has one output only. */
function isAlone({ outputs }: SpirvContext, variable: number): boolean {
  return outputs.filter((one) => one?.variable === variable).length === 1;
}

/** Writes how pixel shaders give depths. */
export function declareOutputModes(w: SpirvContext, entry: number): void {
  const { m, module } = w;
  const mode = (code: number) => m.executionModes.instruction(Spv.ExecutionMode, entry, code);
  for (const { special } of module.outputs) {
    if (special === 'depth' || special === 'depthGreaterEqual' || special === 'depthLessEqual')
      mode(ExecutionMode.DepthReplacing);
    if (special === 'depthGreaterEqual') mode(ExecutionMode.DepthGreater);
    if (special === 'depthLessEqual') mode(ExecutionMode.DepthLess);
    if (special === 'stencilReference') mode(ExecutionMode.StencilRefReplacingEXT);
  }
}
