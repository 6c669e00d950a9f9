/**
 * The bit-fields of every token of shader models 1 to 3, declared once: readers, writers, the validator (reserved bits),
 * the bit-level inspector and the generated documentation all use these.
 *
 * Source: the public Direct3D 9 shader code documents; where the oracle reads a field differently, the oracle.
 *
 * Not for: every kind of DWORD as a list (token-kinds.ts); what the fields mean (token-docs.ts).
 */
import { field } from '../../base/field.ts';

export { SM1_VERSION as Sm1VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction. */
export const Sm1InstructionToken = {
  opcode: field('opcode', 0, 16),
  controls: field('controls', 16, 8),
  length: field('length', 24, 4),
  predicated: field('predicated', 28, 1),
  reserved: field('reserved', 29, 1),
  coissue: field('co-issue', 30, 1),
  zero: field('instruction mark', 31, 1),
} as const;

/** A register that receives a result. */
export const Sm1DestinationToken = {
  number: field('register number', 0, 11),
  typeHigh: field('register type, bits 4:3', 11, 2),
  relative: field('relative', 13, 1),
  precision: field('minimum precision', 14, 2),
  mask: field('write mask', 16, 4),
  modifiers: field('result modifiers', 20, 4),
  shift: field('result shift', 24, 4),
  typeLow: field('register type, bits 2:0', 28, 3),
  mark: field('parameter mark', 31, 1),
} as const;

/** A register that is read: operands, predicates, labels and relative addresses alike. */
export const Sm1SourceToken = {
  number: field('register number', 0, 11),
  typeHigh: field('register type, bits 4:3', 11, 2),
  relative: field('relative', 13, 1),
  precision: field('minimum precision', 14, 2),
  swizzle: field('swizzle', 16, 8),
  modifier: field('source modifier', 24, 4),
  typeLow: field('register type, bits 2:0', 28, 3),
  mark: field('parameter mark', 31, 1),
} as const;

/** The register that an operand is relative to: a source token with fewer meaningful fields. */
export const Sm1RelativeToken = {
  number: field('register number', 0, 11),
  typeHigh: field('register type, bits 4:3', 11, 2),
  reserved13: field('reserved', 13, 3),
  swizzle: field('swizzle', 16, 8),
  reserved24: field('reserved', 24, 4),
  typeLow: field('register type, bits 2:0', 28, 3),
  mark: field('parameter mark', 31, 1),
} as const;

/** The predicate of a predicated instruction, after the destination. */
export const Sm1PredicateToken = {
  number: field('register number', 0, 11),
  typeHigh: field('register type, bits 4:3', 11, 2),
  reserved13: field('reserved', 13, 3),
  swizzle: field('swizzle', 16, 8),
  modifier: field('source modifier', 24, 4),
  typeLow: field('register type, bits 2:0', 28, 3),
  mark: field('parameter mark', 31, 1),
} as const;

/** The subroutine of `call`, `callnz` and `label`. */
export const Sm1LabelToken = {
  number: field('label number', 0, 11),
  typeHigh: field('register type, bits 4:3', 11, 2),
  reserved13: field('reserved', 13, 3),
  swizzle: field('swizzle', 16, 8),
  reserved24: field('reserved', 24, 4),
  typeLow: field('register type, bits 2:0', 28, 3),
  mark: field('parameter mark', 31, 1),
} as const;

/** The attribute DWORD of `dcl` for vertex inputs, pixel inputs by usage, and outputs. */
export const Sm1UsageToken = {
  usage: field('usage', 0, 5),
  reserved5: field('reserved', 5, 11),
  index: field('usage index', 16, 4),
  reserved20: field('reserved', 20, 11),
  mark: field('parameter mark', 31, 1),
} as const;

/** The attribute DWORD of `dcl` for samplers. */
export const Sm1SamplerToken = {
  reserved: field('reserved', 0, 27),
  textureType: field('texture type', 27, 4),
  mark: field('parameter mark', 31, 1),
} as const;

/** The attribute DWORD of `dcl` for pixel inputs of 2_x, vPos and vFace. */
export const Sm1PlainDclToken = {
  reserved: field('reserved', 0, 31),
  mark: field('parameter mark', 31, 1),
} as const;

/** A comment: data that no driver reads, such as a constant table. */
export const Sm1CommentToken = {
  opcode: field('opcode', 0, 16),
  length: field('length', 16, 15),
  zero: field('instruction mark', 31, 1),
} as const;

/** The end of the stream. */
export const Sm1EndToken = {
  opcode: field('opcode', 0, 16),
  reserved: field('reserved', 16, 16),
} as const;

/** A DWORD without bit-fields: a value of `def`, `defi` or `defb`, or a part of a comment. */
export const Sm1FloatToken = { value: field('value', 0, 32) } as const;
export const Sm1IntToken = { value: field('value', 0, 32) } as const;
export const Sm1BoolToken = { value: field('value', 0, 32) } as const;
export const Sm1CommentTagToken = { tag: field('tag', 0, 32) } as const;
export const Sm1CommentDataToken = { data: field('data', 0, 32) } as const;
export const Sm1TrailingToken = { value: field('value', 0, 32) } as const;

/** All five bits of D3DSPR_*, which destination and source tokens have in the same two fields. */
export function sm1RegisterType(token: number): number {
  return ((token >>> 28) & 7) | ((token >>> 8) & 0x18);
}
