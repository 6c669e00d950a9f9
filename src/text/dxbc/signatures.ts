/** The sections on signatures: inputs, outputs and patch constants. Every spelling here: oracle. */

import { ComponentType, MinPrecision, type NamesByNumber } from '../../base/d3d/enumerations.ts';
import { SYSTEM_VALUES, SystemValue, type SystemValueName, systemValueOf } from '../../base/d3d/system-values.ts';
import { NO_REGISTER, type Signature, type SignatureElement } from '../../chunks/signature.ts';
import { PackedText, TextCache } from '../text-cache.ts';
import type { TextWriter } from '../writer.ts';

/** Whether the element stores the mask of used components as it is (inputs) or negated (outputs). */
export type Direction = 'in' | 'out';

const COLUMNS = /* @__PURE__ */ new PackedText(` signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
`);
const LINE = /* @__PURE__ */ new PackedText('// ');
const END = /* @__PURE__ */ new PackedText('//\n');
const NOT_APPLICABLE = /* @__PURE__ */ new PackedText('    N/A ');
const YES = /* @__PURE__ */ new PackedText('    YES\n');
const NO = /* @__PURE__ */ new PackedText('     NO\n');

/** A bit of the keys of records, so that none is 0. */
const KEY_MARK = 1 << 8;
const SPACE = 0x20;
const LINE_FEED = 0x0a;

/** Width of the column with names; with streams, three characters of it hold the stream. */
const NAME_COLUMN = 20;

/** How system values are printed. No part of their rows, so that bundles which print no listings do not contain it. */
const SPELLINGS: Readonly<Record<SystemValueName, string>> = {
  undefined: 'NONE',
  position: 'POS',
  clipDistance: 'CLIPDST',
  cullDistance: 'CULLDST',
  renderTargetArrayIndex: 'RTINDEX',
  viewportArrayIndex: 'VPINDEX',
  vertexId: 'VERTID',
  primitiveId: 'PRIMID',
  instanceId: 'INSTID',
  isFrontFace: 'FFACE',
  sampleIndex: 'SAMPLE',
  finalQuadEdgeTessFactor: 'QUADEDGE',
  finalQuadInsideTessFactor: 'QUADINT',
  finalTriEdgeTessFactor: 'TRIEDGE',
  finalTriInsideTessFactor: 'TRIINT',
  finalLineDetailTessFactor: 'LINEDET',
  finalLineDensityTessFactor: 'LINEDEN',
  target: 'TARGET',
  depth: 'DEPTH',
  coverage: 'COVERAGE',
  depthGreaterEqual: 'DEPTHGE',
  depthLessEqual: 'DEPTHLE',
  stencilRef: 'STENCILREF',
  innerCoverage: 'INNERCOV',
};

/** The spellings of system values by `D3D_NAME`. */
export const SYSTEM_VALUE_SPELLINGS: ReadonlyMap<number, string> = new Map(
  SYSTEM_VALUES.map(({ code, name }) => [code, SPELLINGS[name]]),
);

/** The spellings of pixel shader output registers without a number; each fills its column. */
const OUTPUT_REGISTERS: Readonly<Partial<Record<SystemValueName, string>>> = {
  depth: '  oDepth',
  depthGreaterEqual: 'oDepthGE',
  depthLessEqual: 'oDepthLE',
  coverage: '   oMask',
  stencilRef: '   oStencilRef',
};

/** The spellings of these registers by semantic in lower case. */
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
] as const satisfies NamesByNumber<typeof ComponentType>;

/** The spellings of a component type with a `D3D_MIN_PRECISION`, in a column of 7. */
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
const MASKS = /* @__PURE__ */ Array.from(
  { length: 16 },
  (_, mask) => new PackedText(Array.from('xyzw', (component, bit) => (mask & (1 << bit) ? component : ' ')).join('')),
);

/**
 * Writes one section.
 *
 * @param title `Input`, `Output` or `Patch Constant`
 * @param pixelShader whether semantics replace system values
 */
export function printSignature(
  out: TextWriter,
  signature: Signature,
  title: string,
  direction: Direction,
  pixelShader: boolean,
): void {
  const { elements } = signature;
  printTitle(out, title, elements.length);
  if (elements.length === 0) return;
  const streams = elements.some((element) => element.stream !== 0);
  for (const element of elements) printElement(out, element, direction, pixelShader, streams);
  out.phrase(END);
}

function printElement(
  out: TextWriter,
  element: SignatureElement,
  direction: Direction,
  pixelShader: boolean,
  streams: boolean,
): void {
  out.phrase(LINE);
  if (streams) out.text(`m${element.stream}:`);
  out.left(element.semanticName, streams ? NAME_COLUMN - 3 : NAME_COLUMN);
  elementColumns(out, element, direction, systemValueOf(element, pixelShader));
}

/** The columns after the name, by their numbers. */
const ELEMENTS = /* @__PURE__ */ new TextCache(10, 48);
/** The limit on numbers in keys. */
const LARGEST = 0xff;

/**
 * Writes the columns after the name.
 *
 * @param systemValue the `D3D_NAME` to print
 */
function elementColumns(out: TextWriter, element: SignatureElement, direction: Direction, systemValue: number): void {
  const { semanticIndex, mask, register, componentType, minPrecision } = element;
  const used = direction === 'in' ? element.readWriteMask : ~element.readWriteMask & 0xff;
  if (register === NO_REGISTER) {
    out.rightDecimal(semanticIndex, 5);
    out.phrase(NOT_APPLICABLE);
    out.text(specialRegisterOf(element));
    typeColumns(out, element, systemValue);
    out.phrase(used !== 0 ? YES : NO);
    return;
  }
  const cacheable =
    semanticIndex <= LARGEST && register <= LARGEST && componentType <= LARGEST && systemValue <= LARGEST;
  const first = semanticIndex | (register << 8) | (componentType << 16) | (systemValue << 24);
  const second = cacheable && minPrecision === 0 ? KEY_MARK | ((mask & 15) << 4) | (used & 15) : 0;
  const columns = second === 0 ? -1 : ELEMENTS.find(first, second);
  if (columns >= 0) {
    out.cached(ELEMENTS, columns);
    return;
  }
  const { length } = out;
  out.rightDecimal(semanticIndex, 5);
  out.spaces(3);
  out.phrase(MASKS[mask & 15]!);
  out.rightDecimal(register, 8);
  typeColumns(out, element, systemValue);
  out.spaces(3);
  out.phrase(MASKS[used & 15]!);
  out.character(LINE_FEED);
  if (second !== 0) ELEMENTS.add(first, second, out.since(length));
}

function typeColumns(out: TextWriter, element: SignatureElement, systemValue: number): void {
  out.right(SYSTEM_VALUE_SPELLINGS.get(systemValue) ?? 'NONE', 8);
  out.character(SPACE);
  out.text(componentTypeOf(element));
}

/** Writes the title of a section, and the only line of one without elements. */
function printTitle(out: TextWriter, title: string, count: number): void {
  out.phrase(LINE);
  out.text(title);
  out.phrase(COLUMNS);
  if (count === 0) out.text(`// no ${title}\n`);
}

function specialRegisterOf(element: SignatureElement): string {
  const bySemantic = SPECIAL_REGISTERS.get(element.semanticName.toLowerCase());
  return bySemantic ?? (element.systemValue === SystemValue.primitiveId ? PRIMITIVE_REGISTER : SPECIAL_REGISTER);
}

function componentTypeOf(element: SignatureElement): string {
  const { componentType, minPrecision } = element;
  const typeName = COMPONENT_TYPES[componentType] ?? 'unknown';
  if (minPrecision === 0) return typeName;
  return MIN_PRECISION_TYPES.get(minPrecisionKey(componentType, minPrecision)) ?? typeName;
}
