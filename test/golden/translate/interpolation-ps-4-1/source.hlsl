// fxc /T ps_4_1 /E main

float4 main(
  noperspective float4 position : SV_Position,
  float4 a : A,
  centroid float3 b : B,
  nointerpolation float4 c : C,
  noperspective float2 d : D,
  noperspective centroid float4 e : E,
  sample float4 f : F,
  noperspective sample float4 g : G,
  int h : H,
  float2 i[3] : I) : SV_Target
{
  return (float)h + (position + a + b.xyzx + c + d.xyxy + e) + i[1].xyxy + f * g;
}
