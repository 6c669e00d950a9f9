/** Words for people instead of the names of Direct3D, which are in JSON.  */
import { oneLineBytes } from '../../terminal-text.ts';

/** Types of bindings, by their names in reflection. */
const BINDING_TYPES: Readonly<Record<string, string>> = {
  cbuffer: 'constant buffer',
  tbuffer: 'texture buffer',
  texture: 'texture',
  sampler: 'sampler',
  uavRwTyped: 'RW texture',
  structured: 'structured buffer',
  uavRwStructured: 'RW structured buffer',
  byteAddress: 'byte address buffer',
  uavRwByteAddress: 'RW byte address buffer',
  uavAppendStructured: 'append buffer',
  uavConsumeStructured: 'consume buffer',
  uavRwStructuredWithCounter: 'RW structured buffer, counter',
};

export function bindingTypeText(type: string | number): string {
  return BINDING_TYPES[type] ?? `type ${type}`;
}

const BUFFER_TYPES: Readonly<Record<string, string>> = {
  cbuffer: 'constant buffer',
  tbuffer: 'texture buffer',
  interfacePointers: 'interface pointers',
  resourceBindInfo: 'element of',
};

export function bufferTypeText(type: string | number): string {
  return BUFFER_TYPES[type] ?? `buffer of type ${type}`;
}

/** `2D array` for `texture2DArray`. */
export function dimensionText(dimension: string | number): string {
  if (dimension === 'unknown') return '';
  const text = String(dimension)
    .replace(/^texture/, '')
    .replace(/^bufferEx$/, 'buffer');
  return text.replace('MS', ' multisampled').replace('Array', ' array').replace(/^Cube/, 'cube');
}

const COMPONENT_TYPES: Readonly<Record<string, string>> = { float32: 'float', uint32: 'uint', sint32: 'int' };
const MIN_PRECISIONS: Readonly<Record<string, string>> = {
  float16: 'min16float',
  float2_8: 'min10float',
  sint16: 'min16int',
  uint16: 'min16uint',
};

/** The type of the components of an element of a signature, as HLSL spells it. */
export function componentTypeText(type: string | number, minPrecision: string | number): string {
  if (minPrecision !== 'default') return MIN_PRECISIONS[minPrecision] ?? `${type} as ${minPrecision}`;
  return COMPONENT_TYPES[type] ?? String(type);
}

/** A name of Direct3D in words: `render target array index`. */
export function inWords(name: string | number): string {
  return String(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Counts by their names in reflection. Those that the first lines have are absent. */
const COUNTS: Readonly<Record<string, string>> = {
  tempArrayCount: 'indexable temporaries',
  defCount: 'definitions',
  dclCount: 'declarations',
  textureNormalInstructions: 'texture samples',
  textureLoadInstructions: 'texture loads',
  textureCompInstructions: 'texture samples with comparison',
  textureBiasInstructions: 'texture samples with bias',
  textureGradientInstructions: 'texture samples with gradients',
  floatInstructionCount: 'float instructions',
  intInstructionCount: 'integer instructions',
  uintInstructionCount: 'unsigned integer instructions',
  staticFlowControlCount: 'static flow control',
  dynamicFlowControlCount: 'dynamic flow control',
  macroInstructionCount: 'macro instructions',
  arrayInstructionCount: 'array instructions',
  movInstructionCount: 'moves',
  movcInstructionCount: 'conditional moves',
  conversionInstructionCount: 'conversions',
  bitwiseInstructionCount: 'bitwise instructions',
  cutInstructionCount: 'strips cut',
  emitInstructionCount: 'vertices emitted',
  cBarrierInstructions: 'barriers',
  cInterlockedInstructions: 'atomic instructions',
  cTextureStoreInstructions: 'texture stores',
};

/** The rows of counts that are not 0. */
export function countRows(counts: Readonly<Record<string, unknown>>): string[][] {
  return Object.entries(COUNTS).flatMap(([name, words]) => {
    const value = counts[name];
    return typeof value === 'number' && value !== 0 ? [[words, String(value)]] : [];
  });
}

/**
 * Returns a heading and rows in columns; '' if there are no rows.
 *
 * @param numbers the number of leading columns that hold numbers, which are aligned to the right
 */
export function section(heading: string, rows: readonly (readonly string[])[], numbers = 0): string {
  if (rows.length === 0) return '';
  const widths = rows[0]!.map((_, column) => columnWidth(rows, column));
  const cellText = (cell: string, column: number) =>
    column < numbers ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  const lines = rows.map((row) =>
    `  ${row.flatMap((cell, column) => (widths[column] === 0 ? [] : [cellText(oneLineBytes(cell), column)])).join('  ')}`.trimEnd(),
  );
  return `\n${oneLineBytes(heading)}\n${lines.join('\n')}\n`;
}

/** Returns a heading and rows in columns, with a title for each column; '' if there are no rows. */
export function titled(heading: string, titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return section(heading, rows.length === 0 ? [] : [titles, ...rows]);
}

/** A mask such as `xz` with a blank for each component that is not in it. */
export function spacedMask(mask: string): string {
  return Array.from('xyzw', (letter) => (mask.includes(letter) ? letter : ' ')).join('');
}

/**
 * Characters of a cell that the cells below and above it are aligned to: one very long name does not widen all rows.
 */
const MAX_COLUMN = 32;

function columnWidth(rows: readonly (readonly string[])[], column: number): number {
  // A column that has nothing but its title is left out.
  if (rows.length > 1 && rows.slice(1).every((row) => row[column] === '')) return 0;
  const longest = rows.reduce((width, row) => Math.max(width, row[column]!.length), 0);
  return Math.min(longest, Math.max(MAX_COLUMN, rows[0]![column]!.length));
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The compiler of a shader, after its profile; '' if it is not known. */
export function madeBy(creator: string | null): string {
  return creator === null || creator === '' ? '' : `, compiled by ${creator}`;
}
