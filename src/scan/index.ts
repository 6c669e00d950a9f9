/** The subpath `dxlens/internals/scan`: one flat record for each shader. */
export {
  type ColumnRow,
  type ColumnType,
  type ColumnValue,
  type ColumnValues,
  SCAN_COLUMN_NAMES,
  SCAN_COLUMNS,
  type ScanColumn,
  type ShaderLocation,
  type ShaderRecord,
} from './columns.ts';
export { type ScanOptions, scanShader } from './scan-shader.ts';
export { type Predicate, predicateOf, type RecordReader } from './where/evaluate.ts';
export {
  type Comparison,
  type Condition,
  type Operand,
  type ParsedWhere,
  parseWhere,
  type TextOperator,
} from './where/parse.ts';
