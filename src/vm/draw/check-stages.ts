/** Whether the stages of a draw of Direct3D 10 and 11 belong together: programs, signatures, topologies. */

import { Primitive } from '../../base/d3d/enumerations.ts';
import { readSm4StageDeclarations } from '../../isa/sm4/stage-declarations.ts';
import { DX7100, DX7102, DX7104, DX7105, DX7107, DX7109, DX7113 } from '../messages.ts';
import { checkBuffers, checkWhole, type Report } from './check-call.ts';
import type { DrawStage, Sm4DrawCall, Sm4DrawShader } from './draw-call.ts';
import { semanticKey } from './links.ts';

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
  checkWhole(to, 'inputLayout.length', inputLayout.length, 0, MAX_SLOTS);
  for (const [i, { slot, offset, stepRate, format }] of inputLayout.entries()) {
    checkWhole(to, `inputLayout[${i}].slot`, slot, 0, MAX_SLOTS - 1);
    checkWhole(to, `inputLayout[${i}].offset`, offset, 0, MAX_OFFSET);
    checkWhole(to, `inputLayout[${i}].stepRate`, stepRate, 0, MAX_OFFSET);
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
    checkWhole(to, `${name}.stream`, element.stream, 0, 3);
    checkWhole(to, `${name}.slot`, element.slot, 0, 3);
    checkWhole(to, `${name}.startComponent`, element.startComponent, 0, 3);
    checkWhole(
      to,
      `${name}.components`,
      element.components,
      1,
      element.semantic === '' ? 255 : 4 - element.startComponent,
    );
  }
  for (const [i, buffer] of (streamOutput?.buffers ?? []).entries()) {
    if (buffer === undefined) continue;
    checkWhole(to, `streamOutput.buffers[${i}].offset`, buffer.offset, 0, MAX_OFFSET);
    checkWhole(to, `streamOutput.buffers[${i}].stride`, buffer.stride, 0, 2048);
  }
}
