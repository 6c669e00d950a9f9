/**
 * Trials of vertex shaders of models 1 to 3. Each vertex is the three corners of a small triangle around a pixel of its own, and a pixel shader puts
 * outputs to targets. So that the place of the triangle is known, the position that the program writes becomes an output as others are, and
 * an instruction at its beginning hands on a position from the vertices; all else of the program stays.
 */
import { bitsOfFloat, floatOfBits } from '../../../../src/base/numerics/conversion.ts';
import { sm1UsageCode } from '../../../../src/isa/sm1/declarations.ts';
import { SM1_REGISTERS } from '../../../../src/isa/sm1/registers.ts';
import { disassemble } from '../../../../src/text/index.ts';
import { USAGE, type UsedRegister } from '../../../../src/vm/draw/legacy/usages.ts';
import { Random } from '../../../../test/support/smith/random.ts';
import { NoTrial } from '../../gpu/from-request.ts';
import { assembledSm1 } from '../../wine/d3d9.ts';
import { componentsOf } from '../program.ts';
import type { ComparedResult } from '../results.ts';
import type { CompiledTrial } from '../trial.ts';
import { randomTypedWord } from '../words.ts';
import { type BoundLegacy, type LegacyValue, plainLegacy } from './draw.ts';
import { type LegacyProgram, legacyProgramOf, usageName, writtenMask } from './program.ts';
import { boundLegacy, HEIGHT, legacyTrial, WIDTH } from './trial.ts';
import { smallTriangles } from './triangles.ts';

/** Targets that Direct3D 9 has. */
const TARGETS = 4;
const CORNERS = 3;
const MAX_INPUTS = 16;
const MAX_INDEX = 15;
const COORDINATES = 8;
const NAN = 0x7fc0_0000;
const MAX_OUTPUTS = 11;
const MAX_SOFTWARE_OUTPUTS = 16;
const OUTPUT = SM1_REGISTERS.outputOrTexCoordOut.code;
const INDICES = sm1UsageCode('blendindices');

/** An output of the edited program. */
interface Output extends UsedRegister {
  /** Components that instructions write. */
  readonly mask: number;
}

/** The trials of a vertex shader, each with as many outputs as there are targets. */
export function legacyVertexTrials(program: LegacyProgram, seed: number): CompiledTrial[] {
  if (writtenOutputs(program).length === 0) return [];
  const edited = withPlace(program);
  const outputs = writtenOutputs(edited.program).filter(
    ({ usage, usageIndex }) => usage !== USAGE.position || usageIndex > 0,
  );
  const batches = Array.from({ length: Math.ceil(outputs.length / TARGETS) }, (_, i) =>
    outputs.slice(TARGETS * i, TARGETS * (i + 1)),
  );
  // The constant table is in the original only.
  const subject: BoundLegacy = { ...boundLegacy(program, seed), program: edited.program };
  return batches.map((batch, i) => trialOf(subject, edited.place, batch, seed, `${program.name}, outputs ${i}`));
}

function writtenOutputs({ outputs, executable }: LegacyProgram): Output[] {
  return outputs
    .map((output) => ({ ...output, mask: writtenMask(executable, output.type, output.number) }))
    .filter(({ mask }) => mask !== 0);
}

function trialOf(
  subject: BoundLegacy,
  place: string,
  outputs: readonly Output[],
  seed: number,
  name: string,
): CompiledTrial {
  const { program } = subject;
  const random = new Random(seed);
  const values = program.inputs.map((input): LegacyValue => {
    const { usage, usageIndex: index } = input;
    return { usage, index, words: usageName(input) === place ? smallTriangles() : vectors(input, random) };
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
      pixel: plainLegacy(pixel),
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

/** The first number that is not in a list. */
function freeNumber(used: readonly number[], limit: number, what: string): number {
  const number = Array.from({ length: limit }, (_, i) => i).find((i) => !used.includes(i));
  if (number === undefined) throw new NoTrial(`no ${what} is left`);
  return number;
}

/** The program with a position from an input of its own, whose usage is `place`. */
function withPlace(program: LegacyProgram): { readonly program: LegacyProgram; readonly place: string } {
  const { inputs, major } = program;
  const input = freeNumber(
    inputs.map(({ number }) => number),
    MAX_INPUTS,
    'input for the position',
  );
  const index = freeNumber(
    inputs.filter(({ usage }) => usage === USAGE.texcoord).map(({ usageIndex }) => usageIndex),
    MAX_INDEX,
    'usage for the position',
  );
  const { text } = disassemble(program.bytes, { header: false, exact: true, debug: false });
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('//'));
  const version = lines.findIndex((line) => /^\s*vs_\d_/.test(line));
  const last = lines.findLastIndex((line) => /^\s*(dcl|def)/.test(line));
  const place = usageName({ usage: USAGE.texcoord, usageIndex: index });
  const renamed = major >= 3 ? declaredAsOutputs(program, lines) : renamedOutputs(lines);
  const edited = [
    ...renamed.lines.slice(0, version + 1),
    ...renamed.lines.slice(version + 1, last + 1),
    `dcl_${place} v${input}`,
    ...renamed.declarations,
    `mov ${renamed.position}, v${input}`,
    ...renamed.lines.slice(last + 1),
  ].join('\n');
  const bytes = assembledSm1(edited);
  if (bytes === undefined) throw new NoTrial('the edited program is not valid');
  return { program: legacyProgramOf(program.name, bytes)!, place };
}

interface Renamed {
  readonly lines: readonly string[];
  readonly declarations: readonly string[];
  readonly position: string;
}

/** Outputs of the rasterizer before 3_0, in the place of texture coordinates. */
function renamedOutputs(lines: readonly string[]): Renamed {
  const text = lines.join('\n');
  const used = Array.from({ length: COORDINATES }, (_, i) => i).filter((i) => new RegExp(`\\boT${i}\\b`).test(text));
  let changed = text;
  for (const name of ['oPos', 'oFog', 'oPts']) {
    const pattern = new RegExp(`\\b${name}\\b`, 'g');
    if (!pattern.test(text)) continue;
    const number = freeNumber(used, COORDINATES, `output for ${name}`);
    used.push(number);
    changed = changed.replaceAll(pattern, `oT${number}`);
  }
  return { lines: changed.split('\n'), declarations: [], position: 'oPos' };
}

/**
 * Declarations of the rasterizer's usages in 3_0, as texture coordinates. The position keeps its register, because it has to be the first one where
 * outputs are indexed; what was there moves to another one.
 */
function declaredAsOutputs({ outputs, isSoftware }: LegacyProgram, lines: readonly string[]): Renamed {
  const used = outputs.filter(({ usage }) => usage === USAGE.texcoord).map(({ usageIndex }) => usageIndex);
  const own = outputs.find(({ usage, usageIndex }) => usage === USAGE.position && usageIndex === 0);
  const free = freeNumber(
    outputs.map(({ number }) => number),
    isSoftware ? MAX_SOFTWARE_OUTPUTS : MAX_OUTPUTS,
    'output for the position',
  );
  const moved = new RegExp(`\\bo${own?.number}\\b(?!\\[)`, 'g');
  const changed = lines.map((line) =>
    line
      .replace(/^(\s*)dcl_(position|psize|fog)\d* (o\d)/, (_, space: string, _usage, register: string) => {
        const index = freeNumber(used, MAX_INDEX, 'usage for an output');
        used.push(index);
        return `${space}dcl_${usageName({ usage: USAGE.texcoord, usageIndex: index })} ${register}`;
      })
      .replaceAll(moved, `o${free}`),
  );
  const position = `o${own?.number ?? free}`;
  return { lines: changed, declarations: [`dcl_position ${position}`], position };
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
${outputs.map((output, i) => `dcl_${usageName(output)} v${i}.${componentsOf(output.mask)}`).join('\n')}
${outputs
  .map(({ mask }, i) => {
    const components = componentsOf(mask);
    const swizzle = [...'xyzw'].map((one) => (components.includes(one) ? one : components[0])).join('');
    return `mov r${i}, c0\nmov r${i}.${components}, v${i}.${swizzle}\nmov oC${i}, r${i}`;
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
