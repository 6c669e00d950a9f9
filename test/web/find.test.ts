/** The shaders that the explorer finds in files, and the list that it shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import { vpkOf } from '../../smith/archives/stored.ts';
import { disassemble, openShaderFile } from '../../src/index.ts';
import { type ArchivePart, withParts } from '../../web/src/model/archive-parts.ts';
import { rowName, sortedRows } from '../../web/src/model/rows.ts';
import { LIST_COLUMNS, type ShaderRow } from '../../web/src/model/shader-row.ts';
import { findIn } from '../../web/src/worker/find.ts';
import { ShaderStore } from '../../web/src/worker/shader-store.ts';

const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));

async function rowsOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  store = new ShaderStore(),
  parts: readonly ArchivePart[] = [],
) {
  const rows: ShaderRow[] = [];
  const result = await findIn(
    { name, file: new Blob([bytes]), parts },
    store,
    (report) => rows.push(...report.rows),
    new AbortController().signal,
  );
  return { rows, ...result };
}

test('a shader is found with the columns of scan', async () => {
  const store = new ShaderStore();
  const { rows, count } = await rowsOf('lake.cso', sample('lake.cso'), store);
  expect(count).toBe(1);
  const [row] = rows;
  const values = Object.fromEntries(LIST_COLUMNS.map((name, i) => [name, row!.values[i]]));
  expect(values).toMatchObject({ profile: 'ps_5_0', bytes: 1932, slots: 24, temps: 2, textures: 2, valid: true });
  expect(await store.get(row!.id)).toEqual(sample('lake.cso'));
  expect(await store.get(7)).toBeUndefined();
});

test('compressed files and effects are opened', async () => {
  const packed = await rowsOf('glow.fxo.gz', new Uint8Array(gzipSync(sample('glow.fxo'))));
  const rows = await rowsOf('glow.fxo', sample('glow.fxo'));
  expect(rows.rows.map(({ format }) => format)).toEqual(['fx2', 'sm1', 'sm1', 'sm1', 'sm1']);
  expect(packed.rows.map(({ format }) => format)).toEqual(rows.rows.map(({ format }) => format));
  expect(packed.diagnostics).toEqual([]);
});

test('a file without shaders is shown as bytes', async () => {
  const { rows, count, raw } = await rowsOf('notes.txt', new TextEncoder().encode('no shader'));
  expect([rows.length, count, raw?.format]).toEqual([0, 0, 'unknown']);
  expect((await rowsOf('empty', new Uint8Array(0))).raw).toBeUndefined();
});

test('a search that is cancelled ends', async () => {
  const controller = new AbortController();
  controller.abort();
  const bytes = sample('lake.cso');
  const many = new Blob(Array.from({ length: 3000 }, () => bytes));
  const { count } = await findIn({ name: 'many', file: many }, new ShaderStore(), () => {}, controller.signal);
  expect(count).toBeLessThan(3000);
});

test('an archive reads its data in files beside it', async () => {
  const { tree, part } = vpkOf([{ name: 'lake.cso', bytes: sample('lake.cso') }], { apart: [0] });
  const content = new Blob([part as Uint8Array<ArrayBuffer>]);
  const list = tree as Uint8Array<ArrayBuffer>;
  const { rows } = await rowsOf('game/pak01_dir.vpk', list, undefined, [{ name: 'PAK01_003.vpk', content }]);
  expect(rows.map(({ path }) => path)).toEqual(['lake.cso']);
  expect((await rowsOf('pak01_dir.vpk', list)).diagnostics.map(({ code }) => code)).toEqual(['DX0364']);
});

test('files with data belong to the archive in their directory', () => {
  const names = ['a/p_dir.vpk', 'a/p_000.vpk', 'b/p_000.vpk', 'a/q_000.vpk', 'a/P_001.VPK', 'lake.cso'];
  expect(
    withParts(names.map((name) => ({ name }))).map(({ file, parts }) => [file.name, ...parts.map(({ name }) => name)]),
  ).toEqual([['a/p_dir.vpk', 'a/p_000.vpk', 'a/P_001.VPK'], ['b/p_000.vpk'], ['a/q_000.vpk'], ['lake.cso']]);
});

test('a store with several pages gives every shader', async () => {
  const store = new ShaderStore();
  const large = new Uint8Array(3 * 2 ** 20).fill(1);
  const ids = [large, large, sample('lake.cso')].map((bytes) => store.add(bytes));
  expect(ids).toEqual([0, 1, 2]);
  expect((await store.get(1))!.byteLength).toBe(large.byteLength);
  expect(await store.get(2)).toEqual(sample('lake.cso'));
  store.clear();
  expect(await store.get(0)).toBeUndefined();
});

const row = (id: number, file: string, profile: string | null, bytes: number): ShaderRow => ({
  id,
  file,
  path: '',
  offset: 0,
  format: 'dxbc',
  values: LIST_COLUMNS.map((name) => (name === 'profile' ? profile : name === 'bytes' ? bytes : null)),
});

test('rows are searched by all words, and sorted with empty values last', () => {
  const rows = [row(0, 'b10.cso', 'ps_5_0', 300), row(1, 'b9.cso', null, 100), row(2, 'a.cso', 'vs_4_0', 200)];
  const ids = (...args: [string, Parameters<typeof sortedRows>[2], boolean]) =>
    sortedRows(rows, ...args).map(({ id }) => id);
  expect(sortedRows(rows, ' ', 'found', false)).toBe(rows);
  expect(ids('cso PS', 'found', false)).toEqual([0]);
  expect(ids('', 'name', false)).toEqual([2, 1, 0]);
  expect(ids('', 'bytes', true)).toEqual([0, 2, 1]);
  expect(ids('', 'profile', false)).toEqual([0, 2, 1]);
  expect(ids('', 'profile', true)).toEqual([2, 0, 1]);
  expect(ids('', 'found', true)).toEqual([2, 1, 0]);
});

test('assembly is opened as the shader that it makes, with its text', async () => {
  const store = new ShaderStore();
  // Microsoft's listing, with all header sections.
  const listing = readFileSync(join(RECORDED, 'arithmetic-float.main.ps_4_0.txt'), 'latin1');
  const { rows, count, raw } = await rowsOf('a.asm', new Uint8Array(Buffer.from(listing, 'latin1')), store);
  expect([count, raw]).toEqual([1, undefined]);
  const [row] = rows;
  expect(row!.text).toBe(listing);
  expect(store.isAssembled(row!.id)).toBe(true);
  expect(disassemble((await store.get(row!.id))!).text).toBe(listing);
});

test('assembly with errors is opened as the smallest shader of its profile', async () => {
  for (const profile of ['ps_5_0', 'vs_2_0', 'ps_1_1', 'cs_5_0']) {
    const store = new ShaderStore();
    const { rows } = await rowsOf('a.asm', new Uint8Array(Buffer.from(`${profile}\nmvo r0, r1\n`)), store);
    expect(rows[0]!.text).toBe(`${profile}\nmvo r0, r1\n`);
    expect(openShaderFile((await store.get(rows[0]!.id))!).profile).toBe(profile);
  }
});

test('shaders of one file have different names', async () => {
  const two = new Uint8Array([...sample('lake.cso'), 1, 2, 3, 4, ...sample('lake.cso')]);
  const { rows } = await rowsOf('two.bin', two);
  expect(rows.map(rowName)).toEqual(['two.bin', 'two.bin @0x790']);
});
