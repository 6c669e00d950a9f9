/** Repairs of containers of Microsoft's compiler with one wrong field: they give the compiler's bytes back. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { u32At } from '../../src/base/words.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import { repairContainer } from '../../src/container/repair.ts';

const FIXTURES = readRecorded().filter(({ provenance, bytes }) => provenance.how === 'compiled' && isContainer(bytes));

function repaired(bytes: Uint8Array): { bytes: Uint8Array | undefined; codes: string[] } {
  const diagnostics = new Diagnostics();
  return { bytes: repairContainer(bytes, diagnostics), codes: diagnostics.list.map(({ code }) => code) };
}

/** `bytes` with another DWORD at `at`. */
function withWord(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
}

/** The fields of a directory with wrong values: total size, number of chunks, offsets, sizes. */
function wrongFields(bytes: Uint8Array): [name: string, at: number, value: number][] {
  const count = u32At(bytes, 28);
  const fields: [string, number, number][] = [24, 28].flatMap((at) =>
    [0, 1, u32At(bytes, at) + 4, u32At(bytes, at) * 2, 0xffff_ffff].map((value): [string, number, number] => [
      `${at}`,
      at,
      value,
    ]),
  );
  for (let i = 0; i < count; i++) {
    const offset = u32At(bytes, 32 + 4 * i);
    const length = u32At(bytes, offset + 4);
    for (const value of [0, 4, offset + 4, offset + 400_000, 0xffff_fff0])
      fields.push([`offset ${i}`, 32 + 4 * i, value]);
    for (const value of [length + 4, length + 400_000, 0xffff_ffff]) fields.push([`size ${i}`, offset + 4, value]);
    if (length >= 8) fields.push([`size ${i}`, offset + 4, length - 4]);
  }
  return fields.filter(([, at, value]) => u32At(bytes, at) !== value);
}

test('a right container stays as it is', { tags: 'slow' }, () => {
  for (const { bytes } of FIXTURES) expect(repaired(bytes)).toEqual({ bytes, codes: [] });
});

test('one wrong field is written again', { tags: 'slow' }, () => {
  const failed: string[] = [];
  let tried = 0;
  for (const { provenance, bytes } of FIXTURES.filter((_, i) => i % 5 === 0)) {
    for (const [name, at, value] of wrongFields(bytes)) {
      tried++;
      const result = repaired(withWord(bytes, at, value));
      if (result.bytes === undefined || Buffer.compare(result.bytes, bytes) !== 0)
        failed.push(`${provenance.id} ${name} ${value}`);
    }
  }
  expect(failed).toEqual([]);
  expect(tried).toBeGreaterThan(2000);
});

describe('where the chunks are not there', () => {
  const { bytes } = FIXTURES[0]!;
  test('a file that is cut is refused', () => {
    for (const end of [40, bytes.byteLength - 4, bytes.byteLength - 40])
      expect(repaired(bytes.subarray(0, end)).codes).toEqual(['DX1047']);
  });

  test('the reason is the missing part, also where it has several chunks', () => {
    for (const { bytes: all } of FIXTURES.filter(({ bytes: one }, i) => i % 20 === 0 && u32At(one, 28) > 3)) {
      const diagnostics = new Diagnostics();
      const end = u32At(all, 32 + 4 * (u32At(all, 28) - 2)) + 12;
      repairContainer(all.subarray(0, end), diagnostics);
      expect(diagnostics.list[0]!.message).toContain('; get the whole file');
    }
  });

  test('so is a header without chunks', () => {
    expect(repaired(bytes.subarray(0, 32)).codes).toEqual(['DX1047']);
    expect(repaired(withWord(new Uint8Array(64), 0, 0x4342_5844)).codes).toEqual(['DX1047']);
  });
});

describe('hints', () => {
  const { bytes } = FIXTURES[0]!;
  const hintOf = (changed: Uint8Array) => {
    const diagnostics = new Diagnostics();
    readContainer(changed, diagnostics);
    return diagnostics.list[0]!;
  };
  test.each([
    ['total size', withWord(bytes, 24, bytes.byteLength + 4), 'DX1002'],
    ['offset', withWord(bytes, 32, 0xffff_fff0), 'DX1005'],
    ['size of a chunk', withWord(bytes, u32At(bytes, 32) + 4, 0xffff_fff0), 'DX1006'],
  ])('a wrong %s: the command that repairs it', (_, changed, code) => {
    expect(hintOf(changed)).toMatchObject({ code, hint: expect.stringContaining('dxlens container repair') });
  });
  test('a file that is cut: get all of it', () => {
    expect(hintOf(bytes.subarray(0, -8))).toMatchObject({ code: 'DX1002', hint: 'get the whole file' });
  });
});
