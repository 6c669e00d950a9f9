/** Comparing on the page: rows of two listings, the parts that differ, and what is left out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLES } from '../../fixtures/sources.ts';
import { type DiffRow, differentParts, pairLines, shownRows } from '../../web/src/model/side-by-side.ts';
import { compareShaders } from '../../web/src/worker/compare.ts';
import { assembleEdit } from '../../web/src/worker/edit.ts';
import { createHandlers } from '../../web/src/worker/handlers.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';

const lake = new Uint8Array(readFileSync(join(SAMPLES, 'lake.cso')));
const { listing } = new OpenShader(0, lake).data();
const edited = assembleEdit(
  lake,
  listing.text
    .replace('add r1.w, r1.w, r1.w', 'mul r1.w, r1.w, r1.w')
    .replace('mov o0.w, l(1.000000)', 'mov o0.w, l(0.500000)\nnop'),
).bytes!;

test('changed instructions are beside each other, with the parts that differ', () => {
  const { identical, parts, facts } = compareShaders(lake, edited);
  expect(identical).toBe(false);
  expect(parts.map(({ name }) => name)).toEqual(['program']);
  const rows = parts[0]!.rows.filter(({ change }) => change !== 'same');
  const parted = rows.map(({ change, before, after }) => [change, marked(before), marked(after)]);
  expect(parted).toEqual([
    ['changed', '[add] r1.w, r1.w, r1.w', '[mul] r1.w, r1.w, r1.w'],
    ['changed', 'mov o0.w, l([1.000000])', 'mov o0.w, l([0.500000])'],
    ['added', undefined, 'nop'],
  ]);
  expect(facts.some(({ fields }) => fields.some(({ field }) => field === 'digest'))).toBe(true);
  for (const { before, after } of parts[0]!.rows) {
    if (before !== undefined) expect(listing.starts).toContain(before.offset);
    if (after !== undefined) expect(new OpenShader(0, edited).data().listing.starts).toContain(after.offset);
  }
});

/** A line with brackets around the parts that differ. */
function marked(line: DiffRow['before']): string | undefined {
  if (line === undefined) return undefined;
  let text = line.text;
  for (let i = line.marks.length - 2; i >= 0; i -= 2) {
    const [start, end] = [line.marks[i]!, line.marks[i + 1]!];
    text = `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
  }
  return text;
}

test('equal shaders have nothing to show', () => {
  expect(compareShaders(lake, lake.slice())).toEqual({ identical: true, facts: [], parts: [] });
});

test('the marks of texts with other numbers of parts cover the middle', () => {
  const parts = differentParts('mul r0, r1, r2', 'mul r0, r1, -r2.x');
  expect(parts).toEqual([
    [12, 14],
    [12, 17],
  ]);
  expect(differentParts('', 'nop')).toEqual([[], [0, 3]]);
  expect(differentParts('a, b', 'a, b')).toEqual([[], []]);
});

test('removed lines take the places of added ones in order', () => {
  const line = (text: string) => ({ number: 0, instruction: 1, offset: 0, text, words: new Uint32Array(0) });
  const pairs = pairLines([
    { change: 'removed', before: line('a') },
    { change: 'removed', before: line('b') },
    { change: 'added', after: line('c') },
    { change: 'same', before: line('d'), after: line('d') },
    { change: 'added', after: line('e') },
  ]);
  expect(pairs.map(({ change, before, after }) => [change, before?.text, after?.text])).toEqual([
    ['changed', 'a', 'c'],
    ['removed', 'b', undefined],
    ['same', 'd', 'd'],
    ['added', undefined, 'e'],
  ]);
});

test('equal lines far from a difference are left out', () => {
  const rows = Array.from(
    { length: 20 },
    (_, i): DiffRow => ({
      change: i === 10 ? 'changed' : 'same',
      before: undefined,
      after: undefined,
    }),
  );
  expect(shownRows(rows, true)).toHaveLength(20);
  expect(shownRows(rows, false)).toEqual([
    { hidden: 7, from: 0 },
    ...[7, 8, 9, 10, 11, 12, 13].map((row) => ({ row })),
    { hidden: 6, from: 14 },
  ]);
});

test('a session compares with the original of a shader and with another one', async () => {
  const context = { report: () => {}, signal: new AbortController().signal };
  const handlers = createHandlers();
  for (const bytes of [lake, edited]) await handlers.find({ name: 'a.cso', file: new Blob([bytes.slice()]) }, context);
  const other = await handlers.compare({ before: { id: 0, isOriginal: false }, after: 1 }, context);
  expect(other.identical).toBe(false);
  await handlers.edit({ id: 0, text: new OpenShader(1, edited).data().listing.text }, context);
  const same = await handlers.compare({ before: { id: 0, isOriginal: false }, after: 1 }, context);
  expect(same.identical).toBe(true);
  const original = await handlers.compare({ before: { id: 0, isOriginal: true }, after: 0 }, context);
  expect(original.parts).toEqual(other.parts);
});
