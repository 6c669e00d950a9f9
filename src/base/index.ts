/** The subpath `dxlens/base`: diagnostics, bit-fields, bytes as words, and formats of texels and vertices. */
export type { ByteSource } from './bytes.ts';
export { type Diagnostic, type DiagnosticRule, InternalError, type Severity, type Span } from './diagnostics.ts';
export { type AllowedValues, type ExplainedField, isInvalidField } from './explained.ts';
export { Field } from './field.ts';
export type { D3d9FormatName } from './formats/d3d9-formats.ts';
export type { DxgiFormatName } from './formats/dxgi-formats.ts';
export type { BlockKind, NumberType } from './formats/format-row.ts';
export { FORMAT_USES, type FormatUse } from './formats/format-uses.ts';
export {
  d3d9Format,
  dxgiFormat,
  type Format,
  type FormatApi,
  type FormatComponent,
  findFormat,
  formatAllows,
  formatNames,
  srgbVariant,
  vertexFormat,
} from './formats/formats.ts';
export { decodeBlock, decodeTexel, encodeTexel } from './formats/texel.ts';
export type { VertexFormatName } from './formats/vertex-formats.ts';
export { sm1Profile, sm4Profile } from './profile.ts';
export { bytesOf, latin1Bytes, wordsOf } from './words.ts';
