/** The assembler of shader models 1 to 3 against what D3DAssemble answered, and against our own listings. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { damageText } from '../../../smith/sm1-text.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { assemble, assembleUnvalidated } from '../../../src/assemble/assemble.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../../src/base/limits.ts';
import { isSm1Version } from '../../../src/base/profile.ts';
import { bytesOf, wordsOf } from '../../../src/base/words.ts';
import { isSm4Listing } from '../../../src/file/text-format.ts';
import { findSm1Comment, Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import { Sm1Cursor } from '../../../src/isa/sm1/cursor.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { disassemble } from '../../../src/text/disassemble.ts';

interface Recorded {
  readonly name: string;
  readonly text: string;
  readonly flags?: number;
  readonly ok: boolean;
  /** `X2005 3,7`, or the same in fields. */
  readonly messages: readonly (string | { readonly code: string; readonly line: number; readonly column: number })[];
  readonly bytes?: string;
}

const SKIP_VALIDATION = 2;
/** Its result was recorded without the text after the NUL (provenance.md). */
const CUT_SHORT = 'misc/nul';
const FIXTURES = new URL('../../../fixtures/sm1-assemble/', import.meta.url);

function recorded(file: string): Recorded[] {
  const text = gunzipSync(readFileSync(new URL(file, FIXTURES))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}

/** Result, codes, locations and bytes in one text. */
function theirs({ ok, messages, bytes }: Recorded): string {
  const list = messages.map((message) =>
    typeof message === 'string' ? message : `${message.code} ${message.line},${message.column}`,
  );
  return [ok ? 'ok' : 'refused', ...list, bytes ?? ''].join('\n');
}

function ours({ text, flags = 0 }: Recorded): string {
  const { bytes, diagnostics } = assemble(text, { validate: (flags & SKIP_VALIDATION) === 0 });
  const list = diagnostics.map(({ code, line, column }) => `${code} ${line},${column}`);
  return [bytes ? 'ok' : 'refused', ...list, bytes ? Buffer.from(bytes).toString('base64') : ''].join('\n');
}

describe('texts that D3DAssemble was given', () => {
  it.each([
    ['cases.jsonl.gz', 3467],
    ['grammar.jsonl.gz', 6643],
    ['damaged.jsonl.gz', 1000],
  ])('%s: the same result, bytes, codes, lines and columns', { tags: 'slow' }, (file, count) => {
    const rows = recorded(file);
    expect(rows.length).toBe(count);
    // Microsoft has no assembler for later models.
    const matching = rows.filter(({ name, text }) => name !== CUT_SHORT && !isSm4Listing(text));
    const different = matching.filter((row) => ours(row) !== theirs(row));
    expect(different.slice(0, 3).map((row) => [row.name, row.text, theirs(row), ours(row)])).toEqual([]);
    expect(different.length).toBe(0);
  });
});

/** Instructions without comments. */
function tokensOf(words: Uint32Array): number[] {
  const program = readSm1(words);
  const cursor = new Sm1Cursor(words);
  const tokens = [words[0]!];
  for (let i = 0; i < program.count; i++) {
    cursor.moveTo(program.starts[i]!);
    if (!cursor.isComment) tokens.push(...words.subarray(cursor.start, cursor.end));
  }
  return tokens;
}

describe('listings of valid shaders', () => {
  it('assemble to the same tokens, with header and without', { tags: 'slow' }, () => {
    let assembled = 0;
    for (const { provenance, bytes } of readRecorded()) {
      const words = wordsOf(bytes);
      if (words.length === 0 || !isSm1Version(words[0]!)) continue;
      if (!assemble(disassemble(bytes, { header: false }).text).bytes) continue;
      // A preshader is listed in front, and is no assembly.
      const headers = findSm1Comment(words, Sm1CommentTag.preshader) ? [false] : [false, true];
      for (const header of headers) {
        const { text } = disassemble(bytes, { header });
        const again = assemble(text);
        expect(
          again.diagnostics.filter(({ severity }) => severity === 'error'),
          provenance.id,
        ).toEqual([]);
        expect(tokensOf(wordsOf(again.bytes!)), provenance.id).toEqual(tokensOf(words));
      }
      assembled++;
    }
    expect(assembled).toBeGreaterThan(50);
  });

  it('and those of random programs, unvalidated', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 200; seed++) {
      const words = validSm1Words(new Random(seed));
      const { text } = disassemble(bytesOf(words), { header: false });
      expect(tokensOf(wordsOf(assemble(text, { validate: false }).bytes!)), `seed ${seed}`).toEqual(tokensOf(words));
    }
  });
});

describe('a NUL', () => {
  it('ends the text', () => {
    expect(assemble('ps_2_0\nmov oC0, c0\0\nfoo\n').bytes).toEqual(assemble('ps_2_0\nmov oC0, c0').bytes);
    expect(assemble('ps_2_0\nmov\0 oC0, c0').diagnostics.map(({ line, column }) => [line, column])).toEqual([[2, 4]]);
  });

  // Locations: oracle.
  it.each([
    ['mov oC0, c0 <<\0 ', [2, 13, 15]],
    ['mov oC0, c0 <\0 ', [2, 13, 14]],
    ['mov oC0, c0 ..\0 ', [2, 14, 15]],
    ['mov oC0, c0 +\0= 1', [2, 14, 15]],
    ['#if 1 <<\0= 2', [2, 7, 9]],
  ])('is no part of the operator in %j', (line, location) => {
    const [first] = assemble(`ps_2_0\n${line}\n`).diagnostics;
    expect([first!.line, first!.column, first!.endColumn]).toEqual(location);
  });
});

describe('diagnostics', () => {
  const text = 'vs_2_0\nmov r0, v0\nmvo r1, r0\nmov r99, c0.q\n';
  const { bytes, diagnostics } = assemble(text, { name: 'a.asm' });

  it('have spans, lines and columns', () => {
    expect(bytes).toBeUndefined();
    expect(diagnostics.map(({ span }) => text.slice(span.start, span.end))).toEqual(['v0', 'mvo', 'r99', 'q']);
    expect(diagnostics.map(({ code, line, column, endColumn }) => [code, line, column, endColumn])).toEqual([
      ['X5702', 2, 1, 4],
      ['X2000', 3, 1, 4],
      ['X2005', 4, 5, 8],
      ['X2004', 4, 13, 14],
    ]);
    expect(diagnostics.every(({ file }) => file === 'a.asm')).toBe(true);
  });

  it('suggest corrections', () => {
    expect(diagnostics[1]!.hint).toContain('mov');
    expect(diagnostics[2]!.hint).toContain('r0 to r11');
    expect(diagnostics[0]!.rule).toBeDefined();
  });

  it.each(['\u00ef\u00bb\u00bfps_2_0\n', '\ufeffps_2_0\n', '\u00ff\u00fep\0s\0'])(
    'name the byte-order mark of %j',
    (marked) => {
      const hint = expect.stringContaining('byte-order');
      expect(assemble(marked).diagnostics[0]).toMatchObject({ code: 'X2001', hint });
    },
  );

  it('follow the text where it says how to treat warnings', () => {
    const codes = (pragma: string) =>
      assemble(`#pragma warning(${pragma}: 2015)\nvs_1_0\ndcl_position v0\nmov oPos, v0`);
    expect(codes('default').diagnostics.map(({ code }) => code)).toEqual(['X2015']);
    expect(codes('disable').diagnostics).toEqual([]);
    expect(codes('error').bytes).toBeUndefined();
  });
});

describe('options', () => {
  const text = '#include "position.h"\nDECLARE\nmov oPos, v0\n';

  it('define macros and find included files', () => {
    const asked: string[] = [];
    const { bytes } = assemble(text, {
      name: 'main.asm',
      defines: { USAGE: 'dcl_position' },
      include: (path, from, kind) => {
        asked.push(`${kind} ${path} from ${from}`);
        return { name: path, text: 'vs_1_1\n#define DECLARE USAGE v0\n' };
      },
    });
    expect(asked).toEqual(['local position.h from main.asm']);
    expect([...wordsOf(bytes!)]).toEqual([
      ...[0xfffe_0101, 0x1f, 0x8000_0000, 0x900f_0000],
      ...[1, 0xc00f_0000, 0x90e4_0000, 0xffff],
    ]);
  });

  it('may assemble another text while one is read', () => {
    const inner = 'ps_3_0\nmov oC0, c1';
    let bytes: Uint8Array | undefined;
    const outer = assemble('vs_1_1\ndcl_position v0\nmov r0,\n#include "a"\nmov oPos, r0', {
      include: (name) => {
        bytes = assemble(inner).bytes;
        return { name, text: 'v0\n' };
      },
    });
    expect(bytes).toEqual(assemble(inner).bytes);
    expect(outer.bytes).toEqual(assemble('vs_1_1\ndcl_position v0\nmov r0, v0\nmov oPos, r0').bytes);
  });

  it('leave out validation', () => {
    expect(assemble('vs_1_1\nmov r0, r1').bytes).toBeUndefined();
    expect(assemble('vs_1_1\nmov r0, r1', { validate: false }).bytes).toBeDefined();
    expect(assembleUnvalidated('vs_1_1\nmov r0, r1')).toEqual(assemble('vs_1_1\nmov r0, r1', { validate: false }));
  });

  it('leave out validation of containers', () => {
    const text = 'ps_5_0\ndcl_temps 1\nmov r0.x, r1.x\nret\n';
    expect(assemble(text).bytes).toBeUndefined();
    const unvalidated = assembleUnvalidated(text);
    expect(unvalidated.bytes).toBeDefined();
    expect(unvalidated).toEqual(assemble(text, { validate: false }));
  });

  it('write debug information as the assembler does', () => {
    const { bytes } = assemble('vs_1_1\nnop\n\nnop', { name: 'a', validate: false, debug: true });
    const words = wordsOf(bytes!);
    const length = words[1]! >>> 16;
    expect(words[2]).toBe(0x4755_4244);
    expect(tokensOf(words)).toEqual([0xfffe_0101, 0, 0]);
    // One file, two instructions: their lines and offsets.
    expect([...words.subarray(3, 13)]).toEqual([40, 64, 0, 1, 44, 2, 48, 0, 0, 0]);
    expect([...words.subarray(15, 19)]).toEqual([2, 4 * (2 + length), 4, 4 * (3 + length)]);
  });

  it('refuse what is no text', () => {
    expect(() => assemble(1 as unknown as string)).toThrow(TypeError);
  });
});

describe('any text', () => {
  it('is answered without an exception, bytes as characters', { tags: 'slow' }, () => {
    const random = new Random(7);
    for (let i = 0; i < 300; i++) {
      const { text } = disassemble(bytesOf(validSm1Words(random)), { header: false });
      let damaged = text;
      for (let times = random.below(20); times > 0; times--) damaged = damageText(damaged, random);
      const bytes = Uint8Array.from(damaged, (character) => character.charCodeAt(0));
      expect(assemble(bytes)).toEqual(assemble(damaged));
    }
    for (let i = 0; i < 300; i++) {
      const junk = Uint8Array.from({ length: random.below(200) }, () => random.below(256));
      const version = Uint8Array.from('ps_2_x\n', (character) => character.charCodeAt(0));
      expect(assemble(new Uint8Array([...version, ...junk])).diagnostics).toBeDefined();
    }
  });

  it('has a limited number of diagnostics, and the last one says so', { tags: 'slow' }, () => {
    const { bytes, diagnostics } = assemble(`vs_1_1\n${'#\n'.repeat(MAX_VALIDATION_DIAGNOSTICS + 2)}`);
    expect([bytes, diagnostics.length, diagnostics.at(-1)!.code]).toEqual([
      undefined,
      MAX_VALIDATION_DIAGNOSTICS + 1,
      'DX0012',
    ]);
  });

  it('takes time in proportion, nested or not', { tags: 'slow' }, () => {
    const deep = `vs_1_1\nmov r0, ${'c['.repeat(200_000)}`;
    expect(assemble(deep).diagnostics.map(({ code }) => code)).toEqual(['DX2201']);
    const long = `vs_1_1\nmov r0, c[${'1+'.repeat(200_000)}`;
    expect(assemble(long).diagnostics.map(({ code }) => code)).toEqual(['DX2201']);
    expect(assemble(`vs_1_1\n${'foo '.repeat(200_000)}`).diagnostics.length).toBe(1);
    expect(assemble(`vs_1_1\n${'mov foo, r0\n'.repeat(20_000)}`).diagnostics.length).toBe(20_000);
  });
});
