/**
 * The compact view of the fields of a DWORD: its 32 bits in the groups of its fields, and the fields that say something in the same
 * order, from the highest bit to the lowest.
 */
import type { ExplainedField } from '../../../base/explained.ts';
import { fileText } from '../../terminal-text.ts';
import { type Colors, isQuiet, markText, numberText } from './dword-table.ts';

/** Columns of a line. */
const WIDTH = 80;
const INDENT = '    ';
const SEPARATOR = '  ';

/** Returns the lines below that of the DWORD, none of them longer than 80 columns unless a single field is. */
export function fieldBits(fields: readonly ExplainedField[], colors: Colors): string {
  const shown = fields.toReversed();
  // Bits and name of a field have the same color, and neighbors have different ones.
  const palette = [colors.cyan, colors.green, colors.magenta];
  let next = 0;
  const painters = shown.map((one) => (isQuiet(one) ? colors.gray : palette[next++ % palette.length]!));
  const groups = shown.map((one, i) => painters[i]!(one.value.toString(2).padStart(one.field.width, '0')));
  const lines = [`${INDENT}${groups.join(' ')}`];
  let length = WIDTH;
  for (const [i, one] of shown.entries()) {
    if (isQuiet(one)) continue;
    const [name, rest] = fieldTexts(one);
    const visible = name.length + rest.length + markText(one).length;
    const isNew = length + SEPARATOR.length + visible > WIDTH;
    if (isNew) lines.push(INDENT);
    lines[lines.length - 1] += `${isNew ? '' : SEPARATOR}${painters[i]!(name)}${rest}${markText(one, colors.red)}`;
    length = isNew ? INDENT.length + visible : length + SEPARATOR.length + visible;
  }
  return `${lines.join('\n')}\n`;
}

/** `opcode` and `=0x32 mad`; a meaning that begins with the number replaces it. */
function fieldTexts({ field, value, meaning }: ExplainedField): [name: string, rest: string] {
  if (meaning === '') return [field.name, `=${numberText(value)}`];
  const text = fileText(meaning);
  return [field.name, text.startsWith(`${value}`) ? `=${text}` : `=${numberText(value)} ${text}`];
}
