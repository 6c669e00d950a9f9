/**
 * Samplers of Direct3D 9 in programs of models 4 and 5 (`sampler2D`, `tex2D`), which the compiler takes with /Gec: it
 * makes a sampler and a texture with one name.
 */
import { elementComponents } from '../chunks/rdef.ts';
import { forEachOp } from '../emit/common/resource-uses.ts';
import { type IrModule, OP_ROWS, Op } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs } from '../translate/reflected.ts';
import { TEXEL } from './texel-components.ts';

/** Reads that functions of Direct3D 9 make. */
const READS: ReadonlySet<number> = new Set([
  Op['tex.sample'],
  Op['tex.sample.bias'],
  Op['tex.sample.level'],
  Op['tex.sample.grad'],
]);
const DIMENSIONS: ReadonlySet<string | undefined> = new Set(['texture2D', 'texture3D', 'textureCube']);

/** The sampler of each texture that the source had as a sampler only, by binding; empty where one cannot be written. */
export function legacySamplers(module: IrModule, reflection: ShaderInterface | undefined): ReadonlyMap<number, number> {
  const none = new Map<number, number>();
  const { bindings, ops, accesses } = module;
  const rows = bindings.map((binding) =>
    binding.count === 1 && binding.kind !== 'group' ? boundAs(binding, reflection) : undefined,
  );
  const samplers = new Map<string, number>();
  for (const [number, { kind }] of bindings.entries())
    if (kind === 'sampler' && rows[number] !== undefined) samplers.set(rows[number].name, number);
  const found = new Map<number, number>();
  for (const [number, { kind, dimension, returnTypes }] of bindings.entries()) {
    const row = kind === 'view' ? rows[number] : undefined;
    const sampler = row && samplers.get(row.name);
    if (row === undefined || sampler === undefined) continue;
    const hasTexels = elementComponents(row.uFlags) === TEXEL && (returnTypes?.[0] ?? 'float') === 'float';
    // Elements of arrays have names with an index.
    const isOne = /^\$?\w+$/.test(row.name);
    if (!isOne || !hasTexels || row.bindCount !== 1 || !DIMENSIONS.has(dimension) || row.space !== 0) return none;
    found.set(number, sampler);
  }
  if (found.size === 0) return none;
  const ofSampler = new Set(found.values());
  let areReads = true;
  forEachOp(module, (op) => {
    const { attribute } = OP_ROWS[ops.code[op]!]!;
    if (attribute === 'binding') areReads &&= !found.has(ops.extra[op]!);
    if (attribute !== 'access') return;
    const { binding, sampler, offsets, hasClamp } = accesses[ops.extra[op]!]!;
    if (!found.has(binding) && !ofSampler.has(sampler)) return;
    areReads &&=
      READS.has(ops.code[op]!) && found.get(binding) === sampler && !hasClamp && offsets.every((one) => one === 0);
  });
  return areReads ? found : none;
}
