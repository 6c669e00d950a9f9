/** Scenes of the examples as jobs of the interpreter, with the same data. */
import { readFileSync } from 'node:fs';
import { reflectShader } from 'dxlens/reflect';
import { type Job, type JobCommand, run } from 'dxlens/vm';
import type { Constants, Drawing, Scene } from '../../examples/shared/scene.ts';

/** The picture that the interpreter draws: rows from the top, four bytes a pixel. */
export function interpretedPixels(scene: Scene, time: number): Uint8Array {
  return pixelsOfShaders(scene, time, [readFileSync(scene.vertexShader), readFileSync(scene.pixelShader)]);
}

/** The picture that compiled shaders draw: that of vertices, then that of pixels. */
export function pixelsOfShaders(scene: Drawing, time: number, shaders: readonly [Uint8Array, Uint8Array]): Uint8Array {
  const { outputs, diagnostics } = run(sceneJob(scene, time, shaders));
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
  const output = outputs.picture;
  if (output?.as !== 'png') throw new Error('the job has no picture');
  return output.image.pixels;
}

const FORMATS = { 2: 'R32G32_FLOAT', 3: 'R32G32B32_FLOAT', 4: 'R32G32B32A32_FLOAT' } as const;

function sceneJob(scene: Drawing, time: number, [vertexShader, pixelShader]: readonly [Uint8Array, Uint8Array]): Job {
  const { size, textures, addressModes, attributes } = scene;
  const values = scene.constants(time);
  const named = <T>(stem: string, list: readonly T[]) => Object.fromEntries(list.map((one, i) => [`${stem}${i}`, one]));
  return {
    version: 1,
    buffers: {
      vertices: { data: [...scene.vertices] },
      indices: { format: 'R16_UINT', data: [...scene.indices] },
    },
    textures: {
      target: { width: size, height: size },
      depth: { format: 'D32_FLOAT', width: size, height: size },
      ...named(
        'texture',
        textures.map(({ width, height, pixels }) => ({ width, height, data: new Uint8Array(pixels) })),
      ),
    },
    samplers: named(
      'sampler',
      addressModes.map((one) => {
        const mode = one === 'repeat' ? 'wrap' : 'clamp';
        return { minFilter: 'linear', magFilter: 'linear', addressModeU: mode, addressModeV: mode } as const;
      }),
    ),
    shaders: { vertex: { bytes: vertexShader }, pixel: { bytes: pixelShader } },
    commands: [
      { command: 'clear', texture: 'target', value: scene.background },
      { command: 'clear', texture: 'depth', value: 1 },
      {
        command: 'draw',
        vs: { shader: 'vertex', ...boundTo(vertexShader, values) },
        ps: { shader: 'pixel', ...boundTo(pixelShader, values) },
        vertexBuffers: [
          {
            buffer: 'vertices',
            attributes: attributes.map(({ semantic, components }) => ({ semantic, format: FORMATS[components] })),
          },
        ],
        indexBuffer: { buffer: 'indices' },
        count: scene.indices.length,
        targets: ['target'],
        depthTarget: 'depth',
        depthStencil: { depthCompare: 'less-equal' },
      },
    ],
    outputs: { picture: { texture: 'target', as: 'png' } },
  };
}

type Stage = NonNullable<Extract<JobCommand, { command: 'draw' }>['vs']>;

/** The inputs of a shader. */
function boundTo(shader: Uint8Array, values: Constants): Omit<Stage, 'shader'> {
  const { reflection } = reflectShader(shader);
  if (reflection?.format === 'sm1') {
    const constants = reflection.constants.filter(({ registerSet }) => registerSet === 'float4');
    return {
      constants: chosen(values, constants),
      bindings: Object.fromEntries(
        reflection.samplers.map(({ registerIndex: i }) => [
          `s${i}`,
          { texture: `texture${i}`, sampler: `sampler${i}` },
        ]),
      ),
    };
  }
  if (reflection?.format !== 'dxbc') throw new Error('this is no shader');
  const bindings: Record<string, NonNullable<Stage['bindings']>[string]> = {};
  for (const { name, type, bindPoint } of reflection.boundResources) {
    const variables = reflection.constantBuffers.find((one) => one.name === name)?.variables ?? [];
    if (type === 'cbuffer') bindings[`b${bindPoint}`] = { values: chosen(values, variables) };
    else if (type === 'sampler') bindings[`s${bindPoint}`] = `sampler${bindPoint}`;
    else bindings[`t${bindPoint}`] = `texture${bindPoint}`;
  }
  return { bindings };
}

function chosen(values: Constants, list: readonly { readonly name: string }[]): Constants {
  return Object.fromEntries(list.map(({ name }) => [name, values[name]!]));
}
