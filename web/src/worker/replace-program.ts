/**
 * Puts the program of a compiled source into a shader that exists. Apart from hlsl.ts, because it needs the assembler:
 * sources that become a shader of their own do not.
 */
import { programConflict } from 'dxlens/internals/diff';
import { openShader } from 'dxlens/shader';
import { disassemble } from 'dxlens/text';

/** The shader `target` with the program of `compiled`, or why it cannot have it. */
export function withProgram(
  target: Uint8Array,
  compiled: Uint8Array,
): { readonly bytes: Uint8Array | undefined; readonly problem: string | undefined } {
  const conflict = programConflict(target, compiled);
  if (conflict !== undefined) return { bytes: undefined, problem: `The shader cannot have this program: ${conflict}.` };
  const shader = openShader(target);
  const listing = disassemble(compiled, { header: false, exact: true }).text;
  const { replaced, diagnostics } = shader.replaceProgram(listing, { validate: false });
  if (replaced) return { bytes: shader.toBytes(), problem: undefined };
  return { bytes: undefined, problem: `The shader cannot have this program: ${diagnostics[0]?.message}.` };
}
