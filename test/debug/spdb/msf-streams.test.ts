import { describe, expect, test } from 'vitest';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { MSF_MAGIC, type MsfStreams, parseMsf, serializeMsf } from '../../../src/debug/spdb/msf.ts';
import { DEBUG_FIXTURES } from '../../support/debug-fixtures.ts';

const DATABASES = DEBUG_FIXTURES.flatMap(({ bytes, provenance }) => {
  const data = readContainer(bytes, new Diagnostics())?.find(TAG.SPDB)?.data;
  return data === undefined ? [] : [{ id: provenance.id, data }];
});

const read = (bytes: Uint8Array): MsfStreams => parseMsf(bytes).value!;
const withStream = (file: MsfStreams, index: number, stream: Uint8Array | null): MsfStreams => ({
  ...file,
  streams: file.streams.with(index, stream),
});
const contents = ({ streams }: MsfStreams) => streams.map((stream) => stream && Buffer.from(stream).toString('hex'));

test('there are program databases among the fixtures', () => {
  expect(DATABASES.length).toBeGreaterThan(8);
});

describe.each(DATABASES)('$id', ({ data }) => {
  const file = read(data);

  test('what is not changed keeps its bytes', () => {
    expect(Buffer.compare(serializeMsf(file), data)).toBe(0);
    expect(
      Buffer.compare(serializeMsf({ ...file, streams: file.streams.map((one) => one?.slice() ?? null) }), data),
    ).toBe(0);
  });

  test('a stream of the same size changes in its blocks only', () => {
    const stream = file.streams[3]!.slice();
    stream[8]! ^= 0xff;
    const bytes = serializeMsf(withStream(file, 3, stream));
    const differing = [...bytes.keys()].filter((i) => bytes[i] !== data[i]);
    expect(differing).toEqual([file.source!.offsetOf(3, 8)]);
  });

  test('a stream that grows or is deleted gets a new layout with the same streams', () => {
    const changed = withStream(withStream(file, 3, new Uint8Array(70_000).fill(7)), 4, null);
    expect(contents(read(serializeMsf(changed)))).toEqual(contents(changed));
  });

  test('written without its source, it has the same streams', () => {
    const { blockSize, streams } = file;
    expect(contents(read(serializeMsf({ blockSize, streams })))).toEqual(contents(file));
  });
});

test('a stream that gets shorter within its blocks changes the directory', () => {
  const file = read(DATABASES[0]!.data);
  const stream = file.streams[3]!;
  const shorter = withStream(file, 3, stream.subarray(0, stream.byteLength - 1));
  const bytes = serializeMsf(shorter);
  expect(bytes.byteLength).toBe(DATABASES[0]!.data.byteLength);
  expect(contents(read(bytes))).toEqual(contents(shorter));
});

test('many blocks: the maps of free blocks return, and blocks get larger where the directory needs it', {
  tags: 'slow',
}, () => {
  const streams = [new Uint8Array(600 * 512).fill(1), null, new Uint8Array(0), new Uint8Array(9_000_000).fill(3)];
  const bytes = serializeMsf({ blockSize: 512, streams });
  const again = read(bytes);
  expect(again.blockSize).toBe(1024);
  expect(again.streams.map((stream) => stream?.byteLength ?? null)).toEqual([307_200, null, 0, 9_000_000]);
  expect(Buffer.compare(again.streams[3]!, streams[3]!)).toBe(0);
  for (const { blocks } of again.source!.streams)
    for (const block of blocks) expect(block % 1024 === 1 || block % 1024 === 2).toBe(false);
});

test('blocks that two streams share are not written in place', () => {
  const { data } = DATABASES[0]!;
  const file = read(data);
  const { source } = file;
  const damaged = data.slice();
  const view = new DataView(damaged.buffer);
  // Stream 4 gets the block of stream 3: the lists of blocks follow the sizes in the directory.
  const listed = (stream: number) => {
    let at = 4 + 4 * source!.streams.length;
    for (let i = 0; i < stream; i++) at += 4 * source!.streams[i]!.blocks.length;
    return source!.directory[Math.floor(at / file.blockSize)]! * file.blockSize + (at % file.blockSize);
  };
  view.setUint32(listed(4), source!.streams[3]!.blocks[0]!, true);
  const shared = read(damaged);
  expect(Buffer.compare(serializeMsf(shared), damaged)).toBe(0);
  const changed = withStream(shared, 3, new Uint8Array(shared.streams[3]!.byteLength).fill(9));
  expect(contents(read(serializeMsf(changed)))).toEqual(contents(changed));
});

test('a header that declares four billion blocks: a changed stream gets a new layout, in no time', () => {
  const damaged = DATABASES[0]!.data.slice();
  new DataView(damaged.buffer).setUint32(40, 0xffff_fff0, true);
  const file = read(damaged);
  const changed = withStream(file, 3, new Uint8Array(file.streams[3]!.byteLength).fill(9));
  const start = performance.now();
  expect(contents(read(serializeMsf(changed)))).toEqual(contents(changed));
  expect(performance.now() - start).toBeLessThan(2000);
});

test('sizes of blocks that the format does not have are refused', () => {
  expect(() => serializeMsf({ blockSize: 500, streams: [] })).toThrow(RangeError);
});

test('bytes that are no such file have no value and a diagnostic', () => {
  const { value, diagnostics } = parseMsf(new Uint8Array(100));
  expect(value).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(['DX0220']);
});

test.each([
  [8, undefined],
  [9, 'DX0221'],
])('%i streams that share all blocks of a file: %s', (count, code) => {
  const [blockSize, blocks] = [512, 32];
  const size = blockSize * blocks;
  const words = [count, ...Array(count).fill(size), ...Array.from({ length: count * blocks }, (_, i) => i % blocks)];
  const bytes = new Uint8Array(size);
  bytes.set(MSF_MAGIC);
  const view = new DataView(bytes.buffer);
  const header = [blockSize, 1, blocks, 4 * words.length, 0, 3];
  for (const [i, word] of header.entries()) view.setUint32(MSF_MAGIC.length + 4 * i, word, true);
  // Block 3 lists the blocks of the directory, which begins in block 4.
  for (let i = 0; i < Math.ceil((4 * words.length) / blockSize); i++)
    view.setUint32(3 * blockSize + 4 * i, 4 + i, true);
  for (const [i, word] of words.entries()) view.setUint32(4 * blockSize + 4 * i, word, true);
  const { value, diagnostics } = parseMsf(bytes);
  expect(diagnostics.map((one) => one.code)).toEqual(code === undefined ? [] : [code]);
  expect(value?.streams.length).toBe(code === undefined ? count : undefined);
});
