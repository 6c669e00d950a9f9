/**
 * What Jazzer.js calls with each input of a coverage-guided run. The first byte chooses the entry point, the second has the
 * flags, the rest is the file.
 *
 * Not for: starting such a run (with-coverage.ts).
 */
import { HEADER_SIZE, isContainer } from '../../src/container/dxbc.ts';
import { writeChecksum } from '../../src/container/write.ts';
import { faultOf, TARGETS, type Target } from './targets.ts';

/** Names of entry points to call; those that the environment names, or all. */
const names = (process.env.FUZZ_TARGETS?.split(',') ?? Object.keys(TARGETS)) as Target[];

/** In the flags: leave the checksum of a container as it is. Otherwise it is made right, so that readers go on. */
const KEEP_CHECKSUM = 8;

export function fuzz(data: Uint8Array): void {
  if (data.byteLength < 2) return;
  const target = names[data[0]! % names.length]!;
  const flags = data[1]!;
  const bytes = new Uint8Array(data.subarray(2));
  if ((flags & KEEP_CHECKSUM) === 0 && isContainer(bytes) && bytes.byteLength >= HEADER_SIZE) writeChecksum(bytes);
  const fault = faultOf({ target, bytes, flags: flags & 0xf5 });
  if (fault !== undefined) throw new Error(`${target}: ${fault}`);
}
