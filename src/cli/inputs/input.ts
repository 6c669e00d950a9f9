/** An input of a verb: what finds, reads and works on inputs passes along. */

/** An input of a verb. */
export interface Input {
  /** Its path, or `-` for standard input. */
  readonly file: string;
  /** It was found in a directory, where the files that the verb has no use for are skipped. */
  readonly found: boolean;
  /**
   * Its path below the directory that was named, or below the part of a pattern before the first wildcard. An output directory gets
   * the same tree. Undefined for a file that was named.
   */
  readonly below?: string;
  /** It is a pipe, a device or the like, which may never end. */
  readonly isSpecial?: true;
  /** It is a part of another input, which is searched with that one. */
  readonly isPart?: true;
  /** Why it cannot be read, if that is already known. */
  readonly unreadable?: string;
}
