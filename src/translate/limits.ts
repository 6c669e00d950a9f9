/**
 * Device limits that a shader needs beyond the guaranteed ones, and known registers of ranges after the passes.
 * Direct3D leaves undefined what a register after the last one of a range is; here it is the last one, so that no
 * language gets a name or an index that it has not declared.
 *
 * Not for: registers that a value selects when the shader runs. Their languages check those.
 */
import type { GuaranteedLimits, Need } from '../emit/common/plan.ts';
import { type IrBinding, type IrModule, NO_OP, OP_ROWS, Op } from '../ir/index.ts';
import { builderBefore } from '../ir/passes/walk.ts';
import type { TranslationBinding } from './map-shape.ts';

const COUNTED: Readonly<Record<TranslationBinding['kind'], Need>> = {
  uniformBuffer: 'uniformBuffers',
  storageBuffer: 'storageBuffers',
  readOnlyStorageBuffer: 'storageBuffers',
  texture: 'textures',
  depthTexture: 'textures',
  storageTexture: 'storageTextures',
  texelBuffer: 'textures',
  storageTexelBuffer: 'storageTextures',
  sampler: 'samplers',
  comparisonSampler: 'samplers',
};

/** The limits that exceed what is guaranteed. */
export function requiredLimits(
  module: IrModule,
  rows: readonly TranslationBinding[],
  guaranteed: GuaranteedLimits,
  stageVariables = 0,
): Record<string, number> {
  const needs = new Map<Need, number>([['stageVariables', stageVariables]]);
  let [bindings, groups] = [0, 0];
  for (const { kind, group, binding, count = 1 } of rows) {
    const name = COUNTED[kind];
    needs.set(name, (needs.get(name) ?? 0) + count);
    bindings = Math.max(bindings, binding + 1);
    groups = Math.max(groups, group + 1);
  }
  needs.set('bindings', bindings);
  needs.set('groups', groups);
  const { threadGroupSize } = module.facts;
  if (threadGroupSize !== undefined) {
    const [x, y, z] = threadGroupSize;
    needs.set('threads', x * y * z);
    needs.set('threadsX', x);
    needs.set('threadsY', y);
    needs.set('threadsZ', z);
  }
  let bytes = 0;
  for (const { kind, dimension, stride = 0, size = 0 } of module.bindings)
    if (kind === 'group') bytes += dimension === 'rawBuffer' ? size : size * stride;
  needs.set('groupMemory', bytes);
  const limits: Record<string, number> = {};
  for (const [need, value] of needs) {
    const limit = guaranteed[need];
    if (limit !== undefined && value > limit[1]) limits[limit[0]] = value;
  }
  return limits;
}

/** By operation: whether it may select a register of a range. */
const MAY_SELECT = /* @__PURE__ */ OP_ROWS.map(
  ({ attribute }) => attribute === 'constants' || attribute === 'binding' || attribute === 'access',
);

/** Makes known registers after the end of their ranges the last ones. */
export function clampKnownRegisters(module: IrModule): void {
  const { ops, accesses, bindings } = module;
  const { count } = ops;
  for (let op = 0; op < count; op++) {
    const code = ops.code[op]!;
    if (!MAY_SELECT[code]! || ops.region[op] === NO_OP) continue;
    const { attribute } = OP_ROWS[code]!;
    const last = ops.arity[op]! - 1;
    const extra = ops.extra[op]!;
    if (attribute === 'constants') {
      if (last > 0) clamp(module, op, last, bindings[extra >> 2]);
    } else if (attribute === 'binding') {
      if (last >= (code === Op['tex.samplepos'] ? 1 : 0)) clamp(module, op, last, bindings[extra]);
    } else {
      const { binding, sampler, isIndexed, isSamplerIndexed } = accesses[extra]!;
      if (isSamplerIndexed) clamp(module, op, last, bindings[sampler]);
      if (isIndexed) clamp(module, op, last - (isSamplerIndexed ? 1 : 0), bindings[binding]);
    }
  }
}

/** Makes operand `i`, which selects a register of a binding, less than the number of its registers. */
function clamp(module: IrModule, op: number, i: number, binding: IrBinding | undefined): void {
  const { ops } = module;
  const index = ops.operand(op, i);
  // A range without an end has any register.
  if (binding === undefined || binding.count === 0 || ops.code[index] !== Op.const) return;
  if (ops.operand(index, 0) >>> 0 < binding.count) return;
  const b = builderBefore(module, op);
  b.at = ops.at[op]!;
  ops.setOperand(op, i, b.constant(ops.type[index]!, binding.count - 1));
}
