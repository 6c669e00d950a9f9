/**
 * Unity's bundles, files of objects and shader objects of all generations, as the writers in smith/archives/unity.ts
 * make them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  assetsOf,
  type BundlePacking,
  bundleOf,
  oldBundleOf,
  type UnityGeneration,
  unityShaderOf,
} from '../../smith/archives/unity.ts';
import { Random } from '../../smith/random.ts';
import { CODECS } from '../../src/cli/codecs.ts';
import { codes, findAll } from '../support/found.ts';

const input = (name: string) => new Uint8Array(readFileSync(join('test/cli/inputs', name)));
const [PS2, PS5] = [input('tint2.cso'), input('tint5.cso')];
const CODEC_OPTIONS = { codecs: CODECS };
const OTHER = { classId: 114, bytes: new Uint8Array(Buffer.concat([Buffer.from('text'), PS2, Buffer.from('end')])) };
const assets = (version: number, generation: UnityGeneration = '2019.3', hasTrees = true) =>
  assetsOf(version, [OTHER, { classId: 48, bytes: unityShaderOf(generation, [PS5, PS5]) }, OTHER], hasTrees);

describe('files of objects', () => {
  for (const version of [9, 15, 17, 19, 21, 22]) {
    test.each(version < 13 ? [true] : [true, false])(`version ${version}, with type trees: %s`, async (hasTrees) => {
      const found = await findAll(assets(version, '2019.3', hasTrees), CODEC_OPTIONS);
      expect(codes(found)).toEqual([]);
      expect(found.shaders.map(({ path, bytes }) => [path, bytes])).toEqual([
        ['objects', PS2],
        ['shader2/d3d11-0', PS5],
        ['shader2/d3d11-1', PS5],
        ['objects', PS2],
      ]);
    });
  }

  test.each([
    ['5.0', ['shader2/program0', 'shader2/program1']],
    ['5.3', ['shader2/programs', 'shader2/programs']],
    ['5.5', ['shader2/d3d11', 'shader2/d3d11']],
    ['2019.3', ['shader2/d3d11-0', 'shader2/d3d11-1']],
    ['2022.2', ['shader2/d3d11-0', 'shader2/d3d11-1']],
  ] as const)('shaders of %s', async (generation, paths) => {
    const found = await findAll(assets(17, generation), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    const shaders = found.shaders.filter(({ path }) => path.startsWith('shader'));
    expect(shaders.map(({ path, bytes }) => [path, bytes])).toEqual(paths.map((path) => [path, PS5]));
  });

  test('a damaged list of objects: what is stored as it is is found', async () => {
    const bytes = assets(17);
    bytes.fill(0xff, 40, 60);
    const found = await findAll(bytes, CODEC_OPTIONS);
    expect(codes(found)).toEqual([': DX0310']);
    expect(found.shaders.map((shader) => shader.bytes)).toEqual([PS2, PS2]);
  });
});

describe('bundles', () => {
  const files = [
    { name: 'CAB-1', bytes: assets(21) },
    { name: 'CAB-1.resS', bytes: new Uint8Array(Buffer.concat([new Uint8Array(9000), PS2])) },
  ];
  const paths = ['CAB-1/objects', 'CAB-1/shader2/d3d11-0', 'CAB-1/shader2/d3d11-1', 'CAB-1/objects', 'CAB-1.resS'];

  for (const packing of ['stored', 'lz4', 'lzma'] satisfies BundlePacking[]) {
    test.each([
      [6, false],
      [7, false],
      [8, true],
    ] as const)(`${packing}, version %i, table at the end: %s`, async (version, isTableAtEnd) => {
      const found = await findAll(bundleOf(files, packing, version, isTableAtEnd), CODEC_OPTIONS);
      expect(codes(found)).toEqual([]);
      expect(found.shaders.map(({ path }) => path)).toEqual(paths);
    });
  }

  test.each([true, false])('before UnityFS, packed: %s', { tags: 'slow' }, async (isPacked) => {
    const found = await findAll(oldBundleOf([{ name: 'CAB-1', bytes: assets(9, '5.3') }], isPacked), CODEC_OPTIONS);
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path }) => path)).toEqual([
      'CAB-1/objects',
      'CAB-1/shader2/programs',
      'CAB-1/shader2/programs',
      'CAB-1/objects',
    ]);
  });

  test('a table that is damaged is reported', async () => {
    const bytes = bundleOf(files, 'lz4');
    bytes.fill(0xff, 37, 45);
    expect(codes(await findAll(bytes, CODEC_OPTIONS))).toEqual([': DX0310']);
  });

  test('more than memory: the blocks are unpacked as they are read', async () => {
    const found = await findAll(bundleOf(files, 'lz4'), { codecs: CODECS, limits: { memberBytes: 2 ** 13 } });
    expect(codes(found)).toEqual([]);
    expect(found.shaders.map(({ path }) => path)).toEqual(paths);
  });

  test('changed or cut anywhere: nothing is thrown', { tags: 'slow' }, async () => {
    const random = new Random(9);
    const all = [
      bundleOf(files, 'lz4'),
      bundleOf(files, 'lzma', 7),
      assets(22),
      assets(9, '5.0'),
      oldBundleOf(files, true),
    ];
    for (let i = 0; i < 500; i++) {
      const bytes = random.pick(all).slice();
      for (let left = 1 + random.below(4); left > 0; left--)
        bytes[random.below(random.below(2) === 0 ? 300 : bytes.byteLength)] = random.pick([0, 1, 0x7f, 0xff]);
      const cut = random.below(4) === 0 ? bytes.subarray(0, random.below(bytes.byteLength)) : bytes;
      for (const { diagnostic } of (await findAll(cut, CODEC_OPTIONS)).diagnostics)
        expect(diagnostic.span.start).toBeLessThanOrEqual(diagnostic.span.end);
    }
  });
});
