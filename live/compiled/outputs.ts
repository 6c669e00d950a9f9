/**
 * Outputs of the last stage before pixels, which a pixel shader puts to targets bit for bit, and how the results are
 * compared.
 */

import type { SignatureElement } from '../../src/chunks/signature.ts';
import { maskText } from '../../src/isa/components.ts';
import { assembled } from '../wine/compute.ts';
import { type SignatureElement as SectionElement, signature } from '../wine/signatures.ts';
import { sectionElement } from './pass.ts';
import { elementType } from './program.ts';
import type { ComparedResult, WordType } from './results.ts';

/** Targets that every interface has. */
export const TARGETS = 8;

/** The registers of elements, each once. */
export function registersOf(elements: readonly SignatureElement[]): number[] {
  return [...new Set(elements.map(({ register }) => register))];
}

/** The registers of elements, as many at a time as there are targets. */
export function registerBatches(elements: readonly SignatureElement[]): number[][] {
  const registers = registersOf(elements).sort((a, b) => a - b);
  return Array.from({ length: Math.ceil(registers.length / TARGETS) }, (_, i) =>
    registers.slice(TARGETS * i, TARGETS * (i + 1)),
  );
}

/** The result of an output register: components by the elements that share it. */
export function outputResult(outputs: readonly SignatureElement[], register: number): ComparedResult {
  return { name: `o${register}`, type: (word) => outputType(outputs, register, word & 3) };
}

/** The type of component `i` of an output register. */
export function outputType(outputs: readonly SignatureElement[], register: number, i: number): WordType {
  // The shader never writes components of the second mask.
  const element = outputs.find((one) => one.register === register && (one.mask & ~one.readWriteMask & (1 << i)) !== 0);
  if (element === undefined) return 'unwritten';
  return elementType(element) === 'float' ? 'float' : 'integer';
}

/** Puts registers to targets. All outputs are in its signature, because neighbors are linked by registers, too. */
export function targetShader(outputs: readonly SignatureElement[], registers: readonly number[]): Uint8Array {
  const targets = registers.map(
    (_, i): SectionElement => ({ name: 'SV_Target', index: i, register: i, systemValue: 'TARGET', format: 'uint' }),
  );
  const masks = registers.map((register) => maskText(maskOf(outputs, register)));
  return assembled(`${signature('Input', outputs.map(sectionElement))}
${signature('Output', targets)}
ps_5_0
dcl_globalFlags refactoringAllowed
${registers.map((register, i) => `dcl_input_ps constant v${register}.${masks[i]}`).join('\n')}
${registers.map((_, i) => `dcl_output o${i}.xyzw`).join('\n')}
${registers.map((register, i) => `mov o${i}.xyzw, l(0, 0, 0, 0)\nmov o${i}.${masks[i]}, v${register}.${swizzleOf(masks[i]!)}`).join('\n')}
ret
`);
}

/** The components of a register that elements have. */
export function maskOf(elements: readonly SignatureElement[], register: number): number {
  return elements.reduce((all, one) => (one.register === register ? all | one.mask : all), 0);
}

/** Components of a mask in their positions; others are the first. */
export function swizzleOf(mask: string): string {
  return [...'xyzw'].map((component) => (mask.includes(component) ? component : mask[0])).join('');
}
