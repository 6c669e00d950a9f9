/**
 * The output of Microsoft's compiler for random HLSL, and for the fixtures' sources under other flags and for other
 * versions: containers of shader models 4 to 5.1 and libraries that no fixture is.
 */
import { readFileSync } from 'node:fs';
import { type Provenance, readProvenance } from '../fixtures/recorded.ts';
import { exactFunction } from '../smith/hlsl-exact.ts';
import type { Random } from '../smith/random.ts';
import { type Oracle, OracleDied } from '../tools/oracle/client.ts';
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
 * @param isOfFixture whether the source is that of a fixture; by default, half of them are. Random ones compile in a
 *   fifth of the time.
 */
export async function compiledShader(
  oracle: Oracle,
  random: Random,
  isOfFixture = random.oneIn(2),
): Promise<CompiledShader | undefined> {
  return compiled(oracle, isOfFixture ? sourceOf(random) : randomSource(random));
}

/**
 * One with a program that does something: mostly random declarations and what uses them, because functions of exact
 * arithmetic and the sources of fixtures take five times as long to compile. Undefined where it does not compile.
 */
export async function compiledProgram(oracle: Oracle, random: Random): Promise<CompiledShader | undefined> {
  return random.oneIn(6) ? compiled(oracle, exactSource(random)) : compiledShader(oracle, random, random.oneIn(6));
}

interface ShaderSource {
  readonly source: string | Uint8Array;
  readonly entry: string;
  readonly profile: string;
  readonly flags: number;
  readonly defines: Readonly<Record<string, string>>;
}

async function compiled(oracle: Oracle, shader: ShaderSource): Promise<CompiledShader | undefined> {
  const { source, entry, profile, flags, defines } = shader;
  try {
    const answer = await oracle.compile(source, entry, profile, { flags, defines });
    return answer.hr === 0 ? { profile, bytes: answer.output } : undefined;
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    return undefined;
  }
}

/** Profiles and flags for functions of exact arithmetic: each makes other programs of the same source. */
const EXACT_PROFILES = ['ps_4_0', 'ps_5_0', 'vs_5_0', 'ps_5_1'] as const;
const EXACT_FLAGS = [0, 0x1, 0x200, 0x400, 0x4000, 0x8000] as const;

/** A function of exact arithmetic, called with inputs and constants. */
function exactSource(random: Random): ShaderSource {
  const { source } = exactFunction(random, 'integers');
  const profile = random.pick(EXACT_PROFILES);
  const semantic = profile.startsWith('ps') ? 'SV_Target' : 'RESULT';
  const text = `cbuffer C : register(b0) { int4 cb_a; float4 cb_b; };\n${source}uint4 main(int4 a : A, float4 b : B) : ${semantic} { return f(cb_a + a, cb_b + b); }\n`;
  return { source: text, entry: 'main', profile, flags: random.pick(EXACT_FLAGS), defines: {} };
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
