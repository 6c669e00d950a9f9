/**
 * The control flow graph of the explorer: blocks with their lines, edges with labels, parts of large graphs, and the
 * layout.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import {
  blockAt,
  blockLines,
  edgeLabel,
  type FlowProgram,
  lineRange,
  lineStarts,
  linesByStart,
  MAX_BLOCKS,
  numberRange,
  shownBlocks,
} from '../../web/src/model/flow-graph.ts';
import type { ListingData } from '../../web/src/model/listing.ts';
import { drawingOf } from '../../web/src/views/graph/drawing.ts';
import { fitAll, neighborOf, reveal, zoomAt } from '../../web/src/views/graph/viewport.ts';
import { flowOf } from '../../web/src/worker/flow.ts';
import { layOutGraph } from '../../web/src/worker/graph/layout.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';

const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));
const recorded = (id: string) => readRecorded().find(({ provenance }) => provenance.id === id)!.bytes;

function opened(bytes: Uint8Array): { programs: FlowProgram[]; listing: ListingData } {
  const shader = new OpenShader(0, bytes);
  return { programs: flowOf(shader.programs), listing: shader.data().listing };
}

/** The lines of a block as text. */
function linesOf(listing: ListingData, { start, end }: { start: number; end: number }): string[] {
  const { first, last } = lineRange(listing, linesByStart(listing), { start, end })!;
  return blockLines(listing, lineStarts(listing.text), first, last).map((line) =>
    'leftOut' in line ? `… ${line.leftOut}` : line.parts.map(({ text }) => text).join(''),
  );
}

test('blocks have their lines, and edges say when they are taken', { tags: 'slow' }, () => {
  const { programs, listing } = opened(recorded('flow.main.ps_5_0'));
  const [program] = programs;
  // By the listing of Microsoft: 0 lt, 1 if_nz, 2 discard_nz, 3 endif ... 8 mov, 9 loop, 10 ige, 11 breakc_nz.
  const at = (number: number) => blockAt(program!, listing.starts[listing.numbers.indexOf(number)]!);
  const edgesFrom = (number: number) =>
    program!.edges.filter(({ from }) => from === at(number)).map((edge) => [edge.to, edgeLabel(edge)]);
  expect(edgesFrom(1)).toEqual(
    expect.arrayContaining([
      [at(2), 'true'],
      [at(3), 'false'],
    ]),
  );
  expect(at(0)).toBe(at(1));
  expect(at(9)).not.toBe(at(8));
  expect(at(9)).toBe(at(11));
  const loop = at(9);
  expect(program!.edges.filter(({ to, isBack }) => to === loop && isBack).length).toBeGreaterThan(0);
  expect(linesOf(listing, program!.blocks[at(2)]!)).toEqual(['discard_nz l(-1)']);
  expect(linesOf(listing, program!.blocks[loop]!)).toEqual(['loop', 'ige r1.y, r1.x, cb0[0].x', 'breakc_nz r1.y']);
});

test('every line with an instruction is in one block, in every recorded shader', { tags: ['slow', 'ci'] }, () => {
  let blocks = 0;
  const wrong: string[] = [];
  for (const { provenance, bytes } of readRecorded()) {
    const { programs, listing } = opened(bytes);
    for (const program of programs.filter((one) => one.blocks.length > 0)) {
      blocks += program.blocks.length;
      for (const [line, number] of listing.numbers.entries()) {
        const start = listing.starts[line]!;
        if (number < 0 || start < program.blocks[0]!.start || start >= program.blocks.at(-1)!.end) continue;
        if (program.blocks.filter((one) => start >= one.start && start < one.end).length !== 1)
          wrong.push(`${provenance.id}: ${number}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(blocks).toBeGreaterThan(1000);
});

test('long blocks leave declarations and the middle out', () => {
  const { programs, listing } = opened(sample('lake.cso'));
  const lines = linesOf(listing, programs[0]!.blocks[0]!);
  expect(lines.length).toBeLessThan(10);
  expect(lines[0]).toMatch(/^… \d+ declarations$/);
  expect(lines.at(-1)).toBe('ret');
  const { first, last } = lineRange(listing, linesByStart(listing), programs[0]!.blocks[0]!)!;
  expect(numberRange(listing, first, last)).toBe(`0–${Math.max(...listing.numbers)}`);
});

test('cases of one block are one edge with their number', () => {
  const edge = { from: 0, to: 1, kind: 'case', count: 3, isBack: false } as const;
  expect(edgeLabel(edge)).toBe('case ×3');
  expect(edgeLabel({ ...edge, kind: 'next', count: 1 })).toBe('');
  expect(edgeLabel({ ...edge, kind: 'true', count: 1, isBack: true })).toBe('true, back edge');
});

test('of a large graph, the blocks nearest to one are shown', () => {
  const count = MAX_BLOCKS + 50;
  const block = { start: 0, end: 4, returns: false, entry: undefined };
  const chain: FlowProgram = {
    profile: 'ps_5_0',
    blocks: Array.from({ length: count }, () => block),
    edges: Array.from({ length: count - 1 }, (_, i) => ({ from: i, to: i + 1, kind: 'next', count: 1, isBack: false })),
  };
  const shown = shownBlocks(chain, 100);
  expect(shown.length).toBeLessThan(MAX_BLOCKS);
  expect(shown).toContain(100);
  // Both ways along the chain, and nothing else.
  expect(shown.at(-1)! - shown[0]!).toBe(shown.length - 1);
  expect(shownBlocks({ ...chain, blocks: chain.blocks.slice(0, 9), edges: chain.edges.slice(0, 8) }, 3)).toHaveLength(
    9,
  );
});

test('no two blocks of a layout overlap, and edges end at the blocks', { tags: 'slow' }, () => {
  const { programs, listing } = opened(recorded('flow.main.ps_5_0'));
  const drawing = drawingOf(programs[0]!, listing, 0);
  const layout = layOutGraph(drawing.toLayOut);
  const boxes = drawing.blocks.map((block, i) => ({ ...block, ...layout.blocks[i]! }));
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(isApart, `${a.block} and ${b.block}`).toBe(true);
    }
  const touches = ({ x, y, width, height }: (typeof boxes)[0], point: { x: number; y: number }) =>
    point.x >= x - 1 && point.x <= x + width + 1 && point.y >= y - 1 && point.y <= y + height + 1;
  for (const [i, { from, to }] of drawing.edges.entries()) {
    const { points } = layout.edges[i]!;
    expect([touches(boxes[from]!, points[0]!), touches(boxes[to]!, points.at(-1)!)]).toEqual([true, true]);
  }
});

test('zooming keeps what is under the pointer, and a block is moved into view', () => {
  const at = { x: 120, y: 80 };
  const before = { x: 10, y: 20, scale: 0.5 };
  const after = zoomAt(before, 2, at);
  expect(after.scale).toBe(1);
  expect([(at.x - after.x) / after.scale, (at.y - after.y) / after.scale]).toEqual([220, 120]);
  expect(fitAll({ width: 400, height: 100 }, { width: 200, height: 200 })).toEqual({ scale: 0.5, x: 0, y: 75 });
  const view = { width: 300, height: 200 };
  const block = { x: 500, y: 10, width: 50, height: 20 };
  const moved = reveal({ x: 0, y: 0, scale: 1 }, view, block);
  expect(moved.x + 550).toBeLessThanOrEqual(view.width);
  expect(reveal(moved, view, block)).toEqual(moved);
  const boxes = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 0, y: 50, width: 10, height: 10 },
    { x: 60, y: 0, width: 10, height: 10 },
  ];
  expect([
    neighborOf(boxes, 0, 'ArrowDown'),
    neighborOf(boxes, 0, 'ArrowRight'),
    neighborOf(boxes, 0, 'ArrowUp'),
  ]).toEqual([1, 2, -1]);
});
