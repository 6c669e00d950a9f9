// fxc /T vs_4_0 /E main

struct Output
{
  float4 position : SV_Position;
  float4 color3 : COLOR3;
  float4 color4 : COLOR4;
  float fog : FOG;
  float2 texcoord : TEXCOORD;
  float2 texcoord1 : TEXCOORD1;
  float2 unwritten : UNWRITTEN;
  uint id7 : ID7;
  float4 clip_distance : SV_ClipDistance;
  float2 clip_distance1 : SV_ClipDistance1;
  float cull_distance : SV_CullDistance;
};

Output main(
  uint vertex_id : SV_VertexID,
  uint instance_id : SV_InstanceID,
  float4 position : POSITION,
  float2 texcoord9 : TEXCOORD9,
  int4 blendindices : BLENDINDICES)
{
  Output output;
  output.position = (float)vertex_id * position;
  output.color3 = position.wzyx;
  output.color4 = (float4)blendindices;
  output.fog = (float)instance_id;
  output.texcoord = texcoord9;
  output.texcoord1 = -texcoord9;
  output.unwritten = float2(0.0, 0.0);
  output.id7 = uint(int(vertex_id + instance_id));
  output.clip_distance = position;
  output.clip_distance1 = position.xy;
  output.cull_distance = position.z;
  return output;
}
