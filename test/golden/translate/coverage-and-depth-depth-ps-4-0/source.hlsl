// fxc /T ps_4_0 /E main

void main(
  noperspective float4 position : SV_Position,
  out float out_depth : SV_Depth)
{
  out_depth = position.w;
}
