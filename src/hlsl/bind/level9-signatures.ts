/**
 * Inputs and outputs of shaders for feature level 9. They have the registers of model 4.0; in the program of model 2,
 * register n is texture coordinate n, without counting that of a position, and inputs from 8 on are normals (source:
 * oracle).
 *
 * Not for: packing (signatures.ts).
 */
import { ComponentType, InterpolationMode } from '../../base/d3d/enumerations.ts';
import { type IrElement, type IrStage, newElement } from '../../ir/declarations.ts';
import type { SignatureVariable } from '../declarations.ts';
import type { PackedElement, PackedSignature, SignatureFault } from './signatures.ts';
import { FIRST_COORDINATE } from './sm1-signatures.ts';
import type { SignatureDirection } from './system-semantics.ts';

/** Registers of inputs and outputs. */
const LIMITS: Readonly<Record<string, number>> = { 'vs in': 16, 'vs out': 9, 'ps in': 8, 'ps out': 4 };

/** Texture coordinates that vertices have. */
const COORDINATES = 8;

const SYSTEM_VALUES: Readonly<Record<string, readonly string[]>> = {
  'vs in': [],
  'vs out': ['sv_position'],
  'ps in': ['sv_position'],
  'ps out': ['sv_target', 'sv_depth'],
};

/** Codes of system values that are there in model 4.0, where it is not X4583. */
const CODES: Readonly<Record<string, string>> = {
  sv_instanceid: 'X4016',
  sv_vertexid: 'X4555',
  sv_rendertargetarrayindex: 'X4555',
  sv_viewportarrayindex: 'X4555',
};

/** Modes of inputs that pixels have. */
const MODES: ReadonlySet<number> = /* @__PURE__ */ new Set([
  InterpolationMode.linear,
  InterpolationMode.linearCentroid,
]);

/** The faults of a signature of model 4.0 at feature level 9. */
export function level9Faults(
  variables: readonly SignatureVariable[],
  { elements }: PackedSignature,
  stage: IrStage,
  direction: SignatureDirection,
  profile: string,
): SignatureFault[] {
  const side = `${stage} ${direction}`;
  const faults: SignatureFault[] = [];
  for (const { variable, semanticName, rule, componentType, interpolation, mask } of elements) {
    const key = semanticName.toLowerCase();
    const report = (code: string, message: string) => faults.push({ code, message, variable });
    if (rule.isSystemValue && !SYSTEM_VALUES[side]!.includes(key))
      report(CODES[key] ?? 'X4583', `${profile} has no ${semanticName}`);
    if (side === 'ps in' && componentType !== ComponentType.float32)
      report('X4568', `${profile} has no integers as inputs; pass floats`);
    else if (side === 'ps in' && !rule.isSystemValue && !MODES.has(interpolation))
      report('X4568', `${profile} interpolates inputs linearly only`);
    if (rule.isTarget && mask !== 0b1111)
      report('X4529', `${variables[variable]!.semantic} has four components at feature level 9`);
  }
  const used = elements.reduce((count, { register }) => Math.max(count, register + 1), 0);
  const limit = LIMITS[side]!;
  if (used > limit) {
    const [code, what] = direction === 'in' ? ['X4506', 'inputs'] : ['X4571', 'outputs'];
    faults.push({ code, message: `${profile} has at most ${limit} ${what}, and ${used} are used`, variable: -1 });
  }
  if (side === 'vs out' && !elements.some(isPosition))
    faults.push({ code: 'X4541', message: 'a vertex shader writes SV_Position at feature level 9', variable: -1 });
  if (side === 'ps out') {
    const targets = elements.filter(({ rule }) => rule.isTarget).map(({ register }) => register);
    const missing = targets.length === 0 ? 0 : [...targets.keys()].find((target) => !targets.includes(target));
    if (missing !== undefined) {
      const code = missing === 0 ? 'X4530' : 'X4538';
      faults.push({ code, message: `a pixel shader writes SV_Target${missing} at feature level 9`, variable: -1 });
    }
  }
  return faults;
}

function isPosition({ rule, semanticIndex }: PackedElement): boolean {
  return rule.declared(semanticIndex) === 'position';
}

/**
 * The element of a module of model 2 that a packed element is. Inputs of one register are one element.
 *
 * @param all elements of the signature
 */
export function toLevel9Element(
  packed: PackedElement,
  all: readonly PackedElement[],
  stage: IrStage,
  direction: SignatureDirection,
): IrElement {
  const special = isPosition(packed) ? 'position' : packed.rule.special;
  if (special !== undefined) return { ...newElement('special', 0, packed.mask), special };
  const { rule, register, interpolation, mask } = packed;
  if (rule.isTarget) return { ...newElement('vertex', register, mask), semantic: 'color', semanticIndex: register };
  const positions = new Set(all.filter((one) => isPosition(one) && one.register < register).map((one) => one.register));
  const coordinate = register - positions.size;
  const isVertexInput = stage === 'vs' && direction === 'in';
  const element = newElement(
    'vertex',
    isVertexInput ? coordinate : FIRST_COORDINATE + coordinate,
    direction === 'in' ? 0b1111 : mask,
  );
  const isNormal = coordinate >= COORDINATES;
  element.semantic = isNormal ? 'normal' : 'texcoord';
  element.semanticIndex = isNormal ? coordinate - COORDINATES : coordinate;
  if (stage === 'ps') element.interpolation = interpolation === InterpolationMode.linear ? 'linear' : 'linearCentroid';
  return element;
}

/**
 * The element of a library function: each row of a parameter or result is a texture coordinate (source: oracle).
 * Results of pixels are colors until the program is complete, because shaders write nothing else.
 */
export function toLibraryElement(packed: PackedElement, stage: IrStage, direction: SignatureDirection): IrElement {
  const { register, mask } = packed;
  const isInput = direction === 'in';
  const first = (stage === 'vs') === isInput ? 0 : FIRST_COORDINATE;
  const element = newElement('vertex', first + register, isInput ? 0b1111 : mask);
  element.semantic = 'texcoord';
  element.semanticIndex = register;
  if (stage === 'ps' && isInput) element.interpolation = 'linear';
  return element;
}
