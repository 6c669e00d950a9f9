// fxc /T ps_4_1 /E main

void main(
  noperspective float4 position : SV_Position,
  out float4 out_target : SV_Target,
  out uint out_coverage : SV_Coverage)
{
  out_target = position;
  out_coverage = (uint)position.x;
}
