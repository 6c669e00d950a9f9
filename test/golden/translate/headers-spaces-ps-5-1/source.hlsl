// fxc /T ps_5_1 /E main /enable_unbounded_descriptor_tables

struct cbs_type { float4 rows[1]; };
ConstantBuffer<cbs_type> cbs[4] : register(b1, space2);
struct cbu_type { float4 rows[3]; };
ConstantBuffer<cbu_type> cbu[] : register(b0, space3);
cbuffer C0 : register(b3, space7)
{
  float4 c0;
};

SamplerState samp0 : register(s5);
SamplerState samps[3] : register(s0, space4000000);
Texture2D<float4> tex0 : register(t5);
Texture2D<float4> tex1[] : register(t10);
Texture2D<float4> tex2[8] : register(t0, space1);
RWTexture2D<float> u[2] : register(u0, space1);
RWBuffer<float> ub[] : register(u9, space12);

float4 main(
  float4 coord : COORD) : SV_Target
{
  u[1u][uint2(1u, 2u)] = asfloat(uint4(0x40400000u, 0x40400000u, 0x40400000u, 0x40400000u).x);
  ub[5u][3u] = asfloat(uint4(0x40000000u, 0x40000000u, 0x40000000u, 0x40000000u).x);
  float4 v = coord + c0 + cbs[(uint)coord.x].rows[0] + cbu[(uint)coord.y].rows[2].x;
  float4 tex0_texel = tex0.SampleLevel(samp0, v.xy, 0.0);
  float4 v1 = tex0_texel + v;
  float4 tex2_texel = tex2[(uint)v1.x].SampleLevel(samps[2u], v1.xy, 0.0);
  float4 v2 = tex2_texel + v1;
  float4 tex1_texel = tex1[(uint)v2.x * 15u + (uint)v2.y * 3u + (uint)v2.z].SampleLevel(samp0, v2.xy, 0.0);
  return tex1_texel + v2;
}
