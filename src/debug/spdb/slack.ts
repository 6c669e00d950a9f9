/**
 * Bytes of a multi-stream file that belong to no stream: after the end of a stream in its last block, and blocks
 * without a use. Writers leave there what was in their memory, also names of files.
 *
 * Not for: the streams.
 */
import type { Msf } from './msf.ts';
import { isFreeMap } from './msf-streams.ts';

/** Bytes from `start` to `end` of a file. */
export interface Slack {
  readonly start: number;
  readonly end: number;
}

/** The bytes that belong to nothing. */
export function slackOf({ bytes, blockSize, directory, directoryMap, streams }: Msf): readonly Slack[] {
  const blockCount = Math.ceil(bytes.byteLength / blockSize);
  /** Bytes of each block that are in use. */
  const used = new Uint16Array(blockCount);
  for (let block = 0; block < blockCount; block++)
    if (block === 0 || isFreeMap(block, blockSize)) used[block] = blockSize;
  const use = (block: number, count: number) => {
    if (block < blockCount) used[block] = Math.max(used[block]!, Math.min(count, blockSize));
  };
  for (const block of directory) use(block, blockSize);
  for (let i = 0; 4 * directory.length > i * blockSize; i++) use(directoryMap + i, blockSize);
  for (const { blocks, size } of streams) for (const [i, block] of blocks.entries()) use(block, size - i * blockSize);
  const slack: Slack[] = [];
  for (const [block, count] of used.entries())
    if (count < blockSize)
      slack.push({ start: block * blockSize + count, end: Math.min((block + 1) * blockSize, bytes.byteLength) });
  return slack.filter(({ start, end }) => start < end);
}
