/**
 * A coverage-guided run over all entry points with Jazzer.js, the libFuzzer of Node: inputs that reach new code are kept and changed
 * further. The package is installed beside the cache of the project when it is first needed, because few people need it.
 *
 *     npm run fuzz:coverage -- [--seconds 600] [--jobs 1] [--target disassemble,reflect]
 *
 * Inputs that were kept stay in the cache for the next run. Exit status 1 when something went wrong; the input is written to a file.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Random } from '../../test/support/smith/random.ts';
import { fixtures } from './corpus.ts';
import { OWN_INPUTS } from './inputs.ts';
import { TARGETS, type Target } from './targets.ts';

const VERSION = '4.0.0';
const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/dxlens-fuzz');
/** Fixtures above this size are left out: short inputs are changed more often in the same time. */
const MAX_SEED = 6000;
/** Bytes of an input. */
const MAX_INPUT = 8192;
/** Inputs of their own for entry points that do not take fixtures. */
const OWN_SEEDS = 200;
const MEMORY = 2048;
const TIMEOUT_SECONDS = 10;

/**
 * Functions that the C library got with version 2.38 and the C++ library with 3.4.32. The binary of Jazzer.js asks for them, and on older
 * systems these stand-ins do the same.
 */
const STAND_INS = `#include <cstdlib>
extern "C" {
long __isoc23_strtol(const char *s, char **e, int b) { return strtol(s, e, b); }
unsigned long __isoc23_strtoul(const char *s, char **e, int b) { return strtoul(s, e, b); }
void _ZSt21ios_base_library_initv() {}
}
`;
/** Lines of libFuzzer that say that an input was kept, and the words that it took from comparisons. */
const NOISE = /^(#\d+\t(REDUCE|NEW|RELOAD)|"|#{6} )/;
const NEWER_VERSIONS = ['GLIBC_2.38', 'GLIBCXX_3.4.32'];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    jobs: { type: 'string', default: '1' },
    target: { type: 'string', default: Object.keys(TARGETS).join(',') },
  },
});
const targets = values.target.split(',') as Target[];
for (const target of targets) {
  if (!Object.hasOwn(TARGETS, target)) throw new Error(`--target is among ${Object.keys(TARGETS).join(', ')}`);
}

/** Installs Jazzer.js; returns the variables of the environment that it needs. */
function install(): Record<string, string> {
  const addon = join(
    CACHE,
    'node_modules/@jazzer.js/fuzzer/prebuilds',
    `fuzzer-${process.platform}-${process.arch}.node`,
  );
  if (!existsSync(addon)) {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(join(CACHE, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', CACHE, `@jazzer.js/core@${VERSION}`]);
  }
  const loads = () => {
    try {
      execFileSync(process.execPath, ['-e', `require(${JSON.stringify(addon)})`], {
        stdio: 'ignore',
        env: process.env,
      });
      return true;
    } catch {
      return false;
    }
  };
  if (loads()) return {};
  const library = join(CACHE, 'stand-ins.so');
  if (!existsSync(library)) {
    const source = join(CACHE, 'stand-ins.cc');
    writeFileSync(source, STAND_INS);
    execFileSync('g++', ['-shared', '-fPIC', '-o', library, source]);
    copyFileSync(addon, `${addon}.original`);
    writeFileSync(addon, withWeakVersions(readFileSync(addon)));
  }
  return { LD_PRELOAD: library };
}

/** An ELF library (64 bits, little endian) in which the versions that older systems lack are marked as not required. */
function withWeakVersions(elf: Buffer): Buffer {
  const VERNEED = 0x6fff_fffe;
  const WEAK = 2;
  const sectionsAt = Number(elf.readBigUInt64LE(0x28));
  const size = elf.readUInt16LE(0x3a);
  const at = (index: number) => sectionsAt + index * size;
  for (let i = 0; i < elf.readUInt16LE(0x3c); i++) {
    if (elf.readUInt32LE(at(i) + 4) !== VERNEED) continue;
    const strings = Number(elf.readBigUInt64LE(at(elf.readUInt32LE(at(i) + 0x28)) + 0x18));
    let file = Number(elf.readBigUInt64LE(at(i) + 0x18));
    for (let next = -1; next !== 0; file += next) {
      let version = file + elf.readUInt32LE(file + 8);
      for (let step = -1; step !== 0; version += step) {
        const nameAt = strings + elf.readUInt32LE(version + 8);
        const name = elf.toString('latin1', nameAt, elf.indexOf(0, nameAt));
        if (NEWER_VERSIONS.includes(name)) elf.writeUInt16LE(elf.readUInt16LE(version + 4) | WEAK, version + 4);
        step = elf.readUInt32LE(version + 12);
      }
      next = elf.readUInt32LE(file + 12);
    }
  }
  return elf;
}

/** Writes the inputs that a run starts from. */
function writeSeeds(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const write = (bytes: Uint8Array) =>
    writeFileSync(join(directory, createHash('sha1').update(bytes).digest('hex')), bytes);
  const random = new Random(1);
  const small = fixtures.filter(({ byteLength }) => byteLength <= MAX_SEED);
  for (const [index, target] of targets.entries()) {
    const own = OWN_INPUTS[target];
    const seeds = own ? Array.from({ length: OWN_SEEDS }, () => own(random)) : small;
    for (const bytes of seeds)
      if (bytes.byteLength <= MAX_SEED) write(Uint8Array.of(index, random.below(256), ...bytes));
  }
}

/** One process; resolves to the number of inputs that it ran, and whether it found a fault. */
function run(
  job: number,
  env: Record<string, string>,
  directories: string[],
): Promise<{ runs: number; failed: boolean }> {
  const limits = [`-max_total_time=${values.seconds}`, `-max_len=${MAX_INPUT}`, `-timeout=${TIMEOUT_SECONDS}`];
  const child: ChildProcess = spawn(
    process.execPath,
    [
      `--max-old-space-size=${MEMORY}`,
      join(CACHE, 'node_modules/@jazzer.js/core/dist/cli.js'),
      join(CACHE, 'target.cjs'),
      ...['--sync', '--includes', 'target.cjs', '--disable_bug_detectors', '.*'],
      ...directories,
      '--',
      ...limits,
      `-rss_limit_mb=${2 * MEMORY}`,
      `-seed=${(Date.now() % 0x7fff_ffff) + job}`,
      `-artifact_prefix=${CACHE}/`,
    ],
    { cwd: CACHE, env: { ...process.env, ...env, FUZZ_TARGETS: targets.join(',') }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let runs = 0;
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      runs = Math.max(runs, Number(/^#(\d+)\t/.exec(line)?.[1] ?? /^Done (\d+) runs/.exec(line)?.[1] ?? 0));
      if (!NOISE.test(line)) console.log(`${job}: ${line}`);
    });
  }
  return new Promise((done) => child.on('exit', (status) => done({ runs, failed: status !== 0 })));
}

await build({
  entryPoints: [join(ROOT, 'tools/fuzz/coverage-target.ts')],
  outfile: join(CACHE, 'target.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  logLevel: 'error',
  define: { 'import.meta.url': JSON.stringify(import.meta.url) },
});
const environment = install();
const seeds = join(CACHE, 'seeds');
const kept = join(CACHE, 'kept');
mkdirSync(kept, { recursive: true });
writeSeeds(seeds);
const jobs = Array.from({ length: Number(values.jobs) }, (_, job) => run(job, environment, [kept, seeds]));
const results = await Promise.all(jobs);
const total = results.reduce((sum, { runs }) => sum + runs, 0);
const faults = results.filter(({ failed }) => failed).length;
console.log(
  `coverage-guided, ${targets.length} entry points: ${total} inputs, ${readdirSync(kept).length} kept, ${faults} faults`,
);
process.exitCode = faults > 0 ? 1 : 0;
