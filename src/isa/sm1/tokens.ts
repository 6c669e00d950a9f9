/**
 * The bit-fields of every token of shader models 1 to 3, declared once: readers, writers, the validator (reserved bits),
 * the bit-level inspector and the generated documentation all use these. The rule that a field serves stands behind it
 * (IT1, DP3, DCL4, ...: the ids of the format rules in docs).
 *
 * Source: the public Direct3D 9 shader code documents; where the oracle reads a field otherwise, the oracle.
 */
import { Field } from '../../base/field.ts';

export { SM1_VERSION as Sm1VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction. */
export const Sm1InstructionToken = {
  opcode: new Field('opcode', 0, 16, 'D3DSIO_* (IT1)'),
  controls: new Field('controls', 16, 8, 'of this opcode: a comparison, or projected and biased loads (IT2)'),
  length: new Field('length', 24, 4, 'from 2_0: DWORDs of the instruction, this token not counted; before: 0 (IT3)'),
  predicated: new Field('predicated', 28, 1, 'from 2_0: a predicate token belongs to the instruction (IT4)'),
  reserved: new Field('reserved', 29, 1, '0 (IT5)'),
  coissue: new Field('co-issue', 30, 1, 'pixel shaders before 2_0: runs together with the one before it (IT6)'),
  zero: new Field('instruction mark', 31, 1, '0: an instruction token; 1 marks parameter tokens (IT7)'),
} as const;

/** A register that receives a result. */
export const Sm1DestinationToken = {
  number: new Field('register number', 0, 11, 'offset in the register file (DP1)'),
  typeHigh: new Field('register type, bits 4:3', 11, 2, 'high bits of D3DSPR_* (DP2)'),
  relative: new Field('relative', 13, 1, 'vertex shaders from 3_0: addressed relative to a register (DP3)'),
  precision: new Field('minimum precision', 14, 2, 'level 9 shaders: 1 min16f, 2 min2_8f; elsewhere 0 (DP4)'),
  mask: new Field('write mask', 16, 4, 'x 1, y 2, z 4, w 8 (DP5)'),
  modifiers: new Field('result modifiers', 20, 4, '1 saturate, 2 partial precision, 4 centroid (DP6)'),
  shift: new Field('result shift', 24, 4, 'pixel shaders before 2_0: signed power of two (DP7)'),
  typeLow: new Field('register type, bits 2:0', 28, 3, 'low bits of D3DSPR_* (DP2)'),
  mark: new Field('parameter mark', 31, 1, '1 (DP8)'),
} as const;

/** A register that is read: operands, predicates, labels and relative addresses alike. */
export const Sm1SourceToken = {
  number: new Field('register number', 0, 11, 'offset in the register file'),
  typeHigh: new Field('register type, bits 4:3', 11, 2, 'high bits of D3DSPR_*'),
  relative: new Field('relative', 13, 1, 'addressed relative to a register; from 2_0 its token follows'),
  precision: new Field('minimum precision', 14, 2, 'level 9 shaders: 1 min16f, 2 min2_8f; elsewhere 0'),
  swizzle: new Field('swizzle', 16, 8, 'two bits for each of x, y, z, w: the component that is read'),
  modifier: new Field('source modifier', 24, 4, 'D3DSPSM_*'),
  typeLow: new Field('register type, bits 2:0', 28, 3, 'low bits of D3DSPR_*'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The register that an operand is relative to: a source token of which fewer fields mean something. */
export const Sm1RelativeToken = {
  number: new Field('register number', 0, 11, '0: a0 or aL'),
  typeHigh: new Field('register type, bits 4:3', 11, 2, 'high bits of D3DSPR_*'),
  reserved13: new Field('reserved', 13, 3, '0'),
  swizzle: new Field('swizzle', 16, 8, 'the one component that is added, four times'),
  reserved24: new Field('reserved', 24, 4, '0'),
  typeLow: new Field('register type, bits 2:0', 28, 3, 'low bits of D3DSPR_*'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The predicate of a predicated instruction; stands behind the destination. */
export const Sm1PredicateToken = {
  number: new Field('register number', 0, 11, '0: p0'),
  typeHigh: new Field('register type, bits 4:3', 11, 2, 'high bits of D3DSPR_PREDICATE'),
  reserved13: new Field('reserved', 13, 3, '0'),
  swizzle: new Field('swizzle', 16, 8, 'each component for itself, or one component for all'),
  modifier: new Field('source modifier', 24, 4, '0 or 13, not'),
  typeLow: new Field('register type, bits 2:0', 28, 3, 'low bits of D3DSPR_PREDICATE'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The subroutine of `call`, `callnz` and `label`. */
export const Sm1LabelToken = {
  number: new Field('label number', 0, 11, '0 to 15; to 2047 in software shaders'),
  typeHigh: new Field('register type, bits 4:3', 11, 2, 'high bits of D3DSPR_LABEL'),
  reserved13: new Field('reserved', 13, 3, '0'),
  swizzle: new Field('swizzle', 16, 8, 'the identity'),
  reserved24: new Field('reserved', 24, 4, '0'),
  typeLow: new Field('register type, bits 2:0', 28, 3, 'low bits of D3DSPR_LABEL'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The attribute DWORD of `dcl` for vertex inputs, pixel inputs by usage, and outputs (DCL3, DCL4, DCL7). */
export const Sm1UsageToken = {
  usage: new Field('usage', 0, 5, 'D3DDECLUSAGE; the listing reads its low four bits'),
  reserved5: new Field('reserved', 5, 11, '0'),
  index: new Field('usage index', 16, 4, 'TEXCOORD 0-7, COLOR 0 in pixel shaders'),
  reserved20: new Field('reserved', 20, 11, '0'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The attribute DWORD of `dcl` for samplers (DCL1). */
export const Sm1SamplerToken = {
  reserved: new Field('reserved', 0, 27, '0'),
  textureType: new Field('texture type', 27, 4, 'D3DSAMPLER_TEXTURE_TYPE'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The attribute DWORD of `dcl` for pixel inputs of 2_x, vPos and vFace (DCL2, DCL5, DCL6). */
export const Sm1PlainDclToken = {
  reserved: new Field('reserved', 0, 31, '0'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** A comment: data that no driver reads, such as a constant table. */
export const Sm1CommentToken = {
  opcode: new Field('opcode', 0, 16, '0xfffe'),
  length: new Field('length', 16, 15, 'DWORDs that follow'),
  zero: new Field('instruction mark', 31, 1, '0'),
} as const;

/** The end of the stream. */
export const Sm1EndToken = {
  opcode: new Field('opcode', 0, 16, '0xffff'),
  reserved: new Field('reserved', 16, 16, '0'),
} as const;

/** All five bits of D3DSPR_*, which destination and source tokens keep in the same two places. */
export function sm1RegisterType(token: number): number {
  return ((token >>> 28) & 7) | ((token >>> 8) & 0x18);
}
