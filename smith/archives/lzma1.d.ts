/**
 * Types of the package lzma1, whose own are TypeScript that the settings of this project do not compile
 * (tsconfig.node.json).
 */

/** The bytes of a .lzma file. */
export function decompress(file: Uint8Array): Uint8Array;
/** A .lzma file. */
export function compress(bytes: Uint8Array): Uint8Array;
