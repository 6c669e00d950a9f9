/** Blocks, subroutines and phases of programs, sound and damaged. */
import { describe, expect, test } from 'vitest';
import { AssemblyDiagnostics } from '../../../src/assemble/diagnostics.ts';
import { assembleProgram } from '../../../src/assemble/sm4/program.ts';
import { readSm4ControlFlow, sm4ModuleControlFlow } from '../../../src/isa/sm4/control-flow.ts';
import { decodeSm4 } from '../../../src/isa/sm4/encode.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';

/** The structure of a program that is written in one line; that of the words and that of the nodes are the same. */
function controlFlowOf(text: string) {
  const listing = `${text.replaceAll(/; */g, '\n')}\n`;
  const diagnostics = new AssemblyDiagnostics(listing, 'case');
  const words = assembleProgram(listing, diagnostics)!;
  expect(diagnostics.list).toEqual([]);
  const flow = readSm4ControlFlow(readSm4(words));
  expect(sm4ModuleControlFlow(decodeSm4(words))).toEqual(flow);
  return flow;
}

describe('blocks', () => {
  test('nested blocks with all their parts', () => {
    //                        0                  1         2     3     4     5    6        7          8     9        10
    const { blocks, blockAt } = controlFlowOf(
      'ps_5_0; dcl_temps 1; if_nz r0.x; loop; break; endloop; else; switch r0.x; case l(1); break; default; break; ' +
        //  11         12     13
        'endswitch; endif; ret',
    );
    expect(blocks).toEqual([
      { kind: 'if', start: 1, parts: [5], end: 12, parent: -1 },
      { kind: 'loop', start: 2, parts: [], end: 4, parent: 0 },
      { kind: 'switch', start: 6, parts: [7, 9], end: 11, parent: 0 },
    ]);
    expect([...blockAt]).toEqual([-1, 0, 1, 1, 1, 0, 2, 2, 2, 2, 2, 2, 0, -1]);
  });

  test('blocks that are never closed have no end', () => {
    const { blocks } = controlFlowOf('ps_5_0; loop; if_nz l(1); ret');
    expect(blocks.map(({ kind, end }) => [kind, end])).toEqual([
      ['loop', -1],
      ['if', -1],
    ]);
  });

  test('what closes or continues no block belongs to none', () => {
    const { blocks, blockAt } = controlFlowOf('ps_5_0; else; endif; loop; endif; case l(0); endloop; endloop; ret');
    expect(blocks).toEqual([{ kind: 'loop', start: 2, parts: [], end: 5, parent: -1 }]);
    expect([...blockAt]).toEqual([-1, -1, 0, 0, 0, 0, -1, -1]);
  });
});

describe('subroutines', () => {
  test('calls lead to labels', () => {
    const flow = controlFlowOf(
      'ps_5_0; call label1; callc_nz l(1), label0; call label7; ret; label label0; ret; label label1; ret',
    );
    expect(flow.subroutines).toEqual([
      { kind: 'label', number: 0, start: 4, end: 6 },
      { kind: 'label', number: 1, start: 6, end: 8 },
    ]);
    expect(flow.calls).toEqual([
      { position: 0, target: 1 },
      { position: 1, target: 0 },
      { position: 2, target: -1 },
    ]);
    expect(flow.mainEnd).toBe(4);
    expect(flow.phases).toEqual([]);
  });

  test('a label ends the blocks before it', () => {
    const { blocks, blockAt } = controlFlowOf('ps_5_0; loop; ret; label label0; endloop; ret');
    expect(blocks[0]!.end).toBe(-1);
    expect([...blockAt]).toEqual([0, 0, -1, -1, -1]);
  });

  test('function bodies have numbers of their own', () => {
    const { subroutines, calls } = controlFlowOf(
      'ps_5_0; dcl_function_body fb3; call label3; ret; label fb3; ret; label label3; ret',
    );
    expect(subroutines.map(({ kind, number }) => [kind, number])).toEqual([
      ['functionBody', 3],
      ['label', 3],
    ]);
    expect(calls).toEqual([{ position: 1, target: 1 }]);
  });
});

test('phases of a hull shader end at the next phase or subroutine', () => {
  const { phases, mainEnd, subroutines } = controlFlowOf(
    'hs_5_0; hs_decls; dcl_tessellator_domain domain_tri; hs_control_point_phase; ret; hs_fork_phase; call label0; ret; label label0; ret',
  );
  expect(phases).toEqual([
    { name: 'declarations', start: 0, end: 2 },
    { name: 'controlPoint', start: 2, end: 4 },
    { name: 'fork', start: 4, end: 7 },
  ]);
  expect(mainEnd).toBe(7);
  expect(subroutines).toEqual([{ kind: 'label', number: 0, start: 7, end: 9 }]);
});

test('an empty program has nothing', () => {
  const flow = readSm4ControlFlow(readSm4(new Uint32Array([0x0000_0050, 2])));
  expect(flow).toMatchObject({ blocks: [], subroutines: [], calls: [], phases: [], mainEnd: 0 });
});
