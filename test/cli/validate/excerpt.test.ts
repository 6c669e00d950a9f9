/** Lines of listings with the columns of their operands, and what diagnostics point at. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { wildProgram } from '../../../smith/sm4-wild.ts';
import { instructionWords, operandWords, programWords } from '../../../smith/sm4-words.ts';
import { type Diagnostic, Diagnostics } from '../../../src/base/diagnostics.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { Excerpts } from '../../../src/cli/verbs/validate/excerpt.ts';
import { isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { PROGRAM_TAGS } from '../../../src/container/shader-chunks.ts';
import { TAG } from '../../../src/container/tags.ts';
import { Sm4Cursor } from '../../../src/isa/sm4/cursor.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { listingStyle } from '../../../src/text/options.ts';
import { printSm4Line, sm4Lines } from '../../../src/text/sm4/print.ts';

const style = listingStyle();

/** The programs of a container and of the functions in it. */
function programsOf(bytes: Uint8Array): Uint32Array[] {
  const container = isContainer(bytes) ? readContainer(bytes, new Diagnostics()) : undefined;
  return (container?.chunks ?? []).flatMap((chunk) => {
    if (chunk.tag === TAG.LIBF) return programsOf(chunk.data);
    return (PROGRAM_TAGS as readonly number[]).includes(chunk.tag) ? [wordsOf(chunk.data)] : [];
  });
}

const recorded = readRecorded().flatMap(({ bytes }) => programsOf(bytes));
const random = new Random(5);
const wild = Array.from({ length: 300 }, () => wildProgram(random));

describe.each([
  ['recorded', recorded],
  ['wild', wild],
] as const)('%s programs', (_, programs) => {
  test('lines are those of the listing, operands are where their spans say, in order and apart', () => {
    let operands = 0;
    for (const words of programs) {
      const program = readSm4(words);
      const cursor = new Sm4Cursor(program);
      const lineOf = sm4Lines(program, style);
      for (let i = 0; i < program.count; i++) {
        const { text, spans } = printSm4Line(program, i, style);
        expect(text).toBe(lineOf(i).split('\n')[0]);
        cursor.goto(i);
        const [full, ...rest] = spans;
        expect([full!.at, full!.end, full!.column]).toEqual([cursor.start, cursor.end, 0]);
        let [column, at] = [0, cursor.start];
        for (const span of rest) {
          expect(span.column).toBeGreaterThanOrEqual(column);
          expect(span.at).toBeGreaterThan(at);
          expect(span.end).toBeLessThanOrEqual(cursor.end);
          column = span.column + span.length;
          at = span.at;
          operands++;
        }
        expect(column).toBeLessThanOrEqual(text.length);
        if (cursor.row?.kind === 'instruction') expect(rest).toHaveLength(cursor.operandCount);
      }
    }
    expect(operands).toBeGreaterThan(1000);
  });
});

describe('what is pointed at', () => {
  const words = programWords(0, 5, 0, [
    ...instructionWords('dcl_temps', [2]),
    ...instructionWords('mad', [
      ...operandWords('temp', { indices: [0], mask: 15 }),
      ...operandWords('temp', { indices: [1], swizzle: 0xe4 }),
      ...operandWords('constantBuffer', { indices: [3, 7], swizzle: 0 }),
      ...operandWords('temp', { indices: [1], swizzle: 0xe4 }),
    ]),
  ]);

  /** The characters that a diagnostic at DWORD `at` points at. */
  function pointed(at: number): string | undefined {
    const diagnostic = { program: 0, at } as Diagnostic;
    const excerpt = new Excerpts([{ words, offset: 0, level9: false, isa: 'sm4', chunk: 'SHEX' }]).of(diagnostic);
    return excerpt?.line.slice(excerpt.column, excerpt.column + excerpt.length);
  }

  test.each([
    ['the version', 0, 'ps_5_0'],
    ['a declaration', 2, 'dcl_temps 2'],
    ['what is declared', 3, 'dcl_temps 2'],
    ['an instruction', 4, 'mad r0.xyzw, r1.xyzw, cb3[7].xxxx, r1.xyzw'],
    ['the destination', 5, 'r0.xyzw'],
    ['the first source', 7, 'r1.xyzw'],
    ['the second', 9, 'cb3[7].xxxx'],
    ['an index of it', 11, 'cb3[7].xxxx'],
    ['the last', 12, 'r1.xyzw'],
    ['nothing after the end', 14, undefined],
  ])('%s', (_, at, text) => expect(pointed(at)).toBe(text));
});
