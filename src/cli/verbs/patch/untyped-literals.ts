/**
 * Literals of instructions that move bits, such as `mov`: a listing shows small integers as integers and other words as floats, and
 * people type what they see.
 */
import { SM4_OPCODES, type Sm4OpcodeRow } from '../../../isa/sm4/opcodes.ts';
import { type ConstantValue, ShaderEditError, type ShaderLiteral } from '../../../shader/index.ts';

/** Words up to this far from zero are listed as integers (source: oracle). */
const MAX_INTEGER = 10_000;

/**
 * Returns the values for a literal as they are meant.
 *
 * @param list the values as they were typed
 * @throws ShaderEditError where the value may be an integer or a float
 */
export function meantValues(literal: ShaderLiteral, values: readonly ConstantValue[], list: string): ConstantValue[] {
  const texts = list.split(',').map((text) => text.trim());
  const rows: Readonly<Record<string, Sm4OpcodeRow>> = SM4_OPCODES;
  const isInteger = texts.map((text) => /^[-+]?0*[1-9]\d*$/.test(text));
  if (rows[literal.mnemonic]?.literals !== 'untyped' || literal.type !== 'float' || !isInteger.includes(true))
    return [...values];
  if (literal.words.some((word) => Math.abs(word | 0) > MAX_INTEGER)) return [...values];
  if (literal.words.every((word) => word === 0)) {
    const text = texts[isInteger.indexOf(true)]!;
    throw new ShaderEditError(
      'setLiteral',
      `a 0 in ${literal.mnemonic} may be a float or an integer; write ${text}.0 for a float, 0x${(Number(text) >>> 0).toString(16)} for an integer`,
    );
  }
  return values.map((value, index) => (isInteger[index] ? { word: Number(value) >>> 0 } : value));
}
