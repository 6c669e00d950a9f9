/**
 * Reads the header section on resource bindings, as this compiler writes it and as 6.3.9600 does, which has the slot as
 * a bare number. The stride of structured buffers is not in the table: it comes from the program, or from the element's
 * layout.
 */
import { InputType, ReturnType, SrvDimension } from '../../../base/d3d/enumerations.ts';
import {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  BINDING_UNUSED,
  NO_SAMPLES,
  type RdefBinding,
} from '../../../chunks/rdef.ts';
import {
  COMPARISON_SAMPLER,
  COMPONENT_COUNTS,
  DIMENSIONS,
  INPUT_TYPES,
  isMultisampled,
  RETURN_TYPES,
  UNBOUNDED,
  UNKNOWN_RETURN_TYPE,
} from '../../../text/dxbc/bindings.ts';
import type { LineReports, Section } from './lines.ts';
import { type Row, readRows, type Word } from './rows.ts';

/**
 * `D3D_SHADER_INPUT_TYPE` of buffers with a stride; the return type and dimension of all untyped buffers (source:
 * oracle).
 */
const STRUCTURED: ReadonlySet<number> = new Set([
  InputType.structured,
  InputType.uavRwStructured,
  InputType.uavAppendStructured,
  InputType.uavConsumeStructured,
  InputType.uavRwStructuredWithCounter,
]);
const RAW: ReadonlySet<number> = new Set([InputType.byteAddress, InputType.uavRwByteAddress]);

/** The stride of a structured buffer, which the table does not have. */
export type StrideOf = (binding: { readonly name: string; readonly register: string; readonly id: number }) => number;

/** The bindings of the section, in its order. */
export function readBindings(section: Section, strideOf: StrideOf, reports: LineReports): RdefBinding[] {
  const heading = section.lines.find(({ text }) => text.startsWith('// Name '))?.text ?? '';
  const withIds = / ID +HLSL Bind/.test(heading);
  return readRows(section, reports, (row) => readBinding(row, withIds, strideOf));
}

/**
 * The maximum number of slots of one binding that are used: no register file has more, and a binding may claim any
 * number.
 */
const MAX_SLOTS = 128;

/**
 * The registers that `bindings` bind, as letter and number.
 *
 * @param rangeIds whether the number is that of the range, as from 5.1 on; before, an array takes consecutive slots
 */
export function boundRegisters(bindings: readonly RdefBinding[], rangeIds: boolean): ReadonlySet<string> {
  const bound = new Set<string>();
  for (const { type, id, bindPoint, bindCount } of bindings) {
    const letter = INPUT_TYPES[type]?.register ?? '';
    const count = rangeIds ? 1 : Math.min(bindCount, MAX_SLOTS);
    for (let i = 0; i < count; i++) bound.add(letter + (rangeIds ? id : bindPoint + i));
  }
  return bound;
}

function readBinding(row: Row, withIds: boolean, strideOf: StrideOf): RdefBinding {
  const unused = row.peek()?.text === '[unused]';
  if (unused) row.take();
  const count = row.peek();
  if (count?.text === UNBOUNDED) row.take();
  const bindCount = count?.text === UNBOUNDED ? 0 : row.number('a count');
  const { bindPoint, space } = bindOf(row, row.take());
  const id = withIds ? idOf(row, row.take()) : bindPoint;
  const dimensionWord = row.take();
  const formatWord = row.take();
  const typeWord = row.take();
  const comparison = typeWord?.text === COMPARISON_SAMPLER;
  const type = comparison ? InputType.sampler : typeOf(row, typeWord, formatWord, dimensionWord);
  const name = row.name().trimEnd();
  const typed = type === InputType.texture || type === InputType.uavRwTyped;
  let flags = unused ? BINDING_UNUSED : 0;
  if (comparison) flags |= BINDING_COMPARISON_SAMPLER;
  let returnType = 0;
  let dimension = 0;
  let samples = 0;
  if (typed) {
    const format = formatOf(row, formatWord);
    returnType = format.returnType;
    flags |= format.components << BINDING_COMPONENTS_SHIFT;
    ({ dimension, samples } = dimensionOf(row, dimensionWord));
  } else if (STRUCTURED.has(type) || RAW.has(type)) {
    returnType = ReturnType.mixed;
    dimension = SrvDimension.buffer;
    if (STRUCTURED.has(type)) samples = strideOf({ name, register: INPUT_TYPES[type]!.register, id });
  }
  return { name, type, returnType, dimension, samples, bindPoint, bindCount, flags, space, id };
}

/** `cb0`, `t3,space1`, or the bare slot of older listings. */
function bindOf(row: Row, word: Word | undefined): { readonly bindPoint: number; readonly space: number } {
  const bind = word === undefined ? null : /^([a-z]{0,3})(\d+)(?:,space(\d+))?$/.exec(word.text);
  if (word === undefined || bind === null)
    return row.expected('a register such as t0', word, { bindPoint: 0, space: 0 });
  const [, prefix = '', point = '', space] = bind;
  const at = word.from + prefix.length;
  const bindPoint = row.checked({ text: point, from: at, to: at + point.length });
  if (space === undefined) return { bindPoint, space: 0 };
  return { bindPoint, space: row.checked({ text: space, from: word.to - space.length, to: word.to }) };
}

function idOf(row: Row, word: Word | undefined): number {
  const prefix = word === undefined ? null : /^[A-Z]{1,3}(?=\d+$)/.exec(word.text);
  if (word === undefined || prefix === null) return row.expected('a range id such as T0', word, 0);
  return row.checked(word, 0xffff_ffff, prefix[0].length);
}

function typeOf(row: Row, word: Word | undefined, format: Word | undefined, dimension: Word | undefined): number {
  let type = -1;
  for (const [index, known] of INPUT_TYPES.entries()) {
    if (known.type !== word?.text) continue;
    const isExact = known.format === format?.text && known.dimension === dimension?.text;
    // Typed views come first and would also match types with a format of their own.
    if (isExact && format?.text !== 'NA') return index;
    if (type < 0 && (isExact || index === InputType.texture || index === InputType.uavRwTyped)) type = index;
  }
  return type >= 0 ? type : row.expected('a type such as texture, with its format and dimension', word, 0);
}

const RETURN_TYPE_NUMBERS = new Map<string, number>(
  RETURN_TYPES.map((text, number) => [number === ReturnType.none ? 'NA' : text, number]),
);

interface Format {
  readonly returnType: number;
  readonly components: number;
}
/** Formats by their text; there are not many. */
const FORMATS = new Map<string, Format>();

function formatOf(row: Row, word: Word | undefined): Format {
  const text = word?.text ?? '';
  const known = FORMATS.get(text);
  if (known !== undefined) return known;
  const parts = /^(.*?)([234]?)$/.exec(text)!;
  const returnType = RETURN_TYPE_NUMBERS.get(parts[1]!);
  const components = COMPONENT_COUNTS.indexOf(parts[2] as (typeof COMPONENT_COUNTS)[number]);
  if (returnType !== undefined) {
    const format = { returnType, components };
    FORMATS.set(text, format);
    return format;
  }
  if (UNKNOWN_RETURN_TYPE.endsWith(text)) return { returnType: 0, components: 0 };
  return row.expected('a format such as float4', word, { returnType: 0, components: 0 });
}

function dimensionOf(row: Row, word: Word | undefined): { readonly dimension: number; readonly samples: number } {
  const text = word?.text ?? '';
  const index = (DIMENSIONS as readonly string[]).indexOf(text);
  if (index >= 0) return { dimension: index, samples: isMultisampled(index) ? 0 : NO_SAMPLES };
  const multisampled = /^(.*MS)(-?\d{1,10})$/.exec(text);
  const dimension = multisampled === null ? -1 : (DIMENSIONS as readonly string[]).indexOf(multisampled[1]!);
  if (multisampled === null || !isMultisampled(dimension)) {
    return row.expected('a dimension such as 2d', word, { dimension: 0, samples: NO_SAMPLES });
  }
  return { dimension, samples: Number(multisampled[2]) >>> 0 };
}
