// fxc /T ps_5_0 /E main

float4 main(
  noperspective float4 position : SV_Position) : SV_Target
{
  return position + position;
}
