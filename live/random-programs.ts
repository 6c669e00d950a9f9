/**
 * Random programs for `translate`, by kind: of words, compiled from random HLSL and from HLSL as games have it, of both
 * instruction sets, and damaged ones that the validator accepts.
 *
 * Not for: what is done with them (translate-valid.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { type HlslShader, sm1Shader, sm4Shader } from '../smith/hlsl/shaders.ts';
import { Random } from '../smith/random.ts';
import { damageSm1Fields } from '../smith/sm1-damage.ts';
import { damagedContainer } from '../smith/sm4-damage.ts';
import { randomTarget } from '../smith/sm4-target.ts';
import { runnableProgram, validProgram } from '../smith/sm4-valid.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { detectFormat } from '../src/file/index.ts';
import type { State9 } from '../src/translate/index.ts';
import { validate } from '../src/validate/index.ts';
import { Oracle } from '../tools/oracle/client.ts';
import { compiledProgram } from './compiled-shaders.ts';
import { compiledProgram9, randomProgram9, randomState9 } from './direct3d9-programs.ts';

export interface RandomProgram {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The state of Direct3D 9 for programs of models 1 to 3. */
  readonly state9?: State9;
}

/**
 * Generators of random words, by kind; undefined where there is no program for a seed. The digit is for models 1 to 3.
 */
const RANDOM = { words9: randomProgram9, damaged9, words, stages: stageWords, damaged } satisfies Record<
  string,
  (seed: number) => RandomProgram | undefined
>;

/**
 * Generators of what Microsoft's compiler makes of HLSL; undefined where it does not compile. Those of games are the
 * shaders of the benchmarks.
 */
const COMPILED = {
  hlsl9: compiledProgram9,
  hlsl: compiledWords,
  games9: (oracle, seed) => compiledGame(oracle, seed, sm1Shader(seed)),
  games: (oracle, seed) => compiledGame(oracle, seed, sm4Shader(seed)),
} satisfies Record<string, (oracle: Oracle, seed: number) => Promise<RandomProgram | undefined>>;

export type ProgramKind = keyof typeof RANDOM | keyof typeof COMPILED;
export const PROGRAM_KINDS = [...Object.keys(RANDOM), ...Object.keys(COMPILED)] as ProgramKind[];

/** The programs of `count` seeds from `first` on. */
export async function* randomPrograms(kind: ProgramKind, first: number, count: number): AsyncGenerator<RandomProgram> {
  const oracle = kind in COMPILED ? await Oracle.start() : undefined;
  try {
    for (let seed = first; seed < first + count; seed++) {
      const program =
        oracle === undefined
          ? RANDOM[kind as keyof typeof RANDOM](seed)
          : await COMPILED[kind as keyof typeof COMPILED](oracle, seed);
      if (program !== undefined) yield program;
    }
  } finally {
    oracle?.stop();
  }
}

async function compiledWords(oracle: Oracle, seed: number): Promise<RandomProgram | undefined> {
  const shader = await compiledProgram(oracle, new Random(seed));
  return shader && { name: `HLSL ${seed}, ${shader.profile}`, bytes: shader.bytes };
}

async function compiledGame(
  oracle: Oracle,
  seed: number,
  { source, profile, flags }: HlslShader,
): Promise<RandomProgram | undefined> {
  const { hr, output } = await oracle.compile(source, 'main', profile, { flags });
  return hr === 0 ? { name: `game ${seed}, ${profile}`, bytes: output } : undefined;
}

function words(seed: number): RandomProgram {
  const random = new Random(seed);
  const { bytes } = random.oneIn(2) ? runnableProgram(random) : validProgram(random);
  return { name: `words ${seed}`, bytes };
}

function stageWords(seed: number): RandomProgram {
  const random = new Random(seed);
  let target = randomTarget(random);
  while (!['gs', 'hs', 'ds'].includes(target.stage)) target = randomTarget(random);
  const { bytes } = random.oneIn(2) ? runnableProgram(random, target) : validProgram(random, target);
  return { name: `words of ${target.stage} ${seed}`, bytes };
}

/** The largest program that is damaged. */
const MAX_DAMAGED_BYTES = 20_000;
/** Changes are tried until the validator accepts the program. */
const MAX_CHANGES = 12;

function damaged(seed: number): RandomProgram | undefined {
  const random = new Random(seed);
  const base = random.oneIn(3) ? random.pick(fixtures('dxbc')) : runnableProgram(random).bytes;
  return accepted(seed, () => damagedContainer(base, random)?.bytes);
}

function damaged9(seed: number): RandomProgram | undefined {
  const random = new Random(seed);
  const base = random.oneIn(2) ? random.pick(fixtures('sm1')) : randomProgram9(seed).bytes;
  const program = accepted(seed, () => bytesOf(damageSm1Fields(wordsOf(base), random)));
  return program && { ...program, state9: randomState9(random) };
}

/** The first program of `change` that the validator accepts. */
function accepted(seed: number, change: () => Uint8Array | undefined): RandomProgram | undefined {
  for (let i = 0; i < MAX_CHANGES; i++) {
    const bytes = change();
    if (bytes !== undefined && validate(bytes).valid === true) return { name: `damaged ${seed}`, bytes };
  }
  return undefined;
}

const read = new Map<string, readonly Uint8Array[]>();

/** Compiled fixtures of a format that are not too large, read once. */
function fixtures(format: 'sm1' | 'dxbc'): readonly Uint8Array[] {
  const known = read.get(format);
  if (known !== undefined) return known;
  const list = readProvenance()
    .filter(({ how }) => how === 'compiled')
    .map(({ id }) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`))))
    .filter((bytes) => bytes.length <= MAX_DAMAGED_BYTES && detectFormat(bytes).format === format);
  read.set(format, list);
  return list;
}
