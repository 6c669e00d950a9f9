/** A fault that `asm` finds in a text and `validate` in the bytes is at the same operand of the same line. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assemble, assembleUnvalidated } from '../../src/assemble/assemble.ts';
import { Excerpts } from '../../src/cli/verbs/validate/excerpt.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { validate } from '../../src/validate/validate.ts';

interface Example {
  readonly code: string;
  readonly text?: string;
  readonly bytes?: string;
}

function examples(name: string): Example[] {
  const lines = readFileSync(`fixtures/diagnostics/${name}.jsonl`, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Example);
}

const spaced = (line: string) => line.trim().replace(/\s+/g, ' ');

/**
 * The columns that `validate` and `asm` point at, for the diagnostics that both report for the same line, in their
 * order.
 */
function pointedAt(bytes: Uint8Array, text: string): { readonly validated: string[]; readonly assembled: string[] } {
  const { diagnostics, programs } = validate(bytes);
  const excerpts = new Excerpts(programs);
  const left = assemble(text).diagnostics.map((diagnostic) => ({
    ...diagnostic,
    source: spaced(text.split('\n')[diagnostic.line - 1] ?? ''),
  }));
  const validated: string[] = [];
  const assembled: string[] = [];
  for (const diagnostic of diagnostics) {
    const excerpt = excerpts.of(diagnostic);
    if (excerpt === undefined) continue;
    const { line, column, length } = excerpt;
    const index = left.findIndex(({ code, source }) => code === diagnostic.code && source === spaced(line));
    if (index < 0) continue;
    const [{ span }] = left.splice(index, 1) as [(typeof left)[number]];
    const beginning = `${diagnostic.code} ${spaced(line)}: `;
    validated.push(beginning + line.slice(column, column + length).trim());
    assembled.push(beginning + text.slice(span.start, span.end).trim());
  }
  return { validated, assembled };
}

function compareAll(cases: readonly (readonly [Uint8Array, string])[], least: number): void {
  let count = 0;
  for (const [bytes, text] of cases) {
    const { validated, assembled } = pointedAt(bytes, text);
    expect(assembled).toEqual(validated);
    count += assembled.length;
  }
  expect(count).toBeGreaterThan(least);
}

test('shader models 1 to 3: every example', { tags: 'slow' }, () => {
  const cases = examples('examples').flatMap(({ text = '' }) => {
    const { bytes } = assembleUnvalidated(text);
    return bytes === undefined ? [] : [[bytes, text] as const];
  });
  compareAll(cases, 1100);
});

test('shader models 4 to 5.1: every example', { tags: 'slow' }, () => {
  const cases = examples('sm4-examples').map(({ bytes }) => {
    const container = Buffer.from(bytes!, 'base64');
    return [container, disassemble(container, { exact: true }).text] as const;
  });
  compareAll(cases, 170);
});

test('operands in another spelling than that of listings', () => {
  const spans = (text: string) =>
    assemble(text).diagnostics.map(({ span, line, column }) => `${line}:${column} ${text.slice(span.start, span.end)}`);
  expect(spans('ps_2_0\n  add_sat  r0 ,c0 , r1.wzyx // r1\nmov oC0, r0\n')).toEqual(['2:3 r1.wzyx']);
  expect(spans('vs_2_x\n(p0) mov r0, r1')).toEqual(['2:6 (p0)']);
  // The line and column stay Microsoft's; an operand in a macro has no location of its own.
  expect(spans('#define X r1\nps_2_0\nadd r0, c0, r1\nmov oC0, r0\n')).toEqual(['3:1 r1']);
});
