/**
 * Golden translations: for each input a folder in `translate/` with its listing (`input.asm`), the intermediate
 * representation after the passes (`module.ir`), the code in each language, the map, and the shader decompiled
 * (`source.hlsl`). For each pass a folder in
 * `passes/` with a module before and after it. They show a reviewer what a change does to real code; whether code is
 * right is what the validators, drivers and interpreters of live/ say.
 *
 * `npm run golden` writes all of them again, except the modules before passes, which are inputs.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { decompile } from '../../src/decompile/index.ts';
import { IR_PASSES, type PassOptions, parseIr, printIr, runPasses } from '../../src/ir/index.ts';
import { lower } from '../../src/lower/index.ts';
import { disassemble } from '../../src/text/index.ts';
import { spirvText, type TargetLanguage, translate } from '../../src/translate/index.ts';

const TRANSLATIONS = join(import.meta.dirname, 'translate');
const PASSES = join(import.meta.dirname, 'passes');
const IS_WRITING = process.env.BLESS === '1';

/** The folders of translations and the recorded fixtures that they are of. */
const INPUTS = {
  'append-consume-cs-5-0': 'append-consume.main.cs_5_0',
  'arrays-of-arrays-ps-5-1': 'arrays-of-arrays.main.ps_5_1.0x100000',
  'atomics-cs-5-0': 'atomics.main.cs_5_0',
  'atomics-pixel-ps-5-0': 'atomics.pixel.ps_5_0',
  'bindings-5-1-compute-cs-5-1': 'bindings-5_1.compute.cs_5_1.0x100000',
  'bindings-5-1-ps-5-1': 'bindings-5_1.main.ps_5_1.0x100000',
  'bits-cs-5-0': 'bits.main.cs_5_0',
  'compute-algorithms-bitonic-cs-5-0': 'compute-algorithms.bitonic.cs_5_0',
  'compute-algorithms-histogram-cs-5-0': 'compute-algorithms.histogram.cs_5_0',
  'compute-algorithms-move-particles-cs-5-0': 'compute-algorithms.moveParticles.cs_5_0',
  'compute-algorithms-scan-cs-5-0': 'compute-algorithms.scan.cs_5_0',
  'compute-model-4-cs-4-0': 'compute-model-4.main.cs_4_0',
  'constant-buffers-vs-4-0': 'constant-buffers.main.vs_4_0.0x1000',
  'container-parts-ps-5-0': 'container-parts.main.ps_5_0',
  'conversions-cs-5-0': 'conversions.main.cs_5_0',
  'counted-moves-ps-5-0': 'counted-moves.main.ps_5_0.0x4',
  'coverage-and-depth-coverage10-ps-4-1': 'coverage-and-depth.coverage10.ps_4_1',
  'coverage-and-depth-depth-ps-4-0': 'coverage-and-depth.depth.ps_4_0',
  'coverage-and-depth-everything-ps-5-0': 'coverage-and-depth.everything.ps_5_0',
  'coverage-and-depth-greater-ps-5-0': 'coverage-and-depth.greater.ps_5_0',
  'coverage-and-depth-stencil-ps-5-0': 'coverage-and-depth.stencil.ps_5_0',
  'd3d9-pixel-flow-position-ps-3-0': 'd3d9-pixel-flow.position.ps_3_0',
  'd3d9-pixel-flow-ps-2-a': 'd3d9-pixel-flow.main.ps_2_a',
  'd3d9-pixel-flow-ps-3-0': 'd3d9-pixel-flow.main.ps_3_0',
  'd3d9-pixel-gradients-ps-3-0': 'd3d9-pixel.gradients.ps_3_0',
  'd3d9-pixel-ps-2-0': 'd3d9-pixel.main.ps_2_0',
  'd3d9-pixel-targets-ps-3-0': 'd3d9-pixel.targets.ps_3_0',
  'd3d9-vertex-flow-fetch-vs-3-0': 'd3d9-vertex-flow.fetch.vs_3_0',
  'd3d9-vertex-flow-vs-3-0': 'd3d9-vertex-flow.main.vs_3_0',
  'd3d9-vertex-skinned-vs-3-0': 'd3d9-vertex.skinned.vs_3_0',
  'd3d9-vertex-vs-1-1': 'd3d9-vertex.main.vs_1_1',
  'debug-information-ps-4-0': 'debug-information.main.ps_4_0.0x5',
  'debug-messages-cs-5-0': 'debug-messages.main.cs_5_0',
  'debug-stages-domain-ds-5-0': 'debug-stages.domain.ds_5_0.0x800005',
  'debug-stages-geometry-gs-5-0': 'debug-stages.geometry.gs_5_0.0x1',
  'debug-stages-hull-hs-5-0': 'debug-stages.hull.hs_5_0.0x1',
  'derivatives-and-rcp-ps-5-0': 'derivatives-and-rcp.main.ps_5_0',
  'doubles-cs-5-0': 'doubles.main.cs_5_0',
  'flow-ps-4-0': 'flow.main.ps_4_0',
  'gather-ps-4-1': 'gather.main.ps_4_1',
  'gather-ps-5-0': 'gather.main.ps_5_0',
  'geometry-expansion-sprites-gs-4-0': 'geometry-expansion.sprites.gs_4_0',
  'geometry-primitives-from-line-adj-gs-4-0': 'geometry-primitives.fromLineAdj.gs_4_0',
  'geometry-primitives-from-point-gs-4-0': 'geometry-primitives.fromPoint.gs_4_0',
  'geometry-primitives-from-triangle-gs-4-0': 'geometry-primitives.fromTriangle.gs_4_0',
  'geometry-primitives-generator-gs-4-0': 'geometry-primitives.generator.gs_4_0',
  'geometry-primitives-instanced-gs-5-0': 'geometry-primitives.instanced.gs_5_0',
  'geometry-primitives-streams-gs-5-0': 'geometry-primitives.streams.gs_5_0',
  'group-shared-cs-5-0': 'group-shared.main.cs_5_0',
  'headers-buffers-ps-4-0': 'headers-buffers.main.ps_4_0',
  'headers-doubles-vs-5-1': 'headers-doubles.main.vs_5_1',
  'headers-level-9-looped-vs-4-0-level-9-3': 'headers-level-9.looped.vs_4_0_level_9_3',
  'headers-pixel-aborted-ps-5-0': 'headers-pixel.aborted.ps_5_0',
  'headers-pixel-halves-ps-5-0': 'headers-pixel.halves.ps_5_0',
  'headers-pixel-loads-ps-5-0': 'headers-pixel.loads.ps_5_0',
  'headers-pixel-modes-ps-5-0': 'headers-pixel.modes.ps_5_0',
  'headers-pixel-sums-ps-5-0': 'headers-pixel.sums.ps_5_0',
  'headers-pixel-targets-ps-4-0': 'headers-pixel.targets.ps_4_0',
  'headers-spaces-ps-5-1': 'headers-spaces.main.ps_5_1.0x100000',
  'headers-stages-ids-vs-4-1': 'headers-stages.ids.vs_4_1',
  'headers-stages-line-hull-hs-5-0': 'headers-stages.lineHull.hs_5_0',
  'headers-stages-many-streams-gs-5-0': 'headers-stages.manyStreams.gs_5_0',
  'headers-stages-quad-hull-hs-5-0': 'headers-stages.quadHull.hs_5_0',
  'indexing-geometry-gs-5-0': 'indexing.geometry.gs_5_0',
  'indexing-pixel-ps-4-0': 'indexing.pixel.ps_4_0',
  'indexing-vertex-vs-5-0': 'indexing.vertex.vs_5_0',
  'interpolation-evaluate-ps-5-0': 'interpolation.evaluate.ps_5_0',
  'interpolation-ps-4-1': 'interpolation.main.ps_4_1',
  'level-9-pixel-ps-4-0-level-9-1': 'level-9-pixel.main.ps_4_0_level_9_1',
  'level-9-vertex-vs-4-0-level-9-3': 'level-9-vertex.main.vs_4_0_level_9_3',
  'min-precision-ps-5-0': 'min-precision.main.ps_5_0',
  'min-precision-vs-4-0': 'min-precision.main.vs_4_0',
  'names-ps-5-0': 'names.main.ps_5_0',
  'nothing-used-ps-5-0': 'nothing-used.main.ps_5_0',
  'post-effects-blur-ps-2-0': 'post-effects.blur.ps_2_0',
  'post-effects-blur-ps-4-0': 'post-effects.blur.ps_4_0',
  'post-effects-edges-ps-4-1': 'post-effects.edges.ps_4_1',
  'post-effects-tone-ps-5-0': 'post-effects.tone.ps_5_0',
  'precise-ps-5-1': 'precise.main.ps_5_1',
  'precise-vs-5-0': 'precise.main.vs_5_0',
  'preshader-pixel-ps-3-0': 'preshader.pixel.ps_3_0',
  'preshader-vs-2-0': 'preshader.main.vs_2_0',
  'ps-1-0-old-spelling': 'ps_1_0-old-spelling',
  'ps-1-1-instructions': 'ps_1_1-instructions',
  'ps-1-1-matrix-reflection': 'ps_1_1-matrix-reflection',
  'ps-1-1-matrix-texture': 'ps_1_1-matrix-texture',
  'ps-1-1-matrix-vspec': 'ps_1_1-matrix-vspec',
  'ps-1-1-texture-addressing': 'ps_1_1-texture-addressing',
  'ps-1-2-texdp3': 'ps_1_2-texdp3',
  'ps-1-2-texture-matrices': 'ps_1_2-texture-matrices',
  'ps-1-3-depth': 'ps_1_3-depth',
  'ps-1-4-phases': 'ps_1_4-phases',
  'ps-2-0-instructions': 'ps_2_0-instructions',
  'ps-2-sw-instructions': 'ps_2_sw-instructions',
  'ps-2-x-instructions': 'ps_2_x-instructions',
  'ps-3-0-instructions': 'ps_3_0-instructions',
  'ps-3-sw-instructions': 'ps_3_sw-instructions',
  'rasterizer-ordered-ps-5-0': 'rasterizer-ordered.main.ps_5_0',
  'raw-buffers-4x-group-cs-4-0': 'raw-buffers-4x.group.cs_4_0',
  'raw-buffers-4x-primitive-gs-4-0': 'raw-buffers-4x.primitive.gs_4_0',
  'raw-buffers-4x-vertex-vs-4-0': 'raw-buffers-4x.vertex.vs_4_0',
  'reflection-every-binding': 'reflection-every-binding',
  'return-types-ps-5-0': 'return-types.main.ps_5_0',
  'root-signature-renderer-pixel-ps-5-1': 'root-signature-renderer.pixel.ps_5_1',
  'root-signature-stages-bindless-ps-5-1': 'root-signature-stages.bindless.ps_5_1.0x100000',
  'root-signature-stages-geometry-gs-5-1': 'root-signature-stages.geometry.gs_5_1',
  'sample-every-dimension-ps-4-0': 'sample-every-dimension.main.ps_4_0',
  'scene-lighting-vertex-main-vs-2-0': 'scene-lighting.vertexMain.vs_2_0',
  'scene-lighting-vertex-main-vs-4-0': 'scene-lighting.vertexMain.vs_4_0',
  'shared-types-ps-5-0': 'shared-types.main.ps_5_0',
  'system-values-clipped-ps-4-0': 'system-values.clipped.ps_4_0',
  'system-values-layered-vs-5-0': 'system-values.layered.vs_5_0',
  'system-values-pixel-ps-4-0': 'system-values.pixel.ps_4_0',
  'system-values-sample-index-ps-4-1': 'system-values.sampleIndex.ps_4_1',
  'system-values-vertex-vs-4-0': 'system-values.vertex.vs_4_0',
  'tessellation-isoline-domain-ds-5-0': 'tessellation.isolineDomain.ds_5_0',
  'tessellation-isoline-hs-5-0': 'tessellation.isoline.hs_5_0',
  'tessellation-pass-through-hs-5-0': 'tessellation.passThrough.hs_5_0',
  'tessellation-quad-domain-ds-5-0': 'tessellation.quadDomain.ds_5_0',
  'tessellation-quad-hs-5-0': 'tessellation.quad.hs_5_0',
  'tessellation-triangle-domain-ds-5-0': 'tessellation.triangleDomain.ds_5_0',
  'texture-info-ps-4-0': 'texture-info.main.ps_4_0',
  'tiled-feedback-loads-cs-5-0': 'tiled-feedback.loads.cs_5_0',
  'uav-every-kind-cs-5-0': 'uav-every-kind.main.cs_5_0',
  'uav-every-kind-pixel-ps-5-0': 'uav-every-kind.pixel.ps_5_0',
  'uav-every-stage-vertex-vs-5-0': 'uav-every-stage.vertex.vs_5_0',
  'vs-1-1-instructions': 'vs_1_1-instructions',
  'vs-2-0-instructions': 'vs_2_0-instructions',
  'vs-2-sw-wide': 'vs_2_sw-wide',
  'vs-2-x-predicates': 'vs_2_x-predicates',
  'vs-3-0-instructions': 'vs_3_0-instructions',
  'vs-3-sw-wide': 'vs_3_sw-wide',
} as const;

/** A language with its file and the start of its comments. */
const LANGUAGES = [
  ['wgsl', 'out.wgsl', '//'],
  ['glsl', 'out.glsl', '//'],
  ['essl', 'out.essl', '//'],
  ['spirv', 'out.spvasm', ';'],
] as const satisfies readonly (readonly [TargetLanguage, file: string, comment: string])[];

/** The files of a translation by name. */
function filesOf(bytes: Uint8Array): Map<string, string> {
  const files = new Map([['input.asm', disassemble(bytes).text]]);
  const { module } = lower(bytes);
  runPasses(module!);
  files.set('module.ir', printIr(module!));
  for (const [to, file, comment] of LANGUAGES) {
    const { stages, diagnostics } = translation(bytes, to);
    const [stage] = stages;
    if (stage === undefined) {
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      files.set(file, errors.map(({ code, message }) => `${comment} ${code} ${message}\n`).join(''));
      continue;
    }
    files.set(file, typeof stage.code === 'string' ? stage.code : spirvText(stage.code as Uint32Array).text);
    if (!files.has('map.json')) files.set('map.json', `${JSON.stringify(stage.map, null, 2)}\n`);
  }
  const { code, diagnostics } = decompile(bytes);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  files.set('source.hlsl', code ?? errors.map((error) => `// ${error.code} ${error.message}\n`).join(''));
  return files;
}

/** WebGL 2's version of GLSL ES where it has what the shader needs, else the latest one. */
function translation(bytes: Uint8Array, to: (typeof LANGUAGES)[number][0]) {
  const result = translate(bytes, { to });
  return to === 'essl' && result.stages.length === 0 ? translate(bytes, { to, version: '320' }) : result;
}

/** Compares a file with a text, or writes it. */
function compare(path: string, text: string): void {
  if (IS_WRITING) writeFileSync(path, text);
  else expect(text, path).toBe(readFileSync(path, 'utf8'));
}

describe('translations', () => {
  test.each(Object.entries(INPUTS))('%s', (name, fixture) => {
    const folder = join(TRANSLATIONS, name);
    if (IS_WRITING) mkdirSync(folder, { recursive: true });
    const files = filesOf(new Uint8Array(readFileSync(join(RECORDED, `${fixture}.bin`))));
    for (const [file, text] of files) compare(join(folder, file), text);
  });

  test('have no folders of inputs that are gone', () => {
    expect(readdirSync(TRANSLATIONS).sort()).toEqual(Object.keys(INPUTS).sort());
  });
});

/** Passes that only some callers request, with what requests them. */
const REQUESTS: Readonly<Record<string, PassOptions>> = {
  legacy: { legacy: true },
  scalarize: { scalar: true },
  specialize: {
    instances: new Map([
      [0, [0, 1, 0, 0, 0]],
      [1, [1, 1, 0, 0, 0]],
    ]),
  },
};

describe('passes', () => {
  test.each(readdirSync(PASSES))('%s', (pass) => {
    const folder = join(PASSES, pass);
    const { module, diagnostics } = parseIr(readFileSync(join(folder, 'before.ir'), 'utf8'));
    expect(diagnostics).toEqual([]);
    IR_PASSES.find(({ name }) => name === pass)!.run(module!, REQUESTS[pass] ?? {}, true);
    compare(join(folder, 'after.ir'), printIr(module!));
  });
});
