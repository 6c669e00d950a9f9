/** Replaces paths in strings within bytes. Strings keep their lengths, so nothing moves. */
import { latin1Bytes, latin1Text } from '../../base/words.ts';
import type { PathScrubber } from './personal-paths.ts';

/** Replaces the paths of the text from `start` to `end`, in place. Returns whether anything changed. */
export function scrubText(bytes: Uint8Array, start: number, end: number, scrubber: PathScrubber): boolean {
  if (end <= start || start < 0 || end > bytes.byteLength) return false;
  const text = latin1Text(bytes, start, end);
  const scrubbed = scrubber.scrub(text);
  if (scrubbed === text) return false;
  bytes.set(latin1Bytes(scrubbed), start);
  return true;
}

/**
 * Replaces the paths of each NUL-terminated string from `start` to `end`. In a string with `prefix`, only the rest is a
 * path; others are skipped.
 */
export function scrubStrings(
  bytes: Uint8Array,
  start: number,
  end: number,
  scrubber: PathScrubber,
  prefix = '',
): boolean {
  const limit = Math.min(end, bytes.byteLength);
  let isChanged = false;
  for (let at = start; at < limit; ) {
    const nul = bytes.indexOf(0, at);
    const stop = nul < 0 || nul > limit ? limit : nul;
    const from = at + prefix.length;
    if (from <= stop && latin1Text(bytes, at, from) === prefix && scrubText(bytes, from, stop, scrubber))
      isChanged = true;
    at = stop + 1;
  }
  return isChanged;
}
