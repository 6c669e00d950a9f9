/**
 * A coverage-guided run over all entry points with Jazzer.js, the libFuzzer of Node: inputs that reach new code are
 * stored and changed further. The package is installed next to the cache of the project when it is first needed,
 * because few people need it.
 *
 *     npm run fuzz:coverage -- [--seconds 600] [--target disassemble,reflect] [--record FILE]
 *
 * Targets whose results come later run in a process of their own, after the others. Inputs that were stored stay in the
 * cache for the next run. --record adds the counts of the run to those in a file. Exit status 1 when something went
 * wrong; the input is written to a file.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { Random } from '../../smith/random.ts';
import { fixtures, pickSmall } from './corpus.ts';
import { addToRecord, type Counts, noCounts, tableOf } from './record.ts';
import { ASYNCHRONOUS, TARGET_NAMES, TARGETS, type TargetName } from './targets/index.ts';

const VERSION = '4.0.0';
const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/dxlens-fuzz');
/** Fixtures above this size are left out: short inputs are changed more often in the same time. */
const MAX_SEED = 6000;
/** Bytes of an input. */
const MAX_INPUT = 8192;
/** Inputs that each target starts with. */
const LOCAL_SEEDS = 150;
const MEMORY = 2048;
const TIMEOUT_SECONDS = 20;

/**
 * Functions that the C library got with version 2.38 and the C++ library with 3.4.32. The binary of Jazzer.js asks for
 * them, and on older systems these stand-ins do the same.
 */
const STAND_INS = `#include <cstdlib>
extern "C" {
long __isoc23_strtol(const char *s, char **e, int b) { return strtol(s, e, b); }
unsigned long __isoc23_strtoul(const char *s, char **e, int b) { return strtoul(s, e, b); }
void _ZSt21ios_base_library_initv() {}
}
`;
/** Lines of libFuzzer that say that an input was stored, and the words that it took from comparisons. */
const NOISE = /^(#\d+\t(REDUCE|NEW|RELOAD)|"|#{6} )/;
const NEWER_VERSIONS = ['GLIBC_2.38', 'GLIBCXX_3.4.32'];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    target: { type: 'string', default: TARGET_NAMES.join(',') },
    record: { type: 'string' },
  },
});
const chosen = values.target.split(',') as TargetName[];
for (const name of chosen)
  if (!TARGET_NAMES.includes(name)) throw new Error(`--target is among ${TARGET_NAMES.join(', ')}`);

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
  const library = join(CACHE, 'stand-ins.so');
  // With the stand-ins, the binary was changed: it loads without them and ends when it needs one.
  if (!existsSync(library)) {
    if (loads()) return {};
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

/** Writes the inputs that a run starts from: those of each target, and short fixtures. */
function writeSeeds(directory: string, targets: readonly TargetName[]): void {
  mkdirSync(directory, { recursive: true });
  const write = (bytes: Uint8Array) =>
    writeFileSync(join(directory, createHash('sha1').update(bytes).digest('hex')), bytes);
  const random = new Random(1);
  for (const [index, target] of targets.entries()) {
    for (let n = 0; n < LOCAL_SEEDS; n++) {
      const bytes = n % 4 === 3 ? pickSmall(random, fixtures) : TARGETS[target].input(random);
      if (bytes.byteLength <= MAX_SEED) write(Uint8Array.of(index, random.below(256), ...bytes));
    }
  }
}

/** The result of a process. */
interface GuidedRun {
  readonly counts: Counts;
  readonly saved: number;
  readonly failed: boolean;
}

/** One process for targets that are all synchronous, or all asynchronous. */
async function run(
  name: string,
  targets: readonly TargetName[],
  seconds: number,
  env: Record<string, string>,
): Promise<GuidedRun> {
  // The first byte of an input is a position in the list of targets: another list has inputs of its own.
  const list = createHash('sha1').update(targets.join()).digest('hex').slice(0, 8);
  const seeds = join(CACHE, `seeds-${name}-${list}`);
  const saved = join(CACHE, `kept-${name}-${list}`);
  const countsFile = join(CACHE, `counts-${name}.json`);
  mkdirSync(saved, { recursive: true });
  rmSync(seeds, { recursive: true, force: true });
  rmSync(countsFile, { force: true });
  writeSeeds(seeds, targets);
  const limits = [`-max_total_time=${seconds}`, `-max_len=${MAX_INPUT}`, `-timeout=${TIMEOUT_SECONDS}`];
  const child: ChildProcess = spawn(
    process.execPath,
    [
      `--max-old-space-size=${MEMORY}`,
      join(CACHE, 'node_modules/@jazzer.js/core/dist/cli.js'),
      join(CACHE, 'target.cjs'),
      ...(name === 'later' ? [] : ['--sync']),
      ...['--timeout', String(1000 * TIMEOUT_SECONDS)],
      ...['--includes', 'target.cjs', '--disable_bug_detectors', '.*'],
      ...[saved, seeds],
      '--',
      ...limits,
      `-rss_limit_mb=${2 * MEMORY}`,
      `-seed=${Date.now() % 0x7fff_ffff}`,
      `-artifact_prefix=${CACHE}/`,
    ],
    {
      cwd: CACHE,
      env: { ...process.env, ...env, FUZZ_TARGETS: targets.join(','), FUZZ_COUNTS: countsFile },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (!NOISE.test(line)) console.log(`${name}: ${line}`);
    });
  }
  const failed = await new Promise<boolean>((done) => child.on('exit', (status) => done(status !== 0)));
  const executions: number[] = existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, 'utf8')) : [];
  const counts: Counts = {};
  for (const [i, target] of targets.entries())
    counts[target] = { ...noCounts(), executions: executions[i] ?? 0, guided: executions[i] ?? 0 };
  return { counts, saved: readdirSync(saved).length, failed };
}

/** In a bundle of CommonJS, `import.meta` is empty: each file keeps the URL that it has. */
const localUrls: Plugin = {
  name: 'own URLs',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (path.includes('node_modules') || !text.includes('import.meta')) return undefined;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

await build({
  entryPoints: [join(ROOT, 'tools/fuzz/coverage-target.ts')],
  outfile: join(CACHE, 'target.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  logLevel: 'error',
  plugins: [localUrls],
});
const environment = install();
const runs: GuidedRun[] = [];
for (const [name, targets] of [
  ['now', chosen.filter((one) => !ASYNCHRONOUS.has(one))],
  ['later', chosen.filter((one) => ASYNCHRONOUS.has(one))],
] as const) {
  const seconds = Math.ceil((Number(values.seconds) * targets.length) / chosen.length);
  if (targets.length > 0) runs.push(await run(name, targets, seconds, environment));
}
const counts: Counts = Object.assign({}, ...runs.map((one) => one.counts));
const total = Object.values(counts).reduce((sum, { executions }) => sum + executions, 0);
const saved = runs.reduce((sum, one) => sum + one.saved, 0);
const faults = runs.filter(({ failed }) => failed).length;
console.log(tableOf(counts));
if (values.record !== undefined) addToRecord(values.record, counts);
console.log(`coverage-guided, ${chosen.length} targets: ${total} inputs, ${saved} kept, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
