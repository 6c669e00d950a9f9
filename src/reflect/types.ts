/**
 * Constant buffers as `D3D_SHADER_BUFFER_DESC` and what hangs below it: variables with their default values, and their
 * types down to the last member.
 *
 * Not for: reading the chunk (`chunks/rdef.ts`).
 */
import { type Diagnostics, hex, type MessageValues } from '../base/diagnostics.ts';
import { MAX_TYPE_DEPTH } from '../base/limits.ts';
import type { Message } from '../base/messages.ts';
import { type Rdef, type RdefBuffer, type RdefType, type RdefVariable, TYPE_SIZE } from '../chunks/rdef.ts';
import { CappedDiagnostics } from '../container/capped-reports.ts';
import { CHUNK_HEADER_SIZE, type Chunk } from '../container/dxbc.ts';
import { DX1014, DX1015 } from '../container/messages.ts';
import type { DefaultValue } from './default-value.ts';
import { D3D_BUFFER_TYPES, D3D_VARIABLE_CLASSES, D3D_VARIABLE_TYPES, flagTable, type Named } from './enums.ts';
import { DX1101, DX1104 } from './messages.ts';

/** `D3D11_SHADER_TYPE_DESC`, `D3D12_SHADER_TYPE_DESC`, and what else the type's interface returns. */
export interface TypeDesc {
  /** As in the source; null before shader model 5, and where none is given. */
  readonly name: string | null;
  /**
   * `D3D_SHADER_VARIABLE_CLASS`: `scalar`, `vector`, `matrixRows`, `matrixColumns`, `object`, `struct`,
   * `interfaceClass`, `interfacePointer`.
   */
  readonly class: Named;
  /** `D3D_SHADER_VARIABLE_TYPE`: `float`, `uint`, `double`, `min16float`, `interface`, ...; `void` for structures. */
  readonly type: Named;
  readonly rows: number;
  readonly columns: number;
  /** Elements of an array; 0 when it is none. */
  readonly elements: number;
  /** In bytes from the start of the structure that it is a member of; 0 for the type of a variable. */
  readonly offset: number;
  readonly members: readonly MemberDesc[];
  /** The class of an interface pointer. */
  readonly subType: TypeDesc | null;
  /** The class that this one derives from. */
  readonly baseClass: TypeDesc | null;
  /** The interfaces that this class implements. */
  readonly interfaces: readonly (TypeDesc | null)[];
}

export interface MemberDesc {
  readonly name: string;
  /** Null where it cannot be read, or not be unfolded any further. */
  readonly type: TypeDesc | null;
}

/** `D3D11_SHADER_VARIABLE_DESC`, `D3D12_SHADER_VARIABLE_DESC`. */
export interface VariableDesc {
  readonly name: string;
  /** In bytes from the start of the buffer; the first slot in a buffer of interface pointers. */
  readonly startOffset: number;
  /** In bytes, padding at the end left out. */
  readonly size: number;
  /** `D3D_SHADER_VARIABLE_FLAGS`: 1 packed by the user, 2 used, 4 interface pointer, 8 interface parameter. */
  readonly uFlags: number;
  /** `uFlags` in words: `userPacked`, `used`, `interfacePointer`, `interfaceParameter`. */
  readonly flagNames: readonly string[];
  readonly defaultValue: DefaultValue | null;
  /** First texture slot of the resources inside the variable, 0xffffffff when there is none. */
  readonly startTexture: number;
  readonly textureSize: number;
  /** Likewise for samplers. */
  readonly startSampler: number;
  readonly samplerSize: number;
  /** Of interface pointers: the slot of each element, one for a variable that is no array. */
  readonly interfaceSlots: readonly number[];
  readonly type: TypeDesc | null;
}

/** `D3D11_SHADER_BUFFER_DESC`, `D3D12_SHADER_BUFFER_DESC`. */
export interface BufferDesc {
  readonly name: string;
  /**
   * `D3D_CBUFFER_TYPE`: `cbuffer`, `tbuffer`, `interfacePointers`, `resourceBindInfo` (the element of a structured
   * buffer).
   */
  readonly type: Named;
  readonly variables: readonly VariableDesc[];
  /** In bytes. */
  readonly size: number;
  /** `D3D_SHADER_CBUFFER_FLAGS`: 1 packed by the user. */
  readonly uFlags: number;
  /** `uFlags` in words: `userPacked`. */
  readonly flagNames: readonly string[];
}

/** `D3D_SHADER_VARIABLE_FLAGS` from bit 0. Reflection hides other bits (source: oracle). */
const VARIABLE_FLAG_NAMES = /* @__PURE__ */ flagTable(['userPacked', 'used', 'interfacePointer', 'interfaceParameter']);
const VARIABLE_FLAGS = 0xf;
/** Likewise `D3D_SHADER_CBUFFER_FLAGS`. */
const BUFFER_FLAG_NAMES = /* @__PURE__ */ flagTable(['userPacked']);
const BUFFER_FLAGS = 1;
/** One of {@link VARIABLE_FLAGS}. */
const VARIABLE_INTERFACE_POINTER = 4;

/**
 * Members and slots that are written out, and as many more as the chunk has bytes: types that share their members
 * multiply.
 */
const MAX_MEMBERS = 0x2000;
/** Characters of a name from which on it counts for more. */
const LONG_NAME = 32;

/** Interface slots of a shader (D3D11_SHADER_MAX_INTERFACES). */
const MAX_SLOTS = 253;

const NO_MEMBERS: readonly MemberDesc[] = [];
const NO_TYPES: readonly (TypeDesc | null)[] = [];
const NO_SLOTS: readonly number[] = [];

type Describe = (words: Uint32Array, type: RdefType | undefined) => DefaultValue;

/**
 * Describes the buffers of a chunk.
 *
 * @param describe describes default values; undefined for none, for callers that have to be small
 */
export function buffersOf(
  { buffers }: Rdef,
  { data, offset }: Chunk,
  diagnostics: Diagnostics,
  describe?: Describe,
): BufferDesc[] {
  if (buffers.length === 0) return [];
  return new BufferReader(data.byteLength, diagnostics.at(offset + CHUNK_HEADER_SIZE), describe).buffers(buffers);
}

class BufferReader {
  private left: number;
  private readonly limit: number;
  /** The structures that are being unfolded, the outermost first. */
  private readonly path: RdefType[] = [];
  private reports: CappedDiagnostics | undefined;
  private full = false;

  constructor(
    private readonly size: number,
    private readonly diagnostics: Diagnostics,
    private readonly describe: Describe | undefined,
  ) {
    this.limit = MAX_MEMBERS + size;
    this.left = 2 * this.limit;
  }

  buffers(buffers: readonly RdefBuffer[]): BufferDesc[] {
    const descriptions: BufferDesc[] = new Array(buffers.length);
    for (let i = 0; i < buffers.length; i++) {
      const { name, type, variables, size, flags } = buffers[i]!;
      descriptions[i] = {
        name,
        type: D3D_BUFFER_TYPES[type] ?? type,
        variables: this.variables(variables),
        size,
        uFlags: flags & BUFFER_FLAGS,
        flagNames: BUFFER_FLAG_NAMES[flags & BUFFER_FLAGS]!,
      };
    }
    return descriptions;
  }

  private variables(variables: readonly RdefVariable[]): VariableDesc[] {
    const descriptions: VariableDesc[] = new Array(variables.length);
    for (let i = 0; i < variables.length; i++) descriptions[i] = this.variable(variables[i]!);
    return descriptions;
  }

  private variable(variable: RdefVariable): VariableDesc {
    const { type, defaults, flags, offset } = variable;
    const typeDesc = type === undefined ? null : this.type(type, 0);
    return {
      name: variable.name,
      startOffset: offset,
      size: variable.size,
      uFlags: flags & VARIABLE_FLAGS,
      flagNames: VARIABLE_FLAG_NAMES[flags & VARIABLE_FLAGS]!,
      defaultValue: (defaults && this.describe?.(defaults, type)) ?? null,
      startTexture: variable.textureStart,
      textureSize: variable.textureCount,
      startSampler: variable.samplerStart,
      samplerSize: variable.samplerCount,
      interfaceSlots: (flags & VARIABLE_INTERFACE_POINTER) === 0 ? NO_SLOTS : this.slots(variable),
      type: typeDesc,
    };
  }

  /** The size of an interface pointer counts slots (source: oracle). */
  private slots({ name, offset, size, type }: RdefVariable): number[] {
    const slots: number[] = [];
    if (size > MAX_SLOTS) this.report(DX1104, 0, this.size, { name, size, limit: MAX_SLOTS });
    for (let i = 0; i < size && i < MAX_SLOTS; i++) {
      if (!this.take(type, 2)) break;
      slots.push((offset + i) >>> 0);
    }
    return slots;
  }

  /** @param offset of the member in its structure, in bytes */
  private type(type: RdefType, offset: number): TypeDesc | null {
    const { members, subType, baseClass, interfaces } = type;
    const leaf = members.length === 0 && subType === undefined && baseClass === undefined && interfaces.length === 0;
    if (!leaf && !this.mayOpen(type)) return null;
    const desc: TypeDesc = {
      name: type.name ?? null,
      class: D3D_VARIABLE_CLASSES[type.class] ?? type.class,
      type: D3D_VARIABLE_TYPES[type.type] ?? type.type,
      rows: type.rows,
      columns: type.columns,
      elements: type.elements,
      offset,
      members: members.length === 0 ? NO_MEMBERS : this.members(type),
      subType: subType === undefined ? null : this.relative(subType),
      baseClass: baseClass === undefined ? null : this.relative(baseClass),
      interfaces: interfaces.length === 0 ? NO_TYPES : this.interfaces(type),
    };
    if (!leaf) this.path.pop();
    return desc;
  }

  private members(type: RdefType): MemberDesc[] {
    const members: MemberDesc[] = [];
    for (const member of type.members) {
      if (!this.take(type, weightOf(member.name) + weightOf(member.type?.name))) break;
      members.push({
        name: member.name,
        type: member.type === undefined ? null : this.type(member.type, member.offset),
      });
    }
    return members;
  }

  /** A type that does not belong to a member. */
  private relative(type: RdefType): TypeDesc | null {
    return this.take(type, weightOf(type.name)) ? this.type(type, 0) : null;
  }

  private interfaces(type: RdefType): (TypeDesc | null)[] {
    const interfaces: (TypeDesc | null)[] = [];
    for (const one of type.interfaces) {
      interfaces.push(this.relative(one));
      if (this.full) break;
    }
    return interfaces;
  }

  /** Whether `type` can be unfolded here; reports when not, and notes that it is being unfolded when it is. */
  private mayOpen(type: RdefType): boolean {
    const { path } = this;
    if (path.includes(type)) {
      this.report(DX1014, type.offset, type.offset + TYPE_SIZE, { offset: hex(type.offset) });
      return false;
    }
    if (path.length >= MAX_TYPE_DEPTH) {
      this.report(DX1015, type.offset, type.offset + TYPE_SIZE, { limit: MAX_TYPE_DEPTH });
      return false;
    }
    path.push(type);
    return true;
  }

  /** Whether `count` more halves of members may be written out; reports when not. */
  private take(type: RdefType | undefined, count: number): boolean {
    if (this.left >= count) {
      this.left -= count;
      return true;
    }
    if (!this.full) {
      const offset = type?.offset ?? 0;
      this.diagnostics.report(DX1101, offset, offset + TYPE_SIZE, {
        chunk: 'RDEF',
        limit: this.limit,
      });
    }
    this.full = true;
    return false;
  }

  private report(message: Message, start: number, end: number, values: MessageValues): void {
    this.reports ??= new CappedDiagnostics(this.diagnostics, 'RDEF');
    this.reports.report(message, start, end, values);
  }
}

/** The weight of a name in halves of a member; long names weigh more. */
function weightOf(name: string | undefined): number {
  return name === undefined || name.length < LONG_NAME ? 1 : 1 + Math.floor(name.length / LONG_NAME);
}

/** A type without elements and members: `float4`, `row_major float4x3`, `struct Light`, `interface Shape`. */
export function typeName(type: Pick<TypeDesc, 'name' | 'class' | 'type' | 'rows' | 'columns'>): string {
  switch (type.class) {
    case 'vector':
      return `${type.type}${type.columns}`;
    case 'matrixRows':
      return `row_major ${type.type}${type.rows}x${type.columns}`;
    case 'matrixColumns':
      return `${type.type}${type.rows}x${type.columns}`;
    case 'struct':
    case 'interfaceClass':
      return type.name === null ? 'struct' : `struct ${type.name}`;
    case 'interfacePointer':
      return type.name === null ? 'interface' : `interface ${type.name}`;
    default:
      return String(type.type);
  }
}
