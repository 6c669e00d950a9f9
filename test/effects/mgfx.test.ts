/** Files of MonoGame's effects: read, written, damaged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { mgfxOf } from '../../smith/archives/engines.ts';
import { parseMgfx, serializeMgfx } from '../../src/effects/index.ts';

const PS4 = new Uint8Array(readFileSync(join(RECORDED, 'arithmetic-float.main.ps_4_0.bin')));
/** The key is computed, and not that of the generator. */
const KEY = 6;
const withoutKey = (bytes: Uint8Array) =>
  bytes
    .with(KEY, 0)
    .with(KEY + 1, 0)
    .with(KEY + 2, 0)
    .with(KEY + 3, 0);

test.each([10, 11])('what is read of version %i is written as it was', (version) => {
  const bytes = mgfxOf(version, PS4, PS4);
  const effect = parseMgfx(bytes)!;
  expect(withoutKey(serializeMgfx(effect))).toEqual(withoutKey(bytes));
  expect(parseMgfx(serializeMgfx(effect))).toEqual(effect);
});

test('the key is FNV-1a of the content, mixed', () => {
  const bytes = serializeMgfx(parseMgfx(mgfxOf(10, PS4, PS4))!);
  const limit = 0xffff_ffffn;
  let hash = 2_166_136_261n;
  for (const byte of bytes.subarray(10, -4)) hash = ((hash ^ BigInt(byte)) * 16_777_619n) & limit;
  const signed = (value: bigint) => BigInt.asIntN(32, value);
  hash = (hash + (hash << 13n)) & limit;
  hash = BigInt.asUintN(32, signed(hash) ^ (signed(hash) >> 7n));
  hash = (hash + (hash << 3n)) & limit;
  hash = BigInt.asUintN(32, signed(hash) ^ (signed(hash) >> 17n));
  hash = (hash + (hash << 5n)) & limit;
  expect(new DataView(bytes.buffer).getUint32(KEY, true)).toBe(Number(hash));
});

test.each([3, 5, 9, 10, 11])('the content of version %i', (version) => {
  const { shaders, parameters, techniques, buffers } = parseMgfx(mgfxOf(version, PS4, PS4))!;
  expect(shaders.map(({ isVertex, code }) => [isVertex, code])).toEqual([
    [true, PS4],
    [false, PS4],
  ]);
  expect(parameters.map(({ name, rows, columns }) => [name, rows, columns])).toEqual([['Tint', 1, 4]]);
  expect(buffers.map(({ size, parameters: list }) => [size, list])).toEqual([[64, [{ index: 0, offset: 0 }]]]);
  expect(techniques.map(({ passes }) => passes.map((one) => [one.vertexShader, one.pixelShader]))).toEqual([[[0, 1]]]);
});

test('damaged files have no content', () => {
  const bytes = mgfxOf(10, PS4, PS4);
  for (const length of [0, 5, 6, 40, bytes.byteLength - 1])
    expect(parseMgfx(bytes.subarray(0, length))).toBeUndefined();
  expect(parseMgfx(bytes.with(4, 13))).toBeUndefined();
});

test('versions that are not written, and values of another size, are errors of the caller', () => {
  const effect = parseMgfx(mgfxOf(10, PS4, PS4))!;
  expect(() => serializeMgfx({ ...effect, version: 9 })).toThrow(RangeError);
  const [parameter] = effect.parameters;
  expect(() => serializeMgfx({ ...effect, parameters: [{ ...parameter!, value: new Uint8Array(3) }] })).toThrow(
    RangeError,
  );
});
