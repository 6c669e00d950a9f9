/**
 * Measures the library and the start of the program; README.md says how to read the figures.
 *
 *     npm run bench -- [--only 'disassemble|SM 1-3'] [--against DIRECTORY] [--json] [--page FILE.md]
 *                      [--rounds 15] [--seconds 0.1] [--no-oracle] [--validator FILE.mjs]
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Oracle } from '../tools/oracle/client.ts';
import { type Build, loadBuild } from './builds.ts';
import { compileSpeeds } from './compiling.ts';
import { findResults } from './finding.ts';
import { generatedSets } from './generated.ts';
import { interpreterSpeeds } from './interpreter.ts';
import { type MemoryRow, memoryRow } from './memory.ts';
import { mixOf } from './mix.ts';
import { writePage } from './page.ts';
import type { Report } from './report.ts';
import { type Representation, representation } from './representation.ts';
import { type Row, rowsOf } from './rows.ts';
import { runningSpeeds } from './running.ts';
import { fixtureSets, LARGE_PROGRAM, liveSets, programWords, scaledSets } from './shaders.ts';
import { spirvSizes } from './spirv-size.ts';
import { PROGRAM, startUps } from './startup.ts';
import { tableOf } from './table.ts';
import { LINEAR_VERBS, TRANSLATION_VERBS } from './translation.ts';
import { startValidator } from './validator.ts';
import { VERBS } from './verbs.ts';

const SMALL_FILE = 'test/cli/inputs/tint5.cso';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    against: { type: 'string' },
    page: { type: 'string' },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '0.1' },
    'no-oracle': { type: 'boolean', default: false },
    validator: { type: 'string' },
  },
});
const timing = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const only = new RegExp(values.only);

const ours = await loadBuild('.');
const against = values.against === undefined ? undefined : await loadBuild(values.against);
const oracle = !values['no-oracle'] && Oracle.available() ? await Oracle.start({ limitSeconds: 120 }) : undefined;
const validator = values.validator === undefined ? undefined : await startValidator(values.validator);

const fixtures = fixtureSets();
const containers = fixtures.find(({ model }) => model === 'SM 4-5.1')!.files;
const OTHER_FIGURES = ['memory', 'interpreter', 'size of SPIR-V', 'mix'];
const figures = [...VERBS, ...TRANSLATION_VERBS].map(({ what }) => what).concat(OTHER_FIGURES);
const generated = await generatedSets(oracle, (name) => figures.some((what) => only.test(`${what} ${name}`)));
const sets = [...fixtures, ...generated.sets, ...scaledSets(containers), ...liveSets(LINEAR_VERBS)];
const rows: Row[] = [];
const memory: MemoryRow[] = [];
for (const set of sets) {
  const measured = (what: string) => (set.verbs?.includes(what) ?? true) && only.test(`${what} ${set.name}`);
  const verbs = [...VERBS, ...TRANSLATION_VERBS].filter(({ what }) => measured(what));
  rows.push(...(await rowsOf(set, verbs, { ours, against }, { oracle, validator }, timing)));
  if (measured('memory')) memory.push(await memoryRow(set, { ours, against }));
}
const report: Report = {
  node: process.version,
  rounds: timing.rounds,
  against: against?.directory,
  note: generated.note,
  rows,
  memory,
  startUps: only.test('start-up') ? await startUps(builtPrograms([ours, against]), SMALL_FILE, 3 * timing.rounds) : [],
  representation: only.test('representation') ? await representations() : [],
  findResults: only.test('find') ? await findResults(containers, timing.rounds) : [],
  compilers: only.test('compile') ? await compileSpeeds(ours, oracle, timing.rounds) : [],
  interpreters: only.test('interpreter') ? await interpreterSpeeds([...fixtures, ...generated.sets], ours, timing) : [],
  running: only.test('run') ? await runningSpeeds(ours, timing.rounds) : [],
  spirvSizes: only.test('size of SPIR-V') ? spirvSizes([...fixtures, ...generated.sets], ours) : [],
  mixes: only.test('mix') ? [...fixtures, ...generated.sets].map(mixOf) : [],
};
validator?.stop();
oracle?.stop();
if (values.page !== undefined) await writePage(values.page, report);
console.log(values.json ? JSON.stringify(report, undefined, 2) : tableOf(report));

function builtPrograms(builds: readonly (Build | undefined)[]): string[] {
  const directories = builds.flatMap((build) => (build === undefined ? [] : resolve(build.directory)));
  return directories.filter((directory) => existsSync(join(directory, PROGRAM)));
}

async function representations(): Promise<Representation[]> {
  const large = sets.find(({ name }) => name === LARGE_PROGRAM)!.files;
  const named = { 'SM 4-5.1 fixtures': containers, [LARGE_PROGRAM]: large };
  const results: Representation[] = [];
  for (const [name, files] of Object.entries(named)) {
    const words = files.flatMap((file) => programWords(file) ?? []);
    results.push(await representation(ours, name, words, timing.rounds, timing.seconds));
  }
  return results;
}
