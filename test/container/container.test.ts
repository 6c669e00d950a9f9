/** The directory of a DXBC container, its digest, and the readers of its chunks, mostly on what lies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { containerOf, wordBytes } from '../../smith/bytes.ts';
import { containerText } from '../../smith/checks/print.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { MAX_CHUNK_DIAGNOSTICS } from '../../src/base/limits.ts';
import { bytesOf, latin1Bytes } from '../../src/base/words.ts';
import { readAon9 } from '../../src/chunks/aon9.ts';
import { readIfce } from '../../src/chunks/ifce.ts';
import { readLfs0, readLibh } from '../../src/chunks/library.ts';
import { readRdef } from '../../src/chunks/rdef.ts';
import { readSfi0 } from '../../src/chunks/sfi0.ts';
import { readSignature } from '../../src/chunks/signature.ts';
import { readStat } from '../../src/chunks/stat.ts';
import { computeChecksum, verifyChecksum } from '../../src/container/digest.ts';
import { CHUNK_HEADER_SIZE, type Container, HEADER_SIZE, readContainer } from '../../src/container/dxbc.ts';
import { pickChunks } from '../../src/container/shader-chunks.ts';
import { listingStyle } from '../../src/text/options.ts';

const RECORDED = 'fixtures/recorded';
const sample = (name: string): Uint8Array => new Uint8Array(readFileSync(join(RECORDED, name)));

/** The reports of reading and printing `bytes`, as `code start..end`. */
function reports(bytes: Uint8Array): string[] {
  const diagnostics = new Diagnostics();
  const container = readContainer(bytes, diagnostics);
  if (container !== undefined) containerText(container, listingStyle(), diagnostics);
  return diagnostics.list.map(({ code, span }) => `${code} ${span.start}..${span.end}`);
}

/** `bytes` with the DWORD at `offset` replaced and the digest repaired. */
function edited(bytes: Uint8Array, edits: Readonly<Record<number, number>>): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const [offset, value] of Object.entries(edits)) view.setUint32(Number(offset), value, true);
  copy.set(bytesOf(computeChecksum(copy)), 4);
  return copy;
}

function only(tag: string, payload: Uint8Array): { container: Container; diagnostics: Diagnostics } {
  const diagnostics = new Diagnostics();
  return { container: readContainer(containerOf({ [tag]: payload }), diagnostics)!, diagnostics };
}

/** Where the payload of the first chunk of such a container begins. */
const FIRST_PAYLOAD = HEADER_SIZE + 4 + CHUNK_HEADER_SIZE;

describe('the directory', () => {
  const two = containerOf({ AAAA: wordBytes(1, 2), BBBB: wordBytes(3) });
  const codes = (bytes: Uint8Array): string[] => {
    const diagnostics = new Diagnostics();
    readContainer(bytes, diagnostics);
    return diagnostics.list.map(({ code, span }) => `${code} ${span.start}..${span.end}`);
  };

  test('of a whole container: every chunk, nothing to report', () => {
    const diagnostics = new Diagnostics();
    const container = readContainer(two, diagnostics)!;
    expect(diagnostics.list).toEqual([]);
    expect(container.chunks.map(({ name, offset, data }) => [name, offset, data.byteLength])).toEqual([
      ['AAAA', 40, 8],
      ['BBBB', 56, 4],
    ]);
    expect(container.digest).toBe('retail');
  });

  test('without a header', () => {
    expect(codes(two.subarray(0, 31))).toEqual(['DX1001 0..31']);
    expect(codes(latin1Bytes('DXBX'.padEnd(40)))).toEqual(['DX1001 0..40']);
  });

  test('that says more bytes than there are', () => {
    expect(codes(edited(two, { 24: 1000 }))).toEqual(['DX1002 24..28']);
    // Parts that are missing because the file is cut off are not reported again: the table, chunks, the digest.
    for (let size = HEADER_SIZE; size < two.byteLength; size++)
      expect(codes(two.subarray(0, size)), `${size} bytes`).toEqual(['DX1002 24..28']);
    expect(codes(edited(two, { 24: 1000, [HEADER_SIZE]: 2000 }))).toEqual(['DX1002 24..28', 'DX1005 32..36']);
  });

  test('that says fewer bytes than its header has', () => {
    expect(codes(edited(two, { 24: 3 }))).toEqual(['DX1002 24..28']);
  });

  test('with a wrong digest', () => {
    const wrong = two.slice();
    wrong[5]! ^= 1;
    expect(codes(wrong)).toEqual(['DX1003 4..20']);
  });

  test('with more chunks than bytes', () => {
    const list = codes(edited(two, { 28: 0xffff_ffff }));
    expect(list[0]).toBe('DX1004 28..32');
    expect(list.length).toBeLessThan(12);
  });

  test('with a chunk outside, and one in the header', () => {
    expect(codes(edited(two, { 32: 0xffff_fff0 }))).toEqual(['DX1005 32..36']);
    expect(codes(edited(two, { 36: 8 }))).toEqual(['DX1005 36..40']);
  });

  test('with a chunk that says more bytes than are left', () => {
    expect(codes(edited(two, { 60: 5 }))).toEqual(['DX1006 60..64']);
  });

  test('with chunks on top of each other', () => {
    expect(codes(edited(two, { 36: 40 }))).toEqual(['DX1007 40..56']);
    expect(codes(edited(two, { 32: 32 }))[0]).toMatch(/^DX100[67] /);
  });

  test('of another version', () => {
    expect(codes(edited(two, { 20: 2 }))).toEqual(['DX1009 20..24']);
  });

  test('whose first chunk is itself', () => {
    // A library function that is the library again: containers in containers end somewhere.
    const loop = edited(containerOf({ LIBF: new Uint8Array(64) }), {});
    const self = loop.slice();
    self.set(loop.subarray(0, 64), FIRST_PAYLOAD);
    expect(reports(self).length).toBeLessThan(40);
  });
});

describe('the digest', () => {
  test('of every length, against the padding done word by word', () => {
    for (const size of [32, 63, 75, 76, 83, 84, 139, 140, 148, 1000]) {
      const bytes = new Uint8Array(size).map((_, i) => i * 7);
      bytes.set(latin1Bytes('DXBC'));
      for (const kind of ['retail', 'debug'] as const) {
        bytes.set(bytesOf(computeChecksum(bytes, kind)), 4);
        expect(verifyChecksum(bytes).kind).toBe(kind);
        // Unaligned bytes give the same.
        const moved = new Uint8Array(size + 1);
        moved.set(bytes, 1);
        expect(verifyChecksum(moved.subarray(1)).kind).toBe(kind);
      }
    }
  });

  test('of a shader with debug messages is the debug one', () => {
    expect(verifyChecksum(sample('headers-pixel.printed.ps_5_0.bin')).kind).toBe('debug');
  });
});

describe('what is damaged', () => {
  const samples = [
    'interfaces.main.ps_5_0.bin',
    'headers-level-9.surface.ps_4_0_level_9_1.bin',
    'headers-libraries.lib_4_0_level_9_1.bin',
  ];
  const found = samples.map(sample);

  test('cut off after every byte: no exception, bounded time', { tags: 'slow' }, () => {
    for (const container of found) {
      for (let size = 0; size < container.byteLength; size++) {
        expect(reports(container.subarray(0, size)).length).toBeGreaterThan(0);
      }
    }
  });

  test('every DWORD as large as can be, or zero: no exception, bounded time', { tags: 'slow' }, () => {
    for (const container of found) {
      for (let at = HEADER_SIZE; at + 4 <= container.byteLength; at += 4) {
        reports(edited(container, { [at]: 0xffff_ffff }));
        reports(edited(container, { [at]: 0 }));
        reports(edited(container, { [at]: container.byteLength >>> 1 }));
      }
    }
  });
});

describe('readers of chunks', () => {
  test.each([
    ['RDEF', readRdef],
    ['ISGN', readSignature],
    ['IFCE', readIfce],
    ['Aon9', readAon9],
    ['LIBH', readLibh],
    ['LFS0', readLfs0],
  ] as const)('%s: an empty payload is no chunk at all', (tag, read) => {
    const { container, diagnostics } = only(tag, new Uint8Array(0));
    expect(read(container, container.chunks[0]!, diagnostics)).toBeUndefined();
    expect(diagnostics.list.map(({ code, span }) => [code, span.start])).toEqual([['DX1010', FIRST_PAYLOAD]]);
  });

  test('a count of 2^32 - 1 costs nothing', () => {
    const all = 0xffff_ffff;
    const { container, diagnostics } = only('ISGN', wordBytes(all, 8));
    const signature = readSignature(container, container.chunks[0]!, diagnostics)!;
    expect(signature).toMatchObject({ elements: [], intact: false });
    expect(diagnostics.list.map(({ code }) => code)).toEqual(['DX1012']);
  });

  test('tables on top of each other do not multiply the memory', { tags: 'slow' }, () => {
    // 5,000 class types, all of whose names are the same 20,000 characters.
    const count = 5000;
    const name = 36 + 12 * count;
    const payload = new Uint8Array(name + 20_004).fill(0x61, name, name + 20_000);
    const view = new DataView(payload.buffer);
    view.setUint32(4, count, true);
    view.setUint32(20, 36, true);
    for (let i = 0; i < count; i++) view.setUint32(36 + 12 * i, name, true);
    const { container, diagnostics } = only('IFCE', payload);
    const linkage = readIfce(container, container.chunks[0]!, diagnostics)!;
    const characters = linkage.types.reduce((sum, type) => sum + type.name.length, 0);
    expect(linkage.types.length).toBe(count);
    expect(characters).toBeLessThanOrEqual(64 * payload.byteLength);
    expect(diagnostics.list.some(({ code }) => code === 'DX1020')).toBe(true);
    expect(diagnostics.list.length).toBeLessThanOrEqual(MAX_CHUNK_DIAGNOSTICS + 1);
  });

  test('a name beyond the chunk, beyond the container, without an end', () => {
    const element = [0, 0, 3, 0, 0xf0f];
    const codes = (offset: number) => {
      const bytes = containerOf({ ISGN: wordBytes(1, 8, offset, ...element), ZZZZ: wordBytes(0) });
      const diagnostics = new Diagnostics();
      const container = readContainer(bytes, diagnostics)!;
      const signature = readSignature(container, container.chunks[0]!, diagnostics)!;
      return [signature.intact, ...diagnostics.list.map(({ code }) => code)];
    };
    expect(codes(31)).toEqual([true]);
    expect(codes(40)).toEqual([true, 'DX1011']);
    expect(codes(0x4000_0000)).toEqual([false, 'DX1010']);
    const endless = only('ISGN', wordBytes(1, 8, 28, 0, 0, 3, 0, 0x0f0f_0f0f));
    expect(readSignature(endless.container, endless.container.chunks[0]!, endless.diagnostics)!.intact).toBe(false);
    expect(endless.diagnostics.list.map(({ code }) => code)).toEqual(['DX1010']);
  });

  test('statistics of a size that is not known still answer', () => {
    const { container, diagnostics } = only('STAT', wordBytes(7, 1));
    const statistics = readStat(container, container.chunks[0]!, diagnostics);
    expect([statistics.get('instructionCount'), statistics.get('controlPoints')]).toEqual([7, 0]);
    expect(statistics.intact).toBe(false);
    expect(diagnostics.list.map(({ code }) => code)).toEqual(['DX1013']);
  });

  test('features of a size that is not known still answer', () => {
    const { container, diagnostics } = only('SFI0', wordBytes(5));
    expect(readSfi0(container, container.chunks[0]!, diagnostics)).toEqual({ low: 5, high: 0, intact: true });
  });

  test('the first chunk of a kind counts, and the plain signature before the others', () => {
    const diagnostics = new Diagnostics();
    const one = containerOf({
      OSG1: wordBytes(0, 8),
      OSG5: wordBytes(0, 8),
      OSGN: wordBytes(0, 8),
      ISG1: wordBytes(0, 8),
    });
    const chunks = pickChunks(readContainer(one, diagnostics)!, diagnostics);
    expect([chunks.output?.name, chunks.input?.name, chunks.program]).toEqual(['OSGN', 'ISG1', undefined]);
    const twice = edited(containerOf({ STAT: wordBytes(1), SPAT: wordBytes(2) }), { 52: 0x5441_5453 });
    const again = readContainer(twice, diagnostics)!;
    expect(pickChunks(again, diagnostics).statistics?.offset).toBe(40);
    expect(diagnostics.list.map(({ code, span }) => [code, span.start])).toEqual([['DX1018', 52]]);
  });
});
