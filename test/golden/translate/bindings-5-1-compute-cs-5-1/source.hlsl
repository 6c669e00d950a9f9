// fxc /T cs_5_1 /E main /enable_unbounded_descriptor_tables

struct Material
{
  float4 color;
  uint map;
  float3 pad[2];
};

struct materials_type { float4 rows[1]; };
ConstantBuffer<materials_type> materials[10] : register(b2, space3);
cbuffer one : register(b0, space7)
{
  Material one;
};

SamplerState samplers[5] : register(s3, space2);
Buffer<float> typed[3] : register(t31);
Texture2D<float4> maps[] : register(t0, space9);
RWBuffer<uint> counters[4] : register(u12);
AppendStructuredBuffer<float2> appended : register(u20);
RWTexture2D<float4> images[3] : register(u1, space1);

[numthreads(4, 4, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  float4 maps_texel = maps[dispatch_thread_id.y].SampleLevel(samplers[dispatch_thread_id.x % 5u], (float2)dispatch_thread_id.xy, 0.0);
  float v = typed[dispatch_thread_id.z][2u];
  float4 v1 = maps_texel + v + (one.color + materials[dispatch_thread_id.x].rows[0]);
  images[dispatch_thread_id.x][dispatch_thread_id.xy] = v1;
  appended.Append(v1.xy);
  counters[dispatch_thread_id.z & 3u][dispatch_thread_id.x] = one.map;
}
