/** Shaders as files, in source code, and carved out of other bytes. The shaders are recorded from Microsoft's compiler. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { latin1Bytes } from '../../src/base/words.ts';
import { findShaders } from '../../src/find/index.ts';
import { RECORDED, readProvenance } from '../../tools/fixtures/recorded.ts';
import { bgfxOf } from '../support/archives/engines.ts';
import { zipOf, zipStored } from '../support/archives/stored.ts';
import { codes, findAll, locations } from '../support/found.ts';
import { Random } from '../support/smith/random.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const ALL = readProvenance().filter(({ how }) => how !== 'edited');
const PS4 = recorded('arithmetic-float.main.ps_4_0');
const SM1 = ALL.filter(({ profile }) => /^[vp]s_[123]/.test(profile ?? '')).map(({ id }) => recorded(id));

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

describe('a shader alone', () => {
  test('every recorded shader is found whole', { tags: 'slow' }, async () => {
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
      'static int limits[] = { -1, -126 }; DWORD more[] = { 0xffff0200, 3 }; byte[] x = [255, 255, 255, 255];';
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
