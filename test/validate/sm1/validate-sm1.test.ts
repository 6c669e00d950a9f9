/** The validator of shader models 1 to 3 against Microsoft's recorded results, and its driver alone. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { damageSm1Fields, sm1Instructions } from '../../../smith/sm1-damage.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../../src/base/limits.ts';
import { bytesOf, wordsOf } from '../../../src/base/words.ts';
import { validate, validateSm1 } from '../../../src/validate/index.ts';
import { checkSm1, Sm1Validator } from '../../../src/validate/sm1/validate-sm1.ts';

interface Recorded {
  readonly name: string;
  readonly flags: number;
  readonly words: Uint32Array;
  readonly valid: boolean;
  readonly diagnostics: string;
}

const FIXTURES = new URL('../../../fixtures/sm1-validate/', import.meta.url);

function lines(file: string): Record<string, unknown>[] {
  const text = gunzipSync(readFileSync(new URL(file, FIXTURES))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const words = (base64: unknown) => wordsOf(new Uint8Array(Buffer.from(String(base64), 'base64')));
const list = (diagnostics: unknown) =>
  (diagnostics as [number, number][]).map(([code, at]) => `X${code}@${at}`).join(' ');

/** The streams that raise each code; Microsoft's own code does not survive two of them. */
function byteCases(): Recorded[] {
  const results = new Map(lines('verdicts.jsonl.gz').map((row) => [String(row.code), row]));
  return lines('sm1-byte-cases.jsonl.gz').flatMap(({ code, bytes }) => {
    const row = results.get(String(code));
    if (row === undefined) return [];
    const { flags, valid, diagnostics } = row;
    return [
      {
        name: String(code),
        flags: Number(flags),
        words: words(bytes),
        valid: valid === true,
        diagnostics: list(diagnostics),
      },
    ];
  });
}

function damagedCases(): Recorded[] {
  return lines('damaged.jsonl.gz').map(({ name, flags, bytes, valid, diagnostics }) => ({
    name: String(name),
    flags: Number(flags),
    words: words(bytes),
    valid: valid === true,
    diagnostics: list(diagnostics),
  }));
}

function validated({ words, flags }: Recorded): { valid: boolean; diagnostics: string } {
  const { valid, diagnostics } = checkSm1(words, flags);
  return { valid, diagnostics: diagnostics.map(({ code, instruction }) => `${code}@${instruction}`).join(' ') };
}

describe('recorded results', () => {
  it.each([
    ['streams that raise each code', byteCases(), 725],
    ['damaged streams of all versions', damagedCases(), 1503],
  ])('%s', (_, cases, count) => {
    expect(cases.length).toBe(count);
    const wrong = cases.flatMap((one) => {
      const { valid, diagnostics } = validated(one);
      if (valid === one.valid && diagnostics === one.diagnostics) return [];
      return [`${one.name}: ${one.valid} ${one.diagnostics} <> ${valid} ${diagnostics}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('driver', () => {
  const codes = (stream: readonly number[], flags = 0) => {
    const { valid, diagnostics } = checkSm1(Uint32Array.from(stream), flags);
    return [valid, ...diagnostics.map(({ code, instruction }) => `${code}@${instruction}`)];
  };

  // Source of all of these: oracle.
  it('takes nothing, and what is shorter than a DWORD', () => {
    expect(codes([])).toEqual([false, 'X5243@-1']);
    for (const length of [1, 2, 3]) {
      expect(checkSm1(wordsOf(new Uint8Array(length))).diagnostics.map(({ code }) => code)).toEqual(['X5243']);
    }
  });

  it('reports versions that do not exist', () => {
    expect(codes([0x0000_0000, 0xffff])).toEqual([false, 'X5240@-1']);
    expect(codes([0xffff_0100, 0xffff])).toEqual([false, 'X5085@-1']);
    expect(codes([0xfffe_0100, 0xffff])).toEqual([false, 'X5086@-1']);
    expect(codes([0xffff_0105, 0xffff])).toEqual([false, 'X5094@-1']);
    expect(codes([0xffff_0202, 0xffff])).toEqual([false, 'X5189@-1']);
    expect(codes([0xffff_0400, 0xffff])).toEqual([false, 'X5222@-1']);
    expect(codes([0xfffe_0202, 0xffff])).toEqual([false, 'X5355@-1']);
    expect(codes([0xfffe_0301, 0xffff])).toEqual([false, 'X5381@-1']);
  });

  it('wants an end', () => {
    expect(codes([0xffff_0300])).toEqual([false, 'X5243@-1']);
    expect(codes([0xffff_0300, 0xffff])).toEqual([true]);
    expect(codes([0xffff_0300, 0xffff, 0xdead_beef])).toEqual([true]);
    expect(codes([0xffff_0300, 0x1234_ffff])).toEqual([false, 'X5001@-1']);
  });

  it('counts comments, and does not read past the words', () => {
    expect(codes([0xfffe_0200, 0x0001_fffe, 5, 0x0000_0000, 0x0000_00c8, 0xffff])).toEqual([false, 'X5296@3']);
    expect(codes([0xfffe_0200, 0x0011_fffe, 5, 0xffff])).toEqual([false, 'X5309@-1']);
  });

  it('finds the same in a stream that grows', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const stream = damageSm1Fields(validSm1Words(random), random);
      const validator = new Sm1Validator(0);
      let grown = Uint32Array.from([stream[0]!]);
      let more = validator.instruction(grown, 0, 1);
      for (const instruction of sm1Instructions(stream)) {
        if (!more) break;
        const start = grown.length;
        grown = Uint32Array.from([...grown, ...instruction]);
        more = validator.instruction(grown, start, instruction.length);
      }
      const valid = validator.end();
      const expected = checkSm1(stream);
      expect(valid).toBe(expected.valid);
      expect(validator.diagnostics).toEqual(expected.diagnostics);
    }
  });

  it('takes junk of any version in time that grows with it', { tags: 'slow' }, () => {
    const random = new Random(7);
    for (let i = 0; i < 3000; i++) {
      const stream = Uint32Array.from({ length: random.below(60) }, () => random.word());
      if (stream.length > 0 && !random.oneIn(5)) {
        stream[0] =
          ((random.oneIn(2) ? 0xfffe_0000 : 0xffff_0000) | (random.between(1, 3) << 8) | random.below(5)) >>> 0;
      }
      const { diagnostics } = checkSm1(stream, random.below(4));
      expect(diagnostics.length).toBeLessThan(20 * stream.length + 20);
    }
  });

  it('stores a limited number of diagnostics and counts the others', { tags: 'slow' }, () => {
    const faulty = Array.from({ length: 50_000 }, () => [0x0200_0001, 0x800f_00ff, 0xf4ab_08ff]).flat();
    const { valid, diagnostics, omitted } = checkSm1(Uint32Array.from([0xffff_0300, ...faulty, 0xffff]));
    expect(valid).toBe(false);
    expect(diagnostics.length).toBe(MAX_VALIDATION_DIAGNOSTICS);
    expect(omitted).toBe(3 * 50_000 - MAX_VALIDATION_DIAGNOSTICS);
  });

  it('does not slow down with blocks and calls', { tags: 'slow' }, () => {
    const many = (count: number) => {
      const block = [0x0100_0028, 0xe0e4_0800, 0x0100_0019, 0xa0e4_1000, 0x0000_002b];
      const body = Array.from({ length: count }, () => block).flat();
      return Uint32Array.from([0xfffe_0300, ...body, 0x0000_001c, 0x0100_001e, 0xa0e4_1000, 0x0000_001c, 0xffff]);
    };
    expect(checkSm1(many(60_000)).valid).toBe(true);
  });
});

describe('validateSm1', () => {
  const stream = Uint32Array.of(0xffff_0200, 0x0200_0001, 0x800f_0000, 0x90e4_0000, 0x0000_ffff);

  it('gives the answer of validate() for the same bytes', () => {
    const result = validateSm1(stream);
    expect(result).toEqual(validate(bytesOf(stream)));
    expect(result).toMatchObject({ format: 'sm1', profile: 'ps_2_0', valid: false, programs: [{ isa: 'sm1' }] });
    expect(validateSm1(Buffer.from(bytesOf(stream)), { flags: 0 })).toEqual(result);
  });

  it('wrong use is a TypeError', () => {
    expect(() => validateSm1(stream, { flag: 1 } as never)).toThrow("unknown option 'flag'; did you mean 'flags'?");
    expect(() => validateSm1('vs_2_0' as never)).toThrow('validateSm1: program must be a Uint8Array');
  });
});
