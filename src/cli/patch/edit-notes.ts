/** Remarks about edits that were made. */
import type { Message, MessageValues } from '../../base/diagnostics.ts';
import type { Shader } from '../../shader/index.ts';
import { CLI_MESSAGES } from '../messages.ts';

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
  const register = registerOf(shader, target.replace(/[.[].*$/, ''));
  const way =
    register === undefined
      ? 'replace its register in the code by a literal to change what the shader does'
      : shader.format === 'sm1'
        ? `--set ${register}=... sets it in the program`
        : `replace ${register} in the code by a literal to change what the shader does`;
  return { message: CLI_MESSAGES.DX0034, values: { name: target, way } };
}

/** The register in which the program reads a constant: `c10`, `cb0[4]`; undefined for names that are not that of a constant. */
function registerOf(shader: Shader, name: string): string | undefined {
  const { reflection } = shader.reflect();
  if (reflection?.format === 'sm1') return reflection.constants.find((constant) => constant.name === name)?.register;
  if (reflection?.format !== 'dxbc') return undefined;
  for (const buffer of reflection.constantBuffers) {
    const variable = buffer.variables.find((one) => one.name === name);
    const binding = reflection.boundResources.find((one) => one.name === buffer.name && one.type === 'cbuffer');
    if (variable === undefined || binding === undefined) continue;
    return `cb${binding.bindPoint}[${Math.floor(variable.startOffset / REGISTER)}]`;
  }
  return undefined;
}
