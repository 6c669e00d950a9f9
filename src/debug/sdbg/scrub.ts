/**
 * Replaces personal paths in a chunk SDBG: in names of files, and in the sources that it has.
 *
 * Not for: which paths are personal (../paths/personal-paths.ts).
 */
import { u32At } from '../../base/words.ts';
import type { PathScrubber } from '../paths/personal-paths.ts';
import { scrubText } from '../paths/scrub-text.ts';
import { SDBG_FILE, SDBG_FILE_SIZE, SDBG_HEADER, SDBG_HEADER_SIZE } from './layout.ts';

/** Returns the payload of the chunk with other paths; itself where it has none. */
export function scrubSdbg(data: Uint8Array, scrubber: PathScrubber): Uint8Array {
  if (data.byteLength < SDBG_HEADER_SIZE) return data;
  const result = data.slice();
  const base = u32At(data, SDBG_HEADER.size);
  const stringsStart = base + u32At(data, SDBG_HEADER.texts);
  const files = base + u32At(data, SDBG_HEADER.files + 4);
  const available = Math.floor((data.byteLength - files) / SDBG_FILE_SIZE);
  const count = Math.max(0, Math.min(u32At(data, SDBG_HEADER.files), available));
  /** Files may share strings: each is changed once. */
  const done = new Set<number>();
  let isChanged = false;
  const scrub = (offset: number, length: number) => {
    const start = stringsStart + offset;
    if (start >= data.byteLength || done.has(start)) return;
    done.add(start);
    if (scrubText(result, start, Math.min(start + length, data.byteLength), scrubber)) isChanged = true;
  };
  for (let i = 0; i < count; i++) {
    const at = files + SDBG_FILE_SIZE * i;
    scrub(u32At(data, at + SDBG_FILE.name), u32At(data, at + SDBG_FILE.nameLength));
    scrub(u32At(data, at + SDBG_FILE.data), u32At(data, at + SDBG_FILE.dataLength));
  }
  return isChanged ? result : data;
}
