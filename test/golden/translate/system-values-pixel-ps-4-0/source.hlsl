// fxc /T ps_4_0 /E main

void main(
  noperspective float4 position : SV_Position,
  float4 gap5 : GAP5,
  uint render_target_array_index : SV_RenderTargetArrayIndex,
  uint viewport_array_index : SV_ViewportArrayIndex,
  uint primitive_id : SV_PrimitiveID,
  uint is_front_face : SV_IsFrontFace,
  out float4 out_target3 : SV_Target3)
{
  out_target3 = is_front_face != 0u ? position + (float)primitive_id : (float)viewport_array_index + (gap5.yxzz + (float)render_target_array_index);
}
