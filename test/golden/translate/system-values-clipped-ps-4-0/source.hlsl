// fxc /T ps_4_0 /E main

float4 main(
  float4 position : SV_Position,
  float4 clip_distance : SV_ClipDistance,
  float2 cull_distance : SV_CullDistance,
  float4 color : COLOR) : SV_Target
{
  return clip_distance + color + cull_distance.xyxy;
}
