/**
 * A control flow graph as it is drawn: blocks with their labels and sizes, and the input of the layout.
 *
 * Not for: the elements (graph-canvas.tsx).
 */
import {
  type BlockLine,
  blockLines,
  edgeLabel,
  entryName,
  type FlowEdgeData,
  type FlowProgram,
  lineRange,
  lineStarts,
  linesByStart,
  numberRange,
  shownBlocks,
} from '../../model/flow-graph.ts';
import type { ListingData } from '../../model/listing.ts';
import type { GraphLayout, GraphToLayOut, Point } from '../../worker/graph/layout.ts';

export interface DrawnBlock {
  /** Index in the program. */
  readonly block: number;
  readonly start: number;
  readonly end: number;
  /** The heading above the lines: the numbers of its instructions, and the entry that begins with it. */
  readonly title: string;
  readonly name: string;
  readonly lines: readonly BlockLine[];
  /** The effect at its end other than its edges; empty for none. */
  readonly note: string;
  readonly width: number;
  readonly height: number;
}

export interface DrawnEdge extends FlowEdgeData {
  readonly label: string;
}

export interface Drawing {
  readonly blocks: readonly DrawnBlock[];
  readonly edges: readonly DrawnEdge[];
  readonly toLayOut: GraphToLayOut;
  readonly isPart: boolean;
}

export interface LaidOut extends Drawing {
  readonly layout: GraphLayout;
}

/** Width of a character of 12 pixels. */
const CHARACTER = 7.2;
/** The width of a character of a label. */
const LABEL_CHARACTER = 6.4;
export const LINE = 18;
export const TITLE = 24;
export const PADDING = 8;
const LABEL_HEIGHT = 16;
const LEAST_WIDTH = 88;

/** The blocks and edges of a program that are shown, with their sizes. */
export function drawingOf(program: FlowProgram, listing: ListingData, center: number): Drawing {
  const shown = shownBlocks(program, center);
  const indices = new Map(shown.map((block, i) => [block, i]));
  const lines = linesByStart(listing);
  const at = lineStarts(listing.text);
  const hidden = hiddenEdges(program, indices);
  const blocks = shown.map((block): DrawnBlock => {
    const { start, end, entry, returns } = program.blocks[block]!;
    const range = lineRange(listing, lines, { start, end });
    const blockText = range === undefined ? [] : blockLines(listing, at, range.first, range.last);
    const numbers = range === undefined ? '' : numberRange(listing, range.first, range.last);
    const name = entry === undefined ? '' : entryName(entry);
    const more = hidden.get(block) ?? 0;
    const note = [returns ? 'returns' : '', more > 0 ? `${more} more edges` : ''].filter(Boolean).join(', ');
    const title = [numbers, name].filter(Boolean).join(' · ');
    const longest = Math.max(title.length + note.length + 2, ...blockText.map(lineLength));
    return {
      ...{ block, start, end, title: numbers, name, lines: blockText, note },
      width: Math.max(LEAST_WIDTH, Math.ceil(longest * CHARACTER) + 2 * PADDING),
      height: TITLE + blockText.length * LINE + (blockText.length > 0 ? PADDING : 0),
    };
  });
  const edges = program.edges.flatMap((edge): DrawnEdge[] => {
    const [from, to] = [indices.get(edge.from), indices.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to, label: edgeLabel(edge) }];
  });
  const toLayOut: GraphToLayOut = {
    blocks: blocks.map(({ width, height }) => ({ width, height })),
    edges: edges.map(({ from, to, kind, label, isBack }) => ({
      from,
      to,
      label:
        label === '' ? { width: 0, height: 0 } : { width: label.length * LABEL_CHARACTER + 8, height: LABEL_HEIGHT },
      weight: isBack ? 1 : kind === 'call' ? 1 : kind === 'next' || kind === 'true' ? 3 : 2,
    })),
  };
  return { blocks, edges, toLayOut, isPart: shown.length < program.blocks.length };
}

function lineLength(line: BlockLine): number {
  if ('leftOut' in line) return line.leftOut.length + 2;
  return line.parts.reduce((sum, { text }) => sum + text.length, 0);
}

/** How many edges of each shown block lead to or from blocks that are not. */
function hiddenEdges({ edges }: FlowProgram, shown: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { from, to } of edges) {
    if (shown.has(from) === shown.has(to)) continue;
    const block = shown.has(from) ? from : to;
    counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  return counts;
}

/** A smooth path through points. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${text(first)}`;
  for (const [i, point] of rest.entries()) {
    const next = rest[i + 1];
    if (next === undefined) path += `L${text(point)}`;
    else {
      const before = i === 0 ? first : rest[i - 1]!;
      if (i === 0) path += `L${text(middle(before, point))}`;
      path += `Q${text(point)} ${text(middle(point, next))}`;
    }
  }
  return path;
}

/** The corners of the arrow at the end of a path. */
export function arrowOf(points: readonly Point[]): string {
  const end = points.at(-1)!;
  const before = points.at(-2) ?? { x: end.x, y: end.y - 1 };
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const x = (end.x - before.x) / length;
  const y = (end.y - before.y) / length;
  const corner = (side: number) => ({ x: end.x - 8 * x - side * 4 * y, y: end.y - 8 * y + side * 4 * x });
  return [end, corner(1), corner(-1)].map(text).join(' ');
}

const text = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
