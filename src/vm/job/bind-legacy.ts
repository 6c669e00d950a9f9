/** Binds the textures and constants of a job to a shader of models 1 to 3. */

import { CTAB_REGISTER_SETS } from '../../chunks/ctab.ts';
import { SM1_REGISTERS } from '../../isa/sm1/registers.ts';
import { DX7021, DX7022 } from '../messages.ts';
import type { Sm1Constants } from '../sm1/quad.ts';
import type { TextureStage } from '../sm1/stage-textures.ts';
import type { Texture } from '../texture/texture.ts';
import type { ViewDimension } from '../texture/texture-view.ts';
import type { StageSpec } from './bind.ts';
import type { JsonPath } from './json-text.ts';
import { legacyConstants } from './legacy-constants.ts';
import { numberOf } from './numbers.ts';
import type { JobReport } from './report.ts';
import type { JobResources } from './resources.ts';
import { legacySamplerOf } from './samplers.ts';
import type { Sm1JobShader } from './shaders.ts';
import { suggestion } from './validate-shape.ts';
import { type BindingSpec, textureViewOf } from './views.ts';

const REGISTER = /^s(\d{1,2})$/;
const SAMPLER = SM1_REGISTERS.sampler.code;
const MAX_SAMPLERS = 32;

/** The bindings of a shader of models 1 to 3. */
export interface LegacyBindings {
  readonly constants: Sm1Constants;
  readonly textures: readonly TextureStage[];
}

/** The constants and textures of a stage; what cannot be bound is reported. */
export function bindLegacyShader(
  shader: Sm1JobShader,
  { bindings = {}, constants }: StageSpec,
  resources: JobResources,
  path: JsonPath,
  report: JobReport,
): LegacyBindings {
  const textures: TextureStage[] = [];
  for (const [name, value] of Object.entries(bindings)) {
    const at = [...path, 'bindings', name];
    const sampler = samplerNumber(shader, name, at, report);
    if (sampler === undefined) continue;
    const spec: BindingSpec = typeof value === 'string' ? { texture: value } : value;
    const texture = spec.texture === undefined ? undefined : resources.textures.get(spec.texture);
    if (texture === undefined) {
      const known = suggestion(spec.texture ?? '', resources.textures.keys());
      const what = spec.texture === undefined ? 'no texture' : `'${spec.texture}', which is no texture${known},`;
      report.add(DX7022, at, { what, register: `s${sampler}`, expected: 'a texture' });
      continue;
    }
    const dimension = spec.dimension ?? dimensionOf(shader, sampler, texture);
    const view = textureViewOf(texture, { ...spec, ...(dimension && { dimension }) }, at, report);
    if (view === undefined) continue;
    const states = spec.sampler === undefined ? undefined : resources.samplers.get(spec.sampler);
    textures[sampler] = {
      view,
      ...(states && { sampler: legacySamplerOf(states) }),
      isProjected: spec.projected ?? false,
      bump: bumpOf(spec),
    };
  }
  // Holes would have no states.
  const stages = Array.from(textures, (stage): TextureStage => stage ?? {});
  return { constants: legacyConstants(shader, constants, [...path, 'constants'], report), textures: stages };
}

/** By D3DSAMPLER_TEXTURE_TYPE. */
const DIMENSIONS: readonly (ViewDimension | undefined)[] = [undefined, undefined, '2d', 'cube', '3d'];
const FACES = 6;

/** The dimension that the shader declares; without, six layers are a cube: Direct3D 9 has no arrays. */
function dimensionOf({ executable }: Sm1JobShader, sampler: number, { layers }: Texture): ViewDimension | undefined {
  const declared = executable.declarations.registers.find(({ type, number }) => type === SAMPLER && number === sampler);
  return DIMENSIONS[declared?.textureType ?? 0] ?? (layers === FACES ? 'cube' : undefined);
}

function bumpOf({ bumpMatrix = [0, 0, 0, 0], bumpScale = 0, bumpOffset = 0 }: BindingSpec) {
  const [m00, m01, m10, m11] = bumpMatrix.map(numberOf) as [number, number, number, number];
  return [m00, m01, m10, m11, numberOf(bumpScale), numberOf(bumpOffset)] as const;
}

function samplerNumber(
  { constants }: Sm1JobShader,
  name: string,
  path: JsonPath,
  report: JobReport,
): number | undefined {
  const samplers = (constants?.constants ?? []).filter(({ registerSet }) => CTAB_REGISTER_SETS[registerSet] === 's');
  const found = samplers.find((one) => one.name === name)?.registerIndex;
  const number = found ?? Number(REGISTER.exec(name)?.[1] ?? -1);
  if (number >= 0 && number < MAX_SAMPLERS) return number;
  const known = suggestion(
    name,
    samplers.map((one) => one.name),
  );
  report.add(DX7021, path, { what: 'sampler', name, suggestion: known }, { ofName: true });
  return undefined;
}
