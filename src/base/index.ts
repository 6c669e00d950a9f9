/** The subpath `dxlens/base`: diagnostics, bit-fields, and bytes as words. */
export { type Diagnostic, Diagnostics, InternalError, type MessageValues, type Span } from './diagnostics.ts';
export { type AllowedValues, type ExplainedField, isInvalidField } from './explained.ts';
export { Field } from './field.ts';
export type { Message, MessageRow, Severity } from './messages.ts';
export { sm1Profile, sm4Profile } from './profile.ts';
export { bytesOf, latin1Bytes, wordsOf } from './words.ts';
