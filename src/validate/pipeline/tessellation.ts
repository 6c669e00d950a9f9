/**
 * Rules that hull and domain shaders share in addition to the rules of adjacent stages, and the input primitive of a
 * geometry shader after them. Their signatures must be equal, because drivers compile both as one object (source:
 * documents).
 *
 * Not for: elements that both have (signatures.ts).
 */

import type { Field } from '../../base/field.ts';
import { NO_REGISTER } from '../../chunks/signature.ts';
import { maskText } from '../../isa/components.ts';
import { readSm4Declarations, type Sm4Declarations } from '../../isa/sm4/declarations.ts';
import {
  SM4_INPUT_PRIMITIVES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
} from '../../isa/sm4/names.ts';
import type { Sm4Mnemonic } from '../../isa/sm4/opcodes.ts';
import { Sm4DeclarationControls } from '../../isa/sm4/tokens.ts';
import type { PipelineDiagnostics, ShaderSpan } from './diagnostics.ts';
import type { PipelineRuleRow } from './rule.ts';
import type { LocatedElement, Sm4Shader } from './shader.ts';
import {
  bySemantic,
  checkSignatures,
  locatedName,
  NO_SIGNATURE_RULE,
  semanticKey,
  semanticText,
} from './signatures.ts';

const SIGNATURE_MISMATCH = ['DEVICE_DRAW_HS_DS_SIGNATURE_MISMATCH'];

export const LEFT_OUT_RULE: PipelineRuleRow = {
  code: 'DX4120',
  text: 'The hull shader outputs {name} as {what}, but the domain shader does not declare it; their signatures must be equal.',
  hint: 'Use the same structure in both shaders.',
  runtime: SIGNATURE_MISMATCH,
};
export const FEWER_RULE: PipelineRuleRow = {
  code: 'DX4121',
  text: '{name} has the components {found} here, but {expected} in the {earlier}; their signatures must be equal.',
  hint: 'Use the same structure in both shaders.',
  runtime: SIGNATURE_MISMATCH,
};
export const CONTROL_POINTS_RULE: PipelineRuleRow = {
  code: 'DX4122',
  text: 'The domain shader declares {found} control points, but the {earlier} outputs {expected}.',
  hint: 'Use the same count in `OutputPatch` and `outputcontrolpoints`.',
  runtime: [
    'DEVICE_DRAW_HS_DS_CONTROL_POINT_COUNT_MISMATCH',
    'CREATEGRAPHICSPIPELINESTATE_HS_DS_CONTROL_POINT_COUNT_MISMATCH',
  ],
};
export const DOMAIN_RULE: PipelineRuleRow = {
  code: 'DX4123',
  text: 'The domain shader has the domain {found}, but the {earlier} has {expected}.',
  hint: 'Use the same `domain` attribute in both shaders.',
  runtime: [
    'DEVICE_DRAW_HS_DS_TESSELLATOR_DOMAIN_MISMATCH',
    'CREATEGRAPHICSPIPELINESTATE_HS_DS_TESSELLATOR_DOMAIN_MISMATCH',
  ],
};
export const PRIMITIVE_RULE: PipelineRuleRow = {
  code: 'DX4124',
  text: 'The geometry shader expects {found}, but the tessellator outputs {expected} for the {earlier}.',
  hint: 'Use the primitive of the `outputtopology` attribute of the hull shader, without adjacency.',
  runtime: ['DEVICE_DRAW_GS_INPUT_PRIMITIVE_MISMATCH', 'CREATEGRAPHICSPIPELINESTATE_GS_INPUT_PRIMITIVE_MISMATCH'],
};

/** Checks a hull and a domain shader. */
export function checkTessellation(hull: Sm4Shader, domain: Sm4Shader, diagnostics: PipelineDiagnostics): void {
  checkEqual(hull, domain, hull.outputs, domain.inputs, 'a control point', diagnostics);
  const { controlPointCount, tessellatorDomain } = Sm4DeclarationControls;
  const hullDeclarations = readSm4Declarations(hull.program);
  const domainDeclarations = readSm4Declarations(domain.program);
  const given = controlOf(hull, hullDeclarations, 'dcl_output_control_point_count', controlPointCount);
  const taken = controlOf(domain, domainDeclarations, 'dcl_input_control_point_count', controlPointCount);
  if (given && taken && given.value !== taken.value)
    diagnostics.add(CONTROL_POINTS_RULE, taken.span, {
      found: taken.value,
      expected: given.value,
      earlier: locatedName(hull, given.span),
    });
  const theirs = controlOf(hull, hullDeclarations, 'dcl_tessellator_domain', tessellatorDomain);
  const domainControl = controlOf(domain, domainDeclarations, 'dcl_tessellator_domain', tessellatorDomain);
  if (theirs && domainControl && theirs.value !== domainControl.value) {
    // The domain decides what the patch constants are.
    diagnostics.add(DOMAIN_RULE, domainControl.span, {
      found: domainText(domainControl.value),
      expected: domainText(theirs.value),
      earlier: locatedName(hull, theirs.span),
    });
    return;
  }
  checkEqual(hull, domain, hull.patchConstants, domain.patchConstants, 'a patch constant', diagnostics);
}

/** Checks that two lists are equal, including the registers and types of their elements. */
function checkEqual(
  earlier: Sm4Shader,
  later: Sm4Shader,
  outputs: readonly LocatedElement[] | undefined,
  inputs: readonly LocatedElement[] | undefined,
  what: string,
  diagnostics: PipelineDiagnostics,
): void {
  if (outputs === undefined || inputs === undefined) {
    const shader = outputs === undefined ? earlier : later;
    diagnostics.add(NO_SIGNATURE_RULE, shader.span, {
      what: what === 'a control point' ? (shader === earlier ? 'output' : 'input') : 'patch constant',
      neighbors: `${earlier.name} and ${later.name}`,
    });
    return;
  }
  checkSignatures({ earlier, later, outputs, inputs, stream: 0 }, diagnostics);
  const taken = bySemantic(inputs);
  for (const output of outputs) {
    if (output.register === NO_REGISTER) continue;
    const input = taken.get(semanticKey(output));
    if (input === undefined) diagnostics.add(LEFT_OUT_RULE, output.span, { name: semanticText(output), what });
    else if (input.register === output.register && (output.mask & ~input.mask) !== 0)
      diagnostics.add(FEWER_RULE, input.span, {
        name: semanticText(input),
        found: maskText(input.mask) || 'none',
        expected: maskText(output.mask),
        earlier: locatedName(earlier, output.span),
      });
  }
}

/** The primitive that a geometry shader takes, by D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE. */
const PRIMITIVES_MADE: Readonly<Record<number, string>> = { 1: 'point', 2: 'line', 3: 'triangle', 4: 'triangle' };

/** Checks the input primitive of a geometry shader after a tessellator. */
export function checkTessellatedPrimitive(
  hull: Sm4Shader,
  geometry: Sm4Shader,
  diagnostics: PipelineDiagnostics,
): void {
  const { tessellatorOutputPrimitive, inputPrimitive } = Sm4DeclarationControls;
  const hullDeclarations = readSm4Declarations(hull.program);
  const made = controlOf(hull, hullDeclarations, 'dcl_tessellator_output_primitive', tessellatorOutputPrimitive);
  const taken = controlOf(geometry, readSm4Declarations(geometry.program), 'dcl_inputprimitive', inputPrimitive);
  if (!made || !taken) return;
  const found = SM4_INPUT_PRIMITIVES[taken.value] ?? `primitive ${taken.value}`;
  if (PRIMITIVES_MADE[made.value] === found) return;
  const expected =
    PRIMITIVES_MADE[made.value] ?? SM4_TESSELLATOR_OUTPUT_PRIMITIVES[made.value] ?? `primitive ${made.value}`;
  diagnostics.add(PRIMITIVE_RULE, taken.span, {
    found,
    expected,
    earlier: locatedName(hull, made.span),
  });
}

/** The value of a control of the first declaration with this mnemonic, and where it is; undefined without one. */
function controlOf(
  { program, programOffset, index }: Sm4Shader,
  { first }: Sm4Declarations,
  mnemonic: Sm4Mnemonic,
  field: Field,
): { readonly value: number; readonly span: ShaderSpan } | undefined {
  const position = first.get(mnemonic);
  if (position === undefined) return undefined;
  const at = program.starts[position]!;
  const start = programOffset + 4 * at;
  return { value: field.get(program.words[at]!), span: { shader: index, start, end: start + 4 } };
}

function domainText(domain: number): string {
  return (SM4_TESSELLATOR_DOMAINS[domain] ?? `${domain}`).replace('domain_', '');
}
