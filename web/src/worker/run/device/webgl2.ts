/** Draws a translated pixel shader with WebGL 2. */
import type { TranslationBinding } from 'dxlens/translate';
import type { RunSetup } from '../../../model/run/job.ts';
import { constantBuffers, runtimeBuffer } from './buffers.ts';
import { isFrontFace } from './refusals.ts';
import { depthsOf, textureFor } from './textures.ts';
import type { DeviceShader, OrRefusal } from './translated.ts';
import { POSITION_BYTES, type VertexInput, type Vertices } from './vertices.ts';

/** A vector of four components. */
const ATTRIBUTE_BYTES = 16;
const POSITION = 'pixel_position';

/** The input of a device in addition to the shader. */
export interface Drawing {
  readonly setup: RunSetup;
  readonly inputs: readonly VertexInput[];
  readonly vertices: Vertices;
  /** Pixels along each side. */
  readonly size: number;
}

let opened: WebGL2RenderingContext | null | undefined;

function context(): WebGL2RenderingContext | null {
  if (opened === undefined || opened?.isContextLost()) opened = new OffscreenCanvas(1, 1).getContext('webgl2');
  return opened;
}

/** Why there is no WebGL 2; undefined where there is. */
export function webgl2Missing(): string | undefined {
  return context() === null ? 'This browser has no WebGL 2.' : undefined;
}

/**
 * The pixels, rows from the top; alpha is 0 where something was drawn. Objects of the last program are cached, because
 * pictures are drawn again.
 */
export function drawWithWebgl2(shader: DeviceShader, drawing: Drawing): OrRefusal<Uint8Array> {
  const gl = context();
  if (gl === null) return 'This browser has no WebGL 2.';
  const program = programFor(gl, shader, drawing.inputs);
  if (typeof program === 'string') return program;
  const { size, setup } = drawing;
  const made: (() => void)[] = [];
  try {
    gl.useProgram(program);
    const refusal = bindResources(gl, program, shader, setup, made);
    if (refusal !== undefined) return refusal;
    bindVertices(gl, program, drawing, made);
    bindTarget(gl, size, made);
    gl.viewport(0, 0, size, size);
    gl.frontFace(isFrontFace(setup) ? gl.CCW : gl.CW);
    // Drawn pixels have an alpha of 0, and discarded ones keep the 1 of the background.
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.ONE, gl.ZERO, gl.ZERO, gl.ZERO);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.drawArrays(gl.TRIANGLES, 0, drawing.vertices.count);
    const pixels = new Uint8Array(4 * size * size);
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const error = gl.getError();
    return error === gl.NO_ERROR ? pixels : `WebGL 2 reports the error 0x${error.toString(16)}.`;
  } finally {
    for (const free of made) free();
  }
}

let lastProgram:
  | { readonly gl: WebGL2RenderingContext; readonly code: string; readonly program: WebGLProgram }
  | undefined;

function programFor(
  gl: WebGL2RenderingContext,
  { code }: DeviceShader,
  inputs: readonly VertexInput[],
): OrRefusal<WebGLProgram> {
  if (lastProgram?.gl === gl && lastProgram.code === code) return lastProgram.program;
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader(code, inputs)],
    [gl.FRAGMENT_SHADER, code],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
      return `WebGL 2 does not compile the shader: ${gl.getShaderInfoLog(shader) ?? ''}`;
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    return `WebGL 2 does not link the shader: ${gl.getProgramInfoLog(program) ?? ''}`;
  if (lastProgram?.gl === gl) gl.deleteProgram(lastProgram.program);
  lastProgram = { gl, code, program };
  return program;
}

/** A vertex shader that gives each input of a pixel shader, as that declares it. */
function vertexShader(code: string, inputs: readonly VertexInput[]): string {
  const lines = ['#version 300 es', `in vec2 ${POSITION};`];
  const body = [`gl_Position = vec4(${POSITION}, 0.0, 1.0);`];
  for (const { location, element, type } of inputs) {
    const name = element.name ?? `varying${location}`;
    const [, words = ''] = new RegExp(`^(.*)\\bin [iu]?vec4 ${name};`, 'm').exec(code) ?? [];
    const vector = { f32: 'vec4', i32: 'ivec4', u32: 'uvec4' }[type];
    lines.push(`in ${vector} value${location};`, `${words}out ${vector} ${name};`);
    body.push(`${name} = value${location};`);
  }
  return `${lines.join('\n')}\nvoid main() {\n${body.join('\n')}\n}\n`;
}

function bindVertices(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  { inputs, vertices: { data, stride } }: Drawing,
  made: (() => void)[],
): void {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  made.push(
    () => gl.deleteVertexArray(array),
    () => gl.deleteBuffer(buffer),
  );
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
  const position = gl.getAttribLocation(program, POSITION);
  gl.enableVertexAttribArray(position);
  gl.vertexAttribPointer(position, 2, gl.FLOAT, false, stride, 0);
  for (const [i, { location, type }] of inputs.entries()) {
    const at = gl.getAttribLocation(program, `value${location}`);
    // Inputs that change nothing are removed.
    if (at < 0) continue;
    const offset = POSITION_BYTES + ATTRIBUTE_BYTES * i;
    gl.enableVertexAttribArray(at);
    if (type === 'f32') gl.vertexAttribPointer(at, 4, gl.FLOAT, false, stride, offset);
    else gl.vertexAttribIPointer(at, 4, type === 'i32' ? gl.INT : gl.UNSIGNED_INT, stride, offset);
  }
}

/** A texture for colors. */
function bindTarget(gl: WebGL2RenderingContext, size: number, made: (() => void)[]): void {
  const target = gl.createFramebuffer();
  const texture = gl.createTexture();
  made.push(
    () => gl.deleteFramebuffer(target),
    () => gl.deleteTexture(texture),
  );
  gl.activeTexture(gl.TEXTURE0 + SPARE_UNIT);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, size, size);
  gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
}

/** The last unit that every device has; shaders have fewer textures. */
const SPARE_UNIT = 31;

/** Binds what the shader reads; returns why it cannot. */
function bindResources(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  { map }: DeviceShader,
  setup: RunSetup,
  made: (() => void)[],
): string | undefined {
  const constants = constantBuffers(setup, map);
  if (typeof constants === 'string') return constants;
  let blocks = 0;
  let units = 0;
  for (const row of map.bindings) {
    if (row.kind === 'uniformBuffer') {
      const bytes = row.type === 'runtime' ? runtimeBuffer(map, row) : constants.get(row.name)!;
      if (typeof bytes === 'string') return bytes;
      const index = gl.getUniformBlockIndex(program, row.name);
      if (index === gl.INVALID_INDEX) continue;
      const buffer = gl.createBuffer();
      made.push(() => gl.deleteBuffer(buffer));
      gl.uniformBlockBinding(program, index, blocks);
      gl.bindBufferBase(gl.UNIFORM_BUFFER, blocks++, buffer);
      gl.bufferData(gl.UNIFORM_BUFFER, bytes, gl.DYNAMIC_DRAW);
    } else {
      const refusal = bindTexture(gl, row, setup, units, made);
      if (refusal !== undefined) return refusal;
      gl.uniform1i(gl.getUniformLocation(program, row.name), units++);
    }
  }
  return undefined;
}

function bindTexture(
  gl: WebGL2RenderingContext,
  row: TranslationBinding,
  setup: RunSetup,
  unit: number,
  made: (() => void)[],
): string | undefined {
  const found = textureFor(setup, row);
  if (typeof found === 'string') return found;
  const { picture, layers } = found;
  const { width, height, pixels } = picture;
  const isDepth = row.kind === 'depthTexture';
  const [format, pixelFormat, type] = isDepth
    ? [gl.DEPTH_COMPONENT16, gl.DEPTH_COMPONENT, gl.UNSIGNED_SHORT]
    : row.sampleType === 'uint'
      ? [gl.RGBA8UI, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE]
      : row.sampleType === 'sint'
        ? [gl.RGBA8I, gl.RGBA_INTEGER, gl.BYTE]
        : [gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE];
  const all = isDepth ? depthsOf(picture) : row.sampleType === 'sint' ? new Int8Array(pixels.buffer) : pixels;
  const layer = all.length / picture.layers;
  const { viewDimension } = row;
  const isCube = viewDimension === 'cube';
  const isLayered = viewDimension === '3d' || viewDimension === '2d-array';
  const target = isCube
    ? gl.TEXTURE_CUBE_MAP
    : viewDimension === '3d'
      ? gl.TEXTURE_3D
      : isLayered
        ? gl.TEXTURE_2D_ARRAY
        : gl.TEXTURE_2D;
  const texture = gl.createTexture();
  made.push(() => gl.deleteTexture(texture));
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(target, texture);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  if (isLayered) {
    gl.texStorage3D(target, 1, format, width, height, layers);
    gl.texSubImage3D(target, 0, 0, 0, 0, width, height, layers, pixelFormat, type, all.subarray(0, layers * layer));
  } else {
    gl.texStorage2D(target, 1, format, width, height);
    for (let i = 0; i < (isCube ? 6 : 1); i++)
      gl.texSubImage2D(
        isCube ? gl.TEXTURE_CUBE_MAP_POSITIVE_X + i : target,
        0,
        0,
        0,
        width,
        height,
        pixelFormat,
        type,
        all.subarray(i * layer, (i + 1) * layer),
      );
  }
  const sampler = gl.createSampler();
  made.push(() => gl.deleteSampler(sampler));
  gl.bindSampler(unit, sampler);
  const address = setup.settings.isRepeating ? gl.REPEAT : gl.CLAMP_TO_EDGE;
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
    gl.samplerParameteri(sampler, axis, address);
  const isWhole = row.sampleType === 'uint' || row.sampleType === 'sint';
  const filter = setup.settings.isSmooth && !isWhole ? gl.LINEAR : gl.NEAREST;
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, filter);
  gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, filter);
  if (isDepth && row.role !== 'color') {
    gl.samplerParameteri(sampler, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.samplerParameteri(sampler, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL);
  }
  return undefined;
}
