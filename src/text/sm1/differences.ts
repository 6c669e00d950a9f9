/**
 * The cases in which the listing of shader models 1 to 3 is not Microsoft's, because Microsoft's text differs from the
 * shader or cannot be assembled.
 */
import { bytesOf } from '../../base/words.ts';
import { Sm1CommentTag } from '../../isa/sm1/comments.ts';
import type { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { SM1_OPCODES } from '../../isa/sm1/opcodes.ts';
import { Sm1InstructionToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { Difference } from '../differences.ts';

export interface Sm1Difference extends Difference {
  /**
   * Whether the instruction at the cursor is such a case; absent when the case is not an instruction. Microsoft may
   * also read other words as its operands, so that the lines after it differ as well: {@link walkDiffers}.
   */
  readonly meets?: (cursor: Sm1Cursor) => boolean;
  /** Whether Microsoft reads the words of such an instruction differently. */
  readonly walkDiffers?: boolean;
}

function isPredicated(cursor: Sm1Cursor): boolean {
  return Sm1InstructionToken.predicated.test(cursor.token) && !cursor.isComment;
}

function hasNul({ words, literals, end }: Sm1Cursor): boolean {
  return bytesOf(words.subarray(literals + 1, end)).includes(0);
}

/** Whether both the address and the predicate exist, so that both readings use the same words. */
function hasAddressAndPredicate({ words, destinationRelative, predicate }: Sm1Cursor): boolean {
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
    why: 'Microsoft reads the register of the address as the predicate, which is lost',
    meets: (cursor) => isPredicated(cursor) && cursor.destinationRelative >= 0 && hasAddressAndPredicate(cursor),
  },
  predicateWithoutDestination: {
    what: 'a predicated declaration, or a predicated instruction without its destination or predicate (damaged shaders)',
    microsoft: '(v0.wwxx) dcl v0, v0.x',
    ours: 'dcl v0',
    why: 'Microsoft expects the predicate at a fixed position and reads words of the next instruction as operands',
    meets: (cursor) =>
      isPredicated(cursor) &&
      (cursor.attributes >= 0 ||
        cursor.opcode === SM1_OPCODES.breakp.code ||
        (cursor.destination < 0 && cursor.wantsDestination) ||
        (cursor.destinationRelative >= 0 && !hasAddressAndPredicate(cursor))),
    walkDiffers: true,
  },
  unterminatedText: {
    what: 'a text comment that is not ended by a NUL (damaged shaders)',
    microsoft: '// ABCD\\x01',
    ours: '// ABCD',
    why: 'Microsoft prints the bytes of the instructions after it as well',
    meets: (cursor) => cursor.commentTag === Sm1CommentTag.text && !hasNul(cursor),
  },
  damagedConstantTable: {
    what: 'a constant table with offsets outside the table (damaged shaders)',
    microsoft: '<invalid type offset>',
    ours: '// <invalid type offset>',
    why: 'the header consists of comments; this line would not be one',
  },
  preshaderWithoutCode: {
    what: 'a preshader without code (damaged shaders)',
    microsoft: 'Error: Texture shader assembly not found!    ps_2_0',
    ours: '    ps_2_0',
    why: 'the version line of the shader would be lost; a diagnostic reports the damage',
  },
} as const satisfies Record<string, Sm1Difference>;
