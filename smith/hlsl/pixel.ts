/** Pixel shaders of materials: textures, normal mapping, lights, shadows, reflection, fog. */
import type { Source } from './source.ts';

/** How much of everything a shader has, from what fits into ps_2_0 to long ones. */
export type Extent = 'short' | 'medium' | 'long';

interface Surface {
  readonly uv: string;
  readonly position: string;
  normal: string;
  readonly view: string;
}

/** Writes a material. */
export function material(h: Source, extent: Extent): string {
  const { random } = h;
  const surface = surfaceOf(h, extent);
  const lights = extent === 'short' ? random.below(2) : random.between(1, extent === 'medium' ? 3 : 6);
  h.add('float3 diffuse = 0;', 'float3 specular = 0;');
  baseColor(h, surface, extent);
  const gloss = extent === 'short' ? h.literal(4, 64) : glossiness(h, surface);
  if (extent !== 'short' || h.sometimes(2)) ambient(h, surface, extent);
  for (let i = 0; i < lights; i++) light(h, surface, i, gloss, extent);
  if (extent !== 'short' && h.sometimes(2)) loopOverLights(h, surface, gloss, extent);
  h.add('float3 color = albedo.rgb * diffuse + specular;');
  if (extent !== 'short' && h.sometimes(2)) reflection(h, surface);
  if (extent === 'long' || h.sometimes(3)) rim(h, surface);
  if (h.sometimes(3)) emissive(h, surface);
  if (!h.sometimes(3)) fog(h, surface);
  finish(h, surface, extent);
  return h.text();
}

function surfaceOf(h: Source, extent: Extent): Surface {
  if (h.modern) h.input('float4', 'clip', 'SV_Position');
  const uv = h.input('float4', 'uv', 'TEXCOORD0');
  const position = h.input('float3', 'worldPosition', 'TEXCOORD1');
  const normal = h.input('float3', 'normal', extent === 'short' ? 'TEXCOORD2' : h.modern ? 'NORMAL' : 'TEXCOORD2');
  const eye = h.constant('float3', 'CameraPosition', 'Camera');
  h.add(`float3 view = normalize(${eye} - ${position});`, `float3 n = normalize(${normal});`, `float2 uv = ${uv}.xy;`);
  if (extent === 'long' && h.sometimes(3)) parallax(h);
  if (extent !== 'short' && !h.sometimes(4)) normalMap(h, extent);
  return { uv: 'uv', position, normal: 'n', view: 'view' };
}

function parallax(h: Source): void {
  const height = h.texture('HeightMap');
  const scale = h.constant('float2', 'ParallaxScaleBias', 'Material');
  h.add(`uv += view.xy * (${h.sample(height, 'uv')}.r * ${scale}.x + ${scale}.y);`);
}

function normalMap(h: Source, extent: Extent): void {
  const map = h.texture('NormalMap');
  const tangent = h.input('float4', 'tangent', 'TEXCOORD3');
  h.add(`float3 bump = ${h.sample(map, 'uv')}.xyz * 2 - 1;`);
  if (extent === 'long' && h.sometimes(2)) {
    const detail = h.texture('DetailNormalMap');
    const scale = h.constant('float', 'DetailNormalScale', 'Material');
    h.add(`bump.xy += (${h.sample(detail, `uv * ${scale}`)}.xy * 2 - 1) * ${h.literal(0.1, 1)};`);
  }
  if (h.sometimes(2)) h.add('bump.z = sqrt(saturate(1 - dot(bump.xy, bump.xy)));');
  h.add(
    `float3 bitangent = cross(n, ${tangent}.xyz) * ${tangent}.w;`,
    `n = normalize(bump.x * ${tangent}.xyz + bump.y * bitangent + bump.z * n);`,
  );
}

function baseColor(h: Source, { uv }: Surface, extent: Extent): void {
  const map = h.texture(h.random.pick(['AlbedoMap', 'DiffuseTexture', 'BaseColorTexture', 'ColorMap']));
  h.add(`float4 albedo = ${h.sample(map, uv)};`);
  if (h.sometimes(2)) h.add(`albedo *= ${h.constant('float4', 'DiffuseColor', 'Material')};`);
  if (h.sometimes(3)) h.add(`albedo.rgb *= ${h.input('float4', 'color', 'COLOR0')}.rgb;`);
  if (extent !== 'short' && h.sometimes(3)) {
    const detail = h.texture('DetailMap');
    const tiling = h.constant('float4', 'DetailTiling', 'Material');
    h.add(
      `albedo.rgb = lerp(albedo.rgb, albedo.rgb * ${h.sample(detail, `${uv} * ${tiling}.xy + ${tiling}.zw`)}.rgb * 2, 0.5);`,
    );
  }
  if (extent === 'long' && h.sometimes(3)) layers(h, uv);
  if (h.sometimes(4)) h.add(`clip(albedo.a - ${h.constant('float', 'AlphaCutoff', 'Material')});`);
}

/** Terrain: layers by the channels of a mask. */
function layers(h: Source, uv: string): void {
  const mask = h.texture('LayerMask');
  h.add(`float4 mask = ${h.sample(mask, uv)};`, 'mask /= dot(mask, 1) + 0.0001;');
  for (const channel of 'rgba'.slice(0, h.random.between(2, 4))) {
    const layer = h.texture(`Layer${channel.toUpperCase()}`);
    const tiling = h.constant('float', `LayerTiling${channel.toUpperCase()}`, 'Material');
    h.add(`albedo.rgb += mask.${channel} * ${h.sample(layer, `${uv} * ${tiling}`)}.rgb;`);
  }
}

function glossiness(h: Source, { uv }: Surface): string {
  if (h.sometimes(3)) return h.constant('float', 'SpecularPower', 'Material');
  const map = h.texture('SpecularMap');
  h.add(`float4 material = ${h.sample(map, uv)};`);
  return h.sometimes(2) ? 'exp2(10 * material.a + 1)' : `(material.a * ${h.literal(16, 128)})`;
}

function ambient(h: Source, { normal, uv }: Surface, extent: Extent): void {
  switch (h.random.below(4)) {
    case 0:
      h.add(`diffuse += ${h.constant('float3', 'AmbientColor', 'Lighting')};`);
      break;
    case 1: {
      const [sky, ground] = ['SkyColor', 'GroundColor'].map((name) => h.constant('float3', name, 'Lighting'));
      h.add(`diffuse += lerp(${ground}, ${sky}, ${normal}.y * 0.5 + 0.5);`);
      break;
    }
    case 2: {
      const map = h.texture('LightMap');
      h.add(`diffuse += ${h.sample(map, `${h.input('float4', 'uv', 'TEXCOORD0')}.zw`)}.rgb * ${h.literal(1, 4)};`);
      break;
    }
    default:
      if (extent === 'short') break;
      sphericalHarmonics(h, normal);
  }
  if (extent !== 'short' && h.sometimes(3)) h.add(`diffuse *= ${h.sample(h.texture('OcclusionMap'), uv)}.r;`);
}

function sphericalHarmonics(h: Source, normal: string): void {
  const c = h.constant('float4', 'ShCoefficients', 'Lighting', 7);
  h.add(
    `float4 n1 = float4(${normal}, 1);`,
    `float4 n2 = n1.xyzz * n1.yzzx;`,
    `float3 sh = float3(dot(${c}[0], n1), dot(${c}[1], n1), dot(${c}[2], n1));`,
    `sh += float3(dot(${c}[3], n2), dot(${c}[4], n2), dot(${c}[5], n2));`,
    `sh += ${c}[6].rgb * (n1.x * n1.x - n1.y * n1.y);`,
    `diffuse += max(sh, 0);`,
  );
}

function light(h: Source, { position, normal, view }: Surface, i: number, gloss: string, extent: Extent): void {
  const color = h.constant('float3', `Light${i}Color`, 'Lighting');
  const [l, attenuation] = [h.local('l'), h.local('attenuation')];
  if (i === 0 || h.sometimes(3)) {
    h.add(`float3 ${l} = -${h.constant('float3', `Light${i}Direction`, 'Lighting')};`, `float ${attenuation} = 1;`);
  } else {
    const at = h.constant('float4', `Light${i}PositionRange`, 'Lighting');
    const d = h.local('d');
    h.add(`float3 ${d} = ${at}.xyz - ${position};`, `float3 ${l} = normalize(${d});`);
    h.add(`float ${attenuation} = saturate(1 - dot(${d}, ${d}) * ${at}.w);`, `${attenuation} *= ${attenuation};`);
    if (extent !== 'short' && h.sometimes(2)) {
      const cone = h.constant('float4', `Light${i}Cone`, 'Lighting');
      const axis = h.constant('float3', `Light${i}Axis`, 'Lighting');
      h.add(`${attenuation} *= smoothstep(${cone}.x, ${cone}.y, dot(-${l}, ${axis}));`);
    }
  }
  if (i === 0 && extent !== 'short' && !h.sometimes(3)) h.add(`${attenuation} *= ${shadow(h, position, extent)};`);
  const lambert = h.local('lambert');
  h.add(`float ${lambert} = saturate(dot(${normal}, ${l})) * ${attenuation};`, `diffuse += ${color} * ${lambert};`);
  if (extent === 'short' && !h.sometimes(3)) return;
  h.add(`specular += ${color} * ${lambert} * ${highlight(h, normal, view, l, gloss, extent)};`);
}

function highlight(h: Source, n: string, view: string, l: string, gloss: string, extent: Extent): string {
  if (extent === 'short' || h.sometimes(2)) return `pow(saturate(dot(${n}, normalize(${view} + ${l}))), ${gloss})`;
  h.function(GGX);
  return `ggx(${n}, ${view}, ${l}, saturate(${gloss} * 0.01))`;
}

const GGX = `float ggx(float3 n, float3 v, float3 l, float roughness) {
  float3 h = normalize(v + l);
  float a = roughness * roughness;
  float nh = saturate(dot(n, h));
  float nv = saturate(dot(n, v));
  float nl = saturate(dot(n, l));
  float lh = saturate(dot(l, h));
  float d = nh * nh * (a * a - 1) + 1;
  float k = a * 0.5;
  float visibility = rcp((nl * (1 - k) + k) * (nv * (1 - k) + k));
  float fresnel = 0.04 + 0.96 * pow(1 - lh, 5);
  return a * a / (3.14159 * d * d) * visibility * fresnel;
}`.replace('rcp(', '1 / (');

/** The part of the light that arrives: shadow maps in cascades, filtered. */
function shadow(h: Source, position: string, extent: Extent): string {
  const { random } = h;
  const taps = extent === 'long' ? random.pick([4, 9, 16]) : random.pick([1, 4]);
  const texel = h.constant('float2', 'ShadowTexelSize', 'Lighting');
  const cascades = h.modern && extent === 'long' && h.sometimes(2);
  const matrix = h.constant('float4x4', 'ShadowMatrix', 'Lighting', cascades ? 4 : 0);
  h.add('float shadow = 0;');
  if (cascades) {
    const splits = h.constant('float4', 'CascadeDistances', 'Lighting');
    const eye = h.constant('float3', 'CameraPosition', 'Camera');
    h.add(`uint cascade = (uint)dot(float4(distance(${position}, ${eye}).xxxx > ${splits}), 1);`);
    h.add(`float4 shadowPosition = mul(float4(${position}, 1), ${matrix}[min(cascade, 3)]);`);
  } else h.add(`float4 shadowPosition = mul(float4(${position}, 1), ${matrix});`);
  h.add('shadowPosition.xyz /= shadowPosition.w;');
  const map = h.modern ? 'ShadowMap' : h.texture('ShadowMap');
  if (h.modern) h.resource('Texture2D ShadowMap; SamplerComparisonState ShadowSampler;');
  const side = Math.sqrt(taps);
  for (let i = 0; i < taps; i++) {
    const offset = `float2(${(i % side) - side / 2 + 0.5}, ${Math.floor(i / side) - side / 2 + 0.5})`;
    const at = `shadowPosition.xy + ${offset} * ${texel}`;
    h.add(
      h.modern
        ? `shadow += ${map}.SampleCmpLevelZero(ShadowSampler, ${at}, shadowPosition.z - 0.002);`
        : `shadow += ${h.sample(map, at)}.r > shadowPosition.z - 0.002;`,
    );
  }
  return `(shadow / ${taps})`;
}

/** Lights of an array in a loop, as forward renderers have. */
function loopOverLights(h: Source, { position, normal, view }: Surface, gloss: string, extent: Extent): void {
  if (h.model < 3) return;
  const many = extent === 'long' ? 16 : 4;
  h.type('struct PointLight { float4 position; float4 color; };');
  const lights = h.constant('PointLight', 'PointLights', 'Lighting', many);
  const count = h.modern ? h.constant('int', 'PointLightCount', 'Lighting') : String(many);
  h.add(
    `${h.modern ? '[loop]' : ''} for (int i = 0; i < ${count}; i++) {`,
    `  float3 toLight = ${lights}[i].position.xyz - ${position};`,
    '  float squared = dot(toLight, toLight);',
    '  float3 direction = toLight * rsqrt(squared);',
    `  float falloff = saturate(1 - squared * ${lights}[i].position.w) * saturate(dot(${normal}, direction));`,
    `  diffuse += ${lights}[i].color.rgb * falloff;`,
    `  specular += ${lights}[i].color.rgb * falloff * pow(saturate(dot(reflect(-${view}, ${normal}), direction)), ${gloss});`,
    '}',
  );
}

function reflection(h: Source, { normal, view }: Surface): void {
  const map = h.texture('EnvironmentMap', 'Cube');
  h.add(`float facing = 1 - saturate(dot(${normal}, ${view}));`);
  h.add(`float fresnel = ${h.literal(0.02, 0.1)} + ${h.literal(0.5, 0.9)} * pow(facing, ${h.random.between(3, 5)});`);
  h.add(`color = lerp(color, ${h.sample(map, `reflect(-${view}, ${normal})`, 'Cube')}.rgb, fresnel);`);
}

function rim(h: Source, { normal, view }: Surface): void {
  const color = h.constant('float4', 'RimColor', 'Material');
  h.add(`color += ${color}.rgb * pow(1 - saturate(dot(${normal}, ${view})), ${color}.a);`);
}

function emissive(h: Source, { uv }: Surface): void {
  const map = h.texture('EmissiveMap');
  h.add(`color += ${h.sample(map, uv)}.rgb * ${h.constant('float', 'EmissiveIntensity', 'Material')};`);
}

function fog(h: Source, { position }: Surface): void {
  const color = h.constant('float3', 'FogColor', 'Lighting');
  const range = h.constant('float4', 'FogRange', 'Lighting');
  const eye = h.constant('float3', 'CameraPosition', 'Camera');
  const distance = `length(${position} - ${eye})`;
  const amount = h.sometimes(2)
    ? `saturate((${distance} - ${range}.x) * ${range}.y)`
    : `1 - exp2(-${distance} * ${range}.z)`;
  h.add(`color = lerp(color, ${color}, ${amount});`);
}

function finish(h: Source, { normal }: Surface, extent: Extent): void {
  if (h.sometimes(4)) h.add('color = color / (color + 1);', 'color = pow(color, 0.4545);');
  const target = h.modern ? 'SV_Target' : 'COLOR';
  h.add(`${h.output('float4', 'color', `${target}0`)} = float4(color, albedo.a);`);
  if (extent === 'short' || !h.sometimes(4)) return;
  h.add(`${h.output('float4', 'normal', `${target}1`)} = float4(${normal} * 0.5 + 0.5, 1);`);
  h.add(`${h.output('float4', 'parameters', `${target}2`)} = float4(specular, dot(diffuse, float3(0.3, 0.59, 0.11)));`);
}
