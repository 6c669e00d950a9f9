/**
 * Program databases as separate files: extracts the one of a shader, and inserts one.
 *
 * Not for: the content of a program database (spdb/), or removing it (strip.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { readIldn } from '../chunks/debug-name.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { programChunk } from '../container/shader-chunks.ts';
import { TAG } from '../container/tags.ts';
import { rewriteContainer } from '../container/write.ts';
import { diagnosticsIn, readShaderFile } from '../file/shader-file.ts';
import { DX0236, DX0237, DX0238 } from './messages.ts';
import { openSpdb, programSize } from './spdb/spdb.ts';

/** The program database of a shader. */
export interface ShaderPdb {
  /** A complete file; a copy. Undefined if the shader has none. */
  readonly pdb: Uint8Array | undefined;
  /**
   * The name of its file, which is in the chunk ILDN; null where there is none. One character a byte, and from an
   * untrusted file.
   */
  readonly name: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the program database in a shader: the payload of its chunk SPDB, which is what `fxc /Fd` writes and
 * `D3DGetBlobPart` returns for `D3D_BLOB_PDB`.
 *
 * @param source a compiled shader of models 4 to 5.1; of C source, the first array that is one
 * @throws TypeError when `source` holds no bytes
 */
export function readShaderPdb(source: ByteSource): ShaderPdb {
  const diagnostics = new Diagnostics();
  const { container } = openShader(toBytes(source, 'readShaderPdb'), diagnostics);
  const chunk = container?.find(TAG.SPDB);
  if (container !== undefined && chunk === undefined) diagnostics.report(DX0236, 0, container.bytes.byteLength);
  return {
    pdb: chunk?.data.slice(),
    name: container === undefined ? null : pdbNameOf(container),
    diagnostics: diagnostics.list,
  };
}

/** The result of {@link restoreShaderPdb}. */
export interface RestoredShader {
  /** The shader with the program database; undefined where it cannot be put there. */
  readonly bytes: Uint8Array | undefined;
  /** Faults of the shader. */
  readonly diagnostics: readonly Diagnostic[];
  /** Faults of the program database; spans count in it. */
  readonly pdbDiagnostics: readonly Diagnostic[];
}

/**
 * Puts a program database into a shader, where Microsoft's compiler puts it; another one is replaced. A shader that was
 * stripped by
 * `D3DStripShader` or `stripDebugInformation()` gets the bytes that it had.
 *
 * @param source the shader
 * @param pdb the program database, which must be of a program of the same size
 * @throws TypeError when an argument holds no bytes
 */
export function restoreShaderPdb(source: ByteSource, pdb: ByteSource): RestoredShader {
  const diagnostics = new Diagnostics();
  const pdbDiagnostics = new Diagnostics();
  const database = toBytes(pdb, 'restoreShaderPdb');
  const bytes = restored(toBytes(source, 'restoreShaderPdb'), database, diagnostics, pdbDiagnostics);
  return { bytes, diagnostics: diagnostics.list, pdbDiagnostics: pdbDiagnostics.list };
}

function restored(
  source: Uint8Array,
  pdb: Uint8Array,
  diagnostics: Diagnostics,
  pdbDiagnostics: Diagnostics,
): Uint8Array | undefined {
  const { container, bytes } = openShader(source, diagnostics);
  if (container === undefined) return undefined;
  const program = programChunk(container.chunks);
  if (program === undefined) {
    diagnostics.report(DX0238, 0, bytes.byteLength);
    return undefined;
  }
  const spdb = openSpdb(pdb, pdbDiagnostics);
  if (spdb === undefined) return undefined;
  const size = programSize(spdb);
  const actual = program.data.byteLength;
  if (size !== actual) {
    pdbDiagnostics.report(DX0237, 0, pdb.byteLength, { size, actual });
    return undefined;
  }
  const made = { tag: TAG.SPDB, data: pdb };
  const at = container.chunks.findIndex(({ tag }) => tag === TAG.SPDB);
  const chunks =
    at >= 0
      ? container.chunks.with(at, { ...container.chunks[at]!, ...made })
      : container.chunks.toSpliced(positionOf(container, program), 0, made as Chunk);
  return rewriteContainer(container, chunks, bytes);
}

/** The index of the chunk before which Microsoft's compiler puts SPDB (source: oracle). */
function positionOf({ chunks }: Container, program: Chunk): number {
  const isLevel9 = chunks.some(({ tag }) => tag === TAG.Aon9);
  const after: readonly number[] = isLevel9 ? [] : [TAG.SFI0, TAG.STAT];
  let at = chunks.indexOf(program) + 1;
  while (after.includes(chunks[at]?.tag ?? 0)) at++;
  return at;
}

/** The name in the chunk ILDN. */
export function pdbNameOf(container: Container): string | null {
  const chunk = container.find(TAG.ILDN);
  return (chunk && readIldn(container, chunk, new Diagnostics())?.name) ?? null;
}

function openShader(source: Uint8Array, diagnostics: Diagnostics) {
  const file = readShaderFile(source, diagnostics);
  if (file.container === undefined && file.format !== 'dxbc')
    diagnosticsIn(file, diagnostics).report(DX0238, 0, file.bytes.byteLength);
  return file;
}
