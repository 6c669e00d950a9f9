// fxc /T ps_5_0 /E main

void main(
  noperspective centroid float4 position : SV_Position,
  out float4 out_target : SV_Target,
  out float out_depth_greater_equal : SV_DepthGreaterEqual)
{
  out_target = position;
  out_depth_greater_equal = 0.1 + position.z;
}
