// fxc /T cs_5_1 /E main /enable_unbounded_descriptor_tables

struct Material
{
  float4 color;
  uint map;
  float3 pad[2];
};

struct materials_0_type { float4 rows[1]; };
ConstantBuffer<materials_0_type> materials_0[10] : register(b2, space3);
cbuffer one1 : register(b0, space7)
{
  Material one;
};

SamplerState samplers_0[5] : register(s3, space2);
Buffer<float4> typed_0[3] : register(t31);
Texture2D<float4> maps_0[] : register(t0, space9);
RWBuffer<uint> counters_0[4] : register(u12);
AppendStructuredBuffer<float2> appended : register(u20);
RWTexture2D<float4> images_0[3] : register(u1, space1);

[numthreads(4, 4, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  float4 maps_0_texel = maps_0[dispatch_thread_id.y].SampleLevel(samplers_0[dispatch_thread_id.x % 5u], (float2)dispatch_thread_id.xy, 0.0);
  float4 v = typed_0[dispatch_thread_id.z][2u];
  float4 v1 = maps_0_texel + v.x + (materials_0[dispatch_thread_id.x].rows[0] + one.color);
  images_0[dispatch_thread_id.x][dispatch_thread_id.xy] = v1;
  appended.Append(v1.xy);
  counters_0[dispatch_thread_id.z & 3u][dispatch_thread_id.x] = one.map;
}
