// fxc /T ps_5_0 /E main

SamplerState linear_sampler : register(s0);
Texture2D<float4> image : register(t0);
Texture2D<float4> depths : register(t1);

float4 image_size(uint level)
{
  float4 size = 0;
  image.GetDimensions(level, size.x, size.y, size.w);
  return size;
}

uint4 depths_size(uint level)
{
  uint4 size = 0;
  depths.GetDimensions(level, size.x, size.y, size.w);
  return size;
}

float4 main(
  float2 texcoord : TEXCOORD) : SV_Target
{
  float4 image_texel = image.Sample(linear_sampler, 1.0 / image_size(0u).xy + texcoord);
  return (float)depths_size(0u).x * image_texel;
}
