// fxc /T ps_4_0 /E main

SamplerState linearSampler : register(s0);
Texture2D<float4> image : register(t0);

struct Output
{
  float4 target : SV_Target;
  float4 target1 : SV_Target1;
};

Output main(
  float4 color : COLOR,
  float2 texcoord : TEXCOORD)
{
  Output output;
  float2 v = float2(color.w, color.y) * texcoord;
  float4 image_texel = image.Sample(linearSampler, texcoord);
  output.target = float4(v.x, image_texel.z, v.y, image_texel.x);
  float2 v1 = color.x > 0.5 ? color.yx : image_texel.wy;
  output.target1 = float4(v1.x, image_texel.z, v1.y, image_texel.x);
  return output;
}
