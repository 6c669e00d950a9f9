/**
 * Draws of compiled shaders, from one description for the interpreter and for drivers: vertices whose values are
 * integer vectors, and targets.
 */

import { texture, view } from '../../smith/checks/textures.ts';
import { bytesOf } from '../../src/base/words.ts';
import { dxgiFormat } from '../../src/formats/formats.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import type { TranslatedStage } from '../../src/translate/index.ts';
import { draw } from '../../src/vm/draw/draw.ts';
import type { Sm4Stages } from '../../src/vm/draw/draw-call.ts';
import type { Topology } from '../../src/vm/draw/draw-common.ts';
import type { GpuDraw } from '../../tools/gpu/trial.ts';
import { drawWithDefaults } from '../gpu/draw-defaults.ts';
import { NoTrial } from '../gpu/from-request.ts';
import type { ElementType } from './program.ts';
import { MAX_INSTRUCTIONS, UnsuitableData } from './trial.ts';

/** A value of each vertex. */
export interface VertexValue {
  readonly semantic: string;
  readonly index: number;
  readonly type: ElementType;
  /** Four of each vertex. */
  readonly words: Uint32Array;
}

export interface DrawDescription {
  readonly topology: GpuDraw['topology'];
  readonly controlPoints?: number;
  readonly vertices: number;
  readonly values: readonly VertexValue[];
  readonly width: number;
  readonly height: number;
  readonly targets: readonly ElementType[];
}

const FORMATS: Readonly<Record<ElementType, string>> = {
  float: 'R32G32B32A32_FLOAT',
  uint: 'R32G32B32A32_UINT',
  int: 'R32G32B32A32_SINT',
};
const VECTOR_BYTES = 16;
/** Vertex attributes that every interface has. */
const MAX_ATTRIBUTES = 16;

const formatOf = (type: ElementType) => dxgiFormat(FORMATS[type])!;

/** The draw for drivers. */
export function gpuDraw(of: DrawDescription, stages: readonly TranslatedStage[]): GpuDraw {
  if (of.values.length > MAX_ATTRIBUTES) throw new NoTrial(`vertices have more than ${MAX_ATTRIBUTES} values`);
  const rows = stages.find(({ stage }) => stage === 'vs')?.map.inputs ?? [];
  return {
    topology: of.topology,
    ...(of.controlPoints !== undefined && { controlPoints: of.controlPoints }),
    inputs: of.values.flatMap(({ semantic, index, type, words }) => {
      const row = rows.find((one) => one.semantic === semantic && one.index === index);
      if (row?.location === undefined) return [];
      return [{ semantic, index, location: row.location, format: FORMATS[type], bytes: bytesOf(words) }];
    }),
    vertices: of.vertices,
    instances: 1,
    baseVertex: 0,
    width: of.width,
    height: of.height,
    targets: of.targets.map((type) => ({ format: FORMATS[type], texelBytes: VECTOR_BYTES, clear: [0, 0, 0, 0] })),
  };
}

/** Positions in the middle of each pixel. */
export function centers({ width, height }: { readonly width: number; readonly height: number }): Uint32Array {
  return Uint32Array.from(
    Array.from({ length: width * height }, (_, cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      return [(2 * x + 1) / width - 1, 1 - (2 * y + 1) / height, 0.5, 1];
    }).flat(),
    bitsOfFloat,
  );
}

/** The pixels of the interpreter in all targets. */
export function drawnTargets(of: DrawDescription, stages: Sm4Stages): Uint32Array[] {
  const { width, height } = of;
  const targets = of.targets.map((type) => view(texture({ dimension: '2d', format: formatOf(type), width, height })));
  const { diagnostics } = draw({
    kind: 'sm4',
    stages,
    vertexBuffers: of.values.map(({ words }) => ({ bytes: bytesOf(words), stride: VECTOR_BYTES, offset: 0 })),
    inputLayout: of.values.map(({ semantic, index, type }, slot) => ({
      semantic,
      semanticIndex: index,
      format: formatOf(type),
      slot,
      offset: 0,
      perInstance: false,
      stepRate: 0,
    })),
    topology: of.topology satisfies Topology,
    patchControlPoints: of.controlPoints ?? 1,
    ...drawWithDefaults(of),
    renderTargets: targets,
    limits: { maxInstructions: MAX_INSTRUCTIONS },
  });
  if (diagnostics.length > 0) throw new UnsuitableData(`the interpreter: ${diagnostics[0]!.message}`);
  return targets.map(({ texture: { bytes } }) => new Uint32Array(bytes.slice().buffer));
}
