/** The subpath `dxlens/internals/base`: diagnostics, bit-fields, bytes as words. */
export type { ByteSource } from './bytes.ts';
export { type Diagnostic, type DiagnosticRule, InternalError, type Severity, type Span } from './diagnostics.ts';
export { type AllowedValues, type ExplainedField, isInvalidField } from './explained.ts';
export { Field } from './field.ts';
export { sm1Profile, sm4Profile } from './profile.ts';
export { bytesOf, latin1Bytes, wordsOf } from './words.ts';
