/**
 * Random SM 4.0-5.1 programs that Microsoft's validator accepts, in a container with the signatures and feature bits
 * that belong to them: every stage, every version, every executable opcode that there is, each with every sort of
 * operand that it may take. The same seed gives the same program. Those made to run end, and mostly do what has a
 * meaning.
 *
 * Not for: what only a reader must be able to walk (sm4-wild.ts), or programs that compute something sensible.
 */
import { SM4_STAGES } from '../src/base/profile.ts';
import type { Sm4Stage } from '../src/isa/sm4/opcodes.ts';
import type { Random } from './random.ts';
import { featureWords } from './sm4-features.ts';
import { hullProgram } from './sm4-hull.ts';
import { Shader } from './sm4-shader.ts';
import { signatureWords } from './sm4-signatures.ts';
import {
  computeProgram,
  domainProgram,
  geometryProgram,
  type Program,
  pixelProgram,
  vertexProgram,
} from './sm4-stages.ts';
import { profileName, randomTarget, reaches, type Target } from './sm4-target.ts';
import { containerOf, programWords } from './sm4-words.ts';

export interface ValidProgram {
  /** The program, version token first. */
  readonly words: Uint32Array;
  /** A container around it, with the right digest. */
  readonly bytes: Uint8Array;
  /** `ps_5_0`. */
  readonly profile: string;
}

/** A complete program for `target`, by default for a random stage and version. */
export function validProgram(random: Random, target: Target = randomTarget(random)): ValidProgram {
  return programOf(new Shader(random, target));
}

/**
 * A complete program that is made to be run and compared: its loops end, indices and addresses are mostly in range, and
 * what needs all pixels of a quad or all threads of a group is where all of them run. What it computes from its own
 * literals is exact or special (sm4-literals.ts).
 */
export function runnableProgram(random: Random, target: Target = randomTarget(random)): ValidProgram {
  return programOf(new Shader(random, target, true));
}

function programOf(shader: Shader): ValidProgram {
  const { target } = shader;
  const program = PROGRAMS[target.stage](shader);
  const [major, minor] = target.version.split('.').map(Number);
  const words = programWords(SM4_STAGES.indexOf(target.stage), major!, minor!, program.words);
  return { words, bytes: containerOf(chunksOf(shader, program, words)), profile: profileName(target) };
}

const PROGRAMS: Readonly<Record<Sm4Stage, (shader: Shader) => Program>> = {
  ps: pixelProgram,
  vs: vertexProgram,
  gs: geometryProgram,
  hs: hullProgram,
  ds: domainProgram,
  cs: computeProgram,
};

type ChunkWords = readonly [tag: string, words: Uint32Array];

/** The chunks in the order in which compilers write them. */
function chunksOf(shader: Shader, program: Program, words: Uint32Array): ChunkWords[] {
  const { target, features, linkage } = shader;
  const chunks = signatureChunks(target, program);
  if (linkage) chunks.push(['IFCE', linkage.chunkWords()]);
  chunks.push([isExtended(shader) ? 'SHEX' : 'SHDR', words]);
  if (features.size > 0) chunks.push(['SFI0', featureWords(features)]);
  return chunks;
}

/** Tags of input, output and patch constant signature in each layout; inputs never have streams alone. */
const SIGNATURE_TAGS = { plain: ['ISGN', 'OSGN', 'PCSG'], precisions: ['ISG1', 'OSG1', 'PSG1'] } as const;

function signatureChunks(target: Target, { inputs, outputs, patchConstants }: Program): ChunkWords[] {
  const precise = [inputs, outputs, patchConstants ?? []].some((elements) => elements.some((one) => one.minPrecision));
  const layout = precise ? 'precisions' : 'plain';
  const [input, output, patchConstant] = SIGNATURE_TAGS[layout];
  const chunks: ChunkWords[] = [[input, signatureWords(inputs, 'input', layout)]];
  const streams = !precise && target.stage === 'gs' && reaches(target, '5.0');
  if (streams) chunks.push(['OSG5', signatureWords(outputs, 'output', 'streams')]);
  else chunks.push([output, signatureWords(outputs, 'output', layout)]);
  if (patchConstants) {
    const direction = target.stage === 'hs' ? 'output' : 'input';
    chunks.push([patchConstant, signatureWords(patchConstants, direction, layout)]);
  }
  return chunks;
}

/** Whether the program has what came with shader model 5, so that its chunk has the newer tag. */
function isExtended({ target, features }: Shader): boolean {
  return reaches(target, '5.0') || target.stage === 'cs' || features.has('rawBuffersIn4');
}
