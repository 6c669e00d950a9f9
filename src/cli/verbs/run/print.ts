/** Prints the outputs of a job for people, or as JSON. */

import type { JobOutput, NestedNumbers } from '../../../vm/job/outputs.ts';
import type { JsonFlags } from '../../options.ts';

interface Flags extends JsonFlags {
  readonly quiet?: true;
}

/** The text that is printed: what no file has. */
export function printed(outputs: Readonly<Record<string, JobOutput>>, instructions: number, flags: Flags): string {
  if (flags.json) {
    const values = Object.fromEntries(Object.entries(outputs).map(([name, output]) => [name, jsonOf(output)]));
    return `${JSON.stringify({ outputs: values, instructions }, undefined, flags.pretty ? 2 : undefined)}\n`;
  }
  return Object.entries(outputs)
    .map(([name, output]) => textOf(name, output))
    .join('');
}

function jsonOf(output: JobOutput): object {
  if (output.as === 'png')
    return { as: 'png', file: output.file, width: output.image.width, height: output.image.height };
  if (output.as !== 'numbers') {
    const { bytes, as, file } = output;
    return file === undefined
      ? { as, base64: Buffer.from(bytes).toString('base64') }
      : { as, file, bytes: bytes.length };
  }
  const { as: _as, ...rest } = output;
  return rest.file === undefined ? rest : { file: rest.file };
}

function textOf(name: string, output: JobOutput): string {
  if (output.file !== undefined) return `${name}: ${output.file}\n`;
  if (output.as === 'png') return `${name}: ${output.image.width} x ${output.image.height} pixels; give it a file\n`;
  if (output.as !== 'numbers') return `${name}: ${output.bytes.length} bytes; give it a file\n`;
  const { value } = output;
  if (!Array.isArray(value)) return `${name}:\n${JSON.stringify(value, undefined, 2)}\n`;
  const list = value as NestedNumbers;
  const isNested = list.some((one) => Array.isArray(one));
  const lines = isNested ? list.map((one) => `  ${JSON.stringify(one)}`) : [`  ${JSON.stringify(list)}`];
  return `${name}:\n${lines.join('\n')}\n`;
}
