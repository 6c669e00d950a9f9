/** The reference of formats of texels and vertices, from their tables. */

import { D3D9_FORMATS, VERTEX_FORMATS } from '../../src/formats/d3d9-formats.ts';
import { DXGI_FORMATS } from '../../src/formats/dxgi-formats.ts';
import { allowsUse, FORMAT_USES, type FormatRow } from '../../src/formats/format-row.ts';
import { type Format, type FormatApi, findFormat, formatNames } from '../../src/formats/formats.ts';
import { code, GENERATED, table } from './markdown.ts';

const ROWS: Readonly<Record<FormatApi, Readonly<Record<string, FormatRow>>>> = {
  dxgi: DXGI_FORMATS,
  d3d9: D3D9_FORMATS,
  vertex: VERTEX_FORMATS,
};
/** From here on a number is a four-character code. */
const FIRST_FOUR_CC = 0x1000;
const COMPONENTS = ['red', 'green', 'blue', 'alpha'] as const;
/** The word of the integer 1, and of the float. */
const ONES = [1, 0x3f80_0000];

function numberOf(value: number): string {
  if (value < FIRST_FOUR_CC) return String(value);
  const characters = [0, 8, 16, 24].map((shift) => String.fromCharCode((value >>> shift) & 255));
  return code(characters.join(''));
}

function sizeOf({ blockWidth, blockHeight, blockBytes, bits }: Format): string {
  if (blockWidth * blockHeight === 1) return bits === 0 ? '' : `${bits} bits`;
  return `${blockBytes} bytes for ${blockWidth} x ${blockHeight}`;
}

function layoutOf(api: FormatApi, { name, block, canDecode }: Format): string {
  const { layout } = ROWS[api][name]!;
  if (layout !== undefined) return code(layout);
  return block !== undefined && canDecode ? block : 'not read';
}

function missingOf({ missing, types, canDecode }: Format): string {
  if (!canDecode) return '';
  return COMPONENTS.filter((_, i) => types[i] === undefined)
    .map((component) => `${component} ${ONES.includes(missing[COMPONENTS.indexOf(component)]!) ? 1 : 0}`)
    .join(', ');
}

function usesOf({ uses }: Format): string {
  const names = Object.values(FORMAT_USES).map(({ name }) => name);
  const required = names.filter((name) => allowsUse(uses, name) === 'required');
  const optional = names.filter((name) => allowsUse(uses, name) === 'optional').map((name) => `*${name}*`);
  return [...required, ...optional].join(', ');
}

function formatTable(api: FormatApi): string {
  const rows = formatNames(api).map((name) => {
    const format = findFormat(api, name)!;
    return [
      numberOf(format.code),
      code(name),
      sizeOf(format),
      layoutOf(api, format),
      missingOf(format),
      usesOf(format),
    ];
  });
  return table(['number', 'name', 'size', 'layout', 'missing', 'uses'], rows);
}

export function formatsPage(): string {
  const uses = Object.values(FORMAT_USES).map(({ name, doc }) => [code(name), doc]);
  return `# Formats

${GENERATED}The formats of texels and vertices that \`decodeTexel\` and \`encodeTexel\` of \`dxlens/internals/formats\` read and write:

\`\`\`js
import { decodeTexel, dxgiFormat } from 'dxlens/internals/formats';

const words = new Uint32Array(4);
decodeTexel(dxgiFormat('R9G9B9E5_SHAREDEXP'), Uint8Array.of(0xc8, 0x20, 0x93, 0x99), 0, words);
console.log(new Float32Array(words.buffer)); // 6.25, 12.5, 3.125, 1
\`\`\`

A name may be written as in the tables (\`R8G8B8A8_UNORM\`), with the prefix of its enumeration (\`DXGI_FORMAT_R8G8B8A8_UNORM\`), or as in JSON
(\`r8g8b8a8-unorm\`). A layout lists the components from the lowest bit on, each after its number type: \`r\`, \`g\`, \`b\`, \`a\`; \`d\` depth, read as
red; \`s\` stencil, read as green; \`l\` luminance, read as red, green and blue; \`i\` intensity, read as all four; \`x\` bits that are not used. The column
*missing* has what shaders see of components that the format does not have. Video formats and other formats without a layout are not read.

Conversions are those of the functional specification of Direct3D 11.3: floats are written toward zero, normalized numbers to the nearest, integers are
clamped, NaN becomes 0 where there is no NaN. BC6H and BC7 are exact; for the other block formats, the specification permits several roundings: derived
colors of BC1 to BC3 are 8-bit numbers rounded down, derived numbers of BC4, BC5 and the alpha of BC3 are rounded to float32.

## Uses

${table(['use', 'of'], uses)}In *italics*: devices may allow it and need not.

## DXGI

The uses are those of feature level 11_1.

${formatTable('dxgi')}
## Direct3D 9

${formatTable('d3d9')}
## Vertex elements of Direct3D 9

${formatTable('vertex')}`;
}
