/**
 * Compares the listings of two builds: text, bytes, format, profile and diagnostics. For changes that must not change
 * any of them. Usage:
 *
 *     npx tsx bench/two-builds.ts DIRECTORY [--count 10000] [--seed 1] [--set sm1|sm4] [--slow ours|other]
 *
 * DIRECTORY is another checkout; both are compared as they are built. All fixtures are compared with every combination
 * of flags, then `count` inputs of each instruction set that are changed at random, with one combination each. `--slow`
 * turns the fast paths of one build off. Exit status 1 when any differ.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { FLAG_COMBINATIONS, readRecorded } from '../fixtures/recorded.ts';
import { Random } from '../smith/random.ts';
import { validSm1Words } from '../smith/sm1-valid.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import { bytesOf } from '../src/base/words.ts';
import { detectFormat } from '../src/file/detect-format.ts';
import type { Listing } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { CACHE, loadBuild } from './builds.ts';
import { cachedFiles } from './generated.ts';

/** Values that counts, sizes and offsets break on. */
const WORDS = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
/** Larger inputs are not changed: they take long, and most changes of them are alike. */
const MAX_SIZE = 16_000;
const MAX_SHOWN = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    set: { type: 'string' },
    slow: { type: 'string' },
  },
});
if (positionals.length !== 1) throw new RangeError('one directory, please');
const ours = await disassembleOf('.', values.slow === 'ours');
const other = await disassembleOf(positionals[0]!, values.slow === 'other');

/** The function of a build. Fast paths must be turned off before its other modules are loaded. */
async function disassembleOf(directory: string, slow: boolean) {
  if (slow)
    (await import(pathToFileURL(join(resolve(directory), 'dist/base/direct-mapped-cache.js')).href)).fastPaths.enabled =
      false;
  return (await loadBuild(directory)).main.disassemble;
}

let compared = 0;
let different = 0;

function compare(bytes: Uint8Array, flags: number, name: string): void {
  compared++;
  const options = optionsOfFlags(flags);
  const mine = ours(bytes, options);
  const theirs = other(bytes, options);
  if (isSame(mine, theirs)) return;
  different++;
  if (different <= MAX_SHOWN) console.log(`${name} differs with flags 0x${flags.toString(16)}`);
}

function isSame(a: Listing, b: Listing): boolean {
  return (
    Buffer.compare(a.bytes, b.bytes) === 0 &&
    a.text === b.text &&
    a.format === b.format &&
    a.profile === b.profile &&
    JSON.stringify(a.diagnostics) === JSON.stringify(b.diagnostics)
  );
}

/** A copy of `bytes` with up to four changes. */
function changed(random: Random, bytes: Uint8Array, donor: Uint8Array): Uint8Array {
  let copy = bytes.slice();
  for (let left = random.between(1, 4); left > 0 && copy.length >= 8; left--) {
    const at = random.below(copy.length - 4);
    const word = at & ~3;
    switch (random.below(8)) {
      case 0:
        copy[at]! ^= 1 << random.below(8);
        break;
      case 1:
        copy[at] = random.word();
        break;
      case 2:
        copy.set(bytesOf(Uint32Array.of(random.pick(WORDS))), word);
        break;
      case 3:
        copy.set(bytesOf(Uint32Array.of(random.below(copy.length))), word);
        break;
      case 4: {
        const length = Math.min(4 * random.between(1, 16), copy.length - word, donor.length);
        copy.set(donor.subarray(0, length), word);
        break;
      }
      case 5:
        copy.copyWithin(word, random.below(copy.length) & ~3, copy.length);
        break;
      case 6:
        if (random.oneIn(4)) copy = copy.slice(0, random.below(copy.length));
        break;
      default:
        copy.set(bytesOf(Uint32Array.of(random.word())), word);
    }
  }
  return copy;
}

const recorded = readRecorded();
for (const { bytes, provenance } of recorded)
  for (const flags of FLAG_COMBINATIONS) compare(bytes, flags, provenance.id);
console.log(`fixtures with all flags: ${compared} compared, ${different} different`);

const isSm1 = (bytes: Uint8Array) => detectFormat(bytes).format === 'sm1';
const known = [...recorded.map(({ bytes }) => bytes), ...cachedFiles(CACHE)].filter(({ length }) => length <= MAX_SIZE);
const POOLS = {
  sm1: { files: known.filter(isSm1), random: (random: Random) => bytesOf(validSm1Words(random)) },
  sm4: { files: known.filter((bytes) => !isSm1(bytes)), random: (random: Random) => validProgram(random).bytes },
};
for (const [name, { files, random: make }] of Object.entries(POOLS)) {
  if (values.set !== undefined && values.set !== name) continue;
  compared = 0;
  const before = different;
  for (let i = 0; i < Number(values.count); i++) {
    const random = new Random(Number(values.seed) * 1_000_003 + i);
    const bytes = random.oneIn(5) ? make(random) : random.pick(files);
    const flags = random.oneIn(2) ? 0 : random.pick(FLAG_COMBINATIONS);
    compare(changed(random, bytes, random.pick(files)), flags, `${name} input ${i}`);
  }
  console.log(`${name}, changed at random: ${compared} compared, ${different - before} different`);
}
process.exitCode = different === 0 ? 0 : 1;
