// fxc /T vs_2_0 /E main

float4 c0[200] : register(c0); // its length is a guess

float4 main(
  float4 position : POSITION,
  int4 texcoord15 : TEXCOORD15) : POSITION
{
  float4 v = c0[texcoord15.y] + float4(0.0, 1.0, 2.0, 3.0);
  return abs(v);
}
