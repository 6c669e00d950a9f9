// fxc /T ps_5_1 /E main /enable_unbounded_descriptor_tables

struct Material
{
  float4 color;
  uint map;
  float3 pad[2];
};

// Guessed from what the program reads and writes: there is no reflection data.
struct Element
{
  float4 at0;
  uint4 at16;
  uint3 at32;
};

// Guessed from what the program reads and writes: there is no reflection data.
struct Element1
{
  float4 at0;
  uint4 at16;
  uint3 at32;
};

cbuffer Frame : register(b1)
{
  float4 tint;
  uint which;
};

struct materials_type { float4 rows[2]; };
ConstantBuffer<materials_type> materials[10] : register(b2, space3);
cbuffer one : register(b0, space7)
{
  Material one;
};

SamplerState samplers[5] : register(s3, space2);
SamplerComparisonState compare[] : register(s0, space5);
Texture2D<uint4> tail : register(t30);
Buffer<float> typed[3] : register(t31);
StructuredBuffer<Element> structured[2] : register(t40);
ByteAddressBuffer raw[4] : register(t50, space1);
Texture2D<float4> maps[] : register(t0, space9);
Texture2DMS<float4, 4> multi[6] : register(t8, space10);
TextureCube<float4> cubes[4] : register(t20, space4294967279);
RWByteAddressBuffer rwRaw[2] : register(u8);
RWBuffer<uint> counters[4] : register(u12);
RWTexture2D<float4> images[3] : register(u1, space1);
RWStructuredBuffer<Element1> rwStructured[] : register(u0, space2);

float4 main(
  noperspective float4 position : SV_Position,
  uint index : INDEX) : SV_Target
{
  float4 maps_texel = maps[index].Sample(samplers[index % 5u], position.xy);
  float4 v = maps_texel + (materials[3u].rows[0] * one.color + materials[index].rows[0] + tint + one.pad[index & 1u].xyzx);
  float4 maps_texel1 = maps[NonUniformResourceIndex(asuint(materials[index].rows[1].x))].Sample(samplers[NonUniformResourceIndex(index + 1u)], position.xy);
  float4 cubes_texel = cubes[which].SampleLevel(samplers[2u], position.xyz, 0.0);
  int2 coordinates = (int2)position.xy;
  uint4 tail_texel = tail.Load(int3(coordinates, int(uint((int)position.z))));
  float v1 = typed[index][which];
  float4 at0 = structured[1u][index].at0;
  float4 v2 = asfloat(raw[index + 2u].Load4(16u));
  float maps_texel2 = maps[4u].SampleCmpLevelZero(compare[index], position.xy, position.z);
  float4 multi_texel = multi[index].Load(coordinates, 2);
  float4 v3 = multi_texel + (v2 + (at0 + v1) + ((float4)tail_texel + cubes_texel + (maps_texel1 + v)) + maps_texel2);
  images[NonUniformResourceIndex(index)][(uint2)position.zw] = v3;
  rwStructured[index][which].at0 = v3;
  rwRaw[index].Store(4u, which);
  uint original;
  InterlockedAdd(counters[index][which], 2u, original);
  int v4 = int(original);
  float4 maps_texel3 = maps[0u].Sample(samplers[0u], position.xy);
  return maps_texel3 + (v3 + (float)uint(v4));
}
