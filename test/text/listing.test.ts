/** `disassemble`: formats, misuse, damaged and changed files. Listings themselves: test/golden/listings.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { containerOf, wordBytes } from '../../smith/bytes.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { MAX_LISTING_INPUT } from '../../src/base/limits.ts';
import { latin1Bytes, latin1Text } from '../../src/base/words.ts';
import { FORMATS, type Format } from '../../src/file/detect-format.ts';
import { disassemble, disassembleShader } from '../../src/text/disassemble.ts';
import { ANSI } from '../../src/text/markup.ts';

const input = (name: string) => new Uint8Array(readFileSync(join('test/cli/inputs', name)));
const codesOf = (bytes: Uint8Array) => disassemble(bytes).diagnostics.map(({ code }) => code);

describe('formats', () => {
  test('C source prints as the shader in it, with its diagnostics', () => {
    const shader = input('tint5.cso');
    expect(disassemble(input('tint5.h'))).toEqual(disassemble(shader));
    shader[4]! ^= 1;
    const { text, diagnostics } = disassemble(latin1Bytes(`BYTE other[] = {1}; BYTE it[] = {${shader.join()}};`));
    expect(text).toBe(disassemble(shader).text);
    expect(diagnostics.map(({ code, notes }) => [code, notes])).toEqual([
      ['DX0009', []],
      ['DX1003', ['the offset counts in the array it']],
    ]);
  });

  test.each<[Format, Uint8Array]>([
    ['dxil', containerOf({ DXIL: wordBytes(0x60) })],
    ['bitcode', wordBytes(0xdec04342)],
  ])('%s is named and not read', (expected, bytes) => {
    const { text, format, diagnostics } = disassemble(bytes);
    expect(format).toBe(expected);
    expect(text).toBe('');
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX0002']);
    expect(diagnostics[0]!.message).toContain(FORMATS[expected].text);
  });

  test.each(['ps_2_0\n', 'ps_5_0\nret\n', 'rootsig_1_1\n'])('%j is a text to assemble', (text) => {
    expect(codesOf(latin1Bytes(text))).toEqual(['DX0015']);
  });

  test('a root signature that is cut short, and the text of one', () => {
    expect(codesOf(containerOf({ RTS0: wordBytes(1) }))).toEqual(['DX1010']);
    expect(codesOf(latin1Bytes('CBV(b0)'))).toEqual(['DX0015']);
  });

  test('an effect that is cut short', () => {
    expect(codesOf(containerOf({ FX10: wordBytes(0xfeff1001) }))).toEqual(['DX0101']);
    expect(codesOf(wordBytes(0xfeff2001))).toEqual(['DX0101']);
  });

  test('nothing, and nothing known', () => {
    expect(codesOf(new Uint8Array(0))).toEqual(['DX0003']);
    expect(codesOf(latin1Bytes('float4 main() : SV_Target { return 0; }'))).toEqual(['DX0001']);
    expect(codesOf(new Uint8Array(MAX_LISTING_INPUT + 1))).toEqual(['DX0011']);
  });
});

describe('bytes', () => {
  test('are the characters of the text, and no property of the object itself', () => {
    const listing = disassemble(input('tint5.cso'));
    expect(listing.bytes).toEqual(latin1Bytes(listing.text));
    expect(Buffer.from(listing.bytes).toString('latin1')).toBe(listing.text);
    expect(Object.keys(listing)).toEqual(['text', 'format', 'profile', 'diagnostics']);
    expect(disassemble(new Uint8Array(0)).bytes).toEqual(new Uint8Array(0));
  });

  test('and text are those of the listing, whenever they are requested', () => {
    const [first, second] = ['tint5.cso', 'tint2.cso'].map((name) => disassemble(input(name)));
    const [one, two, three] = Array.from({ length: 3 }, () => disassemble(input('tint5.cso')));
    const { text } = three!;
    const other = disassemble(input('tint2.cso'));
    expect([one!.text, latin1Text(two!.bytes, 0, two!.bytes.length)]).toEqual([text, text]);
    expect([one!.bytes, three!.bytes]).toEqual([latin1Bytes(text), latin1Bytes(text)]);
    expect([first!.text, second!.text, second!.bytes]).toEqual([text, other.text, latin1Bytes(other.text)]);
  });

  test('are kept in names of any encoding', () => {
    const shader = input('tint2.cso');
    const name = Buffer.from(shader).indexOf('tint', 0, 'latin1');
    expect(name).toBeGreaterThan(0);
    shader[name] = 0xe4;
    const listing = disassemble(shader);
    expect(listing.text).toContain('\u00e4int');
    expect(Buffer.from(listing.bytes).includes(0xe4)).toBe(true);
    expect(listing.bytes.length).toBe(listing.text.length);
  });
});

describe('misuse', () => {
  test.each([undefined, null, 'text', 5, [1, 2], {}])('%j is a TypeError', (bytes) => {
    expect(() => disassemble(bytes as unknown as Uint8Array)).toThrow(
      /^disassemble: bytes must be a Uint8Array, an ArrayBuffer or a view of one, not /,
    );
  });

  test('an unknown option is a TypeError', () => {
    expect(() => disassemble(new Uint8Array(4), { offset: true } as never)).toThrow(
      new TypeError("disassemble: unknown option 'offset'; did you mean 'offsets'?"),
    );
  });

  test('all kinds of byte buffers have the same listing', () => {
    const shader = input('tint5.cso');
    const buffer = shader.slice().buffer;
    for (const source of [buffer, new DataView(buffer), new Uint16Array(buffer), Buffer.from(shader)])
      expect(disassemble(source)).toEqual(disassemble(shader));
  });
});

test('bytes at an odd offset in memory have the same listing', () => {
  for (const name of ['tint2.cso', 'tint5.cso']) {
    const shader = input(name);
    const memory = new Uint8Array(shader.byteLength + 3);
    for (const offset of [1, 2, 3]) {
      memory.set(shader, offset);
      const odd = memory.subarray(offset, offset + shader.byteLength);
      expect(disassemble(odd)).toEqual(disassemble(shader));
    }
  }
});

test('the input is never changed', { tags: 'slow' }, () => {
  for (const { bytes } of readRecorded()) {
    const before = bytes.slice();
    disassemble(bytes, { html: true, numbers: true, offsets: true, hex: true });
    expect(Buffer.compare(bytes, before)).toBe(0);
  }
});

test('terminal colors change nothing but colors', { tags: 'slow' }, () => {
  for (const { bytes } of readRecorded()) {
    const colored = disassemble(bytes, { markup: ANSI }).text;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colors are made of
    expect(colored.replace(/\x1b\[\d+m/g, '')).toBe(disassemble(bytes).text);
  }
});

describe('damage', () => {
  const small = [
    ['a stream', 'tint2.cso', 0],
    ['a container', 'tint5.cso', 0],
    ['C source', 'tint5.h', '};\n'.length],
  ] as const;
  test.each(small)('%s, cut at every byte', { tags: 'slow' }, (_, name, spare) => {
    const shader = input(name);
    for (let length = 0; length < shader.byteLength - spare; length++) {
      const { diagnostics } = disassemble(shader.subarray(0, length));
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
      for (const { span } of diagnostics) {
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
      }
    }
  });

  test('every DWORD of a container replaced by a large one', { tags: 'slow' }, () => {
    const shader = input('tint5.cso');
    const view = new DataView(shader.buffer);
    for (let at = 0; at + 4 <= shader.byteLength; at += 4) {
      const before = view.getUint32(at, true);
      for (const word of [0, 0x7fff_ffff, 0xffff_ffff]) {
        view.setUint32(at, word, true);
        const { text } = disassemble(shader, { html: true });
        expect(text.length).toBeLessThan(100_000);
      }
      view.setUint32(at, before, true);
    }
  });

  test('a wrong digest is a warning only', () => {
    const shader = input('tint5.cso');
    const { text } = disassemble(shader);
    shader[19]! ^= 0x80;
    const changed = disassemble(shader);
    expect(changed.text).toBe(text);
    expect(changed.diagnostics.map(({ code, severity, span }) => [code, severity, span])).toEqual([
      ['DX1003', 'warning', { unit: 'byte', start: 4, end: 20 }],
    ]);
  });
});

describe('features that global flags declare', () => {
  const NOTE = 'Double-precision floating point';
  const FLAGS = 0x0100_106a;
  const RET = 0x0100_003e;
  const listing = (version: number, ...words: readonly number[]) =>
    disassemble(
      containerOf({
        ISGN: wordBytes(0, 8),
        OSGN: wordBytes(0, 8),
        SHEX: wordBytes(version, words.length + 2, ...words),
      }),
    ).text;

  // Source: oracle, asked for every opcode before the flags.
  test('are noted after a phase of a hull shader, and not after an instruction', () => {
    expect(listing(0x0003_0050, 0x0100_0071, 0x0100_0073, FLAGS, RET)).toContain(NOTE);
    expect(listing(0x0005_0050, FLAGS, RET)).toContain(NOTE);
    expect(listing(0x0005_0050, 0x0100_003a, FLAGS, RET)).not.toContain(NOTE);
  });
});

describe('disassembleShader', () => {
  test('lists a shader as disassemble does', () => {
    const bytes = assemble('ps_2_0\nmov oC0, c0\n').bytes!;
    expect(disassembleShader(bytes).text).toBe(disassemble(bytes).text);
  });

  test.each([
    ['a root signature', assembleRootSignature('RootFlags(0)').bytes!, 'DX0002'],
    ['C source', new TextEncoder().encode('const BYTE g[] = { 0, 2, 255, 255, 255, 255, 0, 0 };'), 'DX0001'],
  ])('reports %s as unread', (_, bytes, code) => {
    const { text, diagnostics } = disassembleShader(bytes);
    expect(text).toBe('');
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
  });
});
