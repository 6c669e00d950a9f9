/** The section `Resource Bindings`: a table with one row a range. Every spelling here: oracle. */
import { InputType, ReturnType, SrvDimension, type TextsByNumber } from '../../base/d3d/enumerations.ts';
import {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  BINDING_UNUSED,
  type RdefBinding,
} from '../../container/rdef.ts';
import { SM4_RETURN_TYPES } from '../../isa/sm4/names.ts';
import { left, right, signed } from './columns.ts';

/** The texts for an input type. */
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
] as const satisfies TextsByNumber<typeof InputType, InputTypeRow>;
const UNKNOWN_INPUT_TYPE = row('void', 'bug');

/** The type of a comparison sampler. */
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
] as const satisfies TextsByNumber<typeof SrvDimension, string | undefined>;

/** The number of components of a return type, by two bits of the flags. */
export const COMPONENT_COUNTS = ['', '2', '3', '4'] as const;

/** The count of an unbounded range. */
export const UNBOUNDED = 'unbounded';

const HEADING = `// Resource Bindings:
//
// Name                                 Type  Format         Dim      HLSL Bind  Count
// ------------------------------ ---------- ------- ----------- -------------- ------
`;
const HEADING_WITH_IDS = `// Resource Bindings:
//
// Name                                 Type  Format         Dim      ID      HLSL Bind  Count
// ------------------------------ ---------- ------- ----------- ------- -------------- ------
`;

/** The table of `bindings`; empty when there are none. */
export function printBindings(bindings: readonly RdefBinding[], withIds: boolean): string {
  if (bindings.length === 0) return '';
  let text = withIds ? HEADING_WITH_IDS : HEADING;
  for (const binding of bindings) text += printBinding(binding, withIds);
  return `${text}//\n//\n`;
}

function printBinding(binding: RdefBinding, withIds: boolean): string {
  const known = INPUT_TYPES[binding.type] ?? UNKNOWN_INPUT_TYPE;
  let { type, format, dimension } = known;
  if (binding.type === InputType.texture || binding.type === InputType.uavRwTyped) {
    format = formatOf(binding);
    dimension = dimensionOf(binding);
  } else if (binding.type === InputType.sampler && (binding.flags & BINDING_COMPARISON_SAMPLER) !== 0) {
    type = COMPARISON_SAMPLER;
  }
  let text = `// ${left(binding.name, 30)} ${right(type, 10)} ${right(format, 7)} ${right(dimension, 11)} `;
  if (withIds) text += `${right(known.register.toUpperCase() + binding.id, 7)} `;
  let bind = known.register + binding.bindPoint;
  if (binding.space !== 0) bind += `,space${binding.space}`;
  text += `${right(bind, 14)} ${right(binding.bindCount === 0 ? UNBOUNDED : binding.bindCount, 6)} `;
  return (binding.flags & BINDING_UNUSED) === 0 ? `${text}\n` : `${text} [unused]\n`;
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
