// fxc /T vs_5_0 /E main

struct Output
{
  float4 position : SV_Position;
  uint render_target_array_index : SV_RenderTargetArrayIndex;
  uint viewport_array_index : SV_ViewportArrayIndex;
};

Output main(
  float4 position : POSITION,
  uint instance_id : SV_InstanceID)
{
  Output output;
  output.position = position;
  output.render_target_array_index = instance_id;
  output.viewport_array_index = instance_id >> 2;
  return output;
}
