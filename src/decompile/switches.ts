/**
 * The switches of fxc that a program was compiled with: those that reflection says, as the flags of the compiler, and
 * those that the words show.
 *
 * Not for: profiles (shader-source.ts, sm1.ts).
 */
import { CompileFlag } from '../base/d3d/enumerations.ts';
import { RDEF_FLAGS_OFFSET } from '../chunks/rdef.ts';
import type { Container } from '../container/dxbc.ts';
import { forEachOp } from '../emit/common/resource-uses.ts';
import { type IrModule, OP_NAMES, Op, OpFlag } from '../ir/index.ts';

/** Flags of the compiler that change programs, and their switches. */
const SWITCHES: readonly (readonly [flag: number, text: string])[] = [
  [1 << CompileFlag.skipOptimization, '/Od'],
  [1 << CompileFlag.partialPrecision, '/Gpp'],
  [1 << CompileFlag.avoidFlowControl, '/Gfa'],
  [1 << CompileFlag.preferFlowControl, '/Gfp'],
  [1 << CompileFlag.ieeeStrictness, '/Gis'],
  [1 << CompileFlag.resourcesMayAlias, '/res_may_alias'],
  [1 << CompileFlag.allResourcesBound, '/all_resources_bound'],
];

/** The switches for the flags that a constant table or the resource definitions have. */
export function switchesOfFlags(flags: number): string[] {
  return SWITCHES.flatMap(([flag, text]) => ((flags & flag) === 0 ? [] : text));
}

/** The switches of a program of models 4.0 to 5.1. */
export function sm4Switches(module: IrModule, container: Container | undefined): string[] {
  const { bindings, facts } = module;
  const flags = flagsIn(container);
  const switches = new Set(flags === undefined ? [] : switchesOfFlags(flags));
  // Model 5.1 has it always.
  if (facts.version[0] === 5 && facts.version[1] === 1) switches.delete('/Gfp');
  if (facts.skipsOptimization) switches.add('/Od');
  if (facts.allResourcesBound) switches.add('/all_resources_bound');
  if (flags === undefined && isStrict(module)) switches.add('/Gis');
  if (bindings.some(({ count }) => count === 0)) switches.add('/enable_unbounded_descriptor_tables');
  return [...switches];
}

/** The flags in the resource definitions; undefined without them. */
function flagsIn(container: Container | undefined): number | undefined {
  const data = container?.chunks.find(({ name }) => name === 'RDEF')?.data;
  if (data === undefined || data.length < RDEF_FLAGS_OFFSET + 4) return undefined;
  return new DataView(data.buffer, data.byteOffset).getUint32(RDEF_FLAGS_OFFSET, true);
}

/** Operations that strict arithmetic marks. */
const ARITHMETIC: ReadonlySet<number> = new Set(
  OP_NAMES.flatMap((name) => (/^f\.(add|mul|mad|dot|div|min|max)$/.test(name) ? [Op[name]] : [])),
);

/** Whether all arithmetic is marked as precise, as /Gis does it in model 5. */
function isStrict(module: IrModule): boolean {
  const { ops } = module;
  let count = 0;
  let fast = 0;
  forEachOp(module, (op) => {
    if (!ARITHMETIC.has(ops.code[op]!)) return;
    count++;
    if ((ops.flags[op]! & OpFlag.precise) === 0) fast++;
  });
  return module.facts.version[0] >= 5 && count > 0 && fast === 0;
}
