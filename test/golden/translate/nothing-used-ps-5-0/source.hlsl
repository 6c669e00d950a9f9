// fxc /T ps_5_0 /E main

void main(
  float4 position : SV_Position,
  float4 color : COLOR,
  out float4 out_target : SV_Target)
{
  out_target = float4(0.0, 0.0, 0.0, 0.0);
}
