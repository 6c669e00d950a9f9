/**
 * The constants of a shader of models 1 to 3: what its constant table says, under the names of D3DXCONSTANT_DESC in
 * camelCase.
 *
 * Not for: reading the table (chunks/ctab.ts).
 */
import { VariableClass } from '../base/d3d/enumerations.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { shortFloat32 } from '../base/float32.ts';
import { bytesOf } from '../base/words.ts';
import {
  type ConstantTable,
  CTAB_TYPES,
  type CtabConstant,
  type CtabMember,
  type CtabType,
  ctabRegisterName,
  ctabTypeName,
  readConstantTable,
} from '../chunks/ctab.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { PARAMETER_CLASSES } from './enums.ts';

/** D3DXREGISTER_SET by its number. */
const REGISTER_SETS = ['bool', 'int4', 'float4', 'sampler'] as const;

export interface Sm1TypeDesc {
  readonly name: string | null;
  /** `scalar`, `vector`, `matrixRows`, `matrixColumns`, `object` or `struct`; any other number as it is. */
  readonly class: (typeof PARAMETER_CLASSES)[number] | number;
  /** `float`, `int`, `bool`, `sampler2D`, ..., `void` for structures; a number without a name as it is. */
  readonly type: string | number;
  /**
   * The type as listings and HLSL spell it, without elements: `float4`, `row_major float4x3`, `sampler2D`, `struct`.
   */
  readonly typeName: string;
  readonly rows: number;
  readonly columns: number;
  readonly elements: number;
  readonly structMembers: readonly Sm1TypeDesc[];
  /** Size of the variable with all its elements, four bytes a component. */
  readonly bytes: number;
}

export interface Sm1ConstantDesc extends Sm1TypeDesc {
  readonly name: string;
  /** The first register, such as `c4`. */
  readonly register: string;
  readonly registerSet: (typeof REGISTER_SETS)[number] | number;
  readonly registerIndex: number;
  readonly registerCount: number;
  /** Whether the source assigned this register. */
  readonly explicitRegister: boolean;
  /** Values of the entire variable, four a register (booleans: one). */
  readonly defaultValue: readonly (number | boolean)[] | null;
}

/** The constant table of the stream that begins at DWORD `from`. */
export function tableOf(
  words: Uint32Array,
  from: number,
  limit: number,
  diagnostics: Diagnostics | undefined,
): ConstantTable | undefined {
  const span = findSm1Comment(words, Sm1CommentTag.constantTable, from, limit);
  if (span === undefined || span.start === span.end) return undefined;
  const { start, end } = span;
  return readConstantTable(bytesOf(words.subarray(start)), 4 * (end - start), diagnostics?.at(4 * start));
}

/**
 * Members that are written out, and as many more as the table has bytes: structures that share their types multiply.
 */
const MAX_MEMBERS = 0x4000;

/** The descriptions of a table; none without one. */
export function constantsOf(table: ConstantTable | undefined): Sm1ConstantDesc[] {
  return table === undefined ? [] : new TableReader(table.source?.size ?? 0).constants(table.constants);
}

const NO_MEMBERS: readonly Sm1TypeDesc[] = [];

class TableReader {
  private membersLeft: number;

  /** @param size bytes of the table */
  constructor(size: number) {
    this.membersLeft = MAX_MEMBERS + size;
  }

  constants(constants: readonly CtabConstant[]): Sm1ConstantDesc[] {
    const descriptions: Sm1ConstantDesc[] = new Array(constants.length);
    for (let i = 0; i < constants.length; i++) descriptions[i] = this.constant(constants[i]!);
    return descriptions;
  }

  /** The properties of {@link type} are written out: spreading them takes three times as long (measured). */
  private constant(constant: CtabConstant): Sm1ConstantDesc {
    const { name, type, registerSet, registerIndex, registerCount } = constant;
    const structMembers = this.members(type.members);
    return {
      name,
      class: PARAMETER_CLASSES[type.class] ?? type.class,
      type: CTAB_TYPES[type.type] ?? type.type,
      typeName: typeNameOf(type),
      rows: type.rows,
      columns: type.columns,
      elements: type.elements,
      structMembers,
      bytes: bytesOfType(type, structMembers),
      register: ctabRegisterName(constant),
      registerSet: REGISTER_SETS[registerSet] ?? registerSet,
      registerIndex,
      registerCount,
      explicitRegister: constant.binding !== 0,
      defaultValue: defaultValue(constant),
    };
  }

  private member({ name, type }: CtabMember): Sm1TypeDesc {
    const structMembers = this.members(type.members);
    return {
      name: name ?? null,
      class: PARAMETER_CLASSES[type.class] ?? type.class,
      type: CTAB_TYPES[type.type] ?? type.type,
      typeName: typeNameOf(type),
      rows: type.rows,
      columns: type.columns,
      elements: type.elements,
      structMembers,
      bytes: bytesOfType(type, structMembers),
    };
  }

  private members(members: readonly CtabMember[]): readonly Sm1TypeDesc[] {
    if (members.length === 0) return NO_MEMBERS;
    const descriptions: Sm1TypeDesc[] = [];
    for (const member of members) {
      if (this.membersLeft-- <= 0) break;
      descriptions.push(this.member(member));
    }
    return descriptions;
  }
}

function typeNameOf(type: CtabType): string {
  return type.class === VariableClass.struct ? 'struct' : ctabTypeName(type);
}

/** Bytes of a variable with all its elements. */
function bytesOfType({ rows, columns, elements }: CtabType, members: readonly Sm1TypeDesc[]): number {
  let one = members.length > 0 ? 0 : 4 * rows * columns;
  for (const { bytes } of members) one += bytes;
  return one * Math.max(elements, 1);
}

function defaultValue({ defaultValue: words, registerSet }: CtabConstant): (number | boolean)[] | null {
  if (words === undefined) return null;
  return valuesOf(words, registerSet === 0 ? 'bool' : registerSet === 1 ? 'int' : 'float');
}

export function valuesOf(words: Uint32Array, kind: 'float' | 'int' | 'bool'): (number | boolean)[] {
  const values: (number | boolean)[] = [];
  for (const word of words) values.push(kind === 'bool' ? word !== 0 : kind === 'int' ? word | 0 : shortFloat32(word));
  return values;
}

/** No shader has more; a table may claim it. */
const MAX_SAMPLERS = 16;

/** The names of samplers by their numbers: of several constants for a sampler the first one. */
export function samplerNamesOf(constants: readonly Sm1ConstantDesc[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const { registerSet, registerIndex, registerCount, name } of constants) {
    if (registerSet !== 'sampler') continue;
    const end = registerIndex + Math.min(Math.max(registerCount, 1), MAX_SAMPLERS);
    for (let number = registerIndex; number < end; number++) if (!names.has(number)) names.set(number, name);
  }
  return names;
}
