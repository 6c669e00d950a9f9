// fxc /T ps_5_0 /E main

cbuffer Colors : register(b2)
{
  float4 tint : packoffset(c0);
  float4 shade : packoffset(c1);
};

float4 main(
  float4 color : COLOR) : SV_Target
{
  return color * tint * float4(1.0, 2.0, 3.0, 4.0) + (shade.x + float4(2.0, 3.0, 4.0, 5.0)) * color.yzwx;
}
