/**
 * Draws of Direct3D 9 from one description for the interpreter and for drivers: triangles whose vertices have integer
 * vectors, and targets of floats.
 */

import { format, texture, view } from '../../../smith/checks/textures.ts';
import { bytesOf } from '../../../src/base/words.ts';
import { vertexFormat } from '../../../src/formats/formats.ts';
import type { TranslateOptions } from '../../../src/translate/index.ts';
import { draw } from '../../../src/vm/draw/draw.ts';
import { DEFAULT_LEGACY_STATES, type LegacyShader } from '../../../src/vm/draw/legacy-call.ts';
import type { QuadObserver } from '../../../src/vm/quad-flow.ts';
import type { Sm1Step } from '../../../src/vm/sm1/executable.ts';
import type { Sm1Constants } from '../../../src/vm/sm1/quad.ts';
import { D3d9Request, FLOAT_TARGET, PRIMITIVES, type VertexElement } from '../../../tools/executor/d3d9-request.ts';
import type { GpuTrial } from '../../../tools/gpu/trial.ts';
import { drawWithDefaults } from '../../gpu/draw-defaults.ts';
import { NoTrial } from '../../gpu/from-request.ts';
import { trialOfRequest9 } from '../../gpu/from-request9.ts';
import { bindStages, type Stage9 } from '../../wine/d3d9-textures.ts';
import { MAX_INSTRUCTIONS, UnsuitableData } from '../trial.ts';
import type { LegacyProgram } from './program.ts';

/** A shader with its data. */
export interface BoundLegacy {
  readonly program: LegacyProgram;
  readonly constants: Sm1Constants;
  /** By number of the sampler or stage. */
  readonly stages: readonly (Stage9 | undefined)[];
}

export interface LegacyValue extends VertexElement {
  /** Four of each vertex. */
  readonly words: Uint32Array;
}

export interface LegacyDescription {
  readonly vertex: BoundLegacy;
  readonly pixel: BoundLegacy;
  readonly values: readonly LegacyValue[];
  readonly vertices: number;
  readonly width: number;
  readonly height: number;
  readonly targets: number;
}

/** Vertex attributes that every interface has. */
const MAX_ATTRIBUTES = 16;
const VECTOR_WORDS = 4;
const VECTOR_BYTES = 16;

/** A shader without constants and textures. */
export function unboundLegacy(program: LegacyProgram): BoundLegacy {
  return { program, constants: { floats: new Uint32Array(0), integers: new Int32Array(0), booleans: [] }, stages: [] };
}

/** The draw for drivers. */
export function legacyGpu(of: LegacyDescription, options: TranslateOptions): GpuTrial {
  if (of.values.length > MAX_ATTRIBUTES) throw new NoTrial(`vertices have more than ${MAX_ATTRIBUTES} values`);
  const request = new D3d9Request();
  for (const { program, constants, stages } of [of.vertex, of.pixel]) {
    const { stage, bytes } = program;
    request.shader(stage, bytes);
    request.constants(stage, 'float', constants.floats);
    request.constants(stage, 'int', constants.integers);
    request.constants(stage, 'bool', constants.booleans.map(Number));
    bindStages(request, stages);
  }
  request.targets(of.width, of.height, Array(of.targets).fill(FLOAT_TARGET));
  request
    .layout(of.values)
    .vertices(interleaved(of))
    .draw(PRIMITIVES.triangles, of.vertices / 3);
  for (let target = 0; target < of.targets; target++) request.readTarget(target);
  return trialOfRequest9(request, options);
}

function interleaved({ values, vertices }: LegacyDescription): Uint32Array {
  const words = new Uint32Array(VECTOR_WORDS * values.length * vertices);
  for (let vertex = 0; vertex < vertices; vertex++)
    for (const [i, value] of values.entries()) {
      const vector = value.words.subarray(VECTOR_WORDS * vertex, VECTOR_WORDS * (vertex + 1));
      words.set(vector, VECTOR_WORDS * (values.length * vertex + i));
    }
  return words;
}

/** Sees the quads of one of the shaders. */
export interface LegacyObserver {
  readonly stage: 'vs' | 'ps';
  readonly observer: QuadObserver<Sm1Step>;
}

/** The pixels of the interpreter in all targets. */
export function legacyTargets(of: LegacyDescription, { stage, observer }: LegacyObserver): Uint32Array[] {
  const { width, height, values } = of;
  const float4 = format('A32B32G32R32F', 'd3d9');
  const targets = Array.from({ length: of.targets }, () =>
    view(texture({ dimension: '2d', format: float4, width, height })),
  );
  const shaderOf = ({ program, constants, stages }: BoundLegacy): LegacyShader => ({
    executable: program.stage === stage ? { ...program.executable, observer } : program.executable,
    constants,
    textures: stages.map((one) => one?.stage ?? {}),
  });
  const { diagnostics } = draw({
    kind: 'sm1',
    vertex: shaderOf(of.vertex),
    pixel: shaderOf(of.pixel),
    streams: [{ bytes: bytesOf(interleaved(of)), stride: VECTOR_BYTES * values.length, offset: 0 }],
    declaration: values.map(({ usage, index }, i) => ({
      stream: 0,
      offset: VECTOR_BYTES * i,
      format: vertexFormat('FLOAT4')!,
      usage,
      usageIndex: index,
    })),
    topology: 'triangle-list',
    ...drawWithDefaults(of),
    renderTargets: targets,
    legacy: DEFAULT_LEGACY_STATES,
    limits: { maxInstructions: MAX_INSTRUCTIONS },
  });
  if (diagnostics.length > 0) throw new UnsuitableData(`the interpreter: ${diagnostics[0]!.message}`);
  return targets.map(({ texture: { bytes } }) => new Uint32Array(bytes.slice().buffer));
}
