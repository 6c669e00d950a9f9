/**
 * Code that the application runs to compute a state or an index: a table of the variables, literals and instructions,
 * which are comments for Direct3D 9 and a container for Direct3D 10 and 11. The value is lowered to the IR like one of
 * a shader.
 *
 * Not for: the instructions (expression-writer.ts), what shaders leave to the application (preshaders.ts).
 */
import { bytesOf, joinWords, wordsOf } from '../../base/words.ts';
import { TAG } from '../../container/tags.ts';
import { serializeContainer } from '../../container/write.ts';
import { FX2_EXPRESSION } from '../../effects/fx2/links.ts';
import type { Fx4Code } from '../../effects/fx4/model.ts';
import { Op } from '../../ir/ops.ts';
import { preshaderOperand } from '../../isa/preshader/code.ts';
import { PRESHADER_REGISTERS, type PreshaderGeneration } from '../../isa/preshader/opcodes.ts';
import { Sm1CommentTag, sm1Comment } from '../../isa/sm1/comments.ts';
import { SM1_END } from '../../isa/sm1/opcodes.ts';
import type { GlobalContext } from '../check/globals.ts';
import type { TypedExpression } from '../check/typed-tree.ts';
import { type LoweredExpression, lowerExpression } from '../lower/lower-source.ts';
import { BOOL, FLOAT, type NumericType, UINT, withScalar } from '../types/types.ts';
import { ExpressionConstants } from './expression-constants.ts';
import { type ExpressionParts, ExpressionWriter } from './expression-writer.ts';

/**
 * The code of a value; undefined for one that the application cannot compute.
 *
 * @param to the scalar that the state takes
 */
export function expressionCode4(
  { source, reporter }: GlobalContext,
  value: TypedExpression & { readonly type: NumericType },
  to: 'float' | 'bool' | 'uint',
  creator: string,
): Fx4Code | undefined {
  const scalar = { float: FLOAT, bool: BOOL, uint: UINT }[to].scalar;
  // Signed numbers are taken as they are.
  const isStored = value.type.scalar === scalar || (to === 'uint' && /int/.test(value.type.scalar));
  const type = withScalar(value.type, scalar);
  const { first, last } = value;
  const converted: TypedExpression = isStored ? value : { kind: 'convert', type, operand: value, first, last };
  const lowered = lowerExpression(source, reporter, converted);
  const parts = written(lowered, new ExpressionConstants(source, 2), 2, creator);
  return parts && { offset: 0, bytes: containerOf(parts) };
}

/** The code of a value of a state of Direct3D 9; undefined for one that the application cannot compute. */
export function expressionCode2(
  { source, reporter }: GlobalContext,
  value: TypedExpression & { readonly type: NumericType },
  creator: string,
): Uint8Array | undefined {
  const expression = lowerExpression(source, reporter, value, 1);
  const { rows, columns } = value.type;
  const { refs } = expression;
  // The columns of a matrix follow each other.
  const lowered = { ...expression, refs: refs.map((_, i) => refs[(i % rows) * columns + Math.trunc(i / rows)]!) };
  const parts = written(lowered, new ExpressionConstants(source, 1), 1, creator);
  const words = parts && expressionWords(FX2_EXPRESSION, parts);
  return words && bytesOf(words);
}

/**
 * The stream of comments that code of Direct3D 9 is; undefined where one is too long.
 *
 * @param version the first word
 * @param registers the payload of the comment that says which registers the code writes, which preshaders have
 */
export function expressionWords(
  version: number,
  { table, literals, instructions }: ExpressionParts,
  registers?: Uint32Array,
): Uint32Array | undefined {
  const comments = [
    sm1Comment(Sm1CommentTag.constantTable, wordsOf(table)),
    registers === undefined ? new Uint32Array(0) : sm1Comment(Sm1CommentTag.registers, registers),
    sm1Comment(Sm1CommentTag.literals, literals),
    sm1Comment(Sm1CommentTag.code, instructions),
  ];
  const header = Uint32Array.of(version);
  return comments.includes(undefined)
    ? undefined
    : joinWords([header, ...comments.map((one) => one!), Uint32Array.of(SM1_END)]);
}

/** The code that computes the values of an expression. */
function written(
  lowered: LoweredExpression,
  constants: ExpressionConstants,
  generation: PreshaderGeneration,
  creator: string,
): ExpressionParts | undefined {
  const writer = new ExpressionWriter(lowered, constants, generation);
  const operand = preshaderOperand(PRESHADER_REGISTERS.floatOutput.code, 0);
  return writer.write([{ refs: lowered.refs, operand }]) ? writer.parts(creator) : undefined;
}

function containerOf({ table, literals, instructions }: ExpressionParts): Uint8Array {
  return serializeContainer([
    { tag: TAG.CTAB, data: table },
    { tag: TAG.CLI4, data: bytesOf(literals) },
    { tag: TAG.FXLC, data: bytesOf(instructions) },
  ]);
}

/** The words of a value that depends on no variable; undefined for another one. */
export function constantWords({ source, reporter }: GlobalContext, value: TypedExpression): number[] | undefined {
  const { module, refs } = lowerExpression(source, reporter, value);
  const { ops } = module;
  if (refs.some((ref) => ops.code[ref] !== Op.const)) return undefined;
  return refs.map((ref) => ops.operand(ref, 0) >>> 0);
}
