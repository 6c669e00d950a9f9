/**
 * What is wrong with a pipeline, and linking cannot repair: stages that do not belong together, and hull and domain shaders that differ. Inputs that the
 * stage before does not write are 0, and have warnings of their own (link.ts).
 */
import type { Diagnostic } from '../base/diagnostics.ts';
import { detectFormat } from '../file/detect-format.ts';
import { NOT_IN_PIPELINE_RULE, POSITION_RULE, TESSELLATION_RULE } from '../validate/pipeline/stages.ts';
import { CONTROL_POINTS_RULE, DOMAIN_RULE, LEFT_OUT_RULE, PRIMITIVE_RULE } from '../validate/pipeline/tessellation.ts';
import { validatePipeline } from '../validate/pipeline/validate-pipeline.ts';

const CODES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [NOT_IN_PIPELINE_RULE, TESSELLATION_RULE, CONTROL_POINTS_RULE, DOMAIN_RULE, LEFT_OUT_RULE, PRIMITIVE_RULE].map(
    ({ code }) => code,
  ),
);

/** The errors of a pipeline that a translation cannot have. */
export function faultsOfLink(inputs: readonly Uint8Array[]): Diagnostic[] {
  if (inputs.length < 2) return [];
  const stages = inputs.map((bytes) => detectFormat(bytes).profile?.slice(0, 2));
  // What a domain shader takes from a hull shader is at the registers of both, so that each difference counts.
  const hasHull = stages.includes('hs');
  return validatePipeline(inputs).diagnostics.filter(
    ({ code, severity, shader }) =>
      severity === 'error' && (CODES.has(code) || (hasHull && stages[shader] === 'ds' && code !== POSITION_RULE.code)),
  );
}
