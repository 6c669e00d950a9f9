/** The sections on signatures: inputs, outputs and patch constants. Every spelling here: oracle. */

import { ComponentType, MinPrecision, type TextsByNumber } from '../../base/d3d/enumerations.ts';
import { SYSTEM_VALUES, SystemValue, type SystemValueName, systemValueOf } from '../../base/d3d/system-values.ts';
import { NO_REGISTER, type Signature, type SignatureElement } from '../../container/signature.ts';
import { left, right } from './columns.ts';

/** Whether the element stores the mask of used components as it is (inputs) or negated (outputs). */
export type Direction = 'in' | 'out';

const COLUMNS = `//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
`;

/** Width of the column with names; with streams, three characters of it hold the stream. */
const NAME_COLUMN = 20;

/** By `D3D_NAME`. */
export const SYSTEM_VALUE_TEXTS: ReadonlyMap<number, string> = new Map(
  SYSTEM_VALUES.map(({ code, header }) => [code, header]),
);

/** The texts for registers of pixel shader outputs without a number; each fills its column. */
const OUTPUT_REGISTERS: Readonly<Partial<Record<SystemValueName, string>>> = {
  depth: '  oDepth',
  depthGreaterEqual: 'oDepthGE',
  depthLessEqual: 'oDepthLE',
  coverage: '   oMask',
  stencilRef: '   oStencilRef',
};

/** The same by semantic in lower case. */
export const SPECIAL_REGISTERS: ReadonlyMap<string, string> = new Map(
  SYSTEM_VALUES.flatMap(({ name, semantic }) => {
    const text = OUTPUT_REGISTERS[name];
    return text === undefined ? [] : [[semantic.toLowerCase(), text] as const];
  }),
);

/** Registers without a number and without a semantic of their own. */
export const PRIMITIVE_REGISTER = '  primID';
export const SPECIAL_REGISTER = ' special';

/** By `D3D_REGISTER_COMPONENT_TYPE`, in a column of 7. */
export const COMPONENT_TYPES: readonly string[] = [
  'unknown',
  '   uint',
  '    int',
  '  float',
] as const satisfies TextsByNumber<typeof ComponentType>;

/** Texts for a component type and a `D3D_MIN_PRECISION`, in a column of 7. */
export const MIN_PRECISION_TYPES: ReadonlyMap<number, string> = new Map([
  [minPrecisionKey(ComponentType.float32, MinPrecision.float16), ' min16f'],
  [minPrecisionKey(ComponentType.float32, MinPrecision.float2_8), 'min2_8f'],
  [minPrecisionKey(ComponentType.sint32, MinPrecision.sint16), ' min16i'],
  [minPrecisionKey(ComponentType.uint32, MinPrecision.uint16), ' min16u'],
]);

/** The key of {@link MIN_PRECISION_TYPES}. */
function minPrecisionKey(componentType: number, minPrecision: number): number {
  return 8 * minPrecision + componentType;
}

/** The parts of a key of {@link MIN_PRECISION_TYPES}. */
export function minPrecisionOfKey(key: number): { readonly componentType: number; readonly minPrecision: number } {
  return { componentType: key & 7, minPrecision: key >>> 3 };
}

/** The 16 masks, a blank for each component that is not set. */
const MASKS = Array.from({ length: 16 }, (_, mask) =>
  Array.from('xyzw', (component, bit) => (mask & (1 << bit) ? component : ' ')).join(''),
);

/**
 * One section.
 *
 * @param title `Input`, `Output` or `Patch Constant`
 * @param pixelShader whether semantics replace system values
 */
export function printSignature(
  signature: Signature,
  title: string,
  direction: Direction,
  pixelShader: boolean,
): string {
  const { elements } = signature;
  let text = `// ${title} signature:\n${COLUMNS}`;
  if (elements.length === 0) return `${text}// no ${title}\n`;
  const streams = elements.some((element) => element.stream !== 0);
  for (const element of elements) text += printElement(element, direction, pixelShader, streams);
  return `${text}//\n`;
}

function printElement(element: SignatureElement, direction: Direction, pixelShader: boolean, streams: boolean): string {
  const name = streams
    ? `m${element.stream}:${left(element.semanticName, NAME_COLUMN - 3)}`
    : left(element.semanticName, NAME_COLUMN);
  const used = direction === 'in' ? element.readWriteMask : ~element.readWriteMask & 0xff;
  const systemValue = right(systemValueText(systemValueOf(element, pixelShader)), 8);
  const start = `// ${name} ${right(element.semanticIndex, 5)}   `;
  const type = componentTypeOf(element);
  if (element.register === NO_REGISTER) {
    return `${start} N/A ${specialRegisterOf(element)} ${systemValue} ${type}   ${used !== 0 ? ' YES' : '  NO'}\n`;
  }
  const register = right(element.register, 8);
  return `${start}${MASKS[element.mask & 15]!} ${register} ${systemValue} ${type}   ${MASKS[used & 15]!}\n`;
}

function systemValueText(systemValue: number): string {
  return SYSTEM_VALUE_TEXTS.get(systemValue) ?? 'NONE';
}

function specialRegisterOf(element: SignatureElement): string {
  const bySemantic = SPECIAL_REGISTERS.get(element.semanticName.toLowerCase());
  return bySemantic ?? (element.systemValue === SystemValue.primitiveId ? PRIMITIVE_REGISTER : SPECIAL_REGISTER);
}

function componentTypeOf(element: SignatureElement): string {
  const { componentType, minPrecision } = element;
  const plain = COMPONENT_TYPES[componentType] ?? 'unknown';
  if (minPrecision === 0) return plain;
  return MIN_PRECISION_TYPES.get(minPrecisionKey(componentType, minPrecision)) ?? plain;
}
