/**
 * Reads the control flow graphs of the programs of a shader, with positions in bytes.
 *
 * Not for: drawing them (graph/layout.ts).
 */
import { sm1Profile, sm4Profile } from 'dxlens/internals/base';
import { type FlowGraph, readSm1, readSm1FlowGraph } from 'dxlens/internals/sm1';
import { readSm4, readSm4FlowGraph } from 'dxlens/internals/sm4';
import type { FlowEdgeData, FlowEdgeType, FlowProgram } from '../model/flow-graph.ts';
import type { ListedProgram } from './listing.ts';

/** The graphs of programs, in their order. */
export function flowOf(programs: readonly ListedProgram[]): FlowProgram[] {
  return programs.map(({ isa, words, offset }) => {
    const program = isa === 'sm4' ? readSm4(words) : readSm1(words);
    const graph = program.kind === 'sm4' ? readSm4FlowGraph(program) : readSm1FlowGraph(program);
    const { starts, count, end } = program;
    const byteAt = (position: number) => offset + 4 * (position < count ? starts[position]! : end);
    const entries = new Map(graph.entries.map((entry) => [entry.block, entry]));
    return {
      profile: (isa === 'sm4' ? sm4Profile : sm1Profile)(words[0] ?? 0) ?? 'program',
      blocks: graph.blocks.map((block, i) => {
        const entry = entries.get(i);
        return {
          start: byteAt(block.start),
          end: byteAt(block.end),
          returns: block.returns,
          entry: entry && { kind: entry.kind, number: entry.number },
        };
      }),
      edges: edgesOf(graph),
    };
  });
}

/** The edges, each once, with those from calls to the blocks after them. */
function edgesOf({ edges, calls }: FlowGraph): FlowEdgeData[] {
  const merged = new Map<string, { from: number; to: number; kind: FlowEdgeType; count: number; isBack: boolean }>();
  const add = (from: number, to: number, kind: FlowEdgeType) => {
    const key = `${from} ${to} ${kind}`;
    const before = merged.get(key);
    // Blocks are in program order and nested, so that only the end and the continues of a loop lead back.
    if (before === undefined) merged.set(key, { from, to, kind, count: 1, isBack: kind !== 'call' && to <= from });
    else before.count++;
  };
  for (const { from, to, kind } of edges) add(from, to, kind);
  for (const { block, next } of calls) {
    const isKnown = next < 0 || edges.some(({ from, to }) => from === block && to === next);
    if (!isKnown) add(block, next, 'after');
  }
  return [...merged.values()];
}
