/**
 * Locations of inputs and outputs. The location is the number of the register, so that stages agree without being
 * translated together; elements that cannot share it (integers and floats in one register) take free locations from the
 * last one down. Registers past the last location are compacted. Vertex and pixel shaders of Direct3D 9 go by usage and
 * index, because their registers have nothing to do with each other from 3_0 on.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import type { Writable } from '../base/writable.ts';
import { DX6005, DX6033, DX6035 } from '../emit/common/messages.ts';
import { NameScope } from '../emit/common/names.ts';
import type { EmitReport, EmitTarget, PlannedElement, WasmElement } from '../emit/common/plan.ts';
import { isInternalInput, systemValueOf, usesStreams } from '../emit/common/stage-elements.ts';
import { type IrElement, type IrModule, type IrStage, NO_OP, OP_ROWS, Op, widthOf } from '../ir/index.ts';
import { OP_FACTS, OpFact } from '../ir/passes/op-facts.ts';
import type { TranslationElement } from './map-shape.ts';
import { DX6072 } from './messages.ts';

const FIRST_COORDINATE = 2;
const COORDINATES = 8;
const COLORS = 2;
/** Locations of usages besides colors and texture coordinates, by usage and index. */
const OTHERS: Readonly<Record<string, number>> = {
  'fog 0': 10,
  'normal 0': 11,
  'tangent 0': 12,
  'binormal 0': 13,
  'clip 0': 14,
  'clip 1': 15,
};

/** The location of an element between stages; undefined if the usage has no fixed one. */
function usageLocation({ semantic = '', semanticIndex = 0 }: IrElement): number | undefined {
  if (semantic === 'color' && semanticIndex < COLORS) return semanticIndex;
  if (semantic === 'texcoord' && semanticIndex < COORDINATES) return FIRST_COORDINATE + semanticIndex;
  return OTHERS[`${semantic} ${semanticIndex}`];
}

/**
 * Locations of elements between a vertex and a pixel shader of models 1 to 3; undefined for any other list. Usages
 * without a fixed location get the remaining ones, in the order of their names: they agree in two shaders only if both
 * have the same.
 *
 * @param located numbers of the elements that need one
 */
export function usageLocations(
  module: IrModule,
  isInput: boolean,
  located: readonly number[],
): ReadonlyMap<number, number> | undefined {
  const { stage, facts } = module;
  if (facts.version[0] > 3 || (stage === 'vs') === isInput) return undefined;
  const list = isInput ? module.inputs : module.outputs;
  const locations = new Map<number, number>();
  const byKey = new Map<string, number>();
  const rest: number[] = [];
  for (const element of located) {
    const location = usageLocation(list[element]!);
    if (location === undefined) rest.push(element);
    else locations.set(element, location);
  }
  if (rest.length === 0) return locations;
  const taken = new Set(locations.values());
  const keyOf = (element: number) => {
    const { semantic = '', semanticIndex = 0, register } = list[element]!;
    return semantic === '' ? `register ${register}` : `${semantic} ${String(semanticIndex).padStart(2, '0')}`;
  };
  let free = 0;
  for (const element of rest.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const key = keyOf(element);
    let location = byKey.get(key);
    if (location === undefined) {
      while (taken.has(free)) free++;
      location = free;
      taken.add(location);
      byKey.set(key, location);
    }
    locations.set(element, location);
  }
  return locations;
}

/** Locations between stages, of vertex buffers and targets. */
const MAX_LOCATIONS = 16;
/** Locations of control points and patches, which Vulkan has in one list: 30 at least. */
const TESSELLATION_LOCATIONS = 30;

/** Locations by the numbers of registers. */
interface Locations {
  readonly count: number;
  readonly at: (register: number) => number;
}

const POINT_LOCATIONS: Locations = { count: MAX_LOCATIONS, at: (register) => register };
/**
 * Those of patches follow those of control points; where they are more, they go on with what control points leave, from
 * the last one down.
 */
const PATCH_LOCATIONS: Locations = {
  count: TESSELLATION_LOCATIONS,
  at: (register) =>
    register < TESSELLATION_LOCATIONS - MAX_LOCATIONS
      ? MAX_LOCATIONS + register
      : TESSELLATION_LOCATIONS - 1 - register,
};

/** Names of interpolation modes in the languages; linear is the default. */
const INTERPOLATIONS: Readonly<Record<string, string>> = {
  constant: 'flat',
  linearCentroid: 'perspective, centroid',
  linearNoperspective: 'linear',
  linearNoperspectiveCentroid: 'linear, centroid',
  linearSample: 'perspective, sample',
  linearNoperspectiveSample: 'linear, sample',
};

/** System values of outputs that are left out with a warning. */
const CULL_DISTANCE = 'cull_distance';
/** WebGPU has no coordinates inside of points. */
const POINT_SPRITES = 'point sprites (pointSprite); draw a quad for each point';

const NONE_UNREAD: ReadonlySet<number> = /* @__PURE__ */ new Set();

/**
 * Plans the inputs or outputs of a module.
 *
 * @param unread elements that the stage before does not give, because nothing reads them
 * @param previous the stage that gives the inputs, where it is known
 */
export function planElements(
  module: IrModule,
  isInput: boolean,
  target: EmitTarget,
  diagnostics: Diagnostics,
  report: EmitReport,
  unread: ReadonlySet<number> = NONE_UNREAD,
  previous?: IrStage,
): PlannedElement[] {
  const list = isInput ? module.inputs : module.outputs;
  const planned: PlannedElement[] = [];
  const located: number[] = [];
  for (const [element, one] of list.entries()) {
    const value = target.builtin(module, element, isInput);
    const name = systemValueOf(module, element, isInput);
    if (unread.has(element) || (isInput && isInternalInput(module, one)))
      planned.push({ element, name: '', slot: { kind: 'none' } });
    else if (value !== undefined) planned.push({ element, name: value, slot: { kind: 'builtin', value } });
    else if (target.isInMemory) planned.push({ element, name: '', slot: { kind: 'none' } });
    else if (name === CULL_DISTANCE && !isInput) {
      report(DX6033, 0, { target: target.name });
      planned.push({ element, name, slot: { kind: 'none' } });
    } else if (one.special === 'pointSize') {
      report(DX6035, 0, { target: target.name });
      planned.push({ element, name: 'point_size', slot: { kind: 'none' } });
    } else if (one.special !== undefined || (name !== undefined && !isLocated(module, isInput, name))) {
      const what = one.special === 'pointCoord' ? POINT_SPRITES : `${isInput ? 'input' : 'output'} ${name}`;
      report(DX6005, 0, { target: target.name, what });
      planned.push({ element, name: String(name), slot: { kind: 'none' } });
    } else {
      planned.push({ element, name: '', slot: { kind: 'none' } });
      located.push(element);
    }
  }
  const taken = new Set<number>();
  for (const isPatch of [false, true]) {
    const matching = located.filter((element) => (list[element]!.kind === 'patch') === isPatch);
    if (matching.length === 0) continue;
    // The next stage gets the first stream: its elements have the locations of their registers, independent of their
    // order.
    if (usesStreams(module)) matching.sort((a, b) => (list[a]!.stream ?? 0) - (list[b]!.stream ?? 0));
    const locations = isPatch ? PATCH_LOCATIONS : POINT_LOCATIONS;
    assignLocations(module, isInput, matching, planned, target, diagnostics, locations, taken, previous);
  }
  return planned;
}

/** Whether a system value is passed to the next stage like a user-defined varying. Clip distances are not. */
export function isLocated({ stage }: IrModule, isInput: boolean, name: string): boolean {
  return name === 'undefined' || name === 'target' || (stage === 'vs' && isInput && name === 'position');
}

/** Elements that can share a location. */
interface Slot {
  /** The register, or the location of a usage of Direct3D 9. */
  readonly register: number;
  readonly type: 'f32' | 'i32' | 'u32';
  readonly interpolation: string | undefined;
  readonly stream: number;
  readonly elements: number[];
}

function assignLocations(
  module: IrModule,
  isInput: boolean,
  located: readonly number[],
  planned: PlannedElement[],
  target: EmitTarget,
  diagnostics: Diagnostics,
  locations: Locations,
  taken: Set<number>,
  previous: IrStage | undefined,
): void {
  const list = isInput ? module.inputs : module.outputs;
  const isInterstage = !(module.stage === (isInput ? 'vs' : 'ps'));
  const usages = usageLocations(module, isInput, located);
  const slots: Slot[] = [];
  for (const element of located) {
    const one = list[element]!;
    const register = usages?.get(element) ?? one.register;
    const declared = one.type ?? 'f32';
    // Integers between stages have one type, with or without a sign.
    const type = isInterstage && declared === 'i32' ? 'u32' : declared;
    const interpolation = type === 'f32' ? INTERPOLATIONS[one.interpolation ?? ''] : undefined;
    const stream = one.stream ?? 0;
    const same = slots.find(
      (slot) =>
        slot.register === register &&
        slot.type === type &&
        slot.interpolation === interpolation &&
        slot.stream === stream,
    );
    if (same === undefined) slots.push({ register, type, interpolation, stream, elements: [element] });
    else same.elements.push(element);
  }
  const numbers = numbersOf(slots, locations, taken);
  const { count: limit } = locations;
  const names = new NameScope(target.reserved);
  // Members of system values have reserved names.
  names.unique('position');
  names.unique('depth');
  for (const { name } of planned) if (name !== '') names.unique(name);
  const semantics = semanticNames(list, located, module.stage === 'ps' && !isInput);
  for (const [i, { type, interpolation, elements }] of slots.entries()) {
    const number = numbers[i]!;
    const location = locations.at(number);
    if (number < 0 || number >= limit)
      diagnostics.report(DX6072, 0, 0, {
        direction: isInput ? 'inputs' : 'outputs',
        location: number < 0 ? limit : number,
        target: target.name,
        limit,
      });
    const preferred =
      elements.length === 1 ? semantics[elements[0]!]! : elements.map((element) => semantics[element]).join('_');
    const name = names.unique(target.elementName?.(module.stage, isInput, preferred, location, previous) ?? preferred);
    for (const element of elements) {
      const slot = { kind: 'location', location, type } as const;
      planned[element] = interpolation === undefined ? { element, name, slot } : { element, name, slot, interpolation };
    }
  }
}

/**
 * The first slot of a register has its number, if all numbers have locations; the others take what is free from the
 * end.
 *
 * @param taken locations of other elements, to which those of the slots are added
 */
function numbersOf(slots: readonly Slot[], { count: limit, at }: Locations, taken: Set<number>): number[] {
  const all = slots.map(({ register }) => register);
  const compacted = Math.max(...all) < limit ? undefined : [...new Set(all)].sort((a, b) => a - b);
  const result = all.map((register) => {
    const number = compacted === undefined ? register : compacted.indexOf(register);
    if (taken.has(at(number))) return -1;
    taken.add(at(number));
    return number;
  });
  let free = limit - 1;
  return result.map((number) => {
    if (number >= 0) return number;
    while (taken.has(at(free))) free--;
    taken.add(at(free));
    return free;
  });
}

const SYSTEM = 'sv_';

function stemOf({ semantic = '' }: IrElement): string {
  const name = semantic.toLowerCase();
  return name.startsWith(SYSTEM) ? name.slice(SYSTEM.length) : name;
}

/** Names of elements by their semantics, by element: `texcoord1`, `color`. */
function semanticNames(list: readonly IrElement[], located: readonly number[], areTargets: boolean): string[] {
  const stems = located.map((element) => stemOf(list[element]!));
  const semantics: string[] = [];
  for (const [i, element] of located.entries()) {
    const { register, semanticIndex = 0 } = list[element]!;
    const stem = stems[i]!;
    const isNumbered = areTargets || semanticIndex > 0 || stems.indexOf(stem) !== stems.lastIndexOf(stem);
    semantics[element] = stem === '' ? `register${register}` : isNumbered ? `${stem}${semanticIndex}` : stem;
  }
  return semantics;
}

/** By input: the components that a module reads, a bit each. */
function componentsRead(module: IrModule): number[] {
  const { ops, inputs, inputRanges } = module;
  const { code, extra, region, type } = ops;
  const read = new Array<number>(inputs.length).fill(0);
  for (let op = 0; op < ops.count; op++) {
    if (region[op] === NO_OP) continue;
    const facts = OP_FACTS[code[op]!]!;
    if ((facts & (OpFact.values | OpFact.refs)) !== 0) {
      const isPick = (facts & OpFact.refs) !== 0;
      for (let i = 0; i < ops.arity[op]!; i++) {
        const operand = ops.operand(op, i);
        const value = isPick ? operand >> 2 : operand;
        if (code[value] !== Op.in) continue;
        const lanes = isPick ? 1 << (operand & 3) : 2 ** widthOf(type[value]!) - 1;
        read[extra[value]! >> 2]! |= lanes << (extra[value]! & 3);
      }
    }
    if (inputRanges.length === 0 || OP_ROWS[code[op]!]!.attribute !== 'inputRange') continue;
    const { kind, register, count } = inputRanges[extra[op]! >> 2]!;
    for (const [i, one] of inputs.entries())
      if (one.kind === kind && one.register >= register && one.register < register + count) read[i] = one.mask;
  }
  return read;
}

/**
 * Rows of the map.
 *
 * @param memory where elements are, if they are in memory
 */
export function elementRows(
  module: IrModule,
  planned: readonly PlannedElement[],
  isInput: boolean,
  invariantPosition = false,
  memory?: readonly WasmElement[],
): TranslationElement[] {
  const list = isInput ? module.inputs : module.outputs;
  const rows: TranslationElement[] = [];
  const read = isInput && module.stage === 'vs' ? componentsRead(module) : undefined;
  for (const { element, name, slot, interpolation } of planned) {
    const one = list[element]!;
    if (isInput && isInternalInput(module, one)) continue;
    const { semantic, semanticIndex = 0, special, systemValue, register, mask, kind, stream = 0 } = one;
    const row: Writable<TranslationElement> = {
      semantic: semantic ?? special ?? systemValue ?? '',
      index: semanticIndex,
      register,
      mask,
    };
    if (slot.kind === 'location') {
      row.name = name;
      row.location = slot.location;
      row.type = slot.type;
    } else if (slot.kind === 'builtin') row.builtin = slot.value;
    if (memory !== undefined) {
      const { address, stride } = memory[element]!;
      if (slot.kind !== 'builtin') row.type = one.type ?? 'f32';
      row.address = address;
      if (stride !== undefined) row.stride = stride;
    }
    if (interpolation !== undefined) row.interpolation = interpolation;
    if (invariantPosition && !isInput && systemValueOf(module, element, false) === 'position') row.isInvariant = true;
    if (read !== undefined && slot.kind !== 'builtin') row.read = read[element]!;
    if (kind === 'patch') row.isPatch = true;
    if (stream > 0) row.stream = stream;
    rows.push(row);
  }
  return rows;
}
