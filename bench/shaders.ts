/** The inputs: the recorded fixtures, and one program repeated to given sizes. */

import { readRecorded } from '../fixtures/recorded.ts';
import { containerOf } from '../smith/bytes.ts';
import { assemble } from '../src/assemble/assemble.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { bytesOf, latin1Bytes, wordsOf } from '../src/base/words.ts';
import { readChunkDirectory, readContainer } from '../src/container/dxbc.ts';
import { setChunk } from '../src/container/edit.ts';
import { PROGRAM_TAGS } from '../src/container/shader-chunks.ts';
import { serializeContainer } from '../src/container/write.ts';
import { detectFormat, type Format } from '../src/file/detect-format.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES } from '../src/isa/sm4/opcodes.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../src/isa/sm4/tokens.ts';

/** Shaders that are measured together. */
export interface ShaderSet {
  readonly name: string;
  readonly model: 'SM 1-3' | 'SM 4-5.1';
  readonly files: readonly Uint8Array[];
  /** The verbs to measure on it; absent: all. */
  readonly verbs?: readonly string[];
}

/** The fixtures that Microsoft disassembles, so that both sides have the same work. */
export function fixtureSets(): ShaderSet[] {
  const all = readRecorded()
    .filter(({ provenance }) => !provenance.listings['0x00']?.startsWith('!'))
    .map(({ bytes }) => bytes);
  const ofFormat = (format: Format) => all.filter((bytes) => detectFormat(bytes).format === format);
  return [
    { name: 'SM 1-3 fixtures', model: 'SM 1-3', files: ofFormat('sm1') },
    { name: 'SM 4-5.1 fixtures', model: 'SM 4-5.1', files: ofFormat('dxbc') },
  ];
}

/** Names of the sets that are one program of two sizes. */
export const SMALL_PROGRAM = 'one of 5 KB';
export const LARGE_PROGRAM = 'one of 500 KB';
const SMALL = 5_000;
const LARGE = 500_000;

const SIZES = [25_000, 50_000, 100_000, 250_000, LARGE];

/** Names and sizes of the sets that show whether lowering is linear; the last one is {@link LARGE_PROGRAM}. */
export const LOWERED_SIZES = SIZES.map((size) => ({ name: `one of ${size / 1000} KB`, size }));

/**
 * Names and sizes of the sets that show whether translation is linear. Each instruction has a part in the result of
 * these programs: most of a repeated program is dead code, which no language has to write.
 */
export const TRANSLATED_SIZES = SIZES.map((size) => ({ name: `live, ${size / 1000} KB`, size }));

/**
 * One program, repeated to given sizes: of models 4 to 5.1 without header sections in both sizes, and with them; of
 * model 3 from an assembly text.
 *
 * @param containers of models 4 to 5.1; one of them is repeated
 */
export function scaledSets(containers: readonly Uint8Array[]): ShaderSet[] {
  const verbs = ['decode', 'disassemble'];
  const lowered = LOWERED_SIZES.filter(({ size }) => size < LARGE).map(
    ({ name, size }): ShaderSet => ({
      name,
      model: 'SM 4-5.1',
      files: [scaledShader(containers, size)],
      verbs: ['lower'],
    }),
  );
  return [
    { name: SMALL_PROGRAM, model: 'SM 4-5.1', files: [scaledShader(containers, SMALL)], verbs },
    { name: LARGE_PROGRAM, model: 'SM 4-5.1', files: [scaledShader(containers, LARGE)], verbs: [...verbs, 'lower'] },
    ...lowered,
    { name: 'one of 500 KB, header', model: 'SM 4-5.1', files: [scaledContainer(containers, LARGE)] },
    { name: 'one of 390 KB, SM 3', model: 'SM 1-3', files: [assemble(scaledAssembly(LARGE)).bytes!] },
  ];
}

/** Programs of model 5.0 without dead code. @param verbs what is measured on them */
export function liveSets(verbs: readonly string[]): ShaderSet[] {
  return TRANSLATED_SIZES.map(
    ({ name, size }): ShaderSet => ({ name, model: 'SM 4-5.1', files: [liveShader(size)], verbs }),
  );
}

/** Instructions that each change what the next repetition begins with. */
const LIVE_BLOCK = `sample_indexable(texture2d)(float,float,float,float) r1.xyzw, r0.xyxx, t0.xyzw, s0
mad r2.xyz, r0.xyzx, cb0[1].xyzx, r1.wzyw
dp3_sat r0.w, r2.xyzx, r1.xyzx
rsq r1.w, r0.w
mul r2.xyz, r1.wwww, r2.yzxy
lt r2.w, r0.w, cb0[2].x
if_nz r2.w
  add r0.xyz, r0.xyzx, r2.xyzx
else
  mad r0.xy, -r0.yxyy, cb0[3].zwzz, r2.xzxx
  max r0.z, r0.z, |r2.y|
endif
`;
const LIVE_START = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[4], immediateIndexed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_input_ps linear v0.xyzw
dcl_output o0.xyzw
dcl_temps 3
mov r0.xyzw, v0.xyzw
`;

/** A container of about `size` bytes. */
function liveShader(size: number): Uint8Array {
  const make = (times: number) =>
    assemble(latin1Bytes(`${LIVE_START}${LIVE_BLOCK.repeat(times)}mov o0.xyzw, r0.xyzw\nret\n`)).bytes!;
  const one = make(1).length;
  return make(Math.max(1, Math.round((size - one) / (make(2).length - one)) + 1));
}

/** Typical instructions, repeated for programs of any size. */
const BLOCK = `texld r1, v0, s0
mad r0, r1, c1.x, -c2
dp3_sat r2.x, r0, v1
mul_pp r2.yzw, r2.x, c3.xxyz
nrm r3.xyz, v1
rsq r2.x, r0.x
lrp r0, r2.x, r1, c0
add r1.xy, r3, -r0.wzyx
cmp r0.w, -r2_abs.x, c2.x, r1.y
max r1, r0, v0
`;
const START = `ps_3_sw
def c0, 0.25, 0.5, 1, -2.5e-003
dcl_texcoord v0
dcl_texcoord1 v1.xyz
dcl_2d s0
`;

/** A text of shader model 3 of about `size` bytes that assembles. */
function scaledAssembly(size: number): Uint8Array {
  const times = Math.max(1, Math.round((size - START.length) / BLOCK.length));
  return latin1Bytes(`${START}${BLOCK.repeat(times)}mov oC0, r0\n`);
}

/** The words of the program in a DXBC container; undefined when there is none. */
export function programWords(container: Uint8Array): Uint32Array | undefined {
  const chunk = readChunkDirectory(container, new Diagnostics())?.find(...PROGRAM_TAGS);
  return chunk && wordsOf(chunk.data);
}

/** The most words of the program that is repeated. It must be short enough for the smallest size. */
const MAX_REPEATED = 600;

/** A container of about `size` bytes with one chunk, whose program repeats the instructions of one pixel shader. */
function scaledShader(shaders: readonly Uint8Array[], size: number): Uint8Array {
  return containerOf({ SHEX: bytesOf(repeated(programWords(repeatedShader(shaders))!, size)) });
}

/** A container of about `size` bytes with the other chunks of that shader, so that its listing has header sections. */
function scaledContainer(shaders: readonly Uint8Array[], size: number): Uint8Array {
  const shader = repeatedShader(shaders);
  const { chunks } = readContainer(shader, new Diagnostics())!;
  return serializeContainer(setChunk(chunks, 'SHEX', bytesOf(repeated(programWords(shader)!, size))));
}

/** The pixel shader with the longest program that is short enough. */
function repeatedShader(shaders: readonly Uint8Array[]): Uint8Array {
  return shaders
    .filter((bytes) => detectFormat(bytes).profile === 'ps_5_0' && programWords(bytes)!.length <= MAX_REPEATED)
    .reduce((longest, bytes) => (programWords(bytes)!.length > programWords(longest)!.length ? bytes : longest));
}

/** A program of about `size` bytes that repeats the instructions of the program in `words`. */
function repeated(words: Uint32Array, size: number): Uint32Array {
  const { starts, count } = readSm4(words);
  const opcodeAt = (i: number) => Sm4OpcodeToken.opcode.get(words[starts[i]!]!);
  let first = 0;
  while (SM4_OPCODE_BY_CODE[opcodeAt(first)]?.kind !== 'instruction') first++;
  const last = count - 1;
  if (opcodeAt(last) !== SM4_OPCODES.ret.code) throw new Error('the largest pixel shader does not end with ret');
  const head = words.subarray(0, starts[first]!);
  const body = words.subarray(starts[first]!, starts[last]!);
  const tail = words.subarray(starts[last]!);
  const times = Math.max(1, Math.round((size / 4 - head.length) / body.length));
  const program = new Uint32Array(head.length + times * body.length + tail.length);
  program.set(head);
  for (let i = 0; i < times; i++) program.set(body, head.length + i * body.length);
  program.set(tail, program.length - tail.length);
  program[1] = program.length;
  return program;
}
