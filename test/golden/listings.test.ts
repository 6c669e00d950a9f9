/**
 * Every fixture prints as Microsoft's `D3DDisassemble` prints it, for all 64 combinations of flags: the default listing
 * line by line, the others by digest. `npm run fixtures:record` records the expectations from the oracle.
 */
import { describe, expect, test } from 'vitest';
import { DIFFERENCES } from '../../fixtures/differences.ts';
import {
  expectedDigest,
  FLAG_COMBINATIONS,
  flagsKey,
  listingDigest,
  type Recorded,
  readRecorded,
  recordedText,
} from '../../fixtures/recorded.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../src/text/options.ts';

/** Our listing; where we differ on purpose, turned into what Microsoft prints. */
function listing({ provenance, bytes }: Recorded, flags: number): string {
  const { text } = disassemble(bytes, optionsOfFlags(flags));
  return DIFFERENCES[provenance.id]?.(text) ?? text;
}

/** Microsoft lists no root signatures; root-signature.test.ts has those. */
const fixtures = readRecorded().filter(({ provenance }) => recordedText(provenance) !== undefined);

describe.each(fixtures.map((fixture) => [fixture.provenance.id, fixture] as const))('%s', (_, fixture) => {
  test('default listing', () => {
    expect(listing(fixture, 0)).toBe(recordedText(fixture.provenance));
  });

  test('every combination of flags', () => {
    const different = FLAG_COMBINATIONS.filter(
      (flags) => listingDigest(listing(fixture, flags)) !== expectedDigest(fixture.provenance, flags),
    );
    expect(different.map(flagsKey)).toEqual([]);
  });
});

test('what differs on purpose is there, and does differ', () => {
  for (const id of Object.keys(DIFFERENCES)) {
    const fixture = fixtures.find(({ provenance }) => provenance.id === id);
    expect(fixture, id).toBeDefined();
    const { text } = disassemble(fixture!.bytes);
    expect(text, id).not.toBe(recordedText(fixture!.provenance));
  }
});
