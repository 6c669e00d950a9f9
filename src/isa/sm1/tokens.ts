/**
 * The bit-fields of every token of shader models 1 to 3, declared once: readers, writers, the validator (reserved bits),
 * the bit-level inspector and the generated documentation all use these. {@link SM1_TOKEN_KINDS} lists every kind of token
 * with the rules that its fields serve (IT1, DP3, DCL4, ...: the ids of the format rules in docs/tokens-sm1.md).
 *
 * Source: the public Direct3D 9 shader code documents; where the oracle reads a field otherwise, the oracle.
 */
import type { FieldUse, TokenKindRow } from '../../base/explained.ts';
import { Field } from '../../base/field.ts';
import { SM1_VERSION } from '../../base/profile.ts';
import { Sm1Version, type Sm1VersionRange } from './opcodes.ts';

export { SM1_VERSION as Sm1VersionToken } from '../../base/profile.ts';

/** The first DWORD of every instruction. */
export const Sm1InstructionToken = {
  opcode: new Field('opcode', 0, 16, 'D3DSIO_*'),
  controls: new Field('controls', 16, 8, 'of this opcode: a comparison, or projected and biased loads'),
  length: new Field('length', 24, 4, 'from 2_0: DWORDs of the instruction, this token not counted; before: 0'),
  predicated: new Field('predicated', 28, 1, 'from 2_0: a predicate token belongs to the instruction'),
  reserved: new Field('reserved', 29, 1, '0'),
  coissue: new Field('co-issue', 30, 1, 'pixel shaders before 2_0: runs together with the one before it'),
  zero: new Field('instruction mark', 31, 1, '0: an instruction token; 1 marks parameter tokens'),
} as const;

/** A register that receives a result. */
export const Sm1DestinationToken = {
  number: new Field('register number', 0, 11, 'offset in the register file'),
  typeHigh: new Field('register type, bits 4:3', 11, 2, 'high bits of D3DSPR_*'),
  relative: new Field(
    'relative',
    13,
    1,
    'vertex shaders from 3_0: addressed relative to a register, whose token follows',
  ),
  precision: new Field('minimum precision', 14, 2, 'level 9 shaders: 1 min16f, 2 min2_8f; elsewhere 0'),
  mask: new Field('write mask', 16, 4, 'x 1, y 2, z 4, w 8'),
  modifiers: new Field('result modifiers', 20, 4, '1 saturate, 2 partial precision, 4 centroid'),
  shift: new Field('result shift', 24, 4, 'pixel shaders before 2_0: signed power of two'),
  typeLow: new Field('register type, bits 2:0', 28, 3, 'low bits of D3DSPR_*'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** A register that is read: operands, predicates, labels and relative addresses alike. */
export const Sm1SourceToken = {
  number: new Field('register number', 0, 11, 'offset in the register file'),
  typeHigh: new Field('register type, bits 4:3', 11, 2, 'high bits of D3DSPR_*'),
  relative: new Field(
    'relative',
    13,
    1,
    'addressed relative to a register: in vs_1_1 to a0.x, from 2_0 to that of the token that follows',
  ),
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

/** The attribute DWORD of `dcl` for vertex inputs, pixel inputs by usage, and outputs. */
export const Sm1UsageToken = {
  usage: new Field('usage', 0, 5, 'D3DDECLUSAGE; the listing reads its low four bits'),
  reserved5: new Field('reserved', 5, 11, '0'),
  index: new Field('usage index', 16, 4, 'TEXCOORD 0-7, COLOR 0 in pixel shaders'),
  reserved20: new Field('reserved', 20, 11, '0'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The attribute DWORD of `dcl` for samplers. */
export const Sm1SamplerToken = {
  reserved: new Field('reserved', 0, 27, '0'),
  textureType: new Field('texture type', 27, 4, 'D3DSAMPLER_TEXTURE_TYPE'),
  mark: new Field('parameter mark', 31, 1, '1'),
} as const;

/** The attribute DWORD of `dcl` for pixel inputs of 2_x, vPos and vFace. */
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

/** A DWORD that is no set of bits: a value of `def`, `defi` or `defb`, or a part of a comment. */
export const Sm1FloatToken = { value: new Field('value', 0, 32, 'a float32') } as const;
export const Sm1IntToken = { value: new Field('value', 0, 32, 'a signed integer') } as const;
export const Sm1BoolToken = { value: new Field('value', 0, 32, '0 false, anything else true') } as const;
export const Sm1CommentTagToken = { tag: new Field('tag', 0, 32, 'four characters: what the comment holds') } as const;
export const Sm1CommentDataToken = { data: new Field('data', 0, 32, 'as the tag says') } as const;
export const Sm1TrailingToken = { value: new Field('value', 0, 32, 'behind the end: no reader looks at it') } as const;

/** Ids of the format rules that fields serve. DCL8 and DCL9 speak of whole shaders, IT8 of the runtime. */
export type Sm1FormatRule = `IT${1 | 2 | 3 | 4 | 5 | 6 | 7 | 10}` | `DP${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | Sm1DclRule;
export type Sm1DclRule = `DCL${1 | 2 | 3 | 4 | 5 | 6 | 7}`;

/** What is known about a field besides its bits. */
export interface Sm1FieldUse extends FieldUse<Sm1FormatRule> {
  /** The versions of each stage in which it means something: in all others it is 0. Absent: everywhere. */
  readonly used?: { readonly vs?: Sm1VersionRange; readonly ps?: Sm1VersionRange };
}

export type Sm1TokenKindRow = TokenKindRow<Sm1FieldUse>;

/** A row whose uses name fields that it has. */
function kind<const Fields extends Readonly<Record<string, Field>>>(
  title: string,
  doc: string,
  fields: Fields,
  uses?: Readonly<Partial<Record<keyof Fields, Sm1FieldUse>>>,
): { title: string; doc: string; fields: Fields; uses: Readonly<Record<string, Sm1FieldUse>> } {
  return { title, doc, fields, uses: (uses ?? {}) as Readonly<Record<string, Sm1FieldUse>> };
}

const EVER = { since: Sm1Version.v1_1, until: Sm1Version.v3_sw };
const FROM_2_0 = { since: Sm1Version.v2_0, until: Sm1Version.v3_sw };
const FROM_3_0 = { since: Sm1Version.v3_0, until: Sm1Version.v3_sw };
const UNTIL_1_4 = { since: Sm1Version.v1_1, until: Sm1Version.v1_4 };
const ZERO: Sm1FieldUse = { fixed: 0 };
const MARK: Sm1FieldUse = { fixed: 1 };

/** Rules of the attribute DWORD of a `dcl` by usage. */
const usageUses = (rule: Sm1DclRule) =>
  ({
    usage: { rule },
    reserved5: { rule, fixed: 0 },
    index: { rule },
    reserved20: { rule, fixed: 0 },
    mark: { rule, fixed: 1 },
  }) as const;

/** Rules of an attribute DWORD in which nothing stands. */
const plainUses = (rule: Sm1DclRule) => ({ reserved: { rule, fixed: 0 }, mark: { rule, fixed: 1 } }) as const;

/** Every kind of DWORD that a stream can have: inspector, documentation and tests derive from these rows. */
export const SM1_TOKEN_KINDS = {
  version: kind('version', 'the first DWORD of a stream', SM1_VERSION),
  instruction: kind('instruction', 'the first DWORD of every instruction', Sm1InstructionToken, {
    opcode: { rule: 'IT1' },
    controls: { rule: 'IT2' },
    length: { rule: 'IT3', used: { vs: FROM_2_0, ps: FROM_2_0 } },
    predicated: { rule: 'IT4', used: { vs: FROM_2_0, ps: FROM_2_0 } },
    reserved: { rule: 'IT5', fixed: 0 },
    coissue: { rule: 'IT6', used: { ps: UNTIL_1_4 } },
    zero: { rule: 'IT7', fixed: 0 },
  }),
  destination: kind('destination', 'the register that receives the result', Sm1DestinationToken, {
    number: { rule: 'DP1' },
    typeHigh: { rule: 'DP2' },
    relative: { rule: 'DP3', used: { vs: FROM_3_0 } },
    precision: { rule: 'DP4', fixed: 0 },
    mask: { rule: 'DP5' },
    modifiers: { rule: 'DP6' },
    shift: { rule: 'DP7', used: { ps: UNTIL_1_4 } },
    typeLow: { rule: 'DP2' },
    mark: { rule: 'DP8', fixed: 1 },
  }),
  source: kind('source', 'a register that is read; samplers and conditions, too', Sm1SourceToken, {
    relative: { used: { vs: EVER, ps: FROM_3_0 } },
    precision: ZERO,
    mark: MARK,
  }),
  relative: kind('relative address', 'from 2_0 behind an operand that is addressed relatively', Sm1RelativeToken, {
    reserved13: ZERO,
    reserved24: ZERO,
    mark: MARK,
  }),
  predicate: kind(
    'predicate',
    'behind the destination of a predicated instruction, or in its place; the operand of breakp',
    Sm1PredicateToken,
    { reserved13: ZERO, mark: MARK },
  ),
  label: kind('label', 'the subroutine of call, callnz and label', Sm1LabelToken, {
    reserved13: ZERO,
    reserved24: ZERO,
    mark: MARK,
  }),
  dclSampler: kind('dcl of a sampler', 'pixel shaders from 2_0, vertex shaders from 3_0', Sm1SamplerToken, {
    reserved: { rule: 'DCL1', fixed: 0 },
    textureType: { rule: 'DCL1' },
    mark: { rule: 'DCL1', fixed: 1 },
  }),
  dclInput: kind('dcl of an input', 'colours and texture coordinates of ps_2_x', Sm1PlainDclToken, plainUses('DCL2')),
  dclVertexInput: kind('dcl of a vertex input', 'vertex shaders', Sm1UsageToken, usageUses('DCL3')),
  dclPixelInput: kind('dcl of an input by usage', 'pixel shaders from 3_0', Sm1UsageToken, usageUses('DCL4')),
  dclFace: kind('dcl of vFace', 'pixel shaders from 3_0', Sm1PlainDclToken, plainUses('DCL5')),
  dclPosition: kind('dcl of vPos', 'pixel shaders from 3_0', Sm1PlainDclToken, plainUses('DCL6')),
  dclOutput: kind('dcl of an output', 'vertex shaders from 3_0', Sm1UsageToken, usageUses('DCL7')),
  float: kind('float', 'four values of def', Sm1FloatToken),
  int: kind('integer', 'four values of defi', Sm1IntToken),
  bool: kind('boolean', 'the value of defb', Sm1BoolToken),
  comment: kind('comment', 'in front of data that no driver reads', Sm1CommentToken, { zero: ZERO }),
  commentTag: kind('tag of a comment', 'the first DWORD of a comment', Sm1CommentTagToken),
  commentData: kind('data of a comment', 'behind the tag', Sm1CommentDataToken),
  end: kind('end', 'the last DWORD of a stream', Sm1EndToken, { reserved: ZERO }),
  trailing: kind('trailing', 'behind the end', Sm1TrailingToken),
} as const satisfies Readonly<Record<string, Sm1TokenKindRow>>;

export type Sm1TokenKind = keyof typeof SM1_TOKEN_KINDS;

/** All five bits of D3DSPR_*, which destination and source tokens keep in the same two places. */
export function sm1RegisterType(token: number): number {
  return ((token >>> 28) & 7) | ((token >>> 8) & 0x18);
}
