/** The subpath `dxlens/internals/file`: file formats, and opening a shader file of any format. */
export type { CArray } from './c-array.ts';
export { parseCArrays } from './c-array.ts';
export {
  detectContainerFormat,
  detectFormat,
  type FileFormat,
  FORMATS,
  type Format,
  formatName,
  missingFor,
} from './detect-format.ts';
export { type OpenedShaderFile, openShaderFile, type ShaderProgram } from './shader-file.ts';
