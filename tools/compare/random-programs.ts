/**
 * Random programs for `translate`, by kind: of words and compiled from HLSL, of both instruction sets, and damaged ones that the validator accepts.
 *
 * Not for: what is done with them (translate-valid.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { detectFormat } from '../../src/container/index.ts';
import type { State9 } from '../../src/translate/index.ts';
import { validate } from '../../src/validate/index.ts';
import { Random } from '../../test/support/smith/random.ts';
import { damageSm1Fields } from '../../test/support/smith/sm1-damage.ts';
import { damagedContainer } from '../../test/support/smith/sm4-damage.ts';
import { randomTarget } from '../../test/support/smith/sm4-target.ts';
import { runnableProgram, validProgram } from '../../test/support/smith/sm4-valid.ts';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { Oracle } from '../oracle/client.ts';
import { compiledProgram } from './compiled-shaders.ts';
import { compiledProgram9, randomProgram9, randomState9 } from './direct3d9-programs.ts';

export interface RandomProgram {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The state of Direct3D 9 for programs of models 1 to 3. */
  readonly state9?: State9;
}

/** The program of a seed; undefined where it makes none, such as HLSL that does not compile. */
type Generator = (seed: number) => RandomProgram | undefined | Promise<RandomProgram | undefined>;

/** Kinds of programs, each with what makes its generator. The digit is for models 1 to 3. */
const KINDS = {
  words9: async () => randomProgram9,
  hlsl9: withOracle((oracle) => (seed) => compiledProgram9(oracle, seed)),
  damaged9: async () => damaged9,
  words: async () => words,
  /** Words of geometry, hull and domain shaders. */
  stages: async () => stageWords,
  hlsl: withOracle((oracle) => async (seed) => {
    const shader = await compiledProgram(oracle, new Random(seed));
    return shader && { name: `HLSL ${seed}, ${shader.profile}`, bytes: shader.bytes };
  }),
  damaged: async () => damaged,
} satisfies Record<string, () => Promise<Generator>>;

export type ProgramKind = keyof typeof KINDS;
export const PROGRAM_KINDS = Object.keys(KINDS) as ProgramKind[];

/** The programs of `count` seeds from `first` on. Those from HLSL need Microsoft's compiler. */
export async function* randomPrograms(kind: ProgramKind, first: number, count: number): AsyncGenerator<RandomProgram> {
  const generator: Generator = await KINDS[kind]();
  for (let seed = first; seed < first + count; seed++) {
    const program = await generator(seed);
    if (program !== undefined) yield program;
  }
  oracle?.stop();
}

let oracle: Oracle | undefined;

function withOracle(make: (oracle: Oracle) => Generator): () => Promise<Generator> {
  return async () => {
    oracle = await Oracle.start();
    return make(oracle);
  };
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
