/**
 * Removes debug information from shaders: as `D3DStripShader` does, or all of it.
 *
 * Not for: other chunks that are not needed at run time (container/parts.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { readContainer } from '../container/dxbc.ts';
import { STRIP_FLAGS, stripChunks } from '../container/parts.ts';
import { TAG } from '../container/tags.ts';
import { isEffect } from '../file/detect-format.ts';
import { diagnosticsIn, readShaderFile, reportNoPrograms } from '../file/shader-file.ts';
import { Sm1CommentTag } from '../isa/sm1/comments.ts';
import { decodeSm1Bytes, encodeSm1 } from '../isa/sm1/encode.ts';
import { type DebugChange, mapContainerDebug, mapEffectShaders } from './map-debug.ts';
import { DX0235 } from './messages.ts';

export interface StripDebugOptions {
  /**
   * Removes what Microsoft's function leaves, too: the comment DBUG of programs for feature level 9, the debug
   * information of the functions of a library, the debug information of DXIL (ILDB), and the name of the debug file
   * (ILDN).
   */
  readonly all?: boolean;
}

/** The result of {@link stripDebugInformation}. */
export interface StrippedShader {
  /** The shader without debug information; undefined where it cannot be removed. */
  readonly bytes: Uint8Array | undefined;
  /** Faults of the file; a note if debug information is left. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes debug information. For containers the result is that of `D3DStripShader` with `D3DCOMPILER_STRIP_DEBUG_INFO`,
 * byte for byte. That function refuses token streams of shader models 1 to 3; from those, this one removes the comment
 * DBUG.
 *
 * @param source a compiled shader or library, or an effect, whose shaders are stripped; of C source, the first array
 *   that is one
 * @throws TypeError when `source` holds no bytes, or an option is unknown
 */
export function stripDebugInformation(source: ByteSource, options: StripDebugOptions = {}): StrippedShader {
  checkOptions(options, { all: 'boolean' }, 'stripDebugInformation');
  const diagnostics = new Diagnostics();
  const bytes = stripDebug(toBytes(source, 'stripDebugInformation'), options.all ?? false, diagnostics);
  return { bytes, diagnostics: diagnostics.list };
}

/** {@link stripDebugInformation} with a collector. */
export function stripDebug(source: Uint8Array, all: boolean, diagnostics: Diagnostics): Uint8Array | undefined {
  const file = readShaderFile(source, new Diagnostics());
  const { format, bytes, container } = file;
  if (format === 'sm1') return withoutDbug(bytes);
  if (isEffect(format)) {
    const located = diagnosticsIn(file, diagnostics);
    return mapEffectShaders(bytes, (shader, offset) => stripDebug(shader, all, located.at(offset)), located);
  }
  if (container === undefined) {
    // Reports what is wrong with a container whose header cannot be read.
    readShaderFile(source, diagnostics);
    reportNoPrograms(file, 'remove debug information', 'a program', diagnostics);
    return undefined;
  }
  const stripped = stripChunks(bytes, STRIP_FLAGS.debug, diagnosticsIn(file, diagnostics));
  if (stripped === undefined) return undefined;
  const left = readContainer(stripped, new Diagnostics())!;
  if (all) return mapContainerDebug(left, REMOVE_ALL);
  if (mapContainerDebug(left, REMOVE_INNER) !== left.bytes) diagnostics.report(DX0235, 0, bytes.byteLength);
  return stripped;
}

/** The stream without its debug information; the stream itself where it has none. */
function withoutDbug(stream: Uint8Array): Uint8Array {
  const module = decodeSm1Bytes(stream);
  const nodes = module.nodes.filter((node) => node.kind !== 'comment' || node.words[0] !== Sm1CommentTag.debug);
  return nodes.length === module.nodes.length ? stream : encodeSm1({ ...module, nodes });
}

/** Debug information, and what is no longer useful without it. */
const ALL: readonly number[] = [TAG.SPDB, TAG.SDBG, TAG.RPLY, TAG.ILDB, TAG.ILDN];

const REMOVE_ALL: DebugChange = {
  stream: withoutDbug,
  chunk: ({ tag, data }) => (ALL.includes(tag) ? undefined : data),
};

/** A name alone says nothing about the source. */
const REMOVE_INNER: DebugChange = {
  stream: withoutDbug,
  chunk: ({ tag, data }) => (tag !== TAG.ILDN && ALL.includes(tag) ? undefined : data),
};
