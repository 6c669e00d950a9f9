/**
 * The structures of a DBUG comment: a header, the names of files, one record for each instruction that comes from a
 * line, and the variables with what instructions write into them. All offsets count bytes from the header, which
 * follows the tag; those of instructions count from the version token (source: oracle, which writes them when it
 * compiles and assembles and prints them in listings).
 *
 * Not for: reading (dbug.ts) or writing (../../assemble/sm1/debug-info.ts).
 */
/** Offsets in the header, in bytes. */
export const DBUG_HEADER = {
  /** Bytes of the header, {@link DBUG_HEADER_SIZE}; no reader uses it. */
  size: 0,
  /** Offset of the compiler's name. */
  creator: 4,
  /** 0 in all known files. */
  reserved: 8,
  fileCount: 12,
  /** Offset of one offset a file: that of its name. */
  files: 16,
  lineCount: 20,
  lines: 24,
  variableCount: 28,
  variables: 32,
  /** Offset of the name of the compiled function; 0 where there is none. */
  entryPoint: 36,
} as const;
export const DBUG_HEADER_SIZE = 40;

/** An instruction that comes from a line. */
export const DBUG_LINE = {
  /** 16 bits. */
  line: 0,
  /** 16 bits: index of the file, {@link DBUG_NO_FILE} for what the compiler adds. */
  file: 2,
  /** Bytes from the version token to the instruction. */
  offset: 4,
} as const;
export const DBUG_LINE_SIZE = 8;
export const DBUG_NO_FILE = 0xffff;

export const DBUG_VARIABLE = {
  /** Offset of the name of the function whose parameter it is; 0 for other variables. */
  scope: 0,
  name: 4,
  /** Offset of a type as constant tables have them. */
  type: 8,
  writeCount: 12,
  writes: 16,
} as const;
export const DBUG_VARIABLE_SIZE = 20;

/** Components of a variable that an instruction writes. */
export const DBUG_WRITE = {
  /** Index of the instruction in the records of lines. */
  line: 0,
  /**
   * For each component of the destination 16 bits: which component of the variable it holds, or {@link
   * DBUG_NO_ELEMENT}.
   */
  elements: 4,
} as const;
export const DBUG_WRITE_SIZE = 12;
export const DBUG_NO_ELEMENT = 0xffff;
