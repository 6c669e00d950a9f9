/**
 * Writes a constant table with changed constants: in the layout of Microsoft's compiler if it has that, else in its
 * existing layout.
 */
import { u32At } from '../base/words.ts';
import { type ConstantTable, CTAB_CONSTANT_SIZE } from './ctab.ts';
import { serializeConstantTable } from './ctab-writer.ts';
import { isSameBytes, TablePatch } from './table-patch.ts';

/**
 * Returns the bytes of `after`, which has the constants of `before` in the same order with other names, registers or
 * default values.
 *
 * @throws RangeError where a number is too large for its field, or types nest too deeply
 */
export function rewriteConstantTable(before: ConstantTable, after: ConstantTable): Uint8Array {
  const { source, ...content } = before;
  const bytes = source?.bytes.subarray(0, source.size);
  if (bytes === undefined || isSameBytes(serializeConstantTable(content), bytes)) return serializeConstantTable(after);
  const patch = new TablePatch(bytes);
  const first = u32At(bytes, 16);
  for (const [i, constant] of after.constants.entries()) {
    const old = before.constants[i]!;
    const at = first + CTAB_CONSTANT_SIZE * i;
    const { name, registerIndex, binding, defaultValue } = constant;
    if (name !== old.name) patch.putString(at, name);
    if (registerIndex !== old.registerIndex) patch.put16(at + 6, registerIndex);
    if (binding !== old.binding) patch.put16(at + 10, binding);
    if (defaultValue !== undefined && defaultValue !== old.defaultValue) patch.putWords(at + 16, defaultValue);
  }
  return patch.bytes;
}
