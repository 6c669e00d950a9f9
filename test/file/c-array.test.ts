/** Arrays of numbers in C source, as compilers write them with /Fh and people with other tools. */
import { describe, expect, test } from 'vitest';
import { wordBytes } from '../../smith/bytes.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Bytes } from '../../src/base/words.ts';
import { readCArrays } from '../../src/file/c-array.ts';

function read(text: string) {
  const diagnostics = new Diagnostics();
  const arrays = readCArrays(latin1Bytes(text), diagnostics).map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  return { arrays, diagnostics: diagnostics.list.map(({ code, span }) => [code, span.start, span.end]) };
}

describe('spellings', () => {
  const abc = [{ name: 'a', bytes: [1, 2, 255] }];
  const dwords = [{ name: 'a', bytes: [...wordBytes(0xfffe0200, 5)] }];
  test.each([
    ['const BYTE a[] =\n{\n     1,   2, 255\n};\n', abc],
    ['const unsigned char a[] = {0x01, 0x02, 0xff,};', abc],
    ['static const uint8_t a[3]={1,2,0XFFu};', abc],
    ['alignas(4) constexpr std::array<std::uint8_t, 3> a = {{ 1, 2, 255 }};', abc],
    ['const signed char a[] = { 1, 2, -1 };', abc],
    ['const BYTE a[SIZE] = { 1, // one { 9\n 2, /* , 7 */ 255 };', abc],
    ['#if 0\nps_5_0\ndcl_immediateConstantBuffer { { 1.0, 2, 3, 4} }\n#if 1\n#endif\n#endif\nBYTE a[]={1,2,255};', abc],
    ['#if 0\nBYTE b[]={9};\n#else\nBYTE a[]={1,2,255};\n#endif', abc],
    ['#pragma once\nstruct s { int x; };\nBYTE a[]={1,\n#line 3\n2,255};', abc],
    ['const DWORD a[] = { 0xfffe0200, 5 };', dwords],
    ['unsigned int a[] = { 4294836736UL, 0x5 };', dwords],
    ["const uint32_t a[]={0xfffe'0200,5};", dwords],
    ['1, 2, 255', [{ name: '', bytes: [1, 2, 255] }]],
    ['\xef\xbb\xbf// bare\n0x1 0x2 0xff\n', [{ name: '', bytes: [1, 2, 255] }]],
    ['0xfffe0200,5', [{ name: '', bytes: [...wordBytes(0xfffe0200, 5)] }]],
    [
      'BYTE a[]={1}; DWORD b[]={2};',
      [
        { name: 'a', bytes: [1] },
        { name: 'b', bytes: [2, 0, 0, 0] },
      ],
    ],
    ['int main() { return 0; }', []],
    ['BYTE a[] = {};', []],
  ])('%j', { tags: 'slow' }, (text, arrays) => expect(read(text)).toEqual({ arrays, diagnostics: [] }));
});

describe('damage', () => {
  test.each([
    ['BYTE a[] = { 1, 2', [1, 2], [['DX0007', 11, 17]]],
    ['BYTE a[] = { 1, two, 3 };', [1], [['DX0008', 16, 17]]],
    ['BYTE a[] = { 1, 256 };', [1, 0], [['DX0006', 11, 20]]],
    ['DWORD a[] = { 0x123456789 };', [...wordBytes(0x23456789)], [['DX0006', 12, 26]]],
  ])('%j', { tags: 'slow' }, (text, bytes, diagnostics) => {
    expect(read(text)).toEqual({ arrays: [{ name: 'a', bytes }], diagnostics });
  });

  test('a megabyte of anything takes linear time', { tags: 'slow' }, () => {
    for (const unit of ['{1', '{', '#if 0\n', '/*', '[', '1', 'a[]={1};', "'", '{-']) {
      const begin = performance.now();
      read(unit.repeat(2 ** 20 / unit.length));
      expect(performance.now() - begin).toBeLessThan(5000);
    }
  });
});
