// fxc /T ps_4_0 /E main

struct Output
{
  float4 target : SV_Target;
  uint4 target1 : SV_Target1;
  int2 target2 : SV_Target2;
  float target3 : SV_Target3;
  float2 target4 : SV_Target4;
  float3 target5 : SV_Target5;
  uint target6 : SV_Target6;
  float target7 : SV_Target7;
  float depth : SV_Depth;
};

Output main(
  noperspective float4 position : SV_Position)
{
  Output output;
  output.target = position;
  output.target1 = uint4(0u, 0u, 0u, 0u);
  output.target2 = int2(0, 0);
  output.target3 = 0.0;
  output.target4 = float2(0.0, 0.0);
  output.target5 = float3(0.0, 0.0, 0.0);
  output.target6 = 0u;
  output.target7 = 0.0;
  output.depth = 0.0;
  return output;
}
