import { describe, expect, test } from 'vitest';
import { RECORDED_EFFECTS } from '../../../fixtures/fx4-effects.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { embeddedShaders } from '../../../src/effects/choose-shaders.ts';
import { parseEffect4, readEffect4 } from '../../../src/effects/fx4/read.ts';
import type { ReadObserver } from '../../../src/effects/fx4/view.ts';
import { serializeEffect4 } from '../../../src/effects/fx4/write.ts';

/** A set of bytes of one file. */
class Coverage implements ReadObserver {
  readonly #read: Uint8Array;

  /** @param size bytes of the file */
  constructor(size: number) {
    this.#read = new Uint8Array(size);
  }

  /** Enters the bytes from `start` to `end` (exclusive); those outside of the file are left out. */
  add(start: number, end: number): void {
    this.#read.fill(1, start, end);
  }

  /** Returns the ranges of bytes that were not entered, `end` exclusive, in their order. */
  gaps(): { start: number; end: number }[] {
    const gaps: { start: number; end: number }[] = [];
    const read = this.#read;
    for (let at = 0; at < read.length; at++) {
      if (read[at] === 1) continue;
      const last = gaps.at(-1);
      if (last?.end === at) last.end++;
      else gaps.push({ start: at, end: at + 1 });
    }
    return gaps;
  }
}

describe.each(RECORDED_EFFECTS)('$title', ({ bytes }) => {
  const { value, diagnostics } = parseEffect4(bytes);
  const data = value!.source!.bytes;

  test('is read without diagnostics, every byte', () => {
    expect(diagnostics).toEqual([]);
    const coverage = new Coverage(data.byteLength);
    readEffect4(data, value!.profile !== 'fx_5_0', new Diagnostics(), coverage);
    expect(coverage.gaps()).toEqual([]);
  });

  test('is written as the same bytes, from its source and laid out again', { tags: 'slow' }, () => {
    expect(serializeEffect4(value!)).toEqual(data);
    expect(serializeEffect4({ ...value!, source: undefined })).toEqual(data);
  });

  test('has shaders that are containers', () => {
    for (const { offset, length, uses } of embeddedShaders(bytes).value!) {
      expect(String.fromCharCode(...bytes.subarray(offset, offset + 4))).toBe('DXBC');
      expect(new DataView(bytes.buffer).getUint32(offset + 24, true)).toBe(length);
      expect(uses).not.toHaveLength(0);
    }
  });
});

test('a changed name is written', () => {
  const effect = parseEffect4(RECORDED_EFFECTS[0]!.bytes).value!;
  const [first, ...others] = effect.objects;
  const changed = serializeEffect4({ ...effect, objects: [{ ...first!, name: 'renamed' }, ...others] });
  expect(readEffect4(changed, true, new Diagnostics())!.objects[0]!.name).toBe('renamed');
});

test('a shared number of annotations outside the file is reported where it is', () => {
  const { bytes } = RECORDED_EFFECTS.find(({ title }) => title.includes('fx_5_0'))!;
  const { diagnostics } = parseEffect4(bytes.slice(0, bytes.byteLength - 4));
  expect(diagnostics.map(({ code, span }) => [code, span.end])).toEqual([['DX0101', bytes.byteLength - 4]]);
});

test('an effect that is cut off in its data gets one diagnostic', () => {
  const { bytes } = RECORDED_EFFECTS.find(({ title }) => title.includes('fx_5_0'))!;
  for (const size of [96, 100, 200, bytes.byteLength >> 2]) {
    const { diagnostics } = parseEffect4(bytes.slice(0, size));
    expect(
      diagnostics.map(({ code }) => code),
      `${size} bytes`,
    ).toEqual(['DX0101']);
  }
});
