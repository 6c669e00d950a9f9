/** Control flow graphs of small programs of both instruction sets, sound and damaged, and of every recorded one. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { assemble } from '../../../src/assemble/assemble.ts';
import { AssemblyDiagnostics } from '../../../src/assemble/diagnostics.ts';
import { assembleProgram } from '../../../src/assemble/sm4/program.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import type { FlowGraph } from '../../../src/isa/flow/graph.ts';
import { readSm1FlowGraph } from '../../../src/isa/sm1/liveness.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { readSm4FlowGraph } from '../../../src/isa/sm4/liveness.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';

/** A program of model 5.0 in one line; the profile is not part of it. */
function sm4Graph(text: string): FlowGraph {
  const listing = `ps_5_0\n${text.replaceAll(/; */g, '\n')}\n`;
  const diagnostics = new AssemblyDiagnostics(listing, 'case');
  const words = assembleProgram(listing, diagnostics)!;
  expect(diagnostics.list).toEqual([]);
  return readSm4FlowGraph(readSm4(words));
}

function sm1Graph(text: string): FlowGraph {
  const { bytes, diagnostics } = assemble(text.replaceAll(/; */g, '\n'), { validate: false });
  expect(diagnostics).toEqual([]);
  return readSm1FlowGraph(readSm1(bytes!));
}

const blocksOf = ({ blocks }: FlowGraph) => blocks.map(({ start, end }) => [start, end]);
/** `0 true 1`: from block 0 to block 1. */
const edgesOf = ({ edges }: FlowGraph) => edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`).sort();
const returning = ({ blocks }: FlowGraph) => blocks.flatMap(({ returns }, i) => (returns ? [i] : []));

describe('models 4 to 5.1', () => {
  test('if with else', () => {
    //                     0   1             2    3     4    5      6
    const graph = sm4Graph('nop; if_nz l(1); nop; else; nop; endif; ret');
    expect(blocksOf(graph)).toEqual([
      [0, 2],
      [2, 4],
      [4, 5],
      [5, 7],
    ]);
    expect(edgesOf(graph)).toEqual(['0 false 2', '0 true 1', '1 next 3', '2 next 3']);
    expect(returning(graph)).toEqual([3]);
  });

  test('if without else', () => {
    expect(edgesOf(sm4Graph('if_nz l(1); nop; endif; ret'))).toEqual(['0 false 2', '0 true 1', '1 next 2']);
  });

  test('a loop with break and continue', () => {
    //                      0    1     2              3              4    5        6
    const graph = sm4Graph('nop; loop; breakc_nz l(1); continuec_z l(0); nop; endloop; ret');
    expect(blocksOf(graph)).toEqual([
      [0, 1],
      [1, 3],
      [3, 4],
      [4, 6],
      [6, 7],
    ]);
    expect(edgesOf(graph)).toEqual(['0 next 1', '1 false 2', '1 true 4', '2 false 3', '2 true 1', '3 next 1']);
  });

  test('a switch: each case, falling through, and what is after it', () => {
    //                      0            1          2    3          4    5      6        7      8          9
    const graph = sm4Graph('switch l(1); case l(1); nop; case l(2); nop; break; default; break; endswitch; ret');
    expect(edgesOf(graph)).toEqual(['0 case 1', '0 case 2', '0 default 3', '1 next 2', '2 next 4', '3 next 4']);
    expect(edgesOf(sm4Graph('switch l(1); case l(1); break; endswitch; ret'))).toEqual([
      '0 case 1',
      '0 default 2',
      '1 next 2',
    ]);
  });

  test('a break of a switch inside a loop leaves the switch, continue goes to the loop', () => {
    //                      0     1            2          3      4          5         6          7        8
    const graph = sm4Graph('loop; switch l(1); case l(1); break; case l(2); continue; endswitch; endloop; ret');
    // 0: loop, switch; 1: case 1; 2: case 2; 3: endswitch, endloop; 4: ret, which nothing reaches
    expect(edgesOf(graph)).toEqual(['0 case 1', '0 case 2', '0 default 3', '1 next 3', '2 next 0', '3 next 0']);
  });

  test('subroutines are entries, and calls come back', () => {
    //                      0        1               2    3         4    5
    const graph = sm4Graph('call label0; callc_nz l(1), label0; ret; label label0; nop; ret');
    expect(graph.entries).toEqual([
      { kind: 'main', number: 0, block: 0 },
      { kind: 'subroutine', number: 0, block: 3 },
    ]);
    expect(edgesOf(graph)).toEqual(['0 call 3', '1 call 3', '1 false 2']);
    expect(graph.calls).toEqual([
      { block: 0, entry: 1, next: 1 },
      { block: 1, entry: 1, next: 2 },
    ]);
    expect(returning(graph)).toEqual([2, 3]);
    expect(graph.blocks.map(({ entry }) => entry)).toEqual([0, 0, 0, 1]);
  });

  test('damaged programs: what closes nothing does nothing, what is never closed leaves the program', () => {
    expect(edgesOf(sm4Graph('else; endif; break; continue; case l(0); endloop; endswitch; ret'))).toEqual([]);
    const open = sm4Graph('loop; if_nz l(1); break; nop');
    expect(edgesOf(open)).toEqual(['0 true 1']);
    expect(returning(open)).toEqual([0, 1, 2]);
    expect(edgesOf(sm4Graph('call label7; nop; ret'))).toEqual(['0 next 1']);
  });
});

describe('models 1 to 3', () => {
  test('loops that count may run no time', () => {
    //                      0             1       2    3       4
    const graph = sm1Graph('ps_3_0; defi i0, 1, 0, 0, 0; rep i0; nop; endrep; nop');
    expect(blocksOf(graph)).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
      [4, 5],
    ]);
    expect(edgesOf(graph)).toEqual(['0 next 1', '1 false 3', '1 true 2', '2 next 1']);
  });

  test('calls, conditions and breaks', () => {
    //                             0        1              2         3      4    5         6    7
    const graph = sm1Graph('vs_3_0; call l1; callnz l1, b0; if b0; else; endif; ret; label l1; nop; ret');
    expect(graph.entries.map(({ kind, number }) => [kind, number])).toEqual([
      ['main', 0],
      ['subroutine', 1],
    ]);
    expect(graph.calls.map(({ entry }) => entry)).toEqual([1, 1]);
    const loop = sm1Graph('ps_3_0; rep i0; break_gt r0.x, r1.x; endrep');
    expect(edgesOf(loop)).toContain('1 false 2');
  });
});

test('in every recorded program, blocks cover the instructions, and edges lead from ends to starts', {
  tags: 'slow',
}, () => {
  let count = 0;
  for (const { provenance, bytes } of readRecorded())
    for (const { isa, words } of openShaderFile(bytes).programs) {
      const program = isa === 'sm4' ? readSm4(words) : readSm1(words);
      const graph = program.kind === 'sm1' ? readSm1FlowGraph(program) : readSm4FlowGraph(program);
      const { blocks, edges, entries, calls } = graph;
      let at = 0;
      for (const { start, end, entry } of blocks) {
        expect([start, end > start, entry < entries.length], provenance.id).toEqual([at, true, true]);
        at = end;
      }
      expect(at, provenance.id).toBe(program.count);
      const pairs = new Set(edges.map(({ from, to, kind }) => `${from} ${to} ${kind === 'case' ? '' : kind}`));
      for (const { from, to, kind } of edges) {
        expect(blocks[from] !== undefined && blocks[to] !== undefined, provenance.id).toBe(true);
        if (kind !== 'call') expect(blocks[from]!.entry, provenance.id).toBe(blocks[to]!.entry);
      }
      expect(pairs.size, provenance.id).toBeLessThanOrEqual(edges.length);
      const goesOn = new Set([...edges.map(({ from }) => from), ...calls.map(({ block }) => block)]);
      for (const [i, { returns }] of blocks.entries())
        expect(returns || goesOn.has(i), `${provenance.id} ${i}`).toBe(true);
      count++;
    }
  expect(count).toBeGreaterThan(400);
});
