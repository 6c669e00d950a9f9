/**
 * Random object variables of effects: textures, buffers, unordered access views and render targets.
 *
 * Not for: state blocks (fx4-states.ts) and shaders (fx4-shaders.ts).
 */
import type { Fx4Scope } from './fx4-scope.ts';
import { annotations, array, semantic } from './fx4-types.ts';

const OLD_TEXTURES = [
  'texture',
  'Texture1D',
  'texture2D',
  'texture3D',
  'textureCUBE',
  'Texture3D',
  'TextureCube',
  'Texture1DArray',
  'Texture2DArray',
];
const ELEMENTS = ['', '<float4>', '<float>', '<int2>', '<uint4>', '<float3>'];
const WITH_ELEMENTS = [
  'Texture1D',
  'Texture1DArray',
  'Texture2D',
  'Texture2D',
  'Texture2DArray',
  'Texture3D',
  'TextureCube',
];
const VIEWS = ['RWTexture1D', 'RWTexture1DArray', 'RWTexture2D', 'RWTexture2DArray', 'RWTexture3D', 'RWBuffer'];
const STRUCTURED = ['StructuredBuffer', 'RWStructuredBuffer', 'AppendStructuredBuffer', 'ConsumeStructuredBuffer'];

export function objectVariable(scope: Fx4Scope): string {
  const { random } = scope;
  switch (random.below(scope.five ? 8 : 6)) {
    case 0:
      return texture(scope, random.pick(OLD_TEXTURES));
    case 1:
      return texture(scope, `Texture2DMS${random.pick(['', 'Array'])}<float4, ${random.pick([2, 4, 8])}>`);
    case 2:
      return texture(
        scope,
        random.oneIn(3) && scope.profile !== 'fx_4_0' ? 'TextureCubeArray' : `Buffer${random.pick(ELEMENTS.slice(1))}`,
      );
    case 3:
    case 4:
      return texture(scope, random.pick(WITH_ELEMENTS) + random.pick(ELEMENTS));
    case 5:
      return target(scope);
    case 6:
      return view(scope, random.pick(VIEWS) + random.pick(['<float>', '<int>', '<uint>']));
    default:
      return view(scope, structured(scope));
  }
}

function texture(scope: Fx4Scope, type: string): string {
  const { random } = scope;
  const name = scope.name();
  const elements = random.oneIn(5) ? random.between(1, 4) : 0;
  const isFloat4 = type === 'Texture2D' || type === 'Texture2D<float4>';
  scope.objects.texture.push({ name, elements });
  if (isFloat4) scope.sampled.push({ texture: elements > 0 ? `${name}[0]` : name, coordinates: 2 });
  return `${shared(scope)}${type} ${name}${array(elements)}${register(scope, 't')}${annotations(scope)};\n`;
}

function view(scope: Fx4Scope, type: string): string {
  const elements = scope.random.oneIn(6) ? scope.random.between(1, 3) : 0;
  return `${shared(scope)}${type} ${scope.name()}${array(elements)}${register(scope, type.startsWith('RW') ? 'u' : '')}${annotations(scope)};\n`;
}

function structured(scope: Fx4Scope): string {
  const { random, structs } = scope;
  if (random.oneIn(4)) return random.pick(['ByteAddressBuffer', 'RWByteAddressBuffer']);
  const element =
    structs.length > 0 && random.oneIn(2)
      ? random.pick(structs).name
      : random.pick(['float', 'float4', 'int3', 'float2x2']);
  return `${random.pick(STRUCTURED)}<${element}>`;
}

function target(scope: Fx4Scope): string {
  const { random } = scope;
  const depth = random.oneIn(2);
  const name = scope.name();
  const elements = random.oneIn(3) ? random.between(1, 4) : 0;
  scope.objects[depth ? 'depth-target' : 'render-target'].push({ name, elements });
  return `${depth ? 'DepthStencilView' : 'RenderTargetView'} ${name}${array(elements)}${semantic(random, 10)}${annotations(scope, 10)};\n`;
}

function shared({ random, child }: Fx4Scope): string {
  return random.oneIn(child ? 2 : 20) ? 'shared ' : '';
}

/** A register or a semantic, or nothing. */
function register(scope: Fx4Scope, letter: string): string {
  if (letter === '' || !scope.random.oneIn(8)) return semantic(scope.random, 12);
  return ` : register(${letter}${scope.slot(letter)})`;
}
