/**
 * Every kind of DWORD that a stream of shader models 1 to 3 can have, with the rules that its fields serve (IT1, DP3,
 * DCL4, ...: the ids of the format rules in docs/tokens-sm1.md). Inspection, validation of reserved bits, documentation
 * and tests use it.
 *
 * Not for: readers and writers, which use the fields themselves (tokens.ts); documentation of kinds and fields
 * (token-docs.ts).
 */
import type { FieldUse, TokenKindRow } from '../../base/explained.ts';
import type { Field } from '../../base/field.ts';
import { Sm1Version } from '../../base/profile.ts';
import type { Sm1VersionRange } from './opcodes.ts';
import * as tokens from './tokens.ts';

/** Ids of the format rules that fields serve. DCL8 and DCL9 concern entire shaders, IT8 the runtime. */
export type Sm1FormatRule = `IT${1 | 2 | 3 | 4 | 5 | 6 | 7 | 10}` | `DP${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | Sm1DclRule;
export type Sm1DclRule = `DCL${1 | 2 | 3 | 4 | 5 | 6 | 7}`;

/** The facts about a field other than its bits. */
export interface Sm1FieldUse extends FieldUse<Sm1FormatRule> {
  /** The versions of each stage in which it has a meaning; in all others it is 0. Absent: all versions. */
  readonly used?: { readonly vs?: Sm1VersionRange; readonly ps?: Sm1VersionRange };
}

export type Sm1TokenKindRow = TokenKindRow<Sm1FieldUse>;

/** A row whose uses name fields that it has. */
function kind<const Fields extends Readonly<Record<string, Field>>>(
  title: string,
  fields: Fields,
  uses?: Readonly<Partial<Record<keyof Fields, Sm1FieldUse>>>,
): { title: string; fields: Fields; uses: Readonly<Record<string, Sm1FieldUse>> } {
  return { title, fields, uses: (uses ?? {}) as Readonly<Record<string, Sm1FieldUse>> };
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

/** Rules of an empty attribute DWORD. */
const unusedBits = (rule: Sm1DclRule) => ({ reserved: { rule, fixed: 0 }, mark: { rule, fixed: 1 } }) as const;

/** Every kind of DWORD that a stream can have: inspector, documentation and tests derive from these rows. */
export const SM1_TOKEN_KINDS = {
  version: kind('version', tokens.Sm1VersionToken),
  instruction: kind('instruction', tokens.Sm1InstructionToken, {
    opcode: { rule: 'IT1' },
    controls: { rule: 'IT2' },
    length: { rule: 'IT3', used: { vs: FROM_2_0, ps: FROM_2_0 } },
    predicated: { rule: 'IT4', used: { vs: FROM_2_0, ps: FROM_2_0 } },
    reserved: { rule: 'IT5', fixed: 0 },
    coissue: { rule: 'IT6', used: { ps: UNTIL_1_4 } },
    zero: { rule: 'IT7', fixed: 0 },
  }),
  destination: kind('destination', tokens.Sm1DestinationToken, {
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
  source: kind('source', tokens.Sm1SourceToken, {
    relative: { used: { vs: EVER, ps: FROM_3_0 } },
    precision: ZERO,
    mark: MARK,
  }),
  relative: kind('relative address', tokens.Sm1RelativeToken, {
    reserved13: ZERO,
    reserved24: ZERO,
    mark: MARK,
  }),
  predicate: kind('predicate', tokens.Sm1PredicateToken, { reserved13: ZERO, mark: MARK }),
  label: kind('label', tokens.Sm1LabelToken, {
    reserved13: ZERO,
    reserved24: ZERO,
    mark: MARK,
  }),
  dclSampler: kind('dcl of a sampler', tokens.Sm1SamplerToken, {
    reserved: { rule: 'DCL1', fixed: 0 },
    textureType: { rule: 'DCL1' },
    mark: { rule: 'DCL1', fixed: 1 },
  }),
  dclInput: kind('dcl of an input', tokens.Sm1OtherDclToken, unusedBits('DCL2')),
  dclVertexInput: kind('dcl of a vertex input', tokens.Sm1UsageToken, usageUses('DCL3')),
  dclPixelInput: kind('dcl of an input by usage', tokens.Sm1UsageToken, usageUses('DCL4')),
  dclFace: kind('dcl of vFace', tokens.Sm1OtherDclToken, unusedBits('DCL5')),
  dclPosition: kind('dcl of vPos', tokens.Sm1OtherDclToken, unusedBits('DCL6')),
  dclOutput: kind('dcl of an output', tokens.Sm1UsageToken, usageUses('DCL7')),
  float: kind('float', tokens.Sm1FloatToken),
  int: kind('integer', tokens.Sm1IntToken),
  bool: kind('boolean', tokens.Sm1BoolToken),
  comment: kind('comment', tokens.Sm1CommentToken, { zero: ZERO }),
  commentTag: kind('tag of a comment', tokens.Sm1CommentTagToken),
  commentData: kind('data of a comment', tokens.Sm1CommentDataToken),
  end: kind('end', tokens.Sm1EndToken, { reserved: ZERO }),
  trailing: kind('trailing', tokens.Sm1TrailingToken),
} as const satisfies Readonly<Record<string, Sm1TokenKindRow>>;

export type Sm1TokenKind = keyof typeof SM1_TOKEN_KINDS;
