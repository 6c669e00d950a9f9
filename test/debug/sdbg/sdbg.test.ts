import { describe, expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { damageSdbg, randomSdbg, sdbgChunk } from '../../../smith/sdbg.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { type Container, readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer } from '../../../src/container/write.ts';
import { parseSdbg, type Sdbg, serializeSdbg } from '../../../src/debug/sdbg/sdbg.ts';

function containerWith(data: Uint8Array): Container {
  return readContainer(serializeContainer([{ tag: TAG.SDBG, data }], 'retail'), new Diagnostics())!;
}

function parse(data: Uint8Array) {
  const container = containerWith(data);
  return parseSdbg(container, container.find(TAG.SDBG)!);
}

const comparable = ({ source: _, ...content }: Sdbg): Sdbg => content;
const read = (data: Uint8Array): Sdbg => parse(data).value!;

describe('random chunks', () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))('%i', (seed) => {
    const random = new Random(seed);
    const chunk = sdbgChunk(randomSdbg(random, 6));
    const { value, diagnostics } = parse(chunk);
    expect(diagnostics).toEqual([]);
    const sdbg = value!;
    expect(Buffer.compare(serializeSdbg(sdbg), chunk)).toBe(0);
    expect(comparable(read(serializeSdbg(comparable(sdbg))))).toEqual(comparable(sdbg));
    damageSdbg(chunk, random);
    const damaged = read(chunk);
    expect(Buffer.compare(serializeSdbg(damaged), chunk)).toBe(0);
  });
});

const CHUNK = sdbgChunk({
  files: [['a.hlsl', 'float4 x;']],
  instructions: [
    { id: 0, outputCount: 1, outputs: [], token: 0 },
    { id: 1, outputCount: 0, outputs: [], token: 1 },
  ],
  scalars: [[3, 0, 0]],
  tokens: [
    [0, 12, 5, 'color'],
    [0, 13, 1, 'return'],
  ],
  variables: [[0, 4]],
});

test('everything in a chunk is read', () => {
  const sdbg = read(CHUNK);
  expect(sdbg).toMatchObject({ creator: 'Compiler', entryPoint: 'main', target: 'ps_4_0', flags: 1 });
  expect(sdbg.files).toEqual([{ name: 'a.hlsl', data: 'float4 x;' }]);
  expect(sdbg.tokens).toEqual([
    { file: 0, line: 12, column: 5, text: 'color' },
    { file: 0, line: 13, column: 1, text: 'return' },
  ]);
  expect(sdbg.scopes).toEqual([{ type: 4, name: 'main', variables: [0] }]);
  expect(sdbg.variables).toMatchObject([{ token: 0, columns: 4, lengths: [4], strides: [4] }]);
  expect(sdbg.instructions.map(({ id, token }) => [id, token])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('changed numbers change nothing but their fields', () => {
  const sdbg = read(CHUNK);
  const instructions = sdbg.instructions.map((one) => ({ ...one, id: one.id + 3 }));
  const bytes = serializeSdbg({ ...sdbg, instructions });
  expect([...bytes.keys()].filter((i) => bytes[i] !== CHUNK[i])).toHaveLength(2);
  expect(comparable(read(bytes))).toEqual({ ...comparable(sdbg), instructions });
});

test('changed texts and lists are written', () => {
  const sdbg = read(CHUNK);
  const changed = { ...comparable(sdbg), files: [...sdbg.files, { name: 'b.hlsl', data: '' }], scopes: [] };
  expect(comparable(read(serializeSdbg({ ...sdbg, ...changed })))).toEqual(changed);
});

test('numbers and lists that do not fit are refused', () => {
  const sdbg = comparable(read(CHUNK));
  expect(() => serializeSdbg({ ...sdbg, flags: 2 ** 32 })).toThrow(RangeError);
  expect(() => serializeSdbg({ ...sdbg, flags: -1 })).toThrow(RangeError);
  const [variable] = sdbg.variables;
  expect(() => serializeSdbg({ ...sdbg, variables: [{ ...variable!, lengths: [] }] })).toThrow(RangeError);
});

test('a chunk too short for its header is reported', () => {
  const { diagnostics } = parse(new Uint8Array(16));
  expect(diagnostics.map(({ code }) => code)).toEqual(['DX0204']);
});
