/**
 * Makes many archives of all kinds with shaders derived from the fixtures: identical ones and ones that differ in a
 * comment or a chunk. A list says which shaders are in them, so that a scan can be checked.
 *
 * usage: npx tsx tools/scan/make-archives.ts DIR [--archives 5040] [--shaders 42] [--seed 1]
 *
 * DIR/archives gets the archives in subdirectories by kind, and DIR/expected.txt how many shaders there are with each
 * SHA-256. Archives in xz, bzip2 and Zstandard are made by the programs of these names, if they are installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Random } from '../../smith/random.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { SM1_PIXEL, SM4_STAGES } from '../../src/base/profile.ts';
import { bytesOf, u32At, wordsOf } from '../../src/base/words.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import { setChunk } from '../../src/container/edit.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { readShaderFile } from '../../src/file/shader-file.ts';
import { cSource, gzip, type Member, mgfx, pak, tar, unknown, vcs, xnb, zip } from './archive-writers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    archives: { type: 'string', default: '5040' },
    shaders: { type: 'string', default: '42' },
    seed: { type: 'string', default: '1' },
  },
});
const [root] = positionals;
if (root === undefined) throw new Error('usage: make-archives.ts DIR [--archives N] [--shaders N] [--seed N]');
const perArchive = Number(values.shaders);
const random = new Random(Number(values.seed));

/** Larger fixtures would make the archives large, not the trial hard. */
const MAX_BASE = 2500;
/** Of ten shaders, how many are ones that some archive has already. */
const REPEATED = 4;

const bases = readRecorded()
  // Among bytes of unknown formats, only what a compiler could have written is taken for a token stream.
  .filter(({ provenance }) => provenance.how === 'compiled')
  .map(({ bytes }) => bytes)
  .filter((bytes) => bytes.byteLength <= MAX_BASE && ['sm1', 'dxbc'].includes(formatOf(bytes)))
  // Damaged shaders are found in some archives and not in others.
  .filter((bytes) => isComplete(bytes));

function formatOf(bytes: Uint8Array): string {
  return readShaderFile(bytes, new Diagnostics()).format;
}

/** Whether the shader has the size that it says, so that every reader finds the same bytes. */
function isComplete(bytes: Uint8Array): boolean {
  const diagnostics = new Diagnostics();
  const { container, programs } = readShaderFile(bytes, diagnostics);
  if (diagnostics.list.length > 0 || programs.length === 0) return false;
  if (container !== undefined) return container.bytes.byteLength === bytes.byteLength && container.chunks.length > 1;
  const words = wordsOf(bytes);
  return bytes.byteLength % 4 === 0 && words.at(-1) === 0xffff && words.length > 8;
}

let next = 0;
/** A shader that no archive has yet: a fixture with a number in a comment or a chunk. */
function newShader(): Uint8Array {
  const base = random.pick(bases);
  const number = new Uint32Array([next++, 0x6c78_6473]);
  if (!isContainer(base)) {
    const [version, ...rest] = wordsOf(base);
    return bytesOf(Uint32Array.of(version!, ((number.length + 1) << 16) | 0xfffe, 0x4e41_4353, ...number, ...rest));
  }
  const container = readContainer(base, new Diagnostics())!;
  return serializeContainer(setChunk(container.chunks, 'PRIV', bytesOf(number)), container.digest ?? 'retail');
}

const made: Uint8Array[] = [];
const counts = new Map<string, number>();

function nextShader(): Uint8Array {
  let shader = made.length > 0 && random.below(10) < REPEATED ? random.pick(made) : undefined;
  if (shader === undefined) {
    shader = newShader();
    made.push(shader);
  }
  const sha256 = createHash('sha256').update(shader).digest('hex');
  counts.set(sha256, (counts.get(sha256) ?? 0) + 1);
  return shader;
}

function isVertex(bytes: Uint8Array): boolean {
  if (!isContainer(bytes)) return u32At(bytes, 0) >>> 16 !== SM1_PIXEL;
  return readShaderFile(bytes, new Diagnostics()).profile?.startsWith(SM4_STAGES[1]) === true;
}

const filling = (length: number) => Uint8Array.from({ length }, () => random.below(256));

/** Each kind of archive: the file, or several files of a directory. */
const KINDS: Readonly<Record<string, (members: readonly Member[], path: string) => void>> = {
  directory: (members, path) => {
    mkdirSync(path);
    for (const { name, bytes } of members) writeFileSync(join(path, name), bytes);
  },
  tar: (members, path) => writeFileSync(`${path}.tar`, tar(members)),
  'tar-gz': (members, path) => writeFileSync(`${path}.tar.gz`, gzip(tar(members))),
  'zip-stored': (members, path) => writeFileSync(`${path}.zip`, zip(members, false)),
  'zip-deflated': (members, path) => writeFileSync(`${path}.zip`, zip(members, true)),
  pak: (members, path) => writeFileSync(`${path}.pak`, pak(members)),
  mgfx: (members, path) => writeFileSync(`${path}.mgfx`, mgfx(members, isVertex)),
  xnb: (members, path) => writeFileSync(`${path}.xnb`, xnb(mgfx(members, isVertex), false)),
  'xnb-lz4': (members, path) => writeFileSync(`${path}.xnb`, xnb(mgfx(members, isVertex), true)),
  vcs: (members, path) => writeFileSync(`${path}.vcs`, vcs(members, 6)),
  'c-hex': (members, path) => writeFileSync(`${path}.h`, cSource(members, 'hex')),
  'c-signed': (members, path) => writeFileSync(`${path}.c`, cSource(members, 'signed')),
  unknown: (members, path) => writeFileSync(`${path}.exe`, unknown(members, filling)),
  nested: (members, path) => {
    const half = members.length >>> 1;
    const inner = [
      { name: 'a.pak', bytes: pak(members.slice(0, half)) },
      { name: 'b/c.zip', bytes: zip(members.slice(half), true) },
    ];
    writeFileSync(`${path}.tgz`, gzip(tar(inner)));
  },
  ...compressedBy('xz', ['-0'], 'xz'),
  ...compressedBy('bzip2', ['-1'], 'bz2'),
  ...compressedBy('zstd', ['-q', '--rm', '-1'], 'zst'),
};

/** Tar files that a program compresses, all at the end, because starting it takes long. */
function compressedBy(program: string, options: readonly string[], ending: string): typeof KINDS {
  if (spawnSync(program, ['--version']).status !== 0) return {};
  const files: string[] = [];
  process.on('exit', () => {
    while (files.length > 0) {
      const { status } = spawnSync(program, [...options, ...files.splice(0, 200)], { stdio: 'inherit' });
      if (status !== 0) throw new Error(`${program} failed`);
    }
  });
  return {
    [`tar-${ending}`]: (members, path) => {
      writeFileSync(`${path}.tar`, tar(members));
      files.push(`${path}.tar`);
    },
  };
}

const kinds = Object.keys(KINDS);
for (const kind of kinds) mkdirSync(join(root, 'archives', kind), { recursive: true });
for (let i = 0; i < Number(values.archives); i++) {
  const kind = kinds[i % kinds.length]!;
  const members = Array.from({ length: perArchive }, (_, index): Member => {
    const bytes = nextShader();
    return { name: `shader${index}.cso`, bytes };
  });
  KINDS[kind]!(members, join(root, 'archives', kind, `${i}`));
}
const lines = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([sha256, count]) => `${sha256} ${count}\n`);
writeFileSync(join(root, 'expected.txt'), lines.join(''));
let total = 0;
for (const count of counts.values()) total += count;
console.log(`${values.archives} archives of ${kinds.length} kinds, ${total} shaders, ${counts.size} different`);
