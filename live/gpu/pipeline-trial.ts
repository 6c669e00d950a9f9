/**
 * Pipelines of shaders without vertex buffers, drawn by the interpreter and, translated, on a driver: pixel shaders put
 * integers to targets.
 *
 * Not for: the shaders (stage-trials.ts, primitive-trials.ts, patch-trials.ts).
 */

import { format, texture, view } from '../../smith/checks/textures.ts';
import { Bindings } from '../../src/vm/bindings.ts';
import { draw } from '../../src/vm/draw/draw.ts';
import type { Sm4Stages } from '../../src/vm/draw/draw-call.ts';
import type { Topology } from '../../src/vm/draw/draw-common.ts';
import type { Stage } from '../../tools/executor/d3d11-commands.ts';
import { D3d11Request } from '../../tools/executor/d3d11-request.ts';
import { shaderOf } from '../wine/geometry.ts';
import type { Trial } from '../wine/trial.ts';
import { drawWithDefaults } from './draw-defaults.ts';

/** DXGI_FORMAT_R32G32B32A32_UINT */
const UINT4 = 3;
/** The names of stages in draws of the interpreter, in their order. */
export const STAGE_NAMES = { vs: 'vertex', hs: 'hull', ds: 'domain', gs: 'geometry', ps: 'pixel' } as const;
const D3D_TOPOLOGIES: Partial<Record<Topology, number>> = {
  'point-list': 1,
  'line-list': 2,
  'line-strip': 3,
  'triangle-list': 4,
  'triangle-strip': 5,
  'line-list-adj': 10,
  'line-strip-adj': 11,
  'triangle-list-adj': 12,
  'triangle-strip-adj': 13,
  'patch-list': 32,
};

export interface Pipeline {
  /** Containers, in the order of the stages. */
  readonly shaders: ReadonlyMap<keyof typeof STAGE_NAMES, Uint8Array>;
  /** Of a stage that reads something besides its inputs. */
  readonly bindings?: ReadonlyMap<keyof typeof STAGE_NAMES, Bindings>;
  readonly topology: Topology;
  readonly controlPoints?: number;
  /** Vertices and instances. */
  readonly count: number;
  readonly instances?: number;
  readonly width: number;
  readonly height: number;
  readonly targets: number;
}

/** Adds the shaders and the draw to a request that has their resources. */
export function addPipeline(request: D3d11Request, of: Pipeline): D3d11Request {
  for (const [stage, bytes] of of.shaders) request.shader(stage as Stage, bytes);
  request.targets(of.width, of.height, Array<number>(of.targets).fill(UINT4));
  request.draw(D3D_TOPOLOGIES[of.topology]! + (of.controlPoints ?? 0), of.count, of.instances);
  for (let i = 0; i < of.targets; i++) request.readTarget(i, 16);
  return request;
}

/** The pixels of the interpreter in all targets. */
export function drawn({ shaders, bindings, width, height, ...of }: Pipeline): Uint32Array[] {
  const targets = Array.from({ length: of.targets }, () =>
    view(texture({ dimension: '2d', format: format('R32G32B32A32_UINT'), width, height })),
  );
  const stages = Object.fromEntries(
    Array.from(shaders, ([stage, bytes]) => [
      STAGE_NAMES[stage],
      shaderOf(bytes, bindings?.get(stage) ?? new Bindings()),
    ]),
  ) as unknown as Sm4Stages;
  const { diagnostics } = draw({
    kind: 'sm4',
    stages,
    vertexBuffers: [],
    inputLayout: [],
    topology: of.topology,
    patchControlPoints: of.controlPoints ?? 1,
    ...drawWithDefaults({ width, height, vertices: of.count, instances: of.instances }),
    renderTargets: targets,
  });
  if (diagnostics.length > 0) throw new Error(diagnostics[0]!.message);
  return targets.map(({ texture: { bytes } }) => new Uint32Array(bytes.slice().buffer));
}

/** The trial of a pipeline that reads nothing. @param text what is shown where results differ */
export function pipelineTrial(of: Pipeline, text: string): Trial {
  return {
    text,
    request: addPipeline(new D3d11Request(), of),
    ours: () => drawn(of),
    rule: () => 'bits',
  };
}
