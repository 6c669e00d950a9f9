/** The meanings of the token fields of shader models 1 to 3. Not for: the positions of their bits (tokens.ts). */
import { documented, type Field } from '../../base/field.ts';
import { PreshaderToken } from '../preshader/code.ts';
import * as tokens from './tokens.ts';

export const SM1_FIELD_DOCS: ReadonlyMap<Field, string> = new Map([
  ...documented(tokens.Sm1VersionToken, {
    minor: 'minor version: 1 in 2_x, 255 in 2_sw and 3_sw',
    major: 'major version',
    stage: '0xfffe vertex, 0xffff pixel; 0x4c56, 0x4c50 in functions of libraries',
  }),
  ...documented(tokens.Sm1InstructionToken, {
    opcode: 'D3DSIO_*',
    controls: 'of this opcode: a comparison, or projected and biased loads',
    length: 'from 2_0: DWORDs of the instruction, this token not counted; before: 0',
    predicated: 'from 2_0: a predicate token belongs to the instruction',
    reserved: '0',
    coissue: 'pixel shaders before 2_0: runs together with the one before it',
    zero: '0: an instruction token; 1 marks parameter tokens',
  }),
  ...documented(tokens.Sm1DestinationToken, {
    number: 'offset in the register file',
    typeHigh: 'high bits of D3DSPR_*',
    relative: 'vertex shaders from 3_0: addressed relative to a register, whose token follows',
    precision: 'level 9 shaders: 1 min16f, 2 min2_8f; elsewhere 0',
    mask: 'x 1, y 2, z 4, w 8',
    modifiers: '1 saturate, 2 partial precision, 4 centroid',
    shift: 'pixel shaders before 2_0: signed power of two',
    typeLow: 'low bits of D3DSPR_*',
    mark: '1',
  }),
  ...documented(tokens.Sm1SourceToken, {
    number: 'offset in the register file',
    typeHigh: 'high bits of D3DSPR_*',
    relative: 'addressed relative to a register: in vs_1_1 to a0.x, from 2_0 to that of the token that follows',
    precision: 'level 9 shaders: 1 min16f, 2 min2_8f; elsewhere 0',
    swizzle: 'two bits for each of x, y, z, w: the component that is read',
    modifier: 'D3DSPSM_*',
    typeLow: 'low bits of D3DSPR_*',
    mark: '1',
  }),
  ...documented(tokens.Sm1RelativeToken, {
    number: '0: a0 or aL',
    typeHigh: 'high bits of D3DSPR_*',
    reserved13: '0',
    swizzle: 'the one component that is added, four times',
    reserved24: '0',
    typeLow: 'low bits of D3DSPR_*',
    mark: '1',
  }),
  ...documented(tokens.Sm1PredicateToken, {
    number: '0: p0',
    typeHigh: 'high bits of D3DSPR_PREDICATE',
    reserved13: '0',
    swizzle: 'each component for itself, or one component for all',
    modifier: '0 or 13, not',
    typeLow: 'low bits of D3DSPR_PREDICATE',
    mark: '1',
  }),
  ...documented(tokens.Sm1LabelToken, {
    number: '0 to 15; to 2047 in software shaders',
    typeHigh: 'high bits of D3DSPR_LABEL',
    reserved13: '0',
    swizzle: 'the identity',
    reserved24: '0',
    typeLow: 'low bits of D3DSPR_LABEL',
    mark: '1',
  }),
  ...documented(tokens.Sm1UsageToken, {
    usage: 'D3DDECLUSAGE; the listing reads its low four bits',
    reserved5: '0',
    index: 'TEXCOORD 0-7, COLOR 0 in pixel shaders',
    reserved20: '0',
    mark: '1',
  }),
  ...documented(tokens.Sm1SamplerToken, {
    reserved: '0',
    textureType: 'D3DSAMPLER_TEXTURE_TYPE',
    mark: '1',
  }),
  ...documented(tokens.Sm1OtherDclToken, {
    reserved: '0',
    mark: '1',
  }),
  ...documented(tokens.Sm1CommentToken, {
    opcode: '0xfffe',
    length: 'DWORDs that follow',
    zero: '0',
  }),
  ...documented(tokens.Sm1EndToken, {
    opcode: '0xffff',
    reserved: '0',
  }),
  ...documented(tokens.Sm1FloatToken, {
    value: 'a float32',
  }),
  ...documented(tokens.Sm1IntToken, {
    value: 'a signed integer',
  }),
  ...documented(tokens.Sm1BoolToken, {
    value: '0 false, anything else true',
  }),
  ...documented(tokens.Sm1CommentTagToken, {
    tag: 'four characters: what the comment holds',
  }),
  ...documented(tokens.Sm1CommentDataToken, {
    data: 'as the tag says',
  }),
  ...documented(tokens.Sm1TrailingToken, {
    value: 'after the end; ignored by readers',
  }),
  ...documented(PreshaderToken, {
    components: 'how many components are computed',
    opcode: 'operation; its high four bits count the kinds of operands',
    scalar: 'the first operand is one component, used for all',
  }),
]);
