/**
 * Where the listing of shader models 1 to 3 is not Microsoft's, because Microsoft's text says something else than the
 * shader, or could not be read by an assembler.
 */
import { bytesOf } from '../../base/words.ts';
import { Sm1CommentTag } from '../../isa/sm1/comments.ts';
import type { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { Difference } from '../differences.ts';

export interface Sm1Difference extends Difference {
  /**
   * Whether the instruction under the cursor is one; absent where it is no instruction. Microsoft may then also take other
   * words for its operands, so that the lines behind it differ as well: {@link walkDiffers}.
   */
  readonly meets?: (cursor: Sm1Cursor) => boolean;
  /** Microsoft reads the words of such an instruction otherwise. */
  readonly walkDiffers?: boolean;
}

function isPredicated(cursor: Sm1Cursor): boolean {
  return Sm1InstructionToken.predicated.test(cursor.token) && !cursor.isComment;
}

function hasNul({ words, literals, end }: Sm1Cursor): boolean {
  return bytesOf(words.subarray(literals + 1, end)).includes(0);
}

/** Both the address and the predicate are there, so that the two readings take the same words. */
function isPlainPredicate({ words, destinationRelative, predicate }: Sm1Cursor): boolean {
  return predicate >= 0 && Sm1SourceToken.mark.test(words[destinationRelative]!);
}

export const SM1_DIFFERENCES = {
  breakp: {
    what: 'break with a predicate',
    microsoft: 'break_sat_pp_centroid p0',
    ours: 'breakp p0.w',
    why: 'Microsoft writes its source as if it were a destination; no assembler reads that',
    meets: (cursor) => cursor.opcode === SM1_OPCODES.breakp.code,
  },
  predicateBehindRelative: {
    what: 'a predicated instruction whose destination is addressed relatively',
    microsoft: '(aL) mov o1[aL], r0',
    ours: '(!p0.y) mov o1[aL], r0',
    why: 'Microsoft takes the register of the address for the predicate, which is lost',
    meets: (cursor) => isPredicated(cursor) && cursor.destinationRelative >= 0 && isPlainPredicate(cursor),
  },
  predicateWithoutDestination: {
    what: 'a predicated declaration, or a predicated instruction without its destination or predicate (damaged shaders)',
    microsoft: '(v0.wwxx) dcl v0, v0.x',
    ours: 'dcl v0',
    why: 'Microsoft looks for the predicate in one fixed place and takes words of the next instruction for operands',
    meets: (cursor) =>
      isPredicated(cursor) &&
      (cursor.attributes >= 0 ||
        cursor.opcode === SM1_OPCODES.breakp.code ||
        (cursor.destination < 0 && cursor.wantsDestination) ||
        (cursor.destinationRelative >= 0 && !isPlainPredicate(cursor))),
    walkDiffers: true,
  },
  unterminatedText: {
    what: 'a text comment that is not ended by a NUL (damaged shaders)',
    microsoft: '// ABCD\\x01',
    ours: '// ABCD',
    why: 'Microsoft prints the bytes of the instructions behind it as well',
    meets: (cursor) => cursor.commentTag === Sm1CommentTag.text && !hasNul(cursor),
  },
  damagedConstantTable: {
    what: 'a constant table with offsets that lie outside (damaged shaders)',
    microsoft: '<invalid type offset>',
    ours: '// <invalid type offset>',
    why: 'the header is made of comments; this line would not be one',
  },
  preshaderWithoutCode: {
    what: 'a preshader without code (damaged shaders)',
    microsoft: 'Error: Texture shader assembly not found!    ps_2_0',
    ours: '    ps_2_0',
    why: 'the version line of the shader would be lost; a diagnostic tells it',
  },
} as const satisfies Record<string, Sm1Difference>;
