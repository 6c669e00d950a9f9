/**
 * Registers and offsets in the listing of a binary effect (fx_4_0, fx_4_1, fx_5_0). Spellings: oracle.
 *
 * Not for: the declarations that they belong to (effect4.ts).
 */
import { FX4_NO_REGISTER, FX4_OBJECT_NAMES, type Fx4ObjectName, Fx4TypeKind } from '../../effects/fx4/enums.ts';
import type { Fx4Type } from '../../effects/fx4/model.ts';
import { COMPONENTS } from '../../isa/components.ts';

/** The letter of the registers of textures and of samplers; other objects have `x`. */
const REGISTER_LETTERS: Readonly<Partial<Record<Fx4ObjectName, string>>> = {
  texture: 't',
  texture1D: 't',
  texture1DArray: 't',
  texture2D: 't',
  texture2DArray: 't',
  texture2DMS: 't',
  texture2DMSArray: 't',
  texture3D: 't',
  textureCube: 't',
  textureCubeArray: 't',
  buffer: 't',
  sampler: 's',
};

/** The position of a variable. Compilers write offsets of numeric variables only; that of an object is a register. */
export function offsetText(type: Fx4Type, position: number): string {
  if (type.kind === Fx4TypeKind.object) return registerText(position, registerLetter(type));
  return ` : packoffset(c${Math.floor(position / 16)}.${COMPONENTS[(position >>> 2) & 3]})`;
}

/** The letter of the registers of objects of a type. */
export function registerLetter({ object }: Fx4Type): string {
  const name = object === undefined ? undefined : FX4_OBJECT_NAMES[object];
  return (name && REGISTER_LETTERS[name]) ?? 'x';
}

/** The binding to a register; empty for none. */
export function registerText(register: number, letter: string): string {
  return register === FX4_NO_REGISTER ? '' : ` : register(${letter}${register})`;
}
