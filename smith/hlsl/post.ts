/** Full-screen effects: blurs, tone mapping, occlusion, antialiasing, depth of field. */
import type { Extent } from './pixel.ts';
import type { Source } from './source.ts';

/** Writes an effect; `steps` are those of a march along a ray, for very long ones. */
export function post(h: Source, extent: Extent, steps = 0): string {
  if (h.modern) h.input('float4', 'clip', 'SV_Position');
  h.add(`float2 uv = ${h.input('float2', 'uv', 'TEXCOORD0')};`);
  const scene = h.texture(h.random.pick(['SceneTexture', 'SourceTexture', 'InputTexture', 'FrameBuffer']));
  const texel = h.constant('float2', 'TexelSize', 'Camera');
  h.add(`float4 color = ${h.sample(scene, 'uv')};`);
  const parts = h.random.between(1, extent === 'short' ? 1 : extent === 'medium' ? 2 : 4);
  const effects = [blur, bloom, occlusion, antialias, depthOfField, distortion] as const;
  if (steps > 0) march(h, scene, steps);
  for (let i = 0; i < parts; i++) h.random.pick(effects)(h, scene, texel, extent);
  if (extent !== 'short' || h.sometimes(2)) toneMap(h);
  if (extent !== 'short' && h.sometimes(2)) grade(h);
  h.add(`${h.output('float4', 'color', h.modern ? 'SV_Target' : 'COLOR')} = color;`);
  return h.text();
}

function blur(h: Source, scene: string, texel: string, extent: Extent): void {
  const taps = h.random.between(3, extent === 'short' ? 6 : extent === 'medium' ? 11 : 24);
  const across = h.sometimes(2);
  const depth = extent === 'long' && h.sometimes(2) ? h.texture('DepthTexture') : undefined;
  const sum = h.local('sum');
  h.add(`float4 ${sum} = 0;`);
  for (let i = 0; i < taps; i++) {
    const at = i - (taps - 1) / 2;
    const weight = Math.exp((-4 * at * at) / taps / taps).toFixed(4);
    const uv = `uv + float2(${across ? `${at}, 0` : `0, ${at}`}) * ${texel}`;
    const near = depth && ` * saturate(1 - abs(${h.sample(depth, uv)}.r - color.a) * ${h.literal(10, 100)})`;
    h.add(`${sum} += ${h.sample(scene, uv)} * ${weight}${near ?? ''};`);
  }
  h.add(`color = lerp(color, ${sum}, ${h.literal(0.2, 1)});`);
}

/**
 * A march along a ray through the depth of the scene, as in reflections and light shafts, with every step written out.
 */
function march(h: Source, scene: string, steps: number): void {
  const { random } = h;
  const depth = h.texture('DepthTexture');
  const ray = h.constant('float4', 'RayDirection', 'Camera');
  const matrix = h.constant('float4', 'RayMatrix', 'Camera', 4);
  h.add('float4 lit = 0; float reached = 0; float2 at = uv;');
  for (let i = 0; i < steps; i++) {
    const [z, near] = [h.local('z'), h.local('near')];
    h.add(
      `at += ${ray}.xy * ${h.literal(0.001, 0.02)};`,
      `float ${z} = ${h.sampleLevel(depth, 'at', String(random.below(4)))}.r;`,
      `float ${near} = saturate((${z} - ${ray}.z * ${i + 1}) * ${h.literal(5, 50)});`,
    );
    if (random.oneIn(3)) h.add(`${near} *= abs(dot(${matrix}[${random.below(4)}], float4(at, ${z}, 1))) < ${ray}.w;`);
    h.add(`lit += ${h.sampleLevel(scene, 'at', String(random.below(4)))} * ${near} * (1 - reached);`);
    h.add(
      `reached = ${random.pick([`max(reached, ${near})`, `saturate(reached + ${near} * ${h.literal(0.01, 0.2)})`])};`,
    );
  }
  h.add('color = lerp(color, lit, reached);');
}

function bloom(h: Source, scene: string): void {
  const map = h.texture('BloomTexture');
  const parameters = h.constant('float4', 'BloomParameters', 'Material');
  h.add(`float3 bright = max(${h.sample(scene, 'uv')}.rgb - ${parameters}.x, 0);`.replace('bright', h.local('bright')));
  h.add(
    `color.rgb += ${h.sample(map, 'uv')}.rgb * ${parameters}.y + saturate(color.rgb - ${parameters}.x) * ${parameters}.z;`,
  );
}

function occlusion(h: Source, _: string, texel: string, extent: Extent): void {
  const depth = h.texture('DepthTexture');
  const radius = h.constant('float4', 'OcclusionParameters', 'Material');
  const samples = extent === 'short' ? 3 : extent === 'medium' ? 6 : 14;
  const [center, occluded] = [h.local('center'), h.local('occluded')];
  h.add(`float ${center} = ${h.sample(depth, 'uv')}.r;`, `float ${occluded} = 0;`);
  for (let i = 0; i < samples; i++) {
    const angle = (i * 2.4) % 6.28;
    const offset = `float2(${Math.cos(angle).toFixed(3)}, ${Math.sin(angle).toFixed(3)}) * ${(i + 1) / samples}`;
    const delta = h.local('delta');
    h.add(`float ${delta} = ${center} - ${h.sample(depth, `uv + ${offset} * ${radius}.x * ${texel}`)}.r;`);
    h.add(`${occluded} += saturate(${delta} * ${radius}.y) * (${delta} < ${radius}.z);`);
  }
  h.add(`color.rgb *= 1 - ${occluded} * ${radius}.w;`);
}

function antialias(h: Source, scene: string, texel: string): void {
  const weights = 'float3(0.299, 0.587, 0.114)';
  const [nw, ne, sw, se, direction, a, b] = ['nw', 'ne', 'sw', 'se', 'direction', 'a', 'b'].map((name) =>
    h.local(name),
  );
  const corner = (x: number, y: number) =>
    `dot(${h.sample(scene, `uv + float2(${x}, ${y}) * ${texel}`)}.rgb, ${weights})`;
  h.add(
    `float ${nw} = ${corner(-1, -1)}; float ${ne} = ${corner(1, -1)};`,
    `float ${sw} = ${corner(-1, 1)}; float ${se} = ${corner(1, 1)};`,
    `float2 ${direction} = float2(${sw} + ${se} - ${nw} - ${ne}, ${nw} + ${sw} - ${ne} - ${se});`,
    `${direction} = clamp(${direction} / (min(abs(${direction}.x), abs(${direction}.y)) + 0.01), -8, 8) * ${texel};`,
    `float3 ${a} = 0.5 * (${h.sample(scene, `uv - ${direction} * 0.166`)}.rgb + ${h.sample(scene, `uv + ${direction} * 0.166`)}.rgb);`,
    `float3 ${b} = ${a} * 0.5 + 0.25 * (${h.sample(scene, `uv - ${direction} * 0.5`)}.rgb + ${h.sample(scene, `uv + ${direction} * 0.5`)}.rgb);`,
    `float luma = dot(${b}, ${weights});`.replace('luma', `${b}luma`),
    `color.rgb = ${b}luma < min(min(${nw}, ${ne}), min(${sw}, ${se})) ? ${a} : ${b};`,
  );
}

function depthOfField(h: Source): void {
  const blurred = h.texture('BlurredTexture');
  const depth = h.texture('DepthTexture');
  const focus = h.constant('float4', 'FocusParameters', 'Camera');
  const z = h.local('z');
  h.add(`float ${z} = ${focus}.z / (${h.sample(depth, 'uv')}.r - ${focus}.w);`);
  h.add(`color = lerp(color, ${h.sample(blurred, 'uv')}, saturate(abs(${z} - ${focus}.x) * ${focus}.y));`);
}

function distortion(h: Source, scene: string): void {
  const map = h.texture('DistortionTexture');
  const offset = h.local('offset');
  h.add(`float2 ${offset} = (${h.sample(map, `uv + ${h.constant('float2', 'Scroll', 'Frame')}`)}.xy * 2 - 1) * 0.05;`);
  h.add(`color = lerp(color, ${h.sample(scene, `uv + ${offset}`)}, 0.5);`);
}

function toneMap(h: Source): void {
  const exposure = h.constant('float', 'Exposure', 'Camera');
  h.add(`float3 c = color.rgb * ${exposure};`);
  const curves = [
    'c / (1 + c)',
    '(c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14)',
    '((c * (0.15 * c + 0.05) + 0.004) / (c * (0.15 * c + 0.5) + 0.06)) - 0.0667',
  ];
  h.add(`color.rgb = pow(saturate(${h.random.pick(curves)}), ${h.literal(0.4, 0.5)});`);
}

function grade(h: Source): void {
  if (h.sometimes(2)) {
    const table = h.texture('ColorLookup', '3D');
    h.add(`color.rgb = ${h.sample(table, 'color.rgb * 0.9375 + 0.03125', '3D')}.rgb;`);
  } else {
    const matrix = h.constant('float4', 'ColorMatrix', 'Material', 3);
    const row = (i: number) => `dot(${matrix}[${i}], float4(color.rgb, 1))`;
    h.add(`color.rgb = float3(${row(0)}, ${row(1)}, ${row(2)});`);
  }
  const vignette = h.constant('float2', 'Vignette', 'Camera');
  h.add(`color.rgb *= 1 - ${vignette}.x * pow(length(uv - 0.5), ${vignette}.y);`);
}
