/** The tables of formats: numbers, names, sizes and uses. */
import { describe, expect, test } from 'vitest';
import { DXGI_FORMATS } from '../../src/formats/dxgi-formats.ts';
import {
  d3d9Format,
  dxgiFormat,
  type Format,
  type FormatApi,
  findFormat,
  formatAllows,
  formatNames,
  srgbVariant,
  vertexFormat,
} from '../../src/formats/formats.ts';

const APIS: readonly FormatApi[] = ['dxgi', 'd3d9', 'vertex'];

function allFormats(api: FormatApi): readonly Format[] {
  return formatNames(api).map((name) => findFormat(api, name)!);
}

describe.each(APIS)('formats of %s', (api) => {
  test('have one number each and are found by it', () => {
    const formats = allFormats(api);
    expect(new Set(formats.map(({ code }) => code)).size).toBe(formats.length);
    for (const format of formats) expect(findFormat(api, format.code)).toBe(format);
  });

  test('are found by their names in JSON', () => {
    for (const format of allFormats(api)) expect(findFormat(api, format.jsonName)).toBe(format);
  });

  test('have components that fill whole bytes', () => {
    for (const { name, bits, blockBytes, components } of allFormats(api)) {
      if (components.length === 0) continue;
      expect(bits, name).toBe(blockBytes * 8);
      for (const { shift, bits: width } of components) expect(shift + width, name).toBeLessThanOrEqual(32);
    }
  });
});

test('names of DXGI formats say what their layouts are', () => {
  for (const { name, components, bits } of allFormats('dxgi')) {
    const [, listed] = /^((?:[RGBAXDS]\d+)+)_(?:\w*_)?(?:TYPELESS|FLOAT|UNORM|SNORM|UINT|SINT|SRGB)$/.exec(name) ?? [];
    if (listed === undefined || components.length === 0 || /_[XSGA]\d|XR_BIAS/.test(name)) continue;
    const parts = Array.from(listed.matchAll(/([RGBAXDS])(\d+)/g), ([, letter, digits]) => [
      letter!.toLowerCase(),
      Number(digits),
    ]);
    expect(bits, name).toBe(parts.reduce((sum, [, width]) => sum + Number(width), 0));
    const used = parts.filter(([letter]) => letter !== 'x');
    expect(
      components.map(({ letter, bits: width }) => [letter, width]),
      name,
    ).toEqual(used);
  }
});

test('components of D3D9 names are listed from the highest bit', () => {
  const layout = (name: string) => d3d9Format(name)!.components.map(({ letter, shift }) => `${letter}${shift}`);
  expect(layout('A8R8G8B8')).toEqual(['b0', 'g8', 'r16', 'a24']);
  expect(layout('A2W10V10U10')).toEqual(['r0', 'g10', 'b20', 'a30']);
  expect(layout('D24S8')).toEqual(['s0', 'd8']);
  expect(layout('X1R5G5B5')).toEqual(['b0', 'g5', 'r10']);
});

test('numbers are those of the enumerations', () => {
  expect(dxgiFormat('DXGI_FORMAT_BC7_UNORM_SRGB')!.code).toBe(99);
  expect(dxgiFormat(28)!.name).toBe('R8G8B8A8_UNORM');
  expect(dxgiFormat('b4g4r4a4-unorm')!.code).toBe(115);
  expect(d3d9Format('D3DFMT_A32B32G32R32F')!.code).toBe(116);
  expect(d3d9Format(0x3554_5844)!.name).toBe('DXT5');
  expect(vertexFormat('D3DDECLTYPE_FLOAT16_4')!.code).toBe(16);
  expect(dxgiFormat('R8G8B8_UNORM')).toBeUndefined();
  expect(dxgiFormat(1000)).toBeUndefined();
});

test('sizes of blocks', () => {
  const size = (name: string) => {
    const { blockBytes, blockWidth, blockHeight, bits } = dxgiFormat(name)!;
    return [blockBytes, blockWidth, blockHeight, bits];
  };
  expect(size('BC1_TYPELESS')).toEqual([8, 4, 4, 4]);
  expect(size('BC6H_SF16')).toEqual([16, 4, 4, 8]);
  expect(size('G8R8_G8B8_UNORM')).toEqual([4, 2, 1, 16]);
  expect(size('R1_UNORM')).toEqual([1, 8, 1, 1]);
  expect(size('R32G32B32_FLOAT')).toEqual([12, 1, 1, 96]);
});

test('uses of feature level 11_1', () => {
  const uses = (name: string, ...of: Parameters<typeof formatAllows>[1][]) =>
    of.map((use) => formatAllows(dxgiFormat(name)!, use));
  expect(uses('R32G32B32_FLOAT', 'buffer', 'sample', 'render-target')).toEqual(['required', 'optional', 'optional']);
  expect(uses('R32_UINT', 'index', 'atomic', 'sample')).toEqual(['required', 'required', false]);
  expect(uses('R32_FLOAT', 'compare', 'typed-load', 'atomic')).toEqual(['required', 'required', false]);
  expect(uses('R8G8B8A8_UNORM', 'typed-load', 'typed-store')).toEqual(['optional', 'required']);
  expect(uses('D24_UNORM_S8_UINT', 'depth-stencil', 'load')).toEqual(['required', false]);
  expect(uses('BC1_UNORM', 'texture-1d', 'texture-3d')).toEqual([false, 'required']);
});

test('missing components', () => {
  const types = (format: Format | undefined) => [format!.missing, format!.isInteger];
  expect(types(dxgiFormat('R24_UNORM_X8_TYPELESS'))).toEqual([[0, 0, 0, 0x3f80_0000], false]);
  expect(types(dxgiFormat('R16G16_UINT'))).toEqual([[0, 0, 0, 1], true]);
  expect(types(d3d9Format('R32F'))).toEqual([[0x3f80_0000, 0x3f80_0000, 0x3f80_0000, 0x3f80_0000], false]);
  expect(types(d3d9Format('A8'))[0]).toEqual([0, 0, 0, 0]);
  expect(types(vertexFormat('FLOAT1'))[0]).toEqual([0, 0, 0, 0x3f80_0000]);
});

test('the sRGB variant of a format changes its colors only', () => {
  expect(srgbVariant(d3d9Format('A8R8G8B8')!).types).toEqual(['srgb', 'srgb', 'srgb', 'unorm']);
  expect(srgbVariant(d3d9Format('DXT1')!).block).toBe('bc1-srgb');
  expect(srgbVariant(d3d9Format('R5G6B5')!).types).toEqual(d3d9Format('R5G6B5')!.types);
  expect(srgbVariant(d3d9Format('ATI2')!).block).toBe('bc5-swapped');
});

test('the table of DXGI has every format up to B4G4R4A4_UNORM', () => {
  const codes = new Set(Object.values(DXGI_FORMATS).map(({ code }) => code as number));
  for (let code = 0; code <= 115; code++) expect(codes.has(code), String(code)).toBe(true);
});
