/**
 * The types of variables in effects of Direct3D 10 and 11, as reflection describes them, and what the DWORDs of their
 * values are.
 *
 * Not for: reading types (effects/fx4/types.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { MAX_TYPE_DEPTH } from '../../base/limits.ts';
import { FX4_OBJECT_NAMES, Fx4Layout, Fx4Scalar, Fx4TypeKind } from '../../effects/fx4/enums.ts';
import type { Fx4Type } from '../../effects/fx4/model.ts';
import type { DefaultSlot } from '../default-value.ts';
import { D3D_VARIABLE_CLASSES, type Named } from '../enums.ts';
import type { EffectBudget } from './budget.ts';
import type { EffectTypeDesc } from './types.ts';

/** The kind of a DWORD of a value. */
export type WordKind = Exclude<DefaultSlot['kind'], 'f64'>;

/** By `Fx4Scalar`: the name in HLSL, and how a DWORD reads. */
export const FX4_SCALARS: Readonly<Record<number, { readonly type: string; readonly kind: WordKind }>> = {
  [Fx4Scalar.float]: { type: 'float', kind: 'f32' },
  [Fx4Scalar.int]: { type: 'int', kind: 'i32' },
  [Fx4Scalar.uint]: { type: 'uint', kind: 'u32' },
  [Fx4Scalar.bool]: { type: 'bool', kind: 'bool' },
};

/** Names of objects that are not those of HLSL with a small letter. */
const OBJECTS: Readonly<Record<string, string>> = {
  string: 'string',
  constantBuffer: 'ConstantBuffer',
  sampler: 'SamplerState',
  geometryShaderSO: 'GeometryShader',
  rwStructuredBufferAlloc: 'RWStructuredBuffer',
  rwStructuredBufferConsume: 'RWStructuredBuffer',
};

/** Describes the types of one effect. */
export class Effect4Types {
  constructor(private readonly room: EffectBudget) {}

  /** A type; null where the limit of the effect is reached. */
  describe(type: Fx4Type): EffectTypeDesc | null {
    return this.at(type, 0, 0);
  }

  /** @param offset in the structure that has the type as a member, in bytes */
  private at(type: Fx4Type, offset: number, depth: number): EffectTypeDesc | null {
    if (depth >= MAX_TYPE_DEPTH || !this.room.take(1, type.name)) return null;
    const { numeric, members, base, interfaces } = type;
    return {
      name: type.name,
      class: classOf(type),
      type: typeOf(type),
      rows: numeric?.rows ?? 0,
      columns: numeric?.columns ?? 0,
      elements: type.elements,
      offset,
      packedSize: type.packedSize,
      unpackedSize: type.totalSize,
      stride: type.stride,
      members: members.map((member) => ({
        name: member.name ?? '',
        semantic: member.semantic ?? null,
        type: this.at(member.type, member.position, depth + 1),
      })),
      baseClass: base === undefined ? null : this.at(base, 0, depth + 1),
      interfaces: interfaces.map((one) => this.at(one, 0, depth + 1)),
    };
  }

  /**
   * Returns the kinds of the first `count` DWORDs of a value of `type`; fewer if the type has fewer. Values have no
   * gaps.
   */
  kinds(type: Fx4Type, count: number): WordKind[] {
    const kinds: WordKind[] = [];
    addKinds(type, kinds, count, 0);
    return kinds;
  }
}

/** Appends the kinds of a value of `type`, up to `count` in all. Returns whether there may be more. */
function addKinds(type: Fx4Type, kinds: WordKind[], count: number, depth: number): boolean {
  const { numeric, members, base, elements } = type;
  if (depth >= MAX_TYPE_DEPTH) return false;
  const kind = FX4_SCALARS[numeric?.scalar ?? 0]?.kind;
  for (let element = 0; element < Math.max(1, elements); element++) {
    const before = kinds.length;
    if (kinds.length >= count) return false;
    if (numeric !== undefined) {
      if (kind === undefined) return false;
      const last = Math.min(count, kinds.length + numeric.rows * numeric.columns);
      while (kinds.length < last) kinds.push(kind);
    } else {
      if (base !== undefined && !addKinds(base, kinds, count, depth + 1)) return false;
      for (const member of members) if (!addKinds(member.type, kinds, count, depth + 1)) return false;
    }
    // A type without numbers stays so in each element.
    if (kinds.length === before) return false;
  }
  return true;
}

function classOf({ kind, numeric, interfaces }: Fx4Type): Named {
  const { scalar, vector, matrixRows, matrixColumns, object, struct, interfaceClass, interfacePointer } = VariableClass;
  const name = (number: number): Named => D3D_VARIABLE_CLASSES[number] ?? number;
  switch (kind) {
    case Fx4TypeKind.numeric:
      if (numeric?.layout === Fx4Layout.matrix) return name(numeric.columnMajor ? matrixColumns : matrixRows);
      return name(numeric?.layout === Fx4Layout.vector ? vector : scalar);
    case Fx4TypeKind.object:
      return name(object);
    case Fx4TypeKind.struct:
      // Source: EffectReflection.cpp of Microsoft's FX11, which is public; a base class alone does not count.
      return name(interfaces.length > 0 ? interfaceClass : struct);
    case Fx4TypeKind.interface:
      return name(interfacePointer);
    default:
      return 'unknown';
  }
}

function typeOf({ kind, numeric, object }: Fx4Type): Named {
  if (kind === Fx4TypeKind.numeric) return FX4_SCALARS[numeric?.scalar ?? 0]?.type ?? numeric?.scalar ?? 0;
  if (kind === Fx4TypeKind.interface) return 'interface';
  if (kind !== Fx4TypeKind.object) return 'void';
  const name = object === undefined ? undefined : FX4_OBJECT_NAMES[object];
  if (name === undefined) return object ?? 0;
  // Shaders of fx_5_0 have separate types, which have the names of the others.
  const capital = name.replace(/5$/, '').replace(/^(rw|.)/, (start) => start.toUpperCase());
  return OBJECTS[name] ?? capital;
}
