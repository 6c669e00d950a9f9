// fxc /T ps_4_0 /E main

void main(
  float4 position : SV_Position,
  float4 clip_distance : SV_ClipDistance,
  float2 cull_distance : SV_CullDistance,
  float4 color : COLOR,
  out float4 out_target : SV_Target)
{
  out_target = cull_distance.xyxy + (color + clip_distance);
}
