/**
 * Targets of the search for shaders: archives and files of engines, the search without readers, decompressors, and
 * names of members as names of files.
 *
 * Not for: what is in a shader that was found (files.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { compress } from 'lzma1';
import { bgfxOf, lz4Of, lzxOf, mgfxOf, oldVcsOf, vcsOf, xnbOf } from '../../../smith/archives/engines.ts';
import { pakOf, tarOf, vpkOf, zipOf, zipStored } from '../../../smith/archives/stored.ts';
import { assetsOf, bundleOf, oldBundleOf, unityShaderOf } from '../../../smith/archives/unity.ts';
import type { Random } from '../../../smith/random.ts';
import { CODECS } from '../../../src/cli/codecs.ts';
import { OutputNames } from '../../../src/cli/verbs/extract/names.ts';
import type { AllCodecs, Codecs } from '../../../src/find/codecs.ts';
import { type FindLimits, type FoundShader, findShaders, injectShaders } from '../../../src/find/index.ts';
import { unpackLz4 } from '../../../src/find/lz4.ts';
import { BUILTIN_CODECS } from '../../../src/find/lzma/xz.ts';
import { unpackXnbLzx } from '../../../src/find/lzx.ts';
import { applyVcsDelta } from '../../../src/find/readers/vcs.ts';
import { sourceOfBytes } from '../../../src/find/source.ts';
import { changed } from '../change.ts';
import { effects2, effects4, fixtures, pickSmall, pooled } from '../corpus.ts';
import { type Outcome, targets } from '../target.ts';

const MAX_SHADER = 4000;
const LIMIT = 2 ** 22;
const BAD_WORDS = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
const shaders = fixtures.filter(({ byteLength }) => byteLength < MAX_SHADER);
const effects = [...effects2, ...effects4].filter(({ byteLength }) => byteLength < 4 * MAX_SHADER);

const ARCHIVES = 'fixtures/archives';
/** Archives of other programs. */
const foreign = readdirSync(ARCHIVES)
  .filter((name) => !name.endsWith('.md'))
  .map((name) => new Uint8Array(readFileSync(join(ARCHIVES, name))));

function assets(random: Random): Uint8Array {
  const generation = random.pick(['5.0', '5.3', '5.5', '2019.3', '2022.2'] as const);
  const bytes = unityShaderOf(generation, [pickSmall(random, shaders), pickSmall(random, shaders)]);
  return assetsOf(random.pick([9, 15, 17, 19, 21, 22]), [{ classId: 48, bytes }], random.oneIn(2));
}

const archive = pooled((random) => archiveOf(random, 2));

function archiveOf(random: Random, depth: number): Uint8Array {
  const one = () => {
    if (depth > 0 && random.oneIn(3)) return archiveOf(random, depth - 1);
    return random.oneIn(8) ? pickSmall(random, effects) : pickSmall(random, shaders);
  };
  const files = () => [
    { name: 'a', bytes: one() },
    { name: '../b\0', bytes: one() },
  ];
  const makers: (() => Uint8Array)[] = [
    () => zipOf(files()),
    () => zipOf(files(), zipStored, random.oneIn(2)),
    () => tarOf(files()),
    () => pakOf(files()),
    () => xnbOf(one(), random.pick(['none', 'lz4', 'lzx', 'lzx-uncompressed'] as const)),
    () => mgfxOf(3 + random.below(9), pickSmall(random, shaders), pickSmall(random, shaders)),
    () => bgfxOf(pickSmall(random, shaders), 1 + random.below(11)),
    () =>
      vcsOf(
        random.pick([5, 6] as const),
        1 + random.below(3),
        [pickSmall(random, shaders)],
        random.pick(['stored', 'lzma']),
      ),
    () => oldVcsOf(random.pick([2, 4] as const), [pickSmall(random, shaders), pickSmall(random, shaders)]),
    () => new Uint8Array(gzipSync(one())),
    () => random.pick(foreign),
    () => vpkOf(files(), { version: random.pick([1, 2] as const), preload: random.below(2) * 50 }).tree,
    () => assets(random),
    () => oldBundleOf([{ name: 'CAB', bytes: assets(random) }], random.oneIn(2)),
    () =>
      bundleOf(
        [
          { name: 'CAB', bytes: assets(random) },
          { name: 'x', bytes: one() },
        ],
        random.pick(['stored', 'lz4', 'lzma'] as const),
        random.pick([6, 7, 8]),
        random.oneIn(2),
      ),
    () => new TextEncoder().encode(`BYTE g[] = { ${[...pickSmall(random, shaders)].join(',')} };`),
    () => new Uint8Array(Buffer.concat([one(), one()])),
    () => new Uint8Array(Buffer.concat([Uint8Array.of(1), deflateSync(one()), one(), gzipSync(one())])),
    () => new TextEncoder().encode(`x = "${Buffer.from(one()).toString(random.pick(['hex', 'base64']))}";\n`),
  ];
  return random.pick(makers)();
}

function damagedArchive(random: Random): Uint8Array {
  const bytes = archive(random);
  if (random.oneIn(4)) return bytes.slice(0, random.below(bytes.byteLength + 1));
  const copy = bytes.slice();
  // Headers and directories are at the ends.
  const near = () => (random.oneIn(2) ? random.below(64) : copy.byteLength - 1 - random.below(96));
  for (let left = random.between(1, 6); left > 0; left--) {
    const at = random.oneIn(2) ? near() : random.below(copy.byteLength);
    if (random.oneIn(2)) copy[at] = random.below(256);
    else {
      const word = random.pick(BAD_WORDS);
      for (let i = 0; i < 4; i++) copy[at + i] = (word >>> (8 * i)) & 255;
    }
  }
  return copy;
}

/** Bytes of no format, with shaders in them. */
function dump(random: Random): Uint8Array {
  const parts = Array.from({ length: random.between(1, 5) }, () => {
    if (random.oneIn(3))
      return Uint8Array.from({ length: random.below(64) }, () => random.pick([0, 0xfe, 0xff, 2, 3, 0x44]));
    const shader = pickSmall(random, shaders);
    return random.oneIn(2) ? shader : changed(random, shader);
  });
  return new Uint8Array(Buffer.concat([Uint8Array.of(1), ...parts]));
}

/** Everything that a search gives; throws where a result is not what it must be. */
async function search(bytes: Uint8Array, codecs: Codecs, limits: FindLimits = {}): Promise<Outcome> {
  const names = new OutputNames();
  const taken = new Set<string>();
  let size = 0;
  let diagnostics = 0;
  for await (const result of findShaders(bytes, { codecs, effects: true, limits })) {
    if (result.kind === 'diagnostic') {
      const { start, end } = result.diagnostic.span;
      if (!(start >= 0 && start <= end)) throw new Error(`${result.diagnostic.code} at ${start} to ${end}`);
      diagnostics++;
      continue;
    }
    size += result.bytes.byteLength;
    const path = names.pathOf('input', result);
    if (taken.has(path.toLowerCase()) || /(^|\/)\.\.?(\/|$)|^\/|[\\:\0]/.test(path))
      throw new Error(`the name ${path}`);
    taken.add(path.toLowerCase());
  }
  return { size, diagnostics };
}

/** Shaders that are put into an archive. */
const REPLACEMENTS = [shaders[0]!, shaders.at(-1)!];

/** Replaces one of the shaders of an archive; throws where the result does not have it. */
async function inject(bytes: Uint8Array, flags: number): Promise<Outcome> {
  const all: FoundShader[] = [];
  for await (const one of findShaders(bytes, { codecs: CODECS, effects: true }))
    if (one.kind === 'shader') all.push(one);
  const target = all[flags % Math.max(1, all.length)];
  const code = REPLACEMENTS[flags & 1]!;
  const { path, offset } = target ?? { path: 'a', offset: 0 };
  const encoders = flags & 2 ? { deflate: (content: Uint8Array) => new Uint8Array(deflateRawSync(content)) } : {};
  const result = await injectShaders(bytes, [{ path, offset, bytes: code }], { codecs: CODECS, encoders });
  if (result.bytes === undefined) {
    if (!result.diagnostics.some(({ diagnostic }) => diagnostic.severity === 'error')) throw new Error('no reason');
    return { size: 0, diagnostics: result.diagnostics.length };
  }
  let isThere = false;
  for await (const one of findShaders(result.bytes, { codecs: CODECS }))
    isThere ||= one.kind === 'shader' && one.path === path && Buffer.compare(one.bytes, code) === 0;
  if (!isThere) throw new Error(`the new shader is not in ${path}`);
  return { size: result.bytes.byteLength, diagnostics: result.diagnostics.length };
}

/** The bytes that a decompressor gives until it ends or refuses; anything but an error of its own is a fault. */
function unpacked(pieces: Iterable<Uint8Array>): number {
  let size = 0;
  try {
    for (const piece of pieces) size += piece.byteLength;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error;
  }
  return size;
}

const lz4 = pooled((random) => lz4Of(pickSmall(random, shaders)));
const lzx = pooled((random) => lzxOf(pickSmall(random, shaders), random.pick(['verbatim', 'uncompressed'] as const)));

const deflated = pooled((random) => new Uint8Array(gzipSync(pickSmall(random, shaders))));
const lzma = pooled((random) => compress(pickSmall(random, shaders)));

/** Something for the decompressors: gzip, LZMA with its header, or what other programs made. */
function packed(random: Random): Uint8Array {
  if (random.oneIn(3)) return lzma(random);
  return random.oneIn(2) ? random.pick(foreign) : deflated(random);
}

export const FIND_TARGETS = targets({
  findShaders: {
    input: damagedArchive,
    run: (bytes, flags) =>
      // A small limit sends members through the paths of large ones.
      search(bytes, flags & 1 ? {} : CODECS, flags & 2 ? { memberBytes: 4096 } : {}),
  },
  injectShaders: {
    input: (random) => (random.oneIn(3) ? damagedArchive(random) : random.oneIn(4) ? dump(random) : archive(random)),
    run: inject,
  },
  carve: { input: dump, run: (bytes) => search(bytes, {}) },
  lz4: {
    input: (random) => changed(random, lz4(random)),
    run: (bytes) => ({ size: unpacked(unpackLz4(bytes, LIMIT)) >> 3, diagnostics: 0 }),
  },
  lzx: {
    input: (random) => changed(random, lzx(random)),
    run: (bytes, flags) => ({ size: unpacked(unpackXnbLzx(bytes, flags << 12)) >> 3, diagnostics: 0 }),
  },
  vcsDelta: {
    input: (random) => changed(random, pickSmall(random, shaders)),
    run: (bytes, flags) => {
      const cut = Math.min(bytes.byteLength, 2 * flags);
      const delta = function* () {
        yield applyVcsDelta(bytes.subarray(0, cut), bytes.subarray(cut), LIMIT);
      };
      return { size: unpacked(delta()) >> 3, diagnostics: 0 };
    },
  },
  codecs: {
    input: (random) => changed(random, packed(random)),
    run: async (bytes, flags) => {
      const all: AllCodecs = { ...CODECS, ...BUILTIN_CODECS };
      const names = Object.keys(all) as (keyof AllCodecs)[];
      const input = { size: undefined, properties: bytes.subarray(0, 5), limit: LIMIT };
      let size = 0;
      try {
        for await (const piece of all[names[flags % names.length]!]!(sourceOfBytes(bytes), input)) {
          size += piece.byteLength;
          if (size > LIMIT) break;
        }
      } catch {
        // A codec throws the errors of its library; the search reports it.
      }
      return { size: size >> 3, diagnostics: 0 };
    },
  },
});
