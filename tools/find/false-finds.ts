/**
 * Counts what carving finds where no shader is: in random bytes, and in the files of directories (of programs and
 * libraries, say).
 *
 *     npx tsx tools/find/false-finds.ts [--random 1024] [--seed 1] [DIRECTORY...]      --random in MB
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesIn } from '../../src/cli/inputs/directories.ts';
import { findShaders, type RandomAccessSource } from '../../src/find/index.ts';

const MB = 2 ** 20;
const BLOCK = 2 ** 16;

const { values, positionals } = parseArgs({
  options: { random: { type: 'string', default: '1024' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

/** Random bytes at any offset (xorshift, seeded by the number of the block). */
function randomSource(size: number, seed: number): RandomAccessSource {
  const read = (offset: number, length: number) => {
    const bytes = new Uint8Array(length);
    const words = new Uint32Array(BLOCK / 4);
    for (let at = 0; at < length; ) {
      const block = Math.floor((offset + at) / BLOCK);
      let state = (Math.imul(block + 1, 0x9e37_79b1) ^ Math.imul(seed, 0x85eb_ca6b)) | 1;
      for (let i = 0; i < words.length; i++) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        words[i] = Math.imul(state, 0x2c1b_3c6d) ^ (state >>> 15);
      }
      const from = (offset + at) % BLOCK;
      const part = new Uint8Array(words.buffer).subarray(from, Math.min(BLOCK, from + length - at));
      bytes.set(part, at);
      at += part.byteLength;
    }
    return bytes;
  };
  return { size, read };
}

async function count(name: string, source: RandomAccessSource): Promise<number> {
  let found = 0;
  for await (const result of findShaders(source)) {
    if (result.kind !== 'shader') continue;
    found++;
    console.log(
      `${name}/${result.path}:${result.offset}: ${result.profile}, ${result.bytes.byteLength} bytes, ${result.foundBy}`,
    );
  }
  return found;
}

const size = Number(values.random) * MB;
if (size > 0) {
  const start = performance.now();
  const found = await count('random', randomSource(size, Number(values.seed)));
  console.log(
    `${values.random} MB of random bytes: ${found} found, ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
}
for (const directory of positionals) {
  const start = performance.now();
  let files = 0;
  let bytes = 0;
  let found = 0;
  for (const { path, kind } of filesIn(directory)) {
    if (kind !== 'file') continue;
    const file = openSync(path, 'r');
    try {
      const total = fstatSync(file).size;
      const read = (offset: number, length: number) => {
        const piece = new Uint8Array(length);
        return piece.subarray(0, readSync(file, piece, 0, length, offset));
      };
      found += await count(path, { size: total, read });
      files++;
      bytes += total;
    } finally {
      closeSync(file);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(`${directory}: ${files} files, ${Math.round(bytes / MB)} MB, ${found} found, ${seconds.toFixed(1)} s`);
}
