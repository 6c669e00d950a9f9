/**
 * Remembers operand tokens that were judged and found right, so that the same ones are not judged again: programs have few different
 * ones. Only what was accepted is remembered, and only where the verdict follows from the token and the demand alone.
 *
 * Not for: the rules (rules/form/operand-forms.ts), or the numbers in indices, which stand behind the token.
 */

/** How many are remembered, a power of two; one that falls into a place in use takes it. */
const PLACES = 512;
const NO_CONSTRAINT = -1;
/** An odd number with bits all over, so that the product's high bits depend on all bits of the factor. */
const SPREAD = 0x9e37_79b1;
const SHIFT = Math.clz32(PLACES) + 1;

export class OperandCache {
  readonly #tokens = new Int32Array(PLACES);
  readonly #constraints = new Int32Array(PLACES).fill(NO_CONSTRAINT);

  has(token: number, constraint: number): boolean {
    const place = placeOf(token, constraint);
    return this.#tokens[place] === token && this.#constraints[place] === constraint;
  }

  add(token: number, constraint: number): void {
    const place = placeOf(token, constraint);
    this.#tokens[place] = token;
    this.#constraints[place] = constraint;
  }
}

function placeOf(token: number, constraint: number): number {
  return Math.imul(Math.imul(constraint, SPREAD) ^ token, SPREAD) >>> SHIFT;
}
