/**
 * Writes changed resource definitions: in the layout of Microsoft's compiler if they have that, else in their existing
 * layout.
 */
import { u32At } from '../base/words.ts';
import { BASIC_LAYOUT, type Rdef, type RdefBinding, type RdefVariable } from './rdef.ts';
import { serializeRdef } from './rdef-writer.ts';
import { isSameBytes, TablePatch } from './table-patch.ts';

/**
 * Returns the payload of `after`, which has the buffers, variables and bindings of `before` in the same order with
 * other names, registers or default values.
 *
 * @throws RangeError where a number is too large for its field, or a name has a character of more than one byte
 */
export function rewriteRdef(before: Rdef, after: Rdef): Uint8Array {
  const bytes = before.source?.bytes;
  if (bytes === undefined || isSameBytes(serializeRdef({ ...before, source: undefined }), bytes))
    return serializeRdef(after);
  const patch = new TablePatch(bytes);
  const isBasic = before.encoding === 'basic';
  const sizes = {
    buffer: isBasic ? BASIC_LAYOUT.buffer : u32At(bytes, 36),
    binding: isBasic ? BASIC_LAYOUT.binding : u32At(bytes, 40),
    variable: isBasic ? BASIC_LAYOUT.variable : u32At(bytes, 44),
  };
  for (const [i, binding] of after.bindings.entries())
    patchBinding(patch, u32At(bytes, 12) + sizes.binding * i, before.bindings[i]!, binding);
  for (const [i, buffer] of after.buffers.entries()) {
    const old = before.buffers[i]!;
    const at = u32At(bytes, 4) + sizes.buffer * i;
    if (buffer.name !== old.name) patch.putString(at, buffer.name);
    for (const [k, variable] of buffer.variables.entries())
      patchVariable(patch, u32At(bytes, at + 8) + sizes.variable * k, old.variables[k]!, variable);
  }
  return patch.bytes;
}

function patchBinding(patch: TablePatch, at: number, old: RdefBinding, binding: RdefBinding): void {
  if (binding.name !== old.name) patch.putString(at, binding.name);
  if (binding.bindPoint !== old.bindPoint) patch.put32(at + 20, binding.bindPoint);
  // Other encodings have no field for it.
  if (binding.space !== old.space) patch.put32(at + 32, binding.space);
}

function patchVariable(patch: TablePatch, at: number, old: RdefVariable, variable: RdefVariable): void {
  const { name, defaults, textureStart, samplerStart } = variable;
  if (name !== old.name) patch.putString(at, name);
  if (defaults !== undefined && defaults !== old.defaults) patch.putWords(at + 20, defaults);
  if (textureStart !== old.textureStart) patch.put32(at + 24, textureStart);
  if (samplerStart !== old.samplerStart) patch.put32(at + 32, samplerStart);
}
