// fxc /T ps_5_0 /E main

SamplerState smooth : register(s0);
Texture2D<float4> image : register(t0);
RWTexture2D<float4> target : register(u1);

float4 main(
  float2 texcoord : TEXCOORD,
  float3 size : SIZE,
  uint2 at : AT) : SV_Target
{
  target[at] = float4(size * 3.0 / 3.0, texcoord.x);
  float image_texel = image.Sample(smooth, texcoord).w;
  return float4(pow(image_texel, 0.3).xxx, length(size));
}
