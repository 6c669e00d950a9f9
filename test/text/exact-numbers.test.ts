/** The exact notation: what is printed for a word, and that it is the shortest text with these bits. */
import { expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import { exactDouble, exactF, shortestFloat } from '../../src/text/numbers.ts';

const view = new DataView(new ArrayBuffer(8));
function wordOf(value: number): number {
  view.setFloat32(0, value);
  return view.getUint32(0);
}

test.each([
  [0x0000_0000, '0', '0.000000'],
  [0x8000_0000, '-0', '-0.000000'],
  [0x3f80_0000, '1', '1.000000'],
  [0x3dcc_cccd, '0.1', '0.1'],
  [0x3dcc_ccce, '0.10000001', '0.10000001'],
  // Six digits would be read as rounded.
  [wordOf(0.123456), '0.123456', '0.1234560'],
  [0x0000_0001, '1e-45', '1e-45'],
  [0x0080_0000, '1.1754944e-38', '1.1754944e-38'],
  [0x7f7f_ffff, '3.4028235e+38', '340282346638528859811704183484516925440.000000'],
  [0x4b80_0000, '16777216', '16777216.000000'],
  // An integer of more than 32 bits is no number to Microsoft's assembler.
  [0x4f80_0000, '4294967300.0', '4294967296.000000'],
])('%i', (word, shortest, fixed) => {
  expect(shortestFloat(word)).toBe(shortest);
  expect(exactF(word)).toBe(fixed);
});

test('doubles', () => {
  const halves = (value: number): [number, number] => {
    view.setFloat64(0, value);
    return [view.getUint32(4), view.getUint32(0)];
  };
  expect(exactDouble(...halves(0.5))).toBe('0.500000');
  expect(exactDouble(...halves(3.1))).toBe('3.1');
  expect(exactDouble(...halves(0.123456))).toBe('0.1234560');
  expect(exactDouble(...halves(-0))).toBe('-0.000000');
  expect(exactDouble(...halves(5e-324))).toBe('5e-324');
});

test('any finite word comes back', () => {
  const random = new Random(1);
  for (let i = 0; i < 5000; i++) {
    const word = random.word() & 0xff7f_ffff;
    for (const text of [shortestFloat(word), exactF(word)]) expect(wordOf(Number(text)), text).toBe(word >>> 0);
  }
});
