/** Random code of expressions as Microsoft lists it: fixtures/preshader, recorded by live/preshader.ts. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listingStyle } from '../../../src/text/options.ts';
import { printExpression } from '../../../src/text/preshader/expression.ts';
import { TextWriter } from '../../../src/text/writer.ts';

interface Recorded {
  readonly flags: number;
  readonly code: string;
  readonly listing: string;
}

const RECORDED = gunzipSync(readFileSync('fixtures/preshader/listings.jsonl.gz'))
  .toString()
  .trim()
  .split('\n')
  .map((line): Recorded => JSON.parse(line));
const MARGIN = ' '.repeat(24);

function printed(bytes: Uint8Array, flags: number): string {
  const out = TextWriter.of(bytes.byteLength);
  printExpression(out, bytes, listingStyle({ html: (flags & 1) !== 0, hex: (flags & 0x80) !== 0 }), MARGIN);
  return out.finish().text;
}

describe('printExpression', () => {
  it('lists as D3DDisassemble does', () => {
    expect(RECORDED.length).toBeGreaterThan(100);
    for (const { flags, code, listing } of RECORDED)
      expect(` = eval(${printed(Buffer.from(code, 'base64'), flags)});\n`).toBe(listing);
  });

  it('writes what lacks where a container is no expression', () => {
    const bytes = Buffer.from(RECORDED[0]!.code, 'base64');
    const without = (tag: string) => {
      const copy = Buffer.from(bytes);
      copy.write('XXXX', copy.indexOf(tag));
      return printed(copy, 0);
    };
    expect(without('DXBC')).toBe('Error: Effects expression assembly in invalid format!');
    expect(without('FXLC')).toBe('Error: Effects expression assembly not found!');
    expect(without('CTAB')).toBe('Error: Error getting Effects expression constant table.');
    expect(without('CLI4')).toBe('Error: Error getting Effects expression literal block.');
  });
});
