/**
 * Reading the directory of containers and checking their digests, stripping and validating them; beside Microsoft's disassembly of
 * the same containers in the same rounds: the DLL exports nothing that only reads or validates a container.
 */
import { Diagnostics } from '../src/base/diagnostics.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { STRIP_FLAGS, stripChunks } from '../src/container/parts.ts';
import { validate } from '../src/validate/index.ts';
import type { Oracle } from '../tools/oracle/client.ts';
import { alternate, secondsPerCall } from './measure.ts';

export interface ContainerRow {
  readonly what: 'parse' | 'strip' | 'validate';
  readonly shaders: string;
  readonly bytes: number;
  readonly megabytesPerSecond: number;
  /** Microsoft's `D3DDisassemble` on the same containers. */
  readonly microsoft?: number;
  readonly ratio?: number;
}

/** Rows for sets of containers by their names. */
export async function containerRows(
  sets: Readonly<Record<string, readonly Uint8Array[]>>,
  oracle: Oracle | undefined,
  rounds: number,
  seconds: number,
): Promise<ContainerRow[]> {
  const rows: ContainerRow[] = [];
  for (const [name, shaders] of Object.entries(sets)) {
    // Validation of invalid containers stops early, so they are left out.
    const valid = shaders.filter((shader) => validate(shader).valid === true);
    rows.push(...(await rowsOf(name, valid, oracle, rounds, seconds)));
  }
  return rows;
}

async function rowsOf(
  name: string,
  shaders: readonly Uint8Array[],
  oracle: Oracle | undefined,
  rounds: number,
  seconds: number,
): Promise<ContainerRow[]> {
  const bytes = shaders.reduce((sum, shader) => sum + shader.byteLength, 0);
  const megabytes = bytes / 1e6;
  const loops = Math.max(1, Math.round((seconds * 18) / megabytes));
  const parse = () => {
    for (const shader of shaders) readContainer(shader, new Diagnostics());
  };
  const strip = () => {
    for (const shader of shaders) stripChunks(shader, STRIP_FLAGS.reflection, new Diagnostics());
  };
  const check = () => {
    for (const shader of shaders) validate(shader);
  };
  const results = await alternate(
    {
      parse: () => megabytes / secondsPerCall(parse, seconds),
      strip: () => megabytes / secondsPerCall(strip, seconds),
      validate: () => megabytes / secondsPerCall(check, seconds),
      microsoft: async () =>
        oracle ? megabytes / (await oracle.benchDisassemble(shaders, loops)).meanSeconds : Number.NaN,
    },
    rounds,
  );
  const microsoft = Math.max(...results.microsoft);
  return (['parse', 'strip', 'validate'] as const).map((what) => {
    const row = { what, shaders: name, bytes, megabytesPerSecond: Math.max(...results[what]) };
    return oracle === undefined ? row : { ...row, microsoft, ratio: row.megabytesPerSecond / microsoft };
  });
}
