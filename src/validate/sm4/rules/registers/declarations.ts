/**
 * Rules of the declarations of v#, vcp#, vocp#, vpc# and o#: components, system values, interpolation. The order of the
 * checks is Microsoft's (source: oracle).
 *
 * Not for: registers that are the only one of their type (special-registers.ts), index ranges (index-ranges.ts), all
 * declarations together (registers.ts).
 */
import { DECLARED_SYSTEM_VALUES, type SystemValueRow } from '../../../../base/d3d/system-values.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_INTERPOLATION_MODES, SM4_SYSTEM_NAMES, SM4_TESSELLATOR_DOMAINS } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODES } from '../../../../isa/sm4/opcodes.ts';
import { Sm4DeclarationControls, Sm4NameToken } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import { ALL_COMPONENTS, MAX_CLIP_REGISTERS } from '../../limits.ts';
import { HULL_PHASES } from '../stages/tessellation-state.ts';
import { checkSpecialInput, checkSpecialOutput } from './special-registers.ts';
import { FILE_OF_TYPE, maskOf, prefixOf, REGISTER_FILES, type RegisterFile, registerIndex } from './state.ts';

export const OVERLAP_RULE: Sm4RuleRow = {
  code: 'DX3550',
  text: 'Components of {register} are declared twice.',
  hint: 'Declare each component once.',
  aborts: true,
};
export const SYSTEM_NAME_RULE: Sm4RuleRow = {
  code: 'DX3551',
  text: '{register} cannot be declared as the system value {name}.',
  hint: 'Use a system value that this stage takes as an input or output, with the declaration for it.',
  aborts: true,
};
export const ONE_COMPONENT_RULE: Sm4RuleRow = {
  code: 'DX3552',
  text: 'The mask of the system value {name} does not have exactly one component.',
  hint: 'Declare a mask of one component.',
  aborts: true,
};
export const TESS_FACTOR_COMPONENT_RULE: Sm4RuleRow = {
  code: 'DX3553',
  text: 'The mask of the tessellation factor {name} does not have exactly one component.',
  hint: 'Declare a mask of one component.',
};
export const TESS_FACTOR_DOMAIN_RULE: Sm4RuleRow = {
  code: 'DX3554',
  text: 'The system value {name} does not belong to the declared tessellator domain.',
  hint: 'Declare the tessellation factors of that domain.',
  aborts: true,
};
export const NAME_TWICE_RULE: Sm4RuleRow = {
  code: 'DX3555',
  text: 'The system value {name} is declared twice.',
  hint: 'Declare it in one register.',
  aborts: true,
};
export const CLIP_DISTANCES_RULE: Sm4RuleRow = {
  code: 'DX3556',
  text: 'Clip and cull distances use more than two registers.',
  hint: 'Pack them into two registers.',
  aborts: true,
};
export const INTERPOLATION_RULE: Sm4RuleRow = {
  code: 'DX3557',
  text: 'Interpolation mode {mode} of {register} does not exist in this shader model.',
  hint: 'Use a mode from constant to linear noperspective sample; the sample modes need shader model 4.1.',
  aborts: true,
};
export const ONE_INTERPOLATION_RULE: Sm4RuleRow = {
  code: 'DX3558',
  text: 'The components of {register} are declared with different interpolation modes.',
  hint: 'Use one mode for all components of a register.',
  aborts: true,
};
export const NAME_INTERPOLATION_RULE: Sm4RuleRow = {
  code: 'DX3559',
  text: 'The system value {name} cannot be interpolated with mode {mode}.',
  hint: 'Use constant for ids and indices, linear noperspective for the position, linear for clip and cull distances.',
  aborts: true,
};
export const POSITION_MASK_RULE: Sm4RuleRow = {
  code: 'DX3560',
  text: 'The position output does not have all four components.',
  hint: 'Declare the mask xyzw.',
  aborts: true,
};
export const UAV_SLOT_RULE: Sm4RuleRow = {
  code: 'DX3561',
  text: 'Output slot {slot} is not below slot {uav}, which an unordered access view uses.',
  hint: 'Give the views slots above those of the outputs.',
  aborts: true,
};
export const PASS_THROUGH_RULE: Sm4RuleRow = {
  code: 'DX3562',
  text: 'Output control points are declared as an input, but the hull shader has no control point phase.',
  hint: 'Use the input control points, vicp.',
  aborts: true,
};

type SystemName = (typeof SM4_SYSTEM_NAMES)[number];
const nameCode = (name: SystemName): number => SM4_SYSTEM_NAMES.indexOf(name);
const POSITION = nameCode('position');
const CLIP = nameCode('clip_distance');
const CULL = nameCode('cull_distance');
const TARGET_INDEX = nameCode('rendertarget_array_index');
const VIEWPORT_INDEX = nameCode('viewport_array_index');
const SAMPLE_INDEX = nameCode('sampleIndex');
const FIRST_QUAD = nameCode('finalQuadUeq0EdgeTessFactor');
const FIRST_TRI = nameCode('finalTriUeq0EdgeTessFactor');
const FIRST_LINE = nameCode('finalLineDetailTessFactor');
const LAST_LINE = nameCode('finalLineDensityTessFactor');

const DOMAIN = {
  isoline: SM4_TESSELLATOR_DOMAINS.indexOf('domain_isoline'),
  tri: SM4_TESSELLATOR_DOMAINS.indexOf('domain_tri'),
  quad: SM4_TESSELLATOR_DOMAINS.indexOf('domain_quad'),
} as const;

/**
 * How a declaration names a system value: not at all, as one that the system generates, or as one that it interprets.
 */
const Naming = { unnamed: 0, generated: 1, interpreted: 2 } as const;
type Naming = (typeof Naming)[keyof typeof Naming];

/** The system values (bits) whose use matches. */
const namesUsed = (matches: (row: SystemValueRow) => boolean): number =>
  DECLARED_SYSTEM_VALUES.reduce((set, { row }, name) => (matches(row) ? set | (1 << name) : set), 0);
const RASTER = namesUsed(({ generated, inputs }) => !generated && inputs.includes('ps'));
const TESS_FACTORS = namesUsed(({ generated, inputs }) => !generated && inputs.includes('ds')) & ~RASTER;
const VERTEX_GENERATED = namesUsed(({ generated, inputs }) => generated && inputs.includes('vs'));
const PIXEL_GENERATED = namesUsed(({ generated, inputs }) => generated && inputs.includes('ps'));
const GEOMETRY_GENERATED = namesUsed(({ generated, outputs }) => generated && outputs.includes('gs'));
const modes = (...names: readonly (typeof SM4_INTERPOLATION_MODES)[number][]): number =>
  names.reduce((set, name) => set | (1 << SM4_INTERPOLATION_MODES.indexOf(name)), 0);
const CONSTANT = modes('constant');
const CLIP_MODES = modes('linear', 'linear centroid', 'linear sample');
const POSITION_MODES = modes('linear noperspective', 'linear noperspective centroid', 'linear noperspective sample');
const MODES = CONSTANT | CLIP_MODES | POSITION_MODES;
/** Interpolation by sample came with 4.1. */
const MODES_40 = MODES & ~modes('linear sample', 'linear noperspective sample');

export function isTessFactor(name: number): boolean {
  return name >= FIRST_QUAD && name <= LAST_LINE;
}

export function isSampleIndex(name: number): boolean {
  return name === SAMPLE_INDEX;
}

export function isPosition(name: number): boolean {
  return name === POSITION;
}

/** The system values (bits) that a register of `kind` may be declared as. */
function namesOf(ctx: Sm4ValidationContext, kind: number, naming: Naming): number {
  const { stage } = ctx;
  if (kind >= REGISTER_FILES.output) {
    if (naming === Naming.generated) return stage === 'gs' ? GEOMETRY_GENERATED : 0;
    const constants = stage === 'hs' && ctx.tessellation.phase !== HULL_PHASES.controlPoint;
    return constants ? RASTER | TESS_FACTORS : RASTER;
  }
  if (naming === Naming.generated) return stage === 'vs' ? VERTEX_GENERATED : PIXEL_GENERATED;
  if (kind === REGISTER_FILES.inputPatchConstant) return RASTER | TESS_FACTORS;
  return kind === REGISTER_FILES.input ? RASTER : 0;
}

function declare(ctx: Sm4ValidationContext, naming: Naming): void {
  const slot = ctx.cursor.operands[0]!;
  const kind = FILE_OF_TYPE[slot.type];
  if (kind === undefined) {
    if (naming === Naming.unnamed) checkSpecialInput(ctx, slot);
    return;
  }
  if (kind === REGISTER_FILES.outputControlPoint && ctx.stage === 'hs' && !ctx.tessellation.hasControlPointPhase) {
    ctx.report(PASS_THROUGH_RULE);
    return;
  }
  declareIn(ctx, slot, kind === REGISTER_FILES.output ? kind + ctx.registers.stream : kind, naming);
}

function declareOutput(ctx: Sm4ValidationContext): void {
  const slot = ctx.cursor.operands[0]!;
  const special = FILE_OF_TYPE[slot.type] === undefined;
  if (special) checkSpecialOutput(ctx, slot);
  if (ctx.stage === 'ps') {
    const at = special ? 0 : slot.index(0);
    if (ctx.registers.firstUav <= at) {
      ctx.report(UAV_SLOT_RULE, 0, { slot: at, uav: ctx.registers.firstUav });
      return;
    }
    ctx.registers.lastSlot = Math.max(ctx.registers.lastSlot, at);
    if (special) {
      declareFirst(ctx, maskOf(slot.token));
      return;
    }
  } else if (!special) ctx.registers.lastSlot = Math.max(ctx.registers.lastSlot, slot.index(0));
  declare(ctx, Naming.unnamed);
}

/** Declarations of depth, coverage and stencil with components declare these components of o0 (source: oracle). */
function declareFirst(ctx: Sm4ValidationContext, mask: number): void {
  if (mask === 0) return;
  const file = ctx.registers.current.ensureFile(REGISTER_FILES.output);
  if ((file.rawMask(0) & mask) !== 0) ctx.report(OVERLAP_RULE, 0, { register: 'o0' });
  else file.declare(0, mask, 0, 0, 0);
}

function declareIn(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, kind: number, naming: Naming): void {
  const file = ctx.registers.current.ensureFile(kind);
  const register = slot.index(registerIndex(slot));
  const mask = maskOf(slot.token);
  if ((file.rawMask(register) & mask) !== 0) {
    ctx.report(OVERLAP_RULE, 0, { register: `${prefixOf(kind)}${register}` });
    return;
  }
  const { code } = ctx.cursor;
  const interpolated = code >= SM4_OPCODES.dcl_input_ps.code && code <= SM4_OPCODES.dcl_input_ps_siv.code;
  const mode = interpolated ? Sm4DeclarationControls.interpolation.get(ctx.cursor.token) : 0;
  let name = 0;
  if (naming === Naming.unnamed) {
    if (interpolated) checkDefaultMode(ctx, file, register, mode);
  } else {
    name = Sm4NameToken.name.get(ctx.cursor.word(ctx.cursor.payload));
    checkName(ctx, { file, register, mask, kind, naming, name, mode });
  }
  if (ctx.aborted) return;
  file.declare(register, mask, name, mode, slot.indexCount > 1 ? slot.index(0) : 0);
}

function checkDefaultMode(ctx: Sm4ValidationContext, file: RegisterFile, register: number, mode: number): void {
  if ((modesOf(ctx) & (1 << mode)) === 0) ctx.report(INTERPOLATION_RULE, 0, { register: `v${register}`, mode });
  else checkSameMode(ctx, file, register, mode);
}

function checkSameMode(ctx: Sm4ValidationContext, file: RegisterFile, register: number, mode: number): void {
  if (file.mask(register) !== 0 && file.interpolation(register) !== mode)
    ctx.report(ONE_INTERPOLATION_RULE, 0, { register: `v${register}` });
}

function modesOf(ctx: Sm4ValidationContext): number {
  return ctx.version === 40 ? MODES_40 : MODES;
}

interface Named {
  readonly file: RegisterFile;
  readonly register: number;
  readonly mask: number;
  readonly kind: number;
  readonly naming: Naming;
  readonly name: number;
  readonly mode: number;
}

/** Checks a declaration of a system value; its components are not declared yet. */
function checkName(ctx: Sm4ValidationContext, named: Named): void {
  const { file, register, mask, kind, naming, name, mode } = named;
  if (name > LAST_LINE || (namesOf(ctx, kind, naming) & (1 << name)) === 0) {
    ctx.report(SYSTEM_NAME_RULE, 0, { register: `${prefixOf(kind)}${register}`, name: SM4_SYSTEM_NAMES[name] ?? name });
    return;
  }
  const values = { name: SM4_SYSTEM_NAMES[name]! };
  const isOutput = kind >= REGISTER_FILES.output;
  const isIndex = name === TARGET_INDEX || name === VIEWPORT_INDEX;
  const interpolated = (ctx.stage === 'ps' || ctx.stage === 'lib') && !isOutput;
  const single = mask !== 0 && mask <= ALL_COMPONENTS && (mask & (mask - 1)) === 0;
  if (isTessFactor(name)) {
    if (!single) ctx.report(TESS_FACTOR_COMPONENT_RULE, 0, values);
    if (domainOf(name) !== ctx.tessellation.domain) ctx.report(TESS_FACTOR_DOMAIN_RULE, 0, values);
  } else if (naming === Naming.generated || (isIndex && (isOutput || interpolated))) {
    if (!single) ctx.report(ONE_COMPONENT_RULE, 0, values);
  } else if (name === POSITION && isOutput && mask !== ALL_COMPONENTS) ctx.report(POSITION_MASK_RULE);
  if (ctx.aborted) return;
  if (name === CLIP || name === CULL) {
    if (clipRegisters(file, register) > MAX_CLIP_REGISTERS) ctx.report(CLIP_DISTANCES_RULE);
  } else if ((!isIndex || isOutput || interpolated) && hasName(file, name)) ctx.report(NAME_TWICE_RULE, 0, values);
  if (ctx.aborted || !interpolated) return;
  if ((nameModes(name) & modesOf(ctx) & (1 << mode)) !== 0) checkSameMode(ctx, file, register, mode);
  else if (name === POSITION) ctx.reportProgram(NAME_INTERPOLATION_RULE, { ...values, mode }, ctx.cursor.start);
  else ctx.report(NAME_INTERPOLATION_RULE, 0, { ...values, mode });
}

/** The interpolation modes (bits) of a system value that a pixel shader reads. */
function nameModes(name: number): number {
  if (name === POSITION) return POSITION_MODES;
  return name === CLIP || name === CULL ? CLIP_MODES : CONSTANT;
}

function domainOf(name: number): number {
  if (name >= FIRST_LINE) return DOMAIN.isoline;
  return name >= FIRST_TRI ? DOMAIN.tri : DOMAIN.quad;
}

function hasName(file: RegisterFile, name: number): boolean {
  for (let register = 0; register < file.count; register++) {
    for (let i = 0; i < 4; i++) if (file.name(register, i) === name) return true;
  }
  return false;
}

/** How many registers have clip or cull distances, including `register`. */
function clipRegisters(file: RegisterFile, register: number): number {
  let count = 1;
  for (let at = 0; at < file.count; at++) {
    if (at === register) continue;
    for (let i = 0; i < 4; i++) {
      const name = file.name(at, i);
      if (name !== CLIP && name !== CULL) continue;
      count++;
      break;
    }
  }
  return count;
}

const declareUnnamed = (ctx: Sm4ValidationContext): void => declare(ctx, Naming.unnamed);
const declareGenerated = (ctx: Sm4ValidationContext): void => declare(ctx, Naming.generated);
const declareInterpreted = (ctx: Sm4ValidationContext): void => declare(ctx, Naming.interpreted);

export const REGISTER_DECLARATIONS: Handlers = {
  dcl_input: declareUnnamed,
  dcl_input_sgv: declareGenerated,
  dcl_input_siv: declareInterpreted,
  dcl_input_ps: declareUnnamed,
  dcl_input_ps_sgv: declareGenerated,
  dcl_input_ps_siv: declareInterpreted,
  dcl_output: declareOutput,
  dcl_output_sgv: declareGenerated,
  dcl_output_siv: declareInterpreted,
};
