/**
 * Worst cases of containers: chunks that share bytes, tables that share records, names that share characters.
 *
 * Not for: what is in the chunks of programs (programs.ts) and of debug information (debug.ts).
 */
import { bytesOf } from '../../../src/base/words.ts';
import { HEADER_SIZE } from '../../../src/container/dxbc.ts';
import { writeChecksum } from '../../../src/container/write.ts';
import { joined, longText, oneChunk, type Trap, tagOf } from './build.ts';
import { hasChunks, hasConstants } from './checks.ts';

const TARGETS = [
  'disassemble',
  'reflect',
  'inspect',
  'validateSm4',
  'scanShader',
  'chunks',
  'container',
  'openShader',
] as const;
type Names = (typeof TARGETS)[number];

/** Tags whose chunks have tables, names or programs. */
const TAGS =
  'RDEF ISGN OSG5 PCSG STAT SFI0 IFCE RTS0 Aon9 LIBF LIBH LFS0 PSV0 RDAT DXIL ILDN SHEX CTAB CLI4 FXLC SDBG'.split(' ');
/** Bytes that the many directory entries of {@link sameChunk} need. */
const MANY = 4096;

/** A container whose directory names one chunk 4096 times. */
function sameChunk(size: number, tag: string, payload: Uint8Array): Uint8Array {
  const start = HEADER_SIZE + 4 * MANY;
  const complete = joined(
    [tagOf('DXBC'), 0, 0, 0, 0, 1, size, MANY],
    new Uint32Array(MANY).fill(start),
    [tagOf(tag), payload.byteLength],
    payload,
  );
  new DataView(complete.buffer).setUint32(24, complete.byteLength, true);
  writeChecksum(complete);
  return complete;
}

const filled = (size: number, word: number) => bytesOf(new Uint32Array(size >> 2).fill(word));

const patterns: [string, Trap<Names>][] = TAGS.flatMap((tag) => [
  ...[0, 1, 28, 0x100].map((word): [string, Trap<Names>] => [
    `chunk ${tag} of words ${word}`,
    { targets: TARGETS, check: hasChunks(tag), build: (size) => oneChunk(tag, filled(size, word)) },
  ]),
  [
    `chunk ${tag} many times`,
    { targets: TARGETS, check: hasChunks(tag, MANY), build: (size) => sameChunk(size, tag, filled(size, 36)) },
  ],
]);

/** A table of records after a header, then a text of half the size that all of them name. */
function named(
  size: number,
  header: (count: number, text: number) => number[],
  record: (text: number) => number[],
): Uint8Array {
  const headerSize = 4 * header(0, 0).length;
  const words = record(0).length;
  const count = Math.floor(size / 2 / (4 * words));
  const text = headerSize + 4 * words * count;
  const table = new Uint32Array(words * count);
  for (let i = 0; i < count; i++) table.set(record(text), i * words);
  return joined(header(count, text), bytesOf(table), longText(size >> 1));
}

export const CONTAINER_TRAPS: Readonly<Record<string, Trap<Names | 'constantTable' | 'rootSignature' | 'validate'>>> = {
  ...Object.fromEntries(patterns),
  'names of bindings': {
    targets: TARGETS,
    check: hasChunks('RDEF'),
    build: (size) =>
      oneChunk(
        'RDEF',
        named(
          size,
          (count, text) => [0, 28, count, 28, 0xffff_0400, 0, text],
          (text) => [text, 2, 5, 4, 0, 0, 1, 0],
        ),
      ),
  },
  'names of buffers': {
    targets: TARGETS,
    check: hasChunks('RDEF'),
    build: (size) =>
      oneChunk(
        'RDEF',
        named(
          size,
          (count, text) => [count, 28, 0, 28, 0xffff_0400, 0, text],
          (text) => [text, 0, 28, 16, 0, 0],
        ),
      ),
  },
  'buffers that share variables': {
    targets: TARGETS,
    check: hasChunks('RDEF'),
    build: (size) =>
      oneChunk(
        'RDEF',
        named(
          size,
          (count, text) => [count, 28, 0, 28, 0xffff_0400, 0, text],
          (text) => [text, 0xffff, 28, 16, 0, 0],
        ),
      ),
  },
  'names of elements': {
    targets: TARGETS,
    check: hasChunks('ISGN'),
    build: (size) =>
      oneChunk(
        'ISGN',
        named(
          size,
          (count) => [count, 8],
          (text) => [text, 0, 0, 3, 0, 0xf0f],
        ),
      ),
  },
  'names of constants': {
    targets: ['constantTable'],
    check: hasConstants(1000),
    build: (size) =>
      named(
        size,
        (count, text) => [28, text, 0xffff_0300, count, 28, 0, text, 1, 0x0001_0001, 0x0001, 0],
        (text) => [text, 2, 1, 28, 0],
      ),
  },
  'default values of constants': {
    targets: ['constantTable'],
    check: hasConstants(1000),
    build: (size) =>
      named(
        size,
        (count, text) => [28, text, 0xffff_0300, count, 44, 0, text, (3 << 16) | 1, 0x0004_0004, 0xffff, 0],
        (text) => [text, 2, 0x4000, 28, 44],
      ),
  },
  'parameters of root signatures': {
    targets: ['rootSignature', 'validate', 'disassemble'],
    check: hasChunks('RTS0'),
    build: (size) =>
      oneChunk(
        'RTS0',
        named(
          size,
          (count) => [1, count, 24, 0, 0, 0],
          () => [0, 0, 24],
        ),
      ),
  },
};
