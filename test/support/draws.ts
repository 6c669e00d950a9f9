/** Draws for tests: shaders from listings, buffers of floats, targets, and calls whose states are the defaults. */
import { expect } from 'vitest';
import { format, texture, view } from '../../smith/checks/textures.ts';
import { assembleUnvalidated } from '../../src/assemble/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { decodeTexel } from '../../src/formats/texel.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import { draw } from '../../src/vm/draw/draw.ts';
import { type InputElement, type Sm4DrawCall, type Sm4DrawShader, sm4DrawShader } from '../../src/vm/draw/draw-call.ts';
import type { DrawArguments, DrawResult } from '../../src/vm/draw/draw-common.ts';
import {
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
  type RasterizerState,
} from '../../src/vm/draw/states.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';

/** The shader of a listing; the test fails if it does not assemble. */
export function shaderOf(listing: string, bindings = new Bindings()): Sm4DrawShader {
  const { bytes, diagnostics } = assembleUnvalidated(listing);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { programs, container } = openShaderFile(bytes!);
  return sm4DrawShader(readSm4(programs[0]!.words), container, bindings);
}

/** Passes a position and a vector on; both are elements of the layout of {@link call}. */
export const PASS_ON = `
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// POSITION                 0   xyzw        0     NONE   float   xyzw
// COLOR                    0   xyzw        1     NONE   float   xyzw
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_POSITION              0   xyzw        0      POS   float   xyzw
// COLOR                    0   xyzw        1     NONE   float   xyzw
//
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_input v1.xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
mov o0.xyzw, v0.xyzw
mov o1.xyzw, v1.xyzw
ret`;

/** A pixel shader that reads the position and COLOR0, with these instructions; `mode` is how COLOR0 is interpolated. */
export function pixelShader(body: string, mode = 'linear', declarations = ''): string {
  return `
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_POSITION              0   xyzw        0      POS   float   xyzw
// COLOR                    0   xyzw        1     NONE   float   xyzw
//
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps_siv linear noperspective v0.xyzw, position
dcl_input_ps ${mode} v1.xyzw
${declarations || 'dcl_output o0.xyzw'}
dcl_temps 4
${body}
ret`;
}

/** Puts out the interpolated color. */
export const COLORED = pixelShader('mov o0.xyzw, v1.xyzw');

export const LAYOUT: readonly InputElement[] = ['POSITION', 'COLOR'].map((semantic, i) => ({
  semantic,
  semanticIndex: 0,
  format: format('R32G32B32A32_FLOAT'),
  slot: 0,
  offset: 16 * i,
  perInstance: false,
  stepRate: 0,
}));

export const SOLID: RasterizerState = { ...DEFAULT_RASTERIZER_STATE, cull: 'none' };

export function floatBytes(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

export function drawArguments(values: Partial<DrawArguments>): DrawArguments {
  return { isIndexed: false, count: 0, instances: 1, first: 0, baseVertex: 0, firstInstance: 0, ...values };
}

/** A vertex of {@link LAYOUT}: pixels of a target of 8 by 8 and a color. */
export function at(x: number, y: number, color: readonly number[] = [1, 1, 1, 1], z = 0, w = 1): number[] {
  return [(x / 4 - 1) * w, (1 - y / 4) * w, z * w, w, ...color];
}

/** A target of 8 by 8 pixels. */
export function target(name = 'R32G32B32A32_FLOAT', samples = 1): TextureView {
  return view(texture({ dimension: '2d', format: format(name), width: 8, height: 8, samples }));
}

/** Vertices of {@link at} as a call with one target. */
export function callOf(vertices: readonly (readonly number[])[], changes: Partial<Sm4DrawCall> = {}): Sm4DrawCall {
  return {
    kind: 'sm4',
    stages: { vertex: shaderOf(PASS_ON), pixel: shaderOf(COLORED) },
    vertexBuffers: [{ bytes: floatBytes(...vertices.flat()), stride: 32, offset: 0 }],
    inputLayout: LAYOUT,
    topology: 'triangle-list',
    arguments: drawArguments({ count: vertices.length }),
    viewports: [{ x: 0, y: 0, width: 8, height: 8, minDepth: 0, maxDepth: 1 }],
    scissors: [],
    rasterizer: SOLID,
    depthStencil: { ...DEFAULT_DEPTH_STENCIL_STATE, isDepthTested: false },
    blend: DEFAULT_BLEND_STATE,
    renderTargets: [target()],
    ...changes,
  };
}

/** Draws a call that has no faults. */
export function drawn(call: Sm4DrawCall): DrawResult {
  const result = draw(call);
  expect(result.diagnostics).toEqual([]);
  return result;
}

/** The words of a pixel of the first layer. */
export function wordsAt(of: TextureView, x: number, y: number, sample = 0, layer = 0): number[] {
  const words = new Uint32Array(4);
  decodeTexel(of.format, of.texture.bytes, of.offsetOf(0, layer, x, y, 0, sample), words);
  return [...words];
}

export function floatsAt(of: TextureView, x: number, y: number, sample = 0, layer = 0): number[] {
  return wordsAt(of, x, y, sample, layer).map(floatOfBits);
}

/** One component of all pixels as rows. */
export function rows(of: TextureView, component = 0, sample = 0, layer = 0): number[][] {
  return Array.from({ length: 8 }, (_, y) =>
    Array.from({ length: 8 }, (_, x) => floatsAt(of, x, y, sample, layer)[component]!),
  );
}

/** The pixels whose first component is not 0, as a picture. */
export function picture(of: TextureView, sample = 0, layer = 0): string[] {
  return rows(of, 0, sample, layer).map((row) => row.map((value) => (value === 0 ? '.' : '#')).join(''));
}

/** A rectangle of two triangles, clockwise. */
export function rectangle(
  left: number,
  top: number,
  right: number,
  bottom: number,
  color?: readonly number[],
  z?: number,
): number[][] {
  const [a, b, c, d] = [
    at(left, top, color, z),
    at(right, top, color, z),
    at(right, bottom, color, z),
    at(left, bottom, color, z),
  ];
  return [a!, b!, c!, a!, c!, d!];
}

export { bitsOfFloat };
