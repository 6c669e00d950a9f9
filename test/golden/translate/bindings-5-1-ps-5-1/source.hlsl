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

struct materials_0_type { float4 rows[2]; };
ConstantBuffer<materials_0_type> materials_0[10] : register(b2, space3);
cbuffer one1 : register(b0, space7)
{
  Material one;
};

SamplerState samplers_0[5] : register(s3, space2);
SamplerComparisonState compare_0[] : register(s0, space5);
Texture2D<uint4> tail : register(t30);
Buffer<float4> typed_0[3] : register(t31);
StructuredBuffer<Element> structured_0[2] : register(t40);
ByteAddressBuffer raw_0[4] : register(t50, space1);
Texture2D<float4> maps_0[] : register(t0, space9);
Texture2DMS<float4, 4> multi_0[6] : register(t8, space10);
TextureCube<float4> cubes_0[4] : register(t20, space4294967279);
RWByteAddressBuffer rwRaw_0[2] : register(u8);
RWBuffer<uint> counters_0[4] : register(u12);
RWTexture2D<float4> images_0[3] : register(u1, space1);
RWStructuredBuffer<Element1> rwStructured_0[] : register(u0, space2);

float4 main(
  noperspective float4 position : SV_Position,
  uint index : INDEX) : SV_Target
{
  float4 v = materials_0[3u].rows[0] * one.color + materials_0[index].rows[0] + tint + one.pad[index & 1u].xyzx;
  float4 maps_0_texel = maps_0[index].Sample(samplers_0[index % 5u], position.xy);
  float4 maps_0_texel1 = maps_0[asuint(materials_0[index].rows[1].x)].Sample(samplers_0[index + 1u], position.xy);
  float4 cubes_0_texel = cubes_0[which].SampleLevel(samplers_0[2u], position.xyz, 0.0);
  int2 v1 = (int2)position.xy;
  uint4 tail_texel = tail.Load(int3(v1, int(uint((int)position.z))));
  float4 v2 = typed_0[index][which];
  float4 at0 = structured_0[1u][index].at0;
  float4 v3 = asfloat(raw_0[index + 2u].Load4(16u));
  float4 maps_0_texel2 = maps_0[4u].SampleCmpLevelZero(compare_0[index], position.xy, position.z).xxxx;
  float4 v4 = v3 + (at0 + v2.x) + ((float4)tail_texel + cubes_0_texel + (maps_0_texel1 + (maps_0_texel + v))) + maps_0_texel2.x;
  float4 multi_0_texel = multi_0[index].Load(v1, 2);
  float4 v5 = multi_0_texel + v4;
  images_0[index][(uint2)position.zw] = v5;
  rwStructured_0[index][which].at0 = v5;
  rwRaw_0[index].Store(4u, which);
  uint original;
  InterlockedAdd(counters_0[index][which], 2u, original);
  int v6 = int(original);
  float4 maps_0_texel3 = maps_0[0u].Sample(samplers_0[0u], position.xy);
  return maps_0_texel3 + (v5 + (float)uint(v6));
}
