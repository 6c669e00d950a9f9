/** Geometry shaders that make billboards, and tessellation: a hull shader and the domain shader after it. */
import type { Source } from './source.ts';

const POINT = 'struct Point { float4 position : POSITION; float3 normal : NORMAL; float2 uv : TEXCOORD0; };';

/** Writes a geometry shader that makes a quad, or several, of each point. */
export function billboards(h: Source): string {
  const copies = h.random.between(1, 4);
  const matrix = h.constant('float4x4', 'ViewProjection', 'Camera');
  const [right, up] = [h.constant('float3', 'CameraRight', 'Camera'), h.constant('float3', 'CameraUp', 'Camera')];
  h.resource(POINT);
  h.resource('struct Corner { float4 clip : SV_Position; float2 uv : TEXCOORD0; float fade : TEXCOORD1; };');
  for (let i = 0; i < copies; i++) {
    for (const [x, y] of [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ]) {
      const corner = h.local('corner');
      h.add(
        `Corner ${corner};`,
        `${corner}.clip = mul(float4(points[0].position.xyz + (${right} * ${x} + ${up} * ${y}) * points[0].position.w + points[0].normal * ${i}, 1), ${matrix});`,
        `${corner}.uv = float2(${x}, ${y}) * 0.5 + 0.5;`,
        `${corner}.fade = saturate(1 - points[0].uv.x * ${h.literal(0.1, 1)});`,
        `stream.Append(${corner});`,
      );
    }
    h.add('stream.RestartStrip();');
  }
  return h.textWith(
    `[maxvertexcount(${4 * copies})] void main(point Point points[1], inout TriangleStream<Corner> stream)`,
  );
}

const FACTORS = 'struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };';

/** Writes a hull shader with factors by distance. */
export function hull(h: Source): string {
  const [eye, scale] = [
    h.constant('float3', 'CameraPosition', 'Camera'),
    h.constant('float2', 'TessellationRange', 'Object'),
  ];
  h.resource(POINT);
  h.resource(FACTORS);
  h.function(`Factors constants(InputPatch<Point, 3> patch) {
  Factors f;
  [unroll] for (int i = 0; i < 3; i++) {
    float3 middle = 0.5 * (patch[(i + 1) % 3].position.xyz + patch[(i + 2) % 3].position.xyz);
    f.edges[i] = clamp(${scale}.x / distance(middle, ${eye}), 1, ${scale}.y);
  }
  f.inside = (f.edges[0] + f.edges[1] + f.edges[2]) / 3;
  return f;
}`);
  h.add('return patch[id];');
  const partitioning = h.random.pick(['integer', 'fractional_odd', 'fractional_even']);
  return h.textWith(`[domain("tri")] [partitioning("${partitioning}")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")] Point main(InputPatch<Point, 3> patch, uint id : SV_OutputControlPointID)`);
}

/** Writes a domain shader with displacement. */
export function domain(h: Source): string {
  const matrix = h.constant('float4x4', 'ViewProjection', 'Camera');
  const scale = h.constant('float', 'DisplacementScale', 'Material');
  const height = h.texture('HeightMap');
  h.resource(POINT);
  h.resource(FACTORS);
  h.resource(
    'struct Vertex { float4 clip : SV_Position; float3 world : TEXCOORD1; float3 normal : NORMAL; float2 uv : TEXCOORD0; };',
  );
  h.add(
    'Vertex v;',
    ...['position', 'normal', 'uv'].map(
      (name) =>
        `float${name === 'uv' ? 2 : 3} ${name} = patch[0].${name} * at.x + patch[1].${name} * at.y + patch[2].${name} * at.z;`,
    ),
    'v.normal = normalize(normal); v.uv = uv;',
    `v.world = position + v.normal * ${h.sampleLevel(height, 'uv', '0')}.r * ${scale};`,
    `v.clip = mul(float4(v.world, 1), ${matrix});`,
    'return v;',
  );
  return h
    .textWith(
      '[domain("tri")] Vertex main(Factors factors, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch)',
    )
    .replaceAll('patch[0].position', 'patch[0].position.xyz')
    .replaceAll('patch[1].position', 'patch[1].position.xyz')
    .replaceAll('patch[2].position', 'patch[2].position.xyz');
}
