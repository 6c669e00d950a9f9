/**
 * Pixel and vertex shaders of model 5.0 around random code. Each pixel or vertex reads its inputs from a raw buffer by
 * its number, so that nothing depends on interpolation; a pixel shader writes all registers to eight targets, a vertex
 * shader to a stream output buffer.
 *
 * Not for: geometry shaders (geometry.ts).
 */

import { Random } from '../../smith/random.ts';
import { CODE_TEMPS } from '../../smith/runnable/sm4-code.ts';
import { CONSTANT_ROWS, FLOAT_REGISTERS } from '../../smith/runnable/sm4-operands.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { Bindings, BufferMemory } from '../../src/vm/bindings.ts';
import { LANES, REGISTER_WORDS } from '../../src/vm/lanes.ts';
import { Sm4Interpreter } from '../../src/vm/sm4/interpreter.ts';
import type { Stage } from '../../tools/executor/d3d11-commands.ts';
import { D3d11Request, TOPOLOGY } from '../../tools/executor/d3d11-request.ts';
import {
  arrayDeclarations,
  assembled,
  type ComputeParts,
  INPUT_REGISTERS,
  inputWords,
  programOf,
  randomConstants,
  SCRATCH_ZERO,
  TEMPS,
} from './compute.ts';
import { type SignatureElement, signature } from './signatures.ts';
import type { Rule, Trial } from './trial.ts';

export const WIDTH = 8;
export const HEIGHT = 4;
/** Pixels, or vertices. */
export const CELLS = WIDTH * HEIGHT;
const LIMIT = 1_000_000;
/** DXGI_FORMAT_R32G32B32A32_FLOAT and _UINT */
const FLOAT4 = 2;
const UINT4 = 3;
const COUNT = INPUT_REGISTERS.length;
export const isFloat = (i: number) => i < FLOAT_REGISTERS.length;
/** The register that has the number of the pixel or vertex in x. */
export const NUMBER = `r${CODE_TEMPS}`;
const AT = `r${CODE_TEMPS + 1}`;

const POSITION: SignatureElement = { name: 'SV_Position', register: 0, systemValue: 'POS', format: 'float' };
const TARGETS: readonly SignatureElement[] = INPUT_REGISTERS.map((_, i) => ({
  name: 'SV_Target',
  index: i,
  register: i,
  systemValue: 'TARGET',
  format: isFloat(i) ? 'float' : 'uint',
}));
export const RESULTS: readonly SignatureElement[] = INPUT_REGISTERS.map((_, i) => ({
  name: 'RESULT',
  index: i,
  register: i,
  format: isFloat(i) ? 'float' : 'uint',
}));

/** The instructions that write all registers to the outputs. */
export const TO_OUTPUTS: readonly string[] = INPUT_REGISTERS.map((register, i) => `mov o${i}.xyzw, ${register}.xyzw`);

/** A program around code. @param setNumber sets {@link NUMBER} @param end comes after the code */
export function frame(
  declarations: readonly string[],
  setNumber: readonly string[],
  parts: ComputeParts,
  random: Random,
  end = TO_OUTPUTS,
): string {
  const arrays = arrayDeclarations(random, parts.code);
  const loads = INPUT_REGISTERS.map(
    (register, i) => `iadd ${AT}.x, ${NUMBER}.y, l(${16 * i})\nld_raw ${register}.xyzw, ${AT}.x, t0.xyzw`,
  );
  return [
    'dcl_globalFlags refactoringAllowed',
    ...arrays.declarations.filter((line) => line.includes('immediate')),
    `dcl_constantbuffer cb0[${CONSTANT_ROWS}], dynamicIndexed`,
    ...(parts.samplers ?? []),
    'dcl_resource_raw t0',
    ...(parts.declarations ?? []),
    ...declarations,
    `dcl_temps ${TEMPS}`,
    ...arrays.declarations.filter((line) => !line.includes('immediate')),
    ...setNumber,
    `imul null, ${NUMBER}.y, ${NUMBER}.x, l(${COUNT * 16})`,
    ...loads,
    SCRATCH_ZERO,
    ...arrays.setUp,
    ...parts.code,
    ...end,
    'ret',
    '',
  ].join('\n');
}

const PASS_VERTEX = assembled(`${signature('Input', [{ ...POSITION, name: 'POSITION', systemValue: 'NONE' }])}
${signature('Output', [POSITION])}
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v0.xyzw
ret
`);

/** The inputs and bindings of a shader, for both executors. */
export function inputsAndBindings(
  random: Random,
  stage: Exclude<Stage, 'cs'>,
  parts: ComputeParts,
): [D3d11Request, Bindings] {
  const inputs = Uint32Array.from(Array.from({ length: CELLS }, () => inputWords(random)).flat());
  const buffer = randomConstants(random);
  const request = new D3d11Request()
    .buffer(0, new Uint8Array(inputs.buffer), { kind: 'raw', isRead: true })
    .view(stage, 0, 0)
    .constants(stage, 0, buffer);
  const bindings = new Bindings();
  bindings.constantBuffers.set(0, buffer);
  bindings.resources.set(0, new BufferMemory(inputs));
  parts.bind?.(request, bindings);
  return [request, bindings];
}

/** The rules of the registers, by their types where the parts do not say. */
export function rulesOf({ outputs }: ComputeParts): readonly Rule[] {
  return INPUT_REGISTERS.map((register, i) => {
    const rule = outputs.find((output) => output.register === register)?.rule;
    return (rule as Rule | undefined) ?? (isFloat(i) ? 'float' : 'bits');
  });
}

/** The trial of a pixel shader. */
export function pixelTrial(random: Random, parts: ComputeParts): Trial {
  return pixelTrialOf(random.word(), parts);
}

function pixelTrialOf(seed: number, parts: ComputeParts): Trial {
  const random = new Random(seed);
  const text = `${signature('Input', [POSITION])}
${signature('Output', TARGETS)}
ps_5_0
${frame(
  [
    'dcl_input_ps_siv linear noperspective v0.xyzw, position',
    ...INPUT_REGISTERS.map((_, i) => `dcl_output o${i}.xyzw`),
  ],
  [`ftoi ${NUMBER}.zw, v0.xxxy`, `imad ${NUMBER}.x, ${NUMBER}.w, l(${WIDTH}), ${NUMBER}.z`],
  parts,
  random,
)}`;
  const bytes = assembled(text);
  const [request, bindings] = inputsAndBindings(random, 'ps', parts);
  const corners = [-1, -1, 0, 1, -1, 3, 0, 1, 3, -1, 0, 1];
  request
    .shader('vs', PASS_VERTEX)
    .shader('ps', bytes)
    .targets(
      WIDTH,
      HEIGHT,
      INPUT_REGISTERS.map((_, i) => (isFloat(i) ? FLOAT4 : UINT4)),
    )
    .layout(16, [{ name: 'POSITION', format: FLOAT4, offset: 0 }])
    .vertices(Uint32Array.from(corners, bitsOfFloat))
    .draw(TOPOLOGY.triangles, 3);
  for (let i = 0; i < COUNT; i++) request.readTarget(i, 16);
  const rules = rulesOf(parts);
  return {
    text,
    request,
    code: parts.code,
    rebuild: (code) => pixelTrialOf(seed, { ...parts, code }),
    ours: () => runPixels(bytes, bindings),
    rule: (result) => rules[result]!,
  };
}

function runPixels(bytes: Uint8Array, bindings: Bindings): Uint32Array[] {
  const executable = programOf(bytes);
  const results = INPUT_REGISTERS.map(() => new Uint32Array(4 * CELLS));
  for (let y = 0; y < HEIGHT; y += 2) {
    for (let x = 0; x < WIDTH; x += 2) {
      const quad = new Sm4Interpreter(executable, bindings);
      const { words } = quad.files[SM4_OPERAND_TYPES.input.code]!;
      for (let lane = 0; lane < LANES; lane++) {
        const position = [x + (lane & 1) + 0.5, y + (lane >> 1) + 0.5, 0, 1];
        for (let i = 0; i < 4; i++) words[i * LANES + lane] = bitsOfFloat(position[i]!);
      }
      run(quad);
      for (let lane = 0; lane < LANES; lane++) {
        if ((quad.helpers >> lane) & 1) continue;
        copyOutputs(quad, lane, results, (y + (lane >> 1)) * WIDTH + x + (lane & 1));
      }
    }
  }
  return results;
}

function run(quad: Sm4Interpreter): void {
  quad.start(15, 0, quad.executable.parts[0]!.end);
  quad.run(LIMIT);
  if (quad.state !== 'ended') throw new Error('the program does not end');
}

function copyOutputs(quad: Sm4Interpreter, lane: number, results: readonly Uint32Array[], cell: number): void {
  const { words } = quad.files[SM4_OPERAND_TYPES.output.code]!;
  for (const [register, result] of results.entries())
    for (let i = 0; i < 4; i++) result[4 * cell + i] = words[register * REGISTER_WORDS + i * LANES + lane]!;
}

/** The trial of a vertex shader. */
export function vertexTrial(random: Random, parts: ComputeParts): Trial {
  return vertexTrialOf(random.word(), parts);
}

function vertexTrialOf(seed: number, parts: ComputeParts): Trial {
  const random = new Random(seed);
  const id: SignatureElement = { name: 'SV_VertexID', mask: 'x', register: 0, systemValue: 'VERTID', format: 'uint' };
  const text = `${signature('Input', [id])}
${signature('Output', RESULTS)}
vs_5_0
${frame(['dcl_input_sgv v0.x, vertex_id', ...INPUT_REGISTERS.map((_, i) => `dcl_output o${i}.xyzw`)], [`mov ${NUMBER}.x, v0.x`], parts, random)}`;
  const bytes = assembled(text);
  const [request, bindings] = inputsAndBindings(random, 'vs', parts);
  const stride = 16 * COUNT;
  request
    .streamOutput(
      RESULTS.map(({ name, index = 0 }) => ({ name, index, components: 4 })),
      [{ stride, bytes: stride * CELLS }],
    )
    .shader('vs', bytes)
    .shader('gs', bytes)
    .draw(TOPOLOGY.points, CELLS)
    .readStream(0);
  const rules = rulesOf(parts);
  return {
    text,
    request,
    code: parts.code,
    rebuild: (code) => vertexTrialOf(seed, { ...parts, code }),
    ours: () => [runVertices(bytes, bindings)],
    rule: (_, word) => rules[(word >> 2) % COUNT]!,
  };
}

export function runVertices(bytes: Uint8Array, bindings: Bindings): Uint32Array {
  const executable = programOf(bytes);
  const all = new Uint32Array(4 * COUNT * CELLS);
  for (let first = 0; first < CELLS; first += LANES) {
    const quad = new Sm4Interpreter(executable, bindings);
    const { words } = quad.files[SM4_OPERAND_TYPES.input.code]!;
    for (let lane = 0; lane < LANES; lane++) words[lane] = first + lane;
    run(quad);
    for (let lane = 0; lane < LANES; lane++) {
      const results = INPUT_REGISTERS.map((_, i) => all.subarray(4 * (COUNT * (first + lane) + i)));
      copyOutputs(quad, lane, results, 0);
    }
  }
  return all;
}
