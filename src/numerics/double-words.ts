/**
 * A float64 and its two words in the same bytes: put a number into `doubles[0]` and read `words`, or the other way
 * round.
 *
 * Not for: values that must survive a call; every function of this directory uses them.
 */
export const doubles = new Float64Array(1);
export const words = new Uint32Array(doubles.buffer);
/** The index of the low word, which depends on the order of bytes of the machine. */
export const LOW = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;
export const HIGH = 1 - LOW;
