/**
 * Trials of vertex shaders of models 1 to 3. Each vertex is the three corners of a small triangle around a pixel of its
 * own, and a pixel shader puts outputs to targets. So that the position of the triangle is known, programs are edited
 * (position.ts).
 */

import { Random } from '../../../smith/random.ts';
import { FULL_MASK, maskText } from '../../../src/isa/components.ts';
import { sm1UsageCode } from '../../../src/isa/sm1/declarations.ts';
import { SM1_REGISTERS } from '../../../src/isa/sm1/registers.ts';
import { bitsOfFloat, floatOfBits } from '../../../src/numerics/conversion.ts';
import { USAGE, type UsedRegister } from '../../../src/vm/draw/legacy/legacy-vertices.ts';
import { assembledSm1 } from '../../wine/d3d9.ts';
import { swizzleOf } from '../outputs.ts';
import type { ComparedResult } from '../results.ts';
import type { CompiledTrial } from '../trial.ts';
import { randomTypedWord } from '../words.ts';
import { type BoundLegacy, type LegacyValue, unboundLegacy } from './draw.ts';
import { withPosition } from './position.ts';
import { type LegacyProgram, legacyProgramOf, usageName, writtenMask } from './program.ts';
import { boundLegacy, HEIGHT, legacyTrial, WIDTH } from './trial.ts';
import { smallTriangles } from './triangles.ts';

/** Targets that Direct3D 9 has. */
const TARGETS = 4;
const CORNERS = 3;
const NAN = 0x7fc0_0000;
const OUTPUT = SM1_REGISTERS.outputOrTexCoordOut.code;
const INDICES = sm1UsageCode('blendindices');

/** An output of the edited program. */
interface Output extends UsedRegister {
  /** Components that are declared and that instructions write. */
  readonly mask: number;
}

/** The trials of a vertex shader, each with as many outputs as there are targets. */
export function legacyVertexTrials(program: LegacyProgram, seed: number): CompiledTrial[] {
  if (writtenOutputs(program).length === 0) return [];
  // Constant tables are in the original only.
  const bound = boundLegacy(program, seed);
  return withPosition(program).flatMap(({ program: edited, position }, edition) => {
    const outputs = writtenOutputs(edited).filter(
      ({ usage, usageIndex }) => usage !== USAGE.position || usageIndex > 0,
    );
    const batches = Array.from({ length: Math.ceil(outputs.length / TARGETS) }, (_, i) =>
      outputs.slice(TARGETS * i, TARGETS * (i + 1)),
    );
    return batches.map((batch, i) => {
      const name = `${program.name}, outputs ${i}${edition > 0 ? ' of another edition' : ''}`;
      return trialOf({ ...bound, program: edited }, position, batch, seed, name);
    });
  });
}

function writtenOutputs({ outputs, executable }: LegacyProgram): Output[] {
  return outputs
    .map((output) => {
      const { type, number, usage, usageIndex } = output;
      const declared = executable.declarations.registers.find(
        (one) => one.type === type && one.number === number && one.usage === usage && one.usageIndex === usageIndex,
      );
      return { ...output, mask: writtenMask(executable, type, number) & (declared?.mask ?? FULL_MASK) };
    })
    .filter(({ mask }) => mask !== 0);
}

function trialOf(
  subject: BoundLegacy,
  position: string,
  outputs: readonly Output[],
  seed: number,
  name: string,
): CompiledTrial {
  const { program } = subject;
  const random = new Random(seed);
  const values = program.inputs.map((input): LegacyValue => {
    const { usage, usageIndex: index } = input;
    return { usage, index, words: usageName(input) === position ? smallTriangles() : vectors(input, random) };
  });
  const pixel = legacyProgramOf('', program.major >= 3 ? modernPixel(outputs) : oldPixel(outputs))!;
  const results = outputs.map(
    (output): ComparedResult => ({
      name: usageName(output),
      type: (word) => ((output.mask & (1 << (word & 3))) === 0 ? 'unwritten' : 'float'),
    }),
  );
  const trial = legacyTrial(
    name,
    {
      vertex: subject,
      pixel: unboundLegacy(pixel),
      values,
      vertices: CORNERS * WIDTH * HEIGHT,
      width: WIDTH,
      height: HEIGHT,
      targets: outputs.length,
    },
    subject,
    results,
  );
  return {
    ...trial,
    run: (noise) => (noise !== undefined && noise % 2 === 0 ? trial.run(noise).map(interpolated) : trial.run(noise)),
  };
}

/** Infinities at all corners become NaN where a driver computes differences between corners. */
function interpolated(words: Uint32Array): Uint32Array {
  return words.map((word) => (Number.isFinite(floatOfBits(word)) ? word : NAN));
}

/** A vector of each triangle, the same at all corners. */
function vectors({ usage }: UsedRegister, random: Random): Uint32Array {
  const word = () => (usage === INDICES ? bitsOfFloat(random.below(4)) : randomTypedWord(random, 'float'));
  return Uint32Array.from(
    Array.from({ length: WIDTH * HEIGHT }, () => {
      const vector = [word(), word(), word(), word()];
      return [...vector, ...vector, ...vector];
    }).flat(),
  );
}

function assembledPixel(text: string): Uint8Array {
  const bytes = assembledSm1(text);
  if (bytes === undefined) throw new Error(text);
  return bytes;
}

/** Puts outputs to targets; the components that are not written are not read. */
function modernPixel(outputs: readonly Output[]): Uint8Array {
  return assembledPixel(`ps_3_0
def c0, 0, 0, 0, 0
${outputs.map((output, i) => `dcl_${usageName(output)} v${i}.${maskText(output.mask)}`).join('\n')}
${outputs
  .map(({ mask }, i) => {
    const components = maskText(mask);
    return `mov r${i}, c0\nmov r${i}.${components}, v${i}.${swizzleOf(components)}\nmov oC${i}, r${i}`;
  })
  .join('\n')}
`);
}

function oldPixel(outputs: readonly Output[]): Uint8Array {
  const registers = outputs.map(({ type, number }) => `${type === OUTPUT ? 't' : 'v'}${number}`);
  return assembledPixel(`ps_2_0
${registers.map((register) => `dcl ${register}`).join('\n')}
${registers.map((register, i) => `mov r${i}, ${register}\nmov oC${i}, r${i}`).join('\n')}
`);
}
