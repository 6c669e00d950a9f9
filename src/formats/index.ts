/** The subpath `dxlens/internals/formats`: texel and vertex formats by name, with their readers and writers. */
export type { D3d9FormatName, VertexFormatName } from './d3d9-formats.ts';
export type { DxgiFormatName } from './dxgi-formats.ts';
export type { BlockKind, NumberType } from './format-row.ts';
export { FORMAT_USES, type FormatUse } from './format-row.ts';
export * from './formats.ts';
export { decodeBlock, decodeTexel, encodeTexel } from './texel.ts';
