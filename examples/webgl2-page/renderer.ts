/**
 * Draws a scene with WebGL 2. Code, blocks of uniforms, textures with samplers and attributes come from the translation
 * of the compiled shaders to GLSL ES 3.00, its maps, and reflection; nothing is written by hand for a shader.
 */
import { type TranslationBinding, type TranslationMap, translate } from 'dxlens/translate';
import { constantBytes } from '../shared/constants.ts';
import type { Picture, Scene } from '../shared/scene.ts';
import { halfPixel, loadShaders, runtimeFloats } from '../shared/translated.ts';

/** A shader of a scene in GLSL ES. */
export interface Stage {
  /** The compiled file. */
  readonly bytes: Uint8Array;
  readonly code: string;
  readonly map: TranslationMap;
}

/** The vertex shader, then the pixel shader. */
export async function translateScene(scene: Scene): Promise<Stage[]> {
  const files = await loadShaders(scene);
  const { stages, diagnostics } = translate(files, { to: 'essl', version: '300', link: true, constants: 'named' });
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
  return stages.map(({ code, map }, i) => ({ bytes: files[i]!, code, map }));
}

/**
 * Into a texture, rows are drawn from the top, as Direct3D has them. A program that draws to its canvas sets `y_sign`
 * to 1, `y_offset` to the height, and the front face to `CW`.
 */
const INTO_TEXTURE = { y_sign: [-1], y_offset: [0], z_scale: [2], z_offset: [-1] };

export class Renderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #scene: Scene;
  readonly #program: WebGLProgram;
  readonly #vertices: WebGLVertexArrayObject;
  /** Blocks of constants: the unit of the block is the index. */
  readonly #blocks: { readonly stage: Stage; readonly row: TranslationBinding; readonly buffer: WebGLBuffer }[] = [];
  /** The unit of a texture is the index. */
  readonly #textures: { readonly texture: WebGLTexture; readonly sampler: WebGLSampler }[] = [];
  readonly #target: WebGLFramebuffer;

  constructor(gl: WebGL2RenderingContext, scene: Scene, stages: readonly Stage[]) {
    this.#gl = gl;
    this.#scene = scene;
    this.#program = programOf(gl, stages);
    this.#vertices = verticesOf(gl, scene, stages[0]!.map);
    this.#target = targetOf(gl, scene.size);
    gl.useProgram(this.#program);
    for (const stage of stages)
      for (const row of stage.map.bindings)
        if (row.kind === 'uniformBuffer') this.#addBlock(stage, row);
        else this.#addTexture(row);
  }

  /** Draws the scene at a time, and reads the pixels: rows from the top. */
  draw(time: number): Uint8ClampedArray<ArrayBuffer> {
    const gl = this.#gl;
    const { size, background, constants, indices } = this.#scene;
    const values = constants(time);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#target);
    gl.viewport(0, 0, size, size);
    gl.clearColor(...background);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.CULL_FACE);
    gl.frontFace(gl.CCW);
    gl.useProgram(this.#program);
    for (const [unit, { stage, row, buffer }] of this.#blocks.entries()) {
      gl.bindBufferBase(gl.UNIFORM_BUFFER, unit, buffer);
      const bytes =
        row.type === 'runtime'
          ? runtimeFloats(stage.map, row, { ...INTO_TEXTURE, half_pixel: halfPixel(this.#scene) })
          : constantBytes(stage.bytes, row.register, row.minSize ?? 0, values);
      gl.bufferData(gl.UNIFORM_BUFFER, bytes, gl.DYNAMIC_DRAW);
    }
    for (const [unit, { texture, sampler }] of this.#textures.entries()) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.bindSampler(unit, sampler);
    }
    gl.bindVertexArray(this.#vertices);
    gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_SHORT, 0);
    const pixels = new Uint8Array(4 * size * size);
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return new Uint8ClampedArray(pixels.buffer);
  }

  /** GLSL ES 3.00 has no numbers in its text: blocks and textures are found by the names of the map. */
  #addBlock(stage: Stage, row: TranslationBinding): void {
    const gl = this.#gl;
    const index = gl.getUniformBlockIndex(this.#program, row.name);
    if (index === gl.INVALID_INDEX) return;
    gl.uniformBlockBinding(this.#program, index, this.#blocks.length);
    this.#blocks.push({ stage, row, buffer: gl.createBuffer() });
  }

  #addTexture({ name, register, sampler }: TranslationBinding): void {
    const gl = this.#gl;
    gl.uniform1i(gl.getUniformLocation(this.#program, name), this.#textures.length);
    const { textures, addressModes } = this.#scene;
    const mode = addressModes[sampler!.register] === 'repeat' ? gl.REPEAT : gl.CLAMP_TO_EDGE;
    this.#textures.push({ texture: textureOf(gl, textures[register]!), sampler: samplerOf(gl, mode) });
  }
}

function programOf(gl: WebGL2RenderingContext, stages: readonly Stage[]): WebGLProgram {
  const program = gl.createProgram();
  for (const { code, map } of stages) {
    const shader = gl.createShader(map.stage === 'vs' ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER)!;
    gl.shaderSource(shader, code);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? '');
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? '');
  return program;
}

/** The buffers of vertices and indices, with where each input of the vertex shader is in a vertex. */
function verticesOf(gl: WebGL2RenderingContext, scene: Scene, map: TranslationMap): WebGLVertexArrayObject {
  const { attributes, vertices, indices } = scene;
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  const stride = attributes.reduce((sum, { components }) => sum + 4 * components, 0);
  let offset = 0;
  for (const { semantic, components } of attributes) {
    const input = map.inputs.find((one) => one.semantic.toUpperCase() === semantic && one.index === 0);
    if (input?.location !== undefined) {
      gl.enableVertexAttribArray(input.location);
      gl.vertexAttribPointer(input.location, components, gl.FLOAT, false, stride, offset);
    }
    offset += 4 * components;
  }
  gl.bindVertexArray(null);
  return array;
}

function textureOf(gl: WebGL2RenderingContext, { width, height, pixels }: Picture): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(pixels.buffer));
  return texture;
}

function samplerOf(gl: WebGL2RenderingContext, mode: number): WebGLSampler {
  const sampler = gl.createSampler();
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, mode);
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, mode);
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  return sampler;
}

/** A texture for colors and one for depths. */
function targetOf(gl: WebGL2RenderingContext, size: number): WebGLFramebuffer {
  const target = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  for (const [attachment, format] of [
    [gl.COLOR_ATTACHMENT0, gl.RGBA8],
    [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT32F],
  ] as const) {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, size, size);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, attachment, gl.TEXTURE_2D, texture, 0);
  }
  return target;
}
