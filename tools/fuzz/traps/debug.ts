/**
 * Worst cases of debug information: many lines, records that share sources, instructions whose records are not found.
 *
 * Not for: programs without it (programs.ts).
 */
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf, u16At, u32At, wordsOf } from '../../../src/base/words.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer } from '../../../src/container/write.ts';
import { DBUG_HEADER, DBUG_HEADER_SIZE } from '../../../src/debug/dbug/layout.ts';
import { parseMsf, serializeMsf } from '../../../src/debug/index.ts';
import { SDBG_HEADER, SDBG_HEADER_SIZE, SDBG_INSTRUCTION_SIZE } from '../../../src/debug/sdbg/view.ts';
import { openSpdb, STREAM } from '../../../src/debug/spdb/spdb.ts';
import { databases } from '../corpus.ts';
import { joined, longText, repeated, sm1Stream, sm4Container, type Trap } from './build.ts';
import { hasDebugInformation } from './checks.ts';

const TARGETS = ['disassemble', 'readDebugInformation', 'stripDebugInformation', 'scanShader', 'inspect'] as const;
type Names = (typeof TARGETS)[number];

const NOP = 0x0100_003a;
const LINES = 0xf2;

/** A shader of `nop` whose program database has `lines` records of lines; `offsetOf` gives where each begins. */
function withLines(size: number, offsetOf: (n: number, count: number) => number): Uint8Array {
  const container = readContainer(databases[0]!, new Diagnostics())!;
  const { data } = container.find(TAG.SPDB)!;
  const { dbi } = openSpdb(data, new Diagnostics())!;
  const { streams, blockSize } = parseMsf(data).value!;
  const module = dbi.modules.find(({ symbolBytes }) => symbolBytes > 4)!;
  const count = Math.floor(size / 3 / 8);
  const header = [LINES, 12 + 12 + 8 * count, 0, 1, 0x00ff_ffff, 0, count, 12 + 8 * count];
  const lines = new Uint32Array(2 * count);
  for (let n = 0; n < count; n++) lines.set([offsetOf(n, count), n + 1], 2 * n);
  const old = streams[module.stream]!;
  const end = module.symbolBytes + module.c11Bytes + module.c13Bytes;
  const stream = joined(old.subarray(0, end), header, lines, old.subarray(end));
  const table = streams[STREAM.dbi]!.slice();
  const view = new DataView(table.buffer);
  for (let at = 0; at + 14 <= table.byteLength; at += 2) {
    if (u16At(table, at) === module.stream && u32At(table, at + 2) === module.symbolBytes)
      view.setUint32(at + 10, module.c13Bytes + stream.byteLength - old.byteLength, true);
  }
  const [contribution] = dbi.contributions;
  for (let at = 0; at + 12 <= table.byteLength; at += 2)
    if (u32At(table, at) === contribution!.offset && u32At(table, at + 4) === contribution!.size)
      view.setUint32(at + 4, 0x00ff_ffff, true);
  const changed = streams.map((one, i) => (i === module.stream ? stream : i === STREAM.dbi ? table : one));
  const spdb = serializeMsf({ blockSize, streams: changed });
  const program = repeated(Math.floor(size / 3 / 4), [0x50, 0], [NOP]);
  program[1] = program.length;
  program[program.length - 1] = 0x0100_003e;
  return serializeContainer([
    { tag: TAG.SHEX, data: bytesOf(program) },
    { tag: TAG.SPDB, data: spdb },
  ]);
}

/** A token stream of `nop` with a comment DBUG of these words after its header. */
function withDbug(
  size: number,
  header: Partial<Record<keyof typeof DBUG_HEADER, number>>,
  payload: Uint8Array,
): Uint8Array {
  const words = new Uint32Array(DBUG_HEADER_SIZE >> 2);
  for (const [name, value] of Object.entries(header)) words[DBUG_HEADER[name as keyof typeof DBUG_HEADER] >> 2] = value;
  const comment = joined(words, payload);
  // A comment has 32767 DWORDs at most; its tables may lie after it.
  const length = Math.min(0x7fff, 1 + (comment.byteLength >> 2));
  const body = wordsOf(joined([((length << 16) | 0xfffe) >>> 0, 0x4755_4244], comment));
  return sm1Stream(0xffff_0300, repeated(size >> 2, [...body.subarray(0, size >> 3)], [0]));
}

/** A shader of `nop` with a chunk SDBG. */
function withSdbg(
  size: number,
  header: Partial<Record<keyof typeof SDBG_HEADER, readonly number[]>>,
  payload: Uint8Array,
): Uint8Array {
  const words = new Uint32Array(SDBG_HEADER_SIZE >> 2);
  for (const [name, values] of Object.entries(header))
    words.set(values, SDBG_HEADER[name as keyof typeof SDBG_HEADER] >> 2);
  words[SDBG_HEADER.size >> 2] = SDBG_HEADER_SIZE;
  return sm4Container(0x50, repeated(size >> 3, [], [NOP]), ['SDBG', joined(words, payload)]);
}

export const DEBUG_TRAPS: Readonly<Record<string, Trap<Names>>> = {
  'database with lines in order': {
    targets: TARGETS,
    check: hasDebugInformation('spdb'),
    build: (size) => withLines(size, (n) => 4 * n),
  },
  'database with lines in reverse': {
    targets: TARGETS,
    check: hasDebugInformation('spdb'),
    build: (size) => withLines(size, (n, count) => 4 * (count - n)),
  },
  'database with lines at one offset': {
    targets: TARGETS,
    check: hasDebugInformation('spdb'),
    build: (size) => withLines(size, () => 8),
  },
  'DBUG with many variables': {
    targets: TARGETS,
    check: hasDebugInformation('dbug'),
    build: (size) => withDbug(size, { variableCount: 0x7fff_ffff, variables: 40 }, new Uint8Array(size >> 2).fill(40)),
  },
  'DBUG with many lines': {
    targets: TARGETS,
    check: hasDebugInformation('dbug'),
    build: (size) =>
      withDbug(
        size,
        { lineCount: 0x7fff_ffff, lines: 40, fileCount: 0xffff, files: 40 },
        new Uint8Array(size >> 2).fill(1),
      ),
  },
  'DBUG with a long name': {
    targets: TARGETS,
    check: hasDebugInformation('dbug'),
    build: (size) => {
      const lines = new Uint32Array(0x2000);
      for (let n = 0; n < lines.length >> 1; n++) lines.set([(n & 1) * 0x1_0000 + n, n], 2 * n);
      const files = [40 + 4 * lines.length + 8, 40 + 4 * lines.length + 12];
      const header = { lineCount: lines.length >> 1, lines: 40, fileCount: 2, files: 40 + 4 * lines.length };
      return withDbug(size, header, joined(lines, files, longText(size >> 2)));
    },
  },
  'SDBG with records that are not found': {
    targets: TARGETS,
    check: hasDebugInformation('sdbg'),
    build: (size) =>
      withSdbg(
        size,
        { instructions: [Math.floor(size / 2 / SDBG_INSTRUCTION_SIZE), 0] },
        new Uint8Array(size >> 1).fill(0x77),
      ),
  },
  'SDBG with shared texts': {
    targets: TARGETS,
    check: hasDebugInformation('sdbg'),
    build: (size) => withSdbg(size, { tokens: [0xffff_ffff, 0], files: [0xffff_ffff, 0] }, longText(size >> 1)),
  },
  'SDBG with shared lists': {
    targets: TARGETS,
    check: hasDebugInformation('sdbg'),
    build: (size) =>
      withSdbg(
        size,
        { scopes: [0xffff_ffff, 0], variables: [0xffff_ffff, 0], instructions: [0xffff_ffff, 0] },
        new Uint8Array(size >> 1).fill(1),
      ),
  },
};
