/**
 * The names of the types of parameters of an effect of Direct3D 9, as a source spells them.
 *
 * Not for: structures, which have no name in a file.
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import type { Fx2Declaration } from '../../effects/fx2/model.ts';

/** By `D3DXPARAMETER_TYPE`. */
export const FX2_TYPE_NAMES = [
  'void',
  'bool',
  'int',
  'float',
  'string',
  'texture',
  'texture1D',
  'texture2D',
  'texture3D',
  'textureCUBE',
  'sampler',
  'sampler1D',
  'sampler2D',
  'sampler3D',
  'samplerCUBE',
  'pixelshader',
  'vertexshader',
  'pixelfragment',
  'vertexfragment',
] as const;

/** A type such as `float4x3`; empty for a structure. */
export function fx2TypeName({
  type,
  class: kind,
  rows,
  columns,
}: Pick<Fx2Declaration, 'type' | 'class' | 'rows' | 'columns'>): string {
  const name: string = FX2_TYPE_NAMES[type] ?? `type${type}`;
  switch (kind) {
    case VariableClass.vector:
      return `${name}${columns}`;
    case VariableClass.matrixRows:
      return `${name}${rows}x${columns}`;
    case VariableClass.matrixColumns:
      return `column_major ${name}${rows}x${columns}`;
    case VariableClass.struct:
      return '';
    default:
      return name;
  }
}
