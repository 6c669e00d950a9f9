/**
 * Changed shaders put back into files. What is expected is what the writers in smith/archives, which are independent,
 * make of the new shader.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../fixtures/fx2-effects.ts';
import { RECORDED_EFFECTS } from '../../fixtures/fx4-effects.ts';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { bgfxOf, mgfxOf, xnbOf } from '../../smith/archives/engines.ts';
import { pakOf, tarOf, vpkOf, zipDeflated, zipOf, zipStored } from '../../smith/archives/stored.ts';
import { bundleOf } from '../../smith/archives/unity.ts';
import { latin1Bytes, latin1Text } from '../../src/base/words.ts';
import { CODECS } from '../../src/cli/codecs.ts';
import { type FoundShader, injectShaders, type ShaderReplacement } from '../../src/find/index.ts';
import { sourceOfBytes } from '../../src/find/source.ts';
import { findAll } from '../support/found.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const ALL = readProvenance();
const ofProfile = (profile: string) =>
  ALL.filter((one) => one.profile === profile)
    .map(({ id }) => recorded(id))
    .sort((a, b) => a.byteLength - b.byteLength);
const PS4 = ofProfile('ps_4_0');
const PS2 = ofProfile('ps_2_0');
const [SMALL, LARGE] = [PS4[0]!, PS4.at(-1)!];
const OLD = PS4.find(({ byteLength }) => byteLength > SMALL.byteLength && byteLength < LARGE.byteLength)!;
const OPTIONS = { codecs: CODECS, encoders: { deflate: (bytes: Uint8Array) => deflateRawSync(bytes) } };
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** The new file and the codes of the diagnostics. */
async function inject(file: Uint8Array, replacements: readonly ShaderReplacement[], options: object = OPTIONS) {
  const { bytes, diagnostics } = await injectShaders(file, replacements, options);
  return { bytes, codes: diagnostics.map(({ path, diagnostic }) => `${path}: ${diagnostic.code}`) };
}

/** Whether two files are the same; `toEqual` takes long. */
function isEqual(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

const files = (one: Uint8Array) => [
  { name: 'before.txt', bytes: latin1Bytes('hello') },
  { name: 'a/one.cso', bytes: one },
  { name: 'two.cso', bytes: PS2[0]! },
];
const preloaded = { preload: 20 };

describe('a file becomes what its writer makes of the new shader', () => {
  const formats: [string, string, (shader: Uint8Array) => Uint8Array][] = [
    ['ZIP, stored', 'a/one.cso', (one) => zipOf(files(one), zipStored)],
    ['ZIP, deflated', 'a/one.cso', (one) => zipOf(files(one), zipDeflated)],
    ['tar', 'a/one.cso', (one) => tarOf(files(one))],
    ['PAK', 'a/one.cso', (one) => pakOf(files(one))],
    ['VPK 1', 'a/one.cso', (one) => vpkOf(files(one).slice(1), { version: 1 }).tree],
    ['VPK 2', 'a/one.cso', (one) => vpkOf(files(one).slice(1), { version: 2 }).tree],
    ['VPK 2 with bytes in the tree', 'a/one.cso', (one) => vpkOf(files(one).slice(1), preloaded).tree],
    ['MGFX 3', 'T/P0/ps', (one) => mgfxOf(3, OLD, one)],
    ['MGFX 9', 'T/P0/vs', (one) => mgfxOf(9, one, OLD)],
    ['MGFX 11', 'T/P0/ps', (one) => mgfxOf(11, OLD, one)],
    ['XNB', 'effect/T/P0/ps', (one) => xnbOf(mgfxOf(9, OLD, one), 'none')],
    ['bgfx', 'ps', (one) => bgfxOf(one, 11)],
    ['bgfx, sizes of 16 bits', 'ps', (one) => bgfxOf(one, 3)],
    ['a shader alone', '', (one) => one],
    [
      'members in members',
      'outer/a.zip/b.xnb/effect/T/P0/ps',
      (one) =>
        tarOf([{ name: 'outer/a.zip', bytes: zipOf([{ name: 'b.xnb', bytes: xnbOf(mgfxOf(10, OLD, one), 'none') }]) }]),
    ],
  ];
  for (const [name, path, make] of formats)
    test.each([
      ['larger', LARGE],
      ['smaller', SMALL],
      ['the same', OLD],
    ])(`${name}: %s`, async (_, shader) => {
      const { bytes, codes } = await inject(make(OLD), [{ path, bytes: shader }]);
      expect(codes).toEqual([]);
      expect(isEqual(bytes, make(shader))).toBe(true);
    });

  test('several shaders at once', async () => {
    const both = (a: Uint8Array, b: Uint8Array) =>
      zipOf([
        { name: 'a', bytes: a },
        { name: 'b', bytes: b },
      ]);
    const { bytes, codes } = await inject(both(OLD, OLD), [
      { path: 'b', bytes: SMALL },
      { path: 'a', bytes: LARGE },
    ]);
    expect(codes).toEqual([]);
    expect(isEqual(bytes, both(LARGE, SMALL))).toBe(true);
  });

  test('gzip keeps its header', async () => {
    const file = new Uint8Array(gzipSync(tarOf(files(OLD))));
    for (const options of [OPTIONS, { codecs: CODECS }]) {
      const { bytes, codes } = await inject(file, [{ path: 'content/a/one.cso', bytes: LARGE }], options);
      expect(codes).toEqual([]);
      expect(isEqual(bytes?.subarray(0, 10), file.subarray(0, 10))).toBe(true);
      // It checks the CRC, too.
      expect(isEqual(gunzipSync(bytes!), tarOf(files(LARGE)))).toBe(true);
    }
  });

  test('a compressed XNB file is written without compression, and says so', async () => {
    for (const packing of ['lz4', 'lzx'] as const) {
      const { bytes, codes } = await inject(xnbOf(mgfxOf(9, OLD, OLD), packing), [
        { path: 'effect/T/P0/ps', bytes: LARGE },
      ]);
      expect(codes).toEqual([': DX0331']);
      expect(isEqual(bytes, xnbOf(mgfxOf(9, OLD, LARGE), 'none'))).toBe(true);
    }
  });

  test('a member is stored where the caller has no compressor', async () => {
    const { bytes, codes } = await inject(zipOf(files(OLD)), [{ path: 'a/one.cso', bytes: LARGE }], { codecs: CODECS });
    expect(codes).toEqual([': DX0331']);
    const found = await findAll(bytes!, { codecs: CODECS });
    expect(found.diagnostics).toEqual([]);
    expect(isEqual(found.shaders[0]!.bytes, LARGE)).toBe(true);
  });
});

describe('an unknown file', () => {
  const program = (one: Uint8Array, fill = 0) =>
    joined(latin1Bytes('MZ program '), one, new Uint8Array(fill), latin1Bytes('between'), PS2[0]!, latin1Bytes('end'));

  test('a smaller shader stays in place, and zeros follow', async () => {
    const { bytes, codes } = await inject(program(OLD), [{ path: '', offset: 11, bytes: SMALL }]);
    expect(codes).toEqual([]);
    expect(isEqual(bytes, program(SMALL, OLD.byteLength - SMALL.byteLength))).toBe(true);
  });

  test('a larger one is refused', async () => {
    expect(await inject(program(OLD), [{ path: '', offset: 11, bytes: LARGE }])).toEqual({
      bytes: undefined,
      codes: [': DX0328'],
    });
  });

  test('a wrong digest of the new shader is updated', async () => {
    const wrong = SMALL.slice();
    wrong[4]! ^= 1;
    const { bytes, codes } = await inject(program(OLD), [{ path: '', offset: 11, bytes: wrong }]);
    expect(codes).toEqual([': DX0327']);
    expect(isEqual(bytes, program(SMALL, OLD.byteLength - SMALL.byteLength))).toBe(true);
  });

  test('several of one path need an offset', async () => {
    expect(await inject(program(OLD), [{ path: '', bytes: SMALL }])).toEqual({ bytes: undefined, codes: [': DX0324'] });
    expect(await inject(program(OLD), [{ path: 'x', bytes: SMALL }])).toEqual({
      bytes: undefined,
      codes: [': DX0323'],
    });
    const twice = { path: '', offset: 11, bytes: SMALL };
    expect((await inject(program(OLD), [twice, twice])).codes).toEqual([': DX0325']);
  });

  test('what is no shader is refused, and another profile is a warning', async () => {
    expect(await inject(program(OLD), [{ path: '', offset: 11, bytes: latin1Bytes('hello') }])).toEqual({
      bytes: undefined,
      codes: [': DX0001'],
    });
    const at = 11 + OLD.byteLength + 7;
    const other = ofProfile('vs_2_0').filter(({ byteLength }) => byteLength <= PS2[0]!.byteLength)[0];
    if (other !== undefined)
      expect((await inject(program(OLD), [{ path: '', offset: at, bytes: other }])).codes).toEqual([': DX0326']);
  });
});

describe('effects', () => {
  const effects = [...readRecordedEffects2(), ...RECORDED_EFFECTS].map(({ bytes }) => bytes);

  test('a shader of every recorded effect gets any size', { tags: 'slow' }, async () => {
    let count = 0;
    for (const [number, effect] of effects.entries()) {
      const { shaders } = await findAll(effect);
      const bySize = [...shaders].sort((a, b) => b.bytes.byteLength - a.bytes.byteLength);
      for (const shader of shaders.filter(({ foundBy }) => foundBy === 'effect').slice(0, 2)) {
        // In some effects the name of a shader has its stage.
        const largest = bySize.find(({ profile }) => profile?.slice(0, 2) === shader.profile?.slice(0, 2));
        for (const isPacked of [false, true]) {
          const file = isPacked ? zipOf([{ name: 'e.fxo', bytes: effect }]) : effect;
          const path = isPacked ? `e.fxo/${shader.path}` : shader.path;
          const { bytes, codes } = await inject(file, [{ path, offset: shader.offset, bytes: largest!.bytes }]);
          expect(
            codes.filter((code) => !code.endsWith('DX0326')),
            `${number} ${path}`,
          ).toEqual([]);
          const again = await findAll(bytes!, { codecs: CODECS });
          const changed = again.shaders.filter((one) => one.path === path && isEqual(one.bytes, largest!.bytes));
          expect(changed.length).toBeGreaterThan(0);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  test('an effect as a whole, and not one of its shaders at once', async () => {
    const [a, b] = [readRecordedEffects2()[0]!.bytes, readRecordedEffects2()[1]!.bytes];
    const file = (effect: Uint8Array) => zipOf([{ name: 'e.fxo', bytes: effect }]);
    const { bytes, codes } = await inject(file(a), [{ path: 'e.fxo', bytes: b }]);
    expect(codes).toEqual([]);
    expect(isEqual(bytes, file(b))).toBe(true);
    const [shader] = (await findAll(a)).shaders;
    const inner = { path: `e.fxo/${shader!.path}`, offset: shader!.offset, bytes: shader!.bytes };
    expect((await inject(file(a), [{ path: 'e.fxo', bytes: b }, inner])).codes).toEqual([': DX0325']);
  });

  test('an effect inside of a program cannot grow', async () => {
    let shader: FoundShader | undefined;
    let file = new Uint8Array(0);
    for (const { bytes } of RECORDED_EFFECTS) {
      file = joined(latin1Bytes('MZ program '), bytes);
      shader = (await findAll(file)).shaders.find(({ foundBy }) => foundBy === 'effect');
      if (shader !== undefined) break;
    }
    const { path, offset } = shader!;
    expect((await inject(file, [{ path, offset, bytes: LARGE }])).codes.at(-1)).toMatch(/DX0328$/);
  });
});

describe('arrays of source code', () => {
  const lines = (bytes: Uint8Array, perLine: number, write: (byte: number) => string) =>
    Array.from({ length: Math.ceil(bytes.byteLength / perLine) }, (_, i) =>
      [...bytes.subarray(i * perLine, (i + 1) * perLine)].map(write).join(', '),
    ).join(',\n    ');
  const hex = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`;
  const dwords = (bytes: Uint8Array) =>
    [...new Uint32Array(bytes.slice().buffer)].map((value) => `0x${value.toString(16)}u`).join(', ');
  const sources: [string, (one: Uint8Array) => string][] = [
    // As `fxc /Fh` and `xxd -i` write them.
    [
      'decimal, aligned',
      (one) => `const BYTE a[] =\n{\n    ${lines(one, 6, (byte) => String(byte).padStart(3))}\n};\nint x;\n`,
    ],
    [
      'xxd -i',
      (one) => `unsigned char a[] = {\n    ${lines(one, 12, hex)}\n};\nunsigned int a_len = ${one.byteLength};\n`,
    ],
    ['a declared length', (one) => `static const uint8_t a[${one.byteLength}] = { ${lines(one, 1e9, hex)} };`],
    ['std::array', (one) => `constexpr std::array<std::uint8_t, ${one.byteLength}> a = {{ ${[...one].join(',')} }};`],
    ['DWORDs', (one) => `DWORD a[] = { ${dwords(one)} };`],
    ['C#', (one) => `byte[] a = new byte[] { ${lines(one, 1e9, (byte) => `0x${byte.toString(16)}`)} };`],
  ];
  for (const [name, make] of sources)
    test.each([
      ['larger', LARGE],
      ['smaller', SMALL],
      ['the same', OLD],
    ])(`${name}: %s`, async (_, shader) => {
      const { bytes, codes } = await inject(latin1Bytes(make(OLD)), [{ path: 'a', bytes: shader }]);
      expect(codes).toEqual([]);
      expect(latin1Text(bytes!, 0, bytes!.byteLength)).toBe(make(shader));
    });

  test('a header of bgfx in an array', async () => {
    const make = (one: Uint8Array) =>
      `static const uint8_t a[${bgfxOf(one, 11).byteLength}] = { ${lines(bgfxOf(one, 11), 16, hex)} };`;
    const { bytes, codes } = await inject(latin1Bytes(make(OLD)), [{ path: 'a/ps', bytes: LARGE }]);
    expect(codes).toEqual([]);
    expect(latin1Text(bytes!, 0, bytes!.byteLength)).toBe(make(LARGE));
  });

  test('comments between the numbers are not lost', async () => {
    const text = `BYTE a[] = { ${[...OLD.subarray(0, 8)].join(', ')}, /* here */ ${[...OLD.subarray(8)].join(', ')} };`;
    expect(await inject(latin1Bytes(text), [{ path: 'a', bytes: LARGE }])).toEqual({
      bytes: undefined,
      codes: [': DX0329'],
    });
  });
});

describe('refusals', () => {
  test('a member of a VPK archive whose bytes are in another file', async () => {
    const { tree, part } = vpkOf(files(OLD).slice(1), { apart: [0] });
    const siblings = { name: 'pak01_dir.vpk', open: () => sourceOfBytes(part) };
    const options = { ...OPTIONS, siblings };
    expect((await inject(tree, [{ path: 'a/one.cso', bytes: SMALL }], options)).codes).toEqual([': DX0329']);
  });

  test('formats that are only read', async () => {
    const bundle = bundleOf([{ name: 'a.cso', bytes: OLD }], 'stored');
    const [shader] = (await findAll(bundle, { codecs: CODECS })).shaders;
    expect(await inject(bundle, [{ path: shader!.path, offset: shader!.offset, bytes: SMALL }])).toEqual({
      bytes: undefined,
      codes: [': DX0329'],
    });
  });

  test('archives whose members share bytes, or without a directory', async () => {
    const pak = pakOf(files(OLD));
    // The second member begins inside the first one.
    new DataView(pak.buffer).setUint32(pak.byteLength - 8, 12 + 5 + 40, true);
    expect((await inject(pak, [{ path: 'a/one.cso', bytes: SMALL }])).codes).toEqual([': DX0329']);
    const zip = zipOf(files(OLD), zipStored, false);
    expect((await inject(zip, [{ path: 'a/one.cso', bytes: SMALL }])).codes).toEqual([': DX0329']);
  });

  test('wrong arguments', async () => {
    await expect(injectShaders(OLD, 1 as never)).rejects.toThrow(TypeError);
    await expect(injectShaders('x' as never, [])).rejects.toThrow(TypeError);
    await expect(injectShaders(OLD, [{ path: '', bytes: 'x' as never }])).rejects.toThrow(TypeError);
  });

  test('nothing to replace', async () => {
    expect(await inject(OLD, [])).toEqual({ bytes: undefined, codes: [] });
  });
});
