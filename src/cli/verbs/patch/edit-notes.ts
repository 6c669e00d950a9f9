/** Remarks about edits that were made. */

import type { Message, MessageValues } from '../../../base/diagnostics.ts';
import type { Reflection } from '../../../reflect/index.ts';
import type { Shader } from '../../../shader/index.ts';
import { DX0034 } from '../../messages.ts';

/** A remark about an edit that was made. */
export interface EditNote {
  readonly message: Message;
  readonly values: MessageValues;
}

/** Bytes of a register of a constant buffer. */
const REGISTER = 16;

/**
 * The remark about a new default value: people expect to see it in the picture, but Direct3D does not read it.
 *
 * @param target the constant, or a part of it
 */
export function defaultNote(shader: Shader, target: string): EditNote {
  return {
    message: DX0034,
    values: { name: target, way: wayToSet(shader, target.replace(/[.[].*$/, '')) },
  };
}

/** How the program can be changed so that it has another value of `constant`. */
function wayToSet(shader: Shader, constant: string): string {
  const { reflection } = shader.reflect();
  const [first, last] = reflection === undefined ? [] : registersOf(reflection, constant);
  if (first === undefined) return 'replace its register in the code with a literal to change what the shader does';
  const range = first === last ? first : `the registers of ${constant} (${first} to ${last})`;
  if (reflection?.format !== 'sm1')
    return `replace ${range} in the code with ${first === last ? 'a literal' : 'literals'} to change what the shader does`;
  if (first === last) return `--set ${first}=... sets it in the program`;
  // A `def` does not reach a register that the program computes.
  if (reflection.usesRelativeAddressing) return `the program reads ${range}`;
  return `a --set for each of ${range} sets it in the program`;
}

/** The first and the last register of a constant: `c10`, `cb0[4]`; empty for names that are not that of a constant. */
function registersOf(reflection: Reflection, name: string): [] | [string, string] {
  if (reflection.format === 'sm1') {
    const constant = reflection.constants.find((one) => one.name === name);
    if (constant === undefined) return [];
    const { register, registerIndex, registerCount } = constant;
    return [register, `${register.replace(/\d+$/, '')}${registerIndex + Math.max(1, registerCount) - 1}`];
  }
  if (reflection.format !== 'dxbc') return [];
  for (const buffer of reflection.constantBuffers) {
    const variable = buffer.variables.find((one) => one.name === name);
    const binding = reflection.boundResources.find((one) => one.name === buffer.name && one.type === 'cbuffer');
    if (variable === undefined || binding === undefined) continue;
    const { startOffset, size } = variable;
    const row = (byte: number) => `cb${binding.bindPoint}[${Math.floor(byte / REGISTER)}]`;
    return [row(startOffset), row(startOffset + Math.max(1, size) - 1)];
  }
  return [];
}
