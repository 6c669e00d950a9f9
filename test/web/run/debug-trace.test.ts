/** The recorded steps of the debugger: registers at every step are those of the interpreter. */
import { expect, test } from 'vitest';
import { createStepper } from '../../../src/vm/index.ts';
import {
  type DebugTrace,
  findStep,
  firstNaN,
  lastWriteBefore,
  REGISTER_WORDS,
  registersAt,
  stepCount,
  stepOver,
  writtenBy,
} from '../../../web/src/model/run/debug-trace.ts';
import { dispatchJob, quadJob } from '../../../web/src/model/run/job.ts';
import { recordLanes } from '../../../web/src/worker/run/record.ts';
import { assembledBytes, LIMITS, sampleBytes, setupOf } from './support.ts';

/** The words of a register by lane and component. */
function wordsOf(trace: DebugTrace, step: number, name: string): number[][] {
  const { words } = registersAt(trace, step);
  const base = REGISTER_WORDS * trace.registers.indexOf(name);
  return [0, 1, 2, 3].map((lane) => [0, 1, 2, 3].map((component) => words[base + 4 * component + lane]!));
}

const LOOP = `ps_4_0
dcl_input_ps linear v0.xy
dcl_output o0.xyzw
dcl_indexableTemp x0[4], 4
dcl_temps 2
ftou r0.x, v0.x
mov r0.y, l(0)
mov r1.xyzw, l(0, 0, 0, 0)
loop
  uge r0.z, r0.y, r0.x
  breakc_nz r0.z
  and r0.w, r0.y, l(3)
  mov x0[r0.w + 0].x, v0.y
  add r1.x, r1.x, x0[r0.w + 0].x
  iadd r0.y, r0.y, l(1)
endloop
mov o0.xyzw, r1.xxxx
ret
`;

const PIXELS: readonly [string, () => Uint8Array][] = [
  ['lake.cso', () => sampleBytes('lake.cso')],
  ['rim-light.cso', () => sampleBytes('rim-light.cso')],
  ['torch.cso', () => sampleBytes('torch.cso')],
];

test.each(PIXELS)('the registers before every step are those of the stepper: %s', (_, bytes) => {
  const setup = setupOf(bytes(), { surface: 'sphere' });
  const pixel = { x: 41, y: 30, size: 64 };
  const { trace, diagnostics } = recordLanes(setup, pixel);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(trace!.cutOff).toBeUndefined();
  const { stepper } = createStepper(quadJob(setup, pixel, LIMITS));
  let compared = 0;
  for (let step = 0; step <= stepCount(trace!); step++) {
    for (const [index, name] of trace!.registers.entries()) {
      if (!registersAt(trace!, step).isSet[index]) continue;
      expect(wordsOf(trace!, step, name), `${name} before step ${step}`).toEqual(stepper!.words(name));
      compared++;
    }
    if (step < stepCount(trace!)) stepper!.step();
  }
  expect(stepper!.state).toBe('ended');
  expect(compared).toBeGreaterThan(50);
  expect(trace!.registers.some((name) => /^[vt]1$/.test(name))).toBe(true);
});

test('a thread of a later group has the registers of the stepper, although other quads run between', () => {
  const setup = setupOf(sampleBytes('prefix-sum.cso'), { groups: [2, 1, 1] });
  const input = setup.plan.buffers.find(({ register }) => register === 't0')!;
  const numbers = Array.from({ length: 128 }, (_, i) => (7 * i) % 11);
  const filled = {
    ...setup,
    settings: { ...setup.settings, buffers: { ...setup.settings.buffers, [input.register]: numbers } },
  };
  const { trace } = recordLanes(filled, { group: [1, 0, 0], thread: 21 });
  const { stepper } = createStepper(dispatchJob(filled, LIMITS), { group: [1, 0, 0] });
  let step = 0;
  while (stepper!.state === 'paused') {
    const isOurs = stepper!.quad === 5;
    if (isOurs)
      for (const [index, name] of trace!.registers.entries())
        if (registersAt(trace!, step).isSet[index])
          expect(wordsOf(trace!, step, name), `${name} before step ${step}`).toEqual(stepper!.words(name));
    stepper!.step();
    if (isOurs) step++;
  }
  expect(step).toBe(stepCount(trace!));
  expect(wordsOf(trace!, 0, 'vThreadIDInGroupFlattened').map(([x]) => x)).toEqual([20, 21, 22, 23]);
  expect(wordsOf(trace!, 0, 'vThreadID').map(([x]) => x)).toEqual([84, 85, 86, 87]);
});

/** A listing without signatures runs with its registers as inputs. */
function loopTrace(x: number, y: number) {
  const bytes = assembledBytes(LOOP);
  const setup = setupOf(bytes);
  const inputs = { v0: { source: 'value' as const, value: [x, y, 0, 0] as const } };
  const plan = {
    ...setup.plan,
    inputs: [{ name: 'v0', semantic: 'v', index: 0, register: 'v0', mask: 3, type: 'float' as const }],
  };
  return {
    bytes,
    result: recordLanes({ bytes, plan, settings: { ...setup.settings, inputs } }, { x: 0, y: 0, size: 2 }),
  };
}

test('searches go both ways: breakpoints, the last write, the first NaN', () => {
  const { trace } = loopTrace(3, Number.NaN).result;
  const starts = trace!.offsets;
  const adds = [...starts.keys()].filter((step) => writtenBy(trace!, step).has(trace!.registers.indexOf('r1')));
  // One move before the loop, then an addition in each of three rounds.
  expect(adds.length).toBe(4);
  const isAdd = (offset: number) => offset === starts[adds[1]!];
  expect(findStep(trace!, -1, 1, isAdd)).toBe(adds[1]);
  expect(findStep(trace!, adds[1]!, 1, isAdd)).toBe(adds[2]);
  expect(findStep(trace!, adds[2]!, -1, isAdd)).toBe(adds[1]);
  expect(findStep(trace!, adds[1]!, -1, isAdd)).toBeUndefined();
  expect(lastWriteBefore(trace!, stepCount(trace!), trace!.registers.indexOf('r1'))).toBe(adds[3]);
  expect(lastWriteBefore(trace!, 0, trace!.registers.indexOf('r1'))).toBeUndefined();
  expect(firstNaN(trace!)).toBe(adds[1]);
  expect(trace!.registers).toContain('x0[2]');
  expect(firstNaN(loopTrace(3, 1).result.trace!)).toBeUndefined();
});

test('a call is one step over', () => {
  const bytes = assembledBytes(`ps_4_0
dcl_output o0.xyzw
dcl_temps 1
mov r0.xyzw, l(1.0, 1.0, 1.0, 1.0)
call label0
mov o0.xyzw, r0.xyzw
ret
label label0
add r0.x, r0.x, r0.x
add r0.y, r0.y, r0.y
ret
`);
  const { trace } = recordLanes(setupOf(bytes), { x: 0, y: 0, size: 2 });
  const call = 1;
  const after = trace!.offsets.length - 2;
  expect(stepOver(trace!, call, trace!.offsets[after])).toBe(after);
  expect(stepOver(trace!, call, undefined)).toBe(call + 1);
});

test('an endless loop ends at the limit, and its first steps are there', { tags: 'slow' }, () => {
  const { result } = loopTrace(4e9, 1);
  expect(result.trace!.cutOff).toMatch(/limit of 100000 instructions/);
  expect(stepCount(result.trace!)).toBeGreaterThan(99_000);
});
