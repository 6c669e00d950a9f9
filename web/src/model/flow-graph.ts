/**
 * The control flow graph of a program as the page shows it: blocks with their bytes and lines, edges with labels, and
 * the part of a large graph around a block.
 *
 * Not for: reading programs (worker/flow.ts), where blocks are drawn (worker/graph/layout.ts).
 */
import type { FlowEdgeKind, FlowEntry } from 'dxlens/internals/sm4';
import { firstRoleAfter, type ListingData, TEXT_ROLES, type TextRole } from './listing.ts';

export interface FlowBlockData {
  /** In bytes from the start of the shader; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether control may leave the program or subroutine at the end. */
  readonly returns: boolean;
  /** The entry that begins with the block; undefined if none does. */
  readonly entry: Pick<FlowEntry, 'kind' | 'number'> | undefined;
}

/** `after`: from a call to the block that runs after it. */
export type FlowEdgeType = FlowEdgeKind | 'after';

export interface FlowEdgeData {
  /** Indices of blocks. */
  readonly from: number;
  readonly to: number;
  readonly kind: FlowEdgeType;
  /** How many cases lead there. */
  readonly count: number;
  /** Whether it closes a loop. */
  readonly isBack: boolean;
}

/** The graph of a program in a shader. */
export interface FlowProgram {
  readonly profile: string;
  readonly blocks: readonly FlowBlockData[];
  readonly edges: readonly FlowEdgeData[];
}

/** A part of a line with its color; undefined for punctuation. */
export interface LinePart {
  readonly text: string;
  readonly role: TextRole | undefined;
}

/** A line of a block, or what is left out. */
export type BlockLine = { readonly parts: readonly LinePart[] } | { readonly leftOut: string };

/** Blocks with more lines are shortened. */
const MAX_LINES = 9;
/** Lines at the start and at the end of a shortened block. */
const MAX_CACHED = 3;
/** Characters of a line. */
const MAX_CHARACTERS = 46;
const DECLARATION = /^\s*(?:dcl|def)/;

/** The name of what begins with a block; empty for the main program. */
export function entryName({ kind, number }: Pick<FlowEntry, 'kind' | 'number'>): string {
  if (kind === 'main') return '';
  if (kind === 'phase') return `phase ${number}`;
  return kind === 'subroutine' ? `label ${number}` : `function body ${number}`;
}

/** The label of an edge; empty where control just goes on. */
export function edgeLabel({ kind, count, isBack }: FlowEdgeData): string {
  const name = kind === 'next' ? '' : kind === 'after' ? 'after the call' : kind;
  const counted = count > 1 ? `${name} ×${count}` : name;
  return [counted, isBack ? 'back edge' : ''].filter(Boolean).join(', ');
}

/** The index of the block with a byte; -1 for none. */
export function blockAt({ blocks }: FlowProgram, offset: number): number {
  return blocks.findIndex(({ start, end }) => offset >= start && offset < end);
}

/** Lines of a listing by their first byte, to find those of blocks. */
export function linesByStart({ starts }: ListingData): ReadonlyMap<number, number> {
  const lines = new Map<number, number>();
  for (const [line, start] of starts.entries()) if (start >= 0) lines.set(start, line);
  return lines;
}

/** The first and the last line, 0-based, of the bytes of a block; undefined where it has none. */
export function lineRange(
  { starts }: ListingData,
  lines: ReadonlyMap<number, number>,
  { start, end }: Pick<FlowBlockData, 'start' | 'end'>,
): { first: number; last: number } | undefined {
  const first = lines.get(start) ?? starts.findIndex((at) => at >= start && at < end);
  if (first < 0) return undefined;
  let last = first;
  for (let line = first; line < starts.length; line++) {
    const at = starts[line]!;
    if (at >= end) break;
    if (at >= start) last = line;
  }
  return { first, last };
}

/** The numbers of the first and the last instruction of some lines, as the listing has them: `4 to 12`. */
export function numberRange({ numbers }: ListingData, first: number, last: number): string {
  let low = -1;
  let high = -1;
  for (let line = first; line <= last; line++) {
    const number = numbers[line]!;
    if (number < 0) continue;
    if (low < 0) low = number;
    high = number;
  }
  return low < 0 ? '' : low === high ? `${low}` : `${low}–${high}`;
}

/** Where each line of a listing begins in its text, and the end. */
export function lineStarts(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return Int32Array.from(starts);
}

/** The lines of a block: all of a short one; of a long one those at both ends, without its declarations. */
export function blockLines(listing: ListingData, at: Int32Array, first: number, last: number): BlockLine[] {
  const lines: number[] = [];
  for (let line = first; line <= last; line++) if (listing.starts[line]! >= 0) lines.push(line);
  const partsOf = (line: number): BlockLine => ({ parts: lineParts(listing, at[line]!, at[line + 1]! - 1) });
  if (lines.length <= MAX_LINES) return lines.map(partsOf);
  const isDeclaration = (line: number) => DECLARATION.test(listing.text.slice(at[line]!, at[line]! + 40));
  let declarations = 0;
  while (declarations < lines.length && isDeclaration(lines[declarations]!)) declarations++;
  const others = lines.slice(declarations);
  const head: BlockLine[] =
    declarations > 0 ? [{ leftOut: `${declarations} ${declarations === 1 ? 'declaration' : 'declarations'}` }] : [];
  if (others.length <= MAX_LINES - head.length) return [...head, ...others.map(partsOf)];
  return [
    ...head,
    ...others.slice(0, MAX_CACHED).map(partsOf),
    { leftOut: `${others.length - 2 * MAX_CACHED} more instructions` },
    ...others.slice(-MAX_CACHED).map(partsOf),
  ];
}

/** The parts of the characters from `from` to `to` without indentation, cut where they are too many. */
function lineParts({ text, roles }: ListingData, from: number, to: number): LinePart[] {
  let start = from;
  while (start < to && text[start] === ' ') start++;
  let stop = to;
  while (stop > start && text[stop - 1] === ' ') stop--;
  const end = Math.min(stop, start + MAX_CHARACTERS);
  const parts: LinePart[] = [];
  let at = start;
  for (let i = firstRoleAfter(roles, start); 3 * i < roles.length && roles[3 * i]! < end; i++) {
    const partFrom = Math.max(roles[3 * i]!, at);
    const partTo = Math.min(roles[3 * i + 1]!, end);
    if (partFrom > at) parts.push({ text: text.slice(at, partFrom), role: undefined });
    parts.push({ text: text.slice(partFrom, partTo), role: TEXT_ROLES[roles[3 * i + 2]!] });
    at = partTo;
  }
  if (at < end) parts.push({ text: text.slice(at, end), role: undefined });
  if (end < stop) parts.push({ text: '…', role: undefined });
  return parts;
}

/** Graphs with more blocks are shown in part. */
export const MAX_BLOCKS = 200;
/** Blocks of such a part. */
const PART_BLOCKS = 60;

/** The blocks that are shown: all of them, or those nearest to `center` along edges, in program order. */
export function shownBlocks({ blocks, edges }: FlowProgram, center: number): number[] {
  if (blocks.length <= MAX_BLOCKS) return [...blocks.keys()];
  const neighbors = blocks.map((): number[] => []);
  for (const { from, to } of edges) {
    neighbors[from]!.push(to);
    neighbors[to]!.push(from);
  }
  const found = new Set([Math.max(center, 0)]);
  // A set gives what is added while it is walked.
  for (const block of found)
    for (const next of neighbors[block]!) {
      if (found.size >= PART_BLOCKS) break;
      found.add(next);
    }
  return [...found].sort((a, b) => a - b);
}
