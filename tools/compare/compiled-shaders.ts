/**
 * The output of Microsoft's compiler for random HLSL, and for the fixtures' sources under other flags and for other versions: containers of
 * shader models 4 to 5.1 and libraries that no fixture is.
 */
import { readFileSync } from 'node:fs';
import type { Random } from '../../test/support/smith/random.ts';
import { type Provenance, readProvenance } from '../fixtures/recorded.ts';
import { type Oracle, OracleDied } from '../oracle/client.ts';
import { randomShader } from './headers-hlsl.ts';

/** Flags of compilation that change how programs look: optimization, flow control, strictness, unbounded tables. */
const COMPILE_FLAGS = [0, 0, 0x4, 0x200, 0x400, 0x1000, 0x2000, 0x4000, 0x8000, 0x10_0000] as const;
const VERSIONS = ['4_0', '4_1', '5_0', '5_1'] as const;
const SOURCES: readonly Provenance[] = readProvenance().filter(
  ({ how, profile }) => how === 'compiled' && /^(ps|vs|gs|hs|ds|cs)_[45]_[01]$|^lib_[45]_[01]$/.test(profile ?? ''),
);

export interface CompiledShader {
  readonly profile: string;
  readonly bytes: Uint8Array;
}

/**
 * One of them; undefined where the source does not compile, or the compiler dies.
 *
 * @param isOfFixture whether the source is that of a fixture; by default, half of them are. Random ones compile in a fifth of the time.
 */
export async function compiledShader(
  oracle: Oracle,
  random: Random,
  isOfFixture = random.oneIn(2),
): Promise<CompiledShader | undefined> {
  const { source, entry, profile, flags, defines } = isOfFixture ? sourceOf(random) : randomSource(random);
  try {
    const answer = await oracle.compile(source, entry, profile, { flags, defines });
    return answer.hr === 0 ? { profile, bytes: answer.output } : undefined;
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    return undefined;
  }
}

function randomSource(random: Random) {
  return { ...randomShader(random.below(2 ** 30)), defines: {} };
}

/** The source of a fixture under other flags, for another version. */
function sourceOf(random: Random) {
  const { source, entry = 'main', profile, flags = 0, defines = {} } = random.pick(SOURCES);
  const stage = profile!.slice(0, profile!.indexOf('_'));
  const version = stage === 'lib' ? profile!.slice(4) : random.pick(VERSIONS);
  const changed = random.oneIn(3) ? profile! : `${stage}_${version}`;
  return { source: readFileSync(source), entry, profile: changed, flags: flags | random.pick(COMPILE_FLAGS), defines };
}
