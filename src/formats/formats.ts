/**
 * Formats as objects: found by name or number, with their layouts read.
 *
 * Not for: the facts (dxgi-formats.ts, d3d9-formats.ts), or texels (texel.ts).
 */

import { D3D9_FORMATS, type D3d9FormatName, VERTEX_FORMATS, type VertexFormatName } from './d3d9-formats.ts';
import { DXGI_FORMATS, type DxgiFormatName } from './dxgi-formats.ts';
import {
  allowsUse,
  BLOCK_LAYOUTS,
  type BlockKind,
  type BlockLayout,
  type FormatRow,
  type FormatUse,
  NUMBER_TYPES,
  type NumberType,
} from './format-row.ts';
import { isIntegerType } from './number-types.ts';

/** Which table a format is in; it decides what components have that the format does not store. */
export type FormatApi = 'dxgi' | 'd3d9' | 'vertex';

export interface FormatComponent {
  /** Its letter in the layout. */
  readonly letter: string;
  readonly type: NumberType;
  readonly bits: number;
  /** The 32-bit word of the texel that has it, and its lowest bit in that word. */
  readonly word: number;
  readonly shift: number;
  /** The components of a shader's register that it is read into: 0 is red. */
  readonly targets: readonly number[];
}

/** One format. The object of a format is always the same one. */
export interface Format {
  readonly api: FormatApi;
  /** Its name in the table, such as `R8G8B8A8_UNORM`. */
  readonly name: string;
  /** Its name in JSON, such as `r8g8b8a8-unorm`. */
  readonly jsonName: string;
  readonly code: number;
  /** Bytes that are stored together, and the texels in them. */
  readonly blockBytes: number;
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** Bits of a texel, also where the format cannot be read. */
  readonly bits: number;
  /** The components in memory order; empty where `block` reads the texels. */
  readonly components: readonly FormatComponent[];
  readonly block: BlockKind | undefined;
  /** The number type of each of red, green, blue and alpha; undefined where the format does not have the component. */
  readonly types: readonly (NumberType | undefined)[];
  /** The word of each component that the format does not have. */
  readonly missing: readonly number[];
  /** Whether shaders see integers. */
  readonly isInteger: boolean;
  readonly canDecode: boolean;
  readonly canEncode: boolean;
  readonly uses: string;
}

const ONE = 0x3f80_0000;
const WORD_BITS = 32;
const BYTE_BITS = 8;
/** The components that each letter of a layout is read into. */
const TARGETS: Readonly<Record<string, readonly number[]>> = {
  r: [0],
  g: [1],
  b: [2],
  a: [3],
  d: [0],
  s: [1],
  l: [0, 1, 2],
  i: [0, 1, 2, 3],
  x: [],
};
const MISSING: Readonly<Record<FormatApi, string>> = { dxgi: '0001', d3d9: '1111', vertex: '0001' };
const TABLES: Readonly<Record<FormatApi, Readonly<Record<string, FormatRow>>>> = {
  dxgi: DXGI_FORMATS,
  d3d9: D3D9_FORMATS,
  vertex: VERTEX_FORMATS,
};
const PREFIXES: Readonly<Record<FormatApi, RegExp>> = {
  dxgi: /^dxgi_format_/,
  d3d9: /^d3dfmt_/,
  vertex: /^d3ddecltype_/,
};

const made = new Map<string, Format>();
const indexes = new Map<FormatApi, ReadonlyMap<string | number, string>>();

/**
 * The format of DXGI with a name or a number of DXGI_FORMAT; undefined where there is none. Names are read as {@link
 * findFormat} reads them.
 */
export function dxgiFormat(key: DxgiFormatName | (string & {}) | number): Format | undefined {
  return findFormat('dxgi', key);
}

export function d3d9Format(key: D3d9FormatName | (string & {}) | number): Format | undefined {
  return findFormat('d3d9', key);
}

/** The type of vertex elements with a name or a number of D3DDECLTYPE. */
export function vertexFormat(key: VertexFormatName | (string & {}) | number): Format | undefined {
  return findFormat('vertex', key);
}

/**
 * The format of a table with a name or a number. A name may be in small letters, with `-` for `_`, and with the prefix
 * of its enumeration:
 * `R8_UNORM`, `r8-unorm` and `DXGI_FORMAT_R8_UNORM` are one.
 */
export function findFormat(api: FormatApi, key: string | number): Format | undefined {
  const name = indexOf(api).get(typeof key === 'number' ? key : normalized(api, key));
  return name === undefined ? undefined : formatNamed(api, name);
}

/** The names of a table, in its order. */
export function formatNames(api: FormatApi): readonly string[] {
  return Object.keys(TABLES[api]);
}

/**
 * Whether a format may be used for something on devices of feature level 11_1: `required`, `optional` (it depends on
 * the device), or false.
 */
export function formatAllows(format: Format, use: FormatUse): 'required' | 'optional' | false {
  return allowsUse(format.uses, use);
}

function normalized(api: FormatApi, name: string): string {
  return name.toLowerCase().replaceAll('-', '_').replace(PREFIXES[api], '');
}

function indexOf(api: FormatApi): ReadonlyMap<string | number, string> {
  const known = indexes.get(api);
  if (known) return known;
  const index = new Map<string | number, string>();
  for (const [name, { code }] of Object.entries(TABLES[api])) index.set(code, name).set(normalized(api, name), name);
  indexes.set(api, index);
  return index;
}

function formatNamed(api: FormatApi, name: string): Format {
  const key = `${api} ${name}`;
  const known = made.get(key);
  if (known) return known;
  const format = makeFormat(api, name, TABLES[api][name]!);
  made.set(key, format);
  return format;
}

/**
 * The format whose texels are those of `format` with red, green and blue as sRGB, which the sampler state of Direct3D 9
 * selects; `format` where it has no 8-bit normalized colors.
 */
export function srgbVariant(format: Format): Format {
  const key = `srgb ${format.api} ${format.name}`;
  const known = made.get(key);
  if (known) return known;
  const block = BLOCK_LAYOUTS[`${format.block}-srgb` as BlockKind]
    ? (`${format.block}-srgb` as BlockKind)
    : format.block;
  const components = format.components.map((c) =>
    c.type === 'unorm' && c.bits === BYTE_BITS && c.targets.length > 0 && c.targets[0] !== 3
      ? { ...c, type: 'srgb' as const }
      : c,
  );
  const variant = { ...format, block, components, types: typesOf(components, block && BLOCK_LAYOUTS[block]) };
  made.set(key, variant);
  return variant;
}

function makeFormat(api: FormatApi, name: string, row: FormatRow): Format {
  const components = row.layout === undefined ? [] : readLayout(row.layout);
  const block = row.block === undefined ? undefined : BLOCK_LAYOUTS[row.block];
  const bits = block ? (block.bytes * BYTE_BITS) / (block.width * block.height) : (row.bits ?? sizeOf(row.layout!));
  const types = typesOf(components, block);
  const isInteger = isIntegerType(types.find((type) => type !== undefined) ?? 'float');
  const one = isInteger ? 1 : ONE;
  const defaults = row.missing ?? MISSING[api];
  return {
    api,
    name,
    jsonName: name.toLowerCase().replaceAll('_', '-'),
    code: row.code,
    blockBytes: block?.bytes ?? Math.ceil(bits / BYTE_BITS),
    blockWidth: block?.width ?? 1,
    blockHeight: block?.height ?? 1,
    bits,
    components,
    block: row.block,
    types,
    missing: Array.from(defaults, (digit) => (digit === '1' ? one : 0)),
    isInteger,
    canDecode: components.length > 0 || block?.types !== undefined,
    canEncode: components.length > 0 || block?.canEncode === true,
    uses: row.uses,
  };
}

function typesOf(
  components: readonly FormatComponent[],
  block: BlockLayout | undefined,
): readonly (NumberType | undefined)[] {
  if (block?.types) return block.types;
  const types: (NumberType | undefined)[] = [undefined, undefined, undefined, undefined];
  for (const { type, targets } of components) for (const target of targets) types[target] = type;
  return types;
}

/** The bits of all components of a layout. */
function sizeOf(layout: string): number {
  return Array.from(layout.matchAll(/\b[a-z](\d+)\b/g)).reduce((sum, [, digits]) => sum + Number(digits), 0);
}

function readLayout(layout: string): readonly FormatComponent[] {
  const components: FormatComponent[] = [];
  let type: NumberType = 'typeless';
  let bit = 0;
  for (const word of layout.split(' ')) {
    const [, letter, digits] = /^([a-z])(\d+)$/.exec(word) ?? [];
    if (letter === undefined) {
      type = NUMBER_TYPES[NUMBER_TYPES.indexOf(word as NumberType)]!;
      continue;
    }
    const bits = Number(digits);
    const targets = TARGETS[letter]!;
    if (targets.length > 0) {
      components.push({ letter, type, bits, word: Math.floor(bit / WORD_BITS), shift: bit % WORD_BITS, targets });
    }
    bit += bits;
  }
  return components;
}
