import { describe, expect, test } from 'vitest';
import { disassemble } from '../../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../../src/text/options.ts';
import { RECORDED_EFFECTS } from '../../support/fx4.ts';

describe('the listing of an effect is the one of Microsoft', () => {
  test.each(RECORDED_EFFECTS)('$title', ({ bytes, listings }) => {
    for (const [flags, listing] of listings) expect(disassemble(bytes, optionsOfFlags(flags)).text).toBe(listing);
  });
});

test('without header sections there is no listing', () => {
  const { text, diagnostics } = disassemble(RECORDED_EFFECTS[0]!.bytes, { header: false });
  expect([text, diagnostics.map(({ code }) => code)]).toEqual(['', ['DX0115']]);
});
