/**
 * Random shaders with debug information, compiled by Microsoft: all stages and models, flags for names of debug files,
 * and paths that name a user or a machine.
 */
import { randomDebugShader as randomSm4Shader } from '../smith/hlsl-debug.ts';
import type { Random } from '../smith/random.ts';
import { type Oracle, OracleDied } from '../tools/oracle/client.ts';
import { randomDebugShader as randomSm1Shader } from './debug-hlsl.ts';

/** D3DCOMPILE_DEBUG, and the flags of /Zss and /Zsb. */
const DEBUG = 1;
const NAMES_OF_FILES = [0, 0x40_0000, 0x80_0000];

/** Paths as they are on machines of developers and in build systems, and others that say nothing about anybody. */
export const SOURCE_PATHS = [
  'C:\\Users\\john.smith\\source\\game\\shader.hlsl',
  'c:/users/anna/p/x.hlsl',
  '/home/anna/game/shaders/lit.hlsl',
  '/Users/joe/Library/a b/tint.fx',
  '\\\\BUILD01\\drops$\\x64\\s.hlsl',
  'D:\\a\\_work\\1\\s\\shader.hlsl',
  'Z:\\tmp\\t.hlsl',
  '..\\..\\Users\\john\\x.hlsl',
  'C:\\x.hlsl',
  'shader.hlsl',
  'src/deep/shader.fx',
] as const;

export interface DebugSource {
  readonly source: string;
  readonly entry: string;
  readonly profile: string;
  readonly flags: number;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly defines: Readonly<Record<string, string>>;
}

/** A random source whose paths are of {@link SOURCE_PATHS}. */
export function randomDebugSource(random: Random): DebugSource {
  const seed = random.below(2 ** 30);
  const isOld = random.oneIn(3);
  const shader = isOld ? { files: {}, defines: {}, ...randomSm1Shader(seed) } : randomSm4Shader(seed);
  const isLevel9 = shader.profile.includes('level_9');
  const isNamed = !isOld || isLevel9;
  const source = random.oneIn(3) ? withLineDirective(shader.source, random) : shader.source;
  return {
    ...shader,
    source,
    flags: (shader.flags & ~0xc0_0000) | DEBUG | (isNamed ? random.pick(NAMES_OF_FILES) : 0),
    name: random.pick(SOURCE_PATHS),
    defines: random.oneIn(4) ? { HOME: '"/home/anna"', ONE: '1' } : shader.defines,
  };
}

/** The source with a directive that names a path. */
function withLineDirective(source: string, random: Random): string {
  const lines = source.split('\n');
  const path = random.pick(SOURCE_PATHS).replaceAll('\\', '\\\\');
  lines.splice(random.below(Math.min(6, lines.length)), 0, `#line ${random.between(1, 90)} "${path}"`);
  return lines.join('\n');
}

/** Compiles `source` with Microsoft's compiler; undefined if it refuses or dies. */
export async function compileDebug(oracle: Oracle, shader: DebugSource): Promise<Uint8Array | undefined> {
  const { source, entry, profile, flags, name, files, defines } = shader;
  try {
    const { hr, output } = await oracle.compile(source, entry, profile, { flags, name, files, defines });
    return hr === 0 && output.byteLength > 0 ? output : undefined;
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    return undefined;
  }
}
