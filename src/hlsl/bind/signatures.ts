/**
 * The inputs, outputs and patch constants of an entry point as elements of signatures: one for each row of a variable,
 * with register and components as Microsoft's compiler packs them (source: oracle).
 *
 * A row of a signature takes elements of the same interpolation and class. An element goes to the first start
 * component, and there to the first row, where nothing is at its components; an array, and the first member of a
 * structure, always start a row.
 *
 * Not for: which components are read or written (usage.ts), the bytes of the chunks (reflection.ts).
 */
import { ComponentType, InterpolationMode, MinPrecision, namesByNumber } from '../../base/d3d/enumerations.ts';
import { type IrElement, type IrElementKind, type IrStage, newElement } from '../../ir/declarations.ts';
import type { SignatureVariable } from '../declarations.ts';
import type { NumericType, ScalarName } from '../types/types.ts';
import {
  type RowClass,
  type SemanticFault,
  type SemanticRule,
  type SignatureDirection,
  semanticRule,
  splitSemantic,
} from './system-semantics.ts';

/** One row of a variable in a signature. */
export interface PackedElement {
  /** The variable, as an index into the list that was packed. */
  readonly variable: number;
  /** The scalars of the variable (in the order of its type, elements of arrays in order) that the components are. */
  readonly scalars: readonly number[];
  readonly semanticName: string;
  readonly semanticIndex: number;
  /** `D3D_NAME` as signatures store it. */
  readonly systemValue: number;
  /** `D3D_REGISTER_COMPONENT_TYPE`. */
  readonly componentType: number;
  /** -1 for a register without a number. */
  readonly register: number;
  /** The first component. */
  readonly component: number;
  readonly mask: number;
  /** `D3D_MIN_PRECISION`. */
  readonly minPrecision: number;
  readonly stream: number;
  /** `D3D_INTERPOLATION_MODE` of inputs of a pixel shader. */
  readonly interpolation: number;
  readonly rule: SemanticRule;
  /** Of members that a semantic of their structure numbers, the number of that semantic. */
  readonly numbering?: number | undefined;
  /** Of a variable that is distances from clip planes. */
  readonly isOfPlanes?: boolean;
  /** Of a variable of type `half`, which is a smaller type in models 1 to 3 only. */
  readonly isHalf?: boolean;
  /** The element of an input with the same semantic that this one is, too; signatures list it once. */
  readonly aliasOf?: PackedElement;
}

/** A fault of a variable of a signature. */
export interface SignatureFault {
  readonly code: string;
  readonly message: string;
  /** -1 for a fault of the signature. */
  readonly variable: number;
}

export interface PackedSignature {
  /** In the order of the chunk; those that it does not store are last. */
  readonly elements: readonly PackedElement[];
  readonly faults: readonly SignatureFault[];
}

const COMPONENT_TYPES: Readonly<Record<ScalarName, number>> = {
  bool: ComponentType.uint32,
  int: ComponentType.sint32,
  uint: ComponentType.uint32,
  half: ComponentType.float32,
  float: ComponentType.float32,
  double: ComponentType.unknown,
  min16float: ComponentType.float32,
  min10float: ComponentType.float32,
  min16int: ComponentType.sint32,
  min12int: ComponentType.sint32,
  min16uint: ComponentType.uint32,
};

const PRECISIONS: Readonly<Partial<Record<ScalarName, number>>> = {
  min16float: MinPrecision.float16,
  min10float: MinPrecision.float2_8,
  min16int: MinPrecision.sint16,
  min12int: MinPrecision.sint16,
  min16uint: MinPrecision.uint16,
};

/** The interpolation that modifiers ask for; integers are constant. */
function interpolationOf({ modifiers, type }: SignatureVariable, rule: SemanticRule): number {
  const has = (modifier: string) => modifiers.includes(modifier);
  const isInteger = COMPONENT_TYPES[type.scalar] !== ComponentType.float32;
  if (has('nointerpolation') || (isInteger && rule.rowClass !== 'position')) return InterpolationMode.constant;
  const isLinear = !has('noperspective') && rule.rowClass !== 'position';
  if (has('sample')) return isLinear ? InterpolationMode.linearSample : InterpolationMode.linearNoperspectiveSample;
  if (has('centroid'))
    return isLinear ? InterpolationMode.linearCentroid : InterpolationMode.linearNoperspectiveCentroid;
  return isLinear ? InterpolationMode.linear : InterpolationMode.linearNoperspective;
}

/** The rows of a type in a signature: how many, and their components; a column-major matrix has its columns as rows. */
export function rowsOf(type: NumericType): {
  readonly rows: number;
  readonly width: number;
  readonly isTransposed: boolean;
} {
  const isTransposed = type.shape === 'matrix' && !type.isRowMajor;
  return isTransposed
    ? { rows: type.columns, width: type.rows, isTransposed }
    : { rows: type.rows, width: type.columns, isTransposed };
}

type UnplacedElement = Omit<PackedElement, 'register' | 'component' | 'mask'>;

/** Elements that take consecutive rows together, before they have registers. */
interface Group {
  readonly elements: UnplacedElement[];
  readonly width: number;
  readonly startsRow: boolean;
  readonly mode: number;
}

/** A row of a signature while it is packed. */
interface Row {
  rowClass: RowClass;
  readonly mode: number;
  /** It has a system value, so that ordinary elements cannot share it. */
  hasSystemValue: boolean;
  /** Components in use. */
  used: number;
}

/** The components from one on, as far as there are. */
function maskOf(component: number, width: number): number {
  return (((1 << width) - 1) << component) & 15;
}

/** Rows of one stream. */
class Rows {
  readonly #rows: Row[] = [];

  constructor(private readonly isPatch: boolean) {}

  /** The first row and component of a group that is put into these rows. */
  put({ elements, width, startsRow, mode }: Group): { readonly row: number; readonly component: number } {
    const { rule } = elements[0]!;
    const count = elements.length;
    const rows = this.#rows;
    if (!startsRow)
      for (let component = 0; component + width <= 4; component++)
        for (let row = 0; row + count <= rows.length; row++) {
          if (!this.#isFree(row, count, maskOf(component, width), mode, rule)) continue;
          for (let i = row; i < row + count; i++) {
            rows[i]!.used |= maskOf(component, width);
            rows[i]!.hasSystemValue ||= rule.isSystemValue;
            rows[i]!.rowClass = rule.rowClass;
          }
          return { row, component };
        }
    for (let i = 0; i < count; i++)
      rows.push({ rowClass: rule.rowClass, mode, hasSystemValue: rule.isSystemValue, used: maskOf(0, width) });
    return { row: rows.length - count, component: 0 };
  }

  #isFree(first: number, count: number, mask: number, mode: number, rule: SemanticRule): boolean {
    for (let i = first; i < first + count; i++) {
      const row = this.#rows[i]!;
      if ((row.used & mask) !== 0) return false;
      if (this.isPatch) {
        // Only one factor of the tessellator is in a row.
        if (rule.isSystemValue && row.hasSystemValue) return false;
        continue;
      }
      if (row.mode !== mode || (row.hasSystemValue && !rule.isSystemValue)) return false;
      // An index of a target or viewport may follow generated values, but not the other way round.
      const isAfterGenerated = row.rowClass === 'generated' && rule.rowClass === 'user';
      if (row.rowClass !== rule.rowClass && !isAfterGenerated) return false;
    }
    return true;
  }
}

/**
 * Packs the variables of one side of an entry point.
 *
 * @param variables in the order of the source; the result of the entry point comes before its `out` parameters
 */
export function packSignature(
  variables: readonly SignatureVariable[],
  stage: IrStage,
  direction: SignatureDirection,
  version: readonly [major: number, minor: number],
): PackedSignature {
  const faults: SignatureFault[] = [];
  const elements: PackedElement[] = [];
  const streams = new Map<number, Rows>();
  const usesOneRowEach = stage === 'vs' && direction === 'in';
  const seen = new Map<string, PackedElement>();
  const state = { next: 0, hasGenerated: false };
  for (const [index, variable] of variables.entries()) {
    const { name, number } = splitSemantic(variable.semantic);
    const rule = semanticRule(variable, name, number, stage, direction, version);
    if ('code' in rule) {
      faults.push({ ...rule, variable: index });
      continue;
    }
    if (variable.type.scalar === 'double') {
      const message = 'doubles cannot be inputs or outputs; pass the two halves as uints (asuint, asdouble)';
      faults.push({ code: 'X3687', message, variable: index });
      continue;
    }
    const group = groupOf(variable, index, name, number, rule);
    const keyOf = ({ stream, semanticIndex }: Group['elements'][number]) =>
      `${stream} ${name.toLowerCase()} ${semanticIndex}`;
    const known = group.elements.map((element) => seen.get(keyOf(element)));
    if (known.some((element) => element !== undefined)) {
      const fault = repeatedFault(variables, group, known, direction === 'in');
      if (fault !== undefined) faults.push({ ...fault, variable: index });
      else
        for (const [i, element] of group.elements.entries()) {
          const { register, component, mask } = known[i]!;
          elements.push({ ...element, register, component, mask, aliasOf: known[i]! });
        }
      continue;
    }
    const unsuitable = registerFault(variable, rule, direction);
    if (unsuitable !== undefined) faults.push({ ...unsuitable, variable: index });
    if (stage === 'ps' && direction === 'in') {
      const fault = unsuitable === undefined ? pixelInputFault(variable, rule, state.hasGenerated, version) : undefined;
      if (fault !== undefined) faults.push({ ...fault, variable: index });
      state.hasGenerated ||= rule.rowClass === 'generated';
    }
    const add = (element: PackedElement) => {
      elements.push(element);
      seen.set(keyOf(element), element);
    };
    const mask = (component: number) => maskOf(component, group.width);
    if (rule.special !== undefined) {
      for (const element of group.elements) add({ ...element, register: -1, component: 0, mask: mask(0) });
      continue;
    }
    if (rule.isTarget || usesOneRowEach) {
      for (const [i, element] of group.elements.entries()) {
        const register = rule.isTarget ? number + i : state.next++;
        add({ ...element, register, component: 0, mask: mask(0) });
      }
      continue;
    }
    const rows = streams.get(variable.stream) ?? new Rows(direction === 'patch');
    streams.set(variable.stream, rows);
    const { row, component } = rows.put(group);
    for (const [i, element] of group.elements.entries())
      add({ ...element, register: row + i, component, mask: mask(component) });
  }
  elements.sort(inOrderOfChunk);
  const limit = limitFault(elements, stage, direction, version);
  if (limit !== undefined) faults.push({ ...limit, variable: -1 });
  return { elements, faults };
}

/** Why a variable cannot have the semantic of another one. Inputs of the same shape are the same input. */
function repeatedFault(
  variables: readonly SignatureVariable[],
  { elements }: Group,
  known: readonly (PackedElement | undefined)[],
  isInput: boolean,
): SemanticFault | undefined {
  const first = known.find((element) => element !== undefined)!;
  const { variable, semanticName, semanticIndex } = elements[0]!;
  const semantic = `${semanticName}${semanticIndex}`;
  const { special, isSystemValue } = elements[0]!.rule;
  if (!isInput) {
    const code = special?.startsWith('depth') === true ? 'X3677' : isSystemValue ? 'X4574' : 'X4503';
    return { code, message: `the output semantic ${semantic} is used more than once` };
  }
  const [a, b] = [variables[first.variable]!, variables[variable]!];
  const isSame = a.type === b.type && a.length === b.length && known.every((one) => one?.variable === first.variable);
  if (isSame) return undefined;
  return { code: 'X3536', message: `inputs with the semantic ${semantic} have different types or sizes` };
}

/** Why a register cannot have a system value of a type. Positions that are outputs are checked by their entry point. */
function registerFault(
  { type, semantic }: SignatureVariable,
  { rowClass, isSystemValue, isStored, isTarget, special }: SemanticRule,
  direction: SignatureDirection,
): SemanticFault | undefined {
  if (!isSystemValue || !isStored || isTarget || direction === 'patch') return undefined;
  const code = 'X4576';
  const count = type.rows * type.columns;
  const component = COMPONENT_TYPES[type.scalar];
  const isFloat = component === ComponentType.float32;
  if (rowClass === 'position')
    return direction === 'in' && (!isFloat || count !== 4) ? { code, message: `${semantic} is a float4` } : undefined;
  if (rowClass === 'distance') return isFloat ? undefined : { code, message: `${semantic} is a float` };
  if ((special === undefined || special === 'primitiveId') && (component !== ComponentType.uint32 || count !== 1))
    return { code, message: `${semantic} is one uint or bool` };
  return undefined;
}

/** Rules of the inputs of pixel shaders. */
function pixelInputFault(
  { type, modifiers, semantic }: SignatureVariable,
  { isSystemValue }: SemanticRule,
  hasGenerated: boolean,
  [major, minor]: readonly [major: number, minor: number],
): SemanticFault | undefined {
  const code = 'X4576';
  if (modifiers.includes('sample') && major === 4 && minor === 0)
    return { code: 'X4568', message: `${semantic} is interpolated for each sample, which 4_0 does not have` };
  const isFloat = COMPONENT_TYPES[type.scalar] === ComponentType.float32;
  if (!isSystemValue && hasGenerated)
    return { code, message: `${semantic} comes after a value that the hardware generates; put it before` };
  if (!isFloat && modifiers.some((one) => one !== 'nointerpolation' && one !== 'linear' && INTERPOLATES.has(one)))
    return { code, message: `${semantic} is an integer, which is never interpolated` };
  return undefined;
}

const INTERPOLATES: ReadonlySet<string> = new Set(['noperspective', 'centroid', 'sample']);

/** Registers of vertex and geometry shaders of 4.0; all others have 32. */
const FEW_REGISTERS = 16;
const REGISTERS = 32;
const DISTANCE_REGISTERS = 2;

function limitFault(
  elements: readonly PackedElement[],
  stage: IrStage,
  direction: SignatureDirection,
  [major, minor]: readonly [number, number],
): SemanticFault | undefined {
  const distances = new Set(elements.flatMap(({ rule, register }) => (rule.rowClass === 'distance' ? register : [])));
  if (distances.size > DISTANCE_REGISTERS)
    return { code: 'X4576', message: `distances take at most ${DISTANCE_REGISTERS} registers` };
  const isFew = major === 4 && minor === 0 && (stage === 'vs' || (stage === 'gs' && direction === 'in'));
  const limit = isFew ? FEW_REGISTERS : REGISTERS;
  const used = elements.reduce((count, { register }) => Math.max(count, register + 1), 0);
  if (used <= limit) return undefined;
  const what = direction === 'in' || (direction === 'patch' && stage === 'ds') ? 'inputs' : 'outputs';
  const message = `${stage}_${major}_${minor} has at most ${limit} ${what}, and ${used} are used`;
  return { code: what === 'inputs' ? 'X4506' : 'X4571', message };
}

/** By stream, register and component; those without a register are last, by name. */
function inOrderOfChunk(a: PackedElement, b: PackedElement): number {
  const position = ({ register }: PackedElement) => (register < 0 ? Number.MAX_SAFE_INTEGER : register);
  const isHidden = ({ rule }: PackedElement) => Number(!rule.isStored);
  const order = isHidden(a) - isHidden(b) || a.stream - b.stream || position(a) - position(b);
  if (order !== 0) return order;
  if (a.register >= 0) return a.component - b.component;
  const [first, second] = [a.semanticName.toLowerCase(), b.semanticName.toLowerCase()];
  return first < second ? -1 : Number(first > second);
}

/** The elements of a variable: each row of each element of an array has a semantic index of its own. */
function groupOf(variable: SignatureVariable, index: number, name: string, number: number, rule: SemanticRule): Group {
  const elements = elementsOf(variable, index, name, number, rule);
  const { width } = rowsOf(variable.type);
  const startsRow = variable.length !== undefined || variable.startsRow === true;
  return { elements, width, startsRow, mode: interpolationOf(variable, rule) };
}

/** The elements of a variable, before they have registers and components. */
export function elementsOf(
  variable: SignatureVariable,
  index: number,
  name: string,
  number: number,
  rule: SemanticRule,
): UnplacedElement[] {
  const { type, length = 1, stream } = variable;
  const { rows, width, isTransposed } = rowsOf(type);
  const elements: UnplacedElement[] = [];
  const interpolation = interpolationOf(variable, rule);
  for (let i = 0; i < length; i++)
    for (let row = 0; row < rows; row++) {
      const semanticIndex = number + i * rows + row;
      const first = i * rows * width;
      const scalars = Array.from(
        { length: width },
        (_, c) => first + (isTransposed ? c * rows + row : row * width + c),
      );
      elements.push({
        variable: index,
        scalars,
        semanticName: name,
        semanticIndex,
        systemValue: rule.systemValue(semanticIndex),
        componentType: COMPONENT_TYPES[type.scalar],
        minPrecision: PRECISIONS[type.scalar] ?? MinPrecision.default,
        stream,
        interpolation,
        rule,
        ...(variable.numbering === undefined ? {} : { numbering: variable.numbering }),
        ...(variable.isOfPlanes === true ? { isOfPlanes: true } : {}),
        ...(type.scalar === 'half' ? { isHalf: true } : {}),
      });
    }
  return elements;
}

const INTERPOLATIONS = /* @__PURE__ */ namesByNumber(InterpolationMode);
const TYPES = [undefined, 'u32', 'i32', 'f32'] as const;

function kindOf(stage: IrStage, direction: SignatureDirection): IrElementKind {
  if (direction === 'patch') return 'patch';
  if (stage === 'hs') return direction === 'in' ? 'inputPoint' : 'outputPoint';
  return stage === 'ds' && direction === 'in' ? 'inputPoint' : 'vertex';
}

/** The element of a module that a packed element is. */
export function toIrElement(packed: PackedElement, stage: IrStage, direction: SignatureDirection): IrElement {
  const { rule, semanticIndex, componentType, stream, minPrecision } = packed;
  const { special } = rule;
  const element = newElement(
    special === undefined ? kindOf(stage, direction) : 'special',
    special === undefined ? packed.register : 0,
    packed.mask,
  );
  element.special = special;
  element.semantic = packed.semanticName;
  element.semanticIndex = semanticIndex;
  // Control points have no system values where they are read.
  if (special === undefined && element.kind !== 'inputPoint') element.systemValue = rule.declared(semanticIndex);
  element.type = TYPES[componentType];
  if (stage === 'ps' && direction === 'in' && special === undefined)
    element.interpolation = INTERPOLATIONS[packed.interpolation];
  if (minPrecision !== MinPrecision.default) element.precision = minPrecision === MinPrecision.float2_8 ? 10 : 16;
  if (stage === 'gs' && direction === 'out' && stream > 0) element.stream = stream;
  return element;
}

/** The number of render targets that a pixel shader writes, unused ones before the last included. */
export function targetCount(elements: readonly PackedElement[]): number {
  return elements.reduce((count, { rule, register }) => (rule.isTarget ? Math.max(count, register + 1) : count), 0);
}
