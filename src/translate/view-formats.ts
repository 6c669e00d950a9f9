/**
 * Formats of typed views for unordered access and of typed buffers: those of the user, else what the declaration in
 * HLSL suggests.
 *
 * Not for: which of them a language or a device has (src/emit).
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import type { ViewFormats } from '../emit/common/plan.ts';
import { registerName, viewKind } from '../emit/common/resource-uses.ts';
import { isImageFormat, kindOfFormat, texelFormat } from '../emit/common/texel-formats.ts';
import type { IrBinding, IrModule } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { isForStage, reportRow } from './bindings.ts';
import { DX6075 } from './messages.ts';
import type { BindingChoice } from './options.ts';
import { suggestedFormat } from './reflected.ts';

/** Finds the formats of a module. Unknown formats, and those with other components, are reported at their row. */
export function viewFormats(
  module: IrModule,
  choices: readonly BindingChoice[],
  reflection: ShaderInterface | undefined,
  diagnostics: Diagnostics,
): ViewFormats {
  let formats: Map<number, string> | undefined;
  let chosen: Set<number> | undefined;
  for (const [number, binding] of module.bindings.entries()) {
    if (binding.returnTypes === undefined) continue;
    if (binding.kind !== 'uav' && binding.dimension !== 'buffer') continue;
    const type = binding.kind === 'uav' ? 'uav' : 'srv';
    const row = choices.findIndex(
      (one) =>
        isForStage(one, module.stage) &&
        one.type === type &&
        one.register === binding.register &&
        (one.space ?? 0) === binding.space,
    );
    const chosenFormat = choices[row]?.format;
    const problem = chosenFormat === undefined ? undefined : problemOf(chosenFormat, binding);
    if (problem !== undefined) reportRow(diagnostics, row, DX6075, { problem });
    const format =
      problem === undefined && chosenFormat !== undefined ? chosenFormat : suggestedFormat(binding, reflection);
    if (format === undefined) continue;
    formats ??= new Map();
    formats.set(number, format);
    if (chosenFormat === undefined) continue;
    chosen ??= new Set();
    chosen.add(number);
  }
  return {
    get: (binding) => formats?.get(binding),
    isChosen: (binding) => chosen?.has(binding) === true,
  };
}

const KIND_NAMES = { f32: 'floats', i32: 'signed integers', u32: 'unsigned integers' } as const;

/** Returns the problem of a binding's format; undefined without one. */
function problemOf(format: string, binding: IrBinding): string | undefined {
  const isBuffer = binding.dimension === 'buffer';
  if (!isImageFormat(format) && !(isBuffer && texelFormat(format) !== undefined))
    return `'${format}' is no format of a ${isBuffer ? 'typed buffer' : 'storage texture'} of WebGPU, such as r32float`;
  const kind = viewKind(binding);
  if (kindOfFormat(format) === kind) return undefined;
  return `${registerName(binding)} has ${KIND_NAMES[kind]}, and the format ${format} has ${KIND_NAMES[kindOfFormat(format)]}`;
}
