/**
 * The constant table of shader models 1 to 3 (the CTAB comment) as data: which variables stand in which registers, with
 * their types, structures and default values.
 *
 * Not for: finding the comment in a stream (isa/sm1/comments.ts), or how a listing writes it (text/sm1-header.ts).
 *
 * Tolerant: offsets are checked where Microsoft's reader checks them, so that a damaged table is read as far as there
 * (source: oracle), and beyond the bytes there are zeros. Time and memory are linear in the size of the table, whatever
 * its counts and offsets claim.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { MAX_TYPE_DEPTH } from '../base/limits.ts';
import { stringAt, u16At, u32At } from '../base/words.ts';
import { SAMPLER_TYPE, VARIABLE_TYPE_NAMES } from './variable-types.ts';

/** Sizes of the structures, in bytes. */
const HEADER_SIZE = 28;
const CONSTANT_SIZE = 20;
const TYPE_SIZE = 16;
const MEMBER_SIZE = 8;

/** D3DXREGISTER_SET: the letter of the registers. */
export const CTAB_REGISTER_SETS = ['b', 'i', 'c', 's'] as const;

/** D3DXPARAMETER_CLASS */
export const CtabClass = { scalar: 0, vector: 1, matrixRows: 2, matrixColumns: 3, object: 4, struct: 5 } as const;

/** D3DXPARAMETER_TYPE and the newer types behind it, as HLSL spells them; a hole where there is no name. */
export const CTAB_TYPES: readonly (string | undefined)[] = VARIABLE_TYPE_NAMES.with(SAMPLER_TYPE, 'sampler');

export interface CtabMember {
  /** Undefined where its offset lies outside the table. */
  readonly name: string | undefined;
  readonly type: CtabType;
}

export interface CtabType {
  /** A number of {@link CtabClass}. */
  readonly class: number;
  /** An index of {@link CTAB_TYPES}. */
  readonly type: number;
  readonly rows: number;
  readonly columns: number;
  /** Elements of an array; 0 or 1 where it is none. */
  readonly elements: number;
  readonly members: readonly CtabMember[];
  /** The members lie outside the table, or the type contains itself. */
  readonly membersLost: boolean;
}

export interface CtabConstant {
  readonly name: string;
  /** An index of {@link CTAB_REGISTER_SETS}. */
  readonly registerSet: number;
  readonly registerIndex: number;
  readonly registerCount: number;
  readonly type: CtabType;
  /** Bytes from the start of the table to the default value; 0 where there is none. */
  readonly defaultOffset: number;
}

export interface ConstantTable {
  /** The program that wrote the table; undefined where its offset lies outside. */
  readonly creator: string | undefined;
  /** The profile that was asked for. */
  readonly target: string | undefined;
  /** Version token of the shader. */
  readonly version: number;
  /** D3DXSHADER_* flags of the compiler. */
  readonly flags: number;
  /** Constants that the table declares; {@link constants} has fewer where it is damaged. */
  readonly count: number;
  readonly constants: readonly CtabConstant[];
  /** What lies outside and ended the reading: all constants, or the name or type of the next one. */
  readonly damage: 'constants' | 'name' | 'type' | undefined;
}

/**
 * Reads a constant table.
 *
 * @param bytes from the start of the table on (behind the tag); what stands behind `size` is read only where a string or
 *   a member's type runs over the end, as Microsoft's reader does
 * @param size bytes of the table
 * @param diagnostics spans are bytes from the start of `bytes`
 */
export function readConstantTable(
  bytes: Uint8Array,
  size: number = bytes.byteLength,
  diagnostics?: Diagnostics,
): ConstantTable {
  return new CtabReader(bytes, size, diagnostics).table();
}

/**
 * The raw DWORDs of a default value: one for each boolean register, four for each other one (source: oracle).
 *
 * @param bytes those that the table was read from
 */
export function ctabDefault(bytes: Uint8Array, constant: CtabConstant): Uint32Array | undefined {
  const { defaultOffset, registerCount, registerSet } = constant;
  const count = CTAB_REGISTER_SETS[registerSet] === 'b' ? registerCount : 4 * registerCount;
  if (defaultOffset === 0 || defaultOffset + 4 * count > bytes.byteLength) return undefined;
  return Uint32Array.from({ length: count }, (_, i) => u32At(bytes, defaultOffset + 4 * i));
}

class CtabReader {
  /** Structures by their offset; undefined while one is being read. */
  private structs: Map<number, CtabType | undefined> | undefined;
  private membersLeft: number;
  private charactersLeft: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly size: number,
    private readonly diagnostics: Diagnostics | undefined,
  ) {
    // No table that keeps its structures apart comes near these: they bound what overlapping ones cost.
    this.membersLeft = size;
    this.charactersLeft = 0x1_0000 + 8 * size;
  }

  table(): ConstantTable {
    const { bytes } = this;
    const creator = this.text(u32At(bytes, 4));
    const count = u32At(bytes, 12);
    const first = u32At(bytes, 16);
    const target = this.text(u32At(bytes, 24));
    const version = u32At(bytes, 8);
    const flags = u32At(bytes, 20);
    const constants: CtabConstant[] = [];
    const damage = this.constants(first, count, constants);
    return { creator, target, version, flags, count, constants, damage };
  }

  /** Reads constants into `constants`; what ended it before the last one. */
  private constants(first: number, count: number, constants: CtabConstant[]): ConstantTable['damage'] {
    const { bytes, size } = this;
    if (size < HEADER_SIZE) this.diagnostics?.report('DX2010', 0, size, { size });
    // Microsoft's reader wants a byte behind the last constant (source: oracle).
    if (count !== 0 && first + CONSTANT_SIZE * count >= size) {
      this.diagnostics?.report('DX2011', 12, 20, { count, size });
      return 'constants';
    }
    for (let i = 0; i < count; i++) {
      const at = first + CONSTANT_SIZE * i;
      const name = this.text(u32At(bytes, at));
      if (name === undefined) {
        this.diagnostics?.report('DX2012', at, at + 4, { index: i, size });
        return 'name';
      }
      const typeOffset = u32At(bytes, at + 12);
      if (typeOffset + TYPE_SIZE >= size) {
        this.diagnostics?.report('DX2013', at + 12, at + 16, { name, size });
        return 'type';
      }
      constants.push({
        name,
        registerSet: u16At(bytes, at + 4),
        registerIndex: u16At(bytes, at + 6),
        registerCount: u16At(bytes, at + 8),
        type: this.type(typeOffset, 0),
        defaultOffset: u32At(bytes, at + 16),
      });
    }
    return undefined;
  }

  /** The type at `offset`, which may run over the end of the table. */
  private type(offset: number, depth: number): CtabType {
    const { bytes } = this;
    const kind = u16At(bytes, offset);
    if (kind === CtabClass.struct) return this.struct(offset, depth);
    return {
      class: kind,
      type: u16At(bytes, offset + 2),
      rows: u16At(bytes, offset + 4),
      columns: u16At(bytes, offset + 6),
      elements: u16At(bytes, offset + 8),
      members: NO_MEMBERS,
      membersLost: false,
    };
  }

  /** A structure: read once, however many variables have it. */
  private struct(offset: number, depth: number): CtabType {
    const { bytes } = this;
    this.structs ??= new Map();
    const known = this.structs.get(offset);
    if (known !== undefined) return known;
    const cyclic = this.structs.has(offset) || depth >= MAX_TYPE_DEPTH;
    const count = u16At(bytes, offset + 10);
    if (!cyclic) this.structs.set(offset, undefined);
    const members = cyclic ? NO_MEMBERS : this.members(u32At(bytes, offset + 12), count, depth);
    const type: CtabType = {
      class: CtabClass.struct,
      type: u16At(bytes, offset + 2),
      rows: u16At(bytes, offset + 4),
      columns: u16At(bytes, offset + 6),
      elements: u16At(bytes, offset + 8),
      members,
      membersLost: count > 0 && members.length === 0,
    };
    if (!cyclic) this.structs.set(offset, type);
    return type;
  }

  private members(first: number, count: number, depth: number): readonly CtabMember[] {
    const { bytes, size } = this;
    const members: CtabMember[] = [];
    // One member is what Microsoft's reader makes sure of (source: oracle); we go no further than the table.
    const room = first + MEMBER_SIZE >= size ? 0 : Math.floor((size - first) / MEMBER_SIZE);
    for (let i = 0; i < Math.min(count, room) && this.membersLeft > 0; i++) {
      this.membersLeft--;
      const at = first + MEMBER_SIZE * i;
      members.push({ name: this.text(u32At(bytes, at)), type: this.type(u32At(bytes, at + 4), depth + 1) });
    }
    if (members.length < count) this.diagnostics?.report('DX2014', 0, size, { count, found: members.length });
    return members;
  }

  /** The string at `offset`; undefined outside the table. */
  private text(offset: number): string | undefined {
    if (offset === 0 || offset >= this.size) return undefined;
    const text = stringAt(this.bytes, offset, offset + this.charactersLeft);
    this.charactersLeft -= text.length;
    return text;
  }
}

const NO_MEMBERS: readonly CtabMember[] = [];
