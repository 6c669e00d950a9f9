// fxc /T ps_5_0 /E main

float4 main(
  float2 texcoord : TEXCOORD) : SV_Target
{
  float2 direction = normalize(texcoord);
  float2 v = direction * direction;
  return float4(1.0 - v.yx, v);
}
