// fxc /T vs_5_0 /E main

void main(
  float4 position : POSITION,
  uint instance_id : SV_InstanceID,
  out float4 out_position : SV_Position,
  out uint out_render_target_array_index : SV_RenderTargetArrayIndex,
  out uint out_viewport_array_index : SV_ViewportArrayIndex)
{
  out_position = position;
  out_render_target_array_index = instance_id;
  out_viewport_array_index = instance_id >> 2;
}
