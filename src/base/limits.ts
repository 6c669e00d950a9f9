/**
 * Hard limits for untrusted input, far above what compilers write. A reader that reaches one stops and reports it,
 * regardless of the counts in the file.
 */

/** Levels of nested operands (`r[r[r[..]]]`); the token format itself allows one. */
export const MAX_OPERAND_NESTING = 4;

/** Levels of nested types in RDEF and CTAB (structures in structures); Microsoft's printer crashes before 1,000. */
export const MAX_TYPE_DEPTH = 512;

export const MAX_CHUNKS = 4096;

/** Arrays of numbers in one C source. */
export const MAX_C_ARRAYS = 4096;

/** Bytes of a file to list: the listing with its markup must fit into one string of any engine. */
export const MAX_LISTING_INPUT = 2 ** 24;

/** Diagnostics about one chunk; one more reports that others are left out. */
export const MAX_CHUNK_DIAGNOSTICS = 64;

/** Characters of one listing. A type that contains itself in several ways could otherwise fill a disk. */
export const MAX_LISTING_LENGTH = 2 ** 27;

/** Diagnostics of one input; one more reports that others are left out. */
export const MAX_DIAGNOSTICS = 1000;

/** Diagnostics of the validator about one token stream, and of an assembler about one text. */
export const MAX_VALIDATION_DIAGNOSTICS = 2 ** 16;

/** Levels of nested includes, with the first file (Microsoft's limit). */
export const MAX_INCLUDE_DEPTH = 32;

/** Characters of all files that one text includes. */
export const MAX_INCLUDED_LENGTH = 2 ** 24;

/** Includes of one text; a file counts each time. */
export const MAX_INCLUDES = 2 ** 16;

/** Tokens that macros add to one text, besides those for its length: nested macros grow exponentially. */
export const MAX_MACRO_TOKENS = 2 ** 21;

/** Tokens that macros add to a text for each of its characters. */
export const MACRO_TOKENS_OF_CHARACTER = 4;

/** Levels of macro calls in arguments of macro calls. */
export const MAX_MACRO_CALLS = 1000;

/** Levels of parentheses in the expression of a condition. */
export const MAX_CONDITION_DEPTH = 1000;

/** Entries read of class linkage and of function tables: in damaged files, lists may share bytes. */
export const MAX_LINKAGE_ENTRIES = 2 ** 21;

/** Parameters, ranges and samplers read of one root signature: in damaged files, tables may share ranges. */
export const MAX_ROOT_SIGNATURE_RECORDS = 2 ** 16;

/** Levels of members in members that are searched for shaders. */
export const MAX_MEMBER_DEPTH = 16;

/** Members of one source that are searched for shaders. */
export const MAX_MEMBERS = 2 ** 24;

/** Bytes of one unpacked member that are in memory; a larger one is unpacked as it is read. */
export const MAX_MEMBER_BYTES = 2 ** 28;

/** How often a member that is larger than {@link MAX_MEMBER_BYTES} is unpacked from its beginning. */
export const MAX_UNPACK_PASSES = 16;

/** Bytes of all members of one source that are unpacked, if the source is large enough for the next two. */
export const MAX_UNPACKED_BYTES = 2 ** 40;

/**
 * Bytes of all members that are unpacked of a source of any size; others have {@link MAX_LARGE_RATIO} times their size.
 */
export const UNPACKED_ALLOWANCE = 2 ** 30;

/** How many times larger than its compressed bytes an unpacked member may be, beyond {@link UNPACK_ALLOWANCE}. */
export const MAX_UNPACK_RATIO = 1100;

/** The limit of the ratio beyond {@link MAX_MEMBER_BYTES}: archives that are so large have different files. */
export const MAX_LARGE_RATIO = 256;

/**
 * Bytes that are unpacked of compressed streams in a file of unknown format: so many times its size, and {@link
 * UNPACK_ALLOWANCE}.
 */
export const STREAMED_FACTOR = 8;

/** Bytes that are read for these streams: so many times the size of the file, and {@link UNPACKED_ALLOWANCE}. */
export const STREAM_READS_FACTOR = 16;

/** Bytes that members may share with others: so many times the size of the source, and the allowance. */
export const SHARED_FACTOR = 16;
export const SHARED_ALLOWANCE = 2 ** 24;

/** Bytes that any member may unpack to. */
export const UNPACK_ALLOWANCE = 2 ** 24;

/** Bytes of a shader that is searched for; the largest known have less than a tenth. */
export const MAX_FOUND_SHADER = 2 ** 26;

/** Bytes of a token stream of shader model 1-3 that is carved. */
export const MAX_CARVED_STREAM = 2 ** 20;

/** Bytes of one texture of the interpreter, all its mipmaps, layers and samples. */
export const MAX_TEXTURE_BYTES = 2 ** 28;

/** Texels of a 1D or 2D texture in a direction, of a 3D texture, and layers of an array (limits of Direct3D 11). */
export const MAX_TEXTURE_SIZE = 16384;
export const MAX_TEXTURE_3D_SIZE = 2048;
export const MAX_TEXTURE_LAYERS = 2048;

/**
 * Levels of regions in regions of the intermediate form. Direct3D allows 64 of flow control in a function; functions
 * are inlined up to this depth.
 */
export const MAX_IR_NESTING = 512;

/** Rows of all arrays of one module: each phase of a hull shader may have the 4096 of Direct3D. */
export const MAX_IR_ROWS = 2 ** 19;

/** Registers of a range of inputs or outputs that is indexed; Direct3D has 32. */
export const MAX_IR_RANGE = 64;

/** Operations of one module, removed ones included. */
export const MAX_IR_OPS = 2 ** 22;

/** Operations of one function of the intermediate form after others were inlined, and all that are copied for it. */
export const MAX_INLINED_OPS = 2 ** 17;

/** Rows of immediate constants up to which passes add tables: every target supports as many. */
export const MAX_TABLE_ROWS = 1024;

/** Parameters and results of constructs for IR arrays that are promoted to values: components times constructs. */
export const MAX_PROMOTED_VALUES = 2 ** 16;

/** Bytes of all buffers and textures of a job. */
export const MAX_JOB_BYTES = 2 ** 31;

/** Characters of the text of a job. */
export const MAX_JOB_LENGTH = 2 ** 28;

/** Levels of lists and objects in a job. */
export const MAX_JOB_NESTING = 64;

/** Levels of blocks in the text of a translation: targets allow 127, and functions and their entry have some. */
export const MAX_EMITTED_NESTING = 120;

/** Registers of a range that a translation selects one by one. */
export const MAX_SELECTED_REGISTERS = 64;
