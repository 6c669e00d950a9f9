/** Wrong files are named for what they are. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foreignFormat, withoutByteOrderMark } from '../../src/cli/foreign-files.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('names', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'a PNG image'],
    ['DDS |\0\0\0', 'a DDS texture'],
    ['BM\x36\0\x0c\0\0\0\0\0\x36', 'a BMP image'],
    ['PK\x03\x04\x14\0', 'a ZIP archive'],
    ['\x03\x02\x23\x07\0\0\x01\0', 'SPIR-V of Vulkan or OpenGL'],
    ['MZ\x90\0\x03', 'a Windows program or DLL'],
    ['#version 330 core\nvoid main() {}', 'GLSL source'],
    ['@fragment\nfn main() -> @location(0) vec4f { }', 'WGSL source'],
    ['float4 main(float4 c : COLOR0) : SV_Target { return c; }', 'HLSL source'],
    ['cbuffer PerFrame : register(b0) { float4x4 m; };', 'HLSL source'],
    ['technique Main { pass P0 { } }', 'HLSL source'],
    ['{"a": [1, 2]}', 'JSON or the like'],
    ['<?xml version="1.0"?>', 'XML or HTML'],
    ['Dear reader,', 'text'],
    ['RFhCQyIhV2RKXL35', 'base64 text of a compiled shader'],
    ['AAP//w==\n', 'base64 text of a compiled shader'],
    ['AQH+/w==', 'base64 text of a compiled shader'],
    ['RFhCQ is not base64.', 'text'],
    ['44584243 22215764', 'hexadecimal text of a compiled shader'],
    ['0002ffff', 'hexadecimal text of a compiled shader'],
    ['00000000: 4458 4243 2221 5764  DXBC', 'a hexadecimal dump of a compiled shader'],
    ['00000000  44 58 42 43 22 21 57 64', 'a hexadecimal dump of a compiled shader'],
    ['0000000: 0003 feff', 'a hexadecimal dump of a compiled shader'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:00\n', 'a pointer of Git LFS'],
    ['DXB', 'the start of a DXBC container (3 bytes)'],
    ['DX', 'the start of a DXBC container (2 bytes)'],
    ['\x00\x02\xff', 'the start of a token stream of shader model 1-3 (3 bytes)'],
    ['\x89PN', 'the start of a PNG image (3 bytes)'],
    ['D', 'text'],
    ['BMX', 'text'],
  ])('%j is %s', (text, name) => expect(foreignFormat(latin1(text))?.name).toBe(name));

  test('nothing for bytes that no format begins with', () => {
    expect(foreignFormat(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7))).toBeUndefined();
  });

  test('the hint is to extract where there are shaders inside', () => {
    const shader = readFileSync('test/cli/inputs/tint5.cso');
    const stream = readFileSync('test/cli/inputs/tint2.cso');
    const inside = (before: string, bytes: Uint8Array) => foreignFormat(Buffer.concat([latin1(before), bytes]));
    const hint = (at: number) => `dxlens extract finds the shaders inside; the first begins at ${at}`;
    expect(inside('MZ\x90\0\x03', shader)).toEqual({ name: 'a Windows program or DLL', hint: hint(5) });
    expect(inside('\x7fELF\x02', stream)).toEqual({ name: 'an ELF program or library', hint: hint(5) });
    expect(inside('\x01\0\0\0', shader)).toEqual({ name: 'a file of an unknown format', hint: hint(4) });
    // A container that is cut off is none.
    expect(inside('MZ\x90\0\x03', shader.subarray(0, 200))?.hint).toBeUndefined();
    const array = `static const uint8_t a[] = { 1, 2, 3, 4, ${[...shader].join(', ')} };`;
    expect(foreignFormat(latin1(array))).toEqual({
      name: 'source code with shaders inside of arrays of numbers',
      hint: 'dxlens extract finds the shaders inside',
    });
  });

  test('HLSL in UTF-16', () => {
    const text = Buffer.from('\ufefffloat4 main() : SV_Target { return 0; }', 'utf16le');
    expect(foreignFormat(text)?.name).toBe('HLSL source');
  });
});

describe('byte order marks', () => {
  test.each([
    ['UTF-8', Uint8Array.of(0xef, 0xbb, 0xbf, 0x70, 0x73)],
    ['UTF-16, as PowerShell writes it', Uint8Array.of(0xff, 0xfe, 0x70, 0, 0x73, 0)],
    ['UTF-16, big-endian', Uint8Array.of(0xfe, 0xff, 0, 0x70, 0, 0x73)],
    ['none', Uint8Array.of(0x70, 0x73)],
  ])('%s', (_, bytes) => expect([...withoutByteOrderMark(bytes)]).toEqual([0x70, 0x73]));
});
