/**
 * Shaders of MonoGame for DirectX 11: containers of models 4 and 5 without reflection, whose constant buffers are those
 * of the file.
 *
 * Source of what is written of them: MonoGame's effect compiler (`ShaderData.sharpdx.cs`,
 * `ConstantBufferData.sharpdx.cs`).
 */
import { InputType, SrvDimension } from '../../base/d3d/enumerations.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf } from '../../base/words.ts';
import { type RdefBinding, type RdefBuffer, readRdef } from '../../chunks/rdef.ts';
import { readContainer } from '../../container/dxbc.ts';
import { STRIP_FLAGS, stripChunks } from '../../container/parts.ts';
import { TAG } from '../../container/tags.ts';
import { MgfxProfile } from '../../effects/mgfx/model.ts';
import {
  type MgfxPlatform,
  numericParameter,
  type PlatformBuffer,
  type PlatformInput,
  type PlatformShader,
  samplerType,
} from './mgfx-platform.ts';

const STRIPPED = STRIP_FLAGS.reflection | STRIP_FLAGS.debug | STRIP_FLAGS.testBlobs;

export const DIRECTX: MgfxPlatform = {
  number: MgfxProfile.directX11,
  profile: 'mgfx',
  model: '4_0',
  macros: { HLSL: '1', SM4: '1' },
  compatibility: true,
  read: (shaders, input) => shaders.map(({ bytes }) => readShader(bytes, input)),
};

function readShader(bytes: Uint8Array, input: PlatformInput): PlatformShader {
  const container = readContainer(bytes, new Diagnostics());
  const chunk = container?.find(TAG.RDEF);
  const { bindings = [], buffers = [] } = (chunk && readRdef(container!, chunk, new Diagnostics())) ?? {};
  return {
    code: stripChunks(bytes, STRIPPED, new Diagnostics()) ?? bytes,
    samplers: samplersOf(bindings, input),
    buffers: buffers.map((buffer) => bufferOf(buffer, input)),
    attributes: [],
  };
}

function bufferOf({ name: label, size, variables }: RdefBuffer, input: PlatformInput): PlatformBuffer {
  const list = variables.map(({ name, type, defaults, offset }) => {
    const parameter = numericParameter(name, type, type?.elements ?? 0, defaults && bytesOf(defaults), input);
    return { offset, parameter };
  });
  return { name: '', label, size, variables: list.sort((a, b) => a.offset - b.offset) };
}

function samplersOf(bindings: readonly RdefBinding[], { samplers }: PlatformInput): PlatformShader['samplers'] {
  return bindings
    .filter(({ type }) => type === InputType.texture)
    .map(({ name, bindPoint, dimension }) => {
      const ofName = samplers.get(name);
      const [samplerName, facts] = ofName
        ? [name, ofName]
        : ([...samplers].find(([, { texture }]) => texture === name) ?? [name, undefined]);
      const slot = bindings.find((one) => one.type === InputType.sampler && one.name === samplerName);
      return {
        type: SAMPLER_TYPES.get(dimension) ?? 0,
        textureSlot: bindPoint,
        samplerSlot: slot?.bindPoint ?? bindPoint,
        state: facts?.state,
        name: '',
        parameterName: ofName?.texture ?? name,
      };
    });
}

/** Types of samplers by the dimension of the texture. */
const SAMPLER_TYPES: ReadonlyMap<number, number> = new Map([
  [SrvDimension.texture1D, samplerType('1D')],
  [SrvDimension.texture1DArray, samplerType('1D')],
  [SrvDimension.texture3D, samplerType('Volume')],
  [SrvDimension.textureCube, samplerType('Cube')],
  [SrvDimension.textureCubeArray, samplerType('Cube')],
]);
