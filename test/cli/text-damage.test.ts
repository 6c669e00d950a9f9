/** Shaders that something converted as if they were text are recognized, and others are not. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { textDamage } from '../../src/cli/foreign-files.ts';

const recorded = (id: string) => readRecorded().find(({ provenance }) => provenance.id === id)!.bytes;
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

// Each has a line feed and bytes from 128 on.
const SHADERS: readonly (readonly [string, Uint8Array])[] = readRecorded()
  .filter(({ bytes }) => bytes.includes(10) && bytes.some((byte) => byte > 127))
  .filter(({ bytes }) => [0x43425844, 0xffff0300].includes(Buffer.from(bytes).readUInt32LE(0)))
  .slice(0, 40)
  .map(({ provenance, bytes }) => [provenance.id, bytes]);

const CONVERSIONS: readonly (readonly [string, RegExp, (bytes: Uint8Array) => Uint8Array])[] = [
  ['CR LF', /line ends/, (bytes) => Buffer.from(latin1(bytes).replaceAll('\n', '\r\n'), 'latin1')],
  ['a byte order mark', /byte order mark/, (bytes) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes])],
  ['UTF-8', /to UTF-8/, (bytes) => Buffer.from(latin1(bytes), 'utf8')],
  ['UTF-16', /to UTF-16/, (bytes) => Buffer.from(`\ufeff${latin1(bytes)}`, 'utf16le')],
];

describe.each(CONVERSIONS)('%s', (_, name, convert) => {
  test('is recognized', () => {
    expect(SHADERS.length).toBe(40);
    const missed = SHADERS.filter(([, bytes]) => !name.test(textDamage(convert(bytes))?.name ?? ''));
    expect(missed.map(([id]) => id)).toEqual([]);
  });
});

test('a container that lost bytes as UTF-8', () => {
  const bytes = recorded('arithmetic-float.main.ps_5_0');
  expect(textDamage(Buffer.from(Buffer.from(bytes).toString('utf8')))?.name).toMatch(/lost bytes/);
});

test('whole shaders, and those that are only cut off, are not damaged in this way', () => {
  for (const [id, bytes] of SHADERS) {
    expect([id, textDamage(bytes), textDamage(bytes.subarray(0, bytes.length - 8))]).toEqual([
      id,
      undefined,
      undefined,
    ]);
  }
});
