/**
 * Links the outputs of a stage with the inputs of the next, for stages that are translated together: the earlier stage
 * writes exactly the elements that the later one reads, in its registers, types and interpolation modes, so that both
 * have the same locations.
 *
 * Elements match by semantic where both stages have signatures, by usage and index in shader models 1 to 3, else by
 * register. Components of a semantic match in their order, those of a usage by their position. Outputs that a shader
 * writes at an index become rows of a variable first: then each can move, which a range of neighboring registers
 * cannot.
 *
 * Source: Direct3D 11.3 functional specification, 4.4 (linkage); the Direct3D 9 shader reference (registers of pixel
 * shaders).
 *
 * Not for: locations (interface.ts), control points and patches, which later stages read unchanged.
 */

import { appendTo } from '../base/collections.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import type { EmitTarget } from '../emit/common/plan.ts';
import { isInternalInput, systemValueOf } from '../emit/common/stage-elements.ts';
import {
  type IrElement,
  type IrModule,
  type IrRange,
  type IrStage,
  Kind,
  NONE,
  OP_ROWS,
  Op,
  refOf,
  typeOf,
  widthOf,
} from '../ir/index.ts';
import { builderBefore, walkModule, walkRegion } from '../ir/passes/walk.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import { changeExits } from './direct3d9/operations.ts';
import { isLocated } from './interface.ts';
import { DX6076 } from './messages.ts';
import type { Reflections } from './reflected.ts';
import { STAGE_NAMES } from './stages.ts';

const COMPONENTS = 4;

/**
 * Replaces the writes of ranges by stores to variables, and writes the outputs before each end of the program; in
 * geometry shaders before each vertex.
 */
export function rangesToVariables(module: IrModule): void {
  const { outputRanges, variables } = module;
  if (outputRanges.length === 0) return;
  const ranges = outputRanges.splice(0);
  const first = variables.length;
  for (const { register, count } of ranges)
    variables.push({ rows: count, components: COMPONENTS, name: `outputs_${register}` });
  replaceWrites(module, first);
  const copy = (end: number) => {
    for (const [i, range] of ranges.entries()) copyRows(module, end, range, first + i);
  };
  beforeOutputsAreTaken(module, copy);
}

/**
 * Calls `write` with each operation that gives the outputs to the next stage: ends of the program, or vertices of a
 * geometry shader.
 */
export function beforeOutputsAreTaken(module: IrModule, write: (end: number) => void): void {
  if (module.stage === 'gs')
    walkModule(module, (op) => {
      if (module.ops.code[op] === Op.emit) write(op);
    });
  else
    for (const { kind, region } of module.functions)
      if (kind === 'main')
        walkRegion(module, region, (op) => {
          if (module.ops.code[op] === Op.return) write(op);
        });
}

function replaceWrites(module: IrModule, firstVariable: number): void {
  const { ops } = module;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op['out.at']) return;
    const extra = ops.extra[op]!;
    const slot = ((firstVariable + (extra >> 2)) << 2) | (extra & 3);
    builderBefore(module, op).opWith(slot, Op['var.store'], NONE, ops.operand(op, 0), ops.operand(op, 1));
    module.remove(op);
  });
}

/** Writes the outputs of a range before an operation. */
function copyRows(module: IrModule, end: number, { kind, register, count }: IrRange, variable: number): void {
  const b = builderBefore(module, end);
  for (const [element, one] of module.outputs.entries()) {
    if (one.kind !== kind || one.register < register || one.register >= register + count) continue;
    for (let first = 0; first < COMPONENTS; first++) {
      let last = first;
      while (one.mask & (1 << last)) last++;
      if (last === first) continue;
      const type = typeOf(Kind.b32, last - first);
      const row = b.opWith((variable << 2) | first, Op['var.load'], type, b.unsigned(one.register - register));
      b.opWith((element << 2) | first, Op.out, NONE, row);
      first = last;
    }
  }
}

/** A stage of a pipeline. */
export interface LinkedStage {
  readonly module: IrModule;
  readonly reflections: Reflections;
}

/** A component of an output. */
interface Source {
  readonly element: number;
  readonly component: number;
}

export const PIPELINE_ORDER: readonly IrStage[] = ['vs', 'hs', 'ds', 'gs', 'ps'];

const DISTANCES: readonly (string | undefined)[] = ['clip_distance', 'cull_distance'];

/**
 * Clip and cull distances that a stage gives to another one, and neither reads: they take effect only after the last
 * stage. If one stage has them and the next one does not, their vertex blocks differ, which OpenGL does not link.
 */
export function unreadDistances(from: IrModule, to: IrModule): ReadonlySet<number> {
  const read = new Set<string | undefined>();
  for (const element of usedInputs(to)) read.add(systemValueOf(to, element, true));
  // A hull shader reads the points that it writes, too.
  for (const element of usedInputs(from))
    if (from.inputs[element]!.kind === 'outputPoint') read.add(systemValueOf(from, element, true));
  const unread = new Set<number>();
  for (const element of from.outputs.keys()) {
    const value = systemValueOf(from, element, false);
    if (DISTANCES.includes(value) && !read.has(value)) unread.add(element);
  }
  return unread;
}

/**
 * Whether the inputs of a stage are the outputs of another as they are: those of hull shaders and patches belong to
 * control points.
 */
export function canLink(from: IrStage, to: IrStage): boolean {
  return from !== 'hs' && to !== 'ds';
}

/**
 * Makes the outputs of `from` the inputs that `to` reads.
 *
 * @param from just lowered, and raised where it is of models 1 to 3
 * @param to after its passes, so that it is known what it reads
 * @returns the inputs of `to` that are never read
 */
export function linkStages(
  from: LinkedStage,
  to: LinkedStage,
  target: EmitTarget,
  diagnostics: Diagnostics,
): ReadonlySet<number> {
  const used = usedInputs(to.module);
  const unread = new Set<number>();
  const outputs: IrElement[] = [];
  /** For each component of the earlier stage's outputs where it goes, as number of an output and component. */
  const goals = new Map<number, Source[]>();
  /** By number of an output: the components that are never written. */
  const missing = new Map<number, number>();
  for (const [element, one] of from.module.outputs.entries())
    if (isFixed(from.module, element, false, target)) {
      const number = outputs.push(one) - 1;
      for (let component = 0; component < COMPONENTS; component++)
        addGoal(goals, { element, component }, { element: number, component });
    }
  for (const [element, one] of to.module.inputs.entries()) {
    if (isFixed(to.module, element, true, target) || isInternalInput(to.module, one)) continue;
    if (!used.has(element)) {
      unread.add(element);
      continue;
    }
    const number = outputs.push({ ...one, kind: 'vertex' }) - 1;
    let left = one.mask;
    for (let component = 0; component < COMPONENTS; component++) {
      if ((one.mask & (1 << component)) === 0) continue;
      const source = sourceOf(from, to, one, component);
      if (source === undefined) continue;
      left &= ~(1 << component);
      addGoal(goals, source, { element: number, component });
    }
    if (left === 0 || isFilled(one, from.module)) continue;
    missing.set(number, left);
    if (left === one.mask) reportMissing(one, from.module, diagnostics);
  }
  rangesToVariables(from.module);
  moveOutputs(from.module, outputs, goals);
  fillColor(from.module);
  writeZeros(from.module, missing);
  return unread;
}

function addGoal(goals: Map<number, Source[]>, { element, component }: Source, goal: Source): void {
  appendTo(goals, COMPONENTS * element + component, goal);
}

/** Whether an element comes from or goes to fixed functions: it is not passed between stages. */
function isFixed(module: IrModule, element: number, isInput: boolean, target: EmitTarget): boolean {
  const { special, stream = 0 } = (isInput ? module.inputs : module.outputs)[element]!;
  if (special !== undefined || stream > 0 || target.builtin(module, element, isInput) !== undefined) return true;
  const systemValue = systemValueOf(module, element, isInput);
  return systemValue !== undefined && !isLocated(module, isInput, systemValue);
}

/** Inputs that a module reads, those of ranges included. */
function usedInputs(module: IrModule): ReadonlySet<number> {
  const { ops, inputs, inputRanges } = module;
  const used = new Set<number>();
  walkModule(module, (op) => {
    const { attribute } = OP_ROWS[ops.code[op]!]!;
    if (attribute === 'input') used.add(ops.extra[op]! >> 2);
    if (attribute !== 'inputRange') return;
    const { kind, register, count } = inputRanges[ops.extra[op]! >> 2]!;
    for (const [i, one] of inputs.entries())
      if (one.kind === kind && one.register >= register && one.register < register + count) used.add(i);
  });
  return used;
}

// --- matching -------------------------------------------------------------------------------------------------------

/** The output that a component of an input is. */
function sourceOf(from: LinkedStage, to: LinkedStage, input: IrElement, component: number): Source | undefined {
  const { outputs, facts } = from.module;
  const bit = 1 << component;
  if (facts.version[0] <= 3) {
    const element = outputs.findIndex(
      ({ semantic, semanticIndex = 0, mask }) =>
        semantic !== undefined &&
        semantic === input.semantic &&
        semanticIndex === (input.semanticIndex ?? 0) &&
        mask & bit,
    );
    return element < 0 ? undefined : { element, component };
  }
  const source = bySemantic(from, to, input.register, component) ?? { register: input.register, component };
  if (source.register < 0) return undefined;
  const element = outputs.findIndex(
    ({ register, mask, special, stream = 0 }) =>
      special === undefined && stream === 0 && register === source.register && mask & (1 << source.component),
  );
  return element < 0 ? undefined : { element, component: source.component };
}

/** The register of the earlier stage by signatures, -1 for none; undefined where a stage has no signature for it. */
function bySemantic(
  { reflections: { sm4: earlier } }: LinkedStage,
  { reflections: { sm4: later } }: LinkedStage,
  register: number,
  component: number,
): { readonly register: number; readonly component: number } | undefined {
  if (earlier === undefined || later === undefined) return undefined;
  const input = later.inputParameters.find((one) => one.register === register && one.mask & (1 << component));
  if (input === undefined || earlier.outputParameters.length === 0) return undefined;
  const output = earlier.outputParameters.find((one) => one.stream === 0 && keyOf(one) === keyOf(input));
  const sourceBit = output === undefined ? undefined : bitsOf(output.mask)[bitsOf(input.mask).indexOf(component)];
  return sourceBit === undefined ? { register: -1, component } : { register: output!.register, component: sourceBit };
}

function keyOf({ semanticName, semanticIndex }: ParameterDesc): string {
  return `${semanticName.toLowerCase()} ${semanticIndex}`;
}

function bitsOf(mask: number): number[] {
  return [0, 1, 2, 3].filter((i) => mask & (1 << i));
}

function reportMissing(input: IrElement, { stage }: IrModule, diagnostics: Diagnostics): void {
  const { semantic, semanticIndex = 0, register } = input;
  const name = semantic === undefined ? `register ${register}` : `${semantic}${semanticIndex}`;
  diagnostics.report(DX6076, 0, 0, { name, stage: STAGE_NAMES[stage] });
}

// --- the earlier stage ----------------------------------------------------------------------------------------------

/** Replaces the outputs of a module, and writes each component where its goals are. */
function moveOutputs(
  module: IrModule,
  outputs: readonly IrElement[],
  goals: ReadonlyMap<number, readonly Source[]>,
): void {
  const { ops } = module;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op.out) return;
    const value = ops.operand(op, 0);
    const width = widthOf(ops.type[value]!);
    const extra = ops.extra[op]!;
    const key = COMPONENTS * (extra >> 2) + (extra & 3);
    const b = builderBefore(module, op);
    const written = new Map<number, [goal: number, component: number][]>();
    for (let i = 0; i < width; i++)
      for (const { element, component } of goals.get(key + i) ?? []) {
        const list = written.get(element) ?? [];
        list.push([component, i]);
        written.set(element, list);
      }
    for (const [element, list] of written)
      for (let first = 0; first < list.length; ) {
        let end = first + 1;
        while (end < list.length && list[end]![0] === list[end - 1]![0] + 1) end++;
        const part = b.pick(list.slice(first, end).map(([, i]) => refOf(value, i)));
        b.opWith((element << 2) | list[first]![0], Op.out, NONE, part);
        first = end;
      }
    module.remove(op);
  });
  module.outputs.splice(0, module.outputs.length, ...outputs);
}

/**
 * Writes 0 to components of outputs, by number of the output: languages do not say what a variable has that no one
 * writes.
 */
function writeZeros(module: IrModule, missing: ReadonlyMap<number, number>): void {
  if (missing.size > 0)
    beforeOutputsAreTaken(module, (end) => {
      const b = builderBefore(module, end);
      for (const [element, mask] of missing) {
        const { type } = module.outputs[element]!;
        const zero = refOf(type === undefined ? b.float(0) : b.constant(Kind[type], 0));
        for (let first = 0; first < COMPONENTS; first++) {
          let end = first;
          while (mask & (1 << end)) end++;
          if (end === first) continue;
          b.opWith((element << 2) | first, Op.out, NONE, b.pick(Array<number>(end - first).fill(zero)));
          first = end;
        }
      }
    });
}

/** Before 3_0 the first color is white where the shader writes none. */
function isFilled({ semantic, semanticIndex = 0 }: IrElement, { facts }: IrModule): boolean {
  return facts.version[0] < 3 && semantic === 'color' && semanticIndex === 0;
}

function fillColor(module: IrModule): void {
  const { outputs, ops } = module;
  const color = outputs.findIndex((one) => isFilled(one, module));
  if (color < 0) return;
  let isWritten = false;
  walkModule(module, (op) => {
    isWritten ||= ops.code[op] === Op.out && ops.extra[op]! >> 2 === color;
  });
  if (isWritten) return;
  changeExits(module, (exit) => {
    const one = refOf(exit.b.float(1));
    for (let c = 0; c < COMPONENTS; c++) if (outputs[color]!.mask & (1 << c)) exit.set(color, c, one);
  });
}
