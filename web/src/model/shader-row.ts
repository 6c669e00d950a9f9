/** A shader in the list of the page, and the columns of the list. */
import type { ColumnValue, ScanColumn } from 'dxlens/internals/scan';

/** The number of a shader in the session of the worker. */
export type ShaderId = number;

/** The columns of the list of shaders that are read from each shader when it is found. */
export const LIST_COLUMNS = [
  'profile',
  'bytes',
  'slots',
  'instructions',
  'temps',
  'textures',
  'valid',
  'diagnostic',
] as const satisfies readonly ScanColumn[];

/** A shader in the list. */
export interface ShaderRow {
  readonly id: ShaderId;
  /** The file that the user opened. */
  readonly file: string;
  /** The members inside the file down to the shader, joined by `/`; empty for the file itself. */
  readonly path: string;
  /** Byte offset in the innermost member. */
  readonly offset: number;
  readonly format: string;
  /** Values in the order of {@link LIST_COLUMNS}. */
  readonly values: readonly ColumnValue[];
  /** A shader before it in the file has the same path. */
  readonly isRepeated?: true;
  /** The assembly that the user opened, from which the shader was assembled. */
  readonly text?: string;
  /** The HLSL that the user opened, from which the shader is compiled. */
  readonly source?: string;
  /** Whether the user changed the shader. */
  readonly isEdited?: boolean;
}
