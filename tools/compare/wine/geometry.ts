/**
 * Geometry shaders of model 5.0 around random code: each point has a number, from which the shader reads its inputs, and becomes one to three points
 * with all registers, which go to a stream output buffer.
 */
import { openShaderFile } from '../../../src/container/shader-file.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { Bindings } from '../../../src/vm/bindings.ts';
import { draw } from '../../../src/vm/draw/draw.ts';
import { sm4DrawShader } from '../../../src/vm/draw/draw-shader.ts';
import {
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
} from '../../../src/vm/draw/states.ts';
import { Random } from '../../../test/support/smith/random.ts';
import { TOPOLOGY } from '../../executor/d3d11-request.ts';
import { assembled, type ComputeParts, INPUT_REGISTERS } from './compute.ts';
import { type SignatureElement, signature } from './signatures.ts';
import { CELLS, frame, inputsAndBindings, NUMBER, RESULTS, rulesOf, TO_OUTPUTS } from './stages.ts';
import type { Trial } from './trial.ts';

const STRIDE = 16 * INPUT_REGISTERS.length;
const MAX_VERTICES = 3;
const POINT: SignatureElement = { name: 'NUMBER', mask: 'x', register: 0, format: 'uint' };
const ID: SignatureElement = { name: 'SV_VertexID', mask: 'x', register: 0, systemValue: 'VERTID', format: 'uint' };

const VERTEX = assembled(`${signature('Input', [ID])}
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
    const register = random.pick(INPUT_REGISTERS);
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
    ours: () => [written(bytes, bindings, size)],
    rule: (_, word) => rules[(word >> 2) % INPUT_REGISTERS.length]!,
  };
}

const EMIT = [...TO_OUTPUTS, 'emit_stream m0'];

function shaderOf(bytes: Uint8Array, bindings: Bindings) {
  const { programs, container } = openShaderFile(bytes);
  return sm4DrawShader(readSm4(programs[0]!.words), container, bindings);
}

/** The words of the stream output buffer. */
function written(geometry: Uint8Array, bindings: Bindings, size: number): Uint32Array {
  const bytes = new Uint8Array(size);
  const { diagnostics } = draw({
    kind: 'sm4',
    stages: { vertex: shaderOf(VERTEX, new Bindings()), geometry: shaderOf(geometry, bindings) },
    vertexBuffers: [],
    inputLayout: [],
    topology: 'point-list',
    arguments: { isIndexed: false, count: CELLS, instances: 1, first: 0, baseVertex: 0, firstInstance: 0 },
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
