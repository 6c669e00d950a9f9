/** Output files of the built program: Parquet as DuckDB reads it, scans that go on, shards, and what is in the way. */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDED } from '../../../fixtures/recorded.ts';
import { SCAN_COLUMN_NAMES, SCAN_COLUMNS, scanShader } from '../../../src/scan/index.ts';
import { query } from '../../../tools/scan/expected.ts';
import { PROGRAM, Shell } from '../../support/shell.ts';

const shell = new Shell('scan');
const { directory } = shell;
const at = (name: string) => join(directory, name);
const SHADERS = readdirSync(RECORDED).filter((name, index) => name.endsWith('.bin') && index % 3 === 0);

beforeAll(() => {
  mkdirSync(at('game'));
  for (const name of SHADERS) copyFileSync(join(RECORDED, name), at(`game/${name}`));
});
afterAll(() => shell.remove());

async function scan(args: string): Promise<string> {
  const { status, stdout, stderr } = await shell.run(`dxlens scan ${args}`);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

/** Ends a scan that reads `input` and writes `output` as soon as it has finished some inputs. */
async function killedScan(output: string, format: string): Promise<void> {
  const args = ['scan', '--resume', '--format', format, '-o', output, 'game'];
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: directory, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (!existsSync(at(`${output}.journal`)) && child.exitCode === null)
    await new Promise((done) => setTimeout(done, 5));
  await new Promise((done) => setTimeout(done, 150));
  child.kill('SIGKILL');
  await ended;
}

test('DuckDB reads the columns with their types and values', { tags: 'slow' }, async () => {
  await scan('-q --format parquet -o all.parquet game');
  const types = await query(`describe select * from '${at('all.parquet')}'`);
  const names = { text: 'VARCHAR', integer: 'BIGINT', boolean: 'BOOLEAN', list: 'VARCHAR[]' };
  expect(types.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(
    SCAN_COLUMN_NAMES.map((name) => [name, names[SCAN_COLUMNS[name].type]]),
  );
  const rows = await query(`select * from '${at('all.parquet')}'`);
  expect(rows.length).toBeGreaterThan(150);
  for (const row of rows) {
    const { path, member, byteOffset, foundBy, sha256 } = row as Record<string, never>;
    const location = { path, member, byteOffset: Number(byteOffset), foundBy, sha256 };
    // A file may go on after its shader.
    const shader = readFileSync(at(path)).subarray(location.byteOffset, location.byteOffset + Number(row.bytes));
    const record = scanShader(shader, location);
    // DuckDB gives BIGINT as text.
    const expected = SCAN_COLUMN_NAMES.map((name) => [
      name,
      typeof record[name] === 'number' ? `${record[name]}` : record[name],
    ]);
    expect(row, path).toEqual(Object.fromEntries(expected));
  }
});

test('NDJSON has the same rows, in any number of threads', { tags: 'slow' }, async () => {
  const one = await scan('-q -j 1 --format ndjson game');
  expect(await scan('-q -j 3 --format ndjson game')).toBe(one);
  await scan('-q -j 2 --format ndjson -o all.ndjson game');
  expect(readFileSync(at('all.ndjson'), 'latin1')).toBe(one);
  const [same] = await query(`select count(*)::int as n from (
    select sha256, path, slots, valid, bindings from '${at('all.parquet')}' except all
    select sha256, path, slots, valid, bindings from '${at('all.ndjson')}')`);
  expect(same!.n).toBe(0);
});

test('shards are the whole, also as Parquet files; an empty one has the same columns', { tags: 'slow' }, async () => {
  for (const unit of ['file', 'shader']) {
    for (const part of [1, 2, 3])
      await scan(`-q --shard ${part}/3 --shard-by ${unit} --format parquet -o ${unit}-${part}.parquet game`);
    const [found] = await query(`select
      (select count(*)::int from (from '${at(`${unit}-*.parquet`)}' except all from '${at('all.parquet')}')) as more,
      (select count(*)::int from (from '${at('all.parquet')}' except all from '${at(`${unit}-*.parquet`)}')) as less`);
    expect(found, unit).toEqual({ more: 0, less: 0 });
  }
  await scan(`-q --where "slots > 1000000" --format parquet -o empty.parquet game`);
  const [empty] = await query(`select count(*)::int as n from '${at('empty.parquet')}'`);
  expect(empty!.n).toBe(0);
  expect(await query(`describe from '${at('empty.parquet')}'`)).toEqual(
    await query(`describe from '${at('all.parquet')}'`),
  );
});

async function goesOn(format: string, round: number): Promise<void> {
  const output = `killed-${round}.${format}`;
  await killedScan(output, format);
  await killedScan(output, format);
  await scan(`-q --resume --format ${format} -o ${output} game`);
  expect(readFileSync(at(output)).equals(readFileSync(at(`all.${format}`)))).toBe(true);
  expect(readdirSync(directory).filter((name) => name.startsWith(`${output}.`))).toEqual([]);
}

describe.each(['ndjson', 'parquet'])('a scan to %s that was killed', (format) => {
  test('goes on', { tags: 'slow' }, () => goesOn(format, 0));
  // Each kill comes at another moment.
  test('goes on again', { tags: ['slow', 'ci'] }, () => goesOn(format, 1));
});

test('what is beside an output is no input', { tags: 'slow' }, async () => {
  mkdirSync(at('own'));
  copyFileSync(join(RECORDED, SHADERS[0]!), at('own/a.cso'));
  const arrays = `const unsigned char g_main[] = {${[...readFileSync(at('own/a.cso'))].join(', ')}};`;
  writeFileSync(at('own/out.ndjson'), arrays);
  await scan('-q --format ndjson --columns path -o own/out.ndjson own');
  expect(readFileSync(at('own/out.ndjson'), 'latin1')).toBe('{"path":"own/a.cso"}\n');
});

/** The files of a scan of two files when the first is finished. */
function interrupted(output: string): void {
  const settings = {
    inputs: ['two'],
    '--format': 'ndjson',
    '--columns': ['path', 'slots'],
    '--where': null,
    '--shard': null,
    '--no-carve': false,
  };
  const header = JSON.parse(JSON.stringify({ dxlens: '', journal: 1, settings })) as { dxlens: string };
  header.dxlens = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
  const row = '{"path":"two/a.cso","slots":-1}\n';
  const entry = {
    path: 'two/a.cso',
    size: 10,
    modified: 20,
    searched: true,
    failed: false,
    shaders: 1,
    rows: 1,
    end: row.length,
  };
  writeFileSync(at(`${output}.partial`), `${row}{"path":"two/b.cso","slo`);
  writeFileSync(at(`${output}.journal`), `${JSON.stringify(header)}\n${JSON.stringify(entry)}\n{"path":"two/b.c`);
}

test('finished inputs are skipped, the rest of an unfinished one is dropped, and changed files are reported', {
  tags: 'slow',
}, async () => {
  mkdirSync(at('two'));
  for (const name of ['a', 'b']) copyFileSync(join(RECORDED, SHADERS[0]!), at(`two/${name}.cso`));
  const slots = scanShader(readFileSync(at('two/b.cso'))).slots;
  interrupted('two.ndjson');
  const { status, stderr } = await shell.run(
    'dxlens scan --resume --format ndjson --columns path,slots -o two.ndjson two',
  );
  expect(status).toBe(0);
  expect(stderr).toContain('two/a.cso:0: warning DX0360');
  expect(stderr).toContain('2 shaders in 2 of 2 files, 1 file finished before');
  expect(readFileSync(at('two.ndjson'), 'utf8')).toBe(
    `{"path":"two/a.cso","slots":-1}\n{"path":"two/b.cso","slots":${slots}}\n`,
  );
});

test('other settings, no --resume, and rows that are lost', { tags: 'slow' }, async () => {
  interrupted('two.ndjson');
  const other = await shell.run('dxlens scan --resume --format ndjson --columns path -o two.ndjson two');
  expect(other).toMatchObject({ status: 2 });
  expect(other.stderr).toContain('other settings: --columns;');
  const again = await shell.run('dxlens scan --format ndjson --columns path,slots -o two.ndjson two');
  expect(again).toMatchObject({ status: 2 });
  expect(existsSync(at('two.ndjson.partial'))).toBe(true);
  rmSync(at('two.ndjson.partial'));
  await scan('-q --resume --format ndjson --columns path,slots -o two.ndjson two');
  expect(readFileSync(at('two.ndjson'), 'utf8')).not.toContain('-1');
});

test('a scan that ended after the last step is complete', { tags: 'slow' }, async () => {
  const end = '{"complete":true}\n';
  interrupted('two.ndjson');
  const [header, entry] = readFileSync(at('two.ndjson.journal'), 'utf8').split('\n');
  writeFileSync(at('two.ndjson.journal'), `${header}\n${entry}\n${end}`);
  renameSync(at('two.ndjson.partial'), at('two.ndjson'));
  utimesSync(at('two/a.cso'), 1, 1);
  await scan('-q --resume --format ndjson --columns path,slots -o two.ndjson two');
  expect(readFileSync(at('two.ndjson'), 'utf8')).toContain('-1');
  expect(existsSync(at('two.ndjson.journal'))).toBe(false);
});

test('two scans to one file: the first stops', { tags: 'slow' }, async () => {
  // The scan cannot end before its last input, standard input, ends.
  const args = ['scan', '-q', '--format', 'ndjson', '-o', 'taken.ndjson', `game/${SHADERS[0]}`, '-'];
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: directory, stdio: ['pipe', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  // The journal has its header when the scan has begun.
  const hasHeader = () =>
    existsSync(at('taken.ndjson.journal')) && readFileSync(at('taken.ndjson.journal'), 'utf8').endsWith('\n');
  while (!hasHeader() && child.exitCode === null) await new Promise((done) => setTimeout(done, 5));
  appendFileSync(at('taken.ndjson.journal'), 'of another process\n');
  child.stdin.end(readFileSync(at(`game/${SHADERS[0]}`)));
  expect(await ended).toBe(1);
  expect(stderr).toContain('DX0361');
  expect(existsSync(at('taken.ndjson'))).toBe(false);
});
