/**
 * Debug information: what a shader says about its source, in one model for the comment DBUG and the chunks SDBG and
 * SPDB; and the readers and writers of each format.
 */
export {
  type Dbug,
  type DbugData,
  type DbugFile,
  type DbugLine,
  type DbugVariable,
  type DbugWrite,
  parseDbug,
  serializeDbug,
} from './dbug/dbug.ts';
export { DEBUG_EXPLAINERS } from './explain-debug.ts';
export type {
  DebugArgument,
  DebugFile,
  DebugFormat,
  DebugFunction,
  DebugInformation,
  DebugInstruction,
  DebugLocation,
  DebugRange,
  DebugValue,
  DebugVariable,
} from './model.ts';
export { type SourceLine, sourceLineAt } from './model.ts';
export { type RestoredShader, readShaderPdb, restoreShaderPdb, type ShaderPdb } from './pdb-file.ts';
export type { PersonalPath, PersonalPathKind } from './personal-paths.ts';
export { type FileDebugInformation, readDebugInformation } from './read.ts';
export { type ScrubbedShader, scrubPaths } from './scrub.ts';
export {
  parseSdbg,
  type Sdbg,
  type SdbgData,
  type SdbgFile,
  type SdbgHeld,
  type SdbgInput,
  type SdbgInstruction,
  type SdbgOutput,
  type SdbgScalar,
  type SdbgScope,
  type SdbgToken,
  type SdbgVariable,
  serializeSdbg,
} from './sdbg/sdbg.ts';
export type { Msf, MsfStream } from './spdb/msf.ts';
export { type MsfStreams, parseMsf, serializeMsf } from './spdb/msf.ts';
export { type StripDebugOptions, type StrippedShader, stripDebugInformation } from './strip.ts';
