/**
 * Damage of program databases in chunks SPDB, field by field: bytes of a stream that matters are changed, or of the directory.
 *
 * Not for: damage of the container.
 */
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { CHUNK_HEADER_SIZE, readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { openSpdb } from '../../../src/debug/spdb/spdb.ts';
import type { Random } from './random.ts';

export interface SpdbEdit {
  readonly bytes: Uint8Array;
  /** Stream and offset, for reports. */
  readonly what: string;
}

/** A copy of the container `bytes` in which a field of its program database is changed; undefined where it has none. */
export function editedSpdb(bytes: Uint8Array, random: Random): SpdbEdit | undefined {
  const diagnostics = new Diagnostics();
  const chunk = readContainer(bytes, diagnostics)?.find(TAG.SPDB);
  const spdb = chunk && openSpdb(chunk.data, diagnostics);
  if (spdb === undefined) return undefined;
  const { msf, dbi } = spdb;
  const module = dbi.modules.find(({ symbolBytes }) => symbolBytes > 4)?.stream ?? 0;
  const stream = random.pick([module, module, module, module, 1, 2, 3, 4, 12, 10, 6]);
  const size = msf.streams[stream]?.size ?? 0;
  if (size === 0) return editedSpdb(bytes, random);
  const at = random.below(size);
  const width = random.pick([1, 1, 2, 4]);
  const copy = bytes.slice();
  let what = `${stream === module ? 'module' : stream}+${at.toString(16)}:`;
  for (let i = 0; i < width && at + i < size; i++) {
    const position = chunk!.offset + CHUNK_HEADER_SIZE + msf.offsetOf(stream, at + i);
    const value = random.pick([0, 1, 0xff, 0x80, random.below(256), copy[position]! ^ 1, (copy[position]! + 4) & 0xff]);
    copy[position] = value;
    what += value.toString(16).padStart(2, '0');
  }
  return { bytes: copy, what };
}
