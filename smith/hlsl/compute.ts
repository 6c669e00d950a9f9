/** Compute shaders: particles, reduction, light culling, filters, histograms. */
import type { Source } from './source.ts';

/** Writes a compute shader. */
export function compute(h: Source): string {
  return h.random.pick([particles, reduction, culling, filter, histogram])(h);
}

const ENTRY =
  'void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex)';

function entry(x: number, y = 1): string {
  return `[numthreads(${x}, ${y}, 1)] ${ENTRY}`;
}

function particles(h: Source): string {
  h.resource('struct Particle { float3 position; float age; float3 velocity; float size; float4 color; uint type; };');
  h.resource(
    'RWStructuredBuffer<Particle> Particles; AppendStructuredBuffer<uint> Dead; Texture2D<float> DepthBuffer;',
  );
  const [delta, gravity] = [h.constant('float', 'DeltaTime', 'Frame'), h.constant('float3', 'Gravity', 'Frame')];
  const count = h.constant('uint', 'ParticleCount', 'Object');
  const attractors = h.constant('float4', 'Attractors', 'Object', 8);
  h.add(
    `if (id.x >= ${count}) return;`,
    'Particle p = Particles[id.x];',
    `p.age += ${delta};`,
    `if (p.age > ${h.literal(1, 9)}) { Dead.Append(id.x); return; }`,
    `p.velocity += ${gravity} * ${delta};`,
    `${h.random.pick(['[unroll]', '[loop]'])} for (int i = 0; i < ${h.random.between(2, 8)}; i++) {`,
    `  float3 d = ${attractors}[i].xyz - p.position;`,
    `  p.velocity += d * (${attractors}[i].w * ${delta} / (dot(d, d) + 1));`,
    '}',
    `p.velocity *= ${h.literal(0.9, 1)};`,
    `p.position += p.velocity * ${delta};`,
    'if (p.position.y < 0) { p.position.y = -p.position.y; p.velocity.y *= -0.5; }',
    'float depth = DepthBuffer.Load(int3(p.position.xy, 0));',
    'if (p.type == 2 && depth < p.position.z) p.velocity = reflect(p.velocity, float3(0, 1, 0));',
    'p.color.a = saturate(1 - p.age * p.age);',
    'Particles[id.x] = p;',
  );
  return h.textWith(entry(h.random.pick([64, 128, 256])));
}

function reduction(h: Source): string {
  const size = h.random.pick([64, 128, 256]);
  h.resource(`groupshared float4 Shared[${size}]; Texture2D<float4> Source; RWTexture2D<float4> Result;`);
  const scale = h.constant('float4', 'Scale', 'Object');
  const side = size === 64 ? 8 : 16;
  h.add(
    'float4 value = 0;',
    ...Array.from(
      { length: h.random.pick([1, 4]) },
      (_, i) => `value += log2(Source[id.xy * 2 + uint2(${i & 1}, ${i >> 1})] + 0.001);`,
    ),
    `Shared[index] = value * ${scale};`,
    'GroupMemoryBarrierWithGroupSync();',
  );
  for (let step = size / 2; step > 0; step >>= 1)
    h.add(`if (index < ${step}) Shared[index] += Shared[index + ${step}];`, 'GroupMemoryBarrierWithGroupSync();');
  h.add(`if (index == 0) Result[group.xy] = exp2(Shared[0] / ${size});`);
  return h.textWith(entry(side, size / side));
}

function culling(h: Source): string {
  const limit = h.random.pick([64, 256]);
  h.resource('struct Light { float3 position; float range; float3 color; uint flags; };');
  h.resource(
    'StructuredBuffer<Light> Lights; RWStructuredBuffer<uint> Indices; RWByteAddressBuffer Counts; Texture2D<float> Depth;',
  );
  h.resource(
    `groupshared uint LeastDepth; groupshared uint MostDepth; groupshared uint Count; groupshared uint List[${limit}];`,
  );
  const inverse = h.constant('float4x4', 'InverseProjection', 'Camera');
  const view = h.constant('float4x4', 'View', 'Camera');
  const total = h.constant('uint', 'LightCount', 'Lighting');
  const size = h.constant('uint2', 'ScreenSize', 'Camera');
  h.add(
    'if (index == 0) { LeastDepth = 0x7f7fffff; MostDepth = 0; Count = 0; }',
    'GroupMemoryBarrierWithGroupSync();',
    'float z = Depth[id.xy];',
    'InterlockedMin(LeastDepth, asuint(z));',
    'InterlockedMax(MostDepth, asuint(z));',
    'GroupMemoryBarrierWithGroupSync();',
    'float least = asfloat(LeastDepth); float most = asfloat(MostDepth);',
    `float2 tile = (group.xy * 16.0 / ${size}) * 2 - 1;`,
    `float4 corner = mul(float4(tile, least, 1), ${inverse}); corner /= corner.w;`,
    `float4 opposite = mul(float4(tile + 32.0 / ${size}, most, 1), ${inverse}); opposite /= opposite.w;`,
    `for (uint i = index; i < ${total}; i += 256) {`,
    `  float3 p = mul(float4(Lights[i].position, 1), ${view}).xyz;`,
    '  float3 nearest = clamp(p, min(corner.xyz, opposite.xyz), max(corner.xyz, opposite.xyz));',
    '  float3 d = p - nearest;',
    '  if (dot(d, d) < Lights[i].range * Lights[i].range && (Lights[i].flags & 1) != 0) {',
    `    uint slot; InterlockedAdd(Count, 1, slot); if (slot < ${limit}) List[slot] = i;`,
    '  }',
    '}',
    'GroupMemoryBarrierWithGroupSync();',
    `uint first = (group.y * ((${size}.x + 15) >> 4) + group.x) * ${limit};`,
    `for (uint j = index; j < min(Count, ${limit}); j += 256) Indices[first + j] = List[j];`,
    'if (index == 0) Counts.Store(4 * (first >> 6), Count);',
  );
  return h.textWith(entry(16, 16));
}

function filter(h: Source): string {
  const radius = h.random.between(2, 7);
  const size = 64;
  h.resource(`groupshared float3 Row[${size + 2 * radius}]; Texture2D<float3> Source; RWTexture2D<float3> Result;`);
  const weights = h.constant('float4', 'Weights', 'Object', 4);
  h.add(
    `Row[local.x + ${radius}] = Source[id.xy];`,
    `if (local.x < ${radius}) {`,
    `  Row[local.x] = Source[uint2(max((int)id.x - ${radius}, 0), id.y)];`,
    `  Row[local.x + ${size + radius}] = Source[id.xy + uint2(${size}, 0)];`,
    '}',
    'GroupMemoryBarrierWithGroupSync();',
    'float3 sum = 0;',
  );
  for (let i = -radius; i <= radius; i++)
    h.add(`sum += Row[local.x + ${i + radius}] * ${weights}[${Math.abs(i) >> 2}].${'xyzw'[Math.abs(i) & 3]};`);
  h.add('Result[id.xy] = sum;');
  return h.textWith(entry(size));
}

function histogram(h: Source): string {
  h.resource('groupshared uint Bins[64]; Texture2D<float4> Source; RWByteAddressBuffer Histogram;');
  const size = h.constant('uint2', 'SourceSize', 'Object');
  const range = h.constant('float2', 'LogRange', 'Camera');
  h.add(
    'if (index < 64) Bins[index] = 0;',
    'GroupMemoryBarrierWithGroupSync();',
    `for (uint y = 0; y < ${h.random.between(1, 4)}; y++) {`,
    `  uint2 at = id.xy * uint2(1, 4) + uint2(0, y);`,
    `  if (all(at < ${size})) {`,
    '    float luminance = dot(Source[at].rgb, float3(0.2126, 0.7152, 0.0722));',
    `    uint bin = (uint)(saturate((log2(luminance + 0.0001) - ${range}.x) * ${range}.y) * 63);`,
    '    InterlockedAdd(Bins[bin], 1);',
    '  }',
    '}',
    'GroupMemoryBarrierWithGroupSync();',
    'if (index < 64) Histogram.InterlockedAdd(index * 4, Bins[index]);',
  );
  return h.textWith(entry(16, 16));
}
