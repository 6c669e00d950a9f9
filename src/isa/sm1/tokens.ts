/**
 * The bit-fields of every token of shader models 1 to 3, declared once: readers, writers, the validator (reserved
 * bits), the bit-level inspector and the generated documentation all use these.
 *
 * Source: the public Direct3D 9 shader code documents; where the oracle reads a field differently, the oracle.
 *
 * Not for: every kind of DWORD as a list (token-kinds.ts); what the fields mean (token-docs.ts).
 */
import { fields } from '../../base/field.ts';

export { SM1_VERSION as Sm1VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction. */
export const Sm1InstructionToken = /* @__PURE__ */ fields({
  opcode: [0, 16],
  controls: [16, 8],
  length: [24, 4],
  predicated: [28, 1],
  reserved: [29, 1],
  coissue: [30, 1, 'co-issue'],
  zero: [31, 1, 'instruction mark'],
});

/** A register that receives a result. */
export const Sm1DestinationToken = /* @__PURE__ */ fields({
  number: [0, 11, 'register number'],
  typeHigh: [11, 2, 'register type, bits 4:3'],
  relative: [13, 1],
  precision: [14, 2, 'minimum precision'],
  mask: [16, 4, 'write mask'],
  modifiers: [20, 4, 'result modifiers'],
  shift: [24, 4, 'result shift'],
  typeLow: [28, 3, 'register type, bits 2:0'],
  mark: [31, 1, 'parameter mark'],
});

/** A register that is read: operands, predicates, labels and relative addresses alike. */
export const Sm1SourceToken = /* @__PURE__ */ fields({
  number: [0, 11, 'register number'],
  typeHigh: [11, 2, 'register type, bits 4:3'],
  relative: [13, 1],
  precision: [14, 2, 'minimum precision'],
  swizzle: [16, 8],
  modifier: [24, 4, 'source modifier'],
  typeLow: [28, 3, 'register type, bits 2:0'],
  mark: [31, 1, 'parameter mark'],
});

/** The register that an operand is relative to: a source token with fewer meaningful fields. */
export const Sm1RelativeToken = /* @__PURE__ */ fields({
  number: [0, 11, 'register number'],
  typeHigh: [11, 2, 'register type, bits 4:3'],
  reserved13: [13, 3, 'reserved'],
  swizzle: [16, 8],
  reserved24: [24, 4, 'reserved'],
  typeLow: [28, 3, 'register type, bits 2:0'],
  mark: [31, 1, 'parameter mark'],
});

/** The predicate of a predicated instruction, after the destination. */
export const Sm1PredicateToken = /* @__PURE__ */ fields({
  number: [0, 11, 'register number'],
  typeHigh: [11, 2, 'register type, bits 4:3'],
  reserved13: [13, 3, 'reserved'],
  swizzle: [16, 8],
  modifier: [24, 4, 'source modifier'],
  typeLow: [28, 3, 'register type, bits 2:0'],
  mark: [31, 1, 'parameter mark'],
});

/** The subroutine of `call`, `callnz` and `label`. */
export const Sm1LabelToken = /* @__PURE__ */ fields({
  number: [0, 11, 'label number'],
  typeHigh: [11, 2, 'register type, bits 4:3'],
  reserved13: [13, 3, 'reserved'],
  swizzle: [16, 8],
  reserved24: [24, 4, 'reserved'],
  typeLow: [28, 3, 'register type, bits 2:0'],
  mark: [31, 1, 'parameter mark'],
});

/** The attribute DWORD of `dcl` for vertex inputs, pixel inputs by usage, and outputs. */
export const Sm1UsageToken = /* @__PURE__ */ fields({
  usage: [0, 5],
  reserved5: [5, 11, 'reserved'],
  index: [16, 4, 'usage index'],
  reserved20: [20, 11, 'reserved'],
  mark: [31, 1, 'parameter mark'],
});

/** The attribute DWORD of `dcl` for samplers. */
export const Sm1SamplerToken = /* @__PURE__ */ fields({
  reserved: [0, 27],
  textureType: [27, 4],
  mark: [31, 1, 'parameter mark'],
});

/** The attribute DWORD of `dcl` for pixel inputs of 2_x, vPos and vFace. */
export const Sm1OtherDclToken = /* @__PURE__ */ fields({
  reserved: [0, 31],
  mark: [31, 1, 'parameter mark'],
});

/** A comment: data that no driver reads, such as a constant table. */
export const Sm1CommentToken = /* @__PURE__ */ fields({
  opcode: [0, 16],
  length: [16, 15],
  zero: [31, 1, 'instruction mark'],
});

export const Sm1EndToken = /* @__PURE__ */ fields({
  opcode: [0, 16],
  reserved: [16, 16],
});

/** A DWORD without bit-fields: a value of `def`, `defi` or `defb`, or a part of a comment. */
export const Sm1FloatToken = /* @__PURE__ */ fields({ value: [0, 32] });
export const Sm1IntToken = /* @__PURE__ */ fields({ value: [0, 32] });
export const Sm1BoolToken = /* @__PURE__ */ fields({ value: [0, 32] });
export const Sm1CommentTagToken = /* @__PURE__ */ fields({ tag: [0, 32] });
export const Sm1CommentDataToken = /* @__PURE__ */ fields({ data: [0, 32] });
export const Sm1TrailingToken = /* @__PURE__ */ fields({ value: [0, 32] });

/** All five bits of D3DSPR_*, which destination and source tokens have in the same two fields. */
export function sm1RegisterType(token: number): number {
  return ((token >>> 28) & 7) | ((token >>> 8) & 0x18);
}
