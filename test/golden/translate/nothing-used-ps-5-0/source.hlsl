// fxc /T ps_5_0 /E main

float4 main(
  float4 position : SV_Position,
  float4 color : COLOR) : SV_Target
{
  return float4(0.0, 0.0, 0.0, 0.0);
}
