/** Flags that sources of decompiled shaders are compiled with, and the differences of the new shaders that count. */
import type { FactChange } from '../../src/diff/index.ts';

/** The flags of the compiler that switches of fxc stand for. */
const FLAGS: Readonly<Record<string, number>> = {
  '/Od': 0x4,
  '/Gpp': 0x20,
  '/Gfa': 0x200,
  '/Gfp': 0x400,
  '/Gec': 0x1000,
  '/Gis': 0x2000,
  '/res_may_alias': 0x8_0000,
  '/enable_unbounded_descriptor_tables': 0x10_0000,
  '/all_resources_bound': 0x20_0000,
};

/** The flags of the compiler for switches of fxc. */
export function flagsOf(switches: readonly string[]): number {
  return switches.reduce((sum, one) => sum | (FLAGS[one] ?? 0), 0);
}

/** The facts of a shader that its source decides. */
const COMPARED: ReadonlySet<string> = new Set([
  'buffer',
  'resource',
  'input',
  'output',
  'patch constant',
  'constant',
  'sampler',
]);
/** Whether a change counts: the text says the registers that the compiler chose, which sets a flag. */
export function isCompared({ subject, fields }: FactChange): boolean {
  return COMPARED.has(subject) && !fields.every(({ field }) => field === 'uFlags');
}
