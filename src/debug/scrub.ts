/**
 * Personal paths in debug information: lists them and replaces them with neutral paths. Directories of users, names of
 * machines and all other directories of absolute paths are replaced by names of the same length; names of files stay,
 * and with them every offset.
 *
 * Not for: the recognition of personal paths (paths/personal-paths.ts).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../base/words.ts';
import type { Chunk } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { isEffect } from '../file/detect-format.ts';
import { diagnosticsIn, readShaderFile, reportNoPrograms } from '../file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { DBUG_HEADER, DBUG_HEADER_SIZE } from './dbug/layout.ts';
import { DbugView } from './dbug/view.ts';
import { mapEffectShaders } from './effect-shaders.ts';
import { type DebugChange, mapContainerDebug } from './map-debug.ts';
import { PathScrubber, type PersonalPath } from './paths/personal-paths.ts';
import { scrubStrings, scrubText } from './paths/scrub-text.ts';
import { scrubSdbg } from './sdbg/scrub.ts';
import { scrubPdb } from './spdb/scrub.ts';

/** The result of {@link scrubPaths}. */
export interface ScrubbedShader {
  /** The shader with neutral paths, of the same size; undefined where the file cannot be read. */
  readonly bytes: Uint8Array | undefined;
  /** The paths that were replaced, each once, in the order in which they occur. */
  readonly paths: readonly PersonalPath[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces the personal paths in the debug information of a shader: names of files, arguments of the compiler, embedded
 * sources. Sizes and offsets stay; hash tables and checksums are right.
 *
 * @param source a compiled shader, library or effect; of C source, the first array that is one
 * @throws TypeError when `source` holds no bytes
 */
export function scrubPaths(source: ByteSource): ScrubbedShader {
  const diagnostics = new Diagnostics();
  const { bytes, paths } = scrubbed(toBytes(source, 'scrubPaths'), diagnostics);
  return { bytes, paths, diagnostics: diagnostics.list };
}

/** {@link scrubPaths} with a collector. */
export function scrubbed(
  source: Uint8Array,
  diagnostics: Diagnostics,
  scrubber = new PathScrubber(),
): Omit<ScrubbedShader, 'diagnostics'> {
  const file = readShaderFile(source, diagnostics);
  const { format, bytes, container } = file;
  if (isEffect(format)) {
    const located = diagnosticsIn(file, diagnostics);
    const change = (shader: Uint8Array, offset: number) => scrubbed(shader, located.at(offset), scrubber).bytes;
    return { bytes: mapEffectShaders(bytes, change, located), paths: [...scrubber.found.values()] };
  }
  const change: DebugChange = {
    stream: (stream) => scrubStream(stream, scrubber),
    chunk: (chunk) => scrubChunk(chunk, scrubber),
  };
  if (format !== 'sm1' && container === undefined) {
    reportNoPrograms(file, 'replace paths', 'a program', diagnosticsIn(file, diagnostics));
    return { bytes: undefined, paths: [] };
  }
  const made = format === 'sm1' ? change.stream(bytes) : mapContainerDebug(container!, change, bytes);
  return { bytes: made, paths: [...scrubber.found.values()] };
}

function scrubChunk({ tag, data }: Chunk, scrubber: PathScrubber): Uint8Array {
  if (tag === TAG.SPDB) return scrubPdb(data, scrubber);
  if (tag === TAG.SDBG) return scrubSdbg(data, scrubber);
  if (tag !== TAG.ILDN) return data;
  const name = data.slice();
  return scrubStrings(name, NAME_OFFSET, name.byteLength, scrubber) ? name : data;
}

/** Where the name is in the chunk ILDN. */
const NAME_OFFSET = 4;

/** The stream with other names of files in its debug information. */
function scrubStream(stream: Uint8Array, scrubber: PathScrubber): Uint8Array {
  const words = wordsOf(stream);
  const span = findSm1Comment(words, Sm1CommentTag.debug);
  if (span === undefined || 4 * (span.end - span.start) < DBUG_HEADER_SIZE) return stream;
  const view = new DbugView(words, span.start, span.end, new Diagnostics());
  const result = stream.slice();
  const comment = result.subarray(view.start, view.start + view.size);
  const original = bytesOf(words).subarray(view.start, view.start + view.size);
  const files = view.u32(DBUG_HEADER.files);
  const count = view.count(view.u32(DBUG_HEADER.fileCount), files, 4);
  const done = new Set<number>();
  let isChanged = false;
  for (let i = 0; i < count; i++) {
    const at = view.u32(files + 4 * i);
    const end = at < original.byteLength ? original.indexOf(0, at) : -1;
    // Names may share bytes; each is changed once.
    if (end < 0 || done.has(end)) continue;
    done.add(end);
    if (scrubText(comment, at, end, scrubber)) isChanged = true;
  }
  return isChanged ? result : stream;
}
