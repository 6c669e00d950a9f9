// fxc /T ps_5_0 /E main

RWTexture2D<float4> typed : register(u1);

void main(
  noperspective float4 position : SV_Position,
  out float4 out_target : SV_Target)
{
  float4 v = typed[uint2(int2((uint2)position.xy))];
  out_target = v;
}
