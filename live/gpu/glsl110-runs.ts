/**
 * Runs shaders of MonoGame for OpenGL on Mesa: each vertex is a point at another pixel. Of a vertex shader, a pixel
 * shader reads each variable between the stages and the position; the inputs of a pixel shader are attributes.
 */
import type { Random } from '../../smith/random.ts';
import { MGFX_VALUES, type MgfxEffect, type MgfxShader } from '../../src/effects/index.ts';
import { resultsOf } from '../../tools/executor/framed-process.ts';
import { OpenGl, type OpenGlApi } from '../../tools/gpu/opengl/client.ts';
import { OpenGlRequest } from '../../tools/gpu/opengl/request.ts';

/** Vertices of a run. */
export const VERTICES = 16;
const RGBA32F = { internal: 0x8814, format: 0x1908, type: 0x1406 } as const;
const RGBA8 = { internal: 0x8058, format: 0x1908, type: 0x1401 } as const;
const TEXTURE = { '2D': 0x0de1, '1D': 0x0de1, Cube: 0x8513, Volume: 0x806f } as const;
const FIRST_FACE = 0x8515;
const FACES = 6;
const SIDE = 4;
const POINTS = 0;
const FLOAT_BYTES = 16;
/** The position of a vertex shader, as a variable. */
const POSITION = 'trial_position';

/** The values that a shader reads. */
export interface ShaderInputs {
  /** Rows of floats by the name of an array. */
  readonly uniforms: ReadonlyMap<string, readonly number[]>;
  /** Four floats a vertex, by the name of an attribute or variable. */
  readonly attributes: ReadonlyMap<string, readonly number[]>;
  /** Texels of all textures. */
  readonly texels: Uint8Array;
}

/** The text of a shader, without numbers of half as many bits. */
const codeOf = ({ code }: MgfxShader): string =>
  new TextDecoder('latin1').decode(code).replace('precision mediump float', 'precision highp float');

/** Variables between the stages that a text declares, by name: whether each is a scalar. */
export function varyingsOf(shader: MgfxShader): ReadonlyMap<string, boolean> {
  const found = codeOf(shader).matchAll(/^varying (float|vec4) (\w+);/gm);
  return new Map([...found].map(([, type, name]) => [name!, type === 'float']));
}

/**
 * Random inputs. Numbers of bones are small integers. Constants are positive: drivers differ in negative powers of 0.
 */
export function randomInputs(random: Random, { buffers }: MgfxEffect, shader: MgfxShader): ShaderInputs {
  const floats = (count: number, low = -2000) => Array.from({ length: count }, () => random.between(low, 2000) / 1000);
  const bones = MGFX_VALUES.usage.indexOf('BlendIndices');
  const uniforms = new Map<string, readonly number[]>();
  for (const number of shader.buffers) uniforms.set(buffers[number]!.name, floats(buffers[number]!.size / 4, 50));
  const attributes = new Map<string, readonly number[]>();
  for (const { name, usage } of shader.attributes)
    attributes.set(
      name,
      usage === bones ? Array.from({ length: 4 * VERTICES }, () => random.between(0, 3)) : floats(4 * VERTICES),
    );
  if (!shader.isVertex) for (const name of varyingsOf(shader).keys()) attributes.set(name, floats(4 * VERTICES));
  const texels = Uint8Array.from({ length: 4 * SIDE ** 3 }, () => random.between(0, 255));
  return { uniforms, attributes, texels };
}

export class Glsl110Runs {
  readonly #gl: OpenGl;

  constructor(api: OpenGlApi) {
    this.#gl = new OpenGl(api);
  }

  stop(): void {
    this.#gl.stop();
  }

  /** The results of a shader by the names of its outputs, four floats a vertex; or an error of the driver. */
  async run(shader: MgfxShader, inputs: ShaderInputs): Promise<ReadonlyMap<string, Float32Array> | string> {
    const results = new Map<string, Float32Array>();
    const names = shader.isVertex ? [...varyingsOf(shader).keys(), POSITION] : ['color'];
    for (const name of names) {
      const [vertex, pixel] = shader.isVertex ? vertexTrial(shader, name) : pixelTrial(shader);
      const answer = await this.#gl.call(this.#request(vertex, pixel, shader, inputs));
      if (answer.status !== 0) return `${answer.body.toString('utf8')}\n${vertex}\n${pixel}`;
      const [bytes] = resultsOf(answer.body);
      results.set(name, new Float32Array(Uint8Array.from(bytes!).buffer));
    }
    return results;
  }

  #request(vertex: string, pixel: string, { samplers }: MgfxShader, inputs: ShaderInputs): OpenGlRequest {
    const stages = [
      { stage: 'vs', code: vertex },
      { stage: 'ps', code: pixel },
    ] as const;
    const request = new OpenGlRequest().program(stages, false);
    for (const [i, { type, name, textureSlot }] of samplers.entries()) {
      const dimension = MGFX_VALUES.samplerType[type] as keyof typeof TEXTURE;
      const depth = dimension === 'Volume' ? SIDE : 1;
      const target = TEXTURE[dimension];
      request.texture(i, target, RGBA8.internal, [SIDE, SIDE, depth], 1);
      for (let face = 0; face < (dimension === 'Cube' ? FACES : 1); face++)
        request.upload(
          i,
          dimension === 'Cube' ? FIRST_FACE + face : target,
          0,
          0,
          [SIDE, SIDE, depth],
          RGBA8,
          inputs.texels.subarray(4 * face, 4 * (face + SIDE * SIDE * depth)),
        );
      request.bindTexture(i, -1, textureSlot, name);
    }
    for (const [name, values] of inputs.uniforms) request.uniform(name, values);
    request.uniform('posFixup', [1, -1, 0.25, -0.5]);
    for (const [name, values] of inputs.attributes) request.namedAttribute(name.replace(/^v(?!s_)/, 'trial_v'), values);
    request.namedAttribute('trial_cell', cells());
    request.target(RGBA32F.internal, VERTICES, 1, 0, [0, 0, 0, 0]);
    request.draw(POINTS, VERTICES, 1, 0, 0, 0);
    return request.readTarget(0, VERTICES, 1, RGBA32F, FLOAT_BYTES);
  }
}

/** The position of each vertex at the center of its pixel. */
function cells(): number[] {
  return Array.from({ length: VERTICES }, (_, i) => [(2 * i + 1) / VERTICES - 1, 0, 0, 1]).flat();
}

const PRECISION = '#ifdef GL_ES\nprecision highp float;\n#endif\n';

function vertexTrial(shader: MgfxShader, name: string): [vertex: string, pixel: string] {
  const type = varyingsOf(shader).get(name) === true ? 'float' : 'vec4';
  const vertex = codeOf(shader).replace(/void main\s*\(/, 'void shader_main(');
  const end = [
    'attribute vec4 trial_cell;',
    `varying vec4 ${POSITION};`,
    'void main() {',
    // Components that a shader does not write are 0.
    ...[...varyingsOf(shader)].map(([one, isScalar]) => `  ${one} = ${isScalar ? '0.0' : 'vec4(0.0)'};`),
    '  shader_main();',
    `  ${POSITION} = gl_Position;`,
    '  gl_Position = trial_cell;',
    '  gl_PointSize = 1.0;',
    '}',
  ];
  const pixel = `${PRECISION}varying ${type} ${name};\nvoid main() { gl_FragColor = vec4(${name}); }\n`;
  return [`${vertex}\n${end.join('\n')}\n`, pixel];
}

function pixelTrial(shader: MgfxShader): [vertex: string, pixel: string] {
  const varyings = [...varyingsOf(shader)];
  const vertex = [
    'attribute vec4 trial_cell;',
    ...varyings.flatMap(([name, isScalar]) => [
      `varying ${isScalar ? 'float' : 'vec4'} ${name};`,
      `attribute vec4 ${name.replace(/^v/, 'trial_v')};`,
    ]),
    'void main() {',
    ...varyings.map(([name, isScalar]) => `  ${name} = ${name.replace(/^v/, 'trial_v')}${isScalar ? '.x' : ''};`),
    '  gl_Position = trial_cell;',
    '  gl_PointSize = 1.0;',
    '}',
  ];
  return [`${vertex.join('\n')}\n`, codeOf(shader)];
}
