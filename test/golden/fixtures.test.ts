/**
 * The fixtures as data: reading their programs and putting the words together again changes no bit, also where words
 * were damaged; and every recorded file says where it comes from.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listingDigest, RECORDED, readRecorded, recordedText } from '../../fixtures/recorded.ts';
import { ROOT, readSources, SAMPLES } from '../../fixtures/sources.ts';
import { Random } from '../../smith/random.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { wordsOf } from '../../src/base/words.ts';
import { readAon9 } from '../../src/chunks/aon9.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import type { TokenProgram } from '../../src/isa/model.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { readSm4 } from '../../src/isa/sm4/index.ts';

const MAX_RECORDED_BYTES = 15 * 2 ** 20;
const MUTATIONS = 50;

type Reader = (words: Uint32Array) => TokenProgram;

/** The programs in a file: one, or those inside a container. */
function programsOf(bytes: Uint8Array): { words: Uint32Array; read: Reader }[] {
  if (!isContainer(bytes)) return [{ words: wordsOf(bytes), read: (words) => readSm1(words) }];
  const diagnostics = new Diagnostics();
  const container = readContainer(bytes, diagnostics);
  return (container?.chunks ?? []).flatMap((chunk) => {
    switch (chunk.name) {
      case 'SHDR':
      case 'SHEX':
        return [{ words: wordsOf(chunk.data), read: (words: Uint32Array) => readSm4(words) }];
      case 'Aon9':
      case 'XNAS':
      case 'XNAP': {
        const program = readAon9(container!, chunk, diagnostics);
        return program ? [{ words: program.words, read: (words: Uint32Array) => readSm1(words) }] : [];
      }
      case 'LIBF':
        return programsOf(chunk.data);
      default:
        return [];
    }
  });
}

/** Builds a program again from its parts: header, each instruction, and the words after the last one. */
function emit(program: TokenProgram): Uint32Array {
  const { words, starts, count, end } = program;
  const out: number[] = [];
  const copy = (from: number, to: number) => {
    for (let i = from; i < to; i++) out.push(words[i]!);
  };
  copy(0, count > 0 ? starts[0]! : end);
  for (let i = 0; i < count; i++) copy(starts[i]!, i + 1 < count ? starts[i + 1]! : end);
  copy(end, words.length);
  return new Uint32Array(out);
}

const recorded = readRecorded();

test('there are fixtures', () => {
  expect(recorded.length).toBeGreaterThan(200);
});

describe('reading and emitting words is the identity', () => {
  test('on every fixture', () => {
    let programs = 0;
    for (const { provenance, bytes } of recorded) {
      for (const { words, read } of programsOf(bytes)) {
        expect(emit(read(words)), provenance.id).toEqual(words);
        programs++;
      }
    }
    expect(programs).toBeGreaterThanOrEqual(recorded.length);
  });

  test('on damaged programs, and the input is never written to', () => {
    const random = new Random(20_111);
    for (const { provenance, bytes } of recorded) {
      for (const { words, read } of programsOf(bytes)) {
        for (let i = 0; i < MUTATIONS; i++) {
          const damaged = words.slice(0, i % 5 === 4 ? random.below(words.length + 1) : words.length);
          for (let changes = random.between(1, 3); changes > 0 && damaged.length > 0; changes--) {
            const at = random.below(damaged.length);
            damaged[at] = random.oneIn(2) ? random.word() : damaged[at]! ^ (1 << random.below(32));
          }
          const before = damaged.slice();
          const program = read(damaged);
          if (Buffer.compare(asBuffer(emit(program)), asBuffer(before)) !== 0)
            expect.fail(`${provenance.id}, mutation ${i}`);
          if (Buffer.compare(asBuffer(damaged), asBuffer(before)) !== 0) expect.fail(`${provenance.id} was written to`);
        }
      }
    }
  });
});

describe('provenance', () => {
  test('names every product of every source, and nothing else', () => {
    expect(recorded.map(({ provenance }) => provenance.id)).toEqual(readSources().map(({ id }) => id));
  });

  test('every recorded file belongs to a fixture', () => {
    const expected = recorded.flatMap(({ provenance }) => [
      `${provenance.id}.bin`,
      ...(recordedText(provenance) === undefined ? [] : [`${provenance.id}.txt`]),
    ]);
    expect(readdirSync(RECORDED).sort()).toEqual([...expected, 'provenance.jsonl'].sort());
  });

  test('sources and bytes are those that were recorded', () => {
    for (const { provenance, bytes } of recorded) {
      const source = readFileSync(join(ROOT, provenance.source), 'latin1');
      expect(listingDigest(source), `${provenance.source} changed: npm run fixtures:record`).toBe(
        provenance.sourceDigest,
      );
      expect(bytes.byteLength, provenance.id).toBe(provenance.size);
      expect(createHash('sha256').update(bytes).digest('hex'), provenance.id).toBe(provenance.sha256);
      expect(provenance.compiler, provenance.id).toMatch(/^10\.0\./);
    }
  });

  test('samples are fixtures', () => {
    for (const file of readdirSync(SAMPLES).filter((name) => name.endsWith('.cso'))) {
      const source = `samples/${file.replace('.cso', '.hlsl')}`;
      const fixture = recorded.find(({ provenance }) => provenance.source === source);
      expect(fixture && Buffer.compare(fixture.bytes, readFileSync(join(SAMPLES, file))), file).toBe(0);
    }
  });

  test('recorded files stay small', () => {
    const sizes = readdirSync(RECORDED).map((file) => statSync(join(RECORDED, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_RECORDED_BYTES);
  });
});

function asBuffer(words: Uint32Array): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}
