// fxc /T ps_5_0 /E main

struct Output
{
  float4 target : SV_Target;
  float depth_greater_equal : SV_DepthGreaterEqual;
};

Output main(
  noperspective centroid float4 position : SV_Position)
{
  Output output;
  output.target = position;
  output.depth_greater_equal = position.z + 0.1;
  return output;
}
