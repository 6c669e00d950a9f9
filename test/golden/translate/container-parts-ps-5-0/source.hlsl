// fxc /T ps_5_0 /E main

void main(
  noperspective float4 position : SV_Position,
  out float4 out_target : SV_Target)
{
  out_target = position + position;
}
