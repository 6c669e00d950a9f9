import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RECORDED_EFFECTS } from '../../../fixtures/fx4-effects.ts';
import { embeddedShaders } from '../../../src/effects/index.ts';
import { disassemble } from '../../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../../src/text/options.ts';

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

test("the flag that leaves out debug information does nothing for shaders inside, as in Microsoft's function", () => {
  // Asked with all flags: the listing of this effect has four lines of the source with 0x10 as without it.
  const bytes = readFileSync('test/cli/inputs/effects/tint5.fxo');
  const [all, without] = [0, 0x10].map((flags) => disassemble(bytes, optionsOfFlags(flags)).text);
  expect(all!.match(/#line/g)).toHaveLength(4);
  expect(without).toBe(all);
  // Effects of Direct3D 9 have no listing of Microsoft; there the option does what it says.
  const old = readFileSync('test/cli/inputs/effects/tint2.fxo');
  expect(disassemble(old).text).toContain('#line');
  expect(disassemble(old, { debug: false }).text).not.toContain('#line');
});
