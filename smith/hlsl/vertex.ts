/** Vertex shaders: transformation, skinning, wind, tangents, lights at vertices, fog. */
import type { Extent } from './pixel.ts';
import type { Source } from './source.ts';

/** Writes a vertex shader. */
export function vertex(h: Source, extent: Extent): string {
  h.add(`float4 position = ${h.input('float4', 'position', 'POSITION')};`);
  h.add(`float3 normal = ${h.input('float3', 'normal', 'NORMAL')};`);
  const tangents = extent === 'long' || (extent === 'medium' && h.sometimes(2));
  if (tangents) h.add(`float4 tangent = ${h.input('float4', 'tangent', 'TANGENT')};`);
  if (extent !== 'short' && h.sometimes(2)) skin(h, tangents);
  if (extent !== 'short' && h.sometimes(4)) morph(h);
  if (h.sometimes(4)) wind(h);
  transform(h, tangents);
  coordinates(h, extent);
  if (extent === 'long' || h.sometimes(3)) vertexLights(h, extent);
  if (extent !== 'short' && h.sometimes(3)) shadowCoordinates(h);
  if (!h.sometimes(3)) fog(h);
  return h.text();
}

function skin(h: Source, tangents: boolean): void {
  const { random } = h;
  const bones = h.constant('float4x3', 'BoneMatrices', 'Object', random.pick(h.modern ? [64, 72, 128] : [24, 48, 58]));
  const weights = h.input('float4', 'weights', 'BLENDWEIGHT');
  const indices = h.input(h.modern ? 'uint4' : 'float4', 'indices', 'BLENDINDICES');
  const influences = 'xyzw'.slice(0, random.pick([2, 3, 4, 4]));
  const terms = [...influences].map((c) => `${weights}.${c} * ${bones}[${h.modern ? '' : '(int)'}${indices}.${c}]`);
  h.add(`float4x3 bone = ${terms.join(' + ')};`);
  h.add('position.xyz = mul(position, bone);', 'normal = mul(normal, (float3x3)bone);');
  if (tangents) h.add('tangent.xyz = mul(tangent.xyz, (float3x3)bone);');
}

function morph(h: Source): void {
  const weights = h.constant('float4', 'MorphWeights', 'Object');
  for (const [i, c] of [...'xyzw'.slice(0, h.random.between(1, 4))].entries())
    h.add(`position.xyz += ${h.input('float3', `morph${i}`, `POSITION${i + 1}`)} * ${weights}.${c};`);
}

function wind(h: Source): void {
  const time = h.constant('float', 'Time', 'Frame');
  const parameters = h.constant('float4', 'WindParameters', 'Object');
  h.add(
    `float phase = dot(position.xyz, ${parameters}.x) + ${time} * ${parameters}.y;`,
    `float2 sway = sin(float2(phase, phase * ${h.literal(1, 3)})) * ${parameters}.zw * saturate(position.y);`,
    'position.xz += sway;',
  );
}

function transform(h: Source, tangents: boolean): void {
  const world = h.constant('float4x4', 'World', 'Object');
  h.add(`float3 world = mul(position, ${world}).xyz;`);
  const viewProjection = h.constant('float4x4', 'ViewProjection', 'Camera');
  h.add(
    `${h.output('float4', 'clip', h.modern ? 'SV_Position' : 'POSITION')} = mul(float4(world, 1), ${viewProjection});`,
  );
  h.add(`${h.output('float3', 'worldPosition', 'TEXCOORD1')} = world;`);
  h.add(`float3 worldNormal = normalize(mul(normal, (float3x3)${world}));`);
  h.add(`${h.output('float3', 'normal', 'TEXCOORD2')} = worldNormal;`);
  if (!tangents) return;
  h.add(`float3 worldTangent = normalize(mul(tangent.xyz, (float3x3)${world}));`);
  h.add(`${h.output('float4', 'tangent', 'TEXCOORD3')} = float4(worldTangent, tangent.w);`);
  if (h.sometimes(2))
    h.add(`${h.output('float3', 'bitangent', 'TEXCOORD4')} = cross(worldNormal, worldTangent) * tangent.w;`);
}

function coordinates(h: Source, extent: Extent): void {
  const uv = h.input('float2', 'uv', 'TEXCOORD0');
  const out = h.output('float4', 'uv', 'TEXCOORD0');
  if (h.sometimes(2)) {
    const t = h.constant('float4', 'TextureTransform', 'Material');
    h.add(`${out} = float4(${uv} * ${t}.xy + ${t}.zw, ${uv});`);
  } else h.add(`${out} = ${uv}.xyxy;`);
  if (h.sometimes(3)) h.add(`${h.output('float4', 'color', 'COLOR0')} = ${h.input('float4', 'color', 'COLOR0')};`);
  if (extent === 'long' && h.modern && h.sometimes(2)) {
    const previous = h.constant('float4x4', 'PreviousWorldViewProjection', 'Object');
    h.add(`${h.output('float4', 'previous', 'TEXCOORD8')} = mul(position, ${previous});`);
  }
}

function vertexLights(h: Source, extent: Extent): void {
  const ambient = h.constant('float3', 'AmbientLight', 'Lighting');
  h.add(`float3 lighting = ${ambient};`);
  const lights = h.random.between(1, extent === 'long' ? 4 : 2);
  for (let i = 0; i < lights; i++) {
    const at = h.constant('float4', `VertexLight${i}Position`, 'Lighting');
    const color = h.constant('float4', `VertexLight${i}Color`, 'Lighting');
    const d = h.local('d');
    h.add(`float3 ${d} = ${at}.xyz - world * ${at}.w;`);
    h.add(
      `lighting += ${color}.rgb * saturate(dot(worldNormal, normalize(${d}))) / (1 + dot(${d}, ${d}) * ${color}.a);`,
    );
  }
  h.add(`${h.output('float3', 'lighting', 'TEXCOORD5')} = lighting;`);
}

function shadowCoordinates(h: Source): void {
  const matrix = h.constant('float4x4', 'ShadowMatrix', 'Lighting');
  h.add(`${h.output('float4', 'shadow', 'TEXCOORD6')} = mul(float4(world, 1), ${matrix});`);
}

function fog(h: Source): void {
  const range = h.constant('float4', 'FogRange', 'Lighting');
  const eye = h.constant('float3', 'EyePosition', 'Camera');
  h.add(`${h.output('float', 'fog', 'TEXCOORD7')} = saturate((distance(world, ${eye}) - ${range}.x) * ${range}.y);`);
}
