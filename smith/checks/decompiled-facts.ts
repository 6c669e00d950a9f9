/** Flags that sources of decompiled shaders are compiled with, and the differences of the new shaders that count. */
import { CompileFlag } from '../../src/base/d3d/enumerations.ts';
import type { FactChange } from '../../src/diff/index.ts';

/** The flags of the compiler that switches of fxc stand for. */
const FLAGS: Readonly<Record<string, number>> = {
  '/Od': 1 << CompileFlag.skipOptimization,
  '/Gpp': 1 << CompileFlag.partialPrecision,
  '/Gfa': 1 << CompileFlag.avoidFlowControl,
  '/Gfp': 1 << CompileFlag.preferFlowControl,
  '/Gec': 1 << CompileFlag.enableBackwardsCompatibility,
  '/Gis': 1 << CompileFlag.ieeeStrictness,
  '/res_may_alias': 1 << CompileFlag.resourcesMayAlias,
  '/enable_unbounded_descriptor_tables': 1 << CompileFlag.enableUnboundedDescriptorTables,
  '/all_resources_bound': 1 << CompileFlag.allResourcesBound,
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
/** `D3D_SIF_USERPACKED`: the source says the register. */
const USER_PACKED = 1;

/** Whether a change counts: the text says the registers that the compiler chose, which sets a flag. */
export function isCompared({ subject, fields }: FactChange): boolean {
  const isPacking = fields.every(
    ({ field, before, after }) => field === 'uFlags' && (Number(before) ^ Number(after)) === USER_PACKED,
  );
  return COMPARED.has(subject) && !isPacking;
}
