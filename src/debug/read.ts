/**
 * Finds the debug information of every program of a file and reads it into the common model.
 *
 * Not for: the formats (dbug/, sdbg/, spdb/).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { readIldn } from '../chunks/debug-name.ts';
import { CHUNK_HEADER_SIZE, type Container, isContainer, readChunkDirectory } from '../container/dxbc.ts';
import { programChunk } from '../container/shader-chunks.ts';
import { TAG } from '../container/tags.ts';
import { embeddedShaderName } from '../effects/choose-shaders.ts';
import { isEffect } from '../file/detect-format.ts';
import { diagnosticsIn, readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import { readSm4Words } from '../isa/sm4/program.ts';
import { dbugContent } from './dbug/content.ts';
import { DbugView } from './dbug/dbug.ts';
import { shadersOfEffect } from './map-debug.ts';
import { type DebugContent, type DebugFormat, type DebugInformation, numberedInstructions } from './model.ts';
import { sdbgContent } from './sdbg/content.ts';
import { SdbgView } from './sdbg/view.ts';
import { spdbContent } from './spdb/content.ts';
import { openSpdb } from './spdb/spdb.ts';

export interface FileDebugInformation {
  /** That of each program, in the order of the programs and chunks. */
  readonly programs: readonly DebugInformation[];
  /** The name of the file that holds the debug information (chunk ILDN); null where there is none. */
  readonly debugName: string | null;
  /** Faults of the file; spans count in it, or in the array of a C source. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the debug information of a compiled shader, a library, or all shaders of an effect. Never throws on any bytes.
 *
 * @param source a complete file: a token stream, a container, or C source with one
 * @throws TypeError when `source` holds no bytes
 */
export function readDebugInformation(source: ByteSource): FileDebugInformation {
  const diagnostics = new Diagnostics();
  const file = readShaderFile(toBytes(source, 'readDebugInformation'), diagnostics);
  return { ...debugInformationOf(file, diagnosticsIn(file, diagnostics)), diagnostics: diagnostics.list };
}

/** {@link readDebugInformation} for an open file. */
export function debugInformationOf(
  file: ShaderFile,
  diagnostics: Diagnostics,
): Omit<FileDebugInformation, 'diagnostics'> {
  if (isEffect(file.format)) return { programs: informationInEffect(file.bytes, diagnostics), debugName: null };
  const programs: DebugInformation[] = [];
  for (const { isa, words, offset } of file.programs) {
    if (isa !== 'sm1') continue;
    const view = DbugView.find(words, diagnostics.at(offset));
    if (view === undefined) continue;
    programs.push({ ...located('dbug', offset + view.start, view.size, offset), ...dbugContent(view, words) });
  }
  const { container } = file;
  if (container === undefined) return { programs, debugName: null };
  programs.push(...informationIn(container, 0, diagnostics));
  if (file.format === 'library') {
    for (const chunk of container.chunks) {
      if (chunk.tag !== TAG.LIBF || !isContainer(chunk.data)) continue;
      const base = chunk.offset + CHUNK_HEADER_SIZE;
      // Faults of the containers of functions do not concern debug information.
      const inner = readChunkDirectory(chunk.data, new Diagnostics());
      if (inner !== undefined) programs.push(...informationIn(inner, base, diagnostics));
    }
  }
  const name = container.find(TAG.ILDN);
  return { programs, debugName: (name && readIldn(container, name, diagnostics)?.name) ?? null };
}

/** That of all shaders of an effect. */
function informationInEffect(effect: Uint8Array, diagnostics: Diagnostics): DebugInformation[] {
  return (shadersOfEffect(effect, diagnostics) ?? []).flatMap((shader) => {
    const { offset, length } = shader;
    const local = diagnostics.at(offset);
    const file = readShaderFile(effect.subarray(offset, offset + length), local);
    return debugInformationOf(file, local).programs.map((one) => ({
      ...one,
      offset: one.offset + offset,
      program: one.program === null ? null : one.program + offset,
      shader: embeddedShaderName(shader),
    }));
  });
}

/** @param base where the container begins in the file, in bytes */
function informationIn(container: Container, base: number, diagnostics: Diagnostics): DebugInformation[] {
  const found: DebugInformation[] = [];
  const program = programChunk(container.chunks);
  const programAt = program === undefined ? null : base + program.offset + CHUNK_HEADER_SIZE;
  const instructions = program === undefined ? [] : numberedInstructions(readSm4Words(wordsOf(program.data)));
  const local = diagnostics.at(base);
  const add = (format: DebugFormat, at: number, size: number, content: DebugContent) =>
    found.push({ ...located(format, base + at, size, programAt), ...content });
  const sdbg = container.find(TAG.SDBG);
  if (sdbg !== undefined) {
    const view = SdbgView.find(container, local);
    if (view !== undefined)
      add('sdbg', sdbg.offset + CHUNK_HEADER_SIZE, sdbg.data.byteLength, sdbgContent(view, instructions));
  }
  const spdb = container.find(TAG.SPDB);
  if (spdb !== undefined) {
    const at = spdb.offset + CHUNK_HEADER_SIZE;
    const database = openSpdb(spdb.data, local.at(at));
    if (database !== undefined) add('spdb', at, spdb.data.byteLength, spdbContent(database, instructions));
  }
  return found;
}

function located(format: DebugFormat, offset: number, size: number, program: number | null) {
  return { format, offset, size, program };
}
