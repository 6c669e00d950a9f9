/**
 * Random programs of shader models 1 to 3, each with a random state of Direct3D 9 for `translate`: what Microsoft's
 * compiler makes of random HLSL, and random words that the validator accepts.
 *
 * Not for: what is done with them (translate-valid.ts).
 */
import { exactFunction } from '../smith/hlsl-exact.ts';
import { Random } from '../smith/random.ts';
import { runnableSm1Words, validSm1Words } from '../smith/sm1-valid.ts';
import { bytesOf } from '../src/base/words.ts';
import { ALPHA_FUNCTIONS, type State9 } from '../src/translate/index.ts';
import { type Oracle, OracleDied } from '../tools/oracle/client.ts';
import { randomTableShader } from './ctab-hlsl.ts';

export interface Program9 {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly state9: State9;
}

const DIMENSIONS = ['texture2D', 'texture3D', 'textureCube'] as const;
const USAGES = ['blendindices', 'texcoord', 'normal', 'color'];
const SAMPLERS = 16;

/** A random state; none of its fields half of the time. */
export function randomState9(random: Random): State9 {
  if (random.oneIn(2)) return {};
  return {
    samplers: Array.from({ length: SAMPLERS }, () => ({
      ...(random.oneIn(2) && { dimension: random.pick(DIMENSIONS) }),
      ...(random.oneIn(4) && { isComparison: true }),
      ...(random.oneIn(2) && { isProjected: random.oneIn(2) }),
    })),
    alphaTest: random.pick([...ALPHA_FUNCTIONS, 'runtime']),
    fog: random.pick(['none', 'vertex', 'linear', 'exp', 'exp2']),
    fogDistance: random.pick(['z', 'w']),
    clipPlanes: random.below(7),
    clipBy: random.pick(['distances', 'discard']),
    halfPixel: random.oneIn(2),
    pointSize: random.pick(['shader', 'state']),
    flatShading: random.oneIn(2),
    integerInputs: random.oneIn(2) ? [] : [{ semantic: random.pick(USAGES), type: random.pick(['u32', 'i32']) }],
  };
}

/** A random program of words; some are not valid. */
export function randomProgram9(seed: number): Program9 {
  const random = new Random(seed);
  const words = random.oneIn(2) ? runnableSm1Words(random) : validSm1Words(random);
  return { name: `words ${seed}`, bytes: bytesOf(words), state9: randomState9(random) };
}

const PROFILES = ['vs_2_0', 'vs_2_a', 'vs_3_0', 'ps_2_0', 'ps_2_a', 'ps_2_b', 'ps_3_0'] as const;
/** Optimization levels and flow control: each makes other programs of the same source. */
const FLAGS = [0, 0x1, 0x200, 0x400, 0x4000, 0x8000] as const;

/** A random shader in HLSL, compiled; undefined where it does not compile. */
export async function compiledProgram9(oracle: Oracle, seed: number): Promise<Program9 | undefined> {
  const random = new Random(seed);
  const { source, entry, profile, flags } = random.oneIn(2) ? tableShader(seed) : functionShader(random);
  try {
    const { hr, output } = await oracle.compile(source, entry, profile, { flags });
    return hr === 0 ? { name: `HLSL ${seed}`, bytes: output, state9: randomState9(random) } : undefined;
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    return undefined;
  }
}

/** Much for the constant table; effects and texture shaders are no shaders of a stage. */
function tableShader(seed: number) {
  for (let next = seed; ; next += 0x1_0000) {
    const shader = randomTableShader(next);
    if (!/^[ft]x/.test(shader.profile)) return shader;
  }
}

/** Arithmetic and flow of a constant and an input. */
function functionShader(random: Random) {
  const { source } = exactFunction(random, 'floats');
  const profile = random.pick(PROFILES);
  const [input, result] = profile.startsWith('ps') ? ['TEXCOORD0', 'COLOR'] : ['POSITION', 'POSITION'];
  return {
    source: `float4 c : register(c0);\n${source}float4 main(float4 b : ${input}) : ${result} { return f(c + b); }\n`,
    entry: 'main',
    profile,
    flags: random.pick(FLAGS),
  };
}
