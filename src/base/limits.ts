/**
 * Hard caps for untrusted input: whatever a file claims, no reader goes beyond these. Each is far above what any
 * compiler produces; a reader that meets one stops and says so.
 */

/** Levels of nested operands (`r[r[r[..]]]`); the token format itself allows one. */
export const MAX_OPERAND_NESTING = 4;

/** Levels of nested types in RDEF and CTAB (structures in structures); Microsoft's printer crashes before 1,000. */
export const MAX_TYPE_DEPTH = 512;

/** Chunks of one container. */
export const MAX_CHUNKS = 4096;

/** Arrays of numbers in one C source. */
export const MAX_C_ARRAYS = 4096;

/** Bytes of a file that a listing is made of: its text, markup included, must fit into one string of any engine. */
export const MAX_LISTING_INPUT = 2 ** 24;

/** Diagnostics about one chunk; after them one last one says that there are more. */
export const MAX_CHUNK_DIAGNOSTICS = 64;

/** Characters of one listing. A few bytes of a type that occurs in itself in many ways could otherwise fill a disk. */
export const MAX_LISTING_LENGTH = 2 ** 27;

/** Diagnostics of one input; one more says that there are others. */
export const MAX_DIAGNOSTICS = 1000;

/** Findings of the validator in one token stream, and diagnostics of one assembly text, that are kept. */
export const MAX_VALIDATION_DIAGNOSTICS = 2 ** 16;

/** Levels of files that include each other, the first one counted (Microsoft's number). */
export const MAX_INCLUDE_DEPTH = 32;

/** Characters of all files that one text includes. */
export const MAX_INCLUDED_LENGTH = 2 ** 24;

/** Files that one text includes, each time counted. */
export const MAX_INCLUDES = 2 ** 16;

/** Tokens that macros bring into one text, besides those for its length: macros of macros of macros grow without end. */
export const MAX_MACRO_TOKENS = 2 ** 21;

/** Tokens that macros bring into a text for each of its characters. */
export const MACRO_TOKENS_OF_CHARACTER = 4;

/** Levels of macro calls in arguments of macro calls. */
export const MAX_MACRO_CALLS = 1000;

/** Levels of parentheses in the expression of a condition. */
export const MAX_CONDITION_DEPTH = 1000;

/** Entries of lists that are read of class linkage, and of a program's function tables: those of damaged ones may share their bytes. */
export const MAX_LINKAGE_ENTRIES = 2 ** 21;

/** Parameters, ranges and samplers that are read of one root signature; tables of a damaged one may share their ranges. */
export const MAX_ROOT_SIGNATURE_RECORDS = 2 ** 16;
