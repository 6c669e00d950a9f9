/** Makes shaders of compiled files ready for draws: programs with their signatures. */
import { Diagnostics } from '../../base/diagnostics.ts';
import { readSignature } from '../../chunks/signature.ts';
import type { Chunk, Container } from '../../container/dxbc.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { Bindings } from '../bindings.ts';
import { sm4Executable } from '../sm4/executable.ts';
import type { Sm4DrawShader } from './draw-call.ts';

/** The shader with the main program of a file, `program`. @param container with its signatures; without one stages are linked by registers */
export function sm4DrawShader(
  program: Sm4Program,
  container: Container | undefined,
  bindings = new Bindings(),
): Sm4DrawShader {
  const executable = sm4Executable(program);
  if (container === undefined) return { executable, bindings };
  // Faults of signatures are reported where files are read.
  const reports = new Diagnostics();
  const { input, output, patchConstants } = pickChunks(container, reports);
  const elements = (chunk: Chunk | undefined) => chunk && readSignature(container, chunk, reports)?.elements;
  return {
    executable,
    bindings,
    inputs: elements(input),
    outputs: elements(output),
    patchConstants: elements(patchConstants),
  };
}
