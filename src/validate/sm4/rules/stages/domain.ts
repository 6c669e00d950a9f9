/**
 * Rules of what hull and domain shaders declare once: control points, domain, partitioning, output primitive, maximum
 * tessellation factor, and the instances of fork and join phases.
 *
 * Not for: where in a hull shader they are (hull-phases.ts), or vDomain (registers.ts).
 */
import {
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
} from '../../../../isa/sm4/names.ts';
import { Sm4DeclarationControls } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import { ONCE } from './tessellation-state.ts';

export const MISSING_RULE: Sm4RuleRow = {
  code: 'DX3752',
  text: '{declaration} is missing.',
  hint: 'Declare it.',
};
export const PRIMITIVE_OF_DOMAIN_RULE: Sm4RuleRow = {
  code: 'DX3753',
  text: 'The tessellator cannot output {primitive} for {domain}.',
  hint: 'Declare points, lines for isolines, or triangles for other domains.',
  aborts: true,
};
export const CONTROL_POINTS_RULE: Sm4RuleRow = {
  code: 'DX3754',
  text: '{count} control points are declared; expected {least} to {most}.',
  hint: 'Declare a count in that range.',
  aborts: true,
};
export const UNKNOWN_VALUE_RULE: Sm4RuleRow = {
  code: 'DX3755',
  text: 'The value {value} of {declaration} does not exist.',
  hint: 'Use one of the values that listings have a name for.',
  aborts: true,
};
export const DECLARED_TWICE_RULE: Sm4RuleRow = {
  code: 'DX3756',
  text: '{declaration} is declared twice.',
  hint: 'Declare it once.',
  aborts: true,
};
export const MAX_TESS_FACTOR_RULE: Sm4RuleRow = {
  code: 'DX3757',
  text: 'The maximum tessellation factor is {factor}; expected {least} to {most}.',
  hint: 'Declare a factor in that range.',
  aborts: true,
};
export const NO_INSTANCES_RULE: Sm4RuleRow = {
  code: 'DX3758',
  text: 'The phase is declared with 0 instances.',
  hint: 'Declare at least 1 instance, or remove the declaration.',
  aborts: true,
};

const MAX_CONTROL_POINTS = 32;
const MIN_FACTOR = 1;
const MAX_FACTOR = 64;
const ISOLINE = SM4_TESSELLATOR_DOMAINS.indexOf('domain_isoline');
const LINE = SM4_TESSELLATOR_OUTPUT_PRIMITIVES.indexOf('output_line');
const FIRST_TRIANGLE = SM4_TESSELLATOR_OUTPUT_PRIMITIVES.indexOf('output_triangle_cw');

const DECLARATIONS = {
  input: '`dcl_input_control_point_count`',
  output: '`dcl_output_control_point_count`',
  domain: '`dcl_tessellator_domain`',
  partitioning: '`dcl_tessellator_partitioning`',
  primitive: '`dcl_tessellator_output_primitive`',
  factor: '`dcl_hs_max_tessfactor`',
  instances: 'The instance count of this phase',
} as const;

/** Records the declaration of `bit` of {@link ONCE}; reports where it is not the first, and returns whether it is. */
function declareOnce(ctx: Sm4ValidationContext, bit: number, declaration: string): boolean {
  const { tessellation } = ctx;
  const first = (tessellation.declared & bit) === 0;
  tessellation.declared |= bit;
  if (!first) ctx.report(DECLARED_TWICE_RULE, 0, { declaration });
  return first;
}

function checkInputCount(ctx: Sm4ValidationContext): void {
  const count = Sm4DeclarationControls.controlPointCount.get(ctx.cursor.token);
  const least = ctx.stage === 'hs' ? 1 : 0;
  if (count < least || count > MAX_CONTROL_POINTS)
    ctx.report(CONTROL_POINTS_RULE, 0, { count, least, most: MAX_CONTROL_POINTS });
  else if (declareOnce(ctx, ONCE.inputControlPoints, DECLARATIONS.input)) ctx.tessellation.inputControlPoints = count;
}

function checkOutputCount(ctx: Sm4ValidationContext): void {
  const count = Sm4DeclarationControls.controlPointCount.get(ctx.cursor.token);
  if (count > MAX_CONTROL_POINTS) ctx.report(CONTROL_POINTS_RULE, 0, { count, least: 0, most: MAX_CONTROL_POINTS });
  else if (declareOnce(ctx, ONCE.outputControlPoints, DECLARATIONS.output))
    ctx.tessellation.outputControlPoints = count;
}

function checkDomain(ctx: Sm4ValidationContext): void {
  const value = Sm4DeclarationControls.tessellatorDomain.get(ctx.cursor.token);
  if (value === 0) ctx.report(UNKNOWN_VALUE_RULE, 0, { declaration: DECLARATIONS.domain, value });
  else if (declareOnce(ctx, ONCE.domain, DECLARATIONS.domain)) ctx.tessellation.domain = value;
}

function checkPartitioning(ctx: Sm4ValidationContext): void {
  const value = Sm4DeclarationControls.tessellatorPartitioning.get(ctx.cursor.token);
  if (value === 0 || value >= SM4_TESSELLATOR_PARTITIONINGS.length)
    ctx.report(UNKNOWN_VALUE_RULE, 0, { declaration: DECLARATIONS.partitioning, value });
  else declareOnce(ctx, ONCE.partitioning, DECLARATIONS.partitioning);
}

function checkOutputPrimitive(ctx: Sm4ValidationContext): void {
  const value = Sm4DeclarationControls.tessellatorOutputPrimitive.get(ctx.cursor.token);
  if (value === 0 || value >= SM4_TESSELLATOR_OUTPUT_PRIMITIVES.length)
    ctx.report(UNKNOWN_VALUE_RULE, 0, { declaration: DECLARATIONS.primitive, value });
  else if (declareOnce(ctx, ONCE.outputPrimitive, DECLARATIONS.primitive)) ctx.tessellation.outputPrimitive = value;
}

/** NaN is accepted (source: oracle). */
function checkMaxFactor(ctx: Sm4ValidationContext): void {
  const factor = floatOf(ctx.cursor.word(ctx.cursor.payload));
  if (!declareOnce(ctx, ONCE.maxTessFactor, DECLARATIONS.factor)) return;
  if (factor < MIN_FACTOR || factor > MAX_FACTOR)
    ctx.report(MAX_TESS_FACTOR_RULE, 0, { factor, least: MIN_FACTOR, most: MAX_FACTOR });
}

const FLOAT = new Float32Array(1);
const FLOAT_WORD = new Uint32Array(FLOAT.buffer);

function floatOf(word: number): number {
  FLOAT_WORD[0] = word;
  return FLOAT[0]!;
}

function checkInstances(ctx: Sm4ValidationContext): void {
  if (!declareOnce(ctx, ONCE.instances, DECLARATIONS.instances)) return;
  if (ctx.cursor.word(ctx.cursor.payload) === 0) ctx.report(NO_INSTANCES_RULE);
}

export const DOMAIN_DECLARATIONS: Handlers = {
  dcl_input_control_point_count: checkInputCount,
  dcl_output_control_point_count: checkOutputCount,
  dcl_tessellator_domain: checkDomain,
  dcl_tessellator_partitioning: checkPartitioning,
  dcl_tessellator_output_primitive: checkOutputPrimitive,
  dcl_hs_max_tessfactor: checkMaxFactor,
  dcl_hs_fork_phase_instance_count: checkInstances,
  dcl_hs_join_phase_instance_count: checkInstances,
};

const OF_HULL = [
  [ONCE.inputControlPoints, DECLARATIONS.input],
  [ONCE.outputControlPoints, DECLARATIONS.output],
  [ONCE.domain, DECLARATIONS.domain],
  [ONCE.partitioning, DECLARATIONS.partitioning],
  [ONCE.outputPrimitive, DECLARATIONS.primitive],
] as const;
const OF_DOMAIN = [
  [ONCE.inputControlPoints, DECLARATIONS.input],
  [ONCE.domain, DECLARATIONS.domain],
] as const;

/**
 * Checks whether everything is declared, at the end of a hull shader's declarations or of a domain shader. A missing
 * declaration ends the validation, except the control points of a domain shader.
 */
export function checkTessellator(ctx: Sm4ValidationContext): void {
  const { declared, domain, outputPrimitive } = ctx.tessellation;
  for (const [bit, declaration] of ctx.stage === 'hs' ? OF_HULL : OF_DOMAIN) {
    if ((declared & bit) !== 0) continue;
    ctx.reportProgram(MISSING_RULE, { declaration });
    if (ctx.stage === 'hs' || bit === ONCE.domain) ctx.diagnostics.aborted = true;
  }
  if (ctx.aborted || ctx.stage !== 'hs') return;
  const valid = domain === ISOLINE ? outputPrimitive < FIRST_TRIANGLE : outputPrimitive !== LINE;
  if (!valid) {
    const primitive = SM4_TESSELLATOR_OUTPUT_PRIMITIVES[outputPrimitive]!;
    ctx.reportProgram(PRIMITIVE_OF_DOMAIN_RULE, { domain: SM4_TESSELLATOR_DOMAINS[domain]!, primitive });
  }
}
