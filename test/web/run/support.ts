/** Shaders with the settings that the page assumes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLES } from '../../../fixtures/sources.ts';
import { assemble } from '../../../src/assemble/index.ts';
import { reflect } from '../../../src/reflect/index.ts';
import type { RunPlan } from '../../../web/src/model/run/controls.ts';
import type { RunSetup } from '../../../web/src/model/run/job.ts';
import { planOf } from '../../../web/src/model/run/plan.ts';
import { assumedSettings, type RunSettings } from '../../../web/src/model/run/settings.ts';

export const LIMITS = { instructions: 1e6, memory: 2 ** 26, seconds: 60 };

export function sampleBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(SAMPLES, name)));
}

export function assembledBytes(text: string): Uint8Array {
  const { bytes, diagnostics } = assemble(text);
  if (bytes === undefined) throw new Error(diagnostics[0]?.message);
  return bytes;
}

export function planOfBytes(bytes: Uint8Array): RunPlan {
  const plan = planOf(reflect(bytes).reflection);
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
}

export function setupOf(bytes: Uint8Array, change: Partial<RunSettings> = {}): RunSetup {
  const plan = planOfBytes(bytes);
  return { bytes, plan, settings: { ...assumedSettings(plan), ...change } };
}
