// fxc /T ps_5_1 /E main /enable_unbounded_descriptor_tables

SamplerState samp0 : register(s5);
Texture2D<float4> tex0 : register(t5);
Texture2D<float4> tex1[] : register(t10);
Texture2D<float4> tex2[8] : register(t0, space1);

float4 main(
  float4 coord : COORD) : SV_TARGET
{
  float4 tex0_texel = tex0.Sample(samp0, coord.xy);
  float4 v = tex0_texel + coord;
  float4 tex2_texel = tex2[(uint)v.x].Sample(samp0, v.xy);
  float4 v1 = tex2_texel + v;
  float4 tex1_texel = tex1[(uint)v1.x * 15u + (uint)v1.y * 3u + (uint)v1.z].Sample(samp0, v1.xy);
  return tex1_texel + v1;
}
