// fxc /T ps_4_0 /E main

float main(
  noperspective float4 position : SV_Position) : SV_Depth
{
  return position.w;
}
