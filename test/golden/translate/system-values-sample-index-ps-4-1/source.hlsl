// fxc /T ps_4_1 /E main

void main(
  noperspective float4 position : SV_Position,
  uint sample_index : SV_SampleIndex,
  out float4 out_target : SV_Target)
{
  out_target = (float)sample_index * position;
}
