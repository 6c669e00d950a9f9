/** Traces and steppers: what each instruction wrote, calls, breakpoints and barriers. */
import { describe, expect, it } from 'vitest';
import { assembleUnvalidated } from '../../../src/assemble/index.ts';
import type { Job } from '../../../src/vm/job/job-shape.ts';
import { run } from '../../../src/vm/job/run.ts';
import { createStepper, type Stepper, type StepperOptions } from '../../../src/vm/job/stepper.ts';
import type { TraceEvent } from '../../../src/vm/job/trace.ts';

const HOST = { assemble: (text: string) => assembleUnvalidated(text) };

const PIXEL = `ps_4_0
dcl_input_ps linear v0.x
dcl_output o0.x
dcl_temps 2
mul r0.xy, v0.xxxx, l(2.0, 3.0, 0, 0)
lt r1.x, l(1.0), v0.x
if_nz r1.x
  mov r0.x, l(-1.0)
endif
add o0.x, r0.x, r0.y
ret`;

const INVOKE: Job = {
  version: 1,
  shaders: { p: { text: PIXEL } },
  commands: [{ command: 'invoke', name: 'r', shader: 'p', inputs: [{ v0: [1] }, { v0: [2] }, { v0: [0.5] }] }],
};

describe('traces', () => {
  it('have the lanes that ran and what they wrote', () => {
    const events: TraceEvent[] = [];
    run(INVOKE, { ...HOST, trace: (event) => events.push(event) });
    expect(events.map(({ mnemonic, instruction, lanes }) => [mnemonic, instruction, lanes])).toEqual([
      ['mul', 4, 15],
      ['lt', 5, 15],
      ['if', 6, 15],
      // Only the second pixel is above 1.
      ['mov', 7, 2],
      ['endif', 8, 2],
      ['add', 9, 15],
      ['ret', 10, 15],
    ]);
    expect(events[0]!.writes).toMatchObject([
      {
        register: 'r0',
        components: 'xy',
        values: [
          [2, 3],
          [4, 6],
          [1, 1.5],
          [1, 1.5],
        ],
      },
    ]);
    expect(events[3]!.writes).toEqual([{ register: 'r0', components: 'x', words: [null, [0xbf80_0000], null, null] }]);
    // The fourth pixel is a helper.
    expect(events[5]!).toMatchObject({ helpers: 8, writes: [{ register: 'o0', values: [[5], [5], [2.5], [2.5]] }] });
  });
});

function stepperOf(job: Job, options: StepperOptions = {}): Stepper {
  const { stepper, diagnostics } = createStepper(job, { ...HOST, ...options });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return stepper!;
}

describe('steppers', () => {
  it('step, run to an instruction and give registers', () => {
    const stepper = stepperOf(INVOKE);
    expect(stepper.position).toMatchObject({ mnemonic: 'mul', instruction: 4 });
    expect(stepper.values('v0')!.map(([x]) => x)).toEqual([1, 2, 0.5, 0.5]);
    expect(stepper.step()).toBe('paused');
    expect(stepper.values('r0')!.map(([, y]) => y)).toEqual([3, 6, 1.5, 1.5]);
    expect(stepper.runTo(7)).toBe('paused');
    expect(stepper.lanes.running).toBe(2);
    stepper.breakpoints.add(9);
    expect(stepper.continue()).toBe('breakpoint');
    expect(stepper.position!.instruction).toBe(9);
    expect(stepper.words('nothing')).toBeUndefined();
    expect(stepper.continue()).toBe('ended');
    expect(stepper.values('o0')!.map(([x]) => x)).toEqual([5, 5, 2.5, 2.5]);
    expect(stepper.position).toBeUndefined();
  });

  it('begin where a pixel of a draw is shaded', () => {
    const vertex = `vs_4_0
dcl_input v0.xy
dcl_output_siv o0.xyzw, position
dcl_output o1.x
mov o0.xy, v0.xyxx
mov o0.zw, l(0,0,0.5,1.0)
mov o1.x, v0.x
ret`;
    // Two triangles: the left half of the target, and all of it.
    const data = [-1, -1, -1, 1, 0, 1, -1, -1, 0, 1, 0, -1, -1, -3, -1, 1, 3, 1];
    const job: Job = {
      version: 1,
      buffers: { vertices: { format: 'R32G32_FLOAT', data } },
      textures: { target: { format: 'R32_FLOAT', width: 8, height: 8 } },
      shaders: { vs: { text: vertex }, ps: { text: PIXEL.replace('v0.x\n', 'v1.x\n').replaceAll('v0.x', 'v1.x') } },
      commands: [
        {
          command: 'draw',
          vs: { shader: 'vs' },
          ps: { shader: 'ps' },
          vertexBuffers: [{ buffer: 'vertices', attributes: [{ semantic: 'ATTRIBUTE', format: 'R32G32_FLOAT' }] }],
          count: 9,
          targets: ['target'],
          rasterizer: { cullMode: 'none' },
        },
      ],
    };
    // x of the center of pixel 5 in clip space: (5.5 - 4) / 4; its lane is 1 + 2.
    const right = stepperOf(job, { pixel: [5, 3] });
    expect(right.values('v1')![3]![0]).toBe(0.375);
    expect(right.shader).toBe('ps');
    // Pixel 1, 1 is shaded twice.
    expect(stepperOf(job, { pixel: [1, 1] }).values('v1')![3]![0]).toBe(-0.625);
    expect(stepperOf(job, { pixel: [1, 1], quad: 1 }).values('v1')![3]![0]).toBe(-0.625);
    expect(createStepper(job, { ...HOST, pixel: [1, 1], quad: 2 }).stepper).toBeUndefined();
    expect(createStepper(job, { ...HOST, pixel: [5, 3], quad: 1 }).stepper).toBeUndefined();
  });

  it('step over and out of calls, in models 1 to 3', () => {
    const text =
      'ps_2_x\ndef c0, 1, 2, 3, 4\nmov r0, c0\ncall l0\nadd r0, r0, c0\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, c0\nadd r0, r0, c0\nret';
    const job: Job = {
      version: 1,
      shaders: { p: { text } },
      commands: [{ command: 'invoke', name: 'r', shader: 'p' }],
    };
    const over = stepperOf(job);
    over.step();
    expect(over.position!.mnemonic).toBe('call');
    over.stepOver();
    expect(over.callStack).toEqual([]);
    expect(over.values('r0')![0]).toEqual([3, 6, 9, 12]);
    const into = stepperOf(job);
    into.step();
    into.step();
    expect(into.callStack.map(({ mnemonic }) => mnemonic)).toEqual(['call']);
    expect(into.values('c0')![0]).toEqual([1, 2, 3, 4]);
    into.stepOut();
    expect(into.callStack).toEqual([]);
    expect(into.continue()).toBe('ended');
    expect(into.values('oC0')![0]).toEqual([4, 8, 12, 16]);
  });

  it('go from quad to quad of a thread group at barriers', () => {
    const text = `cs_5_0
dcl_globalFlags refactoringAllowed
dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_tgsm_structured g0, 4, 8
dcl_thread_group 8, 1, 1
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), vThreadIDInGroupFlattened.x
sync_g_t
iadd r0.x, vThreadIDInGroupFlattened.x, l(1)
ret`;
    const stepper = stepperOf({
      version: 1,
      shaders: { c: { text } },
      commands: [{ command: 'dispatch', shader: 'c' }],
    });
    const visited: (readonly [number, string])[] = [];
    for (; stepper.state === 'paused'; stepper.step()) visited.push([stepper.quad, stepper.position!.mnemonic]);
    const firstHalf = ['store_structured', 'sync'];
    const secondHalf = ['iadd', 'ret'];
    const expected = [firstHalf, secondHalf].flatMap((half) =>
      [0, 1].flatMap((quad) => half.map((name) => [quad, name])),
    );
    expect(visited).toEqual(expected);
    expect(stepper.words('g0[1]')![0]).toEqual([4, 5, 6, 7]);
  });
});
