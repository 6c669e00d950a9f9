// fxc /T ps_5_0 /E main

cbuffer Scene : register(b0)
{
  float2 texelSize;
  float4x4 shadows[4];
};

SamplerState linear_sampler : register(s0);
Texture2D<float4> image : register(t0);
Texture2D<float4> depths : register(t1);

float4 main(
  float2 texcoord : TEXCOORD,
  float4 color : COLOR) : SV_Target
{
  float depths_texel = depths.Sample(linear_sampler, texcoord * texelSize).x;
  float v = 1.0 - abs(depths_texel - color.w) * 14.14;
  float4 image_texel = image.Sample(linear_sampler, texcoord);
  float4 v1 = image_texel * 0.6412;
  float v2 = max(v, 0.0);
  float4 out_color = v1 * v2 + color;
  return out_color;
}
