// fxc /T ps_5_0 /E main

struct Light
{
  float3 position;
  float radius;
  uint2 mask;
};

SamplerState linearSampler : register(s0);
Buffer<float4> typed : register(t0);
Buffer<int2> integers : register(t1);
StructuredBuffer<Light> lights : register(t2);
Texture2D<unorm float4> image : register(t3);
Texture3D<snorm float> volume : register(t4);
Texture2DMS<float2, 4> samples : register(t5);
TextureCube<float3> sky : register(t6);

float4 main(
  float3 direction : DIRECTION,
  uint at : AT) : SV_Target
{
  uint v = at & 3u;
  uint v1 = at & 7u;
  int2 v2 = integers[v1];
  float v3 = (float)v2.x;
  float v4 = (float)v2.y;
  float4 v5 = typed[v1];
  float3 sky_texel = sky.Sample(linearSampler, direction);
  float3 position = lights[v].position;
  float radius = lights[v].radius;
  float3 v6 = position * radius + sky_texel + (v5.xyz + float3(v3, v4, v3));
  float2 samples_texel = samples.Load(uint2(v, 1), 2);
  uint2 mask = lights[v].mask;
  float4 image_texel = image.Sample(linearSampler, direction.xy);
  float volume_texel = volume.Sample(linearSampler, direction);
  return float4(v6.xy + samples_texel, v6.z, v5.w + v4) + image_texel * volume_texel + (float)(mask.x & mask.y);
}
