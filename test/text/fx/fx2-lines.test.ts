/** The lines of a listing of an effect are the same with marks and with offsets. */
import { expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../../fixtures/fx2-effects.ts';
import { disassemble, HTML, type Markup } from '../../../src/text/index.ts';

const effects = readRecordedEffects2();

const mark = (open: string) => ({ open, close: '\x04' });
const CONTROLS: Markup = {
  html: false,
  frame: { open: '', close: '' },
  code: { open: '', close: '' },
  comment: mark('\x01'),
  keyword: mark('\x02'),
  literal: mark('\x03'),
};

test.each(effects.map(({ seed, bytes }) => [seed, bytes] as const))('effect %i', (_, bytes) => {
  const listing = disassemble(bytes).text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the marks
  expect(disassemble(bytes, { markup: CONTROLS }).text.replace(/[\x01-\x04]/g, '')).toBe(listing);

  const located = disassemble(bytes, { numbers: true, offsets: true }).text.split('\n');
  // A number and an offset before the instruction, and what a program is at the end of the line before it.
  const unlocated = located.map((line) =>
    line.replace(/^( *)(?:\d+ +)?0x[\dA-F]{8}: /, '$1').replace(/ *\/\/ \d+ bytes? at 0x[\da-f]+$/, ''),
  );
  const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim());
  expect(trimmed(unlocated)).toEqual(trimmed(listing.split('\n')));
});

test('marks of HTML add no line', { tags: 'slow' }, () => {
  for (const { bytes } of effects) {
    const lines = disassemble(bytes, { markup: HTML, html: true }).text.split('\n');
    expect(lines.length).toBe(disassemble(bytes).text.split('\n').length);
    for (const line of lines) expect(line).not.toMatch(/^ +(<\/?font[^>]*>)+$/);
  }
});
