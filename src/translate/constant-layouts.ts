/**
 * Structures of buffers of constants: those with the names of reflection where every read is of a member, the register
 * files of Direct3D 9, and its states. Also formats of typed views for unordered access and of typed buffers: those of
 * the user, else what the declaration in HLSL suggests.
 *
 * Not for: where members are (reflected.ts, direct3d9/), how a language declares them, and which formats it has
 * (src/emit).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { NameScope } from '../emit/common/names.ts';
import type {
  ConstantLayout,
  ConstantMember,
  EmitTarget,
  NeededResource,
  PlannedResource,
  ViewFormats,
} from '../emit/common/plan.ts';
import { forEachOp, registerName, viewKind } from '../emit/common/resource-uses.ts';
import { inMember } from '../emit/common/rules/constants.ts';
import { isImageFormat, kindOfFormat, texelFormat } from '../emit/common/texel-formats.ts';
import { type IrBinding, type IrModule, Op, widthOf } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { isForStage, reportRow } from './bindings.ts';
import { namedMembers } from './direct3d9/constants.ts';
import type { Raised9 } from './direct3d9/raise.ts';
import { STATE_BUFFER, stateMembers } from './direct3d9/states.ts';
import { DX6074, DX6075 } from './messages.ts';
import type { BindingChoice } from './options.ts';
import { constantLayout, type Reflections, suggestedFormat } from './reflected.ts';

const ROW = 16;
const WORD = 4;

interface LayoutInput {
  readonly module: IrModule;
  readonly target: EmitTarget;
  readonly reflections: Reflections;
  readonly raised: Raised9 | undefined;
  /** Whether constants have the names of reflection where they can. */
  readonly isNamed: boolean;
  readonly diagnostics: Diagnostics;
}

/** Layouts by number of the binding; bindings without one are arrays of rows. */
export function constantLayouts(
  input: LayoutInput,
  needed: readonly NeededResource[],
  resources: readonly PlannedResource[],
): Map<number, ConstantLayout> {
  const { module, target, diagnostics, isNamed } = input;
  const layouts = new Map<number, ConstantLayout>();
  // Few shaders have layouts.
  let types: NameScope | undefined;
  for (const { binding: number } of needed) {
    const binding = module.bindings[number]!;
    if (binding.kind !== 'constants' || binding.count !== 1 || layouts.has(number)) continue;
    let reason: string | undefined;
    for (const { layout, isReported } of candidates(input, number)) {
      const fault = faultOf(input, number, layout);
      if (fault === undefined) {
        types ??= scopeWith(resources, target);
        layouts.set(number, { ...layout!, typeName: types.unique(layout!.typeName) });
        break;
      }
      if (isReported) reason = fault;
    }
    if (isNamed && reason !== undefined)
      diagnostics.report(DX6074, 0, 0, { name: binding.name ?? `cb${binding.register}`, reason });
  }
  return layouts;
}

/** A scope in which resources have their names. */
function scopeWith(resources: readonly PlannedResource[], { reserved }: EmitTarget): NameScope {
  const names = new NameScope(reserved);
  for (const { name } of resources) names.unique(name);
  return names;
}

interface Candidate {
  readonly layout: ConstantLayout | undefined;
  /** Whether the user asked for it. */
  readonly isReported: boolean;
}

/** Layouts in the order in which they are tried. */
function candidates({ module, target, reflections, raised, isNamed }: LayoutInput, number: number): Candidate[] {
  const binding = module.bindings[number]!;
  if (raised === undefined) {
    if (!isNamed) return [];
    const layout = constantLayout(binding, reflections.sm4, target.reserved);
    return [{ layout: layout && { ...layout, typeName: `${layout.typeName}Constants` }, isReported: true }];
  }
  if (binding.file === 'state') {
    const { typeName } = STATE_BUFFER;
    return [{ layout: { typeName, members: stateMembers(readsOf(module, number)) }, isReported: false }];
  }
  const { constants } = raised;
  if (constants?.binding !== number) return [];
  const list: Candidate[] = [];
  const typeName = 'Constants';
  if (isNamed) {
    const members = namedMembers(constants, reflections.sm1);
    list.push({ layout: members && { typeName, members: withUniqueNames(members, target) }, isReported: true });
  }
  if (constants.members.length > 0) list.push({ layout: { typeName, members: constants.members }, isReported: false });
  return list;
}

function withUniqueNames(members: readonly ConstantMember[], { reserved }: EmitTarget): ConstantMember[] {
  const names = new NameScope(reserved);
  return members.map((member) => ({ ...member, name: names.unique(member.name) }));
}

/** Why a layout cannot be used; undefined if it can. */
function faultOf({ module, target }: LayoutInput, number: number, layout: ConstantLayout | undefined) {
  if (layout === undefined) return 'reflection does not name its members, or has arrays of structures';
  if (!target.canLayOut(layout)) return `${target.name} cannot place a member at its offset`;
  return hasOtherReads(module, number, layout) ? 'some reads do not match one member' : undefined;
}

/** Whether an operation reads rows of a binding by a value, or parts of several members at once. */
function hasOtherReads(module: IrModule, number: number, { members }: ConstantLayout): boolean {
  let found = false;
  forEachRead(module, number, (offset, bytes) => {
    found ||= offset === undefined || !members.some((member) => inMember(member, offset, bytes, true) !== undefined);
  });
  return found;
}

/** Whether any read of a binding takes some of the bytes from `offset` on. */
function readsOf(module: IrModule, number: number): (offset: number, bytes: number) => boolean {
  const reads: [start: number, end: number][] = [];
  forEachRead(module, number, (offset, bytes) => {
    if (offset !== undefined) reads.push([offset, offset + bytes]);
  });
  return (offset, bytes) => reads.some(([start, end]) => start < offset + bytes && offset < end);
}

/** @param visit gets no offset where the row is a value */
function forEachRead(
  module: IrModule,
  number: number,
  visit: (offset: number | undefined, bytes: number) => void,
): void {
  const { ops } = module;
  forEachOp(module, (op) => {
    if (ops.code[op] !== Op['cb.load'] || ops.extra[op]! >> 2 !== number) return;
    const row = ops.operand(op, 0);
    const isKnown = ops.code[row] === Op.const && ops.arity[op]! === 1;
    const offset = isKnown ? ROW * ops.operand(row, 0) + WORD * (ops.extra[op]! & 3) : undefined;
    visit(offset, WORD * widthOf(ops.type[op]!));
  });
}

/** Finds the formats of a module. Unknown formats, and those with other components, are reported at their row. */
export function viewFormats(
  module: IrModule,
  choices: readonly BindingChoice[],
  reflection: ShaderInterface | undefined,
  diagnostics: Diagnostics,
): ViewFormats {
  let formats: Map<number, string> | undefined;
  let chosen: Set<number> | undefined;
  for (const [number, binding] of module.bindings.entries()) {
    if (binding.returnTypes === undefined) continue;
    if (binding.kind !== 'uav' && binding.dimension !== 'buffer') continue;
    const type = binding.kind === 'uav' ? 'uav' : 'srv';
    const row = choices.findIndex(
      (one) =>
        isForStage(one, module.stage) &&
        one.type === type &&
        one.register === binding.register &&
        (one.space ?? 0) === binding.space,
    );
    const chosenFormat = choices[row]?.format;
    const problem = chosenFormat === undefined ? undefined : problemOf(chosenFormat, binding);
    if (problem !== undefined) reportRow(diagnostics, row, DX6075, { problem });
    const format =
      problem === undefined && chosenFormat !== undefined ? chosenFormat : suggestedFormat(binding, reflection);
    if (format === undefined) continue;
    formats ??= new Map();
    formats.set(number, format);
    if (chosenFormat === undefined) continue;
    chosen ??= new Set();
    chosen.add(number);
  }
  return {
    get: (binding) => formats?.get(binding),
    isChosen: (binding) => chosen?.has(binding) === true,
  };
}

const KIND_NAMES = { f32: 'floats', i32: 'signed integers', u32: 'unsigned integers' } as const;

/** Returns the problem of a binding's format; undefined without one. */
function problemOf(format: string, binding: IrBinding): string | undefined {
  const isBuffer = binding.dimension === 'buffer';
  if (!isImageFormat(format) && !(isBuffer && texelFormat(format) !== undefined))
    return `'${format}' is no format of a ${isBuffer ? 'typed buffer' : 'storage texture'} of WebGPU, such as r32float`;
  const kind = viewKind(binding);
  if (kindOfFormat(format) === kind) return undefined;
  return `${registerName(binding)} has ${KIND_NAMES[kind]}, and the format ${format} has ${KIND_NAMES[kindOfFormat(format)]}`;
}
