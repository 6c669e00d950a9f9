/**
 * The bytes of debug information as `inspect` explains them: each once and in order, with the records that the readers
 * find.
 */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Random } from '../../smith/random.ts';
import { damageSdbg, randomSdbg, sdbgChunk } from '../../smith/sdbg.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, u32At, wordsOf } from '../../src/base/words.ts';
import { CHUNK_HEADER_SIZE, readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { DEBUG_EXPLAINERS, explainedDbug } from '../../src/debug/explain-debug.ts';
import { parseDbug, parseMsf, parseSdbg, readDebugInformation } from '../../src/debug/index.ts';
import { SDBG_INSTRUCTION_SIZE } from '../../src/debug/sdbg/view.ts';
import type { ExplainedBytes } from '../../src/explain/payload.ts';
import { explainContainer } from '../../src/explain/sections.ts';
import { findSm1Comment, Sm1CommentTag } from '../../src/isa/sm1/comments.ts';

const fixtures = readRecorded().filter(({ provenance }) => /^debug-(information|stages)\./.test(provenance.id));
const containers = fixtures.flatMap(({ bytes }) => readContainer(bytes, new Diagnostics()) ?? []);

/** Throws unless each byte from `from` to `to` is explained once, in order. */
function checkCover(items: readonly ExplainedBytes[], from: number, to: number): void {
  let at = from;
  for (const { offset, size } of items) {
    expect(offset).toBe(at);
    at += size;
  }
  expect(at).toBe(to);
}

/** The explained payload of a chunk. */
function itemsOf(bytes: Uint8Array, tag: number): ExplainedBytes[] {
  const container = readContainer(bytes, new Diagnostics())!;
  const chunk = container.find(tag)!;
  const start = chunk.offset + CHUNK_HEADER_SIZE;
  const items = explainContainer(bytes, container, DEBUG_EXPLAINERS)
    .filter(({ chunk: name }) => name === chunk.name)
    .flatMap((section) => [...section.items!()])
    .filter(({ offset }) => offset >= start);
  checkCover(items, start, start + chunk.data.byteLength);
  return items;
}

const numbersOf = (items: readonly ExplainedBytes[], record: string) =>
  items.filter((one) => one.record === record).map(({ value }) => value);

describe('SPDB', () => {
  it('has every stream, block by block, and the directory', { tags: 'slow' }, () => {
    let count = 0;
    for (const { bytes } of containers) {
      const data = readContainer(bytes, new Diagnostics())!.find(TAG.SPDB)?.data;
      if (data === undefined) continue;
      count++;
      const items = itemsOf(bytes, TAG.SPDB);
      const { source } = parseMsf(data).value!;
      expect(numbersOf(items, 'header')).toEqual([32, 36, 40, 44, 48, 52].map((at) => u32At(data, at)));
      expect(numbersOf(items, 'directory')).toEqual([source!.streams.length]);
      for (const [n, { size, blocks }] of source!.streams.entries()) {
        expect(numbersOf(items, `directory, stream ${n}`)).toEqual([size]);
        for (const [i, block] of blocks.entries()) {
          expect(numbersOf(items, `directory, stream ${n}, block ${i}`)).toEqual([block]);
          const used = Math.min(source!.blockSize, size - i * source!.blockSize);
          expect(numbersOf(items, `stream ${n}, block ${i}`)).toHaveLength(Math.ceil(used / 4));
        }
      }
    }
    expect(count).toBeGreaterThan(8);
  });
});

describe('DBUG', () => {
  it('has the records of lines, files and variables', () => {
    let count = 0;
    for (const { bytes } of fixtures) {
      const words = wordsOf(bytes);
      const span = words[0]! >>> 17 === 0x7fff ? findSm1Comment(words, Sm1CommentTag.debug) : undefined;
      if (span === undefined) continue;
      count++;
      const data = bytesOf(words).slice(4 * span.start, 4 * span.end);
      const items = [...explainedDbug(data, 100)];
      checkCover(items, 100, 100 + data.byteLength);
      const value = parseDbug(data).value!;
      const last = (record: string) => items.filter((one) => one.record.startsWith(`${record} `)).at(-1)?.record;
      expect(last('line')).toBe(`line ${value.lines.length - 1}`);
      const strings = items.filter(({ kind }) => kind === 'text').map(({ text }) => text);
      for (const { name } of readDebugInformation(bytes).programs[0]!.files) expect(strings).toContain(name);
      for (const [i, { line, offset }] of value.lines.entries()) {
        const [first, second] = numbersOf(items, `line ${i}`);
        expect([first! & 0xffff, second]).toEqual([line, offset]);
      }
    }
    expect(count).toBeGreaterThan(0);
  });
});

describe('SDBG', () => {
  it('names the fields that are read and written', () => {
    const chunk = sdbgChunk(randomSdbg(new Random(3), 12));
    const items = itemsOf(serializeContainer([{ tag: TAG.SDBG, data: chunk }]), TAG.SDBG);
    const titles = (record: string) =>
      items.flatMap((item) => (item.record === record ? [item.fields[0]?.field.name ?? ''] : []));
    expect(titles('header').slice(0, 7)).toEqual([
      'size',
      'offset of the creator',
      'offset of the entry point',
      'offset of the target',
      'flags',
      'number of files',
      'offset of the files',
    ]);
    const instruction = titles('instruction 0');
    expect(instruction).toHaveLength(SDBG_INSTRUCTION_SIZE / 4);
    expect(instruction.slice(-5)).toEqual([
      'nesting',
      'number of scopes',
      'offset of the scopes',
      'number of accessed',
      'offset of the accessed',
    ]);
    expect(instruction.slice(3, 8)).toEqual([
      'register set',
      'register',
      'array',
      'components, item 0',
      'components, item 1',
    ]);
  });

  it('has the records of all tables, also where they are damaged', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const data = sdbgChunk(randomSdbg(random, 12)).slice();
      const bytes = serializeContainer([{ tag: TAG.SDBG, data }]);
      const items = itemsOf(bytes, TAG.SDBG);
      const container = readContainer(bytes, new Diagnostics())!;
      const { value } = parseSdbg(container, container.find(TAG.SDBG)!);
      const records = new Set(items.map(({ record }) => record));
      for (const [i] of value!.instructions.entries()) expect(records).toContain(`instruction ${i}`);
      for (const [i] of value!.tokens.entries()) expect(records).toContain(`token ${i}`);
      damageSdbg(data, random);
      itemsOf(serializeContainer([{ tag: TAG.SDBG, data }]), TAG.SDBG);
    }
  });
});
