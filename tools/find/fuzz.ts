/**
 * Damages archives and files of engines, and checks that the search for shaders ends: nothing thrown, no hang, nothing out of
 * proportion. It has a program of its own because `findShaders` is asynchronous.
 *
 *     npx tsx tools/find/fuzz.ts [--seconds 60] [--seed 1]        every reader, also in each other
 *
 * Exit status 1 when something went wrong; the case is then written to a file.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CODECS } from '../../src/cli/codecs.ts';
import { OutputNames } from '../../src/cli/extract/names.ts';
import { findShaders } from '../../src/find/index.ts';
import { bgfxOf, mgfxOf, oldVcsOf, vcsOf, xnbOf } from '../../test/support/archives/engines.ts';
import { pakOf, tarOf, zipOf, zipStored } from '../../test/support/archives/stored.ts';
import { Random } from '../../test/support/smith/random.ts';
import { readRecorded } from '../fixtures/recorded.ts';

/** How long one input may take, in milliseconds; the machine may be busy. */
const PATIENCE = 20_000;
const BAD_WORDS = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
const MAX_SHADER = 4000;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});

const shaders = readRecorded()
  .map(({ bytes }) => bytes)
  .filter(({ byteLength }) => byteLength < MAX_SHADER);

function archive(random: Random, depth: number): Uint8Array {
  const one = () => (depth > 0 && random.below(3) === 0 ? archive(random, depth - 1) : random.pick(shaders));
  const files = () => [
    { name: 'a', bytes: one() },
    { name: '../b\0', bytes: one() },
  ];
  const makers: (() => Uint8Array)[] = [
    () => zipOf(files()),
    () => zipOf(files(), zipStored, random.below(2) === 0),
    () => tarOf(files()),
    () => pakOf(files()),
    () => xnbOf(one(), random.pick(['none', 'lz4', 'lzx', 'lzx-uncompressed'] as const)),
    () => mgfxOf(3 + random.below(9), random.pick(shaders), random.pick(shaders)),
    () => bgfxOf(random.pick(shaders), 1 + random.below(11)),
    () =>
      vcsOf(random.pick([5, 6] as const), 1 + random.below(3), [random.pick(shaders)], random.pick(['stored', 'lzma'])),
    () => oldVcsOf(random.pick([2, 4] as const), [random.pick(shaders), random.pick(shaders)]),
    () => new Uint8Array(gzipSync(one())),
    () => new TextEncoder().encode(`BYTE g[] = { ${[...random.pick(shaders)].join(',')} };`),
    () => new Uint8Array(Buffer.concat([one(), one()])),
  ];
  return random.pick(makers)();
}

function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  if (random.below(4) === 0) return bytes.slice(0, random.below(bytes.byteLength + 1));
  const copy = bytes.slice();
  // Headers and directories are at the ends.
  const near = () => (random.below(2) === 0 ? random.below(64) : copy.byteLength - 1 - random.below(96));
  for (let left = 1 + random.below(6); left > 0; left--) {
    const at = random.below(2) === 0 ? near() : random.below(copy.byteLength);
    if (random.below(2) === 0) copy[at] = random.below(256);
    else {
      const word = random.pick(BAD_WORDS);
      for (let i = 0; i < 4; i++) copy[at + i] = (word >>> (8 * i)) & 255;
    }
  }
  return copy;
}

/** Everything that a search gives; throws where a result is not what it must be. */
async function run(bytes: Uint8Array): Promise<number> {
  const names = new OutputNames();
  const taken = new Set<string>();
  let found = 0;
  for await (const result of findShaders(bytes, { codecs: CODECS, effects: true })) {
    if (result.kind === 'diagnostic') {
      const { start, end } = result.diagnostic.span;
      if (!(start >= 0 && start <= end)) throw new Error(`${result.diagnostic.code} at ${start} to ${end}`);
      continue;
    }
    found++;
    const path = names.pathOf('input', result);
    if (taken.has(path.toLowerCase()) || /(^|\/)\.\.?(\/|$)|^\/|[\\:\0]/.test(path))
      throw new Error(`the name ${path}`);
    taken.add(path.toLowerCase());
  }
  return found;
}

/** The input of the case that runs. */
const CURRENT = join(tmpdir(), `dxlens-find-${values.seed}-${process.pid}.bin`);

const random = new Random(Number(values.seed));
const end = performance.now() + 1000 * Number(values.seconds);
let cases = 0;
let found = 0;
let slowest = 0;
while (performance.now() < end) {
  const bytes = damaged(archive(random, 2), random);
  const start = performance.now();
  // It remains if the process ends by itself, for want of memory say.
  writeFileSync(CURRENT, bytes);
  try {
    found += await run(bytes);
    slowest = Math.max(slowest, performance.now() - start);
    if (performance.now() - start > PATIENCE) throw new Error('takes too long');
  } catch (error) {
    console.error(`case ${cases}: ${error instanceof Error ? error.stack : error}\n${CURRENT}`);
    process.exit(1);
  }
  cases++;
}
rmSync(CURRENT, { force: true });
console.log(
  `${cases} damaged files, ${found} shaders found; the slowest took ${slowest.toFixed(0)} ms; nothing thrown`,
);
