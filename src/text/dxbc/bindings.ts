/** The section `Resource Bindings`: a table with one row a range. Every spelling here: oracle. */
import {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  BINDING_UNUSED,
  INPUT_TYPE,
  type RdefBinding,
} from '../../container/rdef.ts';
import { left, right, signed } from './columns.ts';

/** How an input type is written, and where. */
export interface InputTypeRow {
  readonly type: string;
  /** In front of the bind point; in capitals in front of the range id. */
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
];
const UNKNOWN_INPUT_TYPE = row('void', 'bug');

/** What stands for the type of a sampler that compares. */
export const COMPARISON_SAMPLER = 'sampler_c';

/** By `D3D_RESOURCE_RETURN_TYPE`. */
export const RETURN_TYPES: readonly (string | undefined)[] = [
  undefined,
  'unorm',
  'snorm',
  'sint',
  'uint',
  'float',
  'mixed',
  'double',
  '<continued>',
];
export const UNKNOWN_RETURN_TYPE = '<unknown resource return type>';

/** By `D3D_SRV_DIMENSION`. */
export const DIMENSIONS = [
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
] as const;
export const TEXTURE_2D_MS = 6;
export const TEXTURE_2D_MS_ARRAY = 7;

/** How many components a return type has, by two bits of the flags. */
export const COMPONENT_COUNTS = ['', '2', '3', '4'] as const;

/** The count of a range without an end. */
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
  if (binding.type === INPUT_TYPE.texture || binding.type === INPUT_TYPE.uavTyped) {
    format = formatOf(binding);
    dimension = dimensionOf(binding);
  } else if (binding.type === INPUT_TYPE.sampler && (binding.flags & BINDING_COMPARISON_SAMPLER) !== 0) {
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
  const multisampled = dimension === TEXTURE_2D_MS || dimension === TEXTURE_2D_MS_ARRAY;
  return multisampled && samples !== 0 ? text + signed(samples) : text;
}
