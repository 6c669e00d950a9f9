/** What a language says about words of memory: how they are reached, and which operations are atomic. */

/** How a language reaches the words of a variable. */
export interface MemoryTexts {
  readonly name: string;
  /** Words of the whole array. */
  readonly length: string;
  readonly read: (index: string) => string;
  /** A statement that writes a word, without its semicolon. */
  readonly write: (index: string, value: string) => string;
  /** What atomic operations take. */
  readonly atomic: (index: string) => string;
}

/** Operations that languages have as functions, or write with comparing and exchanging. */
export type AtomicOperation = 'add' | 'and' | 'or' | 'xor' | 'umin' | 'umax' | 'exchange' | 'imin' | 'imax' | 'compare';
