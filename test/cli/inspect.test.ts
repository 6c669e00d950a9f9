/** `dxlens inspect` of files whose output is too long for memory and is written in pieces. Runs the built program. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { destinationToken, sourceToken } from '../../smith/sm1.ts';
import { instructionWords, operandWords, programWords } from '../../smith/sm4-words.ts';
import { jsonPieces } from '../../src/cli/verbs/inspect/json.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { ON_WINDOWS, skipFor } from '../support/skip-for.ts';

const program = resolve(import.meta.dirname, '../../dist/cli/main.cjs');
const work = mkdtempSync(join(tmpdir(), 'dxlens-inspect-'));
afterAll(() => rmSync(work, { recursive: true }));

const PS_3_0 = 0xffff_0300;
const END = 0xffff;
const MUL = [0x0300_0005, destinationToken('temp', 0), sourceToken('const', 1), sourceToken('temp', 2)];
/** Output is written about 64 KiB at a time; for this many instructions that is dozens of pieces. */
const COUNT = 8000;
/** Too little for the entire output, which is some 12 MB of text and 54 MB of JSON. */
const HEAP = '--max-old-space-size=24';

const path = join(work, 'long.cso');
writeFileSync(path, Uint8Array.from(new Uint8Array(longStream().buffer)));

function longStream(): Uint32Array {
  const words = new Uint32Array(2 + MUL.length * COUNT);
  words[0] = PS_3_0;
  for (let i = 0; i < COUNT; i++) words.set(MUL, 1 + MUL.length * i);
  words[words.length - 1] = END;
  return words;
}

function inspect(...args: string[]) {
  return spawnSync(process.execPath, [HEAP, program, 'inspect', ...args], { maxBuffer: 2 ** 29 });
}

describe('a long stream', () => {
  const text = inspect(path);

  test('has each DWORD on a line, in order', () => {
    expect([text.status, `${text.stderr}`]).toEqual([0, '']);
    const offsets = `${text.stdout}`.match(/^0x[0-9a-f]{8}(?= )/gm)!.map(Number);
    expect(offsets).toEqual(Array.from({ length: 2 + MUL.length * COUNT }, (_, i) => 4 * i));
  });

  test('is written to a file completely, and no temporary file is left', () => {
    const output = join(work, 'long.txt');
    expect(inspect(path, '-o', output).status).toBe(0);
    expect(readFileSync(output).equals(text.stdout)).toBe(true);
    expect(readdirSync(work).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  test('is the same JSON as for short ones', () => {
    const { status, stdout } = inspect('--pretty', path);
    expect(status).toBe(0);
    const json = `${stdout}`;
    const document = JSON.parse(json) as { programs: { words: unknown[] }[] };
    expect(document.programs[0]!.words.length).toBe(2 + MUL.length * COUNT);
    expect(json === `${JSON.stringify(document, undefined, 2)}\n`).toBe(true);
  });

  skipFor(test, ON_WINDOWS)('ends quietly when the pipe is closed', () => {
    const command = `{ "$0" "$1" inspect "$2"; echo "status $?" >&2; } | head -n 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, program, path], {
      encoding: 'latin1',
    });
    expect([stdout, stderr]).toEqual(['0x00000000  0xffff0300  version\n', 'status 0\n']);
  });
});

describe('a long container', () => {
  const mad = instructionWords('mad', [
    ...operandWords('output', { indices: [0], mask: 15 }),
    ...operandWords('temp', { indices: [0], swizzle: 0xe4 }),
    ...operandWords('temp', { indices: [1], swizzle: 0xe4 }),
    ...operandWords('temp', { indices: [2], swizzle: 0xe4 }),
  ]);
  const words = programWords(
    0,
    5,
    0,
    Array<number[]>(COUNT / 2)
      .fill(mad)
      .flat(),
  );
  const data = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  // A data block as long as the rest: its line must not be repeated for each of its DWORDs.
  const comment = programWords(0, 5, 0, [53, COUNT, ...Array<number>(COUNT - 2).fill(0x4141_4141)]);
  const bytes = serializeContainer([
    { tag: TAG.SHEX, data },
    { tag: TAG.SHDR, data: new Uint8Array(comment.buffer) },
    { tag: TAG.SPDB, data: new Uint8Array(4 * COUNT) },
  ]);
  const long = join(work, 'long-container.cso');
  writeFileSync(long, bytes);

  test('has each DWORD on a line, in order', () => {
    const { status, stderr, stdout } = inspect(long);
    expect([status, `${stderr}`]).toEqual([0, '']);
    const offsets = `${stdout}`.match(/^0x[0-9a-f]{8}(?= )/gm)!.map(Number);
    expect(offsets).toEqual(Array.from({ length: bytes.byteLength / 4 }, (_, i) => 4 * i));
  });

  test('is JSON of proportional size', () => {
    const { status, stdout } = inspect('--json', long);
    expect(status).toBe(0);
    expect(stdout.byteLength).toBeLessThan(400 * bytes.byteLength);
    const { programs, sections } = JSON.parse(`${stdout}`) as {
      programs: { words: unknown[] }[];
      sections: { chunk: string | null; items: unknown[] }[];
    };
    expect(programs.map((program) => program.words.length)).toEqual([words.length, comment.length]);
    expect(sections.map(({ chunk, items }) => [chunk, items.length])).toEqual([
      [null, 11],
      ['SHEX', 2],
      ['SHDR', 2],
      ['SPDB', 2 + COUNT],
    ]);
  });
});

describe('JSON in pieces is what JSON.stringify writes', () => {
  const documents: readonly [string, object, object][] = [
    ['nothing in it', {}, {}],
    ['no lazy array', { a: 1, b: [{ c: 'x\ny' }], d: {} }, { a: 1, b: [{ c: 'x\ny' }], d: {} }],
    ['an empty one', { a: () => [] }, { a: [] }],
    [
      'one in another',
      { a: null, gone: undefined, b: () => [{ x: [1, 2], c: () => [{ d: 'é"\n' }, {}] }, { e: [] }] },
      { a: null, b: [{ x: [1, 2], c: [{ d: 'é"\n' }, {}] }, { e: [] }] },
    ],
  ];
  test.each(documents)('%s', (_, lazy, expected) => {
    expect([...jsonPieces(lazy, true)].join('')).toBe(JSON.stringify(expected, undefined, 2));
    expect([...jsonPieces(lazy, false)].join('')).toBe(JSON.stringify(expected));
  });
});
