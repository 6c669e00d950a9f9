// fxc /T ps_4_1 /E main

float4 main(
  noperspective float4 position : SV_Position,
  uint sample_index : SV_SampleIndex) : SV_Target
{
  return (float)sample_index * position;
}
