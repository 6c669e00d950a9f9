/**
 * Every fixture prints as Microsoft's `D3DDisassemble` prints it, for all 64 combinations of flags: the default listing
 * line by line, the others by digest. `npm run fixtures:record` records the expectations from the oracle.
 */
import { describe, expect, test } from 'vitest';
import { disassemble } from '../src/text/listing.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import {
  expectedDigest,
  FLAG_COMBINATIONS,
  flagsKey,
  listingDigest,
  readRecorded,
  recordedText,
  textFlags,
} from '../tools/fixtures/recorded.ts';

describe.each(readRecorded().map((fixture) => ({ id: fixture.provenance.id, ...fixture })))('$id', (fixture) => {
  const { provenance, bytes } = fixture;
  const listing = (flags: number) => disassemble(bytes, optionsOfFlags(flags)).text;

  test('default listing', () => {
    expect(listing(textFlags(provenance))).toBe(recordedText(provenance));
  });

  test('every combination of flags', () => {
    const different: string[] = [];
    for (const flags of FLAG_COMBINATIONS) {
      if (listingDigest(listing(flags)) !== expectedDigest(provenance, flags)) different.push(flagsKey(flags));
    }
    expect(different).toEqual([]);
  });
});
