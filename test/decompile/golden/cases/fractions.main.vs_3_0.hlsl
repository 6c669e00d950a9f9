// fxc /T vs_3_0 /E main

float4 scale : register(c0);
float4x4 world : register(c4);

struct Output
{
  float4 position : POSITION;
  float4 texcoord : TEXCOORD0;
};

Output main(
  float4 position : POSITION,
  float4 texcoord : TEXCOORD0)
{
  Output output;
  float2 v = frac(scale.xy * texcoord.xy);
  float2 v1 = floor(texcoord.zw);
  output.texcoord = float4(v, v1 + (texcoord.xy < scale.zw ? 1.0 : 0.0));
  output.position = mul(position, world);
  return output;
}
