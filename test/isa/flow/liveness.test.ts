/** Live ranges of registers: small programs of both instruction sets, and random flow against a search of all paths. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { assemble } from '../../../src/assemble/assemble.ts';
import { AssemblyDiagnostics } from '../../../src/assemble/diagnostics.ts';
import { assembleProgram } from '../../../src/assemble/sm4/program.ts';
import { type FlowGraph, type FlowStep, flowGraphOf } from '../../../src/isa/flow/graph.ts';
import { liveRangesOf, RegisterAccesses } from '../../../src/isa/flow/liveness.ts';
import { sm1LiveRanges } from '../../../src/isa/sm1/liveness.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { sm4LiveRanges } from '../../../src/isa/sm4/liveness.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';

/** `r0 1-3`: from instruction 1 to instruction 3, both included. */
const linesOf = (ranges: ReturnType<typeof sm4LiveRanges>) =>
  ranges.map(({ register, start, end }) => `r${register} ${start}-${end - 1}`);

function sm4Ranges(text: string): string[] {
  const listing = `ps_5_0\n${text.replaceAll(/; */g, '\n')}\n`;
  const diagnostics = new AssemblyDiagnostics(listing, 'case');
  const words = assembleProgram(listing, diagnostics)!;
  expect(diagnostics.list).toEqual([]);
  return linesOf(sm4LiveRanges(readSm4(words)));
}

function sm1Ranges(text: string): string[] {
  const { bytes, diagnostics } = assemble(text.replaceAll(/; */g, '\n'), { validate: false });
  expect(diagnostics).toEqual([]);
  return linesOf(sm1LiveRanges(readSm1(bytes!)));
}

describe('models 4 to 5.1', () => {
  test('from the write to the last read; a new value begins a new range', () => {
    //                 0            1                    2                    3
    expect(sm4Ranges('dcl_temps 2; mov r0.x, v0.x; mov o0.x, r0.x; mov r0.x, v0.y; mov o0.y, r0.x; ret')).toEqual([
      'r0 1-2',
      'r0 3-4',
    ]);
  });

  test('components live by themselves', () => {
    // y is written at 2 and read at 4; x of 1 is read at 2.
    expect(sm4Ranges('dcl_temps 1; mov r0.x, v0.x; mov r0.y, r0.x; nop; mov o0.x, r0.y; ret')).toEqual(['r0 1-4']);
    // A value that is never read ends at once, although another component is live.
    expect(sm4Ranges('dcl_temps 1; mov r0.xy, v0.xyxx; mov o0.x, r0.x; nop; mov r0.z, v0.x; ret')).toEqual([
      'r0 1-2',
      'r0 4-4',
    ]);
  });

  test('the swizzle and the mask decide what is read', () => {
    // Only y of r0 is read, so that the write of x is dead.
    expect(sm4Ranges('dcl_temps 1; mov r0.y, v0.x; mov r0.x, v0.x; mov o0.x, r0.y; ret')).toEqual(['r0 1-3']);
    expect(sm4Ranges('dcl_temps 1; mov r0.x, v0.x; mov o0.xy, r0.yzww; ret')).toEqual(['r0 0-2']);
    expect(sm4Ranges('dcl_temps 1; mov r0.w, v0.x; dp3 o0.x, r0.xyzw, r0.xyzw; ret')).toEqual(['r0 0-2']);
  });

  test('an index of a register is a read', () => {
    expect(sm4Ranges('dcl_temps 1; mov r0.x, v0.x; nop; mov o0.xyzw, cb0[r0.x + 1].xyzw; ret')).toEqual(['r0 1-3']);
  });

  test('a value that only one path reads is live on the way to it', () => {
    //                 0            1               2              3    4     5                6      7
    expect(sm4Ranges('dcl_temps 1; mov r0.x, v0.x; if_nz v0.x; nop; else; mov o0.x, r0.x; endif; ret')).toEqual([
      'r0 1-2',
      'r0 5-5',
    ]);
  });

  test('a value that the next turn of a loop reads is live in the whole loop', () => {
    //                 0            1               2     3                      4            5    6        7
    expect(
      sm4Ranges('dcl_temps 2; mov r0.x, l(0); loop; add r0.x, r0.x, l(1); breakc_nz r0.x; nop; endloop; ret'),
    ).toEqual(['r0 1-6']);
  });

  test('subroutines read what is written before their calls, and give what is read after them', () => {
    //                 0            1               2        3                4    5         6                7
    expect(
      sm4Ranges('dcl_temps 2; mov r0.x, v0.x; call label0; mov o0.x, r1.x; ret; label label0; mov r1.x, r0.x; ret'),
    ).toEqual(['r0 1-2', 'r0 5-6', 'r1 3-3', 'r1 6-7']);
  });
});

describe('models 1 to 3', () => {
  test('matrices read rows, and pixel shaders of models 1 return r0', () => {
    expect(sm1Ranges('vs_2_0; mov r1, v0; mov r2, v0; m3x2 r0.xy, v0, r1; mov oPos.xy, r0')).toEqual([
      'r0 2-3',
      'r1 0-2',
      'r2 1-2',
    ]);
    expect(sm1Ranges('ps_1_1; tex t0; mov r1, t0; mul r0, r1, t0')).toEqual(['r0 2-2', 'r1 1-2']);
  });

  test('a predicated write does not end the value before it', () => {
    expect(sm1Ranges('vs_3_0; mov r0, v0; setp_gt p0, v0, c0; (p0) mov r0, c1; mov o0, r0')).toEqual(['r0 0-3']);
    expect(sm1Ranges('vs_3_0; mov r0, v0; setp_gt p0, v0, c0; mov r0, c1; mov o0, r0')).toEqual(['r0 0-0', 'r0 2-3']);
  });

  test('instructions that run together read what was there before', () => {
    expect(sm1Ranges('ps_1_1; mov r0, v0; mov r1, v0; mul r0.rgb, r1, v0; + mov r0.a, r0.a')).toEqual([
      'r0 0-3',
      'r1 1-2',
    ]);
  });
});

describe('random flow', () => {
  const STEPS: readonly FlowStep[] = [
    ...(['if', 'else', 'endif', 'loop', 'countedLoop', 'endloop', 'switch', 'case', 'default', 'endswitch'] as const),
    ...(['break', 'breakIf', 'continue', 'continueIf', 'returnIf', 'return'] as const),
  ];

  test('a register is live exactly where a search of the paths finds a read before a write', { tags: 'slow' }, () => {
    const random = new Random(4711);
    let found = 0;
    for (let run = 0; run < 3000; run++) {
      const count = random.between(2, 24);
      const steps = Array.from({ length: count }, () => (random.oneIn(2) ? random.pick(STEPS) : undefined));
      const graph = flowGraphOf(count, (position) => steps[position]);
      const accesses = new RegisterAccesses();
      const reads = new Uint8Array(count);
      const writes = new Uint8Array(count);
      for (let at = 0; at < count; at++) {
        if (random.oneIn(4)) reads[at] = random.between(1, 3);
        if (random.oneIn(4)) writes[at] = random.between(1, 3);
        accesses.read(at, 0, reads[at]!);
        accesses.write(at, 0, writes[at]!);
      }
      const covered = new Uint8Array(count);
      for (const { start, end } of liveRangesOf(graph, accesses)) covered.fill(1, start, end);
      for (let at = 0; at < count; at++) {
        const isLive = reads[at] !== 0 || writes[at] !== 0 || isNeeded(graph, reads, writes, at);
        expect(covered[at] === 1, `${run}, instruction ${at}: ${steps.join(' ')}`).toBe(isLive);
        found += Number(isLive);
      }
    }
    expect(found).toBeGreaterThan(10_000);
  });

  /** Whether a path from instruction `at` reads a component before it writes it. */
  function isNeeded({ blocks, edges }: FlowGraph, reads: Uint8Array, writes: Uint8Array, at: number): boolean {
    const seen = new Set<string>();
    const pending: [number, number][] = [[at, 3]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [position, wanted] = next;
      if (seen.has(`${next}`)) continue;
      seen.add(`${next}`);
      if ((reads[position]! & wanted) !== 0) return true;
      const rest = wanted & ~writes[position]!;
      if (rest === 0) continue;
      const block = blocks.findIndex(({ start, end }) => position >= start && position < end);
      if (position + 1 < blocks[block]!.end) pending.push([position + 1, rest]);
      else for (const { from, to } of edges) if (from === block) pending.push([blocks[to]!.start, rest]);
    }
    return false;
  }
});
