/** Texels of every format: written and read again, and by the examples of the functional specification. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import {
  d3d9Format,
  dxgiFormat,
  type Format,
  type FormatApi,
  findFormat,
  formatNames,
  vertexFormat,
} from '../../src/formats/formats.ts';
import { decodeNumber } from '../../src/formats/number-types.ts';
import { decodeTexel, encodeTexel, texelEncoder } from '../../src/formats/texel.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';

const words = new Uint32Array(4);
const floats = new Float32Array(words.buffer);

function read(format: Format | undefined, ...bytes: number[]): number[] {
  decodeTexel(format!, Uint8Array.from(bytes), 0, words);
  return format!.isInteger ? [...words] : [...floats];
}

function write(format: Format | undefined, ...values: number[]): number[] {
  const bytes = new Uint8Array(format!.blockBytes);
  const texel = Uint32Array.from(values, (x) => (format!.isInteger ? x : bitsOfFloat(x)));
  expect(encodeTexel(format!, texel, 0, bytes, 0)).toBe(true);
  return [...bytes];
}

const APIS: readonly FormatApi[] = ['dxgi', 'd3d9', 'vertex'];
const WRITABLE = APIS.flatMap((api) => formatNames(api).map((name) => findFormat(api, name)!)).filter(
  ({ canEncode }) => canEncode,
);

describe('written and read again', () => {
  test('there are formats', () => {
    expect(WRITABLE.length).toBe(145);
  });

  test.each(WRITABLE.map((format) => [`${format.api} ${format.name}`, format] as const))('%s', (_, format) => {
    const random = new Random(format.code);
    for (let i = 0; i < 200; i++) {
      const bytes = Uint8Array.from({ length: format.blockBytes }, () => random.below(256));
      const first = new Uint32Array(4);
      decodeTexel(format, bytes, 0, first);
      const again = new Uint8Array(format.blockBytes);
      encodeTexel(format, first, 0, again, 0);
      const second = new Uint32Array(4);
      decodeTexel(format, again, 0, second);
      expect(second).toEqual(first);
      // Another representation of the same number may come back, but what was written comes back itself.
      const third = new Uint8Array(format.blockBytes);
      encodeTexel(format, second, 0, third, 0);
      expect(third).toEqual(again);
    }
  });
});

test('the encoder of a format writes what the function for all formats does', { tags: 'slow' }, () => {
  const special = [0, 0x8000_0000, 1, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffff_ffff];
  for (const format of WRITABLE) {
    const random = new Random(format.code);
    const encode = texelEncoder(format);
    for (let i = 0; i < 20; i++) {
      // Around the halves between two numbers of a byte, too.
      const word = () =>
        random.oneIn(3) ? random.pick(special) : bitsOfFloat((random.between(-4, 520) + random.below(3) * 1e-5) / 510);
      const texel = Uint32Array.from({ length: 6 }, word);
      const [expected, found] = [new Uint8Array(format.blockBytes + 2), new Uint8Array(format.blockBytes + 2)];
      encodeTexel(format, texel, 2, expected, 1);
      expect(encode(texel, 2, found, 1)).toBe(true);
      expect(found, format.name).toEqual(expected);
    }
  }
});

test('components are where the name says', () => {
  expect(read(dxgiFormat('R8G8B8A8_UINT'), 1, 2, 3, 4)).toEqual([1, 2, 3, 4]);
  expect(read(dxgiFormat('B8G8R8A8_UNORM'), 255, 0, 0, 0)).toEqual([0, 0, 1, 0]);
  // R: bits 0 to 9, G: 10 to 19, B: 20 to 29, A: 30 and 31.
  expect(read(dxgiFormat('R10G10B10A2_UINT'), 0x01, 0x08, 0x30, 0xc0)).toEqual([1, 2, 3, 3]);
  expect(read(dxgiFormat('B5G6R5_UNORM'), 0x00, 0xf8)).toEqual([1, 0, 0, 1]);
  expect(read(dxgiFormat('B5G5R5A1_UNORM'), 0xe0, 0x83)).toEqual([0, 1, 0, 1]);
  expect(read(dxgiFormat('A4B4G4R4_UNORM'), 0x0f, 0xf0)).toEqual([1, 0, 0, 1]);
  expect(read(dxgiFormat('B4G4R4A4_UNORM'), 0x0f, 0xf0)).toEqual([0, 0, 1, 1]);
  expect(read(dxgiFormat('R9G9B9E5_SHAREDEXP'), 0xc8, 0x20, 0x93, 0x99)).toEqual([6.25, 12.5, 3.125, 1]);
  expect(read(dxgiFormat('X32_TYPELESS_G8X24_UINT'), 9, 9, 9, 9, 7, 8, 8, 8)).toEqual([0, 7, 0, 1]);
  expect(read(dxgiFormat('D24_UNORM_S8_UINT'), 255, 255, 255, 0).slice(0, 1)).toEqual([1]);
});

test('components that a format does not have', () => {
  expect(read(dxgiFormat('R24_UNORM_X8_TYPELESS'), 0, 0, 0, 255)).toEqual([0, 0, 0, 1]);
  expect(read(dxgiFormat('R16G16_UINT'), 5, 0, 6, 0)).toEqual([5, 6, 0, 1]);
  expect(read(dxgiFormat('R16_SINT'), 255, 255)).toEqual([0xffff_ffff, 0, 0, 1]);
  expect(read(dxgiFormat('A8_UNORM'), 255)).toEqual([0, 0, 0, 1]);
});

test('formats of Direct3D 9', () => {
  expect(read(d3d9Format('L8'), 255)).toEqual([1, 1, 1, 1]);
  expect(read(d3d9Format('A8L8'), 0, 255)).toEqual([0, 0, 0, 1]);
  expect(read(d3d9Format('A4L4'), 0xf0)).toEqual([0, 0, 0, 1]);
  expect(read(d3d9Format('A8'), 255)).toEqual([0, 0, 0, 1]);
  expect(read(d3d9Format('R16F'), 0, 0x3c)).toEqual([1, 1, 1, 1]);
  expect(read(d3d9Format('V8U8'), 0x81, 0x7f)).toEqual([-1, 1, 1, 1]);
  expect(read(d3d9Format('L6V5U5'), 0x1f, 0xfc)).toEqual([Math.fround(-1 / 15), 0, 1, 1]);
  expect(read(d3d9Format('X8L8V8U8'), 127, 0, 255, 0)).toEqual([1, 0, 1, 1]);
  expect(read(d3d9Format('CxV8U8'), 127, 0)).toEqual([1, 0, 0, 1]);
  expect(read(d3d9Format('CxV8U8'), 0, 0)).toEqual([0, 0, 1, 1]);
  expect(read(d3d9Format('INTZ'), 0, 255, 255, 255)).toEqual([1, 1, 1, 1]);
  expect(read(d3d9Format('R3G3B2'), 0b111_000_11)).toEqual([1, 0, 1, 1]);
});

test('vertex elements', () => {
  expect(read(vertexFormat('UBYTE4'), 0, 1, 128, 255)).toEqual([0, 1, 128, 255]);
  expect(read(vertexFormat('SHORT2'), 0xff, 0xff, 0, 0x80)).toEqual([-1, -32768, 0, 1]);
  expect(read(vertexFormat('D3DCOLOR'), 255, 0, 0, 255)).toEqual([0, 0, 1, 1]);
  expect(read(vertexFormat('UDEC3'), 0xff, 0x03, 0, 0)).toEqual([1023, 0, 0, 1]);
  expect(read(vertexFormat('DEC3N'), 0xff, 0x01, 0, 0)).toEqual([1, 0, 0, 1]);
});

test('texels are written as they are read', () => {
  expect(write(dxgiFormat('R8G8B8A8_UNORM'), 0.5, 2, -1, Number.NaN)).toEqual([128, 255, 0, 0]);
  expect(write(dxgiFormat('R8G8B8A8_UNORM_SRGB'), 1, 0, 0, 0.5)).toEqual([255, 0, 0, 128]);
  expect(write(dxgiFormat('R16G16_FLOAT'), 65536, Number.NEGATIVE_INFINITY, 0, 0)).toEqual([0xff, 0x7b, 0, 0xfc]);
  expect(write(dxgiFormat('R8_SINT'), 0xffff_ff00)).toEqual([0x80]);
  expect(write(dxgiFormat('B8G8R8X8_UNORM'), 1, 0, 0, 1)).toEqual([0, 0, 255, 0]);
  expect(write(d3d9Format('L8'), 1, 0, 0, 0)).toEqual([255]);
});

test('float32 keeps all its bits', () => {
  const bits = [0x7f80_0001, 0xffc1_2345, 0x0000_0001, 0x8000_0000];
  const bytes = new Uint8Array(16);
  encodeTexel(dxgiFormat('R32G32B32A32_FLOAT')!, Uint32Array.from(bits), 0, bytes, 0);
  decodeTexel(dxgiFormat('R32G32B32A32_FLOAT')!, bytes, 0, words);
  expect([...words]).toEqual(bits);
});

test('pairs of texels share red and blue', () => {
  const at = (name: string, x: number) => {
    decodeTexel(dxgiFormat(name)!, Uint8Array.from([255, 0, 51, 102]), 0, words, 0, x, 0);
    return [...words];
  };
  const codes = (...list: number[]) => list.map((code) => decodeNumber('unorm', 8, code));
  expect(at('R8G8_B8G8_UNORM', 0)).toEqual(codes(255, 0, 51, 255));
  expect(at('R8G8_B8G8_UNORM', 1)).toEqual(codes(255, 102, 51, 255));
  expect(at('G8R8_G8B8_UNORM', 0)).toEqual(codes(0, 255, 102, 255));
  expect(at('G8R8_G8B8_UNORM', 1)).toEqual(codes(0, 51, 102, 255));
});

test('one bit a texel', () => {
  const bits = Array.from({ length: 8 }, (_, x) => {
    decodeTexel(dxgiFormat('R1_UNORM')!, Uint8Array.from([0b1000_0010]), 0, words, 0, x, 0);
    return floats[0];
  });
  expect(bits).toEqual([1, 0, 0, 0, 0, 0, 1, 0]);
});

test('what has no layout is not read or written', () => {
  expect(read(dxgiFormat('NV12'), 9)).toEqual([0, 0, 0, 1]);
  expect(encodeTexel(dxgiFormat('NV12')!, words, 0, new Uint8Array(4), 0)).toBe(false);
  expect(encodeTexel(dxgiFormat('BC1_UNORM')!, words, 0, new Uint8Array(8), 0)).toBe(false);
  expect(read(dxgiFormat('R8G8B8A8_UNORM'))).toEqual([0, 0, 0, 0]);
});
