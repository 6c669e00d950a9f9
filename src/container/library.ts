/**
 * The chunks of libraries: LIBH, which names the functions; LIBF, one function each, a container of its own; and in
 * it LFS0, what the function takes and returns.
 *
 * Not for: linking.
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView } from './chunk-view.ts';
import type { Chunk, Container } from './dxbc.ts';

export interface LibraryFunction {
  readonly name: string;
  /** Which programs of feature level 9 it has: bit 0 vertex, bit 1 pixel. */
  readonly level9: number;
}

export interface LibraryHeader {
  /** Undefined when none is given. */
  readonly creator: string | undefined;
  readonly flags: number;
  readonly functions: readonly LibraryFunction[];
}

/** A parameter of a library function, or what it returns. */
export interface FunctionParameter {
  /** Undefined when none is given. */
  readonly name: string | undefined;
  readonly semanticName: string | undefined;
  /** `D3D_SHADER_VARIABLE_TYPE`. */
  readonly type: number;
  /** `D3D_SHADER_VARIABLE_CLASS`. */
  readonly class: number;
  /** Registers that it takes. */
  readonly rows: number;
  /** Components that it takes of each. */
  readonly columns: number;
  /** `D3D_INTERPOLATION_MODE`. */
  readonly interpolation: number;
  /** `D3D_PARAMETER_FLAGS`: {@link PARAMETER_IN}, {@link PARAMETER_OUT}. */
  readonly flags: number;
  readonly firstInRegister: number;
  readonly firstInComponent: number;
  readonly firstOutRegister: number;
  readonly firstOutComponent: number;
}

export interface FunctionSignature {
  /** What the function returns, which carries its name; undefined when the chunk has no record at all. */
  readonly returns: FunctionParameter | undefined;
  readonly parameters: readonly FunctionParameter[];
  /** Whether everything lies inside the container. */
  readonly intact: boolean;
}

export const PARAMETER_IN = 1;
export const PARAMETER_OUT = 2;

const HEADER_SIZE = 20;
const FUNCTION_SIZE = 8;
const PARAMETER_SIZE = 48;

/** Reads a library header; undefined when it is not there as a whole. */
export function readLibh(container: Container, chunk: Chunk, diagnostics: Diagnostics): LibraryHeader | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the header')) return undefined;
  const functions: LibraryFunction[] = [];
  const count = view.u32(12);
  const offset = view.u32(16);
  if (view.hasAll(offset, count, FUNCTION_SIZE, FUNCTION_SIZE, 'functions')) {
    for (let i = 0, at = offset; i < count; i++, at += FUNCTION_SIZE) {
      functions.push({ level9: view.u32(at), name: view.text(view.u32(at + 4), 'the name of a function') ?? '' });
    }
  }
  return { creator: optionalText(view, 4, 'the name of the compiler'), flags: view.u32(8), functions };
}

/** Reads the signature of a library function; undefined when not even the count is there. */
export function readLfs0(container: Container, chunk: Chunk, diagnostics: Diagnostics): FunctionSignature | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, 8, 'the count of parameters')) return undefined;
  const records: FunctionParameter[] = [];
  const count = view.u32(0);
  const offset = view.u32(4);
  if (view.hasAll(offset, count, PARAMETER_SIZE, PARAMETER_SIZE, 'parameters')) {
    for (let i = 0; i < count; i++) records.push(readParameter(view, offset + PARAMETER_SIZE * i));
  }
  return { returns: records[0], parameters: records.slice(1), intact: view.intact };
}

function readParameter(view: ChunkView, at: number): FunctionParameter {
  return {
    name: optionalText(view, at, 'the name of a parameter'),
    semanticName: optionalText(view, at + 4, 'the semantic of a parameter'),
    type: view.u32(at + 8),
    class: view.u32(at + 12),
    rows: view.u32(at + 16),
    columns: view.u32(at + 20),
    interpolation: view.u32(at + 24),
    flags: view.u32(at + 28),
    firstInRegister: view.u32(at + 32),
    firstInComponent: view.u32(at + 36),
    firstOutRegister: view.u32(at + 40),
    firstOutComponent: view.u32(at + 44),
  };
}

/** The text whose offset stands at `at`; undefined when that is 0. */
function optionalText(view: ChunkView, at: number, what: string): string | undefined {
  const offset = view.u32(at);
  return offset === 0 ? undefined : view.text(offset, what);
}
