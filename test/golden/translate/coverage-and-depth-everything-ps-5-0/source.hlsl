// fxc /T ps_5_0 /E main

void main(
  noperspective float4 position : SV_Position,
  uint sample_index : SV_SampleIndex,
  uint coverage : SV_Coverage,
  out float4 out_target : SV_Target,
  out int2 out_target1 : SV_Target1,
  out uint out_target7 : SV_Target7,
  out uint out_coverage : SV_Coverage,
  out float out_depth : SV_Depth)
{
  out_target = position;
  out_target1 = (int2)position.xy;
  out_target7 = uint(int(coverage + sample_index));
  out_depth = position.z * 0.5;
  out_coverage = coverage & 5u;
}
