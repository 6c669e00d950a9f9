/**
 * Signatures: registers, types, system values, their order; and the declarations of a program against them. Each
 * declared component must be in the signature, with the same system value. The signature may have more (source:
 * oracle).
 *
 * Microsoft's validator checks them after everything else, and only where there are no other errors. Patch constants
 * come first, then inputs, then outputs; each against the declarations of the program after its last element (source:
 * oracle).
 *
 * Not for: whether a signature can be read (../../validate-container.ts).
 */

import {
  FIRST_PIXEL_OUTPUT,
  SYSTEM_VALUE_REGISTERS,
  SystemValue,
  systemValueOf,
} from '../../../../base/d3d/system-values.ts';
import { bitCount } from '../../../../base/words.ts';
import type { SignatureElement } from '../../../../chunks/signature.ts';
import { SM4_INTERPOLATION_MODES, SM4_SYSTEM_NAMES } from '../../../../isa/sm4/names.ts';
import type { Sm4Stage } from '../../../../isa/sm4/opcodes.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import { elementStart, type SignaturePart, type Sm4ValidationContext } from '../../context.ts';
import { ALL_COMPONENTS, INTERFACE_REGISTERS, MAX_CLIP_REGISTERS, STREAMS } from '../../limits.ts';
import type { RegisterFile } from '../registers/state.ts';
import { checkSignatureFactors } from '../stages/tess-factors.ts';
import { ABSENT, SignatureMap } from './signature-map.ts';

export const NAME_RULE: Sm4RuleRow = {
  code: 'DX3329',
  text: 'Component {component} of {which} register {register} has another system value in the declaration than in the signature.',
  hint: 'Use the same system value in both.',
};
export const MISSING_RULE: Sm4RuleRow = {
  code: 'DX3330',
  text: 'Component {component} of {which} register {register} is declared but not in the signature.',
  hint: 'Add it to the signature, or remove its declaration.',
};

const COMPONENTS = 'xyzw';

const POSITION = SM4_SYSTEM_NAMES.indexOf('position');
const CLIP_DISTANCE = SM4_SYSTEM_NAMES.indexOf('clip_distance');
const VIEWPORT = SM4_SYSTEM_NAMES.indexOf('viewport_array_index');

/** A range of system values in a signature that match any declaration; `to` below `from`: none. */
interface Free {
  readonly from: number;
  readonly to: number;
}

const NONE_FREE: Free = { from: 0, to: -1 };
/** Inputs that are passed on per vertex: their system value in the earlier stage does not matter (source: oracle). */
const GEOMETRY_FREE: Free = { from: CLIP_DISTANCE, to: VIEWPORT };
const DOMAIN_FREE: Free = { from: POSITION, to: VIEWPORT };
const HULL_OUTPUT_FREE: Free = { from: 0, to: VIEWPORT };
const ALL_FREE: Free = { from: 0, to: ABSENT - 1 };

/** Checks declared patch constants; of hull shaders only those that join phases read are compared (source: oracle). */
export function checkDeclaredPatchConstants(ctx: Sm4ValidationContext, map: SignatureMap): void {
  if (ctx.stage === 'ds') validateFile(ctx, ctx.registers.current.patchConstant, map, 0, 'patch constant', NONE_FREE);
  else if (ctx.stage === 'hs') validateFile(ctx, ctx.tessellation.hull.joined, map, 0, 'patch constant', ALL_FREE);
}

export function checkDeclaredInputs(ctx: Sm4ValidationContext, map: SignatureMap): void {
  const { current } = ctx.registers;
  if (ctx.stage === 'ds') validateFile(ctx, current.inputControlPoint, map, 0, 'input', DOMAIN_FREE);
  else if (ctx.stage === 'hs') validateFile(ctx, ctx.tessellation.hull.controlPoints?.input, map, 0, 'input', ALL_FREE);
  else validateFile(ctx, current.input, map, 0, 'input', ctx.stage === 'gs' ? GEOMETRY_FREE : NONE_FREE);
}

export function checkDeclaredOutputs(ctx: Sm4ValidationContext, map: SignatureMap): void {
  if (ctx.stage === 'hs') {
    validateFile(ctx, ctx.tessellation.hull.controlPoints?.output(), map, 0, 'output', HULL_OUTPUT_FREE);
    return;
  }
  for (let stream = 0; stream < STREAMS; stream++)
    validateFile(ctx, ctx.registers.current.output(stream), map, stream, 'output', NONE_FREE);
}

function validateFile(
  ctx: Sm4ValidationContext,
  file: RegisterFile | undefined,
  map: SignatureMap,
  stream: number,
  which: string,
  free: Free,
): void {
  if (file === undefined) return;
  for (let register = 0; register < INTERFACE_REGISTERS; register++) {
    const mask = file.mask(register);
    if (mask === 0) continue;
    for (let component = 0; component < COMPONENTS.length; component++) {
      if ((mask & (1 << component)) === 0) continue;
      const name = map.name(stream, register, component);

      const isFree = name >= free.from && name <= free.to;
      if (isFree || name === file.name(register, component)) continue;
      const values = { which, register, component: COMPONENTS[component]! };
      ctx.reportProgram(name === ABSENT ? MISSING_RULE : NAME_RULE, values);
    }
  }
}

export const REGISTER_RULE: Sm4RuleRow = {
  code: 'DX3320',
  text: 'Element {element} of the {which} signature has register {register}; the last register is 31.',
  hint: 'Use a lower register.',
  aborts: true,
};
export const TWICE_RULE: Sm4RuleRow = {
  code: 'DX3321',
  text: 'Element {element} of the {which} signature has components of register {register} that another element has.',
  hint: 'Give each component to one element.',
  aborts: true,
};
export const PIXEL_OUTPUT_RULE: Sm4RuleRow = {
  code: 'DX3328',
  text: 'A pixel shader cannot output {semantic} (element {element} of the output signature).',
  hint: 'Use SV_Target, SV_Depth, SV_DepthGreaterEqual, SV_DepthLessEqual, SV_Coverage or SV_StencilRef.',
  aborts: true,
};
export const COMPONENT_TYPE_RULE: Sm4RuleRow = {
  code: 'DX3322',
  text: '{semantic}, element {element} of the {which} signature, has the component type {type}, which does not exist.',
  hint: 'Make it uint, int or float.',
};
export const INTERPOLATION_RULE: Sm4RuleRow = {
  code: 'DX3323',
  text: '{semantic}, element {element} of the {which} signature, has an integer type, but its register is interpolated.',
  hint: 'Declare the register with constant interpolation, or make the type float.',
};
export const TYPE_RULE: Sm4RuleRow = {
  code: 'DX3324',
  text: '{semantic}, element {element} of the {which} signature, must be {constraint}.',
  hint: 'Give it the type and the components of its system value.',
};
export const SYSTEM_VALUE_RULE: Sm4RuleRow = {
  code: 'DX3325',
  text: '{semantic}, element {element} of the {which} signature, has the system value {value}, which does not exist.',
  hint: 'Use a system value that exists, or 0.',
};
export const ORDER_RULE: Sm4RuleRow = {
  code: 'DX3326',
  text: '{semantic} comes after a system-generated value.',
  hint: 'Move system-generated values to the end of the inputs.',
};
export const CLIP_REGISTERS_RULE: Sm4RuleRow = {
  code: 'DX3327',
  text: 'Clip and cull distances of the {which} signature use more than {limit} registers.',
  hint: 'Pack the distances into fewer registers.',
};

/** D3D_REGISTER_COMPONENT_TYPE. */
const UINT = 1;
const FLOAT = 3;
const ONE_COMPONENT: ReadonlySet<number> = new Set([1, 2, 4, 8]);
const CONSTANT = SM4_INTERPOLATION_MODES.indexOf('constant');

const CULL_DISTANCE = SM4_SYSTEM_NAMES.indexOf('cull_distance');
const PRIMITIVE_ID = SM4_SYSTEM_NAMES.indexOf('primitive_id');
const FRONT_FACE = SM4_SYSTEM_NAMES.indexOf('is_front_face');
const SAMPLE_INDEX = SM4_SYSTEM_NAMES.indexOf('sampleIndex');
/** System values from 64 on are outputs of pixel shaders; in declarations they are not system values. */
const { target: TARGET, coverage: LAST_UNNAMED } = SystemValue;

/** Component types of pixel shader outputs with special registers, by `D3D_NAME`. */
const SPECIAL_TYPES: Readonly<Record<number, number>> = Object.fromEntries(
  SYSTEM_VALUE_REGISTERS.filter(({ code }) => code >= FIRST_PIXEL_OUTPUT).map(({ code, type }) => [code, type]),
);

type Which = 'input' | 'output' | 'patch constant';

/** Checks the signatures, and the declarations of the program against them. */
export function checkSignatures(ctx: Sm4ValidationContext): void {
  // The signatures of compute shaders and functions have no meaning.
  if (ctx.stage === 'cs' || ctx.stage === 'lib') return;
  const { input, output, patchConstant } = ctx.containerInfo;
  if (patchConstant) {
    const map = checkElements(ctx, patchConstant, 'patch constant');
    if (ctx.aborted) return;
    checkDeclaredPatchConstants(ctx, map);
    checkSignatureFactors(ctx, map);
  }
  if (input) {
    const map = checkElements(ctx, input, 'input');
    if (ctx.aborted) return;
    checkDeclaredInputs(ctx, map);
  }
  if (!output) return;
  const map = checkElements(ctx, output, 'output');
  if (!ctx.aborted) checkDeclaredOutputs(ctx, map);
}

function checkElements(ctx: Sm4ValidationContext, part: SignaturePart, which: Which): SignatureMap {
  const map = new SignatureMap();
  let generated = false;
  let clipRegisters = 0;
  for (let i = 0; i < part.elements.length; i++) {
    const element = part.elements[i]!;
    const { componentType, systemValue, stream } = element;
    // Elements of streams that do not exist are not checked (source: oracle).
    if (which === 'output' && stream >= STREAMS) continue;
    const report = (rule: Sm4RuleRow, values: Readonly<Record<string, string | number>> = {}): void => {
      const all = { element: i + 1, which, semantic: element.semanticName, ...values };
      ctx.diagnostics.addSpan(rule, all, elementStart(part, i), elementStart(part, i + 1));
    };
    const special = which === 'output' && ctx.stage === 'ps' ? specialOutput(element) : 0;
    if (special < 0) report(PIXEL_OUTPUT_RULE);
    else if (special === 0 && !isPrimitiveInput(ctx.stage, which, systemValue)) addElement(map, element, which, report);
    if (ctx.aborted) return map;
    if (componentType < UINT || componentType > FLOAT) {
      report(COMPONENT_TYPE_RULE, { type: componentType });
    } else if (ctx.stage === 'ps' && which === 'input' && componentType !== FLOAT && isInterpolated(ctx, element)) {
      report(INTERPOLATION_RULE);
    } else if (which !== 'output' && isGenerated(ctx.stage, systemValue)) {
      generated = true;
      checkType(element, special, report);
    } else if (which !== 'output' && generated) {
      report(ORDER_RULE);
    } else if (
      checkType(element, special, report) &&
      (systemValue === CULL_DISTANCE - 1 || systemValue === CULL_DISTANCE)
    ) {
      clipRegisters |= 1 << element.register;
      if (bitCount(clipRegisters) > MAX_CLIP_REGISTERS) report(CLIP_REGISTERS_RULE, { limit: MAX_CLIP_REGISTERS });
    }
  }
  return map;
}

type Report = (rule: Sm4RuleRow, values?: Readonly<Record<string, string | number>>) => void;

function addElement(map: SignatureMap, element: SignatureElement, which: Which, report: Report): void {
  const { register, mask, stream } = element;
  if (register >= INTERFACE_REGISTERS) report(REGISTER_RULE, { register });
  else if (!map.add(which === 'output' ? stream : 0, element, mask)) report(TWICE_RULE, { register });
}

/** The `D3D_NAME` of an output with a special register; 0 for a target, -1 for what a pixel shader cannot output. */
function specialOutput(element: SignatureElement): number {
  const value = systemValueOf({ ...element, systemValue: 0 }, true);
  return value === TARGET ? 0 : value in SPECIAL_TYPES ? value : -1;
}

/** Whether an input of a geometry shader is the primitive id, which has a special register. */
function isPrimitiveInput(stage: Sm4Stage | 'lib', which: Which, systemValue: number): boolean {
  return stage === 'gs' && which === 'input' && systemValue === PRIMITIVE_ID;
}

/** Whether the system generates a value, for the order of inputs. */
function isGenerated(stage: Sm4Stage | 'lib', systemValue: number): boolean {
  if (systemValue === FRONT_FACE || systemValue === SAMPLE_INDEX) return true;
  return systemValue === PRIMITIVE_ID && stage !== 'vs' && stage !== 'ps';
}

function isInterpolated(ctx: Sm4ValidationContext, { register }: SignatureElement): boolean {
  return ctx.registers.current.input.interpolation(register) > CONSTANT;
}

/** Checks the type and mask of an element by its system value; returns whether they are right. */
function checkType(element: SignatureElement, special: number, report: Report): boolean {
  const { systemValue: value, componentType, mask } = element;
  const constraint = constraintOf(value, special);
  if (constraint === undefined) {
    report(SYSTEM_VALUE_RULE, { value });
    return false;
  }
  const matches =
    (constraint.type === 0 || constraint.type === componentType) &&
    (constraint.mask === 0 || (constraint.mask < 0 ? ONE_COMPONENT.has(mask) : constraint.mask === mask));
  if (!matches) report(TYPE_RULE, { constraint: constraint.text });
  return matches;
}

interface Constraint {
  /** 0: any. */
  readonly type: number;
  /** The mask that it must have; -1: one component, 0: any. */
  readonly mask: number;
  readonly text: string;
}

const ANYTHING: Constraint = { type: 0, mask: 0, text: '' };
const ANY_FLOAT: Constraint = { type: FLOAT, mask: 0, text: 'of floats' };
const ANY_UINT: Constraint = { type: UINT, mask: 0, text: 'of unsigned integers' };
const FOUR_FLOATS: Constraint = { type: FLOAT, mask: ALL_COMPONENTS, text: 'of four floats' };
const ONE_FLOAT: Constraint = { type: FLOAT, mask: -1, text: 'one float' };
const ONE_UINT: Constraint = { type: UINT, mask: -1, text: 'one unsigned integer' };

/** The type and mask that a system value needs; undefined for a value that does not exist. */
function constraintOf(value: number, special: number): Constraint | undefined {
  if (value === 0 || (value >= TARGET && value <= LAST_UNNAMED))
    return special === 0 ? ANYTHING : SPECIAL_TYPES[special] === FLOAT ? ANY_FLOAT : ANY_UINT;
  if (value === POSITION) return FOUR_FLOATS;
  if (value <= CULL_DISTANCE) return ANY_FLOAT;
  if (value <= SAMPLE_INDEX) return ONE_UINT;
  return value < SM4_SYSTEM_NAMES.length ? ONE_FLOAT : undefined;
}
