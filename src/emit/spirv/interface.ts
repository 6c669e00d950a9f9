/**
 * Declarations of inputs and outputs.
 *
 * Not for: reading and writing them and ranges of registers (elements.ts).
 */

import { type IrElement, Kind } from '../../ir/index.ts';
import { componentsBefore, type PlannedElement } from '../common/plan.ts';
import { elementCount, TESS_FACTORS, usesStreams } from '../common/stage-elements.ts';
import {
  BUILTINS,
  type BuiltInName,
  capabilitiesOf,
  type InterfaceElement,
  kindOfInput,
  READ_BY_CONVERSION,
} from './builtins.ts';
import type { SpirvContext } from './context.ts';
import { BuiltIn, Decoration, ExecutionMode, Spv, StorageClass } from './grammar.ts';

const { Input, Output } = StorageClass;

const INTERPOLATIONS: Readonly<Record<string, number>> = {
  flat: Decoration.Flat,
  linear: Decoration.NoPerspective,
  centroid: Decoration.Centroid,
  sample: Decoration.Sample,
};

const FLAT = ['flat'];

class Declarer {
  /** Variables by location: elements that share one are components of one variable. */
  readonly #locations: (number | undefined)[] = [];
  readonly #builtins = new Map<BuiltInName, number>();
  readonly #storage: number;

  constructor(
    readonly w: SpirvContext,
    readonly isInput: boolean,
  ) {
    this.#storage = isInput ? Input : Output;
  }

  #variable(type: number, name: string, stream = 0): number {
    const { w } = this;
    const id = w.m.variable(this.#storage, type);
    w.inputVariables.push(id);
    w.m.name(id, name);
    if (!this.isInput && usesStreams(w.module)) w.m.decorate(id, Decoration.Stream, stream);
    return id;
  }

  location({ element, name, slot, interpolation }: PlannedElement): InterfaceElement | undefined {
    if (slot.kind !== 'location') return undefined;
    const { m, module } = this.w;
    const storage = this.#storage;
    const kind = Kind[slot.type];
    const of = (this.isInput ? module.inputs : module.outputs)[element]!;
    const vertices = elementCount(module, of, this.isInput);
    let variable = this.#locations[slot.location];
    if (variable === undefined) {
      const row = m.vector(slot.type === 'i32' ? m.int : m.type(kind), 4);
      variable = this.#variable(vertices === undefined ? row : m.array(row, vertices), name, of.stream);
      if (of.kind === 'patch') m.decorate(variable, Decoration.Patch);
      m.decorate(variable, Decoration.Location, slot.location);
      if (this.isInput && module.stage === 'ps') {
        // Most elements have none.
        const words = slot.type === 'f32' ? interpolation?.split(', ') : FLAT;
        for (const word of words ?? []) {
          const decoration = INTERPOLATIONS[word];
          if (decoration !== undefined) m.decorate(variable, decoration);
          if (word === 'sample') m.need('SampleRateShading');
        }
      }
      this.#locations[slot.location] = variable;
    }
    return { variable, storage, kind, width: 4, builtin: undefined, firstElement: undefined, vertices };
  }

  /** @param vertices of an array with one for each vertex */
  builtin(name: BuiltInName, elements: number, vertices?: number, stream?: number): number {
    const known = this.#builtins.get(name);
    if (known !== undefined) return known;
    const { m, module } = this.w;
    const { kind, width, isArray, needs = [] } = BUILTINS[name];
    const type = isArray ? m.array(m.type(kind), elements) : m.vector(m.type(kind), width);
    const variable = this.#variable(vertices === undefined ? type : m.array(type, vertices), name, stream);
    m.decorate(variable, Decoration.BuiltIn, BuiltIn[name]);
    // Also of control points, from which the next stage makes positions.
    if (name === 'Position' && !this.isInput && this.w.plan.invariantPosition)
      m.decorate(variable, Decoration.Invariant);
    if (name in FACTOR_COUNTS) m.decorate(variable, Decoration.Patch);
    if (this.isInput && module.stage === 'ps' && kind === Kind.u32) m.decorate(variable, Decoration.Flat);
    for (const need of needs) m.need(need);
    for (const need of capabilitiesOf(name, module, this.isInput, m.version)) m.need(need);
    this.#builtins.set(name, variable);
    return variable;
  }
}

/** Declares the variables of all inputs and outputs that are somewhere. */
export function declareInterface(w: SpirvContext): void {
  w.inputs = declare(w, true);
  w.outputs = declare(w, false);
  if (w.module.stage !== 'hs') return;
  const known = w.inputs.find((one) => one?.builtin === 'InvocationId');
  w.invocation = known?.variable ?? new Declarer(w, true).builtin('InvocationId', 1);
}

/** Elements of the arrays of tessellation factors, which every domain has. */
const FACTOR_COUNTS: Readonly<Partial<Record<BuiltInName, number>>> = { TessLevelOuter: 4, TessLevelInner: 2 };

function declare(w: SpirvContext, isInput: boolean): (InterfaceElement | undefined)[] {
  const declarer = new Declarer(w, isInput);
  const plan = isInput ? w.plan.inputs : w.plan.outputs;
  const list = isInput ? w.module.inputs : w.module.outputs;
  const isRead = isInput ? readInputs(w) : undefined;
  return plan.map((planned) => {
    const { slot, element } = planned;
    if (slot.kind === 'none') return undefined;
    // The previous stage may lack an input that nothing reads.
    if (isRead !== undefined && !isRead[element]) return undefined;
    if (slot.kind === 'location') return declarer.location(planned);
    const name = slot.value as BuiltInName;
    const of = list[element]!;
    const vertices = elementCount(w.module, of, isInput);
    const elements =
      name === 'SampleMask' ? 1 : (FACTOR_COUNTS[name] ?? componentsBefore(plan, list, list.length, name));
    const firstElement = () => TESS_FACTORS[of.systemValue ?? '']?.[1] ?? componentsBefore(plan, list, element, name);
    const variable = declarer.builtin(name, elements, vertices, of.stream);
    const other = isInput ? READ_BY_CONVERSION[name] : undefined;
    if (other !== undefined) w.otherBuiltins.set(other, declarer.builtin(other, 1));
    return {
      variable,
      storage: isInput ? Input : Output,
      kind: isInput ? kindOfInput(name) : BUILTINS[name].kind,
      width: BUILTINS[name].width,
      builtin: name,
      firstElement: BUILTINS[name].isArray ? firstElement() : undefined,
      vertices,
    };
  });
}

/** By input: whether a module reads it. */
function readInputs({ module, uses }: SpirvContext): readonly boolean[] {
  if (uses.inputRanges.length === 0) return uses.inputs;
  const read = [...uses.inputs];
  for (const range of uses.inputRanges)
    for (const i of elementsIn(module.inputs, module.inputRanges[range]!)) read[i] = true;
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
