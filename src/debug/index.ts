/**
 * Debug information: `dxlens/debug`.
 *
 * Not for: printing it in listings (text).
 */
export type {
  DebugArgument,
  DebugComponent,
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
