// fxc /T ps_5_0 /E main

RWTexture2D<float4> typed : register(u1);

float4 main(
  noperspective float4 position : SV_Position) : SV_Target
{
  float4 color = typed[uint2(int2((uint2)position.xy))];
  return color;
}
