import { describe, expect, test } from 'vitest';
import { embeddedShaders } from '../../../src/container/index.ts';
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

test('a shader that cannot be listed is reported where it is', () => {
  const [bytes, shader] = RECORDED_EFFECTS.flatMap((effect) => {
    const found = embeddedShaders(effect.bytes).value?.find(({ stage }) => stage === 'ps');
    return found === undefined ? [] : [[effect.bytes.slice(), found] as const];
  })[0]!;
  bytes[shader.offset + 4]! ^= 1;
  const spans = disassemble(bytes).diagnostics.flatMap(({ code, span }) => (code === 'DX0127' ? [span] : []));
  expect(spans).toEqual([{ unit: 'byte', start: shader.offset, end: shader.offset + shader.length }]);
});
