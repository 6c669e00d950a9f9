/** The bit-fields of tokens as tables, from the `Field`s that readers and printers use. */
import { Field } from '../../src/base/field.ts';
import { code, table } from './markdown.ts';

/** A section for every export of `module` that is a record of fields. */
export function fieldSections(module: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const [name, value] of Object.entries(module)) {
    const fields = typeof value === 'object' && value !== null ? Object.values(value) : [];
    if (fields.length === 0 || !fields.every((field) => field instanceof Field)) continue;
    const rows = fields.map(({ low, width, name, doc }) => [bits(low, width), name, doc]);
    text += `### ${code(name)}\n\n${table(['bits', 'field', 'meaning'], rows)}`;
  }
  return text;
}

/** Highest bit first, as the format's documents write it. */
export function bits(low: number, width: number): string {
  return width === 1 ? `${low}` : `${low + width - 1}:${low}`;
}
