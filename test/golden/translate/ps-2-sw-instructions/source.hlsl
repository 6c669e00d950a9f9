// fxc /T ps_2_sw /E main

sampler2D s0 : register(s0);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 color : COLOR) : COLOR
{
  float4 v = (float4)0;
  [loop] for (int i = 0; i < 2; i++) {
    v = v + float4(1.0, 2.0, 3.0, 4.0);
  }
  return color * v;
}
