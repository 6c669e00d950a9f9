/**
 * Shaders as files, in source code, and carved out of other bytes. The shaders are recorded from Microsoft's compiler.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { bgfxOf } from '../../smith/archives/engines.ts';
import { zipOf, zipStored } from '../../smith/archives/stored.ts';
import { Random } from '../../smith/random.ts';
import { latin1Bytes } from '../../src/base/words.ts';
import { CODECS } from '../../src/cli/codecs.ts';
import { findShaders } from '../../src/find/index.ts';
import { codes, findAll, locations } from '../support/found.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const ALL = readProvenance().filter(({ how }) => how !== 'edited');
const PS4 = recorded('arithmetic-float.main.ps_4_0');
const SM1 = ALL.filter(({ profile }) => /^[vp]s_[123]/.test(profile ?? '')).map(({ id }) => recorded(id));

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

describe('a shader alone', () => {
  test('every recorded shader is found whole', { tags: ['slow', 'ci'] }, async () => {
    for (const { id } of ALL) {
      const bytes = recorded(id);
      const { shaders, diagnostics } = await findAll(bytes);
      expect(diagnostics, id).toEqual([]);
      expect(shaders.length, id).toBe(1);
      expect(shaders[0]!.bytes, id).toEqual(bytes);
      expect(shaders[0], id).toMatchObject({ path: '', offset: 0, foundBy: 'content' });
    }
  });

  test('a container that is cut is given as it is', async () => {
    const found = await findAll(PS4.subarray(0, 100));
    expect(codes(found)).toEqual([': DX0314']);
    expect(found.shaders[0]!.bytes.byteLength).toBe(100);
  });

  test('nothing in an empty file', async () => {
    expect(await findAll(new Uint8Array(0))).toEqual({ shaders: [], diagnostics: [] });
  });
});

describe('carving', () => {
  test('every recorded shader is found at any offset of random bytes', { tags: 'slow' }, async () => {
    const random = new Random(1);
    const noise = () => Uint8Array.from({ length: 1 + random.below(40) }, () => random.below(256));
    const parts: Uint8Array[] = [noise()];
    const offsets: number[] = [];
    let at = parts[0]!.byteLength;
    // Texture shaders have no end token, and no compiler writes what the validator rejects.
    const carved = ALL.filter(({ id, profile }) => profile !== 'tx_1_0' && id !== 'ps_3_0-unvalidated');
    for (const { id } of carved) {
      const bytes = recorded(id);
      const after = noise();
      offsets.push(at);
      parts.push(bytes, after);
      at += bytes.byteLength + after.byteLength;
    }
    const { shaders, diagnostics } = await findAll(joined(...parts));
    expect(diagnostics).toEqual([]);
    expect(shaders.map(({ offset, bytes }) => [offset, bytes.byteLength])).toEqual(
      carved.map(({ size }, i) => [offsets[i], size]),
    );
  });

  test('across windows', { tags: 'slow' }, async () => {
    for (const offset of [2 ** 20 - 40, 2 ** 20 - 4, 2 ** 20 - 3, 2 ** 20 - 1, 2 ** 20]) {
      for (const shader of [PS4, SM1[0]!]) {
        const found = await findAll(joined(new Uint8Array(offset).fill(1), shader, new Uint8Array(9)));
        expect(found.shaders.map((one) => [one.offset, one.bytes])).toEqual([[offset, shader]]);
      }
    }
  });

  test('a token stream with an instruction at the end of a window', { tags: 'slow' }, async () => {
    for (let before = 4; before <= 4 + SM1[0]!.byteLength; before += 4) {
      const found = await findAll(joined(new Uint8Array(2 ** 20 - before).fill(1), SM1[0]!, new Uint8Array(99)));
      expect(
        found.shaders.map((one) => one.bytes),
        `${before} bytes`,
      ).toEqual([SM1[0]]);
    }
  });

  test('shaders one after the other', async () => {
    const found = await findAll(joined(PS4, SM1[0]!, PS4));
    expect(found.shaders.map(({ offset, foundBy }) => [offset, foundBy])).toEqual([
      [0, 'carving'],
      [PS4.byteLength, 'carving'],
      [PS4.byteLength + SM1[0]!.byteLength, 'carving'],
    ]);
  });

  test('a wrong digest with a well-formed directory', async () => {
    const bytes = joined(new Uint8Array(5), PS4);
    bytes.fill(0, 9, 25);
    const found = await findAll(bytes);
    expect(found.shaders.map(({ offset, digestMatches }) => [offset, digestMatches])).toEqual([[5, false]]);
  });

  test('a container that is cut at the end', async () => {
    const found = await findAll(joined(new Uint8Array(5), PS4.subarray(0, 200)));
    expect(codes(found)).toEqual([': DX0314']);
    expect(found.diagnostics[0]!.diagnostic.span).toEqual({ unit: 'byte', start: 5, end: 205 });
  });

  test('is off when the caller says so', async () => {
    const bytes = joined(new Uint8Array(5), PS4);
    expect(locations(await findAll(bytes, { carve: false }))).toEqual([]);
  });
});

describe('source code', () => {
  const list = (bytes: Uint8Array, write: (byte: number) => string) => [...bytes].map(write).join(', ');
  const words = (bytes: Uint8Array) => [...new Uint32Array(bytes.slice().buffer)];
  const sm1 = SM1[0]!;
  const cases: [string, string, string[]][] = [
    ['C, decimal', `const BYTE g_main[] =\n{ ${list(PS4, String)} };`, ['g_main']],
    [
      'C, hexadecimal, several arrays',
      `const unsigned char a[] = { ${list(PS4, (b) => `0x${b.toString(16)}`)} };\nint other[] = { 1, 2, 3 };\n` +
        `DWORD b[] = { ${words(sm1).map((w) => `0x${w.toString(16)}`)} };`,
      ['a', 'b'],
    ],
    ['C, signed', `static const signed char s[] = { ${list(PS4, (b) => String(b > 127 ? b - 256 : b))} };`, ['s']],
    ['C++', `constexpr std::array<std::uint8_t, 4> x = {{ ${list(PS4, String)} }};`, ['x']],
    ['C#', `static readonly byte[] Code = new byte[] { ${list(PS4, (b) => `0x${b.toString(16)}`)} };`, ['Code']],
    ['C#, uint', `static uint[] Code = new uint[${words(PS4).length}] { ${words(PS4).join(', ')} };`, ['Code']],
    ['C# 12', `byte[] code = [ ${list(PS4, String)} ];`, ['code']],
  ];
  test.each(cases)('%s', async (_, text, names) => {
    const found = await findAll(latin1Bytes(text));
    expect(found.diagnostics).toEqual([]);
    expect(found.shaders.map(({ path }) => path)).toEqual(names);
    for (const { bytes, foundBy } of found.shaders) {
      expect(foundBy).toBe('c-array');
      expect([PS4, sm1].some((shader) => Buffer.compare(shader, bytes) === 0)).toBe(true);
    }
  });

  test('numbers that begin like a version token are no shader', async () => {
    const text =
      'static int limits[] = { -1, -126 }; DWORD more[] = { 0xffff0200, 3 }; byte[] x = [255, 255, 255, 255]; u8 tile[] = { 0, 3, 254, 255, 255, 255, 0, 0, }; u8 rgba[] = { 0, 2, 255, 255, 0, 0, 1, 2, 255, 255, 0, 0 };';
    expect(await findAll(latin1Bytes(text))).toEqual({ shaders: [], diagnostics: [] });
  });

  test('what an array holds is searched like any member', async () => {
    const cases: [string, Uint8Array, string, number][] = [
      ['a header of bgfx', bgfxOf(PS4, 11), 'g/ps', 0],
      ['DXBC after some bytes', joined(Uint8Array.of(0x50, 0x53, 0x48, 0x0b), PS4), 'g', 4],
      ['an archive', zipOf([{ name: 'a.cso', bytes: PS4 }], zipStored), 'g/a.cso', 0],
      ['a token stream after some bytes', joined(new Uint8Array(8), SM1[0]!), 'g', 8],
    ];
    for (const [what, bytes, path, offset] of cases) {
      const text = `// { 1 }\nint tile[] = { ${'7, '.repeat(40)} };\nBYTE g[${bytes.length}] = {\n${list(bytes, String)} };\nBYTE h[] = { ${list(PS4, String)} };`;
      const found = await findAll(latin1Bytes(text));
      expect(found.diagnostics, what).toEqual([]);
      expect(
        found.shaders.map((one) => one.path),
        what,
      ).toEqual([path, 'h']);
      expect(found.shaders[0]!.offset, what).toBe(offset);
    }
  });

  test('a text with an array and a shader after it is carved, too', async () => {
    const text = latin1Bytes(`int k[] = { ${'1, '.repeat(200)} };`);
    expect(locations(await findAll(joined(text, PS4)))).toEqual([`@${text.byteLength} ps_4_0 carving`]);
  });

  test('damage in an array with a shader is reported, in others not', async () => {
    const text = `int x[] = { 1, y };\nBYTE g[] = { ${list(PS4, String)}, z };`;
    const found = await findAll(latin1Bytes(text));
    expect(codes(found)).toEqual([': DX0008']);
    expect(found.shaders.length).toBe(1);
  });
});

describe('arguments', () => {
  test('are checked', () => {
    expect(() => findShaders('x' as never)).toThrow(TypeError);
    expect(() => findShaders(PS4, { codec: {} } as never)).toThrow(/did you mean 'codecs'/);
    expect(() => findShaders({ size: -1, read: () => PS4 })).toThrow(TypeError);
  });

  test('an exception of the source reaches the caller', async () => {
    const source = {
      size: 10,
      read: () => {
        throw new Error('disk');
      },
    };
    await expect(findAll(source)).rejects.toThrow('disk');
  });
});

describe('compressed streams in files of unknown format', () => {
  const noise = (size: number) => {
    const random = new Random(size);
    return Uint8Array.from({ length: size }, () => random.below(256));
  };
  const streams: [string, Uint8Array][] = [
    ['zlib', deflateSync(PS4)],
    ['zlib', deflateSync(PS4, { level: 1 })],
    ['zlib', deflateSync(PS4, { level: 9 })],
    ['zlib', deflateSync(PS4, { level: 0 })],
    ['gzip', gzipSync(PS4)],
    ['zstd', zstdStored(PS4)],
  ];

  test.each(streams)('%s', async (name, stream) => {
    for (const before of [1, 300, 2 ** 20 - 1, 2 ** 20]) {
      const found = await findAll(joined(noise(before), stream, noise(99)), { codecs: CODECS });
      expect(found.diagnostics).toEqual([]);
      // Content that is stored in a stream is carved, too.
      const shader = found.shaders.filter(({ foundBy }) => foundBy === 'content');
      expect(shader.map(({ path, offset }) => [path, offset])).toEqual([[`${name}-0x${before.toString(16)}`, 0]]);
      expect(Buffer.compare(shader[0]!.bytes, PS4)).toBe(0);
    }
  });

  test('an archive in a stream, and a shader after other bytes in one', async () => {
    const zip = zipOf([{ name: 'a.cso', bytes: PS4 }], zipStored);
    const file = joined(noise(9), deflateSync(zip), noise(9), gzipSync(joined(noise(5), SM1[0]!)), SM1[1]!);
    const found = await findAll(file, { codecs: CODECS });
    expect(found.shaders.map(({ path }) => path.replace(/0x.*?(?=\/|$)/, ''))).toEqual(['', 'zlib-/a.cso', 'gzip-']);
  });

  test('what only looks like streams costs little, and gives nothing', { tags: 'slow' }, async () => {
    const patterns = [
      [0x78, 0x9c],
      [0x78, 0x01, 0, 0x10, 0, 0xef, 0xff, 1],
      [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0],
    ];
    for (const pattern of patterns) {
      const bytes = Uint8Array.from({ length: 2 ** 20 }, (_, i) => pattern[i % pattern.length]!);
      const begin = performance.now();
      expect((await findAll(joined(Uint8Array.of(0), bytes), { codecs: CODECS })).shaders).toEqual([]);
      expect(performance.now() - begin).toBeLessThan(20_000);
    }
  });

  test('many streams end with a warning', { tags: 'slow' }, async () => {
    const one = joined(deflateSync(noise(8), { level: 0 }), Uint8Array.of(0));
    const file = joined(Uint8Array.of(0), ...Array.from({ length: 5000 }, () => one));
    expect(codes(await findAll(file, { codecs: CODECS }))).toEqual([': DX0315']);
  });
});

/** A Zstandard frame with one block that is stored (RFC 8878). */
function zstdStored(bytes: Uint8Array): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.byteLength);
  const block = (bytes.byteLength << 3) | 1;
  const header = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...size, block & 255, (block >>> 8) & 255, block >>> 16);
  return joined(header, bytes);
}

describe('bytes in texts', () => {
  const hex = Buffer.from(PS4).toString('hex');
  const base64 = Buffer.from(PS4).toString('base64');
  const lines = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'g'))!.join('\n');
  const cases: [string, string, string][] = [
    ['hexadecimal digits', hex, 'hex-0x0'],
    ['in lines, as xxd -p writes them', `${lines(hex, 60)}\n`, 'hex-0x0'],
    ['bytes with blanks, in capitals', `dump:\n${hex.toUpperCase().replace(/../g, '$& ')}\nend of it`, 'hex-0x6'],
    ['Base64', base64, 'base64-0x0'],
    ['in lines, as base64 writes them', `${lines(base64, 76)}\n`, 'base64-0x0'],
    ['in lines of CR LF', `${lines(base64, 76).replaceAll('\n', '\r\n')}\r\n`, 'base64-0x0'],
    ['for URLs', Buffer.from(PS4).toString('base64url'), 'base64-0x0'],
    ['in JSON', `{"name": "x", "code": "${base64}", "more": 1}`, 'base64-0x17'],
    ['in XML', `<a>\n  <code>\n    ${lines(base64, 64).replaceAll('\n', '\n    ')}\n  </code></a>`, 'base64-0x11'],
  ];
  test.each(cases)('%s', async (_, text, path) => {
    const found = await findAll(latin1Bytes(text));
    expect(found.diagnostics).toEqual([]);
    expect(locations(found)).toEqual([`${path}@0 ps_4_0 content`]);
    expect(Buffer.compare(found.shaders[0]!.bytes, PS4)).toBe(0);
  });

  test('a token stream, and a shader after other bytes', async () => {
    const text = `a = "${Buffer.from(SM1[0]!).toString('base64')}"; b = "${Buffer.from(joined(Uint8Array.of(1, 2, 3, 4), PS4)).toString('hex')}"`;
    const found = await findAll(latin1Bytes(text));
    expect(found.shaders.map((one) => [one.path.replace(/0x.*/, ''), one.offset])).toEqual([
      ['base64-', 0],
      ['hex-', 4],
    ]);
  });

  test('a megabyte of anything takes linear time', { tags: 'slow' }, async () => {
    for (const unit of ['44 ', 'ab\n', 'a', 'abc ', `${'A'.repeat(50)}\n`, `${'A'.repeat(47)} `, '0 ']) {
      const begin = performance.now();
      await findAll(latin1Bytes(unit.repeat(2 ** 20 / unit.length)));
      expect(performance.now() - begin, unit).toBeLessThan(10_000);
    }
  });
});
