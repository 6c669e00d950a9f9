/** The table of states of effects of Direct3D 9, and the names of their values. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FX2_STATES, fx2D3dName, fx2IsIndexed, fx2ValueNames } from '../../../src/effects/fx2/states.ts';

const SOURCE = readFileSync(new URL('../../../src/effects/fx2/states.ts', import.meta.url), 'utf8');

function numberOf(name: string): number {
  return FX2_STATES.findIndex((row) => row.name === name);
}

describe('states of fx_2_0', () => {
  test('the comments have the number of the next row', () => {
    const start = SOURCE.indexOf('FX2_STATES:');
    const rows = SOURCE.slice(start, SOURCE.indexOf('];', start)).split('\n');
    let number = 0;
    for (const row of rows) {
      const comment = /^ {2}\/\/ 0x([0-9a-f]{2})$/.exec(row);
      if (comment) expect(Number.parseInt(comment[1]!, 16)).toBe(number);
      if (row.includes('{ name:')) number++;
    }
    expect(number).toBe(179);
  });

  test('the compiler numbers these so', () => {
    // Recorded from effects with one state each.
    const numbers = [
      'ZEnable',
      'Wrap0',
      'Clipping',
      'ColorOp',
      'FVF',
      'LightType',
      'VertexShader',
      'Texture',
      'AddressU',
      'Sampler',
    ];
    expect(numbers.map(numberOf)).toEqual([0, 0x1f, 0x2f, 0x67, 0x7a, 0x84, 0x92, 0xa4, 0xa5, 0xb2]);
  });

  test('names of Direct3D', () => {
    expect(fx2D3dName(numberOf('ZEnable'), 0)).toBe('D3DRS_ZENABLE');
    expect(fx2D3dName(numberOf('PointSize_Min'), 0)).toBe('D3DRS_POINTSIZE_MIN');
    expect(fx2D3dName(numberOf('ColorOp'), 1)).toBe('D3DTSS_COLOROP');
    expect(fx2D3dName(numberOf('SRGBTexture'), 1)).toBe('D3DSAMP_SRGBTEXTURE');
    expect(fx2D3dName(numberOf('WorldTransform'), 2)).toBe('D3DTS_WORLDMATRIX(2)');
    expect(fx2D3dName(numberOf('TextureTransform'), 2)).toBe('D3DTS_TEXTURE2');
    expect(fx2D3dName(numberOf('LightFalloff'), 2)).toBe('D3DLIGHT9.Falloff');
    expect(fx2D3dName(numberOf('PixelShader'), 0)).toBeNull();
    expect(fx2D3dName(999, 0)).toBeNull();
  });

  test('the compiler requires an index for these', () => {
    const indexed = FX2_STATES.filter(fx2IsIndexed);
    expect(indexed.length).toBe(18 + 13 + 2 + 14 + 16 + 2);
    expect(indexed.some(({ name }) => name === 'ProjectionTransform')).toBe(false);
  });
});

describe('names of values', () => {
  test.each([
    ['blend', 5, 'D3DBLEND_SRCALPHA', 'SRCALPHA'],
    ['blendAlpha', 9, 'D3DBLEND_DESTCOLOR', null],
    ['channels', 9, 'D3DCOLORWRITEENABLE_RED | D3DCOLORWRITEENABLE_ALPHA', 'RED | ALPHA'],
    ['wrap', 3, 'D3DWRAPCOORD_0 | D3DWRAPCOORD_1', 'COORD0 | COORD1'],
    ['textureArgument', 0x12, 'D3DTA_TEXTURE | D3DTA_COMPLEMENT', 'TEXTURE | COMPLEMENT'],
    ['coordinateIndex', 0x1_0002, 'D3DTSS_TCI_CAMERASPACENORMAL | 2', 'CAMERASPACENORMAL | 2'],
    ['textureTransform', 0x103, 'D3DTTFF_COUNT3 | D3DTTFF_PROJECTED', 'COUNT3 | PROJECTED'],
    ['fvf', 0x112, 'D3DFVF_XYZ | D3DFVF_NORMAL | D3DFVF_TEX1', 'XYZ | NORMAL | TEX1'],
    ['monitor', 1, 'D3DDMT_DISABLE', null],
  ] as const)('%s %i', (name, value, d3d, source) => {
    expect(fx2ValueNames(name, value)).toEqual({ d3d, source });
  });

  test.each([
    ['blend', 99],
    ['channels', 0],
    ['channels', 0x10],
    ['fvf', 0x8000_0002 + 0x10000],
  ] as const)('no names: %s %i', (name, value) => {
    expect(fx2ValueNames(name, value)).toBeUndefined();
  });
});
