/**
 * The decompressors of the search itself: no host has LZMA, and the packages that do unpack everything at once.
 *
 * Not for: what hosts have (codecs.ts); LZ4 and LZX, which only readers use.
 */
import type { BuiltinCodecs } from './codecs.ts';
import { unpackLzma, unpackLzma2 } from './lzma/streams.ts';
import { unpackXz } from './lzma/xz.ts';

export const BUILTIN_CODECS: BuiltinCodecs = { lzma: unpackLzma, lzma2: unpackLzma2, xz: unpackXz };
