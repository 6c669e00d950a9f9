// fxc /T ps_4_0 /E main

cbuffer Scene : register(b0)
{
  float2 texelSize;
  float4x4 shadows[4];
};

SamplerState linear_sampler : register(s0);
Texture2D<float4> image : register(t0);

float4 main(
  float2 texcoord : TEXCOORD) : SV_Target
{
  float4 target;
  float4 image_texel = image.Sample(linear_sampler, texcoord);
  bool condition = image_texel.w < texelSize.x;
  target = image_texel;
  clip(condition ? -1.0 : 1.0);
  return target;
}
