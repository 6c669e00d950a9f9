// fxc /T ps_4_0 /E main

void main(
  noperspective float4 position : SV_Position,
  out float4 out_target : SV_Target,
  out uint4 out_target1 : SV_Target1,
  out int2 out_target2 : SV_Target2,
  out float out_target3 : SV_Target3,
  out float2 out_target4 : SV_Target4,
  out float3 out_target5 : SV_Target5,
  out uint out_target6 : SV_Target6,
  out float out_target7 : SV_Target7,
  out float out_depth : SV_Depth)
{
  out_target = position;
  out_target1 = uint4(0u, 0u, 0u, 0u);
  out_target2 = int2(0, 0);
  out_target3 = 0.0;
  out_target4 = float2(0.0, 0.0);
  out_target5 = float3(0.0, 0.0, 0.0);
  out_target6 = 0u;
  out_target7 = 0.0;
  out_depth = 0.0;
}
