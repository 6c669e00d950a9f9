// fxc /T vs_4_0 /E main

void main(
  uint vertex_id : SV_VertexID,
  uint instance_id : SV_InstanceID,
  float4 position : POSITION,
  float2 texcoord9 : TEXCOORD9,
  int4 blendindices : BLENDINDICES,
  out float4 out_position : SV_Position,
  out float4 out_color3 : COLOR3,
  out float4 out_color4 : COLOR4,
  out float out_fog : FOG,
  out float2 out_texcoord : TEXCOORD,
  out float2 out_texcoord1 : TEXCOORD1,
  out float2 out_unwritten : UNWRITTEN,
  out uint out_id7 : ID7,
  out float4 out_clip_distance : SV_ClipDistance,
  out float2 out_clip_distance1 : SV_ClipDistance1,
  out float out_cull_distance : SV_CullDistance)
{
  out_position = (float)vertex_id * position;
  out_color3 = position.wzyx;
  out_color4 = (float4)blendindices;
  out_fog = (float)instance_id;
  out_texcoord = texcoord9;
  out_texcoord1 = (-texcoord9);
  out_unwritten = float2(0.0, 0.0);
  out_id7 = uint(int(instance_id + vertex_id));
  out_clip_distance = position;
  out_clip_distance1 = position.xy;
  out_cull_distance = position.z;
}
