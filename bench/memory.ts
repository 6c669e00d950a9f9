/** The most memory that a process has while it disassembles all shaders of a set, one after the other. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Build } from './builds.ts';
import { packed } from './generated.ts';
import { alternate, median } from './measure.ts';
import type { Builds } from './rows.ts';
import type { ShaderSet } from './shaders.ts';

export interface MemoryRow {
  readonly shaders: string;
  /** Megabytes: the peak of the resident set, the median of several processes. */
  readonly ours: number;
  readonly against?: number;
  /** Of a process that only loads the library and the shaders. */
  readonly idle: number;
}

/** Passes over a set in a process. */
const PASSES = 3;
const PROCESSES = 5;

/**
 * The work of a process on the library and the packed shaders in its arguments; it prints the peak in KiB. On Linux a
 * process begins with the peak of its parent in `maxRSS`, but not in `VmHWM`.
 */
const SCRIPT = `
const [library, file, passes] = process.argv.slice(1);
const { existsSync, readFileSync } = await import('node:fs');
const { disassemble } = await import(library);
const all = readFileSync(file);
for (let pass = 0; pass < Number(passes); pass++) {
  for (let at = 0; at < all.byteLength; ) {
    const end = at + 4 + all.readUInt32LE(at);
    const listing = disassemble(all.subarray(at + 4, end));
    listing.bytes ?? Buffer.from(listing.text, 'latin1');
    at = end;
  }
}
const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'latin1') : '';
console.log(/VmHWM:\\s+(\\d+) kB/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);`;

export async function memoryRow({ name, files }: ShaderSet, { ours, against }: Builds): Promise<MemoryRow> {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-bench-'));
  try {
    const file = join(directory, 'shaders.bin');
    writeFileSync(file, packed(files));
    const results = await alternate(
      {
        idle: () => peakOf(ours, file, 0),
        ours: () => peakOf(ours, file, PASSES),
        against: () => (against ? peakOf(against, file, PASSES) : 0),
      },
      PROCESSES,
    );
    const row = { shaders: name, ours: median(results.ours), idle: median(results.idle) };
    return against ? { ...row, against: median(results.against) } : row;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Megabytes. */
function peakOf(build: Build, file: string, passes: number): number {
  const args = [
    '--input-type=module',
    '--eval',
    SCRIPT,
    pathToFileURL(join(build.directory, 'dist/index.js')).href,
    file,
    String(passes),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`measuring memory ended with ${status}: ${stderr}`);
  return (Number(stdout) * 1024) / 1e6;
}
