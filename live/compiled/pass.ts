/** Vertex shaders of trials, which pass on values of vertex buffers. */

import type { SignatureElement } from '../../src/chunks/signature.ts';
import { maskText } from '../../src/isa/components.ts';
import { NoTrial } from '../gpu/from-request.ts';
import { assembled } from '../wine/compute.ts';
import { signature } from '../wine/signatures.ts';
import type { VertexValue } from './draw.ts';
import { elementType, systemValueOf } from './program.ts';

/**
 * System values that a vertex shader passes on, in signatures and in declarations; others are generated, or only a
 * geometry shader gives them.
 */
const HANDED: Readonly<Record<string, readonly [section: string, declared: string]>> = {
  position: ['POS', 'position'],
  clipDistance: ['CLIPDST', 'clip_distance'],
  cullDistance: ['CULLDST', 'cull_distance'],
};
const VALUE = 'VALUE';

/** A vertex shader that passes on the values of elements: value `i` of the vertex is that of element `i`. */
export function passVertex(elements: readonly SignatureElement[]): Uint8Array {
  const lost = elements.find((one) => systemValueOf(one) !== 'undefined' && HANDED[systemValueOf(one)] === undefined);
  if (lost !== undefined) throw new NoTrial(`a vertex shader does not give ${lost.semanticName}`);
  const handed = elements.map((element, i) => ({
    ...sectionElement(element),
    declared: HANDED[systemValueOf(element)]?.[1],
    from: i,
  }));
  const inputs = elements.map((element, i) => ({ name: VALUE, index: i, register: i, format: elementType(element) }));
  return assembled(`${signature('Input', inputs)}
${signature(
  'Output',
  handed.toSorted((a, b) => a.register - b.register),
)}
vs_5_0
dcl_globalFlags refactoringAllowed
${inputs.map(({ register }) => `dcl_input v${register}.xyzw`).join('\n')}
${handed
  .map(({ register, mask, declared }) =>
    declared === undefined ? `dcl_output o${register}.${mask}` : `dcl_output_siv o${register}.${mask}, ${declared}`,
  )
  .join('\n')}
${handed.map(({ register, mask, from }) => `mov o${register}.${mask}, v${from}.xyzw`).join('\n')}
ret
`);
}

/** An element in the section of a signature that hands it on. */
export function sectionElement(element: SignatureElement) {
  return {
    name: element.semanticName,
    index: element.semanticIndex,
    mask: maskText(element.mask),
    register: element.register,
    systemValue: HANDED[systemValueOf(element)]?.[0] ?? 'NONE',
    format: elementType(element),
  };
}

/** The values of vertices for {@link passVertex}. @param wordsOf four of each vertex */
export function passedValues(
  elements: readonly SignatureElement[],
  wordsOf: (element: SignatureElement) => Uint32Array,
): VertexValue[] {
  return elements.map((element, index) => ({
    semantic: VALUE,
    index,
    type: elementType(element),
    words: wordsOf(element),
  }));
}
