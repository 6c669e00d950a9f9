/** Live ranges in lanes, and the statistics of programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import { assembleUnvalidated } from '../../src/assemble/index.ts';
import { reflectShader } from '../../src/reflect/reflect.ts';
import { validate } from '../../src/validate/index.ts';
import { LaneTable, laneRanges, liveAt, liveCounts, livePoints, maxLive } from '../../web/src/model/liveness.ts';
import { SM1_SLOTS, SM1_TEMPS, SM4_SLOTS, SM4_TEMPS, slotUses } from '../../web/src/model/statistics.ts';
import { livenessOf } from '../../web/src/worker/liveness.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';
import { statisticsOf } from '../../web/src/worker/statistics.ts';

const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));

/** Live ranges of registers: register, start, end. */
function ranges(...rows: readonly (readonly [number, number, number])[]) {
  const starts = Int32Array.from(rows, ([, start]) => start);
  const ends = Int32Array.from(rows, ([, , end]) => end);
  return { registers: Int32Array.from(rows, ([register]) => register), starts, ends, ...liveCounts(starts, ends) };
}

test('ranges that overlap have lanes of their own, and a register keeps its lane', () => {
  const data = ranges([0, 0, 10], [0, 20, 30], [1, 4, 24], [2, 12, 40]);
  expect(laneRanges(data).map(({ register, lane }) => [register, lane])).toEqual([
    [0, 0],
    [1, 1],
    [2, 0],
    [0, 2],
  ]);
  const lanes = new LaneTable(data);
  expect(lanes.count).toBe(3);
  expect(lanes.at(22).map(({ register }) => register)).toEqual([2, 1, 0]);
  expect(lanes.at(10).map(({ register }) => register)).toEqual([1]);
  expect(lanes.at(40)).toEqual([]);
  expect([0, 4, 10, 12, 22, 39, 40].map((at) => liveAt(data, at))).toEqual([1, 2, 1, 2, 3, 1, 0]);
  expect(maxLive(data)).toEqual({ count: 3, offset: 20 });
});

test('lanes are as few as registers are live at once, in every recorded shader', { tags: 'slow' }, () => {
  let seen = 0;
  for (const { provenance, bytes } of readRecorded()) {
    const data = livenessOf(new OpenShader(0, bytes).programs);
    const lanes = new LaneTable(data);
    seen += data.registers.length;
    expect(lanes.count, provenance.id).toBe(maxLive(data).count);
    for (const offset of data.offsets) {
      const live = lanes.at(offset);
      expect(live.length, provenance.id).toBe(liveAt(data, offset));
      expect(new Set(live.map(({ lane }) => lane)).size, provenance.id).toBe(live.length);
    }
  }
  expect(seen).toBeGreaterThan(1000);
});

test('the curve has a point for each numbered instruction', () => {
  const shader = new OpenShader(0, sample('lake.cso'));
  const { listing } = shader.data();
  const points = livePoints(livenessOf(shader.programs), listing);
  expect(points.positions.length).toBe(Math.max(...listing.numbers) + 1);
  // Nothing is live at the end, and each count is at most that of dcl_temps.
  expect(points.counts.at(-1)).toBe(0);
  const temps = Number(/dcl_temps (\d+)/.exec(listing.text)![1]);
  expect(Math.max(...points.counts)).toBeLessThanOrEqual(temps);
});

test('instructions are counted as the listing has them', { tags: 'slow' }, () => {
  const CUSTOM_DATA = 53;
  const shaders = readRecorded().filter(({ provenance }) => /^[vp]s_5_0$/.test(provenance.profile ?? ''));
  expect(shaders.length).toBeGreaterThan(50);
  for (const { provenance, bytes } of shaders) {
    const shader = new OpenShader(0, bytes);
    const { numbers, starts } = shader.data().listing;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Messages of a debug layer have numbers, but are data.
    const isCode = (line: number) =>
      numbers[line]! >= 0 && (view.getUint32(starts[line]!, true) & 0x7ff) !== CUSTOM_DATA;
    const [statistics] = statisticsOf(shader.programs);
    expect(statistics!.instructions, provenance.id).toBe([...numbers.keys()].filter(isCode).length);
    const counted = statistics!.categories.flatMap(({ opcodes }) => opcodes.map(({ count }) => count));
    expect(
      counted.reduce((sum, count) => sum + count, 0),
      provenance.id,
    ).toBe(statistics!.instructions);
    expect(
      statistics!.categories.some(({ category }) => category === 'unknown'),
      provenance.id,
    ).toBe(false);
  }
});

test('a sample has the categories of its listing', () => {
  const shader = new OpenShader(0, sample('lake.cso'));
  const [statistics] = statisticsOf(shader.programs);
  const lines = shader.data().listing.text.split('\n');
  const samples = lines.filter((line) => /^\s*sample/.test(line)).length;
  expect(samples).toBeGreaterThan(0);
  expect(statistics!.categories.find(({ category }) => category === 'sample')!.count).toBe(samples);
  expect(statistics!.declarations).toBe(lines.filter((line) => /^\s*dcl_/.test(line)).length);
});

test('slots have the limits of the model', () => {
  const usesOf = (name: string) => slotUses(reflectShader(sample(name)).reflection);
  const use = (name: string, of: string) => usesOf(name).find((one) => one.name === of);
  expect(use('lake.cso', 'Shader resources')).toMatchObject({ used: 2, limit: 128 });
  expect(use('lake.cso', 'Constant buffers')).toMatchObject({ used: 1, limit: 14 });
  expect(use('rim-light.cso', 'Instruction slots')!.limit).toBeUndefined();
  expect(use('rim-light.cso', 'Temporary registers')).toMatchObject({ limit: 32 });
  expect(slotUses(undefined)).toEqual([]);
});

describe('limits are those of the validator', () => {
  /** Whether a program is valid; one with an unknown register cannot be assembled. */
  function isValid(text: string): boolean {
    const { bytes } = assembleUnvalidated(text);
    return bytes !== undefined && validate(bytes).diagnostics.every(({ severity }) => severity !== 'error');
  }

  const lines = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');
  const programs: Record<string, (count: number) => string> = {
    vs_1_1: (count) => `vs_1_1\ndcl_position v0\n${lines(count, () => 'mov oPos, v0')}\n`,
    vs_2_0: (count) => `vs_2_0\ndcl_position v0\n${lines(count, () => 'mov oPos, v0')}\n`,
    ps_2_0: (count) => `ps_2_0\ndcl v0\n${lines(count - 1, () => 'mov r0, v0')}\nmov oC0, r0\n`,
  };
  for (const profile of ['ps_1_1', 'ps_1_2', 'ps_1_3'])
    programs[profile] = (count) => `${profile}\n${lines(count, () => 'mov r0, v0')}\n`;
  // Two phases, each with half of the slots.
  programs.ps_1_4 = (count) =>
    `ps_1_4\n${lines(Math.floor(count / 2), () => 'mov r0, c0')}\nphase\n${lines(Math.ceil(count / 2), () => 'mov r0, c0')}\n`;

  test.each(Object.entries(SM1_SLOTS))('slots of %s', (profile, limit) => {
    const most = typeof limit === 'object' ? limit[0] : limit;
    expect(isValid(programs[profile]!(most))).toBe(true);
    expect(isValid(programs[profile]!(most + 1))).toBe(false);
  });

  test.each(Object.entries(SM1_TEMPS).filter(([profile]) => profile !== 'vs_2_x'))(
    'temporaries of %s',
    (profile, most) => {
      const start = `${profile}\ndef c0, 1, 1, 1, 1\n${profile === 'vs_3_0' ? 'dcl_position o0\n' : ''}`;
      const output = profile.startsWith('ps_1')
        ? 'r0'
        : profile.startsWith('ps')
          ? 'oC0'
          : profile === 'vs_3_0'
            ? 'o0'
            : 'oPos';
      const program = (register: number) => `${start}mov r${register}, c0\nmov ${output}, c0\n`;
      expect(isValid(program(most - 1))).toBe(true);
      expect(isValid(program(most))).toBe(false);
    },
  );

  test('slots of models 4 and 5', () => {
    const has = (declaration: string) => isValid(`ps_5_0\n${declaration}\nret\n`);
    const texture = (number: number) => has(`dcl_resource_texture2d (float,float,float,float) t${number}`);
    const sampler = (number: number) => has(`dcl_sampler s${number}, mode_default`);
    const { texture: textures, sampler: samplers } = SM4_SLOTS;
    expect([texture(textures - 1), texture(textures)]).toEqual([true, false]);
    expect([sampler(samplers - 1), sampler(samplers)]).toEqual([true, false]);
    expect([has(`dcl_temps ${SM4_TEMPS}`), has(`dcl_temps ${SM4_TEMPS + 1}`)]).toEqual([true, false]);
  });
});
