/**
 * The function that Jazzer.js calls with each input of a coverage-guided run. The first byte chooses the target, the
 * second has the flags, the rest is the file.
 *
 * Not for: starting such a run (with-coverage.ts).
 */
import { writeFileSync } from 'node:fs';
import { HEADER_SIZE, isContainer } from '../../src/container/dxbc.ts';
import { writeChecksum } from '../../src/container/write.ts';
import { type CaseResult, runCase } from './cases.ts';
import type { TargetName } from './targets/index.ts';

/** Names of the targets to call. */
const names = process.env.FUZZ_TARGETS!.split(',') as TargetName[];
/** The file that gets the number of executions of each of them. */
const countsFile = process.env.FUZZ_COUNTS!;
const counts = names.map(() => 0);
let total = 0;
/** Executions between two writes of that file. */
const WRITE_EVERY = 512;

/** In the flags: leave the checksum of a container as it is. Otherwise it is made right, so that readers go on. */
const KEEP_CHECKSUM = 8;

export function fuzz(data: Uint8Array): void | Promise<void> {
  if (data.byteLength < 2) return;
  const position = data[0]! % names.length;
  const target = names[position]!;
  counts[position]!++;
  if (++total % WRITE_EVERY === 0) writeFileSync(countsFile, JSON.stringify(counts));
  const flags = data[1]!;
  const bytes = new Uint8Array(data.subarray(2));
  if ((flags & KEEP_CHECKSUM) === 0 && isContainer(bytes) && bytes.byteLength >= HEADER_SIZE) writeChecksum(bytes);
  const result = runCase({ target, bytes, flags: flags & 0xf5 });
  return result instanceof Promise ? result.then((one) => check(target, one)) : check(target, result);
}

function check(target: TargetName, { fault }: CaseResult): void {
  if (fault !== undefined) throw new Error(`${target}: ${fault}`);
}
