/** Memory words in the source of a language: how they are accessed, and which operations are atomic. */

/** How a language reaches the words of a variable. */
export interface MemoryTexts {
  readonly name: string;
  /** The length of the array in words. */
  readonly length: string;
  readonly read: (index: string) => string;
  /** A statement that writes a word, without its semicolon. */
  readonly write: (index: string, value: string) => string;
  /** The argument of atomic operations for a word. */
  readonly atomic: (index: string) => string;
}

/** Operations that languages have as functions, or write with comparing and exchanging. */
export type AtomicOperation = 'add' | 'and' | 'or' | 'xor' | 'umin' | 'umax' | 'exchange' | 'imin' | 'imax' | 'compare';
