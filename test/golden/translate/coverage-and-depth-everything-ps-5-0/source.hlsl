// fxc /T ps_5_0 /E main

struct Output
{
  float4 target : SV_Target;
  int2 target1 : SV_Target1;
  uint target7 : SV_Target7;
  uint coverage : SV_Coverage;
  float depth : SV_Depth;
};

Output main(
  noperspective float4 position : SV_Position,
  uint sample_index : SV_SampleIndex,
  uint coverage : SV_Coverage)
{
  Output output;
  output.target = position;
  output.target1 = (int2)position.xy;
  output.target7 = uint(int(sample_index + coverage));
  output.depth = position.z * 0.5;
  output.coverage = coverage & 5u;
  return output;
}
