// fxc /T ps_5_1 /E main /enable_unbounded_descriptor_tables

SamplerState how : register(s0);
Texture2D<float4> everything[] : register(t0, space1);

float4 main(
  float2 texcoord : TEXCOORD,
  uint which : WHICH) : SV_Target
{
  float4 everything_texel = everything[NonUniformResourceIndex(which)].Sample(how, texcoord);
  return everything_texel;
}
