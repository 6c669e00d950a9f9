/**
 * Geometry shaders of model 5.0 around random code: each point has a number, from which the shader reads its inputs,
 * and becomes one to three points with all registers, which go to a stream output buffer.
 */

import { Random } from '../../smith/random.ts';
import { INTEGER_REGISTERS } from '../../smith/runnable/sm4-operands.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import { draw } from '../../src/vm/draw/draw.ts';
import { type Sm4DrawShader, type Sm4Stages, sm4DrawShader } from '../../src/vm/draw/draw-call.ts';
import type { Topology } from '../../src/vm/draw/draw-common.ts';
import {
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
} from '../../src/vm/draw/states.ts';
import { TOPOLOGY } from '../../tools/executor/d3d11-request.ts';
import { assembled, type ComputeParts, INPUT_REGISTERS } from './compute.ts';
import { type SignatureElement, signature } from './signatures.ts';
import { CELLS, frame, inputsAndBindings, NUMBER, RESULTS, rulesOf, TO_OUTPUTS } from './stages.ts';
import type { Trial } from './trial.ts';

/** Bytes of all registers. */
export const STRIDE = 16 * INPUT_REGISTERS.length;
const MAX_VERTICES = 3;
export const POINT: SignatureElement = { name: 'NUMBER', mask: 'x', register: 0, format: 'uint' };
const ID: SignatureElement = { name: 'SV_VertexID', mask: 'x', register: 0, systemValue: 'VERTID', format: 'uint' };

/** Gives each vertex its number. */
export const VERTEX = assembled(`${signature('Input', [ID])}
${signature('Output', [POINT])}
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output o0.x
mov o0.x, v0.x
ret
`);

/** The trial of a geometry shader. */
export function geometryTrial(random: Random, parts: ComputeParts): Trial {
  return geometryTrialOf(random.word(), parts);
}

function geometryTrialOf(seed: number, parts: ComputeParts): Trial {
  const random = new Random(seed);
  const again = () => {
    // Not those of floats: executors may differ in the sign of a zero.
    const register = random.pick(INTEGER_REGISTERS);
    return [`if_${random.pick(['nz', 'z'])} ${register}.${random.pick(['x', 'y', 'z', 'w'])}`, ...EMIT, 'endif'];
  };
  const code = frame(
    [
      'dcl_input v[1][0].x',
      'dcl_inputprimitive point',
      'dcl_stream m0',
      'dcl_outputtopology pointlist',
      ...RESULTS.map((_, i) => `dcl_output o${i}.xyzw`),
      `dcl_maxout ${MAX_VERTICES}`,
    ],
    [`mov ${NUMBER}.x, v[0][0].x`],
    parts,
    random,
    [...EMIT, ...again(), ...(random.oneIn(2) ? again() : [])],
  );
  const text = `${signature('Input', [POINT])}\n${signature('Output', RESULTS)}\ngs_5_0\n${code}`;
  const bytes = assembled(text);
  const [request, bindings] = inputsAndBindings(random, 'gs', parts);
  const size = STRIDE * CELLS * MAX_VERTICES;
  request
    .streamOutput(
      RESULTS.map(({ name, index = 0 }) => ({ name, index, components: 4 })),
      [{ stride: STRIDE, bytes: size }],
    )
    .shader('vs', VERTEX)
    .shader('gs', bytes)
    .draw(TOPOLOGY.points, CELLS)
    .readStream(0);
  const rules = rulesOf(parts);
  return {
    text,
    request,
    code: parts.code,
    rebuild: (lines) => geometryTrialOf(seed, { ...parts, code: lines }),
    ours: () => {
      const stages = { vertex: shaderOf(VERTEX), geometry: shaderOf(bytes, bindings) };
      return [streamed(stages, 'point-list', CELLS, size)];
    },
    rule: (_, word) => rules[(word >> 2) % INPUT_REGISTERS.length]!,
  };
}

/** Writes all registers as a point. */
export const EMIT = [...TO_OUTPUTS, 'emit_stream m0'];

/** The shader of a container, for draws. */
export function shaderOf(bytes: Uint8Array, bindings = new Bindings()): Sm4DrawShader {
  const { programs, container } = openShaderFile(bytes);
  return sm4DrawShader(readSm4(programs[0]!.words), container, bindings);
}

/** The output of a draw without targets in a stream output buffer of `size` bytes. @param count vertices */
export function streamed(stages: Sm4Stages, topology: Topology, count: number, size: number): Uint32Array {
  const bytes = new Uint8Array(size);
  const { diagnostics } = draw({
    kind: 'sm4',
    stages,
    vertexBuffers: [],
    inputLayout: [],
    topology,
    patchControlPoints: 1,
    arguments: { isIndexed: false, count, instances: 1, first: 0, baseVertex: 0, firstInstance: 0 },
    streamOutput: {
      elements: RESULTS.map(({ name, index = 0 }) => ({
        stream: 0,
        semantic: name,
        semanticIndex: index,
        startComponent: 0,
        components: 4,
        slot: 0,
      })),
      buffers: [{ bytes, offset: 0, stride: STRIDE }],
      rasterizedStream: undefined,
    },
    viewports: [],
    scissors: [],
    rasterizer: DEFAULT_RASTERIZER_STATE,
    depthStencil: DEFAULT_DEPTH_STENCIL_STATE,
    blend: DEFAULT_BLEND_STATE,
    renderTargets: [],
  });
  if (diagnostics.length > 0) throw new Error(diagnostics[0]!.message);
  return new Uint32Array(bytes.buffer);
}
