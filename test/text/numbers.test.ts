/** Numbers against Microsoft's recorded answers (live/sm1-numbers.ts records and compares many more). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDouble, formatDoubleG9, formatF, formatG9, hex32, hex32Upper } from '../../src/text/numbers.ts';

const FORMATS: Readonly<Record<string, (low: number, high: number) => string>> = {
  g9: formatG9,
  f: formatF,
  double: formatDouble,
  doubleG9: formatDoubleG9,
};

/** Rows of kind, bits as hexadecimal digits, text. */
const ROWS = readFileSync('fixtures/numbers.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [kind: string, bits: string, text: string]);

describe('recorded numbers', () => {
  for (const kind of Object.keys(FORMATS)) {
    const rows = ROWS.filter((row) => row[0] === kind);
    it(`${kind}: ${rows.length} of Microsoft's`, () => {
      const ours = rows.map(([, bits]) => {
        const low = Number.parseInt(bits.slice(-8), 16);
        const high = Number.parseInt(bits.slice(0, -8) || '0', 16);
        return `${bits} ${FORMATS[kind]!(low, high)}`;
      });
      expect(ours).toEqual(rows.map(([, bits, text]) => `${bits} ${text}`));
      expect(rows.length).toBeGreaterThan(100);
    });
  }
});

describe('special numbers', () => {
  it('prints infinities and NaNs in the notation of each context', () => {
    const words = [0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0xffc00001, 0x7f800001, 0xff800001];
    expect(words.map(formatG9)).toEqual(['1.#INF', '-1.#INF', '1.#QNAN', '-1.#IND', '-1.#QNAN', '1.#QNAN', '-1.#QNAN']);
    expect(words.map(formatF)).toEqual([
      '1.#INF00',
      '-1.#INF00',
      '1.#QNAN0',
      '-1.#IND00',
      '-1.#QNAN0',
      '1.#QNAN0',
      '-1.#QNAN0',
    ]);
    expect([formatDouble(1, 0x7ff00000), formatDouble(0, 0xfff80000)]).toEqual(['1.#SNAN0', '-1.#IND00']);
    expect([formatDoubleG9(1, 0x7ff00000), formatDoubleG9(0, 0xfff00000)]).toEqual(['1.#SNAN', '-1.#INF']);
  });

  it('takes words as signed or unsigned numbers', () => {
    expect(formatG9(0xbf800000 | 0)).toBe(formatG9(0xbf800000));
    expect(formatF(0xbf800000 | 0)).toBe(formatF(0xbf800000));
    expect(formatF(0x80000000 | 0)).toBe('-0.000000');
    expect(formatG9(0xffc00000 | 0)).toBe('-1.#IND');
  });

  it('prints every digit of large numbers', () => {
    expect(formatF(0x7f7fffff)).toBe('340282346638528859811704183484516925440.000000');
    expect(formatG9(0x7f7fffff)).toBe('3.40282347e+038');
  });

  it('writes words in hexadecimal', () => {
    expect([hex32(0xdeadbeef), hex32(-1), hex32(7)]).toEqual(['0xdeadbeef', '0xffffffff', '0x00000007']);
    expect([hex32Upper(0xabc), hex32Upper(0xdeadbeef), hex32Upper(0xabd)]).toEqual([
      '0x00000ABC',
      '0xDEADBEEF',
      '0x00000ABD',
    ]);
  });
});
