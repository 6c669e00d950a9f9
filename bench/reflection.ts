/**
 * Reflection side by side with Microsoft's. Both start from the bytes of a file. Ours returns a plain object with everything; Microsoft's
 * is asked every question of its interfaces, in the process of the DLL.
 */
import { openShaderFile } from '../src/container/shader-file.ts';
import { reflect } from '../src/reflect/index.ts';
import type { Oracle } from '../tools/oracle/client.ts';
import { alternate, secondsPerCall } from './measure.ts';

export interface ReflectionRow {
  readonly what: 'reflect';
  readonly shaders: string;
  readonly bytes: number;
  readonly megabytesPerSecond: number;
  /** Microsoft's `D3DReflect` and all questions of its interfaces, on the same shaders in the same rounds. */
  readonly microsoft?: number;
  readonly ratio?: number;
}

/** Megabytes that Microsoft's reflection processes in a second of a round. */
const MEGABYTES_PER_SECOND = 150;

/** A row for those of `shaders` that Microsoft reflects: those without diagnostics. */
export async function reflectionRow(
  name: string,
  shaders: readonly Uint8Array[],
  oracle: Oracle | undefined,
  rounds: number,
  seconds: number,
): Promise<ReflectionRow> {
  const reflected = shaders.filter(hasNoDiagnostics);
  const bytes = reflected.reduce((sum, shader) => sum + shader.byteLength, 0);
  const megabytes = bytes / 1e6;
  const loops = Math.max(1, Math.round((seconds * MEGABYTES_PER_SECOND) / megabytes));
  const reflectAll = () => {
    for (const shader of reflected) reflect(shader);
  };
  secondsPerCall(reflectAll, 1);
  const results = await alternate(
    {
      ours: () => megabytes / secondsPerCall(reflectAll, seconds),
      microsoft: async () =>
        oracle ? megabytes / (await oracle.benchReflect(reflected, loops)).meanSeconds : Number.NaN,
    },
    rounds,
  );
  const megabytesPerSecond = Math.max(...results.ours);
  const row = { what: 'reflect', shaders: name, bytes, megabytesPerSecond } as const;
  if (oracle === undefined) return row;
  const microsoft = Math.max(...results.microsoft);
  return { ...row, microsoft, ratio: megabytesPerSecond / microsoft };
}

/** Whether a container has no program of feature level 9: Microsoft's reflection reads none, and ours reflects it too. */
export function hasNoLevel9(shader: Uint8Array): boolean {
  return !openShaderFile(shader).programs.some(({ level9 }) => level9);
}

function hasNoDiagnostics(shader: Uint8Array): boolean {
  return reflect(shader).diagnostics.length === 0;
}
