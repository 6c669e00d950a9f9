/**
 * The domain and the patch constants of compiled hull and domain shaders, for the shaders of trials before and after
 * them.
 */

import { TessellatorDomain } from '../../src/base/d3d/enumerations.ts';
import type { SignatureElement } from '../../src/chunks/signature.ts';
import { maskText } from '../../src/isa/components.ts';
import { DOMAINS } from '../wine/families-tessellation.ts';
import { signature } from '../wine/signatures.ts';
import type { DrawDescription } from './draw.ts';
import { passedValues, sectionElement } from './pass.ts';
import type { CompiledProgram } from './program.ts';

export interface PatchElement {
  readonly element: SignatureElement;
  /** Of a tessellation factor: what declarations call it, and its system value in a signature. */
  readonly factor: { readonly declared: string; readonly section: string } | undefined;
}

/** The domain of a program. */
export function domainOf({ stageDeclarations }: CompiledProgram): (typeof DOMAINS)[number] {
  return DOMAINS.find(({ name }) => TessellatorDomain[name] === stageDeclarations.domain)!;
}

/** Vertices of patches whose control points a program reads. @param wordsOf so many words of an element */
export function patchVertices(
  { inputs, stageDeclarations }: CompiledProgram,
  patches: number,
  wordsOf: (element: SignatureElement, count: number) => Uint32Array,
): Pick<DrawDescription, 'topology' | 'controlPoints' | 'vertices' | 'values'> {
  const controlPoints = stageDeclarations.inputControlPoints;
  const vertices = patches * controlPoints;
  const values = passedValues(inputs, (element) => wordsOf(element, 4 * vertices));
  return { topology: 'patch-list', controlPoints, vertices, values };
}

/** The patch constants of a program, with its tessellation factors. */
export function patchElements(program: CompiledProgram): PatchElement[] {
  const { factors } = domainOf(program);
  return program.patchConstants.map((element) => {
    const name = element.semanticName.toLowerCase();
    const found = factors.find(
      ([, semantic, index]) => semantic.toLowerCase() === name && index === element.semanticIndex,
    );
    return { element, factor: found && { declared: found[0], section: found[3] } };
  });
}

/** The section of the signature of patch constants. */
export function patchSection(elements: readonly PatchElement[]): string {
  const rows = elements.map(({ element, factor }) => ({
    ...sectionElement(element),
    systemValue: factor?.section ?? 'NONE',
  }));
  return signature('Input', rows).replace('Input', 'Patch Constant');
}

/** The declarations of patch constants: outputs of hull shaders, inputs of domain shaders. */
export function patchDeclarations(elements: readonly PatchElement[], what: 'dcl_output' | 'dcl_input'): string[] {
  const register = what === 'dcl_output' ? 'o' : 'vpc';
  return elements.map(({ element, factor }) => {
    const operand = `${register}${element.register}.${maskText(element.mask)}`;
    return factor === undefined ? `${what} ${operand}` : `${what}_siv ${operand}, ${factor.declared}`;
  });
}
