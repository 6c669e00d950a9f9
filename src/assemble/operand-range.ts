/**
 * Where an operand is in a line of assembly, for diagnostics of the validators, which know its number only.
 *
 * Not for: reading operands. A text that the assemblers do not read has no result that means anything.
 */

/**
 * The characters of operand `operand` (from 1) in `text`; undefined when there is none.
 *
 * @param from the offset at which the operands begin
 */
export function operandRange(text: string, from: number, operand: number): readonly [number, number] | undefined {
  let start = from;
  let depth = 0;
  let number = 1;
  for (let at = from; at <= text.length; at++) {
    const character = text[at] ?? ',';
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    if (at < text.length && (character !== ',' || depth > 0)) continue;
    const end = text.slice(0, at).trimEnd().length;
    if (number === operand) return end > start ? [start, end] : undefined;
    number++;
    start = at + 1;
    while (text[start] === ' ' || text[start] === '\t') start++;
  }
  return undefined;
}
