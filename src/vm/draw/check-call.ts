/**
 * Checks whether a draw can be made: ranges of its numbers, stages that fit together, targets and formats.
 *
 * Not for: faults of single programs, which run as far as they can.
 */

import { Primitive } from '../../base/d3d/enumerations.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { formatAllows } from '../../formats/formats.ts';
import { readSm4StageDeclarations } from '../../isa/sm4/declarations.ts';
import {
  DX7100,
  DX7102,
  DX7103,
  DX7104,
  DX7105,
  DX7106,
  DX7107,
  DX7109,
  DX7110,
  DX7111,
  DX7113,
  DX7117,
} from '../messages.ts';
import { report } from '../texture/texture.ts';
import type { TextureView } from '../texture/texture-view.ts';
import type { DrawStage, Sm4DrawCall, Sm4DrawShader } from './draw-call.ts';
import type { DrawTargets, VertexBuffer } from './draw-common.ts';
import { semanticKey } from './links.ts';
import { MAX_TARGETS } from './pixel-shading.ts';
import { usesSecondSource } from './render-target.ts';

/** Collects what is wrong with a call. */
export type Report = (message: Message, values: Readonly<Record<string, string | number>>) => void;

const MAX_VIEWPORTS = 16;
const MAX_CONTROL_POINTS = 32;
const MAX_WORD = 0xffff_ffff;
const MAX_WINDOW = 32768;
const MAX_STRIDE = 2048;
const MAX_SAMPLES = 16;

/** Reports of a call, in order. */
export function collector(): { readonly list: Diagnostic[]; readonly report: Report } {
  const list: Diagnostic[] = [];
  return { list, report: (message, values) => list.push(report(message, values)) };
}

export function checkInteger(to: Report, name: string, value: number, low: number, high: number): void {
  if (!Number.isInteger(value) || value < low || value > high) to(DX7103, { name, value: String(value), low, high });
}

function checkNumber(to: Report, name: string, value: number, low: number, high: number): void {
  if (!(value >= low && value <= high)) to(DX7117, { name, value: String(value), low, high });
}

/** Checks what both instruction sets have. */
export function checkTargets(to: Report, call: DrawTargets): void {
  const { topology, patchControlPoints, renderTargets, depthTarget, rasterizer } = call;
  checkArguments(to, call);
  if (topology === 'patch-list') checkInteger(to, 'patchControlPoints', patchControlPoints ?? 0, 1, MAX_CONTROL_POINTS);
  checkInteger(to, 'renderTargets.length', renderTargets.length, 0, MAX_TARGETS);
  checkInteger(to, 'rasterizer.forcedSampleCount', rasterizer.forcedSampleCount, 0, MAX_SAMPLES);
  for (const [name, value] of [
    ['rasterizer.depthBias', rasterizer.depthBias],
    ['rasterizer.slopeScaledDepthBias', rasterizer.slopeScaledDepthBias],
    ['rasterizer.depthBiasClamp', rasterizer.depthBiasClamp],
  ] as const)
    checkNumber(to, name, value, -Number.MAX_VALUE, Number.MAX_VALUE);
  checkViewports(to, call);
  const named: [string, TextureView][] = [];
  for (const [i, view] of renderTargets.entries()) {
    if (view === undefined) continue;
    named.push([`renderTargets[${i}]`, view]);
    if (!view.format.canEncode || formatAllows(view.format, 'render-target') === false)
      to(DX7107, { name: `renderTargets[${i}]`, format: view.format.name, use: 'render target' });
  }
  if (depthTarget !== undefined) {
    named.push(['depthTarget', depthTarget]);
    if (!depthTarget.format.components.some(({ letter }) => letter === 'd'))
      to(DX7107, { name: 'depthTarget', format: depthTarget.format.name, use: 'depth target' });
  }
  const [first, ...others] = named;
  for (const [name, view] of others)
    if (view.texture.samples !== first![1].texture.samples)
      to(DX7106, {
        name,
        samples: view.texture.samples,
        other: first![0],
        expected: first![1].texture.samples,
      });
  checkBlend(to, call);
}

function checkArguments(to: Report, { arguments: numbers, indexBuffer }: DrawTargets): void {
  checkInteger(to, 'arguments.count', numbers.count, 0, MAX_WORD);
  checkInteger(to, 'arguments.instances', numbers.instances, 0, MAX_WORD);
  checkInteger(to, 'arguments.first', numbers.first, 0, MAX_WORD);
  checkInteger(to, 'arguments.firstInstance', numbers.firstInstance, 0, MAX_WORD);
  checkInteger(to, 'arguments.baseVertex', numbers.baseVertex, -(2 ** 31), 2 ** 31 - 1);
  if (indexBuffer !== undefined) {
    checkInteger(to, 'indexBuffer.offset', indexBuffer.offset, 0, MAX_WORD);
    if (indexBuffer.bits !== 16) checkInteger(to, 'indexBuffer.bits', indexBuffer.bits, 32, 32);
  }
}

export function checkBuffers(to: Report, name: string, buffers: readonly (VertexBuffer | undefined)[]): void {
  for (const [i, buffer] of buffers.entries()) {
    if (buffer === undefined) continue;
    checkInteger(to, `${name}[${i}].stride`, buffer.stride, 0, MAX_STRIDE);
    checkInteger(to, `${name}[${i}].offset`, buffer.offset, 0, MAX_WORD);
  }
}

function checkViewports(to: Report, { viewports, scissors }: DrawTargets): void {
  checkInteger(to, 'viewports.length', viewports.length, 0, MAX_VIEWPORTS);
  checkInteger(to, 'scissors.length', scissors.length, 0, MAX_VIEWPORTS);
  for (const [i, { x, y, width, height, minDepth, maxDepth }] of viewports.entries()) {
    const name = `viewports[${i}]`;
    checkNumber(to, `${name}.x`, x, -MAX_WINDOW, MAX_WINDOW - 1);
    checkNumber(to, `${name}.y`, y, -MAX_WINDOW, MAX_WINDOW - 1);
    checkNumber(to, `${name}.width`, width, 0, MAX_WINDOW - 1 - x);
    checkNumber(to, `${name}.height`, height, 0, MAX_WINDOW - 1 - y);
    checkNumber(to, `${name}.minDepth`, minDepth, 0, 1);
    checkNumber(to, `${name}.maxDepth`, maxDepth, minDepth, 1);
  }
  for (const [i, scissor] of scissors.entries())
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      checkInteger(to, `scissors[${i}].${side}`, scissor[side], -(2 ** 31), 2 ** 31 - 1);
}

function checkBlend(to: Report, { blend, renderTargets }: DrawTargets): void {
  const { targets, isIndependent } = blend;
  for (const [i, view] of renderTargets.entries()) {
    const state = targets[isIndependent ? i : 0];
    if (view === undefined || state === undefined) continue;
    const isBlended = state.color !== undefined || state.alpha !== undefined;
    const name = `renderTargets[${i}]`;
    if (isBlended && (state.color === undefined || state.alpha === undefined))
      to(DX7111, { name, problem: 'has one of the equations of color and alpha without the other' });
    if (isBlended && view.format.isInteger)
      to(DX7111, { name, problem: `has the format ${view.format.name}, which cannot be blended` });
    if (state.logic !== undefined && (isBlended || !view.format.types.includes('uint')))
      to(DX7111, { name, problem: 'has a logic operation, which needs a UINT format without blending' });
  }
  const isDual = targets.some(({ color, alpha }) => usesSecondSource(color) || usesSecondSource(alpha));
  if (isDual && renderTargets.slice(1).some((view) => view !== undefined)) to(DX7110, {});
}

/** Slots of vertex buffers, and elements of a layout. */
const MAX_SLOTS = 32;
const MAX_OFFSET = 0xffff_ffff;
/** The inputs of vertex shaders that no buffer has. */
const GENERATED = new Set(['sv_vertexid', 'sv_instanceid']);
/** The smallest number of patches in D3D_PRIMITIVE. */
const FIRST_PATCH = Primitive.patch1!;

export function checkStages(to: Report, call: Sm4DrawCall): void {
  const { stages, topology, patchControlPoints = 0 } = call;
  const { vertex, hull, domain, geometry, pixel } = stages;
  const programs: readonly (readonly [DrawStage, Sm4DrawShader | undefined])[] = [
    ['vs', vertex],
    ['hs', hull],
    ['ds', domain],
    ['gs', geometry],
    ['ps', pixel],
  ];
  for (const [stage, shader] of programs) {
    const found = shader?.executable.program.stage;
    if (shader !== undefined && found !== stage) to(DX7100, { stage, found: found ?? 'unknown' });
  }
  if ((hull === undefined) !== (domain === undefined))
    to(DX7104, { present: hull ? 'hull' : 'domain', missing: hull ? 'domain' : 'hull' });
  if (hull !== undefined && topology !== 'patch-list') to(DX7105, { topology });
  if (hull !== undefined && topology === 'patch-list') {
    const { inputControlPoints } = readSm4StageDeclarations(hull.executable.program);
    if (inputControlPoints !== patchControlPoints)
      to(DX7113, { expected: inputControlPoints, found: patchControlPoints });
  }
  if (geometry !== undefined) checkGeometry(to, call);
  checkBuffers(to, 'vertexBuffers', call.vertexBuffers);
  checkLayout(to, call);
  checkStreamOutput(to, call);
}

/** D3D_PRIMITIVE of each topology. */
const PRIMITIVES: Readonly<Record<string, string>> = {
  'point-list': 'point',
  'line-list': 'line',
  'line-strip': 'line',
  'triangle-list': 'triangle',
  'triangle-strip': 'triangle',
  'triangle-fan': 'triangle',
  'line-list-adj': 'lineadj',
  'line-strip-adj': 'lineadj',
  'triangle-list-adj': 'triangleadj',
  'triangle-strip-adj': 'triangleadj',
};
/** Output primitives of the tessellator, by D3D_TESSELLATOR_OUTPUT_PRIMITIVE. */
const TESSELLATED = ['undefined', 'point', 'line', 'triangle', 'triangle'];

function checkGeometry(to: Report, { stages, topology, patchControlPoints }: Sm4DrawCall): void {
  const { inputPrimitive } = readSm4StageDeclarations(stages.geometry!.executable.program);
  const { hull } = stages;
  const found = hull
    ? TESSELLATED[readSm4StageDeclarations(hull.executable.program).tessellatorOutput]
    : topology === 'patch-list'
      ? `patch${patchControlPoints}`
      : PRIMITIVES[topology];
  if (inputPrimitive === Primitive[found ?? '']) return;
  const expected =
    inputPrimitive >= FIRST_PATCH
      ? `patch${inputPrimitive - FIRST_PATCH + 1}`
      : Object.keys(Primitive).find((name) => Primitive[name] === inputPrimitive);
  to(DX7109, { expected: expected ?? String(inputPrimitive), found: found ?? 'undefined' });
}

function checkLayout(to: Report, { stages, inputLayout }: Sm4DrawCall): void {
  checkInteger(to, 'inputLayout.length', inputLayout.length, 0, MAX_SLOTS);
  for (const [i, { slot, offset, stepRate, format }] of inputLayout.entries()) {
    checkInteger(to, `inputLayout[${i}].slot`, slot, 0, MAX_SLOTS - 1);
    checkInteger(to, `inputLayout[${i}].offset`, offset, 0, MAX_OFFSET);
    checkInteger(to, `inputLayout[${i}].stepRate`, stepRate, 0, MAX_OFFSET);
    if (!format.canDecode || format.blockWidth > 1)
      to(DX7107, { name: `inputLayout[${i}]`, format: format.name, use: 'vertex element' });
  }
  const present = new Set(inputLayout.map(({ semantic, semanticIndex }) => semanticKey(semantic, semanticIndex)));
  for (const { semanticName, semanticIndex } of stages.vertex.inputs ?? [])
    if (!GENERATED.has(semanticName.toLowerCase()) && !present.has(semanticKey(semanticName, semanticIndex)))
      to(DX7102, { semantic: semanticName, index: semanticIndex });
}

function checkStreamOutput(to: Report, { streamOutput }: Sm4DrawCall): void {
  for (const [i, element] of (streamOutput?.elements ?? []).entries()) {
    const name = `streamOutput.elements[${i}]`;
    checkInteger(to, `${name}.stream`, element.stream, 0, 3);
    checkInteger(to, `${name}.slot`, element.slot, 0, 3);
    checkInteger(to, `${name}.startComponent`, element.startComponent, 0, 3);
    checkInteger(
      to,
      `${name}.components`,
      element.components,
      1,
      element.semantic === '' ? 255 : 4 - element.startComponent,
    );
  }
  for (const [i, buffer] of (streamOutput?.buffers ?? []).entries()) {
    if (buffer === undefined) continue;
    checkInteger(to, `streamOutput.buffers[${i}].offset`, buffer.offset, 0, MAX_OFFSET);
    checkInteger(to, `streamOutput.buffers[${i}].stride`, buffer.stride, 0, 2048);
  }
}
