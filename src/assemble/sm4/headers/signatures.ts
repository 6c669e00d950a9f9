/**
 * Reads the header sections on signatures. Facts that they do not have are as compilers write them (source: oracle): a
 * system value of 0 for outputs of pixel shaders, one component for values that have a register of their own.
 *
 * Not for: which chunk a signature goes to (`../container.ts`).
 */

import { systemValueOf } from '../../../base/d3d/system-values.ts';
import { NO_REGISTER, type SignatureElement } from '../../../chunks/signature.ts';
import {
  COMPONENT_TYPES,
  type Direction,
  MIN_PRECISION_TYPES,
  minPrecisionOfKey,
  PRIMITIVE_REGISTER,
  SPECIAL_REGISTER,
  SPECIAL_REGISTERS,
  SYSTEM_VALUE_SPELLINGS,
} from '../../../text/dxbc/signatures.ts';
import type { Line, LineReports, Section } from './lines.ts';
import { contentOf, type Row, readRows } from './rows.ts';

const SYSTEM_VALUE_NUMBERS: ReadonlyMap<string, number> = new Map(
  [...SYSTEM_VALUE_SPELLINGS].map(([number, text]) => [text, number]),
);

interface Format {
  readonly componentType: number;
  readonly minPrecision: number;
}

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...COMPONENT_TYPES.map((text, componentType) => [text.trim(), { componentType, minPrecision: 0 }] as const),
  ...[...MIN_PRECISION_TYPES].map(([key, text]) => [text.trim(), minPrecisionOfKey(key)] as const),
]);

const REGISTERS_WITHOUT_NUMBER: ReadonlySet<string> = new Set(
  [...SPECIAL_REGISTERS.values(), PRIMITIVE_REGISTER, SPECIAL_REGISTER].map((text) => text.trim()),
);

/** Mask of a value that has a register of its own. */
const ONE_COMPONENT = 1;
/** The other components, which are never written. */
const OTHER_COMPONENTS = 14;

/** The elements of a signature section. */
export function readSignatureSection(
  section: Section,
  direction: Direction,
  pixelShader: boolean,
  reports: LineReports,
): SignatureElement[] {
  if (section.lines.some(saysNone)) return [];
  return readRows(section, reports, (row) => readElement(row, direction, pixelShader));
}

function saysNone(line: Line): boolean {
  return line.text.includes('no ') && /^no (?:Input|Output|Patch Constant)$/.test(contentOf(line));
}

function readElement(row: Row, direction: Direction, pixelShader: boolean): SignatureElement {
  const word = row.peek();
  const flag = word?.text === 'YES' || word?.text === 'NO' ? row.take()!.text : undefined;
  const used = flag === undefined ? row.mask() : 0;
  const { componentType, minPrecision } = row.choice(FORMATS, 'a format such as float', FORMATS.get('unknown')!);
  const value = row.choice(SYSTEM_VALUE_NUMBERS, 'a system value such as POS or NONE', 0);
  const registerWord = row.peek();
  const special = registerWord !== undefined && REGISTERS_WITHOUT_NUMBER.has(registerWord.text);
  let register = NO_REGISTER;
  if (special) row.take();
  else register = row.number('a register number');
  let mask = ONE_COMPONENT;
  if (row.peek()?.text === 'N/A') row.take();
  else mask = row.mask();
  const semanticIndex = row.number('a semantic index');
  const { semanticName, stream } = nameOf(row.name());
  const readWriteMask = special ? specialMask(direction, flag) : direction === 'in' ? used : ~used & 15;
  const element: SignatureElement = {
    semanticName,
    semanticIndex,
    systemValue: 0,
    componentType,
    register,
    mask,
    readWriteMask,
    stream,
    minPrecision,
  };
  // In pixel shaders the semantic determines the value.
  return systemValueOf(element, pixelShader) === value ? element : { ...element, systemValue: value };
}

function specialMask(direction: Direction, flag: string | undefined): number {
  if (direction === 'in') return flag === 'YES' ? ONE_COMPONENT : 0;
  return flag === 'YES' ? OTHER_COMPONENTS : 0xff;
}

/** `m1:NAME` in signatures with several streams. */
function nameOf(text: string): { readonly semanticName: string; readonly stream: number } {
  const stream = text[2] === ':' ? /^m([0-3]):/.exec(text) : null;
  if (stream === null) return { semanticName: text, stream: 0 };
  return { semanticName: text.slice(stream[0].length), stream: Number(stream[1]) };
}
