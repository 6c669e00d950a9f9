/** The section `Resource Bindings`: a table with one row a range. Every spelling here: oracle. */
import { InputType, type NamesByNumber, ReturnType, SrvDimension } from '../../base/d3d/enumerations.ts';
import {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  BINDING_UNUSED,
  type RdefBinding,
} from '../../chunks/rdef.ts';
import { SM4_RETURN_TYPES } from '../../isa/sm4/names.ts';
import { PackedText, TextCache } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';
import type { ResourceWords } from './resource-words.ts';
import { signed } from './sections.ts';

/** The spellings of an input type. */
export interface InputTypeRow {
  readonly type: string;
  /** Before the bind point; in capitals before the range id. */
  readonly register: string;
  readonly format: string;
  readonly dimension: string;
}

const row = (type: string, register: string, format = 'NA', dimension = 'NA'): InputTypeRow => ({
  type,
  register,
  format,
  dimension,
});

/** By `D3D_SHADER_INPUT_TYPE`. */
export const INPUT_TYPES: readonly InputTypeRow[] = [
  row('cbuffer', 'cb'),
  row('tbuffer', 't'),
  row('texture', 't'),
  row('sampler', 's'),
  row('UAV', 'u'),
  row('texture', 't', 'struct', 'r/o'),
  row('UAV', 'u', 'struct', 'r/w'),
  row('texture', 't', 'byte', 'r/o'),
  row('UAV', 'u', 'byte', 'r/w'),
  row('UAV', 'u', 'struct', 'append'),
  row('UAV', 'u', 'struct', 'consume'),
  row('UAV', 'u', 'struct', 'r/w+cnt'),
] as const satisfies NamesByNumber<typeof InputType, InputTypeRow>;
const UNKNOWN_INPUT_TYPE = row('void', 'bug');

export const COMPARISON_SAMPLER = 'sampler_c';

/** By `D3D_RESOURCE_RETURN_TYPE`: as declarations print them, without those that only declarations have. */
export const RETURN_TYPES: readonly string[] = SM4_RETURN_TYPES.slice(0, ReturnType.unused);
export const UNKNOWN_RETURN_TYPE: string = SM4_RETURN_TYPES[ReturnType.none]!;

/** By `D3D_SRV_DIMENSION`; `bufferEx` has no text. */
export const DIMENSIONS: readonly (string | undefined)[] = [
  'NA',
  'buf',
  '1d',
  '1darray',
  '2d',
  '2darray',
  '2dMS',
  '2darrayMS',
  '3d',
  'cube',
  'cubearray',
  undefined,
] as const satisfies NamesByNumber<typeof SrvDimension, string | undefined>;

/** The number of components of a return type, by two bits of the flags. */
export const COMPONENT_COUNTS = ['', '2', '3', '4'] as const;

/** The count of an unbounded range. */
export const UNBOUNDED = 'unbounded';

const HEADING = /* @__PURE__ */ new PackedText(`// Resource Bindings:
//
// Name                                 Type  Format         Dim      HLSL Bind  Count
// ------------------------------ ---------- ------- ----------- -------------- ------
`);
const HEADING_WITH_IDS = /* @__PURE__ */ new PackedText(`// Resource Bindings:
//
// Name                                 Type  Format         Dim      ID      HLSL Bind  Count
// ------------------------------ ---------- ------- ----------- ------- -------------- ------
`);

const NAME_COLUMN = 30;
/** A bit of the keys of records, so that none is 0. */
const KEY_MARK = 1 << 16;
const LINE = /* @__PURE__ */ new PackedText('// ');
const USED = /* @__PURE__ */ new PackedText(' \n');
const UNUSED = /* @__PURE__ */ new PackedText('  [unused]\n');
const END = /* @__PURE__ */ new PackedText('//\n//\n');

/** Writes the table of `bindings`; nothing when there are none. */
export function printBindings(out: TextWriter, bindings: readonly RdefBinding[], withIds: boolean): void {
  if (bindings.length === 0) return;
  out.phrase(withIds ? HEADING_WITH_IDS : HEADING);
  for (const binding of bindings) printBinding(out, binding, withIds);
  out.phrase(END);
}

function printBinding(out: TextWriter, binding: RdefBinding, withIds: boolean): void {
  out.phrase(LINE);
  out.left(binding.name, NAME_COLUMN);
  bindingEntries(out, binding, withIds);
}

/**
 * Writes the table straight from the words of resource definitions that {@link ResourceWords} has accepted.
 *
 * @returns false, perhaps with a part of it written, when a name needs the slow path
 */
export function printBindingWords(out: TextWriter, resources: ResourceWords, withIds: boolean): boolean {
  const { chunk, bindingCount, spaces } = resources;
  const { words } = chunk;
  if (bindingCount === 0) return true;
  out.phrase(withIds ? HEADING_WITH_IDS : HEADING);
  for (let i = 0; i < bindingCount; i++) {
    const at = resources.binding(i);
    out.phrase(LINE);
    const length = chunk.text(out, at);
    if (length < 0) return false;
    out.spaces(NAME_COLUMN - length);
    BINDING.type = words[at + 1]!;
    BINDING.returnType = words[at + 2]!;
    BINDING.dimension = words[at + 3]!;
    BINDING.samples = words[at + 4]!;
    BINDING.bindPoint = words[at + 5]!;
    BINDING.bindCount = words[at + 6]!;
    BINDING.flags = words[at + 7]!;
    BINDING.space = spaces ? words[at + 8]! : 0;
    BINDING.id = words[at + (spaces ? 9 : 5)]!;
    bindingEntries(out, BINDING, withIds);
  }
  out.phrase(END);
  return true;
}

/** The binding that {@link printBindingWords} is at. */
const BINDING: { -readonly [Field in keyof RdefBinding]: RdefBinding[Field] } = {
  name: '',
  type: 0,
  returnType: 0,
  dimension: 0,
  samples: 0,
  bindPoint: 0,
  bindCount: 0,
  flags: 0,
  space: 0,
  id: 0,
};

/** The columns after the name, by their numbers, for tables without ids. */
const COLUMNS = /* @__PURE__ */ new TextCache(10, 64);

function bindingEntries(out: TextWriter, binding: RdefBinding, withIds: boolean): void {
  const { type, returnType, dimension, bindPoint, bindCount, flags, space } = binding;
  const cacheable =
    !withIds &&
    space === 0 &&
    (type | returnType | dimension) >>> 0 <= 15 &&
    flags <= 0xff &&
    !isMultisampled(dimension);
  const first = type | (returnType << 4) | (dimension << 8) | (flags << 12);
  const second = cacheable && bindPoint <= 0xff && bindCount <= 0xff ? KEY_MARK | (bindPoint << 8) | bindCount : 0;
  const columns = second === 0 ? -1 : COLUMNS.find(first, second);
  if (columns >= 0) {
    out.cached(COLUMNS, columns);
    return;
  }
  const { length } = out;
  spellColumns(out, binding, withIds);
  if (second !== 0) COLUMNS.add(first, second, out.since(length));
}

function spellColumns(out: TextWriter, binding: RdefBinding, withIds: boolean): void {
  const known = INPUT_TYPES[binding.type] ?? UNKNOWN_INPUT_TYPE;
  let { type, format, dimension } = known;
  if (binding.type === InputType.texture || binding.type === InputType.uavRwTyped) {
    format = formatOf(binding);
    dimension = dimensionOf(binding);
  } else if (binding.type === InputType.sampler && (binding.flags & BINDING_COMPARISON_SAMPLER) !== 0) {
    type = COMPARISON_SAMPLER;
  }
  out.right(type, 10);
  out.right(format, 7);
  out.right(dimension, 11);
  if (withIds) out.right(known.register.toUpperCase() + binding.id, 7);
  const bind = known.register + binding.bindPoint;
  out.right(binding.space === 0 ? bind : `${bind},space${binding.space}`, 14);
  if (binding.bindCount === 0) out.right(UNBOUNDED, 6);
  else out.rightDecimal(binding.bindCount, 6);
  out.phrase((binding.flags & BINDING_UNUSED) === 0 ? USED : UNUSED);
}

function formatOf(binding: RdefBinding): string {
  const components = COMPONENT_COUNTS[(binding.flags >>> BINDING_COMPONENTS_SHIFT) & 3]!;
  return (RETURN_TYPES[binding.returnType] ?? UNKNOWN_RETURN_TYPE) + components;
}

function dimensionOf(binding: RdefBinding): string {
  const { dimension, samples } = binding;
  const text = DIMENSIONS[dimension] ?? 'NA';
  return isMultisampled(dimension) && samples !== 0 ? text + signed(samples) : text;
}

/** Whether resources of a `D3D_SRV_DIMENSION` have samples. */
export function isMultisampled(dimension: number): boolean {
  return dimension === SrvDimension.texture2DMS || dimension === SrvDimension.texture2DMSArray;
}
