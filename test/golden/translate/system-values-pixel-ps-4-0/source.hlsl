// fxc /T ps_4_0 /E main

float4 main(
  noperspective float4 position : SV_Position,
  float4 gap5 : GAP5,
  uint render_target_array_index : SV_RenderTargetArrayIndex,
  uint viewport_array_index : SV_ViewportArrayIndex,
  uint primitive_id : SV_PrimitiveID,
  uint is_front_face : SV_IsFrontFace) : SV_Target3
{
  return is_front_face != 0u ? (float)primitive_id + position : (float)viewport_array_index + ((float)render_target_array_index + gap5.yxzz);
}
