/**
 * Sets of real size: shaders as games have them, written by the generators in `hlsl/` and compiled by the oracle. They
 * are stored in the cache of the benchmark. Without the oracle and without a cache the sets are random programs made
 * from the opcode tables.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HlslShader, largeShader, sm1Shader, sm4Shader } from '../smith/hlsl/shaders.ts';
import { Random } from '../smith/random.ts';
import { validSm1Words } from '../smith/sm1-valid.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import { bytesOf } from '../src/base/words.ts';
import { Oracle } from '../tools/oracle/client.ts';
import { CACHE } from './builds.ts';
import type { ShaderSet } from './shaders.ts';

interface Generated extends Pick<ShaderSet, 'name' | 'model'> {
  readonly files: number;
  readonly shader: (seed: number) => HlslShader;
}

const SETS: readonly Generated[] = [
  { name: 'SM 1-3 games', model: 'SM 1-3', files: 500, shader: sm1Shader },
  { name: 'SM 4-5.1 games', model: 'SM 4-5.1', files: 500, shader: sm4Shader },
  { name: '50 to 500 KB', model: 'SM 4-5.1', files: 16, shader: largeShader },
];

/** `D3DCOMPILER_STRIP_REFLECTION_DATA`. */
const STRIP_REFLECTION = 1;

/**
 * Returns the sets, from the cache where they are there; `note` says so where they are not what the oracle would give.
 *
 * @param isWanted whether a set with this name is measured: compiling one takes up to a minute
 */
export async function generatedSets(
  oracle: Oracle | undefined,
  isWanted: (name: string) => boolean,
): Promise<{ sets: ShaderSet[]; note?: string }> {
  const sets: ShaderSet[] = [];
  for (const set of SETS.filter(({ name }) => isWanted(name))) {
    const file = join(CACHE, `${set.name.replaceAll(' ', '-')}-${generatorHash()}.bin`);
    if (!existsSync(file) && oracle === undefined) {
      const note = 'without the oracle: sets of random programs instead of compiled shaders, and no large ones';
      return { sets: randomSets(), note };
    }
    if (!existsSync(file)) {
      mkdirSync(CACHE, { recursive: true });
      writeFileSync(file, packed(await compiled(set, oracle!)));
    }
    sets.push({ name: set.name, model: set.model, files: unpacked(readFileSync(file)) });
  }
  return { sets };
}

/** The files of all sets in the directory `cache`; none when nothing is there. */
export function cachedFiles(cache: string): Uint8Array[] {
  if (!existsSync(cache)) return [];
  const names = readdirSync(cache).filter((name) => name.endsWith('.bin'));
  return names.sort().flatMap((name) => unpacked(readFileSync(join(cache, name))));
}

/** Compiles shaders by ascending seed. Those that are too long for their profile are left out. */
async function compiled({ files, shader }: Generated, oracle: Oracle): Promise<Uint8Array[]> {
  const results: Uint8Array[] = [];
  for (let seed = 1; results.length < files; seed++) {
    const { source, profile, flags, stripped } = shader(seed);
    const { hr, output } = await oracle.compile(source, 'main', profile, { flags });
    if (hr !== 0) continue;
    results.push(stripped ? (await oracle.strip(output, STRIP_REFLECTION)).output : output);
  }
  return results;
}

/** Changes when the generators or the compiler change. */
function generatorHash(): string {
  const directory = join(import.meta.dirname, '../smith/hlsl');
  const hash = createHash('sha256').update(Oracle.compilerVersion).update(JSON.stringify(SETS));
  for (const name of readdirSync(directory).sort()) hash.update(readFileSync(join(directory, name)));
  return hash.digest('hex').slice(0, 12);
}

/** Valid programs of every opcode, which is not the mix of games. */
function randomSets(): ShaderSet[] {
  const random = new Random(1);
  const make = (program: (random: Random) => Uint8Array) => Array.from({ length: 500 }, () => program(random));
  return [
    { name: 'SM 1-3 random', model: 'SM 1-3', files: make((r) => bytesOf(validSm1Words(r))) },
    { name: 'SM 4-5.1 random', model: 'SM 4-5.1', files: make((r) => validProgram(r).bytes) },
  ];
}

/** The files in one array of bytes, each after its size. */
export function packed(files: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(files.flatMap((file) => [bytesOf(new Uint32Array([file.byteLength])), file]));
}

function unpacked(all: Buffer): Uint8Array[] {
  const files: Uint8Array[] = [];
  for (let at = 0; at < all.byteLength; ) {
    const end = at + 4 + all.readUInt32LE(at);
    // A copy of its own, aligned as files are.
    files.push(new Uint8Array(all.subarray(at + 4, end)));
    at = end;
  }
  return files;
}
